"""`tf.compat.v1.saved_model`: as `tf.saved_model`."""

from tfshim.compat.v1._fallback import elsewhere

__getattr__ = elsewhere("saved_model", target="tfshim.saved_model")
