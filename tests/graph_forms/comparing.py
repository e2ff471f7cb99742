"""Recorded results of the programs, and whether others are the same."""

import functools
import json
from pathlib import Path

import numpy as np

_DATA = Path(__file__).resolve().parent.parent / "data" / "graph_forms.json"


@functools.cache
def recorded():
    """{name of a program: what TensorFlow gave}"""
    return json.loads(_DATA.read_text())


def expected(name):
    """The recorded arrays of a program."""
    made = []
    for r in recorded()[name]["results"]:
        text = r["dtype"] == "string"
        made.append(np.vectorize(str.encode, otypes=[object])(r["value"]) if text else np.array(r["value"], r["dtype"]))
    return made


def same(found, wanted):
    """Whether arrays are equal, numbers of floating point to rounding."""
    if len(found) != len(wanted):
        return False
    for a, b in zip(map(np.asarray, found), wanted):
        if a.shape != b.shape or a.dtype != b.dtype and a.dtype.kind not in "OS":
            return False
        if not (np.allclose(a, b, 1e-5, 1e-6) if b.dtype.kind == "f" else np.array_equal(a, b)):
            return False
    return True
