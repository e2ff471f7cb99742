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
    """How much a profile records. Mirrors `tf.profiler.experimental.ProfilerOptions`.

    Arguments:
        host_tracer_level: 0 for nothing of the host; 1 for `Trace`s and steps; 2, the default, for operations and functions with the
            kernels that they call; 3 for the kernels below those too.
        python_tracer_level: 1 for the calls of Python functions, which makes a program much slower; 0.
        device_tracer_level: 1, the default, for the kernels and copies of GPUs; 0 for none.
        delay_ms: how long to wait before recording begins, in milliseconds; None: it begins at once.

    `tf.profiler.experimental.start`, `Profile` and `tf.profiler.experimental.client.trace` take it as `options`. It is a named tuple:
    `_replace` makes another one of it.

    Example:
        >>> options = tf.profiler.experimental.ProfilerOptions(host_tracer_level=3, device_tracer_level=0)
        >>> options.host_tracer_level, options.python_tracer_level, options.delay_ms
        (3, 0, None)
        >>> with tf.profiler.experimental.Profile("profile_options", options=options):
        ...     x = tf.matmul(tf.ones([8, 8]), tf.ones([8, 8]))
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
    """Begin to record a profile. Mirrors `tf.profiler.experimental.start`.

    Arguments:
        logdir: the directory that `stop` writes it into; TensorBoard's profile page reads it from there.
        options: a `tf.profiler.experimental.ProfilerOptions`; None: its defaults.

    Returns:
        None. Operations, kernels of a GPU and the contexts of `tf.profiler.experimental.Trace` are recorded from now on, in all threads.

    Raises:
        AlreadyExistsError: a profile is being recorded.

    Record some steps in the middle of a training, not all: files grow with every operation.

    Example:
        >>> tf.profiler.experimental.start("profile_start")
        >>> x = tf.matmul(tf.ones([8, 8]), tf.ones([8, 8]))
        >>> tf.profiler.experimental.stop()
        >>> len(tf.io.gfile.glob("profile_start/plugins/profile/*/*.xplane.pb"))
        1
    """
    global _running
    with _lock:
        if _running is not None:
            raise errors.AlreadyExistsError(None, None, "Another profiler is running.")
        session = _Session(os.fspath(logdir), options or ProfilerOptions())
        session.begin()
        _running = session


def stop(save: bool = True) -> None:
    """End the recording of a profile and write it. Mirrors `tf.profiler.experimental.stop`.

    Arguments:
        save: whether it is written, True; False drops it.

    Returns:
        None. The file is `LOGDIR/plugins/profile/TIME/HOST.xplane.pb`, which TensorBoard's profile page shows; beside it is
        `HOST.trace.json.gz`, which Chrome and Perfetto show.

    Raises:
        UnavailableError: no profile is being recorded.

    `with tf.profiler.experimental.Profile(logdir):` begins and ends one, also where something is raised within.

    Example:
        >>> tf.profiler.experimental.start("profile_stop")
        >>> tf.profiler.experimental.stop(save=False)
        >>> tf.io.gfile.glob("profile_stop/plugins/profile/*/*.xplane.pb")
        []
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

    Arguments:
        logdir: the directory that it is written into; TensorBoard's profile page reads it from there.
        options: a `tf.profiler.experimental.ProfilerOptions`; None: its defaults.

    Raises:
        AlreadyExistsError, on entering: a profile is being recorded.

    It does what `tf.profiler.experimental.start` and `stop` do, and ends the recording also where something is raised within. With
    Keras, `tf.keras.callbacks.TensorBoard(profile_batch=(10, 20))` records some steps of `fit`.

    Example:
        >>> with tf.profiler.experimental.Profile("profile_profile"):
        ...     x = tf.matmul(tf.ones([8, 8]), tf.ones([8, 8]))
        >>> len(tf.io.gfile.glob("profile_profile/plugins/profile/*/*.xplane.pb"))
        1
    """

    def __init__(self, logdir: Path, options: ProfilerOptions | None = None) -> None:
        self._arguments = logdir, options

    def __enter__(self) -> Self:
        start(*self._arguments)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        stop()


class Trace:
    """A context that profiles show under a name. Mirrors `tf.profiler.experimental.Trace`.

    Arguments:
        name: the name, as "train".
        **kwargs: what is shown with it. `step_num`, the number of a step, with `_r=1` makes a step of it, which the profile page counts
            and compares.

    Where no profile is being recorded it does nothing and costs next to nothing, so that it can stay in a program. `fit` has it around
    its steps; in a loop of one's own it goes around each, with what fetches the batch.

    Example:
        >>> with tf.profiler.experimental.Profile("profile_trace"):
        ...     for step in range(2):
        ...         with tf.profiler.experimental.Trace("train", step_num=step, _r=1):
        ...             x = tf.matmul(tf.ones([8, 8]), tf.ones([8, 8]))
        >>> len(tf.io.gfile.glob("profile_trace/plugins/profile/*/*.xplane.pb"))
        1
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name, self._metadata, self._log, self._start = name, kwargs, None, 0

    def __enter__(self) -> Self:
        self._log = points.current()
        if self._log is not None:
            self._start = self._log.now()
        return self

    def set_metadata(self, **kwargs: Any) -> None:
        """Add to what is shown with the context, before it ends. Mirrors `tf.profiler.experimental.Trace.set_metadata`.

        Values are shown as text.

        Arguments:
            **kwargs: names and values, as those of the constructor; a name that was there has the new value.

        Returns:
            None.

        It is for what is only known within: the size of the batch that was fetched, whether a cache had it. Where no profile is being
        recorded it does nothing.

        Example:
            >>> with tf.profiler.experimental.Trace("train", step_num=0, _r=1) as trace:
            ...     batch = tf.ones([8, 2])
            ...     trace.set_metadata(batch_size=8)
            >>> batch.shape[0]
            8
        """
        self._metadata.update(kwargs)

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        if self._log is not None:
            self._log.note(self._name, self._start, self._log.now(), dict(self._metadata))
