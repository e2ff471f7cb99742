"""Gradients that have not the shape or dtype of their variables, given to optimizers."""

import re

import numpy as np

SHAPES = [((3,), (2,)), ((1,), (2,)), ((2, 2), (2,)), ((), (2,)), ((0,), (2,)), ((2, 3), (2, 2)), ((2,), (2, 2))]
KERAS = "SGD Adam RMSprop Adagrad Adadelta Adamax Nadam Ftrl AdamW Adafactor Lion".split()
LEGACY = "SGD Adam RMSprop Adagrad Adadelta Adamax Nadam Ftrl".split()
V1 = "GradientDescent Momentum Adam RMSProp Adagrad Adadelta Ftrl ProximalGradientDescent".split()


def _raised(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, re.sub(r"\{\{function_node [^}]*\}\} ", "", str(error))


def _kind(function):
    found = _raised(function)
    return found[0] if isinstance(found, tuple) else found


def _step(optimizer, gradient, shape):
    w = tf.Variable(tf.ones(shape))
    optimizer.apply_gradients([(gradient, w)])
    return w.numpy().tolist()


def case_shapes():
    return {n: [_raised(lambda: _step(getattr(tf.keras.optimizers, n)(), tf.ones(g), w)) for g, w in SHAPES] for n in KERAS}


def case_dtypes():
    given = [tf.ones(2, tf.float64), tf.ones(2, tf.int32), np.ones(2)]
    return {n: [_kind(lambda: _step(getattr(tf.keras.optimizers, n)(), g, [2])) for g in [*given, tf.constant(["a", "b"])]] for n in KERAS}


def case_in_functions():
    def traced(optimizer, gradient):
        w = tf.Variable(tf.ones([2]))
        optimizer.build([w])
        tf.function(lambda g: optimizer.apply_gradients([(g, w)]))(gradient)
        return w.numpy().tolist()

    def last(function):
        found = _raised(function)
        return (found[0], re.sub(r" for '.*", "", found[1].strip().splitlines()[-1].strip())) if isinstance(found, tuple) else found

    return {n: [last(lambda: traced(getattr(tf.keras.optimizers, n)(), tf.ones(g))) for g in ([3], [1])] for n in KERAS}


def case_rows_without_a_shape():
    def moved(name, indices):
        return _step(getattr(tf.keras.optimizers, name)(0.5), tf.IndexedSlices(tf.ones([2, 2]), indices), [3, 2])

    names = ["SGD", "Adam", "RMSprop", "Adagrad", "Lion"]
    return {n: [np.round(moved(n, tf.constant([0, 2])), 3).tolist(), _kind(lambda: moved(n, tf.constant([0, 5])))] for n in names}


def case_legacy():
    return {n: [_raised(lambda: _step(getattr(tf.keras.optimizers.legacy, n)(), tf.ones(g), w)) for g, w in SHAPES] for n in LEGACY}


def case_legacy_dtypes():
    return {n: _kind(lambda: _step(getattr(tf.keras.optimizers.legacy, n)(), tf.ones(2, tf.float64), [2])) for n in LEGACY if n != "Nadam"}


def case_tensorflow_1():
    def made(name):
        given = (0.1, 0.9) if name == "Momentum" else (0.1,)
        return getattr(tf.compat.v1.train, f"{name}Optimizer")(*given)

    return {n: [_raised(lambda: _step(made(n), tf.ones(g), w)) for g, w in SHAPES] for n in V1}


def case_nothing_is_changed_beyond():
    w, beside = tf.Variable(tf.ones([2])), tf.Variable(tf.ones([1000]))
    optimizer = tf.keras.optimizers.Adam()
    optimizer.build([w, beside])
    kind = _kind(lambda: optimizer.apply_gradients([(tf.ones([0]), w), (tf.ones([3]), beside)]))
    return kind, w.numpy().tolist(), float(tf.reduce_sum(beside)), int(optimizer.iterations)


def case_rows_and_sizes():
    v = tf.Variable(tf.ones([2, 3]))
    kind, text = _raised(lambda: v.scatter_sub(tf.IndexedSlices(tf.ones([2, 3]), [0])))
    return [kind, text.partition(" [Op:")[0]] + [_raised(lambda: f(n).shape) for f in (tf.zeros, tf.ones) for n in (10**30, [2, 2**63])]
