"""The words of a whole batch of texts as indices, without an object for each word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.engine.ops.op import op
from tfshim.lookup._text_tables import MASKS, MOST

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


PUNCTUATION = b"!\"#$%&()*+,-./:;<=>?@[\\]^_`{|}~'"
_SPACE = b" \t\n\v\f\r"
# Texts are joined with a vertical tab, which hardly any has; all other white space becomes a blank, so that in the joined
# bytes a line feed ends a text.
_BETWEEN = b"\v"
_END = 10


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
    filled = changed + bytes(MOST)
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
    long = np.flatnonzero(lengths > MOST)
    # Packing pays off only while most words are short.
    if 4 * len(long) > len(starts):
        get, default = table.held.get, table.default
        return np.array([get(word, default) for word in changed.split()], np.int64), counts
    # The eight bytes from each place on, which overlap.
    windows = np.ndarray(len(data), "<u8", filled, strides=(1,))
    found = table.packed().find(windows[starts] & MASKS[np.minimum(lengths, MOST)])
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
