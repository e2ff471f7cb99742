"""Models that Keras 3 writes into files, with data for them; scripts/record_keras3_models.py makes them."""

import numpy as np

IN_HDF5 = ("nested", "words")  # models that are saved in that format too


def build(keras):
    """The functions that make the models, by name."""
    K, L, ops = keras, keras.layers, keras.ops

    def plain():
        """A Sequential of several kinds of layers."""
        return K.Sequential(
            [
                K.Input((6, 6, 2), name="in"),
                L.Conv2D(3, 3, padding="same", activation="relu", name="conv"),
                L.BatchNormalization(name="norm"),
                L.LeakyReLU(negative_slope=0.2, name="leaky"),
                L.MaxPooling2D(name="pool"),
                L.Flatten(name="flat"),
                L.Dropout(0.0, name="drop"),
                L.Dense(3, "softmax", name="out", kernel_regularizer="l2"),
            ],
            name="plain",
        )

    def ends():
        """Two inputs, a shared layer, operations, outputs by name."""
        a, b = K.Input((4,), name="a"), K.Input((4,), name="b")
        shared = L.Dense(4, "tanh", name="shared")
        x, y = shared(a), shared(b)
        z = L.Concatenate(name="both")([x, y]) * 2.0 + 1.0
        w = ops.mean(ops.reshape(z, (-1, 4, 2)), axis=1)
        w = ops.concatenate([w[:, 1:], ops.relu(1 - x), ops.maximum(x, y)], axis=-1)
        w = ops.where(w > 0.5, ops.exp(-w), ops.transpose(ops.expand_dims(w, 2), (0, 2, 1))[:, 0])
        return K.Model({"a": a, "b": b}, {"o": L.Dense(1, name="o")(w), "p": L.Dense(2, name="p")(z)}, name="ends")

    def nested():
        """Models within models, called twice; a multi-head attention with keyword arguments."""
        i = K.Input((5, 4), name="i")
        inner = K.Sequential([K.Input((5, 4)), L.Dense(6, "relu", name="in1"), L.Dense(4, name="in2")], name="inner")
        q = K.Input((5, 4), name="q")
        sub = K.Model(q, L.LayerNormalization(name="ln")(q + L.MultiHeadAttention(2, 3, name="heads")(q, value=q)), name="sub")
        h = inner(i)
        return K.Model(i, L.Dense(1, name="out")(L.Add(name="sum")([sub(h), inner(sub(h))])), name="nested")

    def words():
        """A mask and recurrent layers in both directions."""
        return K.Sequential(
            [
                K.Input((5,), dtype="int32", name="in"),
                L.Embedding(9, 3, mask_zero=True, trainable=False, name="table"),
                L.Bidirectional(L.LSTM(2, return_sequences=True), name="both"),
                L.GRU(3, name="gru"),
                L.Dense(1, name="out"),
            ],
            name="words",
        )

    def mixed():
        """A policy of mixed precision in a part of the layers."""
        i = K.Input((4,), name="i")
        x = L.Dense(8, "relu", dtype="mixed_bfloat16", name="half")(i)
        return K.Model(i, L.Dense(1, dtype="float32", name="out")(x), name="mixed")

    return {f.__name__: f for f in (plain, ends, nested, words, mixed)}


def data():
    """Inputs and targets for each model."""
    rng = np.random.RandomState(0)
    rand = lambda *shape: rng.rand(*shape).astype("float32")  # noqa: E731
    return {
        "plain": (rand(8, 6, 6, 2), np.eye(3, dtype="float32")[rng.randint(0, 3, 8)]),
        "ends": ({"a": rand(8, 4), "b": rand(8, 4)}, {"o": rand(8, 1), "p": rand(8, 2)}),
        "nested": (rand(8, 5, 4), rand(8, 5, 1)),
        "words": (rng.randint(0, 9, (8, 5)), rand(8, 1)),
        "mixed": (rand(8, 4), rand(8, 1)),
    }


def compile(keras, model, name):
    """Compile as the file says."""
    loss = {"plain": keras.losses.CategoricalCrossentropy(), "ends": {"o": "mse", "p": "mae"}}.get(name, "mse")
    optimizer = {"plain": keras.optimizers.SGD(0.1, momentum=0.9), "nested": keras.optimizers.RMSprop(0.01)}.get(name, "adam")
    metrics = {"plain": ["accuracy"], "nested": [keras.metrics.MeanAbsoluteError()]}.get(name)
    model.compile(optimizer, loss, metrics=metrics)


def train(model, name):
    """One step."""
    x, y = data()[name]
    model.fit(x, y, epochs=1, batch_size=8, shuffle=False, verbose=0)


def outputs(model, name):
    """What the model predicts, as flat lists by name."""
    found = model.predict(data()[name][0], verbose=0)
    found = found if isinstance(found, dict) else {"y": found}
    return {k: [float(f"{v:.6g}") for v in np.asarray(found[k], "float64").ravel()] for k in sorted(found)}
