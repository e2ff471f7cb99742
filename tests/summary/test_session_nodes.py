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
