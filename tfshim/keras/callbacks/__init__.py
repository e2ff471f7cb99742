"""`tf.keras.callbacks`: what is called while a model is trained, evaluated or used."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",))
