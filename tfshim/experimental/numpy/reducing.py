"""Functions along axes: sums, products and extremes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import elementwise, promotion
from tfshim.experimental.numpy._types import asarray

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def no_out(out):
    if out is not None:
        raise ValueError("Setting out is not supported: tensors do not change.")


def along(axis):
    return list(axis) if isinstance(axis, tuple) else axis


def _summable(a, dtype, widen=True):
    """`a` in the dtype that NumPy adds it up in."""
    if dtype is not None:
        return asarray(a, dtype)
    a = asarray(a)
    # NumPy adds small integers up in 64 bits; where dtypes may be weak, those of Python have 32.
    size, unsigned, signed = (4, dt.uint32, dt.int32) if promotion.is_weak() else (8, dt.uint64, dt.int64)
    if widen and (a.dtype == dt.bool or a.dtype.is_integer and a.dtype.size < size):
        return array_ops.cast(a, unsigned if a.dtype.is_unsigned else signed)
    return a


def _totalled(a, axis, dtype, keepdims, function, booleans):
    a = _summable(a, dtype)
    return (booleans if a.dtype == dt.bool else function)(a, along(axis), bool(keepdims))


@tf_export("experimental.numpy.sum")
@promotion.taking_numbers
def sum(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The sums of elements along axes. Mirrors `tf.experimental.numpy.sum`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor. Integers of less than 64 bits are added up in 64.

    Raises:
        InvalidArgumentError: an axis out of range.

    `dtype=bool` tells whether any is true.

    Example:
        >>> tf.experimental.numpy.sum([[1, 2], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 6])>
        >>> tf.experimental.numpy.sum(tf.constant([200, 100], tf.uint8))
        <tf.Tensor: shape=(), dtype=uint64, numpy=300>
    """
    return _totalled(a, axis, dtype, keepdims, math.reduce_sum, math.reduce_any)


@tf_export("experimental.numpy.prod")
@promotion.taking_numbers
def prod(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """The products of elements along axes. Mirrors `tf.experimental.numpy.prod`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor. Integers of less than 64 bits are multiplied in 64.

    Raises:
        InvalidArgumentError: an axis out of range.

    `dtype=bool` tells whether all are true. Of no elements it is 1.

    Example:
        >>> tf.experimental.numpy.prod([[1, 2], [3, 4]], axis=1)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 2, 12])>
        >>> tf.experimental.numpy.prod([2, 3], dtype=tf.float32)
        <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """
    return _totalled(a, axis, dtype, keepdims, math.reduce_prod, math.reduce_all)


@tf_export("experimental.numpy.amax")
@promotion.taking_numbers
def amax(a: TensorLike, axis: Axis = None, out: None = None, keepdims: bool | None = None) -> Tensor:
    """The greatest elements along axes. Mirrors `tf.experimental.numpy.amax`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        out: None: others are refused.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: `out`.
        InvalidArgumentError: an axis out of range.

    NaN among the elements is the result. The gradient is shared by all that are the greatest.

    Example:
        >>> tf.experimental.numpy.amax([[1, 5], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>
        >>> tf.experimental.numpy.amax([[1.5, 5], [3, 4]], keepdims=True)
        <tf.Tensor: shape=(1, 1), dtype=float64, numpy=array([[5.]])>
    """
    no_out(out)
    return _extreme(a, axis, keepdims, math.reduce_max, math.reduce_any)


@tf_export("experimental.numpy.amin")
@promotion.taking_numbers
def amin(a: TensorLike, axis: Axis = None, out: None = None, keepdims: bool | None = None) -> Tensor:
    """The least elements along axes. Mirrors `tf.experimental.numpy.amin`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        out: None: others are refused.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: `out`.
        InvalidArgumentError: an axis out of range.

    NaN among the elements is the result. The gradient is shared by all that are the least.

    Example:
        >>> tf.experimental.numpy.amin([[1, 5], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 4])>
        >>> tf.experimental.numpy.amin([[1.5, 5], [3, 4]], keepdims=True)
        <tf.Tensor: shape=(1, 1), dtype=float64, numpy=array([[1.5]])>
    """
    no_out(out)
    return _extreme(a, axis, keepdims, math.reduce_min, math.reduce_all)


def _extreme(a, axis, keepdims, function, booleans):
    a = asarray(a)
    return (booleans if a.dtype == dt.bool else function)(a, along(axis), bool(keepdims))


@tf_export("experimental.numpy.max")
@promotion.taking_numbers
def max(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The greatest elements along axes, as `amax`. Mirrors `tf.experimental.numpy.max`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: an axis out of range, or complex numbers.

    Of no elements it is minus infinity, or the least integer, where NumPy raises. The gradient is shared by all that are the greatest.

    Example:
        >>> tf.experimental.numpy.max([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=9>
        >>> tf.experimental.numpy.max([[1, 5], [3, 4]], axis=(0, 1), keepdims=True)
        <tf.Tensor: shape=(1, 1), dtype=int64, numpy=array([[5]])>
    """
    return amax(a, axis, keepdims=keepdims)


@tf_export("experimental.numpy.min")
@promotion.taking_numbers
def min(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The least elements along axes, as `amin`. Mirrors `tf.experimental.numpy.min`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: an axis out of range, or complex numbers.

    Of no elements it is infinity, or the greatest integer, where NumPy raises. The gradient is shared by all that are the least.

    Example:
        >>> tf.experimental.numpy.min([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=3>
        >>> tf.experimental.numpy.min([[1, 5], [3, 4]], axis=(0, 1), keepdims=True)
        <tf.Tensor: shape=(1, 1), dtype=int64, numpy=array([[1]])>
    """
    return amin(a, axis, keepdims=keepdims)


@tf_export("experimental.numpy.ptp")
def ptp(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:
    """The distances from the least to the greatest elements along axes. Mirrors `tf.experimental.numpy.ptp`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        InvalidArgumentError: an axis out of range, or complex numbers.

    NaN among the elements is the result. The gradient is 1 for the greatest and -1 for the least, shared by those that are equal.

    Example:
        >>> tf.experimental.numpy.ptp([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=6>
        >>> tf.experimental.numpy.ptp([[1.5, 5], [3, 4]], axis=0, keepdims=True)
        <tf.Tensor: shape=(1, 2), dtype=float64, numpy=array([[1.5, 1. ]])>
    """
    a = asarray(a)
    return amax(a, axis, keepdims=keepdims) - amin(a, axis, keepdims=keepdims)


@tf_export("experimental.numpy.all")
def all(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether all elements along axes are true, or not 0. Mirrors `tf.experimental.numpy.all`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of booleans.

    Raises:
        InvalidArgumentError: an axis out of range.

    Of no elements it is True. There is no gradient.

    Example:
        >>> tf.experimental.numpy.all([[True, False], [True, True]], axis=1)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
        >>> tf.experimental.numpy.all([1, np.nan], keepdims=True)
        <tf.Tensor: shape=(1,), dtype=bool, numpy=array([ True])>
    """
    return math.reduce_all(asarray(a, bool), along(axis), bool(keepdims))


@tf_export("experimental.numpy.any")
def any(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether any element along axes is true, or not 0. Mirrors `tf.experimental.numpy.any`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of booleans.

    Raises:
        InvalidArgumentError: an axis out of range.

    Of no elements it is False; NaN counts as true. There is no gradient.

    Example:
        >>> tf.experimental.numpy.any([[True, False], [False, False]], axis=1)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
        >>> tf.experimental.numpy.any([0, np.nan], keepdims=True)
        <tf.Tensor: shape=(1,), dtype=bool, numpy=array([ True])>
    """
    return math.reduce_any(asarray(a, bool), along(axis), bool(keepdims))


def _without_nan(a, fill):
    a = asarray(a)
    return array_ops.where(elementwise.isnan(a), array_ops.cast(fill, a.dtype), a)


@tf_export("experimental.numpy.nansum")
def nansum(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Tensor:
    """The sums of elements along axes, NaN counting as 0. Mirrors `tf.experimental.numpy.nansum`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor.

    Raises:
        AttributeError: integers, while NumPy's behaviour is not enabled.

    Where all are NaN, the sum is 0. Integers need NumPy's behaviour.

    Example:
        >>> tf.experimental.numpy.nansum([1.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=3.0>
        >>> tf.experimental.numpy.nansum([[1.0, np.nan]], axis=0)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 0.])>
    """
    return sum(_without_nan(a, 0), axis, dtype, keepdims)


@tf_export("experimental.numpy.nanprod")
def nanprod(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Tensor:
    """The products of elements along axes, NaN counting as 1. Mirrors `tf.experimental.numpy.nanprod`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor.

    Raises:
        AttributeError: integers, while NumPy's behaviour is not enabled.

    Where all are NaN, the product is 1.

    Example:
        >>> tf.experimental.numpy.nanprod([3.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=6.0>
        >>> tf.experimental.numpy.nanprod([[3.0, np.nan]], axis=0)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([3., 1.])>
    """
    return prod(_without_nan(a, 1), axis, dtype, keepdims)
