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
    """A thread that calls `target(*args, **kwargs)` every `timer_interval_secs` until its coordinator stops.

    Mirrors `tf.compat.v1.train.LooperThread`.
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
        """A started LooperThread."""
        made = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        made.start()
        return made

    def run(self) -> None:
        """Call until the stop."""
        with self._coord.stop_on_exception():
            self.start_loop()
            due = time.monotonic()  # the first time is now
            while not self._coord.wait_for_stop(max(0.0, due - time.monotonic())):
                due += self._interval or 0  # from the time it was due, so that the time the calls take does not add up
                self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called before the first time."""

    def stop_loop(self) -> None:
        """Called after the last time."""

    def run_loop(self) -> None:
        """Called every time."""
        if self._looped is not None:
            self._looped(*self._arguments, **self._keywords)
