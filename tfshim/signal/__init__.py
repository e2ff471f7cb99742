"""`tf.signal`: Fourier and cosine transforms, windows, frames and spectrograms.

`fftnd` and its like exist twice with different arguments: here as in `tf.signal`, and in `fourier_nd` as in `tf`.
"""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
