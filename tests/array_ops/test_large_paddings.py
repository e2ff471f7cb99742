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


@pytest.mark.parametrize("mode", ["REFLECT", "SYMMETRIC"])
@pytest.mark.parametrize("paddings", [*PADDINGS, [[1, 1], [8, 8], [7, 0], [3, 299]]])
def test_mirrors_their_gradients_and_those_of_these(mode, paddings):
    x = _tensor(2, 9, 8, 300)
    weights = tf.constant(np.random.RandomState(1).uniform(-1, 1, np.pad(x.numpy(), paddings).shape).astype(np.float32))

    def derivatives():
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.pad(x, paddings, mode)
                loss = tf.reduce_sum(weights * y * y)
            first = inner.gradient(loss, x)
            square = tf.reduce_sum(first**2)
        return y.numpy(), first.numpy(), outer.gradient(square, x).numpy()

    with tf.autodiff.ForwardAccumulator(x, 2 * x) as accumulator:
        forward = tf.pad(x, paddings, mode)
    padded = np.pad(x.numpy(), paddings, mode.lower())
    np.testing.assert_array_equal(accumulator.jvp(forward), 2 * padded)
    # What each element is multiplied by in all, by where it goes.
    places = np.pad(np.arange(x.numpy().size).reshape(x.shape), paddings, mode.lower())
    factors = 2 * np.bincount(places.ravel(), weights.numpy().ravel(), x.numpy().size).reshape(x.shape)
    y, first, second = derivatives()
    np.testing.assert_array_equal(y, padded)
    np.testing.assert_allclose(first, factors * x.numpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(second, 2 * factors**2 * x.numpy(), rtol=1e-4, atol=1e-3)


def test_mirrors_in_functions_and_jacobians():
    x, paddings = _tensor(1, 200, 200), [[0, 0], [1, 0], [0, 2]]
    scale = tf.constant([1.0, 2.0])

    @tf.function
    def jacobian(scale):
        with tf.GradientTape() as tape:
            tape.watch(scale)
            rows = tf.reshape(tf.pad(scale[:, None, None] * x, paddings, "REFLECT"), [2, -1])
            sums = tf.reduce_sum(rows**2, 1)
        return tape.jacobian(sums, scale)

    total = (np.pad(x.numpy(), paddings, "reflect") ** 2).sum()
    np.testing.assert_allclose(jacobian(scale).numpy(), [[2 * total, 0], [0, 4 * total]], rtol=1e-4)


def test_convolutions_with_uneven_borders():
    x, w = _tensor(2, 20, 24, 48), _tensor(3, 3, 48, 8)
    small = [tf.nn.conv2d(part[None], w, 2, "SAME").numpy()[0] for part in x]
    np.testing.assert_allclose(tf.nn.conv2d(x, w, 2, "SAME").numpy(), small, rtol=1e-4, atol=1e-4)
