"""Convolutions from and to few channels: the same values and derivatives as by torch's kernels, and only those that are wanted."""

import itertools

import numpy as np
import pytest
import torch

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.engine.runtime.wanted import wanted
from tfshim.nn.windows import correlation, few_channels


def _random(seed, *shape):
    return np.random.default_rng(seed).uniform(-1, 1, shape)


@pytest.fixture(params=["float32", "float64"])
def both_ways(request, monkeypatch):
    """Compare what a function of a dtype gives by the product and by torch's own kernel."""

    def compare(function):
        calls = []
        spread = few_channels._spread
        monkeypatch.setattr(few_channels, "_spread", lambda *arguments: calls.append(1) or spread(*arguments))
        monkeypatch.setattr(few_channels, "_LEAST", 1)
        monkeypatch.setattr(correlation, "_PRODUCT_OF_FEW", 1 << 60)
        monkeypatch.setattr(correlation, "_PRODUCT_OF_PIXELS", 1 << 60)  # where windows of one pixel would go instead
        found = function(request.param)
        assert calls
        del calls[:]
        monkeypatch.setattr(few_channels, "_LEAST", 1 << 60)
        expected = function(request.param)
        assert not calls
        tolerance = 1e-4 if request.param == "float32" else 1e-11
        for f, e in zip(found, expected, strict=True):
            np.testing.assert_allclose(f, e, rtol=tolerance, atol=tolerance * np.abs(e).max())

    return compare


_GEOMETRIES = list(itertools.product((1, 3, 4), (1, 2, 5), (1, 2, 3), ("SAME", "VALID")))


@pytest.mark.parametrize("few, window, stride, padding", _GEOMETRIES)
def test_transposed_convolutions_to_few_channels(both_ways, few, window, stride, padding):
    rows, columns = (n * stride if padding == "SAME" else (n - 1) * stride + window for n in (5, 6))

    def made(dtype):
        x, w = tf.constant(_random(0, 3, 5, 6, 8), dtype), tf.constant(_random(1, window, window, few, 8), dtype)
        return values_and_derivatives(lambda x, w: tf.nn.conv2d_transpose(x, w, (3, rows, columns, few), stride, padding), x, w)

    both_ways(made)


@pytest.mark.parametrize("few, window, stride, padding", _GEOMETRIES)
def test_gradients_of_images_with_few_channels(both_ways, few, window, stride, padding):
    def made(dtype):
        x, w = tf.constant(_random(0, 3, 8, 9, few), dtype), tf.constant(_random(1, window, window, few, 8), dtype)
        bias = tf.constant(_random(2, 8), dtype)
        return values_and_derivatives(lambda x, w, b: tf.nn.bias_add(tf.nn.conv2d(x, w, stride, padding), b), x, w, bias)

    both_ways(made)


def test_within_functions_and_channels_first(both_ways):
    @tf.function
    def made_in_graph(x, w):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            y = tf.nn.conv2d(tf.transpose(x, [0, 3, 1, 2]), w, 1, "VALID", data_format="NCHW")
        return (y, *tape.gradient(y, [x, w]))

    def made(dtype):
        x, w = tf.constant(_random(0, 3, 8, 9, 2), dtype), tf.constant(_random(1, 3, 3, 2, 8), dtype)
        return [t.numpy() for t in made_in_graph(x, w)]

    both_ways(made)


def test_jacobians_and_forward_mode_do_without(monkeypatch):
    monkeypatch.setattr(few_channels, "_LEAST", 1)
    x, w = tf.constant(_random(0, 1, 4, 4, 1), tf.float64), tf.constant(_random(1, 3, 3, 1, 2), tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.conv2d(x, w, 1, "VALID")
    jacobian = tape.jacobian(y, x).numpy().reshape(8, 16)
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as forward:
        y = tf.nn.conv2d(x, w, 1, "VALID")
    np.testing.assert_allclose(forward.jvp(y).numpy().reshape(8), jacobian.sum(1))


def test_only_what_is_wanted_is_computed():
    asked = []

    class Times(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a * b

        @staticmethod
        def backward(ctx, grad):
            asked.append((wanted(ctx, 0), wanted(ctx, 1)))
            return grad, grad

    a, b, constant = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), torch.ones(2)
    inner = a * 2
    y = Times.apply(inner, b).sum()
    for inputs in ([b], [a], [inner], [inner, b]):
        torch.autograd.grad(y, inputs, retain_graph=True)
    torch.autograd.grad(Times.apply(constant, b).sum(), [b])
    # Of `b`, a leaf, torch cannot say whether its gradient is asked for.
    assert asked == [(False, True), (True, True), (True, True), (True, True), (False, True)]


@pytest.mark.parametrize("few, window, padding", list(itertools.product((1, 3, 4), ((3, 3), (2, 3), (1, 4), (5, 5)), ("SAME", "VALID"))))
def test_convolutions_to_few_channels(few, window, padding, monkeypatch):
    images, filters = _random(0, 2, 6, 7, 16).astype("float32"), _random(1, *window, 16, few).astype("float32") / 4

    def convolved(x, w):
        return tf.nn.conv2d(x, w, 1, padding)

    monkeypatch.setattr(few_channels, "_LEAST", 1 << 60)
    expected = values_and_derivatives(convolved, tf.constant(images), tf.constant(filters))
    calls, compute = [], few_channels._to_few
    monkeypatch.setattr(few_channels, "_to_few", lambda *given: calls.append(1) or compute(*given))
    monkeypatch.setattr(few_channels, "_LEAST", 1)
    for f, e in zip(values_and_derivatives(convolved, tf.constant(images), tf.constant(filters)), expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-3, atol=1e-4 * np.abs(e).max())
    assert calls


def test_layers_that_end_in_few_channels(monkeypatch):
    images = tf.constant(_random(0, 2, 6, 7, 16).astype("float32"))
    layer = tf.keras.layers.Conv2D(3, 3, padding="same", activation="relu", bias_initializer="ones")
    grads = []
    for least in (1 << 60, 1):
        monkeypatch.setattr(few_channels, "_LEAST", least)
        layer(images)

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                total = tf.reduce_sum(tf.square(layer(images)))
            return [total, *tape.gradient(total, layer.trainable_variables)]

        grads.append([t.numpy() for t in step()])
    for f, e in zip(*grads, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-4, atol=1e-4)
