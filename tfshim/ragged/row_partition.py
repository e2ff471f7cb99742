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
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.type_spec_base import TypeSpec, register
from tfshim.engine.values.typespec import TensorSpec
from tfshim.ragged.making import _PRIVATE, _known, own_index_type, uniform_rows
from tfshim.ragged.partitions import lengths_to_splits, row_splits_to_segment_ids, segment_ids_to_row_splits
from tfshim.ragged.row_checks import after, check_count, check_validate, checked_ids, checked_splits, splits_of_limits, splits_of_starts

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _vector(x, argument, dtype, hint):
    x = convert_to_tensor(x, dtype or own_index_type(x), dtype_hint=hint or dt.int64)
    if not x.dtype.mask & dt.INDEX:
        raise ValueError(f"{argument} must have dtype int32 or int64")
    x.shape.assert_has_rank(1)
    return x


@tf_export("experimental.RowPartition")
class RowPartition(CompositeTensor):
    """A division of a sequence of values into rows. Mirrors `tf.experimental.RowPartition`.

    Each ragged dimension of a `tf.RaggedTensor` is one of these: it says which values stand in which row, and not what the values
    are, so several tensors can share it. It is made by `from_row_splits`, `from_row_lengths`, `from_value_rowids`, `from_row_starts`,
    `from_row_limits` or `from_uniform_row_length`, not by its constructor.

    Arguments:
        row_splits: where rows begin and end among the values, an integer vector.
        row_lengths, value_rowids, nrows, uniform_row_length, nvals: the same in other forms, as far as they are known.
        internal: what only the methods above give.

    Raises:
        ValueError: the constructor is called.

    Example:
        >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
        >>> rows.row_splits().numpy().tolist(), rows.value_rowids().numpy().tolist()
        ([0, 2, 2, 3], [0, 0, 2])
        >>> tf.RaggedTensor.from_row_splits(["a", "b", "c"], rows.row_splits()).to_list()
        [[b'a', b'b'], [], [b'c']]
    """

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
        """Make a partition of values into rows of the row that each value is in. Mirrors `tf.experimental.RowPartition.from_value_rowids`.

        Arguments:
            value_rowids: int32 or int64 of shape `[nvals]`, from 0 and never falling. A row that is not named is empty.
            nrows: the number of rows; None: one more than the last of `value_rowids`.
            validate: whether they are checked, True.
            dtype: `tf.int32` or `tf.int64` for all numbers of the partition; None: that of the argument.
            dtype_hint: the dtype for what has none of its own, as a list; None: int64.

        Returns:
            A `tf.experimental.RowPartition`.

        Raises:
            ValueError: `nrows` is too small.
            InvalidArgumentError: the ids fall, or one is below 0.

        Example:
            >>> partition = tf.experimental.RowPartition.from_value_rowids([0, 0, 2], nrows=4)
            >>> partition.row_lengths().numpy()
            array([2, 0, 1, 0])
        """
        check_validate(validate, "validate must have type bool")
        ids = _vector(value_rowids, "value_rowids", dtype, dtype_hint)
        if nrows is not None:
            nrows = convert_to_tensor(nrows, ids.dtype, name="nrows")
            nrows.shape.assert_has_rank(0)
        count = None if nrows is None else _known(nrows)
        check_count(count, _known(ids[-1:]))
        if validate:
            ids = checked_ids(ids)
        return cls._of(segment_ids_to_row_splits(ids, nrows), value_rowids=ids)

    @classmethod
    def from_row_splits(
        cls, row_splits: TensorLike, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """Make a partition of values into rows of the places where rows begin and end. Mirrors
        `tf.experimental.RowPartition.from_row_splits`.

        Arguments:
            row_splits: int32 or int64 of shape `[nrows + 1]`, rising from 0 to the number of values; row i has the values from
                `row_splits[i]` to before `row_splits[i + 1]`.
            validate: whether they are checked, True.
            dtype: `tf.int32` or `tf.int64` for all numbers of the partition; None: that of the argument.
            dtype_hint: the dtype for what has none of its own, as a list; None: int64.

        Returns:
            A `tf.experimental.RowPartition`.

        Raises:
            ValueError: `row_splits` is empty or of another dtype.
            InvalidArgumentError: the splits fall, or do not begin with 0.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_splits([0, 2, 2, 3])
            >>> partition.row_lengths().numpy()
            array([2, 0, 1])
        """
        check_validate(validate, "validate must have type bool")
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        splits = _vector(row_splits, "row_splits", dtype, dtype_hint)
        return cls._of(checked_splits(splits) if validate else splits)

    @classmethod
    def from_row_lengths(
        cls, row_lengths: TensorLike, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """Make a partition of values into rows of the lengths of rows. Mirrors `tf.experimental.RowPartition.from_row_lengths`.

        Arguments:
            row_lengths: int32 or int64 of shape `[nrows]`, none below 0; their sum is the number of values.
            validate: whether they are checked, True.
            dtype: `tf.int32` or `tf.int64` for all numbers of the partition; None: that of the argument.
            dtype_hint: the dtype for what has none of its own, as a list; None: int64.

        Returns:
            A `tf.experimental.RowPartition`.

        Raises:
            ValueError: `row_lengths` is no vector or of another dtype.
            InvalidArgumentError: a length is below 0.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.row_splits().numpy(), partition.value_rowids().numpy()
            (array([0, 2, 2, 3]), array([0, 0, 2]))
        """
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
        """Make a partition of values into rows of the places where rows begin. Mirrors `tf.experimental.RowPartition.from_row_starts`.

        Arguments:
            row_starts: int32 or int64 of shape `[nrows]`, from 0 and never falling.
            nvals: the number of all values, an integer, at which the last row ends.
            validate: whether they are checked, True.
            dtype: `tf.int32` or `tf.int64` for all numbers of the partition; None: that of the argument.
            dtype_hint: the dtype for what has none of its own, as a list; None: int64.

        Returns:
            A `tf.experimental.RowPartition`.

        Raises:
            ValueError: `row_starts` is no vector or of another dtype.
            InvalidArgumentError: the first start is not 0, or they fall, or go beyond `nvals`.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_starts([0, 2, 2], nvals=3)
            >>> partition.row_lengths().numpy()
            array([2, 0, 1])
        """
        check_validate(validate, "validate must have type bool")
        starts = _vector(row_starts, "row_starts", dtype, dtype_hint)
        return cls._of(splits_of_starts(starts, nvals, validate))

    @classmethod
    def from_row_limits(
        cls, row_limits: TensorLike, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """Make a partition of values into rows of the places where rows end. Mirrors `tf.experimental.RowPartition.from_row_limits`.

        Arguments:
            row_limits: int32 or int64 of shape `[nrows]`, never falling; the last is the number of values.
            validate: whether they are checked, True.
            dtype: `tf.int32` or `tf.int64` for all numbers of the partition; None: that of the argument.
            dtype_hint: the dtype for what has none of its own, as a list; None: int64.

        Returns:
            A `tf.experimental.RowPartition`.

        Raises:
            ValueError: `row_limits` is no vector or of another dtype.
            InvalidArgumentError: the limits fall.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_limits([2, 2, 3])
            >>> partition.row_lengths().numpy()
            array([2, 0, 1])
        """
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
        """Make a partition of values into rows of the one length that all rows have. Mirrors
        `tf.experimental.RowPartition.from_uniform_row_length`.

        Arguments:
            uniform_row_length: the length, an integer of 0 or more.
            nvals: the number of all values, an integer; None: `nrows` times the length.
            nrows: the number of rows, an integer; None: `nvals` divided by the length. It is needed where the length is 0.
            validate: whether they are checked, True.
            dtype: `tf.int32` or `tf.int64` for all numbers of the partition; None: that of the argument.
            dtype_hint: the dtype for what has none of its own, as a list; None: int64.

        Returns:
            A `tf.experimental.RowPartition`.

        Raises:
            ValueError: neither `nvals` nor `nrows` is given, or the length is below 0.
            InvalidArgumentError: the values do not fill the rows.

        Example:
            >>> partition = tf.experimental.RowPartition.from_uniform_row_length(2, nvals=6)
            >>> partition.is_uniform(), partition.row_splits().numpy()
            (True, array([0, 2, 4, 6]))
        """
        check_validate(validate, "validate must have type bool")
        if nvals is None and nrows is None:
            raise ValueError("Either (or both) of nvals and nrows must be specified")
        kind = as_dtype(
            dtype or next((n.dtype for n in (uniform_row_length, nvals, nrows) if isinstance(n, Tensor)), dtype_hint or dt.int64)
        )
        length, rows, total = uniform_rows(uniform_row_length, nvals, nrows, validate, kind)
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
        """Tell whether all rows are known to have one length. Mirrors `tf.experimental.RowPartition.is_uniform`.

        Returns:
            True for a partition that was made by `from_uniform_row_length`; else False, also where the lengths
            happen to agree, since that is a matter of the values.

        It is known before a graph runs: `uniform_row_length()` then gives the length, and a ragged tensor that is made with it has it in
        its static shape. To compare the lengths that are there, look at `row_lengths()`.

        Example:
            >>> RowPartition = tf.experimental.RowPartition
            >>> RowPartition.from_uniform_row_length(2, nvals=4).is_uniform()
            True
            >>> RowPartition.from_row_lengths([2, 2]).is_uniform()
            False
        """
        return self._uniform is not None

    def uniform_row_length(self) -> Tensor:
        """Give the length that all rows have. Mirrors `tf.experimental.RowPartition.uniform_row_length`.

        Returns:
            A scalar tensor of the partition's dtype where `is_uniform()` holds, else None.

        It is the length that the partition was made with, not one that is found by comparing the lengths: for that, look at
        `row_lengths()`. The property `static_uniform_row_length` is the same as a Python number, where it is known before a graph runs.


        Example:
            >>> RowPartition = tf.experimental.RowPartition
            >>> RowPartition.from_uniform_row_length(2, nvals=4).uniform_row_length().numpy()
            2
            >>> print(RowPartition.from_row_lengths([2, 2]).uniform_row_length())
            None
        """
        return self._uniform

    def row_splits(self) -> Tensor:
        """Give the places where rows begin and end. Mirrors `tf.experimental.RowPartition.row_splits`.

        Returns:
            A vector `[nrows + 1]` of the partition's dtype, which begins with 0 and ends with the number of values: row i has the values
            from `row_splits[i]` to before `row_splits[i + 1]`.

        A partition keeps this form, whatever it was made of, so that asking for it costs nothing. `tf.RaggedTensor.from_row_splits`
        takes it with values to make a ragged tensor.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> splits = partition.row_splits()
            >>> splits.numpy()
            array([0, 2, 2, 3])
            >>> tf.RaggedTensor.from_row_splits(["a", "b", "c"], splits)
            <tf.RaggedTensor [[b'a', b'b'], [], [b'c']]>
        """
        return self._row_splits

    def row_starts(self) -> Tensor:
        """Give the places where rows begin. Mirrors `tf.experimental.RowPartition.row_starts`.

        Returns:
            A vector `[nrows]` of the partition's dtype: `row_splits()` without its last element. The first is 0; an empty row begins
            where the next one does.

        The element at position j of row i is at place `row_starts[i] + j` of the values, which is what `tf.gather` needs to take one
        element of each row; of an empty row it takes one of the next.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 1])
            >>> partition.row_starts().numpy()
            array([0, 2])
            >>> tf.gather([10, 11, 12], partition.row_starts()).numpy()  # the first of each row
            array([10, 12], dtype=int32)
        """
        return self._row_splits[:-1]

    def row_limits(self) -> Tensor:
        """Give the places where rows end. Mirrors `tf.experimental.RowPartition.row_limits`.

        Returns:
            A vector `[nrows]` of the partition's dtype: `row_splits()` without its first element. Each is the place after the last value
            of its row; of an empty row, the place where it begins.

        The last value of row i, if it has one, is at place `row_limits[i] - 1` of the values, which is what `tf.gather` needs to take
        the last element of each row.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 1])
            >>> partition.row_limits().numpy()
            array([2, 3])
            >>> tf.gather([10, 11, 12], partition.row_limits() - 1).numpy()  # the last of each row
            array([11, 12], dtype=int32)
        """
        return self._row_splits[1:]

    def row_lengths(self) -> Tensor:
        """Tell how long the rows are. Mirrors `tf.experimental.RowPartition.row_lengths`.

        Returns:
            A vector `[nrows]` of the partition's dtype with the number of values in each row; 0 for an empty one. Their sum is
            `nvals()`.

        Divide sums over rows by it to have means, with `tf.math.divide_no_nan` where rows may be empty. A partition that was made of
        lengths gives those back; one of another form computes them.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.row_lengths()
            <tf.Tensor: shape=(3,), dtype=int64, numpy=array([2, 0, 1])>
            >>> sums = tf.math.segment_sum([4.0, 8.0, 3.0], partition.value_rowids())
            >>> tf.math.divide_no_nan(sums, tf.cast(partition.row_lengths(), tf.float32)).numpy()
            array([6., 0., 3.], dtype=float32)
        """
        return self._row_splits[1:] - self._row_splits[:-1] if self._row_lengths is None else self._row_lengths

    def value_rowids(self) -> Tensor:
        """Tell for each value the row that it is in. Mirrors `tf.experimental.RowPartition.value_rowids`.

        Returns:
            A vector `[nvals]` of the partition's dtype that never falls; the number of an empty row is not in it.

        It is what `tf.math.segment_sum` and its like need, and what brings a value of each row to its elements: `tf.gather(per_row,
        ids)`. A partition that was made of row ids gives those back; one of another form computes them.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.value_rowids()
            <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 0, 2])>
            >>> tf.gather(["x", "y", "z"], partition.value_rowids()).numpy()
            array([b'x', b'x', b'z'], dtype=object)
        """
        return row_splits_to_segment_ids(self._row_splits) if self._value_rowids is None else self._value_rowids

    def nrows(self) -> Tensor:
        """Count the rows. Mirrors `tf.experimental.RowPartition.nrows`.

        Returns:
            A scalar tensor of the partition's dtype. Empty rows count.

        Within a `tf.function` that takes any number of rows it is the number when the function runs, for a loop `for i in
        tf.range(partition.nrows())`; the property `static_nrows` is the Python number where it is known before, else None. How many
        values there are in all tells `nvals()`, and how many in each row `row_lengths()`.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.nrows()
            <tf.Tensor: shape=(), dtype=int64, numpy=3>
            >>> partition.static_nrows
            3
        """
        return shape(self._row_splits, out_type=self.dtype)[0] - 1

    def nvals(self) -> Tensor:
        """Count the values of all rows. Mirrors `tf.experimental.RowPartition.nvals`.

        Returns:
            A scalar tensor of the partition's dtype: the sum of `row_lengths()`.

        Values that are cut into rows by the partition have this size along their first axis. Within a `tf.function` it is the number
        when the function runs; the property `static_nvals` is the Python number where it is known before, else None. How many rows there
        are tells `nrows()`.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.nvals()
            <tf.Tensor: shape=(), dtype=int64, numpy=3>
            >>> tf.RaggedTensor.from_row_lengths(tf.range(partition.nvals()), partition.row_lengths())
            <tf.RaggedTensor [[0, 1], [], [2]]>
        """
        return self._row_splits[-1] if self._nvals is None else self._nvals

    def offsets_in_rows(self) -> Tensor:
        """Tell for each value its position within its row. Mirrors `tf.experimental.RowPartition.offsets_in_rows`.

        Returns:
            A vector `[nvals]` of the partition's dtype, which begins with 0 anew in each row.

        With `value_rowids()` these are the coordinates of the values in a dense table of the rows, as `tf.scatter_nd` and
        `tf.SparseTensor` take them. Position embeddings of texts of different lengths take it as well.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.offsets_in_rows()
            <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 1, 0])>
            >>> tf.stack([partition.value_rowids(), partition.offsets_in_rows()], axis=1).numpy().tolist()
            [[0, 0], [0, 1], [2, 0]]
        """
        ids = self.value_rowids()
        return tf_range(self.nvals()) - gather(self.row_starts(), ids)

    def with_dtype(self, dtype: DTypeLike) -> RowPartition:
        """Make the same partition with numbers of another dtype. Mirrors `tf.experimental.RowPartition.with_dtype`.

        Arguments:
            dtype: `tf.int32` or `tf.int64`.

        Returns:
            A `tf.experimental.RowPartition` whose splits, lengths, ids and counts have this dtype.

        Raises:
            ValueError: another dtype.

        Partitions that are used together, as those of the axes of one ragged tensor, have to have one dtype. Lists make partitions of
        int64.

        Example:
            >>> partition = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> partition.dtype, partition.with_dtype(tf.int32).row_splits()
            (tf.int64, <tf.Tensor: shape=(4,), dtype=int32, numpy=array([0, 2, 2, 3], dtype=int32)>)
        """
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
