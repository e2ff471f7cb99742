"""The time loop of a GRU that resets after the product, and of its gradients, with few operations at each step.

Everything that does not depend on the step before is computed for all steps at once; results are written in place.
"""

from __future__ import annotations

import torch

from tfshim.engine.ops.products import adding, multiplying
from tfshim.engine.ops.recurrences.kinds import GRU, Kind


def forward(
    xw: torch.Tensor,
    h: torch.Tensor,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    mask: torch.Tensor | None,
    keeps: bool,
    kind: Kind = GRU,
) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor] | None]:
    """The states of all steps [time, batch, units], and what `backward` needs if `keeps`.

    `xw` [time, batch, 3 * units], the products with the inputs, is used up: gates and new values replace it.
    """
    steps, batch, units = *xw.shape[:2], h.shape[1]
    function, of_gates = kind.inner.into, kind.gate.into
    if mask is not None:
        # An update gate of exactly one keeps the state, and its derivative, zero, every gradient but that of the state.
        closed = xw.new_zeros(3 * units)
        closed[:units] = float("inf")
        xw = torch.where(mask, xw, closed)
    states = xw.new_empty(steps, batch, units)
    # With the bias in place, a step adds its product to it; without, one buffer is enough where nothing is kept.
    products = xw.new_empty(steps if keeps else 1, batch, 3 * units) if bias is None else bias.repeat(steps, batch, 1)
    multiply, add = multiplying(h, recurrent), adding(h, recurrent)
    parts = [products, products[..., : 2 * units], products[..., 2 * units :]]
    parts = [p.unbind(0) if len(products) == steps else [p[0]] * steps for p in parts]
    own = [xw[..., : 2 * units], xw[..., :units], xw[..., units : 2 * units], xw[..., 2 * units :], states]
    for product, to_gates, inner, gates, z, r, new, state in zip(*parts, *(t.unbind(0) for t in own)):
        if bias is None:
            multiply(h, recurrent, out=product)
        else:
            add(product, h, recurrent)
        of_gates(gates.add_(to_gates), gates)
        function(new.addcmul_(r, inner), new)
        h = torch.lerp(new, h, z, out=state)
    return states, (xw, products) if keeps else None


def backward(
    kind: Kind,
    saved: tuple[torch.Tensor, torch.Tensor],
    before: torch.Tensor,
    recurrent: torch.Tensor,
    d_states: torch.Tensor,
    d_last: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of the products with the inputs and with the states, each [time * batch, 3 * units], and of the first state.

    `before` [time, batch, units]: the state that each step began with; `d_states`, `d_last`: the gradients of all states and of
    the last one. The columns of the second result are in the order new, update, reset: see `in_order`.
    """
    own, products = saved
    steps, batch, units = before.shape
    z, r, new = own.split(units, 2)
    # What the gradient of a state is multiplied with: for the new value in the product with the state, for the gates, and for the
    # new value in the product with the inputs.
    of_new, of_gate = kind.inner.slope, kind.gate.slope
    factors = own.new_empty(steps, batch, 4, units)
    to_new = torch.mul(1 - z, of_new(new), out=factors[:, :, 3])
    torch.mul(to_new, r, out=factors[:, :, 0])
    torch.mul(before - new, of_gate(z), out=factors[:, :, 1])
    torch.mul(to_new * products[..., 2 * units :], of_gate(r), out=factors[:, :, 2])
    recurrent_t = in_order(recurrent, units, 1).t()
    d_products = factors.view(steps, batch, 4 * units)[..., : 3 * units]
    loop = (d_states, z, factors, d_products)
    grad = d_last
    add = adding(d_products[0], recurrent_t)
    following = None
    for d_state, passing, factor, d_product in zip(*(reversed(t.unbind(0)) for t in loop)):
        grad = grad + d_state if following is None else add(torch.addcmul(d_state, *following[:2]), following[2], recurrent_t)
        factor.mul_(grad.unsqueeze(1))
        following = grad, passing, d_product
    if following is not None:
        grad = add(following[0] * following[1], following[2], recurrent_t)
    flat = factors.view(steps * batch, 4 * units)
    return flat[:, units:], flat[:, : 3 * units], grad


def in_order(x: torch.Tensor, units: int, axis: int, back: bool = False) -> torch.Tensor:
    """The parts update, reset, new along `axis` in the order new, update, reset; or `back`."""
    return torch.roll(x, -units if back else units, axis)
