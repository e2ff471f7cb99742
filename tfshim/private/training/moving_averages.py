"""What `tensorflow.python.training.moving_averages` has beside the public class: averages of a variable of the caller's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.distribute.current import get_replica_context, has_strategy

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike

v1 = tf.compat.v1


@tf_export("__internal__.train.assign_moving_average", v1=[])
def assign_moving_average(variable: Any, value: TensorLike, decay: FloatLike, zero_debias: bool = True, name: str | None = None) -> Any:
    """Set `variable` to `variable * decay + value * (1 - decay)`; the variable, or in a graph the operation's result.

    `zero_debias`: the variable began as zero, for which the average is corrected; two variables beside it hold the average that is
    not and the number of updates. Replicas update it together, with the mean of their values. Mirrors
    `tf.__internal__.train.assign_moving_average`.
    """
    with tf.name_scope(name or "AssignMovingAvg"):
        share = tf.cast(tf.convert_to_tensor(1.0 - decay, name="decay"), variable.dtype)

        def update(v, value):
            return _debiased(v, value, share) if zero_debias else v.assign_sub((v - value) * share)

        context = get_replica_context() if has_strategy() else None
        if context is None:
            return update(variable, value)

        def merged(strategy, v, value):
            mean = strategy.extended.reduce_to(tf.distribute.ReduceOp.MEAN, value, v)
            return strategy.extended.update(v, update, (mean,))

        return context.merge_call(merged, args=(variable, value))


def _debiased(variable, value, share):
    with v1.variable_scope(variable.name.rpartition(":")[0] or variable.name):
        with tf.init_scope():
            zeros = v1.zeros_initializer()
        biased = v1.get_variable(_unused("biased"), variable.shape, variable.dtype, zeros, trainable=False)
        steps = v1.get_variable(_unused("local_step"), [], variable.dtype, zeros, trainable=False)
    average = biased.assign_sub((biased - value) * share)
    count = steps.assign_add(1)
    return variable.assign(average / (1 - tf.pow(1.0 - share, count)))


def _unused(name):
    """`name`, with a number where the variable scope has one of that name already, unless it shares its variables."""
    scope = v1.get_variable_scope()
    if scope.reuse:
        return name
    known = {v.op.name for v in scope.global_variables()}
    found, number = name, 0
    while f"{scope.name}/{found}" in known:
        number += 1
        found = f"{name}_{number}"
    return found


@tf_private("tensorflow.python.training.moving_averages.weighted_moving_average")
def weighted_moving_average(
    value: Any, decay: FloatLike, weight: Any, truediv: bool = True, collections: list[str] | None = None, name: str | None = None
) -> Any:
    """The average of `value * weight` divided by that of `weight`, each kept in a variable that begins as zero.

    `truediv`: divide as floats. `collections`: those of the graph that the two variables belong to.
    """
    if collections is None:
        collections = [v1.GraphKeys.GLOBAL_VARIABLES]
    made = {"trainable": False, "collections": collections, "initializer": v1.zeros_initializer()}
    with v1.variable_scope(name, "WeightedMovingAvg", [value, weight, decay]):
        total = v1.get_variable("value_x_weight", value.shape, value.dtype, **made)
        weights = v1.get_variable("weight", weight.shape, weight.dtype, **made)
        above = assign_moving_average(total, value * weight, decay, zero_debias=False)
        below = assign_moving_average(weights, weight, decay, zero_debias=False)
        return tf.truediv(above, below) if truediv else tf.divide(above, below)
