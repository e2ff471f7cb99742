"""The order of many elements, against torch's stable sort, and what follows from it."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.vectorized import sorted_keys

_RNG = np.random.RandomState(0)


def _floats():
    x = _RNG.randn(3, 700).astype("float32")
    x[0, ::7], x[0, 1] = np.nan, -np.nan
    x[1, ::3], x[1, ::5] = 0.0, -0.0
    x[2, ::4], x[2, ::9] = np.inf, -np.inf
    return x


CASES = {
    "floats": _floats(),
    "few integers": _RNG.randint(-5, 5, (4, 500)),
    "int32": _RNG.randint(-(1 << 31), 1 << 31, (2, 500)).astype("int32"),
    "int8": _RNG.randint(-5, 5, 1000).astype("int8"),
    "uint8": _RNG.randint(0, 255, 1000).astype("uint8"),
    "bool": _RNG.randint(0, 2, 1000).astype(bool),
}


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_places(case, descending):
    x = torch.from_numpy(CASES[case])
    assert sorted_keys.suits(x)
    expected = torch.sort(x, dim=-1, descending=descending, stable=True).indices
    assert np.array_equal(sorted_keys.places(x.numpy(), descending), expected)


def test_far_apart():
    assert sorted_keys.places(np.array([-(1 << 62), 1 << 62, 0])) is None
    x = _RNG.randint(-(1 << 63), (1 << 63) - 1, 300)
    assert tf.sort(x).numpy().tolist() == sorted(x.tolist())
    assert tf.unique(x).y.numpy().tolist() == list(dict.fromkeys(x.tolist()))


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_sorted_integers(dtype):
    x = _RNG.randint(-100, 100, (2, 300)).astype(dtype)
    made = tf.sort(x)
    assert made.dtype == dtype and np.array_equal(made, np.sort(x)) and np.array_equal(tf.sort(x, direction="DESCENDING"), -np.sort(-x))


def test_gradient_of_sorted_floats():
    x = tf.constant(CASES["floats"][2:])
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = tf.reduce_sum(tf.sort(x)[:, :10])
    assert tape.gradient(total, x).numpy().sum() == 10


@pytest.mark.parametrize("dtype", ["int32", "float32"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_many_places_among_many(dtype, side):
    row, wanted = np.sort(_RNG.randint(0, 99, 400)).astype(dtype), _RNG.randint(-9, 109, 500).astype(dtype)
    made = tf.searchsorted(row, wanted, side=side)
    assert made.dtype == tf.int32 and np.array_equal(made, np.searchsorted(row, wanted, side))


@pytest.mark.parametrize(("count", "span"), [(300, 10), (5000, 100), (5000, 4000), (5000, 1 << 40)])
def test_distinct(count, span):
    x = _RNG.randint(-span, span, count)
    y, index, counts = tf.unique_with_counts(x)
    places = {v: i for i, v in enumerate(dict.fromkeys(x.tolist()))}
    assert y.numpy().tolist() == list(places) and index.numpy().tolist() == [places[v] for v in x.tolist()]
    assert np.array_equal(counts, np.bincount(index))
