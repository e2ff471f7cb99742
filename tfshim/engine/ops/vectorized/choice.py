"""Whether NumPy or torch computes a function of many numbers sooner on this processor.

torch computes some functions number by number, or by a library that takes many times as long on some processors as NumPy does, on one
thread. Which of the two is faster is measured by the first call with enough numbers of a dtype.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from tfshim.engine.runtime import determinism
from tfshim.engine.values.readable import forward_mode, readable

# Numbers from which the call of NumPy costs less than it saves, and from which that of an autograd function does.
MANY, MANY_RECORDED = 1 << 12, 1 << 14
_MEASURED = 1 << 14  # few enough for torch to stay on one thread
_MANY_PER_THREAD = 1 << 15  # torch takes a second thread for more than that
WORTH_IT = 1.5
_STRIDED = torch.strided


class Rivals:
    """A function as torch and as NumPy compute it.

    Arguments:
        by_torch, by_numpy: function of a tensor, and the one that is given an array and the array `out`.
        low, high: between which numbers it is measured.
        dtypes: of what it may be computed by NumPy.
        worth_it: how often NumPy has to compute it while torch does once. Of what takes several passes over its numbers, the few that are
            measured show less than there is.
        same: whether both give the same bits, so that it does not matter which of them a process has chosen.
    """

    def __init__(
        self,
        by_torch: Callable[[torch.Tensor], torch.Tensor],
        by_numpy: Callable[..., Any],
        low: float = -3,
        high: float = 3,
        dtypes: tuple[torch.dtype, ...] = (torch.float32, torch.float64),
        same: bool = False,
        worth_it: float = WORTH_IT,
    ):
        self.by_torch, self.by_numpy, self.low, self.high, self.same = by_torch, by_numpy, low, high, same
        self.worth_it = worth_it
        # dtype -> how often NumPy computes it while torch does once, on one thread; 0: not worth it; None: not measured yet.
        self.gains: dict[torch.dtype, float | None] = dict.fromkeys(dtypes)

    def numpy_wins(self, x: torch.Tensor) -> bool:
        """Whether `x`, which has `MANY` numbers, is to be computed by NumPy."""
        gain = self.gains.get(x.dtype, 0.0)
        # What was measured may differ between processes, and arrays have no derivatives in forward mode.
        if gain == 0 or not _an_array(x) or not self.same and (determinism.enabled() or forward_mode()):
            return False
        if gain is None:
            gain = self.gains[x.dtype] = self._measure(x.dtype)
        return gain != 0 and (x.numel() < _MANY_PER_THREAD or torch.get_num_threads() < gain)

    def into(self, x: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
        """`out`, with what NumPy computes of `x` written into it."""
        with np.errstate(all="ignore"):
            self.by_numpy(x.detach().numpy(), out=out.detach().numpy())
        return out

    def _measure(self, dtype: torch.dtype) -> float:
        with torch.no_grad(), np.errstate(all="ignore"):
            # Numbers of both signs side by side: of functions of two pieces torch computes only the one that neighbours share.
            x = torch.linspace(self.low, self.high, _MEASURED).view(16, -1).t().flatten().to(dtype)
            array, out = x.numpy(), self.by_torch(x).numpy()
            times = least_times(lambda: self.by_torch(x), lambda: self.by_numpy(array, out=out))
        gain = times[0] / times[1]
        return gain if gain > self.worth_it else 0.0


def _an_array(x: torch.Tensor) -> bool:
    return x.is_cpu and x.layout is _STRIDED and not x.is_neg() and readable(x)


def least_times(*ways: Callable[[], Any]) -> list[float]:
    """The seconds that each of several ways takes at least, of a few calls in turns."""
    least = [float("inf")] * len(ways)
    for _ in range(6):
        for at, way in enumerate(ways):
            start = time.perf_counter()
            way()
            least[at] = min(least[at], time.perf_counter() - start)
    return least
