"""Gradients that TensorBoard shows in graphs of TensorFlow 1 are the nodes that TensorFlow has (tests/data/gradient_nodes.json.gz)."""

import gzip
import json
from pathlib import Path

from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from tensorboard.compat.proto import graph_pb2

import tfshim as tf
from tests.grouping import in_groups
from tests.summary.gradient_cases import cases, nodes, run_name, shapes_of

RECORD = json.loads(gzip.decompress((Path(__file__).parent.parent / "data" / "gradient_nodes.json.gz").read_bytes()))
CASES = cases(tf)


def shown(graph, folder):
    tf.compat.v1.summary.FileWriter(str(folder), graph).close()
    (file,) = folder.iterdir()
    (event,) = (e for e in EventFileLoader(str(file)).Load() if e.WhichOneof("what") == "graph_def")
    return graph_pb2.GraphDef.FromString(event.graph_def)


@in_groups("name", sorted(CASES))
def test_nodes(name, tmp_path_factory):
    for kind, shape in shapes_of(name):
        with tf.Graph().as_default() as graph:
            x = tf.compat.v1.placeholder(tf.float32, shape, name="x")
            tf.gradients(CASES[name](x), x)
            message = shown(graph, tmp_path_factory.mktemp("graph"))
        assert nodes(message) == RECORD[run_name(name, kind)]
        # Edges are labelled with these.
        assert all("_output_shapes" in n.attr for n in message.node if n.op != "NoOp")
