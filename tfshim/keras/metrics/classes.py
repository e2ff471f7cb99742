"""Accuracies, and losses as metrics."""

from tfshim import math
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


class RootMeanSquaredError(Mean):
    """The root of the mean of squared differences; mirrors `tf.keras.metrics.RootMeanSquaredError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Update the state with targets and predictions."""
        y_pred, y_true, _ = match_ranks(self._number(y_pred), self._number(y_true))
        return super().update_state(math.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self):
        return math.sqrt(super().result())


class Accuracy(MeanMetricWrapper):
    """The share of predictions equal to their targets; mirrors `tf.keras.metrics.Accuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name="accuracy", dtype=None):
        super().__init__(accuracy, name, dtype=dtype)


class BinaryAccuracy(MeanMetricWrapper):
    """The share of predictions above `threshold` where they should be; mirrors `tf.keras.metrics.BinaryAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name="binary_accuracy", dtype=None, threshold=0.5):
        super().__init__(binary_matches, name, dtype=dtype, threshold=threshold)


class CategoricalAccuracy(MeanMetricWrapper):
    """The share of greatest predictions at the one of the labels; mirrors `tf.keras.metrics.CategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name="categorical_accuracy", dtype=None):
        super().__init__(categorical_accuracy, name, dtype=dtype)


class SparseCategoricalAccuracy(MeanMetricWrapper):
    """The share of greatest predictions at the class number; mirrors `tf.keras.metrics.SparseCategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, name="sparse_categorical_accuracy", dtype=None):
        super().__init__(sparse_categorical_accuracy, name, dtype=dtype)


class TopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of one-hot labels among the `k` greatest predictions; mirrors `tf.keras.metrics.TopKCategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, k=5, name="top_k_categorical_accuracy", dtype=None):
        super().__init__(top_k_categorical_accuracy, name, dtype=dtype, k=k)


class SparseTopKCategoricalAccuracy(MeanMetricWrapper):
    """The share of class numbers among the `k` greatest predictions; mirrors `tf.keras.metrics.SparseTopKCategoricalAccuracy`."""

    __module__ = "keras.src.metrics.accuracy_metrics"

    def __init__(self, k=5, name="sparse_top_k_categorical_accuracy", dtype=None):
        super().__init__(sparse_top_k_categorical_accuracy, name, dtype=dtype, k=k)


class CosineSimilarity(MeanMetricWrapper):
    """The mean cosine of the angle between targets and predictions; mirrors `tf.keras.metrics.CosineSimilarity`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="cosine_similarity", dtype=None, axis=-1):
        super().__init__(cosine_similarity, name, dtype=dtype, axis=axis)


class MeanRelativeError(Mean):
    """The mean of absolute differences over `normalizer`; mirrors `tf.keras.metrics.MeanRelativeError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, normalizer, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.normalizer = self._number(normalizer)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Update the state with targets and predictions."""
        (y_pred, y_true), sample_weight = flat_values([self._number(y_pred), self._number(y_true)], sample_weight)
        y_pred, y_true, _ = match_ranks(y_pred, y_true)
        y_pred, normalizer, _ = match_ranks(y_pred, self.normalizer)
        y_pred.shape.assert_is_compatible_with(y_true.shape)
        return super().update_state(math.divide_no_nan(math.abs(y_true - y_pred), normalizer), sample_weight=sample_weight)

    def get_config(self):
        return {**super().get_config(), "normalizer": self.normalizer.numpy()}


class MeanSquaredError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_squared_error`; mirrors `tf.keras.metrics.MeanSquaredError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="mean_squared_error", dtype=None):
        super().__init__(functions.mean_squared_error, name, dtype=dtype)


class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_absolute_error`; mirrors `tf.keras.metrics.MeanAbsoluteError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="mean_absolute_error", dtype=None):
        super().__init__(functions.mean_absolute_error, name, dtype=dtype)


class MeanAbsolutePercentageError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_absolute_percentage_error`; mirrors `tf.keras.metrics.MeanAbsolutePercentageError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="mean_absolute_percentage_error", dtype=None):
        super().__init__(functions.mean_absolute_percentage_error, name, dtype=dtype)


class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_squared_logarithmic_error`; mirrors `tf.keras.metrics.MeanSquaredLogarithmicError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="mean_squared_logarithmic_error", dtype=None):
        super().__init__(functions.mean_squared_logarithmic_error, name, dtype=dtype)


class BinaryCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.binary_crossentropy`; mirrors `tf.keras.metrics.BinaryCrossentropy`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name="binary_crossentropy", dtype=None, from_logits=False, label_smoothing=0):
        super().__init__(functions.binary_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing)


class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.categorical_crossentropy`; mirrors `tf.keras.metrics.CategoricalCrossentropy`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name="categorical_crossentropy", dtype=None, from_logits=False, label_smoothing=0, axis=-1):
        super().__init__(
            functions.categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis
        )


class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.sparse_categorical_crossentropy`; mirrors `tf.keras.metrics.SparseCategoricalCrossentropy`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name="sparse_categorical_crossentropy", dtype=None, from_logits=False, ignore_class=None, axis=-1):
        super().__init__(
            functions.sparse_categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, ignore_class=ignore_class, axis=axis
        )


class Hinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.hinge`; mirrors `tf.keras.metrics.Hinge`."""

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name="hinge", dtype=None):
        super().__init__(functions.hinge, name, dtype=dtype)


class CategoricalHinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.categorical_hinge`; mirrors `tf.keras.metrics.CategoricalHinge`."""

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name="categorical_hinge", dtype=None):
        super().__init__(functions.categorical_hinge, name, dtype=dtype)


class SquaredHinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.squared_hinge`; mirrors `tf.keras.metrics.SquaredHinge`."""

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name="squared_hinge", dtype=None):
        super().__init__(functions.squared_hinge, name, dtype=dtype)


class Poisson(MeanMetricWrapper):
    """The mean of `tf.keras.losses.poisson`; mirrors `tf.keras.metrics.Poisson`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name="poisson", dtype=None):
        super().__init__(functions.poisson, name, dtype=dtype)


class KLDivergence(MeanMetricWrapper):
    """The mean of `tf.keras.losses.kl_divergence`; mirrors `tf.keras.metrics.KLDivergence`."""

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name="kullback_leibler_divergence", dtype=None):
        super().__init__(functions.kl_divergence, name, dtype=dtype)


class LogCoshError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.log_cosh`; mirrors `tf.keras.metrics.LogCoshError`."""

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name="logcosh", dtype=None):
        super().__init__(functions.log_cosh, name, dtype=dtype)
