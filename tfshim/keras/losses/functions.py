"""The losses as functions: `f(y_true, y_pred)` gives the loss of each example."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.backend import crossentropy, epsilon, floatx
from tfshim.keras.losses.ragged_rows import over_rows

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, TensorLike
    from tfshim.keras.annotations import Axes


def _pair(y_true, y_pred):
    y_pred = convert_to_tensor(y_pred)
    y_true = convert_to_tensor(y_true)
    return y_true if y_true.dtype == y_pred.dtype else array_ops.cast(y_true, y_pred.dtype), y_pred


@tf_export(
    "keras.losses.mean_squared_error",
    "keras.metrics.mean_squared_error",
    "keras.losses.MSE",
    "keras.losses.mse",
    "keras.metrics.MSE",
    "keras.metrics.mse",
)
@over_rows
def mean_squared_error(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of squared differences along the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.squared_difference(y_pred, y_true), axis=-1)


@tf_export(
    "keras.losses.mean_absolute_error",
    "keras.metrics.mean_absolute_error",
    "keras.losses.MAE",
    "keras.losses.mae",
    "keras.metrics.MAE",
    "keras.metrics.mae",
)
@over_rows
def mean_absolute_error(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of absolute differences along the last axis."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.abs(y_pred - y_true), axis=-1)


@tf_export(
    "keras.losses.mean_absolute_percentage_error",
    "keras.metrics.mean_absolute_percentage_error",
    "keras.losses.MAPE",
    "keras.losses.mape",
    "keras.metrics.MAPE",
    "keras.metrics.mape",
)
@over_rows
def mean_absolute_percentage_error(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """100 times the mean of absolute differences over the absolute targets."""
    y_true, y_pred = _pair(y_true, y_pred)
    return 100.0 * math.reduce_mean(math.abs((y_true - y_pred) / math.maximum(math.abs(y_true), epsilon())), axis=-1)


@tf_export(
    "keras.losses.mean_squared_logarithmic_error",
    "keras.metrics.mean_squared_logarithmic_error",
    "keras.losses.MSLE",
    "keras.losses.msle",
    "keras.metrics.MSLE",
    "keras.metrics.msle",
)
@over_rows
def mean_squared_logarithmic_error(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of squared differences of log(y + 1)."""
    y_true, y_pred = _pair(y_true, y_pred)
    first, second = (math.log(math.maximum(y, epsilon()) + 1.0) for y in (y_pred, y_true))
    return math.reduce_mean(math.squared_difference(first, second), axis=-1)


def _signs(y_true):
    """Labels of -1 and 1; labels that are all 0 or 1 become such."""
    binary = math.reduce_all(math.logical_or(math.equal(y_true, 0), math.equal(y_true, 1)))
    return array_ops.where(binary, 2.0 * y_true - 1.0, y_true)


@tf_export("keras.losses.squared_hinge", "keras.metrics.squared_hinge")
def squared_hinge(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of max(1 - y_true * y_pred, 0) squared."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.square(math.maximum(1.0 - _signs(y_true) * y_pred, 0.0)), axis=-1)


@tf_export("keras.losses.hinge", "keras.metrics.hinge")
def hinge(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of max(1 - y_true * y_pred, 0)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(math.maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


@tf_export("keras.losses.categorical_hinge")
def categorical_hinge(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """max(1 + greatest wrong - right, 0)."""
    y_true, y_pred = _pair(y_true, y_pred)
    right = math.reduce_sum(y_true * y_pred, axis=-1)
    wrong = math.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    return math.maximum(wrong - right + 1.0, 0.0)


@tf_export("keras.losses.huber")
def huber(y_true: TensorLike, y_pred: TensorLike, delta: FloatLike = 1.0) -> AnyTensor:
    """Squared up to a difference of `delta`, linear above it."""
    y_pred, y_true, delta = (array_ops.cast(v, floatx()) for v in (y_pred, y_true, delta))
    error = math.abs(y_pred - y_true)
    return math.reduce_mean(array_ops.where(error <= delta, 0.5 * math.square(error), delta * error - 0.5 * delta * delta), axis=-1)


# In float32 as TensorFlow takes it, for predictions of float64 too.
_LOG_2 = 0.6931471824645996


@tf_export("keras.losses.log_cosh", "keras.metrics.log_cosh", "keras.losses.logcosh", "keras.metrics.logcosh")
def log_cosh(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of log(cosh(difference))."""
    y_true, y_pred = _pair(y_true, y_pred)
    x = y_pred - y_true
    # log(cosh(x)), written so that large errors do not overflow.
    return math.reduce_mean(x + nn.softplus(-2.0 * x) - _LOG_2, axis=-1)


def _share(label_smoothing, y_pred):
    """The share of the labels to spread, in the dtype of the predictions; None for no share. Raises TypeError where these are integers."""
    none = isinstance(label_smoothing, (int, float)) and not label_smoothing
    if not y_pred.dtype.is_floating:
        label_smoothing = convert_to_tensor(label_smoothing, y_pred.dtype)
    return None if none else label_smoothing


def _smoothed(y_true, y_pred, label_smoothing):
    """Labels of classes, a share of which is spread over all of them."""
    label_smoothing = _share(label_smoothing, y_pred)
    if label_smoothing is None:
        return y_true
    classes = array_ops.cast(array_ops.shape(y_true)[-1], y_pred.dtype)
    return y_true * (1.0 - label_smoothing) + label_smoothing / classes


def _check_axis(axis):
    if isinstance(axis, bool):
        raise ValueError(f"`axis` must be of type `int`. Received: axis={axis} of type {type(axis)}")


@tf_export("keras.losses.categorical_crossentropy", "keras.metrics.categorical_crossentropy")
@over_rows
def categorical_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, label_smoothing: FloatLike = 0.0, axis: int = -1
) -> AnyTensor:
    """The cross-entropy of one-hot or soft labels and predictions along `axis`."""
    _check_axis(axis)
    y_true, y_pred = _pair(y_true, y_pred)
    if y_pred.shape.rank is not None and y_pred.shape[-1] == 1:
        warnings.warn(
            "In loss categorical_crossentropy, expected y_pred.shape to be (batch_size, num_classes) with num_classes > 1. "
            f"Received: y_pred.shape={y_pred.shape}. Consider using 'binary_crossentropy' if you only have 2 classes.",
            SyntaxWarning,
            stacklevel=2,
        )
    return crossentropy.categorical_crossentropy(_smoothed(y_true, y_pred, label_smoothing), y_pred, from_logits, axis)


@tf_export("keras.losses.categorical_focal_crossentropy", "keras.metrics.categorical_focal_crossentropy")
@over_rows
def categorical_focal_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    alpha: FloatLike = 0.25,
    gamma: FloatLike = 2.0,
    from_logits: bool = False,
    label_smoothing: FloatLike = 0.0,
    axis: int = -1,
) -> AnyTensor:
    """The categorical cross-entropy, weighted by `alpha * (1 - p) ** gamma`, so that easy examples count less."""
    _check_axis(axis)
    y_true, y_pred = _pair(y_true, y_pred)
    return crossentropy.categorical_focal_crossentropy(_smoothed(y_true, y_pred, label_smoothing), y_pred, alpha, gamma, from_logits, axis)


@tf_export("keras.losses.sparse_categorical_crossentropy", "keras.metrics.sparse_categorical_crossentropy")
@over_rows
def sparse_categorical_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, axis: int = -1, ignore_class: int | None = None
) -> AnyTensor:
    """The cross-entropy of class numbers and predictions along `axis`; labels of `ignore_class` count for nothing."""
    return crossentropy.sparse_categorical_crossentropy(y_true, y_pred, from_logits, axis, ignore_class)


def _binary_labels(y_true, y_pred, label_smoothing):
    label_smoothing = _share(label_smoothing, y_pred)
    if label_smoothing is None:
        return y_true
    return y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing


@tf_export("keras.losses.binary_crossentropy", "keras.metrics.binary_crossentropy")
@over_rows
def binary_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, label_smoothing: FloatLike = 0.0, axis: Axes = -1
) -> AnyTensor:
    """The mean along `axis` of the cross-entropy of labels of 0 and 1 and predictions."""
    y_true, y_pred = _pair(y_true, y_pred)
    labels = _binary_labels(y_true, y_pred, label_smoothing)
    return math.reduce_mean(crossentropy.binary_crossentropy(labels, y_pred, from_logits), axis=axis)


@tf_export("keras.losses.binary_focal_crossentropy", "keras.metrics.binary_focal_crossentropy")
@over_rows
def binary_focal_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    apply_class_balancing: bool = False,
    alpha: FloatLike = 0.25,
    gamma: FloatLike = 2.0,
    from_logits: bool = False,
    label_smoothing: FloatLike = 0.0,
    axis: Axes = -1,
) -> AnyTensor:
    """Binary cross-entropy times (1 - probability of the label) ** gamma."""
    y_true, y_pred = _pair(y_true, y_pred)
    labels = _binary_labels(y_true, y_pred, label_smoothing)
    losses = crossentropy.binary_focal_crossentropy(labels, y_pred, apply_class_balancing, alpha, gamma, from_logits)
    return math.reduce_mean(losses, axis=axis)


@tf_export(
    "keras.losses.kl_divergence",
    "keras.metrics.kl_divergence",
    "keras.losses.KLD",
    "keras.losses.kld",
    "keras.losses.kullback_leibler_divergence",
    "keras.metrics.KLD",
    "keras.metrics.kld",
    "keras.metrics.kullback_leibler_divergence",
)
def kl_divergence(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The sum of y_true * log(y_true / y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    y_true, y_pred = (math.clip_by_value(y, epsilon(), 1.0) for y in (y_true, y_pred))
    return math.reduce_sum(y_true * math.log(y_true / y_pred), axis=-1)


@tf_export("keras.losses.poisson", "keras.metrics.poisson")
def poisson(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of y_pred - y_true * log(y_pred)."""
    y_true, y_pred = _pair(y_true, y_pred)
    return math.reduce_mean(y_pred - y_true * math.log(y_pred + epsilon()), axis=-1)


@tf_export(
    "keras.losses.cosine_similarity",
    v1=[
        "keras.losses.cosine",
        "keras.losses.cosine_proximity",
        "keras.losses.cosine_similarity",
        "keras.metrics.cosine",
        "keras.metrics.cosine_proximity",
    ],
)
def cosine_similarity(y_true: TensorLike, y_pred: TensorLike, axis: Axes = -1) -> AnyTensor:
    """Minus the cosine of the angle between targets and predictions."""
    y_true, y_pred = (math.l2_normalize(y, axis=axis) for y in (y_true, y_pred))
    return -math.reduce_sum(y_true * y_pred, axis=axis)
