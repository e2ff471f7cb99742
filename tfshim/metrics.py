"""`tf.metrics` is `tf.keras.metrics`."""

from tfshim.keras.metrics import *  # noqa: F403
