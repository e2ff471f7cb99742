"""What `tensorflow.python.ops.metrics_impl` has that libraries call and no public function does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.compat.v1.graphs.graphs import add_to_collections
from tfshim.compat.v1.metrics.state import same_shape
from tfshim.keras._ranks import of_rank

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_private("tensorflow.python.ops.metrics_impl._remove_squeezable_dimensions")
def matched_shapes(predictions: TensorLike, labels: TensorLike | None, weights: TensorLike | None) -> tuple[Any, Any, Any]:
    """Predictions, labels and weights of shapes that fit together: a last axis of size 1 is dropped or added where one has it alone."""
    predictions = tf.convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions, _ = same_shape(labels, predictions)
    return predictions, labels, weights if weights is None else of_rank(tf.convert_to_tensor(weights), predictions)


@tf_private("tensorflow.python.ops.metrics_impl._safe_scalar_div")
def ratio_or_zero(numerator: TensorLike, denominator: TensorLike, name: str | None) -> Any:
    """The ratio of two numbers, 0 where the denominator is 0."""
    return tf.math.divide_no_nan(numerator, denominator, name=name)


@tf_private("tensorflow.python.ops.metrics_impl._aggregate_variable")
def in_collections(v: Any, collections: Any) -> Any:
    """The value of a variable, added to `collections`."""
    value = tf.identity(v)
    if collections:
        add_to_collections(collections, value)
    return value
