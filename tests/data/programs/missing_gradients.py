"""Operations that have no gradient: what says so, eagerly, in traced functions and in graphs."""

import numpy as np

v1 = tf.compat.v1
boxes = np.array([[0, 0, 0.5, 0.5], [0.1, 0.1, 0.6, 0.7]], np.float32)
picture = np.linspace(0, 1, 48, dtype=np.float32).reshape(1, 4, 4, 3)
pair = np.array([0.5, 0.6], np.float32)


def _said(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, [line for line in str(e).split("\n") if "radient" in line][-1].strip()


def _told(function, given):
    def by_tape():
        x = tf.constant(given)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        found = tape.gradient(y, x)
        return None if found is None else tf.constant(0)

    def in_graph():
        with tf.Graph().as_default():
            x = tf.constant(given, name="x")
            return tf.gradients(function(x), x)[0] is None

    return [_said(by_tape), _said(tf.function(by_tape)), _said(in_graph)]


def case_ways_through_them():
    functions = [
        (lambda x: tf.bitcast(x, tf.float16), 1.0),
        (lambda x: tf.image.draw_bounding_boxes(x, boxes[None], [[1.0, 0, 0]]), picture),
        (lambda x: tf.image.non_max_suppression_with_scores(boxes, x, 2)[1], pair),
        (lambda x: tf.image.combined_non_max_suppression(boxes[None, :, None], x[None, :, None], 2, 2)[1], pair),
        (lambda x: tf.quantization.fake_quant_with_min_max_args_gradient(x, pair), pair),
        (lambda x: tf.quantization.fake_quant_with_min_max_vars_gradient(pair, x, 0.0, 1.0)[0], pair),
        (lambda x: tf.image.extract_glimpse(x, [2, 2], [[0.0, 0.0]]), picture),
        (lambda x: tf.image.adjust_hue(x, 0.1), picture),
        (lambda x: tf.image.adjust_saturation(x, 0.1), picture),
        (lambda x: tf.image.resize(x, [2, 2], "area"), picture),
        (lambda x: tf.truncatemod(x, 0.3), pair),
        (lambda x: tf.unique(x)[0], pair),
        (lambda x: tf.linalg.lu(tf.stack([x, x * x]))[0], pair),
        (lambda x: tf.sparse.reduce_max(tf.SparseTensor([[0, 0], [0, 1]], x, [2, 2])), pair),
        (lambda x: tf.math.bincount([0, 1], weights=x), pair),
    ]
    return "\n".join(map(repr, [_told(f, x) for f, x in functions]))


def case_ways_around_them():
    def beside(x):
        tf.truncatemod(x, 0.3)
        return x * x + tf.truncatemod(tf.constant(pair), 0.3) + tf.stop_gradient(tf.truncatemod(x, 0.3))


    return repr([_told(beside, pair)])


def case_least_squares_by_decomposition():
    x = tf.constant([[1.0, 2.0], [3.0, 5.0], [1.0, 0.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        fast, slow = (tf.linalg.lstsq(x, tf.ones([3, 1]), fast=way) for way in (True, False))
    return repr([tape.gradient(fast, x).shape, _said(lambda: tape.gradient(slow, x)), slow.shape])
