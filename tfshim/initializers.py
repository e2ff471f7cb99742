"""`tf.initializers` is `tf.keras.initializers`."""

from tfshim.keras.initializers import *  # noqa: F403
from tfshim.keras.initializers import deserialize, get, serialize  # noqa: F401
