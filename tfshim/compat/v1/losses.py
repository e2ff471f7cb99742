"""`tf.compat.v1.losses`: losses that weigh, reduce and collect themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import one_of
from tfshim.compat.v1._weighted_losses import BY_NONZERO_WEIGHTS, add_loss, compute_weighted_loss, num_present, within_examples
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.graphs.graphs import GraphKeys, name_scope
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._ranks import of_same_rank, without_last_axis
from tfshim.keras._weights import assert_broadcastable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals())


def _pair(labels, predictions, called="predictions"):
    if labels is None:
        raise ValueError("Argument `labels` must not be None.")
    if predictions is None:
        raise ValueError(f"Argument `{called}` must not be None.")
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
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The mean of the absolute differences between predictions and labels: a loss of regression.

    Mirrors `tf.compat.v1.losses.absolute_difference`.

    Arguments:
        labels: what is right, a tensor of any shape and numeric dtype.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.MeanAbsoluteError`.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, weights that cannot be broadcast, or another reduction.

    Example:
        >>> tf.compat.v1.losses.absolute_difference([1.0, 2.0], [1.5, 5.0]).numpy()
        1.75
        >>> tf.compat.v1.losses.absolute_difference([1.0, 2.0], [1.5, 5.0], weights=[2.0, 0.0]).numpy()
        1.0
    """
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
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """The mean of the squared differences between predictions and labels: a loss of regression.

    Mirrors `tf.compat.v1.losses.mean_squared_error`.

    Arguments:
        labels: what is right, a tensor of any shape and numeric dtype.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.MeanSquaredError`.

    Raises:
        ValueError: shapes that differ ([batch] and [batch, 1] do), labels or predictions of None, weights that cannot be broadcast,
            or another reduction.

    Example:
        >>> tf.compat.v1.losses.mean_squared_error([[0.0], [0.0]], [[1.0], [3.0]]).numpy()
        5.0
        >>> tf.compat.v1.losses.mean_squared_error([[0.0], [0.0]], [[1.0], [3.0]], weights=[[1.0], [0.0]]).numpy()
        1.0
    """
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
    """How far differences within an example are from what they should be. Mirrors `tf.compat.v1.losses.mean_pairwise_squared_error`.

    For each example it is the mean, over all ordered pairs of elements i and j, of `((p[i] - p[j]) - (l[i] - l[j])) ** 2`, where `p`
    are its predictions and `l` its labels; the means of the examples are summed. Predictions that are all off by one amount therefore
    cost nothing. Executing eagerly with a scalar weight, the divisors are those of one example with the elements of the whole batch,
    as in TensorFlow.

    Arguments:
        labels: a tensor [batch, ...] of numbers.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor [batch, 1, ...] of the rank of `labels`; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.

    Returns:
        A float32 scalar.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, or weights that cannot be broadcast.

    Example:
        >>> tf.compat.v1.losses.mean_pairwise_squared_error([[0.0, 1.0]], [[5.0, 6.0]]).numpy()
        0.0
        >>> tf.compat.v1.losses.mean_pairwise_squared_error([[0.0, 1.0]], [[0.0, 3.0]]).numpy()
        4.0
    """
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
        axes = tf.range(1, tf.rank(diffs)) if one_by_one.wanted() else within_examples(diffs)
        squares = tf.reduce_sum(tf.square(diffs), axes, keepdims=True)
        count = num_present(diffs, weights, per_batch=True)
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
    reduction: str = BY_NONZERO_WEIGHTS,
    dim: int | None = None,
) -> Tensor:
    """One minus the product of labels and predictions, which have length one along `axis`.

    Mirrors `tf.compat.v1.losses.cosine_distance`. Neither is normalized here: call `tf.math.l2_normalize(x, axis)` first, or the
    result is no cosine.

    Arguments:
        labels: a tensor of numbers.
        predictions: a tensor of the same shape. Both are cast to float32.
        axis: the axis of the vectors, which stays with length 1 in what is weighted; `dim` is an older name for it.
        weights: a scalar, or a tensor that broadcasts to the shape with length 1 at `axis`; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar. `tf.keras.losses.CosineSimilarity` of TensorFlow 2 normalizes, and gives the negative cosine without the one.

    Raises:
        ValueError: neither `axis` nor `dim`, or both; shapes that differ; another reduction.

    Example:
        >>> labels, predictions = [[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]
        >>> tf.compat.v1.losses.cosine_distance(labels, predictions, axis=1).numpy()
        0.5
        >>> tf.compat.v1.losses.cosine_distance(labels, predictions, axis=1, reduction="none").numpy().tolist()
        [[0.0], [1.0]]
    """
    axis = one_of("axis", axis, "dim", dim)
    if axis is None:
        raise ValueError("You must specify argument `axis`.")
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
        labels, logits = _pair(labels, logits, "logits")
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
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Squares for small differences, straight lines for large ones: regression for data with outliers.

    Mirrors `tf.compat.v1.losses.huber_loss`. Half the square where the difference is at most `delta`, else `delta * abs(difference) -
    delta ** 2 / 2`.

    Arguments:
        labels: a tensor of any shape and numeric dtype.
        predictions: a tensor of the same shape. Both are cast to float32.
        weights: a scalar, or a tensor of the rank of `labels` whose sizes equal those of `labels` or are 1; 1.0 by default.
        delta: where the line begins, a float; 1.0 by default.
        scope: a name for the operations.
        loss_collection: where the loss is added, GraphKeys.LOSSES by default; None: nowhere.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A float32 scalar; with Reduction.NONE a tensor of the shape of `labels`. In TensorFlow 2: `tf.keras.losses.Huber`.

    Raises:
        ValueError: shapes that differ, labels or predictions of None, weights that cannot be broadcast, or another reduction.

    Example:
        >>> tf.compat.v1.losses.huber_loss([0.0, 0.0], [0.5, 10.0], delta=1.0, reduction="none").numpy().tolist()
        [0.125, 9.5]
    """
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
