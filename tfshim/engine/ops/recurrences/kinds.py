"""The recurrences: what each of them does at one step, forward and back."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch

from tfshim.engine.ops.recurrences.functions import BY_NAME, Function

_Tensors = Sequence[torch.Tensor]
_Plain = Callable[[torch.Tensor], torch.Tensor]


class Kind(NamedTuple):
    """One recurrence of the form `form`, whose new values are made by the function `inner` and whose gates by `gate`.

    `plain` is the step by operations that torch's autograd differentiates. `step` runs without autograd and keeps what gradients need;
    `prepare` computes from that, for all steps at once, what `back` multiplies gradients with. `back` writes those of the product with
    the state, and for a GRU those of the new value, into its argument `new`. Without these three it is `plain` that runs where the loop
    over storages cannot.
    """

    form: str
    plain: Callable[..., _Tensors]
    step: Callable[..., _Tensors] | None = None
    prepare: Callable[[list[Any]], list[Any]] | None = None
    back: Callable[..., _Tensors] | None = None
    inner: Function = BY_NAME["tanh"]
    gate: Function = BY_NAME["sigmoid"]


def _lstm_step(xw: torch.Tensor, states: _Tensors, recurrent: torch.Tensor, bias: None, kept: list[Any]) -> _Tensors:
    h, c = states
    u = h.shape[1]
    z = torch.addmm(xw, h, recurrent)
    # Input and forget gate lie side by side, so one call does both; in place, since nobody else has `z`.
    i_f, g, o = z[:, : 2 * u].sigmoid_(), z[:, 2 * u : 3 * u].tanh_(), z[:, 3 * u :].sigmoid_()
    new = i_f[:, u:] * c
    new.addcmul_(i_f[:, :u], g)
    shown = torch.tanh(new)
    kept.append((z, shown, c))
    return shown * o, new


def _lstm_prepare(kept: list[Any]) -> list[Any]:
    """For each step what gradients of cell and state are multiplied with."""
    z, shown, c = (torch.stack(t) for t in zip(*kept))
    i, f, g, o = z.split(c.shape[2], 2)
    # From the values themselves: the derivative of a sigmoid is `i - i * i`, that of a tanh `1 - g * g`.
    to_gates = torch.stack([g * (i - i * i), c * (f - f * f), i * (1 - g * g)], 2)
    return list(zip(to_gates, shown * (o - o * o), o * (1 - shown * shown), f))


def _lstm_back(kept: Any, grads: _Tensors, recurrent_t: torch.Tensor, out: torch.Tensor, new: torch.Tensor) -> _Tensors:
    to_gates, to_output, to_cell, f = kept
    dh, dc = grads
    gates = out.view(dh.shape[0], 4, dh.shape[1])
    dc = torch.addcmul(dc, dh, to_cell)
    torch.mul(to_gates, dc.unsqueeze(1), out=gates[:, :3])
    torch.mul(to_output, dh, out=gates[:, 3])
    return out @ recurrent_t, dc * f


def _lstm_plain(
    xw: torch.Tensor,
    states: _Tensors,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: _Plain = torch.tanh,
    gate: _Plain = torch.sigmoid,
) -> _Tensors:
    i, f, g, o = torch.addmm(xw, states[0], recurrent).chunk(4, 1)
    c = gate(f) * states[1] + gate(i) * inner(g)
    return gate(o) * inner(c), c


def _gru_step(xw: torch.Tensor, states: _Tensors, recurrent: torch.Tensor, bias: torch.Tensor | None, kept: list[Any]) -> _Tensors:
    (h,) = states
    u = h.shape[1]
    hw = torch.mm(h, recurrent) if bias is None else torch.addmm(bias, h, recurrent)
    gates = (xw[:, : 2 * u] + hw[:, : 2 * u]).sigmoid_()
    z, r = gates[:, :u], gates[:, u:]
    inner = hw[:, 2 * u :]
    n = torch.addcmul(xw[:, 2 * u :], r, inner).tanh_()
    kept.append((gates, n, inner, h))
    return (torch.lerp(n, h, z),)


def _gru_prepare(kept: list[Any]) -> list[Any]:
    """For each step what a gradient of the state is multiplied with."""
    gates, n, inner, h = (torch.stack(t) for t in zip(*kept))
    u = n.shape[2]
    z, r = gates[..., :u], gates[..., u:]
    new = (1 - z) * (1 - n * n)
    return list(zip((h - n).mul_(z - z * z), new, inner.mul_(r - r * r), z, r))


def _gru_back(kept: Any, grads: _Tensors, recurrent_t: torch.Tensor, out: torch.Tensor, new: torch.Tensor) -> _Tensors:
    to_z, to_n, to_r, z, r = kept
    (dh,) = grads
    u = dh.shape[1]
    torch.mul(dh, to_z, out=out[:, :u])
    torch.mul(dh, to_n, out=new)
    torch.mul(new, to_r, out=out[:, u : 2 * u])
    torch.mul(new, r, out=out[:, 2 * u :])
    return (torch.addmm(dh * z, out, recurrent_t),)


def _gru_plain(
    xw: torch.Tensor,
    states: _Tensors,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: _Plain = torch.tanh,
    gate: _Plain = torch.sigmoid,
) -> _Tensors:
    (h,) = states
    hw = torch.mm(h, recurrent) if bias is None else torch.addmm(bias, h, recurrent)
    (xz, xr, xn), (hz, hr, hn) = xw.chunk(3, 1), hw.chunk(3, 1)
    z = gate(xz + hz)
    n = inner(xn + gate(xr + hr) * hn)
    return (z * h + (1 - z) * n,)


def _reset_first_plain(
    xw: torch.Tensor,
    states: _Tensors,
    recurrent: torch.Tensor,
    bias: None,
    inner: _Plain = torch.tanh,
    gate: _Plain = torch.sigmoid,
) -> _Tensors:
    (h,) = states
    u = h.shape[1]
    r, z = gate(torch.addmm(xw[:, : 2 * u], h, recurrent[:, : 2 * u])).chunk(2, 1)
    n = inner(torch.addmm(xw[:, 2 * u :], r * h, recurrent[:, 2 * u :]))
    return (z * h + (1 - z) * n,)


def _simple_step(xw: torch.Tensor, states: _Tensors, recurrent: torch.Tensor, bias: None, kept: list[Any]) -> _Tensors:
    new = torch.addmm(xw, states[0], recurrent).tanh_()
    kept.append((new,))
    return (new,)


def _simple_back(kept: Any, grads: _Tensors, recurrent_t: torch.Tensor, out: torch.Tensor, new: torch.Tensor) -> _Tensors:
    return (torch.mul(grads[0], kept, out=out) @ recurrent_t,)


def _simple_plain(
    xw: torch.Tensor,
    states: _Tensors,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: _Plain = torch.tanh,
    gate: _Plain = torch.sigmoid,
) -> _Tensors:
    return (inner(torch.addmm(xw, states[0], recurrent)),)


def _simple_prepare(kept: list[Any]) -> list[Any]:
    """For each step what a gradient of the state is multiplied with."""
    (h,) = (torch.stack(t) for t in zip(*kept))
    return list(1 - h * h)


LSTM = Kind("lstm", _lstm_plain, _lstm_step, _lstm_prepare, _lstm_back)
GRU = Kind("gru", _gru_plain, _gru_step, _gru_prepare, _gru_back)
# A GRU that resets the state before the product; its gates are in the order reset, update, new.
RESET_FIRST = Kind("reset_first", _reset_first_plain)
SIMPLE = Kind("simple", _simple_plain, _simple_step, _simple_prepare, _simple_back)


@functools.lru_cache(maxsize=64)
def with_functions(kind: Kind, inner: str, gate: str) -> Kind:
    """`kind` with other functions for its new values and its gates, by the names in `BY_NAME`."""
    if (inner, gate) == ("tanh", "sigmoid"):
        return kind
    new, gates = BY_NAME[inner], BY_NAME[gate]
    return Kind(kind.form, functools.partial(kind.plain, inner=new.plain, gate=gates.plain), inner=new, gate=gates)
