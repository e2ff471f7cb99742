"""The largest value of each window of a volume, whose gradient goes to all that are equal to it, as TensorFlow's kernel has it.

torch's goes to the first of them.
"""

from __future__ import annotations

import itertools

import torch

from tfshim.engine.runtime.autograd_function import Function, in_front
from tfshim.nn.windows.paddings import pad_spatial


def _places(window, strides, counts):
    """For each place in a window, the slices of a padded volume with what lies there in all windows."""
    for offsets in itertools.product(*map(range, window)):
        yield (..., *(slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(offsets, counts, strides)))


class LargestOfVolumes(Function):
    """`y`, the largest values of the windows of `x` as torch computes them, with the gradient of TensorFlow's kernel."""

    @staticmethod
    def forward(x, y, window, strides, pads, least):
        return y.detach()

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, y, *ctx.options = inputs
        ctx.save_for_backward(x, y)

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return _Spread.apply(grad, x, y, *ctx.options), None, None, None, None, None

    @staticmethod
    def vmap(info, in_dims, x, y, *options):
        x, y = in_front(info, in_dims, x, y)
        return LargestOfVolumes.apply(x.flatten(0, 1), y.flatten(0, 1), *options).unflatten(0, x.shape[:2]), 0


class _Spread(Function):
    """`grad`, that of the windows, at each of their largest values."""

    @staticmethod
    def forward(grad, x, y, window, strides, pads, least):
        padded = pad_spatial(x, pads, least)
        spread = torch.zeros_like(padded)
        for place in _places(window, strides, y.shape[2:]):
            spread[place].add_(torch.where(padded[place] == y, grad, 0))
        return pad_spatial(spread, [(n, -before, -after) for n, before, after in pads])

    @staticmethod
    def setup_context(ctx, inputs, output):
        _, x, y, *ctx.options = inputs
        ctx.save_for_backward(x, y)

    @staticmethod
    def backward(ctx, again):
        x, y = ctx.saved_tensors
        window, strides, pads, least = ctx.options
        padded, again = pad_spatial(x, pads, least), pad_spatial(again, pads)
        places = _places(window, strides, y.shape[2:])
        return sum(torch.where(padded[place] == y, again[place], 0) for place in places), None, None, None, None, None, None

    @staticmethod
    def vmap(info, in_dims, grad, x, y, *options):
        grad, x, y = in_front(info, in_dims, grad, x, y)
        return _Spread.apply(grad.flatten(0, 1), x.flatten(0, 1), y.flatten(0, 1), *options).unflatten(0, x.shape[:2]), 0
