"""Replaces `tensorflow.python.ops.ragged.ragged_util`: pieces that ragged tensors, and tests of them, are made with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.ragged.axes import axis_from_front
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike

_REPLACES = "tensorflow.python.ops.ragged.ragged_util"


@tf_private("tensorflow.python.ops.array_ops.get_positive_axis")
def get_positive_axis(axis: int, ndims: int | None, axis_name: str = "axis", ndims_name: str = "ndims") -> int:
    """`axis` counted from 0, of `ndims` axes or, for None, of an unknown number. Raises TypeError or ValueError, which call both by the
    names that are given."""
    return axis_from_front(axis, ndims, ndims_name, axis_name)


@tf_private("tensorflow.python.ops.array_ops.convert_to_int_tensor")
def convert_to_int_tensor(tensor: TensorLike, name: str, dtype: DTypeLike = tf.int32) -> tf.Tensor:
    """`tensor` as one of the integers of `dtype`. Raises TypeError for what is not of an integer dtype."""
    made = tf.convert_to_tensor(tensor, name=name, dtype_hint=dtype)
    if not made.dtype.is_integer:
        raise TypeError(f"Argument `tensor` (name: {name}) must be of type integer. Received `tensor` = {made} of dtype: {made.dtype}")
    return tf.cast(made, dtype)


@tf_private("tensorflow.python.ops.array_ops.repeat_with_axis")
def repeat(data: TensorLike, repeats: TensorLike, axis: int | None, name: str | None = None) -> tf.Tensor:
    """As `tf.repeat`."""
    return tf.repeat(data, repeats, axis, name)


def assert_splits_match(nested_splits_lists: Sequence[Sequence[tf.Tensor]]) -> list[Any]:
    """The operations that check that all lists hold the same row splits. Raises ValueError for lists of other lengths."""
    text, first = "Inputs must have identical ragged splits", nested_splits_lists[0]
    if any(len(splits) != len(first) for splits in nested_splits_lists):
        raise ValueError(text)
    pairs = [pair for splits in nested_splits_lists[1:] for pair in zip(first, splits)]
    return [tf.debugging.assert_equal(a, b, message=text) for a, b in pairs]


def lengths_to_splits(lengths: TensorLike) -> tf.Tensor:
    """The row splits of rows of these lengths."""
    return tf.concat([[0], tf.cumsum(lengths)], axis=-1)


def repeat_ranges(params: TensorLike, splits: TensorLike, repeats: TensorLike) -> tf.Tensor:
    """The rows of `params` between the `splits`, each as often as `repeats` says, one number or one for each row."""
    params, splits, repeats = (tf.convert_to_tensor(x) for x in (params, splits, repeats))
    for name, numbers in (("splits", splits), ("repeats", repeats)):
        tf.debugging.assert_integer(numbers, message=f"Input argument '{name}' must be integer, but got {numbers.dtype} instead")
        tf.debugging.assert_non_negative(numbers, message=f"Input argument '{name}' must be non-negative")
    rows = tf.RaggedTensor.from_row_splits(params, tf.cast(splits, tf.int64), validate=False)
    count = tf.broadcast_to(repeats, tf.shape(splits)[:1] - 1) if repeats.shape.rank == 0 else repeats
    return tf.gather(rows, tf.repeat(tf.range(rows.nrows()), count)).values


@tf_private("tensorflow.python.ops.ragged.ragged_array_ops.ragged_one_hot")
def ragged_one_hot(
    indices: TensorLike,
    depth: TensorLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> tf.RaggedTensor:
    """`tf.one_hot` of the values of ragged `indices`. Raises ValueError for an `axis` that is ragged."""
    indices = ragged_or_tensor(indices)
    if isinstance(axis, int) and axis >= 0:
        if axis <= indices.ragged_rank:
            raise ValueError(f"axis ({axis}) must be greater than indices.ragged_rank ({indices.ragged_rank}).")
        axis -= indices.ragged_rank
    return indices.with_flat_values(tf.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype, name))
