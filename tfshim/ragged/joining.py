"""Ragged tensors put together: `tf.ragged.stack`, and what `tf.concat` does with ragged tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import debugging
from tfshim._export import tf_export
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat as join
from tfshim.array_ops.joining import stack as tf_stack
from tfshim.array_ops.shapes import reshape, shape
from tfshim.engine.ops.composite import one_layer
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.ragged import row_checks
from tfshim.ragged.axes import axis_from_front
from tfshim.ragged.broadcasting import partitions, same_splits
from tfshim.ragged.indexing import take_rows, taken_in_order
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor
from tfshim.ragged.rearranging import expand_dims

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


def _ragged(x):
    """`x` with rows, ragged or not."""
    if isinstance(x, RaggedTensor):
        return x
    x = convert_to_tensor(x)
    return RaggedTensor.from_tensor(x)


def stack(values, axis=0):
    """`tf.stack` of ragged tensors."""
    return stack_tensors(values, axis)


def concat(values, axis):
    """`tf.concat` of ragged and dense tensors of one rank."""
    values = [_ragged(v) for v in values]
    rank = values[0].shape.rank
    for v in values:
        if rank is not None and v.shape.rank not in (None, rank):
            raise ValueError(f"Shape {v.shape} must have rank {rank}")
    axis = axis_from_front(axis, rank)
    depth = max(v.ragged_rank for v in values)
    values = [partitions(v, depth) for v in values]
    if axis > 1:
        checks = [same_splits(v.row_splits, values[0].row_splits) for v in values[1:]]
        inner = [v.values for v in values]
        joined = concat(inner, axis - 1) if isinstance(inner[0], RaggedTensor) else join(inner, axis - 1)
        return values[0].with_values(row_checks.after(checks, joined))
    if axis:
        values = [v.with_flat_values(taken_in_order(v.flat_values, v.row_splits.dtype)) for v in values]
    inner = [v.values for v in values]
    joined = concat(inner, 0) if isinstance(inner[0], RaggedTensor) else join(inner, 0)
    lengths = join([v.row_lengths() for v in values], 0)
    stacked = RaggedTensor.from_row_lengths(joined, lengths, validate=False)
    if axis == 0:
        return stacked
    # Row i of the result is the concatenation of the rows i of all parts.
    count = values[0].nrows()
    text = "Input tensors at index 0 (=x) and {} (=y) have incompatible shapes."
    checks = [debugging.assert_equal(count, v.nrows(), message=text.format(i)) for i, v in enumerate(values[1:], 1)]
    count = row_checks.after(checks, count)
    order = reshape(tf_stack([tf_range(count) + count * i for i in builtin_range(len(values))], axis=1), [-1])
    mixed = take_rows(stacked, order)
    ends = tf_range(count + 1) * len(values)
    return RaggedTensor._make(mixed.values, gather(mixed.row_splits, ends))


builtin_range = range


@tf_export("ragged.stack")
@one_layer("ragged.stack")
def stack_tensors(values: TensorLike, axis: Axis = 0, name: str | None = None) -> AnyTensor:
    """Tensors of one rank as the rows of one ragged tensor. Mirrors `tf.ragged.stack`.

    What `tf.stack` is for tensors of one shape, for those whose sizes differ.

    Arguments:
        values: a list of tensors, ragged or dense, of one rank and dtype.
        axis: the new dimension that counts them: 0 (the default), or one further in (1: row by row), negative ones from the end.
        name: a name for the operation in graphs.

    Returns:
        A ragged tensor of a rank one higher.

    Raises:
        ValueError: the list is empty, the ranks differ or are not known, or there is no such axis.

    Example:
        >>> first, second = tf.constant([1, 2, 3]), tf.constant([4])
        >>> tf.ragged.stack([first, second])
        <tf.RaggedTensor [[1, 2, 3], [4]]>
        >>> tf.ragged.stack([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[], [4]])], axis=1)
        <tf.RaggedTensor [[[1], []],
         [[2, 3], [4]]]>
    """
    if not isinstance(values, (list, tuple)):
        values = [values]
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    values = [ragged_or_tensor(v) for v in values]
    rank = values[0].shape.rank
    for v in values:
        if rank is not None and v.shape.rank not in (None, rank):
            raise ValueError(f"Shape {v.shape} must have rank {rank}")
    axis = axis_from_front(axis, None if rank is None else rank + 1)
    if rank == 0 or rank is not None and axis and not any(isinstance(v, RaggedTensor) for v in values):
        return tf_stack(values, axis)
    if axis:
        return concat([expand_dims(_ragged(v), axis) for v in values], axis)
    if rank == 1:
        return RaggedTensor.from_row_lengths(join(values, 0), tf_stack([shape(v)[0] for v in values]), validate=False)
    values = [_ragged(v) for v in values]
    counts = tf_stack([v.nrows() for v in values])
    return RaggedTensor.from_row_lengths(concat(values, 0), counts, validate=False)


__all__ = ["concat", "stack_tensors"]
