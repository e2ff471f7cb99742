"""`tf.saved_model`: objects with variables and traced functions, in directories."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
