"""Circular and hyperbolic functions and their inverses, element by element, in radians."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import elementary
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import with_derivative, with_derivatives

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("math.sin", "sin", elementwise="unary", keras_defaults=True)
@op("Sin", x="T", T=dt.INEXACT, scope="")
def sin(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The sine of each element, an angle in radians. Mirrors `tf.math.sin`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
            A ragged tensor gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; NaN for an infinity. The larger a float32 is, the fewer digits of the
        angle it holds: reduce it before.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is the cosine; the inverse is `tf.math.asin`. Degrees become radians by `x * math.pi / 180`.

    Example:
        >>> np.round(tf.sin([0.0, 1.5707963, 3.1415927 / 6]), 3)
        array([0. , 1. , 0.5], dtype=float32)
    """
    return elementary.sin(x)


@tf_export("math.cos", "cos", elementwise="unary", keras_defaults=True)
@op("Cos", x="T", T=dt.INEXACT, scope="")
def cos(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The cosine of each element, an angle in radians. Mirrors `tf.math.cos`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
            A ragged tensor gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; NaN for an infinity. The larger a float32 is, the fewer digits of the
        angle it holds: reduce it before.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is minus the sine; the inverse is `tf.math.acos`.

    Example:
        >>> np.round(tf.cos([0.0, 1.0471976, 3.1415927]), 3)
        array([ 1. ,  0.5, -1. ], dtype=float32)
    """
    return elementary.cos(x)


@tf_export("math.tan", "tan", elementwise="unary", keras_defaults=True)
@op("Tan", x="T", T=dt.INEXACT, scope="")
def tan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The tangent of each element, an angle in radians. Mirrors `tf.math.tan`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
            A ragged tensor gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: huge, not infinite, next to odd multiples of pi / 2, which no float hits
        exactly; NaN for an infinity.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 + tan(x) ** 2`; the inverse is `tf.math.atan`.

    Example:
        >>> np.round(tf.tan([0.0, 0.7853982, -0.7853982]), 3)
        array([ 0.,  1., -1.], dtype=float32)
    """
    return elementary.tan(x)


@tf_export("math.asin", "asin", elementwise="unary", keras_defaults=True)
@op("Asin", x="T", T=dt.INEXACT, scope="")
def asin(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The angle, in radians, whose sine each element is. Mirrors `tf.math.asin`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. Real elements outside of
            [-1, 1] have no such angle.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in [-pi / 2, pi / 2]; NaN for real elements outside of [-1, 1].

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient, `1 / sqrt(1 - x * x)`, is infinite at -1 and 1.

    Example:
        >>> np.round(tf.math.asin([-1.0, 0.0, 0.5, 2.0]), 3)
        array([-1.571,  0.   ,  0.524,    nan], dtype=float32)
    """
    return elementary.asin(x)


@tf_export("math.acos", "acos", elementwise="unary")
@op("Acos", x="T", T=dt.INEXACT, scope="")
def acos(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The angle, in radians, whose cosine each element is. Mirrors `tf.math.acos`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. Real elements outside of
            [-1, 1] have no such angle.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in [0, pi]; NaN for real elements outside of [-1, 1].

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient, `-1 / sqrt(1 - x * x)`, is infinite at -1 and 1: clip cosines of angles between vectors before.

    Example:
        >>> np.round(tf.math.acos([-1.0, 0.0, 0.5, 2.0]), 3)
        array([3.142, 1.571, 1.047,   nan], dtype=float32)
    """
    return elementary.acos(x)


@tf_export("math.atan", "atan", elementwise="unary", keras_defaults=True)
@op("Atan", x="T", T=dt.INEXACT, scope="")
def atan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The angle, in radians, whose tangent each element is. Mirrors `tf.math.atan`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, values in (-pi / 2, pi / 2), whose ends infinities give.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 / (1 + x * x)`. `tf.math.atan2` takes the two sides of the triangle and so tells all four
    quadrants apart.

    Example:
        >>> np.round(tf.math.atan([0.0, 1.0, -1.0, float("inf")]), 3)
        array([ 0.   ,  0.785, -0.785,  1.571], dtype=float32)
    """
    return elementary.atan(x)


atan2_values = with_derivatives(torch.atan2, lambda y, x, z: x / (x * x + y * y), lambda y, x, z: -y / (x * x + y * y))


@tf_export("math.atan2", "atan2", elementwise="binary", keras_defaults=True)
@op("Atan2", y="T", x="T", T=dt.REALS)
def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> AnyTensor:
    """The angle of the point (`x`, `y`) seen from the origin, in radians, element by element with broadcasting. Mirrors
    `tf.math.atan2`.

    Arguments:
        y: the second coordinates, which come first: float16, bfloat16, float32 or float64.
        x: the first coordinates, of the same dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype: 0 on the positive x axis, pi / 2 on the positive y axis,
        values in (-pi, pi].

    Raises:
        InvalidArgumentError: other dtypes, dtypes that differ, or shapes that do not broadcast.

    The gradient at the origin is NaN.

    Example:
        >>> np.round(tf.math.atan2([0.0, 1.0, 1.0, 0.0], [1.0, 1.0, 0.0, -1.0]), 3)
        array([0.   , 0.785, 1.571, 3.142], dtype=float32)
    """
    return atan2_values(y, x)


@tf_export("math.sinh", "sinh", elementwise="unary", keras_defaults=True)
@op("Sinh", x="T", T=dt.INEXACT, scope="")
def sinh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The hyperbolic sine, `(exp(x) - exp(-x)) / 2`, of each element. Mirrors `tf.math.sinh`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. A ragged tensor gives a
            ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; in float32 infinite from about 89.4 on.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `tf.math.cosh`; the inverse is `tf.math.asinh`.

    Example:
        >>> np.round(tf.sinh([-1.0, 0.0, 1.0, 100.0]), 3)
        array([-1.175,  0.   ,  1.175,    inf], dtype=float32)
    """
    return elementary.sinh(x)


@tf_export("math.cosh", "cosh", elementwise="unary", keras_defaults=True)
@op("Cosh", x="T", T=dt.INEXACT, scope="")
def cosh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The hyperbolic cosine, `(exp(x) + exp(-x)) / 2`, of each element. Mirrors `tf.math.cosh`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. A ragged tensor gives a
            ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, at least 1 for real elements; in float32 infinite from about 89.4 on.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `tf.math.sinh`; the inverse is `tf.math.acosh`. Its logarithm is a loss: `tf.keras.losses.LogCosh`.

    Example:
        >>> np.round(tf.cosh([-1.0, 0.0, 1.0, 100.0]), 3)
        array([1.543, 1.   , 1.543,   inf], dtype=float32)
    """
    return elementary.cosh(x)


@tf_export("math.tanh", "nn.tanh", "tanh", elementwise="unary", keras_defaults=True)
@op("Tanh", x="T", T=dt.INEXACT, scope="", direct=elementary.tanh)
def tanh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The hyperbolic tangent, `sinh(x) / cosh(x)`, of each element. Mirrors `tf.math.tanh`, `tf.nn.tanh` and `tf.tanh`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
            A ragged tensor gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, real values in [-1, 1]; exactly -1 or 1 where the dtype has nothing in
        between. It never overflows.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 - y * y` for the result `y`; the inverse is `tf.math.atanh`. It is the activation of
    `tf.keras.layers.LSTM`.

    Example:
        >>> np.round(tf.tanh([-1.0, 0.0, 1.0, 100.0]), 3)
        array([-0.762,  0.   ,  0.762,  1.   ], dtype=float32)
    """
    return elementary.tanh(x)


@tf_export("math.asinh", "asinh", elementwise="unary", keras_defaults=True)
@op("Asinh", x="T", T=dt.INEXACT, scope="")
def asinh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the hyperbolic sine of each element, `log(x + sqrt(x * x + 1))`. Mirrors `tf.math.asinh`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. Every real number has
            one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. Near 0 it is about `x`, far away about the logarithm of `2 * abs(x)`
        with the sign of `x`, so it compresses large numbers of both signs.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 / sqrt(x * x + 1)`.

    Example:
        >>> np.round(tf.math.asinh([-1.0, 0.0, 1.0, 1000.0]), 3)
        array([-0.881,  0.   ,  0.881,  7.601], dtype=float32)
    """
    return elementary.asinh(x)


# From the result, as TensorFlow computes it: close to 1 the other form rounds differently.
_acosh = with_derivative(elementary.acosh, lambda x, y: 1 / torch.sinh(y))


@tf_export("math.acosh", "acosh", elementwise="unary", keras_defaults=True)
@op("Acosh", x="T", T=dt.INEXACT, scope="")
def acosh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the hyperbolic cosine of each element, `log(x + sqrt(x * x - 1))`. Mirrors `tf.math.acosh`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. Real elements below 1
            have none.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, not negative for real elements; NaN below 1.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 / sqrt(x * x - 1)`, infinite at 1.

    Example:
        >>> np.round(tf.math.acosh([1.0, 2.0, 100.0, 0.5]), 3)
        array([0.   , 1.317, 5.298,   nan], dtype=float32)
    """
    return _acosh(x)


@tf_export("math.atanh", "atanh", elementwise="unary", keras_defaults=True)
@op("Atanh", x="T", T=dt.INEXACT, scope="")
def atanh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the hyperbolic tangent of each element, `log((1 + x) / (1 - x)) / 2`. Mirrors `tf.math.atanh`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128. Real elements outside of
            [-1, 1] have none.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinities at -1 and 1, NaN beyond.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 / (1 - x * x)`. Fisher's transformation of correlations is this function.

    Example:
        >>> np.round(tf.math.atanh([-1.0, 0.0, 0.5, 2.0]), 3)
        array([ -inf, 0.   , 0.549,   nan], dtype=float32)
    """
    return elementary.atanh(x)
