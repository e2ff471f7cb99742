"""Transformers, in Keras."""

import tensorflow as tf

from benchmarks.models.keras_work import Fit

layers = tf.keras.layers


class TokensAndPositions(layers.Layer):
    """The sum of the embeddings of tokens and of their positions."""

    def __init__(self, length, vocabulary, width):
        super().__init__()
        self.tokens, self.positions = layers.Embedding(vocabulary, width), layers.Embedding(length, width)

    def call(self, tokens):
        """Embed `tokens`, integers of shape [batch, length]."""
        return self.tokens(tokens) + self.positions(tf.range(tf.shape(tokens)[-1]))


class Block(layers.Layer):
    """Self-attention and two dense layers, each added to its input and normalized."""

    def __init__(self, width, heads, inner, causal):
        super().__init__()
        self.attention = layers.MultiHeadAttention(heads, width // heads, dropout=0.1)
        self.dense = tf.keras.Sequential([layers.Dense(inner, activation="relu"), layers.Dropout(0.1), layers.Dense(width)])
        self.norms = [layers.LayerNormalization(epsilon=1e-5) for _ in range(2)]
        self.dropouts = [layers.Dropout(0.1) for _ in range(2)]
        self.causal = causal

    def call(self, x, training=None):
        """The block's output, of the shape of `x`, [batch, length, width]."""
        attended = self.attention(x, x, use_causal_mask=self.causal, training=training)
        x = self.norms[0](x + self.dropouts[0](attended, training=training))
        return self.norms[1](x + self.dropouts[1](self.dense(x, training=training), training=training))


def _blocks(length, vocabulary, width, heads, inner, depth, causal):
    inputs = tf.keras.Input((length,), dtype="int64")
    x = TokensAndPositions(length, vocabulary, width)(inputs)
    for _ in range(depth):
        x = Block(width, heads, inner, causal)(x)
    return inputs, x


def encoder(data, classes, **sizes):
    """A transformer encoder that classifies texts."""
    inputs, x = _blocks(**sizes, causal=False)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dropout(0.1)(x)
    model = tf.keras.Model(inputs, layers.Dense(classes, activation="softmax")(x))
    model.compile("adam", "sparse_categorical_crossentropy", ["accuracy"])
    return Fit(model, data)


def decoder(data, sampled, vocabulary, **sizes):
    """A causal transformer that predicts the next token, and samples."""
    inputs, x = _blocks(vocabulary=vocabulary, **sizes, causal=True)
    model = tf.keras.Model(inputs, layers.Dense(vocabulary)(x))
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])

    @tf.function
    def following(tokens, position):
        return tf.random.categorical(model(tokens, training=False)[:, position], 1)

    def sample():
        tokens = data.x[: data.batch].copy()
        first = tokens.shape[1] - sampled
        for position in range(first, first + sampled):
            tokens[:, position : position + 1] = following(tf.constant(tokens), tf.constant(position - 1)).numpy()
        return tokens

    return Fit(model, data, sample)
