"""`tf.initializers` is `tf.keras.initializers`."""

from tfshim.keras.initializers import *  # noqa: F403
from tfshim.keras.initializers import __all__, __dir__  # noqa: F401
