"""Zeros around large tensors: torch fills the whole result before it copies there, and copies the gradient too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode

_LARGE = 1 << 15  # elements whose number matters more than the calls of Python


def inside(t: torch.Tensor, pads: Sequence[tuple[int, int]]) -> torch.Tensor:
    """The part of `t` within the frame."""
    for axis, (before, after) in enumerate(pads):
        if before or after:
            t = t.narrow(axis, before, t.shape[axis] - before - after)
    return t


def _flat(pads: Sequence[tuple[int, int]]) -> list[int]:
    """The order of torch: last dimension first."""
    return [size for pair in reversed(pads) for size in pair]


def framed(
    x: torch.Tensor,
    pads: Sequence[tuple[int, int]],
    write: Callable[[torch.Tensor, torch.Tensor], Any] = torch.Tensor.copy_,
    value: float = 0.0,
) -> Any:
    """`x`, or what `write` writes of it, within a frame of one `value`: `pads` holds (before, after) for each dimension."""
    y = x.new_empty([size + before + after for size, (before, after) in zip(x.shape, pads, strict=True)])
    write(inside(y, pads), x)
    for axis, (before, after) in enumerate(pads):
        if before:
            y.narrow(axis, 0, before).fill_(value)
        if after:
            y.narrow(axis, y.shape[axis] - after, after).fill_(value)
    return y


class _Framed(Function):
    # Jacobians are computed with `vmap`, which refuses autograd functions without a rule.
    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor, pads: Sequence[tuple[int, int]], value: float) -> torch.Tensor:
        return framed(x, pads, value=value)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: torch.Tensor) -> None:
        ctx.pads = inputs[1]

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return inside(grad, ctx.pads), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, *_: Any) -> torch.Tensor:
        return F.pad(tangent, _flat(ctx.pads))


def is_large(x: torch.Tensor) -> bool:
    """Whether `x` is a tensor for which functions of Python pay."""
    return x.is_cpu and at_least(x.numel(), _LARGE) and x.dtype in (torch.float32, torch.float64) and x.is_contiguous()


def with_zeros(x: torch.Tensor, pads: Sequence[tuple[int, int]]) -> torch.Tensor:
    """`x` with zeros around it, for each axis a number (before, after) of them, which is not negative."""
    return within(x, pads, 0.0) if is_large(x) else F.pad(x, _flat(pads))


def within(x: torch.Tensor, pads: Sequence[tuple[int, int]], value: float) -> torch.Tensor:
    """`x`, which is large, with one `value` around it, for each axis a number (before, after) of times."""
    # Where nobody asks for a gradient, an autograd function would cost more than it saves.
    if torch.is_grad_enabled() and (x.requires_grad or forward_mode()):
        return _Framed.apply(x, pads, value)
    return framed(x, pads, value=value)


def nothing(x: torch.Tensor, shape: Sequence[int], *others: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Zeros, where there are no values to compute with, that still pass (zero) gradients to what they were computed from."""
    made = x.new_zeros(shape, dtype=dtype)
    total = 0 * sum((t.sum() for t in others), x.sum())
    return made + (total.real if total.is_complex() and not made.is_complex() else total).to(made.dtype)
