"""Steps of training that TensorBoard shows are the nodes that TensorFlow has (tests/data/step_nodes.json.gz)."""

import gzip
import json
from pathlib import Path

from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.compat.proto import graph_pb2

import tfshim as tf
from tests.grouping import in_groups
from tests.summary import statement_cases
from tests.summary.step_cases import cases, described, fits

RECORD = json.loads(gzip.decompress((Path(__file__).parent.parent / "data" / "step_nodes.json.gz").read_bytes()))
CASES, FITS, STATEMENTS = cases(tf), fits(tf), statement_cases.statements(tf)


def shown(graph, folder):
    """What `tf.summary.graph` writes for a page."""
    writer = tf.summary.create_file_writer(str(folder))
    with writer.as_default():
        tf.summary.graph(graph)
    writer.close()
    (file,) = folder.iterdir()
    (event,) = (e for e in EventFileLoader(str(file)).Load() if e.WhichOneof("what") == "graph_def")
    return graph_pb2.GraphDef.FromString(event.graph_def)


def compared(nodes, name):
    """`nodes` without what the ways back of recurrences take: the loops in them keep other values than TensorFlow's."""
    return [[n, op, None if op == "PartitionedCall" and name.startswith("recurrent") else given] for n, op, given in nodes]


@in_groups("name", sorted(CASES))
def test_nodes(name, tmp_path_factory):
    tf.keras.backend.clear_session()
    found = described(shown(CASES[name](), tmp_path_factory.mktemp("graph")))
    assert compared(found, name) == compared(RECORD[name], name)


@in_groups("name", sorted(FITS))
def test_nodes_of_fit(name, tmp_path_factory):
    tf.keras.backend.clear_session()
    assert described(FITS[name](tmp_path_factory.mktemp("trace"))) == RECORD[name]


@in_groups("name", sorted(STATEMENTS))
def test_nodes_of_statements(name, tmp_path_factory):
    found = statement_cases.described(shown(STATEMENTS[name](), tmp_path_factory.mktemp("graph")))
    assert found == RECORD[name]
