"""Real and imaginary parts, conjugates and angles."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.creation import ones_like, zeros_like
from tfshim.array_ops.masking import where
from tfshim.engine.ops.composite import composite, constant_called
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
@constant_called("Real/input")
@composite
def real(input: TensorLike, name: str | None = None) -> AnyTensor:
    """The real part of each element. Mirrors `tf.math.real`.

    Arguments:
        input: a tensor of numbers, or what converts to one; a real one is returned as it is.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`: float32 for complex64, float64 for complex128.

    Raises:
        TypeError: `input` holds bools or strings.

    Other than `tf.cast` to a float dtype it gives no warning about the part that is dropped. The other half is
    `tf.math.imag`.

    Example:
        >>> tf.math.real(tf.constant([1.0 + 2.0j, 3.0], tf.complex64))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 3.], dtype=float32)>
        >>> tf.math.real([1.5, 2.5])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.5, 2.5], dtype=float32)>
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
    """The imaginary part of each element. Mirrors `tf.math.imag`.

    Arguments:
        input: a tensor of complex numbers; a real one, of any dtype, gives zeros of its dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`: float32 for complex64, float64 for complex128.

    The gradient with respect to `input` is complex: what flows back becomes the imaginary part. The other half is
    `tf.math.real`, and `tf.complex` puts both together.

    Example:
        >>> tf.math.imag(tf.constant([1.0 + 2.0j, 3.0], tf.complex64))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 0.], dtype=float32)>
        >>> tf.math.imag([1.5, 2.5])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 0.], dtype=float32)>
    """
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
    """The angle of each number in the complex plane, in radians. Mirrors `tf.math.angle`.

    Arguments:
        input: a tensor of complex numbers or floats.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`, float32 for complex64 and float64 for complex128, values in [-pi, pi]. A real
        number gives 0, or pi where it is negative, in its own dtype.

    Raises:
        TypeError: `input` holds integers, bools or strings.

    With the modulus, `tf.abs`, it is the number in polar form.

    Example:
        >>> z = tf.constant([1.0 + 1.0j, -2.0j], tf.complex64)
        >>> np.round(tf.math.angle(z), 3)
        array([ 0.785, -1.571], dtype=float32)
        >>> np.round(tf.math.angle([1.0, -1.0]), 3)
        array([0.   , 3.142], dtype=float32)
    """
    input = as_tensor_kind(input)
    if input.dtype.is_complex:
        return _angle(input, name=name)
    return where(input < 0, math.pi * ones_like(input), zeros_like(input))


@op("Conj", input="T", T=dt.COMPLEX)
def _conj(input, name=None):
    return torch.conj_physical(input)


@tf_export("math.conj", v1=["math.conj", "conj"], elementwise="unary")
@constant_called("Conj/x")
@composite
def conj(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The complex conjugate of each element: the imaginary part with its sign turned. Mirrors `tf.math.conj`.

    Arguments:
        x: a tensor of numbers, or what converts to one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; a real tensor is returned as it is.

    Raises:
        TypeError: `x` holds bools or strings.

    `tf.linalg.adjoint` conjugates and transposes matrices at once; `tf.transpose(x, conjugate=True)` does so for any
    order of axes.

    Example:
        >>> tf.math.conj(tf.constant([1.0 + 2.0j, 3.0], tf.complex64))
        <tf.Tensor: shape=(2,), dtype=complex64, numpy=array([1.-2.j, 3.-0.j], dtype=complex64)>
        >>> tf.math.conj([1.0, 2.0])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    x = as_tensor_kind(x)
    if x.dtype.is_complex:
        return _conj(x, name=name)
    if x.dtype.is_floating or x.dtype.is_integer or x.dtype == dt.variant:
        return x
    raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}")
