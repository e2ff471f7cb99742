"""Means, variances and weighted averages along axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.debugging.comparing import assert_equal
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import elementwise, promotion
from tfshim.experimental.numpy._types import asarray, default_float, dtype_of, inexact_dtype, result_type
from tfshim.experimental.numpy.reducing import along, nansum, no_out

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


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
        InvalidArgumentError: an axis out of range, or `dtype=bool`.

    Integers are averaged as float64; with a `dtype` of integers the mean is cut off. The gradient is shared out evenly.

    Example:
        >>> tf.experimental.numpy.mean([[1, 2], [3, 6]], axis=0)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 4.])>
        >>> tf.experimental.numpy.mean([1, 2, 6, 5], dtype=tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=3>
    """
    no_out(out)
    a = asarray(a, dtype)
    if dtype is None and (a.dtype == dt.bool or a.dtype.is_integer):
        a = array_ops.cast(a, default_float())
    return math.reduce_mean(a, along(axis), bool(keepdims))


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
        ddof: what is taken off the count that is divided by; 0 by default. Others are taken together with a `dtype` and one axis or
            none only, as in TensorFlow, and fractions once NumPy's behaviour is enabled (`experimental_enable_numpy_behavior`).
        keepdims: whether reduced axes stay, with size 1; False by default.

    Returns:
        A tensor of floats, or of `dtype`.

    Raises:
        ValueError: `out`.
        TypeError: a `dtype` of integers for integers, or a `ddof` without a `dtype`.

    The variance of complex numbers is real, unless `dtype` says otherwise. Of no elements it is NaN, without a warning.

    Example:
        >>> tf.experimental.numpy.var([1.0, 3.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.0>
        >>> tf.experimental.numpy.var([[1, 3], [2, 6]], axis=1, ddof=1, dtype=tf.float32)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 8.], dtype=float32)>
    """
    no_out(out)
    a = asarray(a)
    if dtype is None:
        working = made_of = default_float() if a.dtype == dt.bool or a.dtype.is_integer else None
    else:
        working, made_of = result_type(a, dtype), dt.as_dtype(dtype)
    x = a if working is None else array_ops.cast(a, working)
    if isinstance(ddof, (int, float)) and ddof == 0:
        made = math.reduce_variance(x, along(axis), bool(keepdims))
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

    Raises:
        InvalidArgumentError: an axis out of range.

    NumPy's `dtype`, `out` and `ddof` are not taken: `sqrt` of `var` has them. The gradient is NaN where all elements are equal.

    Example:
        >>> tf.experimental.numpy.std([1.0, 3.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.0>
        >>> tf.experimental.numpy.std([[1, 3], [2, 6]], axis=1)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 2.])>
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

    Raises:
        InvalidArgumentError: weights whose shape does not fit.

    Without weights, integers need NumPy's behaviour (`experimental_enable_numpy_behavior`), else AttributeError.

    Example:
        >>> tf.experimental.numpy.average([1.0, 3.0], weights=[3.0, 1.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.5>
        >>> tf.experimental.numpy.average([[1, 2], [3, 4]], axis=0, weights=[3, 1], returned=True)[0]
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.5, 2.5])>
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

    Raises:
        InvalidArgumentError: an axis out of range.

    Where all are NaN, the mean is NaN, without a warning.

    Example:
        >>> tf.experimental.numpy.nanmean([1.0, np.nan, 2.0])
        <tf.Tensor: shape=(), dtype=float64, numpy=1.5>
        >>> tf.experimental.numpy.nanmean([[1.0, np.nan], [3.0, np.nan]], axis=0)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 2., nan])>
    """
    a = asarray(a)
    if a.dtype == dt.bool or a.dtype.is_integer:
        return mean(a, axis, dtype, keepdims=keepdims)
    there = array_ops.cast(math.logical_not(elementwise.isnan(a)), a.dtype if dtype is None else dtype_of(dtype))
    return nansum(a, axis, dtype, keepdims) / math.reduce_sum(there, along(axis), bool(keepdims))
