"""Recurrent networks, in Keras."""

import tensorflow as tf

from benchmarks.models.keras_work import Fit

layers = tf.keras.layers


def lstm(data, length, features, units, classes):
    """An LSTM over series, and a class for each of them."""
    model = tf.keras.Sequential([layers.LSTM(units, input_shape=(length, features)), layers.Dense(classes, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", ["accuracy"])
    return Fit(model, data)


def gru(data, length, vocabulary, width, units):
    """A GRU that predicts the next token at every step."""
    model = tf.keras.Sequential([
        layers.Embedding(vocabulary, width, input_length=length),
        layers.GRU(units, return_sequences=True),
        layers.Dense(vocabulary),
    ])  # fmt: skip
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
    return Fit(model, data)


def gru_masked(data, length, vocabulary, width, units):
    """A GRU over texts of different lengths."""
    model = tf.keras.Sequential([
        layers.Embedding(vocabulary, width, mask_zero=True, input_length=length),
        layers.GRU(units),
        layers.Dense(1, activation="sigmoid"),
    ])  # fmt: skip
    model.compile("adam", "binary_crossentropy", ["accuracy"])
    return Fit(model, data)


def gru_bidirectional(data, length, vocabulary, width, units):
    """A GRU over texts in both directions."""
    model = tf.keras.Sequential([
        layers.Embedding(vocabulary, width, input_length=length),
        layers.Bidirectional(layers.GRU(units)),
        layers.Dense(units, activation="relu"),
        layers.Dense(1),
    ])  # fmt: skip
    model.compile("adam", tf.keras.losses.BinaryCrossentropy(from_logits=True), [tf.keras.metrics.BinaryAccuracy(threshold=0.0)])
    return Fit(model, data)
