"""Layers of feature columns in TensorFlow 1's graphs make their variables by `get_variable`, in scopes of variables."""

import pathlib
import tempfile

import numpy as np

v1, fc = tf.compat.v1, tf.feature_column
TABLE = np.arange(8.0).reshape(4, 2).astype("float32")
SequenceFeatures = tf.keras.experimental.SequenceFeatures


def _embedded(initializer=None, name="a"):
    return fc.embedding_column(fc.categorical_column_with_identity(name, 4), 2, initializer=initializer or v1.constant_initializer(TABLE))


def _features(name="a"):
    return {name: tf.constant([[1], [2]])}


def _shown(tensor=None):
    made = [(v.name, v.trainable, type(v).__name__) for v in v1.global_variables()]
    if tensor is None:
        return made
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        return session.run(tensor).tolist(), made


def _takes_parts(seen):
    def initializer(shape, dtype, partition_info):
        seen.append((list(shape), dtype, partition_info))
        return tf.constant(TABLE)

    return initializer


def case_initializers_that_want_parts():
    seen = []
    with tf.Graph().as_default():
        layer = v1.keras.layers.DenseFeatures([_embedded(_takes_parts(seen))])
        first = _shown(layer(_features()))
    with tf.Graph().as_default():
        column = fc.embedding_column(fc.sequence_categorical_column_with_identity("a", 4), 2, initializer=_takes_parts(seen))
        second = _shown(SequenceFeatures([column])({"a": tf.sparse.from_dense([[1, 2]])})[0])
    with tf.Graph().as_default():
        v1.get_variable("v", [4, 2], initializer=_takes_parts(seen))
        third = _shown()
    with tf.Graph().as_default():
        try:
            tf.keras.layers.DenseFeatures([_embedded(_takes_parts(seen))])(_features())
        except TypeError as e:
            fourth = str(e)
    return first, second, third, fourth, seen


def case_scopes_that_reuse():
    with tf.Graph().as_default():
        with v1.variable_scope("s"):
            first = v1.keras.layers.DenseFeatures([_embedded()])(_features())
        with v1.variable_scope("s", reuse=True):
            v1.keras.layers.DenseFeatures([_embedded()], name="dense_features")(_features())
        return _shown(first)


def case_getters_and_regularizers():
    asked = []

    def getter(getter, name, **given):
        asked.append(name)
        return getter(name, **given)

    with tf.Graph().as_default():
        with v1.variable_scope("s", custom_getter=getter, regularizer=tf.reduce_sum):
            made = v1.keras.layers.DenseFeatures([_embedded()])(_features())
        penalties = v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)
        return _shown(made), asked, len(penalties)


def case_names_of_layers_and_columns():
    with tf.Graph().as_default():
        layers = [v1.keras.layers.DenseFeatures([_embedded()]) for _ in range(2)]
        for layer in layers:
            layer(_features())
        with v1.variable_scope("q"):
            layers.append(v1.keras.layers.DenseFeatures([_embedded(name="a/of/b")], name="mine"))
            layers[-1](_features("a/of/b"))
        with v1.variable_scope("w"):
            layers[-1](_features("a/of/b"))
        return [layer.name for layer in layers], [[w.name for w in layer.weights] for layer in layers], _shown()


def case_shared_embeddings():
    seen, found = [], []
    for kind in (v1.keras.layers.DenseFeatures, tf.keras.layers.DenseFeatures):
        with tf.Graph().as_default():
            columns = [fc.categorical_column_with_identity(key, 4) for key in "ab"]
            shared = fc.shared_embeddings(columns, 2, initializer=_takes_parts(seen), shared_embedding_collection_name="both")
            with v1.variable_scope("s", regularizer=tf.reduce_sum):
                made = kind(shared)({"a": tf.constant([[1]]), "b": tf.constant([[2]])})
            found.append((_shown(made), len(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES))))
    return found, seen


def case_without_graphs():
    layers = v1.keras.layers.DenseFeatures([_embedded()]), tf.keras.layers.DenseFeatures([_embedded()])
    return [(layer(_features()).numpy().tolist(), layer.name, [w.name for w in layer.weights]) for layer in layers]


def case_in_checkpoints():
    made, folder = [], pathlib.Path(tempfile.mkdtemp())
    for kind in (v1.keras.layers.DenseFeatures, tf.keras.layers.DenseFeatures):
        layer = kind([_embedded(name="a/of/b")])
        layer(_features("a/of/b"))
        path = tf.train.Checkpoint(layer=layer).write(str(folder / kind.__module__))
        made.append(sorted(key for key, _ in tf.train.list_variables(path) if not key.startswith("_")))
    return made
