"""`tf.compat.v1.manip`: functions that move elements."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
