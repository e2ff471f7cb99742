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
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import int64
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots


def _without_rows(spec: Any, x: Any) -> Any:
    """The value `x` of an element without its rows; zero for a scalar, which has none."""
    return torch.zeros_like(x) if type(x) is torch.Tensor and not x.dim() else sliced_slots([spec], [x], 0, 0)[0]


class _Groups(Stage):
    """`count` elements as one, with batches of no rows in the place of those that are missing at the end, or without such a group.

    With `counted` the number of those that are there comes first, and there is such a group too.
    """

    _KEPT = ()

    def __init__(self, items: Iterator[Any], specs: list[Any], count: int, whole: bool, counted: bool) -> None:
        self._items, self._specs, self._count, self._whole, self._counted = items, specs, count, whole and not counted, counted

    def __next__(self) -> Slots:
        group = list(itertools.islice(self._items, self._count))
        missing = self._count - len(group)
        if not group or missing and self._whole:
            raise StopIteration
        # All replicas have to take the step: those without a batch get one of no rows.
        empty = [_without_rows(s, x) for s, x in zip(self._specs, group[0])] if missing else []
        first = [torch.tensor(len(group))] if self._counted else []
        return first + [slot for element in [*group, *[empty] * missing] for slot in element]


@named("_MultiDeviceDataset", "multi_device_op")
class GroupsDataset(UnaryDatasetOp):
    """Tuples of `count` elements each. Where sizes of elements are known a group that is not full is left out, as in TensorFlow."""

    _by_rows = False

    @property
    def _spec(self) -> Any:
        return (*([TensorSpec([], int64)] if self._counted else ()), *[self._source._spec] * self._size)

    def _setup(self, source: Dataset, count: int, whole: bool = False, counted: bool = False) -> None:
        self._leaves, self._size, self._counted = nest.flatten(source._spec), count, counted
        shapes = [getattr(s, "shape", None) for s in self._leaves]
        self._whole = whole or all(s is not None and s.is_fully_defined() for s in shapes)

    def _count(self) -> int:
        if self._whole and not self._counted:
            return scaled(self._source._count(), lambda n: n // self._size)
        return scaled(self._source._count(), lambda n: -(-n // self._size))

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Groups(self._source._open(run), self._leaves, self._size, self._whole, self._counted)


def grouped(dataset: Any, count: int, whole: bool = False) -> Any:
    """`dataset` with a batch for each of `count` replicas in an element, a structure of PerReplica; with `whole` never fewer batches."""
    groups = GroupsDataset(dataset, count, whole)
    return groups.map(lambda *elements: nest.map_structure(lambda *parts: PerReplica(parts), *elements))


@op(
    "IteratorGetNext",
    tensors="any*",
    count="any",
    stateful=True,
    grad=None,
    shape_fn=lambda number, tensors, count: [(t.dtype, t.shape) for t in tensors],
    register=False,
)
def _there(number: Any, tensors: Any, count: Any, name: str | None = None) -> Any:
    """`tensors`, the part of a group that replica `number` gets. OutOfRangeError where the group has only `count` parts."""
    if int(count) <= number:
        raise errors.OutOfRangeError(None, None, "End of sequence")
    return list(tensors)


class Parts:
    """An element of a graph's iterator over groups: a batch for each replica, which may be missing at the end."""

    def __init__(self, element: Any) -> None:
        self._count, *self._batches = element

    def of(self, number: int) -> Any:
        """The batch of a replica. What the replica is made of runs after what those before it are made of, which have theirs."""
        batch = self._batches[number]
        flat = nest.flatten(batch, expand_composites=True)
        return nest.pack_sequence_as(batch, list(_there(number, flat, self._count)), expand_composites=True)

    def together(self) -> Any:
        """The batches of all replicas, a structure of PerReplica."""
        return nest.map_structure(lambda *parts: PerReplica(parts), *[self.of(i) for i in range(len(self._batches))])
