"""Normalizing batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, nn
from tfshim._export import tf_export
from tfshim.keras.backend.values import ndim

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("keras.backend.batch_normalization")
def batch_normalization(
    x: TensorLike, mean: FloatLike, var: Any, beta: FloatLike, gamma: FloatLike, axis: Axis = -1, epsilon: FloatLike = 1e-3
) -> AnyTensor:
    """`gamma * (x - mean) / sqrt(var + epsilon) + beta`.

    Mirrors `tf.keras.backend.batch_normalization`.

    It computes `(x - mean) / sqrt(var + epsilon) * gamma + beta` with the statistics that it is given, as a layer does outside of
    training.

    Arguments:
        x: a tensor.
        mean, var, beta, gamma: vectors along `axis`, or what broadcasts; the last two may be None.
        axis: the axis of the channels, where the vectors lie; -1 by default.
        epsilon: what is added to the variance, against a division by 0; 0.001 by default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> args = [tf.constant([v]) for v in (1.0, 4.0, 0.5, 2.0)]
        >>> tf.keras.backend.batch_normalization(tf.constant([[3.0]]), *args, epsilon=0.0).numpy().tolist()
        [[2.5]]
    """
    rank = ndim(x)
    at = axis % rank
    if at != rank - 1:
        shape = [-1 if i == at else 1 for i in range(rank)]
        mean, var, beta, gamma = (array_ops.reshape(v, shape) if v is not None and ndim(v) == 1 else v for v in (mean, var, beta, gamma))
    return nn.batch_normalization(x, mean, var, beta, gamma, epsilon)


@tf_export("keras.backend.normalize_batch_in_training")
def normalize_batch_in_training(
    x: TensorLike, gamma: FloatLike, beta: FloatLike, reduction_axes: Sequence[int], epsilon: FloatLike = 1e-3
) -> tuple[Tensor, ...]:
    """A tensor normalized by its own mean and variance along some axes.

    Mirrors `tf.keras.backend.normalize_batch_in_training`.

    Mean and variance are those of the batch, over the axes of `reduction_axes`; they come back beside the result, for moving averages.

    Arguments:
        x: a tensor.
        gamma, beta: what it is multiplied by and what is added, or None.
        reduction_axes: a list of axes.
        epsilon: what is added to the variance, against a division by 0; 0.001 by default.

    Returns:
        (the tensor, the mean, the variance).

    Example:
        >>> y, mean, var = tf.keras.backend.normalize_batch_in_training(tf.constant([[1.0], [3.0]]), None, None, [0])
        >>> mean.numpy().tolist(), var.numpy().tolist()
        ([2.0], [1.0])
    """
    axes = sorted(a % ndim(x) for a in reduction_axes)
    mean, variance = nn.moments(x, axes)
    if axes == list(range(ndim(x)))[:-1]:
        return nn.batch_normalization(x, mean, variance, beta, gamma, epsilon), mean, variance
    sizes = array_ops.shape(x)
    shape = array_ops.stack([1 if i in axes else sizes[i] for i in range(ndim(x))])
    wide = [None if v is None else array_ops.reshape(v, shape) for v in (mean, variance, beta, gamma)]
    return nn.batch_normalization(x, *wide, epsilon), mean, variance
