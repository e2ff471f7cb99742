"""Incomplete functions of many numbers, which are computed piece by piece, beside those of few."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.math import _incomplete


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_pieces_have_the_numbers_of_few(dtype):
    rng = np.random.default_rng(3)
    count = 2 * _incomplete._PIECE + 5
    a, b = np.exp(rng.uniform(-3, 4, (2, count))).astype(dtype)
    x = np.maximum(rng.beta(a, b).astype(dtype), 1e-30)  # programs take denormal numbers for 0
    a[:4], b[4:6], x[6:12] = [0, -1, np.nan, np.inf], [0, -2], [0, 1, -0.5, 1.5, np.nan, 0.5]
    few = np.concatenate([tf.math.betainc(*(t[at : at + 9000] for t in (a, b, x))) for at in range(0, count, 9000)])
    # Pieces end where others do, and all numbers of one are computed until the last of them is exact.
    np.testing.assert_allclose(tf.math.betainc(a, b, x), few, rtol=1e-6 if dtype == "float32" else 1e-12, equal_nan=True)
    np.testing.assert_allclose(tf.function(tf.math.betainc)(a, b, x), few, rtol=1e-6 if dtype == "float32" else 1e-12)


def test_arguments_are_broadcast_before_they_are_cut():
    x = np.linspace(0, 1, 2 * _incomplete._PIECE + 5)
    # The distribution of the smaller of two uniform numbers.
    np.testing.assert_allclose(tf.math.betainc(np.float64(1), np.float64(2), x), 1 - (1 - x) ** 2, atol=1e-14)


def test_slopes_of_many_numbers():
    x = tf.constant(np.linspace(0.01, 0.99, 2 * _incomplete._PIECE))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.betainc(tf.ones_like(x), 2 * tf.ones_like(x), x)
    np.testing.assert_allclose(tape.gradient(y, x), 2 * (1 - x), rtol=1e-12)


def test_denominators_of_zero():
    """Where a convergent has none, Lentz's method goes on."""
    a, b, x = (np.full(3, v) for v in (1.0, 3.0, 0.5))  # 1 - (a + b) x / (a + 1) is 0
    fraction = _incomplete._beta_fraction(*(tf.constant(v)._t for v in (a, b, x)), 1e-15)
    guarded = _incomplete._guarded_fraction(*(tf.constant(v)._t for v in (a, b, x)))
    np.testing.assert_allclose(fraction, guarded, rtol=1e-14)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_slopes_by_the_first_parameter(dtype, monkeypatch):
    rng = np.random.default_rng(4)
    count = _incomplete._PIECE + 5
    a = np.exp(rng.uniform(-3, 5, count))
    x = a * rng.uniform(0.1, 3, count)
    step = 1e-6 * a
    values = (np.asarray(tf.math.igamma(a + step, x)) - np.asarray(tf.math.igamma(a - step, x))) / (2 * step)
    checks, converged = [], _incomplete._converged
    monkeypatch.setattr(_incomplete, "_converged", lambda *args: checks.append(1) or converged(*args))
    made = tf.raw_ops.IgammaGradA(a=tf.constant(a, dtype), x=tf.constant(x, dtype)).numpy()
    np.testing.assert_allclose(made, values, rtol=1e-4, atol=1e-6)
    # They end where nothing changes any more, not after all the steps there are.
    assert len(checks) < _incomplete._STEPS / _incomplete._CHECK_EVERY
    few = np.concatenate([tf.raw_ops.IgammaGradA(a=a[i : i + 9000].astype(dtype), x=x[i : i + 9000].astype(dtype)) for i in (0, 9000)])
    np.testing.assert_allclose(made, few, rtol=1e-6 if dtype == "float32" else 1e-12)


def test_slopes_outside_of_what_is_defined():
    made = tf.raw_ops.IgammaGradA(a=[0.0, -1.0, 2.0, np.nan, 2.0, np.inf], x=[1.0, 1.0, -1.0, 1.0, np.inf, 1.0])
    assert np.isnan(made).all() and tf.raw_ops.IgammaGradA(a=tf.zeros([0, 2]), x=1.0).shape == (0, 2)
