"""`tf.contrib.slim.queues`: the threads of a graph's queues, for as long as a context lasts."""

import contextlib
import threading

from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.train.queue_runner import threads_of
from tfshim.train.coordinator import Coordinator

__all__ = ["NestedQueueRunnerError", "QueueRunners"]

_running = threading.Lock()


class NestedQueueRunnerError(Exception):
    """One such context in another."""


@contextlib.contextmanager
def QueueRunners(session):  # noqa: N802 - TensorFlow's name
    """A context in which the queue runners of the default graph run in `session`. Raises NestedQueueRunnerError within another."""
    if not _running.acquire(blocking=False):
        raise NestedQueueRunnerError("QueueRunners cannot be nested")
    coordinator = Coordinator()
    threads = threads_of(get_collection(GraphKeys.QUEUE_RUNNERS), session, coordinator)
    try:
        yield
    finally:
        coordinator.request_stop()
        try:
            coordinator.join(threads, stop_grace_period_secs=120)
        except RuntimeError:
            # A thread that waits for a queue ends with its session.
            session.close()
        _running.release()
