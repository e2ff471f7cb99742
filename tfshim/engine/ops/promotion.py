"""What converts the arguments of public functions before these see them, while tensors promote with weak dtypes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.state import ScopedValue
from tfshim.engine.values import nest

# `hook(function, args, kwargs)`: the result of the call, or NotImplemented where there is nothing to convert. None while it is off.
hook: Callable[..., Any] | None = None
_weak: Callable[[Any], Any] | None = None
# Whether this thread calls operations as they are: `tf.raw_ops` convert nothing.
suspended = ScopedValue(False)


def set_hook(function: Callable[..., Any] | None, weak: Callable[[Any], Any] | None = None) -> None:
    """Ask `function` about every call, and make numbers tensors by `weak`; or neither any more."""
    global hook, _weak
    hook, _weak = function, weak


def weak_numbers(structure: Any) -> Any:
    """`structure`, which a traced function returned, with weak tensors for Python's numbers while there are such."""
    weak = _weak
    if weak is None:
        return structure
    return nest.map_structure(lambda x: weak(x) if type(x) in (int, float, complex) else x, structure)
