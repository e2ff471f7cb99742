"""Functions along axes: sums, extremes, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.debugging.comparing import assert_equal
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import elementwise, promotion
from tfshim.experimental.numpy._types import asarray, default_float, dtype_of, inexact_dtype, result_type

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _no_out(out):
    if out is not None:
        raise ValueError("Setting out is not supported: tensors do not change.")


def _axis(axis):
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
    return (booleans if a.dtype == dt.bool else function)(a, _axis(axis), bool(keepdims))


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

    Example:
        >>> tf.experimental.numpy.sum([[1, 2], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 6])>
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

    Example:
        >>> tf.experimental.numpy.prod([[1, 2], [3, 4]], axis=1)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 2, 12])>
    """
    return _totalled(a, axis, dtype, keepdims, math.reduce_prod, math.reduce_all)


@tf_export("experimental.numpy.mean")
@promotion.taking_numbers
def mean(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool | None = None) -> Tensor:
    """The means of elements along axes. Mirrors `tf.experimental.numpy.mean`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        out: None: others are refused.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor; floats for integers.

    Raises:
        ValueError: `out`.

    Example:
        >>> tf.experimental.numpy.mean([[1, 2], [3, 6]], axis=0)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 4.])>
    """
    _no_out(out)
    a = asarray(a, dtype)
    if dtype is None and (a.dtype == dt.bool or a.dtype.is_integer):
        a = array_ops.cast(a, default_float())
    return math.reduce_mean(a, _axis(axis), bool(keepdims))


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

    Example:
        >>> tf.experimental.numpy.amax([[1, 5], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>
    """
    _no_out(out)
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

    Example:
        >>> tf.experimental.numpy.amin([[1, 5], [3, 4]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 4])>
    """
    _no_out(out)
    return _extreme(a, axis, keepdims, math.reduce_min, math.reduce_all)


def _extreme(a, axis, keepdims, function, booleans):
    a = asarray(a)
    return (booleans if a.dtype == dt.bool else function)(a, _axis(axis), bool(keepdims))


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

    Example:
        >>> tf.experimental.numpy.max([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=9>
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

    Example:
        >>> tf.experimental.numpy.min([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=3>
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

    Example:
        >>> tf.experimental.numpy.ptp([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=6>
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

    Example:
        >>> tf.experimental.numpy.all([[True, False], [True, True]], axis=1)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
    """
    return math.reduce_all(asarray(a, bool), _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.any")
def any(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether any element along axes is true, or not 0. Mirrors `tf.experimental.numpy.any`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of booleans.

    Example:
        >>> tf.experimental.numpy.any([[True, False], [False, False]], axis=1)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    return math.reduce_any(asarray(a, bool), _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.var")
@promotion.taking_numbers
def var(
    a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, out: None = None, ddof: FloatLike = 0, keepdims: bool | None = None
) -> Tensor:
    """The variances of elements along axes. Mirrors `tf.experimental.numpy.var`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        out: None: others are refused.
        ddof: what is taken off the count that is divided by; 0 by default.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of floats.

    Raises:
        ValueError: `out`.

    Example:
        >>> tf.experimental.numpy.var([1.0, 3.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.0>
    """
    _no_out(out)
    a = asarray(a)
    if dtype is None:
        working = made_of = default_float() if a.dtype == dt.bool or a.dtype.is_integer else None
    else:
        working, made_of = result_type(a, dtype), dt.as_dtype(dtype)
    x = a if working is None else array_ops.cast(a, working)
    if isinstance(ddof, (int, float)) and ddof == 0:
        made = math.reduce_variance(x, _axis(axis), bool(keepdims))
        return made if made_of is None or dtype is None else array_ops.cast(made, made_of)
    if dtype is None or isinstance(axis, (tuple, list)):
        raise TypeError(f"`ddof` is taken together with a `dtype`, and one axis or none, got dtype {dtype}, axis {axis}: give a dtype")
    gap = x - math.reduce_mean(x, axis, True)
    squares = math.real(gap * math.conj(gap)) if x.dtype.is_complex else math.square(gap)
    total = math.reduce_sum(squares, axis, bool(keepdims))
    count = array_ops.size(x) if axis is None else array_ops.shape(x)[axis]
    return array_ops.cast(total / array_ops.cast(count - ddof, total.dtype), made_of)


@tf_export("experimental.numpy.std")
@promotion.taking_numbers
def std(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:
    """The standard deviations of elements along axes: the roots of `var`. Mirrors `tf.experimental.numpy.std`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of floats.

    Example:
        >>> tf.experimental.numpy.std([1.0, 3.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.0>
    """
    return math.sqrt(var(a, axis, keepdims=keepdims))


@tf_export("experimental.numpy.average")
@promotion.taking_numbers
def average(
    a: TensorLike, axis: int | None = None, weights: TensorLike | None = None, returned: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """The weighted means of elements along an axis. Mirrors `tf.experimental.numpy.average`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; None, the default, for all.
        weights: of the shape of `a` or of the axis; None, the default, for equal ones.
        returned: whether the sum of the weights is given as well; False by default.

    Returns:
        A tensor, or a pair of tensors.

    Example:
        >>> tf.experimental.numpy.average([1.0, 3.0], weights=[3.0, 1.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.5>
    """
    if axis is not None and not isinstance(axis, int):
        raise ValueError("The `axis` argument must be an integer.")
    a = asarray(a)
    if weights is None:
        a = a if inexact_dtype(a) else a.astype(result_type(a.dtype, default_float()))  # type: ignore[attr-defined]  # there with NumPy's behaviour
        made = math.reduce_mean(a, axis)
        total = array_ops.cast(array_ops.size(a) // array_ops.size(made), a.dtype) * array_ops.ones_like(made)
        return (made, total) if returned else made
    kind = result_type(a.dtype, weights, *([] if inexact_dtype(a) else [default_float()]))
    a, weights = asarray(a, kind), asarray(weights, kind)
    if axis is not None and a.shape.rank is not None and not -a.shape.rank <= axis < a.shape.rank:
        raise invalid(f"average along axis {axis} of an array with {a.shape.rank} axes, shape {a.shape}: name one of them")
    if axis is not None and weights.shape.rank is None:
        of_axis = math.equal(array_ops.rank(weights), 1)
        made, total = cond(of_axis, lambda: _by_weights_of_axis(a, weights, axis), lambda: _by_weights(a, weights, axis))
    else:
        made, total = (_by_weights_of_axis if axis is not None and weights.shape.rank == 1 else _by_weights)(a, weights, axis)
    return (made, total) if returned else made


def _by_weights(a, weights, axis):
    assert_equal(array_ops.shape(a), array_ops.shape(weights))
    total = math.reduce_sum(weights, axis)
    return math.reduce_sum(a * weights, axis) / total, total


def _by_weights_of_axis(a, weights, axis):
    total = math.reduce_sum(weights)
    made = linalg.tensordot(a, weights, [[axis], [0]]) / total
    return made, array_ops.broadcast_to(total, array_ops.shape(made))


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

    Example:
        >>> tf.experimental.numpy.nansum([1.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=3.0>
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

    Example:
        >>> tf.experimental.numpy.nanprod([3.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=6.0>
    """
    return prod(_without_nan(a, 1), axis, dtype, keepdims)


@tf_export("experimental.numpy.nanmean")
@promotion.taking_numbers
def nanmean(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """The means of elements along axes, NaN left out. Mirrors `tf.experimental.numpy.nanmean`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.
        dtype: of the result; None, the default, for what fits.
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of floats.

    Example:
        >>> tf.experimental.numpy.nanmean([1.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.5>
    """
    a = asarray(a)
    if a.dtype == dt.bool or a.dtype.is_integer:
        return mean(a, axis, dtype, keepdims=keepdims)
    there = array_ops.cast(math.logical_not(elementwise.isnan(a)), a.dtype if dtype is None else dtype_of(dtype))
    return nansum(a, axis, dtype, keepdims) / math.reduce_sum(there, _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.count_nonzero")
def count_nonzero(a: TensorLike, axis: Axis = None) -> Tensor:
    """How many elements along axes are not 0. Mirrors `tf.experimental.numpy.count_nonzero`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: an integer, or several; None, the default, for all axes.

    Returns:
        A tensor of int64.

    Example:
        >>> tf.experimental.numpy.count_nonzero([[0, 1], [2, 3]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
    """
    return math.count_nonzero(asarray(a), _axis(axis))


@tf_export("experimental.numpy.cumsum")
@promotion.taking_numbers
def cumsum(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """The sums so far along an axis. Mirrors `tf.experimental.numpy.cumsum`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; None, the default, takes all elements in a row.
        dtype: of the result; None, the default, for what fits.

    Returns:
        A tensor of the shape of `a`, or a vector.

    Example:
        >>> tf.experimental.numpy.cumsum([1, 2, 3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 3, 6])>
    """
    return _so_far(math.cumsum, a, axis, dtype)


@tf_export("experimental.numpy.cumprod")
@promotion.taking_numbers
def cumprod(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """The products so far along an axis. Mirrors `tf.experimental.numpy.cumprod`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; None, the default, takes all elements in a row.
        dtype: of the result; None, the default, for what fits.

    Returns:
        A tensor of the shape of `a`, or a vector.

    Example:
        >>> tf.experimental.numpy.cumprod([1, 2, 3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 2, 6])>
    """
    return _so_far(math.cumprod, a, axis, dtype)


def _so_far(function, a, axis, dtype):
    a = asarray(a, dtype)
    if dtype is None and a.dtype.is_integer:
        a = asarray(a, result_type(a.dtype, int) if promotion.is_weak() else np.promote_types(a.dtype.as_numpy_dtype, np.int64))
    if axis is None:
        return function(array_ops.reshape(a, [-1]), 0)
    return function(a, axis + array_ops.rank(a) if axis < 0 else axis)


@tf_export("experimental.numpy.diff")
@promotion.taking_numbers
def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """The differences of neighbours along an axis. Mirrors `tf.experimental.numpy.diff`.

    Arguments:
        a: a tensor, array, number or nested list.
        n: how many times; 1 by default.
        axis: the axis; -1 by default.

    Returns:
        A tensor whose axis is `n` shorter.

    Example:
        >>> tf.experimental.numpy.diff([1, 4, 9])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>
    """
    a = asarray(a)
    if n < 0:
        raise ValueError(f"Argument `order` must be a non-negative integer. Received: axis={n}")
    rank = a.shape.rank
    if axis >= rank:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {rank}")
    after = [slice(None)] * rank
    before = [slice(None)] * rank
    after[axis], before[axis] = slice(1, None), slice(None, -1)
    for _ in range(n):
        a = math.not_equal(a[tuple(after)], a[tuple(before)]) if a.dtype == dt.bool else a[tuple(after)] - a[tuple(before)]
    return a


@tf_export("experimental.numpy.nonzero")
def nonzero(a: TensorLike) -> list[Tensor]:
    """The indices of the elements that are not 0. Mirrors `tf.experimental.numpy.nonzero`.

    Arguments:
        a: a tensor, array, number or nested list.

    Returns:
        A list with a vector of int64 for each axis.

    Example:
        >>> tf.experimental.numpy.nonzero([0, 7, 8])
        [<tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>]
    """
    a = asarray(a, bool)
    if a.shape.rank == 0:
        a = a[None]
    found = array_ops.where(a)
    return [found[:, i] for i in range(a.shape.rank)]


@tf_export("experimental.numpy.size")
def size(x: TensorLike, axis: None = None) -> int | Tensor:
    """How many elements a tensor has. Mirrors `tf.experimental.numpy.size`.

    Arguments:
        x: a tensor, array, number or nested list.
        axis: None: others are refused.

    Returns:
        A Python integer; a tensor where only the running graph knows it.

    Raises:
        NotImplementedError: `axis`.

    Example:
        >>> tf.experimental.numpy.size([[1, 2], [3, 4]])
        4
    """
    if axis is not None:
        raise NotImplementedError("axis argument is not supported in the current `np.size` implementation")
    if isinstance(x, (int, float, np.int32, np.int64, np.float32)):
        return 1
    x = asarray(x)
    return np.prod(x.shape.as_list(), dtype=np.int64) if x.shape.is_fully_defined() else array_ops.size(x)
