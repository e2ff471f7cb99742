"""What converts the arguments of public functions before these see them, while tensors promote with weak dtypes."""

from collections.abc import Callable
from typing import Any

from tfshim.engine.runtime.state import ScopedValue, note_composites

# `hook(function, args, kwargs)`: the result of the call, or NotImplemented where there is nothing to convert. None while it is off.
hook: Callable[..., Any] | None = None
# What makes a number of Python that a traced function returns a weak tensor. None while it is off.
weak: Callable[[Any], Any] | None = None
# Whether this thread calls operations as they are: `tf.raw_ops` convert nothing.
suspended = ScopedValue(False)


def set_hook(function: Callable[..., Any] | None, weak_number: Callable[[Any], Any] | None = None) -> None:
    """Ask `function` about every call, and make numbers tensors by `weak_number`; or neither any more."""
    global hook, weak
    note_composites((function is not None) - (hook is not None))
    hook, weak = function, weak_number
