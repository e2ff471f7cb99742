"""Tapes that are asked for what is no tensor, modes of variables that are none, and gradients of other shapes than their inputs."""

import numpy as np


class Thing:
    def __repr__(self):
        return "Thing"


VALUES = [1, 1.5, 3.0, Thing(), [1.0, 2.0], np.ones(2, "float32"), np.float32(1), "", int]


def _told(function):
    try:
        made = function()
        return made if isinstance(made, str) else [None if x is None else x.numpy().tolist() for x in tf.nest.flatten(made)]
    except Exception as error:
        return type(error).__name__, str(error).splitlines()[0].removesuffix(" name: ")


def _tape():
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as tape:
        y = v * 2.0
    return tape, y, v


def _asked(method, at):
    tape, y, v = _tape()
    return [_told(lambda: getattr(_tape()[0], method)(*((value, v) if at == 0 else (y, value)))) for value in VALUES]


def case_targets():
    return {method: _asked(method, 0) for method in ("gradient", "jacobian", "batch_jacobian")}


def case_sources():
    return {method: _asked(method, 1) for method in ("gradient", "batch_jacobian")}


def case_in_functions():
    return [_told(tf.function(lambda: _tape()[0].gradient(value, [tf.constant(1.0)]), autograph=False)) for value in (1.5, Thing(), "")]


def case_modes():
    values = [0, 3, 4, "a", None, [1], tf.VariableAggregation.MEAN]
    made = [_told(lambda: str(tf.Variable(1.0, aggregation=value).aggregation).replace("V2", "")) for value in values]
    return made, [_told(lambda: str(tf.Variable(1.0, synchronization=value).synchronization)) for value in values[:-1]]


def case_fake_quantized():
    q, x, low, high = tf.quantization, *(np.array(value, "float32") for value in ([[1.0, 2.0]], [-1.0, -2.0], [1.0, 2.0]))
    calls = [
        lambda: q.fake_quant_with_min_max_args_gradient(high[:1], x),
        lambda: q.fake_quant_with_min_max_args_gradient(x, x),
        lambda: q.fake_quant_with_min_max_vars(x, high[:1], 2.0),
        lambda: q.fake_quant_with_min_max_vars(x, 1.0, x),
        lambda: q.fake_quant_with_min_max_vars_gradient(high[:1], x, -1.0, 1.0),
        lambda: q.fake_quant_with_min_max_vars_gradient(x, x, low, 1.0),
        lambda: q.fake_quant_with_min_max_vars_per_channel(x, 1.0, high),
        lambda: q.fake_quant_with_min_max_vars_per_channel_gradient(high[:1], x, low, high),
        lambda: q.fake_quant_with_min_max_vars_per_channel_gradient(x, x, low, 1.0),
        lambda: q.fake_quant_with_min_max_args(x, num_bits=float("inf")),
    ]
    return [_told(call) for call in calls]
