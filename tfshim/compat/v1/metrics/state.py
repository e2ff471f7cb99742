"""What the metrics of TensorFlow 1 share: variables of their state, their ratios, and the scope that each opens."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collections
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.compat.v1.variables.variables import Variable
from tfshim.distribute import replicas
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.keras._ranks import of_rank, of_same_rank
from tfshim.keras._weights import broadcast_weights

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DTypeLike


EPSILON = 1e-7


def state_variable(shape, dtype, name):
    """A variable of a metric's state, zero at first."""
    return metric_variable(shape, dtype, name=name)


def together(variable):
    """A state, or where a strategy has several replicas its value of all of them."""
    strategy = replicas.strategy_here()
    if strategy is None:
        return variable
    with replicas.between(strategy):
        return tf.identity(variable.read_value())


def graph_metric(function=None, in_scope=None, scope=None, outside=None, of_mean=False, called=None):
    """Refuse eager execution, and open the scope of the metric: `function(*arguments)` gives (value, update).

    `scope` is its name where that is not the function's. What TensorFlow computes of both after it left the scope is `outside`. With
    `of_mean` the function gives the values and weights, outside of the scope, of which the metric is the mean. With `in_scope` that is
    called instead, as `in_scope(function, name, arguments)`. `called`: what TensorFlow calls the metric in its error.
    """
    if function is None:
        return functools.partial(graph_metric, in_scope=in_scope, scope=scope, outside=outside, of_mean=of_mean, called=called)

    @functools.wraps(function)
    def public(*args, **kwargs):
        if TS.graph is None:
            raise RuntimeError(f"tf.metrics.{called or function.__name__} is not supported when eager execution is enabled.")
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
                value, update = mean_of(*averaged) if of_mean else function(**given)
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


def spread(weights, values):
    """`weights` in the shape of `values`, as float32."""
    return broadcast_weights(tf.cast(of_rank(tf.convert_to_tensor(weights), values), dtypes.float32), values)


def ratio(total, count, name=None):
    """The quotient, 0 where the divisor is not above 0: TensorFlow's rule; negative weights can bring that about."""
    return tf.math.divide_no_nan(total, tf.maximum(count, 0), name=name)


def mean_of(values, weights=None):
    values = tf.cast(tf.convert_to_tensor(values), dtypes.float32)
    total, count = state_variable([], dtypes.float32, "total"), state_variable([], dtypes.float32, "count")
    if weights is None:
        number = tf.cast(tf.size(values), dtypes.float32)
    else:
        weights = spread(weights, values)
        values = tf.multiply(values, weights)
        number = tf.reduce_sum(weights)
    return moved_mean(total, count, values, tf.reduce_sum(values), number)


def moved_mean(total, count, values, added, number):
    """The ratio of two states, and of what they become by an update with the sums of `values` and of their weights."""
    added = total.assign_add(added)
    # As in TensorFlow, values that cannot be computed are not counted either.
    with tf.control_dependencies([values]):
        counted = count.assign_add(number)
    value = ratio(together(total), together(count), "value")
    return value, ratio(added, counted, "update_op")
