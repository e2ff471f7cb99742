"""Written forms of recurrences over sequences: loops over their steps, as Keras has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tfshim as tf
from tfshim.written_forms.form import written


def _over_steps(
    step: Callable[..., list[Any]], x: Any, states: Sequence[Any], mask: Any, time_major: bool, reverse: bool, zero_masked: bool
) -> Any:
    """(outputs, last output, states) of `step(input, *states)`, whose first state is its output.

    After a masked step the output before it is repeated, or is zero where `zero_masked` is set.
    """
    x = x if time_major else tf.transpose(x, [1, 0, 2])
    if mask is not None:
        mask = tf.expand_dims(mask if time_major else tf.transpose(mask), -1)
    if reverse:
        x, mask = tf.reverse(x, [0]), None if mask is None else tf.reverse(mask, [0])
    steps, batch = tf.shape(x)[0], tf.shape(x)[1]
    states = [tf.broadcast_to(s, tf.stack([batch, tf.shape(s)[1]])) for s in states]
    for s in states:
        s.set_shape([x.shape[1], s.shape[1]])
    inputs = tf.TensorArray(x.dtype, steps, element_shape=x.shape[1:]).unstack(x)
    outputs = tf.TensorArray(x.dtype, steps, element_shape=states[0].shape)

    def body(i: Any, outputs: Any, *states: Any) -> Any:
        new = step(inputs.read(i), *states)
        if mask is not None:
            new = [tf.where(mask[i], n, s) for n, s in zip(new, states)]
        return i + 1, outputs.write(i, new[0]), *new

    _, outputs, *states = tf.while_loop(lambda i, *_: i < steps, body, [tf.constant(0), outputs, *states], maximum_iterations=steps)
    outputs = outputs.stack()
    last = states[0]
    if mask is not None:
        seen = mask if zero_masked else tf.cumsum(tf.cast(mask, tf.int32)) > 0
        outputs = tf.where(seen, outputs, tf.zeros_like(outputs))
        last = outputs[-1]
    return outputs if time_major else tf.transpose(outputs, [1, 0, 2]), last, *states


def _with_bias(x: Any, bias: Any) -> Any:
    return x if bias is None else tf.nn.bias_add(x, bias)


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "tanh": tf.tanh,
    "sigmoid": tf.sigmoid,
    "relu": tf.nn.relu,
    "linear": lambda x: x,
    "hard_sigmoid": lambda x: tf.clip_by_value(0.2 * x + 0.5, 0.0, 1.0),
    "elu": tf.nn.elu,
    "softplus": tf.nn.softplus,
}


@written("keras.layers.rnn.fused", "lstm", whole=True)
def lstm(
    x: Any,
    h: Any,
    c: Any,
    kernel: Any,
    recurrent: Any,
    bias: Any,
    mask: Any,
    time_major: bool,
    reverse: bool,
    zero_masked: bool,
    wants_states: bool,
    activation: str,
    recurrent_activation: str,
) -> Any:
    inner, gate = _FUNCTIONS[activation], _FUNCTIONS[recurrent_activation]

    def step(x: Any, h: Any, c: Any) -> list[Any]:
        z = _with_bias(tf.matmul(x, kernel) + tf.matmul(h, recurrent), bias)
        i, f, new, o = tf.split(z, 4, axis=1)
        c = gate(f) * c + gate(i) * inner(new)
        return [gate(o) * inner(c), c]

    return _over_steps(step, x, (h, c), mask, time_major, reverse, zero_masked)


@written("keras.layers.rnn.fused", "gru", whole=True)
def gru(
    x: Any,
    h: Any,
    kernel: Any,
    recurrent: Any,
    bias: Any,
    mask: Any,
    time_major: bool,
    reverse: bool,
    zero_masked: bool,
    activation: str,
    recurrent_activation: str,
    reset_after: bool,
) -> Any:
    outer, inner = bias, None
    if bias is not None and reset_after:
        outer, inner = tf.unstack(bias, num=2)
    function, gate = _FUNCTIONS[activation], _FUNCTIONS[recurrent_activation]
    if not reset_after:
        units = recurrent.shape[0]
        to_gates, to_new = tf.split(recurrent, [2 * units, units], axis=1)

    def step(x: Any, h: Any) -> list[Any]:
        xz, xr, xh = tf.split(_with_bias(tf.matmul(x, kernel), outer), 3, axis=1)
        if reset_after:
            hz, hr, hh = tf.split(_with_bias(tf.matmul(h, recurrent), inner), 3, axis=1)
            new = function(xh + gate(xr + hr) * hh)
        else:
            hz, hr = tf.split(tf.matmul(h, to_gates), 2, axis=1)
            new = function(xh + tf.matmul(gate(xr + hr) * h, to_new))
        z = gate(xz + hz)
        return [z * h + (1 - z) * new]

    return _over_steps(step, x, (h,), mask, time_major, reverse, zero_masked)


@written("keras.layers.rnn.fused", "simple", whole=True)
def simple(
    x: Any,
    h: Any,
    kernel: Any,
    recurrent: Any,
    bias: Any,
    mask: Any,
    time_major: bool,
    reverse: bool,
    zero_masked: bool,
    activation: str,
) -> Any:
    function = _FUNCTIONS[activation]

    def step(x: Any, h: Any) -> list[Any]:
        return [function(_with_bias(tf.matmul(x, kernel), bias) + tf.matmul(h, recurrent))]

    return _over_steps(step, x, (h,), mask, time_major, reverse, zero_masked)
