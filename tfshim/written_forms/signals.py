"""Written forms of `tf.signal`: frames, cosine transforms, Fourier transforms over any axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import tfshim as tf
from tfshim.written_forms.form import written
from tfshim.written_forms.shapes import moved, size_of


@written("signal.framing", "_frames")
def frames(signal: Any, frame_length: Any, frame_step: Any, pad_value: Any, pad_end: bool, axis: int) -> Any:
    # Along the last axis, where all shapes can be said whatever the rank.
    x = moved(signal, axis, -1)
    size = size_of(x, -1)
    if pad_end:
        count = _at_least_zero(-(-size // frame_step))
        more = _at_least_zero(frame_length + frame_step * (count - 1) - size)
        more = tf.where(tf.equal(count, 0), 0, more)
        filler = tf.broadcast_to(pad_value, tf.concat([tf.shape(x)[:-1], [more]], 0))
        x = tf.concat([x, filler], -1)
    else:
        count = _at_least_zero((size - frame_length + frame_step) // frame_step)
    places = tf.expand_dims(tf.range(count) * frame_step, 1) + tf.range(frame_length)
    made = tf.gather(x, places, axis=-1)
    if axis == -1:
        return made
    # The two new axes go where the one was: the places within a frame first, which the numbers of frames then move on.
    at = axis if axis >= 0 else axis - 1
    return moved(moved(made, -1, at), -1, at)


def _at_least_zero(x: Any) -> Any:
    return max(x, 0) if isinstance(x, int) else tf.maximum(x, 0)


@written("signal.framing", "_overlapped")
def overlapped(signal: Any, frame_step: Any) -> Any:
    shape = tf.shape(signal)
    count, length = shape[-2], shape[-1]
    total = tf.maximum((count - 1) * frame_step + length, 0)
    places = tf.reshape(tf.expand_dims(tf.range(count) * frame_step, 1) + tf.range(length), [-1])
    flat = tf.transpose(tf.reshape(signal, tf.stack([-1, count * length])))
    sums = tf.math.unsorted_segment_sum(flat, places, total)
    return tf.reshape(tf.transpose(sums), tf.concat([shape[:-2], [total]], 0))


# ---------------------------------------------------------------------- cosine transforms
def _turned(values: Any, count: Any, like: Any) -> Any:
    """The real parts of `values` times exp(-i pi k / 2 count) for their places k."""
    angle = tf.range(tf.cast(tf.shape(values)[-1], like.dtype)) * (math.pi * 0.5) / tf.cast(count, like.dtype)
    return tf.math.real(values) * tf.cos(angle) + tf.math.imag(values) * tf.sin(angle)


def _scale(size: Any, first: Any, others: Any, dtype: Any) -> Any:
    """A vector with `first` in its first place and `others` in the rest."""
    return tf.concat([tf.reshape(tf.cast(first, dtype), [1]), tf.fill([size - 1], tf.cast(others, dtype))], 0)


@written("signal.cosine", "_dct")
def dct(x: Any, kind: int, n: Any, ortho: bool) -> Any:
    if n is not None:
        x = x[..., :n]
        more = n - tf.shape(x)[-1]
        x = tf.concat([x, tf.zeros(tf.concat([tf.shape(x)[:-1], [more]], 0), x.dtype)], -1)
    size = size_of(x, -1)
    real_size = tf.cast(size, x.dtype)
    if kind == 1:
        return tf.math.real(tf.signal.rfft(tf.concat([x, x[..., -2:0:-1]], -1)))
    if kind == 2:
        out = _turned(tf.signal.rfft(x, fft_length=[2 * size])[..., :size], size, x) * 2
        if not ortho:
            return out
        return out * _scale(size, 0.5 * tf.math.rsqrt(real_size), tf.sqrt(0.5 / real_size), x.dtype)
    if kind == 3:
        if ortho:
            x = x * _scale(size, tf.sqrt(real_size), tf.sqrt(0.5 * real_size), x.dtype) / real_size
        angle = tf.range(real_size) * (math.pi * 0.5) / real_size
        turned = tf.complex(tf.cos(angle) * x, tf.sin(angle) * x)
        # The transform of twice the size wants one value more, which is zero.
        turned = tf.concat([turned, tf.zeros_like(turned[..., :1])], -1)
        return tf.signal.irfft(turned, fft_length=[2 * size])[..., :size] * (2 * real_size)
    half = _turned(tf.signal.rfft(x, fft_length=[4 * size])[..., : 2 * size], 2 * size, x) * 2
    out = half[..., 1::2]
    return out * tf.sqrt(0.5 / real_size) if ortho else out


# ---------------------------------------------------------------------- over any axes
def _lengths(x: Any, fft_length: Any, axes: Sequence[int]) -> list[Any]:
    if isinstance(fft_length, (list, tuple)):
        return [size_of(x, a) if n in (-1, None) else n for n, a in zip(fft_length, axes)]
    return [fft_length[i] for i in range(len(axes))]


def _to_length(x: Any, n: Any) -> Any:
    """`x` cut or filled with zeros to the size `n` along the last axis."""
    x = x[..., :n]
    more = n - tf.shape(x)[-1]
    return tf.concat([x, tf.zeros(tf.concat([tf.shape(x)[:-1], [more]], 0), x.dtype)], -1)


def _factor(lengths: Sequence[Any], norm: str, inverse: bool, dtype: Any) -> Any:
    """What the plain transforms have to be multiplied with."""
    total: Any = 1
    for n in lengths:
        total = total * n
    total = tf.cast(total, dtype)
    if norm == "ortho":
        return tf.sqrt(total) if inverse else tf.math.rsqrt(total)
    if norm == "forward":
        return total if inverse else 1 / total
    return None


def _scaled(x: Any, lengths: Sequence[Any], norm: str, inverse: bool) -> Any:
    if norm == "backward":
        return x
    real = {tf.complex64: tf.float32, tf.complex128: tf.float64}.get(x.dtype, x.dtype)
    return x * tf.cast(_factor(lengths, norm, inverse, real), x.dtype)


def _along(x: Any, n: Any, axis: int, inverse: bool) -> Any:
    made = _to_length(moved(x, axis, -1), n)
    return moved(tf.signal.ifft(made) if inverse else tf.signal.fft(made), -1, axis)


@written("signal.fourier_nd", "FFTND")
def fft(input: Any, fft_length: Any, axes: Sequence[int], norm: str) -> Any:  # noqa: A002 - the kernel's name
    return _complex(input, fft_length, axes, norm, False)


@written("signal.fourier_nd", "IFFTND")
def ifft(input: Any, fft_length: Any, axes: Sequence[int], norm: str) -> Any:  # noqa: A002 - the kernel's name
    return _complex(input, fft_length, axes, norm, True)


def _complex(input: Any, fft_length: Any, axes: Sequence[int], norm: str, inverse: bool) -> Any:  # noqa: A002 - the kernel's name
    lengths = _lengths(input, fft_length, axes)
    x = input
    for n, a in zip(lengths, axes):
        x = _along(x, n, a, inverse)
    return _scaled(x, lengths, norm, inverse)


@written("signal.fourier_nd", "RFFTND")
def rfft(input: Any, fft_length: Any, axes: Sequence[int], norm: str) -> Any:  # noqa: A002 - the kernel's name
    lengths = _lengths(input, fft_length, axes)
    x = moved(tf.signal.rfft(moved(input, axes[-1], -1), fft_length=[lengths[-1]]), -1, axes[-1])
    for n, a in zip(lengths[:-1], axes[:-1]):
        x = _along(x, n, a, False)
    return _scaled(x, lengths, norm, False)


@written("signal.fourier_nd", "IRFFTND")
def irfft(input: Any, fft_length: Any, axes: Sequence[int], norm: str) -> Any:  # noqa: A002 - the kernel's name
    if isinstance(fft_length, (list, tuple)) and fft_length[-1] in (-1, None):
        fft_length = [*fft_length[:-1], 2 * (size_of(input, axes[-1]) - 1)]
    lengths = _lengths(input, fft_length, axes)
    x = input
    for n, a in zip(lengths[:-1], axes[:-1]):
        x = _along(x, n, a, True)
    x = moved(tf.signal.irfft(moved(x, axes[-1], -1), fft_length=[lengths[-1]]), -1, axes[-1])
    return _scaled(x, lengths, norm, True)
