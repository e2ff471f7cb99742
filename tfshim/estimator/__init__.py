"""`tf.estimator`: trainings that are made of an input function, a model function and a directory."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental", "export"))
