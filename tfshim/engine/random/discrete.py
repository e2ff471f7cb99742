"""Draws of positions: permutations by the swap chain and categorical samples from unnormalised log-probabilities."""

import math

import numpy as np

from tfshim.engine.random import philox
from tfshim.engine.random.shards import shards
from tfshim.engine.random.uniform import unit64


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
    # Within a shard the words run on over the rows; each shard has a place of its own in the stream.
    for first, last in shards(batch, int(50.0 * (samples * math.log2(classes) + classes))):
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
