"""`tf.compat.v1.spectral`: the Fourier transforms of `tf.signal`."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
