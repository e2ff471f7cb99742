"""Zeros and mirrors around large tensors.

torch fills the whole result with zeros before it copies there, and copies the gradient too; for a mirror it picks slice by slice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
import torch.nn.functional as F

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode

Pads = Sequence[tuple[int, int]]

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


def by_places(x: torch.Tensor, pads: Pads, symmetric: bool) -> torch.Tensor:
    """`x` with (before, after) mirrored slices for each axis, those at its edges among them if it is `symmetric`; any tensor."""
    for d, (before, after) in enumerate(pads):
        if before == after == 0:
            continue
        size = x.shape[d]
        places = torch.arange(-before, size + after, device=x.device)
        left, right = (-1 - places, 2 * size - 1 - places) if symmetric else (-places, 2 * size - 2 - places)
        places = torch.where(places < 0, left, torch.where(places >= size, right, places))
        x = x.index_select(d, places)
    return x


def mirrored(x: torch.Tensor, pads: Pads, symmetric: bool) -> torch.Tensor:
    """The same of a large tensor in the processor's memory."""
    if torch.is_grad_enabled() and (x.requires_grad or forward_mode()):
        return _Mirrored.apply(x, pads, symmetric)
    return _mirror(x, pads, symmetric)


def _borders(y: torch.Tensor, pads: Pads, symmetric: bool) -> Iterator[tuple[int, torch.Tensor, torch.Tensor]]:
    """(axis, border, what it mirrors) of the padded tensor `y`: of each axis, within the borders of those that come after it."""
    for d, (before, after) in enumerate(pads):
        part = inside(y, [(0, 0)] * (d + 1) + list(pads[d + 1 :]))
        end, apart = y.shape[d] - after, int(not symmetric)
        if before:
            yield d, part.narrow(d, 0, before), part.narrow(d, before + apart, before)
        if after:
            yield d, part.narrow(d, end, after), part.narrow(d, end - apart - after, after)


def _mirror(x: torch.Tensor, pads: Pads, symmetric: bool) -> torch.Tensor:
    y = x.new_empty([size + before + after for size, (before, after) in zip(x.shape, pads, strict=True)])
    inside(y, pads).copy_(x)
    for d, border, source in _borders(y, pads, symmetric):
        border.copy_(source.flip(d))
    return y


def _folded(grad: torch.Tensor, pads: Pads, symmetric: bool) -> torch.Tensor:
    """The inside of `grad` with its borders added to what they mirror."""
    y = grad.clone()
    for d, border, source in reversed(list(_borders(y, pads, symmetric))):
        source.add_(border.flip(d))
    return inside(y, pads)


# The gradient of each is the other.
class _Mirrored(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor, pads: Pads, symmetric: bool) -> torch.Tensor:
        return _mirror(x, pads, symmetric)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: torch.Tensor) -> None:
        ctx.pads, ctx.symmetric = inputs[1:]

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return _Folded.apply(grad, ctx.pads, ctx.symmetric), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, *_: Any) -> torch.Tensor:
        return by_places(tangent, ctx.pads, ctx.symmetric)


class _Folded(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(grad: torch.Tensor, pads: Pads, symmetric: bool) -> torch.Tensor:
        return _folded(grad, pads, symmetric)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: torch.Tensor) -> None:
        ctx.pads, ctx.symmetric = inputs[1:]

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return _Mirrored.apply(grad, ctx.pads, ctx.symmetric), None, None


def nothing(x: torch.Tensor, shape: Sequence[int], *others: torch.Tensor, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Zeros, where there are no values to compute with, that still pass (zero) gradients to what they were computed from."""
    made = x.new_zeros(shape, dtype=dtype)
    total = 0 * sum((t.sum() for t in others), x.sum())
    return made + (total.real if total.is_complex() and not made.is_complex() else total).to(made.dtype)
