"""Sequences without recurrence, in Keras."""

import tensorflow as tf

from benchmarks.models.keras_work import Fit

layers = tf.keras.layers


def conv1d_causal(data, length, features, filters, depth):
    """Causal convolutions of growing dilation, and a forecast at every step."""
    model = tf.keras.Sequential([tf.keras.Input((length, features))])
    for i in range(depth):
        model.add(layers.Conv1D(filters, 3, padding="causal", dilation_rate=2**i, activation="relu"))
    model.add(layers.Dense(1))
    model.compile("adam", "mse")
    return Fit(model, data)


def embedding(data, length, vocabulary, width):
    """The mean of the embeddings of a text, classified."""
    model = tf.keras.Sequential([
        layers.Embedding(vocabulary, width, input_length=length),
        layers.GlobalAveragePooling1D(),
        layers.Dense(16, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])  # fmt: skip
    model.compile("adam", "binary_crossentropy", ["accuracy"])
    return Fit(model, data)
