"""Checkpoints that are written while the program goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Background:
    """Runs functions in a thread of its own, one after another. A program that ends waits for the last one."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return Background, ()  # copies of its owner have written nothing yet

    def run(self, function: Callable[[], None]) -> None:
        """Begin to run `function` when the one before has ended; raises what that one raised."""
        self.wait()

        def task() -> None:
            try:
                function()
            except BaseException as e:  # raised again in the program's thread
                self._error = e

        self._thread = threading.Thread(target=task, name="checkpoint")
        self._thread.start()

    def wait(self) -> None:
        """Return when the last function has ended; raises what it raised."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None
        error, self._error = self._error, None
        if error is not None:
            raise error
