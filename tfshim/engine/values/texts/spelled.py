"""Numbers that short strings spell, read where the strings lie in memory: eight digits of each at once, by the arithmetic of words."""

from __future__ import annotations

import numpy as np

from tfshim.engine.values.texts.memory import Texts

_LONGEST, _EXACT = 16, 15  # bytes of a string; digits whose number float64 holds
_TENS = np.array([float(10**i) for i in range(_EXACT + 1)])
_WHOLE_TENS = np.array([10**i for i in range(9)], np.uint64)


def _repeated(byte: int) -> np.uint64:
    return np.uint64(byte * 0x0101010101010101)


_ZEROS, _POINTS, _ONES, _TOPS = map(_repeated, (0x30, 0x2E, 0x01, 0x80))
_UPPER, _SIX = map(_repeated, (0xF0, 0x06))
_PLACE_OF = np.uint64(sum(place << 5 << 8 * (7 - place) for place in range(8)))  # times 1 << 8 * place: that place in the upper three bits
_EIGHT, _BITS = np.uint64(8), np.uint64(64)


def plain_numbers(array: np.ndarray, integers: bool) -> np.ndarray | None:
    """The int64 or float64 numbers that the strings of `array` spell, a vector; None where one is not plain.

    Plain are up to 15 digits with at most a minus before and, in floats, a point among them, in 16 bytes. Digits and the power of ten are
    exact float64 numbers then, and so one division rounds as it should.
    """
    texts = Texts.of(array)
    if texts is None:
        return None
    lengths = texts.lengths
    longest, shortest = int(lengths.max()), int(lengths.min())
    if not shortest or longest > _LONGEST:
        return None
    first = texts.words(0)
    negative = (first & np.uint64(0xFF)) == ord("-")
    signed = bool(negative.any())
    if signed:
        first += negative * np.uint64(ord("0") - ord("-"))  # a zero in place of the minus
    words = [(first, np.minimum(lengths, 8) if longest > 8 else lengths)]
    if longest > 8:
        words.append((_word_behind(texts), np.maximum(lengths - 8, 0)))
    digits = lengths - negative if signed else lengths
    made = behind = None
    for k, (word, count) in enumerate(words):
        if not integers:
            word, place = _without_point(word, count)
            pointed = place < count
            if pointed.any():
                after = np.where(pointed, lengths - 1 - 8 * k - place, 0)
                digits, count = digits - pointed, count - pointed
                # A second point of a string is no digit of the word that it is in; one in another word shows here.
                if behind is not None and (pointed & (behind > 0)).any():
                    return None
                behind = after if behind is None else behind + after
        value = _of_digits(word, count)
        if value is None:
            return None
        if made is None:
            made = value
        else:
            made *= _WHOLE_TENS[count]
            made += value
    if made is None or digits.min() < 1 or digits.max() > _EXACT:
        return None
    result = made.view(np.int64)
    if not integers:
        result = result.astype(np.float64)
        if behind is not None:
            result /= _TENS[behind]
    return np.where(negative, -result, result) if signed else result


def _word_behind(texts: Texts) -> np.ndarray:
    """The second word of each string of up to 16 bytes; of those that end before it the first, of which nothing is taken."""
    return texts.words((texts.lengths > 8).astype(np.int64))


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


def _of_digits(words: np.ndarray, counts: np.ndarray) -> np.ndarray | None:
    """The numbers that the first `counts` bytes of words spell; None where one of these bytes is no digit."""
    bits = counts.astype(np.uint64)
    bits <<= np.uint64(3)
    words = words << _BITS - bits
    words |= _ZEROS >> bits
    beyond = words + _SIX
    beyond |= words
    # Digits have 3 in the upper half of the byte, with 6 more too; a byte above 0xF9 has other upper bits by itself.
    beyond &= _UPPER
    if (beyond != _ZEROS).any() or ((words & _UPPER) != _ZEROS).any():
        return None
    words ^= _ZEROS
    return pairs_of_digits(words)


def pairs_of_digits(words: np.ndarray) -> np.ndarray:
    """The numbers that words of eight digits spell, the first in the lowest byte, in their memory: pairs, pairs of these, and of those."""
    for factor, bits, kept in ((10, 8, 0x00FF00FF00FF00FF), (100, 16, 0x0000FFFF0000FFFF), (10**4, 32, 0x00000000FFFFFFFF)):
        second = words >> np.uint64(bits)
        words *= np.uint64(factor)
        words += second
        words &= np.uint64(kept)
    return words
