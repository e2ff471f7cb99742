"""AutoGraph: Python functions whose `if`, `while` and `for` may depend on tensors of a graph.

The source is rewritten by `diastatic-malt`, which is loaded when a function is first traced; what the rewritten code
calls for each statement is in `operators`.
"""

import contextlib
import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from tfshim.engine.runtime.state import TS

_loaded = None


def converter() -> ModuleType:
    """The module that converts. It is loaded when it is first asked for, as `malt` takes long to load."""
    global _loaded
    if _loaded is None:
        from tfshim.engine.autograph import conversion

        _loaded = conversion
    return _loaded


def convert_for_tracing(function: Callable[..., Any], features: Any = None) -> Callable[..., Any]:
    """What is called to trace `function`: the function with its control flow rewritten.

    `features`: optional conversions, `tf.autograph.experimental.Feature`s. A method made by `tf.function` (attributes
    `_tfshim_original` and `_tfshim_self`) is rewritten in its class's form.
    """
    original = getattr(function, "_tfshim_original", None)
    if original is not None and hasattr(function, "_tfshim_self"):
        inner = converter().entry(original, features)
        reference = function._tfshim_self
        return lambda *args, **kwargs: inner(reference(), *args, **kwargs)
    return converter().entry(function, features)


def convert_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that the user handed to tfshim inside converted code, converted; outside, itself."""
    if _loaded is None or TS.graph is None or not callable(function) or not _loaded.enabled():
        return function
    return _loaded.entry(function)


def convert_unless_disabled(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, converted unless code that AutoGraph leaves alone calls."""
    return function if _loaded is not None and _loaded.left_out() else converter().entry(function)


def disabled() -> Any:
    """A scope within which nothing is converted."""
    return contextlib.nullcontext() if _loaded is None else _loaded.disabled()


def do_not_convert(func: Callable[..., Any] | None = None) -> Any:
    """Leave a function as it is written. Mirrors `tf.autograph.experimental.do_not_convert`.

    AutoGraph turns `if`, `while` and `for` over tensors into operations wherever a `tf.function` goes. A function that it
    gets wrong, or that has no tensors in its conditions, is left out by this, and so is what it calls. It can be a
    decorator, with or without brackets.

    Arguments:
        func: the function; None (the default) for a decorator.

    Returns:
        A function that does the same. A condition on a tensor in it raises an error while it is traced.

    Example:
        >>> @tf.autograph.experimental.do_not_convert
        ... def choose(x):
        ...     return x * 2 if isinstance(x, tf.Tensor) else x
        >>> int(tf.function(choose)(tf.constant(3)))
        6
    """
    if func is None:
        return do_not_convert

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        with disabled():
            return func(*args, **kwargs)

    if inspect.isfunction(func) or inspect.ismethod(func):
        wrapper = functools.update_wrapper(wrapper, func)
    wrapper.autograph_info__ = None  # type: ignore[attr-defined]
    return wrapper
