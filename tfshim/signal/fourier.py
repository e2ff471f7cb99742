"""Fourier transforms of the last axes of tensors, and the shifts that centre their spectra."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops import pad, roll
from tfshim.array_ops._framing import nothing
from tfshim.array_ops.creation import zeros_like
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.masking import where
from tfshim.array_ops.shapes import rank, shape
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum
from tfshim.protos.tensors import get_static_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike


_REAL = dt.float32.mask | dt.float64.mask
_COMPLEX = dt.COMPLEX


def _at_least(x, rank):
    if x.dim() < rank:
        raise invalid(f"Input must have rank of at least {rank} but got: {dims_text(x.shape)}")


def _axes(rank):
    return tuple(range(-rank, 0))


# ---------------------------------------------------------------------- complex to complex
def _complex_transform(name, op_type, function, rank, what, example):
    def kernel(input, name=None):
        _at_least(input, rank)
        return function(input, dim=_axes(rank)) if input.numel() else input.clone()

    kernel.__name__ = kernel.__qualname__ = name
    where = "last axis" if rank == 1 else f"last {rank} axes"
    kernel.__doc__ = f"""The {what} over the {where}. Mirrors `tf.signal.{name}`.

    Arguments:
        input: a tensor with at least {rank} dimension{"s" * (rank > 1)}: complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `input`.

    Raises:
        InvalidArgumentError: another dtype, or fewer dimensions.

    Example:
{example}
    """
    return op(op_type, input="Tcomplex=complex64", Tcomplex=_COMPLEX, scope="")(kernel)


_FORWARD, _BACKWARD = "discrete Fourier transform", "inverse discrete Fourier transform, which divides by the number of values,"
# What the docstrings show: a wave of one frequency at each of the axes has a single value, and back.
_WAVE_1 = """        >>> wave = tf.exp(tf.constant([0j, 1j, 2j, 3j], tf.complex64) * np.pi / 2)
        >>> print(abs(tf.signal.fft(wave).numpy()).round(3))
        [0. 4. 0. 0.]
        >>> tf.signal.fft(tf.cast([[1.0, 2.0], [3.0, 5.0]], tf.complex128)).numpy().tolist()
        [[(3+0j), (-1+0j)], [(8+0j), (-2+0j)]]"""
_BACK_1 = """        >>> tf.signal.ifft(tf.constant([4, 0, 0, 0], tf.complex64)).numpy().tolist()
        [(1+0j), (1+0j), (1+0j), (1+0j)]
        >>> x = tf.constant([1 + 2j, 3 + 0j, 4j], tf.complex64)
        >>> bool(tf.reduce_max(tf.abs(tf.signal.ifft(tf.signal.fft(x)) - x)) < 1e-5)
        True"""
_OTHERS = """        >>> x = tf.complex(tf.random.normal({shape}), tf.random.normal({shape}))
        >>> tf.signal.{name}(x).shape
        TensorShape({shape})
        >>> bool(tf.reduce_max(tf.abs(tf.signal.{back}(tf.signal.{name}(x)) - x)) < 1e-5)
        True
        >>> tf.signal.{name}(tf.ones({ones}, tf.complex64)).numpy().tolist()
        {result}"""
_WAVE_2 = _OTHERS.format(shape=[5, 3, 4], name="fft2d", back="ifft2d", ones=[2, 2], result="[[(4+0j), 0j], [0j, 0j]]")
_BACK_2 = _OTHERS.format(shape=[5, 3, 4], name="ifft2d", back="fft2d", ones=[2, 2], result="[[(1+0j), 0j], [0j, 0j]]")
_WAVE_3 = _OTHERS.format(shape=[2, 3, 4], name="fft3d", back="ifft3d", ones=[1, 2, 2], result="[[[(4+0j), 0j], [0j, 0j]]]")
_BACK_3 = _OTHERS.format(shape=[2, 3, 4], name="ifft3d", back="fft3d", ones=[1, 2, 2], result="[[[(1+0j), 0j], [0j, 0j]]]")
fft = _complex_transform("fft", "FFT", torch.fft.fftn, 1, _FORWARD, _WAVE_1)
ifft = _complex_transform("ifft", "IFFT", torch.fft.ifftn, 1, _BACKWARD, _BACK_1)
fft2d = _complex_transform("fft2d", "FFT2D", torch.fft.fftn, 2, _FORWARD, _WAVE_2)
ifft2d = _complex_transform("ifft2d", "IFFT2D", torch.fft.ifftn, 2, _BACKWARD, _BACK_2)
fft3d = _complex_transform("fft3d", "FFT3D", torch.fft.fftn, 3, _FORWARD, _WAVE_3)
ifft3d = _complex_transform("ifft3d", "IFFT3D", torch.fft.ifftn, 3, _BACKWARD, _BACK_3)
tf_export("signal.fft", v1=["signal.fft", "spectral.fft", "fft"])(fft)
tf_export("signal.fft2d", v1=["signal.fft2d", "spectral.fft2d", "fft2d"])(fft2d)
tf_export("signal.fft3d", v1=["signal.fft3d", "spectral.fft3d", "fft3d"])(fft3d)
tf_export("signal.ifft", v1=["signal.ifft", "spectral.ifft", "ifft"])(ifft)
tf_export("signal.ifft2d", v1=["signal.ifft2d", "spectral.ifft2d", "ifft2d"])(ifft2d)
tf_export("signal.ifft3d", v1=["signal.ifft3d", "spectral.ifft3d", "ifft3d"])(ifft3d)


# ---------------------------------------------------------------------- real to complex and back
def _check_lengths(x, lengths, rank, last, inverse=False):
    _at_least(x, rank)
    if len(lengths) != rank:
        raise invalid(f"fft_length must have shape [{rank}]")
    for i, n in enumerate(lengths):
        if n < 0:
            raise when_run(f"fft_length[{i}] must >= 0, but got: {n}")
        axis = x.dim() - rank + i
        need = n if i < rank - 1 else last(n)
        if 0 < x.shape[axis] < need:
            raise invalid(f"Input dimension {axis} must have length of at least {need} but got: {x.shape[axis]}")
    # The way back transforms the outer axes first, which leaves nothing of the last one where one of them has no length.
    if x.numel() and lengths[-1] == 0 and not (inverse and 0 in lengths[:-1]):
        raise errors.InternalError(None, None, f"There is no transform of 0 values: fft_length is {list(lengths)}, the input is not empty.")


def _transformed(rank, kinds):
    """The static shape of a transform of the last `rank` axes whose lengths are not known; `kinds`: the type of its result."""

    def shape(input, fft_length):
        known = input.shape.rank is not None
        return kinds[input.dtype], [*input.shape.as_list()[:-rank], *[None] * rank] if known else None

    return shape


def _real_kernel(op_type, rank):
    @op(
        op_type,
        input="Treal",
        fft_length="ints",
        Treal=_REAL,
        scope="",
        grad="missing" if rank == 3 else "auto",
        shape_fallback=_transformed(rank, {dt.float32: dt.complex64, dt.float64: dt.complex128}),
    )
    def kernel(input, fft_length, name=None):
        _check_lengths(input, fft_length, rank, lambda n: n)
        if not input.numel() or 0 in fft_length:
            shape = (*input.shape[:-rank], *fft_length[:-1], fft_length[-1] // 2 + 1 if fft_length[-1] else 0)
            return nothing(input, shape, dtype=input.dtype.to_complex())
        return torch.fft.rfftn(input, s=fft_length, dim=_axes(rank))

    return kernel


def _inverse_kernel(op_type, rank):
    @op(
        op_type,
        input="Tcomplex",
        fft_length="ints",
        Tcomplex=_COMPLEX,
        scope="",
        grad="missing" if rank == 3 else "auto",
        shape_fallback=_transformed(rank, {dt.complex64: dt.float32, dt.complex128: dt.float64}),
    )
    def kernel(input, fft_length, name=None):
        _check_lengths(input, fft_length, rank, lambda n: n // 2 + 1 if n else 0, inverse=True)
        if not input.numel() or 0 in fft_length:
            return nothing(input, (*input.shape[:-rank], *fft_length), dtype=input.dtype.to_real())
        return torch.fft.irfftn(input, s=fft_length, dim=_axes(rank))

    return kernel


def _sizes(x, rank, inverse):
    """The sizes of the last `rank` axes of the real side of a transform of `x`: ints where they are known."""
    known = [None] if x.shape.rank is None else x.shape[-rank:].as_list()
    if None not in known:
        return tuple([*known[:-1], max(2 * (known[-1] - 1), 0)]) if inverse else tuple(known)
    sizes = shape(x)[-rank:]
    return concat([sizes[:-1], 2 * (sizes[-1:] - 1)], 0) if inverse else sizes


def _padding_of_any_rank(x, rank, needed):
    more = maximum(convert_to_tensor(needed, dt.int32) - shape(x)[-rank:], 0)
    more = concat([zeros_like(shape(x)[:-rank]), more], 0)
    return stack([zeros_like(more), more], axis=1)


def _padded(x, rank, needed):
    """`x` with zeros at the end of those of its last axes that are shorter than `needed`."""
    if x.shape.rank is None:
        return pad(x, _padding_of_any_rank(x, rank, needed))
    if 0 in x.shape.as_list():
        return x
    rest = x.shape.rank - rank
    have = x.shape[-rank:].as_list()
    if None not in have and isinstance(needed, tuple):
        more = [max(n - h, 0) for n, h in zip(needed, have)]
        return pad(x, [[0, 0]] * rest + [[0, m] for m in more]) if any(more) else x
    more = maximum(convert_to_tensor(needed, dt.int32) - shape(x)[-rank:], 0)
    more = concat([[0] * rest, more], 0) if rest else more
    return pad(x, stack([zeros_like(more), more], axis=1))


def _lengths_of(fft_length, rank):
    """`fft_length` as a tuple of integers, or as the tensor it is where its value is not known yet."""
    tensor = convert_to_tensor(fft_length, dt.int32)
    value = get_static_value(tensor)
    if value is None:
        return tensor
    if value.ndim != 1:
        raise TypeError(f"fft_length must be a vector with {rank} integers, got shape {value.shape}")
    return tuple(value.tolist())


def _public_real(name, rank, inverse):
    kernel = (_inverse_kernel if inverse else _real_kernel)(name.upper(), rank)
    mask, wanted = (_COMPLEX, "tf.complex64 or tf.complex128") if inverse else (_REAL, "tf.float32 or tf.float64")

    name_upper, public_name = name.upper(), name

    def transformed(input_tensor, fft_length, name):
        x = convert_to_tensor(input_tensor, dtype_hint=dt.complex64 if inverse else dt.float32)
        if not x.dtype.mask & mask:
            raise ValueError(f"{name_upper} requires {wanted} inputs, got: {x!s}")
        x.shape.with_rank_at_least(rank)
        if fft_length is None:
            return kernel(x, noted(_sizes(x, rank, inverse)), name=name)
        lengths = _lengths_of(fft_length, rank)
        if not isinstance(lengths, tuple) or len(lengths) == rank:
            needed = lengths
            if inverse and isinstance(lengths, tuple):
                needed = (*lengths[:-1], lengths[-1] // 2 + 1 if lengths[-1] > 0 else 0)
            elif inverse:
                needed = concat([lengths[:-1], lengths[-1:] // 2 + 1], 0)
            x = _padded(x, rank, needed)
        return kernel(x, noted(lengths), name=name)

    def noted(lengths):
        """The lengths, of which TensorFlow's graphs have a constant of its own."""
        if TS.graph is not None and isinstance(lengths, tuple):
            TS.graph._constant(convert_to_tensor(lengths, dt.int32), "Const")
        return lengths

    def function(input_tensor, fft_length=None, name=None):
        if TS.graph is None:
            return transformed(input_tensor, fft_length, name)
        with name_scope(name or public_name) as scope:
            return transformed(input_tensor, fft_length, scope)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _real_text(name, rank, inverse)
    return composite(function)


def _real_text(name, rank, inverse):
    """What `tf.signal.NAME`, a transform of real numbers or back, says of itself."""
    where, sizes = ("last axis", "a vector of one int32") if rank == 1 else (f"last {rank} axes", f"a vector of {rank} int32")
    more = "s" * (rank > 1)
    shape = [2, 3, 4][3 - rank :]
    half, forward, back = [*shape[:-1], 3], name.lstrip("i"), f"i{name.lstrip('i')}"
    if inverse:
        what = f"The inverse discrete Fourier transform over the {where}, to real numbers: undoes `tf.signal.{forward}`."
        given = f"a tensor with at least {rank} dimension{more}: complex64 or complex128, the n // 2 + 1 values of the spectrum"
        default, result = "by default those that the spectrum has, where the last one was even", "float32, or float64 for complex128"
        gives = "the sizes `fft_length` there"
        example = f"""        >>> spectrum = tf.signal.{forward}(tf.ones({shape}))
        >>> tf.signal.{name}(spectrum).shape
        TensorShape({shape})
        >>> tf.signal.{name}(spectrum, fft_length={[*shape[:-1], 5]}).shape
        TensorShape({[*shape[:-1], 5]})"""
    else:
        what = f"The discrete Fourier transform of real numbers over the {where}: of the last one only what does not follow from the rest."
        given = f"a tensor with at least {rank} dimension{more}: float32 or float64"
        default, result = "by default its own sizes", "complex64, or complex128 for float64"
        gives = "the sizes `fft_length` there, and n // 2 + 1 values at the last axis"
        example = f"""        >>> x = tf.random.normal({shape})
        >>> tf.signal.{name}(x).shape
        TensorShape({half})
        >>> tf.signal.{name}(x, fft_length={[*shape[:-1], 8]}).shape
        TensorShape({[*shape[:-1], 5]})
        >>> bool(tf.reduce_max(tf.abs(tf.signal.{back}(tf.signal.{name}(x)) - x)) < 1e-5)
        True"""
    return f"""{what} Mirrors `tf.signal.{name}`.

    Arguments:
        input_tensor: {given}.
        fft_length: {sizes}, the size{more} on the side of the real numbers: what is given is cut or filled up with zeros to fit;
            {default}.
        name: a name for the operation in graphs.

    Returns:
        A tensor: {result}, with {gives}.

    Raises:
        ValueError: another dtype, or fewer dimensions.
        InvalidArgumentError: sizes that are negative, or not as many.

    Example:
{example}
    """


rfft = _public_real("rfft", 1, False)
irfft = _public_real("irfft", 1, True)
rfft2d = _public_real("rfft2d", 2, False)
irfft2d = _public_real("irfft2d", 2, True)
rfft3d = _public_real("rfft3d", 3, False)
irfft3d = _public_real("irfft3d", 3, True)
tf_export("signal.irfft", v1=["signal.irfft", "spectral.irfft"])(irfft)
tf_export("signal.irfft2d", v1=["signal.irfft2d", "spectral.irfft2d"])(irfft2d)
tf_export("signal.irfft3d", v1=["signal.irfft3d", "spectral.irfft3d"])(irfft3d)
tf_export("signal.rfft", v1=["signal.rfft", "spectral.rfft"])(rfft)
tf_export("signal.rfft2d", v1=["signal.rfft2d", "spectral.rfft2d"])(rfft2d)
tf_export("signal.rfft3d", v1=["signal.rfft3d", "spectral.rfft3d"])(rfft3d)


# ---------------------------------------------------------------------- shifts
def _shift(x, axes, name, amount):
    x = convert_to_tensor(x)
    if axes is None:
        axes = list(range(x.shape.rank))
    elif isinstance(axes, int):
        axes = [axes]
    else:
        axes = convert_to_tensor(axes, dt.int32)
        known = get_static_value(axes)
        size = x.shape.rank
        if known is None or size is not None and any(not -size <= a < size for a in known.reshape(-1)):
            axes = where(axes < 0, axes + rank(x), axes)
            # Of axes that are not there, the gather tells where it is run.
            return roll(x, amount(gather(shape(x), axes)), axes, name=name)
        axes = known.reshape(-1).tolist()
    known_rank = x.shape.rank
    for axis in axes:
        if known_rank is not None and not -known_rank <= axis < known_rank:
            raise invalid(f"slice index {axis} of dimension 0 out of bounds.")
    sizes = [shape(x)[a] if known_rank is None or x.shape[a] is None else x.shape[a] for a in axes]
    return roll(x, [amount(n) for n in sizes], axes, name=name)


@tf_export("signal.fftshift")
@composite
def fftshift(x: TensorLike, axes: Axis = None, name: str | None = None) -> Tensor:
    """Moves the zero frequency of spectra to the middle. Mirrors `tf.signal.fftshift`.

    Arguments:
        x: a tensor of any dtype.
        axes: an integer, or several of them: the axes whose values move. None by default, for all.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, rolled by half the size of each axis.

    Raises:
        InvalidArgumentError: `x` has no such axis.

    Example:
        >>> tf.signal.fftshift([0, 1, 2, -2, -1]).numpy().tolist()
        [-2, -1, 0, 1, 2]
        >>> tf.signal.fftshift([[1, 2], [3, 4]], axes=1).numpy().tolist()
        [[2, 1], [4, 3]]
        >>> tf.signal.ifftshift(tf.signal.fftshift([0, 1, 2, -2, -1])).numpy().tolist()
        [0, 1, 2, -2, -1]
    """
    return _shift(x, axes, name, lambda n: n // 2)


@tf_export("signal.ifftshift")
@composite
def ifftshift(x: TensorLike, axes: Axis = None, name: str | None = None) -> Tensor:
    """Moves the zero frequency from the middle of spectra back to their beginning: undoes `tf.signal.fftshift`, from which it differs for
    odd sizes. Mirrors `tf.signal.ifftshift`.

    Arguments:
        x: a tensor of any dtype.
        axes: an integer, or several of them: the axes whose values move. None by default, for all.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: `x` has no such axis.

    Example:
        >>> tf.signal.ifftshift([-2, -1, 0, 1, 2]).numpy().tolist()
        [0, 1, 2, -2, -1]
        >>> tf.signal.ifftshift([[1, 2, 3], [4, 5, 6]], axes=[1]).numpy().tolist()
        [[2, 3, 1], [5, 6, 4]]
    """
    return _shift(x, axes, name, lambda n: -(n // 2))
