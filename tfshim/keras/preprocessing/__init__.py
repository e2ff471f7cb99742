"""`tf.keras.preprocessing`: images, sequences and texts made ready for models."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("image", "sequence", "text"))
