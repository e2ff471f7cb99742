"""Many serialized examples at once, as columns: for each key, the values of all examples and how many each has.

Where all messages are written in the usual way, they are read side by side with NumPy: step i looks at the i-th entry of
every message. Anything unusual (fields out of order, values that are not packed, damage) is left to the protobuf runtime.
"""

from collections import namedtuple

import numpy as np

from tfshim.io._example_layouts import Messages, Unusual, by_layout, column_of
from tfshim.protos.examples import message

# kind [n]: 0 missing, 1 bytes, 2 float, 3 int64; counts [n]: how many values; values: all of them, one after the other.
Column = namedtuple("Column", ["kind", "counts", "values"])
BYTES, FLOAT, INT = 1, 2, 3
_EMPTY = {
    0: np.zeros(0, np.float32), BYTES: np.zeros(0, object), FLOAT: np.zeros(0, np.float32), INT: np.zeros(0, np.int64),
}  # fmt: skip
_FEW = 8
_any = np.count_nonzero  # which takes a tenth of the time of `any` for a few hundred


class BadMessage(Exception):
    """The message at place `args[0]` cannot be read."""


def columns(records, keys):
    """{key: Column} for `keys` (bytes) of the serialized Example messages `records`; BadMessage for one that is none."""
    if len(records) >= _FEW:
        messages = Messages(records)
        alike = by_layout(messages, keys)
        if alike is not None:
            return {key: Column(*column) for key, column in alike.items()}
        try:
            return _side_by_side(messages, keys)
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


# ---------------------------------------------------------------------- side by side
def _varint(buffer, at):
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


def _enter(buffer, at, end, tag):
    """(start, end) of the length-delimited fields `tag` that begin at `at`."""
    if _any(at >= end) or _any(buffer[at] != tag):
        raise Unusual
    size, start = _varint(buffer, at + 1)
    stop = start + size
    if _any(stop > end):
        raise Unusual
    return start, stop


class _Entries:
    """The entries with one key, of all messages."""

    def __init__(self, n):
        self.seen = np.zeros(n, bool)
        self.pieces = []  # of one layout each, for `column_of`
        self.spans = []  # (messages, kinds, where the list of values begins, where it ends) of the others

    def add(self, rows):
        """Note that the messages `rows` have the key; a second time in one message is left to protobuf."""
        if _any(self.seen[rows]):
            raise Unusual
        self.seen[rows] = True

    def column(self, messages):
        """The values of all messages."""
        if not self.spans:
            made = column_of(messages, self.pieces)
            if made is None:
                raise Unusual
            return Column(*made)
        n = len(messages)
        kind, low, high = np.zeros(n, np.int8), np.zeros(n, np.int64), np.zeros(n, np.int64)
        for rows, kinds, first, last in [*self.spans, *(_span_of(messages, *piece) for piece in self.pieces)]:
            kind[rows], low[rows], high[rows] = kinds, first, last
        return _column(messages, kind, low, high)


def _span_of(messages, rows, starts, values, places):
    """What `_Entries.spans` holds, for entries of one layout."""
    at = starts + places[0].tag
    kinds = places[0].kind
    size, first = _varint(messages.buffer, at + 1)
    return rows, kinds, first, first + size


def _side_by_side(messages, keys):
    n, buffer = len(messages), messages.buffer
    found = {key: _Entries(n) for key in keys}
    rows = np.flatnonzero(messages.sizes)
    at, end = _enter(buffer, messages.starts[rows], messages.ends[rows], 0x0A)
    if (end != messages.ends[rows]).any():
        raise Unusual
    while True:
        more = at < end
        if _any(~more):
            rows, at, end = rows[more], at[more], end[more]
        if not len(rows):
            break
        start, at = _enter(buffer, at, end, 0x0A)
        groups = messages.grouped(start, at - start, None)
        if groups is None:
            _entries(buffer, rows, start, at, found)
            continue
        for layout, chosen, values in groups:
            for key, places in layout.places.items():
                if key not in found:
                    continue
                found[key].add(rows[chosen])
                if places:
                    found[key].pieces.append((rows[chosen], start[chosen], values, places))
    return {key: entries.column(messages) for key, entries in found.items()}


def _entries(buffer, rows, start, stop, found):
    """Note what lies in an entry of each message."""
    name, name_end = _enter(buffer, start, stop, 0x0A)
    value, value_end = _enter(buffer, name_end, stop, 0x12)
    if _any(value_end != stop):
        raise Unusual
    sizes = name_end - name
    left = len(rows)
    for key, entries in found.items():
        if not left:
            break
        chosen = (sizes == len(key)).nonzero()[0]
        if not len(chosen):
            continue
        letters = buffer[name[chosen][:, None] + np.arange(len(key))]
        wrong = letters != np.frombuffer(key, np.uint8)
        if _any(wrong):
            chosen = chosen[~wrong.any(1)]
        if not len(chosen):
            continue
        left -= len(chosen)
        row, first, last = rows[chosen], value[chosen], value_end[chosen]
        entries.add(row)
        full = first < last
        if _any(~full):
            row, first, last = row[full], first[full], last[full]
        if not len(row):
            continue
        tag = buffer[first]
        kinds = np.where(tag == 0x0A, BYTES, np.where(tag == 0x12, FLOAT, np.where(tag == 0x1A, INT, 0)))
        size, first = _varint(buffer, first + 1)
        if _any(kinds == 0) or _any(first + size != last):
            raise Unusual
        entries.spans.append((row, kinds, first, last))


def _column(messages, kind, low, high):
    buffer = messages.buffer
    present = np.flatnonzero(kind)
    counts = np.zeros(len(kind), np.int64)
    kinds = np.unique(kind[present])
    if not len(kinds):
        return Column(kind, counts, _EMPTY[0])
    if len(kinds) > 1:
        raise Unusual  # an error somewhere: the other way finds out whose
    main = int(kinds[0])
    full = present[low[present] < high[present]]
    if not len(full):
        return Column(kind, counts, _EMPTY[main])
    if main == BYTES:
        counts, values = _strings(messages, full, low[full], high[full], counts)
        return Column(kind, counts, values)
    first, last = _enter(buffer, low[full], high[full], 0x0A)
    if (last != high[full]).any():
        raise Unusual
    sizes = last - first
    if main == FLOAT:
        if (sizes % 4).any():
            raise Unusual
        counts[full] = sizes // 4
        return Column(kind, counts, _joined(buffer, first, sizes).view("<f4").astype(np.float32, copy=False))
    raw = _joined(buffer, first, sizes)
    closing = raw < 128
    ends = np.flatnonzero(closing)
    totals = np.concatenate([[0], np.cumsum(closing)])
    bounds = np.cumsum(sizes)
    if len(bounds) and not closing[bounds[sizes > 0] - 1].all():
        raise Unusual
    counts[full] = totals[bounds] - totals[bounds - sizes]
    if len(ends) == len(raw):
        return Column(kind, counts, raw.astype(np.int64))
    begins = np.concatenate([[0], ends[:-1] + 1])
    width = ends - begins + 1
    if width.max() > 10:
        raise Unusual
    values = np.zeros(len(ends), np.uint64)
    for j in range(int(width.max())):
        part = np.flatnonzero(width > j)
        values[part] |= (raw[begins[part] + j] & 127).astype(np.uint64) << np.uint64(7 * j)
    return Column(kind, counts, values.view(np.int64))


def _joined(buffer, first, sizes):
    """The bytes of all parts, one after the other."""
    if not sizes.size or (sizes == sizes[0]).all():
        width = int(sizes[0]) if sizes.size else 0
        return buffer[first[:, None] + np.arange(width)].reshape(-1)
    shift = np.repeat(first - (np.cumsum(sizes) - sizes), sizes)
    return buffer[shift + np.arange(int(sizes.sum()))]


def _strings(messages, rows, at, end, counts):
    buffer, data, found = messages.buffer, messages.data, []
    while len(rows):
        first, last = _enter(buffer, at, end, 0x0A)
        counts[rows] += 1
        found.append((rows, first, last))
        more = last < end
        rows, at, end = rows[more], last[more], end[more]
    order, first, last = (np.concatenate([f[i] for f in found]) for i in range(3))
    if len(found) > 1:
        sort = np.argsort(order, kind="stable")
        first, last = first[sort], last[sort]
    values = np.empty(len(first), object)
    values[:] = [data[a:b] for a, b in zip(first.tolist(), last.tolist())]
    return counts, values
