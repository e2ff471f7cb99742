"""Convolutions and pools of volumes: the ways that are faster agree with torch's kernels."""

import numpy as np
import pytest

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.nn.windows import correlation, pools, volumes


def _random(*shape):
    return np.random.default_rng(0).normal(size=shape)


_ONES = (1, 1, 1)


@pytest.mark.parametrize(
    "strides, dilations",
    [(_ONES, _ONES), ((2, 2, 2), _ONES), ((1, 2, 1), _ONES), ((2, 1, 1), _ONES), (_ONES, (2, 1, 1)), (_ONES, (1, 2, 2))],
)
@pytest.mark.parametrize("window", [(1, 1, 1), (1, 3, 2), (3, 1, 1)])
def test_filters_of_one_or_two_axes(window, strides, dilations, monkeypatch):
    x, w = tf.constant(_random(2, 5, 6, 7, 4)), tf.constant(_random(*window, 4, 6))
    for padding in ("SAME", "VALID"):

        def convolved(x, w, padding=padding):
            return tf.nn.conv3d(x, w, [1, *strides, 1], padding, dilations=[1, *dilations, 1])

        found = values_and_derivatives(convolved, x, w)
        with monkeypatch.context() as patch:
            patch.setattr(correlation, "_as_images", lambda *_: None)
            expected = values_and_derivatives(convolved, x, w)
        for f, e in zip(found, expected, strict=True):
            np.testing.assert_allclose(f, e, atol=1e-9)


def test_groups_biases_and_empty_batches_of_such_filters():
    x, w = _random(2, 3, 4, 5, 4).astype("float32"), _random(1, 3, 3, 2, 6).astype("float32")
    layer = tf.keras.layers.Conv3D(6, (1, 3, 3), padding="same", groups=2, weights=[w, np.arange(6.0)])
    planes = tf.keras.layers.Conv2D(6, 3, padding="same", groups=2, weights=[w[0], np.arange(6.0)])
    np.testing.assert_allclose(layer(x)[:, 1], planes(x[:, 1]), rtol=1e-5, atol=1e-5)
    assert layer(x[:0]).shape == (0, 3, 4, 5, 6)


def _means(x, window, counts):
    """The windows one by one."""
    made = np.empty((x.shape[0], *counts, x.shape[4]), x.dtype)
    for at in np.ndindex(*counts):
        i, j, k = (slice(n * size, (n + 1) * size) for n, size in zip(at, window))
        made[(slice(None), *at)] = x[:, i, j, k].mean((1, 2, 3))
    return made


@pytest.mark.parametrize("window", [(2, 2, 2), (1, 2, 2), (3, 1, 2), (2, 2, 3)])
def test_means_of_windows_side_by_side(window, monkeypatch):
    x = _random(2, 6, 6, 7, 4).astype("float32")
    counts = [n // k for n, k in zip(x.shape[1:4], window)]

    def pooled(x):
        return tf.nn.avg_pool3d(x, window, window, "VALID")

    expected = values_and_derivatives(pooled, tf.constant(x))
    np.testing.assert_allclose(expected[0], _means(x, window, counts), rtol=1e-5, atol=1e-6)
    calls, summed = [], volumes.MeanOfSideBySide.apply
    monkeypatch.setattr(volumes.MeanOfSideBySide, "apply", lambda *given: calls.append(1) or summed(*given))
    monkeypatch.setattr(pools, "_LARGE", 1)
    for f, e in zip(values_and_derivatives(pooled, tf.constant(x)), expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-4, atol=1e-5)
    assert calls


@pytest.mark.parametrize("strides", [1, 2])
def test_a_gradient_that_is_not_finite_reaches_the_largest_alone(strides):
    x = _random(1, 4, 4, 4, 2).astype("float32")

    def gradient(of_first):
        given = tf.constant(x)
        with tf.GradientTape() as tape:
            tape.watch(given)
            y = tf.nn.max_pool3d(given, 2, strides, "VALID")
        grad = np.ones(y.shape, "float32")
        grad[0, 0, 0, 0, 0] = of_first
        return tape.gradient(y, given, grad).numpy()

    largest = x[0, :2, :2, :2, 0] == x[0, :2, :2, :2, 0].max()
    expected = gradient(1)
    expected[0, :2, :2, :2, 0][largest] = np.inf
    np.testing.assert_array_equal(gradient(np.inf), expected)
