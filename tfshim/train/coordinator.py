"""Threads that stop together."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.logger import get_logger

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike


@tf_export("train.Coordinator")
class Coordinator:
    """Lets several threads ask each other to stop, and raises the exception of one in the thread that waits for them.

    Mirrors `tf.train.Coordinator`. Threads loop `while not coordinator.should_stop()`; `request_stop()` ends all; `join(threads)` waits for
    them and raises what `request_stop(exception)` was given; `stop_on_exception()` is a context that does so for a thread's body.

    Arguments:
        clean_stop_exception_types: exceptions that ask to stop but are not raised again; None (default): OutOfRangeError.

    Example:
        >>> import threading
        >>> coordinator = tf.train.Coordinator()
        >>> def work():
        ...     while not coordinator.should_stop():
        ...         coordinator.request_stop()
        >>> thread = threading.Thread(target=work)
        >>> thread.start()
        >>> coordinator.join([thread])
        >>> coordinator.should_stop()
        True
    """

    def __init__(self, clean_stop_exception_types: Sequence[Any] | None = None) -> None:
        self._clean = (errors.OutOfRangeError,) if clean_stop_exception_types is None else tuple(clean_stop_exception_types)
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._error, self._joined, self._threads = None, False, set()

    def request_stop(self, ex: Any = None) -> None:
        """Request all threads to stop. `ex`: an exception, or what `sys.exc_info()` gives, for `join` to raise.

        After `join`, an exception is raised at once.
        """
        with self._lock:
            if isinstance(ex, tuple):
                ex = ex[1] if len(ex) > 1 else None
            if isinstance(ex, self._clean):
                ex = None
            if self._joined:
                # Nobody calls `join` again, which would raise it.
                if ex is not None:
                    raise ex
                return
            if not self._stop.is_set():
                if ex is not None:
                    get_logger().info("Error reported to Coordinator: %s, %s", type(ex), ex)
                    self._error = ex
                self._stop.set()

    def clear_stop(self) -> None:
        """Forget a stop; afterwards threads may run again."""
        with self._lock:
            self._joined, self._error = False, None
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._stop.is_set()

    def wait_for_stop(self, timeout: FloatLike | None = None) -> bool:
        """Wait until a stop is requested, at most `timeout` seconds; whether it was."""
        return self._stop.wait(timeout)

    @contextlib.contextmanager
    def stop_on_exception(self) -> Any:
        """A context that requests a stop when an exception is raised in it, and keeps the exception for `join`."""
        try:
            yield
        except BaseException as e:  # whatever it is, `join` raises it
            self.request_stop(ex=e)

    def register_thread(self, thread: Any) -> None:
        """Let `join` wait for `thread` too."""
        with self._lock:
            self._threads.add(thread)

    @property
    def joined(self) -> bool:
        """Whether `join` is done."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raise the exception with which a thread requested the stop, if any."""
        with self._lock:
            if self._error is not None:
                raise self._error

    def join(self, threads: Sequence[Any] | None = None, stop_grace_period_secs: IntLike = 120, ignore_live_threads: bool = False) -> None:
        """Wait for the threads, then raise the exception of the one that requested the stop.

        `stop_grace_period_secs`: how long threads may take after a stop. Raises RuntimeError for threads that still run then,
        unless `ignore_live_threads`, where it is logged.
        """
        with self._lock:
            waited = list(dict.fromkeys([*self._threads, *(threads or ())]))
        # Threads may also end without a stop.
        while any(t.is_alive() for t in waited) and not self.wait_for_stop(0.05):
            pass
        until = time.monotonic() + stop_grace_period_secs
        for thread in waited:
            while thread.is_alive() and time.monotonic() < until:
                thread.join(max(0.0, min(0.1, until - time.monotonic())))
        alive = [t.name for t in waited if t.is_alive()]
        with self._lock:
            self._joined, self._threads = True, set()
            if self._error is not None:
                raise self._error
        if alive:
            text = f"Coordinator stopped with threads still running: {' '.join(alive)}"
            if not ignore_live_threads:
                raise RuntimeError(text)
            get_logger().info("%s", text)
