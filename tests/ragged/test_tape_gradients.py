"""Gradients of and by ragged tensors have the form of the ragged tensor; other composites are refused by name."""

import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402


def test_gradient_has_the_rows_of_the_source():
    x = tf.ragged.constant([[1.0, 2.0], [3.0]])
    other = tf.ragged.constant([[1.0], [5.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, other])
        y = x * x
    assert tape.gradient(y, x).to_list() == [[2.0, 4.0], [6.0]]
    weighted = tape.gradient(y, x, output_gradients=tf.ragged.constant([[1.0, 2.0], [3.0]]))
    assert weighted.to_list() == [[2.0, 8.0], [18.0]]
    assert tape.gradient(y, {"a": other, "b": x.flat_values})["a"] is None
    assert tape.gradient(y, other, unconnected_gradients="zero").to_list() == [[0.0], [0.0]]


def test_the_same_in_a_function():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x * x
        return tape.gradient(y, x)

    assert f(tf.ragged.constant([[1.0, 2.0], [3.0]])).to_list() == [[3.0, 12.0], [27.0]]


def test_sparse_sources_are_refused():
    x = tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = tf.sparse.reduce_sum(x)
    with pytest.raises(ValueError, match="Type SparseTensor is not supported as a gradient source"):
        tape.gradient(y, x)
