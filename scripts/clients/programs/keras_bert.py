"""What users of keras-bert do first: a small BERT is trained, gives features, and is written and read."""

import random
import tempfile

import numpy as np
import tensorflow as tf
from keras_bert import Tokenizer, gen_batch_inputs, get_base_dict, get_custom_objects, get_model
from keras_multi_head import MultiHeadAttention
from keras_transformer import get_model as get_transformer

PAIRS = [
    [["all", "work", "and", "no", "play"], ["makes", "jack", "a", "dull", "boy"]],
    [["from", "the", "day", "forth"], ["my", "arm", "changed"]],
]
WORDS = get_base_dict()
for pair in PAIRS:
    for word in pair[0] + pair[1]:
        WORDS.setdefault(word, len(WORDS))
SMALL = {"head_num": 2, "transformer_num": 2, "embed_dim": 8, "feed_forward_dim": 12, "seq_len": 14, "pos_num": 14}


def step_tokenizer():
    tokenizer = Tokenizer(WORDS)
    return tokenizer.tokenize("all work", "no play"), [list(x) for x in tokenizer.encode("all work and", second="my arm", max_len=12)]


def step_training():
    tf.keras.utils.set_random_seed(0)
    random.seed(0)
    model = get_model(token_num=len(WORDS), dropout_rate=0.0, **SMALL)
    model.compile(tf.keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy")
    inputs, outputs = gen_batch_inputs(PAIRS, WORDS, list(WORDS), seq_len=14, mask_rate=0.3, swap_sentence_rate=0.5)
    losses = model.fit(inputs, outputs, epochs=3, batch_size=2, shuffle=False, verbose=0).history["loss"]
    return losses, [y.mean(axis=-1) for y in model.predict(inputs, verbose=0)]


def step_features():
    tf.keras.utils.set_random_seed(1)
    inputs, transformed = get_model(token_num=len(WORDS), training=False, trainable=True, output_layer_num=2, **SMALL)
    model = tf.keras.Model(inputs, transformed)
    x = [np.arange(28).reshape(2, 14) % len(WORDS), np.zeros((2, 14))]
    return model.predict(x, verbose=0), [w.name for w in model.trainable_weights][:3]


def step_saving():
    tf.keras.utils.set_random_seed(2)
    inputs, transformed = get_model(token_num=20, training=False, **SMALL)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(2, activation="softmax")(transformed))
    x = [np.arange(28).reshape(2, 14) % 20, np.zeros((2, 14))]
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/bert.h5")
        again = tf.keras.models.load_model(f"{folder}/bert.h5", custom_objects=get_custom_objects())
    return bool(np.allclose(model.predict(x, verbose=0), again.predict(x, verbose=0), atol=1e-6))


def step_attention_and_transformer():
    tf.keras.utils.set_random_seed(3)
    x = np.sin(np.arange(60)).reshape(3, 5, 4).astype("float32")
    y = MultiHeadAttention(head_num=2)(x).numpy()
    model = get_transformer(token_num=12, embed_dim=6, encoder_num=1, decoder_num=1, head_num=2, hidden_dim=8, dropout_rate=0.0)
    model.compile("adam", "sparse_categorical_crossentropy")
    ids = np.arange(12).reshape(2, 6)
    losses = model.fit([ids, ids], ids[..., None], epochs=2, verbose=0).history["loss"]
    return y, losses
