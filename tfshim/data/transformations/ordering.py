"""Datasets with the elements of another one in another order or number."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.data.options import SHARD_HINT
from tfshim.data.stages import Repeat, Shard, Skip, Stage, Take, resumed, state_of
from tfshim.data.structures import seed_pair, seeds_of_run
from tfshim.data.transformations.base import (
    INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY,
    UnaryDatasetOp,
    as_source_has,
    by_rows_as_source,
    fail,
    named,
    number,
    refuse,
    tensor_argument,
)
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.random.philox import WordStream
from tfshim.engine.random.seeds import UNSEEDED
from tfshim.engine.random.shuffle_buffer import DatasetSeeds, Ring, shuffled
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import int32, int64, string
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import IntLike


class _Counted(UnaryDatasetOp):
    """A transformation with one number as its argument, None while that is not known."""

    _by_records = as_source_has

    def _setup(self, source: Dataset, count: IntLike) -> None:
        self._n = number(count)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY if self._n is None else self._of(self._source._count())

    def _of(self, n: int) -> int:
        """How many elements there are where the other dataset has `n`."""
        raise NotImplementedError


@named("_TakeDataset", "take_op")
class TakeDataset(_Counted):
    """The first elements."""

    def _of(self, n: int) -> int:
        if self._n < 0 or n == UNKNOWN_CARDINALITY:
            return n
        return self._n if n == INFINITE_CARDINALITY else min(n, self._n)

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        if self._n < 0:
            return open_input()
        return Take(open_input(), self._n) if self._n else iter(())

    def _at(self, index: int) -> Slots:
        return self._source._at(index)


@named("_SkipDataset", "skip_op")
class SkipDataset(_Counted):
    """All but the first elements."""

    def _of(self, n: int) -> int:
        return n if n < 0 else 0 if self._n < 0 else max(n - self._n, 0)

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        if self._n < 0:
            return iter(())
        return Skip(open_input(), self._n)

    def _at(self, index: int) -> Slots:
        return self._source._at(index + self._n)


def _draws(dataset: Dataset) -> bool:
    """Whether iterators of `dataset` take seeds from a node of it."""
    return isinstance(getattr(dataset, "_seeds", None), DatasetSeeds) or any(map(_draws, dataset._inputs))


@named("_RepeatDataset", "repeat_op")
class RepeatDataset(_Counted):
    """The same again."""

    _by_rows = by_rows_as_source

    def _of(self, n: int) -> int:
        if self._n == 0 or n == 0:
            return 0
        return INFINITE_CARDINALITY if self._n < 0 else n * self._n if n >= 0 else n

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        # TensorFlow makes an iterator for the repetition after the last one too, which draws seeds. It leaves out a single repetition,
        # and repeats what is shuffled just before by one operation.
        shuffles = isinstance(self._source, ShuffleDataset)
        beyond = self._n > 1 and not shuffles and _draws(self._source)
        return Repeat(open_input, self._n, run, beyond, past_empty=shuffles and run.fuses_repetition)

    def _at(self, index: int) -> Slots:
        return self._source._at(index % self._source._count())


@named("_ShardDataset", "shard_op")
class ShardDataset(UnaryDatasetOp):
    """Every so-many-th element."""

    _by_records = as_source_has

    def _setup(self, source: Dataset, num_shards: IntLike, index: IntLike) -> None:
        self._n, self._index = number(num_shards), number(index)
        if self._n is None or self._index is None or self._n == SHARD_HINT:
            return
        if self._n <= 0:
            refuse(f"Number of shards must be greater than zero (currently num_shards = {self._n}).", "ShardDataset")
        if not 0 <= self._index < self._n:
            refuse(f"Index must be between 0 and {self._n - 1} (currently index = {self._index}).", "ShardDataset")

    def _count(self) -> int:
        n = self._source._count()
        if self._n is None or self._index is None or self._n == SHARD_HINT:
            return UNKNOWN_CARDINALITY
        return n if n < 0 else n // self._n + (self._index < n % self._n)

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        if self._n == SHARD_HINT:  # a strategy puts the number of workers in its place
            fail(
                "`tf.data.Dataset.shard(SHARD_HINT, ...)` can only be used in `tf.distribute.Strategy.experimental_distribute_dataset()` "
                "with `tf.data.experimental.AutoShardPolicy.HINT` policy, or tf.data service with "
                "`tf.data.experimental.service.ShardingPolicy.HINT` processing mode.",
                errors.FailedPreconditionError,
            )
        return Shard(open_input(), self._n, self._index)

    def _at(self, index: int) -> Slots:
        return self._source._at(index * self._n + self._index)


class _Shuffled(Stage):
    """The items in the order of a shuffle buffer of `size` slots (None: all items).

    They are opened when the first is asked for, as in TensorFlow: what is shuffled below draws no seeds before that.
    """

    def __init__(self, open_items: Callable[[], Iterator[Any]], size: int | None, seeds: DatasetSeeds) -> None:
        self._open_items, self._size, self._seeds = open_items, size, seeds
        self._words = seeds.iterator_words()
        self._ring = Ring([])
        self._items: Iterator[Any] | None = None
        self._made: Iterator[Any] | None = None

    def _begin(self, items: Iterator[Any]) -> Iterator[Any]:
        self._items, self._made = items, shuffled(items, self._size, self._words, self._ring)
        return self._made

    def __next__(self) -> Any:
        made = self._made
        if made is None:
            made = self._begin(self._open_items())
        try:
            return next(made)
        except StopIteration:
            raise
        except Exception:
            # An error takes no place in the buffer, which is filled further next time.
            self._ring = Ring(self._ring.live(), self._ring.exhausted)
            self._begin(self._items)
            raise

    def state(self) -> list[Any]:
        # Later iterations over the same node draw their seeds from where it is now.
        items = None if self._items is None else [state_of(self._items)]
        return [items, self._ring.live(), self._ring.exhausted, self._words.position(), self._seeds.state()]

    def resume(self, state: list[Any]) -> None:
        items, held, exhausted, position, seeds = state
        self._ring, self._words = Ring(held, exhausted), WordStream.at_position(*position)
        self._items = self._made = None
        if items is not None:
            self._begin(resumed(self._open_items(), items[0]))
        self._seeds.set_state(seeds)


@named("_ShuffleDataset", "shuffle_op")
class ShuffleDataset(UnaryDatasetOp):
    """Another order."""

    _fresh = True
    _by_records = as_source_has
    _buffer_size = tensor_argument(1, int64)

    def _setup(self, source: Dataset, buffer_size: IntLike, seed: Any, reshuffle: bool | None) -> None:
        self._size = number(buffer_size)
        if self._size is not None and self._size <= 0 and self._size != UNKNOWN_CARDINALITY:
            refuse("buffer_size must be greater than zero or UNKNOWN_CARDINALITY", "ShuffleDatasetV3")
        seed = seed_pair(seed, "ShuffleDatasetV3")
        self._args = (source, buffer_size, seed, reshuffle)
        self._seeds = seeds_of_run(seed, attribute("bool", reshuffle, "reshuffle_each_iteration", True))

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        size = None if self._size == UNKNOWN_CARDINALITY else self._size
        return _Shuffled(open_input, size, self._seeds)

    @property
    def _parameters(self) -> str:
        """What messages tell of the operation: the size of the buffer, the seeds, and one repetition."""
        return f"({self._size}, {self._args[2][0]}, {self._args[2][1]}, 1)"

    @functools.cached_property
    def _places(self) -> list[int]:
        """Where each element comes from that is asked for by number: one order of all of them, whatever the size of the buffer."""
        first, second = self._args[2] if self._args[2] != UNSEEDED else self._seeds.state()[0]
        words = WordStream.from_pair(first, second if self._seeds.reshuffles else first)
        places = list(range(self._source._count()))
        for i in range(len(places)):
            at = i + next(words) % (len(places) - i)
            places[i], places[at] = places[at], places[i]
        return places

    def _at(self, index: int) -> Slots:
        return self._source._at(self._places[index])


class _Unique(Stage):
    """The elements that did not come before."""

    def __init__(self, items: Iterator[Slots]) -> None:
        self._items, self._seen = items, set()

    def __next__(self) -> Slots:
        while True:
            flat = next(self._items)
            key = _key(flat[0])
            if key not in self._seen:
                self._seen.add(key)
                return flat

    def state(self) -> list[Any]:
        return [state_of(self._items), sorted(self._seen)]

    def resume(self, state: list[Any]) -> None:
        items, seen = state
        self._items, self._seen = resumed(self._items, items), set(seen)


@named("_UniqueDataset", "unique_op")
class UniqueDataset(UnaryDatasetOp):
    """The elements without repetitions."""

    _by_rows = False

    def _setup(self, source: Dataset) -> None:
        parts = nest.flatten(source._spec)
        for s in parts:
            dtype = getattr(s, "dtype", s)
            if dtype not in (int32, int64, string):
                raise TypeError(
                    f"`tf.data.Dataset.unique` does not support type {dtype} -- only `tf.int32`, `tf.int64`, and `tf.string` are supported."
                )
        if len(parts) != 1:
            refuse("UniqueDataset only supports inputs with a single component.", "UniqueDataset")
        if not isinstance(parts[0], TensorSpec):
            refuse(
                "UniqueDataset only supports inputs with a single `tf.int32`, `tf.int64`, or `tf.string` component.",
                "UniqueDataset",
            )

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        return _Unique(open_input())


def _key(storage: Any) -> tuple[Any, ...]:
    if type(storage) is np.ndarray:
        return tuple(storage.shape), tuple(storage.ravel().tolist())
    return tuple(storage.shape), storage.numpy().tobytes()
