"""LSTM, GRU and simple recurrences over whole sequences as single operations."""

import torch

from tfshim.engine.ops.op import op
from tfshim.engine.ops.recurrences import onednn
from tfshim.engine.ops.recurrences.kinds import GRU, LSTM, RESET_FIRST, SIMPLE, with_functions
from tfshim.engine.ops.recurrences.sequences import recurrence, without_gaps
from tfshim.engine.values import dtypes


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
    if kind is LSTM and mask is not None and not wants_states and onednn.serves(x):
        outputs = without_gaps(x, states, kernel, recurrent, bias, mask)
    else:
        outputs, *states = recurrence(kind, mask, x, kernel, recurrent, bias, inner, *states)
    if mask is not None:
        # Without `zero_masked`, masked steps repeat the last output; before the first unmasked step it is zero, whatever the initial state.
        seen = mask if zero_masked else mask.cumsum(0) > 0
        outputs = torch.where(seen, outputs, 0)
    # The last state costs nothing more, and its gradient is not spread over all steps.
    last = states[0] if mask is None and len(outputs) else outputs[-1]
    return outputs if time_major else outputs.transpose(0, 1), last, *states


def _reset_in_front(w):
    update, reset, new = w.chunk(3, -1)
    return torch.cat([reset, update, new], -1)


@op("FusedLSTM", register=False, x="T", h="T", c="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def lstm(
    x,
    h,
    c,
    kernel,
    recurrent,
    bias,
    mask,
    time_major,
    reverse,
    zero_masked,
    wants_states=True,
    activation="tanh",
    recurrent_activation="sigmoid",
    name=None,
):
    """An LSTM over `x`: (outputs, last output, h, c). Gates are in the order input, forget, cell, output.

    Without `wants_states` h and c may be those of the start.
    """
    kind = with_functions(LSTM, activation, recurrent_activation)
    return _run(kind, x, (h, c), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked, wants_states)


@op("FusedGRU", register=False, x="T", h="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def gru(
    x,
    h,
    kernel,
    recurrent,
    bias,
    mask,
    time_major,
    reverse,
    zero_masked,
    activation="tanh",
    recurrent_activation="sigmoid",
    reset_after=True,
    name=None,
):
    """A GRU over `x`: (outputs, last output, h). Gates update, reset, new.

    `bias` [2, 3 * units] where it resets after the product, else [3 * units].
    """
    if not reset_after:
        kernel, recurrent, bias = (None if w is None else _reset_in_front(w) for w in (kernel, recurrent, bias))
        kind = with_functions(RESET_FIRST, activation, recurrent_activation)
        return _run(kind, x, (h,), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked)
    inputs, inner = (None, None) if bias is None else bias.unbind(0)
    return _run(
        with_functions(GRU, activation, recurrent_activation),
        x,
        (h,),
        kernel,
        recurrent,
        inputs,
        inner,
        mask,
        time_major,
        reverse,
        zero_masked,
    )


@op("FusedRNN", register=False, x="T", h="T", kernel="T", recurrent="T", bias="T?", mask="bool?", T=dtypes.FLOATS)
def simple(x, h, kernel, recurrent, bias, mask, time_major, reverse, zero_masked, activation="tanh", name=None):
    """activation(x @ kernel + h @ recurrent + bias) over `x`: (outputs, last output, h)."""
    return _run(
        with_functions(SIMPLE, activation, "sigmoid"), x, (h,), kernel, recurrent, bias, None, mask, time_major, reverse, zero_masked
    )
