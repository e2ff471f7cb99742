"""The time loop of a GRU that resets the state before the product, and of its gradients, with few operations at each step.

Gates are in the order reset, update, new. Everything that does not depend on the step before is computed for all steps at once; results
are written in place.
"""

from __future__ import annotations

import torch

from tfshim.engine.ops.products import adding, multiplying
from tfshim.engine.ops.recurrences.kinds import RESET_FIRST, Kind


def forward(
    xw: torch.Tensor, h: torch.Tensor, recurrent: torch.Tensor, mask: torch.Tensor | None, keeps: bool, kind: Kind = RESET_FIRST
) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor] | None]:
    """The states of all steps [time, batch, units], and what `backward` needs if `keeps`: the gates, and the states that were reset.

    `xw` [time, batch, 3 * units], the products with the inputs, is used up: gates and new values replace it.
    """
    steps, batch, units = *xw.shape[:2], h.shape[1]
    function, of_gates = kind.inner.into, kind.gate.into
    if mask is not None:
        # An update gate of exactly one keeps the state, and its derivative, zero, every gradient but that of the state.
        closed = xw.new_zeros(3 * units)
        closed[units : 2 * units] = float("inf")
        xw = torch.where(mask, xw, closed)
    to_gates, to_new = recurrent[:, : 2 * units].contiguous(), recurrent[:, 2 * units :].contiguous()
    add_gates, add_new = adding(h, to_gates), adding(h, to_new)
    states = xw.new_empty(steps, batch, units)
    left = xw.new_empty(steps if keeps else 1, batch, units)
    lefts = left.unbind(0) if keeps else [left[0]] * steps
    parts = (xw[..., : 2 * units], xw[..., :units], xw[..., units : 2 * units], xw[..., 2 * units :], states)
    for gates, r, z, new, state, kept in zip(*(p.unbind(0) for p in parts), lefts):
        of_gates(add_gates(gates, h, to_gates), gates)
        function(add_new(new, torch.mul(r, h, out=kept), to_new), new)
        h = torch.lerp(new, h, z, out=state)
    return states, (xw, left) if keeps else None


def backward(
    kind: Kind,
    gates: torch.Tensor,
    before: torch.Tensor,
    recurrent: torch.Tensor,
    d_states: torch.Tensor,
    d_last: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The gradients of the products with the inputs [time * batch, 3 * units], and of the first state.

    `gates` is what `forward` made, `before` [time, batch, units] the state that each step began with; `d_states`, `d_last`: the gradients
    of all states and of the last one.
    """
    steps, batch, units = before.shape
    r, z, new = gates.split(units, 2)
    # What the gradient of a state is multiplied with for the update gate and the new value, and that of a reset state for the reset gate.
    of_new, of_gate = kind.inner.slope, kind.gate.slope
    factors = gates.new_empty(steps, batch, 3, units)
    torch.mul(before, of_gate(r), out=factors[:, :, 0])
    torch.mul(before - new, of_gate(z), out=factors[:, :, 1])
    torch.mul(1 - z, of_new(new), out=factors[:, :, 2])
    flat = factors.view(steps, batch, 3 * units)
    gates_t, new_t = recurrent[:, : 2 * units].t().contiguous(), recurrent[:, 2 * units :].t().contiguous()
    parts = (r, z, factors[:, :, 1:], factors[:, :, 0], flat[..., 2 * units :], flat[..., : 2 * units])
    loop = [t.unbind(0) for t in (d_states, *parts)]
    multiply, add = multiplying(d_last, new_t), adding(flat[0, :, : 2 * units], gates_t)
    grad = d_last
    for d_state, reset, passing, factor, to_reset, d_new, d_gates in zip(*map(reversed, loop)):
        grad = grad + d_state
        factor.mul_(grad.unsqueeze(1))
        d_left = multiply(d_new, new_t)
        to_reset.mul_(d_left)
        grad = add((grad * passing).addcmul_(d_left, reset), d_gates, gates_t)
    return flat.view(steps * batch, 3 * units), grad
