"""`tf.function(jit_compile=True)`: compiled by torch's Inductor, with the results of the traced function."""

import logging
import shutil

import numpy as np
import pytest

import tfshim
from tests.after_torch import python
from tfshim.engine.functions import lowered_gradients

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


def test_what_cannot_be_compiled_runs_with_a_warning(caplog):
    @tf.function(jit_compile=True)
    def f(n):
        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s * 2), [0, 1])[1]

    with caplog.at_level(logging.WARNING, "tensorflow"):
        assert int(f(tf.constant(5))) == 32
        assert int(f(tf.constant(6))) == 64
    assert len([r for r in caplog.records if "jit_compile" in r.getMessage()]) == 1


def test_derivatives_that_depend_on_an_effect_run_as_traced(caplog, capfd):
    @tf.function(jit_compile=True)
    def f(x):
        y = tf.exp(x) ** 2
        z = tf.sin(y) * tf.py_function(lambda: 2.0, [], tf.float32)
        return tf.gradients(z, [x])[0], tf.gradients(z, [y])[0]

    with caplog.at_level(logging.WARNING, "tensorflow"):
        found = f(tf.constant([0.1, 0.2]))
    y = np.exp([0.2, 0.4])
    np.testing.assert_allclose(found, [4 * y * np.cos(y), 2 * np.cos(y)], rtol=1e-5)
    assert "without being compiled" in caplog.text


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


def test_derivatives_are_those_of_the_plain_function(caplog):
    def derivatives(x):  # in one function, which the C++ compiler is started for once
        return jacobian(x), product(x), custom(x)

    x = tf.constant([1.0, 2.0, 3.0])
    with caplog.at_level(logging.WARNING, "tensorflow"):
        found = tf.function(derivatives, jit_compile=True)(x)
    assert "without being compiled" not in caplog.text
    for some, wanted in zip(found, tf.function(derivatives)(x), strict=True):
        np.testing.assert_allclose(some, wanted, rtol=1e-6)


# ---------------------------------------------------------------------- under a tape of the caller
class Layer(tf.Module):
    """Two layers with a custom gradient between them, a count and a moving average, which a call changes."""

    def __init__(self):
        self.w = tf.Variable(np.linspace(-1, 1, 12).reshape(3, 4).astype("float32"))
        self.b = tf.Variable(tf.zeros([4]))
        self.calls = tf.Variable(0)
        self.average = tf.Variable(tf.zeros([4]), trainable=False)

    def call(self, x):
        self.calls.assign_add(1)
        h = tf.nn.relu(x @ self.w + self.b)
        self.average.assign(0.9 * self.average + 0.1 * tf.reduce_mean(h, 0))
        return tf.reduce_sum(tf.tanh(steep(h)) * h), h, None, tf.argmax(h, 1), tf.stop_gradient(h)


X = np.linspace(0, 1, 6).reshape(2, 3).astype("float32")


@pytest.fixture
def taken(monkeypatch):
    """The number of calls that compiled code with gradients served."""
    count, apply = [], lowered_gradients._Recorded.apply
    monkeypatch.setattr(lowered_gradients._Recorded, "apply", lambda *args: count.append(1) or apply(*args))
    return count


def steps_of(layer, call):
    x, found = tf.constant(X), []
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y, h, nothing, best, fixed = call(x)
            z = y * 2 + tf.reduce_sum(h * h) + tf.reduce_sum(fixed * layer.b)
        found.append([v.numpy() for v in (y, h, best, *tape.gradient(z, [x, layer.w, layer.b]))])
        assert nothing is None
        layer.w.assign_sub(0.1 * tf.ones([3, 4]))
    return [*found, [layer.calls.numpy(), layer.average.numpy()]]


def same(found, wanted):
    for some, others in zip(found, wanted, strict=True):
        for a, b in zip(some, others, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_gradients_of_a_compiled_function_are_compiled(taken):
    first, second = Layer(), Layer()
    same(steps_of(first, tf.function(first.call, jit_compile=True)), steps_of(second, tf.function(second.call)))
    assert len(taken) == 3


def test_without_anything_watched_nothing_is_kept_for_gradients(taken):
    layer = Layer()
    call = tf.function(layer.call, jit_compile=True)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        y = call(tf.constant(X))[0]
    assert tape.gradient(y, layer.w) is None
    assert int(layer.calls) == 1 and not taken


def test_only_what_is_watched_has_gradients(taken):
    layer = Layer()
    call = tf.function(layer.call, jit_compile=True)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(layer.b)
        y = call(tf.constant(X))[0]
    w, b = tape.gradient(y, [layer.w, layer.b])
    assert w is None and b.shape == [4] and len(taken) == 1


def test_jacobians_and_recorded_gradients_of_compiled_functions(taken):
    layer = Layer()
    compiled, plain = tf.function(layer.call, jit_compile=True), tf.function(layer.call)

    def watched(tape):  # as in `steps_of`: what the C++ compiler made of that serves here too
        x = tf.constant(X)
        tape.watch(x)
        return x

    def jacobian(call):
        with tf.GradientTape() as tape:
            h = call(watched(tape))[1]
        return tape.jacobian(h, layer.w)

    def by_weights(call):
        """The derivative of a gradient by what weights its target."""
        weights = tf.constant([[1.0, 2.0, 3.0, 4.0]] * 2)
        with tf.GradientTape() as tape:
            h = call(watched(tape))[1]
        with tf.GradientTape() as outer:
            outer.watch(weights)
            g = tf.reduce_sum(tape.gradient(h, layer.w, output_gradients=weights) ** 2)
        return outer.gradient(g, weights)

    for derivative in (jacobian, by_weights):
        np.testing.assert_allclose(derivative(compiled), derivative(plain), rtol=1e-5)
    assert len(taken) == 2


def test_second_derivatives_are_those_of_the_plain_function():
    f = tf.function(lambda x: x * x * tf.sin(x), jit_compile=True)
    x = tf.constant([0.5, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        g = inner.gradient(y, x)
    np.testing.assert_allclose(outer.gradient(g, x), (2 - x * x) * tf.sin(x) + 4 * x * tf.cos(x), rtol=1e-5)


def test_a_persistent_tape_is_asked_twice():
    f = tf.function(lambda x: x * x * x, jit_compile=True)
    x = tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = f(x)
        z = y * 2
    assert (float(tape.gradient(y, x)), float(tape.gradient(z, x))) == (12.0, 24.0)


def test_gradients_reach_what_follows_an_effect_as_well(taken, capfd):
    w = tf.Variable([1.0, 2.0])

    @tf.function(jit_compile=True)
    def f(x):
        y = tf.exp(x) * w
        tf.print("sum", tf.reduce_sum(y))
        return y + 1.0

    with tf.GradientTape() as tape:
        y = f(tf.zeros([2]))
    assert tape.gradient(y, w).numpy().tolist() == [1.0, 1.0] and len(taken) == 1
    assert capfd.readouterr().err == "sum 3\n"


def test_bad_input_under_a_tape_is_the_error_of_the_operation():
    f = tf.function(lambda x, i: tf.gather(x, i), jit_compile=True)
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape, pytest.raises(tf.errors.InvalidArgumentError):
        tape.watch(x)
        f(x, tf.constant([5]))


_WITHOUT_COMPILER = """
import os, sys
os.environ["TORCHINDUCTOR_CACHE_DIR"] = sys.argv[1]
import tfshim
tfshim.activate()
import tensorflow as tf
f = tf.function(lambda x: tf.sin(x) * 2, jit_compile=True)
g = tf.function(lambda x: tf.cos(x) * 2, jit_compile=True)
x = tf.zeros([2])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y.numpy(), tape.gradient(y, x).numpy(), f(tf.zeros([3])).numpy(), g(x).numpy())
"""


def test_without_a_compiler_functions_run_as_traced_and_say_so_once(tmp_path):
    done = python("-c", _WITHOUT_COMPILER, tmp_path / "cache", cwd=tmp_path, env={"CXX": str(tmp_path / "missing")})
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[0. 0.] [2. 2.] [0. 0. 0.] [2. 2.]\n"
    assert [line for line in done.stderr.splitlines() if "jit_compile" in line] == [
        "WARNING:tensorflow:tf.function(jit_compile=True): functions run without being compiled, because torch's compiler needs a C++ "
        "compiler, and found none (install g++, or name one in the variable CXX)."
    ]
