"""Programs as GraphDefs: read again they give TensorFlow's results, and their branches and loops are written as TensorFlow writes them."""

import sys
from pathlib import Path

import numpy as np
import pytest

import tfshim as tf
from tests.graph_forms.comparing import expected, recorded, same
from tfshim.engine.graphs.own_nodes import ATTRIBUTE

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from graph_cases import built, flow, names  # noqa: E402 - shared with the programs that record

v1 = tf.compat.v1
# What is written otherwise than TensorFlow does: tf.Assert is no branch around a check here, and a loop that may be left holds fewer.
_OTHERWISE = ("assert", "while_break")


@pytest.fixture(scope="module")
def graphs():
    return {name: built(tf, name) for name in names()}


@pytest.mark.parametrize("name", names())
def test_read_again(graphs, name):
    graph, feeds, results, first = graphs[name]
    message = v1.GraphDef.FromString(graph.as_graph_def().SerializeToString())
    with tf.Graph().as_default() as g, v1.Session() as session:
        tf.import_graph_def(message, name="")
        session.run(g.get_operation_by_name(first))
        assert same([np.asarray(x) for x in session.run(results, feeds)], expected(name))


@pytest.mark.parametrize("name", names())
def test_nothing_is_ours_alone(graphs, name):
    message = graphs[name][0].as_graph_def()
    nodes = [*message.node, *(n for f in message.library.function for n in f.node_def)]
    assert [n.op for n in nodes if ATTRIBUTE in n.attr and n.op not in ("IdentityN", "PartitionedCall", "StatefulPartitionedCall")] == []


@pytest.mark.parametrize("name", [n for n in names() if recorded()[n]["flow"] and n not in _OTHERWISE])
def test_branches_and_loops(graphs, name):
    found, wanted = flow(graphs[name][0].as_graph_def()), recorded()[name]["flow"]
    assert [f[0] for f in found] == [w[0] for w in wanted]
    for (_, _, attributes), (_, _, theirs) in zip(found, wanted):
        assert set(theirs) - {"_output_shapes", "_lower_using_switch_merge", "_stateful_parallelism"} <= set(attributes)


def test_loops_that_were_read_take_from_outside_what_they_do_not_change():
    """So they run on numbers, as loops that are traced here do; and written once more they are TensorFlow's again."""

    @tf.function
    def f(n, x):
        y = x * 0.0
        for _ in tf.range(n):
            y = y + x
        return y

    with tf.Graph().as_default() as graph:
        f(v1.placeholder(tf.int32, [], name="n"), v1.placeholder(tf.float32, [], name="x"))
    message = graph.as_graph_def()
    for _ in range(2):
        with tf.Graph().as_default() as g, v1.Session() as session:
            tf.import_graph_def(message, name="")
            call = next(o for o in g.get_operations() if "PartitionedCall" in o.type)
            assert session.run(call.outputs[0], {"n:0": 5, "x:0": 3.0}) == 15.0
            loop = next(o for o in call.arguments[0]._graph._operations if o.type == "StatelessWhile")
            assert len(loop._argument("input")) < len(loop.outputs) == len(loop._argument("input")) + len(loop._argument("kept"))
            message = g.as_graph_def()
