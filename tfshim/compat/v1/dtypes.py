"""`tf.compat.v1.dtypes`: as `tf.dtypes`, with `as_string` beside it."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.dtypes")
