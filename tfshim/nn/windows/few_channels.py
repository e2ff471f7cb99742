"""Convolutions of images with few channels, such as photographs, in the direction in which torch's kernels are slow.

A convolution to few channels, transposed or not, which is also the gradient for images of few channels, leaves most of the width of
the vector units unused. As one product, whose rows are then added up tap by tap, it takes a half to a fifth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from tfshim.engine.ops.products import mm
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, forward_mode, on_processor, readable
from tfshim.math._gradients import needs_grad

FEW = 4
# Elements of the product: below, a kernel of its own is as fast; above, the memory is not worth the time.
_LEAST, _MOST = 1 << 14, 1 << 24
_BACKWARD = torch.ops.aten.convolution_backward.default


def suits(x: torch.Tensor, w: torch.Tensor, dilations: Sequence[int], groups: int) -> bool:
    """Whether `transposed` is worth calling for `x` [n, c, height, width] and filters `w` [c, few, *window]."""
    return (
        w.ndim == 4
        and w.shape[1] <= FEW
        and groups == 1
        and max(dilations) == 1
        and at_least(count := x.shape[0] * x.shape[2] * x.shape[3] * w[0].numel(), _LEAST)
        and count <= _MOST
        and x.dtype is w.dtype
        and x.dtype in (torch.float32, torch.float64)
        and on_processor(x)
        and readable(w)
        and not forward_mode()
    )


def transposed(x: torch.Tensor, w: torch.Tensor, strides: Sequence[int], around: Sequence[int], extra: Sequence[int]) -> torch.Tensor:
    """What `torch.conv_transpose2d(x, w, None, strides, around, extra)` gives, but for its rounding."""
    return (_Transposed.apply if needs_grad(x, w) else _transposed)(x, w, strides, around, extra)


def convolved(x: torch.Tensor, w: torch.Tensor, strides: Sequence[int], around: Sequence[int]) -> torch.Tensor:
    """What `torch.conv2d(x, w, None, strides, around)` gives, with a quicker gradient for `x` [n, few, height, width]."""
    return _Convolved.apply(x, w, strides, around)


def worth_it(x: torch.Tensor, w: torch.Tensor, strides: Sequence[int], dilations: Sequence[int], groups: int) -> bool:
    """Whether a convolution of `x` [n, c, height, width] with `w` [outputs, few, *window] should have that gradient."""
    if x.ndim != 4 or x.shape[1] > FEW or not x.requires_grad or not torch.is_grad_enabled():
        return False
    windows = x.shape[0] * (x.shape[2] // strides[0]) * (x.shape[3] // strides[1])
    return at_least(count := windows * w[0].numel(), _LEAST) and count <= _MOST and suits(x, w, dilations, groups)


def _transposed(x, w, strides, around, extra):
    sizes = [(n - 1) * s - 2 * p + k + e for n, s, p, k, e in zip(x.shape[2:], strides, around, w.shape[2:], extra, strict=True)]
    return _spread(x, w, strides, sizes, around)


def _spread(x, w, strides, sizes, around):
    """The transposed convolution to `sizes`, the rows and columns of each image."""
    (count, channels, rows, columns), (_, few, height, width) = x.shape, w.shape
    (down, right), (top, left) = strides, around
    taps = w.permute(1, 2, 3, 0).reshape(-1, channels)
    places = x.permute(0, 2, 3, 1).reshape(-1, channels)
    made = mm(taps, places.t()).view(few, height, width, count, rows, columns)
    # What lies in the padding is cut off at the end; what the last windows do not reach stays zero.
    whole = [max((n - 1) * s + k, z + p) for n, s, k, z, p in zip((rows, columns), strides, (height, width), sizes, around)]
    result = x.new_zeros((few, count, *whole))
    for i in range(height):
        for j in range(width):
            result[:, :, i : i + down * rows : down, j : j + right * columns : right] += made[:, i, j]
    return result[:, :, top : top + sizes[0], left : left + sizes[1]].permute(1, 0, 2, 3).contiguous(memory_format=torch.channels_last)


class _Transposed(Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, w: torch.Tensor, strides: Any, around: Any, extra: Any) -> torch.Tensor:
        ctx.save_for_backward(x, w)
        ctx.geometry = strides, around, extra
        return _transposed(x, w, strides, around, extra)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (x, w), (strides, around, extra) = ctx.saved_tensors, ctx.geometry
        wants = [wanted(ctx, 0), wanted(ctx, 1), False]
        return *_BACKWARD(grad, x, w, None, strides, around, [1, 1], True, extra, 1, wants)[:2], None, None, None


class _Convolved(Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, w: torch.Tensor, strides: Any, around: Any) -> torch.Tensor:
        ctx.save_for_backward(x, w)
        ctx.geometry = strides, around
        return torch.conv2d(x, w, None, strides, around)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (x, w), (strides, around) = ctx.saved_tensors, ctx.geometry
        wants_x, wants_w = wanted(ctx, 0), wanted(ctx, 1)
        direct = wants_x and readable(grad) and not needs_grad(grad)
        of_x = _spread(grad, w, strides, x.shape[2:], around) if direct else None
        if wants_w or not direct:
            others = _BACKWARD(grad, x, w, None, strides, around, [1, 1], False, [0, 0], 1, [wants_x and not direct, wants_w, False])
            return others[0] if of_x is None else of_x, others[1], None, None
        return of_x, None, None, None


# Taps of a filter, beyond which the passes over the result of the product take as long as the convolution.
_MOST_TAPS = 25
_LEAST_INPUTS = 16


def ends_in_few(
    x: torch.Tensor, w: torch.Tensor, strides: Sequence[int], dilations: Sequence[int], groups: int, around: Sequence[int]
) -> bool:
    """Whether a convolution of `x` [n, c, height, width] with `w` [few, c, *window] is better computed by `to_few`."""
    if x.ndim != 4 or w.shape[0] > FEW or groups != 1 or max(strides) > 1 or x.shape[1] < _LEAST_INPUTS:
        return False
    height, width = w.shape[2:]
    count = x.shape[0] * x.shape[2] * x.shape[3] * w.shape[0] * height * width
    return (
        1 < height * width <= _MOST_TAPS
        and max(dilations) == 1
        and at_least(count, _LEAST)
        and count <= _MOST
        and around[0] < height
        and around[1] < width
        and x.dtype is torch.float32 is w.dtype
        and on_processor(x)
        and readable(w)
        and not forward_mode()
    )


def to_few(x: torch.Tensor, w: torch.Tensor, around: Sequence[int]) -> torch.Tensor:
    """What `torch.conv2d(x, w, None, 1, around)` gives, but for its rounding."""
    return (_ToFew.apply if needs_grad(x, w) else _to_few)(x, w, around)


def _to_few(x, w, around):
    sizes = [n + 2 * p - k + 1 for n, p, k in zip(x.shape[2:], around, w.shape[2:], strict=True)]
    # What each place adds to the results around it: the filters the other way round.
    cut = [k - 1 - p for k, p in zip(w.shape[2:], around, strict=True)]
    return _spread(x, w.flip(2, 3).transpose(0, 1), (1, 1), sizes, cut)


class _ToFew(Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, w: torch.Tensor, around: Any) -> torch.Tensor:
        ctx.save_for_backward(x, w)
        ctx.around = around
        return _to_few(x, w, around)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (x, w), around = ctx.saved_tensors, ctx.around
        wants_x, wants_w = wanted(ctx, 0), wanted(ctx, 1)
        apart = wants_w and readable(grad) and not needs_grad(grad)
        wants = [wants_x, wants_w and not apart, False]
        of_x, of_w = _BACKWARD(grad, x, w, None, [1, 1], around, [1, 1], False, [0, 0], 1, wants)[:2] if any(wants) else (None, None)
        return of_x, _of_filters(x, w, grad, around) if apart else of_w, None


def _of_filters(x, w, grad, around):
    """The gradient for the filters: one product of what each tap sees of `grad` with the places of `x`."""
    (few, channels, height, width), (count, _, rows, columns) = w.shape, x.shape
    down, right = height - 1 - around[0], width - 1 - around[1]
    framed = F.pad(grad, (right, right, down, down))
    seen = grad.new_empty((height, width, few, count, rows, columns))
    for i in range(height):
        for j in range(width):
            seen[height - 1 - i, width - 1 - j].copy_(framed[:, :, i : i + rows, j : j + columns].transpose(0, 1))
    made = mm(seen.view(-1, count * rows * columns), x.permute(0, 2, 3, 1).reshape(-1, channels))
    return made.view(height, width, few, channels).permute(2, 3, 0, 1)
