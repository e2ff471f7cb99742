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
