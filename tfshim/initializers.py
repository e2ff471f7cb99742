"""`tf.initializers` is `tf.keras.initializers`."""

from tfshim._listing import listing
from tfshim.keras.initializers import *  # noqa: F403
from tfshim.keras.initializers import __all__  # noqa: F401

__dir__ = listing(globals())
