"""`tf.losses` is `tf.keras.losses`."""

from tfshim._listing import listing
from tfshim.keras.losses import *  # noqa: F403
from tfshim.keras.losses import __all__  # noqa: F401

__dir__ = listing(globals())
