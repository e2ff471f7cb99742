"""Gradients of what replicas of one process compute together: they go back together too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.autograd import Function

from tfshim.array_ops.identities import identity
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.state import TS
from tfshim.refusals import refused


class _NotInFunctions(Function):
    """A result of all replicas in a traced function, where their backward passes run one after the other."""

    @staticmethod
    def forward(ctx: Any, own: torch.Tensor, joint: torch.Tensor, name: str) -> torch.Tensor:
        ctx.name = name
        return joint.clone()

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> Any:
        raise refused("tf.distribute.ReplicaContext", "gradient", value=ctx.name)


@op("IdentityN", own="any", joint="any", shape_fn=lambda own, joint, kind: (joint.dtype, joint.shape), register=False)
def _joint(own: Any, joint: Any, kind: str, name: str | None = None) -> Any:
    """`joint`, of which nothing follows `own`."""
    follow = torch.is_grad_enabled() and isinstance(own, torch.Tensor) and own.requires_grad
    return _NotInFunctions.apply(own, joint, kind) if follow else joint


def with_gradient(own: Any, joint: Any, gradient: Callable[[Any, Any], Any], name: str) -> Any:
    """`joint`, which the replicas made of what each has for `own`, with the gradient `gradient(own, dy)` for `own`.

    The replicas compute that together, which takes their backward passes to meet. In traced functions they cannot: to go back there
    raises NotImplementedError, which names the function `name`.
    """
    if TS.graph is not None:
        return _joint(own, joint, name)

    @custom_gradient
    def known(own):
        return identity(joint), lambda dy: gradient(own, dy)

    return known(own)
