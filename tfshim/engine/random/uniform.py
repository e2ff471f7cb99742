"""Uniform draws: floats in [0, 1), integers in a range and integers over their whole range.

Every function returns a flat torch tensor. The position `(key, counter)` comes from a reservation.
"""

from typing import Any

import numpy as np
import torch

from tfshim.engine.random import on_device, philox

# Mantissa bits of the types that take one word a value.
_SHORT_MANTISSA = {torch.float32: 23, torch.float16: 10, torch.bfloat16: 7}
# The type NumPy computes in; bfloat16 values are exact in float32, where they are made.
_COMPUTE: dict[torch.dtype, Any] = {torch.float32: np.float32, torch.float16: np.float16, torch.bfloat16: np.float32}
_WORD32 = {torch.int32: np.int32, torch.uint32: np.uint32}
_WORD64 = {torch.int64: np.int64, torch.uint64: np.uint64}

FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def group_size(dtype: torch.dtype) -> int:
    """Values made from one block: two for 64-bit types, else four."""
    return 2 if dtype in (torch.float64, torch.int64, torch.uint64) else 4


def unit64(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """float64 in [0, 1) from pairs of words (uint64 arrays): 52 bits, of which `upper` gives the leading twenty."""
    mantissa = ((upper & np.uint64(0xFFFFF)) << np.uint64(32)) | lower
    return mantissa.astype(np.float64) * 2.0**-52


def uniform(key: int, counter: int, count: int, dtype: torch.dtype, device: torch.device | None = None) -> torch.Tensor:
    """`count` floats in [0, 1); on the CPU, or on `device` where that can draw them itself."""
    if device is not None and on_device.can_draw(device, counter, count):
        return on_device.uniform(key, counter, count, dtype, device)
    group = group_size(dtype)
    blocks = -(-count // group)
    if blocks == 1 and dtype is not torch.float64:
        # Few enough bits for a Python float and for the dtype, so nothing is rounded; NumPy's fixed cost would be most of the time.
        low, unit = (1 << _SHORT_MANTISSA[dtype]) - 1, 2.0 ** -_SHORT_MANTISSA[dtype]
        return torch.tensor([(word & low) * unit for word in philox.block(key, counter)[:count]], dtype=dtype)
    if dtype is torch.float64:
        out = np.empty((blocks, 2), np.float64)
        for start, stop, (a, b, c, d) in philox.chunks(key, counter, blocks):
            out[start:stop, 0] = unit64(a, b)
            out[start:stop, 1] = unit64(c, d)
    else:
        bits = _SHORT_MANTISSA[dtype]
        compute = _COMPUTE[dtype]
        mask, scale = np.uint64((1 << bits) - 1), compute(2.0**-bits)
        out = np.empty((blocks, 4), compute)
        for start, stop, cols in philox.chunks(key, counter, blocks):
            for i, col in enumerate(cols):
                np.multiply((col & mask).astype(compute), scale, out=out[start:stop, i])
    return torch.from_numpy(out.reshape(-1)[:count]).to(dtype)


def uniform_of_each(keys: np.ndarray, counters: np.ndarray, count: int) -> np.ndarray:
    """The first `count` floats of float32 at each of many positions: keys, uint64 [n], and halves of counters, uint64 [n, 2]."""
    bits = _SHORT_MANTISSA[torch.float32]
    return (philox.words_of_each(keys, counters, count) & (1 << bits) - 1).astype(np.float32) * np.float32(2.0**-bits)


def full_range(key: int, counter: int, count: int, dtype: torch.dtype) -> torch.Tensor:
    """`count` integers over all values of int32, uint32, int64 or uint64."""
    return torch.from_numpy(_raw(key, counter, count, dtype).view(_numpy_type(dtype)))


def integers(key: int, counter: int, count: int, dtype: torch.dtype, low: int, high: int) -> torch.Tensor:
    """`count` integers in [low, high) of int32 or int64; the range may span more than half of the type's values."""
    return _between(_raw(key, counter, count, dtype), dtype, low, high)


def integers_of_each(keys: np.ndarray, counters: np.ndarray, count: int, dtype: torch.dtype, low: int, high: int) -> torch.Tensor:
    """The first `count` of them at each of many positions: keys, uint64 [n], and halves of counters, uint64 [n, 2]."""
    if dtype in _WORD32:
        return _between(philox.words_of_each(keys, counters, count).astype(np.uint32), dtype, low, high)
    return _between(_pairs(philox.words_of_each(keys, counters, 2 * count).astype(np.uint32)), dtype, low, high)


def _between(raw: np.ndarray, dtype: torch.dtype, low: int, high: int) -> torch.Tensor:
    """Integers in [low, high) of those over all values, which are changed."""
    unsigned = raw.dtype.type
    span = (high - low) % (1 << (8 * raw.itemsize))
    # Remainders favour some values a little where the span is no power of two; TensorFlow takes them too.
    raw %= unsigned(span)
    raw += unsigned(low % (1 << (8 * raw.itemsize)))
    return torch.from_numpy(raw.view(_numpy_type(dtype)))


def _numpy_type(dtype: torch.dtype) -> type:
    return _WORD32.get(dtype) or _WORD64[dtype]


def _raw(key: int, counter: int, count: int, dtype: torch.dtype) -> np.ndarray:
    if dtype in _WORD32:
        return philox.words(key, counter, count)
    return _pairs(philox.words(key, counter, 2 * count))


def _pairs(words: np.ndarray) -> np.ndarray:
    """64-bit values of two words each, the lower half first: the words' own order in little-endian memory."""
    return words.astype("<u4", copy=False).view("<u8")
