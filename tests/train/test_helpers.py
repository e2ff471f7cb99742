"""Clusters, threads, moving averages, views of object graphs, Python's state in checkpoints."""

import threading

import numpy as np
import pytest

import tfshim as tf


def test_cluster():
    spec = tf.train.ClusterSpec({"worker": ["a:1", "b:2"], "ps": {1: "c:3"}})
    assert spec.as_dict() == {"worker": ["a:1", "b:2"], "ps": {1: "c:3"}}
    assert spec.jobs == ["worker", "ps"] and spec.num_tasks("worker") == 2 and spec.task_indices("ps") == [1]
    assert spec.task_address("worker", 1) == "b:2" and spec.job_tasks("ps") == [None, "c:3"]
    assert tf.train.ClusterSpec(spec.as_cluster_def()) == spec
    with pytest.raises(ValueError, match="No such job"):
        spec.num_tasks("chief")
    with pytest.raises(TypeError, match="must be a dictionary"):
        tf.train.ClusterSpec(3)


def test_coordinator_raises_what_a_thread_raised():
    coordinator = tf.train.Coordinator()

    def work(fail):
        with coordinator.stop_on_exception():
            if fail:
                raise KeyError("worker")
            coordinator.wait_for_stop()

    threads = [threading.Thread(target=work, args=(i == 1,)) for i in range(3)]
    for thread in threads:
        thread.start()
    with pytest.raises(KeyError, match="worker"):
        coordinator.join(threads)
    assert coordinator.joined and not any(t.is_alive() for t in threads)
    coordinator.clear_stop()
    assert not coordinator.should_stop()


def test_coordinator_takes_the_end_of_data_for_a_clean_stop():
    coordinator = tf.train.Coordinator()
    coordinator.request_stop(tf.errors.OutOfRangeError(None, None, "end"))
    coordinator.join([])
    assert coordinator.should_stop()


def test_moving_average():
    v = tf.Variable(1.0)
    averages = tf.train.ExponentialMovingAverage(0.9)
    averages.apply([v])
    assert averages.average(v).numpy() == pytest.approx(1.0)
    v.assign(2.0)
    averages.apply([v])
    assert averages.average(v).numpy() == pytest.approx(1.1)
    early = tf.train.ExponentialMovingAverage(0.99, num_updates=0)
    early.apply([v])
    v.assign(12.0)
    early.apply([v])
    assert early.average(v).numpy() == pytest.approx(2.0 * 0.1 + 12.0 * 0.9)
    with pytest.raises(TypeError, match="half, float, or double"):
        averages.apply([tf.Variable(1)])


class State(tf.train.experimental.PythonState):
    def __init__(self, text):
        self.text = text

    def serialize(self):
        return self.text

    def deserialize(self, string_value):
        self.text = string_value.decode()


def test_views_and_python_state(tmp_path):
    root = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0]), state=State("first"))
    path = root.save(str(tmp_path / "ckpt"))
    view = tf.train.CheckpointView(path)
    assert set(view.children(0)) >= {"v", "state", "save_counter"}
    other = tf.train.Checkpoint(v=tf.Variable([0.0, 0.0]), state=State("second"), extra=tf.Variable(1.0))
    matched = view.match(other)
    assert any(x is other.v for x in matched.values())
    assert any(x is other.extra for x in view.diff(other)[2])
    other.restore(path).expect_partial()
    assert other.state.text == "first"
    np.testing.assert_array_equal(other.v, [1.0, 2.0])
    assert tf.train.TrackableView(root).descendants()[0] is root
