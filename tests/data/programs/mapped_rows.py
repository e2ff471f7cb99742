"""Functions of rows: gradients that are TensorFlow's own, results that are None, and mistakes."""

import numpy as np

NUMBERS = tf.constant(np.arange(8, dtype=np.float32).reshape(2, 2, 2) * 0.5)


def _rows(function, x=NUMBERS):
    """The gradients of `function` mapped over the rows of `x`, of the whole and of a traced call."""

    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.vectorized_map(function, x)
        return tape.gradient(y, x)

    return [np.round(f(x).numpy().astype(np.float64), 4).tolist() for f in (gradient, tf.function(gradient))]


def case_labels_that_do_not_sum_to_one():
    loss = tf.nn.softmax_cross_entropy_with_logits
    both = _rows(lambda x: loss(x, x))
    return both, _rows(lambda x: loss(tf.ones_like(x) * 3.0, x)), _rows(lambda x: loss(x, tf.ones_like(x)))


def case_losses_of_keras():
    loss = tf.keras.losses.CategoricalCrossentropy(from_logits=True)
    return _rows(lambda x: loss(tf.constant([[2.0, 1.0], [0.0, 3.0]]), x))


def case_self_adjoint_matrices():
    return _rows(tf.linalg.eigvalsh), _rows(lambda x: tf.linalg.eigh(x + tf.linalg.diag([1.0, 2.0]))[0])


def case_rows_of_rows():
    loss = tf.nn.softmax_cross_entropy_with_logits
    return _rows(lambda x: tf.vectorized_map(lambda row: loss(row * 2.0, row), x))


def case_results_that_are_none():
    x = tf.range(3)
    traced = tf.function(lambda x: tf.vectorized_map(lambda i: (None, i * 2), x))
    return tf.vectorized_map(lambda i: None, x), tf.vectorized_map(lambda i: {"a": i, "b": None}, x), traced(x)


def case_operations_are_no_results():
    try:
        return tf.vectorized_map(lambda i: tf.group(), tf.range(3))
    except Exception as e:
        return type(e).__name__


def _ragged(x, others=(lambda row: row, lambda row: tf.ragged.stack([row, row]))):
    """What rows of the ragged tensor `x` look like, and what their sums and `others` give, of the whole and of a traced call."""
    seen, found = [], []

    def total(row):
        seen.append((type(row).__name__.replace("Symbolic", ""), row.shape))
        return tf.reduce_sum(row)

    for function in (total, *others):
        for mapped in (tf.vectorized_map, tf.function(lambda f, x: tf.vectorized_map(f, x))):
            try:
                found.append(mapped(function, x).numpy().tolist())
            except ValueError as e:
                found.append((type(e).__name__, "No pfor vectorization defined for RaggedTensorToVariant" in str(e)))
            except tf.errors.InvalidArgumentError as e:
                found.append((type(e).__name__, "PartialTensorShape: Incompatible shapes during merge: " in str(e)))
    return seen[-1:], found


def case_rows_of_ragged_tensors():
    R = tf.RaggedTensor
    lengths = R.from_row_lengths(tf.range(12.0), [3, 3, 3, 3])
    return [
        _ragged(x)
        for x in (
            tf.ragged.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
            tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], inner_shape=(2,)),
            R.from_uniform_row_length(lengths, 2),
            R.from_row_lengths(lengths, [2, 2]),
            tf.ragged.constant([[[1, 2], [3]], [[5], [7, 8]]]),
            tf.ragged.constant([[[[1, 2], [3]], [[4]]], [[[5]], [[7], [8, 9]]]]),
        )
    ]


def case_rows_that_differ():
    return [_ragged(tf.ragged.constant(x), ()) for x in ([[1.0, 2.0], [3.0]], [[[1, 2], [3]], [[4, 5]]], [[[1, 2], [3]], [[4], [5]]])]


def case_rows_of_several_ragged_tensors():
    x, single = tf.ragged.constant([[1.0, 2.0], [3.0, 4.0]]), tf.ragged.constant([[1.0, 2.0]])
    both = tf.vectorized_map(lambda rows: rows["a"] * rows["b"], {"a": x, "b": tf.constant([2.0, 3.0])})
    uniform = tf.RaggedTensor.from_uniform_row_length(tf.RaggedTensor.from_row_lengths(tf.range(8), [1, 3, 1, 3]), 2)
    return both, tf.vectorized_map(sum, (single, x)), tf.vectorized_map(lambda row: row.to_tensor(shape=[2, 3]), uniform)


def case_rows_of_sparse_tensors():
    try:
        return tf.vectorized_map(lambda row: 1.0, tf.sparse.from_dense([[1.0, 0.0]]))
    except TypeError as e:
        return "Failed to convert elements of SparseTensor(" in str(e)
