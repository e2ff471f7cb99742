"""Rows and columns of pictures mixed by weights of which each result has few that lie side by side.

A product with the whole matrix of weights multiplies by zeros mostly. Here a few results at a time are products with the part
of the matrix that has their weights.
"""

from __future__ import annotations

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode, on_processor

_MANY = 1 << 14  # numbers of the pictures from which several small products take less time than one large
_RESULTS = 16  # of a product
# Up to so many channels a column is a product with each weight repeated on a diagonal; that many results then.
_FEW_CHANNELS, _RESULTS_OF_FEW = 8, 8


def suits(x, rows, columns):
    """Whether `weighed` takes less time than products with the whole matrices."""
    return at_least(x.numel(), _MANY) and min(*rows.shape, *columns.shape) > _RESULTS and on_processor(x) and not forward_mode()


def weighed(x, rows, columns):
    """[batch, height, width, channels] in float32 with its rows and columns mixed by the matrices `[results, sources]` of weights."""
    if x.requires_grad and torch.is_grad_enabled():
        return _Weighed.apply(x, rows, columns)
    return _weighed(x, rows, columns)


class _Weighed(Function):
    """The mixture, whose gradient is that of the transposed weights."""

    @staticmethod
    def forward(ctx, x, rows, columns):
        ctx.save_for_backward(rows, columns)
        return _weighed(x, rows, columns)

    @staticmethod
    def backward(ctx, grad):
        rows, columns = ctx.saved_tensors
        return weighed(grad.contiguous(), rows.t().contiguous(), columns.t().contiguous()), None, None


def _weighed(x, rows, columns):
    batch, height, width, channels = x.shape
    made = _mixed(rows, x.reshape(batch, height, width * channels))
    count, out_height, out_width = batch * rows.shape[0], rows.shape[0], columns.shape[0]
    if channels <= _FEW_CHANNELS:
        return _mixed_columns(columns, made.view(count, -1), channels).view(batch, out_height, out_width, channels)
    # With the columns in front their weights are those of rows.
    made = made.view(count, width, channels).transpose(0, 1).reshape(1, width, -1)
    return _mixed(columns, made).view(out_width, batch, out_height, channels).permute(1, 2, 0, 3).contiguous()


def _bands(weights, count):
    """(first result, end of the results, first source, end of the sources) of each `count` results."""
    some = (weights != 0).numpy()
    results, sources = some.shape
    first, end = some.argmax(1), sources - some[:, ::-1].argmax(1)
    # A result without any weight is a product with all of them, which are 0.
    return [
        (at, min(at + count, results), int(first[at : at + count].min()), int(end[at : at + count].max()))
        for at in range(0, results, count)
    ]


def _mixed(weights, x):
    """The middle axis of `x` [many, sources, inner] mixed by the weights."""
    made = x.new_empty(x.shape[0], weights.shape[0], x.shape[2])
    for at, to, first, end in _bands(weights, _RESULTS):
        part = weights[at:to, first:end]
        for source, result in zip(x, made):
            torch.mm(part, source[first:end], out=result[at:to])
    return made


def _mixed_columns(weights, x, channels):
    """The columns of `x` [many, sources * channels] mixed by the weights."""
    made = x.new_empty(x.shape[0], weights.shape[0] * channels)
    each = torch.eye(channels)[:, None]
    for at, to, first, end in _bands(weights, _RESULTS_OF_FEW):
        part = (weights[at:to, first:end].t()[:, None, :, None] * each).reshape((end - first) * channels, (to - at) * channels)
        torch.mm(x[:, first * channels : end * channels], part, out=made[:, at * channels : to * channels])
    return made
