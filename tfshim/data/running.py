"""One iteration over a dataset: its options, its threads and what it leaves to clean up."""

import os
import weakref

from tfshim.data.element_functions import debug_mode
from tfshim.engine.random.seeds import Frame
from tfshim.engine.runtime.state import ScopedValue

_serial = ScopedValue(False)


def without_threads():
    """Iterations that begin within it use no threads: for functions that need what only this thread has."""
    return _serial.set_to(True)


class Run:
    """What the stages of one iteration share.

    Threads and files that a stage starts are registered with `track`: an object with `running` (whether there is something to
    stop), `pause()` (stop until asked for more) and `close()`. When an error reaches the consumer everything pauses; when the
    iterator goes, all is closed.
    """

    def __init__(self, options=None, dataset=None):
        self._tracked = weakref.WeakSet()
        self.options = options
        self.dataset = dataset  # that is iterated over, where profiles show it
        self.ahead = {}  # id of a dataset that a thread works ahead for -> a number for its iterator
        self._frames = {}  # graph of a function -> its random states
        self.told = {}  # what profiles say of it, which is worked out once
        self.pool_size = getattr(getattr(options, "threading", None), "private_threadpool_size", None) or None
        self._serial = _serial.value
        self.divided = False  # whether the elements of sources go to several workers

    def frame_of(self, graph):
        """The random states of the function with `graph`, which the iteration's stages share: a repetition draws on, as in TensorFlow."""
        frame = self._frames.get(graph)
        return self._frames.setdefault(graph, Frame()) if frame is None else frame

    @property
    def deterministic(self):
        """What the options say of the order of parallel stages; True unless they say otherwise."""
        given = getattr(self.options, "deterministic", None)
        return True if given is None else given

    def _joins(self, fusion):
        """Whether operations are made one where the options name it `fusion`, as by default."""
        given = getattr(self.options, "experimental_optimization", None)
        chosen = getattr(given, fusion, None)
        return getattr(given, "apply_default_optimizations", None) is not False if chosen is None else chosen

    @property
    def fuses(self):
        """Whether a map and the batch after it are one operation, which takes the elements of a whole batch also where some fail."""
        return self._joins("map_and_batch_fusion")

    @property
    def fuses_repetition(self):
        """Whether a shuffle and the repetition after it are one operation, which ends where the first round has no elements."""
        return self._joins("shuffle_and_repeat_fusion")

    @property
    def parallel(self):
        """Whether stages may use threads."""
        return not debug_mode() and not self._serial

    def threads(self, asked):
        """The number of threads for a stage whose `num_parallel_calls` is `asked` (-1, AUTOTUNE: as many as are useful)."""
        count = (os.cpu_count() or 1) if asked < 0 else asked
        return max(1, min(count, self.pool_size) if self.pool_size else count)

    def track(self, worker):
        """Register what has to be stopped; gives it back."""
        self._tracked.add(worker)
        return worker

    def pause(self):
        """Stop all threads until the next element is requested."""
        # A stage that is not paused yet may have another one start again.
        while running := [worker for worker in list(self._tracked) if worker.running]:
            for worker in running:
                worker.pause()

    def close(self):
        """Stop all threads and close all files for good."""
        self.pause()
        for worker in list(self._tracked):
            worker.close()
