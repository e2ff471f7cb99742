"""Gradients that pass between two bounds, in one pass over memory."""

from __future__ import annotations

import functools
import math

import numpy as np
import torch

from tfshim.engine.values.readable import is_finite, number_is, readable


def kept_within(grad: torch.Tensor, x: torch.Tensor, low: float = -math.inf, high: float = math.inf) -> torch.Tensor | None:
    """`grad` where `low <= x <= high`, 0 elsewhere; float32 or float64, of which no tape records anything.

    None where `x` holds what is not finite: to what is no number no gradient of TensorFlow's goes, and torch's kernel lets it pass.
    """
    if not readable(x) or not number_is(is_finite, x.sum()):
        return None
    below, above = _around(x.dtype, low, high)
    made: torch.Tensor = torch.ops.aten.hardtanh_backward(grad, x, below, above)
    return made


@functools.cache
def _around(dtype: torch.dtype, low: float, high: float) -> tuple[float, float]:
    """The limits of torch's kernel, which lie outside of what it lets pass. Next to 0 lie numbers that functions take for 0."""
    kind = np.float32 if dtype is torch.float32 else np.float64
    least = torch.finfo(dtype).tiny
    below = -least if low == 0 else float(np.nextafter(kind(low), kind(-math.inf)))
    above = least if high == 0 else float(np.nextafter(kind(high), kind(math.inf)))
    return below, above
