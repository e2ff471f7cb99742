"""What the losses of TensorFlow 1 share: how they are weighted, reduced and put into collections, and what sums those."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collection, get_collection, name_scope
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras._weights import assert_broadcastable, broadcast_weights

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def labels_and_predictions(labels, predictions, called="predictions"):
    if labels is None:
        raise ValueError("Argument `labels` must not be None.")
    if predictions is None:
        raise ValueError(f"Argument `{called}` must not be None.")
    predictions = tf.cast(predictions, dtypes.float32)
    labels = tf.cast(labels, dtypes.float32)
    if not labels.shape.is_compatible_with(predictions.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible")
    return labels, predictions


@tf_export(v1=["losses.Reduction"])
class Reduction:
    """How the losses of TensorFlow 1 become one number after they were multiplied by their weights.

    Mirrors `tf.compat.v1.losses.Reduction`. Not to be confused with `tf.keras.losses.Reduction`, whose names and values are others.

    Attributes:
        NONE: they stay as they are, in the shape of the losses.
        SUM: their sum.
        MEAN: their sum over the sum of the weights.
        SUM_OVER_BATCH_SIZE: their sum over the number of losses.
        SUM_BY_NONZERO_WEIGHTS (SUM_OVER_NONZERO_WEIGHTS is the same): their sum over the number of those whose weight is not zero;
            what all losses of this namespace do by default.

    Example:
        >>> kinds = tf.compat.v1.losses.Reduction
        >>> kinds.MEAN
        'weighted_mean'
        >>> for kind in (kinds.SUM, kinds.MEAN, kinds.SUM_OVER_BATCH_SIZE, kinds.SUM_BY_NONZERO_WEIGHTS):
        ...     print(float(tf.compat.v1.losses.compute_weighted_loss([1.0, 2.0, 3.0, 4.0], [2.0, 2.0, 0.0, 0.0], reduction=kind)))
        6.0
        1.5
        1.5
        3.0
    """

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All ways in which the losses of a batch are put together. Mirrors `tf.compat.v1.losses.Reduction.all`.

        They are the values of the argument `reduction` of the functions of `tf.compat.v1.losses`: each loss as it is, their sum, their mean
        by the weights, and sums over the number of elements or of weights other than zero; the last two of the list are one value.

        `validate` raises an error for any other value.

        Returns:
            A tuple of str.

        Example:
            >>> found = tf.compat.v1.losses.Reduction.all()
            >>> found[:3]
            ('none', 'weighted_sum', 'weighted_mean')
            >>> tf.compat.v1.losses.Reduction.SUM in found, "average" in found
            (True, False)
            >>> float(tf.compat.v1.losses.absolute_difference([1.0, 2.0], [2.0, 4.0], reduction=tf.compat.v1.losses.Reduction.SUM))
            3.0
        """
        return cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, cls.SUM_OVER_NONZERO_WEIGHTS, cls.SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises an error for what is no way to put losses together. Mirrors `tf.compat.v1.losses.Reduction.validate`.

        A loss function of one's own calls it with its argument before it computes anything, so that a misspelled name is told at once.

        Arguments:
            key: the value of a `reduction`.

        Raises:
            ValueError: it is none of those that `all` gives.

        Example:
            >>> tf.compat.v1.losses.Reduction.validate(tf.compat.v1.losses.Reduction.MEAN)
            >>> try:
            ...     tf.compat.v1.losses.Reduction.validate("average")
            ... except ValueError as error:
            ...     print("Invalid Reduction Key average" in str(error))
            True
            >>> tf.compat.v1.losses.Reduction.validate("weighted_sum")
        """
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


BY_NONZERO_WEIGHTS = Reduction.SUM_BY_NONZERO_WEIGHTS


@tf_export(v1=["losses.add_loss"])
def add_loss(loss: TensorLike, loss_collection: str | None = GraphKeys.LOSSES) -> None:
    """Put a loss that the program computed itself into the collection from which `get_total_loss` sums.

    Mirrors `tf.compat.v1.losses.add_loss`. The functions of this namespace do this with their own results; a loss built from other
    operations has to be added by hand, or a training step on the total leaves it out.

    Arguments:
        loss: a scalar tensor of the default graph.
        loss_collection: the collection's name, `tf.compat.v1.GraphKeys.LOSSES` by default; None adds it nowhere.

    Returns:
        None. Where the program executes eagerly nothing is kept either: there are no collections.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.ones_initializer())
        ...     tf.compat.v1.losses.add_loss(0.5 * tf.reduce_sum(w * w))
        ...     tf.compat.v1.losses.get_losses()
        [<tf.Tensor 'mul_1:0' shape=() dtype=float32>]
    """
    # Eager code has no collections; TensorFlow keeps nothing there either.
    if loss_collection and TS.graph is not None:
        add_to_collection(loss_collection, loss)


@tf_export(v1=["losses.get_losses"])
def get_losses(scope: str | None = None, loss_collection: str = GraphKeys.LOSSES) -> list[Tensor]:
    """The losses that functions of this namespace and `add_loss` have put into a collection of the default graph.

    Mirrors `tf.compat.v1.losses.get_losses`. Penalties of regularizers are not among them: see `get_regularization_losses`.

    Arguments:
        scope: a regular expression; only tensors whose names begin with a match are given. None (default): all.
        loss_collection: the collection's name, `tf.compat.v1.GraphKeys.LOSSES` by default.

    Returns:
        A new list of tensors, in the order in which they were added; empty where the program executes eagerly.

    Example:
        >>> with tf.Graph().as_default():
        ...     a = tf.compat.v1.losses.mean_squared_error([0.0], [1.0], scope="first")
        ...     b = tf.compat.v1.losses.absolute_difference([0.0], [1.0], scope="second")
        ...     print(len(tf.compat.v1.losses.get_losses()), tf.compat.v1.losses.get_losses("second"))
        2 [<tf.Tensor 'second/value:0' shape=() dtype=float32>]
    """
    return get_collection(loss_collection, scope)


@tf_export(v1=["losses.get_regularization_losses"])
def get_regularization_losses(scope: str | None = None) -> list[Tensor]:
    """The penalties that regularizers of variables gave when the variables were made.

    Mirrors `tf.compat.v1.losses.get_regularization_losses`. A variable made with a `regularizer` (by `get_variable`, by a variable
    scope that has one, or by a layer's `kernel_regularizer`) puts one tensor into the collection REGULARIZATION_LOSSES. They count in
    training only if they are added to the loss.

    Arguments:
        scope: a regular expression; only tensors whose names begin with a match are given. None (default): all.

    Returns:
        A new list of scalar tensors; empty where the program executes eagerly.

    Example:
        >>> with tf.Graph().as_default():
        ...     half = lambda w: 0.5 * tf.reduce_sum(w * w)
        ...     w = tf.compat.v1.get_variable("w", [3], initializer=tf.compat.v1.ones_initializer(), regularizer=half)
        ...     print(len(tf.compat.v1.losses.get_regularization_losses()), len(tf.compat.v1.losses.get_losses()))
        1 0
    """
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


@tf_export(v1=["losses.get_regularization_loss"])
def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """The sum of the penalties of regularizers, as one scalar tensor. Mirrors `tf.compat.v1.losses.get_regularization_loss`.

    Programs add it to the loss of the data: `loss + tf.compat.v1.losses.get_regularization_loss()`. `get_total_loss` does both at once,
    and must not be combined with it: the penalties would count twice.

    Arguments:
        scope: a regular expression; only penalties whose names begin with a match are summed. None (default): all.
        name: of the sum, "total_regularization_loss" by default.

    Returns:
        A scalar tensor of the penalties' dtype; the constant 0.0 (float32) where there are none.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     half = lambda w: 0.5 * tf.reduce_sum(w * w)
        ...     w = tf.compat.v1.get_variable("w", [3], initializer=tf.compat.v1.ones_initializer(), regularizer=half)
        ...     session.run(w.initializer)
        ...     print(session.run(tf.compat.v1.losses.get_regularization_loss()))
        1.5
    """
    found = get_regularization_losses(scope)
    return tf.add_n(found, name=name) if found else tf.constant(0.0)


@tf_export(v1=["losses.get_total_loss"])
def get_total_loss(add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None) -> Tensor:
    """The sum of all losses of the default graph and of the penalties of its regularizers: what is minimized.

    Mirrors `tf.compat.v1.losses.get_total_loss`. Losses are in the sum because the functions of this namespace, or `add_loss`, put them
    into the collection LOSSES.

    Arguments:
        add_regularization_losses: whether the penalties of regularizers are added; True by default.
        name: of the sum, "total_loss" by default.
        scope: a regular expression; only losses and penalties whose names begin with a match are summed. None (default): all.

    Returns:
        A scalar tensor.

    Raises:
        ValueError: there is nothing to sum, which is always so where the program executes eagerly.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     squares = tf.compat.v1.losses.mean_squared_error([0.0, 0.0], [1.0, 3.0])
        ...     tf.compat.v1.losses.add_loss(tf.constant(10.0))
        ...     print(session.run(tf.compat.v1.losses.get_total_loss()))
        15.0
    """
    found = get_losses(scope)
    if add_regularization_losses:
        found = found + get_regularization_losses(scope)
    return tf.add_n(found, name=name)


def _safe_mean(total, count):
    if one_by_one.wanted():
        total = tf.reduce_sum(total)  # of what may not have been summed, in TensorFlow
    return tf.math.divide_no_nan(total, tf.cast(count, total.dtype), name="value")


def num_present(losses, weights, per_batch=False):
    """How many of the losses have a weight other than zero."""
    if TS.graph is None and weights.shape.rank == 0 and bool(weights != 0):
        # Eagerly TensorFlow counts all losses here, those of other examples too.
        return tf.cast(tf.size(losses), dtypes.float32)
    axes = within_examples(losses) if per_batch else None
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


def within_examples(x):
    """The axes of `x` after the first."""
    return tf.range(1, tf.rank(x)) if x.shape.rank is None else list(range(1, x.shape.rank))


@tf_export(v1=["losses.compute_weighted_loss"])
def compute_weighted_loss(
    losses: TensorLike,
    weights: TensorLike = 1.0,
    scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = BY_NONZERO_WEIGHTS,
) -> Tensor:
    """Weights a tensor of losses, makes one number of it and puts that into the graph's losses.

    Mirrors `tf.compat.v1.losses.compute_weighted_loss`. All other losses of this namespace end in it; a loss of one's own does so to
    behave like them.

    Arguments:
        losses: a tensor [batch, ...] of numbers. Integers, float16 and bfloat16 are summed in float32.
        weights: a scalar, or a tensor of the rank of `losses` whose sizes equal those of `losses` or are 1; 1.0 by default. A
            weight of zero leaves the element out.
        scope: a name for the operations; None: "weighted_loss".
        loss_collection: the collection to which the result is added, GraphKeys.LOSSES by default; None: none.
        reduction: one of `tf.compat.v1.losses.Reduction`; by default the mean over the elements whose weight is not zero.

    Returns:
        A scalar of the dtype of `losses` (for integers the fraction is lost); with Reduction.NONE a tensor of the shape of `losses`.

    Raises:
        ValueError: weights that cannot be broadcast, or another reduction.

    Example:
        >>> tf.compat.v1.losses.compute_weighted_loss([1.0, 2.0, 30.0], weights=[1.0, 1.0, 0.0]).numpy()
        1.5
        >>> tf.compat.v1.losses.compute_weighted_loss([[1.0, 2.0], [3.0, 4.0]], [[1.0], [10.0]], reduction="none").numpy().tolist()
        [[1.0, 2.0], [30.0, 40.0]]
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
                loss = _safe_mean(total, num_present(losses, weights))
            else:
                loss = total
        return tf.cast(loss, given)
