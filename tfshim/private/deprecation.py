"""Replaces `tensorflow.python.util.deprecation`: decorators that warn about what is going away."""

import contextlib
import functools
import inspect
import re
import sys

import tfshim
from tfshim.private import tf_inspect
from tfshim.private.util import tf_decorator

_REPLACES = "tensorflow.python.util.deprecation"

# Programs that import TensorFlow's module set this to False to silence the warnings.
_PRINT_DEPRECATION_WARNINGS = True

_warned = set()


class DeprecatedNamesAlreadySetError(Exception):
    """Old names of a function are given twice."""


def deprecated(date, instructions, warn_once=True):
    """Decorator: calling the function (or making an object of the class) logs that it goes away, and its help text says so.

    Args:
        date: after which it will be removed, ISO date as str, or None if that is open.
        instructions: what to do instead, str.
        warn_once: log the first call only.

    Raises:
        ValueError: no date of that form, or no instructions.
    """
    _check(date, instructions)

    def noted(doc):
        return _with_notice(doc, "FUNCTION", "", f"THIS FUNCTION IS DEPRECATED. It will be removed {_when(date)}.", instructions)

    def decorate(target):
        func, place = target, None
        if isinstance(target, type):
            place = "__init__" if target.__new__ is object.__new__ else "__new__"
            func = getattr(target, place)
            if place == "__init__" and any(d.decorator_name == "deprecated" for d in tf_decorator.unwrap(func)[0]):
                return target  # its parent warns already
        _check_callable(func, "deprecated")

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            what = f"{func.__qualname__} (from {target.__module__}) is deprecated"
            _warn(what, date, instructions, warn_once and target)
            return func(*args, **kwargs)

        made = tf_decorator.make_decorator(func, wrapper, "deprecated", noted(func.__doc__))
        if place is None:
            return made
        setattr(target, place, made)
        target.__doc__ = noted(target.__doc__)
        return target

    return decorate


def deprecated_args(date, instructions, *deprecated_arg_names_or_tuples, **kwargs):
    """Decorator: in graphs passing one of the named arguments warns. An entry `(name, value)` warns unless it has that value.

    With `warn_once=False` every such call does, else the first.

    Raises:
        ValueError: no argument is named, or the function has none of that name.
    """
    _check(date, instructions)
    if not deprecated_arg_names_or_tuples:
        raise ValueError("Specify which argument is deprecated.")
    warn_once = kwargs.pop("warn_once", True)
    if kwargs:
        raise ValueError(f"Illegal argument passed to deprecated_args: {kwargs}")
    harmless = {}
    for entry in deprecated_arg_names_or_tuples:
        name, *values = [entry] if isinstance(entry, str) else entry
        harmless[name] = values

    def found(spec, func, args, kwargs):
        named = tf_inspect.getcallargs(func, *args, **kwargs)
        places = {name: i for i, name in enumerate([*spec.args, *spec.kwonlyargs])}
        for name, values in harmless.items():
            many = name == spec.varargs and len(args) > len(spec.args) or name == spec.varkw and kwargs
            given = name in places and places[name] < len(args) or name in kwargs
            if many or given and not any(_is_same(named[name], v) for v in values):
                yield name, name

    def decorate(func):
        _check_callable(func, "deprecated_args")
        spec = tf_inspect.getfullargspec(func)
        known = [*spec.args, *spec.kwonlyargs, spec.varargs, spec.varkw]
        missing = [name for name in harmless if name not in known]
        if missing:
            raise ValueError(
                f"The following deprecated arguments are not present in the function signature: {missing}. Expected arguments from the "
                f"following list: {known}."
            )
        notice = f"SOME ARGUMENTS ARE DEPRECATED: `({', '.join(sorted(harmless))})`. They will be removed {_when(date)}."
        doc = _with_notice(func.__doc__, "FUNCTION ARGUMENTS", " arguments", notice, instructions)
        look = functools.partial(found, spec)
        return _on_arguments(func, date, instructions, warn_once, lambda *call: () if tfshim.executing_eagerly() else look(*call), doc)

    return decorate


def deprecated_arg_values(date, instructions, warn_once=True, **deprecated_kwargs):
    """Decorator: a call in which one of these arguments has this value, by default too, warns."""
    _check(date, instructions)
    if not deprecated_kwargs:
        raise ValueError("Specify which argument values are deprecated.")

    def found(func, args, kwargs):
        named = tf_inspect.getcallargs(func, *args, **kwargs)
        for name, value in deprecated_kwargs.items():
            given = named.get(name, _MISSING)
            if given is not _MISSING and (given is value if None in (given, value) else given == value):
                yield name, f"{name}={value}"

    def decorate(func):
        _check_callable(func, "deprecated_arg_values")
        shown = ", ".join(f"{k}={v!r}" for k, v in sorted(deprecated_kwargs.items()))
        notice = f"SOME ARGUMENT VALUES ARE DEPRECATED: `({shown})`. They will be removed {_when(date)}."
        doc = _with_notice(func.__doc__, "FUNCTION ARGUMENT VALUES", " argument values", notice, instructions)
        return _on_arguments(func, date, instructions, warn_once, found, doc)

    return decorate


def deprecated_alias(deprecated_name, name, func_or_class, warn_once=True):
    """A function (or class) that is `func_or_class` under its old name; its use logs a deprecation warning."""
    instructions, key = f"Please use {name} instead.", object()

    def note():
        _log(f"The name {deprecated_name} is deprecated. {instructions}\n", warn_once and key, 3)

    if inspect.isclass(func_or_class):
        notice = "THIS CLASS IS DEPRECATED. It will be removed in a future version. "

        class Alias(func_or_class):
            __doc__ = _with_notice(func_or_class.__doc__, "CLASS", "", notice, instructions, False)

            def __init__(self, *args, **kwargs):
                note()
                super().__init__(*args, **kwargs)

        Alias.__name__, Alias.__qualname__ = func_or_class.__name__, func_or_class.__qualname__
        return Alias
    _check_callable(func_or_class, "deprecated")

    @functools.wraps(func_or_class)
    def wrapper(*args, **kwargs):
        note()
        return func_or_class(*args, **kwargs)

    notice = "THIS FUNCTION IS DEPRECATED. It will be removed in a future version."
    doc = _with_notice(func_or_class.__doc__, "FUNCTION", "", notice, instructions)
    return tf_decorator.make_decorator(func_or_class, wrapper, "deprecated", doc)


def deprecated_endpoints(*args):
    """Decorator: notes old public names (str) in `_tf_deprecated_api_names`. Raises DeprecatedNamesAlreadySetError the second time."""

    def decorate(func):
        if "_tf_deprecated_api_names" in func.__dict__:
            raise DeprecatedNamesAlreadySetError(
                f"Cannot set deprecated names for {func.__name__} to {args}. Deprecated names are already set to "
                f"{func._tf_deprecated_api_names}."
            )
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


def rewrite_argument_docstring(old_doc, old_argument, new_argument):
    """The help text `old_doc` with another name for an argument, where it stands in backquotes or before a colon."""
    return old_doc.replace(f"`{old_argument}`", f"`{new_argument}`").replace(f"{old_argument}:", f"{new_argument}:")


class HiddenTfApiAttribute(property):
    """An attribute that a class hides which its parent has: reading it raises AttributeError with the message."""

    def __init__(self, deprecation_message):
        def hidden(_self):
            raise AttributeError(deprecation_message)

        super().__init__(hidden)


hide_attribute_from_api = HiddenTfApiAttribute
HIDDEN_ATTRIBUTE = HiddenTfApiAttribute("This attribute has been deprecated.")

_MISSING = object()


def _check(date, instructions):
    if date is not None and not re.match(r"20\d\d-[01]\d-[0123]\d", date):
        raise ValueError(f"Date must be in format YYYY-MM-DD. Received: {date}")
    if not instructions:
        raise ValueError("Don't deprecate things without conversion instructions! Specify the `instructions` argument.")


def _check_callable(func, decorator):
    if not callable(func):
        raise ValueError(
            f"{func} is not a function. If this is a property, make sure @property appears before @{decorator} in your source code:"
            f"\n\n@property\n@{decorator}\ndef method(...)"
        )


def _is_same(a, b):
    if a is b:
        return True
    try:
        found = a == b
    except TypeError:
        return False
    return found if isinstance(found, bool) else False


def _with_notice(doc, what, suffix, notice, instructions, says_how=True):
    """The help text `doc` with a notice behind its first line; without one it is the notice alone."""
    lines = inspect.cleandoc(doc).splitlines() if doc else [f"DEPRECATED {what}"]
    added = ["", f"Deprecated: {notice}", *(["Instructions for updating:"] if says_how else []), instructions]
    if doc:
        lines[0] += f" (deprecated{suffix})"
    if len(lines) > 1 and lines[1].strip():
        added.append("")
    return "\n".join([lines[0], *added, *lines[1:]])


def _on_arguments(func, date, instructions, warn_once, found, doc):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if _PRINT_DEPRECATION_WARNINGS:
            for name, shown in found(func, args, kwargs):
                what = f"calling {func.__qualname__} (from {func.__module__}) with {shown} is deprecated"
                _warn(what, date, instructions, warn_once and (func, name))
        return func(*args, **kwargs)

    return tf_decorator.make_decorator(func, wrapper, "deprecated", doc)


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
