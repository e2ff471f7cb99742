"""Threads that compute for others, when the program ends.

Python stops such a thread as soon as it comes back from C++ code, in the middle of which that ends the whole process: "terminate called
without an active exception". So they are told to stop before, and waited for.
"""

from __future__ import annotations

import atexit
import threading
import time
import weakref
from collections.abc import Callable

_PATIENCE = 5.0  # seconds that threads have to finish what they do: one that waits for something else may never

_threads: weakref.WeakKeyDictionary[threading.Thread, Callable[[], object]] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def stop_at_end(thread: threading.Thread, stop: Callable[[], object]) -> None:
    """Have `stop()` called, and `thread` waited for, when the program ends. What `stop` holds lasts as long as the thread."""
    with _lock:
        _threads[thread] = stop


@atexit.register
def _stop_all() -> None:
    with _lock:
        running = [(thread, stop) for thread, stop in _threads.items() if thread.is_alive()]
    for _, stop in running:
        stop()
    end = time.monotonic() + _PATIENCE
    for thread, _ in running:
        thread.join(max(0.0, end - time.monotonic()))
