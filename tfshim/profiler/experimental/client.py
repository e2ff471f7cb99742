"""`tf.profiler.experimental.client`."""

from tfshim._listing import listing
from tfshim.refusals import refusing

__all__ = ["monitor", "trace"]
__dir__ = listing(globals())


trace = refusing(
    "tf.profiler.experimental.client.trace", "service_addr, logdir, duration_ms, worker_list='', num_tracing_attempts=3, options=None"
)
monitor = refusing("tf.profiler.experimental.client.monitor", "service_addr, duration_ms, level=1")
