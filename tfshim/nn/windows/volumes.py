"""The largest and the mean value of each window of a volume.

The gradient of the largest goes to all that are equal to it, as TensorFlow's kernel has it; torch's goes to the first of them. Means of
windows that lie side by side take torch eight times as long as the sums here.
"""

from __future__ import annotations

import itertools
import math

import torch

from tfshim.engine.runtime.autograd_function import Function, in_front
from tfshim.engine.values.readable import readable
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
        # A number that is not finite would not vanish in a product with zero.
        finite = readable(grad) and grad.dtype is y.dtype and bool(torch.isfinite(grad).all())
        equal = torch.empty_like(y)
        for place in _places(window, strides, y.shape[2:]):
            if finite:
                # Into numbers torch compares whole vectors, into truth values one element after the other.
                spread[place].addcmul_(torch.eq(padded[place], y, out=equal), grad)
            else:
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


class MeanOfSideBySide(Function):
    """The means of windows of `x`, channels first in the order of axes and last in memory, that begin where the one before ends."""

    @staticmethod
    def forward(x, window, counts):
        first, *others = (x[place] for place in _places(window, window, counts))
        made = torch.add(first, others[0])  # in the order of memory that the volume has
        for other in others[1:]:
            made.add_(other)
        return made.div_(math.prod(window))

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.window, _ = inputs
        ctx.sizes = x.shape[2:]

    @staticmethod
    def backward(ctx, grad):
        grad = (grad / math.prod(ctx.window)).permute(0, 2, 3, 4, 1)
        batch, *counts, channels = grad.shape
        a, b, c = ctx.window
        each = grad[:, :, None, :, None, :, None].expand(batch, counts[0], a, counts[1], b, counts[2], c, channels)
        made = each.reshape(batch, *(n * k for n, k in zip(counts, ctx.window)), channels).permute(0, 4, 1, 2, 3)
        rest = [(n, 0, size - n) for size, n in zip(ctx.sizes, made.shape[2:])]
        return pad_spatial(made, rest) if any(more for _, _, more in rest) else made, None, None
