"""`tf.compat.v1.keras`: as `tf.keras`."""

from tfshim.compat.v1._fallback import elsewhere

__getattr__ = elsewhere("keras", target="tfshim.keras")
