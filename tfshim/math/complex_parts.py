"""Real and imaginary parts, conjugates and angles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.creation import ones_like, zeros_like
from tfshim.array_ops.masking import where
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import needs_grad
from tfshim.math.elementwise import as_tensor_kind
from tfshim.math.trigonometric import atan2_values

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@op("Real", input="T", T=dt.COMPLEX)
def _real(input, name=None):
    return torch.real(input).contiguous()


@tf_export("math.real", v1=["math.real", "real"], elementwise="unary")
@composite
def real(input: TensorLike, name: str | None = None) -> AnyTensor:
    """The real part of each element; a real tensor is returned as it is. Mirrors `tf.math.real`.

    `input`: a tensor of numbers. Raises TypeError for any other.
    """
    input = as_tensor_kind(input)
    if input.dtype.is_complex:
        return _real(input, name=name)
    if input.dtype.is_numeric:
        return input
    raise TypeError(f"input must be a numeric tensor, but got tensor with dtype {input.dtype}")


@op("Imag", input="T", T=dt.COMPLEX)
def _imag(input, name=None):
    return torch.imag(input.resolve_conj()).contiguous()


@tf_export("math.imag", v1=["math.imag", "imag"], elementwise="unary")
@composite
def imag(input: TensorLike, name: str | None = None) -> AnyTensor:
    """The imaginary part of each element; zeros for a real tensor. Mirrors `tf.math.imag`. `input`: a tensor."""
    input = as_tensor_kind(input)
    if input.dtype.is_complex:
        return _imag(input, name=name)
    return zeros_like(input)


@op("Angle", input="T", T=dt.COMPLEX)
def _angle(input, name=None):
    # At 0 the gradient is NaN.
    return atan2_values(torch.imag(input), torch.real(input)) if needs_grad(input) else torch.angle(input)


@tf_export("math.angle", v1=["math.angle", "angle"], elementwise="unary")
@composite
def angle(input: TensorLike, name: str | None = None) -> AnyTensor:
    """The argument of each element in radians: for a real one 0, or pi where it is negative. Mirrors `tf.math.angle`.

    `input`: a tensor of numbers.
    """
    input = as_tensor_kind(input)
    if input.dtype.is_complex:
        return _angle(input, name=name)
    return where(input < 0, math.pi * ones_like(input), zeros_like(input))


@op("Conj", input="T", T=dt.COMPLEX)
def _conj(input, name=None):
    return torch.conj_physical(input)


@tf_export("math.conj", v1=["math.conj", "conj"], elementwise="unary")
@composite
def conj(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The complex conjugate of each element; a real tensor is returned as it is. Mirrors `tf.math.conj`.

    `x`: a tensor of numbers or a variant. Raises TypeError for any other.
    """
    x = as_tensor_kind(x)
    if x.dtype.is_complex:
        return _conj(x, name=name)
    if x.dtype.is_floating or x.dtype.is_integer or x.dtype == dt.variant:
        return x
    raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")
