"""Window functions: `hann_window`, `hamming_window`, `vorbis_window`, `kaiser_window` and their like."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones, ones_like
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.joining import concat
from tfshim.array_ops.masking import where
from tfshim.array_ops.transposing import reverse
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.arithmetic import square
from tfshim.math.cumulative import cumsum
from tfshim.math.elementwise import exp, sqrt
from tfshim.math.special.bessel import bessel_i0e
from tfshim.math.trigonometric import cos, sin
from tfshim.nn.activations import relu
from tfshim.protos.tensors import get_static_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _length(window_length):
    """`window_length` as an int32 scalar, and its value where that is known."""
    length = convert_to_tensor(window_length, dt.int32)
    length.shape.assert_has_rank(0)
    value = get_static_value(length)
    return length, None if value is None else int(value)


def _float(dtype):
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype}")
    return dtype


def _places(length, dtype):
    return cast(tf_range(length), dtype)


def _single_or(value, length, dtype, make):
    """One for a window of one value, for which the formulas divide by zero; else what `make` gives."""
    if value == 1:
        return ones([1], dtype)
    if value is None:
        made = make()
        return where(length == 1, ones_like(made), made)
    return make()


def _raised_cosine(a, b, window_length, periodic, dtype):
    dtype = _float(dtype)
    length, value = _length(window_length)

    def make():
        repeats = convert_to_tensor(periodic, dt.bool)
        repeats.shape.assert_has_rank(0)
        # An even window is periodic over its length, an odd one over one value less.
        n = cast(length - 1 + cast(repeats, dt.int32) * (1 - length % 2), dtype)
        angle = convert_to_tensor(2 * math.pi, dtype) * _places(length, dtype) / n
        return cast(a - b * cos(angle), dtype)

    return _single_or(value, length, dtype, make)


@tf_export("signal.hann_window")
def hann_window(window_length: IntLike, periodic: bool = True, dtype: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """The Hann window, a raised cosine that begins with 0. Mirrors `tf.signal.hann_window`.

    Arguments:
        window_length: an integer scalar, the number of values.
        periodic: whether the window goes on with its first value, as short-time transforms want it (True, the default), or ends with
            it. Makes no difference for odd lengths.
        dtype: float32 by default, or another floating dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[window_length]` of `dtype`.

    Raises:
        ValueError: the dtype is not floating, or the length not a scalar.

    Example:
        >>> print(tf.signal.hann_window(4).numpy().round(3))
        [0.  0.5 1.  0.5]
        >>> print(tf.signal.hann_window(4, periodic=False).numpy().round(3))
        [0.   0.75 0.75 0.  ]
    """
    return _raised_cosine(0.5, 0.5, window_length, periodic, dtype)


@tf_export("signal.hamming_window")
def hamming_window(window_length: IntLike, periodic: bool = True, dtype: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """The Hamming window, a raised cosine that does not reach 0. Mirrors `tf.signal.hamming_window`.

    Arguments:
        window_length: an integer scalar, the number of values.
        periodic: whether the window goes on with its first value, as short-time transforms want it (True, the default), or ends with
            it. Makes no difference for odd lengths.
        dtype: float32 by default, or another floating dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[window_length]` of `dtype`.

    Raises:
        ValueError: the dtype is not floating, or the length not a scalar.

    Example:
        >>> print(tf.signal.hamming_window(4).numpy().round(3))
        [0.08 0.54 1.   0.54]
    """
    return _raised_cosine(0.54, 0.46, window_length, periodic, dtype)


@tf_export("signal.vorbis_window")
def vorbis_window(window_length: IntLike, dtype: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """The window of the Vorbis codec. The squares of its halves add up to 1, so that `tf.signal.inverse_mdct` undoes `tf.signal.mdct` with
    it. Mirrors `tf.signal.vorbis_window`.

    Arguments:
        window_length: an integer scalar, the number of values.
        dtype: float32 by default, or another floating dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[window_length]` of `dtype`.

    Raises:
        ValueError: the dtype is not floating, or the length not a scalar.

    Example:
        >>> window = tf.signal.vorbis_window(4).numpy()
        >>> print(window.round(3))
        [0.228 0.974 0.974 0.228]
        >>> print((window[:2] ** 2 + window[2:] ** 2).round(3))
        [1. 1.]
    """
    dtype = _float(dtype)
    length, _ = _length(window_length)
    angle = convert_to_tensor(math.pi, dtype) / cast(length, dtype) * (_places(length, dtype) + 0.5)
    return sin(convert_to_tensor(math.pi / 2, dtype) * square(sin(angle)))


@tf_export("signal.kaiser_window")
def kaiser_window(window_length: IntLike, beta: TensorLike = 12.0, dtype: DTypeLike = dt.float32, name: str | None = None) -> Tensor:
    """The Kaiser window, from Bessel functions. Mirrors `tf.signal.kaiser_window`.

    Arguments:
        window_length: an integer scalar, the number of values.
        beta: a number, 12 by default; the greater it is, the lower are the side lobes of the spectrum, and the wider its main lobe. 0
            gives a window of ones.
        dtype: float32 by default, or another floating dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[window_length]` of `dtype`.

    Raises:
        ValueError: the dtype is not floating, or the length not a scalar.

    Example:
        >>> print(tf.signal.kaiser_window(5, beta=5.0).numpy().round(3))
        [0.037 0.553 1.    0.553 0.037]
    """
    dtype = _float(dtype)
    length, value = _length(window_length)

    def make():
        half = (cast(length, dt.float32) - 1) / 2
        # A little beyond the end, so that rounding does not leave the last value out.
        x = cast(tf_range(-half, half + 0.1, dtype=dt.float32), dtype) / cast(half, dtype)
        scale = cast(beta, dtype)
        arg = scale * sqrt(relu(1 - x * x))
        # Of the two huge Bessel values only the ratio matters.
        return exp(arg - scale) * bessel_i0e(arg) / bessel_i0e(scale)

    return _single_or(value, length, dtype, make)


@tf_export("signal.kaiser_bessel_derived_window")
def kaiser_bessel_derived_window(
    window_length: IntLike, beta: TensorLike = 12.0, dtype: DTypeLike = dt.float32, name: str | None = None
) -> Tensor:
    """The window made of running sums of a Kaiser window. The squares of its halves add up to 1, as those of `tf.signal.vorbis_window` do.
    Mirrors `tf.signal.kaiser_bessel_derived_window`.

    Arguments:
        window_length: an integer scalar, the number of values; of an odd one the next lower even one counts.
        beta: a number, 12 by default: that of `tf.signal.kaiser_window`.
        dtype: float32 by default, or another floating dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[window_length]` of `dtype`.

    Raises:
        ValueError: the dtype is not floating, or the length not a scalar.

    Example:
        >>> window = tf.signal.kaiser_bessel_derived_window(4, beta=2.0).numpy()
        >>> print(window.round(3))
        [0.483 0.875 0.875 0.483]
        >>> print((window[:2] ** 2 + window[2:] ** 2).round(3))
        [1. 1.]
    """
    length, _ = _length(window_length)
    sums = cumsum(kaiser_window(length // 2 + 1, beta, dtype))
    rising = sqrt(sums[:-1] / sums[-1])
    return concat([rising, reverse(rising, [0])], 0)
