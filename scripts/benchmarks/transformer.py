"""A transformer that continues texts, as code of TensorFlow 1 builds one, and the loop that draws its words."""

import numpy as np


def dense(tf, x, width, name):
    """A product with the last axis of `x`, as code of the time writes it: reshaped to a matrix and back."""
    v1 = tf.compat.v1
    with v1.variable_scope(name):
        *start, before = [d if d is not None else v1.shape(x)[i] for i, d in enumerate(x.shape.as_list())]
        w = v1.get_variable("w", [before, width], initializer=v1.random_normal_initializer(stddev=0.02))
        b = v1.get_variable("b", [width], initializer=v1.zeros_initializer())
        return tf.reshape(tf.matmul(tf.reshape(x, [-1, before]), w) + b, [*start, width])


def norm(tf, x, name):
    v1 = tf.compat.v1
    with v1.variable_scope(name):
        n = x.shape[-1]
        g = v1.get_variable("g", [n], initializer=v1.ones_initializer())
        b = v1.get_variable("b", [n], initializer=v1.zeros_initializer())
        mean = tf.reduce_mean(x, axis=-1, keepdims=True)
        variance = tf.reduce_mean(tf.square(x - mean), axis=-1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5) * g + b


def gelu(tf, x):
    return 0.5 * x * (1 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3))))


def split_in_heads(tf, x, count):
    shape = tf.shape(x)
    return tf.transpose(tf.reshape(x, [shape[0], shape[1], count, x.shape[-1] // count]), [0, 2, 1, 3])


def merged(tf, x):
    shape = tf.shape(x)
    return tf.reshape(tf.transpose(x, [0, 2, 1, 3]), [shape[0], shape[2], x.shape[1] * x.shape[-1]])


class Sizes:
    """The sizes of a model: of its vectors, heads, layers, words and places of a text."""

    def __init__(self, width, heads, layers, words, places):
        self.width, self.heads, self.layers, self.words, self.places = width, heads, layers, words, places


def decoder(tf, tokens, past, sizes):
    """Logits for the last of `tokens`, and keys and values of all so far: [batch, layers, 2, heads, words, width of a head]."""
    v1, width = tf.compat.v1, sizes.width
    with v1.variable_scope("model", reuse=v1.AUTO_REUSE):
        places = v1.get_variable("wpe", [sizes.places, width], initializer=v1.random_normal_initializer(stddev=0.01))
        words = v1.get_variable("wte", [sizes.words, width], initializer=v1.random_normal_initializer(stddev=0.02))
        before = 0 if past is None else tf.shape(past)[-2]
        count = tf.shape(tokens)[1]
        h = tf.gather(words, tokens) + tf.gather(places, before + tf.tile(tf.range(count)[None], [tf.shape(tokens)[0], 1]))
        presents = []
        for layer, kept in enumerate([None] * sizes.layers if past is None else tf.unstack(past, axis=1)):
            with v1.variable_scope(f"h{layer}"):
                q, k, v = (
                    split_in_heads(tf, x, sizes.heads) for x in tf.split(dense(tf, norm(tf, h, "ln1"), 3 * width, "attn"), 3, axis=2)
                )
                presents.append(tf.stack([k, v], axis=1))
                if kept is not None:
                    pk, pv = tf.unstack(kept, axis=1)
                    k, v = tf.concat([pk, k], axis=-2), tf.concat([pv, v], axis=-2)
                scores = tf.matmul(q, k, transpose_b=True) * (width // sizes.heads) ** -0.5
                rows, columns = tf.shape(scores)[2], tf.shape(scores)[3]
                mask = tf.cast(tf.range(rows)[:, None] >= tf.range(columns) - columns + rows, scores.dtype)
                scores = scores * mask - 1e10 * (1 - mask)
                h += dense(tf, merged(tf, tf.matmul(tf.nn.softmax(scores), v)), width, "proj")
                h += dense(tf, gelu(tf, dense(tf, norm(tf, h, "ln2"), 4 * width, "fc")), width, "out")
        h = norm(tf, h, "lnf")
        return tf.matmul(h[:, -1], words, transpose_b=True), tf.stack(presents, axis=1)


def drawn_words(tf, context, turns, sizes, batch):
    """The texts `context`, tokens of shape [batch, unknown], continued by `turns` words or more, drawn among the ten best."""
    v1 = tf.compat.v1
    _, past = decoder(tf, context[:, :-1], None, sizes)

    def body(past, previous, output):
        logits, present = decoder(tf, previous[:, None], past, sizes)
        values, _ = tf.nn.top_k(logits / 0.9, k=10)
        logits = tf.where(logits < values[:, -1:], tf.ones_like(logits) * -1e10, logits)
        drawn = v1.multinomial(logits, num_samples=1, output_dtype=tf.int32)
        return [tf.concat([past, present], axis=-2), tf.squeeze(drawn, axis=[1]), tf.concat([output, drawn], axis=1)]

    _, _, tokens = tf.while_loop(
        lambda *_: True,
        body,
        [past, context[:, -1], context],
        shape_invariants=[
            tf.TensorShape([batch, sizes.layers, 2, sizes.heads, None, sizes.width // sizes.heads]),
            tf.TensorShape([batch]),
            tf.TensorShape([batch, None]),
        ],
        maximum_iterations=turns,
    )
    return tokens
