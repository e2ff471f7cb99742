"""Strings where they lie in memory: lengths and words of 8 bytes of many `bytes` objects, without a Python call for each.

An array of objects holds their addresses. CPython keeps a `bytes` object in one piece: its type and its length stand at fixed places
before its bytes. Where Python is another one, or lays objects out in another way, `Texts.of` finds nothing, and callers go through the
strings one by one.
"""

from __future__ import annotations

import sys
import sysconfig
from typing import Any

import numpy as np

_HEAD = bytes.__basicsize__ - 1  # where the bytes begin; one more ends them
_TYPE, _LENGTH, _BYTES = 1, 2, _HEAD // 8  # in words from the beginning of an object


class _Words:
    """So many words of memory from an address on, for NumPy to read."""

    def __init__(self, address: int, count: int) -> None:
        self.__array_interface__ = {"data": (address, True), "shape": (count,), "typestr": "<u8", "version": 3}


class Texts:
    """The strings of an array, which has to live as long as this does. Only words that hold a byte of a string, or its end, are read."""

    def __init__(self, memory: np.ndarray, at: np.ndarray) -> None:
        self._memory, self._at = memory, at
        # Of each string, how many bytes it has, int64.
        self.lengths: np.ndarray = memory[at + _LENGTH].view(np.int64)

    @staticmethod
    def of(array: np.ndarray) -> Texts | None:
        """Those of an array of objects, as a vector; None where they cannot be read so, or are no `bytes`."""
        if not _KNOWN or not array.size or not array.flags.c_contiguous:
            return None
        addresses = np.ndarray((array.size,), np.int64, array)
        first = int(addresses.min())
        if first <= 0:  # a place that holds nothing yet
            return None
        at = addresses - first
        if np.bitwise_or.reduce(at) & 7:
            return None
        at >>= 3
        memory = np.asarray(_Words(first, int(at.max()) + _BYTES + (1 << 40)))
        return Texts(memory, at) if (memory[at + _TYPE] == id(bytes)).all() else None

    def __getitem__(self, which: Any) -> Texts:
        """Some of the strings."""
        made = object.__new__(Texts)
        made._memory, made._at, made.lengths = self._memory, self._at[which], self.lengths[which]
        return made

    def words(self, number: Any) -> np.ndarray:
        """The word `number` of each string, from 0 on: one number or one for each. What is behind the end of a string is any byte."""
        return self._memory[self._at + (number + _BYTES)]

    def words_at(self, places: np.ndarray) -> np.ndarray:
        """The words that begin at byte `places` of each string, all of whose 8 bytes belong to it."""
        whole, bits = places >> 3, ((places & 7) << 3).astype(np.uint64)
        low = self.words(whole)
        if not bits.any():
            return low
        high = self.words(whole + (bits > 0))
        return low >> bits | high << np.uint64(1) << (np.uint64(63) - bits)

    def masked(self, number: int) -> np.ndarray:
        """The word `number` of each string, with zeros behind its end."""
        bytes_left = np.clip(self.lengths - 8 * number, 0, 8)
        # The word of the end is read where the string ends before.
        word = self.words(np.minimum(self.lengths >> 3, number)) if number else self.words(0)
        return word & _MASKS[bytes_left]


_MASKS = np.array([(1 << 8 * i) - 1 for i in range(9)], np.uint64)


def _known() -> bool:
    """Whether `bytes` objects lie in memory as they are read here."""
    if sys.implementation.name != "cpython" or sys.byteorder != "little" or sys.maxsize >> 32 == 0 or _HEAD != 32:
        return False
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return False
    sample = [b"", b"a", b"text of 17 bytes."]
    for text in sample:
        words = np.asarray(_Words(id(text), _BYTES + 1))
        if id(text) & 7 or int(words[_TYPE]) != id(bytes) or int(words[_LENGTH]) != len(text):
            return False
        if int(words[_BYTES]).to_bytes(8, "little")[: len(text)] != text[:8]:
            return False
    return True


_KNOWN = _known()
