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
from tfshim.engine.runtime.state import TS, S
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

    What a program gets while a graph is built is a node of it, also where there is nothing to compute: see `constant_called`.
    """

    @functools.wraps(function)
    def public(*args: Any, **kwargs: Any) -> Any:
        if S.composite:
            if promotion.hook is not None:
                result = promotion.hook(public, args, kwargs)
                if result is not NotImplemented:
                    return result
            graph = TS.graph
            if graph is not None:
                return _in_graph(public, function, graph, args, kwargs)
        # Most calls have no argument that could dispatch, and pay for no more than this loop.
        for a in args:
            kind = type(a)
            if kind not in _PLAIN and (kind is list or kind is tuple or hasattr(kind, "_tfshim_dispatch")):
                break
        else:
            if not kwargs and public._tfshim_dispatchers is None:  # type: ignore[attr-defined]
                try:
                    return function(*args)
                except TypeError:
                    result = of_model(public, args, {})
                    if result is NotImplemented:
                        raise
                    return result
        return _dispatched(public, function, args, kwargs)

    public._tfshim_dispatchers = None  # type: ignore[attr-defined]
    return cast(Public, public)


def constant_called(name: str, opens_scope: bool = False) -> Callable[[Public], Public]:
    """A decorator of public functions: what TensorFlow calls the constant that their result is where nothing is computed.

    The part before the first slash, all of it without one, gives way to the argument `name`, if there is one: "Cast/x", "stack", "/x".
    `opens_scope`: the function itself has opened the scope of that name.
    """

    def decorate(function: Public) -> Public:
        function._tfshim_constant, function._tfshim_opens_scope = name, opens_scope  # type: ignore[attr-defined]
        return function

    return decorate


def _dispatched(public: Any, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    asked = _dispatchers(public, args, kwargs)
    if asked:
        named = _named(public, args, kwargs)
        for ask in asked:
            result = ask(public, *named)
            if result is not NotImplemented:
                return result
    try:
        return function(*args, **kwargs)
    except TypeError:
        result = of_model(public, args, kwargs)
        if result is NotImplemented:
            raise
        return result


def of_model(function: Any, args: Any, kwargs: Any) -> Any:
    """What `function` gives, as a whole, where values of a model that is being put together are anywhere within its arguments.

    For a call that has failed, as values of models have no elements: NotImplemented where there are none.
    """
    found = model_value((args, kwargs))
    return NotImplemented if found is None else type(found)._tfshim_dispatch(function, *_named(function, args, kwargs))


def one_layer(path: str) -> Callable[[Public], Public]:
    """A decorator of public functions that are no operations: with values of models among its arguments a call becomes a layer.

    `path` is the name by which Keras knows the function. Where they are at hand they are found first, as what the function is
    composed of would make layers of its own; elsewhere it fails first, as long lists are not to be searched at each call.
    """

    def decorate(function: Public) -> Public:
        @functools.wraps(function)
        def public(*args: Any, **kwargs: Any) -> Any:
            found = _at_hand((*args, *kwargs.values()) if kwargs else args)
            if found is None:
                try:
                    return function(*args, **kwargs)
                except TypeError:
                    found = model_value((args, kwargs))
                    if found is None:
                        raise
            first, *rest = inspect.signature(function).bind(*args, **kwargs).arguments.items()
            return found._layer_of_whole(public, path, first[1], **dict(rest))

        return cast(Public, public)

    return decorate


def _at_hand(arguments: tuple[Any, ...]) -> Any:
    """The first value of a model among the arguments and the first few items of lists among them, or None."""
    for x in arguments:
        for value in x[:8] if type(x) is list or type(x) is tuple else (x,):
            if hasattr(type(value), "_layer_of_whole"):
                return value
    return None


def class_method(path: str) -> Callable[[Public], Public]:
    """The same for a function that makes an object of the class with the canonical name `path`, under `classmethod`."""

    def decorate(function: Public) -> Public:
        @functools.wraps(function)
        def public(cls: type, *args: Any, **kwargs: Any) -> Any:
            try:
                return function(cls, *args, **kwargs)
            except TypeError:
                found = model_value((args, kwargs))
                if found is None:
                    raise
            return found._layer_of_class_method(path, function.__name__, args, kwargs)

        return cast(Public, public)

    return decorate


def model_value(values: Any) -> Any:
    """The first value of a model that is being put together among `values`, nested as they may be, or None."""
    if isinstance(values, (list, tuple)):
        items = values
    elif isinstance(values, dict):
        items = values.values()
    elif isinstance(values, slice):
        items = values.start, values.stop, values.step
    else:
        return values if hasattr(type(values), "_layer_of_whole") else None
    return next(filter(lambda x: x is not None, map(model_value, items)), None)


def _in_graph(public: Any, function: Any, graph: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of a call while `graph` is built: one made of values alone becomes a constant of the graph.

    Not within another such function, which can compute with values what TensorFlow does in a graph.
    """
    if graph.within_composite:
        return _dispatched(public, function, args, kwargs)
    graph.within_composite = True
    try:
        result = _dispatched(public, function, args, kwargs)
    finally:
        graph.within_composite = False
    kind = type(result)
    if kind is EagerTensor:
        return _as_constant(public, graph, result, args, kwargs)
    if (kind is list or kind is tuple) and any(type(item) is EagerTensor for item in result):
        return kind(_as_constant(public, graph, item, args, kwargs) if type(item) is EagerTensor else item for item in result)
    return result


def _as_constant(public: Any, graph: Any, made: EagerTensor, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    for a in (*args, *kwargs.values()):
        if a is made or (type(a) is list or type(a) is tuple) and any(item is made for item in a):
            return made  # which it was before
    name = getattr(public, "_tfshim_constant", "Const")
    given = kwargs.get("name") or _argument(public, args, "name")
    scope, _, rest = name.partition("/")
    if not scope or not rest:
        return graph._constant(made, scope and given or scope or rest)
    if public._tfshim_opens_scope:
        return graph._constant(made, f"{given or scope}/{rest}")
    whole = given[:-1] if given and given.endswith("/") else graph.unique_name(given or scope)
    return graph._constant(made, f"{whole}/{rest}/")


def _argument(public: Callable[..., Any], args: tuple[Any, ...], name: str) -> Any:
    """The positional argument called `name`, None without one."""
    names = list(_parameters(public)[0].parameters)
    return args[names.index(name)] if name in names and names.index(name) < len(args) else None


def _dispatchers(public: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Callable[..., Any]]:
    found = list(public._tfshim_dispatchers or ())
    for a in (*args, *kwargs.values()):
        for item in a if type(a) is list or type(a) is tuple else (a,):
            ask = getattr(type(item), "_tfshim_dispatch", None)
            if ask is not None and ask not in found:
                found.append(ask)
    return found


@functools.lru_cache(maxsize=4096)
def _parameters(public: Callable[..., Any]) -> tuple[inspect.Signature, dict[str, Any] | None]:
    """The signature of a function, and its parameters with their defaults; None for the latter where some are no plain ones."""
    signature = inspect.signature(public)
    plain = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in signature.parameters.values())
    return signature, {name: p.default for name, p in signature.parameters.items()} if plain else None


def _lacks(arguments: dict[str, Any]) -> bool:
    """Whether some argument has no value."""
    return any(value is inspect.Parameter.empty for value in arguments.values())


def _named(public: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments by name, as operations pass them on; what has no name stays positional."""
    signature, defaults = _parameters(public)
    if defaults is not None and len(args) <= len(defaults):
        given = dict(zip(defaults, args))
        made = {**defaults, **given, **kwargs}
        # Else `bind` tells what is wrong: an argument given twice or not at all, or one that is not there.
        if len(made) == len(defaults) and not given.keys() & kwargs.keys() and not _lacks(made):
            return (), made
    if any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values()):
        return args, kwargs
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return (), dict(bound.arguments)


def in_name_scope(default: str, last: bool = False) -> Callable[[Public], Public]:
    """A decorator of functions: what they add to a graph is named below `default`, or below their argument `name` if there is one.

    With `last` the function gets the whole name of the scope as its `name`, for the operation that gives its result; else None.
    """

    def decorate(function: Public) -> Public:
        names = list(inspect.signature(function).parameters)
        at = names.index("name") if "name" in names else None

        @functools.wraps(function)
        def scoped(*args: Any, **kwargs: Any) -> Any:
            if TS.graph is None:
                return function(*args, **kwargs)
            if at is None:
                with name_scope(default):
                    return function(*args, **kwargs)
            name = args[at] if len(args) > at else kwargs.get("name")
            with name_scope(name or default) as scope:
                inner = scope if last else None
                if len(args) > at:
                    return function(*args[:at], inner, *args[at + 1 :], **kwargs)
                return function(*args, **{**kwargs, "name": inner})

        return cast(Public, scoped)

    return decorate
