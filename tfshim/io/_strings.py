"""Helpers of operations on string tensors, whose storage is an object array of bytes."""

import numpy as np

from tfshim.engine.values.text import text_storage


def boxed(value):
    """The scalar string storage of `value` (bytes)."""
    box = np.empty((), dtype=object)
    box[()] = value
    return box


def mapped(function, strings):
    """`function` applied to each element of an object array."""
    return text_storage(list(map(function, strings.reshape(-1).tolist())), strings.shape)
