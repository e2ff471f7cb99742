"""Quotients and remainders of many integers by one, by NumPy, which multiplies where torch has the processor divide each."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tfshim.engine.values.readable import at_least, on_processor

_MANY = 1 << 10
_KINDS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)


def by_one(x: torch.Tensor, y: Any) -> int | None:
    """The one number, within the dtype of `x` and not 0, that all of `x` are to be divided by; None if they are not, or are few."""
    if not at_least(x.numel(), _MANY) or x.dtype not in _KINDS or not on_processor(x):
        return None
    if isinstance(y, torch.Tensor):
        if y.dim() or y.dtype is not x.dtype or not on_processor(y):
            return None
        y = y.item()
    ends = torch.iinfo(x.dtype)
    return y if type(y) is int and y and ends.min <= y <= ends.max else None


def floored(x: torch.Tensor, y: int) -> torch.Tensor:
    """`x // y`, rounded down, where `by_one` gives `y`."""
    made = torch.empty_like(x)
    array = x.numpy()
    with np.errstate(over="ignore"):  # the least integer divided by -1 stays what it is
        np.floor_divide(array, array.dtype.type(y), out=made.numpy())
    return made


def remainders(x: torch.Tensor, y: int) -> torch.Tensor:
    """`x % y` with the sign of `y`, where `by_one` gives `y`."""
    return floored(x, y).mul_(y).neg_().add_(x)
