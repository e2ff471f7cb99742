"""Errors as an IPython session shows them: with the lines of the cells, and without tfshim's own below them."""

from __future__ import annotations

from typing import Any

from tfshim.engine.runtime.tracebacks import shorten, shortened


class _Shortening:
    """A method `structured_traceback` of IPython's, for tracebacks that are shortened."""

    def __init__(self, method: Any) -> None:
        self.method = method

    def __call__(self, etype: Any = None, evalue: Any = None, etb: Any = None, *args: Any, **kwargs: Any) -> Any:
        # The errors before it are reached by itself.
        if isinstance(evalue, BaseException):
            shorten(evalue.__cause__ or evalue.__context__)
        return self.method(etype, evalue, etb and shortened(etb), *args, **kwargs)


def watch(shell: Any) -> None:
    """Have the IPython `shell` leave frames of tfshim's own files out of what it shows, while `tf.debugging` filters tracebacks."""
    shown_by = shell.InteractiveTB
    if not isinstance(shown_by.structured_traceback, _Shortening):
        shown_by.structured_traceback = _Shortening(shown_by.structured_traceback)


def unwatch(shell: Any) -> None:
    """Undo `watch`."""
    vars(shell.InteractiveTB).pop("structured_traceback", None)
