"""Profiles of parts of a program, which TensorBoard's profile page and browsers show."""

from __future__ import annotations

import collections
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime import errors
from tfshim.files.replacing import Replacement
from tfshim.profiler import gradients, operations, points
from tfshim.profiler.kernels import Kernels
from tfshim.profiler.planes import Event, Plane, as_chrome_trace, as_space

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from tfshim.engine.values.annotations import Path


class ProfilerOptions(
    collections.namedtuple("ProfilerOptions", ["host_tracer_level", "python_tracer_level", "device_tracer_level", "delay_ms"])
):
    """How much is recorded, after a delay in milliseconds.

    `host_tracer_level`: 0 for nothing of the host, 1 for `Trace`s and steps, 2 for operations and functions with the kernels that they
    call, 3 for the kernels below those too; `python_tracer_level`: 1 for Python's calls; `device_tracer_level`: 1 for GPUs. Mirrors
    `tf.profiler.experimental.ProfilerOptions`.
    """

    def __new__(
        cls,
        host_tracer_level: int = 2,
        python_tracer_level: int = 0,
        device_tracer_level: int = 1,
        delay_ms: int | None = None,
    ) -> Self:
        return super().__new__(cls, host_tracer_level, python_tracer_level, device_tracer_level, delay_ms)


class _Session:
    """One profile."""

    def __init__(self, logdir: str, options: ProfilerOptions) -> None:
        self._logdir, self._options = logdir, options
        level = options.host_tracer_level
        with_kernels = level >= operations.LEVEL or options.python_tracer_level or options.device_tracer_level
        self._kernels = Kernels(bool(options.python_tracer_level), bool(options.device_tracer_level)) if with_kernels else None
        self._log = points.Log(time.perf_counter_ns)

    def begin(self) -> None:
        """Start."""
        if self._kernels is not None:
            self._kernels.begin()
        # Times are those since now, of a clock that never goes back; torch has those since the epoch.
        self._origin = time.perf_counter_ns()
        if self._options.host_tracer_level:
            points.begin(self._log, self._options.host_tracer_level)
        if self._options.host_tracer_level >= operations.LEVEL:
            operations.begin()

    def end(self) -> None:
        """Stop."""
        if self._options.host_tracer_level >= operations.LEVEL:
            operations.end()
        if self._options.host_tracer_level:
            points.end()
        if self._kernels is not None:
            self._kernels.end()

    def planes(self) -> list[Plane]:
        """What was recorded: the host, and each GPU."""
        host = Plane("/host:CPU")
        gpus: dict[int, Plane] = {}
        first = (self._options.delay_ms or 0) * 10**6
        for name, start, end, ident, metadata in self._log.events:
            if start - self._origin >= first:
                thread = self._log.threads[ident]
                number = thread.native_id or ident
                shown = "python" if thread is threading.main_thread() else f"{thread.name}/{number}"
                host.add(number, shown, Event(name, start - self._origin, end - start, metadata))
        for part in self._gradients():
            if part.start >= first:
                host.add(part.line, "", Event(part.name, part.start, part.duration, {}))
        since = self._clock()
        for kernel in () if self._kernels is None else self._kernels.events(self._options.host_tracer_level > operations.LEVEL):
            event = Event(_python_name(kernel.name) if kernel.is_python else kernel.name, since(kernel.start), kernel.duration, {})
            if event.start < first:
                continue
            if kernel.device is not None:
                plane = gpus.setdefault(kernel.device, Plane(f"/device:GPU:{kernel.device}"))
                plane.add(kernel.line, f"Stream #{kernel.line}", event)
            elif kernel.is_python:
                if self._options.python_tracer_level:
                    host.add(kernel.line + _PYTHON, f"Python calls/{kernel.line}", event)
            elif self._options.host_tracer_level >= operations.LEVEL:
                host.add(kernel.line + _KERNELS, f"torch/{kernel.line}", event)
        return [*(gpus[n] for n in sorted(gpus)), host]

    def _clock(self) -> Callable[[int], int]:
        """What makes torch's times those since the beginning."""
        if self._kernels is None:
            return lambda t: t
        clock, origin = self._kernels.clock(), self._origin
        return lambda t: clock(t) - origin

    def _gradients(self) -> Iterable[gradients.Part]:
        """What the gradients of graphs computed."""
        if self._kernels is None or not self._log.operations:
            return ()
        numbers = {ident: thread.native_id or ident for ident, thread in self._log.threads.items()}
        ran = [o._replace(start=o.start - self._origin, end=o.end - self._origin, line=numbers[o.line]) for o in self._log.operations]
        since = self._clock()
        went_back = [
            b._replace(
                start=since(b.start),
                end=since(b.end),
                forward=since(b.forward),
                kernels=[(name, since(start), since(end)) for name, start, end in b.kernels],
            )
            for b in self._kernels.backward()
        ]
        return gradients.parts(ran, went_back)

    def write(self, logdir: str | None = None) -> None:
        """Write what was recorded below that folder for logs, or below its own."""
        self.write_files(os.path.join(folder_of(self._logdir if logdir is None else logdir), time_shown()), socket.gethostname())

    def write_files(self, folder: str, host: str) -> bool:
        """Write what was recorded: what TensorBoard reads, and a trace for browsers. Whether there was anything."""
        planes = self.planes()
        for ending, content in ((".xplane.pb", as_space(planes, host)), (".trace.json.gz", as_chrome_trace(planes))):
            with Replacement(os.path.join(folder, host + ending)) as beside, open(beside, "wb") as file:
                file.write(content)
        return any(plane.lines for plane in planes)


def folder_of(logdir: str) -> str:
    """Where the profiles are in a folder for logs."""
    return os.path.join(logdir, "plugins", "profile")


def time_shown() -> str:
    """The name of a profile that is taken now."""
    return time.strftime("%Y_%m_%d_%H_%M_%S")


# Lines of their own for what lies below the events of a thread, whose number the system gives and is less. Viewers tell lines apart by
# 32 bits.
_KERNELS, _PYTHON = 1 << 29, 1 << 30
_lock = threading.Lock()
_running: _Session | None = None


def _python_name(name: str) -> str:
    """`file.py(12): function` as TensorFlow shows it."""
    found = re.fullmatch(r"(.+)\((\d+)\): (.+)", name)
    return f"${os.path.basename(found[1])}:{found[2]} {found[3]}" if found else name


def start(logdir: Path, options: ProfilerOptions | None = None) -> None:
    """Begin to record a profile; `stop` writes it into the directory `logdir`. Mirrors `tf.profiler.experimental.start`.

    Raises AlreadyExistsError if a profile is being recorded.
    """
    global _running
    with _lock:
        if _running is not None:
            raise errors.AlreadyExistsError(None, None, "Another profiler is running.")
        session = _Session(os.fspath(logdir), options or ProfilerOptions())
        session.begin()
        _running = session


def stop(save: bool = True) -> None:
    """End the recording, and if `save` write it as `LOGDIR/plugins/profile/TIME/HOST.xplane.pb`, with `HOST.trace.json.gz` beside it.

    Mirrors `tf.profiler.experimental.stop`. Raises UnavailableError if none is running.
    """
    session = ended()
    if session is None:
        raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")
    if save:
        session.write()


def stop_into(logdir: Path | None) -> None:
    """End the recording, if there is one, and write it into a directory that was not known before; None drops it."""
    session = ended()
    if session is not None and logdir is not None:
        session.write(os.fspath(logdir))


def ended() -> _Session | None:
    """End the recording: what was recorded, None if nothing was."""
    global _running
    with _lock:
        session, _running = _running, None
        if session is not None:
            session.end()
    return session


class Profile:
    """A context that records a profile from its beginning to its end. Mirrors `tf.profiler.experimental.Profile`.

    `logdir`: the directory that it is written into; `options`: a ProfilerOptions.
    """

    def __init__(self, logdir: Path, options: ProfilerOptions | None = None) -> None:
        self._arguments = logdir, options

    def __enter__(self) -> Self:
        start(*self._arguments)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        stop()


class Trace:
    """A context that shows under `name` in profiles, with the keywords as its metadata. Mirrors `tf.profiler.experimental.Trace`.

    `step_num=` its number and `_r=1` make a step of it, which the profile page counts and compares.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name, self._metadata, self._log, self._start = name, kwargs, None, 0

    def __enter__(self) -> Self:
        self._log = points.current()
        if self._log is not None:
            self._start = self._log.now()
        return self

    def set_metadata(self, **kwargs: Any) -> None:
        """Add to the metadata, before the context ends."""
        self._metadata.update(kwargs)

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        if self._log is not None:
            self._log.note(self._name, self._start, self._log.now(), dict(self._metadata))
