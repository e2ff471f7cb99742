"""Sessions of servers, as TensorFlow's."""

import threading

import numpy as np
import pytest

import tfshim as tf
from tests import after_torch
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
    tasks = [after_torch.begun("-m", "tfshim", tmp_path / "task.py", *ports, i, cwd=tmp_path) for i in range(2)]
    cluster = tf.train.ClusterSpec({"worker": [f"localhost:{ports[0]}"], "ps": [f"localhost:{p}" for p in ports[1:]]})
    try:
        yield cluster, v1.train.Server(cluster, "worker", 0)
    finally:
        for task in tasks:
            task.kill()
            task.wait()
            task.stdout.close()


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


@pytest.mark.parametrize("shared_name", [None, "both"])
def test_queues_and_accumulators_of_other_processes(two_servers, shared_name):
    _, server = two_servers
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [2])
        with v1.device("/job:ps/task:0"):
            w = v1.get_variable("w", initializer=[1.0, 2.0], use_resource=True)
            queue = v1.FIFOQueue(2, tf.float32, shapes=[[2]], shared_name=shared_name, name="there")
        with v1.device("/job:ps/task:1"):
            whole = v1.ConditionalAccumulator(tf.float32, [2], shared_name)
            rows = v1.SparseConditionalAccumulator(tf.float32, [4, 2], name="rows")
        put, taken, size, closed = queue.enqueue(x + w), queue.dequeue(), queue.size(), queue.close()
        given, mean = whole.apply_grad(x, 0), whole.take_grad(2)
        row, found = rows.apply_indexed_slices_grad(tf.IndexedSlices(x[None], tf.constant([3]))), rows.take_grad(1)
        with v1.Session(server.target) as session:
            session.run(w.initializer)
            session.run(put, {x: [1, 1]})
            session.run(put, {x: [2, 3]})
            assert session.run(size) == 2
            assert session.run([taken, w])[0].tolist() == [2, 3]
            # A run in another thread waits there for what this one gives.
            waiting = []
            thread = threading.Thread(target=lambda: waiting.append(session.run(mean)))
            session.run(given, {x: [1, 5]})
            thread.start()
            session.run([given, row], {x: [3, 7]})
            thread.join(60)
            assert waiting[0].tolist() == [2, 6]
            assert [v.tolist() for v in session.run(found)] == [[3], [[3, 7]], [4, 2]]
            with pytest.raises(NotImplementedError, match="there_Dequeue.*queue or an accumulator of /job:ps.*task:0"):
                session.partial_run(session.partial_run_setup([taken], []), taken)
        with v1.Session(server.target) as session:  # with a name of its own it is there for all
            assert session.run(size) == (0 if shared_name is None else 1)
            if shared_name is None:
                session.run(put, {x: [2, 3]})
            assert session.run(taken).tolist() == [3, 5]
            session.run(closed)
            with pytest.raises(tf.errors.OutOfRangeError, match="is closed and has insufficient elements"):
                session.run(taken)


def test_who_stops_waiting_takes_nothing(two_servers):
    _, server = two_servers
    with tf.Graph().as_default() as graph:
        with v1.device("/job:ps/task:0"):
            queue = v1.FIFOQueue(2, tf.int32, shapes=[], shared_name="tokens")
        put, taken = queue.enqueue(7), queue.dequeue()
        first, errors = v1.Session(server.target, graph=graph), []

        def wait():
            try:
                first.run(taken)
            except tf.errors.CancelledError as e:
                errors.append(e)

        thread = threading.Thread(target=wait)
        thread.start()
        thread.join(0.5)
        assert thread.is_alive()
        first.close()
        thread.join(60)
        assert errors
        with v1.Session(server.target, graph=graph) as session:
            options = v1.RunOptions(timeout_in_ms=300)
            with pytest.raises(tf.errors.DeadlineExceededError):
                session.run(taken, options=options)
            session.run(put)
            assert session.run(taken) == 7


# The thread that takes the steps waits for gradients when the session ends, as in TensorFlow, whose thread raises as well.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_steps_of_replicas_together(two_servers):
    """Two processes' accumulators and tokens; one replica, whose steps are then those of the optimizer alone."""
    cluster, server = two_servers
    with tf.Graph().as_default(), v1.device(v1.train.replica_device_setter(cluster=cluster)):
        w = v1.get_variable("w", initializer=[4.0, 2.0])
        b = v1.get_variable("b", initializer=1.0)
        step = v1.train.get_or_create_global_step()
        optimizer = v1.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.25), replicas_to_aggregate=1)
        train = optimizer.minimize(tf.reduce_sum(w * w) + b * b, global_step=step)
        found = []
        hooks = [optimizer.make_session_run_hook(True), v1.train.StopAtStepHook(last_step=3)]
        with v1.train.MonitoredTrainingSession(server.target, hooks=hooks, stop_grace_period_secs=1) as session:
            while not session.should_stop():
                found.append(session.run([w, b, train])[:2])
    assert found[0][0].tolist() == [4, 2] and len(found) >= 3
    assert [float(v) for v in found[2][0]] in ([1, 0.5], [2, 1])  # a step may be taken while the next one reads


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
