"""Small models of each kind with data for them; they are made alike by TensorFlow and here."""

import numpy as np


def build(tf):
    """The functions that make the models, by name."""
    K, L = tf.keras, tf.keras.layers

    def two():
        """Two inputs, a shared layer, functions of tf, outputs by name."""
        a, b = K.Input((4,), name="a"), K.Input((4,), name="b")
        shared = L.Dense(3, activation="relu", name="shared")
        x, y = shared(a), shared(b)
        z = L.BatchNormalization(name="norm")(L.Concatenate(name="both")([x, y]))
        w = tf.reduce_mean(tf.reshape(z, [-1, 2, 3]), axis=1) * 2.0 + 1.0
        w = tf.concat([w[:, ::-1], tf.nn.relu(1 - x)], -1)
        w = tf.where(w > 1.0, w, tf.zeros_like(w))
        return K.Model([a, b], {"o": L.Dense(1, name="o")(w), "p": L.Dense(2, name="p", kernel_regularizer="l2")(z)}, name="two")

    def nested():
        """Models within a model, one of them called twice."""
        i, q = K.Input((6,), name="i"), K.Input((4,), name="q")
        inner = K.Sequential([L.Dense(5, "tanh", name="in1"), L.Dense(4, name="in2")], name="inner")
        sub = K.Model(q, L.Dense(4, name="sd")(q), name="sub")
        h = inner(i)
        return K.Model(i, L.Add(name="sum")([sub(h), h, sub(sub(h))]), name="nested")

    def images():
        """A Sequential of convolutions."""
        return K.Sequential(
            [
                L.Conv2D(2, 3, padding="same", activation="relu", input_shape=(4, 4, 2), name="conv"),
                L.MaxPooling2D(name="pool"),
                L.BatchNormalization(name="norm"),
                L.Flatten(name="flat"),
                L.Dropout(0.3, name="drop"),
                L.Dense(3, "softmax", name="out"),
            ],
            name="images",
        )

    def words():
        """A Sequential with a mask and recurrent layers."""
        return K.Sequential(
            [
                L.Embedding(9, 3, mask_zero=True, input_length=5, name="table"),
                L.LSTM(2, return_sequences=True, name="lstm"),
                L.GRU(2, name="gru"),
                L.Dense(1, name="out"),
            ],
            name="words",
        )

    return {"two": two, "nested": nested, "images": images, "words": words}


def data():
    """Inputs and targets for each model."""
    rng = np.random.RandomState(0)
    rand = lambda *shape: rng.rand(*shape).astype("float32")  # noqa: E731
    return {
        "two": ([rand(8, 4), rand(8, 4)], {"o": rand(8, 1), "p": rand(8, 2)}),
        "nested": (rand(8, 6), rand(8, 4)),
        "images": (rand(8, 4, 4, 2), np.eye(3, dtype="float32")[rng.randint(0, 3, 8)]),
        "words": (rng.randint(0, 9, (8, 5)), rand(8, 1)),
    }


METRICS = {"two": None, "nested": ["mae"], "images": ["accuracy"], "words": ["mse"]}


def train(model, name):
    """Two more epochs."""
    x, y = data()[name]
    model.fit(x, y, epochs=2, batch_size=4, shuffle=False, verbose=0)


def outputs(model, name):
    """What the model predicts, as flat lists by name."""
    found = model.predict(data()[name][0], verbose=0)
    found = found if isinstance(found, dict) else {"y": found}
    return {k: np.asarray(v).ravel().tolist() for k, v in found.items()}
