"""LSTM, GRU and simple recurrences over whole sequences as single operations.

Where torch has a fast kernel (oneDNN's LSTM on CPU, cuDNN) and there is no mask, that one runs. Elsewhere the products with
the inputs and all gradients of weights are one matrix product for the sequence, and only the recurrence itself is a loop.
"""

import functools

import torch
from torch.autograd import forward_ad

from tfshim.engine.ops.op import op
from tfshim.engine.ops.products import addmm, mm
from tfshim.engine.values import dtypes
from tfshim.engine.values.readable import readable
from tfshim.keras.layers.rnn import _gru


class _Kind:
    """One recurrence.

    `step` runs without autograd and keeps what gradients need; `prepare` computes from that, for all steps at once, what `back`
    multiplies gradients with. `back` writes those of the product with the state, and for a GRU those of the new value,
    into its argument `new`. `plain` is the step by operations that torch's autograd differentiates.
    """

    def __init__(self, step, prepare, back, plain):
        self.step, self.prepare, self.back, self.plain = step, prepare, back, plain


def _lstm_step(xw, states, recurrent, bias, kept):
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


def _lstm_prepare(kept):
    """For each step what gradients of cell and state are multiplied with."""
    z, shown, c = (torch.stack(t) for t in zip(*kept))
    i, f, g, o = z.split(c.shape[2], 2)
    # From the values themselves: the derivative of a sigmoid is `i - i * i`, that of a tanh `1 - g * g`.
    to_gates = torch.stack([g * (i - i * i), c * (f - f * f), i * (1 - g * g)], 2)
    return list(zip(to_gates, shown * (o - o * o), o * (1 - shown * shown), f))


def _lstm_back(kept, grads, recurrent_t, out, new):
    to_gates, to_output, to_cell, f = kept
    dh, dc = grads
    gates = out.view(dh.shape[0], 4, dh.shape[1])
    dc = torch.addcmul(dc, dh, to_cell)
    torch.mul(to_gates, dc.unsqueeze(1), out=gates[:, :3])
    torch.mul(to_output, dh, out=gates[:, 3])
    return out @ recurrent_t, dc * f


def _lstm_plain(xw, states, recurrent, bias):
    i, f, g, o = torch.addmm(xw, states[0], recurrent).chunk(4, 1)
    c = torch.sigmoid(f) * states[1] + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def _gru_step(xw, states, recurrent, bias, kept):
    (h,) = states
    u = h.shape[1]
    hw = torch.mm(h, recurrent) if bias is None else torch.addmm(bias, h, recurrent)
    gates = (xw[:, : 2 * u] + hw[:, : 2 * u]).sigmoid_()
    z, r = gates[:, :u], gates[:, u:]
    inner = hw[:, 2 * u :]
    n = torch.addcmul(xw[:, 2 * u :], r, inner).tanh_()
    kept.append((gates, n, inner, h))
    return (torch.lerp(n, h, z),)


def _gru_prepare(kept):
    """For each step what a gradient of the state is multiplied with."""
    gates, n, inner, h = (torch.stack(t) for t in zip(*kept))
    u = n.shape[2]
    z, r = gates[..., :u], gates[..., u:]
    new = (1 - z) * (1 - n * n)
    return list(zip((h - n).mul_(z - z * z), new, inner.mul_(r - r * r), z, r))


def _gru_back(kept, grads, recurrent_t, out, new):
    to_z, to_n, to_r, z, r = kept
    (dh,) = grads
    u = dh.shape[1]
    torch.mul(dh, to_z, out=out[:, :u])
    torch.mul(dh, to_n, out=new)
    torch.mul(new, to_r, out=out[:, u : 2 * u])
    torch.mul(new, r, out=out[:, 2 * u :])
    return (torch.addmm(dh * z, out, recurrent_t),)


def _gru_plain(xw, states, recurrent, bias):
    (h,) = states
    hw = torch.mm(h, recurrent) if bias is None else torch.addmm(bias, h, recurrent)
    (xz, xr, xn), (hz, hr, hn) = xw.chunk(3, 1), hw.chunk(3, 1)
    z = torch.sigmoid(xz + hz)
    n = torch.tanh(xn + torch.sigmoid(xr + hr) * hn)
    return (z * h + (1 - z) * n,)


def _simple_step(xw, states, recurrent, bias, kept):
    new = torch.addmm(xw, states[0], recurrent).tanh_()
    kept.append((new,))
    return (new,)


def _simple_back(kept, grads, recurrent_t, out, new):
    return (torch.mul(grads[0], kept, out=out) @ recurrent_t,)


def _simple_plain(xw, states, recurrent, bias):
    return (torch.tanh(torch.addmm(xw, states[0], recurrent)),)


def _simple_prepare(kept):
    """For each step what a gradient of the state is multiplied with."""
    (h,) = (torch.stack(t) for t in zip(*kept))
    return list(1 - h * h)


LSTM = _Kind(_lstm_step, _lstm_prepare, _lstm_back, _lstm_plain)
GRU = _Kind(_gru_step, _gru_prepare, _gru_back, _gru_plain)
SIMPLE = _Kind(_simple_step, _simple_prepare, _simple_back, _simple_plain)


def _project(x, kernel, bias):
    """The products of all steps [time, batch, features] with the kernel."""
    flat = x.reshape(-1, x.shape[2])
    flat = mm(flat, kernel) if bias is None else addmm(bias, flat, kernel)
    return flat.reshape(x.shape[0], x.shape[1], kernel.shape[1])


def _plainly(kind, x, states, kernel, recurrent, bias, inner, mask):
    """The recurrence by operations that torch differentiates, any number of times."""
    xw, outputs, first = _project(x, kernel, bias), [], states[0]
    for t in range(x.shape[0]):
        new = kind.plain(xw[t], states, recurrent, inner)
        states = new if mask is None else [torch.where(mask[t], n, s) for n, s in zip(new, states)]
        outputs.append(states[0])
    outputs = torch.stack(outputs) if outputs else first.new_empty(0, *first.shape)
    return outputs, states


def _by_torch(kind, x, states, kernel, recurrent, bias, inner):
    """The recurrence by torch's own kernel: (states of all steps, *last states)."""
    weights = [kernel, recurrent, bias, inner]
    if kind is GRU:  # torch has the reset gate first
        weights = [None if w is None else torch.cat([w.chunk(3, -1)[i] for i in (1, 0, 2)], -1) for w in weights]
    kernel, recurrent, bias, inner = weights
    flat = [kernel.t(), recurrent.t()]
    if bias is not None:
        # torch wants both biases or none.
        flat += [bias, torch.zeros_like(bias) if inner is None else inner]
    state = [s.unsqueeze(0).contiguous() for s in states]
    options = (flat, bias is not None, 1, 0.0, torch.is_grad_enabled(), False, False)
    if kind is LSTM:
        outputs, *last = torch._VF.lstm(x, state, *options)
    else:
        outputs, *last = (torch._VF.gru if kind is GRU else torch._VF.rnn_tanh)(x, state[0], *options)
    return outputs, *(s.squeeze(0) for s in last)


def _torch_is_faster(kind, x, mask):
    if mask is not None or not x.numel():
        return False
    if x.is_cuda:
        return torch.backends.cudnn.is_acceptable(x)
    # On the CPU torch has a kernel for whole sequences (oneDNN's) for an LSTM in float32 alone, which its compiler does not know.
    return kind is LSTM and x.device.type == "cpu" and x.dtype is torch.float32 and _onednn() and readable(x)


@functools.cache
def _onednn():
    return torch.backends.mkldnn.is_available()


class _Recurrence(torch.autograd.Function):
    """(states of all steps, last states) with gradients computed by hand."""

    @staticmethod
    def forward(ctx, kind, mask, x, kernel, recurrent, bias, inner, *states):
        # `own`: the results of torch's kernel, on an autograd graph of its own, through which `backward` goes.
        ctx.own = None
        if _torch_is_faster(kind, x, mask):
            inputs = [
                None if t is None else t.detach().requires_grad_(w)
                for t, w in zip((x, kernel, recurrent, bias, inner, *states), ctx.needs_input_grad[2:])
            ]
            with torch.set_grad_enabled(any(ctx.needs_input_grad)):
                own = _by_torch(kind, inputs[0], inputs[5:], *inputs[1:5])
            ctx.kind, ctx.own, ctx.inputs = kind, own, inputs
            outputs, *last = (t.detach() for t in own)
            ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *states)
            return outputs, *last
        xw, kept = _project(x, kernel, bias), []
        if kind is GRU and readable(xw) and x.numel():
            outputs, kept = _gru.forward(xw, states[0], recurrent, inner, mask, any(ctx.needs_input_grad))
            ctx.kind, ctx.kept = kind, kept
            ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *states)
            return outputs, outputs[-1].clone()
        outputs = xw.new_empty(x.shape[0], *states[0].shape)
        start = states
        for t in range(x.shape[0]):
            new = kind.step(xw[t], states, recurrent, inner, kept)
            states = new if mask is None else tuple(torch.where(mask[t], n, s) for n, s in zip(new, states))
            outputs[t] = states[0]
        ctx.kind, ctx.kept = kind, kept
        ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *start)
        # Without any step the states are the inputs themselves, for which autograd has rules of their own.
        return outputs, *(s.clone() if s is o else s for s, o in zip(states, start))

    @staticmethod
    def backward(ctx, d_outputs, *d_states):
        kind = ctx.kind
        mask, x, kernel, recurrent, bias, inner, outputs, *start = ctx.saved_tensors
        # Gradients of gradients, and batched ones (vmap), need operations that autograd sees: the recurrence is computed again.
        if torch.is_grad_enabled() or torch._C._functorch.is_batchedtensor(d_outputs):
            return (
                None,
                None,
                *_differentiably(ctx.needs_input_grad[2:], kind, mask, x, kernel, recurrent, bias, inner, start, (d_outputs, *d_states)),
            )
        if ctx.own is not None:
            chosen = [t for t in ctx.inputs if t is not None and t.requires_grad]
            # Retained: persistent tapes and Jacobians ask more than once.
            gradients = iter(torch.autograd.grad(ctx.own, chosen, (d_outputs, *d_states), retain_graph=True, allow_unused=True))
            return (None, None, *(next(gradients) if t is not None and t.requires_grad else None for t in ctx.inputs))
        if type(ctx.kept) is tuple:
            return None, None, *_gru_gradients(ctx, d_outputs, *d_states)
        recurrent_t = recurrent.t()
        steps = x.shape[0]
        kept = kind.prepare(ctx.kept) if steps else []
        units = outputs.shape[2]
        dhw = torch.empty(steps, x.shape[1], kernel.shape[1], dtype=x.dtype, device=x.device)
        new = torch.empty_like(outputs) if kind is GRU else dhw
        grads = list(d_states)
        for t in range(steps - 1, -1, -1):
            grads[0] = grads[0] + d_outputs[t]
            inside = grads if mask is None else [torch.where(mask[t], g, 0) for g in grads]
            passed = kind.back(kept[t], inside, recurrent_t, dhw[t], new[t])
            grads = list(passed) if mask is None else [torch.where(mask[t], p, g) for p, g in zip(passed, grads)]
        # The reset gate of a GRU multiplies only the recurrent product, so the gradients of the two products differ for the new value.
        dx = torch.cat([dhw[..., : 2 * units], new], 2) if kind is GRU else dhw
        flat, flat_h = dx.reshape(-1, dx.shape[2]), dhw.reshape(-1, dx.shape[2])
        before = torch.cat([start[0].unsqueeze(0), outputs[:-1]]) if steps else outputs
        wants = ctx.needs_input_grad
        return (
            None,
            None,
            mm(flat, kernel.t()).reshape(x.shape) if wants[2] else None,
            mm(x.reshape(-1, x.shape[2]).t(), flat) if wants[3] else None,
            mm(before.reshape(-1, before.shape[2]).t(), flat_h) if wants[4] else None,
            flat.sum(0) if wants[5] else None,
            flat_h.sum(0) if wants[6] else None,
            *grads,
        )


def _gru_gradients(ctx, d_outputs, d_last):
    """The gradients of what `_gru.forward` made, by the arguments of `_Recurrence` from x on."""
    mask, x, kernel, recurrent, _, _, outputs, start = ctx.saved_tensors
    wants, units = ctx.needs_input_grad, outputs.shape[2]
    before = torch.cat([start.unsqueeze(0), outputs[:-1]])
    dxw, dhw, d_start = _gru.backward(ctx.kept, before, recurrent, mask, d_outputs, d_last)
    d_recurrent = mm(before.view(-1, units).t(), dhw) if wants[4] else None
    return (
        mm(dxw, kernel.t()).view(x.shape) if wants[2] else None,
        mm(x.reshape(-1, x.shape[2]).t(), dxw) if wants[3] else None,
        _gru.in_order(d_recurrent, units, 1, back=True) if wants[4] else None,
        dxw.sum(0) if wants[5] else None,
        _gru.in_order(dhw.sum(0), units, 0, back=True) if wants[6] else None,
        d_start,
    )


def _differentiably(wants, kind, mask, x, kernel, recurrent, bias, inner, states, grads):
    """The gradients through `_plainly`: for gradients of gradients and for several at once."""
    inputs = [x, kernel, recurrent, bias, inner, *states]
    with torch.enable_grad():
        inputs = [t if t is None or t.requires_grad else t.detach().requires_grad_() for t in inputs]
        outputs, last = _plainly(kind, inputs[0], inputs[5:], *inputs[1:5], mask)
        chosen = [t for t, w in zip(inputs, wants) if w]
        gradients = iter(torch.autograd.grad([outputs, *last], chosen, grads, create_graph=True, allow_unused=True))
    return [next(gradients) if w else None for w in wants]


def _without_gaps(kind, x, states, kernel, recurrent, bias, mask):
    """The outputs under a mask [time, batch, 1], by torch's kernel: unmasked steps are packed at the front, their results gathered back."""
    kept = mask[..., 0]
    # Stable, so that unmasked steps keep their order.
    order = torch.argsort(~kept, dim=0, stable=True)
    x = torch.gather(x, 0, order.unsqueeze(-1).expand(-1, -1, x.shape[2]))
    outputs = _Recurrence.apply(kind, None, x, kernel, recurrent, bias, None, *states)[0]
    # Before the first unmasked step there is none to repeat: the caller puts zeros there.
    place = (kept.cumsum(0) - 1).clamp_(min=0)
    return torch.gather(outputs, 0, place.unsqueeze(-1).expand(-1, -1, outputs.shape[2]))


def _run(kind, x, states, kernel, recurrent, bias, inner, mask, time_major, reverse, zero_masked, wants_states=True):
    """(outputs, last output, states) as Keras has them: after a masked step the output before it is repeated."""
    # Shape inference: only shapes are wanted, so the recurrence does not run.
    if x.is_meta:
        y, *states = (
            torch.empty(shape, dtype=x.dtype, device=x.device)
            for shape in ((*x.shape[:2], states[0].shape[1]), states[0].shape, *(s.shape for s in states))
        )
        return y, *states
    x = x if time_major else x.transpose(0, 1)
    mask = None if mask is None else (mask if time_major else mask.transpose(0, 1)).unsqueeze(-1)
    if reverse:
        x, mask = x.flip(0), None if mask is None else mask.flip(0)
    states = [s.expand(x.shape[1], -1) for s in states]
    # `_Recurrence` has no forward-mode rule (jvp)
    if forward_ad._current_level >= 0:
        outputs, states = _plainly(kind, x, states, kernel, recurrent, bias, inner, mask)
    elif mask is not None and not wants_states and _torch_is_faster(kind, x, None):
        outputs = _without_gaps(kind, x, states, kernel, recurrent, bias, mask)
    else:
        outputs, *states = _Recurrence.apply(kind, mask, x, kernel, recurrent, bias, inner, *states)
    if mask is not None:
        # Without `zero_masked`, masked steps repeat the last output; before the first unmasked step it is zero, whatever the initial state.
        seen = mask if zero_masked else mask.cummax(0).values
        outputs = torch.where(seen, outputs, 0)
    last = outputs[-1]
    return outputs if time_major else outputs.transpose(0, 1), last, *states


@op("FusedLSTM", register=False, x="T", h="T", c="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def lstm(x, h, c, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, wants_states=True, name=None):
    """An LSTM over `x`: (outputs, last output, h, c). Gates are in the order input, forget, cell, output.

    Without `wants_states` h and c may be those of the start.
    """
    return _run(LSTM, x, (h, c), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked, wants_states)


@op("FusedGRU", register=False, x="T", h="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def gru(x, h, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, name=None):
    """A GRU that resets after the product, over `x`: (outputs, last output, h). `bias` [2, 3 * units]; gates update, reset, new."""
    inputs, inner = (None, None) if bias is None else bias.unbind(0)
    return _run(GRU, x, (h,), kernel, recurrent, inputs, inner, mask, time_major, reverse, zero_masked)


@op("FusedRNN", register=False, x="T", h="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def simple(x, h, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, name=None):
    """tanh(x @ kernel + h @ recurrent + bias) over `x`: (outputs, last output, h)."""
    return _run(SIMPLE, x, (h,), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked)
