"""Record what Keras 2.15 gives for the layers in tests/keras/layer_cases.py.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_layers.py [CASE ...]
Weights, outputs, configurations and masks go to tests/data/keras_layers.json, from which the tests compare.
"""

import json
import sys

import numpy as np
from recording import DATA, write_rows

from tests.keras.layer_cases import CASES, observe

TARGET = DATA / "keras_layers.json"


def main(wanted):
    import tensorflow as tf

    found = json.loads(TARGET.read_text()) if TARGET.exists() else {}
    scope = {"tf": tf, "L": tf.keras.layers, "np": np}
    names = [name for name, _, _ in CASES]
    found = {k: v for k, v in found.items() if k in names}
    for name, expression, spec in CASES:
        if name in found and found[name]["expression"] == [expression, str(spec)] and name not in wanted:
            continue
        try:
            found[name] = {"expression": [expression, str(spec)], **observe(expression, spec, scope)}
        except Exception as e:
            print(f"{name}: {type(e).__name__}: {str(e)[:300]}")
    write_rows(TARGET, found)
    print(f"{len(found)} layers")


if __name__ == "__main__":
    main(sys.argv[1:])
