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
