"""Record what TensorFlow makes of functions with branches, loops and calls where it puts constants for their variables.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_lowered_graphs.py
writes tests/data/lowered_graphs.json.gz: of each program of tests/tf1/lowered_programs.py the GraphDef of the traced function, the
values of its variables by the names of the handles' placeholders, the frozen GraphDef with lowered control flow, and what the frozen
function gives for the inputs.
"""

import base64
import gzip
import json

import recording  # noqa: F401 - settings of TensorFlow  # isort: split
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2_as_graph

from tests.tf1 import lowered_programs

TARGET = recording.DATA / "lowered_graphs.json.gz"


def plain(message):
    """A message as text, without what depends on the machine or is not compared."""
    for node in (*message.node, *(n for f in message.library.function for n in f.node_def)):
        for key in ("_class", "_construction_context", "config_proto"):
            node.attr.pop(key, None)
    return base64.b64encode(message.SerializeToString(deterministic=True)).decode()


def recorded(name):
    """What is kept of one program."""
    function, inputs, _held = lowered_programs.traced(tf, name)
    held = {inner.op.name: v.numpy() for v in function.graph.variables for outer, inner in function.graph.captures if outer is v.handle}
    made = {
        "graph": plain(function.graph.as_graph_def()),
        "fetches": [t.op.name for t in (*function.inputs, *function.outputs)],
        "values": {key: base64.b64encode(tf.make_tensor_proto(v).SerializeToString()).decode() for key, v in held.items()},
    }
    frozen, message = convert_variables_to_constants_v2_as_graph(function)
    made["lowered"] = plain(message)
    made["gives"] = [[x.numpy().tolist() for x in frozen(*map(tf.constant, given))] for given in inputs]
    return made


def main():
    """Write the file."""
    found = {}
    for name in lowered_programs.NAMES:
        print(name, flush=True)
        found[name] = recorded(name)
    TARGET.write_bytes(gzip.compress(json.dumps(found, indent=0).encode(), mtime=0))


if __name__ == "__main__":
    main()
