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


@pytest.mark.parametrize(
    "make",
    [
        lambda: keras.layers.Dense(3, kernel_initializer="ones"),
        _Slow,
        lambda: keras.layers.LSTM(2),
        lambda: keras.Sequential([_Slow(), keras.layers.Dense(2)]),
        lambda: keras.layers.MultiHeadAttention(2, 2),
    ],
)
def test_weights_are_made_once(make):
    x = tf.ones([2, 4, 3])
    alone = make()
    given = (x, x) if isinstance(alone, keras.layers.MultiHeadAttention) else (x,)
    alone(*given)
    for _ in range(3):
        layer = make()
        results = race(lambda _, layer=layer: layer(*given).numpy(), threads=8)
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


@pytest.mark.parametrize(
    "make, states",
    [
        (keras.metrics.MeanTensor, 2),
        (lambda: keras.metrics.AUC(multi_label=True, num_thresholds=5), 4),
        (keras.metrics.F1Score, 4),
        (keras.metrics.R2Score, 5),
    ],
)
def test_metrics_whose_shape_the_first_update_tells(make, states):
    given = [tf.constant([[0.0, 1.0], [1.0, 0.0]])] * (1 if make is keras.metrics.MeanTensor else 2)
    for _ in range(5):
        metric, alone = make(), make()
        race(lambda _, metric=metric: [metric.update_state(*given) for _ in range(3)] and None, threads=8)
        for _ in range(24):
            alone.update_state(*given)
        assert len(metric.variables) == states
        for mine, other in zip(metric.variables, alone.variables, strict=True):
            np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Nadam", "Adamax", "Adagrad", "Adadelta", "RMSprop", "Ftrl", "Lion", "Adafactor"])
def test_optimizers_take_every_step(name):
    for _ in range(3):
        optimizer = getattr(keras.optimizers, name)(0.1)
        variables = [tf.Variable(tf.ones([2, 3])) for _ in range(4)]

        def run(_, optimizer=optimizer, variables=variables):
            for _ in range(4):
                optimizer.apply_gradients([(tf.ones([2, 3]), v) for v in variables])

        race(run, threads=8)
        assert optimizer.iterations.numpy() == 32
        alone = getattr(keras.optimizers, name)(0.1)
        v = tf.Variable(tf.ones([2, 3]))
        for _ in range(32):
            alone.apply_gradients([(tf.ones([2, 3]), v)])
        for mine in variables:
            np.testing.assert_allclose(mine, v, rtol=1e-5)


class _OfAUser(keras.optimizers.Optimizer):
    """Says that it is built before it is, as Keras' guide has it."""

    def __init__(self):
        super().__init__(name="own")
        self._learning_rate = self._build_learning_rate(1.0)

    def build(self, var_list):
        super().build(var_list)
        if hasattr(self, "_built") and self._built:
            return
        self._built = True
        time.sleep(0.02)
        self.sums = [self.add_variable_from_reference(v, "sum") for v in var_list]

    def update_step(self, gradient, variable):
        at = self.sums[self._index_dict[self._var_key(variable)]]
        at.assign_add(gradient)


def test_optimizers_of_users_are_built_before_they_are_used():
    optimizer, v = _OfAUser(), tf.Variable([0.0])
    race(lambda _: [optimizer.apply_gradients([(tf.ones([1]), v)]) for _ in range(5)] and None, threads=8)
    assert optimizer.sums[0].numpy() == [40.0]


def test_penalties_belong_to_the_call_of_the_thread():
    layer = keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer=keras.regularizers.L1(1.0))
    layer(tf.ones([1, 2]))

    def run(number):
        for _ in range(40):
            layer(tf.fill([1, 2], float(number)))
            assert [float(x) for x in layer.losses] == [2.0 * number]

    race(run)
