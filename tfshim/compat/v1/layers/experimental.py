"""`tf.compat.v1.layers.experimental`: layers that keep their variables themselves."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
