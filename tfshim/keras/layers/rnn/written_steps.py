"""LSTM and GRU in single operations, as pages of graphs show them: the call of a function of Keras' operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tfshim import array_ops, math
from tfshim.array_ops.creation import constant
from tfshim.control_flow import while_loop
from tfshim.engine.functions.function import function
from tfshim.engine.variables.variable import Variable
from tfshim.linalg.products import matmul
from tfshim.math.elementwise import sigmoid
from tfshim.nn.normalization import bias_add
from tfshim.tensor_array import TensorArray


def _swapped(x: Any) -> Any:
    return array_ops.transpose(x, [1, 0, *range(2, x.shape.rank)])


def over_steps(
    step: Callable[..., Any],
    x: Any,
    states: Sequence[Any],
    mask: Any = None,
    time_major: bool = False,
    reverse: bool = False,
    zero_masked: bool = False,
    everything: bool = True,
) -> tuple[Any, Any, list[Any]]:
    """(last output, outputs, states) of `step(x, states)` along the steps of `x`, in the operations in which Keras has it."""
    if not time_major:
        x = _swapped(x)
    count = array_ops.shape(x)[0]
    if mask is not None:
        mask = array_ops.expand_dims(mask, -1)
        mask = mask if time_major else _swapped(mask)
    inputs = TensorArray(x.dtype, size=count)
    inputs = inputs.unstack(array_ops.reverse(x, [0]) if reverse else x)
    form, _ = step(x[0], list(states))
    outputs = TensorArray(form.dtype, size=count if everything else 1, element_shape=form.shape)
    time = constant(0, "int32", name="time")
    held: list[Any] = []
    if mask is not None:
        masks = TensorArray("bool", size=count).unstack(array_ops.reverse(mask, [0]) if reverse else mask)
        held = [array_ops.zeros_like(form)]

    def chosen(now: Any, new: Sequence[Any], old: Sequence[Any]) -> list[Any]:
        fitted = [array_ops.tile(now, [1] + x.shape.as_list()[1:]) for x in new]
        return [array_ops.where(m, n, o) for m, n, o in zip(fitted, new, old)]

    def body(time: Any, outputs: Any, *carried: Any) -> Any:
        before, states = carried[: len(held)], carried[len(held) :]
        current = inputs.read(time)
        if held:
            now = masks.read(time)
        output, new = step(current, states)
        if held:
            (output,) = chosen(now, [output], held if zero_masked else before)
            new = chosen(now, new, states)
        outputs = outputs.write(time if everything else 0, output)
        return time + 1, outputs, *[output for _ in held], *new

    made = while_loop(lambda time, *_: time < count, body, [time, outputs, *held, *states], parallel_iterations=32)
    together = made[1].stack()
    last = together[-1]
    together.set_shape([x.shape[0] if everything else 1, *form.shape])
    return last, together if time_major else _swapped(together), list(made[2 + len(held) :])


def _read(v: Any) -> Any:
    return v.read_value() if isinstance(v, Variable) else v


def lstm(cell: Any, x: Any, states: Sequence[Any], mask: Any, everything: bool, **about: bool) -> list[Any]:
    """(outputs, last output, h, c) of an LSTM with the weights of `cell`."""

    def standard_lstm(inputs: Any, init_h: Any, init_c: Any, kernel: Any, recurrent_kernel: Any, bias: Any, mask: Any) -> Any:
        def step(x: Any, states: Sequence[Any]) -> Any:
            h, c = states[0], states[1]
            z = matmul(x, kernel)
            z += matmul(h, recurrent_kernel)
            taken, kept, new, given = array_ops.split(bias_add(z, bias), 4, axis=1)
            i, f = sigmoid(taken), sigmoid(kept)
            c = f * c + i * math.tanh(new)
            h = sigmoid(given) * math.tanh(c)
            return h, [h, c]

        last, outputs, (h, c) = over_steps(step, inputs, [init_h, init_c], mask, everything=everything, **about)
        return last, outputs, h, c, runtime(1.0)

    weights = [_read(w) for w in (cell.kernel, cell.recurrent_kernel, cell.bias)]
    last, outputs, h, c, _ = function(standard_lstm, autograph=False)(x, *states, *weights, mask)
    return [outputs, last, h, c]


def gru(cell: Any, x: Any, states: Sequence[Any], mask: Any, everything: bool, **about: bool) -> list[Any]:
    """(outputs, last output, h) of a GRU, which resets after the product, with the weights of `cell`."""

    def standard_gru(inputs: Any, init_h: Any, kernel: Any, recurrent_kernel: Any, bias: Any, mask: Any) -> Any:
        outer, inner = array_ops.unstack(bias)

        def step(x: Any, states: Sequence[Any]) -> Any:
            h = states[0]
            x_z, x_r, x_h = array_ops.split(bias_add(matmul(x, kernel), outer), 3, axis=1)
            h_z, h_r, h_h = array_ops.split(bias_add(matmul(h, recurrent_kernel), inner), 3, axis=1)
            z, r = sigmoid(x_z + h_z), sigmoid(x_r + h_r)
            new = math.tanh(x_h + r * h_h)
            h = z * h + (1 - z) * new
            return h, [h]

        last, outputs, (h,) = over_steps(step, inputs, [init_h], mask, everything=everything, **about)
        return last, outputs, h, runtime(1.0)

    weights = [_read(w) for w in (cell.kernel, cell.recurrent_kernel, cell.bias)]
    last, outputs, h, _ = function(standard_gru, autograph=False)(x, *states, *weights, mask)
    return [outputs, last, h]


def runtime(number: float) -> Any:
    """The number by which Keras tells on which kind of device its function runs: 0 where it has none, 1 for processors."""
    return constant(number, "float32", name="runtime")
