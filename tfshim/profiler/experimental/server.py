"""`tf.profiler.experimental.server`."""


def start(port):
    """Not there: nothing listens for profiling requests. Mirrors `tf.profiler.experimental.server.start`."""
    raise NotImplementedError(
        "tf.profiler.experimental.server.start is not supported: use tf.profiler.experimental.start(logdir) in the program itself."
    )
