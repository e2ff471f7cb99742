"""`tf.keras.preprocessing.image`: images in files and arrays, changed at random, as batches."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
