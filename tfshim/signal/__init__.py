"""`tf.signal`: Fourier and cosine transforms, windows, frames and spectrograms.

`fftnd` and its like exist twice with different arguments: here as in `tf.signal`, and in `fourier_nd` as in `tf`.
"""

from tfshim._listing import lazily, names

_MODULES = {
    "cosine": "dct idct inverse_mdct mdct",
    "fourier": "fft fft2d fft3d fftshift ifft ifft2d ifft3d ifftshift irfft irfft2d irfft3d rfft rfft2d rfft3d",
    "fourier_nd": "fftnd=_axes_fftnd ifftnd=_axes_ifftnd irfftnd=_axes_irfftnd rfftnd=_axes_rfftnd",
    "framing": "frame overlap_and_add",
    "mel": "linear_to_mel_weight_matrix mfccs_from_log_mel_spectrograms",
    "short_time": "inverse_stft inverse_stft_window_fn stft",
    "windows": "hamming_window hann_window kaiser_bessel_derived_window kaiser_window vorbis_window",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
