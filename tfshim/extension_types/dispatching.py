"""Dispatch of TensorFlow's functions to user-defined ones by the types of arguments: `tf.experimental.dispatch_for_api` etc."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tfshim import elementwise_apis
from tfshim._export import tf_export
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor

_BY_API = {}  # public function -> [(signature, target)]
_FIRST = []  # public functions that ask before they look at the types of their arguments
_ELEMENTWISE = {"unary": [], "binary": [], "assert": []}  # (types, target)


def dispatch(function, args, kwargs):
    """The result of the function that is registered for `function` and the types of the arguments, or NotImplemented."""
    arguments = kwargs if not args else {**dict(enumerate(args)), **kwargs}
    for pattern, target in _BY_API.get(elementwise_apis.key(function), ()):
        if all(_fits(arguments.get(name), kind) for name, kind in pattern.items()) and any(
            _decides(arguments.get(name)) for name in pattern
        ):
            return target(**_accepted(target, arguments))
    kind = elementwise_apis.kind_of(function)
    if kind is None or args:
        return NotImplemented
    names = list(kwargs)
    count = 1 if kind == "unary" else 2
    operands = [kwargs[n] for n in names[:count]]
    for types, target in _ELEMENTWISE[kind]:
        if all(_fits(x, t) for x, t in zip(operands, types, strict=True)) and any(map(_decides, operands)):
            return target(_with_rest(function, kwargs, names[:count]), *operands)
    return NotImplemented


def _with_rest(function, kwargs, operands):
    """`function` of its operands alone, with the other arguments of a call."""
    rest = {k: v for k, v in kwargs.items() if k not in operands and k != "name"}
    return lambda *values: function(**dict(zip(operands, values, strict=True)), **rest)


def _accepted(target, arguments):
    """The arguments that `target` has parameters for; one that it leaves out must have been left out, or be a name."""
    parameters = inspect.signature(target).parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return arguments
    return {k: v for k, v in arguments.items() if k in parameters}


def _fits(value, kind):
    """Whether `value` is an instance of the annotation `kind`."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is None:
        return isinstance(value, kind)
    if origin is list:
        return isinstance(value, (list, tuple)) and all(_fits(v, arguments[0]) for v in value)
    if origin is tuple:
        return isinstance(value, (list, tuple)) and all(_fits(v, arguments[0]) for v in value)
    if is_variable(value) and Tensor in arguments and np.generic in arguments:  # of `tf.types.experimental.TensorLike`
        return True
    return any(_fits(value, a) for a in arguments)


def _decides(value):
    """Whether `value` is of a type that calls are dispatched by: one of a user or library, not what every operation takes.

    A function for `Union[MyType, TensorLike]` so may call the operation itself with the parts of its arguments.
    """
    if isinstance(value, (list, tuple)):
        return any(map(_decides, value))
    return (
        value is not None
        and not isinstance(value, (Tensor, np.ndarray, np.generic, int, float, complex, str, bytes))
        and not is_variable(value)
    )


def _classes(kind):
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is None:
        return [kind] if isinstance(kind, type) else None
    if origin in (list, tuple, typing.Union) or str(origin) == "<class 'types.UnionType'>":
        found = [_classes(a) for a in arguments if a is not Ellipsis]
        return None if None in found else [c for group in found for c in group]
    return None


def _hook(api, classes):
    """Route calls of `api` through `dispatch`: by the types of its arguments, or in `api` itself where a type has another dispatch."""
    for cls in classes:
        if issubclass(cls, Tensor) or getattr(cls, "_tfshim_dispatch", None) is dispatch:
            continue
        if "_tfshim_dispatch" not in cls.__dict__ and not hasattr(cls, "_tfshim_dispatch"):
            try:
                cls._tfshim_dispatch = staticmethod(dispatch)
                continue
            except TypeError:  # a class that is written in C
                pass
        if api is not None:
            _dispatch_first(api)


def _dispatch_first(api):
    """Make the public function `api` itself call `dispatch`, before the dispatch by its arguments' types."""
    _set_dispatchers(api, lambda others: [dispatch, *others])
    if api not in _FIRST:
        _FIRST.append(api)


def _set_dispatchers(api, made):
    """Let `api` ask what `made` gives of the functions that it asks beside `dispatch`."""
    operation = getattr(api, "_tfshim_op", None)
    if operation is not None:
        operation.dispatchers = made([d for d in operation.dispatchers or () if d is not dispatch])
    elif hasattr(api, "_tfshim_dispatchers"):
        api._tfshim_dispatchers = made([d for d in api._tfshim_dispatchers or () if d is not dispatch])


def _dispatchable(api):
    if hasattr(api, "_tfshim_op") or hasattr(api, "_tfshim_dispatchers"):
        return True
    return any(o.api is api for o in REGISTRY.values())


def _name(function):
    return getattr(function, "__name__", repr(function))


def _bare(function: Callable[..., Any]) -> inspect.Signature:
    """The signature of a public function as TensorFlow shows it, which annotates few."""
    shown = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in shown.parameters.values()]
    return shown.replace(parameters=parameters, return_annotation=shown.empty)


@tf_export("experimental.dispatch_for_api")
def dispatch_for_api(api: Callable[..., Any], *signatures: Mapping[Any, Any]) -> Callable[..., Any]:
    """A decorator for what a TensorFlow function does with types of one's own. Mirrors `tf.experimental.dispatch_for_api`.

    Arguments:
        api: a public function, such as `tf.add` or `tf.concat`.
        signatures: dictionaries {name or position of a parameter: type}; the decorated function is called where all of them fit. For lists
            write `typing.List[MyType]`. Without any, the annotations of the function are taken.

    Returns:
        a decorator, which gives the function back. The function has the parameters of `api`, with the same names; it may leave out the last
        ones, such as `name`.

    Raises:
        ValueError: `api` is no function that can be dispatched, a signature names no parameter or no type, or the parameters are others.

    Example:
        >>> class Masked(tf.experimental.ExtensionType):
        ...     values: tf.Tensor
        ...     mask: tf.Tensor
        >>> @tf.experimental.dispatch_for_api(tf.math.add)
        ... def masked_add(x: Masked, y: Masked, name=None):
        ...     return Masked(x.values + y.values, x.mask & y.mask)
        >>> one = Masked([1, 2], [True, False])
        >>> (tf.add(one, one)).values.numpy()
        array([2, 4], dtype=int32)
        >>> tf.experimental.unregister_dispatch_for(masked_add)
    """
    if not _dispatchable(api):
        raise ValueError(f"{api} does not support dispatch.")
    parameters = list(inspect.signature(api).parameters)
    patterns = [_pattern(s, parameters, api) for s in signatures]

    def decorate(target):
        found = patterns
        wanted = inspect.signature(target).parameters
        unknown = [p for p in wanted if p not in parameters and wanted[p].kind is not inspect.Parameter.VAR_KEYWORD]
        if unknown or [p for p in parameters if p in wanted] != [p for p in wanted if p in parameters]:
            raise ValueError(f"Dispatch function's signature {inspect.signature(target)} does not match API's signature {_bare(api)}.")
        if not found:
            hints = typing.get_type_hints(target)
            hints.pop("return", None)
            if not hints:
                raise ValueError(
                    "The dispatch_for_api decorator must be called with at least one signature, or applied to a function "
                    "that has type annotations on its parameters."
                )
            found = [_pattern(hints, parameters, api)]
        for pattern in found:
            _BY_API.setdefault(elementwise_apis.key(api), []).append((pattern, target))
            for kind in pattern.values():
                _hook(api, _classes(kind))
        return target

    return decorate


def _pattern(given, parameters, api):
    """A signature with positions as names. Raises ValueError for what names no parameter or no type."""
    if not isinstance(given, dict):
        raise TypeError("signatures must be dictionaries mapping parameter names to type annotations.")
    made = {}
    for name, kind in given.items():
        if isinstance(name, int):
            if not 0 <= name < len(parameters):
                raise ValueError(f"Signature has a position {name} that {_name(api)} does not have.")
            name = parameters[name]
        if name not in parameters:
            raise ValueError(f"signature includes annotation for unknown parameter {name!r}.")
        if _classes(kind) is None:
            raise ValueError(
                f"Type annotation {kind} is not currently supported by dispatch. Supported annotations: type "
                "objects, List[...], and Union[...]"
            )
        made[name] = kind
    if not made or all(issubclass(c, Tensor) for kind in made.values() for c in _classes(kind)):
        raise ValueError("signature must include at least one type that is not a Tensor.")
    return made


def _elementwise(kind, *types):
    for t in types:
        if _classes(t) is None:
            raise TypeError(f"{t} is no type that can be dispatched on.")

    def decorate(target):
        for known, other in _ELEMENTWISE[kind]:
            if known == types:
                raise ValueError(
                    f"A {kind} elementwise dispatch handler "
                    f"({other}) has already been registered for {types[0] if len(types) == 1 else types}."
                )
        _ELEMENTWISE[kind].append((types, target))
        for t in types:
            _hook(None, _classes(t))
        return target

    return decorate


@tf_export("experimental.dispatch_for_unary_elementwise_apis")
def dispatch_for_unary_elementwise_apis(x_type: Any) -> Callable[..., Any]:
    """A decorator for all functions of one tensor that act element by element. Mirrors
    `tf.experimental.dispatch_for_unary_elementwise_apis`.

    One function stands for `tf.abs`, `tf.exp`, `tf.nn.relu`, `tf.cast` and more than a hundred others; `tf.experimental.dispatch_for_api`
    for one of them alone goes before it.

    Arguments:
        x_type: the type of the argument, a class or a union of classes.

    Returns:
        a decorator for a function `handler(api, x)`, which gives the function back. `api` takes one argument: other arguments of the call
        are in it already.

    Raises:
        ValueError: a handler is registered for the type already, or the function has other parameters.

    Example:
        >>> class Masked(tf.experimental.ExtensionType):
        ...     values: tf.Tensor
        ...     mask: tf.Tensor
        >>> @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
        ... def handler(api, x):
        ...     return Masked(api(x.values), x.mask)
        >>> tf.square(Masked([1, 2], [True, False])).values.numpy()
        array([1, 4], dtype=int32)
        >>> tf.experimental.unregister_dispatch_for(handler)
    """
    return _elementwise("unary", x_type)


@tf_export("experimental.dispatch_for_binary_elementwise_apis")
def dispatch_for_binary_elementwise_apis(x_type: Any, y_type: Any) -> Callable[..., Any]:
    """A decorator for all functions of two tensors that act element by element. Mirrors
    `tf.experimental.dispatch_for_binary_elementwise_apis`.

    One function stands for `tf.add`, `tf.maximum`, `tf.equal` and others, and with them for the operators of tensors.

    Arguments:
        x_type: the type of the first argument, a class or a union of classes.
        y_type: the type of the second one.

    Returns:
        a decorator for a function `handler(api, x, y)`, which gives the function back. `api` takes two arguments: other arguments of the
        call are in it already.

    Raises:
        ValueError: a handler is registered for the types already, or the function has other parameters.

    Example:
        >>> class Masked(tf.experimental.ExtensionType):
        ...     values: tf.Tensor
        ...     mask: tf.Tensor
        >>> @tf.experimental.dispatch_for_binary_elementwise_apis(Masked, Masked)
        ... def handler(api, x, y):
        ...     return Masked(api(x.values, y.values), x.mask & y.mask)
        >>> one = Masked([1, 2], [True, False])
        >>> tf.maximum(one, Masked([0, 5], [True, True])).values.numpy()
        array([1, 5], dtype=int32)
        >>> tf.experimental.unregister_dispatch_for(handler)
    """
    return _elementwise("binary", x_type, y_type)


@tf_export("experimental.dispatch_for_binary_elementwise_assert_apis")
def dispatch_for_binary_elementwise_assert_apis(x_type: Any, y_type: Any) -> Callable[..., Any]:
    """A decorator for all assertions that compare two tensors. Mirrors `tf.experimental.dispatch_for_binary_elementwise_assert_apis`.

    One function stands for `tf.debugging.assert_equal`, `assert_less`, `assert_near` and the others.

    Arguments:
        x_type: the type of the first argument, a class or a union of classes.
        y_type: the type of the second one.

    Returns:
        a decorator for a function `handler(assert_func, x, y)`, which gives the function back. `assert_func` takes two arguments: message
        and other arguments of the call are in it already.

    Raises:
        ValueError: a handler is registered for the types already, or the function has other parameters.

    Example:
        >>> class Masked(tf.experimental.ExtensionType):
        ...     values: tf.Tensor
        ...     mask: tf.Tensor
        >>> @tf.experimental.dispatch_for_binary_elementwise_assert_apis(Masked, Masked)
        ... def handler(assert_func, x, y):
        ...     return assert_func(tf.boolean_mask(x.values, x.mask), tf.boolean_mask(y.values, y.mask))
        >>> tf.debugging.assert_equal(Masked([1, 2], [True, False]), Masked([1, 3], [True, False]))
    """
    return _elementwise("assert", x_type, y_type)


@tf_export("experimental.unregister_dispatch_for")
def unregister_dispatch_for(dispatch_target: Callable[..., Any]) -> None:
    """Take back what was registered for a function. Mirrors `tf.experimental.unregister_dispatch_for`.

    Tests and notebooks call it so that a cell can be run again: without it the second registration for the same types is an error.
    Afterwards TensorFlow's functions treat the types as if nothing had been registered.

    Arguments:
        dispatch_target: the function that was decorated by `tf.experimental.dispatch_for_api` or by one of the decorators for functions
            that act element by element.

    Returns:
        None.

    Raises:
        ValueError: the function is not registered.

    Example:
        >>> class Length(tf.experimental.ExtensionType):
        ...     metres: tf.Tensor
        >>> @tf.experimental.dispatch_for_api(tf.math.add, {"x": Length, "y": Length})
        ... def add_lengths(x, y):
        ...     return Length(x.metres + y.metres)
        >>> tf.add(Length(1.0), Length(2.0)).metres.numpy()
        3.0
        >>> tf.experimental.unregister_dispatch_for(add_lengths)
    """
    found = False
    for entries in [*_BY_API.values(), *_ELEMENTWISE.values()]:
        kept = [e for e in entries if e[1] is not dispatch_target]
        found = found or len(kept) < len(entries)
        entries[:] = kept
    if not found:
        raise ValueError(f"Function {dispatch_target} was not registered using a `@dispatch_for_*` decorator.")
    for api in [api for api in _FIRST if not any(_ELEMENTWISE.values()) and not _BY_API.get(elementwise_apis.key(api))]:
        _set_dispatchers(api, lambda others: others or None)  # calls need not ask any more
        _FIRST.remove(api)
