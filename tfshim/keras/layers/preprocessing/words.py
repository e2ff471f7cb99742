"""The words of a whole batch of texts as indices, without an object for each word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.ops.op import op

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


PUNCTUATION = b"!\"#$%&()*+,-./:;<=>?@[\\]^_`{|}~'"
_SPACE = b" \t\n\v\f\r"
# Texts are joined with a vertical tab, which hardly any has; all other white space becomes a blank, so that in the joined
# bytes a line feed ends a text.
_BETWEEN = b"\v"
_END = 10
_MOST = 8  # bytes of a word that one number holds
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(_MOST + 1)], np.uint64)
# 2**64 over the golden ratio, which spreads similar words over the whole table.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


class PackedWords:
    """A hash table with open addresses from words of up to eight bytes, each packed into a number, to indices."""

    def __init__(self, held: dict[bytes, int], default: int) -> None:
        # NUL fills up shorter words, so that none may hold it.
        short = [(word, index) for word, index in held.items() if 0 < len(word) <= _MOST and b"\0" not in word]
        # At most an eighth of the places is taken, so that searches end soon.
        bits = max(4, (8 * len(short)).bit_length())
        self._shift, self._last = np.uint64(64 - bits), (1 << bits) - 1
        self._keys = np.zeros(1 << bits, np.uint64)  # 0 where there is no word
        self._indices = np.full(1 << bits, default, np.int64)
        keys = np.frombuffer(b"".join(word.ljust(_MOST, b"\0") for word, _ in short), "<u8")
        indices = np.array([index for _, index in short], np.int64)
        places = self._places(keys)
        while len(keys):
            free = self._keys[places] == 0
            self._keys[places[free]] = keys[free]
            # Of several words for one place the last written has it; the others go on to the next place.
            left = self._keys[places] != keys
            self._indices[places[~left]] = indices[~left]
            keys, indices, places = keys[left], indices[left], places[left] + 1 & self._last

    def _places(self, keys):
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


def _standard(lower, strip):
    """The arguments of `bytes.translate` that standardize joined texts."""
    table = bytearray(bytes(range(256)).lower() if lower else range(256))
    for c in _SPACE:
        table[c] = _END if c == _BETWEEN[0] else 32
    return bytes(table), PUNCTUATION if strip else b""


def _one_by_one(texts, table, lower, strip):
    found, counts = [], []
    for text in texts:
        words = (text.lower() if lower else text).translate(None, PUNCTUATION if strip else b"").split()
        found += [table.held.get(word, table.default) for word in words]
        counts.append(len(words))
    return np.array(found, np.int64), np.array(counts, np.int64)


def found_words(texts, table, lower, strip):
    """The indices in `table` of all words of `texts`, a list of byte strings, and how many words each text has."""
    joined = _BETWEEN.join(texts)
    if b"\0" in joined:
        return _one_by_one(texts, table, lower, strip)
    changed = b" %b\n" % joined.translate(*_standard(lower, strip))
    # So that a window of eight bytes at the last word stays within the memory.
    filled = changed + bytes(_MOST)
    data = np.frombuffer(changed, np.uint8)
    ends_text = data == _END
    text_ends = np.flatnonzero(ends_text)
    # A text held the separator itself.
    if len(text_ends) != len(texts):
        return _one_by_one(texts, table, lower, strip)
    blank = ends_text | (data == 32)
    edges = np.flatnonzero(blank[1:] != blank[:-1])
    starts, ends = edges[::2] + 1, edges[1::2] + 1
    counts = np.diff(np.searchsorted(starts, text_ends), prepend=0)
    lengths = ends - starts
    long = np.flatnonzero(lengths > _MOST)
    # Packing pays off only while most words are short.
    if 4 * len(long) > len(starts):
        get, default = table.held.get, table.default
        return np.array([get(word, default) for word in changed.split()], np.int64), counts
    # The eight bytes from each place on, which overlap.
    windows = np.ndarray(len(data), "<u8", filled, strides=(1,))
    found = table.packed().find(windows[starts] & _MASKS[np.minimum(lengths, _MOST)])
    if len(long):
        get, default = table.held.get, table.default
        found[long] = [get(changed[a:b], default) for a, b in zip(starts[long].tolist(), ends[long].tolist(), strict=True)]
    return found, counts


@op(
    "TextWordIndices",
    register=False,
    texts="string",
    grad=None,
    shape_fn=lambda texts, table, lower, strip, length, *_: (table.value_dtype, [texts.shape[0], length]),
)
def word_indices(texts: TensorLike, table: Any, lower: bool, strip: bool, length: int | None, name: str | None = None) -> AnyTensor:
    """The indices in `table` of the words of each of `texts`, a vector; a row is cut or filled with 0 to `length`.

    lower, strip: whether to put ASCII letters in lower case and take punctuation out first. length: None for that of the text with
    most words.
    """
    table.check()
    items = texts.tolist()
    found, counts = found_words(items, table, lower, strip) if items else (np.zeros(0, np.int64),) * 2
    width = int(counts.max(initial=0)) if length is None else length
    out = np.zeros((len(items), width), np.int64)
    columns = np.arange(len(found)) - np.repeat(np.cumsum(counts) - counts, counts)
    places = np.repeat(np.arange(len(items)) * width, counts) + columns
    if len(items) and int(counts.max()) > width:
        keep = columns < width
        places, found = places[keep], found[keep]
    out.reshape(-1)[places] = found
    return torch.from_numpy(out).to(table.value_dtype.torch)
