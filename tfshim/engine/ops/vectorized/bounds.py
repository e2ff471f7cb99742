"""Gradients that pass between two bounds, in one pass over memory."""

from __future__ import annotations

import math

import torch

from tfshim.engine.values.readable import readable


def kept_within(grad: torch.Tensor, x: torch.Tensor, low: float = -math.inf, high: float = math.inf) -> torch.Tensor | None:
    """`grad` where `low <= x <= high`, 0 elsewhere; float32 or float64, of which no tape records anything.

    None where `x` holds what is not finite: to what is no number no gradient of TensorFlow's goes, and torch's kernel lets it pass.
    """
    if not readable(x) or not math.isfinite(x.sum().item()):
        return None
    ends = torch.tensor([low, high], dtype=x.dtype)
    # The kernel's limits lie outside of what it lets pass. Next to 0 lie numbers that functions take for 0.
    below, above = torch.nextafter(ends, ends.new_tensor([-math.inf, math.inf])).tolist()
    least = torch.finfo(x.dtype).tiny
    below, above = -least if low == 0 else below, least if high == 0 else above
    made: torch.Tensor = torch.ops.aten.hardtanh_backward(grad, x, below, above)
    return made
