"""Recurrent cells whose inputs and state are multiplied with one matrix, as those of TensorFlow 1 are, over whole sequences."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import torch

from tfshim.engine.ops.recurrences import onednn
from tfshim.engine.ops.recurrences.kinds import LSTM, RESET_FIRST, SIMPLE
from tfshim.engine.ops.recurrences.sequences import again, as_source, recurrence
from tfshim.engine.runtime.autograd_function import Function

_Shapes: TypeAlias = list[tuple[int, ...]]


class Given(NamedTuple):
    """What a cell runs over: `x` [time, batch, features].

    `mask` [time, batch, 1]: where it is false states stay; `lengths`: for how many steps of each row it is true, where it was made of that.
    """

    x: torch.Tensor
    mask: torch.Tensor | None = None
    lengths: torch.Tensor | None = None


class Gates(NamedTuple):
    """An LSTM.

    `places`: where input gate, forget gate, new value and output gate are among the columns; `added`: what is added to each.
    """

    places: tuple[int, ...]
    added: tuple[float, ...]

    def shapes(self, features: int, units: int) -> _Shapes:
        """Those of its matrix and its vector."""
        return [(features + units, 4 * units), (4 * units,)]

    def run(self, given: Given, weights: Sequence[torch.Tensor], states: Sequence[torch.Tensor], shows: bool) -> tuple[torch.Tensor, ...]:
        """(states of all steps, last state, last cell); the last cell may be missing unless `shows`."""
        x, mask, lengths = given
        if mask is None or lengths is None or shows or not onednn.serves(x):
            return _lstm(self, mask, x, *weights, *states)
        # What comes after the last step of a row does not change what came before: nothing has to be masked within the recurrence.
        outputs, h = _lstm(self, None, x, *weights, *states)[0], states[0]
        place = (lengths.clamp(1, len(x)) - 1).long().view(1, -1, 1).expand(1, *h.shape)
        last = torch.where((lengths > 0).unsqueeze(1), torch.gather(outputs, 0, place)[0], h)
        return torch.where(mask, outputs, last), last


class ResetFirst(NamedTuple):
    """A GRU that resets the state before the product. `reset`: whether its gate is the first or the second half of the columns."""

    reset: int

    def shapes(self, features: int, units: int) -> _Shapes:
        """Those of the matrix and the vector of the gates, and of those of the new value."""
        return [(features + units, 2 * units), (2 * units,), (features + units, units), (units,)]

    def run(self, given: Given, weights: Sequence[torch.Tensor], states: Sequence[torch.Tensor], shows: bool) -> tuple[torch.Tensor, ...]:
        """(states of all steps, last state)."""
        gates, gates_bias, new, new_bias = weights
        if self.reset:
            gates, gates_bias = (torch.cat(t.chunk(2, -1)[::-1], -1) for t in (gates, gates_bias))
        kernel, bias, features = torch.cat([gates, new], 1), torch.cat([gates_bias, new_bias]), given.x.shape[2]
        return recurrence(RESET_FIRST, given.mask, given.x, kernel[:features], kernel[features:], bias, None, *states)


class Simple(NamedTuple):
    """A cell without gates, whose state is a hyperbolic tangent."""

    def shapes(self, features: int, units: int) -> _Shapes:
        """Those of its matrix and its vector."""
        return [(features + units, units), (units,)]

    def run(self, given: Given, weights: Sequence[torch.Tensor], states: Sequence[torch.Tensor], shows: bool) -> tuple[torch.Tensor, ...]:
        """(states of all steps, last state)."""
        kernel, bias = weights
        features = given.x.shape[2]
        return recurrence(SIMPLE, given.mask, given.x, kernel[:features], kernel[features:], bias, None, *states)


Form: TypeAlias = Gates | ResetFirst | Simple


def _lstm(
    gates: Gates,
    mask: torch.Tensor | None,
    x: torch.Tensor,
    weights: torch.Tensor,
    bias: torch.Tensor,
    h: torch.Tensor,
    c: torch.Tensor,
) -> tuple[torch.Tensor, ...]:
    """(states of all steps, last state, last cell)."""
    if mask is None and onednn.serves(x) and torch.is_grad_enabled():
        tensors = (x, weights, bias, h, c)
        if any([t.requires_grad for t in tensors]):
            return _ByOneDNN.apply(gates, *tensors)
    kernel, recurrent, bias = _apart(gates, x.shape[2], weights, bias)
    return recurrence(LSTM, mask, x, kernel, recurrent, bias, None, h, c)


def _apart(gates: Gates, features: int, weights: torch.Tensor, bias: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The weights of inputs and state, and the bias, with the gates in the order input, forget, cell, output."""
    columns, added = weights.chunk(4, 1), bias.chunk(4)
    joined = torch.cat([columns[i] for i in gates.places], 1)
    total = torch.cat([added[i] + number if number else added[i] for i, number in zip(gates.places, gates.added)])
    return joined[:features], joined[features:], total


@functools.lru_cache(maxsize=64)
def _added(numbers: tuple[float, ...], units: int) -> torch.Tensor:
    """Each of `numbers` as often as there are units."""
    return torch.tensor(numbers).repeat_interleave(units)


class _ByOneDNN(Function):
    """`_lstm` without a mask by oneDNN's kernels."""

    @staticmethod
    def forward(
        ctx: Any, gates: Gates, x: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor, h: torch.Tensor, c: torch.Tensor
    ) -> Any:
        ctx.set_materialize_grads(False)
        features, units = x.shape[2], h.shape[1]
        columns, parts = weights.detach().t().chunk(4), bias.detach().chunk(4)
        given = [
            x.detach().contiguous(),
            torch.cat([columns[i][:, :features] for i in gates.places]).contiguous(),
            torch.cat([columns[i][:, features:] for i in gates.places]).contiguous(),
            torch.cat([parts[i] for i in gates.places]),
            _added(gates.added, units),  # the kernel adds two vectors
            h.detach().contiguous(),
            c.detach().contiguous(),
        ]
        *results, workspace = onednn.forward(given, True)
        ctx.save_for_backward(x, weights, bias, h, c, *results)
        ctx.gates, ctx.given, ctx.workspace = gates, given, workspace
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        tensors, gates = ctx.saved_tensors[:5], ctx.gates
        if again(grads):
            return None, *_differentiably(gates, ctx.needs_input_grad[1:], tensors, grads)
        results = *ctx.saved_tensors[5:], ctx.workspace
        given = tuple(g if g is None else g.contiguous() for g in grads)
        dx, d_kernel, d_recurrent, d_bias, _, *d_start = onednn.backward(ctx.given, results, given)
        rows, parts = torch.cat([d_kernel, d_recurrent], 1).chunk(4), d_bias.chunk(4)
        back = [gates.places.index(i) for i in range(4)]
        return None, dx, torch.cat([rows[i].t() for i in back], 1), torch.cat([parts[i] for i in back]), *d_start


def _differentiably(
    gates: Gates, wants: Sequence[bool], tensors: Sequence[torch.Tensor], grads: Sequence[torch.Tensor | None]
) -> list[torch.Tensor | None]:
    """The gradients by operations that can be differentiated again."""
    with torch.enable_grad():
        tensors = x, weights, bias, h, c = [as_source(t) for t in tensors]
        kernel, recurrent, bias = _apart(gates, x.shape[2], weights, bias)
        made = recurrence(LSTM, None, x, kernel, recurrent, bias, None, h, c)
        results, seeds = zip(*((r, g) for r, g in zip(made, grads) if g is not None))
        found = torch.autograd.grad(results, tensors, seeds, create_graph=True, allow_unused=True)
    return [g if w else None for g, w in zip(found, wants)]
