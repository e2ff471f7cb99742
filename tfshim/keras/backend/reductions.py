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

    Without an axis it is the greatest of everything, a single number. Elements that share the maximum share the gradient. Pooling over
    all steps is `max(x, axis=1)`.

    Arguments:
        x: a tensor of a real dtype.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    Example:
        >>> tf.keras.backend.max(tf.constant([[1.0, 5.0], [3.0, 4.0]]), axis=0).numpy().tolist()
        [3.0, 5.0]
    """
    return math.reduce_max(x, axis, keepdims)


@tf_export("keras.backend.min")
def min(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The least element along an axis, or of all.

    Mirrors `tf.keras.backend.min`.

    Without an axis it is the smallest of everything, a single number. Elements that share the minimum share the gradient.

    Arguments:
        x: a tensor of a real dtype.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    It is `tf.reduce_min`; the place of it is `argmin`.

    Example:
        >>> tf.keras.backend.min(tf.constant([[1.0, 5.0], [3.0, 4.0]]), axis=0).numpy().tolist()
        [1.0, 4.0]
    """
    return math.reduce_min(x, axis, keepdims)


@tf_export("keras.backend.sum")
def sum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The sum of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.sum`.

    Without an axis it is the sum of everything, a single number. The gradient is 1 for each element. Integers stay integers and may
    overflow.

    Arguments:
        x: a tensor of numbers.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor of the dtype of `x`.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    Example:
        >>> tf.keras.backend.sum(tf.constant([[1.0, 2.0], [3.0, 4.0]]), axis=1).numpy().tolist()
        [3.0, 7.0]
        >>> tf.keras.backend.sum(tf.constant([[1, 2], [3, 4]]), axis=1, keepdims=True).numpy().tolist()
        [[3], [7]]
    """
    return math.reduce_sum(x, axis, keepdims)


@tf_export("keras.backend.prod")
def prod(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The product of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.prod`.

    Without an axis it is the product of everything, a single number. The gradient is right where elements are 0, too.

    Arguments:
        x: a tensor of numbers.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    It is `tf.reduce_prod`. Products of many probabilities vanish: add logarithms instead.

    Example:
        >>> float(tf.keras.backend.prod(tf.constant([2.0, 3.0, 4.0])))
        24.0
    """
    return math.reduce_prod(x, axis, keepdims)


@tf_export("keras.backend.mean")
def mean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The mean of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.mean`. Booleans count as 0 and 1.

    Bools are averaged as 0 and 1, which gives the share of those that are true. Without an axis it is the mean of everything. The mean of
    no elements is NaN.

    Arguments:
        x: a tensor of numbers or bools.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor; `floatx()` for booleans.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    Example:
        >>> float(tf.keras.backend.mean(tf.constant([True, False, True, True])))
        0.75
    """
    return math.reduce_mean(_numbers(x), axis, keepdims)


@tf_export("keras.backend.var")
def var(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The variance of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.var`. The sum of squares is divided by the number of elements.

    It is the mean of the squares of the distances from the mean, divided by the number of elements and not by one less.

    Arguments:
        x: a floating-point tensor, or bools.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor.

    It is `tf.math.reduce_variance`, but takes bools as numbers, and of one element it is 0.

    Example:
        >>> float(tf.keras.backend.var(tf.constant([1.0, 5.0])))
        4.0
    """
    return math.reduce_variance(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.std")
def std(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """The standard deviation of the elements along an axis, or of all.

    Mirrors `tf.keras.backend.std`. The sum of squares is divided by the number of elements.

    It is the root of `var`, in the unit of the elements: the mean distance from the mean in the sense of squares, divided by their number
    and not by one less.

    Arguments:
        x: a floating-point tensor, or bools.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A tensor.

    It is `tf.math.reduce_std`, but takes bools as numbers.

    Example:
        >>> float(tf.keras.backend.std(tf.constant([1.0, 3.0])))
        1.0
    """
    return math.reduce_std(_numbers(x), axis=axis, keepdims=keepdims)


@tf_export("keras.backend.any")
def any(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether any element along an axis, or any at all, is not zero.

    Mirrors `tf.keras.backend.any`.

    Numbers count as true unless they are 0. Over no elements it is false. The result has no gradient.

    Arguments:
        x: a tensor of bools or numbers.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    It is `tf.reduce_any` of `x` as bools.

    Example:
        >>> tf.keras.backend.any(tf.constant([[0, 1], [0, 0]]), axis=1).numpy().tolist()
        [True, False]
    """
    return math.reduce_any(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.all")
def all(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> AnyTensor:
    """Whether no element along an axis, or none at all, is zero.

    Mirrors `tf.keras.backend.all`.

    Numbers count as true unless they are 0. Over no elements it is true. The result has no gradient.

    Arguments:
        x: a tensor of bools or numbers.
        axis: an axis or a list of them; None (the default) for all.
        keepdims: True keeps them with size 1; False by default.

    Returns:
        A boolean tensor.

    Raises:
        InvalidArgumentError: an axis that the tensor does not have.

    It is `tf.reduce_all` of `x` as bools.

    Example:
        >>> tf.keras.backend.all(tf.constant([[1, 1], [0, 1]]), axis=1).numpy().tolist()
        [True, False]
    """
    return math.reduce_all(array_ops.cast(x, "bool"), axis, keepdims)


@tf_export("keras.backend.argmax")
def argmax(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the greatest element along an axis.

    Mirrors `tf.keras.backend.argmax`. Of equal ones the first counts.

    Of equal elements the first counts. The axis is gone from the shape of the result, which has no gradient. Of a batch of probabilities
    it gives the predicted classes.

    Arguments:
        x: a tensor of a real dtype.
        axis: the axis along which to look, an integer; -1 (the last) by default.

    Returns:
        An int64 tensor without that axis.

    Raises:
        InvalidArgumentError: the tensor has no such axis.

    Example:
        >>> tf.keras.backend.argmax(tf.constant([[1.0, 5.0], [3.0, 2.0]])).numpy().tolist()
        [1, 0]
        >>> tf.keras.backend.argmax(tf.constant([[1, 5], [7, 2]]), axis=0).numpy().tolist()
        [1, 0]
    """
    return math.argmax(x, axis)


@tf_export("keras.backend.argmin")
def argmin(x: TensorLike, axis: Axis = -1) -> AnyTensor:
    """The place of the least element along an axis.

    Mirrors `tf.keras.backend.argmin`. Of equal ones the first counts.

    Of equal elements the first counts. The axis is gone from the shape of the result, which has no gradient.

    Arguments:
        x: a tensor of a real dtype.
        axis: the axis along which to look, an integer; -1 (the last) by default.

    Returns:
        An int64 tensor without that axis.

    Raises:
        InvalidArgumentError: the tensor has no such axis.

    Example:
        >>> tf.keras.backend.argmin(tf.constant([[1.0, 5.0], [3.0, 2.0]])).numpy().tolist()
        [0, 1]
        >>> tf.keras.backend.argmin(tf.constant([[1, 5], [7, 2]]), axis=0).numpy().tolist()
        [0, 1]
    """
    return math.argmin(x, axis)


@tf_export("keras.backend.cumsum")
def cumsum(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running sums along an axis.

    Mirrors `tf.keras.backend.cumsum`.

    Element i of the result is the sum of elements 0 to i along the axis. The shape stays as it is. `tf.cumsum` has choices for sums
    without the element itself and from the end.

    Arguments:
        x: a tensor of numbers.
        axis: the axis to sum along, an integer; 0 by default.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: the tensor has no such axis.

    Example:
        >>> tf.keras.backend.cumsum(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()
        [1.0, 3.0, 6.0]
        >>> tf.keras.backend.cumsum(tf.constant([[1, 2], [3, 4]]), axis=1).numpy().tolist()
        [[1, 3], [3, 7]]
    """
    return math.cumsum(x, axis=axis)


@tf_export("keras.backend.cumprod")
def cumprod(x: TensorLike, axis: Axis = 0) -> AnyTensor:
    """Running products along an axis.

    Mirrors `tf.keras.backend.cumprod`.

    Element i of the result is the product of elements 0 to i along the axis. The shape stays as it is. Where an element is 0 all that
    follow are 0, and the gradient is right there too.

    Arguments:
        x: a tensor of numbers.
        axis: the axis to multiply along, an integer; 0 by default.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: the tensor has no such axis.

    Example:
        >>> tf.keras.backend.cumprod(tf.constant([1.0, 2.0, 3.0])).numpy().tolist()
        [1.0, 2.0, 6.0]
        >>> tf.keras.backend.cumprod(tf.constant([[1, 2], [3, 4]]), axis=1).numpy().tolist()
        [[1, 2], [3, 12]]
    """
    return math.cumprod(x, axis=axis)
