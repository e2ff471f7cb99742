"""Normal and truncated normal draws by the Box-Muller transform, equal to TensorFlow's in the last bit.

float32 and the shorter types are made in single precision (see `single`); float64 calls the C library through `math`.
"""

import functools
import math
from collections.abc import Callable

import numpy as np
import torch

from tfshim.engine.random import on_device, philox, single
from tfshim.engine.random.uniform import group_size, unit64

_FLOOR = single.FLOOR
TRUNCATION = 2.0  # in standard deviations
_MANY, _SAMPLE = 64, 1 << 14  # values from which calls for arrays take less time, and how many of them are compared
_JOINED = 2048  # blocks up to which both pairs of a block go through one pass, to halve NumPy's fixed cost


def box_muller64(words: philox.Columns) -> tuple[np.ndarray, np.ndarray]:
    """Two float64 normals from the four words of a block."""
    a, b, c, d = words
    u = np.maximum(unit64(a, b), _FLOOR)
    angle = unit64(c, d) * (2.0 * math.pi)
    radius = np.sqrt(-2.0 * libm(math.log, u))
    return libm(math.sin, angle) * radius, libm(math.cos, angle) * radius


def libm(function: Callable[[float], float], values: np.ndarray) -> np.ndarray:
    """`function` of the C library on each value: NumPy's own vector kernels differ in the last bit."""
    if len(values) >= _MANY:
        of_many = _of_many(function)
        if of_many is not None:
            return of_many(values)
    return np.fromiter(map(function, values.tolist()), np.float64, len(values))


def powers(values: np.ndarray, exponents: np.ndarray) -> np.ndarray:
    """The C library's power of each value."""
    if len(values) >= _MANY and _power_of_many():
        return np.float_power(values, exponents)
    return np.fromiter(map(math.pow, values.tolist(), exponents.tolist()), np.float64, len(values))


def _logarithms(values: np.ndarray) -> np.ndarray:
    return torch.xlogy(torch.ones((), dtype=torch.float64), torch.from_numpy(values)).numpy()


# What calls the C library for each of many values in some builds of NumPy and torch, and kernels of their own in others.
_PROMISING: dict[Callable[[float], float], Callable[[np.ndarray], np.ndarray]] = {
    math.sin: np.sin,
    math.cos: np.cos,
    math.log: _logarithms,
}


@functools.cache
def _of_many(function: Callable[[float], float]) -> Callable[[np.ndarray], np.ndarray] | None:
    """What computes `function` of many values with the C library's bits, None where nothing does; takes a millisecond to find out.

    A kernel of another kind differs in one of some thousand values at most.
    """
    of_many, sample = _PROMISING.get(function), _sample()
    if of_many is None or not np.array_equal(of_many(sample), np.fromiter(map(function, sample.tolist()), np.float64, len(sample))):
        return None
    return of_many


@functools.cache
def _power_of_many() -> bool:
    values, exponents = _sample(), _sample()[::-1]
    right = np.fromiter(map(math.pow, values.tolist(), exponents.tolist()), np.float64, len(values))
    return np.array_equal(np.float_power(values, exponents), right)


def _sample() -> np.ndarray:
    units = unit64(*philox.columns(1, 0, _SAMPLE)[:2])
    return np.concatenate((np.maximum(units, _FLOOR), units * (2.0 * math.pi) + _FLOOR))


def normal(key: int, counter: int, count: int, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """`count` standard normal floats, flat; on the CPU, or on `device` where that can draw them itself."""
    # In double precision the C library's functions decide the last bit, and only the CPU has those.
    if device is not None and dtype is not torch.float64 and on_device.can_draw(device, counter, count):
        return on_device.normal(key, counter, count, dtype, device)
    group = group_size(dtype)
    blocks = -(-count // group)
    out = np.empty((blocks, group), np.float64 if dtype is torch.float64 else np.float32)
    for start, stop, cols in philox.chunks(key, counter, blocks):
        for i, value in enumerate(_candidates(cols, dtype)):
            out[start:stop, i] = value
    return torch.from_numpy(out.reshape(-1)[:count]).to(dtype)


def normal_of_each(keys: np.ndarray, counters: np.ndarray, count: int) -> np.ndarray:
    """The first `count` of float32 at each of many positions: keys, uint64 [n], and halves of counters, uint64 [n, 2]."""
    words = philox.words_of_each(keys, counters, 4 * -(-count // 4))
    a, b, c, d = words.reshape(-1, 4).T
    return np.stack(_candidates((a, b, c, d), torch.float32), 1).reshape(words.shape)[:, :count]


def truncated_normal(key: int, counter: int, count: int, dtype: torch.dtype) -> torch.Tensor:
    """`count` standard normal floats redrawn until they lie within two standard deviations, flat, on the CPU."""
    group = group_size(dtype)
    groups = -(-count // group)
    out = np.empty((groups, group), np.float64 if dtype is torch.float64 else np.float32)
    for start in range(0, groups, philox.CHUNK):
        _fill_truncated(key, counter, start, out[start : start + philox.CHUNK], dtype)
    return torch.from_numpy(out.reshape(-1)[:count]).to(dtype)


def _box_muller32(word0: np.ndarray, word1: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return single.box_muller(single.NUMPY, word0, word1)


def _candidates(cols: philox.Columns, dtype: torch.dtype) -> tuple[np.ndarray, ...]:
    if dtype is torch.float64:
        return box_muller64(cols)
    count = len(cols[0])
    if count > _JOINED:
        return *_box_muller32(cols[0], cols[1]), *_box_muller32(cols[2], cols[3])
    sine, cosine = _box_muller32(np.concatenate((cols[0], cols[2])), np.concatenate((cols[1], cols[3])))
    return sine[:count], cosine[:count], sine[count:], cosine[count:]


def _fill_truncated(key: int, counter: int, first: int, out: np.ndarray, dtype: torch.dtype) -> None:
    """Fill groups `first`, `first + 1`, ... Each reads its own blocks in order and drops what lies outside."""
    groups, size = out.shape
    # TensorFlow reserves 256 words for each value; a block has four.
    step = 64 * size
    at = np.arange(first, first + groups, dtype=np.uint64) * np.uint64(step)
    filled = np.zeros(groups, np.int64)
    # Of the first draw, most groups take all values.
    first_values = _candidates(philox.columns_at(key, counter, at), dtype)
    whole = np.ones(groups, bool)
    for i, value in enumerate(first_values):
        out[:, i] = value
        whole &= np.abs(value) < TRUNCATION
    open_groups = np.flatnonzero(~whole)
    values = out[open_groups]
    while len(open_groups):
        keep = np.abs(values) < TRUNCATION
        slot = filled[open_groups, None] + np.cumsum(keep, 1) - 1
        keep &= slot < size
        row = np.broadcast_to(open_groups[:, None], keep.shape)
        out[row[keep], slot[keep]] = values[keep]
        filled[open_groups] += keep.sum(1)
        at[open_groups] += np.uint64(1)
        open_groups = open_groups[filled[open_groups] < size]
        if len(open_groups):
            values = np.stack(_candidates(philox.columns_at(key, counter, at[open_groups]), dtype), 1)
