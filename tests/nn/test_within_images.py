"""Convolutions of small images by what lies within them: the same values and derivatives as by torch's kernels."""

import itertools

import numpy as np
import pytest

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.nn.windows import within_images
from tfshim.nn.windows.correlation import convolve

_GEOMETRIES = list(itertools.product((2, 3, 5), (1, 2), ((5, 6), (7, 5)), ("SAME", [[0, 0], [3, 1], [0, 4], [0, 0]])))


def _random(seed, *shape):
    return tf.constant(np.random.default_rng(seed).uniform(-1, 1, shape), "float32")


@pytest.fixture
def both_ways(monkeypatch):
    """Compare what a function gives by products and by torch's own kernels."""

    def compare(function):
        calls = []
        called = within_images._called
        monkeypatch.setattr(within_images, "_called", lambda *arguments: calls.append(1) or called(*arguments))
        for name, value in {"BLAS_IS_FASTEST": True, "_CHANNELS": 1, "_ROWS": 1, "_SHARE": 1.0}.items():
            monkeypatch.setattr(within_images, name, value)
        found = function()
        assert calls
        del calls[:]
        monkeypatch.setattr(within_images, "BLAS_IS_FASTEST", False)
        expected = function()
        assert not calls
        for f, e in zip(found, expected, strict=True):
            np.testing.assert_allclose(f, e, rtol=1e-4, atol=1e-4 * np.abs(e).max())

    return compare


@pytest.mark.parametrize("window, dilation, sizes, padding", _GEOMETRIES)
def test_convolutions(both_ways, window, dilation, sizes, padding):
    x, w, bias = _random(0, 3, *sizes, 5), _random(1, window, window, 5, 4), _random(2, 4)
    both_ways(
        lambda: values_and_derivatives(lambda x, w, b: tf.nn.bias_add(tf.nn.conv2d(x, w, 1, padding, dilations=dilation), b), x, w, bias)
    )


@pytest.mark.parametrize("window, dilation, sizes, padding", _GEOMETRIES)
def test_transposed_convolutions(both_ways, window, dilation, sizes, padding):
    pads = [(0, 0)] * 4 if padding == "SAME" else padding
    span = 1 if padding == "SAME" else (window - 1) * dilation + 1
    rows, columns = (n + sum(pads[axis]) - span + 1 for axis, n in enumerate(sizes, 1))
    x, w = _random(0, 3, rows, columns, 5), _random(1, window, window, 4, 5)
    both_ways(
        lambda: values_and_derivatives(lambda x, w: tf.nn.conv2d_transpose(x, w, (3, *sizes, 4), 1, padding, dilations=dilation), x, w)
    )


def test_within_functions(both_ways):
    x, w = _random(0, 4, 7, 7, 6), _random(1, 5, 5, 6, 6)

    @tf.function
    def made(x, w):
        with tf.GradientTape() as tape:
            tape.watch((x, w))
            y = tf.nn.relu(tf.nn.conv2d(tf.nn.conv2d_transpose(x, w, (4, 7, 7, 6), 1), w, 1, "SAME"))
            loss = tf.reduce_sum(y**2)
        return y, *tape.gradient(loss, (x, w))

    both_ways(lambda: [t.numpy() for t in made(x, w)])


def test_only_one_gradient(both_ways):
    x, w = _random(0, 4, 4, 4, 6), _random(1, 3, 3, 6, 6)

    def made(which):
        arguments = [x, w]
        with tf.GradientTape() as tape:
            tape.watch(arguments[which])
            loss = tf.reduce_sum(tf.nn.conv2d(*arguments, 1, "SAME") ** 2)
        return [tape.gradient(loss, arguments[which]).numpy()]

    both_ways(lambda: made(0))
    both_ways(lambda: made(1))


def test_jacobians_and_forward_mode(both_ways):
    x, w = _random(0, 2, 3, 3, 2), _random(1, 3, 3, 2, 2)

    def jacobian():
        with tf.GradientTape() as tape:
            tape.watch(w)
            y = tf.nn.conv2d(x, w, 1, "SAME")
        return [tape.jacobian(y, w).numpy()]

    both_ways(jacobian)
    with tf.autodiff.ForwardAccumulator(w, w) as forward:
        y = tf.nn.conv2d(x, w, 1, "SAME")
    np.testing.assert_allclose(forward.jvp(y), y, rtol=1e-5, atol=1e-5)


def test_which_convolutions_are_taken(monkeypatch):
    monkeypatch.setattr(within_images, "BLAS_IS_FASTEST", True)
    calls = []
    called = within_images._called
    monkeypatch.setattr(within_images, "_called", lambda *arguments: calls.append(1) or called(*arguments))

    def taken(sizes, window, channels=128, **others):
        del calls[:]
        tf.nn.conv2d(
            _random(0, 8, *sizes, channels), _random(1, window, window, channels, 128), **{"strides": 1, "padding": "SAME", **others}
        )
        return bool(calls)

    assert taken((3, 3), 3) and taken((7, 7), 5)
    assert not taken((9, 9), 3)  # most windows lie within
    assert not taken((3, 3), 3, padding="VALID")
    assert not taken((3, 3), 3, strides=2)
    assert not taken((3, 3), 3, channels=64)


def test_results_lie_as_others_do(monkeypatch):
    monkeypatch.setattr(within_images, "BLAS_IS_FASTEST", True)
    x, w = _random(0, 8, 4, 4, 128)._t, _random(1, 3, 3, 128, 128)._t
    assert convolve(x, w, (1, 1), "SAME", False, (1, 1)).is_contiguous()
