"""Means of the windows of large images, by a convolution of each channel with ones: oneDNN's takes half the time of torch's pool."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import torch

from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, forward_mode, on_processor, readable

_LARGE = 1 << 15  # elements from which it takes less time


def suits(x: torch.Tensor, window: Sequence[int], pads: Sequence[tuple[int, int, int]], ceil: bool | None) -> bool:
    """Whether `means` gives the means of the windows of `x`, channels first, where `pads` holds (outputs, before, after) of each axis."""
    return (
        x.ndim == 4
        and ceil is False
        and at_least(x.numel(), _LARGE)
        and x.dtype is torch.float32
        and x.stride(1) == 1
        and x.shape[1] > 1
        and 1 < window[0] * window[1] <= 32
        and on_processor(x)
        and not forward_mode()
        and torch._C._get_mkldnn_enabled()
        and torch.backends.mkldnn.is_available()
    )


def means(x: torch.Tensor, window: Sequence[int], strides: Sequence[int], around: Sequence[int], counts: torch.Tensor) -> torch.Tensor:
    """The mean of each window, of the numbers that are not padding; `counts` says how many these are."""
    if torch.is_grad_enabled() and x.requires_grad:
        made: torch.Tensor = _Means.apply(x, tuple(window), tuple(strides), tuple(around), counts)
        return made
    return _means(x, window, strides, around, counts)


def _means(x: torch.Tensor, window: Sequence[int], strides: Sequence[int], around: Sequence[int], counts: torch.Tensor) -> torch.Tensor:
    number = window[0] * window[1]
    # Shares that are powers of two are exact; others would be rounded before they are added.
    exact = not any(around) and number & (number - 1) == 0
    ones = _filters(x.shape[1], *window, 1 / number if exact else 1.0)
    made = torch.conv2d(x.detach(), ones, None, strides, around, 1, x.shape[1])
    return made if exact else made.div_(counts if any(around) else number)


@lru_cache(maxsize=64)
def _filters(channels: int, rows: int, columns: int, value: float) -> torch.Tensor:
    with torch.inference_mode(False):
        return torch.full((channels, 1, rows, columns), value).contiguous(memory_format=torch.channels_last)


class _Means(Function):
    """The means. Where windows move by one, the gradient is the sums of windows too; elsewhere it is that of torch's pool."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, window: Any, strides: Any, around: Any, counts: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x)
        ctx.windows, ctx.counts = (window, strides, around), counts
        return _means(x, window, strides, around, counts)

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (x,) = ctx.saved_tensors
        window, strides, around = ctx.windows
        if strides == (1, 1) and not torch.is_grad_enabled() and grad.stride(1) == 1 and readable(grad):
            shares = grad / (ctx.counts if any(around) else window[0] * window[1])
            beyond = [size - 1 - before for size, before in zip(window, around)]
            return torch.conv2d(shares, _filters(x.shape[1], *window, 1.0), None, 1, beyond, 1, x.shape[1]), None, None, None, None
        return torch.ops.aten.avg_pool2d_backward(grad, x, *ctx.windows, False, False, None), None, None, None, None
