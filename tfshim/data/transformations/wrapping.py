"""Datasets with the elements of another one, kept, fetched ahead, checked or passed on."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tfshim.data import saving
from tfshim.data.options import Options
from tfshim.data.specs import boxed
from tfshim.data.stages import Stage, resumed, state_of
from tfshim.data.transformations.base import (
    INFINITE_CARDINALITY,
    UNKNOWN_CARDINALITY,
    DatasetOp,
    UnaryDatasetOp,
    as_source_has,
    by_rows_as_source,
    fail,
    named,
    number,
    refuse,
    tensor_argument,
)
from tfshim.data.workers import Prefetch
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.device_names import to_torch_device
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64, string
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import IntLike, TensorLike


@named("_VariantDataset", "dataset_ops")
class VariantDataset(DatasetOp):
    """The dataset that a variant tensor holds."""

    def _setup(self, variant: Any, spec: Any) -> None:
        self._spec, self._inner = spec, None
        if not isinstance(variant, SymbolicTensor) and hasattr(variant, "_t"):
            self._inner = boxed(variant._t)
            self._inputs = (self._inner,)

    @property
    def _by_rows(self) -> bool:  # type: ignore[override]
        return self._inner is not None and self._inner._by_rows

    @property
    def _may_fail(self) -> bool:  # type: ignore[override]
        return self._inner is not None and self._inner._may_fail

    @property
    def _variant_tensor(self) -> Any:
        return self._args[0]

    def _row_source(self) -> Any:
        return self._inner._row_source()

    def _threads(self, run: Run) -> int:
        return 0 if self._inner is None else self._inner._threads(run)

    def _rows(self, run: Run) -> tuple[Any, Iterator[int]]:
        return self._inner._rows(run)

    def _open(self, run: Run) -> Iterator[Slots]:
        return self._inner._open(run)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY if self._inner is None else self._inner._count()

    def _at(self, index: int) -> Slots:
        return self._inner._at(index)


@named("_OptionsDataset", "options_op")
class OptionsDataset(UnaryDatasetOp):
    """The same elements under options."""

    _by_rows = by_rows_as_source
    _by_records = as_source_has

    def _setup(self, source: Dataset, options: Options) -> None:
        if not isinstance(options, Options):
            options._to_proto  # noqa: B018 -- of which others have none: TensorFlow asks for it
            raise TypeError(f"Dataset.with_options: `options` must be a tf.data.Options, got {type(options)}.")
        # What the caller changes in them later does not concern this dataset.
        self._own_options = copy.deepcopy(options)

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        return open_input()

    def _at(self, index: int) -> Slots:
        return self._source._at(index)


@named("_PrefetchDataset", "prefetch_op")
class PrefetchDataset(UnaryDatasetOp):
    """The same elements, made ahead of time."""

    _AUTOMATIC = 2
    _by_rows = by_rows_as_source
    _by_records = as_source_has
    _buffer_size = tensor_argument(1, int64)

    def _setup(self, source: Dataset, buffer_size: IntLike) -> None:
        self._size = number(buffer_size)
        if self._size is not None and self._size < -1:
            refuse("buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning", "PrefetchDataset")

    def _threads(self, run: Run) -> int:
        return max(self._source._threads(run), int(self._size != 0))

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        if self._by_rows or self._size == 0 or not run.parallel:
            return open_input()  # rows are in memory already
        return Prefetch(open_input(), self._AUTOMATIC if self._size < 0 else self._size, run, self)

    def _at(self, index: int) -> Slots:
        return self._source._at(index)


@named("_CopyToDeviceDataset", "prefetching_ops")
class CopyToDeviceDataset(UnaryDatasetOp):
    """The same elements on a device."""

    _by_rows = False

    def _setup(self, source: Dataset, target: Any) -> None:
        self._device = to_torch_device(target)
        self._dense = [type(s) is TensorSpec for s in nest.flatten(source._spec)]

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return map(self._moved, self._source._open(run))

    def _moved(self, flat: Slots) -> Slots:
        return [x.to(self._device) if dense and hasattr(x, "to") else x for x, dense in zip(flat, self._dense)]


class _MemoryCache(Stage):
    """The elements of a first iteration, which are kept once it is complete, or those that were kept.

    Where their number is known, it is complete with the last of them: who counts the steps of an epoch never asks for the end.
    """

    _items: Iterator[Slots] | None
    _seen: list[Slots] | None
    _filled = False  # by this iteration

    def __init__(self, dataset: CacheDataset, run: Run) -> None:
        self._dataset, self._run, self._items, self._seen = dataset, run, None, None
        self._expected = dataset._source._count()
        if dataset._kept is None:
            self._items, self._seen = dataset._source._open(run), []
        else:
            self._items = iter(dataset._kept)

    def __next__(self) -> Slots:
        try:
            item = next(self._items)
        except StopIteration:
            if self._seen is not None:
                self._keep()
            raise
        if self._seen is not None:
            self._seen.append(item)
            if len(self._seen) == self._expected:
                self._keep()
        return item

    def _keep(self) -> None:
        self._dataset._kept, self._seen, self._filled = self._seen, None, True

    def state(self) -> list[Any]:
        if self._seen is not None:
            return [state_of(self._items), self._seen, None]
        kept, items = self._dataset._kept, self._items
        if self._filled:
            items = iter(kept)
            deque(items, maxlen=0)  # it stands at its end
        return [state_of(items), None, kept]

    def resume(self, state: list[Any]) -> None:
        items, self._seen, kept = state
        if kept is None:
            self._items = resumed(self._dataset._source._open(self._run) if self._dataset._kept is not None else self._items, items)
        else:
            self._dataset._kept = kept
            self._items = resumed(iter(kept), items)


class CacheDataset(UnaryDatasetOp):
    """The elements of the first whole iteration."""

    __module__ = "tensorflow.python.data.ops.cache_op"
    _by_rows = False
    _fresh = True
    _kept: list[Slots] | None

    def _setup(self, source: Dataset, filename: TensorLike) -> None:
        made = convert_to_tensor(filename, string)
        self._file = None if isinstance(made, SymbolicTensor) else made.numpy().decode()
        self._kept = None

    def _open(self, run: Run) -> Iterator[Slots]:
        if self._file:
            return saving.cached(self, self._file, run)
        return _MemoryCache(self, run)

    def _at(self, index: int) -> Slots:
        return self._kept[index] if self._kept is not None else self._source._at(index)


class _IgnoringErrors(Stage):
    _KEPT = ()

    def __init__(self, items: Iterator[Slots], log: bool) -> None:
        self._items, self._log = items, log

    def __next__(self) -> Slots:
        while True:
            try:
                return next(self._items)
            except StopIteration:
                raise
            except errors.OpError as e:
                if self._log:
                    get_logger().warning("Error raised with error message %s", e.message)


@named("_IgnoreErrorsDataset", "ignore_errors_op")
class IgnoreErrorsDataset(UnaryDatasetOp):
    """The elements without those that raise."""

    _by_rows = False

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        return _IgnoringErrors(self._source._open(run), bool(self._args[1]))


class _Counted(Stage):
    _KEPT = ("_count",)

    def __init__(self, items: Iterator[Slots], expected: int) -> None:
        self._items, self._expected, self._count = items, expected, 0

    def __next__(self) -> Slots:
        try:
            item = next(self._items)
        except StopIteration:
            if self._expected >= 0 and self._count != self._expected:
                fail(
                    f"Input dataset was expected to contain {_elements(self._expected)} but contained only {_elements(self._count)}.",
                    errors.FailedPreconditionError,
                )
            if self._expected == INFINITE_CARDINALITY:
                fail(
                    f"Input dataset was expected to contain an infinite number of elements but contained only {_elements(self._count)}.",
                    errors.FailedPreconditionError,
                )
            raise
        self._count += 1
        if 0 <= self._expected < self._count:
            fail(
                f"Input dataset was expected to contain {_elements(self._expected)} but contained at least {_elements(self._count)}.",
                errors.FailedPreconditionError,
            )
        return item


def _elements(n: int) -> str:
    return f"{n} element" if n == 1 else f"{n} elements"


class LessKnownDataset(UnaryDatasetOp):
    """The same elements under a spec that tells less of their shapes."""

    _by_rows = by_rows_as_source
    _by_records = as_source_has
    _spec = property(lambda self: self._args[1])

    def _ordered(self, open_input: Callable[[], Iterator[Any]], run: Run) -> Iterator[Any]:
        return open_input()

    def _at(self, index: int) -> Slots:
        return self._source._at(index)


@named("_AssertCardinalityDataset", "cardinality")
class AssertCardinalityDataset(UnaryDatasetOp):
    """The same elements, of which there have to be so many."""

    _by_rows = False

    def _setup(self, source: Dataset, expected: IntLike) -> None:
        self._expected = number(expected)

    def _count(self) -> int:
        return self._expected

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Counted(self._source._open(run), self._expected)
