"""`tf.compat.v1.estimator.export`: what a served model takes and gives."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
