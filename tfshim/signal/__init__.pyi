# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.signal.cosine import dct as dct, idct as idct, inverse_mdct as inverse_mdct, mdct as mdct
from tfshim.signal.fourier import fft as fft, fft2d as fft2d, fft3d as fft3d, fftshift as fftshift, ifft as ifft, ifft2d as ifft2d
from tfshim.signal.fourier import ifft3d as ifft3d, ifftshift as ifftshift, irfft as irfft, irfft2d as irfft2d, irfft3d as irfft3d
from tfshim.signal.fourier import rfft as rfft, rfft2d as rfft2d, rfft3d as rfft3d
from tfshim.signal.fourier_nd import _axes_fftnd as fftnd, _axes_ifftnd as ifftnd, _axes_irfftnd as irfftnd, _axes_rfftnd as rfftnd
from tfshim.signal.framing import frame as frame, overlap_and_add as overlap_and_add
from tfshim.signal.mel import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from tfshim.signal.mel import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from tfshim.signal.short_time import inverse_stft as inverse_stft, inverse_stft_window_fn as inverse_stft_window_fn, stft as stft
from tfshim.signal.windows import hamming_window as hamming_window, hann_window as hann_window
from tfshim.signal.windows import kaiser_bessel_derived_window as kaiser_bessel_derived_window, kaiser_window as kaiser_window
from tfshim.signal.windows import vorbis_window as vorbis_window
