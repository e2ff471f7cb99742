"""Ragged and sparse values of arrays where tensors are expected: functions, operations, datasets, models."""

import numpy as np

v1 = tf.compat.v1
L = tf.keras.layers
NUMBERS = v1.ragged.constant_value([[1.0, 2.0], [3.0]], dtype=np.float32)
WHOLE = v1.ragged.constant_value([[1, 2], [3]], dtype=np.int64)
DEEP = v1.ragged.constant_value([[[1.0], [2.0, 3.0]], []], dtype=np.float32, ragged_rank=2)
SPARSE = v1.SparseTensorValue(np.array([[0, 0], [1, 2]]), np.array([1.0, 2.0], np.float32), np.array([2, 3]))


def _told(x):
    if isinstance(x, (list, tuple)):
        return [_told(y) for y in x]
    if isinstance(x, tf.RaggedTensor):
        return "ragged", x.to_list(), str(x.shape)
    if isinstance(x, tf.SparseTensor):
        return "sparse", tf.sparse.to_dense(x).numpy().tolist(), str(x.shape)
    return np.round(np.asarray(x), 4).tolist()


def case_specs():
    return [str(tf.type_spec_from_value(x)) for x in (NUMBERS, WHOLE, DEEP)]


def case_operations():
    return [
        _told(tf.add(NUMBERS, 1.0)),
        _told(tf.reduce_sum(NUMBERS, 1)),
        _told(tf.concat([NUMBERS, NUMBERS], 0)),
        _told(tf.cast(DEEP, "int32")),
        _told(tf.ragged.map_flat_values(tf.abs, NUMBERS)),
    ]


def case_signatures():
    def called(spec, value):
        return _told(tf.function(lambda x: x, input_signature=[spec])(value))

    return [
        called(tf.RaggedTensorSpec([None, None], tf.float32), NUMBERS),
        called(tf.RaggedTensorSpec([None, None, None], tf.float32, ragged_rank=2), DEEP),
        called(tf.SparseTensorSpec([None, None], tf.float32), SPARSE),
    ]


def case_datasets():
    data = tf.data.Dataset
    spec = tf.RaggedTensorSpec([None, None], tf.float32)
    return [
        _told(list(data.from_tensor_slices(NUMBERS))),
        _told(list(data.from_tensors(DEEP))),
        _told(list(data.from_generator(lambda: iter([NUMBERS]), output_signature=spec))),
        _told(list(data.from_tensor_slices((WHOLE, SPARSE)))),
    ]


def case_one_batch():
    inputs = tf.keras.Input((None,), ragged=True, dtype="int64")
    model = tf.keras.Model(inputs, L.GlobalAveragePooling1D()(L.Embedding(5, 2, embeddings_initializer="ones")(inputs)))
    model.compile("sgd", "mse")
    sparse = tf.keras.Input((3,), sparse=True)
    other = tf.keras.Model(sparse, L.Dense(1, kernel_initializer="ones")(sparse))
    return [
        _told(model.predict_on_batch(WHOLE)),
        _told(model.train_on_batch(WHOLE, np.zeros((2, 2)))),
        _told(model.test_on_batch(WHOLE, np.zeros((2, 2)))),
        _told(other.predict_on_batch(SPARSE)),
    ]


def case_not_for_fit():
    inputs = tf.keras.Input((None,), ragged=True)
    return tf.keras.Model(inputs, L.Lambda(lambda x: x * 2.0)(inputs)).predict(NUMBERS, verbose=0)
