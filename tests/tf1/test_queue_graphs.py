"""Graphs with queues and readers are written as TensorFlow writes them, and read back."""

import json
from pathlib import Path

import pytest

import tfshim as tf
from tests.tf1.queue_programs import PROGRAMS, outline

v1 = tf.compat.v1
RECORDED = json.loads((Path(__file__).parent.parent / "data" / "queue_graphs.json").read_text())


@pytest.mark.parametrize("name", PROGRAMS)
def test_nodes_are_those_of_tensorflow(name):
    assert outline(tf, name) == RECORDED[name]


def test_pipelines_go_on_in_the_graph_that_is_read_back(tmp_path):
    (tmp_path / "numbers.txt").write_text("1\n2\n3\n")
    with tf.Graph().as_default():
        names = v1.train.string_input_producer([str(tmp_path / "numbers.txt")], num_epochs=2)
        _, value = v1.TextLineReader().read(names)
        v1.add_to_collection("batch", v1.train.batch([value], 4, allow_smaller_final_batch=True))
        two = [v1.FIFOQueue(3, tf.float32), v1.FIFOQueue(3, tf.float32, shared_name="second")]
        tf.group(*[q.enqueue(float(i)) for i, q in enumerate(two)], name="fill")
        taken = v1.QueueBase.from_list(v1.placeholder(tf.int32, [], name="which"), two).dequeue()
        v1.add_to_collection("taken", taken)
        message = v1.train.export_meta_graph()
    assert not any("_tfshim" in n.attr for n in message.graph_def.node)
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(v1.MetaGraphDef.FromString(message.SerializeToString()))
        session.run([v1.local_variables_initializer(), v1.global_variables_initializer()])
        coordinator = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        batch = v1.get_collection("batch")[0]
        assert [session.run(batch).tolist() for _ in range(2)] == [[b"1", b"2", b"3", b"1"], [b"2", b"3"]]
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(batch)
        coordinator.request_stop()
        coordinator.join(threads)
        session.run("fill")
        assert [session.run(v1.get_collection("taken")[0], {"which:0": k}) for k in (1, 0)] == [1.0, 0.0]


def test_branches_take_queues_and_give_a_tensor_for_what_they_do():
    with tf.Graph().as_default() as graph:
        q = v1.FIFOQueue(10, tf.float32, [[]], name="q")
        p = v1.placeholder(tf.bool, [], name="p")
        done = tf.cond(p, lambda: q.enqueue(1.0), lambda: tf.group(q.enqueue(2.0), q.enqueue(3.0)))
        assert done.name == "cond/Identity:0" and done.dtype is tf.bool
        tf.identity(tf.cond(p, lambda: q.dequeue() * 10.0, lambda: q.dequeue()), name="taken")
        message = graph.as_graph_def()
    assert all("_tfshim" not in n.attr for n in (*message.node, *(n for f in message.library.function for n in f.node_def)))
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(message, name="")
        session.run("cond/Identity:0", {"p:0": False})
        session.run("cond/Identity:0", {"p:0": True})
        assert [session.run("taken:0", {"p:0": k}) for k in (True, False, True)] == [20.0, 3.0, 10.0]
