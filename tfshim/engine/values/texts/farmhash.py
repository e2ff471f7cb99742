"""The 64-bit fingerprint that TensorFlow hashes strings and rows with (FarmHash's `Fingerprint64`)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tfshim.engine.values.text import Packed, in_pieces, text_storage, words_in
from tfshim.engine.values.texts.memory import Texts

_M = (1 << 64) - 1
_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def _low(v: Any) -> Any:
    """The low 64 bits: an array of uint64 has no others."""
    return v & _M if type(v) is int else v


def _rotate(v: Any, shift: int) -> Any:
    v = _low(v)
    return v >> shift | v << (64 - shift)


def _mix(v: Any) -> Any:
    v = _low(v)
    return v ^ v >> 47


def _combine(u: Any, v: Any, factor: Any) -> Any:
    a = _mix((u ^ v) * factor)
    return _low(_mix((v ^ a) * factor) * factor)


def _word(s: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(s[at : at + size], "little")


# Each formula takes one string, or many of its class of lengths as a `_Class`: then all numbers are arrays of uint64, which
# wrap by themselves. `n` is the length, and `word` reads from `s`.
def _up_to_3(s: Any, n: Any, word: Any) -> Any:
    y, z = word(s, 0, 1) + (word(s, n >> 1, 1) << 8), n + (word(s, n - 1, 1) << 2)
    return _low(_mix(y * _K2 ^ z * _K0) * _K2)


def _up_to_7(s: Any, n: Any, word: Any) -> Any:
    return _combine(n + (word(s, 0, 4) << 3), word(s, n - 4, 4), _K2 + n * 2)


def _up_to_16(s: Any, n: Any, word: Any) -> Any:
    factor = _K2 + n * 2
    a, b = word(s, 0) + _K2, word(s, n - 8)
    return _combine(_rotate(b, 37) * factor + a, (_rotate(a, 25) + b) * factor, factor)


def _middle(s: Any, n: Any, word: Any) -> tuple[Any, Any, Any, Any, Any]:
    """What strings of 17 to 64 bytes have in common: (a, b, y, z, factor)."""
    factor = _K2 + n * 2
    a, b = word(s, 0), word(s, 8)
    c, d = word(s, n - 8) * factor, word(s, n - 16) * _K2
    return a, b, c, d, factor


def _up_to_32(s: Any, n: Any, word: Any) -> Any:
    a, b, c, d, factor = _middle(s, n, word)
    a = a * _K1
    return _combine(_rotate(a + b, 43) + _rotate(c, 30) + d, a + _rotate(b + _K2, 18) + c, factor)


def _up_to_64(s: Any, n: Any, word: Any) -> Any:
    a, b, c, d, factor = _middle(s, n, word)
    a = a * _K2
    y = _rotate(a + b, 43) + _rotate(c, 30) + d
    z = _combine(y, a + _rotate(b + _K2, 18) + c, factor)
    e, f = word(s, 16) * factor, word(s, 24)
    g, h = (y + word(s, n - 32)) * factor, (z + word(s, n - 24)) * factor
    return _combine(_rotate(e + f, 43) + _rotate(g, 30) + h, e + _rotate(f + a, 18) + g, factor)


def _weak(s: Any, at: Any, a: Any, b: Any, word: Any) -> tuple[Any, Any]:
    w, x, y, z = word(s, at), word(s, at + 8), word(s, at + 16), word(s, at + 24)
    c = a + w
    b = _rotate(b + c + z, 21)
    a = c + x + y
    b = b + _rotate(a, 44)
    return _low(a + z), _low(b + c)


def _round(
    s: Any, at: Any, x: Any, y: Any, z: Any, v: tuple[Any, Any], w: tuple[Any, Any], factor: Any, weight: int, word: Any
) -> tuple[Any, Any, Any, tuple[Any, Any], tuple[Any, Any]]:
    """One block of 64 bytes; the last one has another factor and weight."""
    x = _low(_rotate(x + y + v[0] + word(s, at + 8), 37) * factor)
    y = _low(_rotate(y + v[1] + word(s, at + 48), 42) * factor)
    x = _low(x ^ w[1] * weight)
    y = _low(y + v[0] * weight + word(s, at + 40))
    z = _low(_rotate(z + w[0], 33) * factor)
    v = _weak(s, at, v[1] * factor, x + w[0], word)
    w = _weak(s, at + 32, z + w[1], y + word(s, at + 16), word)
    return z, y, x, v, w


def _seeds(first: Any) -> tuple[Any, Any, Any, tuple[Any, Any], tuple[Any, Any]]:
    """What the blocks of strings of more than 64 bytes begin with; `first` is their first word."""
    y = 81 * _K1 + 113 & _M
    z = _mix(y * _K2 + 113) * _K2 & _M
    x = (81 * _K2 & _M) + first & _M
    # Zeros of the kind of `x`, a number or an array.
    y, z, zero = x * 0 + y, x * 0 + z, x * 0
    return x, y, z, (zero, zero), (zero, zero)


def _ended(s: Any, at: Any, n: Any, x: Any, y: Any, z: Any, v: tuple[Any, Any], w: tuple[Any, Any], word: Any) -> Any:
    """The fingerprint after all blocks, by the last 64 bytes, which begin at `at`."""
    factor = _K1 + ((z & 0xFF) << 1)
    w = (w[0] + (n - 1 & 63), w[1])
    v = (v[0] + w[0], v[1])
    w = (w[0] + v[0], w[1])
    x, y, z, v, w = _round(s, at, x, y, z, v, w, factor, 9, word)
    return _combine(_combine(v[0], w[0], factor) + _mix(y) * _K0 + z, _combine(v[1], w[1], factor) + x, factor)


def _longer(s: bytes, n: int) -> Any:
    """Strings of more than 64 bytes."""
    state = _seeds(_word(s, 0))
    for at in range(0, (n - 1) // 64 * 64, 64):
        state = _round(s, at, *state, _K1, 1, _word)
    return _ended(s, n - 64, n, *state, _word)


def _long_ones(texts: Texts | Packed) -> np.ndarray:
    """The fingerprints of strings of more than 64 bytes; those that are at an end drop out block by block."""
    order = np.argsort(-texts.lengths, kind="stable")
    texts = texts[order]
    lengths = texts.lengths
    blocks = (lengths - 1) // 64
    x, y, z, v, w = _seeds(texts.words(0))
    state = [x, y, z, *(part.copy() for part in (*v, *w))]
    counts = np.searchsorted(-blocks, -np.arange(1, blocks[0] + 1), "right").tolist()
    for i, count in enumerate(counts):
        part = texts[:count]
        block = [part.words(8 * i + j) for j in range(8)]
        x, y, z, v0, v1, w0, w1 = (numbers[:count] for numbers in state)
        x, y, z, v, w = _round(block, 0, x, y, z, (v0, v1), (w0, w1), _K1, 1, _of_block)
        for numbers, made in zip(state, (x, y, z, *v, *w)):
            numbers[:count] = made
    x, y, z, v0, v1, w0, w1 = state
    out = np.empty_like(x)
    last = [texts.words_at(lengths - (64 - 8 * j)) for j in range(8)]
    out[order] = _ended(last, 0, lengths.astype(np.uint64), x, y, z, (v0, v1), (w0, w1), _of_block)
    return out


def _of_block(s: list[np.ndarray], at: int) -> np.ndarray:
    return s[at >> 3]


def fingerprint64(s: bytes) -> int:
    """The fingerprint of the bytes `s`, an integer below 2**64."""
    n = len(s)
    if n > 64:
        return _longer(s, n)
    if n > 32:
        return _up_to_64(s, n, _word)
    if n > 16:
        return _up_to_32(s, n, _word)
    if n > 7:
        return _up_to_16(s, n, _word)
    if n > 3:
        return _up_to_7(s, n, _word)
    return _up_to_3(s, n, _word) if n else _K2


def fingerprint_of_two(a: Any, b: Any) -> Any:
    """The fingerprint of two fingerprints, one after the other: integers, or arrays of uint64."""
    factor = 0xC6A4A7935BD1E995
    made = (a ^ factor) ^ _mix(b * factor) * factor
    made = made * factor
    return _mix(_mix(made) * factor)


def fingerprints_of(values: list[Any]) -> Any:
    """The fingerprints of strings, or integers as they are: negative ones as the unsigned numbers of the same bits.

    A list, and of many an array of uint64.
    """
    if len(values) < _FEW:
        return [fingerprint64(v) if isinstance(v, bytes) else v & _M for v in values]
    return fingerprints64(values) if isinstance(values[0], bytes) else np.array(values, np.int64).view(np.uint64)


def fingerprints_of_rows(columns: Sequence[Any], key: int, modulus: int) -> np.ndarray:
    """For each row of columns of fingerprints the fingerprint of `key` and all of them, below `modulus`, as int64."""
    count = len(columns[0]) if columns else 0
    if count < _FEW:
        return np.array([functools.reduce(fingerprint_of_two, row, key) % modulus for row in zip(*columns)], np.int64)
    arrays = [np.asarray(c, np.uint64) for c in columns]
    found = functools.reduce(fingerprint_of_two, arrays, np.full(count, key, np.uint64))
    return (found % np.uint64(modulus)).astype(np.int64)


class _Class(NamedTuple):
    """Strings of one class of lengths, and the first words of those of up to 7 bytes, which are all that these have."""

    texts: Texts | Packed
    first: np.ndarray | None


def _words(s: _Class, at: Any, size: int = 8) -> np.ndarray:
    if s.first is not None:
        word = s.first >> (at << np.uint64(3)) if isinstance(at, np.ndarray) else s.first
        return word & np.uint64((1 << 8 * size) - 1)
    return s.texts.words_at(at.astype(np.int64)) if isinstance(at, np.ndarray) else s.texts.words(at >> 3)


_FEW = 24  # strings that are done sooner one by one
_CLASSES = (0, 3, 7, 16, 32, 64)  # the greatest lengths of the classes; longer ones are another
_CLASS_OF = np.searchsorted(_CLASSES, np.arange(_CLASSES[-1] + 2))


def fingerprints64(items: Sequence[bytes] | np.ndarray) -> np.ndarray:
    """The fingerprints of many strings, a list or an array of them, as a vector of uint64."""
    if isinstance(items, np.ndarray):
        if items.size > _MOST_LOOKED_UP:
            return in_pieces(_fingerprints, items)
        items = items.reshape(-1).tolist()
    if len(items) > _MOST_LOOKED_UP:
        return in_pieces(_fingerprints, text_storage(items, (len(items),)))
    found = list(map(_SEEN.get, items))
    return _seen_now(items) if None in found else np.fromiter(found, np.uint64, len(found))


# Batches of categories hold the same few texts again and again: of these a dictionary gives the fingerprints in less time than the
# calls take that compute them.
_SEEN: dict[bytes, int] = {}
_MOST_SEEN, _MOST_LOOKED_UP, _LONGEST_SEEN = 1 << 14, 512, 64


def _seen_now(items: Sequence[bytes]) -> np.ndarray:
    """The fingerprints of strings, some of which were not seen before; the next time they will have been."""
    if len(items) < _FEW:
        made = np.array(list(map(fingerprint64, items)), np.uint64)
    else:
        made = _fingerprints(text_storage(items, (len(items),)))
    if max(map(len, items)) <= _LONGEST_SEEN:
        if len(_SEEN) >= _MOST_SEEN:
            _SEEN.clear()
        _SEEN.update(zip(items, made.tolist()))
    return made


def _fingerprints(array: np.ndarray) -> np.ndarray:
    texts = words_in(array)
    out = np.empty(len(array), np.uint64)
    classes = _CLASS_OF[np.minimum(texts.lengths, _CLASSES[-1] + 1)]
    counts = np.bincount(classes)
    for found in np.flatnonzero(counts).tolist():
        every = counts[found] == len(array)
        which: Any = slice(None) if every else np.flatnonzero(classes == found)
        if counts[found] < _FEW:
            out[which] = [fingerprint64(item) for item in array[which].tolist()]
            continue
        some = texts if every else texts[which]
        if found == len(_CLASSES):
            out[which] = _long_ones(some)
        else:
            s = _Class(some, some.words(0) if 0 < found <= _SHORT else None)
            out[which] = _FORMULAS[found](s, some.lengths.astype(np.uint64), _words)
    return out


_SHORT = 2  # the last class of strings of one word


_FORMULAS: tuple[Callable[[Any, Any, Any], Any], ...] = (lambda s, n, word: _K2, _up_to_3, _up_to_7, _up_to_16, _up_to_32, _up_to_64)
