"""`tf.experimental.RowPartition`: how values are divided into rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.shapes import shape
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import TensorSpec
from tfshim.ragged.making import _PRIVATE, _known
from tfshim.ragged.partitions import lengths_to_splits, row_splits_to_segment_ids, segment_ids_to_row_splits
from tfshim.ragged.row_checks import after, check_validate, checked_ids, checked_splits, splits_of_limits, splits_of_starts

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _vector(x, argument, dtype, hint):
    x = convert_to_tensor(x, dtype, dtype_hint=hint or dt.int64)
    if not x.dtype.mask & dt.INDEX:
        raise ValueError(f"{argument} must have dtype int32 or int64")
    x.shape.assert_has_rank(1)
    return x


@tf_export("experimental.RowPartition")
class RowPartition(CompositeTensor):
    """A division of a sequence of values into rows. Mirrors `tf.experimental.RowPartition`; the `from_...` methods make one."""

    __module__ = "tensorflow.python.ops.ragged.row_partition"

    def __init__(
        self,
        row_splits: TensorLike,
        row_lengths: TensorLike | None = None,
        value_rowids: TensorLike | None = None,
        nrows: IntLike | None = None,
        uniform_row_length: IntLike | None = None,
        nvals: IntLike | None = None,
        internal: Any = False,
    ) -> None:
        if internal is not _PRIVATE:
            raise ValueError(
                "RowPartition constructor is private; please use one of the factory methods instead (e.g., RowPartition.from_row_lengths())"
            )
        self._row_splits, self._row_lengths, self._value_rowids = row_splits, row_lengths, value_rowids
        self._nrows, self._uniform, self._nvals = nrows, uniform_row_length, nvals

    # ------------------------------------------------------------------ making
    @classmethod
    def _of(cls, row_splits, **known):
        return cls(row_splits, internal=_PRIVATE, **known)

    @classmethod
    def from_value_rowids(
        cls,
        value_rowids: TensorLike,
        nrows: IntLike | None = None,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Each value in the row that `value_rowids`, which do not fall, name; `nrows` adds empty rows at the end."""
        check_validate(validate, "validate must have type bool")
        ids = _vector(value_rowids, "value_rowids", dtype, dtype_hint)
        count = nrows if nrows is None or isinstance(nrows, int) else _known(nrows)
        last = _known(ids[-1:])
        if count is not None and count < 0:
            raise ValueError(f"Expected nrows >= 0; got {count}")
        if count is not None and last is not None and count < last + 1:
            raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={count}, value_rowids[-1]={last}")
        if validate:
            ids = checked_ids(ids)
        return cls._of(segment_ids_to_row_splits(ids, nrows), value_rowids=ids)

    @classmethod
    def from_row_splits(
        cls, row_splits: TensorLike, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """Rows that end where `row_splits`, of which the first is 0, say."""
        check_validate(validate, "validate must have type bool")
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        splits = _vector(row_splits, "row_splits", dtype, dtype_hint)
        return cls._of(checked_splits(splits) if validate else splits)

    @classmethod
    def from_row_lengths(
        cls, row_lengths: TensorLike, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """Rows of the given lengths."""
        check_validate(validate, "validate must have type bool")
        lengths = _vector(row_lengths, "row_lengths", dtype, dtype_hint)
        if validate:
            text = "Arguments to from_row_lengths do not form a valid RowPartition"
            lengths = after([debugging.assert_non_negative(lengths, message=text)], lengths)
        return cls._of(lengths_to_splits(lengths), row_lengths=lengths)

    @classmethod
    def from_row_starts(
        cls,
        row_starts: TensorLike,
        nvals: IntLike,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows that begin at `row_starts`, the first of them at 0; `nvals` is the number of all values."""
        check_validate(validate, "validate must have type bool")
        starts = _vector(row_starts, "row_starts", dtype, dtype_hint)
        return cls._of(splits_of_starts(starts, nvals, validate))

    @classmethod
    def from_row_limits(
        cls, row_limits: TensorLike, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """Rows that end at `row_limits`."""
        check_validate(validate, "validate must have type bool")
        limits = _vector(row_limits, "row_limits", dtype, dtype_hint)
        return cls._of(splits_of_limits(limits, validate))

    @classmethod
    def from_uniform_row_length(
        cls,
        uniform_row_length: IntLike,
        nvals: IntLike | None = None,
        nrows: IntLike | None = None,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows of one length: `nvals` values in all, or `nrows` rows. Raises ValueError where neither is given."""
        check_validate(validate, "validate must have type bool")
        if nvals is None and nrows is None:
            raise ValueError("Either (or both) of nvals and nrows must be specified")
        kind = as_dtype(dtype or dtype_hint or dt.int64)
        length = cast(convert_to_tensor(uniform_row_length), kind)
        known = _known(length)
        if known is not None and known < 0:
            raise ValueError(f"uniform_row_length must be nonnegative, got {known}")
        if nrows is None:
            total = cast(convert_to_tensor(nvals), kind)
            rows = total // convert_to_tensor(max(known, 1), kind) if known is not None else total // length
            if validate:
                debugging.assert_equal(rows * length, total, message="uniform_row_length does not divide nvals")
        else:
            rows = cast(convert_to_tensor(nrows), kind)
            total = cast(convert_to_tensor(nvals), kind) if nvals is not None else rows * length
            if validate and nvals is not None:
                debugging.assert_equal(rows * length, total, message="uniform_row_length times nrows must equal nvals")
        return cls._of(tf_range(rows + 1) * length, uniform_row_length=length, nrows=rows, nvals=total)

    # ------------------------------------------------------------------ asking
    dtype = property(lambda self: self._row_splits.dtype, doc="The dtype of the numbers: int32 or int64.")

    @property
    def static_nrows(self) -> int | None:
        """The number of rows, or None where it is not known."""
        size = self._row_splits.shape[0]
        return None if size is None else size - 1

    @property
    def static_nvals(self) -> int | None:
        """The number of values, or None where it is not known."""
        if self._value_rowids is not None and self._value_rowids.shape[0] is not None:
            return self._value_rowids.shape[0]
        return None if self._nvals is None else _known(self._nvals)

    @property
    def static_uniform_row_length(self) -> int | None:
        """The length of every row, or None where it is not known that they agree."""
        return None if self._uniform is None else _known(self._uniform)

    def is_uniform(self) -> bool:
        """Whether the rows are known to have one length."""
        return self._uniform is not None

    def uniform_row_length(self) -> Tensor:
        """The length of every row where they are known to agree, else None."""
        return self._uniform

    def row_splits(self) -> Tensor:
        """Where rows end: an integer vector that starts with 0."""
        return self._row_splits

    def row_starts(self) -> Tensor:
        """Where rows begin."""
        return self._row_splits[:-1]

    def row_limits(self) -> Tensor:
        """Where rows end."""
        return self._row_splits[1:]

    def row_lengths(self) -> Tensor:
        """The lengths of rows."""
        return self._row_splits[1:] - self._row_splits[:-1] if self._row_lengths is None else self._row_lengths

    def value_rowids(self) -> Tensor:
        """The row of each value."""
        return row_splits_to_segment_ids(self._row_splits) if self._value_rowids is None else self._value_rowids

    def nrows(self) -> Tensor:
        """The number of rows, a scalar."""
        return shape(self._row_splits, out_type=self.dtype)[0] - 1

    def nvals(self) -> Tensor:
        """The number of values, a scalar."""
        return self._row_splits[-1] if self._nvals is None else self._nvals

    def offsets_in_rows(self) -> Tensor:
        """The index of each value in its row."""
        ids = self.value_rowids()
        return tf_range(self.nvals()) - gather(self.row_starts(), ids)

    def with_dtype(self, dtype: DTypeLike) -> RowPartition:
        """The same with numbers of int32 or int64. Raises ValueError for another dtype."""
        dtype = as_dtype(dtype)
        if not dtype.mask & dt.INDEX:
            raise ValueError("dtype must be int32 or int64")
        parts = (self._row_lengths, self._value_rowids, self._nrows, self._uniform, self._nvals)
        return RowPartition(cast(self._row_splits, dtype), *[None if p is None else cast(p, dtype) for p in parts], internal=_PRIVATE)

    def __repr__(self):
        if self._uniform is not None:
            return f"tf.RowPartition(nrows={_shown(self.nrows())}, uniform_row_length={_shown(self._uniform)})"
        return f"tf.RowPartition(row_splits={_shown(self._row_splits)})"

    @property
    def _type_spec(self):
        return RowPartitionSpec(self.static_nrows, self.static_nvals, self.static_uniform_row_length, self.dtype)


def _shown(x):
    return str(x.numpy()) if isinstance(x, EagerTensor) else str(x)


@register("tf.RowPartitionSpec")
class RowPartitionSpec(TypeSpec):
    """What is known of a RowPartition: its numbers of rows and values, the length of its rows, its dtype."""

    __slots__ = ("_nrows", "_nvals", "_uniform_row_length", "_dtype")
    __module__ = "tensorflow.python.ops.ragged.row_partition"

    def __init__(self, nrows=None, nvals=None, uniform_row_length=None, dtype=dt.int64):
        if uniform_row_length is not None and nrows is not None and nvals is None:
            nvals = nrows * uniform_row_length
        self._nrows, self._nvals, self._uniform_row_length = nrows, nvals, uniform_row_length
        self._dtype = as_dtype(dtype)

    value_type = property(lambda self: RowPartition, doc="RowPartition.")
    nrows = property(lambda self: self._nrows, doc="The number of rows, or None.")
    nvals = property(lambda self: self._nvals, doc="The number of values, or None.")
    uniform_row_length = property(lambda self: self._uniform_row_length, doc="The length of every row, or None.")
    dtype = property(lambda self: self._dtype, doc="The dtype of the numbers.")

    @classmethod
    def from_value(cls, value):
        """The spec of a RowPartition."""
        return value._type_spec

    def is_compatible_with(self, spec_or_value):
        """Whether a value could have both this spec and the given one."""
        other = spec_or_value if isinstance(spec_or_value, TypeSpec) else getattr(spec_or_value, "_type_spec", None)
        if type(other) is not RowPartitionSpec or other.dtype != self.dtype:
            return False
        return all(a is None or b is None or a == b for a, b in zip(self._serialize()[:3], other._serialize()[:3]))

    def is_subtype_of(self, other):
        """Whether every value of this spec is one of `other` too."""
        if type(other) is not RowPartitionSpec or other.dtype != self.dtype:
            return False
        return all(b is None or a == b for a, b in zip(self._serialize()[:3], other._serialize()[:3]))

    def most_specific_common_supertype(self, others):
        """The narrowest spec that this one and all of `others` are subtypes of, or None."""
        if any(type(o) is not RowPartitionSpec or o.dtype != self.dtype for o in others):
            return None
        rows = zip(self._serialize()[:3], *(o._serialize()[:3] for o in others))
        return RowPartitionSpec(*[r[0] if all(x == r[0] for x in r) else None for r in rows], self.dtype)

    def _serialize(self):
        return self._nrows, self._nvals, self._uniform_row_length, self._dtype

    @property
    def _component_specs(self):
        return [TensorSpec([None if self._nrows is None else self._nrows + 1], self._dtype)]

    def _to_components(self, value):
        return [value.row_splits()]

    def _from_components(self, components):
        (splits,) = components
        length = self._uniform_row_length
        return RowPartition._of(
            splits,
            uniform_row_length=None if length is None else convert_to_tensor(length, self._dtype),
            nvals=None if self._nvals is None else convert_to_tensor(self._nvals, self._dtype),
        )

    def __repr__(self):
        return (
            f"RowPartitionSpec(nrows={self._nrows}, nvals={self._nvals}, uniform_row_length={self._uniform_row_length}, "
            f"dtype={self._dtype!r})"
        )
