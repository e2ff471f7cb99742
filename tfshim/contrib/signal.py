"""`tf.contrib.signal` of TensorFlow 1: what is `tf.signal` now."""

from tfshim.contrib._names import served

__getattr__, __dir__ = served("signal", "tfshim.signal")
