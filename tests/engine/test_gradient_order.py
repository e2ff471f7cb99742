"""Steps with two optimizers: gradients of values that were read before come ahead of the updates, and nothing else changes."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.variables import in_place  # noqa: E402


class _Pair:
    """A generator and a discriminator of one layer each."""

    def __init__(self):
        self.made = tf.Variable(np.linspace(-1, 1, 12).reshape(4, 3), dtype=tf.float32)
        self.told = tf.Variable(np.linspace(1, -1, 6).reshape(3, 2), dtype=tf.float32)
        self.optimizers = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.SGD(0.5)

    def step(self, x):
        with tf.GradientTape() as one, tf.GradientTape() as other:
            images = tf.tanh(x @ self.made)
            scores = images @ self.told
            fooled, caught = tf.reduce_mean(scores**2), tf.reduce_mean(tf.sin(scores))
        self.optimizers[0].apply_gradients([(one.gradient(fooled, self.made), self.made)])
        self.optimizers[1].apply_gradients([(other.gradient(caught, self.told), self.told)])
        return fooled


def test_the_numbers_are_those_of_eager_steps():
    eager, traced = _Pair(), _Pair()
    step = tf.function(traced.step)
    for i in range(4):
        x = tf.constant(np.random.default_rng(i).normal(size=(5, 4)), tf.float32)
        np.testing.assert_allclose(step(x).numpy(), eager.step(x).numpy(), rtol=1e-5)
    np.testing.assert_allclose(traced.made.numpy(), eager.made.numpy(), rtol=1e-5)
    np.testing.assert_allclose(traced.told.numpy(), eager.told.numpy(), rtol=1e-5)


def test_no_variable_is_copied(monkeypatch):
    pair, copied = _Pair(), []
    step = tf.function(pair.step)
    x = tf.ones([5, 4])
    step(x)
    copy = in_place._copy
    monkeypatch.setattr(in_place, "_copy", lambda storage: copied.append(storage) or copy(storage))
    step(x)
    assert not copied


@pytest.mark.parametrize("recomputed", [False, True])
def test_gradients_that_read_variables_stay_where_they_are(recomputed):
    def run(wrap):
        v, w = tf.Variable(2.0), tf.Variable(3.0)
        optimizer = tf.keras.optimizers.SGD(1.0)
        optimizer.build([v, w])
        inner = tf.recompute_grad(lambda x: x * v * v) if recomputed else lambda x: x * v * v

        @wrap
        def step(x):
            with tf.GradientTape() as one, tf.GradientTape() as other:
                y = inner(x) * w
                z = y * 2.0
            optimizer.apply_gradients([(one.gradient(y, w), w)])
            optimizer.apply_gradients([(other.gradient(z, v), v)])
            return y

        step(tf.constant(0.5))
        return v.numpy(), w.numpy()

    np.testing.assert_allclose(run(tf.function), run(lambda f: f))
