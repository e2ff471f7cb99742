"""Datasets whose first elements are given out one by one by a dispatcher, so that several workers together have each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tfshim.data.service.sharding import sources, with_sources
from tfshim.data.structures import box
from tfshim.data.transformations.base import UNKNOWN_CARDINALITY, DatasetOp
from tfshim.data.transformations.making import (
    GeneratorDataset,
    ListDataset,
    RandomDataset,
    RangeDataset,
    TensorDataset,
    TensorSliceDataset,
)
from tfshim.data.transformations.wrapping import VariantDataset
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import variant
from tfshim.engine.values.tensor import wrap

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots

# Elements by their numbers; of the last one all elements are one split, as they are in TensorFlow.
_BY_NUMBER = (RangeDataset, TensorSliceDataset, TensorDataset, ListDataset)
_WHOLE = (GeneratorDataset,)

Next = Callable[[int, int], "int | None"]


class SplitDataset(DatasetOp):
    """Those elements of a source that `following(provider, repetition)` numbers, until that is None; each iteration is a repetition."""

    def _setup(self, source: Dataset, provider: int, following: Next) -> None:
        self._repetitions = 0

    @property
    def _spec(self) -> Any:
        return self._args[0]._spec

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        repetition, self._repetitions = self._repetitions, self._repetitions + 1
        run.divided = True
        return self._elements(repetition, run)

    def _elements(self, repetition: int, run: Run) -> Iterator[Slots]:
        source, provider, following = self._args
        while (number := following(provider, repetition)) is not None:
            if isinstance(source, _BY_NUMBER):
                yield source._at(number)
            else:
                yield from source._open(run)


def _is_split(dataset: Dataset) -> bool:
    return isinstance(dataset, (*_BY_NUMBER, *_WHOLE)) and not getattr(dataset, "_replicated", False)


def counts(dataset: Dataset) -> list[int]:
    """How many splits each of the sources of `dataset` has. Raises UnimplementedError for sources that have none."""
    found: list[int] = []
    divided(dataset, lambda source, provider: found.append(1 if isinstance(source, _WHOLE) else source._count()))
    return found


def divided(dataset: Dataset, change: Callable[[Dataset, int], Any]) -> Dataset:
    """`dataset` with `change(source, number)` in the place of each source, unless that is None."""
    number = -1

    def changed(x: Any) -> Any:
        nonlocal number
        if isinstance(x, VariantDataset):
            inner = changed(x._inner)
            return x if inner is x._inner else VariantDataset(wrap(box(inner), variant), x._spec)
        if type(x).__name__ == "_SnapshotDataset" or hasattr(x, "_place"):
            raise errors.UnimplementedError(None, None, "Splitting is not implemented for snapshot datasets.")
        if sources(x) and all(any(s is a for a in _in_arguments(x)) for s in sources(x)):
            return with_sources(x, changed)
        if _is_split(x):
            number += 1
            made = change(x, number)
            return x if made is None else made
        if isinstance(x, RandomDataset) or getattr(x, "_replicated", False):
            return x
        raise errors.UnimplementedError(
            None,
            None,
            f"Cannot create split providers for dataset of type {type(x).__name__.strip('_').replace('Csv', 'CSV')}, because the dataset "
            "is not unary (instead having arity 0), and no custom implementation of `MakeSplitProvider` is defined.",
        )

    return changed(dataset)


def _in_arguments(dataset: Dataset) -> list[Any]:
    return nest.flatten([a for a in getattr(dataset, "_args", ()) if not isinstance(a, list)])


def of_worker(dataset: Dataset, following: Next) -> Dataset:
    """What a worker runs of `dataset`, whose splits `following` gives."""
    return divided(dataset, lambda source, provider: SplitDataset(source, provider, following))
