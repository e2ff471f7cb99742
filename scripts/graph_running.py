"""Runs GraphDefs in a real TensorFlow: what scripts/check_graph_defs.py and scripts/check_written_operations.py share.

As a module: `run(python, cases)` gives for each case the arrays that TensorFlow computes, or the text of its error. As a program,
which a Python with TensorFlow 2.15 starts: `graph_running.py CASES RESULTS`.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


class Case:
    """A graph to run. `graph`: the serialized GraphDef; `feeds`: {name: serialized TensorProto}; `fetches`: names of tensors;
    `first`: names of operations to run before."""

    def __init__(self, name: str, graph: bytes, feeds: dict[str, bytes], fetches: list[str], first: tuple[str, ...] = ()) -> None:
        self.name, self.graph, self.feeds, self.fetches, self.first = name, graph, feeds, fetches, first


def run(python: str, cases: list[Case]) -> list[Any]:
    """For each case a list of serialized TensorProtos, or the text of an error."""
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder) / "cases", Path(folder) / "results"
        plain = [(c.name, c.graph, c.feeds, c.fetches, c.first) for c in cases]
        given.write_bytes(pickle.dumps(plain, protocol=4))
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        environment |= {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "CUDA_VISIBLE_DEVICES": ""}
        made = subprocess.run([python, __file__, given, found], env=environment, capture_output=True, text=True, check=False)
        results = [pickle.loads(line) for line in _records(found)] if found.exists() else []
        if len(results) < len(cases):  # a graph may end the process
            reason = f"TensorFlow stopped: {made.stderr[-600:]}"
            rest = cases[len(results) + 1 :]
            results += [reason] + (run(python, rest) if rest else [])
        return results


def _records(path: Path) -> list[bytes]:
    data, at, found = path.read_bytes(), 0, []
    while at < len(data):
        size = int.from_bytes(data[at : at + 8], "little")
        found.append(data[at + 8 : at + 8 + size])
        at += 8 + size
    return found


def _main(given: str, found: str) -> None:
    import tensorflow as tf

    v1 = tf.compat.v1
    v1.logging.set_verbosity(v1.logging.FATAL)
    message = type(tf.make_tensor_proto(0))

    def result(graph: bytes, feeds: dict[str, bytes], fetches: list[str], first: tuple[str, ...]) -> Any:
        try:
            with tf.Graph().as_default() as g, v1.Session() as session:
                tf.import_graph_def(v1.GraphDef.FromString(graph), name="")
                for name in first:
                    session.run(g.get_operation_by_name(name))
                values = {n: tf.make_ndarray(message.FromString(t)) for n, t in feeds.items()}
                return [tf.make_tensor_proto(x).SerializeToString() for x in session.run(fetches, values)]
        except Exception as e:  # whatever it is, it is told
            return f"{type(e).__name__}: {e}"

    with open(found, "wb") as out:
        for _, graph, feeds, fetches, first in pickle.loads(Path(given).read_bytes()):
            data = pickle.dumps(result(graph, feeds, fetches, first), protocol=4)
            out.write(len(data).to_bytes(8, "little") + data)
            out.flush()


if __name__ == "__main__":
    _main(*sys.argv[1:])
