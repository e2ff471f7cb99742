"""Draws of positions: permutations by the swap chain and categorical samples from unnormalised log-probabilities."""

import math
from typing import Any

import numpy as np
import torch

from tfshim.engine.random import philox, stateless
from tfshim.engine.random.shards import shards
from tfshim.engine.random.uniform import unit64

# By position their arguments cost less: axis, dtype, out, keepdims.
_largest: Any = np.maximum.reduce
_total: Any = np.add.reduce

_MANY_SWAPS, _MOST_SWAPS = 1 << 10, 1 << 31  # between which they are composed as arrays in less time than one by one
_MOST_COUNTED = 1 << 12  # limits, of which counting those up to a target takes less time than a search in each row


def permutation(key: int, counter: int, size: int) -> list[int] | np.ndarray:
    """A permutation of range(size): position i is swapped with one of the positions from i on, one word each."""
    if size < 2:
        return list(range(size))
    draws = philox.words(key, counter, size - 1)
    # Remainders favour small offsets a little; TensorFlow takes them, and the order has to be the same.
    if _MANY_SWAPS <= size <= _MOST_SWAPS:
        targets = remainders(draws, np.arange(size, 1, -1, dtype=np.float64))
        targets += np.arange(size - 1, dtype=np.int32)
        return swapped(np.append(targets, np.int32(size - 1)))
    draws %= np.arange(size, 1, -1, dtype=np.uint32)
    draws += np.arange(size - 1, dtype=np.uint32)
    order = list(range(size))
    for i, j in enumerate(draws.tolist()):
        order[i], order[j] = order[j], order[i]
    return order


def remainders(words: np.ndarray, divisors: np.ndarray) -> np.ndarray:
    """The remainders of uint32 `words`, by float64 integers up to 2**31, as int32: NumPy's own take a division of integers for each.

    The quotient of two such numbers is never rounded to the next integer.
    """
    wide = words.astype(np.float64)
    quotients = np.floor(wide / divisors)
    quotients *= divisors
    wide -= quotients
    return wide.astype(np.int32)


def swapped(targets: np.ndarray) -> np.ndarray:
    """The numbers below `len(targets)` after swapping each position i, one after the other, with `targets[i]`, which is not below i.

    A swap is final for its position i, and takes there what lies at the target: the target's own number, or what the swap before it
    with the same target has put there, which is what lay at the position of that swap. So each swap points to an earlier one,
    unless it finds a number that has not moved, and all of them are followed to their ends at once.
    """
    count = len(targets)
    numbers, targets = np.arange(count, dtype=np.int32), targets.astype(np.int32, copy=False)
    pairs = targets.astype(np.int64) << 32
    pairs |= numbers
    pairs.sort()
    sources, sorted_targets = pairs.astype(np.int32), (pairs >> 32).astype(np.int32)
    # Of each swap in that order the one before it with the same target, -1 for none.
    before = np.empty(count, np.int32)
    before[0], before[1:] = -1, sources[:-1]
    before[1:] |= -(sorted_targets[1:] != sorted_targets[:-1]).astype(np.int32)
    # Where what lies at a position when its turn comes has lain at an earlier turn: at the last swap before that aims at it.
    last = np.where(sources == sorted_targets, before, sources)
    lay = numbers.copy()
    lay[sorted_targets] = np.where(last < 0, sorted_targets, last)  # the last of equal targets stays
    earlier = np.empty(count, np.int32)
    earlier[sources] = before
    first, ends = earlier < 0, torch.from_numpy(lay)
    while not torch.equal(ends, farther := ends.index_select(0, ends)):
        ends = farther
    np.maximum(earlier, 0, out=earlier)
    return np.where(first, targets, ends.index_select(0, torch.from_numpy(earlier)).numpy())


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
    if batch == 1:  # which one shard takes, however many there might be
        uniforms = _uniforms(key, counter, samples).reshape(1, samples)
    else:
        uniforms = np.empty((batch, samples))
    if batch > 1 and uniforms.size:
        # Within a shard the words run on over the rows; each shard has a place of its own in the stream.
        for first, last in categorical_shards(batch, classes, samples):
            start = counter + first * (samples + 3) // 4
            uniforms[first:last] = _uniforms(key, start, (last - first) * samples).reshape(-1, samples)
    return selected(logits, uniforms)


def selected(logits: np.ndarray, uniforms: np.ndarray) -> np.ndarray:
    """What `chosen` gives, without NumPy's warnings."""
    with np.errstate(invalid="ignore", over="ignore"):
        return chosen(logits, uniforms)


def uniforms_of_seeds(seeds: np.ndarray) -> np.ndarray:
    """The first uniform, float64 in [0, 1), of a stateless categorical draw with each row of `seeds` (int64 [n, 2])."""
    upper, lower, _, _ = philox.block_of_each(*stateless.scramble_each(seeds))
    return unit64(upper, lower)


def categorical_shards(batch: int, classes: int, samples: int) -> list[tuple[int, int]]:
    """The rows that a categorical draw takes together."""
    return shards(batch, int(50.0 * (samples * math.log2(classes) + classes)))


def chosen(logits: np.ndarray, uniforms: np.ndarray) -> np.ndarray:
    """The class numbers that `uniforms` (float64 [batch, samples] in [0, 1)) select from each row of `logits`: int64 [batch, samples].

    NumPy's warnings of overflow and of infinite differences are the caller's.
    """
    out: np.ndarray = np.empty(uniforms.shape, np.int64)
    if not out.size:
        return out
    # In double precision and relative to the greatest, as TensorFlow computes them for every type of `logits`.
    # A finite sum of squares has finite terms alone.
    if logits.dtype.kind == "f" and math.isfinite(np.vdot(logits, logits)) or (finite := np.isfinite(logits)).all():
        weights = logits.astype(np.float64)
        weights -= _largest(weights, 1, None, None, True)
        np.exp(weights, weights)
    else:
        largest = np.where(finite, logits, -np.inf).max(1, keepdims=True).astype(np.float64)
        weights = np.where(finite, np.exp(np.where(finite, logits, 0).astype(np.float64) - largest), 0.0)
    limits = np.add.accumulate(weights, 1)
    targets = uniforms * limits[:, -1:]
    if out.shape[1] == 1 and limits.size <= _MOST_COUNTED:
        return _total(limits <= targets, 1, np.int64, out, True)
    for row, limit in enumerate(limits):
        out[row] = limit.searchsorted(targets[row], "right")
    return out


class UniformsAhead:
    """The uniforms of the categorical draws of one node, those of many draws computed together.

    A loop draws at positions that are equally far apart: from the second draw on the next ones are known beforehand. A draw at
    any other position is right as well, and costs what it costs by itself.
    """

    __slots__ = ("_kind", "_last", "_base", "_gap", "_ready", "_ahead")

    def __init__(self, ahead: int) -> None:
        self._ahead = ahead
        self._kind: Any = None
        self._last: int | None = None
        self._base = self._gap = 0
        self._ready = np.empty((0, 0, 0))

    def at(self, key: int, counter: int, batch: int, samples: int) -> np.ndarray:
        """The uniforms, float64 [batch, samples], of a draw at this position whose rows are taken together."""
        kind = key, batch, samples
        if kind != self._kind:
            self._kind, self._gap, self._ready = kind, 0, self._ready[:0]
        if self._gap:
            place, rest = divmod(counter - self._base, self._gap)
            if not rest and 0 <= place < len(self._ready):
                self._last = counter
                return self._ready[place]
        gap = 0 if self._last is None else counter - self._last
        self._last, self._gap = counter, 0
        if gap <= 0 or gap > philox.MASK32 or not batch * samples:
            return _uniforms(key, counter, batch * samples).reshape(batch, samples)
        self._base, self._gap = counter, gap
        self._ready = _many_uniforms(key, counter, gap, self._ahead, batch * samples).reshape(-1, batch, samples)
        return self._ready[0]


def _many_uniforms(key: int, counter: int, gap: int, draws: int, count: int) -> np.ndarray:
    """`count` float64 in [0, 1) for each of `draws` positions from `counter` on, `gap` blocks apart."""
    blocks = -(-count // 2)
    offsets = np.arange(draws, dtype=np.uint64)[:, None] * np.uint64(gap) + np.arange(blocks, dtype=np.uint64)
    a, b, c, d = philox.columns_at(key, counter, offsets.reshape(-1))
    out = np.empty((draws, blocks, 2))
    out[:, :, 0] = unit64(a, b).reshape(draws, blocks)
    out[:, :, 1] = unit64(c, d).reshape(draws, blocks)
    return out.reshape(draws, -1)[:, :count]


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
