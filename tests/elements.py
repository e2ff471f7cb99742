"""Comparing elements of datasets, and what records are parsed to."""

import numpy as np


def assert_same_element(found, expected):
    """The same tensors or arrays: values, dtypes and shapes."""
    for x, y in zip(found, expected, strict=True):
        x, y = np.asarray(x), np.asarray(y)
        assert x.dtype == y.dtype and x.shape == y.shape
        np.testing.assert_array_equal(x, y)


def assert_same(found, expected):
    """The same elements, one after the other."""
    assert len(found) == len(expected)
    for mine, wanted in zip(found, expected):
        assert_same_element(mine, wanted)
