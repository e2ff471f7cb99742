"""Running sums and products, to the last bit as TensorFlow 2.15.1 gives them: rounded to the dtype after each element."""

import numpy as np
import pytest

import tfshim as tf

X = (1 / (1 + np.arange(5000))).astype(np.float32)
AT = [9, 999, 2500, 4500]

RECORDED = {
    "sum": (lambda x: tf.cumsum(x), [2.9289684295654297, 7.485478401184082, 8.40186595916748, 8.989385604858398]),
    "reverse": (
        lambda x: tf.cumsum(x, reverse=True, exclusive=True),
        [6.165541172027588, 1.6090370416641235, 0.6926465034484863, 0.10512720048427582],
    ),
    "product": (
        lambda x: tf.math.cumprod(1 + x / np.float32(7)),
        [1.4973132610321045, 2.868086099624634, 3.2692244052886963, 3.5554580688476562],
    ),
    # What is too small to change the sum any more does not.
    "float16": (lambda x: tf.cumsum(tf.cast(x, tf.float16) * 100), [292.75, 685.0, 685.0, 685.0]),
    "complex": (
        lambda x: tf.math.imag(tf.cumsum(tf.complex(x, -x))),
        [-2.9289684295654297, -7.485478401184082, -8.40186595916748, -8.989385604858398],
    ),
    "axis": (
        lambda x: tf.reshape(tf.cumsum(tf.reshape(x, [50, 100]), 1), [-1]),
        [2.9289684295654297, 0.10530500113964081, 0.0003998400643467903, 0.0002221728500444442],
    ),
}


@pytest.mark.parametrize("kind", RECORDED)
@pytest.mark.parametrize("traced", [False, True])
def test_as_in_tensorflow(kind, traced):
    function, wanted = RECORDED[kind]
    found = (tf.function(function) if traced else function)(tf.constant(X))
    assert found.numpy()[AT].astype(float).tolist() == wanted


def test_gradient():
    v = tf.constant(X)
    with tf.GradientTape() as outer:
        outer.watch(v)
        with tf.GradientTape() as tape:
            tape.watch(v)
            y = tf.reduce_sum(tf.cumsum(v) * v)
        first = tape.gradient(y, v)
        total = tf.reduce_sum(first * first)
    assert first.numpy()[[0, 999, 4999]].astype(float).tolist() == [10.09450912475586, 9.095515251159668, 9.094714164733887]
    # The gradient is the sum of all and the element itself, so that of its square is twice the sum over all, and twice itself.
    g = first.numpy().astype(float)
    np.testing.assert_allclose(outer.gradient(total, v), 2 * (g.sum() + g), rtol=1e-4)


def test_where_values_are_not_at_hand():
    x = tf.constant(X[:64].reshape(8, 8))
    by_rows = tf.vectorized_map(tf.cumsum, x)
    np.testing.assert_allclose(by_rows, np.cumsum(x, 1), rtol=1e-6)
    np.testing.assert_allclose(tf.function(tf.cumsum, jit_compile=True)(x), np.cumsum(x, 0), rtol=1e-6)
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as forward:
        y = tf.cumsum(x, 1)
    np.testing.assert_allclose(forward.jvp(y), np.cumsum(np.ones([8, 8]), 1))
