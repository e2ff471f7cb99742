"""The error function, its relatives and the normal distribution's quantiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math._gradients import with_derivative

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("math.erf", v1=["math.erf", "erf"], elementwise="unary", keras_defaults=True)
@op("Erf", x="T", T=dt.REALS, direct=torch.erf)
def erf(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The error function of each element: twice the integral of `exp(-t * t)` from 0 to x, over the root of pi. Mirrors
    `tf.math.erf`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in [-1, 1] with the sign of `x`.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `2 / sqrt(pi) * exp(-x * x)`. The distribution function of a standard normal number is `(1 + erf(x /
    sqrt(2))) / 2`; the inverse is `tf.math.erfinv`.

    Example:
        >>> np.round(tf.math.erf([-1.0, 0.0, 0.5, 3.0]), 3)
        array([-0.843,  0.   ,  0.52 ,  1.   ], dtype=float32)
    """
    return torch.erf(x)


@tf_export("math.erfc", v1=["math.erfc", "erfc"], elementwise="unary", keras_defaults=True)
@op("Erfc", x="T", T=dt.REALS)
def erfc(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`1 - erf(x)` of each element, exact where that difference has no digits left. Mirrors `tf.math.erfc`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in [0, 2].

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    Half of it, at `x / sqrt(2)`, is the probability that a standard normal number exceeds x. The inverse is
    `tf.math.erfcinv`.

    Example:
        >>> np.round(tf.math.erfc([-1.0, 0.0, 0.5]), 3)
        array([1.843, 1.   , 0.48 ], dtype=float32)
        >>> bool(tf.math.erfc(5.0) > 0.0), bool(1.0 - tf.math.erf(5.0) > 0.0)
        (True, False)
    """
    return torch.erfc(x)


@tf_export("math.erfinv", elementwise="unary")
@op("Erfinv", x="T", T=dt.REALS)
def erfinv(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the error function: the number whose `tf.math.erf` each element is. Mirrors `tf.math.erfinv`.

    Arguments:
        x: a tensor of any shape: float32 or float64. Elements are in [-1, 1].
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinities at -1 and 1, NaN beyond.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    `sqrt(2) * erfinv(2 * u - 1)` makes normal numbers of uniform numbers `u` in (0, 1), which is what `tf.math.ndtri`
    computes.

    Example:
        >>> np.round(tf.math.erfinv([0.0, 0.5, 1.0, 1.5]), 3)
        array([0.   , 0.477,   inf,   nan], dtype=float32)
        >>> np.round(tf.math.erf(tf.math.erfinv([0.25, -0.75])), 3)
        array([ 0.25, -0.75], dtype=float32)
    """
    return torch.erfinv(x)


_ndtri = with_derivative(torch.special.ndtri, lambda x, y: math.sqrt(2 * math.pi) * torch.exp(y * y / 2))


@tf_export("math.ndtri", elementwise="unary")
@op("Ndtri", x="T", T=dt.REALS)
def ndtri(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The quantile of the standard normal distribution for each probability. Mirrors `tf.math.ndtri`.

    Arguments:
        x: a tensor of probabilities of any shape: float32 or float64. Elements are in [0, 1].
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: the number that a standard normal one is below with that probability.
        Minus infinity at 0, infinity at 1, NaN outside.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The width of a confidence interval is made of it: 95% of normal numbers lie within 1.96 standard deviations.

    Example:
        >>> np.round(tf.math.ndtri([0.5, 0.975, 0.025, 1.0]), 3)
        array([ 0.  ,  1.96, -1.96,   inf], dtype=float32)
    """
    return _ndtri(x)


@tf_export("math.erfcinv", elementwise="unary")
@composite
@in_name_scope("erfcinv")
def erfcinv(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of `erfc`: the number whose `tf.math.erfc` each element is. Mirrors `tf.math.erfcinv`.

    Arguments:
        x: a tensor of any shape: float32 or float64. Elements are in [0, 2].
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity at 0, minus infinity at 2, NaN beyond.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    It is composed of `tf.math.ndtri`, as in TensorFlow.

    Example:
        >>> np.round(tf.math.erfcinv([0.0, 0.5, 1.5, 2.0]), 3)
        array([   inf,  0.477, -0.477,   -inf], dtype=float32)
        >>> np.round(tf.math.erfc(tf.math.erfcinv([0.25, 1.75])), 3)
        array([0.25, 1.75], dtype=float32)
    """
    x = convert_to_tensor(x)
    return -ndtri(0.5 * x) * math.sqrt(0.5)
