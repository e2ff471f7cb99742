"""Hinge losses of single numbers, in few passes over memory."""

from __future__ import annotations

import math
from typing import Any

import torch

from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.vectorized.bounds import kept_within
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import is_finite, is_zero, number_is, readable
from tfshim.math._gradients import needs_grad

_FLOATS = dt.float32.mask | dt.float64.mask
_LOOKED_AT = 1024  # labels that are asked first whether they are 0 or 1: where they are not, the others need not be asked


@op(
    "HingeLosses",
    y_true="T",
    y_pred="T",
    T=_FLOATS,
    scope="",
    register=False,
    shape_fn=by_sizes(lambda y_true, y_pred, squared: y_true if y_true == y_pred else None, 2),
    shape_fallback=lambda y_true, y_pred, squared: (y_pred.dtype, y_pred.shape),
)
def hinge_losses(y_true, y_pred, squared):
    """`max(1 - y_true * y_pred, 0)`, or its square, of labels -1 and 1; labels that are all 0 or 1 become such."""
    signs = _signs(y_true)
    if needs_grad(signs) or not needs_grad(y_pred):
        over = torch.clamp(1.0 - signs * y_pred, min=0)
        return over.square() if squared else over
    return _Hinge.apply(signs, y_pred, squared)


def _signs(y: torch.Tensor) -> torch.Tensor:
    if y.is_meta or not readable(y) or needs_grad(y):
        return torch.where(((y == 0) | (y == 1)).all(), 2.0 * y - 1.0, y)
    return _doubled(y) if _binary(y.view(-1)[:_LOOKED_AT] if y.is_contiguous() else y) and _binary(y) else y


def _doubled(y: torch.Tensor) -> torch.Tensor:
    return torch.add(y.new_full((), -1.0), y, alpha=2)


def _binary(y: torch.Tensor) -> bool:
    """Whether all numbers are 0 or 1, which are their own squares."""
    if not y.numel():
        return True
    least, most = torch.aminmax(y.mul(y).sub_(y))
    return number_is(is_zero, least) and number_is(is_zero, most)


class _Hinge(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(signs: torch.Tensor, y_pred: torch.Tensor, squared: bool) -> tuple[torch.Tensor, torch.Tensor]:
        before = torch.addcmul(signs.new_ones(()), signs, y_pred, value=-1)
        over = before.clamp(min=0)
        return over.square_() if squared else over, before

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, results: Any) -> None:
        signs, y_pred, ctx.squared = inputs
        ctx.mark_non_differentiable(results[1])
        ctx.save_for_backward(signs, y_pred, results[1])
        ctx.save_for_forward(signs, y_pred, results[1])

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """The losses alone."""
        return super().apply(*args)[0]

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor, _: Any) -> Any:
        signs, y_pred, before = ctx.saved_tensors
        if needs_grad(grad, y_pred) or not readable(grad) or not readable(before):
            return None, _by_prediction(signs, y_pred, ctx.squared) * grad, None
        if ctx.squared:
            made = before.clamp(min=0).mul_(signs).mul_(grad).mul_(-2)
            # To what is no number no gradient of TensorFlow's goes.
            return None, made if number_is(is_finite, made.sum()) else torch.where(before >= 0, made, 0.0), None
        slope = torch.mul(signs, grad).neg_()
        # Below 0 by less than any difference from 1 may be: processors that take the least numbers for 0 would leave out 0 itself.
        made = kept_within(slope, before, -1e-30, math.inf)
        return None, torch.where(before >= 0, slope, 0.0) if made is None else made, None

    @staticmethod
    def jvp(ctx: Any, _: Any, tangent: torch.Tensor, __: Any) -> Any:
        signs, y_pred, before = ctx.saved_tensors
        return _by_prediction(signs, y_pred, ctx.squared) * tangent, torch.zeros_like(before)


def _by_prediction(signs: torch.Tensor, y_pred: torch.Tensor, squared: bool) -> torch.Tensor:
    """The derivative, by operations that can be differentiated again."""
    before = 1.0 - signs * y_pred
    return -2 * before.clamp(min=0) * signs if squared else torch.where(before >= 0, -signs, 0.0)
