"""`tf.random`: seeded random numbers, equal to TensorFlow's on CPU bit for bit."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), unlisted="random_index_shuffle")
