"""Slices that are moved inwards at the edge. Values are those of `tensorflow.compiler.tf2xla.python.xla` of TensorFlow."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.array_ops.moving_slices import dynamic_slice, dynamic_update_slice

X = np.arange(12, dtype=np.float32).reshape(3, 4)
ZEROS = np.zeros((2, 2), np.float32)


@pytest.mark.parametrize(
    "start, expected",
    [
        ([1, 1], [[0, 1, 2, 3], [4, 0, 0, 7], [8, 0, 0, 11]]),
        ([2, 3], [[0, 1, 2, 3], [4, 5, 0, 0], [8, 9, 0, 0]]),
        ([-2, -3], [[0, 0, 2, 3], [0, 0, 6, 7], [8, 9, 10, 11]]),
    ],
)
def test_update(start, expected):
    x = tf.constant(X)
    assert dynamic_update_slice(x, ZEROS, start).numpy().tolist() == expected
    traced = tf.function(
        dynamic_update_slice, input_signature=[tf.TensorSpec([3, None]), tf.TensorSpec(None), tf.TensorSpec([2], tf.int32)]
    )
    assert traced(x, ZEROS, start).numpy().tolist() == expected
    assert traced.get_concrete_function().output_shapes.as_list() == [3, None]
    assert x.numpy().tolist() == X.tolist()  # which is not changed


def test_slice():
    assert dynamic_slice(X, [2, 3], [2, 2]).numpy().tolist() == [[6, 7], [10, 11]]
    traced = tf.function(lambda start: dynamic_slice(X, start, [2, 2]), input_signature=[tf.TensorSpec([2], tf.int32)])
    assert traced([2, -3]).numpy().tolist() == [[4, 5], [8, 9]]
    assert traced.get_concrete_function().output_shapes.as_list() == [2, 2]
    assert dynamic_update_slice(tf.constant(["a", "b"]), ["c"], [1]).numpy().tolist() == [b"a", b"c"]


def test_gradients():
    x, update = tf.Variable(X), tf.Variable(ZEROS)
    with tf.GradientTape(persistent=True) as tape:
        y = dynamic_update_slice(x, update, [2, 3])
        z = dynamic_slice(x, [2, 3], [2, 2])
    assert tape.gradient(y, x).numpy().tolist() == [[1, 1, 1, 1], [1, 1, 0, 0], [1, 1, 0, 0]]
    assert tape.gradient(y, update).numpy().tolist() == [[1, 1], [1, 1]]
    assert tape.gradient(z, x).numpy().tolist() == [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]


@pytest.mark.parametrize(
    "update, message",
    [
        (np.zeros(2, np.float32), r"input and update must have the same rank, input shape is \[3,4\]; update shape is \[2\]"),
        (np.zeros((4, 2), np.float32), "Update dim size 4 greater than dynamic slice dimension: 3."),
    ],
)
def test_updates_that_do_not_fit(update, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        dynamic_update_slice(X, update, [0, 0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        dynamic_slice(X, [0, 0], [4, 2])
