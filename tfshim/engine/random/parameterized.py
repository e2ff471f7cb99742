"""Normal values between given bounds, by the rejection method that suits where the bounds lie.

The values of one set of parameters are drawn one after the other from one stream; the next set goes on at the next
block. Where the reference divides the work among threads, each part starts at a place of its own.
"""

import math
from typing import Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.random import normal, single, uniform
from tfshim.engine.random.shards import shards

_NUMPY = {torch.float16: np.float16, torch.float32: np.float32, torch.float64: np.float64}
_COST = {torch.float16: 214, torch.float32: 187, torch.float64: 258}  # cycles a value, which decide about the threads
_NUMBERS_APART = 2000  # for each value between the starts of two threads
# values, which of them are accepted, and (values, blocks): how many values come from how many blocks
Candidates: TypeAlias = "tuple[np.ndarray, np.ndarray, tuple[int, int]]"
_NEAR = 1.3  # bounds further out than this, on both sides of the mean, leave most plain normals inside


def truncated_normal(
    key: int, counter: int, samples: int, mean: np.ndarray, stddev: np.ndarray, low: np.ndarray, high: np.ndarray, dtype: torch.dtype
) -> np.ndarray:
    """`samples` values for each of the flat float arrays' entries: [samples, len(mean)] of the type `dtype`.

    Raises ValueError for bounds that are out of order or both infinite, and for a deviation that is not positive.
    """
    if not np.all((stddev > 0) & (low < high) & (np.isfinite(low) | np.isfinite(high))):
        raise ValueError("Invalid parameters")
    kind = _NUMPY[dtype]
    sets = [_Bounded(*(kind(p[i]) for p in (mean, stddev, low, high))) for i in range(len(mean))]
    out = np.empty(len(mean) * samples, kind)
    for first, last in shards(len(out), _COST[dtype]):
        at = counter + first * (_NUMBERS_APART // uniform.group_size(dtype))
        while first < last:
            stop = min(last, (first // samples + 1) * samples)
            out[first:stop], used = sets[first // samples].draw(key, at, stop - first, dtype)
            first, at = stop, at + used
    return out.reshape(len(mean), samples).T


class _Bounded:
    """A normal distribution between bounds, turned so that most of what is inside lies above the mean."""

    def __init__(self, mean: Any, stddev: Any, low: Any, high: Any) -> None:
        if np.isneginf(low) or high < mean:
            low, high, stddev = high, low, -stddev
        self._mean, self._stddev = mean, stddev
        self._low, self._high = (low - mean) / stddev, (high - mean) / stddev
        kind = type(mean)
        # Robert (1995): the exponential that rejects least beyond a bound, and the width below which a uniform rejects fewer.
        low, high = self._low, self._high
        root = np.sqrt(low * low + kind(4))
        self._rate = (low + root) / kind(2)
        with np.errstate(over="ignore"):
            cutoff = kind(2) * np.exp(kind(0.5) + (low * (low - root)) / kind(4)) / (low + root)
        if low < -_NEAR and high >= 0 or high > _NEAR and low <= 0:
            self._candidates = self._plain
        elif high - low < cutoff:
            self._candidates = self._even
        else:
            self._candidates = self._tail

    def draw(self, key: int, counter: int, count: int, dtype: torch.dtype) -> tuple[np.ndarray, int]:
        """`count` values and the number of blocks that they took."""
        found, used = [], 0
        missing = count
        while missing:
            blocks = 2 * (missing // uniform.group_size(dtype) + 4)
            values, accepted, width = self._candidates(key, counter + used, blocks, dtype)
            places = np.flatnonzero(accepted)[:missing]
            found.append(values[places])
            missing -= len(places)
            # Only blocks up to the last accepted value are used up: how many were drawn ahead must not show.
            used += blocks if missing else (int(places[-1]) // width[0] + 1) * width[1]
        return np.concatenate(found) * self._stddev + self._mean, used

    # Each gives candidates, which of them are accepted, and how many candidates come from how many blocks.
    def _plain(self, key: int, counter: int, blocks: int, dtype: torch.dtype) -> Candidates:
        size = uniform.group_size(dtype)
        values = normal.normal(key, counter, blocks * size, dtype).numpy()
        return values, (values >= self._low) & (values <= self._high), (size, 1)

    def _even(self, key: int, counter: int, blocks: int, dtype: torch.dtype) -> Candidates:
        size = uniform.group_size(dtype)
        kind = type(self._mean)
        # A block of values, then one that decides about them, as in TensorFlow; in the tail neighbouring words make such a pair.
        pairs = uniform.uniform(key, counter, blocks * size, dtype).numpy().reshape(-1, 2, size)
        values = pairs[:, 0].reshape(-1) * (self._high - self._low) + self._low
        peak = kind(0) if self._low < 0 else self._low * self._low
        accepted = pairs[:, 1].reshape(-1) <= np.exp((peak - values * values) / kind(2))
        return values, accepted, (size, 2)

    def _tail(self, key: int, counter: int, blocks: int, dtype: torch.dtype) -> Candidates:
        size = uniform.group_size(dtype)
        kind = type(self._mean)
        pairs = uniform.uniform(key, counter, blocks * size, dtype).numpy().reshape(-1, 2)
        values = -_log(pairs[:, 0]) / self._rate + self._low
        with np.errstate(over="ignore", invalid="ignore"):
            x = self._rate - values
            accepted = (pairs[:, 1] <= np.exp(-x * x / kind(2))) & (values < self._high)
        return values, accepted, (size // 2, 1)


def _log(u: np.ndarray) -> np.ndarray:
    """The C library's logarithm of numbers in [0, 1)."""
    # A uniform of zero: minus infinity, which the logarithm by tables would not give.
    positive = u > 0
    if u.dtype == np.float64:
        logs = normal.libm(math.log, np.where(positive, u, 1.0))
    else:
        logs = single.log(single.NUMPY, np.where(positive, u, 1).astype(np.float32))
    return np.where(positive, logs, -np.inf).astype(u.dtype)
