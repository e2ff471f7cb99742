"""Ragged constants in functions, whose rows are chosen by tensors there."""

import functools

import tfshim as tf


def test_rows_by_tensors_of_the_function():
    rows = tf.ragged.constant([[1.0, 2.0], [3.0]])

    @tf.function
    def f(n):
        total = 0.0
        for i in tf.range(n):
            total += tf.reduce_sum(rows[i]) * tf.cast(i + 1, tf.float32)
        return total, rows[-1], rows[n - 1], rows[-n]

    assert [x.numpy().tolist() for x in f(tf.constant(2))] == [9.0, [3.0], [3.0], [1.0, 2.0]]


def test_gradients_of_mapped_rows():
    v = tf.Variable(2.0)

    def f(function, signature):
        x = tf.constant([1.0, 2.0, 3.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.map_fn(function, tf.RaggedTensor.from_row_splits(x, [0, 2, 3]), fn_output_signature=signature)
            y = getattr(y, "flat_values", y)
        return tape.gradient(y, [x, v])

    ragged = tf.RaggedTensorSpec([None], tf.float32)
    for function, signature in ((lambda q: tf.reduce_sum(q * q) * v, tf.float32), (lambda q: q * q * v, ragged)):
        traced = tf.function(functools.partial(f, function, signature))
        assert [g.numpy().tolist() for g in traced()] == [[4.0, 8.0, 12.0], 14.0]
