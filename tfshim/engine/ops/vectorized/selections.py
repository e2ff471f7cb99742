"""Elements of one of two tensors, chosen by bits: torch asks of each element which it is, TensorFlow of many at once.

The bits of the one that is not chosen are masked out, so what is chosen, NaN too, stays as it is to the bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, forward_mode, on_processor, readable

# Elements from which the passes over memory cost less than torch's choice of each.
_MANY = 1 << 14
_MANY_ROWS = 1 << 12
_BITS = {
    torch.float32: torch.int32,
    torch.float64: torch.int64,
    torch.int32: torch.int32,
    torch.int64: torch.int64,
}


def where(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """What `torch.where(condition, x, y)` gives, of tensors of one dtype."""
    if at_least(condition.numel(), _MANY):
        if x.shape != y.shape and (x.dim() and y.dim()):
            x, y = _spread(x, condition.shape), _spread(y, condition.shape)
        if not _suits(condition, x, y):
            return torch.where(condition, x, y)
        if torch.is_grad_enabled() and (x.requires_grad or y.requires_grad):
            return _Where.apply(condition, x, y)
        return _chosen(condition, x, y)
    return torch.where(condition, x, y)


def _spread(x: torch.Tensor, shape: torch.Size) -> torch.Tensor:
    """`x` in that shape, where it spreads over all of it; copying it takes less time than torch's choice."""
    missing = len(shape) - x.dim()
    if x.shape == shape or missing < 0 or any(n not in (1, m) for n, m in zip(x.shape, shape[missing:], strict=True)):
        return x
    return x.expand(shape).contiguous() if x.is_cpu and x.dtype in _BITS else x


def _suits(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> bool:
    shape = condition.shape
    return (
        x.dtype in _BITS
        and y.dtype is x.dtype
        and condition.dtype is torch.bool
        and condition.is_contiguous()
        and _lies(x, shape)
        and _lies(y, shape)
        and (x.dim() > 0 or y.dim() > 0)
        and readable(condition)
        and readable(x)
        and readable(y)
        and not forward_mode()
    )


def zeroed_(made: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """`made`, a new tensor that no tape records, with 0 written where `mask` is true; they may broadcast."""
    if at_least(made.numel(), _MANY) and mask.shape == made.shape and made.dtype in _BITS and _fresh(made) and _fresh(mask):
        if np.count_nonzero(mask.numpy()):
            bits = _BITS[made.dtype]
            made.view(bits).bitwise_and_(mask.view(torch.int8).sub(1).to(bits))  # all bits, or none
        return made
    return made.masked_fill_(mask, 0)


def filled_outside(made: torch.Tensor, inside: torch.Tensor, value: float) -> torch.Tensor:
    """`made` [..., channels], a new tensor, with `value` in all channels where `inside` [...] is false, which few are as a rule."""
    many = at_least(inside.numel(), _MANY_ROWS) and on_processor(inside) and readable(made)
    if not many or forward_mode():
        return torch.where(inside[..., None], made, value)
    outside = inside.logical_not().reshape(-1).nonzero().view(-1)
    if outside.numel():
        made.view(-1, made.shape[-1]).index_fill_(0, outside, value)
    return made


def _fresh(t: torch.Tensor) -> bool:
    return t.is_cpu and t.is_contiguous() and not t.is_neg() and readable(t)


def _lies(t: torch.Tensor, shape: torch.Size) -> bool:
    return t.is_cpu and not t.is_neg() and (not t.dim() or t.shape == shape and t.is_contiguous())


def _chosen(condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    bits = _BITS[x.dtype]
    mask = condition.view(torch.int8).to(bits).neg_()  # all bits, or none
    of_x, of_y = x.detach().view(bits), y.detach().view(bits)
    if not y.dim() and not of_y.item():
        made = mask.bitwise_and_(of_x)
    elif not x.dim() and not of_x.item():
        made = mask.bitwise_not_().bitwise_and_(of_y)
    else:
        made = torch.bitwise_xor(of_x, of_y).bitwise_and_(mask).bitwise_xor_(of_y)
    return made.view(x.dtype)


class _Where(Function):
    """The choice, with gradients that are chosen in the same way, and so can be differentiated again."""

    @staticmethod
    def forward(ctx: Any, condition: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(condition)
        ctx.scalars = not x.dim(), not y.dim()
        return _chosen(condition, x, y)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (condition,) = ctx.saved_tensors
        grad, nothing = grad.contiguous(), grad.new_zeros(())
        found: list[Any] = [None]
        for at, pair in enumerate(((grad, nothing), (nothing, grad))):
            of = where(condition, *pair) if wanted(ctx, at + 1) else None
            found.append(of.sum() if of is not None and ctx.scalars[at] else of)
        return tuple(found)
