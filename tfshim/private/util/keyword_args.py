"""Replaces `tensorflow.python.util.keyword_args`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

_REPLACES = "tensorflow.python.util.keyword_args"


def keyword_args_only(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: `func` takes its arguments by name alone; raises ValueError for others."""

    @functools.wraps(func)
    def called(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise ValueError(
                f"The function {func.__name__} only accepts keyword arguments. Do not pass positional arguments. "
                f"Received the following positional arguments: {args}"
            )
        return func(**kwargs)

    return called
