"""Keras models with constants among the inputs of layers, arrays as arguments, and optimizers of before, written and read again."""

import os
import tempfile
import warnings

import numpy as np


def _again(model, form, **options):
    path = os.path.join(tempfile.mkdtemp(), "model" + {"h5": ".h5", "keras": ".keras", "tf": ""}[form])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # HDF5 is a form of before
        model.save(path)
    return tf.keras.models.load_model(path, **options)


def _with_constant(layer, constant, x, shape=(2,)):
    given = tf.keras.Input(shape, dtype=x.dtype)
    model = tf.keras.Model(given, layer([given, constant]))
    written = model.get_config()["layers"][-1]["inbound_nodes"][0][0][1]
    again = _again(model, "tf")
    return written, again(x)


def case_constant_tensor():
    tf.keras.backend.clear_session()
    return _with_constant(tf.keras.layers.Add(), tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]]))


def case_constant_array():
    tf.keras.backend.clear_session()
    return _with_constant(tf.keras.layers.Multiply(), np.array([[1.0, 2.0]], "float32"), tf.constant([[3.0, 4.0]]))


def case_constant_strings():
    tf.keras.backend.clear_session()
    return _with_constant(tf.keras.layers.Concatenate(), tf.constant([["a", "ü"]]), tf.constant([["x", "y"]]))


def case_constant_ragged():
    tf.keras.backend.clear_session()
    ragged = tf.ragged.constant([[1.0, 2.0], [3.0]])
    written, called = _with_constant(tf.keras.layers.Add(), ragged, tf.constant([1.0, 2.0]), ())
    return written, called.to_list()


def case_constant_ragged_strings():
    tf.keras.backend.clear_session()
    ragged = tf.ragged.constant([["a", "ü"], ["b"]])
    written, called = _with_constant(tf.keras.layers.Concatenate(axis=0), ragged, tf.constant([["x"]]), (1,))
    return written, called.to_list()


def case_arrays_as_arguments():
    tf.keras.backend.clear_session()
    scale = np.array([1.0, 2.0], "float32")
    layer = tf.keras.layers.Lambda(lambda x, by: x * by, arguments={"by": scale})
    model = tf.keras.Sequential([tf.keras.Input((2,)), layer])
    found = [_again(model, form) for form in ("tf", "h5")]
    return [(np.asarray(m.layers[0].arguments["by"]).tolist(), m(tf.ones([1, 2]))) for m in found]


def _of_optimizer(optimizer, form):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
    model.compile(optimizer, "mse")
    model.train_on_batch(np.ones([1, 2]), np.zeros([1, 1]))
    again = _again(model, form)
    kept = [np.round(w, 5).tolist() for w in again.optimizer.get_weights()]
    again.train_on_batch(np.ones([1, 2]), np.zeros([1, 1]))
    return kept, np.round(again.get_weights()[0], 5)


def case_state_of_legacy_optimizers():
    tf.keras.backend.clear_session()
    legacy = tf.keras.optimizers.legacy
    kinds = legacy.Adam(0.1), legacy.SGD(0.1, momentum=0.5)
    return [_of_optimizer(kind, "h5") for kind in kinds]


def case_legacy_layers_in_models():
    tf.keras.backend.clear_session()
    a, b = (tf.compat.v1.layers.Dense(1, name=name) for name in "ab")
    given = tf.keras.Input((1,))
    made = b(tf.keras.layers.Dense(1)(a(given)))
    texts = []
    for f in (lambda: tf.keras.Model(given, made), lambda: tf.keras.Sequential([tf.keras.layers.Dense(1), a])):
        try:
            f()
        except TypeError as e:
            texts.append(str(e).replace(str(a), "A").replace(str(b), "B"))
    return texts
