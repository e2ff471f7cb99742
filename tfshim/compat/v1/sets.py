"""`tf.compat.v1.sets`: as `tf.sets`, and under the old names."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.sets")
