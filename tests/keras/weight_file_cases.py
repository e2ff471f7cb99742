"""Weights in HDF5 files of earlier versions of Keras, and models that take them; made alike for TensorFlow and here.

Each case gives the model and {name of a layer: shapes of the arrays in the file}; values come from their places in the file.
"""

import numpy as np

WITHOUT_VERSION = {"conv1d_first_version", "conv_first_version", "recurrent_first_version", "distributed_first_version"}
BY_NAME = {"by_name", "by_name_skipping"}
SKIPPING = {"by_name_skipping"}
REFUSED = {"cudnn_gru_for_the_other_gru", "wrong_bias"}


def build(tf):
    """{name: function that gives the model and what its file holds}"""
    K, L = tf.keras, tf.keras.layers
    V1 = tf.compat.v1.keras.layers

    def row(shape, *layers):
        model = K.Sequential([K.Input(shape), *layers], name="row")
        return model

    def conv1d_first_version():
        return row((9, 2), L.Conv1D(3, 4, name="a"), L.Conv1D(2, 3, name="b")), {
            "a": [(4, 1, 2, 3), (3,)],
            "b": [(2, 3, 3, 1), (2,)],
        }

    def conv_first_version():
        i = K.Input((2, 8, 8))
        x = L.Conv2D(3, 3, data_format="channels_first", name="a")(i)
        x = L.Conv2DTranspose(4, 3, data_format="channels_first", name="b")(x)
        y = L.Conv2DTranspose(2, 3, name="c")(i)
        z = L.Conv3D(2, 1, data_format="channels_first", name="d")(K.layers.Reshape((1, 2, 8, 8))(i))
        return K.Model(i, [x, y, z]), {
            "a": [(3, 2, 3, 3), (3,)],
            "b": [(4, 3, 3, 3), (4,)],
            "c": [(3, 3, 8, 2), (2,)],
            "d": [(2, 1, 1, 1, 1), (2,)],
        }

    def recurrent_first_version():
        i, j = K.Input((4, 2)), K.Input((3, 5, 5, 2))
        gru = L.GRU(3, reset_after=False, name="a")(i)
        lstm = L.Bidirectional(L.LSTM(2), name="b")(i)
        conv = L.ConvLSTM2D(2, 3, name="c")(j)
        return K.Model([i, j], [gru, lstm, conv]), {
            "a": [(2, 3), (3, 3), (3,)] * 3,
            "b": [(2, 2), (2, 2), (2,)] * 8,
            "c": [(3, 3, 2, 2), (3, 3, 2, 2), (2,)] * 4,
        }

    def distributed_first_version():
        return row((3, 2, 6, 6), L.TimeDistributed(L.Conv2D(3, 3, data_format="channels_first"), name="a")), {"a": [(3, 2, 3, 3), (3,)]}

    def kernels_of_theano():
        return row((6, 6, 2), L.Conv2D(3, 3, name="a"), L.Conv2D(4, 2, name="b")), {"a": [(2, 3, 3, 3), (3,)], "b": [(3, 4, 2, 2), (4,)]}

    def nested():
        inner = K.Sequential([L.Conv2D(2, 3, input_shape=(6, 6, 2)), L.BatchNormalization(), L.Conv2D(3, 2)], name="inner")
        i = K.Input((6, 6, 2))
        deeper = K.Model(i, inner(i), name="deeper")
        trained, others = [(2, 2, 3, 3), (2,), (2,), (2,), (2, 2, 2, 3), (3,)], [(2,), (2,)]
        return row((6, 6, 2), deeper, L.Flatten(), L.Dense(2, name="out")), {"deeper": trained + others, "out": [(27, 2), (2,)]}

    def cudnn():
        i = K.Input((5, 3))
        found = [
            L.LSTM(2, name="a")(i),
            L.GRU(2, name="b")(i),
            L.Bidirectional(L.LSTM(2), name="c")(i),
            L.LSTM(2, use_bias=False, name="d")(i),
        ]
        lstm = [(3, 8), (2, 8), (16,)]
        return K.Model(i, found), {"a": lstm, "b": [(3, 6), (2, 6), (12,)], "c": lstm * 2, "d": [(3, 8), (2, 8)]}

    def for_cudnn():
        i = K.Input((5, 3))
        found = [V1.CuDNNLSTM(2, name="a")(i), V1.CuDNNGRU(2, name="b")(i), V1.CuDNNGRU(2, name="c")(i)]
        return K.Model(i, found), {"a": [(3, 8), (2, 8), (8,)], "b": [(3, 6), (2, 6), (2, 6)], "c": [(3, 6), (2, 6), (12,)]}

    def cudnn_gru_for_the_other_gru():
        return row((5, 3), L.GRU(2, reset_after=False, name="a")), {"a": [(3, 6), (2, 6), (12,)]}

    def wrong_bias():
        return row((5, 3), L.LSTM(2, name="a")), {"a": [(3, 8), (2, 8), (7,)]}

    def by_name():
        return row((4,), L.Dense(3, name="a"), L.Dense(2, name="b"), L.Dense(2, name="new")), {
            "b": [(3, 2), (2,)],
            "gone": [(9, 9)],
            "a": [(4, 3), (3,)],
        }

    def by_name_skipping():
        return row((4,), L.Dense(3, name="a"), L.Dense(2, name="b"), L.Dense(2, name="c", use_bias=False)), {
            "a": [(4, 3), (3,)],
            "b": [(3, 5), (2,)],
            "c": [(2, 2), (2,)],
        }

    return {
        f.__name__: f
        for f in (
            conv1d_first_version, conv_first_version, recurrent_first_version, distributed_first_version, kernels_of_theano, nested, cudnn,
            for_cudnn, cudnn_gru_for_the_other_gru, wrong_bias, by_name, by_name_skipping,
        )
    }  # fmt: skip


def values(shape, place):
    """The array number `place` of a file."""
    return np.sin(np.arange(int(np.prod(shape))) * 0.37 + place).astype("float32").reshape(shape)


def write(h5py, path, name, layers):
    """The file of the case `name`."""
    with h5py.File(path, "w") as f:
        if name not in WITHOUT_VERSION:
            f.attrs["keras_version"] = np.bytes_("2.0.8")
        f.attrs["backend"] = np.bytes_("tensorflow")
        f.attrs["layer_names"] = [layer.encode() for layer in layers]
        place = 0
        for layer, shapes in layers.items():
            group = f.create_group(layer)
            group.attrs["weight_names"] = [f"{layer}/w_{i}".encode() for i in range(len(shapes))]
            for i, shape in enumerate(shapes):
                group[f"{layer}/w_{i}"] = values(shape, place)
                place += 1


def observe(tf, h5py, path, name):
    """The weights of the model after reading its file, each as one number and its shape; or the error."""
    tf.keras.backend.clear_session()
    model, layers = build(tf)[name]()
    for place, weight in enumerate(model.weights):
        weight.assign(values(weight.shape, -place))
    write(h5py, path, name, layers)
    arguments = {"by_name": name in BY_NAME, "skip_mismatch": name in SKIPPING}
    try:
        model.load_weights(path, **{k: v for k, v in arguments.items() if v})
    except Exception as e:
        return [type(e).__name__, str(e)]
    return [[list(w.shape), round(float((w * np.cos(np.arange(w.size)).reshape(w.shape)).sum()), 4)] for w in model.get_weights()]
