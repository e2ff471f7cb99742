"""Many serialized examples at once, as columns: for each key, the values of all examples and how many each has.

Where all messages are written in the usual way, they are read side by side with NumPy: step i looks at where the i-th entry of every
message ends. Then names, kinds and values of all entries are read together, in the order of their keys, and the column of a feature is
a part of each result. Anything unusual (fields out of order, values that are not packed, damage) is left to the protobuf runtime.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from tfshim.io._example_layouts import Messages, Unusual, by_layout
from tfshim.protos.examples import message

# kind [n]: 0 missing, 1 bytes, 2 float, 3 int64; counts [n]: how many values; values: all of them, one after the other.
Column = namedtuple("Column", ["kind", "counts", "values"])
BYTES, FLOAT, INT = 1, 2, 3
_KINDS = np.zeros(256, np.int8)
_KINDS[[0x0A, 0x12, 0x1A]] = BYTES, FLOAT, INT
_EMPTY = {
    0: np.zeros(0, np.float32), BYTES: np.zeros(0, object), FLOAT: np.zeros(0, np.float32), INT: np.zeros(0, np.int64),
}  # fmt: skip
_ENDS = 8  # the bytes at both ends of a name by which it is looked up
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(_ENDS + 1)], np.uint64)
_any = np.count_nonzero  # which takes a tenth of the time of `any` for a few hundred
_FEW = 8
# NumPy takes as long for any few entries as protobuf for about so many, and longer for copies of messages of so many bytes.
_FEW_ENTRIES, _LARGE = 150, 1 << 13


class BadMessage(Exception):
    """The message at place `args[0]` cannot be read."""


def columns(records, keys):
    """{key: Column} for `keys` (bytes) of the serialized Example messages `records`; BadMessage for one that is none."""
    if len(records) >= _FEW and sum(map(len, records)) < _LARGE * len(records):
        messages = Messages(records)
        alike = by_layout(messages, keys)
        if alike is not None:
            return {key: Column(*column) for key, column in alike.items()}
        if len(records) * (len(keys) + 2) >= _FEW_ENTRIES:
            try:
                return {key: Column(*column) for key, column in entry_columns(messages, keys).items()}
            except Unusual:
                pass
    return message_columns([_parsed(i, r) for i, r in enumerate(records)], keys)


def _parsed(i, record):
    from google.protobuf.message import DecodeError

    try:
        return message("Example").FromString(record).features
    except DecodeError:
        raise BadMessage(i) from None


_FIELDS = {"bytes_list": BYTES, "float_list": FLOAT, "int64_list": INT}


def values_of(feature):
    """(kind, values) of a Feature message."""
    which = feature.WhichOneof("kind")
    return (0, ()) if which is None else (_FIELDS[which], getattr(feature, which).value)


def as_array(kind, values):
    """The values of one kind as an array."""
    if kind == BYTES:
        out = np.empty(len(values), object)
        out[:] = list(values)
        return out
    return np.array(values, _EMPTY[kind].dtype) if len(values) else _EMPTY[kind]


def message_columns(messages, keys):
    """The columns of Features messages."""
    n, out = len(messages), {}
    for key in keys:
        name = key.decode()
        kind, counts, parts = np.zeros(n, np.int8), np.zeros(n, np.int64), {}
        for i, features in enumerate(messages):
            held = features.feature
            if name in held:
                kind[i], values = values_of(held[name])
                counts[i] = len(values)
                parts.setdefault(int(kind[i]), []).extend(values)
        # Where the types of values differ the readers of columns raise before they look at values.
        main = next((k for k in parts if k), 0)
        out[key] = Column(kind, counts, as_array(main, parts.get(main, ())))
    return out


# ---------------------------------------------------------------------- all entries at once
def _varint(buffer: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(numbers, places after them) of variable-length integers below 2**35."""
    byte = buffer[at]
    if not _any(byte & 128):
        return byte.astype(np.int64), at + 1
    value, at, open_ = (byte & 127).astype(np.int64), at + 1, byte >= 128
    for shift in (7, 14, 21, 28):
        byte = buffer[np.minimum(at, len(buffer) - 1)]
        value += np.where(open_, (byte & 127).astype(np.int64) << shift, 0)
        at = at + open_
        open_ = open_ & (byte >= 128)
        if not open_.any():
            return value, at
    raise Unusual


def _enter(buffer: np.ndarray, at: np.ndarray, end: np.ndarray, tag: int) -> tuple[np.ndarray, np.ndarray]:
    """(start, end) of the length-delimited fields `tag` that begin at `at`."""
    if _any(at >= end) or _any(buffer[at] != tag):
        raise Unusual
    size, start = _varint(buffer, at + 1)
    stop = start + size
    if _any(stop > end):
        raise Unusual
    return start, stop


def _lists(buffer: np.ndarray, at: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(whose, starts, ends) of the fields 0x0A that follow each other from `at` to `end`, those of one place in their order."""
    owner, found = np.arange(len(at)), []
    more = at < end
    while True:
        if _any(~more):
            owner, at, end = owner[more], at[more], end[more]
        if not len(owner):
            break
        start, at = _enter(buffer, at, end, 0x0A)
        found.append((owner, start, at))
        more = at < end
    if not found:
        return owner, at, end
    if len(found) == 1:
        return found[0]
    whose, starts, ends = (np.concatenate(parts) for parts in zip(*found))
    order = np.argsort(whose, kind="stable")
    return whose[order], starts[order], ends[order]


def _words(buffer: np.ndarray, at: np.ndarray) -> np.ndarray:
    """The eight bytes from each of the places `at` on, as one number."""
    return np.lib.stride_tricks.sliding_window_view(buffer, _ENDS)[at].view("<u8")[:, 0]


def _marks(buffer: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(a number for each name that few others have, its first and its last bytes)"""
    kept = np.minimum(sizes, _ENDS)
    masks = _MASKS[kept]
    first, last = _words(buffer, starts) & masks, _words(buffer, starts + sizes - kept) & masks
    return first * np.uint64(0x9E3779B97F4A7C15) ^ last * np.uint64(0xC2B2AE3D27D4EB4F) ^ sizes.view(np.uint64), first, last


class _Names:
    """Which of some keys a name is."""

    def __init__(self, keys: tuple[bytes, ...]) -> None:
        data = b"".join(keys) + bytes(2 * _ENDS)
        sizes = np.array(list(map(len, keys)), np.int64)
        marks, first, last = _marks(np.frombuffer(data, np.uint8), np.cumsum(sizes) - sizes, sizes)
        self._order = np.argsort(marks, kind="stable")
        self._sorted, self._sizes, self._first, self._last = (x[self._order] for x in (marks, sizes, first, last))
        if _any(self._sorted[1:] == self._sorted[:-1]):
            raise Unusual
        self._long = [(i, np.frombuffer(key, np.uint8)) for i, key in enumerate(keys) if len(key) > 2 * _ENDS]

    def find(self, buffer: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """The number of the key that lies from `starts` to `ends`, or -1 where it is none of them."""
        sizes = ends - starts
        marks, first, last = _marks(buffer, starts, sizes)
        near = np.minimum(np.searchsorted(self._sorted, marks), len(self._sorted) - 1)
        same = (self._first[near] == first) & (self._last[near] == last) & (self._sizes[near] == sizes)
        found = np.where(same, self._order[near], -1)
        for i, key in self._long:  # what lies between their ends may still differ
            alike = np.flatnonzero(found == i)
            found[alike[(buffer[starts[alike][:, None] + np.arange(len(key))] != key).any(1)]] = -1
        return found


_known: dict[tuple[bytes, ...], _Names] = {}
_MOST_KEPT = 64


def _names(keys: tuple[bytes, ...]) -> _Names:
    found = _known.get(keys)
    if found is None:
        if len(_known) >= _MOST_KEPT:
            _known.clear()
        found = _known[keys] = _Names(keys)
    return found


def _joined(buffer: np.ndarray, first: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The bytes of all parts, one after the other."""
    if not sizes.size or (sizes == sizes[0]).all():
        width = int(sizes[0]) if sizes.size else 0
        return buffer[first[:, None] + np.arange(width)].reshape(-1)
    shift = np.repeat(first - (np.cumsum(sizes) - sizes), sizes)
    return buffer[shift + np.arange(int(sizes.sum()))]


def _packed(buffer: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(where the packed numbers of each list begin, how many bytes they take); the lists lie from `low` to `high`."""
    first, sizes = low, np.zeros(len(low), np.int64)
    full = np.flatnonzero(low < high)
    if len(full):
        start, stop = _enter(buffer, low[full], high[full], 0x0A)
        if _any(stop != high[full]):
            raise Unusual
        if len(full) == len(low):
            return start, stop - start
        first = low.copy()
        first[full], sizes[full] = start, stop - start
    return first, sizes


def _floats(messages: Messages, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    first, sizes = _packed(messages.buffer, low, high)
    if _any(sizes & 3):
        raise Unusual
    return sizes >> 2, _joined(messages.buffer, first, sizes).view("<f4").astype(np.float32, copy=False)


def _integers(messages: Messages, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    first, sizes = _packed(messages.buffer, low, high)
    raw = _joined(messages.buffer, first, sizes)
    closing = raw < 128
    bounds = np.cumsum(sizes)
    if not closing[bounds[sizes > 0] - 1].all():
        raise Unusual
    totals = np.concatenate([[0], np.cumsum(closing)])
    counts = totals[bounds] - totals[bounds - sizes]
    ends = np.flatnonzero(closing)
    if len(ends) == len(raw):
        return counts, raw.astype(np.int64)
    begins = np.concatenate([[0], ends[:-1] + 1])
    width = ends - begins + 1
    widest = int(width.max())
    if widest > 10:
        raise Unusual
    values = np.zeros(len(ends), np.uint64)
    for j in range(widest):
        part = np.flatnonzero(width > j)
        values[part] |= (raw[begins[part] + j] & 127).astype(np.uint64) << np.uint64(7 * j)
    return counts, values.view(np.int64)


def _strings(messages: Messages, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    whose, first, last = _lists(messages.buffer, low, high)
    data, values = messages.data, np.empty(len(first), object)
    values[:] = [data[a:b] for a, b in zip(first.tolist(), last.tolist())]
    return np.bincount(whose, minlength=len(low)), values


_READERS = {FLOAT: _floats, INT: _integers, BYTES: _strings}


class _Values:
    """The values of the entries of one kind, which are in the order of their keys."""

    def __init__(self, messages: Messages, kind: int, chosen: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
        self.counts, self.values = _READERS[kind](messages, low[chosen], high[chosen])
        # numbers of entries of this kind before each entry, and of values before each of them
        self.before = np.searchsorted(chosen, np.arange(len(low) + 1))
        self.offsets = np.concatenate([[0], np.cumsum(self.counts)])

    def part(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """(counts, values) of the entries from `first` to `last`, which are of this kind."""
        a, b = int(self.before[first]), int(self.before[last])
        return self.counts[a:b], self.values[int(self.offsets[a]) : int(self.offsets[b])]


def entry_columns(messages: Messages, keys: Any) -> dict[bytes, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """{key: (kind [n], counts [n], values)} of messages, see `_example_columns.Column`.

    Raises Unusual for what only protobuf should read.
    """
    n, buffer, keys = len(messages), messages.buffer, tuple(keys)
    rows = np.flatnonzero(messages.sizes)
    at, end = _enter(buffer, messages.starts[rows], messages.ends[rows], 0x0A)
    if _any(end != messages.ends[rows]):
        raise Unusual
    which, start, stop = _lists(buffer, at, end)
    if not len(keys) or not len(which):
        return {key: (np.zeros(n, np.int8), np.zeros(n, np.int64), _EMPTY[0]) for key in keys}
    name, name_end = _enter(buffer, start, stop, 0x0A)
    value, value_end = _enter(buffer, name_end, stop, 0x12)
    if _any(value_end != stop):
        raise Unusual
    found = _names(keys).find(buffer, name, name_end)
    order = np.argsort(found, kind="stable")
    order = order[np.searchsorted(found[order], 0) :]  # without the names that nobody asked for
    bounds = np.searchsorted(found[order], np.arange(len(keys) + 1)).tolist()
    rows, low, high = rows[which[order]], value[order], value_end[order]
    kinds, low = _opened(buffer, low, high)
    read = {kind: _Values(messages, kind, np.flatnonzero(kinds == kind), low, high) for kind in _READERS if _any(kinds == kind)}
    made = {}
    for i, key in enumerate(keys):
        first, last = bounds[i], bounds[i + 1]
        made[key] = _column(n, rows[first:last], kinds[first:last], read, first, last)
    return made


def _opened(buffer: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(kinds, where their lists begin) of the features from `low` to `high`; kind 0 where one holds nothing."""
    full = low < high
    if _any(full) == len(low):
        kinds = _KINDS[buffer[low]]
        size, first = _varint(buffer, low + 1)
        if _any(kinds == 0) or _any(first + size != high):
            raise Unusual
        return kinds, first
    kinds, first, some = np.zeros(len(low), np.int8), low.copy(), np.flatnonzero(full)
    if len(some):
        kinds[some], first[some] = _opened(buffer, low[some], high[some])
    return kinds, first


def _column(
    n: int, rows: np.ndarray, kinds: np.ndarray, read: dict[int, _Values], first: int, last: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    kind, counts = np.zeros(n, np.int8), np.zeros(n, np.int64)
    if first == last:
        return kind, counts, _EMPTY[0]
    if _any(rows[1:] <= rows[:-1]):
        raise Unusual  # twice in one message: the last one counts
    main = int(kinds.max())
    if main and _any(kinds != main):
        if _any((kinds != main) & (kinds != 0)):
            raise Unusual  # an error somewhere: the other way finds out whose
        rows = rows[kinds == main]
    if not main:
        return kind, counts, _EMPTY[0]
    some, values = read[main].part(first, last)
    if len(rows) == n:
        return np.full(n, main, np.int8), some, values
    kind[rows], counts[rows] = main, some
    return kind, counts, values
