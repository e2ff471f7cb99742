"""Inputs of Keras models for ragged and sparse tensors: what they stand for, and the batches that steps are traced for."""

SHAPES = ((None,), (3,), (None, 4), (3, None), (None, None), (3, None, 4), (None, 3, 4), (None, 3, None), (2, 3), ())
K = tf.keras
TRACED = []


class Sum(K.layers.Layer):
    """The sums of rows; notes the shapes that it was traced for."""

    def __init__(self):
        super().__init__()
        self._supports_ragged_inputs = True

    def call(self, x):
        TRACED.append(str(x.shape))
        return tf.sparse.reduce_sum(x, 1) if isinstance(x, tf.SparseTensor) else tf.reduce_sum(x, 1)


def case_specs():
    return [str(made.type_spec) for s in SHAPES for made in (K.Input(s, ragged=True), K.backend.placeholder((2, *s), ragged=True))]


def case_rows_of_one_shape():
    inputs = K.Input((None, 4), ragged=True)
    model = K.Model(inputs, K.layers.Dense(2, kernel_initializer="ones")(inputs))
    x = tf.ragged.constant([[[1.0, 2, 3, 4]] * 2, [[1.0, 2, 3, 4]]], ragged_rank=1)
    return [str(model.output.type_spec), model(x).to_list(), model.predict(x, verbose=0).to_list()]


def case_dense_rows():
    inputs = K.Input((3,), ragged=True)
    return K.Model(inputs, K.layers.Dense(2, kernel_initializer="ones")(inputs)).predict(tf.ones([2, 3]), verbose=0)


def _traced(act):
    TRACED.clear()
    act()
    return list(TRACED)


def case_ragged_batches():
    x = tf.cast(tf.ragged.range(tf.range(20) % 4 + 1), tf.float32)
    model = K.Sequential([K.Input((None,), ragged=True), Sum()])
    model.compile("sgd", "mse")
    pairs = tf.data.Dataset.from_tensor_slices((x, tf.ones([20]))).batch(8)
    runs = (
        lambda: model.predict(x, batch_size=8, verbose=0),
        lambda: model.predict(x[:5], batch_size=8, verbose=0),
        lambda: model.evaluate(pairs, verbose=0),
        lambda: model.fit(x, tf.ones([20, 1]), batch_size=8, epochs=2, verbose=0),
    )
    return [_traced(run) for run in runs]


def case_sparse_batches():
    x = tf.sparse.from_dense(tf.eye(20))
    model = K.Sequential([K.Input((20,), sparse=True), Sum()])
    return [_traced(lambda: model.predict(x, batch_size=8, verbose=0))]


def _pairs():
    nodes = tf.ragged.constant([[[1.0, 2], [2, 3]], [[0.0, 1]], [[1.0, 1], [2, 2], [3, 3]]], ragged_rank=1)
    edges = tf.ragged.constant([[[0, 1], [1, 0]], [[0, 0]], [[0, 1], [1, 2], [2, 0]]], ragged_rank=1, dtype=tf.int64)
    return nodes, edges


def case_picked_within_rows():
    nodes, edges = _pairs()
    first = nodes[:, :, 0]
    deep = tf.ragged.constant([[[0, 1], [1]], [[0]], [[0, 1], [], [2, 0]]], dtype=tf.int64)
    made = [tf.gather(x, i, batch_dims=1) for x in (nodes, first, tf.reshape(tf.range(9.0), [3, 3])) for i in (edges, deep, edges[:, :, 0])]
    inputs = K.Input((None, 2), ragged=True), K.Input((None, 2), ragged=True, dtype=tf.int64)
    picked = tf.gather(*inputs, batch_dims=1)
    model = K.Model(inputs, picked.values)
    kept = K.Model(inputs, picked).predict([nodes, edges], verbose=0)
    return [(x.shape, x.ragged_rank, x.to_list()) for x in made], str(picked.type_spec), model([nodes, edges]), kept.to_list()


def case_picked_wrongly():
    nodes, edges = _pairs()
    texts = []
    for x, i, axis in ((nodes, edges, 1), (nodes, [0, 0, 1], None), (nodes[:, :, 0], edges, None)):
        try:
            tf.gather(x, i, batch_dims=2, axis=axis)
        except ValueError as error:
            texts.append(str(error))
    return texts


FUNCTIONS = {
    "mask": lambda x: tf.ragged.boolean_mask(x, x[:, :, 0] > 1),
    "stack": lambda x: tf.ragged.stack([x, x]),
    "stack rows": lambda x: tf.ragged.stack([x, x], axis=1),
    "stack values": lambda x: tf.ragged.stack([x.values, x.values]),
    "ids": lambda x: tf.ragged.row_splits_to_segment_ids(x.row_splits),
    "splits": lambda x: tf.ragged.segment_ids_to_row_splits(x.value_rowids()),
    "cross": lambda x: tf.ragged.cross([tf.cast(x[:, :, 0], tf.int64), tf.cast(x[:, :, 1], tf.int64)]),
    "hashes": lambda x: tf.ragged.cross_hashed([tf.cast(x[:, :, 0], tf.int64), tf.cast(x[:, :, 1], tf.int64)], 100),
    "partitions": lambda x: tf.ragged.stack_dynamic_partitions(x.values, tf.cast(x.value_rowids(), tf.int32), 3),
    "item": lambda x: x[0],
    "items": lambda x: x[:, :1, ..., 1],
}


def _list(x):
    return x.to_list() if isinstance(x, tf.RaggedTensor) else x


def case_functions_of_ragged_inputs():
    nodes, _ = _pairs()
    made = {}
    for name, function in FUNCTIONS.items():
        K.backend.clear_session()
        inputs = K.Input((None, 2), ragged=True)
        outputs = function(inputs)
        model = K.Model(inputs, outputs)
        layer = model.layers[-1]
        again = K.Model.from_config(model.get_config())
        made[name] = [str(outputs.type_spec), layer.name, type(layer).__name__, _list(model(nodes)), _list(again(nodes))]
    return made


def case_saved_items_of_ragged_inputs():
    inputs = K.Input((None, 2), ragged=True)
    return K.Model(inputs, [inputs[:, 1:], inputs[0]]).get_config()["layers"][1:]


def case_constant_of_a_ragged_input():
    try:
        tf.ragged.constant(K.Input((None, 2), ragged=True))
    except TypeError as error:
        return str(error).split("\n")[2]


def case_shapes_of_sparse_tensors():
    shapes = []

    @tf.function
    def look(x, y, sizes, of):
        both = tf.concat([sizes, [4]], 0), tf.concat([sizes, tf.shape(of, tf.int64)[1:]], 0)
        made = [tf.SparseTensor(tf.ones([1, 3], tf.int64), [1.0], b) for b in both]
        shapes.extend(str(s.shape) for s in (x.to_sparse(), y.to_sparse(), *made))

    rows = tf.RaggedTensorSpec((None, None, 4)), tf.RaggedTensorSpec((None, 3, None, 2), ragged_rank=2)
    look.get_concrete_function(*rows, tf.TensorSpec((2,), tf.int64), tf.TensorSpec((None, 4)))
    return shapes


def case_values_of_functions():
    inputs = K.Input((None, 2), ragged=True)
    made = K.backend.function([inputs], [inputs * 2.0, inputs.values])([_pairs()[0]])
    return [type(x).__name__ for x in made], made[0].to_list()
