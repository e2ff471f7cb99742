"""`ConcreteFunction.inference_fn`: called as the function, with what it captures, and without a gradient."""

import pytest

import tfshim as tf


@tf.function
def square(x):
    return {"y": x * x}


def test_it_gives_the_structure_of_the_function_and_no_gradient():
    x = tf.Variable(3.0)
    concrete = square.get_concrete_function(tf.TensorSpec([]))
    function = concrete.inference_fn
    assert isinstance(function, tf.types.experimental.AtomicFunction)
    assert function.graph is concrete.graph and function.name == concrete.name == function.definition.signature.name.encode()
    with tf.GradientTape() as tape:
        y = function(x * 1.0)["y"]
    assert float(y) == 9.0 and tape.gradient(y, x) is None
    assert float(function.call_flat(tf.constant(2.0))[0]) == 4.0
    assert str(function).startswith(f"<AtomicFunction> {concrete.name.decode()}(x: TensorSpec(")


def test_dtypes_are_those_of_the_trace():
    with pytest.raises(TypeError, match="Can not cast TensorSpec"):
        square.get_concrete_function(tf.TensorSpec([])).inference_fn(tf.constant(1))


def test_what_it_captures_is_given():
    v, other, c = tf.Variable(2.0), tf.Variable(5.0), tf.constant(1.0)
    function = tf.function(lambda x: x * v + c).get_concrete_function(tf.TensorSpec([])).inference_fn
    with pytest.raises(ValueError, match="Use call_with_captures instead"):
        function(tf.constant(3.0))
    held = function.graph.external_captures
    assert held[0] is v.handle and held[1] is c
    assert float(function.call_with_captures([tf.constant(3.0)], {}, [v.handle, c])) == 7.0
    assert float(function.call_preflattened([tf.constant(3.0), other.handle, c])) == 16.0
    with pytest.raises(ValueError, match="captured inputs, got: 0"):
        function.call_with_captures([tf.constant(3.0)], {}, [])
