"""`tf.debugging`: checks of values, shapes and types while a program runs."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
