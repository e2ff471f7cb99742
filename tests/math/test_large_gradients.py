"""Gradients of means and squares of large tensors, which are computed with fewer passes over memory than by torch."""

import numpy as np
import pytest

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.engine.ops.vectorized import means
from tfshim.math import _squares, comparison


@pytest.fixture
def of_any_size(monkeypatch):
    monkeypatch.setattr(means, "LARGE", 1)
    monkeypatch.setattr(_squares, "LARGE", 1)


def _alike(function, *arrays):
    """The derivatives agree with those of the sums that are written out."""
    return values_and_derivatives(function, *(tf.constant(a, tf.float64) for a in arrays))


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [None, 0, -1, [0, 2], [1, -1], []])
def test_means(axis, keepdims, of_any_size):
    x = np.random.default_rng(0).normal(size=(3, 4, 5))
    axes = tuple(range(3)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    count = np.prod([x.shape[a] for a in axes]) if axes else 1
    found = _alike(lambda x: tf.reduce_mean(x, axis, keepdims), x)
    expected = _alike(lambda x: tf.reduce_sum(x / count, axis, keepdims), x)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-12, atol=1e-15)
    assert np.isnan(tf.reduce_mean(tf.zeros([0, 3])).numpy())


@pytest.mark.parametrize("function, plain", [
    (tf.square, lambda x: x * x),
    (lambda x: tf.reduce_mean(tf.square(x), 1), lambda x: tf.reduce_sum(x * x, 1) / 4),
    (lambda x: tf.math.squared_difference(x, 1.5), lambda x: (x - 1.5) * (x - 1.5)),
    (lambda x: tf.math.squared_difference(x[:, :1], x), lambda x: (x[:, :1] - x) * (x[:, :1] - x)),
])  # fmt: skip
def test_squares(function, plain, of_any_size):
    x = np.random.default_rng(0).normal(size=(3, 4))
    for f, e in zip(_alike(function, x), _alike(plain, x), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-12, atol=1e-14)
    tangents = []
    for compute in (function, plain):
        given = tf.constant(x)
        with tf.autodiff.ForwardAccumulator(given, tf.ones_like(given)) as forward:
            made = compute(given)
        tangents.append(forward.jvp(made).numpy())
    np.testing.assert_allclose(*tangents, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("bad", [1.0, np.nan, -np.inf, np.inf])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("extreme, passes", [(tf.maximum, np.greater_equal), (tf.minimum, np.less_equal)])
def test_extremes_with_a_number(extreme, passes, dtype, bad, monkeypatch):
    monkeypatch.setattr(comparison, "_MANY", 1)
    x = np.array([0.5, np.nextafter(0.5, 1, dtype=dtype), np.nextafter(0.5, 0, dtype=dtype), -2, bad], dtype)
    given = tf.constant(x)
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(given)
        with tf.GradientTape() as tape:
            tape.watch(given)
            y = extreme(given, 0.5)
            total = tf.reduce_sum(y * y * y)
        slope = tape.gradient(total, given)
    np.testing.assert_array_equal(y, getattr(np, extreme.__name__)(x, np.array(0.5, dtype)))
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(slope, np.where(passes(x, 0.5), 3 * x * x, 0), rtol=1e-6)
        np.testing.assert_allclose(outer.gradient(slope, given), np.where(passes(x, 0.5), 6 * x, 0), rtol=1e-6)
