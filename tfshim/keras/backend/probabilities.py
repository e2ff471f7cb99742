"""The cross-entropy of probabilities for yes or no, in few passes over memory."""

from __future__ import annotations

from typing import Any

import torch

from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.vectorized.bounds import kept_within
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math._gradients import needs_grad


@op(
    "BinaryCrossentropy",
    target="T",
    output="T",
    T=dt.float32.mask | dt.float64.mask,
    scope="",
    register=False,
    shape_fn=by_sizes(lambda target, output, small: target if target == output else None, 2),
    shape_fallback=lambda target, output, small: (output.dtype, output.shape),
)
def cross_entropy_of_probabilities(target, output, small):
    """`-(target * log(p + small) + (1 - target) * log(1 - p + small))`; p: `output`, kept `small` away from 0 and 1."""
    if target.shape != output.shape:  # of which the graph did not know it
        try:
            target, output = torch.broadcast_tensors(target, output)
        except RuntimeError:
            raise invalid(f"Incompatible shapes: {dims_text(target.shape)} vs. {dims_text(output.shape)}") from None
    return (_CrossEntropy.apply if needs_grad(target, output) else _values)(target, output, small)


def _logarithms(output: torch.Tensor, small: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Those of the probabilities of yes and of no."""
    p = output.clamp(small, 1 - small)
    return torch.log(p + small), torch.log(1 - p + small)


def _values(target: torch.Tensor, output: torch.Tensor, small: float) -> torch.Tensor:
    yes, no = _logarithms(output, small)
    return yes.mul_(target).add_(no.mul_(1 - target)).neg_()


def _by_output(target: torch.Tensor, output: torch.Tensor, small: float, change: torch.Tensor) -> torch.Tensor:
    """The derivative by `output` times `change`; none where the output lies too near to 0 or 1, or is no number."""
    p = output.clamp(small, 1 - small)
    within = (output >= small) & (output <= 1 - small)
    return torch.where(within, change * ((1 - target) / (1 - p + small) - target / (p + small)), 0.0)


class _CrossEntropy(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(target: torch.Tensor, output: torch.Tensor, small: float) -> torch.Tensor:
        return _values(target, output, small)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor, torch.Tensor, float], result: torch.Tensor) -> None:
        target, output, ctx.small = inputs
        ctx.save_for_backward(target, output)
        ctx.save_for_forward(target, output)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (target, output), small = ctx.saved_tensors, ctx.small
        of_target = None
        if ctx.needs_input_grad[0]:
            yes, no = _logarithms(output, small)
            of_target = grad * (no - yes)
        if not ctx.needs_input_grad[1]:
            return of_target, None, None
        made = None
        if not needs_grad(grad, target, output) and readable(grad) and readable(output):
            p = output.clamp(small, 1 - small)
            slope = (1 - target).div_((1 - p).add_(small)).sub_(target / p.add_(small)).mul_(grad)
            made = kept_within(slope, output, small, 1 - small)
        return of_target, _by_output(target, output, small, grad) if made is None else made, None

    @staticmethod
    def jvp(ctx: Any, of_target: Any, of_output: Any, _: Any) -> Any:
        target, output = ctx.saved_tensors
        made = torch.zeros_like(output)
        if of_target is not None:
            yes, no = _logarithms(output, ctx.small)
            made = made + (no - yes) * of_target
        return made if of_output is None else made + _by_output(target, output, ctx.small, of_output)
