"""Examples of one layout: messages of one length, with the same keys, tags and lengths at the same places.

Records that a program writes in a loop are like that, but for the bytes of the values. One message is taken apart; whether
others have its layout is one comparison for all of them, and then the values of a feature are a slice of the whole batch.
Where lengths differ, it is the entries of the messages, each with one feature, that have a layout.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

# Where the values of a feature lie in a message, and the tag of their list. weights: for int64, what each byte is worth;
# begins: where each number begins.
_Place = namedtuple("_Place", "tag kind count start stop weights begins", defaults=(None, None))
_BYTES, _FLOAT, _INT = 1, 2, 3
_MOST_LAYOUTS = 4  # of one batch
_MOST_KEPT = 1024
_ROOM = bytes(4096)  # behind the last message, so that a few steps may lead there

# what was asked for -> the layout that such messages had last
_known: dict[Any, _Layout] = {}


class Unusual(Exception):
    """The message is not written in the usual way."""


def parts_of(buffer: np.ndarray, starts: np.ndarray, size: int) -> np.ndarray:
    """[n, size]: the `size` bytes from each of `starts` on, which are copied a part at a time."""
    if not size or not len(starts):
        return np.zeros((len(starts), size), np.uint8)
    parts = np.ndarray((len(buffer) - size + 1,), f"V{size}", buffer.data, 0, (1,))[starts]
    return parts.view(np.uint8).reshape(len(starts), size)


def _number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Unusual
        byte = data[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
        shift += 7


def _part(data: bytes, at: int, end: int, tag: int) -> tuple[int, int]:
    """(start, stop) of the length-delimited field `tag` at `at`, within `end`."""
    if at >= end or data[at] != tag:
        raise Unusual
    size, start = _number(data, at + 1)
    if start + size > end:
        raise Unusual
    return start, start + size


class _Layout:
    """What a message is like, where it has `keys`, or without them one entry of a message.

    Raises `Unusual` for what only protobuf should read.
    """

    def __init__(self, data: bytes, keys: tuple[bytes, ...] | None) -> None:
        self.places: dict[bytes, list[_Place]] = {}
        mask = np.full(len(data), 255, np.uint8)
        if keys is None:
            self._entry(data, 0, len(data), None, mask)
        elif data:
            at, end = _part(data, 0, len(data), 0x0A)
            if end != len(data):
                raise Unusual
            while at < end:
                start, at = _part(data, at, end, 0x0A)
                self._entry(data, start, at, keys, mask)
        self._at = np.flatnonzero(mask)
        self._mask = mask[self._at]
        self._wanted = np.frombuffer(data, np.uint8)[self._at] & self._mask
        self._whole = bool((self._mask == 255).all())

    def _entry(self, data: bytes, start: int, stop: int, keys: Any, mask: np.ndarray) -> None:
        name, name_end = _part(data, start, stop, 0x0A)
        value, value_end = _part(data, name_end, stop, 0x12)
        if value_end != stop:
            raise Unusual
        places = self._feature(data, value, value_end)
        for place in places:
            mask[place.start : place.stop] = 0 if place.kind != _INT else 128  # where a number ends belongs to the layout
        if keys is None or data[name:name_end] in keys:
            self.places[data[name:name_end]] = places  # the last one counts

    def _feature(self, data: bytes, at: int, end: int) -> list[_Place]:
        if at == end:
            return []
        listed, tag = at, data[at]
        if tag not in (0x0A, 0x12, 0x1A):
            raise Unusual
        at, stop = _part(data, at, end, tag)
        if stop != end:
            raise Unusual
        if tag == 0x0A:
            places = []
            while at < end:
                first, at = _part(data, at, end, 0x0A)
                places.append(_Place(listed, _BYTES, 1, first, at))
            return places or [_Place(listed, _BYTES, 0, end, end)]
        kind = _FLOAT if tag == 0x12 else _INT
        if at == end:
            return [_Place(listed, kind, 0, end, end)]
        first, stop = _part(data, at, end, 0x0A)
        if stop != end:
            raise Unusual
        if kind == _FLOAT:
            if (end - first) % 4:
                raise Unusual
            return [_Place(listed, kind, (end - first) // 4, first, end)]
        widths = []
        while first < end:
            before = first
            _, first = _number(data, first)
            widths.append(first - before)
        begins = np.cumsum(widths) - widths
        # Numbers wrap around at 64 bits, as the tenth byte of one needs.
        shifts = 7 * (np.arange(sum(widths)) - np.repeat(begins, widths))
        weights = np.left_shift(np.uint64(1), shifts.astype(np.uint64)).view(np.int64)
        return [_Place(listed, kind, len(widths), end - sum(widths), end, weights, begins)]

    def fits(self, rows: np.ndarray) -> np.ndarray:
        """Which of `rows` [n, length] have this layout."""
        found = rows[:, self._at]
        return ((found if self._whole else found & self._mask) == self._wanted).all(1)


def _numbers(rows: np.ndarray, place: _Place) -> np.ndarray:
    """[n, count]: the int64 values at `place`."""
    part = rows[:, place.start : place.stop]
    if part.shape[1] == place.count:
        return part.astype(np.int64)
    part = part & 127
    if place.count == 1:
        return (part @ place.weights)[:, None]
    return np.add.reduceat(part * place.weights, place.begins, axis=1)


def _values(messages: Messages, starts: np.ndarray, rows: np.ndarray, places: list[_Place]) -> np.ndarray:
    """[n, count]: the values of one feature of what begins at `starts` and has one layout."""
    kind, count = places[0].kind, places[0].count
    if kind == _BYTES:
        made, data = np.empty((len(rows), len(places) if count else 0), object), messages.data
        for k in range(made.shape[1]):
            first, last = places[k].start, places[k].stop
            made[:, k] = [data[at + first : at + last] for at in starts.tolist()]
        return made
    if kind == _FLOAT:
        part = rows[:, places[0].start : places[0].stop]
        return np.ascontiguousarray(part).view("<f4").astype(np.float32, copy=False)
    return _numbers(rows, places[0])


class Messages:
    """The bytes of messages, one after the other, and where each begins and ends."""

    def __init__(self, records: list[bytes]) -> None:
        self.data = b"".join([*records, _ROOM])
        self.buffer = np.frombuffer(self.data, np.uint8)
        self.sizes = np.fromiter(map(len, records), np.int64, len(records))
        self.ends = np.cumsum(self.sizes)
        self.starts = self.ends - self.sizes

    def __len__(self) -> int:
        return len(self.sizes)

    def _rows(self, starts: np.ndarray, size: int) -> np.ndarray:
        if len(starts) and int(starts[-1] - starts[0]) == (len(starts) - 1) * size and len(starts) * size <= len(self.buffer):
            rows = self.buffer[int(starts[0]) : int(starts[0]) + len(starts) * size].reshape(len(starts), size)
            if np.count_nonzero(np.diff(starts) != size) == 0:
                return rows
        return parts_of(self.buffer, starts, size)

    def grouped(self, starts: np.ndarray, sizes: np.ndarray, keys: tuple[bytes, ...] | None) -> list[Any] | None:
        """[(layout, numbers of the parts with it, their bytes)], or None for too many layouts.

        The parts begin at `starts` and have `sizes`: messages with `keys`, or without these entries. Raises `Unusual`.
        """
        lengths = [int(sizes[0])] if np.count_nonzero(sizes != sizes[0]) == 0 else np.unique(sizes).tolist()
        if len(lengths) > _MOST_LAYOUTS:
            return None
        found: list[Any] = []
        for length in lengths:
            chosen = np.flatnonzero(sizes == length) if len(lengths) > 1 else np.arange(len(sizes))
            rows = self._rows(starts[chosen], length)
            first = int(starts[chosen[0]])
            # Entries are told apart by their keys, whose lengths are in their second bytes.
            about = (length, self.data[first : first + 2 + self.data[first + 1]] if keys is None else keys)
            layout = _known.get(about)
            while len(rows):
                if len(found) == _MOST_LAYOUTS:
                    return None
                fits = None if layout is None else layout.fits(rows)
                if fits is None or not fits.any():
                    layout = _Layout(rows[0].tobytes(), keys)
                    if len(_known) >= _MOST_KEPT:
                        _known.clear()
                    _known[about] = layout
                    fits = layout.fits(rows)
                if fits.all():
                    found.append((layout, chosen, rows))
                    break
                found.append((layout, chosen[fits], rows[fits]))
                chosen, rows, layout = chosen[~fits], rows[~fits], None
        return found


def by_layout(messages: Messages, keys: Any) -> dict[bytes, Any] | None:
    """{key: (kind [n], counts [n], values)} of messages of few layouts, else None. See `_example_columns.Column`."""
    try:
        groups = messages.grouped(messages.starts, messages.sizes, tuple(keys))
    except Unusual:
        return None
    if groups is None:
        return None
    made = {}
    for key in keys:
        pieces = [(chosen, messages.starts[chosen], rows, layout.places[key]) for layout, chosen, rows in groups if layout.places.get(key)]
        column = column_of(messages, pieces)
        if column is None:
            return None
        made[key] = column
    return made


def column_of(messages: Messages, pieces: Any) -> Any:
    """(kind [n], counts [n], values) of `pieces`, or None where they are of different kinds.

    A piece is (messages, where they or their entries begin, their bytes, places).
    """
    n = len(messages)
    kind, counts = np.zeros(n, np.int8), np.zeros(n, np.int64)
    parts = []
    for chosen, starts, rows, places in pieces:
        values = _values(messages, starts, rows, places)
        kind[chosen], counts[chosen] = places[0].kind, values.shape[1]
        parts.append((chosen, values))
    if len({places[0].kind for *_, places in pieces}) > 1:
        return None  # an error somewhere: the other ways find out whose
    if not parts:
        return kind, counts, np.zeros(0, np.float32)
    if len(parts) == 1:  # they are in order
        return kind, counts, parts[0][1].reshape(-1)
    merged = np.empty(int(counts.sum()), parts[0][1].dtype)
    begins = np.cumsum(counts) - counts
    for chosen, values in parts:
        merged[begins[chosen][:, None] + np.arange(values.shape[1])] = values
    return kind, counts, merged
