"""Functions that are put around a method for as long as somebody wants to see its calls: otherwise it is the plain method."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

_lock = threading.RLock()
_known: dict[tuple[int, str], Around] = {}


class Around:
    """The method, or function of a module, `name` of `owner`, and what is around it. There is one of it, for whoever asks."""

    _owner: Any
    _name: str
    _plain: Callable[..., Any]
    _functions: list[Callable[..., Any]]

    def __new__(cls, owner: Any, name: str) -> Around:
        with _lock:
            known = _known.get((id(owner), name))
            if known is None:
                known = _known[id(owner), name] = super().__new__(cls)
                known._owner, known._name, known._plain, known._functions = owner, name, vars(owner)[name], []
            return known

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
