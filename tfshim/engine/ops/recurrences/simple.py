"""The time loop of a recurrence without gates, a function of a sum, and of its gradients, with few operations at each step."""

from __future__ import annotations

import torch

from tfshim.engine.ops.products import adding, multiplying
from tfshim.engine.ops.recurrences.kinds import SIMPLE, Kind


def forward(xw: torch.Tensor, h: torch.Tensor, recurrent: torch.Tensor, mask: torch.Tensor | None, kind: Kind = SIMPLE) -> torch.Tensor:
    """The states of all steps [time, batch, units], which replace `xw`, the products with the inputs."""
    recurrent, function, add = recurrent.contiguous(), kind.inner.into, adding(h, recurrent)
    masks = [None] * len(xw) if mask is None else mask.unbind(0)
    for state, kept in zip(xw.unbind(0), masks):
        new = function(add(state, h, recurrent), state)
        h = new if kept is None else torch.where(kept, new, h, out=state)
    return xw


def backward(
    kind: Kind,
    states: torch.Tensor,
    recurrent: torch.Tensor,
    mask: torch.Tensor | None,
    d_states: torch.Tensor,
    d_last: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The gradients of the products with the inputs [time * batch, units], and of the first state.

    `states` is what `forward` made; `d_states`, `d_last`: the gradients of all states and of the last one.
    """
    steps, batch, units = states.shape
    factors = kind.inner.slope(states)
    masks: list[torch.Tensor | None] | tuple[torch.Tensor, ...] = [None] * steps
    if mask is not None:
        factors.masked_fill_(~mask, 0)  # a masked step hands its gradient on
        masks = mask.unbind(0)
    recurrent_t = recurrent.t().contiguous()
    grad, multiply = d_last, multiplying(d_last, recurrent_t)
    for d_state, factor, kept in zip(*(reversed(t) for t in (d_states.unbind(0), factors.unbind(0), masks))):
        grad = grad + d_state
        passed = multiply(factor.mul_(grad), recurrent_t)
        grad = passed if kept is None else torch.where(kept, passed, grad)
    return factors.view(steps * batch, units), grad
