"""`tf.keras.models.experimental`."""

from tfshim._listing import listing
from tfshim.keras.models.experimental.sharpness import SharpnessAwareMinimization

__all__ = ["SharpnessAwareMinimization"]
__dir__ = listing(globals())
