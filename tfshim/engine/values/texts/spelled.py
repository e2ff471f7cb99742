"""Numbers that short strings spell, read where the strings lie in memory: eight digits of each at once, by the arithmetic of words."""

from __future__ import annotations

import numpy as np

from tfshim.engine.values.texts.memory import Texts

LONGEST, _EXACT = 16, 15  # bytes of a string; digits whose number float64 holds
_TENS = np.array([float(10**i) for i in range(_EXACT + 1)])
_WHOLE_TENS = np.array([10**i for i in range(9)], np.uint64)


def _repeated(byte: int) -> np.uint64:
    return np.uint64(byte * 0x0101010101010101)


_ZEROS, _POINTS, _ONES, _TOPS = map(_repeated, (0x30, 0x2E, 0x01, 0x80))
_UPPER, _SIX = map(_repeated, (0xF0, 0x06))
_PLACE_OF = np.uint64(sum(place << 5 << 8 * (7 - place) for place in range(8)))  # times 1 << 8 * place: that place in the upper three bits
_EIGHT, _BITS = np.uint64(8), np.uint64(64)


def plain_numbers(array: np.ndarray, integers: bool) -> np.ndarray | None:
    """The int64 or float64 numbers that the strings of `array` spell, a vector; None where one is not plain, as `of_words` says."""
    texts = Texts.of(array)
    if texts is None:
        return None
    longest = int(texts.lengths.max())
    if longest > LONGEST or not texts.lengths.all():
        return None
    # Of those that end before the second word the first, of which nothing is taken.
    second = texts.words((texts.lengths > 8).astype(np.int64)) if longest > 8 else None
    made, read, _ = of_words(texts.words(0), second, texts.lengths, not integers)
    if not read.all():
        return None
    return made


def of_words(
    first: np.ndarray, second: np.ndarray | None, lengths: np.ndarray, points: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """The numbers that strings spell, which of these are read so, and which of them have a point.

    Arguments:
        first: a new array of the first eight bytes of each; what is behind its end may be anything.
        second: the next eight of each; None where all end before them.
        lengths: how many bytes each has, int64, up to 16.
        points: whether there may be points; numbers are float64 then, and without them integers.

    Read are up to 15 digits with at most a minus before and a point among them. Digits and the power of ten are exact float64 numbers
    then, and so one division rounds as it should. The last array is None where none has a point.
    """
    negative = (first & np.uint64(0xFF)) == ord("-")
    signed = bool(negative.any())
    if signed:
        first += negative * np.uint64(ord("0") - ord("-"))  # a zero in place of the minus
    digits = lengths - negative if signed else lengths
    counts = lengths if second is None else np.minimum(lengths, 8)
    made, read, behind = _eight(first, counts, lengths, points)
    if second is not None:
        counts = lengths - counts
        more, more_read, more_behind = _eight(second, counts, counts, points)
        read &= more_read
        if more_behind is not None:
            counts = counts - (more_behind >= 0)
            if behind is not None:
                read &= (behind < 0) | (more_behind < 0)
            behind = more_behind if behind is None else np.maximum(behind, more_behind)
        made *= _WHOLE_TENS[counts]
        made += more
    pointed = None if behind is None else behind >= 0
    if pointed is not None:
        digits = digits - pointed
    read &= (digits > 0) & (digits <= _EXACT)
    result = made.view(np.int64)
    if points:
        result = result.astype(np.float64)
        if behind is not None:
            result /= _TENS[np.clip(behind, 0, _EXACT)]
    if signed:
        np.negative(result, out=result, where=negative)
    return result, read, pointed


def _eight(words: np.ndarray, counts: np.ndarray, left: np.ndarray, points: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """What the first `counts` bytes of words spell without a point, and which of them are all digits; and how many of the bytes that are
    `left` are behind the point, -1 where there is none, and None where none has one.
    """
    if points:
        without, place = _without_point(words, counts)
        pointed = place < counts
        if pointed.any():
            return *_of_digits(without, counts - pointed), np.where(pointed, left - 1 - place, -1)
    return *_of_digits(words, counts), None


def _without_point(words: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Words of `counts` bytes without the first point in each, and its place: 8 or one behind the bytes where there is none."""
    zero_there = words ^ _POINTS
    found = zero_there - _ONES
    np.invert(zero_there, out=zero_there)
    found &= zero_there
    found &= _TOPS
    found &= ~found + np.uint64(1)  # the lowest bit alone, which is right; those above a zero may be not
    found >>= np.uint64(7)
    place = (found * _PLACE_OF >> np.uint64(61)).view(np.int64)
    place[found == 0] = 8
    found -= np.uint64(1)  # what is before the point; everything where there is none
    before = words & found
    np.invert(found, out=found)
    words = words >> _EIGHT
    words &= found
    words |= before
    return words, place


def _of_digits(words: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers that the first `counts` bytes of words spell, and where all of these bytes are digits."""
    bits = counts.astype(np.uint64)
    bits <<= np.uint64(3)
    words = words << _BITS - bits
    words |= _ZEROS >> bits
    # Digits have 3 in the upper half of the byte, with 6 more too; a byte above 0xF9 has other upper bits by itself.
    upper = words + _SIX
    upper ^= _ZEROS
    words ^= _ZEROS
    upper |= words
    upper &= _UPPER
    return pairs_of_digits(words), upper == 0


def pairs_of_digits(words: np.ndarray) -> np.ndarray:
    """The numbers that words of eight digits spell, the first in the lowest byte, in their memory: pairs, pairs of these, and of those."""
    for factor, bits, kept in ((10, 8, 0x00FF00FF00FF00FF), (100, 16, 0x0000FFFF0000FFFF), (10**4, 32, 0x00000000FFFFFFFF)):
        second = words >> np.uint64(bits)
        words *= np.uint64(factor)
        words += second
        words &= np.uint64(kept)
    return words
