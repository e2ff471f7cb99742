"""`tf.signal`: Fourier and cosine transforms, windows, frames and spectrograms.

`fftnd` and its like exist twice with different arguments: here as in `tf.signal`, and in `fourier_nd` as in `tf`.
"""

from tfshim._listing import listing
from tfshim.signal.cosine import dct, idct, inverse_mdct, mdct
from tfshim.signal.fourier import (
    fft,
    fft2d,
    fft3d,
    fftshift,
    ifft,
    ifft2d,
    ifft3d,
    ifftshift,
    irfft,
    irfft2d,
    irfft3d,
    rfft,
    rfft2d,
    rfft3d,
)
from tfshim.signal.fourier_nd import (
    _axes_fftnd as fftnd,
)
from tfshim.signal.fourier_nd import (
    _axes_ifftnd as ifftnd,
)
from tfshim.signal.fourier_nd import (
    _axes_irfftnd as irfftnd,
)
from tfshim.signal.fourier_nd import (
    _axes_rfftnd as rfftnd,
)
from tfshim.signal.framing import frame, overlap_and_add
from tfshim.signal.mel import linear_to_mel_weight_matrix, mfccs_from_log_mel_spectrograms
from tfshim.signal.short_time import inverse_stft, inverse_stft_window_fn, stft
from tfshim.signal.windows import (
    hamming_window,
    hann_window,
    kaiser_bessel_derived_window,
    kaiser_window,
    vorbis_window,
)

__all__ = """dct fft fft2d fft3d fftnd fftshift frame hamming_window hann_window idct ifft ifft2d ifft3d ifftnd ifftshift
    inverse_mdct inverse_stft inverse_stft_window_fn irfft irfft2d irfft3d irfftnd kaiser_bessel_derived_window
    kaiser_window linear_to_mel_weight_matrix mdct mfccs_from_log_mel_spectrograms overlap_and_add rfft rfft2d rfft3d
    rfftnd stft vorbis_window""".split()
__dir__ = listing(globals())
