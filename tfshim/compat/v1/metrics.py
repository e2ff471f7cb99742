"""`tf.compat.v1.metrics`: metrics as pairs (value, update operation) whose state are local variables of the graph."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.array_ops.ones_of_shape import ones_of_shape
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.debugging import assert_rank_in, assert_type
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collections
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.compat.v1.variables.variables import Variable, scatter_add
from tfshim.debugging.counted_pairs import counted_pairs
from tfshim.distribute import replicas
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.keras._ranks import of_rank, of_same_rank
from tfshim.keras._weights import broadcast_weights

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike

__all__, __getattr__, __dir__ = exported(globals())

EPSILON = 1e-7


def state_variable(shape, dtype, name):
    """A variable of a metric's state, zero at first."""
    return metric_variable(shape, dtype, name=name)


def together(variable):
    """The value of a state, of all replicas where a strategy has several."""
    strategy = replicas.strategy_here()
    if strategy is None:
        return variable.value()
    with replicas.between(strategy):
        return tf.identity(variable.read_value())


def graph_metric(function=None, in_scope=None, scope=None, outside=None, of_mean=False):
    """Refuse eager execution, and open the scope of the metric: `function(*arguments)` gives (value, update).

    `scope` is its name where that is not the function's. What TensorFlow computes of both after it left the scope is `outside`. With
    `of_mean` the function gives the values and weights, outside of the scope, of which the metric is the mean. With `in_scope` that is
    called instead, as `in_scope(function, name, arguments)`.
    """
    if function is None:
        return functools.partial(graph_metric, in_scope=in_scope, scope=scope, outside=outside, of_mean=of_mean)

    @functools.wraps(function)
    def public(*args, **kwargs):
        if TS.graph is None:
            raise RuntimeError(f"tf.metrics.{function.__name__} is not supported when eager execution is enabled.")
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        name = given.pop("name", None)
        into, updates = given.pop("metrics_collections", None), given.pop("updates_collections", None)
        if in_scope is not None:
            del given["scope"]
            value, update = in_scope(function, name, given)
        else:
            averaged = function(**given) if of_mean else ()
            with variable_scope(name, scope or function.__name__):
                value, update = _mean(*averaged) if of_mean else function(**given)
            if outside is not None:
                # One after the other, as their names are numbered.
                value, update = outside(value), outside(update)
        if into:
            add_to_collections(into, value)
        if updates:
            add_to_collections(updates, update)
        return value, update

    return public


@tf_private("tensorflow.python.ops.metrics_impl.metric_variable")
def metric_variable(shape: SizesLike, dtype: DTypeLike, validate_shape: bool = True, name: str | None = None) -> Any:
    """A variable of a metric's state, zero at first, in the collections of local variables and of metrics' variables.

    `validate_shape`: whether the variable keeps its shape.
    """
    return Variable(
        lambda: tf.zeros(shape, dtype),
        trainable=False,
        name=name,
        dtype=dtype,
        validate_shape=validate_shape,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        synchronization=tf.VariableSynchronization.ON_READ,
        aggregation=tf.VariableAggregation.SUM,
    )


def same_shape(labels, predictions, weights=None):
    predictions, labels = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
    labels, predictions = of_same_rank(labels, predictions)
    if not predictions.shape.is_compatible_with(labels.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible")
    return labels, predictions, weights if weights is None else of_rank(tf.convert_to_tensor(weights), predictions)


def _spread(weights, values):
    """`weights` in the shape of `values`, as float32."""
    return broadcast_weights(tf.cast(of_rank(tf.convert_to_tensor(weights), values), dtypes.float32), values)


def ratio(total, count, name=None):
    """The quotient, 0 where the divisor is not above 0: TensorFlow's rule; negative weights can bring that about."""
    return tf.math.divide_no_nan(total, tf.maximum(count, 0), name=name)


def _mean(values, weights=None):
    values = tf.cast(tf.convert_to_tensor(values), dtypes.float32)
    total, count = state_variable([], dtypes.float32, "total"), state_variable([], dtypes.float32, "count")
    if weights is None:
        number = tf.cast(tf.size(values), dtypes.float32)
    else:
        weights = _spread(weights, values)
        values = tf.multiply(values, weights)
        number = tf.reduce_sum(weights)
    return _moved_mean(total, count, values, tf.reduce_sum(values), number)


def _moved_mean(total, count, values, added, number):
    """The ratio of two states, and of what they become by an update with the sums of `values` and of their weights."""
    added = total.assign_add(added)
    # As in TensorFlow, values that cannot be computed are not counted either.
    with tf.control_dependencies([values]):
        counted = count.assign_add(number)
    value = ratio(together(total), together(count), "value")
    return value, ratio(tf.convert_to_tensor(added), tf.convert_to_tensor(counted), "update_op")


@tf_export(v1=["metrics.mean"])
@graph_metric
def mean(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted mean of all values, float32; an update adds those of one run.

    `weights` are multiplied with the values after broadcasting to their shape. Mirrors `tf.compat.v1.metrics.mean`.
    """
    return _mean(values, weights)


@tf_export(v1=["metrics.mean_tensor"])
@graph_metric(scope="mean")
def mean_tensor(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted mean, element by element. Mirrors `tf.compat.v1.metrics.mean_tensor`."""
    values = tf.cast(tf.convert_to_tensor(values), dtypes.float32)
    total = state_variable(values.shape.as_list(), dtypes.float32, "total_tensor")
    count = state_variable(values.shape.as_list(), dtypes.float32, "count_tensor")
    number = ones_of_shape(values)
    if weights is not None:
        weights = _spread(weights, values)
        values, number = tf.multiply(values, weights), tf.multiply(number, weights)
    return _moved_mean(total, count, values, values, number)


@tf_export(v1=["metrics.accuracy"])
@graph_metric(of_mean=True)
def accuracy(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted share of `predictions` that equal `labels`, float32.

    Their shapes have to agree, but for a last dimension of one. Mirrors `tf.compat.v1.metrics.accuracy`; raises ValueError for others.
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.cast(tf.equal(tf.cast(predictions, labels.dtype), labels), dtypes.float32), weights


@tf_export(v1=["metrics.mean_absolute_error"])
@graph_metric(of_mean=True)
def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean absolute error. Mirrors `tf.compat.v1.metrics.mean_absolute_error`."""
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.abs(predictions - labels), weights


@tf_export(v1=["metrics.mean_squared_error"])
@graph_metric(of_mean=True)
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean squared error. Mirrors `tf.compat.v1.metrics.mean_squared_error`."""
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.math.squared_difference(labels, predictions), weights


@tf_export(v1=["metrics.root_mean_squared_error"])
@graph_metric(outside=lambda squared: tf.sqrt(squared), of_mean=True)
def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The root of the mean squared error. Mirrors `tf.compat.v1.metrics.root_mean_squared_error`."""
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.math.squared_difference(labels, predictions), weights


@tf_export(v1=["metrics.mean_relative_error"])
@graph_metric(of_mean=True)
def mean_relative_error(
    labels: TensorLike,
    predictions: TensorLike,
    normalizer: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean absolute error over `normalizer`, zero where that is. Mirrors `tf.compat.v1.metrics.mean_relative_error`."""
    labels, predictions, weights = same_shape(labels, predictions, weights)
    normalizer = of_rank(tf.convert_to_tensor(normalizer), predictions)
    undefined = tf.equal(normalizer, 0.0)
    return where(undefined, tf.zeros_like(labels), tf.truediv(tf.abs(labels - predictions), normalizer)), weights


@tf_export(v1=["metrics.mean_cosine_distance"])
@graph_metric(outside=lambda similarity: tf.subtract(1.0, similarity), of_mean=True)
def mean_cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    dim: int,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """One minus the weighted mean of the dot products along `dim`, where both arguments have to be of norm one.

    Mirrors `tf.compat.v1.metrics.mean_cosine_distance`.
    """
    labels, predictions, weights = same_shape(labels, predictions, weights)
    return tf.reduce_sum(tf.multiply(predictions, labels), axis=[dim], keepdims=True), weights


@tf_export(v1=["metrics.percentage_below"])
@graph_metric(scope="percentage_below_threshold", of_mean=True)
def percentage_below(
    values: TensorLike,
    threshold: FloatLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted share of the values below `threshold`. Mirrors `tf.compat.v1.metrics.percentage_below`."""
    return tf.cast(tf.less(values, threshold), dtypes.float32), weights


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
    return value, tf.convert_to_tensor(total.assign_add(tf.reduce_sum(hits)))


def _within(which, *args):
    with variable_scope(None, _CONFUSION[which]):
        return _confusion(which, *args)


def _one(which):
    def metric(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
        return _confusion(which, *_as_bools(labels, predictions, weights))

    public = _CONFUSION[which]
    metric.__name__ = metric.__qualname__ = public
    metric.__doc__ = f"The sum of the weights of {public.replace('_', ' ')}. Mirrors `tf.compat.v1.metrics.{public}`."
    return graph_metric(metric)


def _share(hits, misses, name):
    """Hits among hits and misses, 0 without any."""
    any_there = tf.greater(hits + misses, 0)
    return where(any_there, tf.truediv(hits, hits + misses), 0, name=name)


true_positives, false_positives, true_negatives, false_negatives = map(_one, ("tp", "fp", "tn", "fn"))


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
    """True positives over all predicted positives, zero without any; both arguments are cast to bool.

    Mirrors `tf.compat.v1.metrics.precision`; raises ValueError for shapes that do not agree.
    """
    given = _as_bools(labels, predictions, weights)
    tp, fp = _within("tp", *given), _within("fp", *given)
    return _share(tp[0], fp[0], "value"), _share(tp[1], fp[1], "update_op")


@tf_export(v1=["metrics.recall"])
@graph_metric
def recall(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """True positives over all positive labels, zero without any; both arguments are cast to bool.

    Mirrors `tf.compat.v1.metrics.recall`; raises ValueError for shapes that do not agree.
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
    """The mean over classes of intersection over union; the update gives the confusion matrix. Mirrors the function of that name."""
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
    """The mean over classes of the accuracy. Mirrors `tf.compat.v1.metrics.mean_per_class_accuracy`."""
    total, count = state_variable([num_classes], dtypes.float32, "total"), state_variable([num_classes], dtypes.float32, "count")
    labels = _flat(tf.cast(labels, dtypes.int64))
    predictions = _flat(tf.cast(predictions, dtypes.int64))
    each = tf.ones([tf.size(labels)], dtypes.float32)
    hits = tf.cast(tf.equal(predictions, labels), dtypes.float32)
    if weights is not None:
        weights = tf.cast(_flat(tf.convert_to_tensor(weights)), dtypes.float32)
        hits, each = hits * weights, each * weights
    seen, added = scatter_add(total, labels, each), scatter_add(count, labels, hits)
    # Unlike in `mean_iou`, a class that has no labels counts, as 0.
    value = tf.reduce_mean(ratio(together(count), together(total)), name="mean_accuracy")
    return value, ratio(tf.convert_to_tensor(added), tf.convert_to_tensor(seen), "update_op")


tf_export(v1=["metrics.false_negatives"])(false_negatives)
tf_export(v1=["metrics.false_positives"])(false_positives)
tf_export(v1=["metrics.true_negatives"])(true_negatives)
tf_export(v1=["metrics.true_positives"])(true_positives)
