"""Graphs with tables, queues, readers and queue runners that TensorFlow wrote, imported and run."""

import numpy as np
import pytest

import tfshim as tf
from tests.tf1.feeding_files import write_files
from tests.tf1.test_imported_graphs import check, load

v1 = tf.compat.v1


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """The files that the graphs read, in the current folder."""
    monkeypatch.chdir(tmp_path)
    write_files(tf)


@pytest.mark.parametrize("name", ["tables", "old_tables", "queues", "reading"])
def test_values(name):
    message, runs = load(f"feeding_{name}")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(message)
        check(session, runs)


def test_the_initializers_of_tables():
    message, runs = load("feeding_tables")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(message)
        with pytest.raises(tf.errors.FailedPreconditionError, match="Table not initialized"):
            check(session, runs[1:2])
        session.run(v1.tables_initializer())
        check(session, runs[1:])
    with tf.Graph().as_default(), v1.Session() as session:  # tables belong to the session
        v1.train.import_meta_graph(message)
        with pytest.raises(tf.errors.FailedPreconditionError, match="Table not initialized"):
            check(session, runs[1:2])


@pytest.mark.parametrize("scope", [None, "within"])
def test_queue_runners(scope):
    message, runs = load("feeding_runners")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(message, import_scope=scope)
        prefix = f"{scope}/" if scope else ""
        runners = v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)
        assert len(runners) == 5 and all(r.name.startswith(prefix) for r in runners)
        session.run(prefix + "begin")
        coordinator = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        fetched = [{**run, "fetches": {prefix + name: value for name, value in run["fetches"].items()}} for run in runs]
        check(session, fetched)
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(prefix + "first:0")
        coordinator.request_stop()
        coordinator.join(threads)


def test_queue_runners_as_messages():
    with tf.Graph().as_default():
        v1.train.batch([tf.constant(1)], 2)
        written = v1.train.export_meta_graph()
        (runner,) = v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)
        about = runner.to_proto()
        assert about.queue_name == runner.name and list(about.enqueue_op_name) == [runner.enqueue_ops[0].name]
        assert list(about.queue_closed_exception_types) == [tf.errors.OUT_OF_RANGE]
        again = v1.train.QueueRunner.from_proto(about)
        assert again.enqueue_ops == runner.enqueue_ops and again.close_op is runner.close_op
        assert runner.to_proto("elsewhere") is None
        with pytest.raises(ValueError, match="mutually exclusive"):
            v1.train.QueueRunner(runner.queue, runner.enqueue_ops, queue_runner_def=about)
    assert written.collection_def["queue_runners"].bytes_list.value[0] == about.SerializeToString()


def test_examples_in_a_graph():
    message, _ = load("feeding_runners")
    serialized = [x.numpy() for x in tf.data.TFRecordDataset("records")]
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(message)
        f, v = session.run(["f:0", "v:0"], {"several:0": serialized})
    np.testing.assert_allclose(f[:2], [[7.0, 8.0], [1.0, 1.5]])
    assert v.shape == (6, 3) and v[3].tolist() == [b"w0", b"w1", b"w2"]


def test_texts_that_end_with_zeros():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.string, [None])
        assert session.run(tf.strings.length(x), {x: [b"a\0", b"abc"]}).tolist() == [2, 3]
