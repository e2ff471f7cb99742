"""`tf.compat.v1.metrics`: means of values, and of how far predictions are from labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.metrics.state import graph_metric, mean_of, moved_mean, same_shape, spread, state_variable
from tfshim.engine.values import dtypes
from tfshim.keras._ranks import of_rank

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike


@tf_export(v1=["metrics.mean"])
@graph_metric
def mean(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted mean of all values of all batches. Mirrors `tf.compat.v1.metrics.mean`.

    The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        values: a tensor of any shape and numeric dtype; it is cast to float32.
        weights: a tensor that broadcasts to the shape of `values`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.Mean`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean([1.0, 2.0, 6.0], weights=[1.0, 1.0, 0.0])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        1.5
    """
    return mean_of(values, weights)


@tf_export(v1=["metrics.mean_tensor"])
@graph_metric(scope="mean")
def mean_tensor(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted mean over batches, element by element. Mirrors `tf.compat.v1.metrics.mean_tensor`.

    All batches have one shape. The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to
    begin again.

    Arguments:
        values: a tensor of numbers with a known shape; it is cast to float32.
        weights: a tensor that broadcasts to the shape of `values`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean" by default.

    Returns:
        A pair of float32 tensors of the shape of `values`: the means over all batches so far, zero where nothing was counted, and the
        operation that adds a batch and gives the means after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.MeanTensor`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean_tensor([1.0, 2.0, 6.0])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(session.run(update).tolist())
        [1.0, 2.0, 6.0]
    """
    values = tf.cast(tf.convert_to_tensor(values), dtypes.float32)
    total = state_variable(values.shape.as_list(), dtypes.float32, "total_tensor")
    count = state_variable(values.shape.as_list(), dtypes.float32, "count_tensor")
    number = ones_of_shape(values)
    if weights is not None:
        weights = spread(weights, values)
        values, number = tf.multiply(values, weights), tf.multiply(number, weights)
    return moved_mean(total, count, values, values, number)


@tf_export(v1=["metrics.accuracy"])
@graph_metric(of_mean=True)
def accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted share of predictions that equal the labels. Mirrors `tf.compat.v1.metrics.accuracy`.

    Both are numbers of classes: for logits take `tf.argmax(logits, 1)`. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape.
        predictions: a tensor of the same shape, cast to the dtype of `labels`; a last axis of length 1 may be missing in one of the
            two.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "accuracy" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.Accuracy`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.accuracy(labels=[1, 0, 2, 2], predictions=[1, 1, 2, 0])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.5
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.cast(tf.equal(tf.cast(predictions, labels.dtype), labels), dtypes.float32), weights


@tf_export(v1=["metrics.mean_absolute_error"])
@graph_metric(of_mean=True)
def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean absolute difference of predictions and labels. Mirrors `tf.compat.v1.metrics.mean_absolute_error`.

    Both are cast to float32. The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin
    again.

    Arguments:
        labels: what is right, a tensor of any shape.
        predictions: a tensor of the same shape; a last axis of length 1 may be missing in one of the two.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean_absolute_error" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.MeanAbsoluteError`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean_absolute_error(labels=[0.0, 0.0], predictions=[1.0, 3.0])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        2.0
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.abs(predictions - labels), weights


@tf_export(v1=["metrics.mean_squared_error"])
@graph_metric(of_mean=True)
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean squared difference of predictions and labels. Mirrors `tf.compat.v1.metrics.mean_squared_error`.

    Both are cast to float32. The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin
    again.

    Arguments:
        labels: what is right, a tensor of any shape.
        predictions: a tensor of the same shape; a last axis of length 1 may be missing in one of the two.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean_squared_error" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.MeanSquaredError`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean_squared_error(labels=[0.0, 0.0], predictions=[1.0, 3.0])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        5.0
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.math.squared_difference(labels, predictions), weights


@tf_export(v1=["metrics.root_mean_squared_error"])
@graph_metric(outside=lambda squared: tf.sqrt(squared), of_mean=True)
def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The root of the mean squared difference of predictions and labels. Mirrors `tf.compat.v1.metrics.root_mean_squared_error`.

    Both are cast to float32. The root is taken of the mean over all batches, which is not the mean of their roots. The state is in
    local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape.
        predictions: a tensor of the same shape; a last axis of length 1 may be missing in one of the two.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "root_mean_squared_error" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.RootMeanSquaredError`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.root_mean_squared_error(labels=[0.0, 0.0], predictions=[1.0, 3.0])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        2.2361
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.math.squared_difference(labels, predictions), weights


@tf_export(v1=["metrics.mean_relative_error"])
@graph_metric(of_mean=True)
def mean_relative_error(
    labels: TensorLike,
    predictions: TensorLike,
    normalizer: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean of absolute differences over a normalizer. Mirrors `tf.compat.v1.metrics.mean_relative_error`.

    A usual normalizer are the labels. An element whose normalizer is zero counts with an error of zero. The state is in local
    variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape.
        predictions: a tensor of the same shape; a last axis of length 1 may be missing in one of the two.
        normalizer: a tensor of the same shape, by which differences are divided.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean_relative_error" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.MeanRelativeError`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     labels = tf.constant([2.0, 4.0, 0.0])
        ...     value, update = tf.compat.v1.metrics.mean_relative_error(labels, [1.0, 5.0, 9.0], normalizer=labels)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.25
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    normalizer = of_rank(tf.convert_to_tensor(normalizer), predictions)
    predictions.shape.assert_is_compatible_with(normalizer.shape)
    undefined = tf.equal(normalizer, 0.0)
    return where(undefined, tf.zeros_like(labels), tf.truediv(tf.abs(labels - predictions), normalizer)), weights


@tf_export(v1=["metrics.mean_cosine_distance"])
@graph_metric(outside=lambda similarity: tf.subtract(1.0, similarity), of_mean=True)
def mean_cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    dim: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """One minus the mean product of labels and predictions, which have length one. Mirrors `tf.compat.v1.metrics.mean_cosine_distance`.

    Normalize both by `tf.math.l2_normalize(x, dim)` before. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: a tensor of numbers.
        predictions: a tensor of the same shape.
        dim: the axis of the vectors, an integer.
        weights: a tensor that broadcasts to the shape with length 1 at `dim`; None (default): all count once.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean_cosine_distance" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.CosineSimilarity`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean_cosine_distance([[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], dim=1)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.5
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.reduce_sum(tf.multiply(predictions, labels), axis=[dim], keepdims=True), weights


@tf_export(v1=["metrics.percentage_below"])
@graph_metric(scope="percentage_below_threshold", of_mean=True)
def percentage_below(
    values: TensorLike,
    threshold: FloatLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted share of the values that are below a threshold. Mirrors `tf.compat.v1.metrics.percentage_below`.

    The share is a fraction: 1.0 for all. The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin
    and to begin again.

    Arguments:
        values: a tensor of numbers.
        threshold: a number, or a tensor that broadcasts.
        weights: a tensor that broadcasts to the shape of `values`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "percentage_below_threshold" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.percentage_below([1.0, 2.0, 3.0, 4.0], threshold=2.0)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.25
    """
    return tf.cast(tf.less(values, threshold), dtypes.float32), weights
