"""Records what TensorFlow gives for the programs of tests/graph_forms: their results, and the branches and loops in their graphs.

/path/to/python-with-tensorflow-2.15 scripts/record_graph_forms.py
"""

import numpy as np
from recording import DATA, write_json  # isort: split

import tensorflow as tf
from graph_cases import built, flow, names


def plain(x):
    """An array as lists and numbers that JSON has; texts for bytes."""
    x = np.asarray(x)
    if x.dtype.kind in "OS":
        return {"dtype": "string", "value": np.vectorize(bytes.decode, otypes=[object])(x.astype(object)).tolist()}
    return {"dtype": x.dtype.name, "value": x.tolist()}


def main():
    recorded = {}
    for name in names():
        graph, feeds, results, first = built(tf, name)
        with tf.compat.v1.Session(graph=graph) as session:
            session.run(graph.get_operation_by_name(first))
            values = session.run(results, feeds)
        recorded[name] = {"results": [plain(v) for v in values], "flow": flow(graph.as_graph_def())}
    write_json(DATA / "graph_forms.json", recorded, indent=1, sort_keys=True)


if __name__ == "__main__":
    main()
