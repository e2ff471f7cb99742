"""The short-time Fourier transform and its inverse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.joining import concat
from tfshim.array_ops.padding import pad
from tfshim.array_ops.repeating import tile
from tfshim.array_ops.shapes import reshape
from tfshim.engine.ops.composite import composite
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.arithmetic import pow as tf_pow
from tfshim.math.arithmetic import square
from tfshim.math.comparison import maximum
from tfshim.math.elementwise import ceil, log
from tfshim.math.reductions import reduce_sum
from tfshim.protos.tensors import get_static_value
from tfshim.signal.fourier import irfft, rfft
from tfshim.signal.framing import frame, overlap_and_add
from tfshim.signal.windows import hann_window

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _scalar(value):
    """An integer, or the int32 scalar tensor where it is not known yet. Raises ValueError for other shapes."""
    if isinstance(value, int):
        return value
    value = convert_to_tensor(value)
    value.shape.assert_has_rank(0)
    known = get_static_value(value)
    return value if known is None else int(known)


def _power_of_two(length):
    """The least power of two that is not below `length`."""
    if isinstance(length, int):
        if length < 0:
            raise ValueError(f"There is no power of two for a frame of {length} values: cannot convert float NaN to integer")
        return length and 1 << max(length - 1, 0).bit_length()
    exponent = ceil(log(cast(length, dt.float64)) / log(convert_to_tensor(2.0, dt.float64)))
    return cast(tf_pow(convert_to_tensor(2.0, dt.float64), exponent), dt.int32)


@tf_export("signal.stft")
@composite
def stft(
    signals: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Any] | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The spectra of frames of real `signals`, `[..., samples]`: complex `[..., frames, fft_length // 2 + 1]`.

    frame_length, frame_step: integer scalars, in samples. fft_length: the size of the transforms, by default the next
    power of two. window_fn(frame_length, dtype=): what frames are multiplied by, or None. pad_end: fill the end up
    with zeros. Raises ValueError for arguments that are no scalars. Mirrors `tf.signal.stft`.
    """
    signals = convert_to_tensor(signals)
    signals.shape.with_rank_at_least(1)
    length, step = _scalar(frame_length), _scalar(frame_step)
    size = _power_of_two(length) if fft_length is None else _scalar(fft_length)
    frames = frame(signals, length, step, pad_end)
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return rfft(frames, [size], name=name)


@tf_export("signal.inverse_stft_window_fn")
def inverse_stft_window_fn(
    frame_step: TensorLike, forward_window_fn: Callable[..., Any] = hann_window, name: str | None = None
) -> Callable[..., Any]:
    """The window function with which `inverse_stft` undoes an `stft` that used `forward_window_fn` and `frame_step`.

    The result takes `frame_length` and `dtype`, as window functions do. Mirrors `tf.signal.inverse_stft_window_fn`.
    """

    def inverse_window(frame_length, dtype):
        length, step = _scalar(frame_length), _scalar(frame_step)
        window = forward_window_fn(length, dtype=dtype)
        overlaps = -(-length // step)
        power = reshape(pad(square(window), [[0, overlaps * step - length]]), [overlaps, step])
        power = reshape(tile(reduce_sum(power, 0, keepdims=True), [overlaps, 1]), [overlaps * step])
        return window / power[:length]

    return inverse_window


@tf_export("signal.inverse_stft")
@composite
def inverse_stft(
    stfts: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Any] | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The signals, `[..., samples]`, that `stfts`, complex `[..., frames, fft_length // 2 + 1]`, are the spectra of.

    The other arguments are those of `stft`; a window that undoes the forward one gives `inverse_stft_window_fn`.
    Raises ValueError for arguments that are no scalars. Mirrors `tf.signal.inverse_stft`.
    """
    stfts = convert_to_tensor(stfts)
    stfts.shape.with_rank_at_least(2)
    length = _scalar(frame_length)
    size = _power_of_two(length) if fft_length is None else _scalar(fft_length)
    frames = irfft(stfts, [size])[..., :length]
    if not isinstance(size, int) or not isinstance(length, int) or length > size:
        missing = maximum(length - size, 0)
        rank = frames.shape.rank
        frames = pad(frames, concat([[[0, 0]] * (rank - 1), [[0, missing]]], 0))
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return overlap_and_add(frames, frame_step, name=name)
