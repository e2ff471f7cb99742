"""Hinge losses as single operations: the numbers, derivatives and shapes of the operations that they stand for."""

import numpy as np
import pytest

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives

_LOSSES = tf.keras.losses


def _signs(y_true):
    binary = tf.reduce_all((y_true == 0) | (y_true == 1))
    return tf.where(binary, 2.0 * y_true - 1.0, y_true)


_WRITTEN_OUT = {
    "hinge": lambda t, p: tf.reduce_mean(tf.maximum(1.0 - _signs(t) * p, 0.0), -1),
    "squared_hinge": lambda t, p: tf.reduce_mean(tf.square(tf.maximum(1.0 - _signs(t) * p, 0.0)), -1),
}
_NAMES = pytest.mark.parametrize("name", list(_WRITTEN_OUT))


def _predictions(*shape):
    p = np.random.default_rng(0).normal(size=shape).astype("float32") * 2
    p[0, :2] = 1, -1  # where the loss has an edge
    return tf.constant(p)


def _labels(kind, *shape):
    drawn = np.random.default_rng(1)
    if kind == "one-hot":
        return tf.constant(np.eye(shape[1], dtype="float32")[drawn.integers(0, shape[1], shape[0])])
    y = (drawn.random(shape) > 0.5).astype("float32")
    return tf.constant(y if kind == "binary" else 2 * y - 1 if kind == "signs" else np.where(y == 0, 0.5, y))


@_NAMES
@pytest.mark.parametrize("kind", ["binary", "signs", "one-hot", "others"])
@pytest.mark.parametrize("shape", [(4, 5), (64, 40)])
def test_values_and_derivatives(name, kind, shape):
    y, p = _labels(kind, *shape), _predictions(*shape)
    losses = getattr(_LOSSES, name), _WRITTEN_OUT[name]
    by_predictions = [values_and_derivatives(lambda p, f=f: f(y, p) * tf.reduce_mean(p, -1), p) for f in losses]
    for f, e in [*zip(*by_predictions), *zip(*(values_and_derivatives(f, y, p) for f in losses))]:
        np.testing.assert_allclose(f, e, rtol=1e-5, atol=1e-6)


@_NAMES
def test_what_is_no_number(name):
    p = np.array([[1, 1, 1, -2], [np.nan, 1, 2, 3], [0.5, np.inf, 1, 1]], "float32")
    y = tf.one_hot([3, 1, 0], 4)
    made = []
    for loss in (getattr(_LOSSES, name), _WRITTEN_OUT[name]):
        with tf.GradientTape() as tape:
            t = tf.constant(p)
            tape.watch(t)
            losses = loss(y, t)
        made.append((losses, tape.gradient(losses, t)))
    for f, e in zip(*made):
        np.testing.assert_allclose(f[:1], e[:1], rtol=1e-5)
        assert np.array_equal(np.isnan(f), np.isnan(e))


@_NAMES
def test_forward_mode_functions_of_any_batch_and_shapes_that_broadcast(name):
    y, p = _labels("one-hot", 4, 5), _predictions(4, 5)
    made = []
    for loss in (getattr(_LOSSES, name), _WRITTEN_OUT[name]):
        with tf.autodiff.ForwardAccumulator(p, tf.ones_like(p)) as forward:
            losses = loss(y, p)
        made.append([losses.numpy(), forward.jvp(losses).numpy()])
    np.testing.assert_allclose(*made, rtol=1e-5, atol=1e-6)
    loss = tf.function(getattr(_LOSSES, name), input_signature=[tf.TensorSpec([None, 5])] * 2)
    assert any(node.type == "HingeLosses" for node in loss.get_concrete_function().graph._operations)
    np.testing.assert_allclose(loss(y, p), _WRITTEN_OUT[name](y, p), rtol=1e-5)
    np.testing.assert_allclose(getattr(_LOSSES, name)(y[:1], p), _WRITTEN_OUT[name](y[:1], p), rtol=1e-5)
