"""Comparisons, and the greater and the lesser of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import needs_grad, with_derivatives
from tfshim.math._unsigned import ordered, restored

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _unsigned(compare):
    """`compare` for all real types: torch's own comparison where it has one, else on values of the same order."""

    def kernel(x, y):
        if x.dtype in _NO_ORDER:
            return compare(ordered(x), ordered(y))
        return compare(x, y)

    return kernel


_NO_ORDER = (torch.uint16, torch.uint32, torch.uint64)
_lt, _le, _gt, _ge = map(_unsigned, (torch.lt, torch.le, torch.gt, torch.ge))


@tf_export("math.less", "less", elementwise="binary", keras_defaults=True)
@op("Less", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=torch.lt, out=dt.bool)
def less(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x < y`, element by element with broadcasting. Mirrors `tf.math.less`.

    `x`, `y`: real tensors of one type. Gives a bool tensor. Raises InvalidArgumentError where dtypes differ or shapes
    do not broadcast.
    """
    return _lt(x, y)


@tf_export("math.less_equal", "less_equal", elementwise="binary", keras_defaults=True)
@op("LessEqual", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=torch.le, out=dt.bool)
def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x <= y`, element by element with broadcasting. Mirrors `tf.math.less_equal`.

    `x`, `y`: real tensors of one type. Gives a bool tensor. Raises InvalidArgumentError where dtypes differ or shapes
    do not broadcast.
    """
    return _le(x, y)


@tf_export("math.greater", "greater", elementwise="binary", keras_defaults=True)
@op("Greater", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=torch.gt, out=dt.bool)
def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x > y`, element by element with broadcasting. Mirrors `tf.math.greater`.

    `x`, `y`: real tensors of one type. Gives a bool tensor. Raises InvalidArgumentError where dtypes differ or shapes
    do not broadcast.
    """
    return _gt(x, y)


@tf_export("math.greater_equal", "greater_equal", elementwise="binary", keras_defaults=True)
@op("GreaterEqual", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=torch.ge, out=dt.bool)
def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x >= y`, element by element with broadcasting. Mirrors `tf.math.greater_equal`.

    `x`, `y`: real tensors of one type. Gives a bool tensor. Raises InvalidArgumentError where dtypes differ or shapes
    do not broadcast.
    """
    return _ge(x, y)


def _objects_equal(x, y):
    return torch.from_numpy(np.asarray(np.equal(x, y), dtype=bool))


def _objects_not_equal(x, y):
    return torch.from_numpy(np.asarray(np.not_equal(x, y), dtype=bool))


_EQUAL = dt.NATIVE | dt.QUANTIZED | dt.STRING


@tf_export("math.equal", "equal", elementwise="binary")
@op("Equal", x="T", y="T", T=_EQUAL, grad=None, scalar="y", direct=torch.eq, objects=_objects_equal, out=dt.bool)
def equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x == y`, element by element with broadcasting. Mirrors `tf.math.equal`.

    `x`, `y`: tensors of one type: numbers, bools or strings. Gives a bool tensor. Raises InvalidArgumentError where
    dtypes differ or shapes do not broadcast.
    """
    return torch.eq(x, y)


@tf_export("math.not_equal", "not_equal", elementwise="binary")
@op("NotEqual", x="T", y="T", T=_EQUAL, grad=None, scalar="y", direct=torch.ne, objects=_objects_not_equal, out=dt.bool)
def not_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x != y`, element by element with broadcasting. Mirrors `tf.math.not_equal`.

    `x`, `y`: tensors of one type: numbers, bools or strings. Gives a bool tensor. Raises InvalidArgumentError where
    dtypes differ or shapes do not broadcast.
    """
    return torch.ne(x, y)


def _select(wins, extreme):
    """The kernel of maximum and minimum. At a tie the gradient belongs to the first operand, as in TensorFlow."""

    def kernel(x, y):
        if x.dtype in _NO_ORDER:
            return restored(extreme(ordered(x), ordered(y)), x.dtype)
        if needs_grad(x, y):
            # A NaN in x makes the result NaN, yet the gradient goes to y: the comparison is what decides.
            return torch.where(wins(x, y), x, torch.where(torch.isnan(x), y + x.detach(), y))
        return extreme(x, y)

    return kernel


_maximum, _minimum = _select(torch.ge, torch.maximum), _select(torch.le, torch.minimum)


@tf_export("math.maximum", "maximum", elementwise="binary", keras_defaults=True)
@op("Maximum", x="T", y="T", T=dt.REAL_NUMBERS, scalar="y", direct=torch.maximum)
def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The greater of `x` and `y`, element by element with broadcasting. Mirrors `tf.math.maximum`.

    `x`, `y`: real tensors of one type. NaN wins; at a tie the gradient goes to `x`. Raises InvalidArgumentError where
    dtypes differ or shapes do not broadcast.
    """
    return _maximum(x, y)


@tf_export("math.minimum", "minimum", elementwise="binary", keras_defaults=True)
@op("Minimum", x="T", y="T", T=dt.REAL_NUMBERS, scalar="y", direct=torch.minimum)
def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The lesser of `x` and `y`, element by element with broadcasting. Mirrors `tf.math.minimum`.

    `x`, `y`: real tensors of one type. NaN wins; at a tie the gradient goes to `x`. Raises InvalidArgumentError where
    dtypes differ or shapes do not broadcast.
    """
    return _minimum(x, y)


_nextafter = with_derivatives(torch.nextafter, lambda x1, x2, z: torch.ones_like(z), lambda x1, x2, z: torch.zeros_like(z))


@tf_export("math.nextafter", elementwise="unary")
@op("NextAfter", x1="T=float32", x2="T=float32", T=dt.float32.mask | dt.float64.mask)
def nextafter(x1: TensorLike, x2: TensorLike, name: str | None = None) -> AnyTensor:
    """The number next to `x1` in the direction of `x2`, element by element with broadcasting.

    Mirrors `tf.math.nextafter`.

    `x1`, `x2`: tensors of one type, float32 or float64.
    """
    return _nextafter(x1, x2)
