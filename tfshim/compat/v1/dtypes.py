"""`tf.compat.v1.dtypes`: as `tf.dtypes`, with `as_string` beside it."""

from tfshim.compat.v1._fallback import elsewhere

__getattr__ = elsewhere("dtypes", "as_string=as_string", "tfshim.dtypes")
