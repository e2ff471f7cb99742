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
    # Remainders favour small offsets a little; TensorFlow takes them, and the order has to be the same.
    draws %= np.arange(size, 1, -1, dtype=np.uint32)
    draws += np.arange(size - 1, dtype=np.uint32)
    for i, j in enumerate(draws.tolist()):
        order[i], order[j] = order[j], order[i]
    return order


def permutation_blocks(size: int) -> int:
    """Blocks that a permutation of `size` elements uses up."""
    # `size - 1` words, four to a block, rounded up.
    return (size + 2) // 4 if size > 1 else 0


def categorical_blocks(batch: int, samples: int) -> int:
    """Blocks reserved for a categorical draw."""
    # Far more than is read: what TensorFlow reserves, so that the next draw starts at the same place as there.
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
        start = counter + first * (samples + 3) // 4
        uniforms[first:last] = _uniforms(key, start, (last - first) * samples).reshape(-1, samples)
    finite = np.isfinite(logits)
    # In double precision and relative to the greatest, as TensorFlow computes them for every type of `logits`.
    with np.errstate(invalid="ignore"):
        if finite.all():
            wide = logits.astype(np.float64)
            weights = np.exp(wide - np.maximum.reduce(wide, 1, keepdims=True))
        else:
            largest = np.where(finite, logits, -np.inf).max(1, keepdims=True).astype(np.float64)
            weights = np.where(finite, np.exp(np.where(finite, logits, 0).astype(np.float64) - largest), 0.0)
    limits = np.add.accumulate(weights, 1)
    targets = uniforms * limits[:, -1:]
    for row in range(batch):
        out[row] = limits[row].searchsorted(targets[row], "right")
    return out


def _uniforms(key: int, counter: int, count: int) -> np.ndarray:
    """`count` float64 in [0, 1), of two words each."""
    if count > 2 * philox.SCALAR_BLOCKS:
        pairs = philox.words(key, counter, 2 * count).astype(np.uint64).reshape(-1, 2)
        return unit64(pairs[:, 0], pairs[:, 1])
    made = []
    for i in range(-(-count // 2)):
        a, b, c, d = philox.block(key, counter + i)
        made += [((a & 0xFFFFF) << 32 | b) * 2.0**-52, ((c & 0xFFFFF) << 32 | d) * 2.0**-52]
    return np.array(made[:count])
