"""Datasets of what a function makes of the elements of another one."""

from __future__ import annotations

import collections
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tfshim.data.batching import stacked_slots
from tfshim.data.program_checks import check_dataset, check_predicate
from tfshim.data.stages import FlatMap, Grouped, Interleave, Stage, TakeWhile, resumed, state_of
from tfshim.data.structures import batched_spec, slots
from tfshim.data.transformations.base import (
    UNKNOWN_CARDINALITY,
    DatasetOp,
    UnaryDatasetOp,
    checked_calls,
    infinite_or_unknown,
    named,
    number,
    refuse,
)
from tfshim.data.vectorized import MappedRows, may_fail, opened, parsed_ahead, simple
from tfshim.data.workers import MOST_THREADS, Adaptive, ParallelMap, Prefetch
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.specs.none import NoneTensorSpec

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.data.dataset import Dataset
    from tfshim.data.element_functions import ElementFunction
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import BoolLike, IntLike


@named("_MapDataset", "map_op")
class MapDataset(UnaryDatasetOp):
    """A function of each element of another dataset: what `Dataset.map` makes."""

    # Over rows, the results of a function that has a form for many are rows again.
    _spec = property(lambda self: self._args[1].element_spec)

    def _setup(self, source: Dataset, program: ElementFunction) -> None:
        if all(isinstance(s, NoneTensorSpec) for s in nest.flatten(program.element_spec)):
            raise invalid(
                "Length for attr 'output_shapes' of 0 must be at least minimum 1: the function "
                "given to Dataset.map() returned no tensor. [Op:MapDataset] name: ",
            )

    @property
    def _by_rows(self) -> bool:  # type: ignore[override]
        return self._source._by_rows and simple(self._args[1])

    @property
    def _may_fail(self) -> bool:  # type: ignore[override]
        return self._source._may_fail or may_fail(self._args[1])

    def _row_source(self) -> Any:
        return MappedRows(self._source._row_source(), self._args[1])

    def _rows(self, run: Run) -> tuple[Any, Iterator[int]]:
        return self._row_source(), self._source._rows(run)[1]

    def _open(self, run: Run) -> Iterator[Slots]:
        pieces = opened(self, run)
        if pieces is not None:
            return pieces
        items, function = parsed_ahead(self._source, self._args[1], run)
        return map(function, items)

    def _with_arguments(self, args: Sequence[Any]) -> Self:
        return self._copied(args)

    def _at(self, index: int) -> Slots:
        return self._args[1].opened()(self._source._at(index))


@named("_ParallelMapDataset", "map_op")
class ParallelMapDataset(MapDataset):
    """A function of each element, called by several threads."""

    def _setup(  # type: ignore[override]
        self, source: Dataset, program: ElementFunction, calls: IntLike, deterministic: bool | None
    ) -> None:
        MapDataset._setup(self, source, program)
        self._calls = checked_calls(calls, "ParallelMapDatasetV2", Targuments=len(program.captures))
        self._deterministic = deterministic

    def _threads(self, run: Run) -> int:
        return max(run.threads(self._calls), self._source._threads(run))

    def _open(self, run: Run) -> Iterator[Slots]:
        program = self._args[1]
        if not run.parallel:
            return map(program.opened(run), self._source._open(run))
        ordered = run.deterministic if self._deterministic is None else bool(self._deterministic)
        count = run.threads(self._calls)
        pieces = opened(self, run)
        if pieces is not None:
            return pieces
        items, function = parsed_ahead(self._source, program, run)
        if self._calls == -1:
            return Adaptive(items, function, count, ordered, run, memory=program.graph.memory)
        return ParallelMap(items, function, count, ordered, run)


@named("_ParseExampleDataset", "parsing_ops")
class ParseExampleDataset(ParallelMapDataset):
    """Parsed examples."""


@named("_MapAndBatchDataset", "batching")
class MapAndBatchDataset(UnaryDatasetOp):
    """A map and a batch in one."""

    _by_rows = False

    def _setup(self, source: Dataset, program: ElementFunction, batch_size: IntLike, drop_remainder: BoolLike, calls: IntLike) -> None:
        self._size, self._drop, self._calls = number(batch_size), bool(drop_remainder), number(calls)
        if self._size is not None and self._size <= 0:
            refuse("batch_size must be greater than zero.", "MapAndBatchDataset")
        self._leaves = nest.flatten(program.element_spec)
        self._made = batched_spec(program.element_spec, self._size if self._drop else None)

    _spec = property(lambda self: self._made)

    def _count(self) -> int:
        n = self._source._count()
        return n if n < 0 else n // self._size if self._drop else -(-n // self._size)

    def _open(self, run: Run) -> Iterator[Slots]:
        mapped = map(self._args[1].opened(run), self._source._open(run))
        return Grouped(mapped, self._size, self._drop, lambda group: stacked_slots(self._leaves, group, copying=True), True)


class _Filtered(Stage):
    """The elements that a predicate admits."""

    _KEPT = ()

    def __init__(self, items: Iterator[Slots], admits: Callable[[Slots], Slots]) -> None:
        self._items, self._admits = items, admits

    def __next__(self) -> Slots:
        while True:
            item = next(self._items)
            if self._admits(item)[0]:
                return item


@named("_FilterDataset", "filter_op")
class FilterDataset(UnaryDatasetOp):
    """The elements that a predicate admits."""

    _by_rows = False

    def _setup(self, source: Dataset, program: ElementFunction) -> None:
        check_predicate(program, "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its return type is {}.")

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return opened(self, run) or _Filtered(self._source._open(run), self._args[1].opened(run, out_of_range=errors.InternalError))


@named("_TakeWhileDataset", "take_while_op")
class TakeWhileDataset(UnaryDatasetOp):
    """The elements before the first that a predicate does not admit."""

    _by_rows = False

    def _setup(self, source: Dataset, program: ElementFunction) -> None:
        check_predicate(program, "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor but its return type is{}.")

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        admits = self._args[1].opened(run, out_of_range=errors.InternalError)
        return TakeWhile(self._source._open(run), lambda flat: bool(admits(flat)[0]))


class _Scan(Stage):
    _KEPT = ("_state",)

    def __init__(self, items: Iterator[Slots], state: Slots, step: Callable[[Slots], Slots]) -> None:
        self._items, self._state, self._step = items, state, step

    def __next__(self) -> Slots:
        made = self._step([*self._state, *next(self._items)])
        n = len(self._state)
        self._state = made[:n]
        return made[n:]


@named("_ScanDataset", "scan_op")
class ScanDataset(UnaryDatasetOp):
    """The outputs of a function that carries a state from element to element."""

    _by_rows = False
    _spec = property(lambda self: self._args[3].element_spec[1])

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Scan(self._source._open(run), slots(self._args[1]), self._args[3].opened(run))


def opener(program: ElementFunction, run: Run) -> Callable[..., Iterator[Slots]]:
    """A function from an element to an iterator over the dataset that `program` makes of it."""
    made = program.opened(run, out_of_range=errors.InternalError)

    def open_one(flat, slot=0):
        return made(flat)[0]._open(run)

    return open_one


@named("_FlatMapDataset", "flat_map_op")
class FlatMapDataset(UnaryDatasetOp):
    """The elements of the datasets that a function gives."""

    _by_rows = False
    _by_records = property(lambda self: bool(self._args[1].datasets) and all(d._by_records for d in self._args[1].datasets))
    _spec = property(lambda self: self._args[1].element_spec.element_spec)

    def _setup(self, source: Dataset, program: ElementFunction) -> None:
        check_dataset(program)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return FlatMap(self._source._open(run), opener(self._args[1], run))


@named("_InterleaveDataset", "interleave_op")
class InterleaveDataset(FlatMapDataset):
    """The elements of the datasets that a function gives, of several of them in turn."""

    def _setup(  # type: ignore[override]
        self, source: Dataset, program: ElementFunction, cycle_length: IntLike, block_length: IntLike
    ) -> None:
        check_dataset(program)
        self._cycle, self._block = _checked(cycle_length, block_length, "InterleaveDataset", program, min(os.cpu_count() or 1, 10))

    def _open(self, run: Run) -> Iterator[Slots]:
        return Interleave(self._source._open(run), opener(self._args[1], run), self._cycle, self._block)


def _checked(
    cycle_length: IntLike, block_length: IntLike, kind: str, program: ElementFunction, usual: int
) -> tuple[int | None, int | None]:
    """The lengths of the cycle, which is `usual` for AUTOTUNE, and of blocks; None for what only a run knows."""
    cycle, block = number(cycle_length), number(block_length)
    if cycle == -1:
        cycle = usual
    if cycle is not None and cycle <= 0:
        refuse("cycle_length must be greater than zero.", kind, Targuments=len(program.captures))
    if block is not None and block <= 0:
        refuse("block_length must be greater than zero.", kind, Targuments=len(program.captures))
    return cycle, block


class _Unordered(Stage):
    """Items of several iterators that threads read ahead, as they come.

    The iterators are read in turn, but one that has nothing ready is passed over.
    """

    _items: Iterator[Slots] | None

    def __init__(self, items: Iterator[Slots], open_one: Callable[..., Iterator[Slots]], cycle: int, run: Run) -> None:
        self._items, self._open_one, self._cycle, self._run = items, open_one, cycle, run
        self._live = collections.deque()

    def __next__(self) -> Slots:
        while True:
            while self._items is not None and len(self._live) < self._cycle:
                try:
                    element = next(self._items)
                except StopIteration:
                    self._items = None
                    break
                self._live.append((element, self._opened(element)))
            if not self._live:
                raise StopIteration
            for _ in range(len(self._live) - 1):
                if self._live[0][1].ready():
                    break
                self._live.rotate(-1)
            first = self._live[0][1]
            try:
                item = next(first)
            except StopIteration:
                self._live.popleft()
                continue
            self._live.rotate(-1)
            return item

    def _opened(self, element: Slots) -> Prefetch:
        return Prefetch(self._open_one(element), 4, self._run)

    def state(self) -> list[Any]:
        live = [[element, state_of(items)] for element, items in self._live]
        return [live, state_of(self._items)]

    def resume(self, state: list[Any]) -> None:
        live, items = state
        self._items = resumed(self._items, items)
        self._live.extend((element, resumed(self._opened(element), inner)) for element, inner in live)


@named("_ParallelInterleaveDataset", "interleave_op")
class ParallelInterleaveDataset(FlatMapDataset):
    """The elements of the datasets that a function gives, read ahead by threads."""

    _count = infinite_or_unknown

    def _setup(  # type: ignore[override]
        self,
        source: Dataset,
        program: ElementFunction,
        cycle_length: IntLike,
        block_length: IntLike,
        calls: IntLike,
        deterministic: bool | None,
    ) -> None:
        check_dataset(program)
        kind, captured = "ParallelInterleaveDatasetV4", len(program.captures)
        self._calls, self._deterministic = checked_calls(calls, kind, Targuments=captured), deterministic
        cores = os.cpu_count() or 1
        # TensorFlow reads two more datasets ahead for each of the cycle, and wants about as many threads as there are cores.
        usual = min(self._calls, cores) if (self._calls or -1) > 0 else -(-cores // 3)
        self._cycle, self._block = _checked(cycle_length, block_length, kind, program, usual)
        fixed = number(cycle_length)
        if fixed is not None and self._calls is not None and self._calls > fixed != -1:
            refuse(
                "If `cycle_length` is set to a fixed value, `num_parallel_calls` must be either `tf.data.AUTOTUNE` or a value less than or "
                f"equal to `cycle_length`. However, `num_parallel_calls` is {self._calls} and `cycle_length` is {fixed}",
                kind,
                Targuments=captured,
            )

    def _open(self, run: Run) -> Iterator[Slots]:
        items, open_one = self._source._open(run), opener(self._args[1], run)
        ordered = run.deterministic if self._deterministic is None else bool(self._deterministic)
        # With AUTOTUNE, only unordered datasets are read by threads: passing items between threads costs more than most reading.
        threads = min(run.threads(self._calls), MOST_THREADS) if run.parallel and (self._calls != -1 or not ordered) else 0
        if not ordered and threads:
            return _Unordered(items, open_one, min(self._cycle, threads), run)
        if not threads:
            return Interleave(items, open_one, self._cycle, self._block, counts_errors=True)

        # As many of the iterators as there may be calls are read ahead; the order is the same as without.
        def open_ahead(element, slot):
            opened = open_one(element)
            return Prefetch(opened, 2 * self._block, run) if slot < threads else opened

        return Interleave(items, open_ahead, self._cycle, self._block, counts_errors=True)


class _Called(Stage):
    """What a function gives for a state until it raises OutOfRangeError; then another function gets the state."""

    _KEPT = ("_state",)

    def __init__(self, state: Slots, step: Callable[[Slots], Slots], end: Callable[[Slots], Slots]) -> None:
        self._items, self._state, self._step, self._end, self._over = None, state, step, end, False

    def __next__(self) -> Slots:
        if self._over:
            raise StopIteration
        try:
            return self._step(self._state)
        except errors.OutOfRangeError:
            self._over = True
            self._end(self._state)
            raise StopIteration from None


@named("_GeneratorDataset", "from_generator_op")
class FunctionGeneratorDataset(DatasetOp):
    """What a traced function gives for the state that another one made, until it raises OutOfRangeError."""

    def _setup(self, start: ElementFunction, step: ElementFunction, end: ElementFunction, specs: Any) -> None:
        self._spec = specs

    def _open(self, run: Run) -> Iterator[Slots]:
        start, step, end = (p.opened(run, out_of_range=None) for p in self._args[:3])
        return _Called(start([]), step, end)
