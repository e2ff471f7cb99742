"""`tf.compat.v1.distribute`: as `tf.distribute`."""

from tfshim.compat.v1._fallback import elsewhere

__getattr__ = elsewhere("distribute", target="tfshim.distribute")
