"""Arrays sorted, and where their extremes are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray, dtype_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _arg(a, axis, function):
    a = asarray(a)
    if a.dtype == dt.bool:
        a = array_ops.cast(a, dt.int8)
    return function(array_ops.reshape(a, [-1]) if axis is None or a.shape.rank == 0 else a, 0 if axis is None else axis)


@tf_export("experimental.numpy.argmax")
def argmax(a: TensorLike, axis: int | None = None) -> Tensor:
    """The places of the greatest elements along an axis; the first one where there are several. Mirrors `tf.experimental.numpy.argmax`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; None, the default, takes all elements in a row.

    Returns:
        A tensor of int64 without the axis.

    Raises:
        InvalidArgumentError: complex numbers, no elements along the axis, or an axis out of range.

    Booleans count as 0 and 1. NaN does not count as extreme, as it does in NumPy. There is no gradient.

    Example:
        >>> tf.experimental.numpy.argmax([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=1>
        >>> tf.experimental.numpy.argmax([[1, 7], [8, 2]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 0])>
    """
    return _arg(a, axis, math.argmax)


@tf_export("experimental.numpy.argmin")
def argmin(a: TensorLike, axis: int | None = None) -> Tensor:
    """The places of the least elements along an axis; the first one where there are several. Mirrors `tf.experimental.numpy.argmin`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; None, the default, takes all elements in a row.

    Returns:
        A tensor of int64 without the axis.

    Raises:
        InvalidArgumentError: complex numbers, no elements along the axis, or an axis out of range.

    Booleans count as 0 and 1. NaN does not count as extreme, as it does in NumPy. There is no gradient.

    Example:
        >>> tf.experimental.numpy.argmin([3, 9, 5])
        <tf.Tensor: shape=(), dtype=int64, numpy=0>
        >>> tf.experimental.numpy.argmin([[1, 7], [8, 2]], axis=0)
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([0, 1])>
    """
    return _arg(a, axis, math.argmin)


def _sorting(kind, order):
    if kind not in ("quicksort", "stable"):
        raise ValueError(f'Invalid value for argument `kind`. Only kind="quicksort" and kind="stable" are supported. Received: kind={kind}')
    if order is not None:
        raise ValueError(f"The `order` argument is not supported. Pass order=None, got {order}")


@tf_export("experimental.numpy.argsort")
def argsort(a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: None = None) -> Tensor:
    """The indices that sort a tensor along an axis. Mirrors `tf.experimental.numpy.argsort`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; -1 by default; None takes all elements in a row.
        kind: "quicksort", the default, or "stable".
        order: None: others are refused.

    Returns:
        A tensor of int64.

    Raises:
        ValueError: another `kind`, or an `order`.

    `take_along_axis` sorts by the indices. A scalar gives `[0]`. There is no gradient.

    Example:
        >>> tf.experimental.numpy.argsort([3, 9, 5])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([0, 2, 1])>
        >>> tf.experimental.numpy.argsort([[2, 1], [3, 4]], axis=0)
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[0, 0],
               [1, 1]])>
    """
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
    """A tensor sorted along an axis, upwards. Mirrors `tf.experimental.numpy.sort`.

    Arguments:
        a: a tensor, array, number or nested list.
        axis: the axis; -1 by default; None takes all elements in a row.
        kind: "quicksort".
        order: None: others are refused.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: another `kind`, or an `order`.

    Where NaN come to stand is not defined. The gradient goes back to where elements were. `argsort` tells the order.

    Example:
        >>> tf.experimental.numpy.sort([3, 9, 5])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([3, 5, 9])>
        >>> tf.experimental.numpy.sort([[2.5, 1], [0, 4]], axis=None)
        <tf.Tensor: shape=(4,), dtype=float64, numpy=array([0. , 1. , 2.5, 4. ])>
    """
    if kind != "quicksort":
        raise ValueError(f'Invalid value for argument `kind`. Only kind="quicksort" is supported. Received: kind={kind}')
    _sorting(kind, order)
    a = asarray(a)
    return array_ops.sort(array_ops.reshape(a, [-1]), 0) if axis is None else array_ops.sort(a, axis)
