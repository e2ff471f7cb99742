"""Huber's loss of single numbers, in few passes over memory."""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import needs_grad


@op(
    "HuberLoss",
    y_true="T",
    y_pred="T",
    T=dt.float32.mask | dt.float64.mask,
    scope="",
    register=False,
    shape_fn=by_sizes(lambda y_true, y_pred, delta: y_true if y_true == y_pred else None, 2),
    shape_fallback=lambda y_true, y_pred, delta: (y_pred.dtype, y_pred.shape),
)
def huber_losses(y_true, y_pred, delta):
    """Half the square of `y_pred - y_true` up to `delta`, and what continues it as a line beyond."""
    difference = torch.sub(y_pred, y_true)
    return _Huber.apply(difference, delta) if needs_grad(difference) else _values(difference, delta)


def _values(difference: torch.Tensor, delta: float) -> torch.Tensor:
    within = difference.clamp(-delta, delta)
    return torch.sub(difference, within, alpha=0.5).mul_(within)


class _Huber(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(difference: torch.Tensor, delta: float) -> torch.Tensor:
        return _values(difference, delta)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor, float], result: torch.Tensor) -> None:
        difference, ctx.delta = inputs
        ctx.save_for_backward(difference)
        ctx.save_for_forward(difference)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (difference,) = ctx.saved_tensors
        return difference.clamp(-ctx.delta, ctx.delta) * grad, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, _: Any) -> torch.Tensor:
        (difference,) = ctx.saved_tensors
        return difference.clamp(-ctx.delta, ctx.delta) * tangent
