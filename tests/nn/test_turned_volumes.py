"""Convolutions of one volume whose axes are put in another order: the same values and derivatives as in the order in which they came."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.nn.windows import correlation

rng = np.random.default_rng(2)


def _values_and_gradients(x, filters, bias, strides, dilations, padding):
    x, filters, bias = (tf.constant(t) for t in (x, filters, bias))
    with tf.GradientTape() as tape:
        tape.watch([x, filters, bias])
        y = tf.nn.bias_add(tf.nn.conv3d(x, filters, strides, padding, dilations=dilations), bias)
        total = tf.reduce_sum(y * tf.sin(y))
    return [y, *tape.gradient(total, [x, filters, bias])]


@pytest.mark.parametrize(
    "sizes, strides, dilations, padding",
    [
        ((4, 50, 40), (1, 1, 1), (1, 1, 1), "SAME"),
        ((40, 4, 50), (1, 2, 1), (1, 1, 1), "VALID"),
        ((4, 40, 50), (1, 1, 1), (1, 1, 2), "SAME"),
        ((4, 50, 40), (1, 1, 2), (1, 1, 1), "SAME"),
    ],
)
def test_turned_volumes(sizes, strides, dilations, padding, monkeypatch):
    x, filters = (rng.uniform(-1, 1, shape).astype("float32") for shape in ((1, *sizes, 16), (3, 3, 3, 16, 8)))
    arguments = x, filters, rng.uniform(-1, 1, 8).astype("float32"), (1, *strides, 1), (1, *dilations, 1), padding
    monkeypatch.setattr(correlation, "_SMALL_IMAGE", 8000)
    orders, turned = [], correlation._turned
    monkeypatch.setattr(correlation, "_turned", lambda *args: orders.append(turned(*args)) or orders[-1])
    found = _values_and_gradients(*arguments)
    assert orders[0] is not None and sizes[orders[0][-1] - 2] == 4
    monkeypatch.setattr(correlation, "_turned", lambda *_: None)
    for made, expected in zip(found, _values_and_gradients(*arguments), strict=True):
        np.testing.assert_allclose(made, expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max())


@pytest.mark.parametrize("strides, dilations", [((1, 1, 1), (1, 1, 1)), ((2, 1, 2), (1, 1, 1)), ((1, 1, 1), (1, 2, 1))])
def test_small_volumes_go_to_the_same_library(strides, dilations):
    x, filters = (tf.constant(rng.uniform(-1, 1, shape), tf.float32) for shape in ((1, 16, 16, 16, 16), (3, 3, 3, 16, 16)))

    def convolved(x):
        return tf.nn.conv3d(x, filters, (1, *strides, 1), "SAME", dilations=(1, *dilations, 1))

    np.testing.assert_allclose(convolved(x), convolved(tf.concat([x, x], 0))[:1], rtol=1e-4, atol=1e-5)
