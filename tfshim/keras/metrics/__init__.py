"""`tf.keras.metrics`: figures that are gathered over many batches."""

from tfshim.keras._serialization import Kind
from tfshim.keras.losses import (
    KLD,
    MAE,
    MAPE,
    MSE,
    MSLE,
    binary_crossentropy,
    categorical_crossentropy,
    hinge,
    kl_divergence,
    kld,
    log_cosh,
    logcosh,
    mae,
    mape,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    mse,
    msle,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)
from tfshim.keras.metrics.base import Mean, MeanMetricWrapper, Metric, Sum
from tfshim.keras.metrics.classes import (
    Accuracy,
    BinaryAccuracy,
    BinaryCrossentropy,
    CategoricalAccuracy,
    CategoricalCrossentropy,
    Hinge,
    KLDivergence,
    LogCoshError,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    RootMeanSquaredError,
    SparseCategoricalAccuracy,
    SparseCategoricalCrossentropy,
    SquaredHinge,
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
)

_NAMES = [n for n in dir() if not n.startswith("_") and callable(globals()[n]) and n != "Kind"]
_KIND = Kind("metric", "keras.metrics", {n: globals()[n] for n in _NAMES})
serialize, get = _KIND.serialize, _KIND.get


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """The metric that a configuration or name describes."""
    if use_legacy_format:
        raise NotImplementedError("metrics.deserialize: `use_legacy_format` is not supported.")
    return _KIND.deserialize(config, custom_objects)


__all__ = [*_NAMES, "deserialize", "get", "serialize"]
