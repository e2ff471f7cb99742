"""One iteration over a dataset: its options, its threads and what it leaves to clean up."""

import contextlib
import os
import threading
import weakref

from tfshim.data.programs import debug_mode


class _Serial(threading.local):
    on = False


_serial = _Serial()


@contextlib.contextmanager
def without_threads():
    """Iterations that begin within it use no threads: for functions that need what only this thread has."""
    before, _serial.on = _serial.on, True
    try:
        yield
    finally:
        _serial.on = before


class Run:
    """What the stages of one iteration share.

    Threads and files that a stage starts are registered with `track`: an object with `pause()` (stop until asked for
    more) and `close()`. When an error reaches the consumer everything pauses; when the iterator goes, all is closed.
    """

    def __init__(self, options=None):
        self._tracked = weakref.WeakSet()
        self.options = options
        self.pool_size = getattr(getattr(options, "threading", None), "private_threadpool_size", None) or None
        self._serial = _serial.on

    @property
    def deterministic(self):
        """What the options say of the order of parallel stages; True unless they say otherwise."""
        given = getattr(self.options, "deterministic", None)
        return True if given is None else given

    @property
    def parallel(self):
        """Whether stages may use threads."""
        return not debug_mode() and not self._serial

    def threads(self, asked):
        """The number of threads for a stage that was told to use `asked` (-1: as many as serve)."""
        count = (os.cpu_count() or 1) if asked < 0 else asked
        return max(1, min(count, self.pool_size) if self.pool_size else count)

    def track(self, worker):
        """Register what has to be stopped; gives it back."""
        self._tracked.add(worker)
        return worker

    def pause(self):
        """Stop all threads until more is asked for."""
        for worker in list(self._tracked):
            worker.pause()

    def close(self):
        """Stop all threads and close all files for good."""
        for worker in list(self._tracked):
            worker.close()
