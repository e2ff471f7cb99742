"""Softmax of rows that are narrower than the processor's vectors.

torch computes such a row number by number, which takes ten times as long as a row that fills a vector. Many of them are computed side
by side instead, in columns.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from tfshim.engine.values.readable import at_least, on_processor

# Numbers from which two transpositions cost less than they save, and from which they do where a tape records them.
_MANY, _MANY_RECORDED = 1 << 10, 1 << 12
_BYTES = {"AVX512": 64, "AVX2": 32}.get(torch.backends.cpu.get_cpu_capability(), 16)  # of a vector
_WIDTHS = {torch.float32: _BYTES // 4, torch.float64: _BYTES // 8}  # dtype -> numbers in a vector


def softmax(x: torch.Tensor, axis: int) -> torch.Tensor:
    """`exp(x)` divided by its sum along `axis`."""
    return _narrow(torch.softmax, x) if suits(x, axis) else torch.softmax(x, axis)


def log_softmax(x: torch.Tensor, axis: int) -> torch.Tensor:
    """The logarithm of `softmax`."""
    return _narrow(torch.log_softmax, x) if suits(x, axis) else torch.log_softmax(x, axis)


def suits(x: torch.Tensor, axis: int) -> bool:
    """Whether `x` is better computed with its last axis, which `axis` has to be, in front."""
    if x.dim() < 2 or not at_least(x.numel(), _MANY) or axis != -1 and axis != x.dim() - 1:
        return False
    if not 1 < x.shape[-1] < _WIDTHS.get(x.dtype, 0) or not on_processor(x):
        return False
    return x.numel() >= _MANY_RECORDED or not (x.requires_grad and torch.is_grad_enabled())


def _narrow(function: Callable[..., torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    columns = x.reshape(-1, x.shape[-1]).t().contiguous()
    return function(columns, 0).t().contiguous().view(x.shape)
