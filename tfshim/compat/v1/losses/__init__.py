"""`tf.compat.v1.losses`: losses that weigh, reduce and collect themselves."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
