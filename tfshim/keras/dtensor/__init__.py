"""`tf.keras.dtensor`: models laid out over meshes of devices, which tfshim refuses."""

from tfshim._listing import listing
from tfshim.keras.dtensor import experimental

__all__ = ["experimental"]
__dir__ = listing(globals())
