"""The logs behind each page of TensorBoard hold what TensorFlow's hold (tests/data/board_pages.json)."""

import json
from pathlib import Path

import pytest

import tfshim as tf
from tests import after_torch
from tests.summary.board_events import told

ROOT = Path(__file__).resolve().parent.parent.parent
RECORD = json.loads((ROOT / "tests" / "data" / "board_pages.json").read_text())


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    done = after_torch.tfshim(ROOT / "scripts" / "board_pages.py", folder, cwd=ROOT)
    assert done.returncode == 0 and not done.stdout, done.stdout + done.stderr
    return told(folder)


def test_the_same_runs(ours):
    assert sorted(ours) == sorted(RECORD)


def differing(a, b, place=()):
    """(place, a, b) where two nested values differ by more than rounding."""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [found for i, (x, y) in enumerate(zip(a, b)) for found in differing(x, y, (*place, i))]
    same = a == pytest.approx(b, rel=1e-4, abs=1e-5) if isinstance(a, float) and isinstance(b, float) else a == b
    return [] if same else [(place, a, b)]


@pytest.mark.parametrize("run", RECORD)
def test_a_run(ours, run):
    assert differing(ours[run], RECORD[run]) == []


def test_gradients_are_boxes_of_their_operations():
    """As with TensorFlow the graph page shows them under `gradients/NAME_grad`."""
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [None, 3])
        with tf.name_scope("layer"):
            y = tf.nn.relu(tf.matmul(x, tf.ones([3, 2])), name="act")
        tf.compat.v1.gradients(tf.reduce_sum(tf.exp(y, name="e"), name="loss"), x)
        names = {node.name.rpartition("/")[0] for node in graph.as_graph_def().node}
    assert {"gradients/loss_grad", "gradients/e_grad", "gradients/layer/act_grad", "gradients/layer/MatMul_grad"} <= names
