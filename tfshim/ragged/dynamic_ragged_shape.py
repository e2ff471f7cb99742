"""`tf.experimental.DynamicRaggedShape`: the shape of a ragged tensor, with the lengths of all its rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import stack
from tfshim.array_ops.shapes import shape
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.extension_types import BatchableExtensionType
from tfshim.protos.tensors import get_static_value
from tfshim.ragged import row_checks
from tfshim.ragged.ragged_tensor import RaggedTensor, above
from tfshim.ragged.row_partition import RowPartition, RowPartitionSpec

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


def _static(x):
    value = get_static_value(x)
    return None if value is None else value.tolist()


@tf_export("experimental.DynamicRaggedShape")
class DynamicRaggedShape(BatchableExtensionType):
    """The shape of a tensor that may be ragged: row partitions for its outer dimensions, and the shape of the flat values in them.

    Mirrors `tf.experimental.DynamicRaggedShape`. `tf.shape` gives one for a ragged tensor. Its sizes are tensors, so that it is known
    as a function runs; `tf.TensorShape` is what is known before. `tf.broadcast_to` and `tf.reshape` take it.

    Arguments:
        row_partitions: a list of `tf.experimental.RowPartition`s, the outermost first.
        inner_shape: the shape of the values inside them, an integer vector.
        dtype: int32 or int64, by default that of the arguments.
        validate: whether to check that they go together; False by default.
        static_inner_shape: the same shape as far as it is known, a `tf.TensorShape`; None by default.

    Example:
        >>> shape = tf.shape(tf.ragged.constant([[1, 2], [3]]))
        >>> isinstance(shape, tf.experimental.DynamicRaggedShape), shape.static_lengths()
        (True, [2, (2, 1)])
    """

    __module__ = "tensorflow.python.ops.ragged.dynamic_ragged_shape"
    _inner_shape: Tensor
    _row_partitions: tuple[RowPartition, ...]
    _static_inner_shape: TensorShape

    def __init__(
        self,
        row_partitions: "Sequence[Any]",
        inner_shape: "SizesLike",
        dtype: "DTypeLike | None" = None,
        validate: bool = False,
        static_inner_shape: "SizesLike | None" = None,
    ) -> None:
        parts = list(row_partitions)
        if not all(isinstance(p, RowPartition) for p in parts):
            raise TypeError(f"row_partitions should contain RowPartitions, got {parts}")
        known = TensorShape(inner_shape) if not isinstance(inner_shape, Tensor) else None
        if dtype is None:
            dtype = parts[0].dtype if parts else inner_shape.dtype if isinstance(inner_shape, Tensor) else dt.int64
        dtype = as_dtype(dtype)
        if not dtype.mask & dt.INDEX:
            raise ValueError(f"Illegal dtype: {dtype!r}: it must be int32 or int64")
        inner = convert_to_tensor(known.as_list(), dtype) if known is not None else cast(inner_shape, dtype)
        if known is None:
            values = _static(inner)
            known = TensorShape(values if values is not None else [None] * inner.shape[0] if inner.shape[0] is not None else None)
        if static_inner_shape is not None:
            known = known.merge_with(static_inner_shape)
        if validate and parts:
            counts = [cast(p.nvals(), dt.int64) for p in parts]
            checks = [
                debugging.assert_equal(above, cast(below.nrows(), dt.int64), message="RowPartitions do not match")
                for above, below in zip(counts, parts[1:])
            ]
            checks.append(
                debugging.assert_equal(counts[-1], cast(inner[0], dt.int64), message="Last row partition does not match inner_shape.")
            )
            inner = row_checks.after(checks, inner)
        self._row_partitions = tuple(p.with_dtype(dtype) if p.dtype != dtype else p for p in parts)
        self._inner_shape, self._static_inner_shape = inner, known

    @classmethod
    def from_lengths(
        cls, lengths: "TensorLike", num_row_partitions: "int | None" = None, dtype: "DTypeLike" = dt.int64
    ) -> "DynamicRaggedShape":
        """Make a shape of lengths. Mirrors `tf.experimental.DynamicRaggedShape.from_lengths`.

        It is short for literals, as in tests; programs mostly have the shape of a tensor, or row partitions.

        Arguments:
            lengths: for each dimension its length, an integer, or for a ragged one the lengths of all its rows, a
                list or an integer vector.
            num_row_partitions: how many dimensions become row partitions; None (the default) for those up to the last ragged one.
            dtype: int32 or int64, the default.

        Returns:
            A DynamicRaggedShape.

        Raises:
            ValueError: lengths do not go together, as where the number of rows is not the one before says.

        Example:
            >>> shape = tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3])
            >>> shape.rank, shape.static_lengths()
            (3, [2, (2, 1), 3])
        """
        lengths = list(lengths)
        if not lengths:
            return cls([], [], dtype)
        ragged = [i for i, n in enumerate(lengths) if not isinstance(n, int)]
        if 0 in ragged:
            raise ValueError("The first dimension cannot be ragged.")
        least = ragged[-1] if ragged else 0
        count = least if num_row_partitions is None else num_row_partitions
        if not least <= count < len(lengths):
            raise ValueError(f"num_row_partitions={count} should be in [{least}, {len(lengths) - 1}]")
        rows, parts = lengths[0], []
        for n in lengths[1 : count + 1]:
            if isinstance(n, int):
                parts.append(RowPartition.from_uniform_row_length(n, nvals=rows * n, nrows=rows, dtype=dtype))
                rows *= n
                continue
            if len(n) != rows:
                raise ValueError("Shape not consistent.")
            parts.append(RowPartition.from_row_lengths(list(n), dtype=dtype))
            rows = sum(n)
        return cls(parts, [rows, *lengths[count + 1 :]], dtype)

    @classmethod
    def from_row_partitions(cls, row_partitions: "Sequence[Any]", dtype: "DTypeLike | None" = None) -> "DynamicRaggedShape":
        """Make the shape of a tensor whose flat values are scalars. Mirrors `tf.experimental.DynamicRaggedShape.from_row_partitions`.

        So a ragged tensor without inner dimensions is described by its partitions alone: one for each dimension but the first, which
        the outermost partition's number of rows gives.

        Arguments:
            row_partitions: a list of at least one `tf.experimental.RowPartition`, the outermost first. Each has as many
                values as the next one has rows.
            dtype: int32 or int64; None (the default) for that of the partitions.

        Returns:
            A DynamicRaggedShape of a rank that is one more than the number of partitions.

        Raises:
            ValueError: there is no partition.

        Example:
            >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
            >>> tf.experimental.DynamicRaggedShape.from_row_partitions([rows]).static_lengths()
            [3, (2, 0, 1)]
        """
        if not row_partitions:
            raise ValueError("row_partitions cannot be empty")
        return cls(row_partitions, row_partitions[-1].nvals()[None], dtype)

    @classmethod
    def from_tensor(cls, t: "TensorLike", dtype: "DTypeLike | None" = None) -> "DynamicRaggedShape":
        """The shape of a tensor. Mirrors `tf.experimental.DynamicRaggedShape.from_tensor`.

        `tf.shape` gives the same for a ragged tensor; for a dense one it gives an integer vector, where this gives a shape without
        row partitions, which can be compared with that of a ragged tensor or broadcast with it.

        Arguments:
            t: a dense or ragged tensor, a `tf.experimental.StructuredTensor`, or what converts to a tensor.
            dtype: int32 or int64; None (the default) for that of the row partitions, int32 for a dense tensor.

        Returns:
            A DynamicRaggedShape.

        Example:
            >>> make = tf.experimental.DynamicRaggedShape.from_tensor
            >>> make(tf.ragged.constant([[1], [2, 3]])).static_lengths(), make(tf.zeros([2, 3])).static_lengths()
            ([2, (1, 2)], [2, 3])
        """
        if hasattr(t, "ragged_shape"):
            return t.ragged_shape if dtype is None else t.ragged_shape.with_dtype(dtype)
        if isinstance(t, RaggedTensor):
            parts = partitions_of(t)
            dtype = as_dtype(dtype) if dtype is not None else t.row_splits.dtype
            return cls(parts, shape(t.flat_values, out_type=dtype), dtype, static_inner_shape=t.flat_values.shape)
        t = convert_to_tensor(t)
        dtype = as_dtype(dtype) if dtype is not None else dt.int32
        return cls([], shape(t, out_type=dtype), dtype, static_inner_shape=t.shape)

    # ------------------------------------------------------------------ asking
    row_partitions = property(lambda self: self._row_partitions, doc="The row partitions, the outermost first.")
    num_row_partitions = property(lambda self: len(self._row_partitions), doc="How many row partitions there are.")
    inner_shape = property(lambda self: self._inner_shape, doc="The shape of the flat values, a vector.")
    inner_rank = property(lambda self: self._static_inner_shape.rank, doc="The rank of the flat values; None if unknown.")
    dtype = property(lambda self: self._inner_shape.dtype, doc="The dtype of the numbers.")

    @property
    def rank(self) -> "int | None":
        """The number of dimensions; None if unknown."""
        return None if self.inner_rank is None else self.inner_rank + self.num_row_partitions

    def is_uniform(self, axis: "Axis") -> bool:
        """Whether all rows of a dimension are known to have one length. Mirrors `tf.experimental.DynamicRaggedShape.is_uniform`.

        It is asked before anything runs: rows that happen to have one length, in a partition that allows for others, do not count.

        Arguments:
            axis: the dimension, a Python integer from 0.

        Returns:
            A Python bool. The first dimension is always uniform, and so are those of the flat values.

        Raises:
            IndexError: the shape has fewer dimensions.
            TypeError: the axis is no integer.

        Example:
            >>> shape = tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3])
            >>> [shape.is_uniform(axis) for axis in range(3)]
            [True, False, True]
        """
        if not isinstance(axis, int):
            raise TypeError("axis must be an integer")
        if axis < 0:
            raise IndexError("Negative axis values are not supported")
        if self.rank is not None and axis >= self.rank:
            raise IndexError(f"Expected axis={axis} < rank={self.rank}")
        return axis == 0 or axis > self.num_row_partitions or self._row_partitions[axis - 1].is_uniform()

    def static_lengths(self, ragged_lengths: bool = True) -> "list[Any]":
        """The lengths that are known before anything runs. Mirrors `tf.experimental.DynamicRaggedShape.static_lengths`.

        What it gives can be handed to `from_lengths` where all is known.

        Arguments:
            ragged_lengths: whether to give the lengths of the rows of a ragged dimension, True by default; False gives None for it.

        Returns:
            A list with an item for each dimension: its length, an integer; the lengths of its rows, a tuple; or None where that is
            not known. An unknown rank is shown as an ellipsis at the end.

        Example:
            >>> shape = tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3])
            >>> shape.static_lengths(), shape.static_lengths(ragged_lengths=False)
            ([2, (2, 1), 3], [2, None, 3])
        """
        if not self._row_partitions:
            return self._static_inner_shape.as_list() if self.inner_rank is not None else [...]
        found = [self._row_partitions[0].static_nrows]
        for p in self._row_partitions:
            if p.is_uniform():
                found.append(p.static_uniform_row_length)
            else:
                lengths = _static(p.row_lengths()) if ragged_lengths else None
                found.append(None if lengths is None else tuple(lengths))
        if self.inner_rank is None:
            return [*found, ...]
        return found + self._static_inner_shape.as_list()[1:]

    def with_dtype(self, dtype: "DTypeLike") -> "DynamicRaggedShape":
        """The same shape with numbers of another dtype. Mirrors `tf.experimental.DynamicRaggedShape.with_dtype`.

        Shapes of different dtypes are not broadcast with each other, nor put together: this brings them to one. int32 is what
        `tf.shape` gives for dense tensors, int64 what ragged ones have.

        Arguments:
            dtype: int32 or int64.

        Returns:
            A DynamicRaggedShape with row partitions and an inner shape of that dtype; the same object's values where it has it already.

        Raises:
            ValueError: another dtype.

        Example:
            >>> shape = tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1)])
            >>> shape.dtype, shape.with_dtype(tf.int32).dtype
            (tf.int64, tf.int32)
        """
        return DynamicRaggedShape(
            self._row_partitions, cast(self._inner_shape, as_dtype(dtype)), dtype, static_inner_shape=self._static_inner_shape
        )

    def _with_inner_shape(self, sizes):
        return DynamicRaggedShape(self._row_partitions, sizes, self.dtype)

    def __getitem__(self, index):
        """The length of a dimension, or the shape of the outer (or of inner, uniform) dimensions for a slice."""
        if isinstance(index, slice):
            return self._sliced(index)
        index = int(index)
        if index < 0:
            if self.rank is None:
                raise ValueError("Rank must be known to use negative indices.")
            index += self.rank
        count = self.num_row_partitions
        if not self.is_uniform(index):
            raise ValueError(f"Index {index} is not uniform")
        if not count or index > count:
            return self._inner_shape[index - count]
        return self._row_partitions[0].nrows() if index == 0 else self._row_partitions[index - 1].uniform_row_length()

    def _sliced(self, key):
        """The shape of the dimensions that the slice `key` picks."""
        if key.step not in (None, 1):
            raise IndexError("Cannot stride through a shape")
        if self.rank is None and ((key.stop or 0) < 0 or (key.start or 0) < 0):
            raise ValueError("Rank must be known to use negative indices.")
        start, stop, _ = key.indices(self.rank if self.rank is not None else 1 << 30)
        count = self.num_row_partitions
        if start > 0:
            if start > count:
                return DynamicRaggedShape([], self._inner_shape[start - count : stop - count], self.dtype)
            if not all(self.is_uniform(i) for i in range(start, stop)):
                raise ValueError("All relevant dimensions must be uniform")
            sizes = [self[i] for i in range(start, stop)]
            return DynamicRaggedShape([], stack(sizes) if sizes else [], self.dtype)
        if stop > count:
            return DynamicRaggedShape(self._row_partitions, self._inner_shape[: stop - count], self.dtype)
        if stop == 0:
            return DynamicRaggedShape([], [], self.dtype)
        parts = self._row_partitions[: stop - 1]
        rows = parts[-1].nvals() if parts else self._row_partitions[0].nrows()
        return DynamicRaggedShape(parts, rows[None], self.dtype)

    def __repr__(self):
        lengths = ", ".join("..." if n is ... else str(n) for n in self.static_lengths())
        return f"<DynamicRaggedShape lengths=[{lengths}] num_row_partitions={self.num_row_partitions}>"

    @staticmethod
    def _tfshim_dispatch(function, args, kwargs):
        return above.dispatch(function, args, kwargs)

    class Spec:
        """What is known of a shape: the specs of its row partitions, its static inner shape and its dtype."""

        def __init__(self, row_partitions, static_inner_shape, dtype):
            parts = tuple(row_partitions)
            if not all(isinstance(p, RowPartitionSpec) for p in parts):
                raise TypeError(f"row_partitions should be an iterable of RowPartitionSpec, got {row_partitions}")
            inner = TensorShape(static_inner_shape)
            self.__dict__.update(_row_partitions=parts, _inner_shape=TensorSpec([inner.rank], dtype), _static_inner_shape=inner)

        dtype = property(lambda self: self._inner_shape.dtype, doc="The dtype of the numbers.")
        inner_rank = property(lambda self: self._static_inner_shape.rank, doc="The rank of the flat values; None if unknown.")
        num_row_partitions = property(lambda self: len(self._row_partitions), doc="How many row partitions there are.")

        @property
        def rank(self):
            """The number of dimensions; None if unknown."""
            return None if self.inner_rank is None else self.inner_rank + self.num_row_partitions

        def with_dtype(self, dtype):
            """The same with numbers of int32 or int64."""
            parts = [RowPartitionSpec(p.nrows, p.nvals, p.uniform_row_length, dtype) for p in self._row_partitions]
            return type(self)(parts, self._static_inner_shape, dtype)

        def __repr__(self):
            return (
                f"DynamicRaggedShape.Spec(row_partitions={self._row_partitions!r}, "
                f"static_inner_shape={self._static_inner_shape!r}, dtype={self.dtype!r})"
            )


def partitions_of(x):
    """The row partitions of a ragged tensor, the outermost first."""
    found = []
    while isinstance(x, RaggedTensor):
        length = x.uniform_row_length
        found.append(RowPartition._of(x.row_splits, uniform_row_length=length))
        x = x.values
    return found


def with_partitions(parts, flat):
    """The tensor of the values `flat` in the rows of the row partitions `parts`."""
    for p in reversed(parts):
        flat = RaggedTensor._make(flat, p.row_splits(), p.static_uniform_row_length)
    return flat
