"""Floats where sizes, axes and indices are wanted, as `units / 2` gives them: the exception and its first line."""

import numpy as np

L = tf.keras.layers
X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
ROWS = np.ones((10, 2), "float32")


def _told(*functions):
    told = []
    for function in functions:
        try:
            function()
        except Exception as error:
            lines = str(error).splitlines()
            told.append((type(error).__name__, next((s for s in lines if "Cannot convert" in s or "Dimension value" in s), lines[0])))
        else:
            told.append("nothing is wrong")
    return told


def case_weights():
    return _told(
        lambda: L.Layer().add_weight("w", [2 / 1, 3]),
        lambda: L.Embedding(4.0, 2)(tf.constant([1])),
        lambda: L.Embedding(4, 2.5)(tf.constant([1])),
        lambda: L.GRU(4 / 2)(X[None]),
        lambda: L.SimpleRNN(4 / 2)(X[None]),
        lambda: L.MultiHeadAttention(2, 4 / 2)(X[None], X[None]),
        lambda: L.Dense(4 / 2)(X),
        lambda: L.Reshape((2 / 1,))(X),
        lambda: L.Reshape((2.5, -1))(X),
        lambda: tf.keras.Input((2,), batch_size=2.5),
        lambda: tf.keras.initializers.GlorotUniform()([2.0, 2]),
    )


def case_batches():
    model = tf.keras.Sequential([L.Dense(1)])
    model.compile("sgd", "mse")
    calls = [lambda b=b: model.fit(ROWS, ROWS[:, :1], batch_size=b, verbose=0) for b in (2.0, 2.5, 16.0, np.float32(2), "4", np.int64(4))]
    return _told(
        *calls, lambda: model.predict(ROWS, batch_size=4.0, verbose=0), lambda: model.evaluate(ROWS, ROWS[:, :1], batch_size=4.0, verbose=0)
    )


def case_operations():
    return _told(
        lambda: tf.nn.top_k(X, 1.0),
        lambda: tf.math.in_top_k(tf.constant([0, 1]), X, 2.5),
        lambda: tf.linalg.band_part(X, 1.0, 0),
        lambda: tf.slice(X, [0, 0], [1.0, 1]),
        lambda: tf.eye(2, batch_shape=[2.5]),
        lambda: tf.tensordot(X, X, 1.0),
        lambda: tf.image.rot90(tf.zeros([3, 3, 1]), 2.5),
        lambda: tf.boolean_mask(X, [True, False], axis=1.0),
        lambda: tf.TensorArray(tf.float32, 2.0),
        lambda: tf.TensorArray(tf.float32, 2).write(1.0, 1.0),
        lambda: tf.TensorArray(tf.float32, 2).read(1.0),
        lambda: tf.random.stateless_uniform([2.0], [1, 2]),
        lambda: tf.linspace(X, X, 2, axis=1.0),
        lambda: tf.reduce_sum(X, axis=1.0),
        lambda: tf.reshape(X, [2.0, 2]),
        lambda: tf.fill([2.0], 1),
        lambda: tf.split(X, 2, 1.0),
        lambda: tf.one_hot([1], 4 / 2),
        lambda: X[1.0],
    )
