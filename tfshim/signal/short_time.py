"""The short-time Fourier transform and its inverse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import concat
from tfshim.array_ops.padding import pad
from tfshim.array_ops.repeating import tile
from tfshim.array_ops.shapes import rank as tf_rank
from tfshim.array_ops.shapes import reshape
from tfshim.engine.ops.composite import composite
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.math.arithmetic import pow as tf_pow
from tfshim.math.arithmetic import square
from tfshim.math.comparison import maximum
from tfshim.math.elementwise import ceil, log
from tfshim.math.reductions import reduce_sum
from tfshim.signal.fourier import irfft, rfft
from tfshim.signal.framing import frame, known_length, overlap_and_add
from tfshim.signal.windows import hann_window

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


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
    """The short-time Fourier transform: the spectra of frames that overlap. Mirrors `tf.signal.stft`.

    Arguments:
        signals: a tensor `[..., samples]`: float32 or float64.
        frame_length: an integer scalar, the samples of a frame.
        frame_step: an integer scalar: a frame begins every so many samples.
        fft_length: an integer scalar, the size of the transforms: frames are filled up with zeros. By default the next power of two.
        window_fn: a function of the length and `dtype=` whose window frames are multiplied by; `tf.signal.hann_window` by default, None for
            none.
        pad_end: whether the last frames are filled up with zeros; False by default: they are left out.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., frames, fft_length // 2 + 1]`: complex64, or complex128 for float64.

    Raises:
        ValueError: no axis, or a length or step that is not a scalar.

    Example:
        >>> time = tf.range(64, dtype=tf.float32)
        >>> spectra = tf.signal.stft(tf.sin(2 * np.pi * time / 8), frame_length=16, frame_step=8)
        >>> spectra.shape, spectra.dtype
        (TensorShape([7, 9]), tf.complex64)
        >>> tf.argmax(tf.abs(spectra), axis=1).numpy().tolist()
        [2, 2, 2, 2, 2, 2, 2]
    """
    signals = convert_to_tensor(signals)
    signals.shape.with_rank_at_least(1)
    length, step = known_length(frame_length), known_length(frame_step)
    size = _power_of_two(length) if fft_length is None else known_length(fft_length)
    frames = frame(signals, length, step, pad_end)
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return rfft(frames, [size], name=name)


@tf_export("signal.inverse_stft_window_fn")
def inverse_stft_window_fn(
    frame_step: TensorLike, forward_window_fn: Callable[..., Any] = hann_window, name: str | None = None
) -> Callable[..., Any]:
    """The window with which `tf.signal.inverse_stft` undoes `tf.signal.stft`. Mirrors `tf.signal.inverse_stft_window_fn`.

    Arguments:
        frame_step: an integer scalar, that of the transform.
        forward_window_fn: the window of the transform, `tf.signal.hann_window` by default.
        name: a name for the operation in graphs.

    Returns:
        A function of a length and a dtype which gives a window, for the argument `window_fn`.

    Raises:
        ValueError: the step, or the length that the function is given, is not a scalar.

    Example:
        >>> x = tf.range(32, dtype=tf.float32)
        >>> spectra = tf.signal.stft(x, frame_length=8, frame_step=4)
        >>> back = tf.signal.inverse_stft(spectra, 8, 4, window_fn=tf.signal.inverse_stft_window_fn(4))
        >>> print(back.numpy()[4:10].round(3))
        [4. 5. 6. 7. 8. 9.]
    """

    def inverse_stft_window_fn_inner(frame_length, dtype):
        length, step = known_length(frame_length), known_length(frame_step)
        window = forward_window_fn(length, dtype=dtype)
        overlaps = -(-length // step)
        power = reshape(pad(square(window), [[0, overlaps * step - length]]), [overlaps, step])
        power = reshape(tile(reduce_sum(power, 0, keepdims=True), [overlaps, 1]), [overlaps * step])
        return window / power[:length]

    return inverse_stft_window_fn_inner


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
    """The signals of short-time spectra: frames are transformed back, multiplied by a window and added up. Mirrors
    `tf.signal.inverse_stft`.

    Arguments:
        stfts: a tensor `[..., frames, fft_length // 2 + 1]`: complex64 or complex128.
        frame_length, frame_step: integer scalars, those of `tf.signal.stft`.
        fft_length: an integer scalar, the size of the transforms; by default the next power of two from `frame_length` on.
        window_fn: a function of the length and `dtype=`; `tf.signal.hann_window` by default, None for none.
            `tf.signal.inverse_stft_window_fn` gives the one that undoes another.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., (frames - 1) * frame_step + frame_length]`: float32, or float64 for complex128.

    Raises:
        ValueError: fewer than two axes, or a length or step that is not a scalar.

    Example:
        >>> x = tf.sin(tf.range(40, dtype=tf.float32))
        >>> spectra = tf.signal.stft(x, frame_length=16, frame_step=4)
        >>> back = tf.signal.inverse_stft(spectra, 16, 4, window_fn=tf.signal.inverse_stft_window_fn(4))
        >>> back.shape, bool(tf.reduce_max(tf.abs(back - x)[12:28]) < 1e-5)
        (TensorShape([40]), True)
    """
    stfts = convert_to_tensor(stfts)
    stfts.shape.with_rank_at_least(2)
    length = known_length(frame_length)
    size = _power_of_two(length) if fft_length is None else known_length(fft_length)
    frames = irfft(stfts, [size])[..., :length]
    if not isinstance(size, int) or not isinstance(length, int) or length > size:
        missing = maximum(length - size, 0)
        before = tf_rank(frames) - 1 if frames.shape.rank is None else frames.shape.rank - 1
        frames = pad(frames, concat([zeros([before, 2], dt.int32), [[0, missing]]], 0))
    if window_fn is not None:
        frames = frames * window_fn(length, dtype=frames.dtype)
    return overlap_and_add(frames, frame_step, name=name)
