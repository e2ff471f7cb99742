"""Saved models whose layers make their variables only when a signature is traced, while they are saved."""

import os
import tempfile


class Network(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def call(self, inputs):
        return tf.nn.softmax(self.dense(inputs))


class Module(tf.Module):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def run(self, x):
        return self.dense(x)


class Outer(tf.Module):
    def __init__(self):
        super().__init__()
        self.inner = Module()


def _saved(model, function, signatures=None):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "saved")
        tf.saved_model.save(model, path, signatures=signatures)
        loaded = tf.saved_model.load(path)
        x = tf.constant([[1.0, 2.0]])
        same = bool(tf.reduce_all(abs(function(loaded)(x) - function(model)(x)) < 1e-6)) if function else None
        return list(loaded.signatures), len(model.variables), same


def case_modules():
    first = Module()
    return _saved(first, lambda m: m.run, first.run), _saved(Module(), lambda m: m.run), _saved(Outer(), lambda m: m.inner.run)


def case_models():
    logger = tf.get_logger()
    level = logger.level
    logger.setLevel("ERROR")
    try:
        model = Network()
        return _saved(model, None, {"call": model.call})
    finally:
        logger.setLevel(level)
