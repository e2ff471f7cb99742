"""Accuracies, and losses as metrics."""

from tfshim import array_ops, math
from tfshim.engine.convert import convert_to_tensor
from tfshim.keras.backend import floatx
from tfshim.keras.losses import functions
from tfshim.keras.losses.base import match_ranks
from tfshim.keras.metrics.base import Mean, MeanMetricWrapper


def _equal(y_true, y_pred):
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    if y_true.dtype != y_pred.dtype:
        y_pred = array_ops.cast(y_pred, y_true.dtype)
    return array_ops.cast(math.equal(y_true, y_pred), floatx())


def binary_accuracy(y_true, y_pred, threshold=0.5):
    """The share along the last axis of predictions that lie above `threshold` where they should."""
    y_pred = convert_to_tensor(y_pred)
    y_pred = array_ops.cast(y_pred > threshold, y_pred.dtype)
    y_true = array_ops.cast(convert_to_tensor(y_true), y_pred.dtype)
    return math.reduce_mean(array_ops.cast(math.equal(y_true, y_pred), floatx()), axis=-1)


def categorical_accuracy(y_true, y_pred):
    """1 where the greatest prediction is at the one of the labels, else 0."""
    return array_ops.cast(math.equal(math.argmax(convert_to_tensor(y_true), axis=-1), math.argmax(convert_to_tensor(y_pred), axis=-1)),
                          floatx())


def sparse_categorical_accuracy(y_true, y_pred):
    """1 where the greatest prediction is at the class number, else 0."""
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    rank = y_true.shape.rank
    if rank and rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = array_ops.squeeze(y_true, [-1])
    found = math.argmax(y_pred, axis=-1)
    return array_ops.cast(math.equal(y_true, array_ops.cast(found, y_true.dtype)), floatx())


class RootMeanSquaredError(Mean):
    """The root of the mean of squared differences; mirrors `tf.keras.metrics.RootMeanSquaredError`."""

    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in targets and predictions."""
        y_true = array_ops.cast(convert_to_tensor(y_true), self._dtype)
        y_pred = array_ops.cast(convert_to_tensor(y_pred), self._dtype)
        y_pred, y_true, _ = match_ranks(y_pred, y_true)
        super().update_state(math.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self):
        return math.sqrt(super().result())


class Accuracy(MeanMetricWrapper):
    """The share of predictions equal to their targets; mirrors `tf.keras.metrics.Accuracy`."""

    def __init__(self, name="accuracy", dtype=None):
        super().__init__(_equal, name, dtype=dtype)


class BinaryAccuracy(MeanMetricWrapper):
    """The share of predictions above `threshold` where they should be; mirrors `tf.keras.metrics.BinaryAccuracy`."""

    def __init__(self, name="binary_accuracy", dtype=None, threshold=0.5):
        super().__init__(binary_accuracy, name, dtype=dtype, threshold=threshold)


class CategoricalAccuracy(MeanMetricWrapper):
    """The share of greatest predictions at the one of the labels; mirrors `tf.keras.metrics.CategoricalAccuracy`."""

    def __init__(self, name="categorical_accuracy", dtype=None):
        super().__init__(categorical_accuracy, name, dtype=dtype)


class SparseCategoricalAccuracy(MeanMetricWrapper):
    """The share of greatest predictions at the class number; mirrors `tf.keras.metrics.SparseCategoricalAccuracy`."""

    def __init__(self, name="sparse_categorical_accuracy", dtype=None):
        super().__init__(sparse_categorical_accuracy, name, dtype=dtype)


class MeanSquaredError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_squared_error`; mirrors `tf.keras.metrics.MeanSquaredError`."""

    def __init__(self, name="mean_squared_error", dtype=None):
        super().__init__(functions.mean_squared_error, name, dtype=dtype)


class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_absolute_error`; mirrors `tf.keras.metrics.MeanAbsoluteError`."""

    def __init__(self, name="mean_absolute_error", dtype=None):
        super().__init__(functions.mean_absolute_error, name, dtype=dtype)


class MeanAbsolutePercentageError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_absolute_percentage_error`; mirrors `tf.keras.metrics.MeanAbsolutePercentageError`."""

    def __init__(self, name="mean_absolute_percentage_error", dtype=None):
        super().__init__(functions.mean_absolute_percentage_error, name, dtype=dtype)


class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.mean_squared_logarithmic_error`; mirrors `tf.keras.metrics.MeanSquaredLogarithmicError`."""

    def __init__(self, name="mean_squared_logarithmic_error", dtype=None):
        super().__init__(functions.mean_squared_logarithmic_error, name, dtype=dtype)


class BinaryCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.binary_crossentropy`; mirrors `tf.keras.metrics.BinaryCrossentropy`."""

    def __init__(self, name="binary_crossentropy", dtype=None, from_logits=False, label_smoothing=0):
        super().__init__(functions.binary_crossentropy, name, dtype=dtype,
                         from_logits=from_logits, label_smoothing=label_smoothing)


class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.categorical_crossentropy`; mirrors `tf.keras.metrics.CategoricalCrossentropy`."""

    def __init__(self, name="categorical_crossentropy", dtype=None, from_logits=False, label_smoothing=0, axis=-1):
        super().__init__(functions.categorical_crossentropy, name, dtype=dtype,
                         from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)


class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean of `tf.keras.losses.sparse_categorical_crossentropy`; mirrors `tf.keras.metrics.SparseCategoricalCrossentropy`."""

    def __init__(self, name="sparse_categorical_crossentropy", dtype=None,
                 from_logits=False, ignore_class=None, axis=-1):
        super().__init__(functions.sparse_categorical_crossentropy, name, dtype=dtype,
                         from_logits=from_logits, ignore_class=ignore_class, axis=axis)


class Hinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.hinge`; mirrors `tf.keras.metrics.Hinge`."""

    def __init__(self, name="hinge", dtype=None):
        super().__init__(functions.hinge, name, dtype=dtype)


class SquaredHinge(MeanMetricWrapper):
    """The mean of `tf.keras.losses.squared_hinge`; mirrors `tf.keras.metrics.SquaredHinge`."""

    def __init__(self, name="squared_hinge", dtype=None):
        super().__init__(functions.squared_hinge, name, dtype=dtype)


class Poisson(MeanMetricWrapper):
    """The mean of `tf.keras.losses.poisson`; mirrors `tf.keras.metrics.Poisson`."""

    def __init__(self, name="poisson", dtype=None):
        super().__init__(functions.poisson, name, dtype=dtype)


class KLDivergence(MeanMetricWrapper):
    """The mean of `tf.keras.losses.kl_divergence`; mirrors `tf.keras.metrics.KLDivergence`."""

    def __init__(self, name="kl_divergence", dtype=None):
        super().__init__(functions.kl_divergence, name, dtype=dtype)


class LogCoshError(MeanMetricWrapper):
    """The mean of `tf.keras.losses.log_cosh`; mirrors `tf.keras.metrics.LogCoshError`."""

    def __init__(self, name="logcosh", dtype=None):
        super().__init__(functions.log_cosh, name, dtype=dtype)
