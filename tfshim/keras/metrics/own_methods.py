"""Methods that classes of metrics share, under the name of each class: Python's messages about arguments show it."""

from __future__ import annotations

import types
from collections.abc import Callable


def as_own(*names: str) -> Callable[[type], type]:
    """A decorator of a class, which gets its own copies of the inherited methods `names`."""

    def decorated(cls: type) -> type:
        for name in names:
            f = getattr(cls, name)
            copy = types.FunctionType(f.__code__, f.__globals__, name, f.__defaults__, f.__closure__)
            copy.__kwdefaults__, copy.__annotations__, copy.__doc__ = f.__kwdefaults__, f.__annotations__, f.__doc__
            copy.__module__, copy.__qualname__ = f.__module__, f"{cls.__qualname__}.{name}"
            setattr(cls, name, copy)
        return cls

    return decorated
