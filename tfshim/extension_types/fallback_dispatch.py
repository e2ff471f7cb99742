"""Dispatch of what a function refuses: `tf.__internal__.dispatch.OpDispatcher`, which older libraries register for single functions."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from tfshim._export import tf_export, tf_private

_ATTRIBUTE = "_tf_fallback_dispatchers"


@tf_export("__internal__.dispatch.add_dispatch_support", v1=[])
def add_dispatch_support(target: Callable[..., Any] | None = None, iterable_parameters: list[str] | None = None) -> Callable[..., Any]:
    """A decorator for a function of a library: dispatchers that are registered for it handle the calls that it refuses.

    Refused is a call that raises TypeError or ValueError. `iterable_parameters`: names of parameters that may be iterators, which become
    lists, so that they can be read twice. Mirrors `tf.__internal__.dispatch.add_dispatch_support`.
    """
    if target is None:
        return functools.partial(add_dispatch_support, iterable_parameters=iterable_parameters)

    @functools.wraps(target)
    def handled(*args: Any, **kwargs: Any) -> Any:
        if iterable_parameters is not None:
            args, kwargs = _read(target, iterable_parameters, args, kwargs)
        try:
            return target(*args, **kwargs)
        except (TypeError, ValueError):
            result = _handle(getattr(handled, _ATTRIBUTE), args, kwargs)
            if result is OpDispatcher.NOT_SUPPORTED:
                raise
            return result

    setattr(handled, _ATTRIBUTE, [])
    return handled


def _read(target, names, args, kwargs):
    code = target.__code__
    own = code.co_varnames[: code.co_argcount]
    args = [list(a) if n in names and hasattr(a, "__next__") else a for n, a in zip(own, args)] + list(args[len(own) :])
    return args, {n: list(a) if n in names and hasattr(a, "__next__") else a for n, a in kwargs.items()}


def _handle(dispatchers, args, kwargs):
    for dispatcher in dispatchers:
        result = dispatcher.handle(args, kwargs)
        if result is not OpDispatcher.NOT_SUPPORTED:
            return result
    return OpDispatcher.NOT_SUPPORTED


@tf_export("__internal__.dispatch.OpDispatcher", v1=[])
class OpDispatcher:
    """What handles calls of a function for arguments that it refuses. Mirrors `tf.__internal__.dispatch.OpDispatcher`.

    A subclass has `handle(args, kwargs)`, which gives the result or `NOT_SUPPORTED`; `register(function)` puts it behind a function of
    `tf` or one that `add_dispatch_support` decorates.
    """

    NOT_SUPPORTED = object()

    def handle(self, args: Any, kwargs: Any) -> Any:
        """The result of a call, or `NOT_SUPPORTED`, which this base gives."""
        return self.NOT_SUPPORTED

    def register(self, op: Callable[..., Any]) -> None:
        """Ask this dispatcher about calls that `op` refuses. Raises AssertionError for functions that do not dispatch."""
        own = getattr(op, _ATTRIBUTE, None)
        if own is None:
            own = _of_public(op)
        own.append(self)


@tf_private("tensorflow.python.util.dispatch._TypeBasedDispatcher")
class TypeDispatcher(OpDispatcher):
    """Calls `override_func` where an argument, or an item of a list among them, is of one of `types`."""

    def __init__(self, override_func: Callable[..., Any], types: Any) -> None:
        self._types, self._override_func = types, override_func

    def handle(self, args: Any, kwargs: Any) -> Any:
        for a in (*args, *kwargs.values()):
            if any(isinstance(item, self._types) for item in ((a, *a) if isinstance(a, (list, tuple)) else (a,))):
                return self._override_func(*args, **kwargs)
        return self.NOT_SUPPORTED


@tf_private("tensorflow.python.util.dispatch.dispatch_for_types")
def dispatch_for_types(op: Callable[..., Any], *types: type) -> Callable[..., Any]:
    """A decorator for the function that stands in for `op` where that refuses arguments of `types`."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        TypeDispatcher(function, types).register(op)
        return function

    return decorate


class _Refused:
    """What stands among the dispatchers of a public function: it calls the function, and asks only where that refuses."""

    def __init__(self) -> None:
        self.dispatchers: list[OpDispatcher] = []
        self._thread = threading.local()

    def __call__(self, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if getattr(self._thread, "within", False):  # the call from below
            self._thread.within = False
            return NotImplemented
        self._thread.within = True
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            self._thread.within = False
            result = _handle(self.dispatchers, args, kwargs)
            if result is OpDispatcher.NOT_SUPPORTED:
                raise
            return result
        finally:
            self._thread.within = False


def _of_public(function):
    """The list of the dispatchers behind a public function."""
    operation = getattr(function, "_tfshim_op", None)
    owner, name = (operation, "dispatchers") if operation is not None else (function, "_tfshim_dispatchers")
    if not hasattr(owner, name):
        raise AssertionError(f"Dispatching not enabled for {function}")
    present = getattr(owner, name) or []
    refused = next((d for d in present if isinstance(d, _Refused)), None)
    if refused is None:
        refused = _Refused()
        setattr(owner, name, [*present, refused])
    return refused.dispatchers
