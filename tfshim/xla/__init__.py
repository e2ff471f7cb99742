"""`tf.xla`: computations compiled as a whole, here by torch."""

from tfshim._listing import listing
from tfshim.xla import experimental

__all__ = ["experimental"]
__dir__ = listing(globals())
