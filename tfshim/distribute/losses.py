"""Losses of a step that runs in several replicas: what `tf.nn` has for the sum over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.identities import identity
from tfshim.array_ops.shapes import expand_dims, shape, squeeze
from tfshim.control_flow import control_dependencies
from tfshim.debugging.ranks import assert_rank_at_least
from tfshim.distribute.current import get_strategy, has_strategy, in_cross_replica_context
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math.arithmetic import multiply
from tfshim.math.division import divide_no_nan, truediv
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _replicas(function):
    """In how many replicas the step under way runs. Raises RuntimeError where no replica is running."""
    if has_strategy() and in_cross_replica_context():
        raise RuntimeError(f"You are calling `{function}` in cross replica context, while it was expected to be called in replica context.")
    return get_strategy().num_replicas_in_sync


def _batch_size(size):
    """`size` as a scalar integer tensor, checked."""
    size = convert_to_tensor(size)
    if size.shape.rank != 0:
        raise ValueError(f"global_batch_size must be scalar..  Expected scalar shape, saw shape: {size.shape}.")
    if not size.dtype.is_integer:
        raise TypeError(f'global_batch_size must be an integer..  Expected "x" to be integer type.  Found: tensor of dtype {size.dtype}')
    if type(size) is EagerTensor and int(size) < 0:
        raise invalid(
            f"global_batch_size must be non-negative..  \nCondition x >= 0 did not hold element-wise:\n"
            f"x (shape=() dtype={size.dtype.name}) = \n{int(size)}"
        )
    return size


@tf_export("nn.compute_average_loss")
def compute_average_loss(
    per_example_loss: TensorLike, sample_weight: TensorLike | None = None, global_batch_size: int | None = None
) -> Tensor:
    """The sum of the losses of examples, divided by the size of the global batch. Mirrors `tf.nn.compute_average_loss`.

    Arguments:
        per_example_loss: a float tensor with a loss for each example in its first axis.
        sample_weight: weights that multiply it, broadcast from the left; None (the default) for 1.
        global_batch_size: over how many examples on all replicas to average; None takes the examples here times the
            number of replicas.

    Returns:
        A scalar. The sum of it over the replicas of a `tf.distribute.Strategy` is the mean loss, so gradients can be
        summed.

    Raises:
        ValueError: the loss is a scalar, or the size is no integer scalar.
        TypeError: the size is not of an integer dtype.
        RuntimeError: it is called outside of replicas.

    Example:
        >>> tf.nn.compute_average_loss(tf.constant([1.0, 2.0, 3.0]), global_batch_size=12)
        <tf.Tensor: shape=(), dtype=float32, numpy=0.5>
        >>> tf.nn.compute_average_loss(tf.constant([1.0, 2.0, 3.0]), sample_weight=[1.0, 0.0, 1.0])
        <tf.Tensor: shape=(), dtype=float32, numpy=1.3333334>
    """
    loss = convert_to_tensor(per_example_loss)
    if loss.shape.rank == 0:
        raise ValueError(
            "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1. "
            f"Received per_example_loss={per_example_loss} with rank {loss.shape.rank}"
        )
    kind = loss.dtype
    if loss.shape.rank is None:
        text = "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1."
        with control_dependencies([assert_rank_at_least(loss, 1, message=text)]):
            loss = identity(loss)
    if sample_weight is not None:
        # TensorFlow weighs in float32, whatever the dtype of the losses.
        weights = cast(convert_to_tensor(sample_weight), dt.float32)
        loss = multiply(cast(loss, dt.float32), _weights_like(weights, loss))
    loss = cast(loss, kind)
    if global_batch_size is None:
        size = multiply(shape(loss)[0], _replicas("compute_average_loss"))
    else:
        size = _batch_size(global_batch_size)
    return divide_no_nan(reduce_sum(loss), cast(size, kind))


def _weights_like(weights, loss):
    """`weights` with axes added or dropped at the end until it broadcasts against `loss` from the left."""
    rank, wanted = weights.shape.rank, loss.shape.rank
    if rank is None or wanted is None or rank in (0, wanted):
        return weights
    if rank == wanted + 1:
        return squeeze(weights, [-1])
    while rank < wanted:
        weights, rank = expand_dims(weights, -1), rank + 1
    return weights


@tf_export("nn.scale_regularization_loss")
def scale_regularization_loss(regularization_loss: TensorLike) -> Tensor:
    """Regularization losses, summed and divided by the number of replicas. Mirrors `tf.nn.scale_regularization_loss`.

    Arguments:
        regularization_loss: a float tensor, or a list of scalars such as `model.losses`.

    Returns:
        A scalar. Each replica of a `tf.distribute.Strategy` adds it to its loss, so that in the sum of all it counts
        once.

    Raises:
        RuntimeError: it is called outside of replicas, where the number of them is not known.

    Without a strategy there is one replica, and it is the sum. Losses of examples are averaged by
    `tf.nn.compute_average_loss`.

    Example:
        >>> tf.nn.scale_regularization_loss(tf.constant([0.5, 0.25]))
        <tf.Tensor: shape=(), dtype=float32, numpy=0.75>
    """
    replicas = _replicas("scale_regularization_loss")
    loss = convert_to_tensor(regularization_loss)
    return truediv(reduce_sum(loss), cast(convert_to_tensor(replicas), loss.dtype))
