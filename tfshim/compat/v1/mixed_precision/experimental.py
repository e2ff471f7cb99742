"""`tf.compat.v1.mixed_precision.experimental`: scales of losses."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
