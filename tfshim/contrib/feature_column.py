"""`tf.contrib.feature_column` of TensorFlow 1: what is `tf.feature_column` now."""

from tfshim.contrib._names import served

__getattr__, __dir__ = served("feature_column", "tfshim.compat.v1.feature_column")
