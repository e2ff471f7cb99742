"""`tf.profiler`: where the time goes, by PyTorch's profiler."""

from tfshim._listing import listing
from tfshim.profiler import experimental

__all__ = ["experimental"]
__dir__ = listing(globals())
