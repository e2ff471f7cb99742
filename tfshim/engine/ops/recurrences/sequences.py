"""Recurrences over whole sequences, differentiated by hand.

Where torch has a fast kernel (oneDNN's LSTM on CPU, cuDNN) and there is no mask, that one runs. Elsewhere the products with
the inputs and all gradients of weights are one matrix product for the sequence, and only the recurrence itself is a loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tfshim.engine.ops.products import addmm, mm
from tfshim.engine.ops.recurrences import gru, lstm, onednn, reset_first, simple
from tfshim.engine.ops.recurrences.kinds import GRU, LSTM, SIMPLE, Kind
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import forward_mode, readable

_Tensors = Sequence[torch.Tensor]
_OF_TORCH = (LSTM, GRU, SIMPLE)  # that cuDNN has, too


def recurrence(
    kind: Kind,
    mask: torch.Tensor | None,
    x: torch.Tensor,
    kernel: torch.Tensor,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: torch.Tensor | None,
    *states: torch.Tensor,
) -> tuple[torch.Tensor, ...]:
    """(states of all steps [time, batch, units], *last states) for `x` [time, batch, features].

    `mask` [time, batch, 1]: where it is false states stay. `kernel` and `recurrent`: the weights of the inputs and of the states, gate by
    gate side by side; `bias` and `inner`: what is added to the products with both.
    """
    # `_Recurrence` has no forward-mode rule (jvp)
    if forward_mode() or kind.step is None and not (x.numel() and readable(x)):
        outputs, last = plainly(kind, x, states, kernel, recurrent, bias, inner, mask)
        return outputs, *last
    if kind is LSTM and mask is None and onednn.serves(x):
        tensors: tuple[Any, ...] = (x, kernel, recurrent, bias, *states)
        if torch.is_grad_enabled() and any([t is not None and t.requires_grad for t in tensors]):
            return _ByOneDNN.apply(*tensors)
        return onednn.forward(_for_onednn(*tensors), False)[:3]
    return _Recurrence.apply(kind, mask, x, kernel, recurrent, bias, inner, *states)


def project(x: torch.Tensor, kernel: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    """The products of all steps [time, batch, features] with the kernel."""
    flat = x.reshape(x.shape[0] * x.shape[1], x.shape[2])
    flat = mm(flat, kernel) if bias is None else addmm(bias, flat, kernel)
    return flat.reshape(x.shape[0], x.shape[1], kernel.shape[1])


def plainly(
    kind: Kind,
    x: torch.Tensor,
    states: _Tensors,
    kernel: torch.Tensor,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: torch.Tensor | None,
    mask: torch.Tensor | None,
) -> tuple[torch.Tensor, _Tensors]:
    """The recurrence by operations that torch differentiates, any number of times."""
    xw, outputs, first = project(x, kernel, bias), [], states[0]
    for t in range(x.shape[0]):
        new = kind.plain(xw[t], states, recurrent, inner)
        states = new if mask is None else [torch.where(mask[t], n, s) for n, s in zip(new, states)]
        outputs.append(states[0])
    return torch.stack(outputs) if outputs else first.new_empty(0, *first.shape), states


def _by_cudnn(
    kind: Kind,
    x: torch.Tensor,
    states: _Tensors,
    kernel: torch.Tensor,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: torch.Tensor | None,
) -> tuple[torch.Tensor, ...]:
    """The recurrence by torch's own kernel: (states of all steps, *last states)."""
    weights: list[Any] = [kernel, recurrent, bias, inner]
    if kind is GRU:  # torch has the reset gate first
        weights = [None if w is None else torch.cat([w.chunk(3, -1)[i] for i in (1, 0, 2)], -1) for w in weights]
    kernel, recurrent, bias, inner = weights
    flat = [kernel.t(), recurrent.t()]
    if bias is not None:
        # torch wants both biases or none.
        flat += [bias, torch.zeros_like(bias) if inner is None else inner]
    # One piece of memory with all of them, as cuDNN has it: torch would make one at each call and warn of it.
    whole = torch.cat([w.reshape(-1) for w in flat])
    flat = [part.view(w.shape) for part, w in zip(whole.split([w.numel() for w in flat]), flat)]
    state = [s.unsqueeze(0).contiguous() for s in states]
    options = (flat, bias is not None, 1, 0.0, torch.is_grad_enabled(), False, False)
    if kind is LSTM:
        outputs, *last = torch._VF.lstm(x, state, *options)
    else:
        outputs, *last = (torch._VF.gru if kind is GRU else torch._VF.rnn_tanh)(x, state[0], *options)
    return outputs, *(s.squeeze(0) for s in last)


def again(grads: Sequence[torch.Tensor | None]) -> bool:
    """Whether gradients need operations that autograd sees: those of gradients, and batched ones (vmap)."""
    return torch.is_grad_enabled() or any([g is not None and torch._C._functorch.is_batchedtensor(g) for g in grads])


class _Recurrence(Function):
    """(states of all steps, *last states) with gradients computed by hand."""

    @staticmethod
    def forward(
        ctx: Any,
        kind: Kind,
        mask: torch.Tensor | None,
        x: torch.Tensor,
        kernel: torch.Tensor,
        recurrent: torch.Tensor,
        bias: torch.Tensor | None,
        inner: torch.Tensor | None,
        *states: torch.Tensor,
    ) -> Any:
        # `own`: the results of torch's kernel, on an autograd graph of its own, through which `backward` goes.
        ctx.kind, ctx.own, ctx.kept = kind, None, None
        if mask is None and kind in _OF_TORCH and x.numel() and x.is_cuda and torch.backends.cudnn.is_acceptable(x):
            inputs: list[Any] = [
                None if t is None else t.detach().requires_grad_(w)
                for t, w in zip((x, kernel, recurrent, bias, inner, *states), ctx.needs_input_grad[2:])
            ]
            with torch.set_grad_enabled(any(ctx.needs_input_grad)):
                own = _by_cudnn(kind, inputs[0], inputs[5:], *inputs[1:5])
            ctx.own, ctx.inputs = own, inputs
            outputs, *last = (t.detach() for t in own)
            ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *states)
            return outputs, *last
        if not readable(x) or not x.numel():
            return _by_steps(ctx, kind, mask, x, kernel, recurrent, bias, inner, states)
        if kind.form == "gru":
            outputs, kept = gru.forward(project(x, kernel, bias), states[0], recurrent, inner, mask, any(ctx.needs_input_grad), kind)
            last = [outputs[-1].clone()]
        elif kind.form == "reset_first":
            xw = project(x, kernel, bias)
            outputs, kept = reset_first.forward(xw, states[0], recurrent, mask, any(ctx.needs_input_grad), kind)
            last = [outputs[-1].clone()]
        elif kind.form == "simple":
            outputs, kept = simple.forward(project(x, kernel, bias), states[0], recurrent, mask, kind), None
            last = [outputs[-1].clone()]
        else:
            weights: list[Any] = [w if w is None else lstm.in_order(w, -1) for w in (kernel, recurrent, bias)]
            xw = project(x, weights[0], weights[2])
            h, c = states
            outputs, cells, shown = lstm.forward(xw, h, c, weights[1], mask, kind)
            kept, last = (xw, cells, shown, weights[1]), [outputs[-1].clone(), cells[-1].clone()]
        ctx.kept = kept
        ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *states)
        return outputs, *last

    @staticmethod
    def backward(ctx: Any, d_outputs: Any, *d_states: Any) -> Any:
        kind, wants = ctx.kind, ctx.needs_input_grad
        mask, x, kernel, recurrent, bias, inner, outputs, *start = ctx.saved_tensors
        grads = (d_outputs, *d_states)
        if again(grads):
            return None, None, *_differentiably(wants[2:], kind, mask, x, kernel, recurrent, bias, inner, start, grads)
        if ctx.own is not None:
            chosen = [t for t in ctx.inputs if t is not None and t.requires_grad]
            # Retained: persistent tapes and Jacobians ask more than once.
            gradients = iter(torch.autograd.grad(ctx.own, chosen, (d_outputs, *d_states), retain_graph=True, allow_unused=True))
            return (None, None, *(next(gradients) if t is not None and t.requires_grad else None for t in ctx.inputs))
        units = outputs.shape[2]
        before = torch.cat([start[0].unsqueeze(0), outputs[:-1]]) if len(outputs) else outputs
        if type(ctx.kept) is list:
            dxw, dhw, d_start = _steps_back(ctx, d_outputs, d_states)
        elif kind.form == "gru":
            dxw, dhw, *d_start = gru.backward(kind, ctx.kept, before, recurrent, d_outputs, *d_states)
        elif kind.form == "reset_first":
            dxw, *d_start = reset_first.backward(kind, ctx.kept[0], before, recurrent, d_outputs, *d_states)
            dhw = dxw
        elif kind.form == "simple":
            dxw, *d_start = simple.backward(kind, outputs, recurrent, mask, d_outputs, *d_states)
            dhw = dxw
        else:
            gates, cells, shown, ordered = ctx.kept
            cells_before = torch.cat([start[1].unsqueeze(0), cells[:-1]])
            dxw, *d_start = lstm.backward(kind, gates, shown, cells_before, ordered, mask, d_outputs, *d_states)
            dxw = dhw = lstm.in_order(dxw, 1, back=True)
        d_recurrent = d_inner = None
        if wants[4]:
            states_t = before.view(before.shape[0] * before.shape[1], units).t()
            if kind.form == "reset_first":
                left_t = ctx.kept[1].view(dhw.shape[0], units).t()
                d_recurrent = torch.cat([mm(states_t, dhw[:, : 2 * units]), mm(left_t, dhw[:, 2 * units :])], 1)
            else:
                d_recurrent = mm(states_t, dhw)
        if wants[6]:
            d_inner = dhw.sum(0)
        if kind.form == "gru" and type(ctx.kept) is tuple:
            d_recurrent = None if d_recurrent is None else gru.in_order(d_recurrent, units, 1, back=True)
            d_inner = None if d_inner is None else gru.in_order(d_inner, units, 0, back=True)
        return (
            None,
            None,
            mm(dxw, kernel.t()).view(x.shape) if wants[2] else None,
            mm(x.reshape(x.shape[0] * x.shape[1], x.shape[2]).t(), dxw) if wants[3] else None,
            d_recurrent,
            dxw.sum(0) if wants[5] else None,
            d_inner,
            *d_start,
        )


def _by_steps(
    ctx: Any,
    kind: Kind,
    mask: torch.Tensor | None,
    x: torch.Tensor,
    kernel: torch.Tensor,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: torch.Tensor | None,
    start: tuple[torch.Tensor, ...],
) -> Any:
    """The recurrence by operations whose results are tensors of their own."""
    ctx.kept, states = [], start
    xw = project(x, kernel, bias)
    outputs = xw.new_empty(x.shape[0], *states[0].shape)
    for t in range(x.shape[0]):
        new = kind.step(xw[t], states, recurrent, inner, ctx.kept)  # type: ignore[misc]  # kinds without it do not come here
        states = tuple(new if mask is None else (torch.where(mask[t], n, s) for n, s in zip(new, states)))
        outputs[t] = states[0]
    ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *start)
    # Without any step the states are the inputs themselves, for which autograd has rules of their own.
    return outputs, *(s.clone() if s is o else s for s, o in zip(states, start))


def _steps_back(ctx: Any, d_outputs: torch.Tensor, d_states: _Tensors) -> tuple[torch.Tensor, torch.Tensor, list[torch.Tensor]]:
    """The gradients of the products with the inputs and with the states of `_by_steps`, as matrices, and of the first states."""
    kind = ctx.kind
    mask, x, kernel, recurrent, _, _, outputs, *_ = ctx.saved_tensors
    recurrent_t = recurrent.t()
    steps, batch, _ = x.shape
    kept = kind.prepare(ctx.kept) if steps else []
    units = outputs.shape[2]
    dhw = torch.empty(steps, batch, kernel.shape[1], dtype=x.dtype, device=x.device)
    new = torch.empty_like(outputs) if kind is GRU else dhw
    grads = list(d_states)
    for t in range(steps - 1, -1, -1):
        grads[0] = grads[0] + d_outputs[t]
        inside = grads if mask is None else [torch.where(mask[t], g, 0) for g in grads]
        passed = kind.back(kept[t], inside, recurrent_t, dhw[t], new[t])
        grads = list(passed) if mask is None else [torch.where(mask[t], p, g) for p, g in zip(passed, grads)]
    # The reset gate of a GRU multiplies only the recurrent product, so the gradients of the two products differ for the new value.
    dxw = torch.cat([dhw[..., : 2 * units], new], 2) if kind is GRU else dhw
    return dxw.reshape(steps * batch, dxw.shape[2]), dhw.reshape(steps * batch, dhw.shape[2]), grads


def _for_onednn(
    x: torch.Tensor, kernel: torch.Tensor, recurrent: torch.Tensor, bias: torch.Tensor | None, h: torch.Tensor, c: torch.Tensor
) -> list[torch.Tensor]:
    """The arguments of `onednn.forward`."""
    none = x.new_zeros(kernel.shape[1])
    given = [t.detach().contiguous() for t in (x, kernel.t(), recurrent.t(), none if bias is None else bias, h, c)]
    given.insert(4, none)
    return given


class _ByOneDNN(Function):
    """An LSTM without a mask by oneDNN's kernels: (states of all steps, last state, last cell)."""

    @staticmethod
    def forward(
        ctx: Any,
        x: torch.Tensor,
        kernel: torch.Tensor,
        recurrent: torch.Tensor,
        bias: torch.Tensor | None,
        h: torch.Tensor,
        c: torch.Tensor,
    ) -> Any:
        ctx.set_materialize_grads(False)
        given = _for_onednn(x, kernel, recurrent, bias, h, c)
        *results, workspace = onednn.forward(given, True)
        ctx.save_for_backward(x, kernel, recurrent, bias, h, c, *results)
        ctx.given, ctx.workspace = given, workspace
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        x, kernel, recurrent, bias, *start = ctx.saved_tensors[:6]
        wants = ctx.needs_input_grad
        if again(grads):
            wants = (*wants[:4], False, *wants[4:])
            made = _differentiably(wants, LSTM, None, x, kernel, recurrent, bias, None, start, grads)
            return *made[:4], *made[5:]
        results = *ctx.saved_tensors[6:], ctx.workspace
        given = tuple(g if g is None else g.contiguous() for g in grads)
        dx, d_kernel, d_recurrent, d_bias, _, *d_start = onednn.backward(ctx.given, results, given)
        return dx, d_kernel.t(), d_recurrent.t(), None if bias is None else d_bias, *d_start


def as_source(t: torch.Tensor) -> torch.Tensor:
    """`t`, to take gradients by: a view, since others may have been computed from it (a state from the cell), or it from others."""
    return t.view_as(t) if t.requires_grad else t.detach().requires_grad_()


def _differentiably(
    wants: Sequence[bool],
    kind: Kind,
    mask: torch.Tensor | None,
    x: torch.Tensor,
    kernel: torch.Tensor,
    recurrent: torch.Tensor,
    bias: torch.Tensor | None,
    inner: torch.Tensor | None,
    states: _Tensors,
    grads: Sequence[torch.Tensor | None],
) -> list[torch.Tensor | None]:
    """The gradients through `plainly`: for gradients of gradients and for several at once."""
    inputs: list[Any] = [x, kernel, recurrent, bias, inner, *states]
    with torch.enable_grad():
        inputs = [t if t is None else as_source(t) for t in inputs]
        x, kernel, recurrent, bias, inner, *states = inputs
        outputs, last = plainly(kind, x, states, kernel, recurrent, bias, inner, mask)
        chosen = [t for t, w in zip(inputs, wants) if w]
        results, weights = zip(*((r, g) for r, g in zip([outputs, *last], grads) if g is not None))
        gradients = iter(torch.autograd.grad(results, chosen, weights, create_graph=True, allow_unused=True))
    return [next(gradients) if w else None for w in wants]


def without_gaps(
    x: torch.Tensor, states: _Tensors, kernel: torch.Tensor, recurrent: torch.Tensor, bias: torch.Tensor | None, mask: torch.Tensor
) -> torch.Tensor:
    """The states of an LSTM under a mask, by torch's kernel: unmasked steps are packed at the front, their results gathered back."""
    kept = mask[..., 0]
    # Stable, so that unmasked steps keep their order.
    order = torch.argsort(~kept, dim=0, stable=True)
    x = torch.gather(x, 0, order.unsqueeze(-1).expand(-1, -1, x.shape[2]))
    outputs = recurrence(LSTM, None, x, kernel, recurrent, bias, None, *states)[0]
    # Before the first unmasked step there is none to repeat: the caller puts zeros there.
    place = (kept.cumsum(0) - 1).clamp_(min=0)
    return torch.gather(outputs, 0, place.unsqueeze(-1).expand(-1, -1, outputs.shape[2]))
