"""The error function, its relatives and the normal distribution's quantiles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math._gradients import with_derivative
from tfshim.math.arithmetic import multiply, negative

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("math.erf", v1=["math.erf", "erf"], elementwise="unary", keras_defaults=True)
@op("Erf", x="T", T=dt.REALS, direct=torch.erf)
def erf(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The error function. Mirrors `tf.math.erf`. `x`: a float tensor."""
    return torch.erf(x)


@tf_export("math.erfc", v1=["math.erfc", "erfc"], elementwise="unary", keras_defaults=True)
@op("Erfc", x="T", T=dt.REALS)
def erfc(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`1 - erf(x)`, exact for large `x`. Mirrors `tf.math.erfc`. `x`: a float tensor."""
    return torch.erfc(x)


@tf_export("math.erfinv", elementwise="unary")
@op("Erfinv", x="T", T=dt.REALS)
def erfinv(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of `erf`: infinite at -1 and 1, NaN beyond. Mirrors `tf.math.erfinv`. `x`: a float tensor."""
    return torch.erfinv(x)


_ndtri = with_derivative(torch.special.ndtri, lambda x, y: math.sqrt(2 * math.pi) * torch.exp(y * y / 2))


@tf_export("math.ndtri", elementwise="unary")
@op("Ndtri", x="T", T=dt.REALS)
def ndtri(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The quantile of the standard normal distribution for the probability `x`. Mirrors `tf.math.ndtri`.

    `x`: a float tensor; infinite at 0 and 1, NaN outside of [0, 1].
    """
    return _ndtri(x)


@tf_export("math.erfcinv", elementwise="unary")
@composite
def erfcinv(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The inverse of `erfc`: infinite at 0 and 2, NaN beyond. Mirrors `tf.math.erfcinv`. `x`: a float tensor."""
    x = convert_to_tensor(x)
    return multiply(negative(ndtri(multiply(x, convert_to_tensor(0.5, dtype=x.dtype)))), math.sqrt(0.5), name=name)
