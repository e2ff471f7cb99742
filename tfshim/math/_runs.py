"""Segments whose rows lie side by side, and can be combined without looking for where each row belongs.

torch adds or compares one row after the other with the one of its segment. Where the ids ascend, its kernels for bags of embeddings and
for sparse matrices go over the rows of a segment with its result in registers, in a fifth of the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tfshim.engine.ops.vectorized import compressed_rows, selections
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode, readable

_MANY = 1 << 12  # elements from which it takes less time
_FIRST = 64  # ids among which some descend, as a rule, where they are in no order
_FLOATS = (torch.float32, torch.float64)
_HALVES = (torch.float16, torch.bfloat16)
# Up to which, either way, all integers are numbers of a dtype of floats.
_EXACT = {torch.float32: 1 << 24, torch.float64: 1 << 53}
_INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)


class Runs:
    """Where each segment that has rows begins, and its id.

    Attributes:
        starts, ids: arrays of the first row and of the id of each segment that has rows, in ascending order.
        rows: how many rows there are.
        count: how many segments there are, with those that have none.
    """

    def __init__(self, starts: np.ndarray, ids: np.ndarray, rows: int, count: int) -> None:
        self.starts, self.ids, self.rows, self.count = starts, ids, rows, count

    def ends(self) -> torch.Tensor:
        """Of every segment that has rows where it begins, and at last where all end."""
        return torch.from_numpy(np.append(self.starts, self.rows))

    def numbers(self) -> torch.Tensor:
        """How many rows every segment has."""
        made = np.zeros(self.count, np.int64)
        made[self.ids] = np.diff(self.starts, append=self.rows)
        return torch.from_numpy(made)

    def spread(self, made: torch.Tensor, fill: float) -> torch.Tensor:
        """`made`, of the segments that have rows, among all, where the others are `fill`."""
        if len(self.ids) == self.count:
            return made
        among = made.new_full((self.count, *made.shape[1:]), fill)
        return among.index_copy_(0, torch.from_numpy(self.ids), made)


def found(data: torch.Tensor, ids: torch.Tensor, count: int) -> Runs | None:
    """The runs of `ids`, a vector of which `data` has a row for each and which are below `count`; None where they do not
    ascend, or it is not worth it."""
    if not at_least(data.numel(), _MANY) or not (data.is_cpu and ids.is_cpu and readable(data) and readable(ids)):
        return None
    if forward_mode() or data.is_neg():
        return None
    array = ids.numpy()
    if (array[1:_FIRST] < array[: _FIRST - 1][: len(array) - 1]).any():
        return None
    starts = np.append(0, np.flatnonzero(array[1:] != array[:-1]) + 1)
    present = array[starts].astype(np.int64)
    # Each has many rows, or nothing is gained.
    if len(starts) * 2 > len(array) or present[0] < 0 or present[-1] >= count or (present[1:] < present[:-1]).any():
        return None
    return Runs(starts, present, len(array), count)


def adds(data: torch.Tensor) -> bool:
    """Whether `total` takes `data`."""
    return data.dtype in _FLOATS


def total(data: torch.Tensor, ids: torch.Tensor, runs: Runs) -> torch.Tensor:
    """The sum of the rows of each segment, 0 where it has none."""
    if torch.is_grad_enabled() and data.requires_grad:
        made: torch.Tensor = _Total.apply(data, ids, runs)
        return made
    return _total(data, runs)


def _total(data: torch.Tensor, runs: Runs) -> torch.Tensor:
    data = data.detach().contiguous()
    if data.numel() == runs.rows:
        made = torch.from_numpy(np.add.reduceat(data.view(-1).numpy(), runs.starts))
    elif data.dtype is torch.float32:
        order, flat = torch.arange(runs.rows), data.view(runs.rows, -1)
        made = torch._embedding_bag_forward_only(flat, order, runs.ends(), False, 0, False, None, True)[0]
    else:
        made = _by_compressed_rows(data, runs, "sum")
    return runs.spread(made.view(-1, *data.shape[1:]), 0)


def _by_compressed_rows(data: torch.Tensor, runs: Runs, kind: str) -> torch.Tensor:
    ones = torch.ones(runs.rows, dtype=data.dtype)
    chosen = compressed_rows.matrix(runs.ends(), torch.arange(runs.rows), ones, (len(runs.ids), runs.rows))
    made: torch.Tensor = torch.ops.aten._sparse_mm_reduce_impl(chosen, data.view(runs.rows, -1), kind)[0]
    return made


class _Total(Function):
    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, ids: torch.Tensor, runs: Runs) -> torch.Tensor:
        ctx.save_for_backward(ids)
        return _total(data, runs)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (ids,) = ctx.saved_tensors
        return grad.index_select(0, ids), None, None


def extreme(data: torch.Tensor, ids: torch.Tensor, runs: Runs, kind: str, fill: float, among: bool) -> torch.Tensor | None:
    """The extreme, "amax" or "amin", of the rows of each segment, `fill` where it has none; None where this is no faster.

    `among`: whether `fill` is one of the numbers of each. It is NaN where any of the rows is.
    """
    if data.dtype in _INTEGERS:
        return _of_integers(data, runs, kind, fill)
    if data.dtype not in _FLOATS and data.dtype not in _HALVES:
        return None
    if torch.is_grad_enabled() and data.requires_grad:
        made: torch.Tensor = _Extreme.apply(data, ids, runs, kind, fill, among)
        return made
    return runs.spread(_extreme(data, runs, kind, fill if among else None), fill)


def _extreme(data: torch.Tensor, runs: Runs, kind: str, fill: float | None = None) -> torch.Tensor:
    made = _of_runs(data.detach().contiguous(), runs, kind)
    if fill is None:
        return made
    return made.clamp_(min=fill) if kind == "amax" else made.clamp_(max=fill)


def _of_runs(data: torch.Tensor, runs: Runs, kind: str) -> torch.Tensor:
    if data.numel() > runs.rows:
        return _by_compressed_rows(data, runs, kind).view(-1, *data.shape[1:])
    if data.dtype is torch.bfloat16:  # which NumPy has not
        return _of_runs(data.float(), runs, kind).bfloat16()
    reduce = np.maximum if kind == "amax" else np.minimum
    return torch.from_numpy(reduce.reduceat(data.view(-1).numpy(), runs.starts)).view(-1, *data.shape[1:])


def _of_integers(data: torch.Tensor, runs: Runs, kind: str, fill: float) -> torch.Tensor | None:
    if data.numel() == runs.rows:
        return runs.spread(_extreme(data, runs, kind), fill)
    low, high = (int(end) for end in torch.aminmax(data))
    for dtype, most in _EXACT.items():
        if -most <= low and high <= most:
            return runs.spread(_extreme(data.to(dtype), runs, kind).to(data.dtype), fill)
    return None


class _Extreme(Function):
    """The extremes, whose gradient the rows share that are equal to them."""

    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, ids: torch.Tensor, runs: Runs, kind: str, fill: float, among: bool) -> torch.Tensor:
        made = runs.spread(_extreme(data, runs, kind, fill if among else None), fill)
        ctx.save_for_backward(data, ids, made)
        ctx.runs = runs
        return made

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        data, ids, made = ctx.saved_tensors
        selected = data.detach() == made.detach().index_select(0, ids)
        shares = selected.to(data.dtype)
        numbers = total(shares, ids, ctx.runs) if adds(shares) else torch.zeros_like(made).index_add_(0, ids.long(), shares)
        return selections.where(selected, (grad / numbers).index_select(0, ids), grad.new_zeros(())), None, None, None, None, None
