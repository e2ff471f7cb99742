"""Tables of short texts, looked up by the words of memory that hold them: no Python object is made for a key."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim.engine.values.texts.memory import Texts

MOST = 8  # bytes of a text that one number holds
MASKS = np.array([(1 << 8 * n) - 1 for n in range(MOST + 1)], np.uint64)
# 2**64 over the golden ratio, which spreads similar words over the whole table.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class PackedWords:
    """A hash table with open addresses from words of up to eight bytes, each packed into a number, to indices."""

    def __init__(self, held: dict[bytes, int], default: int) -> None:
        # NUL fills up shorter words, so that none may hold it.
        short = [(word, index) for word, index in held.items() if 0 < len(word) <= MOST and b"\0" not in word]
        # At most an eighth of the places is taken, so that searches end soon.
        bits = max(4, (8 * len(short)).bit_length())
        self._shift, self._last = np.uint64(64 - bits), (1 << bits) - 1
        self._keys = np.zeros(1 << bits, np.uint64)  # 0 where there is no word
        self._indices = np.full(1 << bits, default, np.int64)
        keys = np.frombuffer(b"".join(word.ljust(MOST, b"\0") for word, _ in short), "<u8")
        indices = np.array([index for _, index in short], np.int64)
        places = self._places(keys)
        while len(keys):
            free = self._keys[places] == 0
            self._keys[places[free]] = keys[free]
            # Of several words for one place the last written has it; the others go on to the next place.
            left = self._keys[places] != keys
            self._indices[places[~left]] = indices[~left]
            keys, indices, places = keys[left], indices[left], places[left] + 1 & self._last

    def _places(self, keys: np.ndarray) -> np.ndarray:
        return (keys * _FACTOR >> self._shift).astype(np.int64)

    def find(self, keys: np.ndarray) -> np.ndarray:
        """The indices of words packed into the uint64 vector `keys`."""
        places = self._places(keys)
        there, found = self._keys[places], self._indices[places]
        left = np.flatnonzero((there != keys) & (there != 0))
        keys, places = keys[left], places[left]
        while len(left):
            places = places + 1 & self._last
            there = self._keys[places]
            found[left] = self._indices[places]
            more = (there != keys) & (there != 0)
            left, keys, places = left[more], keys[more], places[more]
        return found


class NumberedTexts:
    """The keys of a dictionary of texts that changes no more, by their numbers in its order."""

    def __init__(self, held: dict[bytes, Any]) -> None:
        self._numbers = {text: i for i, text in enumerate(held)}
        self._short = PackedWords(self._numbers, -1)

    def find(self, array: np.ndarray) -> np.ndarray | None:
        """The number of each text of an array, -1 where it is no key, as a vector; None where most texts are long."""
        texts = Texts.of(array)
        if texts is None:
            return None
        lengths = texts.lengths
        words = texts.words(0) & MASKS[np.minimum(lengths, MOST)]
        # A shorter word is filled up with NUL, and so a text that ends with it could be taken for another.
        last = words >> (np.clip(lengths - 1, 0, MOST - 1) << 3).astype(np.uint64)
        others = np.flatnonzero((last == 0) | (lengths > MOST))
        if 4 * len(others) > len(lengths):
            return None
        found = self._short.find(words)
        if len(others):
            get = self._numbers.get
            found[others] = [get(text, -1) for text in array.reshape(-1)[others].tolist()]
        return found
