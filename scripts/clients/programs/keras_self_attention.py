"""What users of keras-self-attention do first: attention within a model of sequences."""

import numpy as np
import tensorflow as tf
from keras_self_attention import ResidualScaledDotProductAttention, ScaledDotProductAttention, SeqSelfAttention, SeqWeightedAttention

RNG = np.random.default_rng(0)
WORDS = RNG.integers(0, 20, (12, 9))
X = RNG.standard_normal((3, 5, 4)).astype("float32")


def step_kinds():
    found = []
    for settings in (
        {},
        {"attention_type": SeqSelfAttention.ATTENTION_TYPE_MUL, "attention_activation": "sigmoid"},
        {"attention_width": 3, "history_only": True, "return_attention": True},
    ):
        tf.keras.utils.set_random_seed(0)
        found.append(tf.nest.map_structure(lambda t: t.numpy(), SeqSelfAttention(units=6, **settings)(X)))
    return found


def step_weighted_and_scaled():
    tf.keras.utils.set_random_seed(1)
    weighted = SeqWeightedAttention(return_attention=True)(X)
    scaled = ScaledDotProductAttention(return_attention=True, history_only=True)(X)
    return [t.numpy() for t in (*weighted, *scaled)]


def step_residual():
    ids = tf.keras.Input([5])
    x = tf.keras.layers.Embedding(20, 4, mask_zero=True, embeddings_initializer="ones")(ids)
    y, scores = ResidualScaledDotProductAttention(return_attention=False)(
        [x, x, x, tf.keras.layers.Lambda(lambda t: tf.matmul(t, t, transpose_b=True))(x)]
    )
    return [t.numpy() for t in tf.keras.Model(ids, [y, scores])(WORDS[:3, :5])]


def step_training():
    tf.keras.utils.set_random_seed(2)
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Embedding(20, 8, mask_zero=True, input_length=9),
            tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(4, return_sequences=True)),
            SeqSelfAttention(attention_regularizer_weight=1e-4, name="attention"),
            SeqWeightedAttention(),
            tf.keras.layers.Dense(3, activation="softmax"),
        ]
    )
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(WORDS, WORDS[:, 0] % 3, epochs=3, batch_size=4, shuffle=False, verbose=0).history
    again = tf.keras.models.model_from_json(
        model.to_json(), custom_objects={**SeqSelfAttention.get_custom_objects(), **SeqWeightedAttention.get_custom_objects()}
    )
    again.set_weights(model.get_weights())
    return history, again.predict(WORDS[:2], verbose=0)
