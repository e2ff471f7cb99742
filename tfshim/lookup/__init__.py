"""`tf.lookup`: tables from keys to values."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
