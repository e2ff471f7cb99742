"""`tf.keras.metrics`: values that are accumulated over many batches."""

from tfshim._listing import listing
from tfshim.keras._serialization import Kind
from tfshim.keras.losses import (
    KLD,
    MAE,
    MAPE,
    MSE,
    MSLE,
    binary_crossentropy,
    binary_focal_crossentropy,
    categorical_crossentropy,
    categorical_focal_crossentropy,
    hinge,
    kl_divergence,
    kld,
    kullback_leibler_divergence,
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
from tfshim.keras.metrics import experimental, functions
from tfshim.keras.metrics.base import Mean, MeanMetricWrapper, MeanTensor, Metric, Sum
from tfshim.keras.metrics.classes import (
    Accuracy,
    BinaryAccuracy,
    BinaryCrossentropy,
    CategoricalAccuracy,
    CategoricalCrossentropy,
    CategoricalHinge,
    CosineSimilarity,
    Hinge,
    KLDivergence,
    LogCoshError,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanRelativeError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    RootMeanSquaredError,
    SparseCategoricalAccuracy,
    SparseCategoricalCrossentropy,
    SparseTopKCategoricalAccuracy,
    SquaredHinge,
    TopKCategoricalAccuracy,
)
from tfshim.keras.metrics.confusion import FalseNegatives, FalsePositives, Precision, Recall, TrueNegatives, TruePositives
from tfshim.keras.metrics.curves import AUC, PrecisionAtRecall, RecallAtPrecision, SensitivityAtSpecificity, SpecificityAtSensitivity
from tfshim.keras.metrics.functions import (
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)
from tfshim.keras.metrics.iou import BinaryIoU, IoU, MeanIoU, OneHotIoU, OneHotMeanIoU
from tfshim.keras.metrics.scores import F1Score, FBetaScore, R2Score

_NAMES = [n for n in dir() if not n.startswith("_") and callable(globals()[n]) and n not in ("Kind", "listing")]


class _Metrics(Kind):
    """Metrics are given by name, configuration or as functions, never as None."""

    def get(self, identifier):
        if not isinstance(identifier, (str, dict)) and not callable(identifier):
            raise ValueError(f"Could not interpret metric identifier: {identifier}")
        return super().get(identifier)


_KIND = _Metrics("metric function", "keras.metrics", {n: globals()[n] for n in _NAMES})
# By name, Keras also knows these.
_KIND.names.update(
    bce=binary_crossentropy,
    BCE=binary_crossentropy,
    cosine_similarity=functions.cosine_similarity,
    cosine_proximity=functions.cosine_similarity,
    accuracy=functions.accuracy,
    acc=functions.accuracy,
)


def serialize(metric, use_legacy_format=False):
    """The configuration of a metric, or the name of a metric function; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(metric, use_legacy_format)


def deserialize(config, custom_objects=None, use_legacy_format=False):
    """The metric that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(config, custom_objects)


def get(identifier):
    """A metric from a name, a configuration or a callable; a name of a class makes it. Raises ValueError otherwise."""
    return _KIND.get(identifier)


__all__ = [*_NAMES, "deserialize", "experimental", "get", "serialize"]
__dir__ = listing(globals())
