"""The time loop of an LSTM, and of its gradients, with few operations at each step.

Everything that does not depend on the step before is computed for all steps at once; results are written in place. The gates are in
the order cell, input, forget, output here, in which those that one call serves lie side by side: see `in_order`.
"""

from __future__ import annotations

import torch

from tfshim.engine.ops.products import adding, multiplying
from tfshim.engine.ops.recurrences.kinds import LSTM, Kind


def forward(
    xw: torch.Tensor, h: torch.Tensor, c: torch.Tensor, recurrent: torch.Tensor, mask: torch.Tensor | None, kind: Kind = LSTM
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The states and the cells of all steps [time, batch, units], and what the function of new values makes of the cells.

    `xw` [time, batch, 4 * units], the products with the inputs, is used up: the gates replace it.
    """
    steps, batch, units = *xw.shape[:2], h.shape[1]
    to_new, to_gates, add = kind.inner.into, kind.gate.into, adding(h, recurrent)
    states, cells, shown = xw.new_empty(3, steps, batch, units)
    g, i, f, o = xw.view(steps, batch, 4, units).unbind(2)
    parts = (xw, xw[..., units:], g, i, f, o, cells, shown, states)
    masks = [None] * steps if mask is None else mask.unbind(0)
    for z, sigmoids, new, taken, left, out, cell, seen, state, kept in zip(*(p.unbind(0) for p in parts), masks):
        add(z, h, recurrent)
        to_gates(sigmoids, sigmoids)
        to_new(new, new)
        following = torch.mul(left, c, out=cell).addcmul_(taken, new)
        to_new(following, seen)
        if kept is None:
            c, h = following, torch.mul(out, seen, out=state)
        else:
            h = torch.where(kept, out * seen, h, out=state)
            c = torch.where(kept, following, c, out=cell)
    return states, cells, shown


def backward(
    kind: Kind,
    gates: torch.Tensor,
    shown: torch.Tensor,
    before: torch.Tensor,
    recurrent: torch.Tensor,
    mask: torch.Tensor | None,
    d_states: torch.Tensor,
    d_h: torch.Tensor,
    d_c: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The gradients of the products with the inputs [time * batch, 4 * units], of the first state and of the first cell.

    `gates` and `shown` are what `forward` made, `before` the cells [time, batch, units] that each step began with; `d_states`, `d_h` and
    `d_c` the gradients of all states, the last state and the last cell.
    """
    steps, batch, units = before.shape
    g, i, f, o = gates.view(steps, batch, 4, units).unbind(2)
    # What the gradients of cells and states are multiplied with, from the values themselves.
    of_new, of_gate = kind.inner.slope, kind.gate.slope
    factors = gates.new_empty(steps, batch, 4, units)
    torch.mul(i, of_new(g), out=factors[:, :, 0])
    torch.mul(g, of_gate(i), out=factors[:, :, 1])
    torch.mul(before, of_gate(f), out=factors[:, :, 2])
    torch.mul(shown, of_gate(o), out=factors[:, :, 3])
    to_cell = o * of_new(shown)
    masks: list[torch.Tensor] | tuple[torch.Tensor, ...] = []
    if mask is not None:
        # A masked step hands both gradients on.
        factors.masked_fill_(~mask.unsqueeze(-1), 0)
        to_cell.masked_fill_(~mask, 0)
        f = torch.where(mask, f, 1)
        masks = mask.unbind(0)
    recurrent_t = recurrent.t()
    flat = factors.view(steps, batch, 4 * units)
    loop = [t.unbind(0) for t in (d_states, f, to_cell, factors[:, :, :3], factors[:, :, 3], flat)]
    h, c, multiply = d_h, d_c, multiplying(flat[0], recurrent_t)
    for t in range(steps - 1, -1, -1):
        d_state, left, seen, from_cell, from_state, z = [part[t] for part in loop]
        h = h + d_state
        c = torch.addcmul(c, h, seen)
        from_cell.mul_(c.unsqueeze(1))
        from_state.mul_(h)
        c = c * left
        passed = multiply(z, recurrent_t)
        h = passed if mask is None else torch.where(masks[t], passed, h)
    return flat.view(steps * batch, 4 * units), h, c


def in_order(x: torch.Tensor, axis: int, back: bool = False) -> torch.Tensor:
    """The parts input, forget, cell, output along `axis` in the order cell, input, forget, output; or `back`."""
    a, b, c, d = x.chunk(4, axis)
    return torch.cat([b, c, a, d] if back else [c, a, b, d], axis)
