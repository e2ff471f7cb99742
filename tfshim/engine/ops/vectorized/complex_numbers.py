"""Roots of many complex numbers by those of their parts: torch takes the C library's for each number.

Where a part is not finite, or nothing can be divided by, the C library decides.
"""

from __future__ import annotations

import math

import torch

from tfshim.engine.ops.vectorized import comparisons, selections
from tfshim.engine.values.readable import at_least, on_processor

_MANY = 1 << 10  # numbers from which the passes over their parts take less time


def suits(x: torch.Tensor) -> bool:
    """Whether `sqrt` of `x`, which is complex, takes less time than torch's."""
    return at_least(x.numel(), _MANY) and on_processor(x) and not x.is_conj() and not x.is_neg()


def _parts(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    real, imaginary = torch.view_as_real(x.detach()).unbind(-1)
    return real.contiguous(), imaginary.contiguous()


def sqrt(x: torch.Tensor) -> torch.Tensor:
    """The roots, with a real part that is not negative, of numbers that suit, without a gradient."""
    real, imaginary = _parts(x)
    longer = torch.hypot(real, imaginary).mul_(0.5).add_(real.abs().mul_(0.5)).sqrt_()
    if not math.isfinite(longer.sum().item()) or longer.amin().item() < torch.finfo(longer.dtype).tiny ** 0.25:
        return torch.sqrt(x.detach())
    shorter = imaginary.abs().div_(longer).mul_(0.5)
    right = comparisons.ge(real, 0)
    of_imaginary = selections.where(right, shorter, longer)
    return torch.complex(selections.where(right, longer, shorter), of_imaginary.copysign_(imaginary))
