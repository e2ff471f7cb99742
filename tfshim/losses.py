"""`tf.losses` is `tf.keras.losses`."""

from tfshim.keras.losses import *  # noqa: F403
from tfshim.keras.losses import __all__, __dir__  # noqa: F401
