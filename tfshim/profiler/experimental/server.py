"""`tf.profiler.experimental.server`."""

from tfshim._listing import listing
from tfshim.refusals import warn

__all__ = ["start"]
__dir__ = listing(globals())


def start(port):
    """Nothing listens for profiling requests: it warns, and the program goes on. Mirrors `tf.profiler.experimental.server.start`."""
    warn("tf.profiler.experimental.server.start")
