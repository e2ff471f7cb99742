"""Replaces `tensorflow.python.util.tf_inspect`: Python's `inspect`, which sees through the wrappers of operations."""

import functools
import inspect
import inspect as _inspect  # noqa: F401 - the name that some users of TensorFlow's module reach through to
from collections import namedtuple
from inspect import (  # noqa: F401
    FullArgSpec,
    Parameter,
    Signature,
    currentframe,
    getdoc,
    getfile,
    getframeinfo,
    getmembers,
    getmodule,
    getmro,
    getsource,
    getsourcefile,
    getsourcelines,
    isbuiltin,
    isclass,
    isframe,
    isfunction,
    isgenerator,
    isgeneratorfunction,
    ismethod,
    ismodule,
    isroutine,
    signature,
    stack,
)

from tfshim.engine.functions.function import Function

_REPLACES = "tensorflow.python.util.tf_inspect"

ArgSpec = namedtuple("ArgSpec", "args varargs keywords defaults")


def getfullargspec(obj):
    """The arguments of `obj` as Python's `FullArgSpec`; those of an operation of TensorFlow have their names.

    What TensorFlow itself has is without annotations, as there: libraries compare what they wrap with what they wrap it in.
    As for Python's own, the wrapper that a decorator of the user's own made answers for itself.
    """
    spec = inspect.getfullargspec(_unwrapped(obj))
    return spec._replace(annotations={}) if "_tfshim_export" in getattr(obj, "__dict__", {}) else spec


def getargspec(obj):
    """The arguments of `obj` as the four fields of `ArgSpec`, keyword-only ones behind the others."""
    spec = getfullargspec(obj)
    defaults = (*(spec.defaults or ()), *(spec.kwonlydefaults or {}).values())
    return ArgSpec(spec.args + spec.kwonlyargs, spec.varargs, spec.varkw, defaults or None)


def getcallargs(func, /, *positional, **named):
    """{argument of `func`: value} of the call `func(*positional, **named)`, its defaults among them.

    Unlike Python's own it binds names alone: keyword arguments that only `**kwargs` of `func` takes stand beside the others, and
    so do those that nothing takes, while positional values without a name are left out, and a missing argument is no error.
    """
    spec = getfullargspec(func)
    bound = dict(named)
    if inspect.ismethod(func):
        positional = (func.__self__, *positional)
    bound.update(zip([name for name in spec.args if name not in named], positional))
    defaults = spec.defaults or ()
    for name, default in [*zip(spec.args[len(spec.args) - len(defaults) :], defaults), *(spec.kwonlydefaults or {}).items()]:
        bound.setdefault(name, default)
    return bound


def _unwrapped(obj):
    """What an operation or a `tf.function` was written as: below what converts arguments and dispatches, and proxies of that."""
    if isinstance(obj, functools.partial):
        return functools.partial(_unwrapped(obj.func), *obj.args, **obj.keywords)
    if isinstance(obj, Function):
        return inspect.unwrap(getattr(obj.python_function, "__func__", obj.python_function))
    while "__wrapped__" in (marks := getattr(obj, "__dict__", {})) and ("_tfshim_dispatchers" in marks or "_tfshim_op" in marks):
        obj = obj.__wrapped__
    return obj
