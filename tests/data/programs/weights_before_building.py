"""Weights of models whose class has a `build`, asked for before it ran, and dynamic layers in models of graphs."""

import os
import tempfile

import numpy as np

K, L = tf.keras, tf.keras.layers


class Scaled(K.Model):
    def build(self, input_shape):
        self.w = self.add_weight(name="w", shape=input_shape[-1], initializer="ones")

    def call(self, x):
        return x * self.w


class OfLayers(K.Model):
    def __init__(self, **options):
        super().__init__(**options)
        self.dense = L.Dense(1)

    def build(self, input_shape):
        self.dense.build(input_shape)
        super().build(input_shape)

    def call(self, x):
        return self.dense(x)


class Derived(Scaled):
    pass


class Within(K.Model):
    def __init__(self):
        super().__init__()
        self.inner = Scaled(name="inner")

    def call(self, x):
        return self.inner(x)


def _told(f):
    try:
        return len(f())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


_LISTS = "weights", "trainable_weights", "non_trainable_weights", "variables", "trainable_variables", "non_trainable_variables"


def _lists(make):
    return [_told(lambda name=name: getattr(make(), name)) for name in _LISTS]


def case_lists():
    K.backend.clear_session()
    return _lists(Scaled), _lists(OfLayers)


def case_classes_without_a_build_of_their_own():
    K.backend.clear_session()
    return _lists(Derived), _lists(Within)


def case_frozen_and_dynamic():
    K.backend.clear_session()

    def frozen():
        model = Scaled()
        model.trainable = False
        return model

    return _lists(frozen), _lists(lambda: OfLayers(dynamic=True))


def case_values():
    K.backend.clear_session()
    return _told(Scaled().get_weights), _told(lambda: Scaled().set_weights([]))


def case_checkpoint_before_the_first_call():
    K.backend.clear_session()
    model = Scaled()
    model(tf.constant([[1.0, 2.0]]))
    model.w.assign([3.0, 4.0])
    path = tf.train.Checkpoint(model=model).write(os.path.join(tempfile.mkdtemp(), "ckpt"))
    again = Scaled()
    tf.train.Checkpoint(model=again).read(path).expect_partial()
    return again(tf.constant([[1.0, 1.0]])), len(again.weights)


def case_trained():
    K.backend.clear_session()
    results = []
    for model in (Scaled(), OfLayers(), Within()):
        model.compile("sgd", "mse")
        model.fit(np.ones([2, 2]), np.ones([2, 1]), verbose=0)
        results.append(len(model.trainable_variables))
    return results


class Dynamic(L.Layer):
    def call(self, x):
        return x

    def compute_output_shape(self, input_shape):
        return input_shape


class OfDynamic(K.Model):
    def __init__(self):
        super().__init__()
        self.layer = Dynamic(dynamic=True)

    def call(self, x):
        return self.layer(x)


def _functional():
    x = K.Input((3,))
    return K.Model(x, Dynamic(dynamic=True)(x))


def case_dynamic_layers_in_graphs():
    made = []
    for make in (OfDynamic, _functional, lambda: K.Sequential([K.Input((3,)), Dynamic(dynamic=True)])):
        with tf.Graph().as_default():
            model = make()
            made.append((model.dynamic, _told(lambda model=model: model.compile("rmsprop", "mse"))))
    return made
