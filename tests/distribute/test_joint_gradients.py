"""Gradients of what two replicas of one process compute together; the values are TensorFlow's."""

import numpy as np
import pytest

import tfshim as tf


@pytest.fixture(scope="module")
def strategy(two_devices):
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


def _numbers(strategy, value):
    return [float(x) for x in strategy.experimental_local_results(value)]


def _place():
    context = tf.distribute.get_replica_context()
    return context, tf.cast(context.replica_id_in_sync_group, tf.float32) + 1.0


def _of_sums(w):
    context, place = _place()
    x = w * place
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = context.all_reduce("SUM", x)
        z = y * y * place
    return y, tape.gradient(z, x)


def _of_means(w):
    context, place = _place()
    with tf.GradientTape() as tape:
        loss = 3.0 * context.all_reduce(tf.distribute.ReduceOp.MEAN, {"x": w * w * place})["x"]
    return tape.gradient(loss, w)


def _of_rows(w):
    context, place = _place()
    x = w * place
    with tf.GradientTape() as tape:
        tape.watch(x)
        rows = context.all_gather(tf.reshape(x, [1]), 0)
        loss = tf.reduce_sum(rows * rows * place)
    return tape.gradient(loss, x)


def test_they_go_back_together(strategy):
    with strategy.scope():
        w = tf.Variable(2.0)
    y, gradient = strategy.run(_of_sums, (w,))
    assert _numbers(strategy, y) == [6.0, 6.0] and _numbers(strategy, gradient) == [36.0, 36.0]
    assert _numbers(strategy, strategy.run(_of_means, (w,))) == [12.0, 24.0]
    assert _numbers(strategy, strategy.run(_of_rows, (w,))) == [12.0, 24.0]


def test_in_functions_it_is_said_that_they_cannot(strategy):
    with strategy.scope():
        w = tf.Variable(2.0)
    with pytest.raises(NotImplementedError, match="gradient of all_reduce of several replicas is not supported in tf.function"):
        tf.function(lambda: strategy.run(_of_means, (w,)))()


def test_in_functions_values_beside_the_gradient_are_added_up(strategy):
    with strategy.scope():
        w = tf.Variable(2.0)

    def step():
        with tf.GradientTape() as tape:
            loss = w * w
            logged = tf.distribute.get_replica_context().all_reduce("SUM", loss)
        return tape.gradient(loss, w), logged

    gradient, logged = tf.function(lambda: strategy.run(step))()
    assert _numbers(strategy, gradient) == [4.0, 4.0] and _numbers(strategy, logged) == [8.0, 8.0]


def test_synchronized_batch_normalization_trains(strategy):
    x = np.array([[1.0, 2.0], [3.0, 5.0], [2.0, 7.0], [9.0, 1.0]], "float32")

    def model():
        made = tf.keras.Sequential(
            [
                tf.keras.layers.Dense(3, input_shape=(2,), kernel_initializer="ones"),
                tf.keras.layers.BatchNormalization(synchronized=True),
                tf.keras.layers.Dense(1, kernel_initializer="ones"),
            ]
        )
        return made

    with strategy.scope():
        first, second = model(), model()
        first.compile("sgd", "mse", run_eagerly=True)
        second.compile("sgd", "mse")
    losses = first.fit(x, x[:, :1], batch_size=4, epochs=3, verbose=0, shuffle=False).history["loss"]
    assert losses == pytest.approx([20.215187, 17.041649, 14.552732], abs=1e-4)
    with pytest.raises(NotImplementedError, match="run_eagerly=True"):
        second.fit(x, x[:, :1], batch_size=4, verbose=0)


class Drawing(tf.Module):
    def __init__(self):
        super().__init__()
        self.generator = tf.random.Generator.from_seed(0)
        self.traces = 0

    @tf.function
    def __call__(self):
        self.traces += 1
        return self.generator.normal([])


def test_a_module_whose_call_is_a_function_draws_other_numbers_in_each_replica(strategy):
    with strategy.scope():
        module = Drawing()
        drawn = [_numbers(strategy, strategy.run(module)) for _ in range(2)]
    assert drawn[0] == pytest.approx([-1.4154755, -0.11388441]) and drawn[1] == pytest.approx([-0.68758255, 0.8084062])
    assert module.traces == 2  # in each replica


def test_replicas_do_not_meet_in_functions_of_their_own(strategy):
    with strategy.scope():
        module = Drawing()
        with pytest.raises(RuntimeError, match="called while defining a new graph or a tf.function"):
            strategy.run(lambda: module())
