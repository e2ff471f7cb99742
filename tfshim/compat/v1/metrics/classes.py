"""`tf.compat.v1.metrics` of classes: counts of right and wrong, precision and recall, and means over classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.debugging import assert_rank_in, assert_type
from tfshim.compat.v1.metrics.state import graph_metric, ratio, same_shape, state_variable, together
from tfshim.compat.v1.variables.assigning import scatter_add
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.debugging.counted_pairs import counted_pairs
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike


# ---------------------------------------------------------------------- counts of right and wrong
_CONFUSION = {"tp": "true_positives", "fp": "false_positives", "fn": "false_negatives", "tn": "true_negatives"}


def _as_bools(labels, predictions, weights):
    predictions, labels = tf.cast(predictions, dtypes.bool), tf.cast(labels, dtypes.bool)
    return same_shape(labels, predictions, weights)


def _confusion(which, labels, predictions, weights):
    """How many of the bools are what `which` says, as value and update."""
    right, said = tf.equal(labels, which in ("tp", "fn")), tf.equal(predictions, which[1] == "p")
    found = tf.logical_and(right, said)
    assert_type(found, dtypes.bool)
    total = state_variable([], dtypes.float32, "count")
    hits = tf.cast(found, dtypes.float32)
    if weights is not None:
        with tf.control_dependencies([assert_rank_in(weights, (0, tf.rank(hits)))]):
            hits = tf.multiply(hits, tf.cast(weights, dtypes.float32))
    value = tf.identity(together(total))
    return value, total.assign_add(tf.reduce_sum(hits))


def _within(which, *args):
    with variable_scope(None, _CONFUSION[which]):
        return _confusion(which, *args)


_COUNT = """How many {what} there are, each counted with its weight. Mirrors `tf.compat.v1.metrics.{name}`.

The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

Arguments:
    labels: what is right, a tensor of any shape that is cast to bool.
    predictions: a tensor of the same shape that is cast to bool: for probabilities take `predictions > 0.5`.
    weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
    metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
    name: of the variable scope, "{name}" by default.

Returns:
    A pair of float32 scalars: the sum of the weights over all batches so far, and the operation that adds a batch and gives the sum
    after it.

Raises:
    ValueError: shapes that do not agree.
    RuntimeError: eager execution, for which there is `tf.keras.metrics.{keras}`.

Example:
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.{name}(labels=[1, 0, 1, 0], predictions=[1, 1, 0, 1])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update), session.run(update))
    {shown}
"""


def _one(which, what, shown):
    def metric(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
        return _confusion(which, *_as_bools(labels, predictions, weights))

    public = _CONFUSION[which]
    metric.__name__ = metric.__qualname__ = public
    keras = "".join(word.capitalize() for word in public.split("_"))
    metric.__doc__ = _COUNT.format(what=what, name=public, keras=keras, shown=shown)
    return graph_metric(metric)


def _share(hits, misses, name):
    """Hits among hits and misses, 0 without any."""
    any_there = tf.greater(hits + misses, 0)
    return where(any_there, tf.divide(hits, hits + misses), 0, name=name)


true_positives = _one("tp", "positive labels that were predicted positive", "1.0 2.0")
false_positives = _one("fp", "negative labels that were predicted positive", "2.0 4.0")
true_negatives = _one("tn", "negative labels that were predicted negative", "0.0 0.0")
false_negatives = _one("fn", "positive labels that were predicted negative", "1.0 2.0")


@tf_export(v1=["metrics.precision"])
@graph_metric
def precision(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Of what was predicted to be positive, the share that is: true positives over all predicted positives.

    Mirrors `tf.compat.v1.metrics.precision`. It is zero where nothing was predicted positive. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a tensor of the same shape that is cast to bool: for probabilities take `predictions > 0.5`.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "precision" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.Precision`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.precision(labels=[1, 0, 1, 0], predictions=[1, 1, 0, 1])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.3333
    """
    given = _as_bools(labels, predictions, weights)
    tp, fp = _within("tp", *given), _within("fp", *given)
    return _share(tp[0], fp[0], "value"), _share(tp[1], fp[1], "update_op")


@tf_export(v1=["metrics.recall"])
@graph_metric(called="recall is not supported")
def recall(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Of what is positive, the share that was predicted to be: true positives over all positive labels.

    Mirrors `tf.compat.v1.metrics.recall`. It is zero where no label is positive. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: what is right, a tensor of any shape that is cast to bool.
        predictions: a tensor of the same shape that is cast to bool: for probabilities take `predictions > 0.5`.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "recall" by default.

    Returns:
        A pair of float32 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.Recall`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.recall(labels=[1, 0, 1, 0], predictions=[1, 1, 0, 1])
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.5
    """
    given = _as_bools(labels, predictions, weights)
    tp, fn = _within("tp", *given), _within("fn", *given)
    return _share(tp[0], fn[0], "value"), _share(tp[1], fn[1], "update_op")


# ---------------------------------------------------------------------- by class
def _flat(x):
    return x if x is None or x.shape.rank == 1 else tf.reshape(x, [-1])


def _matrix(labels, predictions, num_classes, weights):
    total = state_variable([num_classes, num_classes], dtypes.float64, "total_confusion_matrix")
    predictions, labels = tf.cast(predictions, dtypes.int64), tf.cast(labels, dtypes.int64)
    num_classes = tf.cast(num_classes, dtypes.int64)
    predictions.shape.assert_is_compatible_with(labels.shape)
    predictions, labels = _flat(predictions), _flat(labels)
    weights = None if weights is None else _flat(tf.convert_to_tensor(weights))
    return total, total.assign_add(shown_parts.recorded(_pairs, labels, predictions, weights, num_classes))


def _pairs(labels, predictions, weights, num_classes):
    if not one_by_one.wanted():
        return tf.math.confusion_matrix(labels, predictions, num_classes, weights, dtypes.float64)
    with tf.name_scope("confusion_matrix"):
        return counted_pairs(labels, predictions, weights, num_classes, dtypes.float64)


@tf_export(v1=["metrics.mean_iou"])
@graph_metric
def mean_iou(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: IntLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean over classes of intersection over union, as for the segmentation of images. Mirrors `tf.compat.v1.metrics.mean_iou`.

    For each class that is true positives over true positives, false positives and false negatives; classes that occur neither as
    labels nor as predictions are left out. The state is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin
    and to begin again.

    Arguments:
        labels, predictions: integer tensors of one number of elements with values from 0 to num_classes - 1.
        num_classes: how many classes there are.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean_iou" by default.

    Returns:
        A pair: the value over all batches so far, a float32 scalar, and the operation that adds a batch and gives the confusion matrix
        after it, float64 [num_classes, num_classes].

    Raises:
        ValueError: shapes that do not agree.
        InvalidArgumentError: when run, a number that is no class.
        RuntimeError: eager execution, for which there is `tf.keras.metrics.MeanIoU`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     value, update = tf.compat.v1.metrics.mean_iou(tf.constant([0, 0, 1, 1]), tf.constant([0, 1, 1, 1]), num_classes=2)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(session.run(update).tolist())
        ...     print(round(float(session.run(value)), 4))
        [[1.0, 1.0], [0.0, 2.0]]
        0.5833
    """
    total, update = _matrix(labels, predictions, num_classes, weights)
    counts = together(total)
    rows, columns = (tf.cast(tf.reduce_sum(counts, axis), dtypes.float32) for axis in (0, 1))
    hits = tf.cast(tf.linalg.tensor_diag_part(counts), dtypes.float32)
    union = rows + columns - hits
    # The mean is over classes that occur, as labels or as predictions.
    present = tf.reduce_sum(tf.cast(tf.not_equal(union, 0), dtypes.float32))
    union = where(tf.greater(union, 0), union, ones_of_shape(union))
    scores = tf.truediv(hits, union)
    value = where(tf.greater(present, 0), tf.reduce_sum(scores, name="mean_iou") / present, 0)
    return value, tf.convert_to_tensor(update)


@tf_export(v1=["metrics.mean_per_class_accuracy"])
@graph_metric(scope="mean_accuracy")
def mean_per_class_accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: IntLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean over classes of the share that was predicted right. Mirrors `tf.compat.v1.metrics.mean_per_class_accuracy`.

    Small classes count as much as large ones. A class without labels counts with an accuracy of zero. The state is in local
    variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels, predictions: integer tensors of one number of elements with values from 0 to num_classes - 1.
        num_classes: how many classes there are.
        weights: a tensor that broadcasts to the shape of `labels`; None (default): all count once. Zero leaves an element out.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope, "mean_accuracy" by default.

    Returns:
        A pair: the value over all batches so far, a float32 scalar, and the operation that adds a batch and gives the accuracies of the
        classes after it, float32 [num_classes].

    Raises:
        ValueError: shapes that do not agree.
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     labels = tf.constant([0, 0, 0, 1])
        ...     value, update = tf.compat.v1.metrics.mean_per_class_accuracy(labels, tf.constant([0, 0, 1, 1]), num_classes=2)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print([round(float(v), 4) for v in session.run(update)])
        ...     print(round(float(session.run(value)), 4))
        [0.6667, 1.0]
        0.8333
    """
    total, count = state_variable([num_classes], dtypes.float32, "total"), state_variable([num_classes], dtypes.float32, "count")
    labels, predictions = tf.cast(labels, dtypes.int64), tf.cast(predictions, dtypes.int64)
    predictions.shape.assert_is_compatible_with(labels.shape)
    labels, predictions = _flat(labels), _flat(predictions)
    each = tf.ones([tf.size(labels)], dtypes.float32)
    hits = tf.cast(tf.equal(predictions, labels), dtypes.float32)
    if weights is not None:
        weights = tf.cast(_flat(tf.convert_to_tensor(weights)), dtypes.float32)
        hits, each = hits * weights, each * weights
    seen, added = scatter_add(total, labels, each), scatter_add(count, labels, hits)
    # Unlike in `mean_iou`, a class that has no labels counts, as 0.
    value = tf.reduce_mean(ratio(together(count), together(total)), name="mean_accuracy")
    return value, ratio(added, seen, "update_op")


tf_export(v1=["metrics.false_negatives"])(false_negatives)
tf_export(v1=["metrics.false_positives"])(false_positives)
tf_export(v1=["metrics.true_negatives"])(true_negatives)
tf_export(v1=["metrics.true_positives"])(true_positives)
