"""Programs of TensorFlow 1 that TensorBoard shows are the nodes that TensorFlow has (tests/data/session_nodes.json.gz)."""

import gzip
import json
from pathlib import Path

import pytest

import tfshim as tf
from tests.grouping import in_groups
from tests.summary.session_cases import behavior, cases, described
from tests.summary.test_gradient_nodes import shown

RECORD = json.loads(gzip.decompress((Path(__file__).parent.parent / "data" / "session_nodes.json.gz").read_bytes()))
CASES = cases(tf)


@in_groups("name", sorted(CASES))
def test_nodes(name, tmp_path_factory):
    tf.keras.backend.clear_session()
    with behavior(tf, name), tf.Graph().as_default() as graph:
        CASES[name]()
        assert described(shown(graph, tmp_path_factory.mktemp("graph"))) == RECORD[name]


@pytest.mark.parametrize("name", ["loss weighted", "decay cosine with restarts", "decay pieces", "optimizer ftrl", "adversaries"])
def test_read_again(name):
    """What programs write for themselves runs, with the operations that are recorded here."""
    with tf.Graph().as_default() as graph:
        CASES[name]()
        message = graph.as_graph_def()
    with tf.Graph().as_default() as again:
        tf.import_graph_def(message, name="")
        assert {n.name for n in message.node} <= {o.name for o in again.get_operations()}


@pytest.mark.parametrize("along", ["map_fn", "foldl"])
def test_gradients_along_rows(along, tmp_path):
    """Pages show how what is trained depends on a loop over rows."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x, w = v1.placeholder(tf.float32, [3, 4]), v1.get_variable("w", [4])
        y = tf.map_fn(lambda row: row * w, x) if along == "map_fn" else tf.foldl(lambda state, row: state + row * w, x)
        v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))
        nodes = {n.name: n for n in shown(graph, tmp_path).node}
    waiting = [next(n for n in nodes.values() if n.op.endswith("ApplyGradientDescent")).input[2]]
    seen = set()
    while waiting:
        name = waiting.pop().lstrip("^").partition(":")[0]
        if name not in seen:
            seen.add(name)
            waiting.extend(nodes[name].input)
    assert "gradients/Sum_grad/Tile" in seen


def test_places_and_frames(tmp_path):
    """Nodes of a loop say with which others they are placed, and in which frame they run."""
    tf.keras.backend.clear_session()
    with behavior(tf, "descended"), tf.Graph().as_default() as graph:
        CASES["descended"]()
        nodes = {n.name: n for n in shown(graph, tmp_path).node}
    placed = {
        "while/Switch_1": b"loc:@while/Merge_1",
        "gradients/while/Merge_1_grad/Switch": b"loc:@gradients/while/Switch_1_grad/b_switch",
        "gradients/while/matmul_grad/tuple/control_dependency": b"loc:@gradients/while/matmul_grad/MatMul",
        "gradients/while/Tanh_grad/TanhGrad/f_acc": b"loc:@while/Tanh",
    }
    assert {name: nodes[name].attr["_class"].list.s[:] for name in placed} == {name: [place] for name, place in placed.items()}
    assert nodes["gradients/b_count_1"].attr["frame_name"].s == b"gradients/while/while_context"
