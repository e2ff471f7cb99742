"""Pairs of classes that are checked and counted, by the operations of TensorFlow's `confusion_matrix`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.debugging.assertion import with_dependencies
from tfshim.debugging.comparing import assert_less, assert_non_negative
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike
    from tfshim.engine.values.dtypes import DType
    from tfshim.engine.values.tensor import Tensor


def counted_pairs(
    labels: Tensor, predictions: Tensor, weights: Tensor | None, num_classes: IntLike | None, dtype: DType, name: str | None = None
) -> Tensor:
    """How often each pair of a label and a prediction, vectors of int64, occurs: a matrix, by the operation `name`.

    InvalidArgumentError for classes that are negative or not below `num_classes`, when the graph runs.
    """
    labels = with_dependencies([assert_non_negative(labels, "`labels` contains negative values.  ")], labels)
    predictions = with_dependencies([assert_non_negative(predictions, "`predictions` contains negative values.  ")], predictions)
    if num_classes is None:
        num_classes = math.maximum(math.reduce_max(predictions), math.reduce_max(labels)) + 1
    else:
        size = array_ops.cast(num_classes, dtypes.int64)
        labels = with_dependencies([assert_less(labels, size, "`labels` out of bound")], labels)
        predictions = with_dependencies([assert_less(predictions, size, "`predictions` out of bound")], predictions)
    values = None if weights is None else array_ops.cast(weights, dtype)
    shape, places = array_ops.stack([num_classes, num_classes]), array_ops.stack([labels, predictions], 1)
    if values is None:
        values = ones_of_shape(predictions, dtype)
    return array_ops.scatter_nd(places, values, array_ops.cast(shape, dtypes.int64), name=name)
