"""How often predictions are right, as metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.keras.metrics.base import MeanMetricWrapper
from tfshim.keras.metrics.functions import (
    accuracy,
    binary_matches,
    categorical_accuracy,
    sparse_categorical_matches,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)

if TYPE_CHECKING:
    from tfshim.keras.annotations import PolicyLike


@tf_export("keras.metrics.Accuracy")
class Accuracy(MeanMetricWrapper):
    """The share of predictions that equal their targets exactly.

    Mirrors `tf.keras.metrics.Accuracy`. It is for predicted classes, such as results of `tf.argmax`; for probabilities there are
    `BinaryAccuracy`, `CategoricalAccuracy` and `SparseCategoricalAccuracy`, of which `compile(metrics=["accuracy"])` takes the one that
    fits. `update_state(y_true, y_pred, sample_weight=None)` takes tensors of one shape.

    Arguments:
        name: "accuracy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor from 0 to 1.

    Raises:
        ValueError: shapes that differ.

    Example:
        >>> metric = tf.keras.metrics.Accuracy()
        >>> float(metric([1, 2, 3, 4], [1, 2, 3, 0]))
        0.75
    """

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(accuracy, name, dtype=dtype)


@tf_export("keras.metrics.BinaryAccuracy")
class BinaryAccuracy(MeanMetricWrapper):
    """The share of predictions that lie above a threshold where the label is 1, and not above it where it is 0.

    Mirrors `tf.keras.metrics.BinaryAccuracy`. Each number counts for itself, so that several labels of an example may be right in part.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors of one shape; a last axis of size 1 may lack in one of them.

    Arguments:
        name: "binary_accuracy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        threshold: 0.5 by default; 0.0 for logits.

    Returns:
        `result()` and calls: a scalar tensor from 0 to 1.

    Example:
        >>> metric = tf.keras.metrics.BinaryAccuracy()
        >>> float(metric([[1.0], [1.0], [0.0], [0.0]], [[0.9], [0.4], [0.2], [0.5]]))
        0.75
    """

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "binary_accuracy", dtype: PolicyLike = None, threshold: float = 0.5) -> None:
        super().__init__(binary_matches, name, dtype=dtype, threshold=threshold)


@tf_export("keras.metrics.CategoricalAccuracy")
class CategoricalAccuracy(MeanMetricWrapper):
    """The share of examples whose greatest prediction is at the place of the label.

    Mirrors `tf.keras.metrics.CategoricalAccuracy`. Labels are one-hot; predictions may be probabilities or logits. Where labels are numbers
    of classes, use `SparseCategoricalAccuracy`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors of one shape [batch, ...,
    classes].

    Arguments:
        name: "categorical_accuracy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor from 0 to 1.

    Example:
        >>> metric = tf.keras.metrics.CategoricalAccuracy()
        >>> float(metric([[0.0, 1.0], [1.0, 0.0]], [[0.2, 0.8], [0.3, 0.7]]))
        0.5
    """

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(categorical_accuracy, name, dtype=dtype)


@tf_export("keras.metrics.SparseCategoricalAccuracy")
class SparseCategoricalAccuracy(MeanMetricWrapper):
    """The share of examples whose greatest prediction is at the class that the label names.

    Mirrors `tf.keras.metrics.SparseCategoricalAccuracy`. Labels are numbers of classes; predictions may be probabilities or logits. Where
    labels are one-hot, use `CategoricalAccuracy`. `update_state(y_true, y_pred, sample_weight=None)` takes labels [batch, ...] or [batch,
    ..., 1] and predictions [batch, ..., classes].

    Arguments:
        name: "sparse_categorical_accuracy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor from 0 to 1.

    Example:
        >>> metric = tf.keras.metrics.SparseCategoricalAccuracy()
        >>> float(metric([1, 0], [[0.2, 0.8], [0.3, 0.7]]))
        0.5
        >>> float(metric([1, 1], [[0.2, 0.8], [0.3, 0.7]], sample_weight=[0.0, 2.0]))
        0.75
    """

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "sparse_categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(sparse_categorical_matches, name, dtype=dtype)


@tf_export("keras.metrics.TopKCategoricalAccuracy")
class TopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of examples whose label is among the k greatest predictions; labels are one-hot.

    Mirrors `tf.keras.metrics.TopKCategoricalAccuracy`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors of one shape
    [batch, ..., classes]. Where labels are numbers of classes, use `SparseTopKCategoricalAccuracy`.

    Arguments:
        k: how many predictions count; 5 by default.
        name: "top_k_categorical_accuracy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor from 0 to 1.

    Example:
        >>> metric = tf.keras.metrics.TopKCategoricalAccuracy(k=2)
        >>> float(metric([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], [[0.1, 0.6, 0.3], [0.1, 0.6, 0.3]]))
        0.5
    """

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, k: int = 5, name: str | None = "top_k_categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(top_k_categorical_accuracy, name, dtype=dtype, k=k)


@tf_export("keras.metrics.SparseTopKCategoricalAccuracy")
class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of examples whose label is among the k greatest predictions; labels are numbers of classes.

    Mirrors `tf.keras.metrics.SparseTopKCategoricalAccuracy`. `update_state(y_true, y_pred, sample_weight=None)` takes labels [batch, ...]
    and predictions [batch, ..., classes]. Where labels are one-hot, use `TopKCategoricalAccuracy`.

    Arguments:
        k: how many predictions count; 5 by default.
        name: "sparse_top_k_categorical_accuracy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor from 0 to 1.

    Example:
        >>> metric = tf.keras.metrics.SparseTopKCategoricalAccuracy(k=2)
        >>> float(metric([2, 0], [[0.1, 0.6, 0.3], [0.1, 0.6, 0.3]]))
        0.5
    """

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, k: int = 5, name: str | None = "sparse_top_k_categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(sparse_top_k_categorical_accuracy, name, dtype=dtype, k=k)
