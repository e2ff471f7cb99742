"""Record the nodes of steps of training: tests/data/step_nodes.json.gz. Run with a Python that has TensorFlow."""

import gzip
import json
import tempfile

import recording
import tensorflow as tf

from tests.summary import statement_cases
from tests.summary.step_cases import cases, described, fits


def main():
    record = {}
    for name, function in cases(tf).items():
        tf.keras.backend.clear_session()
        record[name] = described(function().as_graph_def())
    for name, function in fits(tf).items():
        tf.keras.backend.clear_session()
        record[name] = described(function(tempfile.mkdtemp()))
    for name, function in statement_cases.statements(tf).items():
        record[name] = statement_cases.described(function().as_graph_def())
    with gzip.GzipFile(recording.DATA / "step_nodes.json.gz", "wb", mtime=0) as file:
        file.write(json.dumps(record).encode())
    print(f"{len(record)} cases")


if __name__ == "__main__":
    main()
