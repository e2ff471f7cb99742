"""LSTM, GRU and simple recurrences over whole sequences as single operations.

Where torch has a fast kernel (oneDNN's LSTM on CPU, cuDNN) and there is no mask, that one runs. Elsewhere the products with
the inputs and all gradients of weights are one matrix product for the sequence, and only the recurrence itself is a loop.
"""

import functools

import torch
from torch.autograd import forward_ad

from tfshim.engine import dtypes
from tfshim.engine.op import op


class _Kind:
    """One recurrence: `step` without gradients that keeps what `back` needs, and `plain`, which torch differentiates.

    `states` is how many states there are, `width` how many units of the kernel go to one unit of the state.
    """

    def __init__(self, states, width, step, back, plain):
        self.states, self.width, self.step, self.back, self.plain = states, width, step, back, plain


def _lstm_step(xw, states, recurrent, bias, kept):
    h, c = states
    u = h.shape[1]
    z = torch.addmm(xw, h, recurrent)
    i_f, g, o = z[:, :2 * u].sigmoid_(), z[:, 2 * u:3 * u].tanh_(), z[:, 3 * u:].sigmoid_()
    new = i_f[:, u:] * c
    new.addcmul_(i_f[:, :u], g)
    shown = torch.tanh(new)
    kept.append((z, shown, c))
    return shown * o, new


def _lstm_back(kept, grads, recurrent_t):
    z, shown, c = kept
    dh, dc = grads
    u = dh.shape[1]
    i, f, g, o = z.split(u, 1)
    dz = torch.empty_like(z)
    dc = torch.addcmul(dc, dh * o, 1 - shown * shown)
    torch.mul(dc * g, i - i * i, out=dz[:, :u])
    torch.mul(dc * c, f - f * f, out=dz[:, u:2 * u])
    torch.mul(dc * i, 1 - g * g, out=dz[:, 2 * u:3 * u])
    torch.mul(dh * shown, o - o * o, out=dz[:, 3 * u:])
    return dz, dz, (dz @ recurrent_t, dc * f)


def _lstm_plain(xw, states, recurrent, bias):
    i, f, g, o = torch.addmm(xw, states[0], recurrent).chunk(4, 1)
    c = torch.sigmoid(f) * states[1] + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def _gru_step(xw, states, recurrent, bias, kept):
    (h,) = states
    u = h.shape[1]
    hw = torch.mm(h, recurrent) if bias is None else torch.addmm(bias, h, recurrent)
    gates = (xw[:, :2 * u] + hw[:, :2 * u]).sigmoid_()
    z, r = gates[:, :u], gates[:, u:]
    inner = hw[:, 2 * u:]
    n = torch.addcmul(xw[:, 2 * u:], r, inner).tanh_()
    kept.append((gates, n, inner, h))
    return (torch.lerp(n, h, z),)


def _gru_back(kept, grads, recurrent_t):
    gates, n, inner, h = kept
    (dh,) = grads
    u = dh.shape[1]
    z, r = gates[:, :u], gates[:, u:]
    dx = torch.empty(dh.shape[0], 3 * u, dtype=dh.dtype, device=dh.device)
    torch.mul(dh * (h - n), z - z * z, out=dx[:, :u])
    dn = torch.mul(dh * (1 - z), 1 - n * n, out=dx[:, 2 * u:])
    torch.mul(dn * inner, r - r * r, out=dx[:, u:2 * u])
    dhw = dx.clone()
    dhw[:, 2 * u:] *= r
    return dx, dhw, (torch.addcmul(dhw @ recurrent_t, dh, z),)


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


def _simple_back(kept, grads, recurrent_t):
    dz = grads[0] * (1 - kept[0] * kept[0])
    return dz, dz, (dz @ recurrent_t,)


def _simple_plain(xw, states, recurrent, bias):
    return (torch.tanh(torch.addmm(xw, states[0], recurrent)),)


LSTM = _Kind(2, 4, _lstm_step, _lstm_back, _lstm_plain)
GRU = _Kind(1, 3, _gru_step, _gru_back, _gru_plain)
SIMPLE = _Kind(1, 1, _simple_step, _simple_back, _simple_plain)


def _project(x, kernel, bias):
    """The products of all steps [time, batch, features] with the kernel."""
    flat = x.reshape(-1, x.shape[2])
    flat = torch.mm(flat, kernel) if bias is None else torch.addmm(bias, flat, kernel)
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
    return kind is LSTM and x.device.type == "cpu" and x.dtype is torch.float32 and _onednn()


@functools.cache
def _onednn():
    return torch.backends.mkldnn.is_available()


class _Recurrence(torch.autograd.Function):
    """(states of all steps, last states) with gradients computed by hand."""

    @staticmethod
    def forward(ctx, kind, mask, x, kernel, recurrent, bias, inner, *states):
        ctx.own = None
        if _torch_is_faster(kind, x, mask):
            inputs = [None if t is None else t.detach().requires_grad_(w)
                      for t, w in zip((x, kernel, recurrent, bias, inner, *states), ctx.needs_input_grad[2:])]
            with torch.set_grad_enabled(any(ctx.needs_input_grad)):
                own = _by_torch(kind, inputs[0], inputs[5:], *inputs[1:5])
            ctx.kind, ctx.own, ctx.inputs = kind, own, inputs
            outputs, *last = (t.detach() for t in own)
            ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *states)
            return outputs, *last
        xw, kept = _project(x, kernel, bias), []
        outputs = xw.new_empty(x.shape[0], *states[0].shape)
        start = states
        for t in range(x.shape[0]):
            new = kind.step(xw[t], states, recurrent, inner, kept)
            states = new if mask is None else tuple(torch.where(mask[t], n, s) for n, s in zip(new, states))
            outputs[t] = states[0]
        ctx.kind, ctx.kept = kind, kept
        ctx.save_for_backward(mask, x, kernel, recurrent, bias, inner, outputs, *start)
        return outputs, *(s.clone() if s is o else s for s, o in zip(states, start))

    @staticmethod
    def backward(ctx, d_outputs, *d_states):
        kind = ctx.kind
        mask, x, kernel, recurrent, bias, inner, outputs, *start = ctx.saved_tensors
        if torch.is_grad_enabled() or torch._C._functorch.is_batchedtensor(d_outputs):
            return (None, None, *_differentiably(ctx.needs_input_grad[2:], kind, mask, x, kernel, recurrent, bias, inner, start,
                                                 (d_outputs, *d_states)))
        if ctx.own is not None:
            chosen = [t for t in ctx.inputs if t is not None and t.requires_grad]
            made = iter(torch.autograd.grad(ctx.own, chosen, (d_outputs, *d_states), retain_graph=True, allow_unused=True))
            return (None, None, *(next(made) if t is not None and t.requires_grad else None for t in ctx.inputs))
        recurrent_t = recurrent.t()
        steps = x.shape[0]
        dx = torch.empty(steps, x.shape[1], kernel.shape[1], dtype=x.dtype, device=x.device)
        dhw = dx if kind is not GRU else torch.empty_like(dx)
        grads = list(d_states)
        for t in range(steps - 1, -1, -1):
            grads[0] = grads[0] + d_outputs[t]
            inside = grads if mask is None else [torch.where(mask[t], g, 0) for g in grads]
            dx[t], hw, passed = kind.back(ctx.kept[t], inside, recurrent_t)
            if dhw is not dx:
                dhw[t] = hw
            grads = list(passed) if mask is None else [torch.where(mask[t], p, g) for p, g in zip(passed, grads)]
        flat, flat_h = dx.reshape(-1, dx.shape[2]), dhw.reshape(-1, dx.shape[2])
        before = torch.cat([start[0].unsqueeze(0), outputs[:-1]]) if steps else outputs
        wants = ctx.needs_input_grad
        return (None, None, (flat @ kernel.t()).reshape(x.shape) if wants[2] else None,
                x.reshape(-1, x.shape[2]).t() @ flat if wants[3] else None,
                before.reshape(-1, before.shape[2]).t() @ flat_h if wants[4] else None,
                flat.sum(0) if wants[5] else None, flat_h.sum(0) if wants[6] else None, *grads)


def _differentiably(wants, kind, mask, x, kernel, recurrent, bias, inner, states, grads):
    """The gradients through `_plainly`: for gradients of gradients and for several at once."""
    inputs = [x, kernel, recurrent, bias, inner, *states]
    with torch.enable_grad():
        inputs = [t if t is None or t.requires_grad else t.detach().requires_grad_() for t in inputs]
        outputs, last = _plainly(kind, inputs[0], inputs[5:], *inputs[1:5], mask)
        chosen = [t for t, w in zip(inputs, wants) if w]
        made = iter(torch.autograd.grad([outputs, *last], chosen, grads, create_graph=True, allow_unused=True))
    return [next(made) if w else None for w in wants]


def _run(kind, x, states, kernel, recurrent, bias, inner, mask, time_major, reverse, zero_masked):
    """(outputs, last output, states) as Keras has them: after a masked step the output before it is repeated."""
    if x.is_meta:
        y = x.new_empty(*x.shape[:2], states[0].shape[1])
        return y, torch.empty_like(states[0]), *(torch.empty_like(s) for s in states)
    x = x if time_major else x.transpose(0, 1)
    mask = None if mask is None else (mask if time_major else mask.transpose(0, 1)).unsqueeze(-1)
    if reverse:
        x, mask = x.flip(0), None if mask is None else mask.flip(0)
    states = [s.expand(x.shape[1], -1) for s in states]
    if forward_ad._current_level >= 0:
        outputs, states = _plainly(kind, x, states, kernel, recurrent, bias, inner, mask)
    else:
        outputs, *states = _Recurrence.apply(kind, mask, x, kernel, recurrent, bias, inner, *states)
    if mask is not None:
        seen = mask if zero_masked else mask.cummax(0).values
        outputs = torch.where(seen, outputs, 0)
    last = outputs[-1]
    return outputs if time_major else outputs.transpose(0, 1), last, *states


@op("FusedLSTM", register=False, x="T", h="T", c="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def lstm(x, h, c, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, name=None):
    """An LSTM over `x`: (outputs, last output, h, c). Gates are in the order input, forget, cell, output."""
    return _run(LSTM, x, (h, c), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked)


@op("FusedGRU", register=False, x="T", h="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def gru(x, h, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, name=None):
    """A GRU that resets after the product, over `x`: (outputs, last output, h). `bias` [2, 3 * units]; gates update, reset, new."""
    inputs, inner = (None, None) if bias is None else bias.unbind(0)
    return _run(GRU, x, (h,), kernel, recurrent, inputs, inner, mask, time_major, reverse, zero_masked)


@op("FusedRNN", register=False, x="T", h="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def simple(x, h, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, name=None):
    """tanh(x @ kernel + h @ recurrent + bias) over `x`: (outputs, last output, h)."""
    return _run(SIMPLE, x, (h,), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked)
