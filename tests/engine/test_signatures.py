"""What Python's `inspect` and TensorFlow's `tf_inspect` say of functions that TensorFlow wraps. TensorFlow 2.15.1 says the same."""

import inspect

import pytest

import tfshim as tf
from tfshim.private import tf_inspect


def _passed(x, y=2):
    return x, lambda dy: (dy, None)


class _Methods:
    @tf.function
    def traced(self, a, *, b=1):
        return a

    @tf.custom_gradient
    def graded(self, a):
        return a, lambda dy: dy


@pytest.mark.parametrize(
    "made",
    [
        tf.function(_passed),
        tf.custom_gradient(_passed),
        tf.function(tf.custom_gradient(_passed)),
        tf.custom_gradient(tf.function(_passed)),
        tf.grad_pass_through(_passed),
        tf.recompute_grad(_passed),
    ],
)
def test_arguments_of_wrapped_functions(made):
    assert str(inspect.signature(made)) == "(x, y=2)"
    seen = []
    tf.function(lambda: seen.append(tf_inspect.getfullargspec(made)))()
    for spec in (inspect.getfullargspec(made), tf_inspect.getfullargspec(made), *seen):
        assert (spec.args, spec.defaults, spec.varargs, spec.varkw) == (["x", "y"], (2,), None, None)


def test_arguments_of_wrapped_methods():
    assert [inspect.getfullargspec(m).args for m in (_Methods.traced, _Methods().traced, _Methods.graded)] == [
        ["self", "a"],
        ["a"],
        ["self", "a"],
    ]
    assert inspect.getfullargspec(_Methods().traced).kwonlydefaults == {"b": 1}
    assert [str(inspect.signature(m)) for m in (_Methods().traced, _Methods().graded)] == ["(a, *, b=1)", "(a)"]


def test_arguments_follow_a_decoration_in_place():
    function = tf.function(_passed)
    function._decorate(lambda inner: lambda q: inner(q))
    assert inspect.getfullargspec(function).args == ["q"]


def test_what_was_wrapped_is_found():
    for wrap in (tf.function, tf.custom_gradient):
        assert wrap(_passed).__wrapped__ is wrap(_passed).__original_wrapped__ is _passed


def test_a_function_without_a_signature():
    class Unknown:
        __signature__ = "none"

        def __call__(self, x):
            return x, lambda dy: 5.0 * dy

    graded = tf.custom_gradient(Unknown())
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = graded(x)
    assert tape.gradient(y, x).numpy() == 5.0
