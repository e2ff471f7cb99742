"""Calls that torch's dispatcher does not see, and that somebody notes who writes down what a step does."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from tfshim.engine.runtime.state import ScopedValue

# What notes the calls of this thread: called with a function and its arguments it gives what the function gives. None as a rule.
NOTING = ScopedValue(None)

F = TypeVar("F", bound=Callable[..., Any])


def noted(function: F) -> F:
    """`function`, which makes a tensor that is not computed by torch from its arguments, as one call for whoever notes calls."""

    @functools.wraps(function)
    def run(*args: Any) -> Any:
        note = NOTING.value
        return function(*args) if note is None else note(function, args)

    return run  # type: ignore[return-value]
