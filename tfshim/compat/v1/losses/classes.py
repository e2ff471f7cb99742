"""Losses of TensorFlow 1 for predictions of classes: hinge and logarithmic losses, and cross-entropies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.compat.v1.losses.weighting import (
    BY_NONZERO_WEIGHTS,
    compute_weighted_loss,
    labels_and_predictions,
)
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._ranks import of_same_rank, without_last_axis

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["losses.hinge_loss"])
def hinge_loss(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The loss of support vector machines: `max(0, 1 - sign * logit)`, averaged. Mirrors `tf.compat.v1.losses.hinge_loss`.

    Arguments:
        labels: a tensor of zeros and ones, of any numeric dtype; they become the signs -1 and 1.
        logits: a tensor of the same shape: what a model gives before any activation. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.Hinge`.

    Raises:
        ValueError: shapes that differ, labels or logits of None, weights that cannot be broadcast, or another reduction.

    Example:
        >>> tf.compat.v1.losses.hinge_loss([1, 1, 0], [2.0, 0.5, 0.5], reduction="none").numpy().tolist()
        [0.0, 0.5, 1.5]
    """
    with name_scope(scope, "hinge_loss", (logits, labels, weights)) as scoped:
        labels, logits = labels_and_predictions(labels, logits, "logits")
        # Labels are 0 and 1, but the formula takes -1 and 1.
        ones = ones_of_shape(labels)
        labels = tf.subtract(2 * labels, ones)
        losses = tf.nn.relu(tf.subtract(ones, tf.multiply(labels, logits)))
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.log_loss"])
def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: FloatLike = 1e-7,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross-entropy of probabilities, `-label * log(p) - (1 - label) * log(1 - p)`, averaged.

    Mirrors `tf.compat.v1.losses.log_loss`. For what a model gives before the sigmoid, `sigmoid_cross_entropy` is more exact.

    Arguments:
        labels: a tensor of zeros and ones, or of probabilities, of any numeric dtype.
        predictions: a tensor of the same shape: probabilities. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        epsilon: what is added to arguments of logarithms, so that zero does not give infinity; 1e-7 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.BinaryCrossentropy`.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, weights that cannot be broadcast, or another reduction.

    Example:
        >>> round(float(tf.compat.v1.losses.log_loss([1.0, 0.0], [0.5, 0.5])), 4)
        0.6931
    """
    with name_scope(scope, "log_loss", (predictions, labels, weights)) as scoped:
        labels, predictions = labels_and_predictions(labels, predictions)
        of_ones = -tf.multiply(labels, tf.math.log(predictions + epsilon))
        losses = of_ones - tf.multiply(1 - labels, tf.math.log(1 - predictions + epsilon))
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.sigmoid_cross_entropy"])
def sigmoid_cross_entropy(
    multi_class_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: FloatLike = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross-entropy of classes that do not exclude each other, from logits. Mirrors `tf.compat.v1.losses.sigmoid_cross_entropy`.

    Arguments:
        multi_class_labels: a tensor [batch, classes] of zeros and ones; it is cast to the dtype of `logits`.
        logits: a float tensor of the same shape: what a model gives before the sigmoid.
        weights: a scalar, or a tensor of rank 2 whose sizes equal those of `logits` or are 1; 1.0 by default.
        label_smoothing: 0 to 1: how far labels are moved towards 1/2; 0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A scalar of the dtype of `logits`; with Reduction.NONE a tensor of its shape.

    Raises:
        ValueError: shapes that differ, weights that cannot be broadcast, or another reduction.

    Example:
        >>> loss = tf.compat.v1.losses.sigmoid_cross_entropy([[1, 0]], [[0.0, 3.0]], reduction="none")
        >>> loss.numpy().round(3).tolist()
        [[0.6930000185966492, 3.0490000247955322]]
        >>> round(float(tf.compat.v1.losses.sigmoid_cross_entropy([[1, 0]], [[0.0, 3.0]], label_smoothing=0.5)), 3)
        1.496
    """
    with name_scope(scope, "sigmoid_cross_entropy_loss", (logits, multi_class_labels, weights)) as scoped:
        logits = convert_to_tensor(logits)
        labels = tf.cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.softmax_cross_entropy"])
def softmax_cross_entropy(
    onehot_labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    label_smoothing: FloatLike = 0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross-entropy of classes that exclude each other, from logits and one-hot labels.

    Mirrors `tf.compat.v1.losses.softmax_cross_entropy`.

    Arguments:
        onehot_labels: a tensor [batch, classes] whose rows sum to one; it is cast to the dtype of `logits`. No gradient goes to it.
        logits: a float tensor of the same shape: what a model gives before the softmax.
        weights: a scalar, or a tensor [batch]: one weight for each example; 1.0 by default.
        label_smoothing: 0 to 1: how far labels are moved towards `1 / classes`; 0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the examples whose weight is not zero.

    Returns:
        A scalar of the dtype of `logits`; with Reduction.NONE a tensor [batch]. For labels that are numbers of classes:
        `sparse_softmax_cross_entropy`. In TensorFlow 2: `tf.keras.losses.CategoricalCrossentropy(from_logits=True)`.

    Raises:
        ValueError: shapes that differ, weights that cannot be broadcast, or another reduction.

    Example:
        >>> logits = tf.constant([[0.0, 0.0], [0.0, 2.0]])
        >>> round(float(tf.compat.v1.losses.softmax_cross_entropy([[1, 0], [0, 1]], logits)), 4)
        0.41
        >>> tf.compat.v1.losses.softmax_cross_entropy([[1, 0], [0, 1]], logits, weights=[1.0, 0.0], reduction="none").shape
        TensorShape([2])
    """
    with name_scope(scope, "softmax_cross_entropy_loss", (logits, onehot_labels, weights)) as scoped:
        logits = convert_to_tensor(logits)
        labels = tf.cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = tf.cast(tf.shape(labels)[-1], logits.dtype)
            rest = label_smoothing / classes
            labels = labels * (1.0 - label_smoothing) + rest
        # TensorFlow 1's loss sends no gradient to the labels, unlike the function it calls.
        labels = tf.stop_gradient(labels, name="labels_stop_gradient")
        losses = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.sparse_softmax_cross_entropy"])
def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The cross-entropy of logits, with labels that are numbers of classes. Mirrors `tf.compat.v1.losses.sparse_softmax_cross_entropy`.

    Arguments:
        labels: an integer tensor [batch, ...] with values from 0 to classes - 1. One more axis of length 1 at its end is dropped.
        logits: a float tensor [batch, ..., classes]: what a model gives before the softmax.
        weights: a scalar, or a tensor that broadcasts to the shape of `labels`; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the examples whose weight is not zero.

    Returns:
        A scalar of the dtype of `logits`; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2:
        `tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)`.

    Raises:
        ValueError: ranks that do not fit, weights that cannot be broadcast, or another reduction.
        InvalidArgumentError: a label that is no class, on the processor.

    Example:
        >>> logits = tf.constant([[0.0, 0.0], [0.0, 2.0]])
        >>> round(float(tf.compat.v1.losses.sparse_softmax_cross_entropy([0, 1], logits)), 4)
        0.41
        >>> round(float(tf.compat.v1.losses.sparse_softmax_cross_entropy([[0], [1]], logits, weights=[0.0, 1.0])), 4)
        0.1269
    """
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", (logits, labels, weights)) as scoped:
        labels, logits = of_same_rank(convert_to_tensor(labels), convert_to_tensor(logits), 1)
        weights = without_last_axis(array_ops.convert_to_tensor(weights), labels)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)
