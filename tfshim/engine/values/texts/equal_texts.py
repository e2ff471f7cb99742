"""Equal strings among many, found by sorting numbers that hold a hash and a place (`engine/ops/vectorized/sorted_keys.py`)."""

from __future__ import annotations

import numpy as np

from tfshim.engine.values import runs
from tfshim.engine.values.texts.memory import Texts

_LONGEST = 40  # bytes: a dictionary takes less time for longer ones
_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio: its products spread over the upper bits


def grouped(array: np.ndarray) -> tuple[np.ndarray, np.ndarray] | tuple[None, None]:
    """The places of the strings of a vector with equal ones side by side and in their order, and where in it others begin.

    Nothing where there are long ones, or where different ones have the same hash.
    """
    texts = Texts.of(array)
    if texts is None or (longest := int(texts.lengths.max())) > _LONGEST:
        return None, None
    words = [texts.masked(i) for i in range((longest + 7) // 8)]
    hashes = texts.lengths.astype(np.uint64)
    for word in words:
        hashes += word
        hashes *= _FACTOR
        hashes ^= hashes >> np.uint64(32)
    hashes *= _FACTOR
    bits = np.uint64((1 << (len(array) - 1).bit_length()) - 1)
    numbers = hashes & ~bits
    numbers |= np.arange(len(array), dtype=np.uint64)
    numbers.sort()
    order = (numbers & bits).view(np.int64)
    numbers &= ~bits
    starts = runs.starts(numbers)
    for part in (texts.lengths, *words):
        sorted_part = part[order]
        if ((sorted_part[1:] != sorted_part[:-1]) > starts[1:]).any():
            return None, None
    return order, starts
