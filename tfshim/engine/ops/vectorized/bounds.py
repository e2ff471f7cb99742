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
    # The kernel's limits lie outside of what it lets pass.
    below, above = torch.nextafter(ends, ends.new_tensor([-math.inf, math.inf])).tolist()
    made: torch.Tensor = torch.ops.aten.hardtanh_backward(grad, x, below, above)
    return made
