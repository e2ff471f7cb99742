"""`tf.compat.v1.metrics`: metrics as pairs (value, update operation) whose state are local variables of the graph."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collections
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.compat.v1.variables.variables import Variable
from tfshim.distribute import replicas
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


def graph_metric(function=None, in_scope=None, scope=None, outside=None):
    """Refuse eager execution, and open the scope of the metric: `function(*arguments)` gives (value, update).

    `scope` is its name where that is not the function's. What TensorFlow computes of both after it left the scope is `outside`. With
    `in_scope` that is called instead, as `in_scope(function, name, arguments)`.
    """
    if function is None:
        return functools.partial(graph_metric, in_scope=in_scope, scope=scope, outside=outside)

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
            with variable_scope(name, scope or function.__name__):
                value, update = function(**given)
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


def _ratio(total, count, name):
    # TensorFlow's rule: 0 where the divisor is not above 0; negative weights can bring that about.
    return tf.math.divide_no_nan(total, tf.maximum(count, tf.zeros_like(count)), name=name)


def _mean(values, weights=None):
    total, count = state_variable([], dtypes.float32, "total"), state_variable([], dtypes.float32, "count")
    values = tf.cast(tf.convert_to_tensor(values), dtypes.float32)
    if weights is None:
        number = tf.cast(tf.size(values), dtypes.float32)
    else:
        weights = _spread(weights, values)
        number, values = tf.reduce_sum(weights), values * weights
    added = total.assign_add(tf.reduce_sum(values))
    # As in TensorFlow, values that cannot be computed are not counted either.
    with tf.control_dependencies([values]):
        counted = count.assign_add(number)
    return _ratio(together(total), together(count), "value"), _ratio(
        tf.convert_to_tensor(added), tf.convert_to_tensor(counted), "update_op"
    )


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
    number = tf.ones_like(values)
    if weights is not None:
        weights = _spread(weights, values)
        values, number = values * weights, number * weights
    added = total.assign_add(values)
    with tf.control_dependencies([values]):
        counted = count.assign_add(number)
    return _ratio(together(total), together(count), "value"), _ratio(
        tf.convert_to_tensor(added), tf.convert_to_tensor(counted), "update_op"
    )


@tf_export(v1=["metrics.accuracy"])
@graph_metric
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
    return _mean(tf.cast(tf.equal(tf.cast(predictions, labels.dtype), labels), dtypes.float32), weights)


def _errors(labels, predictions, weights):
    labels, predictions, weights = same_shape(labels, predictions, weights)
    predictions = tf.cast(predictions, dtypes.float32)
    return tf.cast(labels, dtypes.float32), predictions, weights


@tf_export(v1=["metrics.mean_absolute_error"])
@graph_metric
def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean absolute error. Mirrors `tf.compat.v1.metrics.mean_absolute_error`."""
    labels, predictions, weights = _errors(labels, predictions, weights)
    return _mean(tf.abs(predictions - labels), weights)


@tf_export(v1=["metrics.mean_squared_error"])
@graph_metric
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean squared error. Mirrors `tf.compat.v1.metrics.mean_squared_error`."""
    labels, predictions, weights = _errors(labels, predictions, weights)
    return _mean(tf.math.squared_difference(labels, predictions), weights)


@tf_export(v1=["metrics.root_mean_squared_error"])
@graph_metric(outside=lambda squared: tf.sqrt(squared))
def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The root of the mean squared error. Mirrors `tf.compat.v1.metrics.root_mean_squared_error`."""
    labels, predictions, weights = _errors(labels, predictions, weights)
    return _mean(tf.math.squared_difference(labels, predictions), weights)


@tf_export(v1=["metrics.mean_relative_error"])
@graph_metric
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
    labels, predictions, weights = _errors(labels, predictions, weights)
    return _mean(tf.math.divide_no_nan(tf.abs(labels - predictions), tf.cast(normalizer, dtypes.float32)), weights)


@tf_export(v1=["metrics.mean_cosine_distance"])
@graph_metric(outside=lambda similarity: tf.subtract(1.0, similarity))
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
    labels, predictions, weights = _errors(labels, predictions, weights)
    return _mean(tf.reduce_sum(predictions * labels, axis=[dim], keepdims=True), weights)


@tf_export(v1=["metrics.percentage_below"])
@graph_metric(scope="percentage_below_threshold")
def percentage_below(
    values: TensorLike,
    threshold: FloatLike,
    weights: TensorLike | None = None,
    metrics_collections: Sequence[str] | None = None,
    updates_collections: Sequence[str] | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The weighted share of the values below `threshold`. Mirrors `tf.compat.v1.metrics.percentage_below`."""
    return _mean(tf.cast(tf.less(values, threshold), dtypes.float32), weights)


# ---------------------------------------------------------------------- counts of right and wrong
def _counted(name, condition, weights):
    total = state_variable([], dtypes.float32, name)
    hits = tf.cast(condition, dtypes.float32)
    if weights is not None:
        hits = tf.multiply(hits, tf.cast(weights, dtypes.float32))
    return together(total), tf.convert_to_tensor(total.assign_add(tf.reduce_sum(hits)))


def _confusion(which, labels, predictions, weights):
    labels, predictions, weights = same_shape(labels, predictions, weights)
    labels, predictions = tf.cast(labels, dtypes.bool), tf.cast(predictions, dtypes.bool)
    positive = {
        "tp": (labels, predictions),
        "fp": (tf.logical_not(labels), predictions),
        "fn": (labels, tf.logical_not(predictions)),
        "tn": (tf.logical_not(labels), tf.logical_not(predictions)),
    }[which]
    names = {"tp": "true_positives", "fp": "false_positives", "fn": "false_negatives", "tn": "true_negatives"}
    with variable_scope(None, names[which]):
        return _counted("count", tf.logical_and(*positive), weights)


def _one(which, public):
    def metric(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
        labels, predictions, weights = same_shape(labels, predictions, weights)
        labels, predictions = tf.cast(labels, dtypes.bool), tf.cast(predictions, dtypes.bool)
        right = labels if which[1] == ("p" if which[0] == "t" else "n") else tf.logical_not(labels)
        said = predictions if which[1] == "p" else tf.logical_not(predictions)
        return _counted("count", tf.logical_and(right, said), weights)

    metric.__name__ = metric.__qualname__ = public
    metric.__doc__ = f"The sum of the weights of {public.replace('_', ' ')}. Mirrors `tf.compat.v1.metrics.{public}`."
    return graph_metric(metric)


true_positives, false_positives = _one("tp", "true_positives"), _one("fp", "false_positives")
true_negatives, false_negatives = _one("tn", "true_negatives"), _one("fn", "false_negatives")


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
    tp, tp_update = _confusion("tp", labels, predictions, weights)
    fp, fp_update = _confusion("fp", labels, predictions, weights)
    value = tf.math.divide_no_nan(tp, tp + fp, name="value")
    return value, tf.math.divide_no_nan(tp_update, tp_update + fp_update, name="update_op")


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
    tp, tp_update = _confusion("tp", labels, predictions, weights)
    fn, fn_update = _confusion("fn", labels, predictions, weights)
    value = tf.math.divide_no_nan(tp, tp + fn, name="value")
    return value, tf.math.divide_no_nan(tp_update, tp_update + fn_update, name="update_op")


# ---------------------------------------------------------------------- by class
def _matrix(labels, predictions, num_classes, weights):
    total = state_variable([num_classes, num_classes], dtypes.float64, "total_confusion_matrix")
    flat = [tf.reshape(tf.cast(x, dtypes.int64), [-1]) for x in (labels, predictions)]
    weights = None if weights is None else tf.reshape(tf.cast(weights, dtypes.float64), [-1])
    counts = tf.math.confusion_matrix(*flat, num_classes, weights, dtypes.float64)
    return total, total.assign_add(counts)


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
    counts = tf.cast(together(total), dtypes.float32)
    rows, columns = tf.reduce_sum(counts, 0), tf.reduce_sum(counts, 1)
    hits = tf.linalg.diag_part(counts)
    union = rows + columns - hits
    # The mean is over classes that occur, as labels or as predictions.
    present = tf.reduce_sum(tf.cast(tf.not_equal(union, 0), dtypes.float32))
    scores = tf.math.divide_no_nan(hits, union)
    return tf.math.divide_no_nan(tf.reduce_sum(scores), present, name="mean_iou"), tf.convert_to_tensor(update)


@tf_export(v1=["metrics.mean_per_class_accuracy"])
@graph_metric
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
    labels = tf.reshape(tf.cast(labels, dtypes.int64), [-1])
    predictions = tf.reshape(tf.cast(predictions, dtypes.int64), [-1])
    scale = tf.ones(tf.shape(labels)) if weights is None else tf.reshape(tf.cast(weights, dtypes.float32), [-1])
    total, count = state_variable([num_classes], dtypes.float32, "total"), state_variable([num_classes], dtypes.float32, "count")
    hits = tf.cast(tf.equal(labels, predictions), dtypes.float32)
    added = count.assign_add(tf.math.unsorted_segment_sum(hits * scale, labels, num_classes))
    seen = total.assign_add(tf.math.unsorted_segment_sum(scale, labels, num_classes))
    # Unlike in `mean_iou`, a class that has no labels counts, as 0.
    value = tf.reduce_mean(tf.math.divide_no_nan(together(count), together(total)))
    return value, tf.math.divide_no_nan(tf.convert_to_tensor(added), tf.convert_to_tensor(seen))


tf_export(v1=["metrics.false_negatives"])(false_negatives)
tf_export(v1=["metrics.false_positives"])(false_positives)
tf_export(v1=["metrics.true_negatives"])(true_negatives)
tf_export(v1=["metrics.true_positives"])(true_positives)
