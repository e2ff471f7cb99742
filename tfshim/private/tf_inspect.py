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
    getframeinfo,
    getmembers,
    getmodule,
    getmro,
    signature,
    stack,
)

from tfshim.engine.functions.function import Function
from tfshim.private.util import tf_decorator

_REPLACES = "tensorflow.python.util.tf_inspect"

ArgSpec = namedtuple("ArgSpec", "args varargs keywords defaults")


def _of_decorated(question):
    """`question` of `inspect`, about what is below all decorators of `tf_decorator`."""

    @functools.wraps(question)
    def asked(obj):
        return question(tf_decorator.unwrap(obj)[1])

    return asked


getfile, getsource = _of_decorated(inspect.getfile), _of_decorated(inspect.getsource)
getsourcefile, getsourcelines = _of_decorated(inspect.getsourcefile), _of_decorated(inspect.getsourcelines)
isbuiltin, isclass, isframe = _of_decorated(inspect.isbuiltin), _of_decorated(inspect.isclass), _of_decorated(inspect.isframe)
isfunction, isgenerator = _of_decorated(inspect.isfunction), _of_decorated(inspect.isgenerator)
isgeneratorfunction, ismethod = _of_decorated(inspect.isgeneratorfunction), _of_decorated(inspect.ismethod)
ismodule, isroutine = _of_decorated(inspect.ismodule), _of_decorated(inspect.isroutine)


def getfullargspec(obj):
    """The arguments of `obj` as Python's `FullArgSpec`; those of an operation of TensorFlow have their names.

    What TensorFlow itself has is without annotations, as there: libraries compare what they wrap with what they wrap it in.
    As for Python's own, the wrapper that a decorator of the user's own made answers for itself.
    """
    decorators, target = tf_decorator.unwrap(obj)
    for told in (d.decorator_argspec for d in decorators):
        if told is not None:  # what the outermost decorator that says so takes
            return told if isinstance(told, FullArgSpec) else FullArgSpec(*told, [], None, {})
    spec = inspect.getfullargspec(_unwrapped(target if isinstance(obj, tf_decorator.TFDecorator) else obj))
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
