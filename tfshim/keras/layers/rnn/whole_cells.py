"""Keras' own cells over whole sequences as one operation each, where the steps would give the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim import array_ops, math, nn
from tfshim.engine.values.tensor import Tensor
from tfshim.keras import activations
from tfshim.keras.layers.rnn import fused
from tfshim.keras.layers.rnn.cells import GRUCell, LSTMCell, SimpleRNNCell
from tfshim.keras.layers.rnn.stacked_cells import StackedRNNCells

_NAMES: dict[Any, str] = {
    activations.tanh: "tanh",
    activations.sigmoid: "sigmoid",
    activations.relu: "relu",
    activations.linear: "linear",
    activations.hard_sigmoid: "hard_sigmoid",
    activations.softplus: "softplus",
    math.tanh: "tanh",
    math.sigmoid: "sigmoid",
    nn.relu: "relu",
    nn.softplus: "softplus",
    nn.elu: "elu",
}
_GATES = ("sigmoid", "hard_sigmoid")  # by which a step that is masked can be kept from any change


def _name(function: Any) -> str | None:
    try:
        return _NAMES.get(function)
    except TypeError:  # an object that has no hash
        return None


def _is_known(cell: Any, dtype: str, training: Any) -> bool:
    """Whether `cell` is one of Keras' own that drops nothing, and computes in `dtype`."""
    if type(cell) not in (SimpleRNNCell, GRUCell, LSTMCell) or "call" in cell.__dict__:
        return False
    if (cell.dropout or cell.recurrent_dropout) and training is not False:
        return False
    if cell.compute_dtype != dtype or cell.variable_dtype != dtype or _name(cell.activation) is None:
        return False
    return type(cell) is SimpleRNNCell or _name(cell.recurrent_activation) in _GATES


def cells_of(cell: Any, inputs: Any, training: Any) -> list[Any] | None:
    """The cells that `cell` consists of, if all of them can run over the whole sequence; else None."""
    if not isinstance(inputs, Tensor) or inputs.shape.rank != 3 or not inputs.dtype.is_floating:
        return None
    if type(cell) is StackedRNNCells:
        cells = None if cell.reverse_state_order or "call" in cell.__dict__ else list(cell.cells)
    else:
        cells = [cell]
    return cells if cells and all(_is_known(c, inputs.dtype.name, training) for c in cells) else None


def _of_cell(cell: Any, x: Any, states: Sequence[Any], mask: Any, *how: bool) -> list[Any]:
    weights, names = (cell.kernel, cell.recurrent_kernel, cell.bias), {"activation": _name(cell.activation)}
    if type(cell) is SimpleRNNCell:
        return list(fused.simple(x, *states, *weights, mask, *how, **names))
    names["recurrent_activation"] = _name(cell.recurrent_activation)
    if type(cell) is LSTMCell:
        return list(fused.lstm(x, *states, *weights, mask, *how, **names))
    return list(fused.gru(x, *states, *weights, mask, *how, reset_after=cell.reset_after, **names))


def run_whole(
    cells: Sequence[Any], x: Any, states: Sequence[Any], mask: Any, time_major: bool, reverse: bool, zero_masked: bool
) -> list[Any]:
    """[last output, outputs, *states] of `cells`, each of which takes what the one before gives; `states` are flat."""
    if reverse and len(cells) > 1:  # the outputs of the first come in the order in which it makes them
        axis = 0 if time_major else 1
        x, mask, reverse = array_ops.reverse(x, [axis]), None if mask is None else array_ops.reverse(mask, [axis]), False
    rest, new = list(states), []
    last = None
    for cell in cells:
        count = 2 if type(cell) is LSTMCell else 1
        x, last, *own = _of_cell(cell, x, rest[:count], mask, time_major, reverse, zero_masked)
        rest, new = rest[count:], [*new, *own]
    return [last, x, *new]
