"""The counter-based generator behind every seeded draw: Philox4x32 with ten rounds.

A *block* is what one counter value gives: four 32-bit words. Keys (64 bits) and counters (128 bits) are Python
integers here; the blocks themselves are computed with NumPy, or one at a time with plain integers where a call
needs only a few and NumPy's fixed cost would dominate.
"""

import functools
import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

MASK32 = 0xFFFFFFFF
MASK64 = (1 << 64) - 1
MASK128 = (1 << 128) - 1

# Blocks computed at a time: the working arrays stay in the second-level cache.
CHUNK = 16384
# Up to this many blocks plain integers are quicker than arrays.
SCALAR_BLOCKS = 16

# The multipliers and Weyl increments of Salmon et al. (2011): the generator is defined by them.
_MUL0, _MUL1 = 0xD2511F53, 0xCD9E8D57
_WEYL0, _WEYL1 = 0x9E3779B9, 0xBB67AE85
_U_MASK, _U_32 = np.uint64(MASK32), np.uint64(32)

Columns = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def block(key: int, counter: int) -> tuple[int, int, int, int]:
    """The four words of one block."""
    c0, c1 = counter & MASK32, (counter >> 32) & MASK32
    c2, c3 = (counter >> 64) & MASK32, (counter >> 96) & MASK32
    for k0, k1 in _round_keys(key):
        p, q = _MUL0 * c0, _MUL1 * c2
        c0, c1, c2, c3 = (q >> 32) ^ c1 ^ k0, q & MASK32, (p >> 32) ^ c3 ^ k1, p & MASK32
    return c0, c1, c2, c3


@functools.lru_cache(64)
def _round_keys(key: int) -> list[tuple[int, int]]:
    """The keys of the ten rounds."""
    return [((key + i * _WEYL0) & MASK32, ((key >> 32) + i * _WEYL1) & MASK32) for i in range(10)]


def columns_at(key: int, counter: int, offsets: np.ndarray) -> Columns:
    """Words 0, 1, 2, 3 of the blocks at `counter + offsets` (uint64 offsets), each as a uint64 array."""
    low, high = counter & MASK64, (counter >> 64) & MASK64
    position = offsets + np.uint64(low)
    c0, c1 = position & _U_MASK, position >> _U_32
    # Arrays of one, not scalars: before NumPy 2, a uint64 scalar and a Python integer make a float64.
    c2, c3 = np.array([high & MASK32], np.uint64), np.array([high >> 32], np.uint64)
    # A draw across the end of the counter's lower half carries into the upper one.
    if len(offsets) and low + int(offsets.max()) > MASK64:
        upper = np.where(position < offsets, np.uint64((high + 1) & MASK64), np.uint64(high))
        c2, c3 = upper & _U_MASK, upper >> _U_32
    return rounds(c0, c1, c2, c3, key)


def block_of_each(keys: np.ndarray, counters: np.ndarray) -> tuple[Any, Any, Any, Any]:
    """The four words of the block at each of many positions: keys, uint64 [n], lower and upper halves of counters, uint64 [n, 2]."""
    low, high = counters.T
    return rounds(low & MASK32, low >> 32, high & MASK32, high >> 32, keys)


def words_of_each(keys: np.ndarray, counters: np.ndarray, count: int) -> np.ndarray:
    """The first `count` words of the streams at many positions, as of `block_of_each`: uint64 [n, count]."""
    blocks = -(-count // 4)
    if blocks == 1:
        return np.stack(block_of_each(keys, counters)[:count], 1)
    low, high = counters[:, :1], counters[:, 1:]
    position = low + np.arange(blocks, dtype=np.uint64)
    upper = high + (position < low)  # a draw across the end of the lower half, as in `columns_at`
    made = rounds(position & MASK32, position >> 32, upper & MASK32, upper >> 32, keys[:, None])
    return np.stack(made, 2).reshape(len(keys), 4 * blocks)[:, :count]


def rounds(c0: Any, c1: Any, c2: Any, c3: Any, key: Any) -> tuple[Any, Any, Any, Any]:
    """The ten rounds on the four words of counters: uint64 arrays, or int64 tensors (where no bit is a sign).

    `key` is a number, or an array with one for each counter.
    """
    k0, k1 = key & MASK32, (key >> 32) & MASK32
    # The low halves keep their upper bits until the mask after the next exclusive-or: one operation less.
    p, q = c0 * _MUL0, c2 * _MUL1
    c0, c2 = ((q >> 32) ^ c1 ^ k0) & MASK32, ((p >> 32) ^ c3 ^ k1) & MASK32
    for _ in range(9):
        c1, c3 = q, p
        k0, k1 = (k0 + _WEYL0) & MASK32, (k1 + _WEYL1) & MASK32
        # In place from here on, where nothing is the caller's and all have the size of the result.
        p, q = c0, c2
        p *= _MUL0
        q *= _MUL1
        c0, c2 = q >> 32, p >> 32
        c0 ^= c1
        c0 ^= k0
        c0 &= MASK32
        c2 ^= c3
        c2 ^= k1
        c2 &= MASK32
    q &= MASK32
    p &= MASK32
    return c0, q, c2, p


def columns(key: int, counter: int, count: int) -> Columns:
    """Words 0, 1, 2, 3 of `count` successive blocks, each as a uint64 array."""
    if count <= SCALAR_BLOCKS:
        rows = [block(key, counter + i) for i in range(count)]
        a, b, c, d = np.array(rows, np.uint64).reshape(count, 4).T
        return a, b, c, d
    return columns_at(key, counter, np.arange(count, dtype=np.uint64))


def chunks(key: int, counter: int, count: int) -> Iterator[tuple[int, int, Columns]]:
    """(first block, end block, columns) over `count` successive blocks, a cache-sized piece at a time."""
    for start in range(0, count, CHUNK):
        stop = min(start + CHUNK, count)
        yield start, stop, columns(key, counter + start, stop - start)


def words(key: int, counter: int, count: int) -> np.ndarray:
    """The first `count` words of the stream that starts at `counter`, as uint32."""
    blocks = -(-count // 4)
    if blocks == 1:
        return np.array(block(key, counter)[:count], np.uint32)
    out = np.empty((blocks, 4), np.uint32)
    for start, stop, cols in chunks(key, counter, blocks):
        for i, col in enumerate(cols):
            out[start:stop, i] = col
    return out.reshape(-1)[:count]


def skip(counter: int, blocks: int) -> int:
    """The counter after `blocks` more blocks, taken modulo 2**64, as the reference counts.

    It adds the lower and the upper half of `blocks` one after the other, and forgets a carry that makes the upper half
    overflow: a negative number therefore goes back within the lower 64 bits.
    """
    low = (counter & MASK32) + (blocks & MASK32)
    upper = ((blocks >> 32) + (low >> 32)) & MASK32
    high = (counter >> 32) + upper
    return ((high << 32) | (low & MASK32)) & MASK128


class Philox:
    """A position in a stream: a key and a counter, both Python integers.

    `reserve(blocks)` hands out the present position and moves past the blocks, so that every draw owns its part
    of the stream whatever its order of computation.
    """

    __slots__ = ("key", "counter")

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key, self.counter = key & MASK64, counter & MASK128

    @classmethod
    def from_pair(cls, seed: int, seed2: int) -> "Philox":
        """The stream of a seed pair: the first seed is the key, the second the upper half of the counter."""
        return cls(seed, (seed2 & MASK64) << 64)

    def reserve(self, blocks: int) -> tuple[int, int]:
        """The (key, counter) of a draw that may use up to `blocks` blocks; the stream goes on after them."""
        before = self.counter
        self.counter = (before + blocks) & MASK128
        return self.key, before

    def __repr__(self) -> str:
        return f"Philox(key={self.key:#x}, counter={self.counter:#x})"


def word_iterator(key: int, counter: int, ahead: int) -> Iterator[int]:
    """The words of a stream one after the other, for who goes on with no other than the first ones: `ahead` blocks at first."""

    def pieces(counter: int, ahead: int) -> Iterator[list[int]]:
        while True:
            if ahead <= SCALAR_BLOCKS:
                yield [word for i in range(ahead) for word in block(key, counter + i)]
            else:
                yield words(key, counter, 4 * ahead).tolist()
            counter += ahead
            ahead = min(2 * ahead, 1024)

    return itertools.chain.from_iterable(pieces(counter, max(1, min(ahead, 1024))))


class RegularDraws:
    """The first words of draws that come at equal distances of one stream, computed for several draws together.

    A few blocks take NumPy hardly less time than many.
    """

    __slots__ = ("_before", "_known", "_form")
    _MOST = 32

    def __init__(self, form: Callable[[np.ndarray], list[list[int]]] = np.ndarray.tolist) -> None:
        """`form` makes of an array of words, one row for each draw, what is given out of them."""
        self._form, self._before = form, (-1, -1)  # the draw before
        # Key, counter, distance and blocks of a draw; what is given for it and for those that follow. Replaced as a whole, for others.
        self._known: tuple[int, int, int, int, list[list[int]]] = (-1, 0, 1, 0, [])

    def first(self, key: int, counter: int, distance: int, blocks: int) -> tuple[list[int], Iterator[int]]:
        """What `form` makes of the first `blocks` blocks of the draw at `counter`, and the words after them.

        The next draw is expected `distance` blocks later.
        """
        known_key, start, apart, count, rows = self._known
        at, rest = divmod(counter - start, apart)
        if known_key != key or apart != distance or count != blocks or rest or not 0 <= at < len(rows):
            expected = self._before == (key, counter - distance)
            at, ahead = 0, min(max(2, 2 * len(rows)), self._MOST) if expected else 1
            offsets = (np.arange(ahead) * distance)[:, None] + np.arange(blocks)
            made = np.stack(columns_at(key, counter, offsets.reshape(-1).astype(np.uint64)), -1)
            rows = self._form(made.reshape(ahead, 4 * blocks))
            self._known = (key, counter, distance, blocks, rows)
        self._before = key, counter
        return rows[at], _words_after(key, counter + blocks, 2 * blocks)


def _words_after(key: int, counter: int, ahead: int) -> Iterator[int]:
    yield from word_iterator(key, counter, ahead)


class WordStream:
    """The words of a stream one after the other, computed ahead in growing pieces."""

    __slots__ = ("_key", "_counter", "_ready", "_ahead")

    def __init__(self, key: int, counter: int) -> None:
        self._key, self._counter = key, counter
        self._ready, self._ahead = iter([]), 1

    @classmethod
    def from_pair(cls, seed: int, seed2: int) -> "WordStream":
        """The word stream of a seed pair."""
        start = Philox.from_pair(seed, seed2)
        return cls(start.key, start.counter)

    def __next__(self) -> int:
        for word in self._ready:
            return word
        self._ready = iter(words(self._key, self._counter, 4 * self._ahead).tolist())
        self._counter += self._ahead
        self._ahead = min(2 * self._ahead, 1024)
        return next(self._ready)

    def position(self) -> list[int]:
        """Where the stream is: the arguments of `at_position`."""
        blocks, words_of_one = divmod(-operator.length_hint(self._ready), 4)
        return [self._key, self._counter + blocks, words_of_one]

    @classmethod
    def at_position(cls, key: int, counter: int, offset: int) -> "WordStream":
        """The stream of `key` from word `offset` of block `counter` on."""
        made = cls(key, counter)
        for _ in range(offset):
            next(made)
        return made

    def __iter__(self) -> "WordStream":
        return self
