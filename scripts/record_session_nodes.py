"""Record the nodes of programs of TensorFlow 1: tests/data/session_nodes.json.gz. Run with a Python that has TensorFlow."""

import gzip
import json

import recording
import tensorflow as tf

from tests.summary.session_cases import behavior, cases, described


def main():
    record = {}
    for name, program in cases(tf).items():
        tf.keras.backend.clear_session()
        with behavior(tf, name), tf.Graph().as_default() as graph:
            program()
            record[name] = described(graph.as_graph_def())
    with gzip.GzipFile(recording.DATA / "session_nodes.json.gz", "wb", mtime=0) as file:
        file.write(json.dumps(record).encode())
    print(f"{len(record)} cases")


if __name__ == "__main__":
    main()
