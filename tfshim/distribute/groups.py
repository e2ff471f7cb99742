"""Batches of a dataset for replicas that each get one of their own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch

from tfshim.data.stages import Stage
from tfshim.data.transformations.base import UnaryDatasetOp, named, scaled
from tfshim.data.transformations.batches import sliced_slots
from tfshim.distribute.per_replica import PerReplica
from tfshim.engine.values import nest

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots


def _without_rows(spec: Any, x: Any) -> Any:
    """The value `x` of an element without its rows; zero for a scalar, which has none."""
    return torch.zeros_like(x) if type(x) is torch.Tensor and not x.dim() else sliced_slots([spec], [x], 0, 0)[0]


class _Groups(Stage):
    """`count` elements as one, with batches of no rows in the place of those that are missing at the end, or without such a group."""

    _KEPT = ()

    def __init__(self, items: Iterator[Any], specs: list[Any], count: int, whole: bool) -> None:
        self._items, self._specs, self._count, self._whole = items, specs, count, whole

    def __next__(self) -> Slots:
        group = list(itertools.islice(self._items, self._count))
        missing = self._count - len(group)
        if not group or missing and self._whole:
            raise StopIteration
        # All replicas have to take the step: those without a batch get one of no rows.
        empty = [_without_rows(s, x) for s, x in zip(self._specs, group[0])] if missing else []
        return [slot for element in [*group, *[empty] * missing] for slot in element]


@named("_MultiDeviceDataset", "multi_device_op")
class GroupsDataset(UnaryDatasetOp):
    """Tuples of `count` elements each. Where sizes of elements are known a group that is not full is left out, as in TensorFlow."""

    _by_rows = False
    _spec = property(lambda self: (self._source._spec,) * self._size)

    def _setup(self, source: Dataset, count: int, whole: bool) -> None:
        self._leaves, self._size = nest.flatten(source._spec), count
        shapes = [getattr(s, "shape", None) for s in self._leaves]
        self._whole = whole or all(s is not None and s.is_fully_defined() for s in shapes)

    def _count(self) -> int:
        if self._whole:
            return scaled(self._source._count(), lambda n: n // self._size)
        return scaled(self._source._count(), lambda n: -(-n // self._size))

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Groups(self._source._open(run), self._leaves, self._size, self._whole)


def grouped(dataset: Any, count: int, whole: bool = False) -> Any:
    """`dataset` with a batch for each of `count` replicas in an element, a structure of PerReplica; with `whole` never fewer batches."""
    groups = GroupsDataset(dataset, count, whole)
    return groups.map(lambda *elements: nest.map_structure(lambda *parts: PerReplica(parts), *elements))
