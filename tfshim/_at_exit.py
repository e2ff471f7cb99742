"""The end of the process without the search for garbage, which takes longer than a short program.

Python searches all objects for cycles before it leaves, several times, and what torch and tfshim have made is a quarter of a million of
them: a second. What is found there only matters where something happens as it ends. Files are flushed here instead; where an object of
another class waits for its end, such as a suspended generator or what has `__del__`, or a thread runs, Python searches as it always does.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import sys
import threading

# The order matters: what a text file hands on is flushed with it.
_BUFFERED = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)
_FILES = frozenset((*_BUFFERED, io.BufferedReader, io.BufferedRWPair, io.FileIO))


def _over(x: object) -> bool:
    """Whether nothing is left to be done at the end of an object, such as a file of another kind or a writer that is closed."""
    try:
        return getattr(x, "closed", None) is True or getattr(x, "_file", x) is None
    except Exception:  # noqa: BLE001 - the program's own code
        return False


@atexit.register
def _leave_garbage() -> None:
    # A thread may hold the lock of a file.
    if "torch" not in sys.modules or threading.active_count() > 1:
        return
    objects = gc.get_objects()
    waiting = {kind for kind in set(map(type, objects)) - _FILES if any("__del__" in vars(c) for c in kind.__mro__)}
    if waiting and not all(_over(x) for x in objects if type(x) in waiting):
        return
    for kind in _BUFFERED:
        for file in objects:
            if type(file) is kind:
                with contextlib.suppress(OSError, ValueError):  # nobody is left to be told, and ValueError says that it is closed
                    file.flush()
    gc.freeze()
