"""What each thread runs of sessions: whose program it is, what the runs hold, and whether somebody waits for them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tfshim.engine.graphs.devices.session_targets import LOCK
from tfshim.engine.runtime import errors


class _Running(threading.local):
    """What this thread runs: what a kernel keeps for each session it keeps by `session`."""

    def __init__(self) -> None:
        self.session: Any = None  # a `BaseSession`, or None
        self.deadline: float | None = None
        self.wanted: Callable[[], bool] | None = None  # whether somebody still waits for it, where another process asked for it
        self.installed: tuple[Installation, ...] = ()  # what the runs of this thread hold, outermost first


running = _Running()


class Installation:
    """A run's hold on its graph: the lock, and the values that the session has for the graph's variables."""

    __slots__ = ("session", "variables", "before")

    def __init__(self, session: Any, variables: Sequence[Any]) -> None:
        self.session, self.variables = session, variables
        self.before: Sequence[tuple[Any, Any]] = ()

    def acquire(self) -> None:
        """Wait for the graph, and put the session's values into the variables.

        Meanwhile not even the session's table has them, so that updates need not copy what is shared.
        """
        if self.session._shared is not None:
            LOCK.acquire()
        self.session._graph._session_lock.acquire()
        values, key, before = self.session._values, self.session._key, []
        for v in self.variables:
            own, t = v.__dict__, v._t
            before.append((t, own["_alias"]))
            own["_alias"], own["_t"] = None, values.pop(key(v), None)
        self.before = before

    def release(self) -> None:
        """Keep what the variables hold now, and let others have the graph."""
        values, key = self.session._values, self.session._key
        for v, (t, alias) in zip(self.variables, self.before):
            own, now = v.__dict__, v._t
            if now is not None:
                values[key(v)] = now
            own["_t"], own["_alias"] = t, alias
        self.session._graph._session_lock.release()
        if self.session._shared is not None:
            LOCK.release()


@contextlib.contextmanager
def others_may_run() -> Iterator[None]:
    """Within it, a kernel that has to wait lets other threads run the graphs that this thread is running."""
    held = running.installed
    for one in reversed(held):  # innermost first: what each put aside nests as the runs do
        one.release()
    try:
        yield
    finally:
        for one in held:
            one.acquire()


def cancelled() -> bool:
    """Whether the session that this thread runs was closed meanwhile. Raises DeadlineExceededError past the run's time limit."""
    if running.deadline is not None and time.monotonic() > running.deadline:
        raise errors.DeadlineExceededError(None, None, "Timed out waiting for notification")
    if running.wanted is not None and not running.wanted():
        return True
    return running.session is not None and running.session._closed


def running_session() -> Any:
    """The session whose program runs in this thread, or None."""
    return running.session
