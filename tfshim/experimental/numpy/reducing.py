"""Functions along axes: sums, extremes, orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import elementwise, promotion
from tfshim.experimental.numpy._types import asarray, default_float, dtype_of, result_type

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


@tf_export("experimental.numpy.sum")
@promotion.taking_numbers
def sum(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The sum along `axis` (an integer, several, or None for all); integers in 64 bits. Mirrors `tf.experimental.numpy.sum`."""
    return math.reduce_sum(_summable(a, dtype), _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.prod")
@promotion.taking_numbers
def prod(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """The product along `axis`; integers in 64 bits. Mirrors `tf.experimental.numpy.prod`."""
    return math.reduce_prod(_summable(a, dtype), _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.mean")
@promotion.taking_numbers
def mean(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool | None = None) -> Tensor:
    """The mean along `axis`; of integers a float. `out` raises ValueError. Mirrors `tf.experimental.numpy.mean`."""
    _no_out(out)
    a = asarray(a, dtype)
    if a.dtype == dt.bool or a.dtype.is_integer:
        a = array_ops.cast(a, default_float())
    return math.reduce_mean(a, _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.amax")
@promotion.taking_numbers
def amax(a: TensorLike, axis: Axis = None, out: None = None, keepdims: bool | None = None) -> Tensor:
    """The greatest element along `axis`. `out` raises ValueError. Mirrors `tf.experimental.numpy.amax`."""
    _no_out(out)
    return _extreme(a, axis, keepdims, math.reduce_max, math.reduce_any)


@tf_export("experimental.numpy.amin")
@promotion.taking_numbers
def amin(a: TensorLike, axis: Axis = None, out: None = None, keepdims: bool | None = None) -> Tensor:
    """The least element along `axis`. `out` raises ValueError. Mirrors `tf.experimental.numpy.amin`."""
    _no_out(out)
    return _extreme(a, axis, keepdims, math.reduce_min, math.reduce_all)


def _extreme(a, axis, keepdims, function, booleans):
    a = asarray(a)
    return (booleans if a.dtype == dt.bool else function)(a, _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.max")
@promotion.taking_numbers
def max(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The same as `amax`. Mirrors `tf.experimental.numpy.max`."""
    return amax(a, axis, keepdims=keepdims)


@tf_export("experimental.numpy.min")
@promotion.taking_numbers
def min(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The same as `amin`. Mirrors `tf.experimental.numpy.min`."""
    return amin(a, axis, keepdims=keepdims)


@tf_export("experimental.numpy.ptp")
def ptp(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:
    """The greatest less the least element along `axis`. Mirrors `tf.experimental.numpy.ptp`."""
    a = asarray(a)
    return amax(a, axis, keepdims=keepdims) - amin(a, axis, keepdims=keepdims)


@tf_export("experimental.numpy.all")
def all(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether all elements along `axis` are true. Mirrors `tf.experimental.numpy.all`."""
    return math.reduce_all(asarray(a, bool), _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.any")
def any(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether any element along `axis` is true. Mirrors `tf.experimental.numpy.any`."""
    return math.reduce_any(asarray(a, bool), _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.var")
@promotion.taking_numbers
def var(
    a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, out: None = None, ddof: FloatLike = 0, keepdims: bool | None = None
) -> Tensor:
    """The variance along `axis`, divided by the count less `ddof`. `out` raises ValueError. Mirrors `tf.experimental.numpy.var`."""
    _no_out(out)
    a = asarray(a)
    if dtype is not None:
        working = dtype_of(dtype)
    else:
        working = default_float() if a.dtype == dt.bool or a.dtype.is_integer else None
    x = a if working is None else array_ops.cast(a, working)
    gap = x - math.reduce_mean(x, _axis(axis), True)
    squares = math.real(gap * math.conj(gap)) if x.dtype.is_complex else math.square(gap)
    total = math.reduce_sum(squares, _axis(axis), bool(keepdims))
    count = 1
    if a.shape.rank is not None:
        axes = range(a.shape.rank) if axis is None else axis if isinstance(axis, (tuple, list)) else [axis]
    else:
        sizes = array_ops.shape(a) if axis is None else array_ops.gather(array_ops.shape(a), axis)
        axes, count = (), array_ops.cast(math.reduce_prod(sizes), total.dtype)
    for i in axes:
        size = a.shape.as_list()[i]
        count = count * (array_ops.cast(array_ops.shape(a)[i], total.dtype) if size is None else size)
    return total / array_ops.cast(count - ddof, total.dtype)


@tf_export("experimental.numpy.std")
@promotion.taking_numbers
def std(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:
    """The standard deviation along `axis`. Mirrors `tf.experimental.numpy.std`."""
    return math.sqrt(var(a, axis, keepdims=keepdims))


@tf_export("experimental.numpy.average")
@promotion.taking_numbers
def average(
    a: TensorLike, axis: int | None = None, weights: TensorLike | None = None, returned: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """The mean weighted by `weights`; with the sum of the weights if `returned`. Mirrors `tf.experimental.numpy.average`."""
    if axis is not None and not isinstance(axis, int):
        raise ValueError("The `axis` argument must be an integer.")
    a = asarray(a)
    if weights is None:
        a = a if elementwise.inexact_dtype(a) else a.astype(result_type(a.dtype, default_float()))  # type: ignore[attr-defined]  # there with NumPy's behaviour
        made = math.reduce_mean(a, axis)
        total = array_ops.cast(array_ops.size(a) // array_ops.size(made), a.dtype) * array_ops.ones_like(made)
        return (made, total) if returned else made
    kind = result_type(a.dtype, weights, *([] if elementwise.inexact_dtype(a) else [default_float()]))
    a, weights = asarray(a, kind), asarray(weights, kind)
    if weights.shape.rank == 1 and a.shape.rank > 1:
        if axis is None:
            raise ValueError("`axis` must be specified when the shapes of `a` and `weights` differ.")
        shape = [1] * a.shape.rank
        shape[axis] = -1
        weights = array_ops.reshape(weights, shape) * array_ops.ones_like(a)
    total = math.reduce_sum(weights, axis)
    made = math.reduce_sum(a * weights, axis) / total
    return (made, total) if returned else made


def _without_nan(a, fill):
    a = asarray(a)
    return array_ops.where(elementwise.isnan(a), array_ops.cast(fill, a.dtype), a)


@tf_export("experimental.numpy.nansum")
def nansum(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Tensor:
    """`sum` with NaN as 0. Mirrors `tf.experimental.numpy.nansum`."""
    return sum(_without_nan(a, 0), axis, dtype, keepdims)


@tf_export("experimental.numpy.nanprod")
def nanprod(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Tensor:
    """`prod` with NaN as 1. Mirrors `tf.experimental.numpy.nanprod`."""
    return prod(_without_nan(a, 1), axis, dtype, keepdims)


@tf_export("experimental.numpy.nanmean")
@promotion.taking_numbers
def nanmean(a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """`mean` without NaN. Mirrors `tf.experimental.numpy.nanmean`."""
    a = asarray(a)
    if a.dtype == dt.bool or a.dtype.is_integer:
        return mean(a, axis, dtype, keepdims=keepdims)
    there = array_ops.cast(math.logical_not(elementwise.isnan(a)), a.dtype if dtype is None else dtype_of(dtype))
    return nansum(a, axis, dtype, keepdims) / math.reduce_sum(there, _axis(axis), bool(keepdims))


@tf_export("experimental.numpy.count_nonzero")
def count_nonzero(a: TensorLike, axis: Axis = None) -> Tensor:
    """How many elements along `axis` are not zero, int64. Mirrors `tf.experimental.numpy.count_nonzero`."""
    return math.count_nonzero(asarray(a), _axis(axis))


@tf_export("experimental.numpy.cumsum")
@promotion.taking_numbers
def cumsum(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Sums so far along `axis`, of all elements in a row if None. Mirrors `tf.experimental.numpy.cumsum`."""
    return _so_far(math.cumsum, a, axis, dtype)


@tf_export("experimental.numpy.cumprod")
@promotion.taking_numbers
def cumprod(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Products so far along `axis`, of all elements in a row if None. Mirrors `tf.experimental.numpy.cumprod`."""
    return _so_far(math.cumprod, a, axis, dtype)


def _so_far(function, a, axis, dtype):
    a = asarray(a, dtype)
    if dtype is None and a.dtype.is_integer:
        a = asarray(a, result_type(a.dtype, int) if promotion.is_weak() else np.promote_types(a.dtype.as_numpy_dtype, np.int64))
    if axis is None:
        return function(array_ops.reshape(a, [-1]), 0)
    return function(a, axis + array_ops.rank(a) if axis < 0 else axis)


def _arg(a, axis, function):
    a = asarray(a)
    if a.dtype == dt.bool:
        a = array_ops.cast(a, dt.int8)
    return function(array_ops.reshape(a, [-1]) if axis is None or a.shape.rank == 0 else a, 0 if axis is None else axis)


@tf_export("experimental.numpy.argmax")
def argmax(a: TensorLike, axis: int | None = None) -> Tensor:
    """The index of the greatest element along `axis`, of all in a row if None; int64. Mirrors `tf.experimental.numpy.argmax`."""
    return _arg(a, axis, math.argmax)


@tf_export("experimental.numpy.argmin")
def argmin(a: TensorLike, axis: int | None = None) -> Tensor:
    """The index of the least element along `axis`, of all in a row if None; int64. Mirrors `tf.experimental.numpy.argmin`."""
    return _arg(a, axis, math.argmin)


def _sorting(kind, order):
    if kind not in ("quicksort", "stable"):
        raise ValueError(f"Invalid value for argument `kind`. Only kind='quicksort' and kind='stable' are supported. Received: kind={kind}")
    if order is not None:
        raise ValueError(f"The `order` argument is not supported. Pass order=None, got {order}")


@tf_export("experimental.numpy.argsort")
def argsort(a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: None = None) -> Tensor:
    """The indices that sort `a` along `axis`, int64. `order` raises ValueError. Mirrors `tf.experimental.numpy.argsort`."""
    _sorting(kind, order)
    a = asarray(a)
    if a.shape.rank == 0:
        return array_ops.constant([0], dtype_of(int))
    if axis is None:
        a, axis = array_ops.reshape(a, [-1]), 0
    return array_ops.cast(array_ops.argsort(a, axis, stable=kind == "stable"), dtype_of(int))


@tf_export("experimental.numpy.sort")
@promotion.taking_numbers
def sort(a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: None = None) -> Tensor:
    """`a` sorted along `axis`. Any `order` and any `kind` but "quicksort" raise ValueError. Mirrors `tf.experimental.numpy.sort`."""
    if kind != "quicksort":
        raise ValueError(f"Invalid value for argument `kind`. Only kind='quicksort' is supported. Received: kind={kind}")
    _sorting(kind, order)
    a = asarray(a)
    return array_ops.sort(array_ops.reshape(a, [-1]), 0) if axis is None else array_ops.sort(a, axis)


@tf_export("experimental.numpy.diff")
@promotion.taking_numbers
def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """The `n`-th differences along `axis`. Mirrors `tf.experimental.numpy.diff`."""
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
    """The indices of elements that are not zero, a list with a tensor for each dimension. Mirrors `tf.experimental.numpy.nonzero`."""
    a = asarray(a, bool)
    if a.shape.rank == 0:
        a = a[None]
    found = array_ops.where(a)
    return [found[:, i] for i in range(a.shape.rank)]


@tf_export("experimental.numpy.size")
def size(x: TensorLike, axis: None = None) -> int | Tensor:
    """The number of elements, an integer where it is known. Mirrors `tf.experimental.numpy.size`.

    `axis` raises NotImplementedError.
    """
    if axis is not None:
        raise NotImplementedError("axis argument is not supported in the current `np.size` implementation")
    if isinstance(x, (int, float, np.int32, np.int64, np.float32)):
        return 1
    x = asarray(x)
    return np.prod(x.shape.as_list(), dtype=np.int64) if x.shape.is_fully_defined() else array_ops.size(x)
