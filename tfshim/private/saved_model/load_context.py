"""Replaces `tensorflow.python.saved_model.load_context`, of other versions: with which options a model is being loaded."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

_REPLACES = "tensorflow.python.saved_model.load_context"


class LoadContext(threading.local):
    """What this thread is loading."""

    def __init__(self) -> None:
        self._options: list[Any] = []

    def set_load_options(self, load_options: Any) -> None:
        """A model is being loaded with these options."""
        self._options.append(load_options)

    def clear_load_options(self) -> None:
        """It is not any more."""
        self._options.pop()

    def load_options(self) -> Any:
        """The options, None while nothing is loaded."""
        return self._options[-1] if self._options else None


_load_context = LoadContext()


@contextlib.contextmanager
def load_context(load_options: Any) -> Iterator[None]:
    """Within it a model is loaded with `load_options`."""
    _load_context.set_load_options(load_options)
    try:
        yield
    finally:
        _load_context.clear_load_options()


def get_load_options() -> Any:
    """The options of what this thread is loading, None while it loads nothing."""
    return _load_context.load_options()
