"""`tf.profiler.experimental.client`."""

from tfshim._listing import listing

__all__ = ["monitor", "trace"]
__dir__ = listing(globals())


def _refuse(name):
    raise NotImplementedError(
        f"tf.profiler.experimental.client.{name} is not supported: use tf.profiler.experimental.start(logdir) in the program itself."
    )


def trace(service_addr, logdir, duration_ms, worker_list="", num_tracing_attempts=3, options=None):
    """Not there. Mirrors `tf.profiler.experimental.client.trace`."""
    _refuse("trace")


def monitor(service_addr, duration_ms, level=1):
    """Not there. Mirrors `tf.profiler.experimental.client.monitor`."""
    _refuse("monitor")
