"""Convolutions that take a faster way agree with the general one, in values and in gradients of first and second order."""

import numpy as np
import pytest
import torch

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.nn import transposed
from tfshim.nn.windows import correlation


def _random(seed, *shape):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


# Shapes of the images and of the filters, strides, padding.
CASES = [
    ((2, 5, 4, 64), (1, 1, 64, 96), 1, "SAME"),
    ((2, 5, 4, 64), (1, 1, 64, 64), 2, "SAME"),
    ((1, 6, 7, 80), (1, 1, 80, 64), [1, 2, 2, 1], "VALID"),
    ((2, 3, 3, 64), (1, 1, 64, 64), 1, [[0, 0], [0, 0], [0, 0], [0, 0]]),
    ((2, 3, 3, 64), (1, 1, 64, 64), 1, [[0, 0], [1, 0], [0, 2], [0, 0]]),
    ((2, 3, 4, 64), (3, 3, 64, 96), 1, "SAME"),
    ((1, 7, 9, 64), (3, 5, 64, 64), 2, "SAME"),
    ((1, 7, 9, 64), (5, 4, 64, 64), [1, 2, 1, 1], "VALID"),
    ((1, 4, 4, 64), (3, 3, 64, 64), 1, [[0, 0], [1, 0], [0, 2], [0, 0]]),
    ((2, 5, 4, 64), (1, 1, 32, 64), 1, "SAME"),
    ((2, 6, 5, 8), (3, 2, 8, 16), 2, "SAME"),
    ((2, 7, 8, 64), (3, 3, 64, 64), 1, "SAME"),
    ((2, 6, 5, 8), (3, 3, 8, 1), 1, "VALID"),
    ((2, 6, 5, 8), (3, 3, 4, 6), 1, "SAME"),
    ((2, 6, 5, 16), (3, 3, 16, 32), 1, "SAME"),
    ((2, 6, 5, 16), (1, 1, 16, 3), 1, "SAME"),
    ((2, 6, 5, 3), (1, 1, 3, 1), 2, "VALID"),
]


def _derivatives(x, w, strides, padding):
    """The convolution, its gradients, and the gradient of their squares."""
    with tf.GradientTape() as outer:
        outer.watch([x, w])
        with tf.GradientTape() as inner:
            inner.watch([x, w])
            y = tf.nn.conv2d(x, w, strides, padding)
            loss = tf.reduce_sum(tf.sin(y))
        first = inner.gradient(loss, [x, w])
        penalty = tf.reduce_sum(first[0] ** 2) + tf.reduce_sum(first[1] ** 2)
    return [t.numpy() for t in (y, *first, *outer.gradient(penalty, [x, w]))]


@pytest.mark.parametrize("images, filters, strides, padding", CASES)
def test_float32_agrees_with_double_by_torch_alone(images, filters, strides, padding, monkeypatch):
    x, w = _random(0, *images), _random(1, *filters) / 4
    found = _derivatives(tf.constant(x), tf.constant(w), strides, padding)
    for limit in ("_PRODUCT", "_PRODUCT_OF_PIXELS", "_PRODUCT_OF_FEW"):
        monkeypatch.setattr(correlation, limit, 10**9)
    expected = _derivatives(tf.constant(x, tf.float64), tf.constant(w, tf.float64), strides, padding)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-3, atol=1e-3 * np.abs(e).max())


@pytest.mark.parametrize("padding", ["SAME", "VALID", [[0, 0], [2, 0], [1, 1], [0, 0]]])
@pytest.mark.parametrize("biased", [False, True])
def test_single_images_go_to_the_library(padding, biased, monkeypatch):
    x, w, bias = tf.constant(_random(0, 1, 6, 7, 3)), tf.constant(_random(1, 3, 3, 3, 8)), tf.constant(_random(2, 8))

    def convolved(x, w, bias):
        y = tf.nn.conv2d(x, w, 1, padding)
        return tf.nn.bias_add(y, bias) if biased else y + tf.reduce_sum(bias)

    expected = values_and_derivatives(tf.function(convolved), x, w, bias)
    taken, convolve = [], torch.mkldnn_convolution
    monkeypatch.setattr(torch, "mkldnn_convolution", lambda *given: taken.append(1) or convolve(*given))
    monkeypatch.setattr(correlation, "_MANY", 1)
    for f, e in zip(values_and_derivatives(tf.function(convolved), x, w, bias), expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-3, atol=1e-4 * np.abs(e).max())
    assert taken


def test_which_way_is_taken(monkeypatch):
    def way(images, filters, strides=1, padding="SAME"):
        taken = []
        monkeypatch.setattr(correlation, "_product", lambda *a: taken.append(a) or product(*a))
        tf.nn.conv2d(tf.ones(images), tf.ones(filters), strides, padding)
        return len(taken)

    product = correlation._product
    monkeypatch.setattr(correlation, "_PRODUCT_OF_PIXELS", 1)
    assert [way(*case) for case in CASES] == [1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1]
    monkeypatch.setattr(correlation, "_PRODUCT_OF_PIXELS", 64)
    monkeypatch.setattr(correlation, "_PRODUCT_OF_FEW", 64)
    assert [way(*case) for case in CASES] == [1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    monkeypatch.setattr(correlation, "_PRODUCT_OF_FEW", 16)
    pixels = (1, 1, 16, 24)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    assert [way((n, 4, 4, 16), pixels) for n in (15, 16)] == [1, 0]
    assert way((15, 4, 4, 8), (1, 1, 8, 24)) == 0
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    assert way((15, 4, 4, 16), pixels) == 0


# Shapes of the images and of the filters, sizes of the result, strides, padding; whether each pixel has a block of the result to itself.
TRANSPOSED = [
    ((2, 5, 4, 8), (2, 2, 6, 8), (10, 8), 2, "SAME", True),
    ((2, 5, 4, 8), (2, 2, 6, 8), (10, 8), 2, "VALID", True),
    ((2, 5, 4, 8), (2, 1, 6, 8), (10, 4), [2, 1], "SAME", True),
    ((2, 5, 4, 8), (1, 1, 6, 8), (5, 4), 1, [[0, 0], [0, 0], [0, 0], [0, 0]], True),
    ((1, 1, 2, 9), (3, 3, 7, 9), (3, 6), 3, "VALID", True),
    ((2, 5, 4, 8), (3, 3, 6, 8), (15, 12), 3, "VALID", False),
    ((2, 5, 4, 8), (2, 2, 6, 8), (9, 8), 2, "SAME", False),
    ((2, 5, 4, 8), (2, 2, 6, 8), (11, 8), 2, "VALID", False),
    ((2, 5, 4, 8), (2, 2, 6, 8), (8, 8), 2, [[0, 0], [1, 1], [0, 0], [0, 0]], False),
    ((2, 5, 4, 8), (3, 3, 6, 8), (10, 8), 2, "SAME", False),
    ((2, 5, 4, 8), (2, 2, 3, 8), (10, 8), 2, "SAME", False),
]


@pytest.mark.parametrize("images, filters, sizes, strides, padding, expected", TRANSPOSED)
def test_transposed_convolutions_in_blocks(images, filters, sizes, strides, padding, expected, monkeypatch):
    taken, blocks = [], transposed._blocks
    monkeypatch.setattr(transposed, "_blocks", lambda *a: taken.append(a) or blocks(*a))
    x, w = _random(0, *images), _random(1, *filters)

    def derivatives(dtype):
        return values_and_derivatives(
            lambda x, w: tf.nn.conv2d_transpose(x, w, (images[0], *sizes, filters[2]), strides, padding),
            tf.constant(x, dtype),
            tf.constant(w, dtype),
        )

    found = derivatives(tf.float32)
    assert bool(taken) is expected
    monkeypatch.setattr(transposed, "_is_blocks", lambda *a: False)
    for f, e in zip(found, derivatives(tf.float64), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-4, atol=1e-4 * np.abs(e).max())


def test_an_empty_batch_has_gradients():
    w = tf.ones([1, 1, 64, 64])
    x = tf.ones([0, 3, 3, 64])
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.conv2d(x, w, 1, "SAME")
    assert y.shape == [0, 3, 3, 64]
    gx, gw = tape.gradient(y, [x, w])
    assert gx.shape == x.shape and not gw.numpy().any()


@pytest.mark.parametrize("filters", [(1, 1, 64, 64), (3, 3, 64, 8), (3, 3, 64, 64)])
def test_forward_mode(filters):
    x, w, dw = (tf.constant(_random(i, *shape)) for i, shape in enumerate([(2, 4, 4, 64), filters, filters]))
    with tf.autodiff.ForwardAccumulator(w, dw) as accumulator:
        y = tf.nn.conv2d(x, w, 1, "SAME")
    np.testing.assert_allclose(accumulator.jvp(y).numpy(), tf.nn.conv2d(x, dw, 1, "SAME").numpy(), rtol=1e-4, atol=1e-4)


def test_gradients_of_filters_are_in_order():
    """Optimizers read them one number after the other."""
    x, w = tf.constant(_random(0, 2, 5, 5, 64)), tf.constant(_random(1, 3, 3, 64, 64))
    with tf.GradientTape() as tape:
        tape.watch(w)
        y = tf.nn.conv2d(x, w, 1, "SAME")
    assert tape.gradient(y, w)._t.is_contiguous()
    assert correlation.torch_filters(w._t).is_contiguous(memory_format=torch.channels_last)


def test_volumes_have_groups_where_the_function_is_compiled():
    """As TensorFlow has them on processors; elsewhere it refuses them."""
    x = tf.reshape(tf.sin(tf.range(4.0**3 * 4)), [1, 4, 4, 4, 4])
    filters = tf.reshape(tf.cos(tf.range(8.0 * 2 * 6)), [2, 2, 2, 2, 6])
    parts = [tf.nn.convolution(a, w, dilations=[1, 2, 3]) for a, w in zip(tf.split(x, 2, -1), tf.split(filters, 2, -1))]

    def convolved(x, filters):
        return tf.nn.convolution(x, filters, dilations=[1, 2, 3])

    # To compile it would take a while: it is traced as what is compiled, and run as it is.
    concrete = tf.function(convolved, jit_compile=True).get_concrete_function(x, filters)
    concrete._compiler = None
    np.testing.assert_allclose(concrete(x, filters), tf.concat(parts, -1), atol=1e-5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Number of channels in filter"):
        tf.function(convolved)(x, filters)
