"""Draws of positions: permutations by the swap chain and categorical samples from unnormalised log-probabilities."""

import math
import os

import numpy as np

from tfshim.engine.random import philox
from tfshim.engine.random.uniform import unit64

# The reference samples rows in shards whose limits follow its thread count once there is enough work (see
# `_shards`). None: the number of processors this process may run on, which is the reference's default as well.
intra_op_threads: int | None = None

_SHARD_COST = 100_000.0
_BLOCK_COST = 40_000.0


def permutation(key: int, counter: int, size: int) -> list[int]:
    """A permutation of range(size): position i is swapped with one of the positions from i on, one word each."""
    order = list(range(size))
    if size < 2:
        return order
    draws = philox.words(key, counter, size - 1)
    draws %= np.arange(size, 1, -1, dtype=np.uint32)
    draws += np.arange(size - 1, dtype=np.uint32)
    for i, j in enumerate(draws.tolist()):
        order[i], order[j] = order[j], order[i]
    return order


def permutation_blocks(size: int) -> int:
    """Blocks that a permutation of `size` elements uses up."""
    return (size + 2) // 4 if size > 1 else 0


def categorical_blocks(batch: int, samples: int) -> int:
    """Blocks reserved for a categorical draw."""
    return 256 * batch * 2 * (4 * -(-samples // 4))


def categorical(key: int, counter: int, logits: np.ndarray, samples: int) -> np.ndarray:
    """`samples` class numbers for each row of `logits` (float [batch, classes]): int64 [batch, samples]."""
    batch, classes = logits.shape
    out = np.empty((batch, samples), np.int64)
    if not out.size:
        return out
    uniforms = np.empty((batch, samples))
    for first, last in _shards(batch, samples, classes):
        count = 2 * (last - first) * samples
        start = counter + first * (samples + 3) // 4
        pairs = philox.words(key, start, count).astype(np.uint64).reshape(-1, 2)
        uniforms[first:last] = unit64(pairs[:, 0], pairs[:, 1]).reshape(-1, samples)
    finite = np.isfinite(logits)
    largest = np.where(finite, logits, -np.inf).max(1, keepdims=True).astype(np.float64)
    with np.errstate(invalid="ignore"):
        weights = np.where(finite, np.exp(np.where(finite, logits, 0).astype(np.float64) - largest), 0.0)
    limits = np.cumsum(weights, 1)
    targets = uniforms * limits[:, -1:]
    for row in range(batch):
        out[row] = np.searchsorted(limits[row], targets[row], side="right")
    return out


def _shards(batch: int, samples: int, classes: int) -> list[tuple[int, int]]:
    """The row ranges that are sampled as one stream each."""
    cost = int(50.0 * (samples * math.log2(classes) + classes))
    threads = _threads()
    workers = min(threads, max(1, int((batch * cost - _SHARD_COST) / _SHARD_COST + 0.9)))
    if workers == 1 or batch <= 1:
        return [(0, batch)]
    size = smallest = min(batch, max(-(-batch // (4 * threads)), int(_BLOCK_COST / cost)))
    count = -(-batch // size)
    efficiency = _efficiency(count, threads)
    while efficiency < 1.0 and count > 1:
        coarser = -(-batch // (count - 1))
        if coarser > min(batch, 2 * smallest):
            break
        count = -(-batch // coarser)
        coarser_efficiency = _efficiency(count, threads)
        if coarser_efficiency + 0.01 >= efficiency:
            size, efficiency = coarser, max(efficiency, coarser_efficiency)
    return [(first, min(first + size, batch)) for first in range(0, batch, size)]


def _efficiency(shards: int, threads: int) -> float:
    return shards / (-(-shards // threads) * threads)


def _threads() -> int:
    if intra_op_threads is not None:
        return intra_op_threads
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
