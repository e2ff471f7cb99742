"""Datasets of several elements at a time, and of the rows of elements."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops, sparse
from tfshim.data.batching import common_row_count, slot_rows, stack, stacked_slots
from tfshim.data.stages import Grouped, ListBatches, Stage, resumed, state_of
from tfshim.data.structures import batched_spec, is_dataset_spec, is_dense, numbers, parts_of, parts_up_to
from tfshim.data.transformations.base import (
    UNKNOWN_CARDINALITY,
    UnaryDatasetOp,
    checked_calls,
    fail,
    named,
    number,
    refuse,
    tensor_argument,
)
from tfshim.data.vectorized import PieceBatches, row_batches
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.protos.tensors import constant_value_as_shape, get_static_value
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.data.dataset import Dataset
    from tfshim.data.running import Run
    from tfshim.data.structures import Slots
    from tfshim.engine.values.annotations import BoolLike, IntLike


class _Batching(UnaryDatasetOp):
    """What the classes of batching datasets share: `_size`, `_drop`."""

    _by_rows = False
    _spec = property(lambda self: self._made)
    _batch_size = tensor_argument(1, int64)  # Keras looks this attribute up to see whether a dataset is batched

    def _sized(self, batch_size: IntLike, drop_remainder: BoolLike, kind: str, **counts: int) -> None:
        self._size, self._drop = number(batch_size), bool(drop_remainder)
        if self._size is not None and self._size <= 0:
            refuse("Batch size must be greater than zero.", kind, **counts)

    def _count(self) -> int:
        n = self._source._count()
        if self._size is None:
            return UNKNOWN_CARDINALITY
        return n if n < 0 else n // self._size if self._drop else -(-n // self._size)


@named("_BatchDataset", "batch_op")
class BatchDataset(_Batching):
    """Several elements stacked."""

    _drop_remainder = tensor_argument(2, dtypes.bool)

    def _setup(self, source: Dataset, batch_size: IntLike, drop_remainder: BoolLike) -> None:
        self._sized(batch_size, drop_remainder, "BatchDatasetV2")
        self._leaves = nest.flatten(source._spec)
        for s in self._leaves:
            if not hasattr(s, "_batch"):
                raise AttributeError(f"'{type(s).__name__}' object has no attribute '_batch': such values cannot be stacked")
        self._made = batched_spec(source._spec, self._size if self._drop else None)
        # TensorFlow fuses a map and its batch into one operation, which tells of unequal shapes and goes on after errors in its own way.
        self._fusible = type(source).__name__ in ("_MapDataset", "_ParallelMapDataset")

    def _with_arguments(self, args: Sequence[Any]) -> Self:
        made = self._copied(args)
        made._sized(args[1], self._drop, "BatchDatasetV2")
        return made

    def _open(self, run: Run) -> Iterator[Slots]:
        # From the fastest way to the general one: rows taken by one indexing, lists of records, pieces of many elements.
        fused = self._fusible and run.fuses
        if self._source._by_rows and (fused or not self._source._may_fail):
            return row_batches(self._source, run, self._size, self._drop)
        lists = self._source._open_lists(run) if hasattr(self._source, "_open_lists") else None
        if lists is not None:
            return ListBatches(lists, self._size, self._drop, _strings)
        items = self._source._open(run)
        if hasattr(items, "step"):
            return PieceBatches(items, self._size, self._drop, fused)
        return Grouped(items, self._size, self._drop, lambda group: stacked_slots(self._leaves, group, fused), fused)

    def _at(self, index: int) -> Slots:
        first, n = index * self._size, self._source._count()
        return stacked_slots(self._leaves, [self._source._at(i) for i in range(first, min(first + self._size, n))])


def _strings(items: Sequence[bytes]) -> Slots:
    # `np.array` would make strings of one width of bytes, and cut off the zeros at their ends.
    made = np.empty(len(items), dtype=object)
    made[:] = items
    return [made]


@named("_ParallelBatchDataset", "batch_op")
class ParallelBatchDataset(BatchDataset):
    """Several elements stacked: what `Dataset.batch` makes with `num_parallel_calls`."""

    # They are stacked in one piece, which needs no further threads.
    def _setup(  # type: ignore[override]
        self, source: Dataset, batch_size: IntLike, drop_remainder: BoolLike, calls: IntLike
    ) -> None:
        BatchDataset._setup(self, source, batch_size, drop_remainder)
        checked_calls(calls, "ParallelBatchDataset")
        self._fusible = False


# ---------------------------------------------------------------------- padding
def _shape_of(given: Any, spec: Any) -> Any:
    """A padded shape, as a TensorShape, or as a tensor of a graph or a list with such ones where only a run knows it."""
    if isinstance(given, SymbolicTensor):
        _check_sizes(given, given)
        known = get_static_value(given)
        if known is None:
            _check_shape(constant_value_as_shape(given), spec)
            return given
        given = known.tolist()
    if isinstance(given, (list, tuple)) and any(isinstance(d, SymbolicTensor) for d in given):
        sizes = [get_static_value(d) if isinstance(d, SymbolicTensor) else -1 if d is None else d for d in given]
        if None in sizes:
            return [d if size is None else int(size) for d, size in zip(given, sizes)]
        given = [int(size) for size in sizes]
    try:
        known = TensorShape(given.numpy().tolist() if isinstance(given, Tensor) else [given] if type(given) is int else given).as_list()
    except (TypeError, ValueError) as error:  # -1 is no size of a shape, but one of a tensor of sizes
        sizes = convert_to_tensor(given, dtype_hint=int64)
        _check_sizes(sizes, given, error)
        known = [None if d == -1 else d for d in sizes.numpy().tolist()]
    shape = TensorShape([None if d is None else int(d) for d in known])
    _check_shape(shape, spec)
    return shape


def _check_sizes(sizes: Any, given: Any, cause: Exception | None = None) -> None:
    """Raise ValueError or TypeError where the tensor `sizes`, made of the padded shape `given`, is no int64 vector."""
    if sizes.shape.rank not in (None, 1):
        raise ValueError(f"Padded shape {given} must be a `tf.int64` vector tensor, but its shape was {sizes.shape}.") from cause
    if sizes.dtype != int64:
        raise TypeError(f"Padded shape {given} must be a `tf.int64` vector tensor, but its element type was {sizes.dtype.name}.") from cause


def _tuple_text(shape: TensorShape) -> str:
    return str(tuple(shape.as_list()))


def _check_shape(shape: TensorShape, spec: Any) -> None:
    mine = spec.shape
    if mine.rank is None or shape.rank is None:
        return
    if mine.rank != shape.rank or any(p is not None and d is not None and p < d for p, d in zip(shape.as_list(), mine.as_list())):
        raise ValueError(
            f"The padded shape {_tuple_text(shape)} is not compatible with the shape {_tuple_text(mine)} of the "
            "corresponding input component."
        )


# NumPy has no such numbers.
_WITHOUT_ARRAYS = frozenset((torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2))


@named("_PaddedBatchDataset", "padded_batch_op")
class PaddedBatchDataset(_Batching):
    """Several elements stacked, padded at their ends."""

    _drop_remainder = tensor_argument(4, dtypes.bool)

    def _setup(self, source: Dataset, batch_size: IntLike, padded_shapes: Any, padding_values: Any, drop_remainder: BoolLike) -> None:
        leaves = nest.flatten(source._spec)
        for s in leaves:
            if is_dataset_spec(s):
                raise TypeError("`padded_batch` is not supported for datasets of datasets")
            if not isinstance(s, TensorSpec):
                raise TypeError(
                    "`padded_batch` is only supported for datasets that produce tensor elements but type spec of elements in "
                    f"the input dataset is not a subclass of TensorSpec: `{s}`."
                )
        if padded_shapes is None:
            for i, s in enumerate(leaves):
                if s.shape.rank is None:
                    raise ValueError(f"You must provide `padded_shapes` argument because component {i} has unknown rank.")
            given = [s.shape for s in leaves]
        else:
            given = parts_up_to(source._spec, padded_shapes)
        shapes = self._shapes = [_shape_of(g, s) for g, s in zip(given, leaves)]
        self._sized(batch_size, drop_remainder, "PaddedBatchDatasetV2", N=len(leaves), Toutput_types=len(leaves))
        self._given_values = self._given_padding(padding_values, source._spec, leaves)
        self._values = self._padding(self._given_values, leaves)
        self._targets = [None if isinstance(s, (list, SymbolicTensor)) else s.as_list() for s in shapes]
        n = self._size if self._drop else None
        made = []
        for s, leaf in zip(shapes, leaves):
            if isinstance(s, list):
                inner = TensorShape([None if isinstance(d, SymbolicTensor) or d == -1 else d for d in s])
            else:
                inner = constant_value_as_shape(s) if isinstance(s, SymbolicTensor) else s
            made.append(TensorSpec(TensorShape([n]).concatenate(inner), leaf.dtype))
        self._made = nest.pack_sequence_as(source._spec, made)

    @staticmethod
    def _given_padding(values: Any, spec: Any, leaves: Sequence[Any]) -> list[Any]:
        if values is None:
            return [None] * len(leaves)
        if not nest.is_nested(values) or isinstance(values, list):
            return [values] * len(leaves)
        usual = nest.map_structure(lambda s: "" if s.dtype.name == "string" else np.zeros(()), spec)
        made: list[Any] = []
        for value, part in zip(parts_up_to(values, values), parts_up_to(values, usual)):
            # None stands for the usual values of all that is in its place.
            made += [None] * len(nest.flatten(part)) if value is None else parts_up_to(part, value)
        return made

    @staticmethod
    def _padding(given: Sequence[Any], leaves: Sequence[Any]) -> list[Any]:
        made = []
        for v, s in zip(given, leaves):
            if v is None:
                made.append(b"" if s.dtype.name == "string" else 0)
                continue
            t = convert_to_tensor(v)  # by itself: an integer is no value for components of other dtypes
            if t.shape.rank not in (0, None):
                raise ValueError(f"Invalid `padding_values`. `padding_values` values should be scalars, but got {t.shape}.")
            if t.dtype != s.dtype:
                raise TypeError(
                    f"Invalid `padding_values`. `padding_values` values type {t.dtype} does not match type {s.dtype} of "
                    "the corresponding input component."
                )
            made.append(None if isinstance(t, SymbolicTensor) else t.numpy())
        return made

    def _open(self, run: Run) -> Iterator[Slots]:
        return Grouped(self._source._open(run), self._size, self._drop, self._joined)

    def _joined(self, group: Sequence[Slots]) -> Slots:
        return [self._padded(parts, target, value) for parts, target, value in zip(zip(*group), self._targets, self._values)]

    @staticmethod
    def _padded(parts: Sequence[Any], target: Any, value: Any) -> Any:
        shapes = [tuple(p.shape) for p in parts]
        rank = len(shapes[0])
        target = [None] * rank if target is None else target
        if any(len(s) != rank for s in shapes) or len(target) != rank:
            fail(
                "All elements in a batch must have the same rank as the padded shape for component: expected rank "
                f"{len(target)} got element with rank {next((len(s) for s in shapes if len(s) != len(target)), rank)}"
            )
        want = [max(s[i] for s in shapes) if d is None else d for i, d in enumerate(target)]
        if any(s[i] > d for s in shapes for i, d in enumerate(want)):
            fail("Attempted to pad to a smaller size than the input element.", errors.DataLossError)
        if all(list(s) == want for s in shapes):
            return stack(parts)
        if type(parts[0]) is np.ndarray:
            made = np.empty((len(parts), *want), dtype=object)
            made[...] = value
        else:
            made = torch.full((len(parts), *want), value.item() if hasattr(value, "item") else value, dtype=parts[0].dtype)
        if rank and all(list(s[1:]) == want[1:] for s in shapes) and made.dtype not in _WITHOUT_ARRAYS:
            array, joined = (made, np.concatenate(parts)) if type(made) is np.ndarray else (made.numpy(), torch.cat(parts).numpy())
            array[np.arange(want[0]) < np.array([s[0] for s in shapes])[:, None]] = joined
            return made
        for row, part, shape in zip(made, parts, shapes):
            row[tuple(slice(0, n) for n in shape)] = part
        return made

    def _at(self, index: int) -> Slots:
        first, n = index * self._size, self._source._count()
        return self._joined([self._source._at(i) for i in range(first, min(first + self._size, n))])


@named("_DenseToSparseBatchDataset", "batching")
class DenseToSparseBatchDataset(_Batching):
    """Several tensors as the rows of a sparse one."""

    def _setup(self, source: Dataset, batch_size: IntLike, row_shape: Any) -> None:
        if nest.is_nested(source._spec) or not hasattr(source._spec, "dtype"):
            types = nest.map_structure(lambda s: getattr(s, "dtype", s), source._spec)
            raise TypeError(
                "`dense_to_sparse_batch` requires an input dataset whose elements have a single component, but the given dataset has the "
                f"following component types: {types}."
            )
        self._sized(batch_size, False, "DenseToSparseBatchDataset")
        self._shape = TensorShape(row_shape)
        self._made = SparseTensorSpec(TensorShape([None]).concatenate(self._shape), source._spec.dtype)

    def _open(self, run: Run) -> Iterator[Slots]:
        return Grouped(self._source._open(run), self._size, False, self._joined)

    def _joined(self, group: Sequence[Slots]) -> Slots:
        parts = [flat[0] for flat in group]
        rows = self._shape.as_list()
        at_most = dims_text(-1 if d is None else d for d in rows)
        for p in parts:
            # Sparse and ragged elements are single values that stand for several tensors.
            shape = p.shape if isinstance(self._source._spec, TensorSpec) else ()
            if len(shape) != len(rows):
                fail(f"Input element had shape ({dims_text(shape)}) that is incompatible with the row shape ({dims_text(rows)}).")
            if any(d is not None and n > d for n, d in zip(p.shape, rows)):
                fail(
                    f"Input element had shape ({dims_text(p.shape)}) that is larger than the row shape ({at_most}).",
                    errors.DataLossError,
                )
        want = [max(p.shape[i] for p in parts) if d is None else d for i, d in enumerate(rows)]
        indices, values = [], []
        for i, p in enumerate(parts):
            grid = list(itertools.product(*map(range, p.shape)))
            indices.extend((i, *at) for at in grid)
            values.append(p.reshape(-1))
        joined = np.concatenate(values) if type(values[0]) is np.ndarray else torch.cat(values)
        at = torch.tensor(indices, dtype=torch.int64).reshape(-1, 1 + len(rows))
        return [SparseTensor(wrap(at, int64), wrap(joined, self._source._spec.dtype), wrap(torch.tensor([len(parts), *want]), int64))]


# ---------------------------------------------------------------------- taking apart
class _Unbatched(Stage):
    def __init__(self, items: Iterator[Slots], specs: Sequence[Any]) -> None:
        self._items, self._specs, self._rows = items, specs, iter(())

    def __next__(self) -> Slots:
        while True:
            for row in self._rows:
                return row
            self._rows = slot_rows(self._specs, next(self._items))

    def state(self) -> list[Any]:
        rows = list(self._rows)
        self._rows = iter(rows)
        return [state_of(self._items), rows]

    def resume(self, state: list[Any]) -> None:
        items, rows = state
        self._items, self._rows = resumed(self._items, items), iter(rows)


def _check_rows(specs: Sequence[Any]) -> int | None:
    specs = [part for s in specs for part in parts_of(s)]
    for s in specs:
        if isinstance(s, NoneTensorSpec):
            continue
        if getattr(getattr(s, "shape", None), "rank", None) == 0:
            raise ValueError("Cannot unbatch an input with scalar components.")
    first = None
    for s in specs:
        shape = TensorShape(None) if isinstance(s, SparseTensorSpec) else getattr(s, "shape", TensorShape(None))
        n = shape[0] if shape.rank else None
        if n is not None and first is not None and n != first:
            raise ValueError(
                "`unbatch()` is only supported for datasets of elements whose components have a matching leading dimension. "
                f"Encountered both {first} and {n}."
            )
        first = first if n is None else n
    return first


@named("_UnbatchDataset", "unbatch_op")
class UnbatchDataset(UnaryDatasetOp):
    """The rows of the elements."""

    _by_rows = False
    _spec = property(lambda self: self._made)

    def _setup(self, source: Dataset) -> None:
        self._leaves = nest.flatten(source._spec)
        self._length = _check_rows(self._leaves)
        self._made = nest.map_structure(lambda s: s._unbatch(), source._spec)

    def _with_arguments(self, args: Sequence[Any]) -> UnbatchDataset:
        return self._copied(args)  # components that do not fit are found where elements are taken apart

    def _count(self) -> int:
        n = self._source._count()
        return n if n < 0 else UNKNOWN_CARDINALITY if self._length is None else n * self._length

    def _open(self, run: Run) -> Iterator[Slots]:
        return _Unbatched(self._source._open(run), self._leaves)


class _Rebatched(Stage):
    """Elements batched again into the sizes of a list, in turn."""

    _KEPT = ("_at", "_held", "_count")

    def __init__(self, items: Iterator[Slots], specs: Sequence[Any], sizes: list[int], drop: bool) -> None:
        self._items, self._specs, self._sizes, self._drop = items, specs, sizes, drop
        self._at, self._held, self._count = 0, [], 0
        self._empty: Slots | None = None  # a batch of no rows, which can be made again

    def __next__(self) -> Slots:
        want = self._sizes[self._at % len(self._sizes)]
        if not want:  # also after the end
            self._at += 1
            if self._empty is None:
                self._empty = sliced_slots(self._specs, self._held[0][0], 0, 0) if self._held else without_rows(self._specs)
            return self._empty
        while self._count < want:
            try:
                flat = next(self._items)
            except StopIteration:
                if not self._count or self._drop:
                    self._count = 0
                    raise
                want = self._count
                break
            except Exception:  # with which what was to go with it is lost
                self._held, self._count = [], 0
                raise
            n = common_row_count(self._specs, flat) or 0
            if n:
                self._held.append((flat, n))
                self._count += n
        self._at += 1
        return self._cut(want)

    def _cut(self, want: int) -> Slots:
        parts, self._count = [], self._count - want
        while want:
            flat, n = self._held[0]
            if n <= want:
                parts.append(flat)
                self._held.pop(0)
                want -= n
            else:
                parts.append(sliced_slots(self._specs, flat, 0, want))
                self._held[0] = sliced_slots(self._specs, flat, want, n), n - want
                want = 0
        if not parts:
            return sliced_slots(self._specs, self._held[0][0], 0, 0)
        return parts[0] if len(parts) == 1 else [_joined(s, column) for s, column in zip(self._specs, zip(*parts))]


def without_rows(specs: Sequence[Any]) -> Slots:
    """A batch of `specs` with no rows; sizes that are not known are 0. FailedPreconditionError for what is not dense."""
    if not all(is_dense(s) and s.shape.rank for s in specs):
        fail(f"There is no batch yet, and one of no rows cannot be made of {list(specs)}.", errors.FailedPreconditionError)
    return [array_ops.zeros([0, *(n or 0 for n in s.shape.as_list()[1:])], s.dtype)._t for s in specs]


def sliced_slots(specs: Sequence[Any], flat: Slots, start: int, stop: int) -> Slots:
    """The rows of an element from `start` to before `stop`."""
    made = []
    for s, x in zip(specs, flat):
        if is_dense(s):
            made.append(x[start:stop])
        elif isinstance(s, NoneTensorSpec):
            made.append(None)
        elif isinstance(s, SparseTensorSpec):
            shape = x.dense_shape.numpy()
            made.append(sparse.slice(x, [start] + [0] * (len(shape) - 1), [stop - start, *shape[1:]]))
        else:
            made.append(x[start:stop])
    return made


def _joined(spec: Any, parts: Sequence[Any]) -> Any:
    if is_dense(spec):
        return np.concatenate(parts) if type(parts[0]) is np.ndarray else torch.cat(parts)
    if isinstance(spec, NoneTensorSpec):
        return None
    return (
        sparse.concat(0, list(parts), expand_nonconcat_dims=True)
        if isinstance(spec, SparseTensorSpec)
        else array_ops.concat(list(parts), 0)
    )


@named("_RebatchDataset", "rebatch_op")
class RebatchDataset(UnaryDatasetOp):
    """Elements batched again into other sizes."""

    _by_rows = False
    _spec = property(lambda self: self._made)

    def _setup(self, source: Dataset, sizes: Any, drop_remainder: BoolLike) -> None:
        self._leaves, self._drop = nest.flatten(source._spec), bool(drop_remainder)
        if isinstance(sizes, SymbolicTensor):
            self._sizes, size = None, None
        else:
            made = numbers(sizes, "batch_sizes")
            if made.shape.rank > 1:
                raise ValueError(
                    "Invalid `batch_sizes`. Expected `batch_sizes` to be a scalar or a vector. Received `batch_sizes` of rank "
                    f"{made.shape.rank}."
                )
            self._sizes = np.atleast_1d(made.numpy()).tolist()
            if not self._sizes:
                raise IndexError("index 0 is out of bounds for axis 0 with size 0")
            size = self._sizes[0] if len(set(self._sizes)) == 1 and not self._may_be_smaller(self._sizes[0]) else None
        self._made = nest.map_structure(lambda s: s._unbatch()._batch(size), source._spec)

    def _may_be_smaller(self, size: int) -> bool:
        """Whether what is left over may make a batch of less than `size` rows."""
        if self._drop:
            return False
        shapes = [getattr(part, "shape", TensorShape(None)) for s in self._leaves for part in parts_of(s)]
        if any(shape.rank == 0 for shape in shapes):
            raise ValueError(
                "Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with scalar elements. Fix the "
                "issue by adding the `batch` transformation to the dataset."
            )
        rows = np.array([shape[0] for shape in shapes if shape.rank and shape[0] is not None])
        if len(set(rows.tolist())) > 1:
            raise ValueError(
                f"Invalid `input_dataset.` The batch dimension of component 0 is {rows[0]}, while the batch dimension of component i is "
                f"{rows}."
            )
        return not rows.size or size <= 0 or bool(rows[0] % size)

    def _count(self) -> int:
        return UNKNOWN_CARDINALITY

    def _open(self, run: Run) -> Iterator[Slots]:
        if any(n < 0 for n in self._sizes):
            fail(f"Batch sizes must not be negative, got {self._sizes}.")
        return _Rebatched(self._source._open(run), self._leaves, self._sizes, self._drop)


@named("_MapDataset", "map_op")
class RaggedRowsDataset(UnaryDatasetOp):
    """The same elements under a spec in which some dense tensors count as ragged ones."""

    _by_rows = False
    _spec = property(lambda self: self._args[1])

    def _setup(self, source: Dataset, spec: Any) -> None:
        self._pairs = [(is_dense(a) and not is_dense(b), b) for a, b in zip(nest.flatten(source._spec), nest.flatten(spec))]

    def _open(self, run: Run) -> Iterator[Slots]:
        return map(self._converted, self._source._open(run))

    def _converted(self, flat: Slots) -> Slots:
        return [_as_ragged(x, spec) if changed else x for x, (changed, spec) in zip(flat, self._pairs)]


def _as_ragged(storage: Any, spec: Any) -> Any:
    made = wrap(storage, spec.dtype)
    if not spec.ragged_rank:
        return made
    return RaggedTensor.from_tensor(made, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype)
