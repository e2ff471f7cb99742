"""Sessions of servers, as TensorFlow's."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import tfshim as tf
from tests.recorded.cases import programs
from tfshim.cli.launch import addresses

v1 = tf.compat.v1


pytestmark = pytest.mark.usefixtures("no_server_is_left")


@programs("session_targets")
def test_as_in_tensorflow(case):
    case.check(tf)


def test_a_target_of_another_process_is_refused():
    with pytest.raises(NotImplementedError, match="tf.distribute.Server of this process"):
        v1.Session("grpc://localhost:1")


TASK = """
import sys, tensorflow as tf
cluster = {"worker": ["localhost:" + sys.argv[1]], "ps": ["localhost:" + p for p in sys.argv[2:4]]}
tf.distribute.Server(cluster, "ps", int(sys.argv[4])).join()
"""


@pytest.fixture
def two_servers(tmp_path):
    """A worker of this process in a cluster with two parameter servers, which are processes of their own."""
    ports = [a.rpartition(":")[2] for a in addresses(3)]
    (tmp_path / "task.py").write_text(TASK)
    command = [sys.executable, "-m", "tfshim", str(tmp_path / "task.py"), *ports]
    tasks = [subprocess.Popen([*command, str(i)]) for i in range(2)]
    cluster = tf.train.ClusterSpec({"worker": [f"localhost:{ports[0]}"], "ps": [f"localhost:{p}" for p in ports[1:]]})
    try:
        yield cluster, v1.train.Server(cluster, "worker", 0)
    finally:
        for task in tasks:
            task.kill()
            task.wait()


@pytest.mark.parametrize("by_reference", [True, False])
def test_variables_on_parameter_servers(two_servers, by_reference):
    """The losses are TensorFlow's with the same cluster."""
    cluster, server = two_servers
    with tf.Graph().as_default(), v1.device(v1.train.replica_device_setter(cluster=cluster)):
        x, y = (v1.placeholder(tf.float32, [None, n]) for n in (3, 1))
        with v1.variable_scope("", use_resource=not by_reference):
            w = v1.get_variable("w", [3, 4], initializer=v1.constant_initializer(0.3))
            b = v1.get_variable("b", [4], initializer=v1.zeros_initializer())
            v = v1.get_variable("v", [4, 1], initializer=v1.constant_initializer(np.arange(4.0).reshape(4, 1)))
        loss = tf.reduce_mean((tf.matmul(tf.nn.relu(tf.matmul(x, w) + b), v) - y) ** 2)
        step = v1.train.get_or_create_global_step()
        train = v1.train.AdamOptimizer(0.05).minimize(loss, global_step=step)
        assert [u.device[-1] for u in v1.global_variables()] == list("010111001100")
        draw, found = np.random.RandomState(0), []
        with v1.train.MonitoredTrainingSession(server.target, hooks=[v1.train.StopAtStepHook(last_step=5)]) as session:
            while not session.should_stop():
                a = draw.randn(8, 3).astype("f")
                found.append(session.run([loss, train], {x: a, y: a.sum(1, keepdims=True)})[0])
        np.testing.assert_allclose(found, [3.53234, 1.84490, 2.67930, 1.06453, 1.18657], atol=2e-5)
        with v1.Session(server.target) as session:  # what the servers keep stays
            assert session.run(step) == 5 and session.run(v1.report_uninitialized_variables()).size == 0
            w.load(np.ones([3, 4]), session)
            assert session.run(w).sum() == 12
            with pytest.raises(tf.errors.FailedPreconditionError, match="late"):
                session.run(v1.get_variable("late", [2]))
            with pytest.raises(NotImplementedError, match="/job:ps/task:0.*in partial runs"):
                session.partial_run(session.partial_run_setup([w], []), w)
        with v1.device("/job:ps/task:0"):
            put = v1.FIFOQueue(1, tf.float32, shapes=[], name="there").enqueue(1.0)
        with v1.Session(server.target) as session, pytest.raises(NotImplementedError, match="there_enqueue.*/job:ps/replica:0/task:0"):
            session.run(put)


def test_threads_of_two_workers():
    """Each step of each worker counts, and one of them waits for the other without keeping it from running."""
    workers, _ = v1.test.create_local_cluster(num_workers=2, num_ps=1)

    def work(i, found):
        with tf.Graph().as_default():
            with v1.device("/job:ps/task:0"):
                w = v1.get_variable("w", initializer=0.0)
                queue = v1.FIFOQueue(100, tf.float32, shapes=[], shared_name="done")
            more, put, take = w.assign_add(1.0), queue.enqueue(1.0), queue.dequeue()
            with v1.Session(workers[i].target) as session:
                if i == 0:
                    session.run(w.initializer)
                    for _ in range(20):
                        session.run(take)
                    found.append(session.run(w))
                else:
                    while session.run(v1.report_uninitialized_variables()).size:
                        pass
                    for _ in range(20):
                        session.run(more)
                        session.run(put)

    found = []
    threads = [threading.Thread(target=work, args=(i, found), daemon=True) for i in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
    assert found == [20.0]
