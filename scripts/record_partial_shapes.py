"""Record which dtypes and static shapes TensorFlow infers where sizes or ranks of inputs are unknown.

Needs a Python with TensorFlow 2.15; writes tests/data/partial_shapes.json.gz: for the cases of the operations (tests/ops/cases), each
traced with parts of its inputs' shapes unknown (tests/ops/partial.py).
"""

import gzip
import json
import os

import recording  # noqa: F401 - settings of TensorFlow
import tensorflow as tf

from tests.ops import partial


def main():
    found = {}
    for case in partial.chosen_cases():
        whole = partial.outcome(tf, case, {k: list(v.values.shape) for k, v in case.tensors.items()})
        if isinstance(whole, str):
            continue  # not even with known shapes: there is no kernel, or no graph of it
        found[case.id] = partial.outcomes(tf, case)
    text = "{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in found.items()) + "\n}\n"
    beside = partial.FILE.with_name(partial.FILE.name + ".new")
    beside.write_bytes(gzip.compress(text.encode(), mtime=0))
    os.replace(beside, partial.FILE)
    print(len(found), "cases,", sum(map(len, found.values())), "choices")


if __name__ == "__main__":
    main()
