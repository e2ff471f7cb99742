"""`tf.math.special`: Bessel functions and integrals that have no closed form."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
