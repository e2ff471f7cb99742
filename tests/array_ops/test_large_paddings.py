"""Zeros around large tensors take a way of their own; values and gradients are those of small ones."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.array_ops import _framing

PADDINGS = [[[0, 0], [0, 1], [0, 1], [0, 0]], [[1, 0], [2, 3], [0, 0], [0, 4]], [[0, 0]] * 4]


def _tensor(*shape):
    return tf.constant(np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32))


def _derivatives(x, paddings):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.pad(x, paddings)
            loss = tf.reduce_sum(tf.sin(y) * tf.reshape(tf.range(tf.size(y), dtype=tf.float32) % 7, tf.shape(y)))
        first = inner.gradient(loss, x)
        square = tf.reduce_sum(first**2)
    return y.numpy(), first.numpy(), outer.gradient(square, x).numpy()


@pytest.mark.parametrize("paddings", PADDINGS)
def test_values_and_gradients(paddings):
    x = _tensor(2, 9, 8, 300)
    assert x.shape.num_elements() >= _framing._LARGE
    y, first, second = _derivatives(x, paddings)
    np.testing.assert_array_equal(y, np.pad(x.numpy(), paddings))
    factors = (np.arange(y.size) % 7).astype(np.float32).reshape(y.shape)
    inside = tuple(slice(b, s - a) for (b, a), s in zip(paddings, y.shape, strict=True))
    factors = factors[inside]
    np.testing.assert_allclose(first, np.cos(x) * factors, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(second, -np.sin(2 * x.numpy()) * factors**2, rtol=1e-3, atol=1e-4)


def test_forward_mode_and_jacobian():
    x, paddings = _tensor(1, 200, 200), [[0, 0], [1, 0], [0, 2]]
    with tf.autodiff.ForwardAccumulator(x, 2 * x) as accumulator:
        y = tf.pad(x, paddings)
    np.testing.assert_array_equal(accumulator.jvp(y).numpy(), 2 * np.pad(x.numpy(), paddings))
    scale = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(scale)
        rows = tf.reshape(tf.pad(scale[:, None, None] * x, paddings), [2, -1])
        sums = tf.reduce_sum(rows**2, 1)
    total = float(tf.reduce_sum(x**2))
    np.testing.assert_allclose(tape.jacobian(sums, scale).numpy(), [[2 * total, 0], [0, 4 * total]], rtol=1e-4)


@pytest.mark.parametrize("paddings", PADDINGS)
def test_other_layouts_and_types(paddings):
    x = tf.transpose(_tensor(2, 300, 9, 8), [0, 2, 3, 1])
    np.testing.assert_array_equal(tf.pad(x, paddings).numpy(), np.pad(x.numpy(), paddings))
    halves = tf.cast(x, tf.float16)
    np.testing.assert_array_equal(tf.pad(halves, paddings).numpy(), np.pad(halves.numpy(), paddings))


def test_convolutions_with_uneven_borders():
    x, w = _tensor(2, 20, 24, 48), _tensor(3, 3, 48, 8)
    small = [tf.nn.conv2d(part[None], w, 2, "SAME").numpy()[0] for part in x]
    np.testing.assert_allclose(tf.nn.conv2d(x, w, 2, "SAME").numpy(), small, rtol=1e-4, atol=1e-4)
