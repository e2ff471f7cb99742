"""Integers as keys of many values, in arrays: thousands of keys are looked up, put in and taken out by a few calls of NumPy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

_FACTOR = 0x9E3779B97F4A7C15  # odd, and near the golden ratio of 2**64, which spreads neighbours
_M = (1 << 64) - 1
_EMPTY, _GONE = -1, -2  # places of no key, and of one that was taken out
_ROOM = 4  # places to each key, when there are made more
_FEW = 12  # keys that are looked up sooner one by one


class Numbers:
    """A dictionary of integers, with a row of `shape` and `kind` for each.

    A place of `_table` has the number of a key, in the order in which keys came, or says that there is none. A key whose place is taken
    goes on by a step that depends on it as well.
    """

    def __init__(self, kind: Any, shape: tuple[int, ...] = ()) -> None:
        self._kind, self._shape = kind, shape
        self.clear()

    @classmethod
    def of(cls, held: dict[int, Any], kind: Any, shape: tuple[int, ...] = ()) -> Numbers:
        """Those of a dictionary."""
        made = cls(kind, shape)
        rows = np.empty((len(held), *shape), kind)
        if held:
            rows[:] = list(held.values())
            made.put(np.fromiter(held, np.int64, len(held)), rows)
        return made

    def clear(self) -> None:
        """Forget all keys."""
        self._count = self._gone = 0
        self._keys, self._rows, self._there = np.empty(0, np.int64), np.empty((0, *self._shape), self._kind), np.empty(0, bool)
        self._spread(64)

    def __len__(self) -> int:
        return self._count - self._gone

    def items(self) -> tuple[np.ndarray, np.ndarray]:
        """Copies of the keys and their rows, in the order in which they came."""
        there = slice(self._count) if not self._gone else np.flatnonzero(self._there[: self._count])
        return self._keys[there].copy(), self._rows[there].copy()

    def find(self, keys: np.ndarray) -> np.ndarray:
        """The numbers of an array of keys, -1 of those that are not there."""
        if len(keys) <= _FEW:
            return np.array([self._number(key) for key in keys.tolist()], np.int64)
        places = self._places(keys)
        found = self._table.take(places)
        same = self._keys.take(found, mode="clip") == keys if self._count else np.zeros(len(keys), bool)
        same &= found >= 0
        if same.all():
            return found
        left = np.flatnonzero(~same & (found != _EMPTY))
        found[~same] = _EMPTY
        if len(left):
            given, places = keys[left], places[left]
            steps = self._steps(given)
        while len(left):
            places = places + steps & self._mask
            numbers = self._table.take(places)
            same = (self._keys.take(numbers, mode="clip") == given) & (numbers >= 0)
            found[left[same]] = numbers[same]
            on = ~same & (numbers != _EMPTY)
            left, given, places, steps = left[on], given[on], places[on], steps[on]
        return found

    def rows(self, numbers: np.ndarray) -> np.ndarray:
        """The rows of keys with these numbers; that of another key where the number is negative."""
        if not self._count:
            return np.zeros((len(numbers), *self._shape), self._kind)
        return self._rows.take(numbers, axis=0, mode="clip")

    def put(self, keys: np.ndarray, rows: np.ndarray) -> None:
        """Give each key its row; of the same keys the last one counts."""
        if len(keys) <= _FEW:
            numbers = np.array([self._put_one(key) for key in keys.tolist()], np.int64)
        else:
            numbers = self.find(keys)
            new = np.flatnonzero(numbers < 0)
            if len(new):
                numbers[new] = self._added(keys[new])
        self._rows[numbers] = rows

    def pop(self, keys: Iterable[int]) -> None:
        """Take keys out; those that are not there make no difference."""
        for key in keys:
            number, place = self._at(key)
            if number >= 0:
                self._table[place], self._there[number] = _GONE, False
                self._gone += 1
        if 2 * self._gone > max(self._count, 64):
            keys_left, rows = self.items()
            self.clear()
            if len(keys_left):
                self.put(keys_left, rows)

    # ------------------------------------------------------------------ places
    def _spread(self, least: int) -> None:
        """Make a table of at least so many places, for the keys that are there."""
        size = 1 << (least - 1).bit_length()
        self._table, self._mask, self._shift = np.full(size, _EMPTY, np.int64), size - 1, 65 - size.bit_length()
        numbers = np.arange(self._count) if not self._gone else np.flatnonzero(self._there[: self._count])
        keys = self._keys[numbers]
        places, steps = self._places(keys), self._steps(keys)
        while len(numbers):
            free = self._table[places] < 0
            self._table[places[free]] = numbers[free]
            left = self._table[places] != numbers
            numbers, places, steps = numbers[left], (places + steps)[left] & self._mask, steps[left]

    def _places(self, keys: np.ndarray) -> np.ndarray:
        return (keys.view(np.uint64) * np.uint64(_FACTOR) >> np.uint64(self._shift)).view(np.int64)

    def _steps(self, keys: np.ndarray) -> np.ndarray:
        # Odd, so that a key comes by all places.
        return (keys.view(np.uint64) * np.uint64(_FACTOR) >> np.uint64(8)).view(np.int64) & self._mask | 1

    def _at(self, key: int) -> tuple[int, int]:
        """(The number of a key, its place); -1 and the place where it would be if it is not there."""
        spread, table, keys = (key & _M) * _FACTOR & _M, self._table, self._keys
        place, step = spread >> self._shift, spread >> 8 & self._mask | 1
        while True:
            number = table.item(place)
            if number == _EMPTY or number >= 0 and keys.item(number) == key:
                return number, place
            place = place + step & self._mask

    def _number(self, key: int) -> int:
        return self._at(key)[0]

    def _put_one(self, key: int) -> int:
        number, place = self._at(key)
        if number < 0:
            self._make_room(1)
            number, place = self._count, self._at(key)[1]
            self._table[place], self._keys[number], self._there[number] = number, key, True
            self._count += 1
        return number

    def _make_room(self, more: int) -> None:
        """Room for so many keys more: in the arrays, and half of the table free."""
        wanted = self._count + more
        if wanted > len(self._keys):
            size = max(2 * len(self._keys), wanted, 64)
            keys, rows, there = np.empty(size, np.int64), np.empty((size, *self._shape), self._kind), np.zeros(size, bool)
            keys[: self._count], rows[: self._count] = self._keys[: self._count], self._rows[: self._count]
            there[: self._count] = self._there[: self._count]
            self._keys, self._rows, self._there = keys, rows, there
        if 2 * wanted > len(self._table):
            self._spread(_ROOM * wanted)

    def _added(self, keys: np.ndarray) -> np.ndarray:
        """The numbers of keys that are not there yet, once they are; some may be the same."""
        self._make_room(len(keys))
        first, count = self._count, len(keys)
        numbers = np.arange(first, first + count)
        self._keys[first : first + count] = keys
        found, left, places, steps = numbers.copy(), numbers, self._places(keys), self._steps(keys)
        taken = []
        while len(left):
            there = self._table[places]
            free = there == _EMPTY
            # Backwards: of the same keys the first one stays.
            self._table[places[free][::-1]] = left[free][::-1]
            there = self._table[places]
            mine = there == left
            taken.append((left[mine], places[mine]))
            same = (there >= first) & (self._keys.take(there, mode="clip") == self._keys[left])
            found[left[same] - first] = there[same]
            on = ~same
            left, places, steps = left[on], (places + steps)[on] & self._mask, steps[on]
        kept, places = (np.concatenate(parts) for parts in zip(*taken))
        if len(kept) < count:
            # Numbers without gaps, in the order of the keys.
            order = np.argsort(kept)
            kept, places = kept[order], places[order]
            again = np.empty(count, np.int64)
            again[kept - first] = np.arange(first, first + len(kept))
            self._keys[first : first + len(kept)] = self._keys[kept]
            self._table[places] = again[kept - first]
            found = again[found - first]
        self._there[first : first + len(kept)] = True
        self._count += len(kept)
        return found
