"""Axes that are texts, floats, lists and scalars of NumPy's: what is taken, and the exception for what is not."""

import re

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


def _reason(told):
    """Without what is told of the operation and its node."""
    return told if type(told) is list else (told[0], re.sub(r"^\{\{.*?\}\} | \[Op.*| for '.*", "", told[1]))


def case_vectors_for_scalars():
    calls = {
        **{name: CALLS[name] for name in ("cumsum", "concat", "expand_dims")},
        "cumprod": lambda axis: tf.math.cumprod(X, axis=axis),
        "cumulative_logsumexp": lambda axis: tf.math.cumulative_logsumexp(X, axis=axis),
        "split": lambda axis: tf.split(X, 1, axis=axis),
        "split in pieces": lambda axis: tf.split(X, [1, 1], axis=axis),
    }
    outcomes = {}
    for name, call in calls.items():
        traced = lambda axis, call=call: tf.function(lambda: call(axis))()  # noqa: E731
        axes = [[0], [1], [[0]], [0, 1], np.array([1]), tf.constant([0])]
        outcomes[name] = [_reason(_told(call, axis)) for axis in axes]
        if name != "expand_dims":
            outcomes[f"{name} in a graph"] = [_told(traced, axis)[0] for axis in axes]
    return outcomes


CUBE = tf.reshape(tf.range(24.0), [2, 3, 4])
OF_TENSORS = {
    "boolean_mask": lambda axis: tf.boolean_mask(tf.ones([3, 3, 3]), [True, False, True], axis=axis),
    "fftshift": lambda axis: tf.signal.fftshift(CUBE, [axis]),
    "ifftshift": lambda axis: tf.signal.ifftshift(CUBE, axis),
    "linspace": lambda axis: tf.linspace(CUBE, CUBE + 1, 3, axis=axis),
    "linspace of scalars": lambda axis: tf.linspace(0.0, 1.0, 3, axis=axis * 0),
    "sort": lambda axis: tf.sort(CUBE, axis),
    "argsort": lambda axis: tf.argsort(CUBE, axis),
    "sort by a constant": lambda axis: tf.sort(CUBE, tf.constant(0), "DESCENDING"),
}


def case_axes_that_graphs_do_not_know():
    told = {}
    for name, call in OF_TENSORS.items():
        for shape in ([], None):
            function = tf.function(call, input_signature=[tf.TensorSpec(shape, tf.int32)])
            outcomes = [_told(function, axis) for axis in (0, 1, -1)]
            told[name, str(shape)] = [o if type(o) is list else o[0] for o in outcomes]
    return told
