"""The greatest and least elements: the first of equal ones, whatever way they are found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tfshim as tf

# Few different numbers, so that many are equal; NaN and infinities among them.
NUMBERS = st.sampled_from([0.0, -0.0, 1.0, -1.0, 2.5, float("inf"), -float("inf"), float("nan")])
ROWS = st.integers(1, 40).flatmap(lambda n: st.lists(st.lists(NUMBERS, min_size=n, max_size=n), min_size=1, max_size=4))


def _first(values, better):
    """The position of the best number that is not NaN: the first of them, or 0 if there is none."""
    best = 0
    for i, value in enumerate(values):
        if np.isnan(values[best]) and value == (-np.inf if better is np.greater else np.inf):
            continue  # no better than a NaN
        if better(value, values[best]) or np.isnan(values[best]) and not np.isnan(value):
            best = i
    return best


@given(ROWS, st.sampled_from(["float32", "float64", "float16"]), st.booleans())
def test_the_first_of_the_best(rows, dtype, transposed):
    x = np.array(rows, dtype)
    given_ = tf.transpose(tf.constant(x.T.copy())) if transposed else tf.constant(x)
    assert tf.argmax(given_, 1).numpy().tolist() == [_first(row, np.greater) for row in x]
    assert tf.argmin(given_, 1).numpy().tolist() == [_first(row, np.less) for row in x]
    assert tf.argmax(tf.transpose(given_), 0).numpy().tolist() == [_first(row, np.greater) for row in x]


@given(ROWS, st.integers(1, 40))
def test_the_best_in_order_the_first_of_equal_ones(rows, k):
    x = np.array([[v for v in row if v == v] or [0.0] for row in rows[:1]], "float32")
    k = min(k, x.shape[1])
    values, at = tf.math.top_k(tf.constant(x), k)
    order = np.argsort(-x, axis=1, kind="stable")[:, :k]
    if k > 1:  # the single best is found as argmax finds it
        assert at.numpy().tolist() == order.tolist()
    assert values.numpy().tolist() == np.take_along_axis(x, order, 1).tolist()


@pytest.mark.parametrize("n", [10, 1000])
def test_gradient_of_the_best(n):
    x = tf.Variable(np.random.default_rng(0).permutation(n).astype("float32"))
    with tf.GradientTape() as tape:
        values, at = tf.math.top_k(x, 3)
        loss = tf.reduce_sum(values * [1.0, 2.0, 3.0])
    expected = np.zeros(n, "float32")
    expected[at.numpy()] = [1.0, 2.0, 3.0]
    assert values.numpy().tolist() == [n - 1, n - 2, n - 3]
    assert tape.gradient(loss, x).numpy().tolist() == expected.tolist()


@pytest.mark.parametrize("shape", [(0, 3), (3, 0, 2)])
def test_nothing_to_compare(shape):
    assert tf.argmax(tf.zeros(shape), len(shape) - 1).shape == shape[:-1]
    assert tf.math.top_k(tf.zeros(shape), 1).indices.shape == (*shape[:-1], 1)


@pytest.mark.parametrize("n", [5, 500])
def test_inside_functions_and_vectorized(n):
    x = np.random.default_rng(1).standard_normal((4, n)).astype("float32")
    plain = tf.function(lambda t: (tf.argmax(t, -1), tf.math.top_k(t, 2).indices))
    each = tf.vectorized_map(lambda row: (tf.argmax(row, -1), tf.math.top_k(row, 2).indices), tf.constant(x))
    for at, best in (plain(x), each):
        assert at.numpy().tolist() == x.argmax(1).tolist()
        assert best.numpy().tolist() == np.argsort(-x, 1)[:, :2].tolist()
