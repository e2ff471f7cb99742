"""The part of a dataset that one of several workers gets, and the steps that all of them take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim.data.batch_sizes import batch_size
from tfshim.data.batching import row_count
from tfshim.data.options import AutoShardPolicy
from tfshim.data.service.sharding import hinted, of_files, unshardable
from tfshim.data.stages import Stage
from tfshim.data.transformations.base import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, UnaryDatasetOp, named, scaled
from tfshim.data.transformations.batches import RebatchDataset, sliced_slots, without_rows
from tfshim.distribute import collectives
from tfshim.distribute.inputs.datasets import DistributedDataset, OfGraphs, on_dataset
from tfshim.distribute.per_replica import PerReplica
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots


class _Parts(Stage):
    """Batches in `count` parts of rows, the first ones of equal size: all of them in turn, or only part `number` of each."""

    _KEPT = ("_at", "_batch")

    def __init__(self, items: Iterator[Any], specs: list[Any], count: int, number: int | None) -> None:
        self._items, self._specs, self._count, self._number = items, specs, count, number
        self._at, self._batch = count, None

    def __next__(self) -> Slots:
        if self._number is not None:
            return self._part(next(self._items), self._number)
        if self._at == self._count:
            self._batch, self._at = next(self._items), 0
        self._at += 1
        return self._part(self._batch, self._at - 1)

    def _part(self, flat: Slots, number: int) -> Slots:
        rows = next(n for n in map(row_count, self._specs, flat) if n is not None)
        size = -(-rows // self._count)
        return sliced_slots(self._specs, flat, min(rows, number * size), min(rows, (number + 1) * size))


@named("_RebatchDataset", "rebatch_op")
class PartsDataset(UnaryDatasetOp):
    """Batches divided between workers; `number`: of the worker that gets its part of each, None for all parts in turn."""

    _by_rows = False
    _spec = property(lambda self: self._made)

    def _setup(self, source: Dataset, count: int, number: int | None) -> None:
        self._leaves, self._workers, self._number = nest.flatten(source._spec), count, number
        if any(getattr(s, "shape", None) is not None and s.shape.rank == 0 for s in self._leaves):
            raise IndexError("A strategy with several workers divides batches between them: call `batch` on the dataset first.")
        self._made = nest.map_structure(lambda s: s._unbatch()._batch(None), source._spec)

    def _count(self) -> int:
        return self._source._count() if self._number is not None else scaled(self._source._count(), lambda n: n * self._workers)

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Parts(self._source._open(run), self._leaves, self._workers, self._number)


class _Together(Stage):
    """Elements as long as any worker has some: batches of no rows where this one has no more; or only as long as all have some."""

    _KEPT = ("_last", "_ended")

    def __init__(self, items: Iterator[Any], specs: list[Any], workers: Any, whole: bool) -> None:
        self._items, self._specs, self._workers, self._whole = items, specs, workers, whole
        self._last: Any = None
        self._ended = False

    def __next__(self) -> Slots:
        flat = None
        if not self._ended:
            try:
                flat = next(self._items)
            except StopIteration:
                self._ended = True
        if self._whole:
            if collectives.agree(self._workers, flat is None):
                raise StopIteration
        elif not collectives.agree(self._workers, flat is not None):
            raise StopIteration
        if flat is not None:
            if self._last is None:
                self._last = sliced_slots(self._specs, flat, 0, 0)
            return flat
        if self._last is None:
            self._last = without_rows(self._specs)
        return self._last


@named("_PrefetchDataset", "prefetch_op")
class TogetherDataset(UnaryDatasetOp):
    """The same elements for as many steps as the worker with most of them takes, or with `whole` as the one with fewest."""

    _by_rows = False
    _fresh = True

    def _setup(self, source: Dataset, workers: Any, whole: bool = False) -> None:
        self._leaves, self._workers, self._whole = nest.flatten(source._spec), workers, whole

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Together(self._source._open(run), self._leaves, self._workers, self._whole)


class WorkerDataset(DistributedDataset):
    """The dataset of one of several workers, which all take as many steps."""

    def __init__(self, dataset: Any, workers: Any) -> None:
        dataset = on_dataset(dataset, together, workers)
        # Here each element is one of this worker's replica, as TensorFlow has it; Keras takes what is within.
        super().__init__(dataset.map(lambda *element: nest.map_structure(lambda x: PerReplica([x]), _element(dataset, element))))
        self._whole = dataset


class WorkerDatasetV1(OfGraphs, WorkerDataset):
    """The same, as programs of TensorFlow 1 have it."""


def together(dataset: Dataset, workers: Any, whole: bool = False) -> Dataset:
    """`dataset` for as many steps as all workers take together; see TogetherDataset."""
    return dataset if dataset._count() == INFINITE_CARDINALITY else TogetherDataset(dataset, workers, whole)


def _element(dataset, given):
    """What `map` gave to its function, which gets the parts of a tuple as separate arguments."""
    return given if isinstance(dataset.element_spec, tuple) else given[0]


def sharded(dataset: Dataset, count: int, number: int) -> Any:
    """What worker `number` of `count` gets of `dataset`, by its auto-shard policy.

    DATA: a part of each batch. FILE: the batches of every `count`-th file, in parts. HINT: what `shard` with SHARD_HINT gives, OFF:
    everything, both in parts. AUTO: FILE where the dataset reads files, else DATA. Raises NotFoundError for FILE where nothing is read from
    files, InvalidArgumentError for fewer files than workers.
    """
    policy = dataset.options().experimental_distribute.auto_shard_policy
    if policy == AutoShardPolicy.OFF:
        return _in_parts(dataset, count, number)
    if policy == AutoShardPolicy.HINT:
        return _in_parts(hinted(dataset, count, number), count, number)
    if policy != AutoShardPolicy.DATA:
        by_files = of_files(dataset, count, number)
        if by_files is not None:
            return _in_parts(by_files, count, number)
        if policy == AutoShardPolicy.FILE:
            raise unshardable(dataset)
    return PartsDataset(dataset, count, number)


def _in_parts(dataset, count, number):
    """All of `dataset`, in batches for one worker of `count`."""
    total = batch_size(dataset)
    if total < 0:
        return PartsDataset(dataset, count, None)
    sizes = [total // count + (i < total % count) for i in range(count)]
    # In each step the workers together have a whole batch.
    return RebatchDataset(dataset, [*sizes[number:], *sizes[:number]], False)
