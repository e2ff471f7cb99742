"""Greatest and least elements along axes before a short last one, where torch compares element by element."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode, readable

_Reduce = Callable[..., torch.Tensor]

_MANY, _MOST = 1 << 12, 1 << 24  # elements from which it takes less time, and up to which float32 counts them
_AT_ONCE = 32  # numbers that torch compares at once, where the last axis has a multiple of them


def suits(x: torch.Tensor, dims: Sequence[int]) -> bool:
    """Whether `reduced` serves for `x` and the axes `dims`."""
    return (
        at_least(x.numel(), _MANY)
        and x.shape[-1] % _AT_ONCE != 0
        and x.shape[-1] > 1
        and tuple(dims) == tuple(range(x.dim() - 1 - len(dims), x.dim() - 1))
        and x.dtype is torch.float32
        and x.is_cpu
        and x.is_contiguous()
        and x.numel() < _MOST
        and readable(x)
        and not forward_mode()
    )


def reduced(x: torch.Tensor, dims: Sequence[int], keepdims: bool, reduce: _Reduce) -> torch.Tensor:
    """`reduce(x, dims, keepdims)`, which is `torch.amax` or `torch.amin`."""
    flat = x.view(math.prod(x.shape[: dims[0]]), -1, x.shape[-1])
    recorded = x.requires_grad and torch.is_grad_enabled()
    made = _Extremes.apply(flat, reduce) if recorded else _of_rows(flat, reduce)
    return made.view(*x.shape[: dims[0]], *([1] * len(dims) if keepdims else []), x.shape[-1])


def _of_rows(x: torch.Tensor, reduce: _Reduce) -> torch.Tensor:
    """Those of `x` [batch, rows, columns] along the rows: several rows are one that is as many times as long."""
    batch, rows, columns = x.shape
    count = _AT_ONCE // math.gcd(columns, _AT_ONCE)
    whole = rows - rows % count
    if whole <= count:
        return reduce(x, 1)
    made = reduce(reduce(x[:, :whole].view(batch, whole // count, count * columns), 1).view(batch, count, columns), 1)
    if whole == rows:
        return made
    pair = torch.maximum if reduce is torch.amax else torch.minimum
    return pair(made, reduce(x[:, whole:], 1))


class _Extremes(Function):
    """Those of rows; elements that are equally great share the gradient."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, reduce: _Reduce) -> torch.Tensor:
        made = _of_rows(x, reduce)
        ctx.save_for_backward(x, made)
        return made

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        x, made = ctx.saved_tensors
        mine = (x.detach() == made.detach().unsqueeze(1)).to(x.dtype)
        return mine * (grad / mine.sum(1)).unsqueeze(1), None
