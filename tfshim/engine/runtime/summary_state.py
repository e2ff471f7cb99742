"""The default writer, step and recording condition of each thread."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Any


class SummaryState(threading.local):
    """What `as_default`, `set_step` and `record_if` set; a new thread starts with nothing set."""

    writer: Any = None
    step = None
    condition = None  # None: record wherever there is a writer

    def set_default(self, writer: Any, step: Any = None) -> None:
        """Make `writer` the default one of the thread; `step`, if given, becomes the default step."""
        self.writer = writer
        if step is not None:
            self.step = step

    @contextlib.contextmanager
    def default(self, writer: Any, step: Any = None) -> Iterator[Any]:
        """A context in which `writer` is the default one; `step`, if given, is the default step within it."""
        outer, outer_step = self.writer, self.step
        self.set_default(writer, step)
        try:
            yield writer
        finally:
            self.writer = outer
            if step is not None:
                self.step = outer_step


STATE = SummaryState()
