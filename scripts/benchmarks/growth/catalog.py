"""The list of growths. Each is a function of the `tf` namespace and a size that prepares the work and returns the step."""

import numpy as np

GROWTHS = {}


class Growth:
    """One growth to measure.

    Arguments:
        name, about, unit: what the table and the picture call it, and what the sizes count.
        sizes: the numbers that `prepare` is given, from the smallest on.
        prepare: function of `tf` and a size; it returns the step to time.
        first: whether the first step is what counts, with all that is made for it: then nothing of it may be kept.
    """

    def __init__(self, name, about, unit, sizes, prepare, first=False):
        self.name, self.about, self.unit, self.sizes, self.prepare, self.first = name, about, unit, sizes, prepare, first
        GROWTHS[name] = self


def _training(model, x, y, loss):
    """Compile `model`, and return a step of its training on one batch."""
    model.compile("adam", loss)
    return lambda: model.train_on_batch(x, y)


def _vectors(batch, features):
    rng = np.random.default_rng(0)
    return rng.random((batch, features), "float32"), rng.integers(0, 10, batch)


def _dense(tf, width, depth, features):
    layers = [tf.keras.layers.Dense(width, activation="relu") for _ in range(depth)]
    return tf.keras.Sequential([tf.keras.Input((features,)), *layers, tf.keras.layers.Dense(10)])


def _classes(tf):
    return tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def batch_dense(tf, batch):
    return _training(_dense(tf, 256, 2, 784), *_vectors(batch, 784), _classes(tf))


def batch_convolutions(tf, batch):
    layers = tf.keras.layers
    model = tf.keras.Sequential([
        tf.keras.Input((28, 28, 1)),
        layers.Conv2D(16, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dense(10),
    ])  # fmt: skip
    x, y = _vectors(batch, 784)
    return _training(model, x.reshape(-1, 28, 28, 1), y, _classes(tf))


def length_lstm(tf, length):
    model = tf.keras.Sequential([tf.keras.layers.LSTM(64, input_shape=(length, 16)), tf.keras.layers.Dense(10)])
    x, y = _vectors(16, length * 16)
    return _training(model, x.reshape(16, length, 16), y, _classes(tf))


def length_attention(tf, length):
    layers = tf.keras.layers
    inputs = tf.keras.Input((length, 64))
    x = layers.LayerNormalization()(inputs + layers.MultiHeadAttention(4, 16)(inputs, inputs))
    model = tf.keras.Model(inputs, layers.Dense(10)(layers.GlobalAveragePooling1D()(x)))
    values, y = _vectors(8, length * 64)
    return _training(model, values.reshape(8, length, 64), y, _classes(tf))


def depth(tf, layers):
    return _training(_dense(tf, 32, layers, 32), *_vectors(16, 32), _classes(tf))


def first_step(tf, layers):
    x, y = _vectors(16, 32)

    def build_and_train():
        tf.keras.backend.clear_session()
        _training(_dense(tf, 32, layers, 32), x, y, _classes(tf))()

    return build_and_train


def variables(tf, count):
    """A step of a hand-written loop, in which every variable has a gradient."""
    all_variables = [tf.Variable(tf.ones([16])) for _ in range(count)]
    optimizer = tf.keras.optimizers.Adam(1e-3)
    optimizer.build(all_variables)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = tf.add_n([tf.reduce_sum(v * v) for v in all_variables])
        optimizer.apply_gradients(zip(tape.gradient(loss, all_variables), all_variables))
        return loss

    return step


def traces(tf, count):
    """A call of a function that was traced for so many shapes."""
    function = tf.function(lambda x: tf.reduce_sum(x * 2.0))
    for n in range(1, count + 1):
        function(tf.ones([n]))
    x = tf.ones([count])
    return lambda: function(x)


def tracing(tf, count):
    """Tracing a function for so many shapes."""
    inputs = [tf.ones([n]) for n in range(1, count + 1)]

    def trace():
        function = tf.function(lambda x: tf.reduce_sum(tf.sin(x) * 2.0))
        for x in inputs:
            function(x)

    return trace


Growth("batch_dense", "training step of dense layers", "examples in a batch", (8, 32, 128, 512), batch_dense)
Growth("batch_convolutions", "training step of convolutions", "examples in a batch", (8, 32, 128, 512), batch_convolutions)
Growth("length_lstm", "training step of an LSTM", "steps in a sequence", (10, 20, 40, 80, 160), length_lstm)
Growth("length_attention", "training step with attention", "steps in a sequence", (16, 32, 64, 128, 256), length_attention)
Growth("layers", "training step of narrow layers", "layers", (2, 8, 32, 128), depth)
Growth("layers_first", "building a model and its first step", "layers", (2, 8, 32, 128), first_step, first=True)
Growth("variables", "training step with Adam", "variables", (4, 16, 64, 256), variables)
Growth("traces_call", "call of a function", "shapes traced before", (1, 10, 100, 1000), traces)
Growth("traces", "tracing a function", "shapes", (1, 10, 100, 1000), tracing, first=True)
