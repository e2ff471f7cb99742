"""Replaces `tensorflow.python.util.deprecation`: decorators that warn about what is going away."""

import contextlib
import functools
import inspect
import sys

import tfshim

_REPLACES = "tensorflow.python.util.deprecation"

# Programs that import TensorFlow's module set this to False to silence the warnings.
_PRINT_DEPRECATION_WARNINGS = True

_warned = set()


def deprecated(date, instructions, warn_once=True):
    """Decorator: calling the function (or making an object of the class) logs that it goes away.

    Args:
        date: after which it will be removed, ISO date as str, or None if that is open.
        instructions: what to do instead, str.
        warn_once: log the first call only.
    """

    def decorate(target):
        func = target.__init__ if inspect.isclass(target) else target

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            _warn(f"{_named(target)} is deprecated", date, instructions, warn_once and target)
            return func(*args, **kwargs)

        note = f"{inspect.getdoc(target) or ''}\n\nDeprecated: it will be removed {_when(date)}. {instructions}".strip()
        if func is not target:
            target.__init__, target.__doc__ = wrapper, note
            return target
        wrapper.__doc__ = note
        return wrapper

    return decorate


def deprecated_args(date, instructions, *deprecated_arg_names_or_tuples, warn_once=True):
    """Decorator: passing one of the named arguments warns. An entry `(name, value)` warns unless it has that value.

    Raises:
        ValueError: no argument is named, or the function has none of that name.
    """
    if not deprecated_arg_names_or_tuples:
        raise ValueError("deprecated_args needs the name of at least one argument")
    harmless = {}
    for entry in deprecated_arg_names_or_tuples:
        name, *values = [entry] if isinstance(entry, str) else entry
        harmless[name] = values

    def is_deprecated(name, value):
        return name in harmless and not any(value is v or value == v for v in harmless[name])

    return _on_arguments(date, instructions, warn_once, harmless, is_deprecated, lambda name, value: name)


def deprecated_arg_values(date, instructions, warn_once=True, **deprecated_kwargs):
    """Decorator: passing one of these values for these arguments warns."""

    def is_deprecated(name, value):
        return name in deprecated_kwargs and (value is deprecated_kwargs[name] or value == deprecated_kwargs[name])

    return _on_arguments(date, instructions, warn_once, deprecated_kwargs, is_deprecated, lambda name, value: f"{name}={value}")


def deprecated_alias(deprecated_name, name, func_or_class, warn_once=True):
    """A function (or class) that is `func_or_class` under its old name; its use logs a deprecation warning."""
    instructions = f"Please use {name} instead."

    def note():
        _log(f"The name {deprecated_name} is deprecated. {instructions}\n", warn_once and deprecated_name, 3)

    if inspect.isclass(func_or_class):

        class Alias(func_or_class):
            def __init__(self, *args, **kwargs):
                note()
                super().__init__(*args, **kwargs)

        Alias.__name__, Alias.__qualname__ = func_or_class.__name__, func_or_class.__qualname__
        return Alias

    @functools.wraps(func_or_class)
    def wrapper(*args, **kwargs):
        note()
        return func_or_class(*args, **kwargs)

    return wrapper


def deprecated_endpoints(*args):
    """Decorator: notes old public names (str) in `_tf_deprecated_api_names`."""

    def decorate(func):
        func._tf_deprecated_api_names = args
        return func

    return decorate


def deprecated_argument_lookup(new_name, new_value, old_name, old_value):
    """The value of an argument that was renamed.

    Raises:
        ValueError: both the new and the old one are given.
    """
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old_value


@contextlib.contextmanager
def silence():
    """A scope in which nothing warns."""
    global _PRINT_DEPRECATION_WARNINGS
    before, _PRINT_DEPRECATION_WARNINGS = _PRINT_DEPRECATION_WARNINGS, False
    try:
        yield
    finally:
        _PRINT_DEPRECATION_WARNINGS = before


def _on_arguments(date, instructions, warn_once, names, is_deprecated, describe):
    def decorate(func):
        signature = inspect.signature(func)
        unknown = [name for name in names if name not in signature.parameters]
        variadic = any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values())
        if unknown and not variadic:
            raise ValueError(f"{func.__qualname__} has no argument {', '.join(unknown)}; it has {', '.join(signature.parameters)}")

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with contextlib.suppress(TypeError):  # the call itself reports arguments that do not fit
                bound = signature.bind(*args, **kwargs).arguments
                for name, value in {**bound, **kwargs}.items():
                    if is_deprecated(name, value):
                        _warn(
                            f"calling {_named(func)} with {describe(name, value)} is deprecated",
                            date,
                            instructions,
                            warn_once and (func, name),
                        )
            return func(*args, **kwargs)

        return wrapper

    return decorate


def _named(func):
    return f"{func.__qualname__} (from {func.__module__})"


def _when(date):
    return "in a future version" if date is None else f"after {date}"


def _warn(what, date, instructions, once_key):
    _log(f"{what} and will be removed {_when(date)}.\nInstructions for updating:\n{instructions}", once_key, 3)


def _log(message, once_key, depth):
    if not _PRINT_DEPRECATION_WARNINGS or once_key in _warned:
        return
    if once_key:
        _warned.add(once_key)
    caller = sys._getframe(depth)
    tfshim.get_logger().warning("From %s:%s: %s", caller.f_code.co_filename, caller.f_lineno, message)
