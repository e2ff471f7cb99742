"""`tf.experimental.numpy.random`: random arrays from the global seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops
from tfshim import random as streams
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy._types import asarray, default_float, dtype_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("experimental.numpy.random.seed")
def seed(s: IntLike) -> None:
    """Set the seed of random numbers, as `tf.random.set_seed` does. Mirrors `tf.experimental.numpy.random.seed`.

    Arguments:
        s: an integer.

    Returns:
        None.

    Example:
        >>> tf.experimental.numpy.random.seed(1)
    """
    streams.set_seed(int(s))


def _size(size):
    return [] if size is None else [size] if isinstance(size, int) else size


@tf_export("experimental.numpy.random.randn")
def randn(*args: IntLike) -> Tensor:
    """Numbers of the standard normal distribution. Mirrors `tf.experimental.numpy.random.randn`.

    Arguments:
        args: the sizes, one after the other.

    Returns:
        A tensor of float64; a scalar without sizes.

    Example:
        >>> tf.experimental.numpy.random.randn(2, 3).shape
        TensorShape([2, 3])
    """
    return standard_normal(args)


@tf_export("experimental.numpy.random.standard_normal")
def standard_normal(size: SizesLike | None = None) -> Tensor:
    """Numbers of the standard normal distribution. Mirrors `tf.experimental.numpy.random.standard_normal`.

    Arguments:
        size: the sizes, an integer or a list; None, the default, for a scalar.

    Returns:
        A tensor of float64.

    Example:
        >>> tf.experimental.numpy.random.standard_normal([2, 3]).shape
        TensorShape([2, 3])
    """
    return streams.normal(_size(size), dtype=default_float())


@tf_export("experimental.numpy.random.uniform")
def uniform(low: TensorLike = 0.0, high: TensorLike = 1.0, size: SizesLike | None = None) -> Tensor:
    """Numbers spread evenly between limits. Mirrors `tf.experimental.numpy.random.uniform`.

    Arguments:
        low, high: the limits, the upper one excluded; 0.0 and 1.0 by default; broadcast.
        size: the sizes; None, the default, for the shape of the limits.

    Returns:
        A tensor of float64.

    Example:
        >>> tf.experimental.numpy.random.uniform(5.0, 6.0, [4]).shape
        TensorShape([4])
    """
    low, high = asarray(low, default_float()), asarray(high, default_float())
    if size is None:
        size = array_ops.broadcast_dynamic_shape(array_ops.shape(low), array_ops.shape(high))
    return streams.uniform(_size(size), low, high, dtype=default_float())


@tf_export("experimental.numpy.random.random")
def random(size: SizesLike | None = None) -> Tensor:
    """Numbers spread evenly between 0 and 1. Mirrors `tf.experimental.numpy.random.random`.

    Arguments:
        size: the sizes, an integer or a list; None, the default, for a scalar.

    Returns:
        A tensor of float64.

    Example:
        >>> tf.experimental.numpy.random.random([4]).shape
        TensorShape([4])
    """
    return uniform(0.0, 1.0, size)


@tf_export("experimental.numpy.random.rand")
def rand(*size: IntLike) -> Tensor:
    """Numbers spread evenly between 0 and 1. Mirrors `tf.experimental.numpy.random.rand`.

    Arguments:
        size: the sizes, one after the other.

    Returns:
        A tensor of float64; a scalar without sizes.

    Example:
        >>> tf.experimental.numpy.random.rand(2, 3).shape
        TensorShape([2, 3])
    """
    return uniform(0.0, 1.0, size)


@tf_export("experimental.numpy.random.poisson")
def poisson(lam: TensorLike = 1.0, size: SizesLike | None = None) -> Tensor:
    """Counts of the Poisson distribution. Mirrors `tf.experimental.numpy.random.poisson`.

    Arguments:
        lam: the rates; 1.0 by default.
        size: the sizes; None, the default, for the shape of the rates.

    Returns:
        A tensor of int64.

    Example:
        >>> tf.experimental.numpy.random.poisson(4.0, [3]).shape
        TensorShape([3])
    """
    lam = asarray(lam, default_float())
    if size is None:
        return streams.poisson([], lam, dtype=dt.int64)
    size = _size(size)
    lam = array_ops.broadcast_to(lam, size)
    return streams.poisson([], lam, dtype=dt.int64)


@tf_export("experimental.numpy.random.randint")
def randint(low: TensorLike, high: TensorLike | None = None, size: SizesLike | None = None, dtype: DTypeLike = np.int64) -> Tensor:
    """Integers spread evenly between limits. Mirrors `tf.experimental.numpy.random.randint`.

    Arguments:
        low: the least one, or what all are below if it is the only limit, 0 then being the least.
        high: what all are below.
        size: the sizes; None, the default, for a scalar.
        dtype: an integer dtype; int64 by default.

    Returns:
        A tensor.

    Raises:
        ValueError: a dtype that is no integer.

    Example:
        >>> tf.experimental.numpy.random.randint(0, 10, [5]).shape
        TensorShape([5])
    """
    kind = dtype_of(dtype)
    if not kind.is_integer:
        raise ValueError(f"Argument `dtype` must be an integer type, got {kind!r}")
    if high is None:
        low, high = 0, low
    # The other integers cannot be drawn directly.
    inner = kind if kind in (dt.int32, dt.int64) else dt.int64
    made = streams.uniform(_size(size), low, high, dtype=inner)
    return made if inner == kind else array_ops.cast(made, kind)
