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

    Raises:
        ValueError: what is no number, or None, which NumPy takes for a seed by chance.

    Numbers of operations without a seed of their own come from it: those of `tf.random` and of layers as well. The same seed repeats them
    within a process and in others, but they are not those that NumPy draws. Generators (`tf.random.Generator`), and operations without
    state, have seeds of their own.

    Example:
        >>> tf.experimental.numpy.random.seed(1)
    """
    if s is None:
        raise ValueError("random.seed takes an integer, got None: give a number")
    try:
        number = int(s)
    except TypeError:
        raise ValueError(f"Argument `s` got an invalid value {s!r}. Only integers are supported.") from None
    streams.set_seed(number)


def _size(size):
    return [] if size is None else [size] if isinstance(size, int) else size


@tf_export("experimental.numpy.random.randn")
def randn(*args: IntLike) -> Tensor:
    """Numbers of the standard normal distribution. Mirrors `tf.experimental.numpy.random.randn`.

    Arguments:
        args: the sizes, one after the other.

    Returns:
        A tensor of float64; a scalar without sizes.

    Raises:
        InvalidArgumentError: a negative size.

    Their mean is 0 and their standard deviation 1. `seed` sets what comes next; the numbers are not those that NumPy draws from the same
    seed. They are float32 where dtypes may be weak (`experimental_enable_numpy_behavior`, modes "all" and "safe").

    Example:
        >>> tf.experimental.numpy.random.randn(2, 3).shape
        TensorShape([2, 3])
        >>> tf.experimental.numpy.random.randn().shape
        TensorShape([])
    """
    return standard_normal(args)


@tf_export("experimental.numpy.random.standard_normal")
def standard_normal(size: SizesLike | None = None) -> Tensor:
    """Numbers of the standard normal distribution. Mirrors `tf.experimental.numpy.random.standard_normal`.

    Arguments:
        size: the sizes, an integer or a list; None, the default, for a scalar.

    Returns:
        A tensor of float64.

    Raises:
        InvalidArgumentError: a negative size.

    Their mean is 0 and their standard deviation 1; `5 + 2 * x` have others. `seed` sets what comes next; the numbers are not those that
    NumPy draws from the same seed.

    Example:
        >>> tf.experimental.numpy.random.standard_normal([2, 3]).shape
        TensorShape([2, 3])
        >>> tf.experimental.numpy.random.standard_normal(2).dtype
        tf.float64
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

    Raises:
        InvalidArgumentError: limits that do not broadcast to the sizes.

    `seed` sets what comes next; the numbers are not those that NumPy draws from the same seed. The gradient reaches both limits.

    Example:
        >>> tf.experimental.numpy.random.uniform(5.0, 6.0, [4]).shape
        TensorShape([4])
        >>> tf.experimental.numpy.random.uniform([0.0, 10.0], [1.0, 20.0]).shape
        TensorShape([2])
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

    Raises:
        InvalidArgumentError: a negative size.

    0 may be among them, 1 is not. `seed` sets what comes next; the numbers are not those that NumPy draws from the same seed. They are
    float32 where dtypes may be weak (`experimental_enable_numpy_behavior`, modes "all" and "safe").

    Example:
        >>> tf.experimental.numpy.random.random([4]).shape
        TensorShape([4])
        >>> tf.experimental.numpy.random.random((2, 1)).dtype
        tf.float64
    """
    return uniform(0.0, 1.0, size)


@tf_export("experimental.numpy.random.rand")
def rand(*size: IntLike) -> Tensor:
    """Numbers spread evenly between 0 and 1. Mirrors `tf.experimental.numpy.random.rand`.

    Arguments:
        size: the sizes, one after the other.

    Returns:
        A tensor of float64; a scalar without sizes.

    Raises:
        InvalidArgumentError: a negative size.

    0 may be among them, 1 is not. `seed` sets what comes next; the numbers are not those that NumPy draws from the same seed. They are
    float32 where dtypes may be weak (`experimental_enable_numpy_behavior`, modes "all" and "safe").

    Example:
        >>> tf.experimental.numpy.random.rand(2, 3).shape
        TensorShape([2, 3])
        >>> bool(0.0 <= tf.experimental.numpy.random.rand() < 1.0)
        True
    """
    return uniform(0.0, 1.0, size)


@tf_export("experimental.numpy.random.poisson")
def poisson(lam: TensorLike = 1.0, size: SizesLike | None = None) -> Tensor:
    """Counts of the Poisson distribution. Mirrors `tf.experimental.numpy.random.poisson`.

    Arguments:
        lam: the rates; 1.0 by default.
        size: how many of each, an integer or a list; None, the default, for one.

    Returns:
        A tensor of int64, of the shape `size` with that of the rates behind it.

    Raises:
        InvalidArgumentError: a negative size.

    Each rate has as many counts as `size` asks for, where NumPy broadcasts the rates to it. `seed` sets what comes next. There is no
    gradient for the rates.

    Example:
        >>> tf.experimental.numpy.random.poisson(4.0, [3]).shape
        TensorShape([3])
        >>> tf.experimental.numpy.random.poisson([0.0, 0.0])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([0, 0])>
        >>> tf.experimental.numpy.random.poisson([1.0, 2.0], 3).shape
        TensorShape([3, 2])
    """
    return streams.poisson(_size(size), asarray(lam, default_float()), dtype=dt.int64)


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
        InvalidArgumentError: `high` is not above `low`.

    `seed` sets what comes next.

    Example:
        >>> tf.experimental.numpy.random.randint(0, 10, [5]).shape
        TensorShape([5])
        >>> tf.experimental.numpy.random.randint(5, size=2, dtype=tf.int32).dtype
        tf.int32
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
