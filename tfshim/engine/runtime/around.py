"""Functions that are put around a method for as long as somebody wants to see its calls: otherwise it is the plain method."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_lock = threading.RLock()


class Around:
    """The method, or function of a module, `name` of `owner`, and what is around it."""

    def __init__(self, owner: Any, name: str) -> None:
        self._owner, self._name, self._plain = owner, name, vars(owner)[name]
        self._functions: list[Callable[..., Any]] = []

    def add(self, function: Callable[..., Any]) -> None:
        """From now on a call is `function(go_on, *args)`, which gets the result by `go_on(*args)`."""
        with _lock:
            self._functions.append(function)
            self._install()

    def remove(self, function: Callable[..., Any]) -> None:
        """Undo one `add`."""
        with _lock:
            self._functions.remove(function)
            self._install()

    def _install(self) -> None:
        call = self._plain
        for function in self._functions:
            call = _joined(function, call)
        setattr(self._owner, self._name, call)


def _joined(function: Callable[..., Any], inner: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(inner, *args, **kwargs)

    return call
