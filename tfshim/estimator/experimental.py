"""`tf.estimator.experimental`: hooks that stop a training early, and more."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
