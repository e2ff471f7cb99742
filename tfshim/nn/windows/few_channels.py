"""Convolutions of images with few channels, such as photographs, in the direction in which torch's kernels are slow.

A transposed convolution to few channels, which is also the gradient for images of few channels, leaves most of the width of the
vector units unused. As one product, whose rows are then added up tap by tap, it takes a half to a fifth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.autograd import forward_ad

from tfshim.engine.ops.products import mm
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, readable
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
        and x.is_cpu
        and readable(x)
        and readable(w)
        and forward_ad._current_level < 0
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
