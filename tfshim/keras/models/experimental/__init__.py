"""`tf.keras.models.experimental`: models that are trained towards flat minima."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
