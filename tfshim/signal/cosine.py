"""The discrete cosine transforms `dct` and `idct`, and the lapped transform `mdct` computed with them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat, split
from tfshim.array_ops.shapes import shape
from tfshim.array_ops.transposing import reverse
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.refusals import refused
from tfshim.signal.framing import frame, known_length, overlap_and_add
from tfshim.signal.windows import vorbis_window

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _turn(values, count, offset, like):
    """`values` times exp(-i pi k offset / count) for their places k."""
    k = torch.arange(values.shape[-1], device=like.device, dtype=like.dtype)
    return values * torch.polar(torch.ones_like(k), -k * (math.pi * offset / count))


_REAL = dt.float32.mask | dt.float64.mask


@op("RFFT", x="Treal", Treal=_REAL, register=False)
def _dct(x, kind, n, ortho, name=None):
    if n is not None:
        x = torch.nn.functional.pad(x, (0, n - x.shape[-1])) if n > x.shape[-1] else x[..., :n]
    size = x.shape[-1]
    if not size or kind == 1 and not x.numel():  # the other kinds refuse what has no rows, as in TensorFlow
        return x.clone()
    if not x.numel():  # which TensorFlow does not fill up with zeros
        need, given = {2: (2 * size, size), 3: (size + 1, size), 4: (4 * size, 2 * size)}[kind]
        raise invalid(f"Input dimension {x.dim() - 1} must have length of at least {need} but got: {given}")
    if kind == 1:
        return torch.fft.rfft(torch.cat([x, x[..., 1:-1].flip(-1)], -1)).real
    if kind == 2:
        half = torch.fft.rfft(x, 2 * size)[..., :size]
        out = _turn(half, size, 0.5, x).real * 2
        if ortho:
            scale = torch.full((size,), math.sqrt(0.5 / size), dtype=x.dtype, device=x.device)
            scale[:1] = 0.5 / math.sqrt(size)
            out = out * scale
        return out
    if kind == 3:
        if ortho:
            scale = torch.full((size,), math.sqrt(0.5 * size), dtype=x.dtype, device=x.device)
            scale[:1] = math.sqrt(size)
            x = x * scale
            # The orthonormal transform divides by the size, the plain one leaves twice the sum.
            x = x / size
        k = torch.arange(size, device=x.device, dtype=x.dtype)
        turned = torch.polar(torch.ones_like(k), k * (math.pi * 0.5 / size)) * x
        return torch.fft.irfft(turned, 2 * size)[..., :size] * (2 * size)
    # Type 4 is every other value of the type 2 of twice as many values, the new ones zeros.
    half = _turn(torch.fft.rfft(x, 4 * size)[..., : 2 * size], 2 * size, 0.5, x).real * 2
    out = half[..., 1::2]
    return out * math.sqrt(0.5 / size) if ortho else out


def _check(x, type, n, axis, norm):
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if type not in (1, 2, 3, 4):
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")
    if type == 1:
        if norm == "ortho":
            raise ValueError("Normalization is not supported for the Type-I DCT.")
        shape = TensorShape(x.shape)
        if shape.rank is not None and shape[-1] is not None and shape[-1] < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")


def _transformed(input, kind, n, norm, name):
    """The transform of type `kind`, for arguments that are right but for the dtype."""
    x = convert_to_tensor(input)
    convert_to_tensor(0.0, x.dtype)  # the error for what holds no fractions
    if not x.dtype.mask & _REAL:
        raise AssertionError(f"dct and idct take float32 and float64, got {x.dtype.name}: convert the input with tf.cast.")
    return _dct(x, kind, None if n is None else operator.index(n), norm == "ortho", name=name)


@tf_export("signal.dct", v1=["signal.dct", "spectral.dct"])
@composite
def dct(
    input: TensorLike, type: DTypeLike = 2, n: IntLike | None = None, axis: Axis = -1, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The discrete cosine transform over the last axis. Mirrors `tf.signal.dct`.

    Arguments:
        input: a tensor with at least one dimension: float32 or float64.
        type: 1, 2 (the default), 3 or 4.
        n: the length that the axis is cut or filled up with zeros to; None by default, for its own.
        axis: -1 (the default), the last one; no other is taken.
        norm: "ortho" for the orthonormal transform, which type 1 does not have; None by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`, with `n` values at the last axis, and of its dtype.

    Raises:
        ValueError: another type, norm or `n`; or type 1 of a single value.
        NotImplementedError: another axis than -1, as in TensorFlow.

    Example:
        >>> print(tf.signal.dct([1.0, 2.0, 3.0, 5.0]).numpy().round(3))
        [22.    -8.156  1.414 -1.214]
        >>> print(tf.signal.dct(tf.constant([1.0, 2.0, 3.0, 5.0]), type=1).numpy().round(3))
        [16. -5.  1. -2.]
        >>> print(tf.signal.dct([1.0, 2.0, 3.0, 5.0], norm="ortho").numpy().round(3))
        [ 5.5   -2.884  0.5   -0.429]
    """
    _check(input, type, n, axis, norm)
    return _transformed(input, type, n, norm, name)


@tf_export("signal.idct", v1=["signal.idct", "spectral.idct"])
@composite
def idct(
    input: TensorLike, type: DTypeLike = 2, n: IntLike | None = None, axis: Axis = -1, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The inverse discrete cosine transform over the last axis. Without `norm` it gives what was transformed, times twice the length (of
    type 1: twice the length less one). Mirrors `tf.signal.idct`.

    Arguments:
        input: a tensor with at least one dimension: float32 or float64.
        type: the type of the transform that is undone: 1, 2 (the default), 3 or 4.
        n: the length that the axis is cut or filled up with zeros to; None by default, for its own.
        axis: -1 (the default), the last one; no other is taken.
        norm: what `tf.signal.dct` was given: "ortho", or None, the default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`, with `n` values at the last axis, and of its dtype.

    Raises:
        ValueError: another type, norm or `n`; or type 1 of a single value.
        NotImplementedError: another axis than -1, as in TensorFlow.

    Example:
        >>> x = tf.constant([1.0, 2.0, 3.0, 4.0])
        >>> print((tf.signal.idct(tf.signal.dct(x)) / 8.0).numpy().round(3))
        [1. 2. 3. 4.]
        >>> print(tf.signal.idct(tf.signal.dct(x, norm="ortho"), norm="ortho").numpy().round(3))
        [1. 2. 3. 4.]
    """
    _check(input, type, n, axis, norm)
    return _transformed(input, {1: 1, 2: 3, 3: 2, 4: 4}[type], n, norm, name)


def _norm(norm):
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


@tf_export("signal.mdct")
@composite
def mdct(
    signals: TensorLike,
    frame_length: TensorLike,
    window_fn: Callable[..., Any] | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The modified discrete cosine transform: of frames that overlap by half, each of which gives half as many values. Mirrors
    `tf.signal.mdct`.

    Arguments:
        signals: a tensor `[..., samples]`: float32 or float64.
        frame_length: an integer scalar, a multiple of 4.
        window_fn: a function of the length and `dtype=` whose window frames are multiplied by; `tf.signal.vorbis_window` by default, None
            for a constant one.
        pad_end: whether the last frame is filled up with zeros; False by default.
        norm: "ortho" for the orthonormal transform; None by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., frames, frame_length // 2]` of the same dtype.

    Raises:
        ValueError: the length is not a scalar, or not a multiple of 4; or another norm.

    Example:
        >>> tf.signal.mdct(tf.ones([2, 16]), 8, norm="ortho").shape
        TensorShape([2, 3, 4])
        >>> x = tf.constant([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
        >>> print(tf.signal.inverse_mdct(tf.signal.mdct(x, 4)).numpy()[2:6].round(3))
        [2. 3. 4. 5.]
    """
    signals = convert_to_tensor(signals)
    signals.shape.with_rank_at_least(1)
    length = known_length(frame_length)
    if not isinstance(length, int):
        raise refused("tf.signal.mdct", "length", argument="frame_length")
    if length % 4:
        raise ValueError("The frame length must be a multiple of 4.")
    frames = frame(signals, length, length // 2, pad_end)
    frames = frames * (window_fn(length, dtype=frames.dtype) if window_fn is not None else 1.0 / math.sqrt(2))
    # Folded at its quarters a frame has half as many values, of which a type 4 transform is the MDCT.
    a, b, c, d = split(frames, 4, axis=-1)
    folded = concat([-reverse(c, [-1]) - d, a - reverse(b, [-1])], -1)
    return dct(folded, type=4, norm=norm, name=name)


@tf_export("signal.inverse_mdct")
@composite
def inverse_mdct(
    mdcts: TensorLike, window_fn: Callable[..., Any] | None = vorbis_window, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The signal of a modified discrete cosine transform. Frames add up to what was transformed, but for the first and the last half
    frame, which only one covers. Mirrors `tf.signal.inverse_mdct`.

    Arguments:
        mdcts: a tensor `[..., frames, n]`: float32 or float64, as `tf.signal.mdct` gives it.
        window_fn, norm: what `tf.signal.mdct` was given; `tf.signal.vorbis_window` and None by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., (frames + 1) * n]` of the same dtype.

    Raises:
        ValueError: fewer than two axes, or another norm.

    Example:
        >>> x = tf.constant([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
        >>> back = tf.signal.inverse_mdct(tf.signal.mdct(x, 4, norm="ortho"), norm="ortho")
        >>> print(back.shape, back.numpy()[2:6].round(3))
        (8,) [2. 3. 4. 5.]
    """
    mdcts = convert_to_tensor(mdcts)
    mdcts.shape.with_rank_at_least(2)
    _norm(norm)
    half = mdcts.shape[-1] if mdcts.shape[-1] is not None else shape(mdcts)[-1]
    back = dct(mdcts, type=4, norm=norm)
    if norm is None:
        back = back * (0.5 / cast(half, back.dtype))
    a, b = split(back, 2, axis=-1)
    frames = concat([b, -reverse(b, [-1]), -reverse(a, [-1]), -a], -1)
    frames = frames * (window_fn(2 * half, dtype=frames.dtype) if window_fn is not None else 1.0 / math.sqrt(2))
    return overlap_and_add(frames, half, name=name)
