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
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.protos.tensors import get_static_value
from tfshim.refusals import refused
from tfshim.signal.framing import frame, overlap_and_add
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
    if not size:
        return x.clone()
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
    """The discrete cosine transform of `type` 1, 2, 3 or 4 over the last axis of `input`, float32 or float64.

    n: the length that the axis is cut or filled up with zeros to. norm: None, or "ortho" for an orthonormal
    transform (not of type 1). Raises ValueError for other arguments and NotImplementedError for another `axis` than
    -1. Mirrors `tf.signal.dct`.
    """
    _check(input, type, n, axis, norm)
    return _transformed(input, type, n, norm, name)


@tf_export("signal.idct", v1=["signal.idct", "spectral.idct"])
@composite
def idct(
    input: TensorLike, type: DTypeLike = 2, n: IntLike | None = None, axis: Axis = -1, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The inverse of `dct` of that type, but for a factor of twice the length (less one, for type 1) without norm.

    Arguments and errors are those of `dct`. Mirrors `tf.signal.idct`.
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
    """The modified discrete cosine transform of `signals`, `[..., samples]`: `[..., frames, frame_length // 2]`.

    Frames overlap by half. window_fn(frame_length, dtype=) gives what they are multiplied by; None for none but a
    constant factor. pad_end: fill the last frame up with zeros. norm: None or "ortho". Raises ValueError unless the
    length is a scalar multiple of 4. Mirrors `tf.signal.mdct`.
    """
    signals = convert_to_tensor(signals)
    signals.shape.with_rank_at_least(1)
    length = _static_length(frame_length, "frame_length")
    if length % 4:
        raise ValueError("The frame length must be a multiple of 4.")
    frames = frame(signals, length, length // 2, pad_end)
    frames = frames * (window_fn(length, dtype=frames.dtype) if window_fn is not None else 1.0 / math.sqrt(2))
    # Folded at its quarters a frame has half as many values, of which a type 4 transform is the MDCT.
    a, b, c, d = split(frames, 4, axis=-1)
    folded = concat([-reverse(c, [-1]) - d, a - reverse(b, [-1])], -1)
    return dct(folded, type=4, norm=norm, name=name)


def _static_length(value, argument):
    if isinstance(value, int):
        return value
    value = convert_to_tensor(value)
    value.shape.assert_has_rank(0)
    known = get_static_value(value)
    if known is None:
        raise refused("tf.signal.mdct", "length", argument=argument)
    return int(known)


@tf_export("signal.inverse_mdct")
@composite
def inverse_mdct(
    mdcts: TensorLike, window_fn: Callable[..., Any] | None = vorbis_window, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The signal whose `mdct` is `mdcts`, `[..., frames, n]`: `[..., (frames + 1) * n]`.

    window_fn, norm: what `mdct` was given. Raises ValueError for another norm. Mirrors `tf.signal.inverse_mdct`.
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
