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

    __module__ = "tensorflow.python.training.coordinator"

    def __init__(self, clean_stop_exception_types: Sequence[Any] | None = None) -> None:
        self._clean = (errors.OutOfRangeError,) if clean_stop_exception_types is None else tuple(clean_stop_exception_types)
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._error, self._joined, self._threads = None, False, set()

    def request_stop(self, ex: Any = None) -> None:
        """Asks all threads to stop. Mirrors `tf.train.Coordinator.request_stop`.

        `should_stop` gives True from then on, in every thread; the threads have to look. The first exception that is handed over is the
        one that counts; asking again does nothing.

        Arguments:
            ex: None (default): the work is done. An exception that is being handled, or what `sys.exc_info()` gives: `join` raises it.
                `OutOfRangeError` of `tf.errors`, and the types that the constructor was given in its place, only ask to stop.

        Raises:
            The exception itself, where `join` is done already, as nobody would raise it.

        Example:
            >>> coordinator = tf.train.Coordinator()
            >>> try:
            ...     raise ValueError("no data")
            ... except ValueError as error:
            ...     coordinator.request_stop(error)
            >>> coordinator.should_stop()
            True
            >>> try:
            ...     coordinator.join([])
            ... except ValueError as error:
            ...     print(error)
            no data
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
        """Forgets that a stop was asked for, and with which exception. Mirrors `tf.train.Coordinator.clear_stop`.

        The same coordinator then serves for another round of threads: `should_stop` gives False, `joined` too, and `join` has nothing to
        raise. Threads of the round before should have ended; those that have not would go on. `join` forgets the threads that it waited
        for, so that new ones are named again.

        Example:
            >>> coordinator = tf.train.Coordinator()
            >>> try:
            ...     raise ValueError("first round")
            ... except ValueError as error:
            ...     coordinator.request_stop(error)
            >>> coordinator.clear_stop()
            >>> coordinator.should_stop(), coordinator.joined
            (False, False)
            >>> coordinator.join([])
        """
        with self._lock:
            self._joined, self._error = False, None
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether a stop was asked for. Mirrors `tf.train.Coordinator.should_stop`.

        Threads ask it in their loops, as often as they can afford to go on for. It stays True until `clear_stop`, and costs next to
        nothing. To wait for the stop rather than to ask again and again there is `wait_for_stop`.

        Returns:
            A Python bool.

        Example:
            >>> import threading
            >>> coordinator, done = tf.train.Coordinator(), []
            >>> def work():
            ...     while not coordinator.should_stop():
            ...         done.append(1)
            ...         if len(done) == 3:
            ...             coordinator.request_stop()
            >>> thread = threading.Thread(target=work)
            >>> thread.start()
            >>> coordinator.join([thread])
            >>> len(done)
            3
        """
        return self._stop.is_set()

    def wait_for_stop(self, timeout: FloatLike | None = None) -> bool:
        """Waits until a stop is asked for. Mirrors `tf.train.Coordinator.wait_for_stop`.

        It is for threads that act from time to time, and are to end at once all the same: in place of `time.sleep`.

        Arguments:
            timeout: how many seconds to wait at most; None (default): as long as it takes.

        Returns:
            A Python bool: whether a stop was asked for, False after the time is over.

        Example:
            >>> coordinator = tf.train.Coordinator()
            >>> coordinator.wait_for_stop(timeout=0.01)
            False
            >>> coordinator.request_stop()
            >>> coordinator.wait_for_stop(), coordinator.wait_for_stop(timeout=10)
            (True, True)
        """
        return self._stop.wait(timeout)

    @contextlib.contextmanager
    def stop_on_exception(self) -> Any:
        """A context for the body of a thread: an exception in it asks all threads to stop.

        Mirrors `tf.train.Coordinator.stop_on_exception`. The exception goes no further in the thread; `join` raises it in the thread that
        waits. It saves a `try` with `request_stop(error)`.

        Returns:
            A context manager.

        Example:
            >>> import threading
            >>> coordinator = tf.train.Coordinator()
            >>> def work():
            ...     with coordinator.stop_on_exception():
            ...         raise ValueError("broken")
            >>> thread = threading.Thread(target=work)
            >>> thread.start()
            >>> try:
            ...     coordinator.join([thread])
            ... except ValueError as error:
            ...     print(error)
            broken
        """
        try:
            yield
        except BaseException as e:  # whatever it is, `join` raises it
            self.request_stop(ex=e)

    def register_thread(self, thread: Any) -> None:
        """Let `join` wait for a thread too. Mirrors `tf.train.Coordinator.register_thread`.

        Threads of a `tf.compat.v1.train.QueueRunner` and of a `tf.compat.v1.train.LooperThread` register themselves; a program does
        it for those that it starts itself, so that `join()` needs no list of them.

        Arguments:
            thread: a `threading.Thread`, started or not yet.

        Returns:
            None.

        Example:
            >>> import threading
            >>> coordinator, seen = tf.train.Coordinator(), []
            >>> thread = threading.Thread(target=lambda: seen.append(coordinator.should_stop()))
            >>> coordinator.register_thread(thread)
            >>> thread.start()
            >>> coordinator.join()
            >>> seen
            [False]
        """
        with self._lock:
            self._threads.add(thread)

    @property
    def joined(self) -> bool:
        """Whether `join` is done."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raises the exception with which a stop was asked for. Mirrors `tf.train.Coordinator.raise_requested_exception`.

        It is for a thread that does not wait by `join`, such as the main one in a loop of its own: it hears of an error in the others at
        once, and nothing happens where there is none, whether or not a stop was asked for.

        Raises:
            The exception that was handed to `request_stop`.

        Example:
            >>> coordinator = tf.train.Coordinator()
            >>> coordinator.raise_requested_exception()
            >>> try:
            ...     raise ValueError("broken")
            ... except ValueError as error:
            ...     coordinator.request_stop(error)
            >>> try:
            ...     coordinator.raise_requested_exception()
            ... except ValueError as error:
            ...     print(error)
            broken
        """
        with self._lock:
            if self._error is not None:
                raise self._error

    def join(self, threads: Sequence[Any] | None = None, stop_grace_period_secs: IntLike = 120, ignore_live_threads: bool = False) -> None:
        """Waits for threads to end, and raises what stopped them. Mirrors `tf.train.Coordinator.join`.

        Arguments:
            threads: those to wait for, beside the ones that `register_thread` named; None (default): these alone.
            stop_grace_period_secs: how many seconds threads may take to end once a stop was asked for; 120 by default. Without a stop it
                waits as long as the threads run.
            ignore_live_threads: whether threads that run after that are only logged; False by default.

        Raises:
            The exception that was handed to `request_stop`. RuntimeError: threads still run after the time.

        Example:
            >>> import threading
            >>> coordinator, done = tf.train.Coordinator(), []
            >>> threads = [threading.Thread(target=done.append, args=(i,)) for i in range(3)]
            >>> for thread in threads:
            ...     thread.start()
            >>> coordinator.join(threads)
            >>> sorted(done), coordinator.joined
            ([0, 1, 2], True)
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
