"""Static shapes of the results of calls within graphs: what follows from the arguments of the call, as TensorFlow gives it."""

import numpy as np
import pytest

import tfshim as tf

ROWS = [tf.TensorSpec([None, 3], tf.float32), tf.TensorSpec([], tf.int32)]
RESULTS = {
    "reshape": (lambda x, n: tf.reshape(x, [-1]), [6]),
    "reduce": (lambda x, n: tf.reduce_sum(x, 1), [2]),
    "matmul": (lambda x, n: x @ tf.ones([3, 4]), [2, 4]),
    "sizes from a value": (lambda x, n: tf.zeros([n, 2]), [5, 2]),
    "branches": (lambda x, n: tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x), [None, 3]),
    "loop": (lambda x, n: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2), [0, x])[1], [None, 3]),
}


def _shape_of_call(f, x=(2, 3)):
    """The static shape of `f(x, 5)` in a graph that knows the shape `x`, and of its value."""
    seen = []

    @tf.function
    def caller(x):
        y = f(x, 5)
        seen.append(y.shape)
        return y

    value = caller(tf.ones(x))
    return seen[0], value


@pytest.mark.parametrize("name", RESULTS)
def test_results_have_the_sizes_that_follow_from_the_arguments(name):
    function, want = RESULTS[name]
    inner = tf.function(function, input_signature=ROWS)
    outer = tf.function(lambda x, n: inner(x, n), input_signature=[tf.TensorSpec(None, tf.float32), ROWS[1]])
    for f in (inner, outer):
        shape, value = _shape_of_call(f)
        assert shape.as_list() == want
        assert shape.is_compatible_with(value.shape)


def test_what_the_function_was_traced_for_stays():
    inner = tf.function(RESULTS["reshape"][0], input_signature=ROWS)
    assert inner.get_concrete_function().output_shapes.as_list() == [None]
    _shape_of_call(inner)
    assert inner.get_concrete_function().output_shapes.as_list() == [None]


def test_unknown_arguments_leave_results_unknown():
    inner = tf.function(RESULTS["reshape"][0], input_signature=ROWS)
    outer = tf.function(lambda x: inner(x, 5), input_signature=ROWS[:1])
    assert outer.get_concrete_function().output_shapes.as_list() == [None]


def test_gradients_through_a_call_of_known_sizes():
    inner = tf.function(lambda x: tf.reshape(x * x, [-1]), input_signature=ROWS[:1])

    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = inner(x)
            assert y.shape == [6]
        return tape.gradient(y, x)

    np.testing.assert_array_equal(gradient(tf.ones([2, 3])), np.full([2, 3], 2.0))


def test_loaded_functions(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x: x * 2, input_signature=[tf.TensorSpec([None, None], tf.float32)])
    tf.saved_model.save(module, str(tmp_path / "m"))
    loaded = tf.saved_model.load(str(tmp_path / "m"))
    assert _shape_of_call(lambda x, n: loaded.f(x))[0] == [2, 3]
    assert tf.keras.layers.Lambda(loaded.f)(tf.keras.Input((3,), batch_size=5)).shape.as_list() == [5, 3]
