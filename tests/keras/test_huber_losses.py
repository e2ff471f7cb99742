"""Huber's loss as one operation: the numbers, derivatives and shapes of the operations that it stands for."""

import numpy as np
import pytest

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives


def _written_out(y_true, y_pred, delta):
    difference = y_pred - y_true
    error = tf.abs(difference)
    near, far = 0.5 * tf.square(difference), delta * error - 0.5 * delta * delta
    return tf.reduce_mean(tf.where(error <= delta, near, far), -1)


def _given():
    y_true, y_pred = np.random.default_rng(0).normal(size=(2, 4, 5)).astype("float32") * 2
    y_pred[0, :3] = y_true[0, :3] + np.array([1, -1, 0], "float32")  # where the line begins
    return tf.constant(y_true), tf.constant(y_pred)


@pytest.mark.parametrize("delta", [1.0, 0.3, 2, 0.0])
def test_values_and_derivatives(delta):
    given = _given()
    found = values_and_derivatives(lambda *pair: tf.keras.losses.huber(*pair, delta), *given)
    expected = values_and_derivatives(lambda *pair: _written_out(*pair, delta), *given)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-5, atol=1e-6)


def test_forward_mode_and_maps_over_rows():
    y_true, y_pred = _given()
    made = []
    for loss in (tf.keras.losses.huber, lambda *pair: _written_out(*pair, 1.0)):
        with tf.autodiff.ForwardAccumulator(y_pred, tf.ones_like(y_pred)) as forward:
            losses = loss(y_true, y_pred)
        made.append([forward.jvp(losses).numpy(), tf.vectorized_map(lambda pair, loss=loss: loss(*pair), (y_true, y_pred)).numpy()])
    np.testing.assert_allclose(*made, rtol=1e-5)


def test_bounds_that_are_tensors_keep_their_gradients():
    y_true, y_pred = _given()
    delta = tf.Variable(0.5)
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(tf.keras.losses.huber(y_true, y_pred, delta))
    error = np.abs(y_pred.numpy() - y_true.numpy())
    np.testing.assert_allclose(tape.gradient(total, delta), np.sum(np.where(error > 0.5, error - 0.5, 0)) / 5, rtol=1e-5)


def test_functions_of_any_batch_and_shapes_that_broadcast():
    y_true, y_pred = _given()
    loss = tf.function(tf.keras.losses.huber, input_signature=[tf.TensorSpec([None, 5])] * 2)
    assert any(node.type == "HuberLoss" for node in loss.get_concrete_function().graph._operations)
    np.testing.assert_allclose(loss(y_true, y_pred), _written_out(y_true, y_pred, 1.0), rtol=1e-5)
    np.testing.assert_allclose(tf.keras.losses.huber(y_true[:1], y_pred), _written_out(y_true[:1], y_pred, 1.0), rtol=1e-5)
