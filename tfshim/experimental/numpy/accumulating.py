"""Sums and products so far, and differences of neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray, result_type

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


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

    Raises:
        InvalidArgumentError: an axis out of range, or `dtype=bool`.

    Integers of less than 64 bits are added up in 64; floats keep their dtype. The gradient is the sums from the other end.

    Example:
        >>> tf.experimental.numpy.cumsum([1, 2, 3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 3, 6])>
        >>> tf.experimental.numpy.cumsum([[1, 2], [3, 4]], axis=0, dtype=tf.float32)
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 2.],
               [4., 6.]], dtype=float32)>
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

    Raises:
        InvalidArgumentError: an axis out of range, or `dtype=bool`.

    Integers of less than 64 bits are multiplied in 64, and wrap round where that is too small. The gradient reaches all factors.

    Example:
        >>> tf.experimental.numpy.cumprod([1, 2, 3])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 2, 6])>
        >>> tf.experimental.numpy.cumprod([[1, 2], [3, 4]], axis=0, dtype=tf.float32)
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[1., 2.],
               [3., 8.]], dtype=float32)>
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

    Raises:
        ValueError: a negative `n`, or an axis that `a` does not have.

    Of booleans it tells where neighbours differ. NumPy's `prepend` and `append` are not taken. Where there are too few elements, the axis
    is empty.

    Example:
        >>> tf.experimental.numpy.diff([1, 4, 9])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([3, 5])>
        >>> tf.experimental.numpy.diff([[1.5, 4, 9]], n=2)
        <tf.Tensor: shape=(1, 1), dtype=float64, numpy=array([[2.5]])>
    """
    a = asarray(a)
    if n < 0:
        raise ValueError(f"Argument `order` must be a non-negative integer. Received: axis={n}")
    rank = a.shape.rank
    if rank is None:
        raise ValueError("diff takes an array whose rank is known: give its shape with `set_shape`")
    if axis >= rank:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {rank}")
    after = [slice(None)] * rank
    before = [slice(None)] * rank
    after[axis], before[axis] = slice(1, None), slice(None, -1)
    for _ in range(n):
        a = math.not_equal(a[tuple(after)], a[tuple(before)]) if a.dtype == dt.bool else a[tuple(after)] - a[tuple(before)]
    return a
