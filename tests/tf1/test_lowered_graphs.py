"""Functions with constants for their variables, whose branches, loops and calls are lowered as TensorFlow does it."""

import base64
import functools
import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import tfshim as tf
from tests.tf1 import lowered_programs
from tfshim.compat.v1.graphs.freezing import convert_variables_to_constants_v2, convert_variables_to_constants_v2_as_graph
from tfshim.compat.v1.graphs.frozen_functions import FrozenGraph
from tfshim.compat.v1.graphs.inlining import inlined

v1 = tf.compat.v1
DATA = Path(__file__).parent.parent / "data" / "lowered_graphs.json.gz"


@functools.cache
def recorded():
    return json.loads(gzip.decompress(DATA.read_bytes()))


def graph(text):
    return v1.GraphDef.FromString(base64.b64decode(text))


def outline(message):
    """{name: (type, inputs, attributes)} of the nodes, in which places count for nothing."""
    made = {}
    for node in message.node:
        data = [text.removesuffix(":0") for text in node.input if not text.startswith("^")]
        controls = {text for text in node.input if text.startswith("^")}
        attributes = {key: value.SerializeToString(deterministic=True) for key, value in node.attr.items() if key[0] != "_" and key != "f"}
        if node.op == "Const":  # which may be written in several ways
            value = tf.make_ndarray(node.attr["value"].tensor)
            attributes["value"] = value.dtype, value.shape, value.tolist()
        made[node.name] = node.op, data, controls, attributes
    return made


@pytest.mark.parametrize("name", lowered_programs.NAMES)
def test_nodes_are_those_of_tensorflow(name):
    given = recorded()[name]
    message = inlined(graph(given["graph"]), given["fetches"])
    to_tensor = type(tf.make_tensor_proto(0)).FromString
    FrozenGraph(message).freeze({k: tf.constant(tf.make_ndarray(to_tensor(base64.b64decode(v)))) for k, v in given["values"].items()})
    found, wanted = outline(message), outline(graph(given["lowered"]))
    assert sorted(found) == sorted(wanted)
    for key, node in wanted.items():
        assert found[key] == node, key
    places = {n.name: i for i, n in enumerate(message.node)}
    for node in message.node:
        assert node.op == "Merge" or all(places[text.lstrip("^").split(":")[0]] < places[node.name] for text in node.input)


def gives(function, inputs):
    return [[np.asarray(x).tolist() for x in function(*map(tf.constant, given))] for given in inputs]


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("name", lowered_programs.NAMES)
def test_values(name, lower):
    function, inputs, _held = lowered_programs.traced(tf, name)
    frozen, message = convert_variables_to_constants_v2_as_graph(function, lower_control_flow=lower)
    kinds = {n.op for n in message.node}
    left = {"StatefulPartitionedCall", "PartitionedCall"} & kinds
    assert bool(left) == (name == "kept_call")
    if lower:
        assert not kinds & {"If", "StatelessIf", "While", "StatelessWhile", "Case", "StatelessCase"}
    assert not kinds & {"ReadVariableOp", "ResourceGather", "ResourceGatherNd", "VarHandleOp"}
    wanted = recorded()[name]["gives"]
    for found, expected in zip(gives(frozen, inputs), wanted, strict=True):
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5)


@pytest.mark.parametrize("name", lowered_programs.NAMES)
def test_graphs_that_tensorflow_lowered(name):
    given = recorded()[name]
    _, inputs, _held = lowered_programs.traced(tf, name)
    names = [n.name for n in graph(given["graph"]).node if n.op == "Placeholder" and n.name not in given["values"]]
    outputs = [f"{n}:0" for n in given["fetches"] if n.startswith("Identity")]
    with tf.Graph().as_default() as made, v1.Session() as session:
        tf.import_graph_def(graph(given["lowered"]), name="")
        again = v1.GraphDef.FromString(made.as_graph_def().SerializeToString())
        for values, wanted in zip(inputs, given["gives"], strict=True):
            found = session.run(outputs, {f"{n}:0": v for n, v in zip(names, values, strict=True)})
            for a, b in zip(found, wanted, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-5)
    assert {n.name: n.op for n in again.node}.items() >= {n.name: n.op for n in graph(given["lowered"]).node}.items()


def test_calls_that_are_marked_are_taken_apart_where_asked():
    function, inputs, _held = lowered_programs.traced(tf, "kept_call")
    frozen = convert_variables_to_constants_v2(function, aggressive_inlining=True)
    assert "StatefulPartitionedCall/mul" in {o.name for o in frozen.graph.get_operations()}
    assert gives(frozen, inputs) == recorded()["kept_call"]["gives"]


def test_tables_stay():
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1.0, 2.0]), -1.0)
    w = tf.Variable(3.0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def f(words):
        return tf.cond(tf.size(words) > 1, lambda: table.lookup(words) * w, lambda: table.lookup(words))

    frozen = convert_variables_to_constants_v2(f.get_concrete_function())
    assert frozen(tf.constant(["b", "c"]))[0].numpy().tolist() == [6.0, -3.0]
    assert frozen(tf.constant(["b"]))[0].numpy().tolist() == [2.0]


def test_gradients_of_variables_in_loops():
    w = tf.Variable(1.5)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)])
    def f(x, n):
        with tf.GradientTape() as tape:
            y = tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, tf.sin(y) * w), [0, x])[1]
        return tape.gradient(y, w)

    frozen = convert_variables_to_constants_v2(f.get_concrete_function())
    for n in (0, 3):
        assert frozen(tf.constant([1.0, 2.0]), tf.constant(n))[0].numpy() == pytest.approx(f(tf.constant([1.0, 2.0]), n).numpy(), rel=1e-5)
