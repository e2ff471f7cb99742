"""Functions that get Keras tensors where they are easily missed: as indices, in lists, as rows of ragged tensors; models of them in files."""

import json
import os
import tempfile
import warnings

import numpy as np

R = tf.RaggedTensor
TABLE = tf.constant([[1.0, 2.0, 0.0], [3.0, 0.0, 0.0]])
VECTOR = tf.constant([1.0, 2.0, 3.0])
ENDS = tf.constant([2, 1])


def _plain(x):
    if isinstance(x, R):
        return x.to_list()
    return np.asarray(x).tolist()


def _model(make, *values):
    tf.keras.backend.clear_session()
    inputs = [tf.keras.Input(v.shape[1:], dtype=v.dtype, batch_size=v.shape[0]) for v in values]
    made = make(*inputs)
    model = tf.keras.Model(inputs, made)
    return _plain(model(list(values))), str(made.shape), [layer.name for layer in model.layers[len(inputs) :]]


def case_indices():
    table = tf.Variable(TABLE)
    return [
        _model(lambda i: TABLE[i[1]], ENDS),
        _model(lambda i: table[i[1]], ENDS),
        _model(lambda i: TABLE[: i[1]], ENDS),
        _model(lambda i: TABLE[i[1] :], ENDS),
        _model(lambda i: TABLE[..., i[0]], ENDS),
        _model(lambda i: TABLE[i[1], :: i[0]], ENDS),
        _model(lambda i: TABLE[:, None, i[1]], ENDS),
        _model(lambda m: TABLE[m], TABLE > 0.0),
        _model(lambda m: table[m], TABLE > 0.0),
        _model(lambda x: R.from_tensor(TABLE, padding=0.0)[: x[1]], ENDS)[0],
    ]


def case_index_of_floats():
    return _model(lambda i: TABLE[i], VECTOR)


def case_lists():
    return [
        _model(lambda i: tf.reshape(TABLE, [i[1], 6]), ENDS),
        _model(lambda i: tf.tile(VECTOR, [i[0]]), ENDS),
        _model(lambda i: tf.slice(VECTOR, [i[1]], [i[0]]), ENDS),
        _model(lambda i: tf.pad(VECTOR, [[i[0], 0]]), ENDS)[0],
        _model(lambda i: tf.roll(VECTOR, i[0], 0), ENDS),
        _model(lambda i: tf.cast([[i[0], i[1]], [1, 2]], "float32"), ENDS),
        _model(lambda x: tf.concat([VECTOR, [x[0], x[1]]], 0), VECTOR),
        _model(lambda x: tf.matmul([[x[0], x[1]]], [[1.0], [2.0]]), VECTOR),
        _model(lambda x: tf.strings.format("{}", x), VECTOR),
    ]


def case_functions_of_functions():
    return [
        _model(lambda x: tf.cond(x[0] > 0.0, lambda: 1.0, lambda: 2.0), VECTOR),
        _model(lambda x: tf.case([(x[0] > 5.0, lambda: 1.0)], default=lambda: 2.0), VECTOR),
        [_model(lambda x: f(lambda s, y: s - y, x), VECTOR)[0] for f in (tf.foldl, tf.foldr, tf.scan)],
        _model(lambda x: tf.numpy_function(lambda y: y * 2, [x], tf.float32), VECTOR),
    ]


def _open(f):
    inputs = tf.keras.Input((3,))
    return tf.keras.Model(inputs, f(lambda s, y: s + y, inputs))(TABLE).numpy().tolist()


def case_functions_over_a_batch():
    return [_open(f) for f in (tf.foldl, tf.foldr, tf.scan)]


def case_names_of_version_1():
    i = tf.constant([[0], [1]])
    return [
        _model(lambda x: tf.gather_nd(x, [[1, 1], [0, 0]]), TABLE),
        _model(lambda x: tf.boolean_mask(x, TABLE > 1.0), TABLE),
        _model(lambda j: tf.nn.embedding_lookup(TABLE, j), i),
        _model(lambda x: tf.nn.crelu(x), TABLE + 1.0),
        _model(lambda x: tf.nn.in_top_k([0, 1], x, 1), TABLE),
    ]


def case_rows():
    splits, ids = tf.constant([0, 2, 3]), tf.constant([0, 0, 1])
    return [
        _model(lambda x: R.from_tensor(x), TABLE),
        _model(lambda x, n: R.from_tensor(x, lengths=n), TABLE, ENDS),
        _model(lambda x: R.from_tensor(x, padding=0.0), TABLE),
        _model(lambda x, p: R.from_row_splits(x, p), VECTOR, splits),
        _model(lambda x, n: R.from_row_lengths(values=x, row_lengths=n), VECTOR, ENDS),
        _model(lambda n: R.from_row_lengths(VECTOR, n), ENDS),
        _model(lambda x, p: R.from_value_rowids(x, p), VECTOR, ids),
        _model(lambda x, p: R.from_row_starts(x, p), VECTOR, tf.constant([0, 2])),
        _model(lambda x, p: R.from_row_limits(x, p), VECTOR, tf.constant([2, 3])),
        _model(lambda x: R.from_uniform_row_length(x, 3), VECTOR),
        _model(lambda x, p: R.from_nested_row_splits(x, [p]), VECTOR, splits),
        _model(lambda x: tf.ragged.boolean_mask(x, TABLE > 1.0), TABLE)[0],
        _model(lambda x: tf.ragged.stack([x, x]), VECTOR)[0],
        _model(lambda n: tf.ragged.range(n), ENDS),
        _model(lambda x, n: R.from_tensor(x, lengths=n).to_tensor(9.0), TABLE, ENDS),
    ]


def _kept(config):
    return [[layer["class_name"], layer["inbound_nodes"]] for layer in config["layers"]]


def case_files():
    tf.keras.backend.clear_session()
    x, n = tf.keras.Input((3,)), tf.keras.Input((), dtype="int32")
    rows = R.from_tensor(x, lengths=n)
    model = tf.keras.Model([x, n], [rows.to_tensor(default_value=9.0), rows.row_lengths()])
    told = [_kept(json.loads(model.to_json())["config"])]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("model.keras", "model.h5", "model"):
            path = os.path.join(folder, name)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about HDF5
                model.save(path)
            told.append([_plain(y) for y in tf.keras.models.load_model(path)([TABLE, ENDS])])
    return told


class Around(tf.Module):
    """A module that holds a model."""

    def __init__(self, model):
        super().__init__()
        self.model = model


def case_modules_around_models():
    told = []
    for optimizer in ("sgd", "adam"):
        inputs = tf.keras.Input((1,))
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, name=f"dense_{optimizer}")(inputs))
        model.compile(optimizer, "mse")
        model.fit(np.ones((2, 1)), np.ones((2, 1)), verbose=0)
        module = Around(model)
        told.append(([v.name for v in module.variables], [v.name for v in module.trainable_variables]))
    return told
