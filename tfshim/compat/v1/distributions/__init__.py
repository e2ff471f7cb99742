"""`tf.compat.v1.distributions`: the distributions that TensorFlow 1 had before TensorFlow Probability."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
