"""Helpers of operations on string tensors, whose storage is an object array of bytes."""

import numpy as np


def boxed(value):
    """The scalar string storage of `value` (bytes)."""
    box = np.empty((), dtype=object)
    box[()] = value
    return box


def mapped(function, strings):
    """`function` applied to each element of an object array."""
    out = np.empty(strings.shape, dtype=object)
    out.reshape(-1)[:] = list(map(function, strings.reshape(-1).tolist()))
    return out
