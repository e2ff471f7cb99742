"""`tf.compat.v1.estimator.experimental`: hooks that stop a training early, and the parts of canned estimators."""

from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals())
