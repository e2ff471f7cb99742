"""Sums and other reductions of `tf.keras.backend`, and running sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.keras.backend.settings import floatx

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


def _numbers(x):
    """`x`, with booleans as numbers."""
    return array_ops.cast(x, floatx()) if x.dtype.base_dtype.is_bool else x


@tf_export("keras.backend.max")
def max(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The greatest element along an axis, or of all.

    Mirrors `tf.keras.backend.max`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.max(tf.constant([[1.0, 5.0], [3.0, 4.0]]), axis=0).numpy().tolist()
        [3.0, 5.0]
    """
    return math.reduce_max(x, axis, keepdims)


@tf_export("keras.backend.min")
def min(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The least element along an axis, or of all.

    Mirrors `tf.keras.backend.min`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> tf.keras.backend.min(tf.constant([[1.0, 5.0], [3.0, 4.0]]), axis=0).numpy().tolist()
        [1.0, 4.0]
    """
    return math.reduce_min(x, axis, keepdims)


@tf_export("keras.backend.sum")
def sum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The sum of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.sum`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor of the dtype of `x`.

    Example:
        >>> tf.keras.backend.sum(tf.constant([[1.0, 2.0], [3.0, 4.0]]), axis=1).numpy().tolist()
        [3.0, 7.0]
    """
    return math.reduce_sum(x, axis, keepdims)


@tf_export("keras.backend.prod")
def prod(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The product of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.prod`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> float(tf.keras.backend.prod(tf.constant([2.0, 3.0, 4.0])))
        24.0
    """
    return math.reduce_prod(x, axis, keepdims)


@tf_export("keras.backend.mean")
def mean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The mean of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.mean`. Booleans count as 0 and 1.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor; `floatx()` for booleans.

    Example:
        >>> float(tf.keras.backend.mean(tf.constant([True, False, True, True])))
        0.75
    """
    return math.reduce_mean(_numbers(x), axis, keepdims)


@tf_export("keras.backend.var")
def var(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The variance of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.var`. The sum of squares is divided by the number of elements.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> float(tf.keras.backend.var(tf.constant([1.0, 5.0])))
        4.0
    """
    return math.reduce_variance(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.std")
def std(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The standard deviation of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.std`. The sum of squares is divided by the number of elements.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A tensor.

    Example:
        >>> float(tf.keras.backend.std(tf.constant([1.0, 3.0])))
        1.0
    """
    return math.reduce_std(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.any")
def any(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether any element along an axis, or any at all, is not zero.

    Mirrors `tf.keras.backend.any`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.any(tf.constant([[0, 1], [0, 0]]), axis=1).numpy().tolist()
        [True, False]
    """
    return math.reduce_any(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.all")
def all(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether no element along an axis, or none at all, is zero.

    Mirrors `tf.keras.backend.all`.

    Arguments:
        x: a tensor. axis: an axis or several; None (default): all. keepdims: whether axes stay with size 1; False.

    Returns:
        A boolean tensor.

    Example:
        >>> tf.keras.backend.all(tf.constant([[1, 1], [0, 1]]), axis=1).numpy().tolist()
        [True, False]
    """
    return math.reduce_all(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.argmax")
def argmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the greatest element along an axis.

    Mirrors `tf.keras.backend.argmax`. Of equal ones the first counts.

    Arguments:
        x: a tensor. axis: the axis; -1 by default.

    Returns:
        An int64 tensor without that axis.

    Example:
        >>> tf.keras.backend.argmax(tf.constant([[1.0, 5.0], [3.0, 2.0]])).numpy().tolist()
        [1, 0]
    """
    return math.argmax(x, axis)


@tf_export("keras.backend.argmin")
def argmin(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the least element along an axis.

    Mirrors `tf.keras.backend.argmin`. Of equal ones the first counts.

    Arguments:
        x: a tensor. axis: the axis; -1 by default.

    Returns:
        An int64 tensor without that axis.

    Example:
        >>> tf.keras.backend.argmin(tf.constant([[1.0, 5.0], [3.0, 2.0]])).numpy().tolist()
        [0, 1]
    """
    return math.argmin(x, axis)


@tf_export("keras.backend.cumsum")
def cumsum(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running sums along an axis.

    Mirrors `tf.keras.backend.cumsum`.

    Arguments:
        x: a tensor. axis: the axis; 0 by default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.cumsum(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()
        [1.0, 3.0, 6.0]
    """
    return math.cumsum(x, axis=axis)


@tf_export("keras.backend.cumprod")
def cumprod(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running products along an axis.

    Mirrors `tf.keras.backend.cumprod`.

    Arguments:
        x: a tensor. axis: the axis; 0 by default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.cumprod(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()
        [1.0, 2.0, 6.0]
    """
    return math.cumprod(x, axis=axis)
