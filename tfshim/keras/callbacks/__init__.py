"""`tf.keras.callbacks`: hooks that are called while a model is trained, evaluated or used."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
