"""Graphs that TensorFlow wrote, imported and run."""

import base64
import json
import pathlib

import numpy as np
import pytest

import tfshim as tf

v1 = tf.compat.v1
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "graphs"


def load(name):
    made = json.loads((FOLDER / f"{name}.json").read_text())
    message = (v1.GraphDef if made["kind"] == "GraphDef" else v1.MetaGraphDef).FromString(base64.b64decode(made["graph"]))
    return message, made["runs"]


def array(about):
    if "strings" in about:
        return np.array([base64.b64decode(s) for s in about["strings"]], dtype=object).reshape(about["shape"])
    return np.array(about["values"], dtype=about["dtype"]).reshape(about["shape"])


def check(session, runs):
    for run in runs:
        fetches = list(run["fetches"])
        found = session.run(fetches, {k: array(v) for k, v in run["feeds"].items()})
        for name, value in zip(fetches, found):
            expected = run["fetches"][name]
            if expected is None:
                assert value is None
            elif "strings" in expected:
                wanted = array(expected)
                if name.startswith("summaries"):
                    assert_same_summary(value, wanted.item())
                else:
                    assert np.array_equal(value, wanted)
            else:
                np.testing.assert_allclose(value, array(expected), rtol=2e-5, atol=2e-6, err_msg=name)
                assert np.asarray(value).dtype == expected["dtype"]


def assert_same_summary(found, expected):
    found, expected = (v1.Summary.FromString(s) for s in (found, expected))
    assert [v.tag for v in found.value] == [v.tag for v in expected.value]
    np.testing.assert_allclose([v.simple_value for v in found.value], [v.simple_value for v in expected.value], rtol=1e-5)


@pytest.mark.parametrize("name", ["frozen_mlp", "frozen_cnn", "text", "function", "keras"])
def test_graph(name):
    message, runs = load(name)
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(message, name="")
        check(session, runs)


@pytest.mark.parametrize("name", ["frozen_mlp", "frozen_cnn", "text", "function", "keras"])
def test_graph_written_again(name):
    message, runs = load(name)
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
    again = v1.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(again, name="")
        check(session, runs)


@pytest.mark.parametrize("name", ["training", "training_references"])
def test_meta_graph(name):
    message, runs = load(name)
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v1.train.import_meta_graph(message)
        assert [v.name for v in v1.trainable_variables()] == ["layer/w:0", "layer/b:0", "out/w:0"]
        assert v1.get_collection("logits") == [graph.get_tensor_by_name("logits:0")]
        assert v1.get_collection("endpoints") == [b"logits:0"]
        assert [o.name for o in v1.get_collection("train_op")] == ["train", "descend", "roll"]
        check(session, runs)


@pytest.mark.parametrize("name", ["training", "training_references"])
def test_meta_graph_written_again(name, tmp_path):
    message, runs = load(name)
    with tf.Graph().as_default():
        v1.train.import_meta_graph(message)
        v1.train.export_meta_graph(str(tmp_path / "again.meta"))
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(str(tmp_path / "again.meta"))
        check(session, runs)


def test_nodes_that_wait_for_each_other():
    """As TensorFlow: a cycle that no NextIteration closes is no loop, and all that hang on it are counted."""
    made = v1.GraphDef()
    for name, source in (("a", "b"), ("b", "a"), ("after", "b"), ("own", "own")):
        made.node.add(name=name, op="Identity", input=[source]).attr["T"].type = tf.float32.as_datatype_enum
    made.node.add(name="free", op="NoOp")
    with tf.Graph().as_default(), pytest.raises(ValueError, match="^4 nodes in a cycle$"):
        tf.import_graph_def(made, name="")


def test_functions_that_nodes_of_datasets_name():
    doubled = tf.function(lambda x: x * 2).get_concrete_function(tf.TensorSpec([], tf.int64))
    message = v1.GraphDef(library={"function": [doubled.function_def]})
    for name, value in (("start", 3), ("stop", 4), ("step", 1)):
        node = message.node.add(name=name, op="Const")
        node.attr["dtype"].type = tf.int64.as_datatype_enum
        node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(value, tf.int64))
    numbers = message.node.add(name="numbers", op="RangeDataset", input=["start", "stop", "step"])
    mapped = message.node.add(name="mapped", op="MapDataset", input=["numbers"])
    mapped.attr["f"].func.name = doubled.function_def.signature.name
    mapped.attr["Targuments"].list.SetInParent()
    only = message.node.add(name="only", op="DatasetToSingleElement", input=["mapped"])
    for node in (numbers, mapped, only):
        node.attr["output_types"].list.type.append(tf.int64.as_datatype_enum)
        node.attr["output_shapes"].list.shape.add()
    with tf.Graph().as_default(), v1.Session() as session:
        tf.import_graph_def(message, name="")
        assert session.run("only:0") == 6
