"""`tf.losses` is `tf.keras.losses`."""

from tfshim.keras.losses import *  # noqa: F403
