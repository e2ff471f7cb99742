"""Where the rows of ragged tensors are, and how long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.type_errors import index_type
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum
from tfshim.math.reductions import reduce_max
from tfshim.ragged import row_checks
from tfshim.ragged.partitions import row_splits_to_segment_ids

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis
    from tfshim.engine.values.dtypes import DTypeLike


class RaggedRows:
    """The methods of `tf.RaggedTensor` that tell where its rows are."""

    if TYPE_CHECKING:  # what the class itself has
        _splits: Any
        _values: Any
        shape: Any
        with_values: Any

    def nrows(self, out_type: DTypeLike | None = None, name: str | None = None) -> Tensor:
        """Count the rows: the length of the outermost axis. Mirrors `tf.RaggedTensor.nrows`.

        Arguments:
            out_type: the dtype of the result; None: that of the row splits, mostly `tf.int64`.
            name: a name for the operation in graphs.

        Returns:
            A scalar tensor. Empty rows count; `row_lengths` tells how long each is, and `shape` has the number where it is known before
            a graph runs.

        Raises:
            TypeError: `out_type` is no dtype.

        Within a `tf.function` whose input may have any number of rows, it is the number of rows of the call, while `shape[0]` is None:
        use it to divide a sum by the number of rows, or as the end of a loop over them.

        Example:
            >>> r = tf.ragged.constant([["a", "b"], [], ["c"]])
            >>> r.nrows()
            <tf.Tensor: shape=(), dtype=int64, numpy=3>
        """
        kind = self._splits.dtype if out_type is None else as_dtype(out_type)
        if not kind.mask & dt.INDEX:  # which TensorFlow makes of what is known
            return cast(self.nrows(), kind)
        if TS.graph is not None and self._splits.shape[0] is not None:
            with name_scope(name or "RaggedNRows"):
                return row_checks.as_node(convert_to_tensor(self._splits.shape[0] - 1, kind), "Const")
        return shape(self._splits, out_type=kind)[0] - 1

    def row_starts(self, name: str | None = None) -> Tensor:
        """Tell where each row begins in `values`. Mirrors `tf.RaggedTensor.row_starts`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A vector with the dtype of the row splits, of shape `[nrows]`: `row_splits` without its last element. The first is 0; an
            empty row begins where the next one does.

        The element at position j of row i is `values[row_starts[i] + j]`, which is what `tf.gather` needs to take one element of each
        row. For several ragged axes these are the places of the outermost; `values` is a ragged tensor then, with places of its own.

        Example:
            >>> r = tf.ragged.constant([[3, 1, 4], [], [1, 5]])
            >>> r.row_starts()
            <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 3, 3])>
        """
        if TS.graph is None:
            return self._splits[:-1]
        with name_scope(name or "RaggedRowStarts"):
            return self._splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """Tell where each row ends in `values`. Mirrors `tf.RaggedTensor.row_limits`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A vector with the dtype of the row splits, of shape `[nrows]`: `row_splits` without its first element. Each is the place
            after the last element of its row; for an empty row it is where the row begins.

        The last element of row i, if it has one, is `values[row_limits[i] - 1]`, as in the example. For several ragged axes these are
        the places of the outermost; `values` is a ragged tensor then, with places of its own.

        Example:
            >>> r = tf.ragged.constant([[3, 1, 4], [1, 5]])
            >>> r.row_limits()
            <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>
            >>> tf.gather(r.values, r.row_limits() - 1).numpy()
            array([4, 5], dtype=int32)
        """
        if TS.graph is None:
            return self._splits[1:]
        with name_scope(name or "RaggedRowLimits"):
            return self._splits[1:]

    def value_rowids(self, name: str | None = None) -> Tensor:
        """Tell for each value the row that it is in. Mirrors `tf.RaggedTensor.value_rowids`.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A vector with the dtype of the row splits, of shape `[nvals]`, that never falls; the number of an empty row is not in it.

        It is what `tf.math.segment_sum` and its like need, and what brings a value of each row to its elements: `tf.gather(per_row,
        ids)`. For several ragged axes it is about the outermost, whose values are the rows of the next; `nested_value_rowids` has all of
        them.

        Example:
            >>> r = tf.ragged.constant([[3, 1, 4], [], [1, 5]])
            >>> r.value_rowids()
            <tf.Tensor: shape=(5,), dtype=int64, numpy=array([0, 0, 0, 2, 2])>
            >>> tf.math.segment_sum(r.values, r.value_rowids()).numpy()
            array([8, 0, 6], dtype=int32)
        """
        return row_splits_to_segment_ids(self._splits)

    def row_lengths(self, axis: Axis = 1, name: str | None = None) -> AnyTensor:
        """Tell how long the rows are. Mirrors `tf.RaggedTensor.row_lengths`.

        Arguments:
            axis: the axis whose lengths are asked for, 1: a number of elements for each row. 2 gives a number for each row of each row,
                and so on; 0 gives the number of rows. A negative axis counts from the end.
            name: a name for the operation in graphs.

        Returns:
            An integer tensor with the dtype of the row splits: a vector for axis 1, a ragged tensor for the axes after it, a scalar for
            0.

        Raises:
            ValueError: `axis` is outside of the rank.

        Example:
            >>> r = tf.ragged.constant([[[1], [2, 3]], [[4, 5, 6]]])
            >>> r.row_lengths()
            <tf.Tensor: shape=(2,), dtype=int64, numpy=array([2, 1])>
            >>> r.row_lengths(axis=2)
            <tf.RaggedTensor [[1, 2], [3]]>
        """
        rank = self.shape.rank
        if rank is not None and not -rank <= axis < rank:
            raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
        axis = axis % rank if rank else axis
        if axis == 0:
            return self.nrows()
        if axis == 1:
            return self._splits[1:] - self._splits[:-1]
        if isinstance(self._values, RaggedRows):
            return self.with_values(self._values.row_lengths(axis - 1))
        sizes = shape(self._values, out_type=self._splits.dtype)
        return self.with_values(ones(sizes[: axis - 1], self._splits.dtype) * sizes[axis - 1])

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """Tell how long the rows of every ragged axis are. Mirrors `tf.RaggedTensor.nested_row_lengths`.

        Arguments:
            name: a name for the operations in graphs.

        Returns:
            A tuple of integer vectors with the dtype of the row splits, one for each ragged axis, the outermost first: as many as
            `ragged_rank`. Each has an element for every row of its axis, those of all rows before it one after the other.

        With `flat_values` they are all that `tf.RaggedTensor.from_nested_row_lengths` needs to make the tensor again, as after saving
        the vectors one by one.

        Example:
            >>> r = tf.ragged.constant([[[1], [2, 3]], [[4, 5, 6]]])
            >>> [lengths.numpy().tolist() for lengths in r.nested_row_lengths()]
            [[2, 1], [1, 2, 3]]
        """
        inner = self._values.nested_row_lengths() if isinstance(self._values, RaggedRows) else ()
        return (self.row_lengths(), *inner)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """Tell the rows of values for every ragged axis. Mirrors `tf.RaggedTensor.nested_value_rowids`.

        Arguments:
            name: a name for the operations in graphs.

        Returns:
            A tuple of integer vectors with the dtype of the row splits, one for each ragged axis, the outermost first: as many as
            `ragged_rank`. The last has an element for each of `flat_values`, each other one an element for each row of the axis after
            it.

        With `flat_values` they are what `tf.RaggedTensor.from_nested_value_rowids` makes the tensor of again, except for empty rows at
        the end of an axis, which no id names.

        Example:
            >>> r = tf.ragged.constant([[[1], [2, 3]], [[4]]])
            >>> [ids.numpy().tolist() for ids in r.nested_value_rowids()]
            [[0, 0, 1], [0, 1, 1, 2]]
        """
        inner = self._values.nested_value_rowids() if isinstance(self._values, RaggedRows) else ()
        return (self.value_rowids(), *inner)

    def bounding_shape(self, axis: Axis = None, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
        """Tell the shape of the smallest dense tensor that holds all rows. Mirrors `tf.RaggedTensor.bounding_shape`.

        Arguments:
            axis: an axis, or a vector of axes, whose sizes alone are wanted; None: all of them.
            name: a name for the operation in graphs.
            out_type: the dtype of the result, `tf.int32` or `tf.int64`; None: that of the row splits.

        Returns:
            An integer vector of shape `[rank]`: the number of rows, then for each axis the length of its longest row. With `axis`, its
            size. It is the shape that `to_tensor` gives without a `shape` of its own.

        Raises:
            TypeError: `out_type` is no dtype of integers.

        Example:
            >>> r = tf.ragged.constant([[1, 2, 3], [], [4]])
            >>> r.bounding_shape()
            <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 3])>
            >>> r.bounding_shape(axis=1, out_type=tf.int32).numpy()
            3
        """
        dtype = index_type("Shape", "out_type", out_type) if out_type is not None else self._splits.dtype
        inner = self._values.bounding_shape() if isinstance(self._values, RaggedRows) else shape(self._values)
        # A zero beside the lengths, since there may be no row to take the longest of.
        longest = maximum(reduce_max(concat_sizes([self.row_lengths(), convert_to_tensor([0], self._splits.dtype)])), 0)
        sizes = concat_sizes([cast(self.nrows(), dtype)[None], cast(longest, dtype)[None], cast(inner, dtype)[1:]])
        return sizes if axis is None else gather(sizes, axis)


def concat_sizes(parts):
    """Vectors of sizes joined; all take the dtype of the first tensor among them."""
    dtype = next(p.dtype for p in parts if not isinstance(p, list))
    return concat([convert_to_tensor(p, dtype) if isinstance(p, list) else cast(p, dtype) for p in parts], 0)
