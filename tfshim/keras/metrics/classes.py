"""Accuracies, and losses as metrics.

Each class is a few lines and its documentation, which is most of this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import math
from tfshim._export import tf_export
from tfshim.keras._weights import flat_values
from tfshim.keras.losses import functions
from tfshim.keras.losses.base import match_ranks
from tfshim.keras.metrics.base import Mean, MeanMetricWrapper
from tfshim.keras.metrics.functions import (
    accuracy,
    binary_matches,
    categorical_accuracy,
    cosine_similarity,
    sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Axes, PolicyLike


@tf_export("keras.metrics.RootMeanSquaredError")
class RootMeanSquaredError(Mean):
    """The root of the mean of squared differences, over all numbers so far.

    Mirrors `tf.keras.metrics.RootMeanSquaredError`. It has the units of the targets. It is not the mean of the batches' roots.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors of one shape; a last axis of size 1 may lack in one of them.

    Arguments:
        name: "root_mean_squared_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.RootMeanSquaredError()
        >>> _ = metric.update_state([0.0, 0.0], [3.0, 3.0])
        >>> _ = metric.update_state([0.0, 0.0], [0.0, 0.0])
        >>> round(float(metric.result()), 3)
        2.121
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "root_mean_squared_error", dtype: PolicyLike = None) -> None:
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]  # as in Keras
        """Update the state with targets and predictions."""
        y_pred, y_true, _ = match_ranks(self._number(y_pred), self._number(y_true))
        return super().update_state(math.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self) -> AnyTensor:
        return math.sqrt(super().result())


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
        super().__init__(sparse_categorical_accuracy, name, dtype=dtype)


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


@tf_export("keras.metrics.CosineSimilarity")
class CosineSimilarity(MeanMetricWrapper):
    """The mean cosine of the angle between targets and predictions: 1 where they point the same way, -1 where opposite.

    Mirrors `tf.keras.metrics.CosineSimilarity`. The loss of this name has the opposite sign. `update_state(y_true, y_pred,
    sample_weight=None)` takes tensors of one shape; a vector of zeros gives 0.

    Arguments:
        name: "cosine_similarity" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        axis: the axis of the vectors; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor from -1 to 1.

    Example:
        >>> metric = tf.keras.metrics.CosineSimilarity()
        >>> round(float(metric([[1.0, 0.0], [1.0, 0.0]], [[5.0, 0.0], [0.0, 2.0]])), 3)
        0.5
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "cosine_similarity", dtype: PolicyLike = None, axis: Axes = -1) -> None:
        super().__init__(cosine_similarity, name, dtype=dtype, axis=axis)


@tf_export("keras.metrics.MeanRelativeError")
class MeanRelativeError(Mean):
    """The mean of absolute differences over given numbers.

    Mirrors `tf.keras.metrics.MeanRelativeError`. Where a normalizer is 0 the quotient counts as 0. `update_state(y_true, y_pred,
    sample_weight=None)` takes tensors of one shape.

    Arguments:
        normalizer: what differences are divided by: a tensor or list of the shape of the predictions.
        name: the name; None: "mean_relative_error".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: shapes that do not fit. tf.errors.InvalidArgumentError: a normalizer of another shape.

    Example:
        >>> metric = tf.keras.metrics.MeanRelativeError(normalizer=[1.0, 2.0, 4.0])
        >>> float(metric([1.0, 2.0, 4.0], [2.0, 3.0, 4.0]))
        0.5
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, normalizer: TensorLike, name: str | None = None, dtype: PolicyLike = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.normalizer = self._number(normalizer)

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]  # as in Keras
        """Update the state with targets and predictions."""
        (y_pred, y_true), sample_weight = flat_values([self._number(y_pred), self._number(y_true)], sample_weight)
        y_pred, y_true, _ = match_ranks(y_pred, y_true)
        y_pred, normalizer, _ = match_ranks(y_pred, self.normalizer)
        y_pred.shape.assert_is_compatible_with(y_true.shape)
        return super().update_state(math.divide_no_nan(math.abs(y_true - y_pred), normalizer), sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "normalizer": self.normalizer.numpy()}


@tf_export("keras.metrics.MeanSquaredError")
class MeanSquaredError(MeanMetricWrapper):
    """The mean of squared differences over all examples.

    Mirrors `tf.keras.metrics.MeanSquaredError`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one
    shape (a last axis of size 1 may lack in one of them); weights are for examples. Under `compile(metrics=["mse"])` it is shown as "mse".

    Arguments:
        name: "mean_squared_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanSquaredError()
        >>> float(metric([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [2.0, 0.0]]))
        1.25
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_squared_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_squared_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanAbsoluteError")
class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of absolute differences over all examples.

    Mirrors `tf.keras.metrics.MeanAbsoluteError`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one
    shape (a last axis of size 1 may lack in one of them); weights are for examples. Under `compile(metrics=["mae"])` it is shown as "mae".

    Arguments:
        name: "mean_absolute_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanAbsoluteError()
        >>> float(metric([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [4.0, 0.0]]))
        1.25
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_absolute_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_absolute_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(MeanMetricWrapper):
    """The mean of absolute differences in percent of the targets, over all examples.

    Mirrors `tf.keras.metrics.MeanAbsolutePercentageError`. Targets whose amount is below 1e-7 count as 1e-7, so that targets of 0 give very
    large numbers. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "mean_absolute_percentage_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanAbsolutePercentageError()
        >>> float(metric([[2.0, 4.0]], [[1.0, 5.0]]))
        37.5
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_absolute_percentage_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_absolute_percentage_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of squared differences of `log(y + 1)` over all examples.

    Mirrors `tf.keras.metrics.MeanSquaredLogarithmicError`. It is for targets over several orders of magnitude. Numbers below 1e-7 count as
    1e-7. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "mean_squared_logarithmic_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanSquaredLogarithmicError()
        >>> round(float(metric([[9.0, 99.0]], [[99.0, 99.0]])), 3)
        2.651
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_squared_logarithmic_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_squared_logarithmic_error, name, dtype=dtype)


@tf_export("keras.metrics.BinaryCrossentropy")
class BinaryCrossentropy(MeanMetricWrapper):
    """The mean cross-entropy of labels of 0 and 1 and predictions, over all examples.

    Mirrors `tf.keras.metrics.BinaryCrossentropy`. It watches the loss without penalties, or beside another loss.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "binary_crossentropy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        from_logits: whether predictions are any numbers, which pass through a sigmoid; False by default: they lie in [0, 1].
        label_smoothing: how far labels are pulled to 0.5; 0 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.BinaryCrossentropy()
        >>> round(float(metric([[0.0], [1.0]], [[0.2], [0.9]])), 3)
        0.164
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self, name: str | None = "binary_crossentropy", dtype: PolicyLike = None, from_logits: bool = False, label_smoothing: float = 0
    ) -> None:
        super().__init__(functions.binary_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing)


@tf_export("keras.metrics.CategoricalCrossentropy")
class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross-entropy of one-hot labels and predictions, over all examples.

    Mirrors `tf.keras.metrics.CategoricalCrossentropy`. It watches the loss without penalties, or beside another loss.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., classes] of one shape.

    Arguments:
        name: "categorical_crossentropy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default.
        label_smoothing: the share of each label that is spread evenly over all classes; 0 by default.
        axis: the axis of the classes; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.CategoricalCrossentropy()
        >>> round(float(metric([[0.0, 1.0, 0.0]], [[0.1, 0.8, 0.1]])), 3)
        0.223
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self,
        name: str | None = "categorical_crossentropy",
        dtype: PolicyLike = None,
        from_logits: bool = False,
        label_smoothing: float = 0,
        axis: int = -1,
    ) -> None:
        super().__init__(
            functions.categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis
        )


@tf_export("keras.metrics.SparseCategoricalCrossentropy")
class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross-entropy of numbers of classes and predictions, over all examples.

    Mirrors `tf.keras.metrics.SparseCategoricalCrossentropy`. `update_state(y_true, y_pred, sample_weight=None)` takes integers [batch, ...]
    and predictions [batch, ..., classes].

    Arguments:
        name: "sparse_categorical_crossentropy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default.
        ignore_class: labels of this number count as 0; None (default): none.
        axis: the axis of the classes; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.SparseCategoricalCrossentropy()
        >>> round(float(metric([1, 2], [[0.1, 0.8, 0.1], [0.2, 0.3, 0.5]])), 3)
        0.458
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: PolicyLike = None,
        from_logits: bool = False,
        ignore_class: int | None = None,
        axis: int = -1,
    ) -> None:
        super().__init__(
            functions.sparse_categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, ignore_class=ignore_class, axis=axis
        )


@tf_export("keras.metrics.Hinge")
class Hinge(MeanMetricWrapper):
    """The mean hinge loss of labels of -1 and 1, over all examples.

    Mirrors `tf.keras.metrics.Hinge`. `max(1 - y_true * y_pred, 0)`; labels that are all 0 or 1 become -1 and 1. `update_state(y_true,
    y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape; predictions are any numbers, whose sign is the class.

    Arguments:
        name: "hinge" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.Hinge()
        >>> float(metric([[1.0], [-1.0], [1.0], [1.0]], [[2.0], [-0.5], [-1.0], [0.5]]))
        0.75
    """

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.hinge, name, dtype=dtype)


@tf_export("keras.metrics.CategoricalHinge")
class CategoricalHinge(MeanMetricWrapper):
    """The mean hinge loss over several classes: `max(1 + greatest wrong - right, 0)`.

    Mirrors `tf.keras.metrics.CategoricalHinge`. `update_state(y_true, y_pred, sample_weight=None)` takes one-hot labels and predictions of
    one shape [batch, ..., classes]; an example counts 0 where the prediction of its class is greater by 1 than all others.

    Arguments:
        name: "categorical_hinge" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.CategoricalHinge()
        >>> float(metric([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], [[0.0, 3.0, 1.0], [0.5, 1.0, 0.0]]))
        0.75
    """

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "categorical_hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.categorical_hinge, name, dtype=dtype)


@tf_export("keras.metrics.SquaredHinge")
class SquaredHinge(MeanMetricWrapper):
    """The mean squared hinge loss of labels of -1 and 1, over all examples.

    Mirrors `tf.keras.metrics.SquaredHinge`. `max(1 - y_true * y_pred, 0) ** 2`; labels that are all 0 or 1 become -1 and 1.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape; predictions are any numbers.

    Arguments:
        name: "squared_hinge" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.SquaredHinge()
        >>> float(metric([[1.0], [-1.0], [1.0], [1.0]], [[2.0], [-0.5], [-1.0], [0.5]]))
        1.125
    """

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "squared_hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.squared_hinge, name, dtype=dtype)


@tf_export("keras.metrics.Poisson")
class Poisson(MeanMetricWrapper):
    """The mean loss of counts under Poisson's distribution: `y_pred - y_true * log(y_pred)`.

    Mirrors `tf.keras.metrics.Poisson`. Predictions are expected counts, which have to be positive; 1e-7 is added within the logarithm.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "poisson" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.Poisson()
        >>> round(float(metric([[2.0, 0.0]], [[2.0, 1.0]])), 3)
        0.807
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name: str | None = "poisson", dtype: PolicyLike = None) -> None:
        super().__init__(functions.poisson, name, dtype=dtype)


@tf_export("keras.metrics.KLDivergence")
class KLDivergence(MeanMetricWrapper):
    """The mean Kullback-Leibler divergence: `sum(y_true * log(y_true / y_pred))`.

    Mirrors `tf.keras.metrics.KLDivergence`. `update_state(y_true, y_pred, sample_weight=None)` takes probabilities of one shape [batch,
    ..., classes], which are kept within [1e-7, 1]; 0 means that they are the same.

    Arguments:
        name: "kullback_leibler_divergence" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.KLDivergence()
        >>> round(float(metric([[0.5, 0.5]], [[0.9, 0.1]])), 3)
        0.511
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name: str | None = "kullback_leibler_divergence", dtype: PolicyLike = None) -> None:
        super().__init__(functions.kl_divergence, name, dtype=dtype)


@tf_export("keras.metrics.LogCoshError")
class LogCoshError(MeanMetricWrapper):
    """The mean of `log(cosh(y_pred - y_true))`: about half the square of small differences, and the amount of large ones.

    Mirrors `tf.keras.metrics.LogCoshError`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.
    Large differences do not overflow.

    Arguments:
        name: "logcosh" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.LogCoshError()
        >>> round(float(metric([[0.0], [0.0]], [[0.1], [100.0]])), 3)
        49.656
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "logcosh", dtype: PolicyLike = None) -> None:
        super().__init__(functions.log_cosh, name, dtype=dtype)
