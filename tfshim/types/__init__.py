"""`tf.types`: what values are, for annotations and tests."""

from tfshim._listing import listing
from tfshim.types import experimental

__all__ = ["experimental"]
__dir__ = listing(globals())
