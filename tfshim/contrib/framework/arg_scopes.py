"""Default arguments for functions, in force within a scope: `arg_scope` of `tf.contrib.framework`."""

import contextlib
import functools
import inspect

_stack = [{}]
_takers = {}


def _key(function):
    # `functools.wraps` copies the attribute: what wraps a decorated function goes by the same key.
    return getattr(function, "_arg_scope_key", (getattr(function, "__module__", None), getattr(function, "__name__", str(function))))


def add_arg_scope(func):
    """`func`, whose keyword arguments `arg_scope` may give; arguments of a call go before them."""

    @functools.wraps(func)
    def call(*args, **kwargs):
        given = _stack[-1].get(call._arg_scope_key)
        return func(*args, **{**given, **kwargs}) if given else func(*args, **kwargs)

    call._arg_scope_key = _key(func)
    _takers[call._arg_scope_key] = func
    return call


@contextlib.contextmanager
def arg_scope(list_ops_or_scope, **kwargs):
    """A context in which the functions of a list get the keyword arguments `kwargs` where a call does not give them.

    Instead of a list it takes what an earlier `arg_scope` gave, to enter that again. Raises TypeError for anything else and
    ValueError for functions that are not made with `add_arg_scope` or for arguments beside an earlier scope.
    """
    if isinstance(list_ops_or_scope, dict):
        if kwargs:
            raise ValueError("When attempting to re-use a scope by suppling a dictionary, kwargs must be empty.")
        current = dict(list_ops_or_scope)
    else:
        if not isinstance(list_ops_or_scope, (list, tuple)):
            raise TypeError("list_ops_or_scope must either be a list/tuple or reused scope (i.e. dict)")
        # Copies, here and below, so that what this scope adds ends with it.
        current = dict(_stack[-1])
        for function in list_ops_or_scope:
            if not has_arg_scope(function):
                raise ValueError(f"{_key(function)} is not decorated with @add_arg_scope")
            current[_key(function)] = {**current.get(_key(function), {}), **kwargs}
    _stack.append(current)
    try:
        yield current
    finally:
        _stack.pop()


def current_arg_scope():
    """What the open scopes give: a dictionary from functions' keys to arguments."""
    return _stack[-1]


def has_arg_scope(func):
    """Whether `func` is made with `add_arg_scope`."""
    return _key(func) in _takers


def arg_scoped_arguments(func):
    """The names of the arguments of `func` that have a default, which a scope may give."""
    shown = inspect.signature(_takers[_key(func)])
    return tuple(p.name for p in shown.parameters.values() if p.default is not p.empty)
