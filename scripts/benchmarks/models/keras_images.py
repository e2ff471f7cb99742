"""Convolutional networks, in Keras."""

import tensorflow as tf

from benchmarks.models.keras_work import Fit

layers = tf.keras.layers


def cnn(data, side, filters, classes):
    """Three convolutions and two dense layers."""
    model = tf.keras.Sequential([
        layers.Conv2D(filters, 3, activation="relu", input_shape=(side, side, 3)),
        layers.MaxPooling2D(),
        layers.Conv2D(2 * filters, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(2 * filters, 3, activation="relu"),
        layers.Flatten(),
        layers.Dense(2 * filters, activation="relu"),
        layers.Dense(classes, activation="softmax"),
    ])  # fmt: skip
    model.compile("adam", "sparse_categorical_crossentropy", ["accuracy"])
    return Fit(model, data)


def _twice(x, filters):
    for _ in range(2):
        x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = layers.BatchNormalization()(x)
        x = layers.ReLU()(x)
    return x


def unet(data, side, filters, depth, classes):
    """A U-Net that classifies every pixel."""
    inputs = x = tf.keras.Input((side, side, 3))
    skipped = []
    for level in range(depth):
        x = _twice(x, filters << level)
        skipped.append(x)
        x = layers.MaxPooling2D()(x)
    x = _twice(x, filters << depth)
    for level in reversed(range(depth)):
        x = layers.Conv2DTranspose(filters << level, 2, strides=2)(x)
        x = layers.Concatenate()([x, skipped[level]])
        x = _twice(x, filters << level)
    model = tf.keras.Model(inputs, layers.Conv2D(classes, 1)(x))
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
    return Fit(model, data)
