"""What stateless ops start from: the scrambled seed, and the keyed permutation of a range of indices."""

import functools
import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from tfshim.engine.random.philox import MASK32, MASK64, block, rounds
from tfshim.engine.runtime.errors import invalid

IntOrArray = TypeVar("IntOrArray", int, np.ndarray)

# TensorFlow's constant: a seed of small numbers would otherwise be a key of mostly zero bits.
_SCRAMBLE_KEY = 0x02461E293EC8F720
FEISTEL_KEY = 498247692  # the first of the three seed words where two are given
_TABLE_BELOW = 1 << 13
_SCALAR_INDICES = 8
_SCHEDULE_CONSTANT = 0xFFFFFFFC
_SCHEDULE_BITS = 0b11110101  # one bit a round from the fourth key on; zeros after these


def scramble(seed0: int, seed1: int) -> tuple[int, int]:
    """The (key, counter) of a stateless draw with seed [seed0, seed1]."""
    m0, m1, m2, m3 = block(_SCRAMBLE_KEY, (seed0 & MASK64) | ((seed1 & MASK64) << 64))
    return m0 | (m1 << 32), (m2 << 64) | (m3 << 96)


def scramble_each(seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same for each row of `seeds`, int64 [n, 2]: keys, uint64 [n], and the lower and upper halves of counters, uint64 [n, 2]."""
    low, high = seeds.view(np.uint64).T
    m0, m1, m2, m3 = rounds(low & MASK32, low >> 32, high & MASK32, high >> 32, _SCRAMBLE_KEY)
    return m0 | m1 << 32, np.stack((np.zeros_like(m2), m2 | m3 << 32), 1)


def index_shuffle(indices: Sequence[int], seed: Sequence[int], max_index: int, rounds: int = 4) -> list[int]:
    """The images of `indices` under a permutation of 0..max_index chosen by three seed words.

    A Feistel network of an even number of `rounds` permutes all numbers of an even number of bits, at least 16; it is
    applied again until the value is in range. An index above `max_index` is no element of the range, but is mapped into it, unless
    the walk comes back to it: InvalidArgumentError, where TensorFlow goes round for ever.
    """
    if max_index == 0:
        return [0] * len(indices)
    # TensorFlow's smallest block has 16 bits; both halves are equally wide. A power of two as `max_index` has one bit more than is counted.
    width = (max(16, math.ceil(math.log2(max_index))) + 1) // 2
    keys = _round_keys(seed, width, rounds)
    if width == 8 and max_index < _TABLE_BELOW:
        return _by_table(indices, keys, max_index)
    if len(indices) > _SCALAR_INDICES:
        return _by_array(indices, keys, width, max_index)
    images = []
    for index in indices:
        image = _feistel(index, keys, width)
        # Walking on until the image is in the range is what makes it a permutation of the range.
        while image > max_index:
            if image == index:
                raise _round(index, max_index)
            image = _feistel(image, keys, width)
        images.append(image)
    return images


def _round(index: int, max_index: int) -> Exception:
    return invalid(f"index must be <= max_index, got {index} and {max_index}")


def _by_array(indices: Sequence[int], keys: Sequence[int], width: int, max_index: int) -> list[int]:
    values = np.array(indices, np.uint64)
    todo = np.arange(len(values))
    first = values.copy()
    while len(todo):
        values[todo] = _feistel(values[todo], keys, width)
        todo = todo[values[todo] > max_index]
        back = todo[values[todo] == first[todo]]
        if len(back):
            raise _round(int(first[back[0]]), max_index)
    return values.tolist()


def _by_table(indices: Sequence[int], keys: Sequence[int], max_index: int) -> list[int]:
    """In a small range most values are outside, so that the walk is long: the whole permutation is made once."""
    table = _table(tuple(keys))
    images = []
    for index in indices:
        first = index & 0xFFFF
        image = table[first]
        while image > max_index:
            if image == first:
                raise _round(index, max_index)
            image = table[image]
        images.append(image)
    return images


@functools.lru_cache(maxsize=16)
def _table(keys: tuple[int, ...]) -> list[int]:
    every = np.arange(1 << 16, dtype=np.uint64)
    return _feistel(every, keys, 8).tolist()


def _rotl(x: IntOrArray, by: int, width: int) -> IntOrArray:
    return ((x << by) | (x >> (width - by))) & ((1 << width) - 1)


def _rotr(x: IntOrArray, by: int, width: int) -> IntOrArray:
    return _rotl(x, width - by, width)


def _round_keys(seed: Sequence[int], width: int, rounds: int) -> list[int]:
    """The key schedule of the SIMON block cipher for three key words, cut to `width` bits."""
    mask = (1 << width) - 1
    keys = [word & mask for word in seed[:rounds]]
    for i in range(3, rounds):
        last = keys[i - 1]
        constant = _SCHEDULE_CONSTANT ^ ((_SCHEDULE_BITS >> (i - 3)) & 1)
        keys.append((constant ^ keys[i - 3] ^ _rotr(last, 3, width) ^ _rotr(last, 4, width)) & mask)
    return keys


def _feistel(value: IntOrArray, keys: Sequence[int], width: int) -> IntOrArray:
    """One pass over a number, or over each of a uint64 array."""
    left, right = (value >> width) & ((1 << width) - 1), value & ((1 << width) - 1)
    for i in range(0, len(keys), 2):
        left ^= _mix(right, width) ^ keys[i]
        right ^= _mix(left, width) ^ keys[i + 1]
    return (left << width) | right


def _mix(x: IntOrArray, width: int) -> IntOrArray:
    return (_rotl(x, 1, width) & _rotl(x, 8, width)) ^ _rotl(x, 2, width)
