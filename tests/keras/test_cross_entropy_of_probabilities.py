"""The cross-entropy of probabilities as one operation: the numbers, derivatives and shapes of the operations that it stands for."""

import numpy as np
import pytest

import tfshim as tf
from tests.nn.derivatives import values_and_derivatives
from tfshim.keras.backend import crossentropy
from tfshim.keras.backend.probabilities import cross_entropy_of_probabilities

_EPSILON = 1e-7


def _written_out(target, output):
    p = tf.clip_by_value(output, _EPSILON, 1.0 - _EPSILON)
    return -(target * tf.math.log(p + _EPSILON) + (1 - target) * tf.math.log(1 - p + _EPSILON))


def _given(dtype="float64"):
    draw = np.random.default_rng(0)
    target, output = draw.uniform(size=(2, 4, 9)).astype(dtype)
    output[0] = [0, 1, -0.5, 2, _EPSILON, 1 - _EPSILON, 0.5, 1e-3, 0.999]
    return target, output


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_values_and_derivatives(dtype):
    target, output = map(tf.constant, _given(dtype))
    found = values_and_derivatives(crossentropy.binary_crossentropy, target, output)
    expected = values_and_derivatives(_written_out, target, output)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-4 if dtype == "float32" else 1e-10, atol=1e-7)


def test_numbers_that_are_none_get_no_gradient():
    target, output = _given("float32")
    output[1, 2], output[1, 3] = np.nan, np.inf
    grads = []
    for loss in (crossentropy.binary_crossentropy, _written_out):
        given = tf.constant(output)
        with tf.GradientTape() as tape:
            tape.watch(given)
            total = tf.reduce_sum(loss(tf.constant(target), given))
        grads.append(tape.gradient(total, given).numpy())
    np.testing.assert_allclose(*grads, rtol=1e-4)
    assert grads[0][1, 2] == grads[0][1, 3] == 0


def test_forward_mode_and_maps_over_rows():
    target, output = map(tf.constant, _given())
    tangents = []
    for loss in (crossentropy.binary_crossentropy, _written_out):
        with tf.autodiff.ForwardAccumulator(output, tf.ones_like(output)) as forward:
            made = loss(target, output)
        tangents.append(forward.jvp(made).numpy())
        tangents.append(tf.vectorized_map(lambda pair, loss=loss: loss(*pair), (target, output)).numpy())
    np.testing.assert_allclose(tangents[0], tangents[2], rtol=1e-10)
    np.testing.assert_allclose(tangents[1], tangents[3], rtol=1e-10)


def test_it_is_one_operation_in_functions_of_any_batch():
    @tf.function(input_signature=[tf.TensorSpec([None, 9])] * 2)
    def loss(target, output):
        return tf.keras.losses.binary_crossentropy(target, output)

    graph = loss.get_concrete_function().graph
    assert any(node.op_def is not None and node.type == "BinaryCrossentropy" for node in graph._operations)
    target, output = _given("float32")
    np.testing.assert_allclose(loss(target, output), np.mean(_written_out(target, output), -1), rtol=1e-5)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Incompatible shapes: \[4,9\] vs. \[3,9\]"):
        loss(target, output[:3])


def test_shapes_that_broadcast():
    target, output = _given("float32")
    np.testing.assert_allclose(crossentropy.binary_crossentropy(target[:1], output), _written_out(target[:1], output), rtol=1e-5)
    np.testing.assert_allclose(cross_entropy_of_probabilities(target[:1], output, _EPSILON), _written_out(target[:1], output), rtol=1e-5)
