"""Mirrors around large tensors: the tensor is copied once, and the borders one after the other, where torch picks slice by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from tfshim.array_ops._framing import inside
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import forward_mode

Pads = Sequence[tuple[int, int]]


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
