"""Replaces `tensorflow.python.util.tf_decorator`: decorators that tell what they decorate."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

_REPLACES = "tensorflow.python.util.tf_decorator"


class TFDecorator:
    """What is known of a decorator: its name, its documentation, the function it decorates and the arguments it takes."""

    def __init__(
        self, decorator_name: str, target: Any, decorator_doc: str = "", decorator_argspec: inspect.FullArgSpec | None = None
    ) -> None:
        self.decorator_name, self.decorator_doc = decorator_name, decorator_doc
        self.decorated_target, self.decorator_argspec = target, decorator_argspec
        if hasattr(target, "__name__"):
            self.__name__ = target.__name__
        if hasattr(target, "__qualname__"):
            self.__qualname__ = target.__qualname__
        self.__doc__ = decorator_doc or getattr(target, "__doc__", None) or ""
        if getattr(target, "__module__", None):
            self.__module__ = target.__module__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.decorated_target(*args, **kwargs)


def make_decorator(
    target: Any,
    decorator_func: Callable[..., Any],
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: inspect.FullArgSpec | None = None,
) -> Callable[..., Any]:
    """`decorator_func`, noted as what decorates `target`, with its name, documentation and signature.

    `decorator_name`: by default that of the function that calls this one. `decorator_argspec`: what it takes if not what `target` does.
    """
    if decorator_name is None:
        decorator_name = inspect.currentframe().f_back.f_code.co_name  # type: ignore[union-attr]  # CPython has frames
    noted = TFDecorator(decorator_name, target, decorator_doc, decorator_argspec)
    made: Any = decorator_func
    made._tf_decorator = noted
    for attribute in ("__name__", "__qualname__", "__module__"):
        if hasattr(target, attribute):
            setattr(made, attribute, getattr(target, attribute))
    for name, value in getattr(target, "__dict__", {}).items():
        made.__dict__.setdefault(name, value)
    made.__doc__ = noted.__doc__
    made.__wrapped__ = made.__original_wrapped__ = target
    if decorator_argspec is not None:
        made.__signature__ = _signature(decorator_argspec)
    elif callable(target):
        try:
            signature = inspect.signature(target)
        except (TypeError, ValueError):  # of what is built in
            return made
        if inspect.ismethod(decorator_func) and not inspect.ismethod(target):
            signature = signature.replace(parameters=list(signature.parameters.values())[1:])
        made.__signature__ = signature
    return made


def unwrap(maybe_tf_decorator: Any) -> tuple[list[TFDecorator], Any]:
    """(what decorates it, from outside, and what all of them decorate)."""
    decorators, current = [], maybe_tf_decorator
    while True:
        if isinstance(current, TFDecorator):
            decorators.append(current)
        elif isinstance(getattr(current, "_tf_decorator", None), TFDecorator) and hasattr(current, "__wrapped__"):
            decorators.append(current._tf_decorator)
        else:
            return decorators, current
        # `__wrapped__` may have been exchanged since.
        following = decorators[-1].decorated_target
        if getattr(current, "__wrapped__", following) is not getattr(current, "__original_wrapped__", following):
            following = current.__wrapped__
        current = following


def rewrap(decorator_func: Any, previous_target: Any, new_target: Any) -> Any:
    """Exchanges `previous_target`, which `decorator_func` decorates, directly or not, for `new_target`, and gives what it is then."""
    current, innermost = decorator_func, None
    while (noted := getattr(current, "_tf_decorator", None)) is not None:
        innermost = current
        if noted.decorated_target is previous_target:
            break
        current = noted.decorated_target
    if innermost is None:
        assert decorator_func is previous_target
        return new_target
    innermost._tf_decorator.decorated_target = new_target
    getattr(innermost, "__func__", innermost).__wrapped__ = new_target
    return decorator_func


def _signature(spec):
    kinds, made, empty = inspect.Parameter, [], inspect.Parameter.empty
    defaults = [empty] * (len(spec.args) - len(spec.defaults or ())) + list(spec.defaults or ())
    note = (spec.annotations or {}).get
    for name, default in zip(spec.args, defaults):
        made.append(kinds(name, kinds.POSITIONAL_OR_KEYWORD, default=default, annotation=note(name, empty)))
    if spec.varargs:
        made.append(kinds(spec.varargs, kinds.VAR_POSITIONAL, annotation=note(spec.varargs, empty)))
    for name in spec.kwonlyargs:
        default = (spec.kwonlydefaults or {}).get(name, empty)
        made.append(kinds(name, kinds.KEYWORD_ONLY, default=default, annotation=note(name, empty)))
    if spec.varkw:
        made.append(kinds(spec.varkw, kinds.VAR_KEYWORD, annotation=note(spec.varkw, empty)))
    return inspect.Signature(made, return_annotation=note("return", empty))
