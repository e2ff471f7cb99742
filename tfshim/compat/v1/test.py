"""`tf.compat.v1.test`: as `tf.test`."""

from tfshim.compat.v1._fallback import elsewhere

__getattr__ = elsewhere("test", target="tfshim.test")
