"""Losses of TensorFlow 1 that measure how far predictions are from labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.compat.v1.losses.weighting import (
    BY_NONZERO_WEIGHTS,
    add_loss,
    compute_weighted_loss,
    labels_and_predictions,
    num_present,
    within_examples,
)
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import dtypes
from tfshim.keras._weights import assert_broadcastable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["losses.absolute_difference"])
def absolute_difference(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The mean of the absolute differences between predictions and labels: a loss of regression.

    Mirrors `tf.compat.v1.losses.absolute_difference`.

    Arguments:
        labels: what is right, a tensor of any shape and numeric dtype.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.MeanAbsoluteError`.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, weights that cannot be broadcast, or another reduction.

    Example:
        >>> tf.compat.v1.losses.absolute_difference([1.0, 2.0], [1.5, 5.0]).numpy()
        1.75
        >>> tf.compat.v1.losses.absolute_difference([1.0, 2.0], [1.5, 5.0], weights=[2.0, 0.0]).numpy()
        1.0
    """
    with name_scope(scope, "absolute_difference", (predictions, labels, weights)) as scoped:
        labels, predictions = labels_and_predictions(labels, predictions)
        return compute_weighted_loss(tf.abs(tf.subtract(predictions, labels)), weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.mean_squared_error"])
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The mean of the squared differences between predictions and labels: a loss of regression.

    Mirrors `tf.compat.v1.losses.mean_squared_error`.

    Arguments:
        labels: what is right, a tensor of any shape and numeric dtype.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.MeanSquaredError`.

    Raises:
        ValueError: shapes that differ ([batch] and [batch, 1] do), labels or predictions of None, weights that cannot be broadcast,
            or another reduction.

    Example:
        >>> tf.compat.v1.losses.mean_squared_error([[0.0], [0.0]], [[1.0], [3.0]]).numpy()
        5.0
        >>> tf.compat.v1.losses.mean_squared_error([[0.0], [0.0]], [[1.0], [3.0]], weights=[[1.0], [0.0]]).numpy()
        1.0
    """
    with name_scope(scope, "mean_squared_error", (predictions, labels, weights)) as scoped:
        labels, predictions = labels_and_predictions(labels, predictions)
        return compute_weighted_loss(tf.math.squared_difference(predictions, labels), weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.mean_pairwise_squared_error"])
def mean_pairwise_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
) -> Tensor:
    """How far differences within an example are from what they should be. Mirrors `tf.compat.v1.losses.mean_pairwise_squared_error`.

    For each example it is the mean, over all ordered pairs of elements i and j, of `((p[i] - p[j]) - (l[i] - l[j])) ** 2`, where `p`
    are its predictions and `l` its labels; the means of the examples are summed. Predictions that are all off by one amount therefore
    cost nothing. Executing eagerly with a scalar weight, the divisors are those of one example with the elements of the whole batch,
    as in TensorFlow.

    Arguments:
        labels: a tensor [batch, ...] of numbers.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor [batch, 1, ...] of the rank of `labels`; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.

    Returns:
        A float32 scalar.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, or weights that cannot be broadcast.

    Example:
        >>> tf.compat.v1.losses.mean_pairwise_squared_error([[0.0, 1.0]], [[5.0, 6.0]]).numpy()
        0.0
        >>> tf.compat.v1.losses.mean_pairwise_squared_error([[0.0, 1.0]], [[0.0, 3.0]]).numpy()
        4.0
    """
    with name_scope(scope, "mean_pairwise_squared_error", (predictions, labels, weights)):
        labels, predictions = labels_and_predictions(labels, predictions)
        weights = tf.cast(weights, dtypes.float32)
        loss = shown_parts.recorded(_of_pairs, labels, predictions, weights)
        add_loss(loss, loss_collection)
        return loss


def _of_pairs(labels, predictions, weights):
    with tf.control_dependencies([assert_broadcastable(weights, labels)]):
        # From the sum and the sum of squares: forming all pairs would take memory in the square of their number.
        diffs = tf.subtract(predictions, labels)
        axes = tf.range(1, tf.rank(diffs)) if one_by_one.wanted() else within_examples(diffs)
        squares = tf.reduce_sum(tf.square(diffs), axes, keepdims=True)
        count = num_present(diffs, weights, per_batch=True)
        first = 2.0 * tf.math.divide_no_nan(squares, tf.maximum(count - 1, 0), name="value")
        total = tf.reduce_sum(diffs, axes, keepdims=True)
        second = 2.0 * tf.math.divide_no_nan(tf.square(total), tf.maximum(tf.multiply(count, count - 1), 0), name="value")
        loss = tf.reduce_sum(tf.multiply(first - second, weights))
        return where(tf.reduce_sum(count) > 0, loss, tf.zeros_like(loss), name="value")


@tf_export(v1=["losses.cosine_distance"])
def cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    axis: int | None = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
    dim: int | None = None,
) -> Tensor:
    """One minus the product of labels and predictions, which have length one along `axis`.

    Mirrors `tf.compat.v1.losses.cosine_distance`. Neither is normalized here: call `tf.math.l2_normalize(x, axis)` first, or the
    result is no cosine.

    Arguments:
        labels: a tensor of numbers.
        predictions: a tensor of the same shape. Both are cast to float32.
        axis: the axis of the vectors, which stays with length 1 in what is weighted; `dim` is an older name for it.
        weights: a scalar, or a tensor that broadcasts to the shape with length 1 at `axis`; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar. `tf.keras.losses.CosineSimilarity` of TensorFlow 2 normalizes, and gives the negative cosine without the one.

    Raises:
        ValueError: neither `axis` nor `dim`, or both; shapes that differ; another reduction.

    Example:
        >>> labels, predictions = [[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]
        >>> tf.compat.v1.losses.cosine_distance(labels, predictions, axis=1).numpy()
        0.5
        >>> tf.compat.v1.losses.cosine_distance(labels, predictions, axis=1, reduction="none").numpy().tolist()
        [[0.0], [1.0]]
    """
    axis = one_of("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify argument `axis`.")
    with name_scope(scope, "cosine_distance_loss", (predictions, labels, weights)) as scoped:
        labels, predictions = labels_and_predictions(labels, predictions)
        losses = 1 - tf.reduce_sum(tf.multiply(predictions, labels), axis=(axis,), keepdims=True)
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.huber_loss"])
def huber_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    delta: FloatLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Squares for small differences, straight lines for large ones: regression for data with outliers.

    Mirrors `tf.compat.v1.losses.huber_loss`. Half the square where the difference is at most `delta`, else `delta * abs(difference) -
    delta ** 2 / 2`.

    Arguments:
        labels: a tensor of any shape and numeric dtype.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        delta: where the line begins, a float; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.Huber`.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, weights that cannot be broadcast, or another reduction.

    Example:
        >>> tf.compat.v1.losses.huber_loss([0.0, 0.0], [0.5, 10.0], delta=1.0, reduction="none").numpy().tolist()
        [0.125, 9.5]
    """
    with name_scope(scope, "huber_loss", (predictions, labels, weights)) as scoped:
        labels, predictions = labels_and_predictions(labels, predictions)
        error = tf.abs(tf.subtract(predictions, labels))
        near = tf.minimum(error, delta)
        far = tf.subtract(error, near)
        half = tf.convert_to_tensor(0.5, near.dtype)
        losses = tf.add(tf.multiply(half, tf.multiply(near, near)), tf.multiply(delta, far))
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)
