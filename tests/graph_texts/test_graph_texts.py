"""Texts of graphs are TensorFlow's: those of whole programs, and of single operations."""

import zlib

import pytest

import tfshim as tf
from tests.graph_texts import texts

# What has another text yet: gradients, composites with names of their own, reads of rows of variables.
_OTHERWISE = frozenset("graph_linear_regression graph_linspace graph_embedding function_keras_embedding".split())
_LEAST = 84
_SHARE = 30  # of the cases of operations one in so many is compared here; scripts/record_graph_texts.py --compare takes all


@pytest.mark.parametrize("name", texts.names())
def test_programs(name):
    assert texts.same(texts.of_program(tf, name), texts.recorded()["programs"][name]) is (name not in _OTHERWISE)


def test_operations():
    cases, wanted = texts.cases(), texts.recorded()["cases"]
    chosen = [k for k in wanted if not zlib.crc32(k.encode()) % _SHARE]
    equal = [k for k in chosen if _digest(cases[k]) == wanted[k]]
    assert len(equal) >= _LEAST, f"{len(equal)} of {len(chosen)}"


def _digest(case):
    try:
        return texts.digest(texts.of_case(tf, case))
    except Exception as error:  # noqa: BLE001 - which is another outcome than TensorFlow's
        return str(error)


def test_names_that_programs_ask_for():
    """Every tensor that a node shows as input is one of the graph, by its name."""
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [2, 3], name="x")
        w = tf.Variable(tf.ones([3, 3]), name="w")
        y = tf.matmul(x, w) + tf.reduce_sum(tf.matmul(x, w), axis=0)
        assert [t.name for t in y.op.inputs] == ["MatMul:0", "Sum:0"]
        assert [t.name for t in graph.get_operation_by_name("MatMul_1").inputs] == ["x:0", "MatMul_1/ReadVariableOp:0"]
        for node in graph.get_operations():
            for t in node.inputs:
                assert graph.get_tensor_by_name(t.name) is t
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            read, product = session.run(["MatMul_1/ReadVariableOp:0", "MatMul_1:0"], {x: [[1.0, 2.0, 3.0]] * 2})
    assert read.tolist() == [[1.0] * 3] * 3 and product.tolist() == [[6.0] * 3] * 2


def test_inputs_of_a_function_s_nodes():
    v = tf.Variable(2.0)

    @tf.function
    def f(x):
        return x * v + 1

    graph = f.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    nodes = {o.name: [t.name for t in o.inputs] for o in graph.get_operations()}
    assert nodes["mul"] == ["x:0", "mul/ReadVariableOp:0"] and nodes["add"] == ["mul:0", "add/y:0"]
