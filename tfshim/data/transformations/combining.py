"""Datasets of the elements of several others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim.data.dataset import Dataset
from tfshim.data.stages import Chain, Stage, Zipped, resumed, state_of
from tfshim.data.structures import is_dense
from tfshim.data.transformations.base import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, DatasetOp, fail, named
from tfshim.data.transformations.functions import MapDataset
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.random.discrete import selected, uniforms_of_seeds
from tfshim.engine.random.philox import WordStream
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from tfshim.data.element_functions import ElementFunction
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.random.shuffle_buffer import DatasetSeeds
    from tfshim.engine.values.annotations import BoolLike
    from tfshim.engine.values.tensor import Tensor


@named("_ZipDataset", "zip_op")
class ZipDataset(DatasetOp):
    """Several datasets side by side."""

    _datasets = property(lambda self: self._args[0])

    def _setup(self, datasets: Any) -> None:
        if _holds_list(datasets):
            raise TypeError(
                "Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects. "
                "Python `list` is not supported and you should use `tuple` instead."
            )
        self._parts = nest.flatten(datasets)
        for d in self._parts:
            if not isinstance(d, Dataset):
                raise TypeError(
                    "Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects "
                    f"but encountered object of type {type(d)}."
                )
        if not self._parts:
            raise invalid("Value for attr 'N' of 0 must be at least minimum 1: `datasets` holds none. [Op:ZipDataset] name: ")
        self._inputs = tuple(self._parts)
        self._spec = nest.map_structure(lambda d: d._spec, datasets)

    def _count(self) -> int:
        counts = [d._count() for d in self._parts]
        if UNKNOWN_CARDINALITY in counts:
            return UNKNOWN_CARDINALITY
        return min((n for n in counts if n >= 0), default=INFINITE_CARDINALITY)

    def _open(self, run: Run) -> Iterator[Slots]:
        return Zipped([d._open(run) for d in self._parts])

    def _at(self, index: int) -> Slots:
        return [slot for d in self._parts for slot in d._at(index)]


def _holds_list(x: Any) -> bool:
    if isinstance(x, list):
        return True
    if isinstance(x, dict):
        return any(map(_holds_list, x.values()))
    return isinstance(x, tuple) and any(map(_holds_list, x))


def common_spec(a: Any, b: Any) -> Any:
    """The spec that covers `a` and `b`. Raises TypeError or ValueError where none does."""
    nest.assert_same_structure(a, b)
    made = []
    for x, y in zip(nest.flatten(a), nest.flatten(b)):
        if is_dense(x) and is_dense(y):
            if x.dtype != y.dtype:
                raise TypeError("dtypes differ")
            made.append(TensorSpec(x.shape.most_specific_compatible_shape(y.shape), x.dtype))
        else:
            made.append(x.most_specific_compatible_type(y))
    return nest.pack_sequence_as(a, made)


@named("_ConcatenateDataset", "concatenate_op")
class ConcatenateDataset(DatasetOp):
    """One dataset after another."""

    _input_dataset = property(lambda self: self._parts[0])
    _dataset_to_concatenate = property(lambda self: self._parts[1])
    _input_datasets = property(lambda self: list(self._parts))

    def _setup(self, first: Dataset, second: Dataset) -> None:
        self._parts = (first, second)
        try:
            self._spec = common_spec(first.element_spec, second.element_spec)
        except (TypeError, ValueError):
            raise TypeError(f"Incompatible dataset elements:\n  {first.element_spec} vs.   {second.element_spec}") from None

    def _count(self) -> int:
        counts = [d._count() for d in self._parts]
        return (
            INFINITE_CARDINALITY
            if INFINITE_CARDINALITY in counts
            else UNKNOWN_CARDINALITY
            if UNKNOWN_CARDINALITY in counts
            else sum(counts)
        )

    def _open(self, run: Run) -> Iterator[Slots]:
        return Chain([lambda d=d: d._open(run) for d in self._parts])

    def _at(self, index: int) -> Slots:
        n = self._parts[0]._count()
        return self._parts[0]._at(index) if index < n else self._parts[1]._at(index - n)


class _Directed(Stage):
    _choices: Iterator[Slots] | None

    def __init__(self, choices: Iterator[Slots], parts: list[Any], stop: bool) -> None:
        self._choices, self._parts, self._stop = choices, parts, stop

    def __next__(self) -> Slots:
        while True:
            if self._choices is None or all(p is None for p in self._parts):
                raise StopIteration
            chosen = int(next(self._choices)[0])
            if not 0 <= chosen < len(self._parts):
                fail(f"Selector index out of range: {chosen} >= {len(self._parts)}")
            part = self._parts[chosen]
            if part is None:
                continue
            try:
                return next(part)
            except StopIteration:
                self._parts[chosen] = None
                if self._stop:
                    self._choices, self._parts = None, []
                    raise

    def state(self) -> list[Any]:
        return [state_of(self._choices), [state_of(part) for part in self._parts]]

    def resume(self, state: list[Any]) -> None:
        choices, parts = state
        self._choices, self._parts = resumed(self._choices, choices), [resumed(p, inner) for p, inner in zip(self._parts, parts)]


class _Choices(Stage):
    """The numbers drawn with every two random numbers of `seeds`, the same as one by one: many draws are computed together.

    They are drawn from `logits`, or where that is None each from the next of `rows`, an iterator.
    """

    _MOST = 256

    def __init__(self, seeds: DatasetSeeds, logits: np.ndarray | None, rows: Iterator[Slots] | None = None) -> None:
        self._seeds, self._words, self._logits, self._rows = seeds, seeds.iterator_words(), logits, rows
        self._begin: list[Any] = self._words.position()
        self._drawn: list[Any] = []  # slots, or what selects from the rows
        self._at, self._size = 0, 8

    def __next__(self) -> Slots:
        row = None if self._rows is None else next(self._rows)[0]
        if self._at == len(self._drawn):
            self._draw(min(2 * self._size, self._MOST))
        drawn = self._drawn[self._at]
        self._at += 1
        return [drawn if row is None else torch.from_numpy(selected(row.numpy().reshape(1, -1), drawn)[0, 0, ...])]

    def _draw(self, size: int) -> None:
        self._begin, self._at, self._size = self._words.position(), 0, size
        seeds = np.array(list(itertools.islice(self._words, 2 * size)), np.uint64).view(np.int64).reshape(size, 2)
        uniforms = uniforms_of_seeds(seeds)
        if self._logits is None:
            self._drawn = list(uniforms[:, None, None])
        else:
            self._drawn = list(torch.from_numpy(selected(self._logits, uniforms[None])[0]).unbind(0))

    def state(self) -> list[Any]:
        return [self._begin, self._at, self._size, self._seeds.state(), state_of(self._rows)]

    def resume(self, state: list[Any]) -> None:
        begin, at, size, seeds, rows = state
        self._words = WordStream.at_position(*begin)
        self._seeds.set_state(seeds)
        self._rows = resumed(self._rows, rows)
        if at:
            self._draw(size)
        else:
            self._drawn, self._size = [], size
        self._at = at


@named("_MapDataset", "map_op")
class ChoicesDataset(MapDataset):
    """A map that draws a number from unnormalised log-probabilities, one row of them, with each two random numbers.

    These are what the source gives, and the row is `logits`; without it the source gives pairs of a row and random numbers. The function
    of the map says the same for each element by itself: it is what is written into files.
    """

    def _setup(self, source: Dataset, program: ElementFunction, logits: Tensor | None) -> None:  # type: ignore[override]
        MapDataset._setup(self, source, program)

    def _open(self, run: Run) -> Iterator[Slots]:
        source, _, logits = self._args
        if logits is not None:
            return _Choices(source._args[0]._seeds, logits.numpy())
        rows, numbers = source._parts
        opened = rows._open(run)  # which may draw seeds too, before the random numbers do
        return _Choices(numbers._args[0]._seeds, None, opened)


@named("_DirectedInterleaveDataset", "directed_interleave_op")
class DirectedInterleaveDataset(DatasetOp):
    """The elements of several datasets, in turns that another one names."""

    def _setup(self, selector: Dataset, datasets: Sequence[Dataset], stop_on_empty_dataset: BoolLike) -> None:
        self._stop = attribute("bool", stop_on_empty_dataset, "stop_on_empty_dataset", False)
        spec = datasets[0]._spec
        for d in datasets[1:]:
            spec = common_spec(spec, d._spec)
        self._spec = spec

    def _count(self) -> int:
        # As in TensorFlow, which asks neither for the turns nor whether a dataset that ends is the end of all.
        endless = any(d._count() == INFINITE_CARDINALITY for d in self._args[1])
        return INFINITE_CARDINALITY if endless else UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Directed(self._args[0]._open(run), [d._open(run) for d in self._args[1]], self._stop)
