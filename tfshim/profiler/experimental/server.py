"""`tf.profiler.experimental.server`."""

from tfshim._listing import listing

__all__ = ["start"]
__dir__ = listing(globals())


def start(port):
    """Not there: nothing listens for profiling requests. Mirrors `tf.profiler.experimental.server.start`."""
    raise NotImplementedError(
        "tf.profiler.experimental.server.start is not supported: use tf.profiler.experimental.start(logdir) in the program itself."
    )
