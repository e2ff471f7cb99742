"""`tf.compat.v1.losses`: losses that weigh, reduce and collect themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import one_of
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collection, get_collection, name_scope
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._ranks import of_same_rank, without_last_axis
from tfshim.keras._weights import assert_broadcastable, broadcast_weights

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["losses.Reduction"])
class Reduction:
    """The ways to reduce weighted losses. Mirrors `tf.compat.v1.losses.Reduction`."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, cls.SUM_OVER_NONZERO_WEIGHTS, cls.SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def validate(cls, key: str) -> None:
        """Raise ValueError unless `key` is one of them."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


_DEFAULT = Reduction.SUM_BY_NONZERO_WEIGHTS


@tf_export(v1=["losses.add_loss"])
def add_loss(loss: TensorLike, loss_collection: str | None = GraphKeys.LOSSES) -> None:
    """Add a loss to a collection, unless executing eagerly. Mirrors `tf.compat.v1.losses.add_loss`."""
    # Eager code has no collections; TensorFlow keeps nothing there either.
    if loss_collection and TS.graph is not None:
        add_to_collection(loss_collection, loss)


@tf_export(v1=["losses.get_losses"])
def get_losses(scope: str | None = None, loss_collection: str = GraphKeys.LOSSES) -> list[Tensor]:
    """The losses of a collection. Mirrors `tf.compat.v1.losses.get_losses`."""
    return get_collection(loss_collection, scope)


@tf_export(v1=["losses.get_regularization_losses"])
def get_regularization_losses(scope: str | None = None) -> list[Tensor]:
    """The penalties of regularizers. Mirrors the function of that name."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


@tf_export(v1=["losses.get_regularization_loss"])
def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """The sum of the penalties, zero without any. Mirrors the function of that name."""
    found = get_regularization_losses(scope)
    return tf.add_n(found, name=name) if found else tf.constant(0.0)


@tf_export(v1=["losses.get_total_loss"])
def get_total_loss(add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None) -> Tensor:
    """The sum of all losses, with the penalties of regularizers if asked. Mirrors `tf.compat.v1.losses.get_total_loss`."""
    found = get_losses(scope)
    if add_regularization_losses:
        found = found + get_regularization_losses(scope)
    return tf.add_n(found, name=name)


def _safe_mean(total, count):
    if one_by_one.wanted():
        total = tf.reduce_sum(total)  # of what may not have been summed, in TensorFlow
    return tf.math.divide_no_nan(total, tf.cast(count, total.dtype), name="value")


def _num_present(losses, weights, per_batch=False):
    """How many of the losses have a weight other than zero."""
    axes = _within_examples(losses) if per_batch else None
    if not one_by_one.wanted():
        # Weights may be fewer than the losses and are broadcast; each loss counts, not each weight.
        present = tf.cast(tf.not_equal(weights, tf.cast(0, weights.dtype)), dtypes.float32) * tf.ones_like(losses, dtype=dtypes.float32)
        return tf.reduce_sum(present, axis=axes, keepdims=per_batch)
    with name_scope(None, "num_present", (losses, weights)) as scope:
        weights = tf.cast(weights, dtypes.float32)
        present = where(tf.equal(weights, 0.0), tf.zeros_like(weights), ones_of_shape(weights))
        present = broadcast_weights(present, losses)
        if per_batch:
            axes = tf.range(1, tf.rank(present))
        return tf.reduce_sum(present, axis=axes, keepdims=per_batch, name=scope)


def _within_examples(x):
    """The axes of `x` after the first."""
    return tf.range(1, tf.rank(x)) if x.shape.rank is None else list(range(1, x.shape.rank))


@tf_export(v1=["losses.compute_weighted_loss"])
def compute_weighted_loss(
    losses: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """`losses * weights`, reduced and added to a collection.

    `weights` are a scalar or broadcast to `losses`. `reduction`: none, the sum, the sum over the sum of weights (`MEAN`), over
    the number of losses or over that of weights that are not zero. Mirrors `tf.compat.v1.losses.compute_weighted_loss`.
    """
    Reduction.validate(reduction)
    if TS.graph is not None:
        TS.graph._last_loss_reduction = reduction
    with name_scope(scope, "weighted_loss", (losses, weights)):
        loss = shown_parts.recorded(_weighted, convert_to_tensor(losses), weights, reduction)
        add_loss(loss, loss_collection)
        return loss


def _weighted(losses, weights, reduction):
    """`losses * weights`, reduced."""
    given = losses.dtype
    with tf.control_dependencies([assert_broadcastable(weights, losses)]):
        # Sums over a batch in 16 bits would lose what is small.
        losses = tf.cast(losses, dtypes.float32) if not losses.dtype.is_floating or given.size < 4 else losses
        weights = tf.cast(weights, losses.dtype)
        loss = tf.multiply(losses, weights)
        if reduction != Reduction.NONE:
            total = tf.reduce_sum(loss)
            if reduction == Reduction.MEAN:
                loss = _safe_mean(total, tf.reduce_sum(ones_of_shape(losses) * weights))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                with name_scope(None, "num_elements", (losses,)) as scope:
                    count = tf.cast(tf.size(losses, name=scope or None), losses.dtype)
                loss = _safe_mean(total, count)
            elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
                loss = _safe_mean(total, _num_present(losses, weights))
            else:
                loss = total
        return tf.cast(loss, given) if given.is_floating else loss


def _pair(labels, predictions):
    if labels is None:
        raise ValueError("labels must not be None.")
    if predictions is None:
        raise ValueError("predictions must not be None.")
    predictions = tf.cast(predictions, dtypes.float32)
    labels = tf.cast(labels, dtypes.float32)
    if not labels.shape.is_compatible_with(predictions.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible")
    return labels, predictions


@tf_export(v1=["losses.absolute_difference"])
def absolute_difference(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The absolute difference. Mirrors `tf.compat.v1.losses.absolute_difference`."""
    with name_scope(scope, "absolute_difference", (predictions, labels, weights)) as scoped:
        labels, predictions = _pair(labels, predictions)
        return compute_weighted_loss(tf.abs(tf.subtract(predictions, labels)), weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.mean_squared_error"])
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The squared difference. Mirrors `tf.compat.v1.losses.mean_squared_error`."""
    with name_scope(scope, "mean_squared_error", (predictions, labels, weights)) as scoped:
        labels, predictions = _pair(labels, predictions)
        return compute_weighted_loss(tf.math.squared_difference(predictions, labels), weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.mean_pairwise_squared_error"])
def mean_pairwise_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
) -> Tensor:
    """The squared difference of differences between all pairs in a row. Mirrors the function of that name."""
    with name_scope(scope, "mean_pairwise_squared_error", (predictions, labels, weights)):
        labels, predictions = _pair(labels, predictions)
        weights = tf.cast(weights, dtypes.float32)
        loss = shown_parts.recorded(_of_pairs, labels, predictions, weights)
        add_loss(loss, loss_collection)
        return loss


def _of_pairs(labels, predictions, weights):
    with tf.control_dependencies([assert_broadcastable(weights, labels)]):
        # From the sum and the sum of squares: forming all pairs would take memory in the square of their number.
        diffs = tf.subtract(predictions, labels)
        axes = tf.range(1, tf.rank(diffs)) if one_by_one.wanted() else _within_examples(diffs)
        squares = tf.reduce_sum(tf.square(diffs), axes, keepdims=True)
        count = _num_present(diffs, weights, per_batch=True)
        first = 2.0 * tf.math.divide_no_nan(squares, tf.maximum(count - 1, 0), name="value")
        total = tf.reduce_sum(diffs, axes, keepdims=True)
        second = 2.0 * tf.math.divide_no_nan(tf.square(total), tf.maximum(tf.multiply(count, count - 1), 0), name="value")
        loss = tf.reduce_sum(tf.multiply(first - second, weights))
        return where(tf.reduce_sum(count) > 0, loss, tf.zeros_like(loss), name="value")


@tf_export(v1=["losses.cosine_distance"])
def cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    axis: int | None = None,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
    dim: int | None = None,
) -> Tensor:
    """One minus the product of unit vectors along `axis`. Mirrors `tf.compat.v1.losses.cosine_distance`."""
    axis = one_of("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with name_scope(scope, "cosine_distance_loss", (predictions, labels, weights)) as scoped:
        labels, predictions = _pair(labels, predictions)
        losses = 1 - tf.reduce_sum(tf.multiply(predictions, labels), axis=(axis,), keepdims=True)
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.hinge_loss"])
def hinge_loss(
    labels: TensorLike,
    logits: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The hinge loss of labels 0 and 1. Mirrors `tf.compat.v1.losses.hinge_loss`."""
    with name_scope(scope, "hinge_loss", (logits, labels, weights)) as scoped:
        labels, logits = _pair(labels, logits)
        # Labels are 0 and 1, but the formula takes -1 and 1.
        ones = ones_of_shape(labels)
        labels = tf.subtract(2 * labels, ones)
        losses = tf.nn.relu(tf.subtract(ones, tf.multiply(labels, logits)))
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.huber_loss"])
def huber_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    delta: FloatLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """Half the square up to `delta`, linear beyond. Mirrors `tf.compat.v1.losses.huber_loss`."""
    with name_scope(scope, "huber_loss", (predictions, labels, weights)) as scoped:
        labels, predictions = _pair(labels, predictions)
        error = tf.abs(tf.subtract(predictions, labels))
        near = tf.minimum(error, delta)
        far = tf.subtract(error, near)
        half = tf.convert_to_tensor(0.5, near.dtype)
        losses = tf.add(tf.multiply(half, tf.multiply(near, near)), tf.multiply(delta, far))
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)


@tf_export(v1=["losses.log_loss"])
def log_loss(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike = 1.0,
    epsilon: FloatLike = 1e-7,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = _DEFAULT,
) -> Tensor:
    """The cross-entropy of probabilities. Mirrors `tf.compat.v1.losses.log_loss`."""
    with name_scope(scope, "log_loss", (predictions, labels, weights)) as scoped:
        labels, predictions = _pair(labels, predictions)
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
    reduction: str = _DEFAULT,
) -> Tensor:
    """The cross-entropy of logits of independent classes. Mirrors `tf.compat.v1.losses.sigmoid_cross_entropy`."""
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
    reduction: str = _DEFAULT,
) -> Tensor:
    """The cross-entropy of logits of exclusive classes, labels one-hot. Mirrors `tf.compat.v1.losses.softmax_cross_entropy`."""
    with name_scope(scope, "softmax_cross_entropy_loss", (logits, onehot_labels, weights)) as scoped:
        logits = convert_to_tensor(logits)
        labels = tf.cast(onehot_labels, logits.dtype)
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
    reduction: str = _DEFAULT,
) -> Tensor:
    """The cross-entropy of logits of exclusive classes, labels numbered. Mirrors the function of that name."""
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", (logits, labels, weights)) as scoped:
        labels, logits = of_same_rank(convert_to_tensor(labels), convert_to_tensor(logits), 1)
        weights = without_last_axis(convert_to_tensor(weights), labels)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scoped, loss_collection, reduction)
