"""What TensorFlow 1's graphs compute of placeholders that nobody feeds, as their shapes are all that it takes."""

import tensorflow.compat.v1 as tf1


def _run(*functions):
    for function in functions:
        for dtype in (tf.float32, tf.int32, tf.bool):
            with tf.Graph().as_default() as graph, tf1.Session() as session:
                made = function(tf1.placeholder(dtype, [2], name="x"))
                print(made.name, made.dtype.name, made.shape, [(op.name, op.type) for op in graph.get_operations()], end=" ")
                try:
                    print(session.run(made))
                except tf.errors.InvalidArgumentError as e:
                    print(type(e).__name__)


def case_known_shapes():
    _run(
        tf.zeros_like,
        tf.ones_like,
        tf1.zeros_like,
        lambda x: tf.ones_like(x, dtype=tf.float64, name="own"),
        lambda x: tf1.zeros_like(x, dtype=tf.float64, name="own"),
    )


def case_without_optimization():
    _run(
        lambda x: tf1.zeros_like(x, optimize=False),
        lambda x: tf1.ones_like(x, optimize=False),
        lambda x: tf1.zeros_like(x, dtype=tf.float64, optimize=False, name="own"),
        lambda x: tf1.ones_like(x, dtype=tf.float64, optimize=False, name="own"),
    )


def case_sums_of_ones():
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [2, 3])
        print(session.run([tf.reduce_sum(tf1.ones_like(x)), tf.identity(tf.zeros_like(x)), tf.reduce_sum(tf.ones_like(x[0]))]))
