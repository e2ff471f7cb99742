"""Record the nodes of gradients in TensorFlow 1's graphs: tests/data/gradient_nodes.json.gz. Run with a Python that has TensorFlow."""

import gzip
import json

import recording
import tensorflow as tf

from tests.summary.gradient_cases import cases, nodes, run_name, shapes_of


def main():
    record = {}
    for name, function in cases(tf).items():
        for kind, shape in shapes_of(name):
            with tf.Graph().as_default() as graph:
                x = tf.compat.v1.placeholder(tf.float32, shape, name="x")
                tf.gradients(function(x), x)
            record[run_name(name, kind)] = nodes(graph.as_graph_def())
    with gzip.GzipFile(recording.DATA / "gradient_nodes.json.gz", "wb", mtime=0) as file:
        file.write(json.dumps(record).encode())
    print(f"{len(record)} cases")


if __name__ == "__main__":
    main()
