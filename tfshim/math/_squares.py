"""Squares of torch tensors; the gradient of large ones is a single product."""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.ops.vectorized.means import LARGE, REALS
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, readable
from tfshim.math._gradients import needs_grad


def square(x: torch.Tensor) -> torch.Tensor:
    """`x * x`, whose gradient torch would take for two products and their sum."""
    large = at_least(x.numel(), LARGE) and x.dtype in REALS and needs_grad(x) and readable(x)
    return _Square.apply(x) if large else torch.mul(x, x)


class _Square(Function):
    @staticmethod
    def forward(x: torch.Tensor) -> torch.Tensor:
        return torch.mul(x, x)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor], output: torch.Tensor) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        return _doubled(grad) * x

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        return 2 * tangent * x


def _doubled(t: torch.Tensor) -> torch.Tensor:
    """`2 * t`; each number once where `t` is the same along some axes, as the gradient of a mean is."""
    for axis, (size, stride) in enumerate(zip(t.shape, t.stride(), strict=True)):
        if size > 1 and not stride:
            t = t.narrow(axis, 0, 1)
    return 2 * t
