"""Calls that show in profiles. Modules name them; they are looked at while a profile is recorded, and are plain methods otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.around import Around
from tfshim.profiler.gradients import Operation

_lock = threading.Lock()
_points: list[Point] = []
_log: Log | None = None


class Point:
    """The method `name` of `owner`. `describe(*args)`, for the arguments of a call, gives what is shown: a list of (name, metadata),
    each within the one before, or None for nothing. `level`: of `ProfilerOptions.host_tracer_level`, from which on it is shown.
    """

    def __init__(self, owner: Any, name: str, describe: Callable[..., Any], level: int = 2) -> None:
        self.around, self.describe, self.level = Around(owner, name), describe, level

    def call(self, go_on: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Note the call, and make it."""
        log = _log
        shown = None if log is None else self.describe(*args)
        if log is None or shown is None:
            return go_on(*args, **kwargs)
        start = log.now()
        try:
            return go_on(*args, **kwargs)
        finally:
            end = log.now()
            log.note_nested(shown, start, end)


def eager(op_type: str, name: str | None = None) -> list[tuple[str, dict[str, Any]]]:
    """What is shown of an operation that runs at once."""
    executed = ("EagerExecute", {"eager_op": op_type, "is_func": 0})
    return [executed, (f"EagerLocalExecute: {op_type}", {}), ("EagerKernelExecute", {}), (f"{name or op_type}:{op_type}", {})]


class Log:
    """What a profile has recorded so far: events (name, start, end, thread, metadata), times in nanoseconds of `now`."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.events: list[tuple[str, int, int, int, dict[str, Any]]] = []
        self.threads: dict[int, threading.Thread] = {}
        self.operations: list[Operation] = []  # those of graphs, with more of what they are; `line` is the thread

    def note(self, name: str, start: int, end: int, metadata: dict[str, Any]) -> None:
        """An event of this thread."""
        thread = threading.get_ident()
        if thread not in self.threads:
            self.threads[thread] = threading.current_thread()
        self.events.append((name, start, end, thread, metadata))

    def note_nested(self, shown: list[tuple[str, dict[str, Any]]], start: int, end: int) -> None:
        """Events of this thread, each within the one before: by a nanosecond, as viewers lose those that take the same time."""
        for depth, (name, metadata) in enumerate(shown):
            begins = min(start + depth, end)
            self.note(name, begins, max(end - depth, begins), metadata)


def shown(owner: Any, name: str, describe: Callable[..., Any], level: int = 2) -> None:
    """Have calls of a method show in profiles; see `Point`."""
    point = Point(owner, name, describe, level)
    with _lock:
        _points.append(point)
        if _log is not None and _level >= level:
            point.around.add(point.call)


def begin(log: Log, level: int) -> None:
    """Have every point of that level, or of a lower one, note its calls in `log`."""
    global _log, _level
    with _lock:
        _log, _level = log, level
        for point in _points:
            if point.level <= level:
                point.around.add(point.call)


def end() -> None:
    """Undo `begin`."""
    global _log
    with _lock:
        _log = None
        for point in _points:
            if point.level <= _level:
                point.around.remove(point.call)


def current() -> Log | None:
    """What is being recorded, or None."""
    return _log


_level = 0
