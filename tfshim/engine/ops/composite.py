"""`@composite`: public functions composed of operations.

They need no kernel, but like operations they let the types of their arguments (ragged, sparse, Keras tensors, the
user's own) handle the call in their stead.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from tfshim.engine.runtime import promotion
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import EagerTensor

# Types of arguments that never handle a call themselves: one look-up here recognizes most of them.
_PLAIN = frozenset([EagerTensor, dtypes.DType, int, float, bool, str, bytes, complex, type(None)])


Public = TypeVar("Public", bound=Callable[..., Any])


def composite(function: Public) -> Public:
    """Make a public function of `function`.

    An argument, or an item of a list among the arguments, whose type has `_tfshim_dispatch(function, args, kwargs)`
    is called first, and so is every function in the attribute `_tfshim_dispatchers` of the result; NotImplemented
    passes the call on.
    """

    @functools.wraps(function)
    def public(*args: Any, **kwargs: Any) -> Any:
        if promotion.hook is not None:
            result = promotion.hook(public, args, kwargs)
            if result is not NotImplemented:
                return result
        # Most calls have no argument that could dispatch, and pay for no more than this loop.
        for a in args:
            kind = type(a)
            if kind not in _PLAIN and (kind is list or kind is tuple or hasattr(kind, "_tfshim_dispatch")):
                break
        else:
            if not kwargs and public._tfshim_dispatchers is None:  # type: ignore[attr-defined]
                return function(*args)
        asked = _dispatchers(public, args, kwargs)
        if asked:
            named = _named(public, args, kwargs)
            for ask in asked:
                result = ask(public, *named)
                if result is not NotImplemented:
                    return result
        return function(*args, **kwargs)

    public._tfshim_dispatchers = None  # type: ignore[attr-defined]
    return cast(Public, public)


def _dispatchers(public: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Callable[..., Any]]:
    found = list(public._tfshim_dispatchers or ())
    for a in (*args, *kwargs.values()):
        for item in a if type(a) is list or type(a) is tuple else (a,):
            ask = getattr(type(item), "_tfshim_dispatch", None)
            if ask is not None and ask not in found:
                found.append(ask)
    return found


def _named(public: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments by name, as operations pass them on; what has no name stays positional."""
    signature = inspect.signature(public)
    if any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values()):
        return args, kwargs
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return (), dict(bound.arguments)


def in_name_scope(default: str, last: bool = False) -> Callable[[Public], Public]:
    """A decorator for functions with an argument `name`: what they add to a graph is named below `default`, or below the name given.

    With `last` the function gets the whole name of the scope as its `name`, for the operation that gives its result; else None.
    """

    def decorate(function: Public) -> Public:
        at = list(inspect.signature(function).parameters).index("name")

        @functools.wraps(function)
        def scoped(*args: Any, **kwargs: Any) -> Any:
            if TS.graph is None:
                return function(*args, **kwargs)
            name = args[at] if len(args) > at else kwargs.get("name")
            with name_scope(name or default) as scope:
                inner = scope if last else None
                if len(args) > at:
                    return function(*args[:at], inner, *args[at + 1 :], **kwargs)
                return function(*args, **{**kwargs, "name": inner})

        return cast(Public, scoped)

    return decorate
