"""`tf.optimizers` is `tf.keras.optimizers`."""

from tfshim.keras.optimizers import *  # noqa: F403
