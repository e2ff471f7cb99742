"""Mel-scale filter banks and cepstral coefficients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.padding import pad
from tfshim.array_ops.sequences import linspace
from tfshim.array_ops.shapes import expand_dims, shape
from tfshim.array_ops.transposing import transpose
from tfshim.engine.ops.composite import composite
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum, minimum
from tfshim.math.elementwise import log, rsqrt
from tfshim.signal.cosine import dct
from tfshim.signal.framing import frame

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


def _mel(hertz):
    # The mel scale of HTK, which TensorFlow follows.
    return 1127.0 * log(1.0 + hertz / 700.0)


@tf_export("signal.linear_to_mel_weight_matrix")
def linear_to_mel_weight_matrix(
    num_mel_bins: IntLike = 20,
    num_spectrogram_bins: IntLike = 129,
    sample_rate: FloatLike = 8000,
    lower_edge_hertz: FloatLike = 125.0,
    upper_edge_hertz: FloatLike = 3800.0,
    dtype: DTypeLike = dt.float32,
    name: str | None = None,
) -> Tensor:
    """The matrix that turns spectra with linear frequencies into spectra on the mel scale, by `tf.matmul`.

    Each column is a triangle between three neighbours of `num_mel_bins + 2` places, which are equally far from each
    other on the scale. Mirrors `tf.signal.linear_to_mel_weight_matrix`.

    Arguments:
        num_mel_bins: an integer, 20 by default: how many bands there are.
        num_spectrogram_bins: an integer scalar, 129 by default: how many values a spectrum has (`fft_length // 2 + 1`).
        sample_rate: how many samples a second has, 8000 by default; a number or a scalar tensor.
        lower_edge_hertz, upper_edge_hertz: where the bands begin and end, 125 and 3800 by default.
        dtype: float32 by default, or another floating dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[num_spectrogram_bins, num_mel_bins]` of `dtype`.

    Raises:
        ValueError: no bands; edges that are negative, not in order, or beyond half the rate; a dtype that is not floating.

    Example:
        >>> weights = tf.signal.linear_to_mel_weight_matrix(3, 9, 8000, 0.0, 4000.0)
        >>> print(weights.numpy()[:3].round(2))
        [[0.   0.   0.  ]
         [0.87 0.13 0.  ]
         [0.14 0.86 0.  ]]
        >>> spectra = tf.abs(tf.signal.stft(tf.ones([2, 100]), 16, 8))
        >>> tf.matmul(spectra, tf.signal.linear_to_mel_weight_matrix(3, 9)).shape
        TensorShape([2, 11, 3])
    """
    _check(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz, dtype)
    rate = cast(convert_to_tensor(sample_rate), dtype)
    lower, upper = (convert_to_tensor(e, dtype) for e in (lower_edge_hertz, upper_edge_hertz))
    zero = convert_to_tensor(0.0, dtype)
    bins = expand_dims(_mel(linspace(zero, rate / 2.0, num_spectrogram_bins)[1:]), 1)  # none takes the constant part
    edges = transpose(frame(linspace(_mel(lower), _mel(upper), num_mel_bins + 2), 3, 1))
    left, centre, right = edges[0:1], edges[1:2], edges[2:3]
    weights = maximum(zero, minimum((bins - left) / (centre - left), (right - bins) / (right - centre)))
    return pad(weights, [[1, 0], [0, 0]], name=name)


def _check(bins, rate, lower, upper, dtype):
    if bins <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bins}")
    if lower < 0.0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {lower}")
    if lower >= upper:
        raise ValueError(f"lower_edge_hertz {lower:.1f} >= upper_edge_hertz {upper:.1f}")
    if not isinstance(rate, Tensor):
        if rate <= 0.0:
            raise ValueError(f"sample_rate must be positive. Got: {rate}")
        if upper > rate / 2:
            raise ValueError(
                f"upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got {upper} for sample_rate: {rate}"
            )
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Got: {dtype}")


@tf_export("signal.mfccs_from_log_mel_spectrograms")
@composite
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: TensorLike, name: str | None = None) -> Tensor:
    """The mel-frequency cepstral coefficients: a cosine transform of logarithms of mel spectra, scaled as HTK does. Mirrors
    `tf.signal.mfccs_from_log_mel_spectrograms`.

    Arguments:
        log_mel_spectrograms: a tensor `[..., num_mel_bins]`: float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype. Often only the first 13 coefficients are used.

    Raises:
        ValueError: there are no bins.

    Example:
        >>> spectra = tf.abs(tf.signal.stft(tf.ones([2, 1000]), 256, 128))
        >>> mel = tf.matmul(spectra, tf.signal.linear_to_mel_weight_matrix())
        >>> tf.signal.mfccs_from_log_mel_spectrograms(tf.math.log(mel + 1e-6))[..., :13].shape
        TensorShape([2, 6, 13])
        >>> print(tf.signal.mfccs_from_log_mel_spectrograms([1.0, 2.0]).numpy().round(3))
        [ 3.    -0.707]
    """
    x = convert_to_tensor(log_mel_spectrograms)
    bins = x.shape[-1]
    if bins == 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {log_mel_spectrograms!s}")
    bins = convert_to_tensor(float(bins), x.dtype) if bins is not None else cast(shape(x)[-1], x.dtype)
    # HTK scales the transform so.
    return dct(x, type=2) * rsqrt(bins * 2.0)
