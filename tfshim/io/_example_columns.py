"""Many serialized examples at once, as columns: for each key, the values of all examples and how many each has.

Where all messages are written in the usual way, they are read side by side with NumPy: step i looks at where the i-th entry of every
message ends. Then names, kinds and values of all entries are read together, in the order of their keys, and the column of a feature is
a part of each result. Anything unusual (fields out of order, values that are not packed, damage) is left to the protobuf runtime.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from tfshim.io._example_layouts import Messages, Unusual, by_layout, parts_of
from tfshim.protos.examples import message

# kind [n]: 0 missing, 1 bytes, 2 float, 3 int64; counts [n]: how many values; values: all of them, one after the other.
# alike: (kind, count) where that is known to be the same for all messages.
Column = namedtuple("Column", ["kind", "counts", "values", "alike"], defaults=(None,))
BYTES, FLOAT, INT = 1, 2, 3
_KINDS = np.zeros(256, np.int8)
_KINDS[[0x0A, 0x12, 0x1A]] = BYTES, FLOAT, INT
_EMPTY = {
    0: np.zeros(0, np.float32), BYTES: np.zeros(0, object), FLOAT: np.zeros(0, np.float32), INT: np.zeros(0, np.int64),
}  # fmt: skip
_ENDS = 8  # the bytes at both ends of a name by which it is looked up
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(_ENDS + 1)], np.uint64)
_FACTORS = np.random.RandomState(0).randint(1, 2**63, 64, np.int64).astype(np.uint64) * np.uint64(2) + np.uint64(1)
_any = np.count_nonzero  # which takes a tenth of the time of `any` for a few hundred
_FEW = 8
_STEPS = 8  # fields that are passed, a power of two, before it is looked again whether there are more
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
                return entry_columns(messages, keys)
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


def _short_lists(
    buffer: np.ndarray, at: np.ndarray, end: np.ndarray, uneven: bool = False
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """What `_lists` gives, in another order, where the fields are short and each place has many; None where they are not.

    `uneven`: also where few places have more than the first fields. Step by step only their sizes are looked up: that these
    are sizes is checked for all of them at the end.
    """
    blocks, steps, sizes, passed, wanted = [], [], [], 0, 1
    owner, at = None, at + 1
    try:
        while True:
            for _ in range(wanted - passed):
                size = buffer[at]
                steps.append(at)
                sizes.append(size)
                at = at + size
                at += 2
            passed = wanted
            open_ = at <= end
            more = _any(open_)
            if not more:
                break
            if (passed == 1 or passed >= _STEPS) and _any(size[steps[-1] <= end] & 128):
                return None
            if passed < _STEPS:  # many maps have one or two entries
                wanted *= 2
                continue
            if passed == _STEPS and not uneven and more < len(at) >> 1:
                return None
            if 2 * more < len(at):  # the others have no more
                blocks.append(_passed(buffer, owner, steps, sizes, end))
                if blocks[-1] is None:
                    return None
                owner, at, end = np.flatnonzero(open_) if owner is None else owner[open_], at[open_], end[open_]
                steps, sizes = [], []
            wanted += _STEPS
    except IndexError:  # behind the last message, which others have far more entries than
        return None
    last = _passed(buffer, owner, steps, sizes, end)
    if last is None or not blocks:
        return last
    owner, begins, ends = (np.concatenate(parts) for parts in zip(*blocks, last))
    return owner, begins, ends


def _passed(
    buffer: np.ndarray, owner: np.ndarray | None, steps: list[np.ndarray], sizes: list[np.ndarray], end: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """(whose, starts, ends) of the fields whose sizes stand at `steps`, as far as they lie before `end`; None where some are none."""
    begins = np.concatenate(steps)
    inside = np.flatnonzero(begins.reshape(len(steps), len(end)) <= end)
    begins, size = begins[inside], np.concatenate(sizes)[inside]
    if _any(size & 128) or _any(buffer[begins - 1] != 0x0A):
        return None
    whose = inside % len(end)
    begins += 1
    ends = begins + size
    if _any(ends > end[whose]):
        raise Unusual
    return whose if owner is None else owner[whose], begins, ends


def ordered_lists(buffer: np.ndarray, at: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What `_lists` gives, for fields of which places may have many."""
    found = _short_lists(buffer, at, end, True)
    if found is None:
        return _lists(buffer, at, end)
    whose, start, stop = found
    # of small integers it is a sort by their digits
    order = np.argsort(whose.astype(np.uint16) if len(at) <= 1 << 16 else whose, kind="stable")
    return whose[order], start[order], stop[order]


def _words(buffer: np.ndarray, at: np.ndarray) -> np.ndarray:
    """The eight bytes from each of the places `at` on, as one number."""
    return np.ndarray((len(buffer) - _ENDS + 1,), "<u8", buffer.data, 0, (1,))[at]


def _marks(buffer: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(a number for each name that few others have, its first and its last bytes)"""
    kept = np.minimum(sizes, _ENDS)
    masks = _MASKS[kept]
    first = _words(buffer, starts) & masks
    last, long = first, np.flatnonzero(sizes > _ENDS)
    if len(long):
        last = first.copy()
        last[long] = _words(buffer, starts[long] + sizes[long] - _ENDS)
    return first * np.uint64(0x9E3779B97F4A7C15) ^ last * np.uint64(0xC2B2AE3D27D4EB4F) ^ sizes.view(np.uint64), first, last


class _Names:
    """Which of some keys a name is."""

    def __init__(self, keys: tuple[bytes, ...]) -> None:
        data = b"".join(keys) + bytes(2 * _ENDS)
        sizes = np.array(list(map(len, keys)), np.int64)
        marks, self._first, self._last = _marks(np.frombuffer(data, np.uint8), np.cumsum(sizes) - sizes, sizes)
        self._sizes, self._count = sizes, len(keys)
        if len(np.unique(marks)) < len(keys):
            raise Unusual
        # A table in which each name has a place of its own is soon found: with so much room most tables are.
        bits = min(2 * len(keys).bit_length() + 1, 22)
        self._shift = np.uint64(64 - bits)
        for factor in _FACTORS:
            places = marks * factor >> self._shift
            if len(np.unique(places)) == len(keys):
                break
        else:
            raise Unusual
        self._factor = factor
        self._table = np.zeros(1 << bits, np.int32)
        self._table[places.view(np.int64)] = np.arange(len(keys))
        self._long = [(i, np.frombuffer(key, np.uint8)) for i, key in enumerate(keys) if len(key) > 2 * _ENDS]

    def find(self, buffer: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """The number of the key that lies from `starts` to `ends`, or -1 where it is none of them."""
        sizes = ends - starts
        marks, first, last = _marks(buffer, starts, sizes)
        marks *= self._factor
        marks >>= self._shift
        found = self._table[marks.view(np.int64)].astype(np.int64)
        same = self._first[found] == first
        same &= self._last[found] == last
        same &= self._sizes[found] == sizes
        if _any(same) < len(found):
            found[~same] = -1
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
        return parts_of(buffer, first, int(sizes[0]) if sizes.size else 0).reshape(-1)
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
    counts = sizes >> 2
    if len(sizes) and not _any(sizes != sizes[0]):
        values = parts_of(messages.buffer, first, int(sizes[0])).reshape(-1).view("<f4")
    else:
        first = np.repeat(first - 4 * (np.cumsum(counts) - counts), counts)
        first += 4 * np.arange(len(first))
        values = np.ndarray((len(messages.buffer) - 3,), "<f4", messages.buffer.data, 0, (1,))[first]
    return counts, values.astype(np.float32, copy=False)


# Of a number in so many bytes: which bits tell whether another byte follows, and what they are.
_OPEN = np.uint64(0x8080808080808080)
_OPENED = np.array([(0x8080808080808080 & ((1 << 8 * n) - 1)) >> 8 for n in range(_ENDS + 1)], np.uint64)


def _single_integers(buffer: np.ndarray, first: np.ndarray, sizes: np.ndarray) -> np.ndarray | None:
    """The numbers of lists that hold one each, of few bytes; None where some are others."""
    widest = int(sizes.max()) if len(sizes) else 0
    if not widest or widest > _ENDS or _any(sizes) < len(sizes):
        return None
    if widest == 1:
        single = buffer[first]
        return None if _any(single & 128) else single.astype(np.int64)
    words = _words(buffer, first)
    words &= _MASKS[sizes]
    if _any(words & _OPEN != _OPENED[sizes]):
        return None
    values = words & np.uint64(127)
    for j in range(1, widest):
        values |= (words >> np.uint64(j)) & np.uint64(127 << 7 * j)
    return values.view(np.int64)


def _integers(messages: Messages, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    first, sizes = _packed(messages.buffer, low, high)
    single = _single_integers(messages.buffer, first, sizes)
    if single is not None:
        return np.ones(len(sizes), np.int64), single
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
    # The numbers that have a byte at that place, fewer and fewer of them.
    values, more = (raw[begins] & 127).astype(np.uint64), np.flatnonzero(width > 1)
    for j in range(1, widest):
        values[more] |= (raw[begins[more] + j] & 127).astype(np.uint64) << np.uint64(7 * j)
        more = more[width[more] > j + 1]
    return counts, values.view(np.int64)


def _strings(messages: Messages, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    whose, first, last = _lists(messages.buffer, low, high)
    data, values = messages.data, np.empty(len(first), object)
    values[:] = [data[a:b] for a, b in zip(first.tolist(), last.tolist())]
    return np.bincount(whose, minlength=len(low)), values


_READERS = {FLOAT: _floats, INT: _integers, BYTES: _strings}


class Values:
    """The values of the entries of one kind: the entries `chosen` of those from `low` to `high`, which are in the order of their keys.

    `bounds`: where the entries of each key begin.
    """

    def __init__(self, messages: Messages, kind: int, chosen: np.ndarray, low: np.ndarray, high: np.ndarray, bounds: list[int]) -> None:
        self.counts, self.values = _READERS[kind](messages, low[chosen], high[chosen])
        self._before = np.searchsorted(chosen, bounds)
        # Of each key: which of these entries are its own, and which values.
        self.first = self._before.tolist()
        self.offsets = np.concatenate([[0], np.cumsum(self.counts)])[self._before].tolist()

    def part(self, key: int) -> tuple[np.ndarray, np.ndarray]:
        """(counts, values) of the entries of a key that are of this kind."""
        a, b = self.first[key : key + 2]
        return self.counts[a:b], self.values[self.offsets[key] : self.offsets[key + 1]]

    def even(self) -> list[int]:
        """For each key how many values all its entries of this kind have, -1 where they differ."""
        before, size = self._before, len(self._before) - 1
        some = np.flatnonzero(before[1:] > before[:-1])
        least, most = np.zeros(size, np.int64), np.zeros(size, np.int64)
        if len(some):
            least[some], most[some] = (f.reduceat(self.counts[: before[-1]], before[some]) for f in (np.minimum, np.maximum))
        return np.where(least == most, most, -1).tolist()


def entry_columns(messages: Messages, keys: Any) -> dict[bytes, Column]:
    """{key: Column} of messages.

    Raises Unusual for what only protobuf should read.
    """
    rows = np.flatnonzero(messages.sizes)
    at, end = _enter(messages.buffer, messages.starts[rows], messages.ends[rows], 0x0A)
    if _any(end != messages.ends[rows]):
        raise Unusual
    return feature_columns(messages, rows, at, end, tuple(keys))


def entries(
    buffer: np.ndarray, at: np.ndarray, end: np.ndarray, keys: tuple[bytes, ...]
) -> tuple[list[int], np.ndarray, np.ndarray, np.ndarray] | None:
    """The entries with `keys` of the maps that lie from `at` to `end`, in the order of the keys, or None where maps have no entries.

    (where those of each key begin, the maps they are in, where their values begin, where these end)
    """
    which, start, stop = _short_lists(buffer, at, end) or _lists(buffer, at, end)
    if not len(keys) or not len(which):
        return None
    name, name_end = _enter(buffer, start, stop, 0x0A)
    value, value_end = _enter(buffer, name_end, stop, 0x12)
    if _any(value_end != stop):
        raise Unusual
    found = _names(keys).find(buffer, name, name_end)
    order, bounds, maps = _in_order(found, which, len(keys), len(at))
    return bounds, maps, value[order], value_end[order]


def feature_columns(messages: Messages, rows: np.ndarray, at: np.ndarray, end: np.ndarray, keys: tuple[bytes, ...]) -> dict[bytes, Column]:
    """{key: Column} of messages, of which those numbered `rows` have their Features from `at` to `end`, the others none."""
    n, buffer = len(messages), messages.buffer
    found = entries(buffer, at, end, keys)
    if found is None:
        return {key: Column(np.zeros(n, np.int8), np.zeros(n, np.int64), _EMPTY[0]) for key in keys}
    bounds, maps, low, high = found
    rows = rows[maps]
    kinds, low = _opened(buffer, low, high)
    read: dict[int, Values] = {}
    for kind in _READERS:
        chosen = np.flatnonzero(kinds == kind)
        if len(chosen):
            read[kind] = Values(messages, kind, chosen, low, high, bounds)
    even = {kind: values.even() for kind, values in read.items()}
    made: dict[bytes, Column] = {}
    whole: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}
    for i, key in enumerate(keys):
        first, last = bounds[i], bounds[i + 1]
        for kind, found_values in read.items():
            counts, values = found_values.part(i)
            count = even[kind][i]
            if count >= 0 and len(counts) == n:  # as nearly always
                if (kind, count) not in whole:
                    whole[kind, count] = np.full(n, kind, np.int8), np.full(n, count, np.int64)
                made[key] = Column(*whole[kind, count], values, (kind, count))
                break
        else:
            made[key] = _column(n, rows[first:last], kinds[first:last], read, i)
    return made


def _in_order(found: np.ndarray, which: np.ndarray, keys: int, count: int) -> tuple[np.ndarray, list[int], np.ndarray]:
    """(the entries of each key, message by message; where those of each key begin; the messages they are in).

    The i-th entry has the key `found[i]`, or -1, and is in message `which[i]`.
    """
    entries = np.arange(len(found))
    if _any(found < 0):  # names that nobody asked for
        entries = np.flatnonzero(found >= 0)
        found, which = found[entries], which[entries]
    places = np.full(keys * count, -1)
    places[found * count + which] = entries
    filled = places >= 0
    total = _any(filled)
    if total != len(entries):
        raise Unusual  # twice in one message: the last one counts
    if total == len(places):
        return places, list(range(0, total + 1, count)), np.broadcast_to(np.arange(count), (keys, count)).reshape(-1)
    bounds = [0, *np.cumsum(np.count_nonzero(filled.reshape(keys, count), axis=1)).tolist()]
    at = np.flatnonzero(filled)
    return places[at], bounds, at % count


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


def _column(n: int, rows: np.ndarray, kinds: np.ndarray, read: dict[int, Values], key: int) -> Column:
    kind, counts = np.zeros(n, np.int8), np.zeros(n, np.int64)
    main = int(kinds.max()) if len(kinds) else 0
    if not main:
        return Column(kind, counts, _EMPTY[0])
    if _any(kinds != main):
        if _any((kinds != main) & (kinds != 0)):
            raise Unusual  # an error somewhere: the other way finds out whose
        rows = rows[kinds == main]
    some, values = read[main].part(key)
    if len(rows) == n:
        return Column(np.full(n, main, np.int8), some, values)
    kind[rows], counts[rows] = main, some
    return Column(kind, counts, values)
