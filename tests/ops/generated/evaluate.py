"""Evaluating a generated call in one library, and comparing what it gives with what was recorded."""

import math
import operator
import warnings

import numpy as np

from tests.ops.snapshot import compare, snapshot


def names(tf):
    """What the text of a call may use."""

    def stored(dtype):
        return object if dtype == "string" else np.dtype(getattr(tf, dtype).as_numpy_dtype)

    def array(value, dtype, shape=None):
        made = np.array(value, stored(dtype))
        return made if shape is None else made.reshape(shape)

    def tensor(value, dtype, shape=None):
        if dtype == "bfloat16":
            return tf.cast(tf.constant(array(value, "float32", shape)), tf.bfloat16)
        return tf.constant(array(value, dtype, shape), getattr(tf, dtype))

    def seeded(seed, function):
        tf.random.set_seed(seed)
        return function()

    return {"tf": tf, "np": np, "operator": operator, "nan": math.nan, "inf": math.inf, "t": tensor, "a": array, "seeded": seeded}


def outcome(tf, scope, text):
    """Plain data for what a call gives: a snapshot of the value, or the class of the exception."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            value = eval(text, scope)
        except Exception as error:
            return {"error": type(error).__name__}, str(error)
        try:
            return snapshot(tf, value), ""
        except Exception as error:
            return {"kind": f"unreadable {type(value).__name__}"}, str(error)


def difference(got, want, tol=1.0):
    """How two outcomes differ, as (sort of difference, text), or None."""
    if "error" in got or "error" in want:
        if got.get("error") == want.get("error"):
            return None
        if "error" in got and "error" in want:
            return "class", f"raises {got['error']}, expected {want['error']}"
        if "error" in got:
            return "raises", f"raises {got['error']}, expected a {want['kind']}"
        return "answers", f"gives a {got['kind']}, expected {want['error']}"
    text = compare(got, want, tol)
    if text is None:
        return None
    return ("dtype" if ": dtype is" in text else "shape" if ": shape is" in text else "value"), text
