"""Sessions of servers, as TensorFlow's."""

import threading

import pytest

import tfshim as tf
from tests.recorded.cases import programs

v1 = tf.compat.v1


pytestmark = pytest.mark.usefixtures("no_server_is_left")


@programs("session_targets")
def test_as_in_tensorflow(case):
    case.check(tf)


def test_servers_of_other_processes_are_refused():
    with pytest.raises(NotImplementedError, match="tf.distribute.Server of this process"):
        v1.Session("grpc://localhost:1")
    one = tf.distribute.Server({"worker": ["localhost:0"], "ps": ["localhost:1"]}, "worker", 0)
    with tf.Graph().as_default():
        with v1.device("/job:ps/task:0"):
            w = v1.get_variable("w", initializer=1.0)
        with v1.Session(one.target) as session, pytest.raises(NotImplementedError, match="/job:ps/task:0.*localhost:1.*ParameterServer"):
            session.run(w.initializer)


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
