"""Copies of elements along an axis, whose gradients are sums of few slices."""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode, readable

# Elements from which torch's copies of single elements cost more than the calls for whole tensors, and up to how many copies.
_MANY, _FEW_COPIES = 1 << 11, 8


def repeated(x: torch.Tensor, count: int, axis: int) -> torch.Tensor:
    """Each element of `x` along `axis` `count` times, side by side."""
    if 1 < count <= _FEW_COPIES and at_least(x.numel(), _MANY) and x.layout is torch.strided and readable(x):
        axis %= x.dim()
        if x.requires_grad and torch.is_grad_enabled():
            return _Repeated.apply(x, count, axis)
        if not forward_mode():
            return _copies(x, count, axis)
    return x.repeat_interleave(count, axis)


def _copies(x: torch.Tensor, count: int, axis: int) -> torch.Tensor:
    return torch.stack([x] * count, axis + 1).flatten(axis, axis + 1)


class _Repeated(Function):
    # A sum along axes that lie between others goes over memory element by element; those of slices do not.
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, count: int, axis: int) -> torch.Tensor:
        ctx.count, ctx.axis = count, axis
        return _copies(x, count, axis)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        first, second, *others = grad.unflatten(ctx.axis, (grad.shape[ctx.axis] // ctx.count, ctx.count)).unbind(ctx.axis + 1)
        total = first + second
        for part in others:
            total = total + part if total.requires_grad or not readable(total) else total.add_(part)
        return total, None, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, *_: Any) -> torch.Tensor:
        return tangent.repeat_interleave(ctx.count, ctx.axis)
