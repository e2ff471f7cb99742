"""What users of tf2crf do first: words are tagged by a field over a recurrent network."""

import numpy as np
import tensorflow as tf
from tf2crf import CRF, ModelWithCRFLoss, ModelWithCRFLossDSCLoss

WORDS = np.array([[1, 5, 2, 7, 0, 0], [3, 3, 8, 9, 4, 1], [2, 6, 0, 0, 0, 0], [9, 1, 4, 5, 6, 0]])
TAGS = WORDS % 4


def _base(units):
    tf.keras.utils.set_random_seed(0)
    inputs = tf.keras.Input([None], dtype="int32")
    x = tf.keras.layers.Embedding(10, 8, mask_zero=True)(inputs)
    x = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(4, return_sequences=True))(x)
    if units is None:
        x = tf.keras.layers.Dense(4)(x)
    return tf.keras.Model(inputs, CRF(units=units, dtype="float32")(x))


def step_layer():
    return [np.asarray(y) for y in _base(4)(WORDS)]


def step_training():
    model = ModelWithCRFLoss(_base(None), sparse_target=True)
    model.compile(tf.keras.optimizers.Adam(0.05))
    history = model.fit(WORDS, TAGS, epochs=4, batch_size=2, shuffle=False, verbose=0).history
    return history, model.predict(WORDS, verbose=0), model.evaluate(WORDS, TAGS, verbose=0, return_dict=True)


def step_training_with_dice_loss():
    model = ModelWithCRFLossDSCLoss(_base(4), sparse_target=False)
    model.compile(tf.keras.optimizers.Adam(0.05))
    return model.fit(WORDS, tf.one_hot(TAGS, 4), epochs=2, batch_size=2, shuffle=False, verbose=0).history
