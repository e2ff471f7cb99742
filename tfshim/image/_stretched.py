"""Large pictures of few channels enlarged by linear interpolation, axis by axis: torch's kernel goes pixel by pixel there."""

from __future__ import annotations

import torch

from tfshim.engine.values.readable import at_least, readable
from tfshim.image import _filters
from tfshim.math._gradients import needs_grad

_MANY = 1 << 18  # numbers of the result from which it takes less time
_FEW_CHANNELS = 4


def suits(x: torch.Tensor, size: tuple[int, int]) -> bool:
    """Whether `stretched` takes less time for `x` [batch, height, width, channels] than torch's kernel."""
    batch, height, width, channels = x.shape
    return (
        x.dtype is torch.float32
        and channels <= _FEW_CHANNELS
        and height <= size[0]
        and width <= size[1]
        and at_least(batch * size[0] * size[1] * channels, _MANY)
        and x.is_cpu
        and x.is_contiguous()
        and not needs_grad(x)
        and readable(x)
    )


def stretched(x: torch.Tensor, size: tuple[int, int]) -> torch.Tensor:
    """`x` in `size`, with pixels centred at halves."""
    batch, height, width, channels = x.shape
    left, right, across = _between_columns(width, size[1], channels)
    above, below, down = _filters.rows_between(height, size[0])
    made = x.new_empty(batch, size[0], size[1] * channels)
    # Picture by picture, in memory that stays in the processor's cache.
    sides = x.new_empty(2, height, size[1] * channels)
    ends = x.new_empty(2, *made.shape[1:])
    for picture, result in zip(x.view(batch, height, -1), made):
        torch.index_select(picture, 1, left, out=sides[0])
        torch.index_select(picture, 1, right, out=sides[1])
        torch.lerp(sides[0], sides[1], across, out=sides[0])
        torch.index_select(sides[0], 0, above, out=ends[0])
        torch.index_select(sides[0], 0, below, out=ends[1])
        torch.lerp(ends[0], ends[1], down.view(-1, 1), out=result)
    return made.view(batch, *size, channels)


def _between_columns(width: int, count: int, channels: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of each number of a row of `count` pixels, between which two of a row of `width` it lies, and its share of the second."""
    left, right, share = _filters.rows_between(width, count)
    each = torch.arange(channels)
    first, second = ((side.view(-1, 1) * channels + each).view(-1) for side in (left, right))
    return first, second, share.view(-1).repeat_interleave(channels)
