"""Datasets of datasets: windows and groups."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim.data.specs import DatasetSpec
from tfshim.data.stages import Failure, Stage, resumed, state_of
from tfshim.data.transformations.base import (
    UNKNOWN_CARDINALITY,
    DatasetOp,
    UnaryDatasetOp,
    fail,
    infinite_or_unknown,
    named,
    number,
    refuse,
)
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import BoolLike, IntLike


@named("_WindowElements", "dataset_ops")
class HeldDataset(DatasetOp):
    """Elements in memory, as lists of slots."""

    def _setup(self, elements: Elements, spec: Any) -> None:
        self._spec = spec

    def _count(self) -> int:
        return len(self._args[0])

    def _open(self, run: Run) -> Iterator[Slots]:
        return iter(self._args[0])

    def _at(self, index: int) -> Slots:
        return self._args[0][index]


class Elements:
    """Keeps lists of slots from being taken for arguments."""

    def __init__(self, items: Sequence[Slots]) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Slots]:
        return iter(self.items)

    def __getitem__(self, i: int) -> Slots:
        return self.items[i]


def held(items: Sequence[Slots], spec: Any) -> HeldDataset:
    """A dataset of elements in memory."""
    return HeldDataset(Elements(items), spec)


class _Windows(Stage):
    """Lists of elements, of which each begins `shift` elements after the one before; an error is that of its windows."""

    _items: Iterator[Slots] | None

    def __init__(self, items: Iterator[Slots], size: int, shift: int, stride: int, drop: bool) -> None:
        self._items, self._size, self._shift, self._stride, self._drop = items, size, shift, stride, drop
        self._buffer, self._skip = collections.deque(), 0

    def __next__(self) -> list[Slots]:
        span = (self._size - 1) * self._stride + 1
        while self._items is not None and (self._skip or len(self._buffer) < span):
            try:
                item = next(self._items)
            except StopIteration:
                self._items = None
                break
            except Exception as e:
                item = Failure(e)
            if self._skip:
                self._skip -= 1
            else:
                self._buffer.append(item)
        if not self._buffer or self._drop and len(self._buffer) < span:
            raise StopIteration
        window = [self._buffer[i] for i in range(0, min(span, len(self._buffer)), self._stride)]
        gone = min(self._shift, len(self._buffer))
        for _ in range(gone):
            self._buffer.popleft()
        self._skip += self._shift - gone
        for item in window:
            if isinstance(item, Failure):
                raise item.error
        return window

    def state(self) -> list[Any]:
        return [state_of(self._items), list(self._buffer), self._skip]

    def resume(self, state: list[Any]) -> None:
        items, buffer, self._skip = state
        self._items = resumed(self._items, items)
        self._buffer.extend(buffer)


@named("_WindowDataset", "window_op")
class WindowDataset(UnaryDatasetOp):
    """Windows of elements, as datasets."""

    _by_rows = False
    _spec = property(lambda self: self._made)

    def _setup(self, source: Dataset, size: IntLike, shift: IntLike, stride: IntLike, drop_remainder: BoolLike) -> None:
        self._size, self._shift, self._stride, self._drop = number(size), number(shift), number(stride), bool(drop_remainder)
        for name, n in (("size", self._size), ("shift", self._shift), ("stride", self._stride)):
            if n is not None and n <= 0:
                refuse(f"Window {name} must be greater than zero.", "WindowDataset")
        self._leaves = nest.flatten(source._spec)
        self._made = nest.map_structure(DatasetSpec, source._spec)

    def _count(self) -> int:
        n = self._source._count()
        if n < 0:
            return n
        if self._drop:
            span = (self._size - 1) * self._stride + 1
            return 0 if n < span else (n - span) // self._shift + 1
        return -(-n // self._shift)

    def _open(self, run: Run) -> Iterator[Slots]:
        windows = _Windows(self._source._open(run), self._size, self._shift, self._stride, self._drop)
        return map(self._datasets, windows)

    def _datasets(self, window: Sequence[Slots]) -> Slots:
        return [held([[row[k]] for row in window], spec) for k, spec in enumerate(self._leaves)]


class _Groups(Stage):
    """Elements by key; a group that has as many as its window says goes through the reduction."""

    _current: Iterator[Slots] | None
    _opened: tuple[int, list[Slots]] | None
    _rest: Iterator[tuple[int, list[Slots]]] | None

    def __init__(
        self,
        items: Iterator[Slots],
        key_of: Callable[[Slots], Slots],
        size_of: Callable[[Slots], Slots],
        reduced: Callable[[Slots], Slots],
        spec: Any,
        run: Run,
    ) -> None:
        self._items, self._key_of, self._size_of, self._reduced, self._spec, self._run = items, key_of, size_of, reduced, spec, run
        self._groups, self._sizes, self._current, self._opened = {}, {}, None, None
        self._rest = None

    def __next__(self) -> Slots:
        while True:
            if self._current is not None:
                try:
                    return next(self._current)
                except StopIteration:
                    self._current = self._opened = None
            if self._rest is not None:
                self._opened = next(self._rest)
                self._current = self._open(*self._opened)
                continue
            try:
                item = next(self._items)
            except StopIteration:
                # What is left comes in the order of the keys.
                self._rest = iter(sorted(((k, g) for k, g in self._groups.items()), key=lambda pair: pair[0]))
                self._groups = {}
                continue
            key = int(self._key_of(item)[0])
            group = self._groups.get(key)
            if group is None:
                group = self._groups[key] = []
                self._sizes[key] = self._window(key)
            group.append(item)
            if len(group) == self._sizes[key]:
                del self._groups[key]
                self._opened = key, group
                self._current = self._open(key, group)

    def state(self) -> list[Any]:
        rest = None
        if self._rest is not None:
            rest = list(self._rest)
            self._rest = iter(rest)
        current = state_of(self._current)
        return [state_of(self._items), list(self._groups.items()), list(self._sizes.items()), self._opened, current, rest]

    def resume(self, state: list[Any]) -> None:
        items, groups, sizes, self._opened, current, rest = state
        self._items, self._groups, self._sizes = resumed(self._items, items), dict(groups), dict(sizes)
        self._rest = None if rest is None else iter(rest)
        self._current = None if current is None else resumed(self._open(*self._opened), current)

    def _window(self, key: int) -> int:
        size = int(self._size_of([torch.tensor(key)])[0])
        if size <= 0:
            fail(f"Window size must be greater than zero, but got {size}.")
        return size

    def _open(self, key: int, group: Sequence[Slots]) -> Iterator[Slots]:
        return self._reduced([torch.tensor(key), held(group, self._spec)])[0]._open(self._run)


@named("_GroupByWindowDataset", "group_by_window_op")
class GroupByWindowDataset(UnaryDatasetOp):
    """Groups of elements with the same key, reduced."""

    _by_rows = False
    _spec = property(lambda self: self._args[2].element_spec.element_spec)
    _count = infinite_or_unknown

    def _open(self, run: Run) -> Iterator[Slots]:
        source, keys, reduced, sizes = self._args
        called = (f.opened(run, out_of_range=errors.InternalError) for f in (keys, sizes, reduced))
        return _Groups(source._open(run), *called, source._spec, run)


class _Reduced(Stage):
    _states: Iterator[Slots] | None

    def __init__(
        self,
        items: Iterator[Slots],
        key_of: Callable[[Slots], Slots],
        start: Callable[[Slots], Slots],
        step: Callable[[Slots], Slots],
        last: Callable[[Slots], Slots],
    ) -> None:
        self._items, self._key_of, self._start, self._step, self._last = items, key_of, start, step, last
        self._states = None
        self._made: dict[int, Slots] = {}  # an error ends what reads, but not what was made before it

    def __next__(self) -> Slots:
        if self._states is None:
            states = self._made
            for item in self._items:
                key = int(self._key_of(item)[0])
                state = states.get(key)
                if state is None:
                    state = states[key] = self._start([torch.tensor(key)])
                states[key] = self._step([*state, *item])
            self._states = iter([states[k] for k in sorted(states)])
        return self._last(next(self._states))

    def state(self) -> list[Any]:
        if self._states is None:
            return [None, state_of(self._items), list(self._made.items())]
        rest = list(self._states)
        self._states = iter(rest)
        return [rest, None, []]

    def resume(self, state: list[Any]) -> None:
        rest, items, made = state
        self._made = dict(made)
        self._items, self._states = resumed(self._items, items), None if rest is None else iter(rest)


@named("_GroupByReducerDataset", "grouping")
class GroupByReducerDataset(UnaryDatasetOp):
    """One element for each key: the last state of a reduction."""

    _by_rows = False
    _spec = property(lambda self: self._args[4].element_spec)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        source, keys, start, step, last = self._args
        called = (f.opened(run, out_of_range=errors.InternalError) for f in (keys, start, step, last))
        return _Reduced(source._open(run), *called)
