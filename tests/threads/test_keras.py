"""Layers, models and what belongs to them, used from several threads."""

import time

import numpy as np
import pytest

import tfshim as tf
from tests.threads.racing import race

keras = tf.keras


class _Slow(keras.layers.Layer):
    """Calls itself built before it has weights, as many layers of users do."""

    def build(self, input_shape):
        super().build(input_shape)
        time.sleep(0.02)
        self.w = self.add_weight(name="w", shape=(input_shape[-1],), initializer="ones")

    def call(self, inputs):
        return inputs * self.w


@pytest.mark.parametrize("make", [lambda: keras.layers.Dense(3, kernel_initializer="ones"), _Slow, lambda: keras.layers.LSTM(2),
                                  lambda: keras.Sequential([_Slow(), keras.layers.Dense(2)])])
def test_weights_are_made_once(make):
    x = tf.ones([2, 4, 3])
    alone = make()
    alone(x)
    for _ in range(3):
        layer = make()
        results = race(lambda _, layer=layer: layer(x).numpy(), threads=8)
        assert len(layer.weights) == len(alone.weights)
        for r in results[1:]:
            np.testing.assert_array_equal(r, results[0])


def test_predictions_for_many_at_once():
    """As a web server with threads has it: requests of different sizes for one model."""
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)])

    def run(number):
        for i in range(6):
            x = np.full([1 + (number + i) % 3, 4], number, np.float32)
            found = model.predict(x, verbose=0) if i % 2 else model.predict_on_batch(x)
            np.testing.assert_array_equal(found, x.sum(1, keepdims=True))

    race(run)


def test_functions_of_models_are_made_once():
    for _ in range(10):
        model = keras.Sequential([keras.layers.Dense(1, input_shape=[2])])
        model.compile("sgd", "mse")
        for name in ("train", "test", "predict"):
            made = race(lambda _, model=model, name=name: getattr(model, f"make_{name}_function")(), threads=8)
            assert len({id(f) for f in made}) == 1


def test_metrics_count_every_batch():
    mean, accuracy = keras.metrics.Mean(), keras.metrics.BinaryAccuracy()

    def run(_):
        for _ in range(60):
            mean.update_state(2.0)
            accuracy.update_state([1.0, 0.0], [1.0, 1.0])

    race(run)
    assert (mean.count.numpy(), mean.total.numpy()) == (240, 480)
    assert (accuracy.count.numpy(), accuracy.result().numpy()) == (480, 0.5)  # of elements


def test_penalties_belong_to_the_call_of_the_thread():
    layer = keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer=keras.regularizers.L1(1.0))
    layer(tf.ones([1, 2]))

    def run(number):
        for _ in range(40):
            layer(tf.fill([1, 2], float(number)))
            assert [float(x) for x in layer.losses] == [2.0 * number]

    race(run)
