"""Gradients of loops over small tensors that read and write lists of tensors: those of the ordinary loop."""

import numpy as np
import pytest

import tfshim as tf
from tests import attempts
from tests.engine.test_array_gradients import both_ways, of_function, of_session, same
from tfshim.engine.graphs.programs.arrays import array_gradients

rng = np.random.RandomState(0)
_X, _W = rng.normal(size=(3, 4, 2)).astype("float32"), rng.normal(size=(2, 2)).astype("float32") * 0.5


@pytest.fixture
def served(monkeypatch):
    """Whether each loop that asked ran on arrays."""
    return attempts.noted(array_gradients, monkeypatch)


def _collects(x, w):
    def body(i, y, made):
        y = tf.tanh(tf.matmul(y, w)) + x[1]
        return i + 1, y, made.write(i, y * 2.0)

    _, y, made = tf.while_loop(lambda i, *_: i < 4, body, [0, x[0], tf.TensorArray(tf.float32, 4)])
    return y, made.stack()


def _begins_with_elements(x, w):
    # One of which is written over, one stays, and one is never written.
    start = tf.TensorArray(tf.float32, 6, element_shape=[4, 2]).write(1, x[0] * 3.0).write(5, x[2] ** 2)

    def body(i, y, made):
        y = tf.tanh(tf.matmul(y, w)) * 2.0 + x[1] * 0.5 - 1.0
        return i + 1, y, made.write(i, y)

    return tf.while_loop(lambda i, *_: i < 3, body, [0, x[0], start])[2].stack()


def _reads(x, w):
    rows = tf.TensorArray(tf.float32, 3).unstack(x)

    def body(i, y, made):
        # The last row is read twice, and none but the first by the second read.
        y = tf.tanh(tf.matmul(y, w) + rows.read(2 - i)) * rows.read(0) + rows.read(2) * 0.5
        return i + 1, y, made.write(i, tf.sin(y)).write(i, y * 3.0 - 1.0)

    _, y, made = tf.while_loop(lambda i, *_: i < 3, body, [0, x[0], tf.TensorArray(tf.float32, 3)])
    return y, made.stack()


def _reads_what_it_writes(x, w):
    def body(i, made):
        return i + 1, made.write(i + 1, tf.tanh(tf.matmul(made.read(i), w)) * 2.0 - x[1] * 0.5)

    start = tf.TensorArray(tf.float32, 4, element_shape=[4, 2], clear_after_read=False).write(0, x[0])
    return tf.while_loop(lambda i, *_: i < 3, body, [0, start])[1].stack()


def _grows(x, w):
    def body(i, y, made):
        y = tf.tanh(tf.matmul(y, w)) + x[1] * 0.5 - 1.0
        return i + 1, y, made.write(made.size(), y)

    return tf.while_loop(lambda i, *_: i < 3, body, [0, x[0], tf.TensorArray(tf.float32, 0, dynamic_size=True)])[2].stack()


@pytest.mark.parametrize("way", [of_session, of_function])
@pytest.mark.parametrize("loop", [_collects, _begins_with_elements, _reads, _reads_what_it_writes, _grows])
def test_derivatives(monkeypatch, served, loop, way):
    same(*both_ways(monkeypatch, way(loop, _X, _W)))
    assert served == [loop not in (_reads_what_it_writes, _grows)]


def test_second_derivatives(monkeypatch, served):
    def run():
        @tf.function
        def f(x, w):
            with tf.GradientTape() as outer:
                outer.watch([x, w])
                with tf.GradientTape() as inner:
                    inner.watch([x, w])
                    y, made = _reads(x, w)
                    total = tf.reduce_sum(tf.sin(made)) + tf.reduce_sum(y)
                first = inner.gradient(total, [x, w])
                penalty = tf.add_n([tf.reduce_sum(g**2) for g in first])
            return first, outer.gradient(penalty, [x, w])

        return f(tf.constant(_X), tf.constant(_W))

    same(*both_ways(monkeypatch, run), rtol=1e-4)
    assert served == [True]


def test_recurrent_cells_of_ones_own(monkeypatch, served):
    class Cell(tf.keras.layers.Layer):
        state_size = output_size = 3

        def build(self, shape):
            self.kernel, self.inner = self.add_weight("k", (shape[-1], 3)), self.add_weight("r", (3, 3))

        def call(self, x, states):
            h = tf.tanh(tf.matmul(x, self.kernel) + tf.matmul(states[0], self.inner))
            return h * 2.0, [h]

    def run():
        tf.keras.utils.set_random_seed(0)
        layer = tf.keras.layers.RNN(Cell(), return_sequences=True, return_state=True)

        @tf.function
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                outputs, state = layer(x)
                total = tf.reduce_sum(tf.sin(outputs)) + tf.reduce_sum(state)
            return outputs, state, tape.gradient(total, [x, *layer.trainable_variables])

        return f(tf.constant(_X))

    same(*both_ways(monkeypatch, run))
    assert served == [True]


def test_a_place_that_is_not_there_is_tensorflows_error(served):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            rows, made = tf.TensorArray(tf.float32, 3).unstack(x), tf.TensorArray(tf.float32, 3)
            _, made = tf.while_loop(lambda i, *_: i < 4, lambda i, m: (i + 1, m.write(i, tf.tanh(rows.read(2)) * 2.0 - 1.0)), [0, made])
            total = tf.reduce_sum(made.stack())
        return tape.gradient(total, x)

    with pytest.raises(tf.errors.InvalidArgumentError, match="Trying to modify element 3 in a list with 3 elements"):
        f(tf.constant(_X))
    assert served == [False]
