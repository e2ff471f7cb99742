"""`tf.keras.config`: settings, under the name that later versions of Keras give them."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
