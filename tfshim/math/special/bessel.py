"""Bessel functions of orders 0 and 1: of the first kind (j), the second (y), and modified (i, k; `e`: scaled)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import with_derivative
from tfshim.math.special import _bessel_values
from tfshim.math.special._tables import Table, tabulated

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _where_zero(x, at_zero, function):
    """`at_zero` where `x` is 0, else `function(x)`; x is kept away from 0 in there, so that nothing becomes NaN."""
    zero = x == 0
    return torch.where(zero, at_zero, function(torch.where(zero, torch.ones_like(x), x)))


_INFINITE, _MINUS = float("inf"), float("-inf")


def _above_zero(limit, function):
    """`function` where it is real, and `limit`, what it comes to at 0, for 0 and negative numbers, as TensorFlow has it."""
    return lambda x: torch.where(x <= 0, limit, function(x))


_y1_above_zero = _above_zero(_MINUS, _bessel_values.y1)


def _y1_values(x):
    y = _y1_above_zero(x)
    # TensorFlow's kernel for float32 has none there.
    return y if x.dtype is torch.float64 else torch.where(x == 0, float("nan"), y)


def _by_table(exact, high, odd=False):
    """`exact`, an even or odd function, by a table for many numbers up to `high`."""
    if not odd:
        table = Table(exact, high)
        return tabulated(exact, lambda size, x: table(size), high)
    by_x = Table(lambda x: exact(x) / x, high)
    return tabulated(exact, lambda size, x: by_x(size).mul_(x), high)


_i0 = with_derivative(_by_table(torch.special.i0, 40), lambda x, y: _i1(x))
_i0e = with_derivative(_by_table(torch.special.i0e, 64), lambda x, y: _i1e(x) - torch.sign(x) * y)
# At 0 the slope of i1 counts as 1, as TensorFlow has it (it is 1/2).
_i1 = with_derivative(_by_table(torch.special.i1, 40, odd=True), lambda x, y: _where_zero(x, 1.0, lambda t: _i0(t) - y / t))
_i1e = with_derivative(
    _by_table(torch.special.i1e, 64, odd=True), lambda x, y: _where_zero(x, 0.5, lambda t: _i0e(t) - y * (torch.sign(t) + 1 / t))
)
_j0 = with_derivative(_bessel_values.j0, lambda x, y: -_j1(x))
_j1 = with_derivative(_bessel_values.j1, lambda x, y: _where_zero(x, 0.5, lambda t: _j0(t) - y / t))
_y0 = with_derivative(_above_zero(_MINUS, _bessel_values.y0), lambda x, y: -_y1(x))
_y1 = with_derivative(_y1_values, lambda x, y: _y0(x) - y / x)
_k0 = with_derivative(_above_zero(_INFINITE, torch.special.modified_bessel_k0), lambda x, y: -_k1(x))
_k0e = with_derivative(_above_zero(_INFINITE, torch.special.scaled_modified_bessel_k0), lambda x, y: y - _k1e(x))
_k1 = with_derivative(_above_zero(_INFINITE, torch.special.modified_bessel_k1), lambda x, y: -_k0(x) - y / x)
_k1e = with_derivative(_above_zero(_INFINITE, torch.special.scaled_modified_bessel_k1), lambda x, y: y * (1 - 1 / x) - _k0e(x))


@tf_export("math.bessel_i0", "math.special.bessel_i0", elementwise="unary")
@op("BesselI0", x="T", T=dt.REALS)
def bessel_i0(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The modified Bessel function of the first kind of order 0, element by element. Mirrors `tf.math.bessel_i0` and
    `tf.math.special.bessel_i0`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: 1 at 0, the same for `x` and `-x`, and growing like an exponential, so
        that float32 is infinite beyond about 89.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    `tf.math.bessel_i0e` is scaled so that it does not overflow. The gradient is `tf.math.bessel_i1`; Kaiser windows are
    made of it.

    Example:
        >>> np.round(tf.math.bessel_i0([0.0, 1.0, -1.0, 3.0]), 3)
        array([1.   , 1.266, 1.266, 4.881], dtype=float32)
    """
    return _i0(x)


@tf_export("math.bessel_i0e", "math.special.bessel_i0e", elementwise="unary")
@op("BesselI0e", x="T", T=dt.REALS)
def bessel_i0e(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`exp(-abs(x)) * bessel_i0(x)`, the scaled modified Bessel function of order 0, element by element. Mirrors
    `tf.math.bessel_i0e` and `tf.math.special.bessel_i0e`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in (0, 1]: it does not overflow. Its logarithm plus `abs(x)` is
        that of `tf.math.bessel_i0`, as the von Mises distribution needs it.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    Example:
        >>> np.round(tf.math.bessel_i0e([0.0, 1.0, -1.0, 1000.0]), 3)
        array([1.   , 0.466, 0.466, 0.013], dtype=float32)
    """
    return _i0e(x)


@tf_export("math.bessel_i1", "math.special.bessel_i1", elementwise="unary")
@op("BesselI1", x="T", T=dt.REALS)
def bessel_i1(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The modified Bessel function of the first kind of order 1, element by element. Mirrors `tf.math.bessel_i1` and
    `tf.math.special.bessel_i1`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: 0 at 0, with the sign of `x`, and growing like an exponential, so that
        float32 is infinite beyond about 89.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    It is the derivative of `tf.math.bessel_i0`; `tf.math.bessel_i1e` is scaled so that it does not overflow.

    Example:
        >>> np.round(tf.math.bessel_i1([0.0, 1.0, -1.0, 3.0]), 3)
        array([ 0.   ,  0.565, -0.565,  3.953], dtype=float32)
    """
    return _i1(x)


@tf_export("math.bessel_i1e", "math.special.bessel_i1e", elementwise="unary")
@op("BesselI1e", x="T", T=dt.REALS)
def bessel_i1e(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`exp(-abs(x)) * bessel_i1(x)`, the scaled modified Bessel function of order 1, element by element. Mirrors
    `tf.math.bessel_i1e` and `tf.math.special.bessel_i1e`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in (-1, 1) with the sign of `x`: it does not overflow. Divided by
        `tf.math.bessel_i0e` it gives the mean resultant length of a von Mises distribution.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    Example:
        >>> np.round(tf.math.bessel_i1e([0.0, 1.0, -1.0, 1000.0]), 3)
        array([ 0.   ,  0.208, -0.208,  0.013], dtype=float32)
    """
    return _i1e(x)


@tf_export("math.special.bessel_j0", elementwise="unary")
@op("BesselJ0", x="T", T=dt.REALS)
def bessel_j0(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The Bessel function of the first kind of order 0, element by element. Mirrors `tf.math.special.bessel_j0`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, 1 at 0 and falling off in waves to both sides.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `-bessel_j1(x)`. It is even: `x` and `-x` have the
    same value. It describes, for instance, the swinging of a round membrane.

    Example:
        >>> np.round(tf.math.special.bessel_j0([0.0, 0.5, 1.0, 2.0]), 3)
        array([1.   , 0.938, 0.765, 0.224], dtype=float32)
    """
    return _j0(x)


@tf_export("math.special.bessel_j1", elementwise="unary")
@op("BesselJ1", x="T", T=dt.REALS)
def bessel_j1(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The Bessel function of the first kind of order 1, element by element. Mirrors `tf.math.special.bessel_j1`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, 0 at 0 and falling off in waves to both sides.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `bessel_j0(x) - bessel_j1(x) / x`. It is odd: the
    value at `-x` is that at `x` with the other sign. The pattern of light behind a round hole is made of it.

    Example:
        >>> np.round(tf.math.special.bessel_j1([-1.0, 0.0, 1.0, 2.0]), 3)
        array([-0.44 ,  0.   ,  0.44 ,  0.577], dtype=float32)
    """
    return _j1(x)


@tf_export("math.special.bessel_y0", elementwise="unary")
@op("BesselY0", x="T", T=dt.REALS)
def bessel_y0(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The Bessel function of the second kind of order 0, element by element. Mirrors `tf.math.special.bessel_y0`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: minus infinity at 0 and below.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `-bessel_y1(x)`. It is the solution of Bessel's
    equation beside `bessel_j0`, for what does not reach to the middle.

    Example:
        >>> np.round(tf.math.special.bessel_y0([0.5, 1.0, 2.0]), 3)
        array([-0.445,  0.088,  0.51 ], dtype=float32)
    """
    return _y0(x)


@tf_export("math.special.bessel_y1", elementwise="unary")
@op("BesselY1", x="T", T=dt.REALS)
def bessel_y1(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The Bessel function of the second kind of order 1, element by element. Mirrors `tf.math.special.bessel_y1`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: minus infinity below 0; at 0 too in float64, NaN in float32.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `bessel_y0(x) - bessel_y1(x) / x`. It is the solution
    of Bessel's equation beside `bessel_j1`, for what does not reach to the middle.

    Example:
        >>> np.round(tf.math.special.bessel_y1([0.5, 1.0, 2.0]), 3)
        array([-1.471, -0.781, -0.107], dtype=float32)
    """
    return _y1(x)


@tf_export("math.special.bessel_k0", elementwise="unary")
@op("BesselK0", x="T", T=dt.REALS)
def bessel_k0(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The modified Bessel function of the second kind of order 0, element by element. Mirrors `tf.math.special.bessel_k0`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity at 0 and below, falling towards 0 above.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `-bessel_k1(x)`. It becomes 0 where it is below the
    smallest number of the dtype; `bessel_k0e` does not.

    Example:
        >>> np.round(tf.math.special.bessel_k0([0.5, 1.0, 2.0]), 3)
        array([0.924, 0.421, 0.114], dtype=float32)
    """
    return _k0(x)


@tf_export("math.special.bessel_k0e", elementwise="unary")
@op("BesselK0e", x="T", T=dt.REALS)
def bessel_k0e(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`exp(x) * bessel_k0(x)`, the scaled modified Bessel function of the second kind of order 0, element by element. Mirrors
    `tf.math.special.bessel_k0e`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity at 0 and below.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `bessel_k0e(x) - bessel_k1e(x)`. It keeps its digits
    where `bessel_k0` has become 0.

    Example:
        >>> np.round(tf.math.special.bessel_k0e([0.5, 1.0, 200.0]), 3)
        array([1.524, 1.144, 0.089], dtype=float32)
    """
    return _k0e(x)


@tf_export("math.special.bessel_k1", elementwise="unary")
@op("BesselK1", x="T", T=dt.REALS)
def bessel_k1(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The modified Bessel function of the second kind of order 1, element by element. Mirrors `tf.math.special.bessel_k1`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity at 0 and below, falling towards 0 above.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `-bessel_k0(x) - bessel_k1(x) / x`. It becomes 0
    where it is below the smallest number of the dtype; `bessel_k1e` does not.

    Example:
        >>> np.round(tf.math.special.bessel_k1([0.5, 1.0, 2.0]), 3)
        array([1.656, 0.602, 0.14 ], dtype=float32)
    """
    return _k1(x)


@tf_export("math.special.bessel_k1e", elementwise="unary")
@op("BesselK1e", x="T", T=dt.REALS)
def bessel_k1e(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`exp(x) * bessel_k1(x)`, the scaled modified Bessel function of the second kind of order 1, element by element. Mirrors
    `tf.math.special.bessel_k1e`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity at 0 and below.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    The gradient is `bessel_k1e(x) * (1 - 1 / x) - bessel_k0e(x)`. It
    keeps its digits where `bessel_k1` has become 0.

    Example:
        >>> np.round(tf.math.special.bessel_k1e([0.5, 1.0, 200.0]), 3)
        array([2.731, 1.636, 0.089], dtype=float32)
    """
    return _k1e(x)
