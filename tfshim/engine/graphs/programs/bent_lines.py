"""Functions that are straight but for one bend, where gradients are differentiated again: their slopes do not depend on their arguments.

torch gives their gradients a gradient by the argument that is zero everywhere, and goes back with it through all that came before, as
through a discriminator whose gradient is penalized.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import torch

from tfshim.engine.graphs.operation import InnerOp, Operation
from tfshim.engine.runtime.autograd_function import Function


def once(nodes: Sequence[Operation]) -> Sequence[Operation]:
    """`nodes` with copies, whose gradients have no gradients by their arguments, in the place of such functions within two tapes."""
    opened, made = 0, None
    for at, node in enumerate(nodes):
        if node.kind == "_TapeOpen":
            opened += 1
        elif node.kind == "_TapePop":
            opened -= 1
        elif opened > 1 and node.kind in _KERNELS:
            made = list(nodes) if made is None else made
            made[at] = _replaced(node)
    return nodes if made is None else made


def _replaced(node: Operation) -> Operation:
    op, made = node._op_def, copy.copy(node)
    other: Any = made
    other._op_def = InnerOp(op.type, _KERNELS[node.kind](op.kernel), op.stateful, op.names)
    other.original = getattr(node, "original", node)
    return made


def _relu(ordinary: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    return lambda features: _Bent.apply(features, 0.0) if _serves(features) else ordinary(features)


def _leaky_relu(ordinary: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    def run(features: torch.Tensor, alpha: float) -> torch.Tensor:
        # Only with a positive slope the result has the sign of the argument.
        float32 = features.dtype is torch.float32 and type(alpha) is float and alpha > 0
        return _Bent.apply(features, alpha) if float32 and _serves(features) else ordinary(features, alpha)

    return run


_KERNELS: dict[str, Callable[..., Callable[..., torch.Tensor]]] = {"Relu": _relu, "LeakyRelu": _leaky_relu}


def _serves(x: torch.Tensor) -> bool:
    return x.requires_grad and torch.is_grad_enabled()


class _Bent(Function):
    """`x` where it is positive, and a share of it elsewhere."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: torch.Tensor, share: float) -> torch.Tensor:
        return torch.nn.functional.leaky_relu(x, share) if share else torch.relu(x)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor, float], y: torch.Tensor) -> None:
        ctx.share = inputs[1]
        ctx.save_for_backward(y)
        ctx.save_for_forward(y)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (y,) = ctx.saved_tensors
        return _Passed.apply(grad, y.detach(), ctx.share), None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, _: Any) -> torch.Tensor:
        (y,) = ctx.saved_tensors
        return _passed(tangent, y, ctx.share)


def _passed(grad: torch.Tensor, y: torch.Tensor, share: float) -> torch.Tensor:
    made: torch.Tensor = (
        torch.ops.aten.leaky_relu_backward(grad, y, share, True) if share else torch.ops.aten.threshold_backward(grad, y, 0)
    )
    return made


class _Passed(Function):
    """The gradient `grad` of the result `y`, by the argument; differentiable by `grad` alone."""

    generate_vmap_rule = True

    @staticmethod
    def forward(grad: torch.Tensor, y: torch.Tensor, share: float) -> torch.Tensor:
        return _passed(grad, y, share)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[torch.Tensor, torch.Tensor, float], _: torch.Tensor) -> None:
        ctx.share = inputs[2]
        ctx.save_for_backward(inputs[1])
        ctx.save_for_forward(inputs[1])

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (y,) = ctx.saved_tensors
        return _Passed.apply(grad, y, ctx.share), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: torch.Tensor, *_: Any) -> torch.Tensor:
        (y,) = ctx.saved_tensors
        return _passed(tangent, y, ctx.share)
