"""`tf.errors`: the exceptions operations raise, and their status codes."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
