"""Means of large tensors, whose gradient is divided before it is spread, not after."""

from __future__ import annotations

import torch

from tfshim.engine.values.readable import at_least

LARGE = 1 << 15  # elements whose pass over memory takes longer than a call for a smaller tensor
REALS = (torch.float32, torch.float64)


def mean(x: torch.Tensor, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> torch.Tensor:
    """What `torch.mean(x, axis, keepdims)` gives."""
    if at_least(x.numel(), LARGE) and x.requires_grad and x.dtype in REALS and torch.is_grad_enabled():
        total = torch.sum(x, axis, keepdims)
        if total.numel():
            return total / (x.numel() // total.numel())
    return torch.mean(x, axis, keepdims)
