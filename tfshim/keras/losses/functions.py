"""The losses as functions: `f(y_true, y_pred)` gives the loss of each example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._symbolic_functions import conversions, is_symbolic, layer_of
from tfshim.keras.backend import epsilon, floatx
from tfshim.keras.losses.hinge_losses import hinge_losses
from tfshim.keras.losses.huber_losses import huber_losses
from tfshim.keras.losses.ragged_rows import over_rows
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, TensorLike
    from tfshim.keras.annotations import Axes


def pair(y_true, y_pred):
    """Both as tensors, the labels in the dtype of the predictions."""
    if is_symbolic(y_pred, y_true):
        y_pred = array_ops.convert_to_tensor(y_pred)
        return array_ops.cast(y_true, y_pred.dtype), y_pred
    y_pred = convert_to_tensor(y_pred)
    if not isinstance(y_true, RaggedTensor):  # whose rows meet tensors as operations have it
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
    """The mean of squared differences along the last axis.

    Mirrors `tf.keras.losses.mean_squared_error`, also under `MSE` and `mse`, and in `tf.keras.metrics`. "mse" is what `compile` is usually
    given. The class `MeanSquaredError` also weighs examples and takes the mean over the batch.

    Arguments:
        y_true: targets [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape, or one that broadcasts.

    Returns:
        A tensor [batch, ...]: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.mse([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [2.0, 0.0]])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.5, 2. ], dtype=float32)>
    """
    y_true, y_pred = pair(y_true, y_pred)
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
    """The mean of absolute differences along the last axis.

    Mirrors `tf.keras.losses.mean_absolute_error`, also under `MAE` and `mae`, and in `tf.keras.metrics`. The class `MeanAbsoluteError` also
    weighs examples and takes the mean over the batch.

    Arguments:
        y_true: targets [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape, or one that broadcasts.

    Returns:
        A tensor [batch, ...]: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.mae([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [4.0, 0.0]])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.5, 2. ], dtype=float32)>
    """
    y_true, y_pred = pair(y_true, y_pred)
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
    """100 times the mean of absolute differences over the absolute targets, along the last axis.

    Mirrors `tf.keras.losses.mean_absolute_percentage_error`, also under `MAPE` and `mape`, and in `tf.keras.metrics`. Targets whose amount
    is below 1e-7 count as 1e-7.

    Arguments:
        y_true: targets [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape, or one that broadcasts.

    Returns:
        A tensor [batch, ...]: one number for each example, in percent. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.mape([[2.0, 4.0]], [[1.0, 5.0]])
        <tf.Tensor: shape=(1,), dtype=float32, numpy=array([37.5], dtype=float32)>
    """
    y_true, y_pred = pair(y_true, y_pred)
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
    """The mean of squared differences of `log(y + 1)` along the last axis.

    Mirrors `tf.keras.losses.mean_squared_logarithmic_error`, also under `MSLE` and `msle`, and in `tf.keras.metrics`. Numbers below 1e-7
    count as 1e-7, so that negative ones give no NaN.

    Arguments:
        y_true: targets [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape, or one that broadcasts.

    Returns:
        A tensor [batch, ...]: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.msle([[9.0, 99.0]], [[99.0, 99.0]]).numpy().round(3)
        array([2.651], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    first, second = (math.log(math.maximum(y, epsilon()) + 1.0) for y in (y_pred, y_true))
    return math.reduce_mean(math.squared_difference(first, second), axis=-1)


def _signs(y_true):
    """Labels of -1 and 1; labels that are all 0 or 1 become such."""
    return shown_parts.recorded(_labels_as_signs, y_true)


def _labels_as_signs(y_true):
    binary = math.reduce_all(math.logical_or(math.equal(y_true, 0), math.equal(y_true, 1)))
    if one_by_one.wanted() and TS.graph is not None:
        return cond(binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)
    return array_ops.where(binary, 2.0 * y_true - 1.0, y_true)


def _alike(y_true, y_pred):
    """Whether kernels for losses of single numbers take both."""
    known = y_pred.dtype in (dtypes.float32, dtypes.float64) and y_true.dtype == y_pred.dtype and not isinstance(y_true, RaggedTensor)
    return known and not one_by_one.wanted() and y_true.shape.rank is not None and y_true.shape.as_list() == y_pred.shape.as_list()


def _hinges(y_true, y_pred, squared):
    if _alike(y_true, y_pred):
        return hinge_losses(y_true, y_pred, squared)
    over = math.maximum(1.0 - _signs(y_true) * y_pred, 0.0)
    return math.square(over) if squared else over


def _hinge_tries(y_true, y_pred):
    """The layers up to the choice by whether all labels are 0 or 1, which there is none for."""
    return [*conversions(y_pred), "cast", "math.equal", "math.equal", "math.logical_or", "math.reduce_all"]


@tf_export("keras.losses.squared_hinge", "keras.metrics.squared_hinge")
def squared_hinge(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of `max(1 - y_true * y_pred, 0) ** 2` along the last axis.

    Mirrors `tf.keras.losses.squared_hinge`, also in `tf.keras.metrics`. Predictions are any numbers, whose sign is the class; those beyond
    1 on the right side cost nothing, and large errors more than by `hinge`.

    Arguments:
        y_true: labels of -1 and 1, [batch, ..., n]; labels that are all 0 or 1 become such. They are cast to the dtype of the predictions.
        y_pred: predictions of the same shape.

    Returns:
        A tensor [batch, ...]: one number for each example.

    Example:
        >>> tf.keras.losses.squared_hinge([[1.0], [-1.0], [1.0]], [[2.0], [-0.5], [-1.0]]).numpy().tolist()
        [0.0, 0.25, 4.0]
    """
    if is_symbolic(y_true):
        return layer_of(squared_hinge, "keras.metrics.squared_hinge", _hinge_tries(y_true, y_pred), y_true, y_pred)
    y_true, y_pred = pair(y_true, y_pred)
    return math.reduce_mean(shown_parts.recorded(_hinges, y_true, y_pred, True), axis=-1)


@tf_export("keras.losses.hinge", "keras.metrics.hinge")
def hinge(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of `max(1 - y_true * y_pred, 0)` along the last axis.

    Mirrors `tf.keras.losses.hinge`, also in `tf.keras.metrics`. Predictions are any numbers, whose sign is the class; those beyond 1 on the
    right side cost nothing.

    Arguments:
        y_true: labels of -1 and 1, [batch, ..., n]; labels that are all 0 or 1 become such. They are cast to the dtype of the predictions.
        y_pred: predictions of the same shape.

    Returns:
        A tensor [batch, ...]: one number for each example.

    Example:
        >>> tf.keras.losses.hinge([[1.0], [-1.0], [1.0]], [[2.0], [-0.5], [-1.0]]).numpy().tolist()
        [0.0, 0.5, 2.0]
        >>> tf.keras.losses.hinge([[1.0], [0.0]], [[2.0], [-0.5]]).numpy().tolist()
        [0.0, 0.5]
    """
    if is_symbolic(y_true):
        return layer_of(hinge, "keras.metrics.hinge", _hinge_tries(y_true, y_pred), y_true, y_pred)
    y_true, y_pred = pair(y_true, y_pred)
    return math.reduce_mean(shown_parts.recorded(_hinges, y_true, y_pred, False), axis=-1)


@tf_export("keras.losses.categorical_hinge")
def categorical_hinge(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """`max(1 + greatest wrong - right, 0)` for predictions over several classes.

    Mirrors `tf.keras.losses.categorical_hinge`. "right" is the prediction of the class of the example, "greatest wrong" that of the other
    classes; an example costs nothing where the first is greater by 1.

    Arguments:
        y_true: one-hot labels [batch, ..., classes]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape, any numbers.

    Returns:
        A tensor [batch, ...]: one number for each example.

    Example:
        >>> tf.keras.losses.categorical_hinge([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], [[0.0, 3.0, 1.0], [0.5, 1.0, 0.0]]).numpy().tolist()
        [0.0, 1.5]
    """
    y_true, y_pred = pair(y_true, y_pred)
    right = math.reduce_sum(y_true * y_pred, axis=-1)
    wrong = math.reduce_max((1.0 - y_true) * y_pred, axis=-1)
    zero = 0.0 if TS.graph is None else array_ops.cast(0.0, y_pred.dtype)
    return math.maximum(wrong - right + 1.0, zero)


@tf_export("keras.losses.huber")
def huber(y_true: TensorLike, y_pred: TensorLike, delta: FloatLike = 1.0) -> AnyTensor:
    """Half the square of differences up to `delta`, a straight line beyond; the mean along the last axis.

    Mirrors `tf.keras.losses.huber`. Beyond `delta` the loss is `delta * abs(difference) - delta ** 2 / 2`, which meets the square without
    an edge.

    Arguments:
        y_true: targets [batch, ..., n].
        y_pred: predictions of the same shape, or one that broadcasts. Both are cast to `tf.keras.backend.floatx()`.
        delta: where the line begins; 1.0 by default.

    Returns:
        A tensor [batch, ...]: one number for each example.

    Example:
        >>> tf.keras.losses.huber([[0.0], [0.0]], [[0.5], [10.0]]).numpy().tolist()
        [0.125, 9.5]
        >>> tf.keras.losses.huber([[0.0], [0.0]], [[0.5], [10.0]], delta=20.0).numpy().tolist()
        [0.125, 50.0]
    """
    symbolic = is_symbolic(y_pred, y_true)
    y_pred, y_true = (array_ops.cast(v, floatx()) for v in (y_pred, y_true))
    if symbolic:  # whose layers are numbered in the order in which Keras makes them
        return _huber(y_true, y_pred, array_ops.cast(delta, floatx()))
    return shown_parts.recorded(_huber, y_true, y_pred, delta)


def _huber(y_true, y_pred, delta):
    if type(delta) in (int, float) and delta >= 0 and _alike(y_true, y_pred):
        return math.reduce_mean(huber_losses(y_true, y_pred, float(delta)), axis=-1)
    delta = array_ops.cast(delta, y_pred.dtype)
    difference = math.subtract(y_pred, y_true)
    error = math.abs(difference)
    if one_by_one.wanted():
        half = array_ops.constant(0.5, error.dtype)
        mostly = error <= delta
        return math.reduce_mean(array_ops.where(mostly, half * math.square(difference), delta * error - half * math.square(delta)), axis=-1)
    near, far = 0.5 * math.square(difference), delta * error - 0.5 * delta * delta
    return math.reduce_mean(array_ops.where(error <= delta, near, far), axis=-1)


# In float32 as TensorFlow takes it, for predictions of float64 too.
_LOG_2 = 0.6931471824645996


@tf_export("keras.losses.log_cosh", "keras.metrics.log_cosh", "keras.losses.logcosh", "keras.metrics.logcosh")
def log_cosh(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of `log(cosh(y_pred - y_true))` along the last axis.

    Mirrors `tf.keras.losses.log_cosh`, also under `logcosh`, and in `tf.keras.metrics`. About half the square of small differences, and the
    amount less log(2) of large ones; it is computed so that these do not overflow.

    Arguments:
        y_true: targets [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape, or one that broadcasts.

    Returns:
        A tensor [batch, ...]: one number for each example.

    Example:
        >>> tf.keras.losses.log_cosh([[0.0], [0.0]], [[0.1], [100.0]]).numpy().round(3)
        array([5.0000e-03, 9.9307e+01], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    return math.reduce_mean(shown_parts.recorded(_log_cosh, y_pred - y_true), axis=-1)


def _log_cosh(x):
    # log(cosh(x)), written so that large errors do not overflow.
    whole = x + nn.softplus(-2.0 * x)
    return whole - (array_ops.cast(math.log(2.0), x.dtype) if one_by_one.wanted() else _LOG_2)


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
    """The Kullback-Leibler divergence along the last axis: `sum(y_true * log(y_true / y_pred))`.

    Mirrors `tf.keras.losses.kl_divergence`, also under `KLD`, `kld` and `kullback_leibler_divergence`, and in `tf.keras.metrics`. Both are
    kept within [1e-7, 1].

    Arguments:
        y_true: probabilities [batch, ..., classes]; they are cast to the dtype of the predictions.
        y_pred: predicted probabilities of the same shape.

    Returns:
        A tensor [batch, ...]: one number for each example; 0 where both are the same.

    Example:
        >>> tf.keras.losses.kl_divergence([[0.5, 0.5]], [[0.9, 0.1]]).numpy().round(3)
        array([0.511], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    y_true, y_pred = (math.clip_by_value(y, epsilon(), 1) for y in (y_true, y_pred))
    return math.reduce_sum(y_true * math.log(y_true / y_pred), axis=-1)


@tf_export("keras.losses.poisson", "keras.metrics.poisson")
def poisson(y_true: TensorLike, y_pred: TensorLike) -> AnyTensor:
    """The mean of `y_pred - y_true * log(y_pred)` along the last axis: the loss of counts.

    Mirrors `tf.keras.losses.poisson`, also in `tf.keras.metrics`. It is the negative logarithm of Poisson's probability of `y_true` for the
    expectation `y_pred`, but for what does not depend on the prediction; 1e-7 is added within the logarithm.

    Arguments:
        y_true: counts [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: expected counts of the same shape, positive.

    Returns:
        A tensor [batch, ...]: one number for each example.

    Example:
        >>> tf.keras.losses.poisson([[2.0, 0.0]], [[2.0, 1.0]]).numpy().round(3)
        array([0.807], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
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
    """Minus the cosine of the angle between targets and predictions.

    Mirrors `tf.keras.losses.cosine_similarity`. -1 where they point the same way, 0 where they stand at right angles, 1 where opposite;
    lengths do not matter, and a vector of zeros gives 0.

    Arguments:
        y_true: targets, tensors of any shape.
        y_pred: predictions of the same shape.
        axis: the axis of the vectors; -1 by default.

    Returns:
        A tensor without that axis: one number for each example.

    Example:
        >>> y_true, y_pred = tf.constant([[1.0, 0.0], [1.0, 0.0]]), tf.constant([[5.0, 0.0], [0.0, 2.0]])
        >>> tf.keras.losses.cosine_similarity(y_true, y_pred).numpy().round(3)
        array([-1., -0.], dtype=float32)
    """
    y_true, y_pred = (math.l2_normalize(y, axis=axis) for y in (y_true, y_pred))
    return -math.reduce_sum(y_true * y_pred, axis=axis)
