"""Circular and hyperbolic functions and their inverses, element by element, in radians."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import with_derivative, with_derivatives

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("math.sin", "sin", elementwise="unary", keras_defaults=True)
@op("Sin", x="T", T=dt.INEXACT, scope="")
def sin(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The sine. Mirrors `tf.math.sin`. `x`: a float or complex tensor, in radians."""
    return torch.sin(x)


@tf_export("math.cos", "cos", elementwise="unary", keras_defaults=True)
@op("Cos", x="T", T=dt.INEXACT, scope="")
def cos(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The cosine. Mirrors `tf.math.cos`. `x`: a float or complex tensor, in radians."""
    return torch.cos(x)


@tf_export("math.tan", "tan", elementwise="unary", keras_defaults=True)
@op("Tan", x="T", T=dt.INEXACT, scope="")
def tan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The tangent. Mirrors `tf.math.tan`. `x`: a float or complex tensor, in radians."""
    return torch.tan(x)


@tf_export("math.asin", "asin", elementwise="unary", keras_defaults=True)
@op("Asin", x="T", T=dt.INEXACT, scope="")
def asin(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the sine, in radians.

    Mirrors `tf.math.asin`. `x`: a float (in [-1, 1], else NaN) or complex tensor.
    """
    return torch.asin(x)


@tf_export("math.acos", "acos", elementwise="unary")
@op("Acos", x="T", T=dt.INEXACT, scope="")
def acos(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the cosine, in radians.

    Mirrors `tf.math.acos`. `x`: a float (in [-1, 1], else NaN) or complex tensor.
    """
    return torch.acos(x)


@tf_export("math.atan", "atan", elementwise="unary", keras_defaults=True)
@op("Atan", x="T", T=dt.INEXACT, scope="")
def atan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the tangent, in radians. Mirrors `tf.math.atan`. `x`: a float or complex tensor."""
    return torch.atan(x)


atan2_values = with_derivatives(torch.atan2, lambda y, x, z: x / (x * x + y * y), lambda y, x, z: -y / (x * x + y * y))


@tf_export("math.atan2", "atan2", elementwise="binary", keras_defaults=True)
@op("Atan2", y="T", x="T", T=dt.REALS)
def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> AnyTensor:
    """The angle in (-pi, pi] of the point (`x`, `y`), with broadcasting. Mirrors `tf.math.atan2`.

    `y`, `x`: float tensors of one type. At the origin the gradient is NaN.
    """
    return atan2_values(y, x)


@tf_export("math.sinh", "sinh", elementwise="unary", keras_defaults=True)
@op("Sinh", x="T", T=dt.INEXACT, scope="")
def sinh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The hyperbolic sine. Mirrors `tf.math.sinh`. `x`: a float or complex tensor."""
    return torch.sinh(x)


@tf_export("math.cosh", "cosh", elementwise="unary", keras_defaults=True)
@op("Cosh", x="T", T=dt.INEXACT, scope="")
def cosh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The hyperbolic cosine. Mirrors `tf.math.cosh`. `x`: a float or complex tensor."""
    return torch.cosh(x)


@tf_export("math.tanh", "nn.tanh", "tanh", elementwise="unary", keras_defaults=True)
@op("Tanh", x="T", T=dt.INEXACT, scope="", direct=torch.tanh)
def tanh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The hyperbolic tangent. Mirrors `tf.math.tanh`. `x`: a float or complex tensor."""
    return torch.tanh(x)


@tf_export("math.asinh", "asinh", elementwise="unary", keras_defaults=True)
@op("Asinh", x="T", T=dt.INEXACT, scope="")
def asinh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the hyperbolic sine. Mirrors `tf.math.asinh`. `x`: a float or complex tensor."""
    return torch.asinh(x)


# From the result, as TensorFlow computes it: close to 1 the other form rounds differently.
_acosh = with_derivative(torch.acosh, lambda x, y: 1 / torch.sinh(y))


@tf_export("math.acosh", "acosh", elementwise="unary", keras_defaults=True)
@op("Acosh", x="T", T=dt.INEXACT, scope="")
def acosh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the hyperbolic cosine.

    Mirrors `tf.math.acosh`. `x`: a float (at least 1, else NaN) or complex tensor.
    """
    return _acosh(x)


@tf_export("math.atanh", "atanh", elementwise="unary", keras_defaults=True)
@op("Atanh", x="T", T=dt.INEXACT, scope="")
def atanh(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of the hyperbolic tangent.

    Mirrors `tf.math.atanh`. `x`: a float (in [-1, 1], else NaN) or complex tensor.
    """
    return torch.atanh(x)
