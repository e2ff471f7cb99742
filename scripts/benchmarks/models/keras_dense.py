"""Models of dense layers, in Keras."""

import tensorflow as tf

from benchmarks.models.keras_work import Fit

layers = tf.keras.layers


def mlp(data, features, width, depth, classes):
    """Dense layers with batch normalization and dropout."""
    model = tf.keras.Sequential([tf.keras.Input((features,))])
    for _ in range(depth):
        model.add(layers.Dense(width))
        model.add(layers.BatchNormalization())
        model.add(layers.Activation("relu"))
        model.add(layers.Dropout(0.2))
    model.add(layers.Dense(classes))
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
    return Fit(model, data)


class Autoencoder(tf.keras.Model):
    """Two dense layers to a code, two back."""

    def __init__(self, features, width, code):
        super().__init__()
        self.encoder = tf.keras.Sequential([layers.Dense(width, activation="relu"), layers.Dense(code, activation="relu")])
        self.decoder = tf.keras.Sequential([layers.Dense(width, activation="relu"), layers.Dense(features, activation="sigmoid")])

    def call(self, x):
        """Reconstruct `x`."""
        return self.decoder(self.encoder(x))


def autoencoder(data, **sizes):
    """An autoencoder that learns its input."""
    model = Autoencoder(**sizes)
    model.compile("adam", "mse")
    return Fit(model, data)
