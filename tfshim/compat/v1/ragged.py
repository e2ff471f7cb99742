"""`tf.compat.v1.ragged`: as `tf.ragged`, and placeholders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs import placeholders
from tfshim.engine.values.dtypes import DType, as_dtype
from tfshim.ragged import factories
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike

placeholder = placeholders.ragged_placeholder
__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.ragged")
tf_export(v1=["ragged.placeholder"])(placeholder)


@tf_export(v1=["ragged.constant_value"])
def constant_value(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = "int64",
) -> Any:
    """The value of a ragged tensor, in NumPy's arrays, that nested lists describe. Mirrors `tf.compat.v1.ragged.constant_value`.

    Arguments:
        pylist: lists of any lengths within each other, all values at one depth; also arrays and tuples.
        dtype: the dtype of the values, a NumPy or a TensorFlow dtype; by default what NumPy makes of them: int64 and float64 of Python's
            numbers, strings of a fixed width.
        ragged_rank: how many dimensions may be ragged, an int; by default all after the first that `inner_shape` leaves.
        inner_shape: the shape of the innermost values, where these are dense; by default what `ragged_rank` leaves.
        row_splits_dtype: the dtype of the row splits, int64 (the default) or int32.

    Returns:
        A RaggedTensorValue, or an array where there are no inner lists (`ragged_rank` is 0).

    Raises:
        ValueError: the depths or the values are mixed, or do not fit `ragged_rank` and `inner_shape`.
        TypeError: `pylist` is ragged already, or the row splits would not be integers.

    Example:
        >>> tf.compat.v1.ragged.constant_value([[1, 2], [3]])
        tf.RaggedTensorValue(values=array([1, 2, 3]), row_splits=array([0, 2, 3]))
    """
    if isinstance(dtype, DType):
        dtype = dtype.as_numpy_dtype
    values, shape, splits = factories.rows_of_lists(pylist, ragged_rank, inner_shape)
    value: Any = np.array(values, dtype)
    if shape is not None:
        value = value.reshape(shape)
    for ends in reversed(splits):
        value = RaggedTensorValue(value, np.array(ends, as_dtype(row_splits_dtype).as_numpy_dtype))
    return value
