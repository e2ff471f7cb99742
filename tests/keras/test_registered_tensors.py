"""Objects of registered classes in functional models, and losses that layers add while they are traced."""

import numpy as np

import tfshim as tf
from tfshim.keras.__internal__ import utils


class Pair:
    """What can be converted to a tensor without being one."""

    def __init__(self, first, second):
        self.first, self.second = first, second


tf.register_tensor_conversion_function(Pair, lambda pair, dtype=None, name=None, as_ref=False: pair.first + pair.second)


class MakesPairs(tf.keras.layers.Layer):
    def call(self, inputs):
        return Pair(inputs, inputs * 2.0)


class AddsLoss(tf.keras.layers.Layer):
    def call(self, inputs):
        self.add_loss(tf.reduce_sum(inputs))
        return inputs * 1.0


def test_layers_of_a_functional_model_give_objects_of_a_registered_class():
    utils.register_symbolic_tensor_type(Pair)
    inputs = tf.keras.Input((2,))
    outputs = MakesPairs()(inputs)
    assert outputs.shape.as_list() == [None, 2]
    model = tf.keras.Model(inputs, outputs)
    found = model(tf.constant([[1.0, 2.0]]))
    assert isinstance(found, Pair) and found.second.numpy().tolist() == [[2.0, 4.0]]
    after = tf.keras.Model(inputs, tf.keras.layers.Rescaling(2.0)(outputs))
    assert after(tf.constant([[1.0, 2.0]])).numpy().tolist() == [[6.0, 12.0]]


def test_losses_that_a_nested_sequential_adds_while_it_is_built_are_not_computed():
    model = tf.keras.Sequential([AddsLoss()])
    outer = tf.keras.Sequential([model, tf.keras.layers.Dense(1)])
    outer.compile("sgd", "mse")
    history = outer.fit(np.ones((2, 3), np.float32), np.ones((2, 1), np.float32), verbose=0)
    assert np.isfinite(history.history["loss"]).all()
    outer(tf.ones([2, 3]))
    assert [float(loss) for loss in outer.losses] == [6.0]
