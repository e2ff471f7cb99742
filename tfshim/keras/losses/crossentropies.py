"""The cross-entropies as functions: `f(y_true, y_pred)` gives the loss of each example."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.keras.backend import crossentropy
from tfshim.keras.losses.functions import pair
from tfshim.keras.losses.ragged_rows import over_rows_of_labels

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, TensorLike
    from tfshim.keras.annotations import Axes


def _share(label_smoothing, y_pred):
    """The share of the labels to spread, in the dtype of the predictions; None for no share. Raises TypeError where these are integers."""
    none = isinstance(label_smoothing, (int, float)) and not label_smoothing
    if not y_pred.dtype.is_floating or not isinstance(label_smoothing, (int, float)):
        label_smoothing = convert_to_tensor(label_smoothing, y_pred.dtype)
        # It is taken for a condition as well, which a vector is not.
        none = isinstance(label_smoothing, EagerTensor) and not bool(label_smoothing)
    elif TS.graph is not None:
        # A constant in TensorFlow, which nothing takes where it is zero.
        if none:
            TS.graph._constant(convert_to_tensor(label_smoothing, y_pred.dtype))
        elif one_by_one.wanted():
            label_smoothing = array_ops.constant(label_smoothing, y_pred.dtype)
    return None if none else label_smoothing


def _smoothed(y_true, y_pred, label_smoothing, axis=-1):
    """Labels of classes along `axis`, a share of which is spread over all of them."""
    return shown_parts.recorded(_smoothed_labels, y_true, y_pred, label_smoothing, axis)


def _smoothed_labels(y_true, y_pred, label_smoothing, axis):
    label_smoothing = _share(label_smoothing, y_pred)
    if label_smoothing is None:
        return y_true
    classes = array_ops.cast(array_ops.shape(y_true)[axis], y_pred.dtype)
    return y_true * (1.0 - label_smoothing) + label_smoothing / classes


def _tell_of_one_class(loss, y_pred):
    """Warn of predictions with one class, whose loss would be 0 whatever the labels are."""
    if y_pred.shape.rank and y_pred.shape[-1] == 1:
        warnings.warn(
            f"In loss {loss}, expected y_pred.shape to be (batch_size, num_classes) with num_classes > 1. "
            f"Received: y_pred.shape={y_pred.shape}. Consider using 'binary_crossentropy' if you only have 2 classes.",
            SyntaxWarning,
            stacklevel=3,
        )


def _check_axis(axis):
    if isinstance(axis, bool):
        raise ValueError(f"`axis` must be of type `int`. Received: axis={axis} of type {type(axis)}")


@tf_export("keras.losses.categorical_crossentropy", "keras.metrics.categorical_crossentropy")
@over_rows_of_labels
def categorical_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, label_smoothing: FloatLike = 0.0, axis: int = -1
) -> AnyTensor:
    """The cross-entropy of one-hot or soft labels and predictions: `-sum(y_true * log(y_pred))`.

    Mirrors `tf.keras.losses.categorical_crossentropy`, also in `tf.keras.metrics`. Probabilities are divided by their sum and kept away
    from 0 by 1e-7.

    Arguments:
        y_true: labels [batch, ..., classes]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape.
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default: they are probabilities.
        label_smoothing: the share of each label that is spread evenly over all classes; 0.0 by default.
        axis: the axis of the classes; -1 by default.

    Returns:
        A tensor without that axis: one number for each example. For ragged tensors a number for each row.

    Raises:
        ValueError: shapes that do not fit, or a boolean for `axis`.

    Example:
        >>> tf.keras.losses.categorical_crossentropy([[0.0, 1.0, 0.0]], [[0.1, 0.8, 0.1]]).numpy().round(3)
        array([0.223], dtype=float32)
        >>> tf.keras.losses.categorical_crossentropy([[0.0, 1.0]], [[0.0, 2.0]], from_logits=True).numpy().round(3)
        array([0.127], dtype=float32)
    """
    _check_axis(axis)
    y_true, y_pred = pair(y_true, y_pred)
    _tell_of_one_class("categorical_crossentropy", y_pred)
    y_true = _smoothed(y_true, y_pred, label_smoothing, axis)
    return crossentropy.categorical_crossentropy(y_true, y_pred, from_logits=from_logits, axis=axis)


@tf_export("keras.losses.categorical_focal_crossentropy", "keras.metrics.categorical_focal_crossentropy")
@over_rows_of_labels
def categorical_focal_crossentropy(
    y_true: TensorLike,
    y_pred: TensorLike,
    alpha: FloatLike = 0.25,
    gamma: FloatLike = 2.0,
    from_logits: bool = False,
    label_smoothing: FloatLike = 0.0,
    axis: int = -1,
) -> AnyTensor:
    """The categorical cross-entropy times `alpha * (1 - p) ** gamma`, so that examples that are predicted well count less.

    Mirrors `tf.keras.losses.categorical_focal_crossentropy`, also in `tf.keras.metrics`. p is the probability that the prediction gives to
    the class.

    Arguments:
        y_true: one-hot labels [batch, ..., classes].
        y_pred: predictions of the same shape.
        alpha: a factor, or a list with one for each class; 0.25 by default.
        gamma: how strongly examples that are told well already count less: 0 is the cross-entropy itself; 2.0 by default.
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default.
        label_smoothing: the share of each label that is spread evenly over all classes; 0.0 by default.
        axis: the axis of the classes; -1 by default.

    Returns:
        A tensor without that axis: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> y_true, y_pred = [[0.0, 1.0], [0.0, 1.0]], [[0.1, 0.9], [0.5, 0.5]]
        >>> tf.keras.losses.categorical_focal_crossentropy(y_true, y_pred, alpha=1.0).numpy().round(4)
        array([0.0011, 0.1733], dtype=float32)
    """
    _check_axis(axis)
    y_true, y_pred = pair(y_true, y_pred)
    _tell_of_one_class("categorical_focal_crossentropy", y_pred)
    return crossentropy.categorical_focal_crossentropy(_smoothed(y_true, y_pred, label_smoothing), y_pred, alpha, gamma, from_logits, axis)


@tf_export("keras.losses.sparse_categorical_crossentropy", "keras.metrics.sparse_categorical_crossentropy")
@over_rows_of_labels(further_axes=1)
def sparse_categorical_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, axis: int = -1, ignore_class: int | None = None
) -> AnyTensor:
    """The cross-entropy of numbers of classes and predictions: `-log(y_pred[class])`.

    Mirrors `tf.keras.losses.sparse_categorical_crossentropy`, also in `tf.keras.metrics`. Probabilities are kept away from 0 by 1e-7.

    Arguments:
        y_true: integers [batch, ...] or [batch, ..., 1].
        y_pred: predictions [batch, ..., classes].
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default: they are probabilities.
        axis: the axis of the classes; -1 by default.
        ignore_class: labels of this number give 0; None (default): none.

    Returns:
        A tensor [batch, ...]: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.sparse_categorical_crossentropy([1, 2], [[0.1, 0.8, 0.1], [0.2, 0.3, 0.5]]).numpy().round(3)
        array([0.223, 0.693], dtype=float32)
        >>> tf.keras.losses.sparse_categorical_crossentropy([1, -1], [[0.2, 0.8], [0.5, 0.5]], ignore_class=-1).numpy().round(3)
        array([0.223, 0.   ], dtype=float32)
    """
    return crossentropy.sparse_categorical_crossentropy(y_true, y_pred, from_logits, axis, ignore_class)


def _binary_labels(y_true, y_pred, label_smoothing):
    return shown_parts.recorded(_smoothed_binary_labels, y_true, y_pred, label_smoothing)


def _smoothed_binary_labels(y_true, y_pred, label_smoothing):
    label_smoothing = _share(label_smoothing, y_pred)
    if label_smoothing is None:
        return y_true
    return y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing


@tf_export("keras.losses.binary_crossentropy", "keras.metrics.binary_crossentropy")
@over_rows_of_labels
def binary_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, label_smoothing: FloatLike = 0.0, axis: Axes = -1
) -> AnyTensor:
    """The cross-entropy of labels of 0 and 1 and predictions, and its mean along an axis.

    Mirrors `tf.keras.losses.binary_crossentropy`, also in `tf.keras.metrics`. `-(y_true * log(y_pred) + (1 - y_true) * log(1 - y_pred))`,
    with probabilities kept away from 0 and 1 by 1e-7.

    Arguments:
        y_true: labels [batch, ..., n]; they are cast to the dtype of the predictions.
        y_pred: predictions of the same shape.
        from_logits: whether predictions are any numbers, which pass through a sigmoid; False by default: they lie in [0, 1].
        label_smoothing: how far labels are pulled to 0.5; 0.0 by default.
        axis: the axis of the mean; -1 by default.

    Returns:
        A tensor without that axis: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.binary_crossentropy([[0.0, 1.0]], [[0.2, 0.9]]).numpy().round(3)
        array([0.164], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    labels = _binary_labels(y_true, y_pred, label_smoothing)
    return math.reduce_mean(crossentropy.binary_crossentropy(labels, y_pred, from_logits), axis=axis)


@tf_export("keras.losses.binary_focal_crossentropy", "keras.metrics.binary_focal_crossentropy")
@over_rows_of_labels
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
    """The binary cross-entropy times `(1 - p) ** gamma`, so that examples that are predicted well count less; its mean along an axis.

    Mirrors `tf.keras.losses.binary_focal_crossentropy`, also in `tf.keras.metrics`. p is the probability that the prediction gives to the
    label.

    Arguments:
        y_true: labels of 0 and 1, [batch, ..., n].
        y_pred: predictions of the same shape.
        apply_class_balancing: whether it is also multiplied by `alpha` for labels of 1 and `1 - alpha` for labels of 0; False by default.
        alpha: with `apply_class_balancing` the weight of ones; zeros have what is left of 1. 0.25 by default.
        gamma: how strongly examples that are told well already count less: 0 is the cross-entropy itself; 2.0 by default.
        from_logits: whether predictions are any numbers, which pass through a sigmoid; False by default.
        label_smoothing: how far labels are pulled to 0.5; 0.0 by default.
        axis: the axis of the mean; -1 by default.

    Returns:
        A tensor without that axis: one number for each example. For ragged tensors a number for each row.

    Example:
        >>> tf.keras.losses.binary_focal_crossentropy([[1.0], [1.0]], [[0.9], [0.5]]).numpy().round(3)
        array([0.001, 0.173], dtype=float32)
    """
    y_true, y_pred = pair(y_true, y_pred)
    labels = _binary_labels(y_true, y_pred, label_smoothing)
    losses = crossentropy.binary_focal_crossentropy(labels, y_pred, apply_class_balancing, alpha, gamma, from_logits)
    return math.reduce_mean(losses, axis=axis)
