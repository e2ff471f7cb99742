"""Results that belong together going backward: a gradient of one of them has zeros for what only the others depend on.

That is what TensorFlow's gradients of calls and conditionals give: they are made for all results at once, and for all branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.state import TS


class _Joined(Function):
    @staticmethod
    def forward(ctx: Any, count: int, *tensors: torch.Tensor) -> Any:
        ctx.others = [t.new_zeros(()).expand(t.shape) for t in tensors[count:]]
        return tuple(t.view_as(t) for t in tensors[:count])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return (None, *grads, *ctx.others)


def _kept() -> bool:
    """Whether a tape follows that tells None from zeros: those of a graph promise tensors when it is built."""
    return TS.tape is not None and torch.is_grad_enabled() and any(not t.promised and not hasattr(t, "asking") for t in TS.tapes)


def joined(results: Sequence[Any], others: Sequence[Any] = ()) -> Sequence[Any]:
    """`results` of a call or conditional, storages, joined with each other and with `others`, which no result depends on."""
    if not _kept():
        return results
    places = [i for i, r in enumerate(results) if type(r) is torch.Tensor and (r.is_floating_point() or r.is_complex())]
    others = [t for t in others if type(t) is torch.Tensor and t.requires_grad]
    if not places or len(places) == 1 and not others or not others and not any(results[i].requires_grad for i in places):
        return results
    made = list(results)
    for i, t in zip(places, _Joined.apply(len(places), *(results[i] for i in places), *others)):
        made[i] = t
    return made
