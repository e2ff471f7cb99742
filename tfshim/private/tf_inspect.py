"""Replaces `tensorflow.python.util.tf_inspect`: Python's `inspect`, with `getargspec` as it once was."""

import inspect
from collections import namedtuple
from inspect import (  # noqa: F401
    FullArgSpec,
    Parameter,
    Signature,
    currentframe,
    getcallargs,
    getdoc,
    getfile,
    getframeinfo,
    getfullargspec,
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

_REPLACES = "tensorflow.python.util.tf_inspect"

ArgSpec = namedtuple("ArgSpec", "args varargs keywords defaults")


def getargspec(obj):
    """The arguments of `obj` as the four fields of `ArgSpec`.

    Raises:
        ValueError: `obj` takes keyword-only arguments, for which `getfullargspec` is there.
    """
    spec = inspect.getfullargspec(obj)
    if spec.kwonlyargs:
        raise ValueError(f"{obj} has keyword-only arguments {spec.kwonlyargs}; use getfullargspec()")
    return ArgSpec(spec.args, spec.varargs, spec.varkw, spec.defaults)
