"""`tf.compat.v1.spectral`: the Fourier transforms of `tf.signal`."""

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere

__all__ = """
    dct fft fft2d fft3d idct ifft ifft2d ifft3d irfft irfft2d irfft3d rfft rfft2d rfft3d
""".split()
__dir__ = listing(globals())

__getattr__ = elsewhere(
    "spectral",
    " ".join(f"{n}=signal.{n}" for n in "dct fft fft2d fft3d idct ifft ifft2d ifft3d irfft irfft2d irfft3d rfft rfft2d rfft3d".split()),
)
