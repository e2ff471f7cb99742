"""Replaces `tensorflow.python.util.function_utils`: questions about functions."""

from __future__ import annotations

import functools
import inspect
from types import CodeType
from typing import Any

_REPLACES = "tensorflow.python.util.function_utils"


def fn_args(fn: Any) -> tuple[str, ...]:
    """The names of the arguments that `fn`, a function, method, partial or callable object, takes by place, without `self`."""
    if isinstance(fn, functools.partial):
        names = list(fn_args(fn.func))[len(fn.args) :]
        return tuple(name for name in names if name not in (fn.keywords or {}))
    return tuple(inspect.getfullargspec(_called(fn)).args[_is_bound(fn) :])


def has_kwargs(fn: Any) -> bool:
    """Whether `fn` takes arguments of any name. Raises TypeError for what cannot be called."""
    if isinstance(fn, functools.partial):
        return has_kwargs(fn.func)
    if not callable(fn):
        raise TypeError(f"Argument `fn` should be a callable. Received: fn={fn} (of type {type(fn)})")
    return inspect.getfullargspec(_called(fn)).varkw is not None


def get_func_name(func: Any) -> str:
    """The name of `func`; the class, as text, of what has none. Raises ValueError for what cannot be called."""
    if not callable(func):
        raise ValueError(f"Argument `func` must be a callable. Received func={func} (of type {type(func)})")
    func = inspect.unwrap(func)
    if inspect.ismethod(func):
        return f"{type(func.__self__).__name__}.{func.__name__}"
    if inspect.isfunction(func):
        return func.__name__
    return str(type(func))


def get_func_code(func: Any) -> CodeType | None:
    """The code of `func`, None for what is built in. Raises ValueError for what cannot be called."""
    if not callable(func):
        raise ValueError(f"Argument `func` must be a callable. Received func={func} (of type {type(func)})")
    func = inspect.unwrap(func)
    if not (inspect.isfunction(func) or inspect.ismethod(func)):
        func = getattr(func, "__call__", None)  # noqa: B004 - its code is asked for
    return getattr(func, "__code__", None)


def _called(fn):
    """The function that a call of `fn` runs."""
    if inspect.isfunction(fn) or inspect.ismethod(fn) or inspect.isclass(fn) or inspect.isbuiltin(fn) or not hasattr(fn, "__call__"):  # noqa: B004
        return fn
    return type(fn).__call__


def _is_bound(fn):
    """Whether a first argument is given already."""
    if inspect.isfunction(fn) or inspect.isbuiltin(fn):
        return False
    return inspect.ismethod(fn) or inspect.isclass(fn) or callable(fn)
