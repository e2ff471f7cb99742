"""Axes that are texts, floats, lists and scalars of NumPy's: what is taken, and the exception for what is not."""

import numpy as np

X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
AXES = ("a", 1.0, [1.0], ["a"], [0, 1.0], [[1.0]], np.float32(1), np.float64(0.5))
CALLS = {
    "gather": lambda axis: tf.gather(X, [0], axis=axis),
    "reduce_sum": lambda axis: tf.reduce_sum(X, axis=axis),
    "reduce_any": lambda axis: tf.reduce_any(X > 1, axis=axis),
    "argmax": lambda axis: tf.argmax(X, axis=axis),
    "concat": lambda axis: tf.concat([X, X], axis=axis),
    "expand_dims": lambda axis: tf.expand_dims(X, axis=axis),
    "cumsum": lambda axis: tf.cumsum(X, axis=axis),
    "moments": lambda axis: tf.nn.moments(X, axes=axis)[0],
    "reduce_logsumexp": lambda axis: tf.reduce_logsumexp(X, axis=axis),
    "reduce_variance": lambda axis: tf.math.reduce_variance(X, axis=axis),
    "l2_normalize": lambda axis: tf.nn.l2_normalize(X, axis=axis),
}


def _told(function, axis):
    try:
        return np.round(np.asarray(function(axis), "float64"), 4).tolist()
    except Exception as error:
        return type(error).__name__, str(error).splitlines()[0]


def case_at_once():
    return {name: [_told(call, axis) for axis in AXES] for name, call in CALLS.items()}


def case_in_graphs():
    return {name: [_told(tf.function(call), axis) for axis in ("a", [1.0], ["a"], [0, 1.0])] for name, call in CALLS.items()}


def case_softmax():
    axes = (1.0, -1.0, np.float32(1), np.float64(-1), True, "a", [0])
    return [[_told(lambda axis, f=f: f(X, axis=axis), axis) for axis in axes] for f in (tf.nn.softmax, tf.nn.log_softmax)]


def case_softmax_of_keras():
    x = tf.reshape(tf.range(8.0), [2, 2, 2])
    axes = ((0,), [0], (1, 2), [-1, 0], np.float32(1), np.int64(0), tf.constant(1), tf.constant([0]), "a", [1.0])
    return [_told(lambda axis: tf.keras.activations.softmax(x, axis), axis) for axis in axes]
