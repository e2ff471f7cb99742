"""Hyperbolic tangents in the way that is faster on this processor.

torch computes them by a library that takes seven times as long on some processors as NumPy does, on one thread. Which of the two is
faster is measured by the first call with enough numbers.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import torch
from torch.autograd import forward_ad

from tfshim.engine.runtime import determinism
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values.readable import at_least, readable

# Numbers from which the call of NumPy costs less than it saves, and from which that of an autograd function does.
_MANY, _MANY_RECORDED = 1 << 12, 1 << 14
_MANY_PER_THREAD = 1 << 15  # torch takes a second thread for more than that
_WORTH_IT = 1.5


class Choice:
    """`gain`: how often NumPy computes hyperbolic tangents while torch does once, on one thread; None: not measured yet."""

    gain: float | None = None


def tanh(x: torch.Tensor) -> torch.Tensor:
    """The hyperbolic tangents of `x`."""
    if Choice.gain != 0 and at_least(x.numel(), _MANY) and _suits(x):
        if not (x.requires_grad and torch.is_grad_enabled()):
            return _by_numpy(x, torch.empty_like(x))
        if x.numel() >= _MANY_RECORDED:
            return _Tanh.apply(x)
    return torch.tanh(x)


def tanh_into(x: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """`out`, with the hyperbolic tangents of `x` written into it, which may be `x` itself; no tape records either."""
    if Choice.gain != 0 and x.numel() >= _MANY and _suits(x):
        return _by_numpy(x, out)
    return torch.tanh(x, out=out)


def _suits(x: torch.Tensor) -> bool:
    if x.dtype is not torch.float32 and x.dtype is not torch.float64 or not x.is_cpu or x.layout is not torch.strided:
        return False
    # `_Tanh` has no rule for forward mode, and what was measured may differ between processes.
    if not readable(x) or x.is_neg() or forward_ad._current_level >= 0 or determinism.enabled():
        return False
    gain = Choice.gain
    if gain is None:
        gain = Choice.gain = _measure()
    return gain != 0 and (x.numel() < _MANY_PER_THREAD or torch.get_num_threads() < gain)


def _by_numpy(x: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    with np.errstate(all="ignore"):
        np.tanh(x.detach().numpy(), out.detach().numpy())
    return out


class _Tanh(Function):
    """`tanh` with torch's own gradient."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        made = _by_numpy(x, torch.empty_like(x))
        ctx.save_for_backward(made)
        return made

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (made,) = ctx.saved_tensors
        return torch.ops.aten.tanh_backward(grad, made)


def _measure() -> float:
    """`Choice.gain`, 0 where it is not worth it; takes less than a millisecond."""
    with torch.no_grad():
        x = torch.linspace(-3, 3, 1 << 14)
        out = torch.empty_like(x)
        least = [float("inf")] * 2
        for _ in range(6):
            for at, run in enumerate((lambda: torch.tanh(x), lambda: _by_numpy(x, out))):
                start = time.perf_counter()
                run()
                least[at] = min(least[at], time.perf_counter() - start)
    gain = least[0] / least[1]
    return gain if gain > _WORTH_IT else 0.0
