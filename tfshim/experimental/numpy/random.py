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
    """Set the global seed, an integer or a scalar. Mirrors `tf.experimental.numpy.random.seed`."""
    streams.set_seed(int(s))


def _size(size):
    return [] if size is None else [size] if isinstance(size, int) else size


@tf_export("experimental.numpy.random.randn")
def randn(*args: IntLike) -> Tensor:
    """Normal numbers in the shape that the arguments spell. Mirrors `tf.experimental.numpy.random.randn`."""
    return standard_normal(args)


@tf_export("experimental.numpy.random.standard_normal")
def standard_normal(size: SizesLike | None = None) -> Tensor:
    """Normal numbers. Mirrors `tf.experimental.numpy.random.standard_normal`."""
    return streams.normal(_size(size), dtype=default_float())


@tf_export("experimental.numpy.random.uniform")
def uniform(low: TensorLike = 0.0, high: TensorLike = 1.0, size: SizesLike | None = None) -> Tensor:
    """Numbers between `low` and `high`. Mirrors `tf.experimental.numpy.random.uniform`."""
    low, high = asarray(low, default_float()), asarray(high, default_float())
    if size is None:
        size = array_ops.broadcast_dynamic_shape(array_ops.shape(low), array_ops.shape(high))
    return streams.uniform(_size(size), low, high, dtype=default_float())


@tf_export("experimental.numpy.random.random")
def random(size: SizesLike | None = None) -> Tensor:
    """Numbers between 0 and 1. Mirrors `tf.experimental.numpy.random.random`."""
    return uniform(0.0, 1.0, size)


@tf_export("experimental.numpy.random.rand")
def rand(*size: IntLike) -> Tensor:
    """Numbers between 0 and 1 in the shape that the arguments spell. Mirrors `tf.experimental.numpy.random.rand`."""
    return uniform(0.0, 1.0, size)


@tf_export("experimental.numpy.random.poisson")
def poisson(lam: TensorLike = 1.0, size: SizesLike | None = None) -> Tensor:
    """Poisson counts with the rates `lam`, int64. Mirrors `tf.experimental.numpy.random.poisson`."""
    lam = asarray(lam, default_float())
    if size is None:
        return streams.poisson([], lam, dtype=dt.int64)
    size = _size(size)
    lam = array_ops.broadcast_to(lam, size)
    return streams.poisson([], lam, dtype=dt.int64)


@tf_export("experimental.numpy.random.randint")
def randint(low: TensorLike, high: TensorLike | None = None, size: SizesLike | None = None, dtype: DTypeLike = np.int64) -> Tensor:
    """Integers from `low` (0 if only one limit is given) to before `high`. Mirrors `tf.experimental.numpy.random.randint`.

    Raises ValueError for dtypes that are no integers.
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
