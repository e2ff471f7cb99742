"""Graphs with TensorFlow 1's control flow (Switch, Merge, Enter, Exit, NextIteration) that TensorFlow wrote, imported and run."""

import numpy as np
import pytest

import tfshim as tf
from tests.tf1.test_imported_graphs import array, check, load

v1 = tf.compat.v1
NAMES = "nested_loops arrays_of_tensors recurrent gradients branches initial_values frozen_recurrent".split()


def bring(message):
    """Put a recorded message into the default graph."""
    if hasattr(message, "graph_def"):
        v1.train.import_meta_graph(message)
    else:
        tf.import_graph_def(message, name="")


@pytest.mark.parametrize("name", NAMES)
def test_values(name):
    message, runs = load(f"frames_{name}")
    with tf.Graph().as_default(), v1.Session() as session:
        bring(message)
        check(session, runs)


@pytest.mark.parametrize("name", ["nested_loops", "arrays_of_tensors", "initial_values", "frozen_recurrent", "branches"])
def test_written_again(name):
    message, runs = load(f"frames_{name}")
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(getattr(message, "graph_def", message), name="")
    again = v1.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    nodes = {n.name: n for n in getattr(message, "graph_def", message).node}
    for node in again.node:
        if node.name in nodes and nodes[node.name].op in ("Enter", "Merge", "Switch", "NextIteration", "Exit", "LoopCond"):
            assert list(node.input) == [text.removesuffix(":0") for text in nodes[node.name].input]
            assert {k: v for k, v in node.attr.items() if k[0] != "_"} == {k: v for k, v in nodes[node.name].attr.items() if k[0] != "_"}
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(again, name="")
        check(session, runs)


def test_wrapped_as_a_function():
    message, runs = load("frames_nested_loops")

    def loops():
        tf.import_graph_def(message.graph_def, name="")

    function = v1.wrap_function(loops, []).prune("n:0", ["i:0", "s:0", "branch:0"])
    for run in runs:
        found = function(tf.constant(array(run["feeds"]["n:0"]), tf.int32))
        assert [int(x) for x in found] == [run["fetches"][t]["values"][0] for t in ("i:0", "s:0", "branch:0")]


@pytest.mark.parametrize("way", ["tag", "load"])
def test_saved_models(way, tmp_path):
    message, runs = load("frames_frozen_recurrent")
    with tf.Graph().as_default() as graph, v1.Session() as session:
        tf.import_graph_def(message, name="")
        x, y = (graph.get_tensor_by_name(n) for n in ("x:0", "outputs:0"))
        v1.saved_model.simple_save(session, str(tmp_path / "model"), {"x": x}, {"y": y})
    fed, expected = array(runs[0]["feeds"]["x:0"]), array(runs[0]["fetches"]["outputs:0"])
    if way == "tag":
        with tf.Graph().as_default(), v1.Session() as session:
            v1.saved_model.load(session, ["serve"], str(tmp_path / "model"))
            found = session.run("outputs:0", {"x:0": fed})
    else:
        found = tf.saved_model.load(str(tmp_path / "model")).signatures["serving_default"](x=tf.constant(fed))["y"]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_gradients_through_loops_that_were_read():
    message, runs = load("frames_gradients")
    with tf.Graph().as_default() as graph, v1.Session() as session:
        bring(message)
        found = tf.gradients(graph.get_tensor_by_name("loss:0"), graph.get_tensor_by_name("x:0"))[0]
        session.run("init")
        run = runs[1]
        value = session.run(found, {"x:0": array(run["feeds"]["x:0"])})
        np.testing.assert_allclose(value, array(run["fetches"]["g2:0"]), rtol=1e-5)


def test_what_has_no_value():
    message, _ = load("frames_branches")
    with tf.Graph().as_default(), v1.Session() as session:
        bring(message)
        session.run("init")
        feeds = {"p:0": True, "q:0": True, "x:0": [1.0]}
        assert session.run("cond/Switch:1", feeds)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Retval\[0\] does not have value"):
            session.run("cond/Switch:0", feeds)
        # What fails within a branch or not says its own node.
        with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
            session.run("checked:0", {"p:0": True, "q:0": True, "x:0": [10.0]})


def test_within_a_frame():
    message, _ = load("frames_nested_loops")
    with tf.Graph().as_default() as graph, v1.Session() as session:
        bring(message)
        inner = next(o for o in graph.get_operations() if o.type == "NextIteration")
        with pytest.raises(tf.errors.InternalError, match="has already been set"):
            session.run(inner.outputs[0], {"n:0": 3})
