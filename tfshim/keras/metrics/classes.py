"""Accuracies, and losses as metrics."""

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
    """The root of the mean of squared differences; mirrors `tf.keras.metrics.RootMeanSquaredError`."""

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
    """The share of predictions equal to their targets; mirrors `tf.keras.metrics.Accuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(accuracy, name, dtype=dtype)


@tf_export("keras.metrics.BinaryAccuracy")
class BinaryAccuracy(MeanMetricWrapper):
    """The share of predictions above `threshold` where they should be; mirrors `tf.keras.metrics.BinaryAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "binary_accuracy", dtype: PolicyLike = None, threshold: float = 0.5) -> None:
        super().__init__(binary_matches, name, dtype=dtype, threshold=threshold)


@tf_export("keras.metrics.CategoricalAccuracy")
class CategoricalAccuracy(MeanMetricWrapper):
    """The share of greatest predictions at the one of the labels; mirrors `tf.keras.metrics.CategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(categorical_accuracy, name, dtype=dtype)


@tf_export("keras.metrics.SparseCategoricalAccuracy")
class SparseCategoricalAccuracy(MeanMetricWrapper):
    """The share of greatest predictions at the class number; mirrors `tf.keras.metrics.SparseCategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name: str | None = "sparse_categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(sparse_categorical_accuracy, name, dtype=dtype)


@tf_export("keras.metrics.TopKCategoricalAccuracy")
class TopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of one-hot labels among the `k` greatest predictions; mirrors `tf.keras.metrics.TopKCategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, k: int = 5, name: str | None = "top_k_categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(top_k_categorical_accuracy, name, dtype=dtype, k=k)


@tf_export("keras.metrics.SparseTopKCategoricalAccuracy")
class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of class numbers among the `k` greatest predictions; mirrors `tf.keras.metrics.SparseTopKCategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, k: int = 5, name: str | None = "sparse_top_k_categorical_accuracy", dtype: PolicyLike = None) -> None:
        super().__init__(sparse_top_k_categorical_accuracy, name, dtype=dtype, k=k)


@tf_export("keras.metrics.CosineSimilarity")
class CosineSimilarity(MeanMetricWrapper):
    """The mean cosine of the angle between targets and predictions; mirrors `tf.keras.metrics.CosineSimilarity`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "cosine_similarity", dtype: PolicyLike = None, axis: Axes = -1) -> None:
        super().__init__(cosine_similarity, name, dtype=dtype, axis=axis)


@tf_export("keras.metrics.MeanRelativeError")
class MeanRelativeError(Mean):
    """The mean of absolute differences over `normalizer`; mirrors `tf.keras.metrics.MeanRelativeError`."""

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
    """The mean of `tf.keras.losses.mean_squared_error`; mirrors `tf.keras.metrics.MeanSquaredError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_squared_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_squared_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanAbsoluteError")
class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_absolute_error`; mirrors `tf.keras.metrics.MeanAbsoluteError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_absolute_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_absolute_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_absolute_percentage_error`; mirrors `tf.keras.metrics.MeanAbsolutePercentageError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_absolute_percentage_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_absolute_percentage_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_squared_logarithmic_error`; mirrors `tf.keras.metrics.MeanSquaredLogarithmicError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_squared_logarithmic_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_squared_logarithmic_error, name, dtype=dtype)


@tf_export("keras.metrics.BinaryCrossentropy")
class BinaryCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.binary_crossentropy`; mirrors `tf.keras.metrics.BinaryCrossentropy`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self, name: str | None = "binary_crossentropy", dtype: PolicyLike = None, from_logits: bool = False, label_smoothing: float = 0
    ) -> None:
        super().__init__(functions.binary_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing)


@tf_export("keras.metrics.CategoricalCrossentropy")
class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.categorical_crossentropy`; mirrors `tf.keras.metrics.CategoricalCrossentropy`."""

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
    """The mean of `tf.keras.losses.sparse_categorical_crossentropy`; mirrors `tf.keras.metrics.SparseCategoricalCrossentropy`."""

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
    """The mean of `tf.keras.losses.hinge`; mirrors `tf.keras.metrics.Hinge`."""

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.hinge, name, dtype=dtype)


@tf_export("keras.metrics.CategoricalHinge")
class CategoricalHinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.categorical_hinge`; mirrors `tf.keras.metrics.CategoricalHinge`."""

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "categorical_hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.categorical_hinge, name, dtype=dtype)


@tf_export("keras.metrics.SquaredHinge")
class SquaredHinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.squared_hinge`; mirrors `tf.keras.metrics.SquaredHinge`."""

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "squared_hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.squared_hinge, name, dtype=dtype)


@tf_export("keras.metrics.Poisson")
class Poisson(MeanMetricWrapper):
    """The mean of `tf.keras.losses.poisson`; mirrors `tf.keras.metrics.Poisson`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name: str | None = "poisson", dtype: PolicyLike = None) -> None:
        super().__init__(functions.poisson, name, dtype=dtype)


@tf_export("keras.metrics.KLDivergence")
class KLDivergence(MeanMetricWrapper):
    """The mean of `tf.keras.losses.kl_divergence`; mirrors `tf.keras.metrics.KLDivergence`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name: str | None = "kullback_leibler_divergence", dtype: PolicyLike = None) -> None:
        super().__init__(functions.kl_divergence, name, dtype=dtype)


@tf_export("keras.metrics.LogCoshError")
class LogCoshError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.log_cosh`; mirrors `tf.keras.metrics.LogCoshError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "logcosh", dtype: PolicyLike = None) -> None:
        super().__init__(functions.log_cosh, name, dtype=dtype)
