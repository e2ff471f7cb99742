"""`tf.compat.v1.estimator.inputs`: input functions from arrays and tables."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
