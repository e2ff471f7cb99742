"""`tf.keras.losses`: how far predictions are from what they should be."""

from tfshim._listing import listing
from tfshim.keras._serialization import Kind
from tfshim.keras.losses import functions
from tfshim.keras.losses.base import Loss, LossFunctionWrapper, Reduction
from tfshim.keras.losses.classes import (
    BinaryCrossentropy,
    BinaryFocalCrossentropy,
    CategoricalCrossentropy,
    CategoricalFocalCrossentropy,
    CategoricalHinge,
    CosineSimilarity,
    Hinge,
    Huber,
    KLDivergence,
    LogCosh,
    MeanAbsoluteError,
    MeanAbsolutePercentageError,
    MeanSquaredError,
    MeanSquaredLogarithmicError,
    Poisson,
    SparseCategoricalCrossentropy,
    SquaredHinge,
)
from tfshim.keras.losses.functions import (
    binary_crossentropy,
    binary_focal_crossentropy,
    categorical_crossentropy,
    categorical_focal_crossentropy,
    categorical_hinge,
    cosine_similarity,
    hinge,
    huber,
    kl_divergence,
    log_cosh,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    mean_squared_logarithmic_error,
    poisson,
    sparse_categorical_crossentropy,
    squared_hinge,
)

MSE = mse = mean_squared_error
MAE = mae = mean_absolute_error
MAPE = mape = mean_absolute_percentage_error
MSLE = msle = mean_squared_logarithmic_error
KLD = kld = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh

_KIND = Kind(
    "loss function",
    "keras.losses",
    {n: v for n, v in dict(globals()).items() if callable(v) and n not in ("Kind", "Reduction", "LossFunctionWrapper", "listing")},
)
_KIND.names.update({"huber_loss": huber, "bce": binary_crossentropy, "BCE": binary_crossentropy})


def serialize(loss, use_legacy_format=False):
    """The configuration of a loss, or the name of a loss function; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(loss, use_legacy_format)


def deserialize(name, custom_objects=None, use_legacy_format=False):
    """The loss that a configuration or name describes. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(name, custom_objects)


def get(identifier):
    """A loss from None, a name, a configuration or a callable. Raises ValueError otherwise."""
    return _KIND.get(identifier)


__all__ = [n for n in _KIND.names if n in globals()] + ["Reduction", "deserialize", "get", "serialize"]
__dir__ = listing(globals())
