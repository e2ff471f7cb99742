"""Convolutions of small images, whose windows lie in the padding to a good part.

Torch's kernels multiply the zeros as well. A product of matrices for each place of the filters takes only what lies within the
images: two thirds of the numbers for windows of 5 x 5 on 7 x 7 pixels. The filters are taken in TensorFlow's order, so nothing
reorders them either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import torch

from tfshim.engine.ops.products import BLAS_IS_FASTEST
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values.readable import at_least, forward_mode, readable
from tfshim.math._gradients import needs_grad

# From so many channels in and out on, and with so many rows in each product, products are as fast as convolutions of the same count.
_CHANNELS, _ROWS = 128, 16
_SHARE = 0.75  # of the multiplications that are left at most


@lru_cache(maxsize=1024)
def _spans(windows: int, size: int, taps: int, dilation: int, before: int) -> tuple[tuple[int, int, int], ...]:
    """Along one axis, for each place in the window: the first and last window for which it lies within, and how far on it lies."""
    offsets = [tap * dilation - before for tap in range(taps)]
    return tuple((max(0, -offset), min(windows, size - offset), offset) for offset in offsets)


@lru_cache(maxsize=1024)
def _share(windows: tuple[int, int], sizes: tuple[int, int], taps: tuple[int, int], dilations: Any, before: tuple[int, int]) -> float:
    """How much of the windows lies within the images."""
    share = 1.0
    for axis in zip(windows, sizes, taps, dilations, before, strict=True):
        share *= sum(max(0, stop - start) for start, stop, _ in _spans(*axis)) / (axis[0] * axis[2] or 1)
    return share


def may_suit(x: torch.Tensor, filters: torch.Tensor, strides: Sequence[int]) -> bool:
    """Whether it is worth to ask `suits`."""
    return (
        BLAS_IS_FASTEST  # elsewhere torch's products may use half of a processor of which its convolutions use all
        and min(filters.shape[2:]) >= _CHANNELS
        and max(strides) == 1
        and x.dtype is torch.float32
        and filters.dtype is torch.float32
        and x.is_cpu
    )


def suits(x: torch.Tensor, filters: torch.Tensor, windows: Any, sizes: Any, dilations: Any, before: Any) -> bool:
    """Whether the convolution with `filters` [height, width, ...] from images of `sizes` to `windows`, or its transpose, is best
    computed here; `x`, channels last, is what it is given, and `before` the zeros in front of each axis."""
    return (
        at_least(x.shape[0] * windows[1], _ROWS)
        and min(*windows, *sizes, *filters.shape[:2]) > 0
        and _share(tuple(windows), tuple(sizes), tuple(filters.shape[:2]), tuple(dilations), tuple(before)) <= _SHARE
        and readable(x)
        and readable(filters)
        and not forward_mode()
    )


def convolved(x: torch.Tensor, filters: torch.Tensor, windows: Any, dilations: Any, before: Any) -> torch.Tensor:
    """The convolution of `x` [n, height, width, inputs] with `filters` [..., inputs, outputs], for which `suits` holds."""
    return _called(x, filters, (tuple(windows), tuple(x.shape[1:3]), tuple(dilations), tuple(before)), False)


def transposed(x: torch.Tensor, filters: torch.Tensor, sizes: Any, dilations: Any, before: Any) -> torch.Tensor:
    """The transposed convolution of `x` [n, height, width, inputs] with `filters` [..., outputs, inputs] to images of `sizes`."""
    return _called(x, filters, (tuple(x.shape[1:3]), tuple(sizes), tuple(dilations), tuple(before)), True)


def _called(x: torch.Tensor, filters: torch.Tensor, geometry: Any, back: bool) -> torch.Tensor:
    if needs_grad(x, filters):
        made: torch.Tensor = _Convolution.apply(x, filters, geometry, back)
        return made
    return (_spread if back else _gathered)(_by_rows(x), filters, geometry)


def _by_rows(x: torch.Tensor) -> torch.Tensor:
    """Images with the batch behind their rows and columns: what lies beside one another in all of them is one matrix."""
    return x.permute(1, 2, 0, 3).contiguous()


def _by_images(x: torch.Tensor) -> torch.Tensor:
    return x.permute(2, 0, 1, 3).contiguous()


def _places(taps: Sequence[int], geometry: Any) -> Iterator[tuple[int, int, Any, Any]]:
    """Each place in the window: its row, its column, and the slices of windows and of images that meet there."""
    windows, sizes, dilations, before = geometry
    down, across = (_spans(*axis) for axis in zip(windows, sizes, taps, dilations, before, strict=True))
    for i, (top, bottom, below) in enumerate(down):
        for j, (left, right, beside) in enumerate(across):
            if top < bottom and left < right:
                yield (
                    i,
                    j,
                    (slice(top, bottom), slice(left, right)),
                    (slice(top + below, bottom + below), slice(left + beside, right + beside)),
                )


def _gathered(images: torch.Tensor, filters: torch.Tensor, geometry: Any) -> torch.Tensor:
    """For each window, the sum over its places of what `images`, by rows, have there, times the filters."""
    made = images.new_zeros(*geometry[0], images.shape[2], filters.shape[3])
    for i, j, window, place in _places(filters.shape[:2], geometry):
        within = images[place].flatten(1, 2)
        made[window].flatten(1, 2).baddbmm_(within, filters[i, j].expand(len(within), -1, -1))
    return _by_images(made)


def _spread(windows: torch.Tensor, filters: torch.Tensor, geometry: Any) -> torch.Tensor:
    """Each of the `windows`, by rows, times the filters, added up at its places in the images."""
    made = windows.new_zeros(*geometry[1], windows.shape[2], filters.shape[2])
    for i, j, window, place in _places(filters.shape[:2], geometry):
        within = windows[window].flatten(1, 2)
        made[place].flatten(1, 2).baddbmm_(within, filters[i, j].t().expand(len(within), -1, -1))
    return _by_images(made)


def _of_filters(images: torch.Tensor, windows: torch.Tensor, filters: torch.Tensor, geometry: Any) -> torch.Tensor:
    made = torch.zeros_like(filters, memory_format=torch.contiguous_format)
    for i, j, window, place in _places(filters.shape[:2], geometry):
        made[i, j].addbmm_(images[place].flatten(1, 2).mT, windows[window].flatten(1, 2))
    return made


class _Convolution(Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, filters: torch.Tensor, geometry: Any, back: bool) -> torch.Tensor:
        ctx.save_for_backward(x, filters)
        ctx.geometry, ctx.back = geometry, back
        return (_spread if back else _gathered)(_by_rows(x), filters, geometry)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (x, filters), geometry, back = ctx.saved_tensors, ctx.geometry, ctx.back
        wants = wanted(ctx, 0), wanted(ctx, 1)
        if needs_grad(grad, x, filters) or not readable(grad):
            return *_by_torch(x, filters, grad, geometry, back, wants), None, None
        across = _by_rows(grad)
        of_x = (_gathered if back else _spread)(across, filters, geometry) if wants[0] else None
        if not wants[1]:
            return of_x, None, None, None
        own = _by_rows(x)
        images, windows = (across, own) if back else (own, across)
        return of_x, _of_filters(images, windows, filters, geometry), None, None


def _by_torch(x: Any, filters: Any, grad: Any, geometry: Any, back: bool, wants: tuple[bool, bool]) -> tuple[Any, Any]:
    """Both gradients by torch's own function, which can be differentiated again."""
    windows, sizes, dilations, before = geometry
    after = [n - s + (k - 1) * d - b for n, s, k, d, b in zip(windows, sizes, filters.shape[:2], dilations, before, strict=True)]
    frame = [before[1], after[1], before[0], after[0]]
    images, outputs = (grad, x) if back else (x, grad)
    wide = torch.nn.functional.pad(images.permute(0, 3, 1, 2), frame)
    outputs, kernel = outputs.permute(0, 3, 1, 2), filters.permute(3, 2, 0, 1)
    if back:
        of_x = torch.conv2d(wide, kernel, None, 1, 0, dilations).permute(0, 2, 3, 1) if wants[0] else None
    else:
        of_x = torch.conv_transpose2d(outputs, kernel, None, 1, 0, 0, 1, dilations) if wants[0] else None
        if of_x is not None:
            of_x = torch.nn.functional.pad(of_x, [-size for size in frame]).permute(0, 2, 3, 1)
    if not wants[1]:
        return of_x, None
    found = torch.ops.aten.convolution_backward(
        outputs, wide, kernel, None, [1, 1], [0, 0], list(dilations), False, [0, 0], 1, [False, True, False]
    )
    return of_x, found[1].permute(2, 3, 1, 0)
