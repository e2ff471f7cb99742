"""Operations whose gradient is a registered one: what `Graph.gradient_override_map` makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from tfshim.engine.ops.op import Op
from tfshim.engine.ops.registered_gradients import gradients_by, lookup
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.autograd_function import Function

_made = {}  # (operation, name of the gradient) -> the operation with it


class OverriddenOp(Op):
    """An operation with a gradient of another name. `original` is the operation itself."""

    __slots__ = ("original",)


class _Overridden(Function):
    @staticmethod
    def forward(ctx: Any, about: tuple[Any, ...], *inputs: Any) -> Any:
        ctx.about, ctx.inputs = about, inputs
        return tuple(r.view_as(r) for r in about[3])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        o, name, arguments, outputs = ctx.about
        function = lookup(name)
        if function is None:
            return (None,) * (1 + len(ctx.inputs))
        grads = [torch.zeros_like(r) if g is None else g for g, r in zip(grads, outputs)]
        return (None, *gradients_by(function, o, arguments, ctx.inputs, outputs, grads))


def _with_gradient(o: Op, name: str) -> Callable[..., Any]:
    """The kernel of `o`, whose gradient is looked up in the registry going backward."""
    kernel = o.kernel

    def run(*args: Any, **kwargs: Any) -> Any:
        inputs = [t for a in args for t in (a if type(a) is list else (a,)) if type(t) is torch.Tensor]
        if not any(t.requires_grad for t in inputs):
            return kernel(*args, **kwargs)
        with torch.no_grad():
            result = kernel(*args, **kwargs)
        single = type(result) is torch.Tensor
        outputs = [result] if single else list(result)
        made = _Overridden.apply((o, name, list(args), outputs), *inputs)
        return made[0] if single else type(result)(*made) if hasattr(result, "_fields") else type(result)(made)

    return run


def overridden(o: Op, name: str) -> OverriddenOp:
    """The operation `o` with the gradient registered as `name`, which is looked up where it is taken."""
    made = _made.get((o, name))
    if made is None:
        made = _made[o, name] = OverriddenOp()
        for slot in Op.__slots__:
            if hasattr(o, slot):
                setattr(made, slot, getattr(o, slot))
        made.original, made.kernel, made.direct, made.grad = o, _with_gradient(o, name), None, "auto"
    return made


def note_override(node: Any, name: str) -> None:
    """Make the NodeDef of a node include the name of its gradient."""
    node.user_attributes = {**(node.user_attributes or {}), "_gradient_op_type": messages.attr_value.AttrValue(s=name.encode())}
