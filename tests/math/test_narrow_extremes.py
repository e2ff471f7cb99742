"""Extremes along axes before a short last one, and their gradients, are those of torch's own."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.ops.vectorized import narrow_extremes

_CASES = [((4, 300, 16), 1), ((3, 20, 9, 24), (1, 2)), ((5000, 3), 0), ((2, 3, 8, 9, 10), (2, 3)), ((4, 50, 48), 1), ((64, 64, 2), (0, 1))]


@pytest.mark.parametrize("shape, axis", _CASES)
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("reduce", [tf.reduce_max, tf.reduce_min])
def test_values_and_gradients(shape, axis, keepdims, reduce, monkeypatch):
    x = np.round(np.random.RandomState(0).normal(size=shape), 1).astype(np.float32)  # many are the same
    taken, reduced = [], narrow_extremes.reduced
    monkeypatch.setattr(narrow_extremes, "reduced", lambda *given: taken.append(1) or reduced(*given))
    made = []
    for serves in (True, False):
        if not serves:
            monkeypatch.setattr(narrow_extremes, "suits", lambda *_: False)
        t = tf.constant(x)
        with tf.GradientTape() as outer:
            outer.watch(t)
            with tf.GradientTape() as tape:
                tape.watch(t)
                y = reduce(t * 1.0, axis, keepdims)
                total = tf.reduce_sum(tf.sin(y))
            first = tape.gradient(total, t)
        made.append((y, first, outer.gradient(first, t)))
    for a, b in zip(*made):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert len(taken) == 1
    np.testing.assert_array_equal(reduce(tf.constant(x), axis, keepdims), made[1][0])


def test_what_is_no_number_and_other_axes():
    x = np.random.RandomState(0).normal(size=(4, 300, 16)).astype(np.float32)
    x[1, 7, 3] = np.nan
    made = tf.reduce_max(tf.constant(x), 1).numpy()
    assert np.isnan(made[1, 3]) and np.isnan(made).sum() == 1
    for axis in (0, 2, (0, 2), None, (1, 0)):
        np.testing.assert_array_equal(tf.reduce_max(x[2:], axis), np.max(x[2:], axis))
    np.testing.assert_array_equal(tf.vectorized_map(lambda row: tf.reduce_max(row, 0), tf.constant(x[2:])), np.max(x[2:], 1))
