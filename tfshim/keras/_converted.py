"""Functions of users within graphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.engine.autograph import convert_argument
from tfshim.engine.runtime.state import TS


def converted(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` itself, or what AutoGraph makes of it where a graph is built and it is not tfshim's."""
    if TS.graph is None:
        return function
    plain = getattr(function, "__func__", function)
    code = getattr(plain, "__globals__", None)
    if code is None or code.get("__name__", "").startswith("tfshim."):
        return function
    return convert_argument(function)
