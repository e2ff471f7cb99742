"""Models of every family of layers, and modules that hold Keras' objects: saved and loaded as those of objects.py."""

import numpy as np

from tests.keras.directory_cases import scaled_layer
from tests.saved_model.objects import Case

KERAS_CASES = {}


def case(function):
    KERAS_CASES[function.__name__] = function
    return function


def values(*shape):
    """Different numbers between -1 and 1, of that shape."""
    return np.sin(np.arange(np.prod(shape)) * 0.7 + len(shape)).reshape(shape).astype("float32")


def filled(layer):
    """The layer with weights that do not depend on chance."""
    for place, w in enumerate(layer.weights):
        if hasattr(w, "dtype") and w.dtype.is_floating:
            count = int(np.prod(w.shape))
            w.assign(np.abs(np.sin(np.arange(count) * 0.7 + place)).reshape(w.shape) * 0.5 + 0.1)
    return layer


def of_layers(tf, inputs, *layers):
    """A case of a Sequential of `layers` for a batch of `inputs`, with the signature that Keras gives it."""
    x = tf.constant(inputs)
    model = filled(tf.keras.Sequential([tf.keras.Input(x.shape[1:], dtype=x.dtype, name="x"), *layers], name="m"))
    return of_model(tf, model, x, {"x": x})


def of_model(tf, model, given, fed):
    def loss(m):
        return tf.add_n([tf.reduce_sum(tf.cast(y, tf.float32) ** 2) for y in tf.nest.flatten(m(given))])

    trains = bool(model.trainable_variables)
    return Case(model, {"call": lambda m: m(given)}, None, loss if trains else None, {"serving_default": fed} if fed else None)


@case
def dense_layers(tf, folder):
    L = tf.keras.layers
    return of_layers(tf, values(4, 3), L.Dense(4, "relu"), L.BatchNormalization(), L.Dense(2, kernel_regularizer="l2"))


@case
def convolutions_2d(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(2, 8, 8, 3), L.Conv2D(4, 3, padding="same", activation="relu"), L.SeparableConv2D(4, 3), L.MaxPool2D(2, padding="same"),
        L.DepthwiseConv2D(2, depth_multiplier=2), L.AveragePooling2D(2), L.Flatten(), L.Dense(2),
    )  # fmt: skip


@case
def convolutions_1d(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(2, 9, 3), L.Conv1D(4, 3, dilation_rate=2, padding="causal"), L.SeparableConv1D(3, 2), L.Conv1DTranspose(2, 3, strides=2),
        L.MaxPool1D(2), L.AveragePooling1D(2), L.GlobalMaxPool1D(),
    )  # fmt: skip


@case
def convolutions_3d(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(1, 5, 6, 4, 2),
        L.Conv3D(3, 2), L.MaxPool3D(2, padding="same"), L.Conv3DTranspose(2, 2, strides=2), L.AveragePooling3D(2),
        L.GlobalAveragePooling3D(),
    )  # fmt: skip


@case
def with_gaps(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(1, 9, 9, 2),
        L.Conv2D(3, 3, dilation_rate=2), L.Conv2DTranspose(2, 2, dilation_rate=2), L.DepthwiseConv2D(2, dilation_rate=2),
    )  # fmt: skip


@case
def enlarged(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(1, 4, 5, 2), L.Conv2DTranspose(3, 3, strides=2, padding="same"), L.UpSampling2D(2, interpolation="bilinear"),
        L.ZeroPadding2D(1), L.Cropping2D(((1, 2), (0, 1))),
    )  # fmt: skip


@case
def locally_connected(tf, folder):
    L = tf.keras.layers
    return of_layers(tf, values(2, 6, 3), L.LocallyConnected1D(3, 2), L.ZeroPadding1D(1), L.Cropping1D(1), L.UpSampling1D(2))


@case
def normalizations(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf,
        values(2, 4, 4, 6),
        L.LayerNormalization(),
        L.GroupNormalization(3),
        L.BatchNormalization(axis=1),
        L.UnitNormalization(),
        L.Dense(2),
    )


@case
def masked_recurrence(tf, folder):
    L = tf.keras.layers
    ids = (np.arange(12).reshape(3, 4) * 5 % 7).astype("int32")
    return of_layers(tf, ids, L.Embedding(7, 3, mask_zero=True), L.LSTM(3, return_sequences=True), L.GRU(2))


@case
def both_directions(tf, folder):
    L = tf.keras.layers
    return of_layers(tf, values(2, 4, 3), L.Bidirectional(L.LSTM(2, return_sequences=True)), L.Bidirectional(L.GRU(2), merge_mode="sum"))


@case
def stateful_recurrence(tf, folder):
    model = filled(tf.keras.Sequential([tf.keras.Input(batch_shape=(2, 3, 2), name="x"), tf.keras.layers.GRU(2, stateful=True)]))
    x = tf.constant(values(2, 3, 2))
    return Case(model, {"twice": lambda m: [m(x), m(x)]})


@case
def cells(tf, folder):
    L, i = tf.keras.layers, tf.keras.Input((4, 3), name="x")
    made = L.RNN([L.GRUCell(3), L.LSTMCell(2), L.SimpleRNNCell(2)], return_state=True, return_sequences=True)(i)
    return of_model(tf, filled(tf.keras.Model(i, made)), tf.constant(values(2, 4, 3)), {"x": tf.constant(values(2, 4, 3))})


@case
def pictures_in_time(tf, folder):
    L = tf.keras.layers
    return of_layers(tf, values(1, 3, 4, 4, 2), L.ConvLSTM2D(2, 2, return_sequences=True), L.TimeDistributed(L.Flatten()), L.SimpleRNN(2))


@case
def attention(tf, folder):
    L, i = tf.keras.layers, tf.keras.Input((5, 4), name="x")
    x = L.MultiHeadAttention(2, 3)(i, i, use_causal_mask=True)
    x = L.LayerNormalization()(L.Add()([x, i]))
    x = L.Attention(use_scale=True)([x, i]) + L.AdditiveAttention()([x, i])
    given = tf.constant(values(2, 5, 4))
    return of_model(tf, filled(tf.keras.Model(i, x)), given, {"x": given})


@case
def merged(tf, folder):
    K, L = tf.keras, tf.keras.layers
    a, b = K.Input((3,), name="a"), K.Input((3,), name="b")
    x, y = L.Dense(3)(a), L.Dense(3)(b)
    both = [layer([x, y]) for layer in (L.Add(), L.Subtract(), L.Multiply(), L.Average(), L.Maximum(), L.Minimum(), L.Dot(-1))]
    made = K.Model([a, b], L.Concatenate()(both))
    given = [tf.constant(values(2, 3)), tf.constant(values(2, 3) * 2)]
    return of_model(tf, filled(made), given, {"a": given[0], "b": given[1]})


@case
def activations(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(2, 4, 3),
        L.Dense(4, "selu"), L.PReLU(shared_axes=[1]), L.LeakyReLU(), L.ELU(), L.ThresholdedReLU(0.1), L.Softmax([1, 2]),
        L.Dense(3, "mish"), L.Activation("hard_sigmoid"), L.Dense(2, "swish"), L.ReLU(6.0, 0.1),
    )  # fmt: skip


@case
def reshaped(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(2, 6), L.RepeatVector(2), L.Permute((2, 1)), L.TimeDistributed(L.Dense(2)), L.Reshape((3, 4)), L.Masking(0.0),
        L.EinsumDense("abc,cd->abd", (None, 2), bias_axes="d"), L.Flatten(),
    )  # fmt: skip


@case
def regularized(tf, folder):
    L = tf.keras.layers
    return of_layers(
        tf, values(2, 4), L.Dropout(0.5), L.Dense(4, activity_regularizer="l2"), L.GaussianNoise(0.1), L.ActivityRegularization(0.1),
        L.AlphaDropout(0.1), L.Dense(2, kernel_constraint="max_norm"),
    )  # fmt: skip


@case
def by_names(tf, folder):
    K, L = tf.keras, tf.keras.layers
    a, b = K.Input((4,), name="a"), K.Input((3,), name="b")
    model = filled(K.Model({"a": a, "b": b}, {"o": L.Dense(2)(L.Concatenate()([a, b])), "p": L.Dense(1)(b)}))
    given = {"a": tf.constant(values(2, 4)), "b": tf.constant(values(2, 3))}
    return of_model(tf, model, given, given)


@case
def models_in_models(tf, folder):
    K, L = tf.keras, tf.keras.layers
    i, q = K.Input((4,), name="x"), K.Input((4,))
    inner = K.Sequential([L.Dense(5, "relu"), L.Dropout(0.5), L.Dense(4)])
    sub = K.Model(q, L.LayerNormalization()(q + L.Dense(4)(q)))
    given = tf.constant(values(2, 4))
    return of_model(tf, filled(K.Model(i, L.Dense(2)(sub(inner(sub(i)))))), given, {"x": given})


@case
def operations(tf, folder):
    K, L, i = tf.keras, tf.keras.layers, tf.keras.Input((4, 3), name="x")
    x = L.Dense(3)(tf.concat([i, i[:, ::-1] * 2.0], -1)[..., 1:4])
    x = tf.where(x > 0.0, x, tf.exp(x)) + tf.reduce_mean(x, 1, keepdims=True) / tf.cast(tf.shape(x)[1], tf.float32)
    given = tf.constant(values(2, 4, 3))
    return of_model(tf, filled(K.Model(i, [x, tf.argmax(x, -1)])), given, {"x": given})


@case
def subclassed(tf, folder):
    K, L = tf.keras, tf.keras.layers

    Scaled = scaled_layer(tf)

    class Stack(K.Model):
        def __init__(self, units=4):
            super().__init__()
            self.first, self.rest, self.scale = L.Dense(units, "relu"), [L.BatchNormalization(), Scaled(2)], tf.Variable(2.0)

        def call(self, x, training=False):
            x = self.first(x)
            for layer in self.rest:
                x = layer(x, training=training)
            return {"y": x * self.scale, "z": tf.reduce_sum(x, -1)}

    given = tf.constant(values(3, 3))
    model = Stack()
    model(given)
    made = of_model(tf, filled(model), given, {"input_1": given})
    made.calls["training"] = lambda m: m(given, training=True)
    return made


@case
def own_step(tf, folder):
    class Trained(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.layer = tf.keras.layers.Dense(2)

        def call(self, x, mask=None):
            return self.layer(x)

        @tf.function(input_signature=[tf.TensorSpec([None, 3], name="pixels")])
        def predict_labels(self, pixels):
            return tf.argmax(self(pixels), -1)

    given, model = tf.constant(values(3, 3)), Trained()
    model(given)
    filled(model)
    made = of_model(tf, model, given, None)
    made.signatures, made.fed = {"labels": model.predict_labels}, {"labels": {"pixels": given}}
    return made


@case
def mixed_precision(tf, folder):
    L = tf.keras.layers
    half = tf.keras.mixed_precision.Policy("mixed_bfloat16")
    made = of_layers(tf, values(2, 4), L.Dense(4, "relu", dtype=half), L.LayerNormalization(dtype=half), L.Dense(2, dtype="float32"))
    made.tolerance = 2.0**-7  # of bfloat16, in steps that are rounded one by one or together
    return made


@case
def doubles(tf, folder):
    L = tf.keras.layers
    return of_layers(tf, values(2, 4).astype("float64"), L.Dense(4, "tanh", dtype="float64"), L.BatchNormalization(dtype="float64"))


@case
def words(tf, folder):
    L = tf.keras.layers
    table = L.TextVectorization(output_sequence_length=4)
    table.adapt(["the cat sat", "on the mat"])
    return of_layers(tf, np.array([["The mat!"], ["a cat"]]), table, L.Embedding(9, 3), L.GlobalAveragePooling1D())


@case
def characters(tf, folder):
    L = tf.keras.layers
    table = L.TextVectorization(split="character", ngrams=2, output_mode="count", standardize="lower")
    table.adapt(["abc", "cab"])
    return of_layers(tf, np.array([["ABCA"], ["zab"]]), table)


@case
def vocabularies(tf, folder):
    K, L = tf.keras, tf.keras.layers
    s, n = K.Input((2,), name="s", dtype="string"), K.Input((2,), name="n", dtype="int64")
    text = L.StringLookup(vocabulary=["a", "b"], output_mode="multi_hot")(s)
    back = L.StringLookup(vocabulary=["u", "v"], invert=True)(n)
    model = K.Model([s, n], [text, L.IntegerLookup(vocabulary=[5, 7], num_oov_indices=2)(n), back])
    given = [tf.constant([["a", "x"], ["b", "b"]]), tf.constant([[5, 1], [2, 7]], tf.int64)]
    return of_model(tf, model, given, {"s": given[0], "n": given[1]})


@case
def given_vocabularies(tf, folder):
    """Layers that were given what others learn, in a model that Keras reads: their vocabularies and weights come back."""
    K, L = tf.keras, tf.keras.layers
    s, n, t = (K.Input((2,), name=k, dtype=d) for k, d in (("s", "string"), ("n", "int64"), ("t", "string")))
    letters, weights = ["a", "b", "c"], [0.25, 0.75, 0.6]
    outputs = [
        L.StringLookup(vocabulary=letters, idf_weights=weights, output_mode="tf_idf", name="weighed")(s),
        L.StringLookup(vocabulary=letters, mask_token="", num_oov_indices=2, name="masked")(s),
        L.StringLookup(vocabulary=letters, invert=True, name="back")(n),
        L.IntegerLookup(vocabulary=[12, 3, 5], mask_token=0, oov_token=-2, num_oov_indices=2, name="numbers")(n),
        L.IntegerLookup(vocabulary=[12, 3, 5], output_mode="count", max_tokens=6, pad_to_max_tokens=True, name="counted")(n),
        L.TextVectorization(vocabulary=["red", "fox"], output_sequence_length=3, name="words")(t[:, :1]),
        L.TextVectorization(vocabulary=["red", "red fox"], ngrams=2, output_mode="tf_idf", idf_weights=[0.5, 2.0], name="pairs")(t[:, :1]),
    ]
    model = K.Model([s, n, t], outputs)
    given = [
        tf.constant([["a", "x"], ["b", ""]]), tf.constant([[5, 1], [2, 12]], tf.int64), tf.constant([["A red fox!", ""], ["red", "-"]]),
    ]  # fmt: skip
    made = of_model(tf, model, given, dict(zip("snt", given)))
    made.keras, made._write = (given, None, {}), model.save
    return made


@case
def categories(tf, folder):
    K, L = tf.keras, tf.keras.layers
    s, n, x = K.Input((1,), name="s", dtype="string"), K.Input((1,), name="n", dtype="int64"), K.Input((1,), name="x")
    bins = L.Discretization([0.0, 0.5], output_mode="one_hot")(x)
    crossed = L.HashedCrossing(7)((s, n))
    normal = L.Normalization(mean=1.0, variance=4.0)(x)
    coded = L.CategoryEncoding(4, output_mode="count")(n)
    model = K.Model([s, n, x], [bins, crossed, normal, coded, L.Hashing(5)(s)])
    given = [tf.constant([["a"], ["b"]]), tf.constant([[1], [3]], tf.int64), tf.constant([[0.25], [2.0]])]
    return of_model(tf, model, given, dict(zip("snx", given)))


@case
def pictures(tf, folder):
    L = tf.keras.layers
    made = of_layers(
        tf,
        values(1, 6, 8, 3),
        L.Rescaling(0.5, 1.0),
        L.Resizing(5, 5),
        L.CenterCrop(4, 4),
        L.RandomFlip(),
        L.RandomContrast(0.1),
        L.Conv2D(2, 2),
    )
    # Layers that draw do so unless they are told not to.
    x = made.fed["serving_default"]["x"]
    made.calls, made.loss = {"call": lambda m: m(x, training=False)}, lambda m: tf.reduce_sum(m(x, training=False) ** 2)
    return made


@case
def sizes_that_are_open(tf, folder):
    K, L = tf.keras, tf.keras.layers
    i = K.Input((None, None, 2), name="x")
    model = filled(K.Model(i, L.Dense(2)(L.GlobalAveragePooling2D()(L.Conv2D(3, 3, strides=2, padding="same")(i)))))
    given, other = tf.constant(values(1, 5, 7, 2)), tf.constant(values(2, 8, 4, 2))
    made = of_model(tf, model, given, {"x": given})
    made.calls["other"] = lambda m: m(other)
    return made


def fitted(tf, optimizer):
    K, L = tf.keras, tf.keras.layers
    model = filled(K.Sequential([K.Input((3,), name="x"), L.Dense(4, "tanh"), L.Dense(2)]))
    model.compile(optimizer, "mse", metrics=["mae"])
    model.fit(values(4, 3), values(4, 2), epochs=3, batch_size=4, shuffle=False, verbose=0)
    x = tf.constant(values(4, 3))
    return of_model(tf, model, x, {"x": x})


@case
def after_adam(tf, folder):
    return fitted(tf, tf.keras.optimizers.Adam(0.1))


@case
def after_momentum(tf, folder):
    return fitted(tf, tf.keras.optimizers.SGD(tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5), momentum=0.9, use_ema=True))


@case
def after_legacy_adam(tf, folder):
    return fitted(tf, tf.keras.optimizers.legacy.Adam(0.1))


@case
def metrics(tf, folder):
    class Measured(tf.Module):
        def __init__(self):
            self.mean, self.errors = tf.keras.metrics.Mean(), [tf.keras.metrics.MeanSquaredError(), tf.keras.metrics.AUC(num_thresholds=5)]

        @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None])])
        def update(self, y, p):
            self.mean.update_state(p)
            for e in self.errors:
                e.update_state(y, p)
            return self.mean.result(), [e.result() for e in self.errors]

    y, p = tf.constant([0.0, 1.0, 1.0]), tf.constant([0.2, 0.3, 0.9])
    return Case(Measured(), {"twice": lambda m: [m.update(y, p), m.update(p, y)]})


@case
def ragged_input(tf, folder):
    K, L = tf.keras, tf.keras.layers
    i = K.Input((None,), name="x", ragged=True, dtype="int32")
    model = filled(K.Model(i, L.Dense(2)(L.LSTM(2)(L.Embedding(5, 3)(i)))))
    x = tf.ragged.constant([[1, 2], [3], [4, 0, 1]], dtype=tf.int32)
    return of_model(tf, model, x, None)


@case
def sparse_input(tf, folder):
    K, L = tf.keras, tf.keras.layers
    i = K.Input((4,), name="x", sparse=True)
    return of_model(tf, filled(K.Model(i, L.Dense(2)(i))), tf.sparse.from_dense([[0.0, 1.0, 0.0, 2.0], [3.0, 0.0, 0.0, 0.0]]), None)


@case
def within_a_module(tf, folder):
    K, L = tf.keras, tf.keras.layers

    class Holder(tf.Module):
        def __init__(self):
            net = lambda n: filled(K.Sequential([K.Input((3,)), L.Dense(3, "relu", name=f"d{n}"), L.BatchNormalization(name=f"b{n}")]))  # noqa: E731
            self.nets, self.by_name = [net(1), net(2)], {"a": net(3)}
            self.layer = L.Dense(2, name="last")
            self.layer.build([None, 3])
            filled(self.layer)

        @tf.function(input_signature=[tf.TensorSpec([None, 3], name="x")])
        def __call__(self, x):
            for net in self.nets:
                x = net(x)
            return self.layer(x + self.by_name["a"](x))

    x, made = tf.constant(values(2, 3)), Holder()
    calls = {"call": lambda m: m(x), "inner": lambda m: m.nets[1](x), "named": lambda m: m.by_name["a"](x, training=True)}
    return Case(made, calls, made.__call__, lambda m: tf.reduce_sum(m(x) ** 2), {"serving_default": {"x": x}})


@case
def a_layer(tf, folder):
    layer = tf.keras.layers.GRU(2, return_sequences=True)
    x = tf.constant(values(2, 4, 3))
    layer(x)
    return Case(filled(layer), {"call": lambda m: m([x])}, None, lambda m: tf.reduce_sum(m([x]) ** 2))


@case
def with_signatures(tf, folder):
    K, L = tf.keras, tf.keras.layers
    model = filled(K.Sequential([K.Input((3,)), L.Dense(2)]))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="text")])
    def parsed(text):
        x = tf.strings.to_number(tf.strings.split(text, ",").to_tensor())
        return {"scores": model(tf.reshape(x, [-1, 3]))}

    @tf.function(input_signature=[tf.TensorSpec([None, 3], name="x"), tf.TensorSpec([], name="k")])
    def twice(x, k):
        return {"y": model(x) * k, "x": x}

    x = tf.constant(values(2, 3))
    fed = {"parsed": {"text": tf.constant(["1,2,3", "4,5,6"])}, "twice": {"x": x, "k": tf.constant(2.0)}}
    return Case(model, {"call": lambda m: m(x)}, {"parsed": parsed, "twice": twice}, lambda m: tf.reduce_sum(m(x)), fed)


@case
def loaded_again(tf, folder):
    made = within_a_module(tf, folder)
    tf.saved_model.save(made.root, f"{folder}/first", made.signatures)
    made.root, made.signatures = tf.saved_model.load(f"{folder}/first"), None
    made.calls.pop("inner")
    made.fed = {}
    return made
