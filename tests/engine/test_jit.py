"""`tf.function(jit_compile=True)`: compiled by torch's Inductor, with the results of the traced function."""

import logging
import shutil

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

pytestmark = pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="Inductor needs a C++ compiler")


def test_a_training_step_is_the_same_compiled():
    first = tf.constant(np.linspace(-1, 1, 12).reshape(3, 4), tf.float32)
    x = tf.constant(np.linspace(0, 1, 6).reshape(2, 3), tf.float32)

    def training(**how):
        w, count = tf.Variable(first), tf.Variable(0)

        @tf.function(**how)
        def step(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.tanh(x @ w) ** 2)
            w.assign_sub(0.1 * tape.gradient(loss, w))
            count.assign_add(1)
            return loss, None, count

        losses = [[float(v) for v in (step(x)[0], step(x)[2])] for _ in range(3)]
        return losses, w.numpy(), int(count)

    (losses, w, count), (wanted, w_wanted, _) = training(jit_compile=True), training()
    np.testing.assert_allclose(losses, wanted, rtol=1e-6)
    np.testing.assert_allclose(w, w_wanted, rtol=1e-6)
    assert count == 6


def test_what_follows_an_effect_runs_as_traced(capfd):
    seen = tf.Variable(0.0)

    @tf.function(jit_compile=True)
    def f(x):
        y = tf.exp(x) * 2.0
        tf.print("sum", tf.reduce_sum(y))
        seen.assign(tf.reduce_sum(y))
        return y + 1.0

    np.testing.assert_allclose(f(tf.zeros([2])), [3.0, 3.0])
    np.testing.assert_allclose(f(tf.zeros([3])), [3.0, 3.0, 3.0])  # another shape
    assert float(seen) == 6.0
    assert capfd.readouterr().err == "sum 4\nsum 6\n"


def test_what_cannot_be_compiled_runs_with_a_warning(caplog):
    @tf.function(jit_compile=True)
    def f(n):
        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s * 2), [0, 1])[1]

    with caplog.at_level(logging.WARNING, "tensorflow"):
        assert int(f(tf.constant(5))) == 32
        assert int(f(tf.constant(6))) == 64
    assert len([r for r in caplog.records if "jit_compile" in r.getMessage()]) == 1


def test_gradients_flow_through_a_compiled_function():
    f = tf.function(lambda x: x * x * x, jit_compile=True)
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 12.0


@tf.custom_gradient
def steep(a):
    return a * 1.0, lambda dy: dy * 7.0


def jacobian(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x * x[0]
    return tape.jacobian(y, x)


def product(x):
    with tf.autodiff.ForwardAccumulator(x, x[::-1]) as accumulator:
        y = x * x * x[0]
    return accumulator.jvp(y)


def custom(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = steep(x) * x
    return tape.gradient(y, x)


@pytest.mark.parametrize("function", [jacobian, product, custom])
def test_derivatives_are_those_of_the_plain_function(function):
    x = tf.constant([1.0, 2.0, 3.0])
    np.testing.assert_allclose(tf.function(function, jit_compile=True)(x), tf.function(function)(x), rtol=1e-6)
