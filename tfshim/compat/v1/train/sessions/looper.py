"""A thread that does something again and again: `tf.compat.v1.train.LooperThread`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tfshim._export import tf_export
from tfshim.train.coordinator import Coordinator


@tf_export(v1=["train.LooperThread"])
class LooperThread(threading.Thread):
    """A thread that calls a function again and again, until its coordinator stops. Mirrors `tf.compat.v1.train.LooperThread`.

    Supervisors save and write summaries with such threads. A class of one's own may define `run_loop`, `start_loop` and `stop_loop` in
    place of a function. An exception requests the stop of all.

    Arguments:
        coord: a `tf.compat.v1.train.Coordinator`.
        timer_interval_secs: how many seconds pass between two calls; None for none.
        target: the function; None (the default) for `run_loop` of a class of one's own.
        args, kwargs: its arguments; None by default.

    Raises:
        ValueError: `coord` is no coordinator.

    Example:
        >>> coord, calls = tf.compat.v1.train.Coordinator(), []
        >>> def step():
        ...     calls.append(len(calls))
        ...     if len(calls) == 3:
        ...         coord.request_stop()
        >>> thread = tf.compat.v1.train.LooperThread(coord, timer_interval_secs=0.01, target=step)
        >>> thread.start()
        >>> coord.join([thread])
        >>> calls
        [0, 1, 2]
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__(daemon=True)
        self._coord, self._interval, self._looped = coord, timer_interval_secs, target
        self._arguments, self._keywords = args or (), kwargs or {}
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """Starts a thread that calls a function again and again. Mirrors `tf.compat.v1.train.LooperThread.loop`.

        It is a static method, which makes the thread and starts it in one call.

        Arguments:
            coord: a `tf.compat.v1.train.Coordinator`, whose stop ends the thread.
            timer_interval_secs: how many seconds pass between two calls; None for none.
            target: the function.
            args, kwargs: its arguments; None by default.

        Returns:
            The `tf.compat.v1.train.LooperThread`.

        Example:
            >>> coord, calls = tf.compat.v1.train.Coordinator(), []
            >>> def step(name):
            ...     calls.append(name)
            ...     coord.request_stop()
            >>> thread = tf.compat.v1.train.LooperThread.loop(coord, 0.01, step, args=["first"])
            >>> coord.join([thread])
            >>> calls
            ['first']
        """
        made = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        made.start()
        return made

    def run(self) -> None:
        """Calls the function until the coordinator stops; what the thread does. Mirrors `tf.compat.v1.train.LooperThread.run`.

        Python calls it in the new thread as `start` is called. First `start_loop` is called, then `run_loop` at the times that the interval
        says, counted from the first call, so that the time of the calls does not add up, and at last `stop_loop`. An exception is reported
        to the coordinator.

        Example:
            >>> coord = tf.compat.v1.train.Coordinator()
            >>> class Counting(tf.compat.v1.train.LooperThread):
            ...     def run_loop(self):
            ...         print("called")
            ...         coord.request_stop()
            >>> thread = Counting(coord, timer_interval_secs=0.01)
            >>> thread.run()
            called
        """
        with self._coord.stop_on_exception():
            self.start_loop()
            due = time.monotonic()  # the first time is now
            while not self._coord.wait_for_stop(max(0.0, due - time.monotonic())):
                due += self._interval or 0  # from the time it was due, so that the time the calls take does not add up
                self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called in the thread before the first call of the function. Mirrors `tf.compat.v1.train.LooperThread.start_loop`.

        It does nothing: a class of one's own defines it to open what the loop needs, such as a file. An exception here is reported to the
        coordinator, as one of the loop is, and the loop does not begin.

        Example:
            >>> coord = tf.compat.v1.train.Coordinator()
            >>> class Logging(tf.compat.v1.train.LooperThread):
            ...     def start_loop(self):
            ...         print("begin")
            ...     def run_loop(self):
            ...         print("step")
            ...         coord.request_stop()
            >>> thread = Logging(coord, timer_interval_secs=0.01)
            >>> thread.run()
            begin
            step
            >>> coord.should_stop()
            True
        """

    def stop_loop(self) -> None:
        """Called in the thread after the last call of the function. Mirrors `tf.compat.v1.train.LooperThread.stop_loop`.

        It does nothing: a class of one's own defines it to close what `start_loop` opened, or to write a last time. It is not called where
        the loop ended with an exception.

        Example:
            >>> coord = tf.compat.v1.train.Coordinator()
            >>> class Saving(tf.compat.v1.train.LooperThread):
            ...     def run_loop(self):
            ...         print("step")
            ...         coord.request_stop()
            ...     def stop_loop(self):
            ...         print("saved a last time")
            >>> thread = Saving(coord, timer_interval_secs=0.01)
            >>> thread.run()
            step
            saved a last time
            >>> coord.should_stop()
            True
        """

    def run_loop(self) -> None:
        """Called each time: calls the function that the thread was given. Mirrors `tf.compat.v1.train.LooperThread.run_loop`.

        A class of one's own defines it in place of a function. It may request the stop itself, through the coordinator that the program
        keeps; between two calls the thread waits, and ends at once as the stop is requested.

        Example:
            >>> coord, seen = tf.compat.v1.train.Coordinator(), []
            >>> class Counting(tf.compat.v1.train.LooperThread):
            ...     def run_loop(self):
            ...         seen.append(len(seen))
            ...         if len(seen) == 2:
            ...             coord.request_stop()
            >>> thread = Counting(coord, timer_interval_secs=None)
            >>> thread.run()
            >>> seen
            [0, 1]
        """
        if self._looped is not None:
            self._looped(*self._arguments, **self._keywords)
