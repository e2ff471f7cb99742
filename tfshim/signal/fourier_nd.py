"""Fourier transforms over any axes: `tf.signal.fftnd` and its variants, and the functions of the same name in `tf`."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shape_fallbacks import same_rank
from tfshim.array_ops.shapes import shape
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_REAL = dt.float32.mask | dt.float64.mask


def _check(x, lengths, axes):
    if len(lengths) != len(axes):
        raise invalid(f"fft_length and axes must have one length, got {len(lengths)} and {len(axes)} entries")
    if any(not -x.dim() <= a < x.dim() for a in axes) or len({a % x.dim() for a in axes}) != len(axes):
        raise invalid(f"axes must be different axes of the input, which has {x.dim()}, got {list(axes)}")


def _kernel(op_type, function, letter, mask, turned=MappingProxyType({})):
    """`turned`: the dtype of the result for that of the input, where they differ."""

    def kernel(input, fft_length, axes, norm="backward", name=None):
        _check(input, fft_length, axes)
        return function(input, s=fft_length, dim=axes, norm=norm)

    def shape(input, fft_length, axes, *_):
        return turned.get(input.dtype, input.dtype), same_rank(input)[1]

    specs = {letter: mask}
    return op(op_type, input=letter, fft_length="ints", axes="ints", register=False, shape_fallback=shape, **specs)(kernel)


_fftn = _kernel("FFTND", torch.fft.fftn, "Tcomplex", dt.COMPLEX)
_ifftn = _kernel("IFFTND", torch.fft.ifftn, "Tcomplex", dt.COMPLEX)
_rfftn = _kernel("RFFTND", torch.fft.rfftn, "Treal", _REAL, {dt.float32: dt.complex64, dt.float64: dt.complex128})
_irfftn = _kernel("IRFFTND", torch.fft.irfftn, "Tcomplex", dt.COMPLEX, {dt.complex64: dt.float32, dt.complex128: dt.float64})


@tf_export("fftnd")
@composite
def fftnd(input: TensorLike, fft_length: TensorLike, axes: Axis, name: str | None = None) -> Tensor:
    """The discrete Fourier transform of complex numbers over any axes. Mirrors `tf.fftnd`, for which TensorFlow 2.15 has
    no kernel on CPUs.

    Arguments:
        input: a tensor: complex64 or complex128.
        fft_length: an int32 vector: to which size each axis is cut or filled up with zeros first.
        axes: an int32 vector: the axes, as many as there are sizes.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input`, with the sizes `fft_length` at these axes.

    Raises:
        InvalidArgumentError: the two lists do not fit each other or the input.

    `tf.signal.fftnd` takes the sizes from the input unless they are given.

    Example:
        >>> tf.fftnd(tf.ones([2, 2], tf.complex64), [2, 2], [0, 1])
        <tf.Tensor: shape=(2, 2), dtype=complex64, numpy=
        array([[4.+0.j, 0.+0.j],
               [0.+0.j, 0.+0.j]], dtype=complex64)>
    """
    return _fftn(input, fft_length, axes, name=name)


@tf_export("ifftnd")
@composite
def ifftnd(input: TensorLike, fft_length: TensorLike, axes: Axis, name: str | None = None) -> Tensor:
    """The inverse discrete Fourier transform over any axes, divided by the number of values. Mirrors `tf.ifftnd`, for
    which TensorFlow 2.15 has no kernel on CPUs.

    Arguments:
        input: a tensor: complex64 or complex128.
        fft_length: an int32 vector: to which size each axis is cut or filled up with zeros first.
        axes: an int32 vector: the axes, as many as there are sizes.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the dtype of `input`, with the sizes `fft_length` at these axes.

    Raises:
        InvalidArgumentError: the two lists do not fit each other or the input.

    Example:
        >>> tf.ifftnd(tf.constant([[4.0, 0.0], [0.0, 0.0]], tf.complex64), [2, 2], [0, 1])
        <tf.Tensor: shape=(2, 2), dtype=complex64, numpy=
        array([[1.+0.j, 1.+0.j],
               [1.+0.j, 1.+0.j]], dtype=complex64)>
    """
    return _ifftn(input, fft_length, axes, name=name)


@tf_export("rfftnd")
@composite
def rfftnd(input: TensorLike, fft_length: TensorLike, axes: Axis, Tcomplex: DTypeLike = dt.complex64, name: str | None = None) -> Tensor:
    """The discrete Fourier transform of real numbers over any axes. Mirrors `tf.rfftnd`, for which TensorFlow 2.15 has no
    kernel on CPUs.

    Arguments:
        input: a tensor: float32 or float64.
        fft_length: an int32 vector: to which size each axis is cut or filled up with zeros first.
        axes: an int32 vector: the axes, as many as there are sizes.
        Tcomplex: the dtype of the result: complex64 (the default) for float32, complex128 for float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of dtype `Tcomplex`; the last of the axes has n // 2 + 1 values, since the rest follows from them.

    Raises:
        InvalidArgumentError: the lists do not fit the input, or the dtypes each other.

    Example:
        >>> tf.rfftnd(tf.ones([2, 4]), [2, 4], [0, 1])
        <tf.Tensor: shape=(2, 3), dtype=complex64, numpy=
        array([[8.+0.j, 0.+0.j, 0.+0.j],
               [0.+0.j, 0.+0.j, 0.+0.j]], dtype=complex64)>
    """
    x = convert_to_tensor(input, dtype_hint=dt.float32)
    _check_output("Tcomplex", Tcomplex, dt.complex128 if x.dtype == dt.float64 else dt.complex64)
    return _rfftn(x, fft_length, axes, name=name)


@tf_export("irfftnd")
@composite
def irfftnd(input: TensorLike, fft_length: TensorLike, axes: Axis, Treal: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """The real tensor whose half spectrum over some axes is given. Mirrors `tf.irfftnd`, for which TensorFlow 2.15 has no
    kernel on CPUs.

    Arguments:
        input: a tensor: complex64 or complex128, as `tf.rfftnd` gives it.
        fft_length: an int32 vector: the sizes of the result at the axes.
        axes: an int32 vector: the axes, as many as there are sizes.
        Treal: the dtype of the result: float32 (the default) for complex64, float64 for complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of dtype `Treal` with these sizes.

    Raises:
        InvalidArgumentError: the lists do not fit the input, or the dtypes each other.

    Example:
        >>> tf.irfftnd(tf.rfftnd([[1.0, 2.0, 3.0, 4.0]], [1, 4], [0, 1]), [1, 4], [0, 1])
        <tf.Tensor: shape=(1, 4), dtype=float32, numpy=array([[1., 2., 3., 4.]], dtype=float32)>
    """
    x = convert_to_tensor(input)
    _check_output("Treal", Treal, dt.float64 if x.dtype == dt.complex128 else dt.float32)
    return _irfftn(x, fft_length, axes, name=name)


def _check_output(argument, dtype, wanted):
    if as_dtype(dtype) != wanted:
        raise invalid(f"`{argument}` of {as_dtype(dtype).name} does not go with the input: use {wanted.name}")


# ---------------------------------------------------------------------- tf.signal
_NORMS = (None, "backward", "ortho", "forward")


def _over_axes(name, kernel, half, inverse, what):
    def function(input_tensor, fft_length=None, axes=None, norm=None, name=None):
        x = convert_to_tensor(input_tensor, dtype_hint=dt.float32 if half and not inverse else dt.complex64)
        if norm not in _NORMS:
            raise ValueError(f"norm must be one of {_NORMS}, got {norm!r}")
        if axes is None:
            if x.shape.rank is None:
                raise ValueError(f"{name_of} of a tensor of unknown rank needs `axes`")
            axes = list(range(x.shape.rank))
        if fft_length is None:
            known = x.shape.as_list() if x.shape.rank is not None else [None]
            if None not in known and isinstance(axes, (list, tuple)) and all(-len(known) <= a < len(known) for a in axes):
                fft_length = [known[a] for a in axes]
                if half and inverse and fft_length:
                    fft_length[-1] = 2 * (fft_length[-1] - 1)
            else:
                fft_length = gather(shape(x), axes)
                if half and inverse:
                    fft_length = concat([fft_length[:-1], 2 * (fft_length[-1:] - 1)], 0)
        return kernel(x, fft_length, axes, norm or "backward", name=name)

    name_of = name
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _text(name, what, half, inverse)
    return composite(function)


def _text(name, what, half, inverse):
    """What `tf.signal.NAME` says of itself."""
    real, complexes = "float32 or float64", "complex64 or complex128"
    given, result = (real, complexes) if half and not inverse else (complexes, real if half else complexes)
    forward = name.lstrip("i")
    made = "tf.random.normal([2, 3, 4])" if half else "tf.complex(tf.random.normal([2, 3, 4]), tf.random.normal([2, 3, 4]))"
    sizes = "[2, 3, 3]" if name == "rfftnd" else "[2, 3, 4]"
    start = f"tf.signal.{forward}(x)" if inverse else "x"
    lengths = (
        "the sizes that the axes of the result have" if half and inverse else "the sizes that these axes are cut or filled up with zeros to"
    )
    return f"""{what} over any axes. Mirrors `tf.signal.{name}`.

    Arguments:
        input_tensor: a tensor: {given}.
        fft_length: int32, one for each of `axes`: {lengths}. None by default, for those that there are.
        axes: integers: the axes, of which the last one is that with half of the values where
            only these are given. None by default, for all.
        norm: "backward" (the default) divides by the number of values on the way back, "forward" on the way there, "ortho" by its root both
            ways.
        name: a name for the operation in graphs.

    Returns:
        A tensor: {result}, as exact as the input.

    Raises:
        ValueError: another `norm`.
        InvalidArgumentError: dtypes, sizes or axes that do not fit.

    Example:
        >>> x = {made}
        >>> made = tf.signal.{name}({start})
        >>> made.shape
        TensorShape({sizes})
        >>> back = tf.signal.{"i" + forward}({"tf.signal." + forward + "(x)" if inverse else "made"})
        >>> bool(tf.reduce_max(tf.abs(back - x)) < 1e-5)
        True
        >>> tf.signal.{forward}({"tf.ones([2, 3])" if half else "tf.ones([2, 3], tf.complex64)"}, axes=[0]).shape
        TensorShape([2, 3])
    """


_axes_fftnd = _over_axes("fftnd", _fftn, False, False, "The discrete Fourier transform")
_axes_ifftnd = _over_axes("ifftnd", _ifftn, False, True, "The inverse discrete Fourier transform")
_axes_rfftnd = _over_axes(
    "rfftnd", _rfftn, True, False, "The discrete Fourier transform of real numbers, n // 2 + 1 values of the last axis,"
)
_axes_irfftnd = _over_axes(
    "irfftnd", _irfftn, True, True, "The inverse discrete Fourier transform to real numbers, from n // 2 + 1 values of the last axis,"
)
tf_export("signal.fftnd")(_axes_fftnd)
tf_export("signal.ifftnd")(_axes_ifftnd)
tf_export("signal.irfftnd")(_axes_irfftnd)
tf_export("signal.rfftnd")(_axes_rfftnd)
