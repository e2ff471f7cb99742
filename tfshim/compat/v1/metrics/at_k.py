"""The part of `tf.compat.v1.metrics` that looks at the k greatest predictions of each row."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.metrics.state import graph_metric, state_variable, together
from tfshim.engine.graphs.references import is_by_reference
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import as_dtype
from tfshim.keras._weights import assert_broadcastable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


def _at_k_name(what, k, class_id=None):
    return f"{what}_at_{'k' if k is None else k}" + ("" if class_id is None else f"_class{class_id}")


def _at_k(function):
    """A metric whose default name contains `k` and the class; its value has the name of its scope."""

    def in_scope(function, name, given):
        what = function.__name__.removeprefix("sparse_").rpartition("_at_")[0]
        with tf.compat.v1.name_scope(name, _at_k_name(what, given["k"], given.get("class_id"))) as scope:
            return function(**given, scope=scope)

    # The names that TensorFlow's two older ones had.
    older = function.__name__ in ("precision_at_k", "average_precision_at_k")
    public = graph_metric(function, in_scope, called=f"sparse_{function.__name__}" if older else None)
    shown = inspect.signature(function)
    public.__signature__ = shown.replace(parameters=[p for p in shown.parameters.values() if p.name != "scope"])
    return public


def _label_sets(labels, predictions):
    """`labels` as int64 with one more dimension where there is one label for each row of `predictions`."""
    if isinstance(labels, (tf.SparseTensor, tf.compat.v1.SparseTensorValue)):
        labels = tf.SparseTensor(labels.indices, tf.cast(labels.values, dtypes.int64), labels.dense_shape)
        if labels.shape.rank is not None and labels.shape.rank == predictions.shape.rank - 1:
            labels = tf.sparse.reshape(labels, tf.concat([labels.dense_shape, [1]], 0))
        return labels
    labels = tf.cast(labels, dtypes.int64)
    one_each = labels.shape.rank is not None and labels.shape.rank == (predictions.shape.rank or 0) - 1
    return tf.expand_dims(labels, -1) if one_each else labels


def _of_class(ids, class_id):
    """The set of those of `ids`, row by row, that are `class_id`."""
    if class_id is None:
        return ids
    if isinstance(ids, tf.SparseTensor):
        return tf.sparse.retain(ids, tf.equal(ids.values, class_id))
    # Rows may keep different numbers of ids: an intersection gives a sparse set.
    rows = tf.concat([tf.shape(ids)[:-1], [1]], 0)
    return tf.sets.intersection(tf.fill(rows, tf.constant(class_id, dtypes.int64)), ids)


def _total(name, public, found, weights):
    """(value, update) of the weighted sum of how many are in the set that `found()` gives, in float64."""
    with tf.compat.v1.name_scope(name) as scope:
        with tf.name_scope(public):
            counts = tf.cast(tf.sets.size(found()), dtypes.float64)
            if weights is not None:
                with tf.control_dependencies([assert_broadcastable(weights, counts)]):
                    counts = tf.multiply(counts, tf.cast(weights, dtypes.float64))
        added = tf.reduce_sum(counts)
        total = state_variable([], dtypes.float64, scope)
        return together(total), total.assign_add(added, name="update" if is_by_reference(total) else None)


def _hit_rate(labels, predictions_idx, k, class_id, weights, scope, missed, aminusb):
    """True positives over those and what is in one set only: in the predictions with `aminusb`, else in the labels."""
    predicted = tf.cast(predictions_idx, dtypes.int64)
    kind = getattr(labels, "dtype", None) or getattr(getattr(labels, "values", None), "dtype", dtypes.int64)
    if as_dtype(kind) != dtypes.int64:  # of a tensor: sets are of one dtype
        raise TypeError(f"Types don't match, {dtypes.int64!s} vs {as_dtype(kind)!s}.")
    labels = _of_class(_label_sets(labels, predicted), class_id)
    predicted = _of_class(predicted, class_id)
    names = [_at_k_name(kind, k, class_id) for kind in ("true_positive", missed)]
    hits = _total(names[0], "true_positives", lambda: tf.sets.intersection(predicted, labels), weights)
    rest = _total(names[1], f"{missed}s", lambda: tf.sets.difference(predicted, labels, aminusb), weights)
    # Not `divide_no_nan`: before anything was counted TensorFlow gives NaN here.
    return (tf.realdiv(hits[0], tf.add(hits[0], rest[0]), name=scope), tf.realdiv(hits[1], tf.add(hits[1], rest[1]), name="update"))


def _top(predictions, k):
    return tf.math.top_k(tf.convert_to_tensor(predictions), k)[1]


@tf_export(v1=["metrics.precision_at_top_k"])
@_at_k
def precision_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
    scope: str | None = None,
) -> tuple[Any, Any]:
    """The share of the predicted classes that are right ones, where the best `k` are known.

    Mirrors `tf.compat.v1.metrics.precision_at_top_k`. As `precision_at_k`, which finds them itself. The state is in local variables:
    run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: int64 [..., n]: the right classes of each row, or [...] for one; or a SparseTensor [..., n]. Numbers that are no class
            count as misses.
        predictions_idx: int64 [..., k]: the predicted classes of each row.
        k: how many there are; it only goes into the default name. None by default.
        class_id: a class, of which alone the metric is taken; None (default): all.
        weights: a tensor that broadcasts to the rows; None (default): all count once.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope; None (default): one of the metric's name, `k` and the class.

    Returns:
        A pair of float64 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     right = tf.constant([[1], [2]], tf.int64)
        ...     predicted = tf.constant([[1, 2], [0, 1]], tf.int64)
        ...     value, update = tf.compat.v1.metrics.precision_at_top_k(right, predicted)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.25
    """
    return _hit_rate(labels, predictions_idx, k, class_id, weights, scope, "false_positive", True)


@tf_export(v1=["metrics.recall_at_top_k"])
@_at_k
def recall_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
    scope: str | None = None,
) -> tuple[Any, Any]:
    """The share of the right classes that are among the predicted ones, where the best `k` are known.

    Mirrors `tf.compat.v1.metrics.recall_at_top_k`. As `recall_at_k`, which finds them itself. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: int64 [..., n]: the right classes of each row, or [...] for one; or a SparseTensor [..., n]. Numbers that are no class
            count as misses.
        predictions_idx: int64 [..., k]: the predicted classes of each row.
        k: how many there are; it only goes into the default name. None by default.
        class_id: a class, of which alone the metric is taken; None (default): all.
        weights: a tensor that broadcasts to the rows; None (default): all count once.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope; None (default): one of the metric's name, `k` and the class.

    Returns:
        A pair of float64 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     right = tf.constant([[1], [2]], tf.int64)
        ...     predicted = tf.constant([[1, 2], [0, 1]], tf.int64)
        ...     value, update = tf.compat.v1.metrics.recall_at_top_k(right, predicted)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.5
    """
    return _hit_rate(labels, predictions_idx, k, class_id, weights, scope, "false_negative", False)


@tf_export(v1=["metrics.precision_at_k", "metrics.sparse_precision_at_k"])
@_at_k
def precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
    scope: str | None = None,
) -> tuple[Any, Any]:
    """The share of the `k` best predicted classes that are right ones. Mirrors `tf.compat.v1.metrics.precision_at_k`.

    Over all rows; a row with fewer right classes than `k` cannot reach one. The state is in local variables: run
    `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: int64 [..., n]: the right classes of each row, or [...] for one; or a SparseTensor [..., n]. Numbers that are no class
            count as misses.
        predictions: float [..., classes]: scores of the classes.
        k: how many of the best are looked at.
        class_id: a class, of which alone the metric is taken; None (default): all.
        weights: a tensor that broadcasts to the rows; None (default): all count once.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope; None (default): one of the metric's name, `k` and the class.

    Returns:
        A pair of float64 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     right = tf.constant([[1], [2]], tf.int64)
        ...     value, update = tf.compat.v1.metrics.precision_at_k(right, [[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]], k=2)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.25
    """
    return _hit_rate(labels, _top(predictions, k), k, class_id, weights, scope, "false_positive", True)


@tf_export(v1=["metrics.recall_at_k"])
@_at_k
def recall_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
    scope: str | None = None,
) -> tuple[Any, Any]:
    """The share of the right classes that are among the `k` best predicted ones. Mirrors `tf.compat.v1.metrics.recall_at_k`.

    With one right class in each row this is the accuracy of the best `k`, `tf.keras.metrics.SparseTopKCategoricalAccuracy`. The state
    is in local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: int64 [..., n]: the right classes of each row, or [...] for one; or a SparseTensor [..., n]. Numbers that are no class
            count as misses.
        predictions: float [..., classes]: scores of the classes.
        k: how many of the best are looked at.
        class_id: a class, of which alone the metric is taken; None (default): all.
        weights: a tensor that broadcasts to the rows; None (default): all count once.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope; None (default): one of the metric's name, `k` and the class.

    Returns:
        A pair of float64 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     right = tf.constant([[1], [2]], tf.int64)
        ...     value, update = tf.compat.v1.metrics.recall_at_k(right, [[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]], k=2)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.5
    """
    return _hit_rate(labels, _top(predictions, k), k, class_id, weights, scope, "false_negative", False)


@tf_export(v1=["metrics.average_precision_at_k", "metrics.sparse_average_precision_at_k"])
@_at_k
def average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
    scope: str | None = None,
) -> tuple[Any, Any]:
    """The mean over rows of the average precision of rankings: right classes count more the earlier they come.

    Mirrors `tf.compat.v1.metrics.average_precision_at_k`. For a row that is the sum, over those of the best 1 to `k` places that hold
    a right class, of the precision up to there, divided by the lesser of `k` and the number of its right classes. The state is in
    local variables: run `tf.compat.v1.local_variables_initializer()` to begin and to begin again.

    Arguments:
        labels: int64 [..., n]: the right classes of each row, or [...] for one; or a SparseTensor [..., n]. Numbers that are no class
            count as misses.
        predictions: float [..., classes]: scores of the classes.
        k: how many of the best are ranked.
        weights: a tensor that broadcasts to the rows; None (default): all count once.
        metrics_collections, updates_collections: collections to which value and update are added; None (default): none.
        name: of the variable scope; None (default): one of the metric's name, `k` and the class.

    Returns:
        A pair of float64 scalars: the value over all batches so far, and the operation that adds a batch and gives the value after it.

    Raises:
        ValueError: `k` below one.
        RuntimeError: eager execution.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     right = tf.constant([[1], [1]], tf.int64)
        ...     value, update = tf.compat.v1.metrics.average_precision_at_k(right, [[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]], k=2)
        ...     session.run(tf.compat.v1.local_variables_initializer())
        ...     print(round(float(session.run(update)), 4))
        0.75
    """
    if k < 1:
        raise ValueError(f"Invalid k={k}. `k` should be >= 1.")
    predicted = tf.cast(_top(predictions, k), dtypes.int64)
    given = labels if isinstance(labels, (tf.SparseTensor, tf.compat.v1.SparseTensorValue)) else tf.convert_to_tensor(labels)
    labels = _label_sets(labels, predicted)
    each = tf.unstack(predicted, axis=-1)
    hits = [tf.sets.size(tf.sets.intersection(tf.expand_dims(p, -1), labels)) for p in each]
    relevant = tf.cast(tf.stack(hits, -1), dtypes.float64)
    precise = tf.cumsum(relevant, -1) / tf.cumsum(tf.ones_like(relevant), -1)
    if isinstance(labels, tf.SparseTensor):
        possible = tf.sets.size(labels)
    else:
        # Of a dense matrix those that are classes are counted, each as often as it stands there.
        classes = tf.shape(predictions, out_type=dtypes.int64)[-1]
        there = tf.greater_equal(given, tf.constant(0, dtypes.int64))  # TensorFlow takes no int32 here
        possible = tf.math.count_nonzero(tf.logical_and(tf.reshape(there, tf.shape(labels)), labels < classes), -1, dtype=dtypes.int32)
    # Among `k` predictions no more than `k` labels can be found.
    average = tf.reduce_sum(precise * relevant, -1) / tf.cast(tf.minimum(possible, k), dtypes.float64)
    if weights is None:
        count = tf.cast(tf.size(average), dtypes.float64)
    else:
        weights = tf.cast(weights, dtypes.float64) * tf.ones_like(average)
        average, count = average * weights, tf.reduce_sum(weights)
    # In TensorFlow's graph an operation of this scope is called Max, so that the variable's name, which checkpoints hold, is numbered.
    most, total = state_variable([], dtypes.float64, "max_1"), state_variable([], dtypes.float64, "total")
    seen = most.assign_add(count)
    added = total.assign_add(tf.reduce_sum(average))
    return tf.math.divide_no_nan(together(total), together(most), name="mean"), tf.math.divide_no_nan(added, seen, name=scope)
