"""What of the arguments of a traced function a trace depends on."""

import types
import weakref

import numpy as np
import torch

from tfshim.engine import nest
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.shapes import TensorShape
from tfshim.engine.symbolic_tensor import SymbolicTensor
from tfshim.engine.tensor import EagerTensor
from tfshim.engine.typespec import TensorSpec, TypeSpec
from tfshim.engine.variable import Variable


class _ById:
    """Compares by identity without keeping the object alive."""

    __slots__ = ("ref", "id")

    def __init__(self, x):
        self.id = id(x)
        try:
            self.ref = weakref.ref(x)
        except TypeError:
            self.ref = lambda: x  # such objects are kept, so that their id stays theirs

    def __hash__(self):
        return self.id

    def __eq__(self, other):
        return type(other) is _ById and self.id == other.id and self.ref() is not None and self.ref() is other.ref()


PLAIN = (int, float, bool, str, bytes, complex, type(None))


def key_of(x):
    """What of the argument `x` a trace depends on."""
    t = type(x)
    if t is EagerTensor:
        return x._dt, x._t.shape
    if t in PLAIN:
        return "literal", x  # 1, 1.0 and True are equal and share a trace, as in TensorFlow
    if t is tuple or t is list:
        return t, tuple([key_of(i) for i in x])
    if t is dict:
        return dict, tuple([(k, key_of(x[k])) for k in sorted(x, key=str)])
    if isinstance(x, SymbolicTensor):
        return x._dt, None if x._shape.rank is None else tuple(x._shape.as_list())
    if isinstance(x, Variable):
        return _ById(x)
    if isinstance(x, np.ndarray):
        return convert_to_tensor(x[:0] if x.ndim else x)._dt, torch.Size(x.shape)
    if isinstance(x, np.generic):
        return t, x.item()
    if isinstance(x, (TensorSpec, TensorShape)) or isinstance(x, TypeSpec):
        return t, x
    spec = getattr(x, "_type_spec", None)
    if spec is not None:
        return spec
    if nest.is_nested(x):
        return t, tuple([key_of(i) for i in nest.flatten(x)])
    if isinstance(x, (types.FunctionType, type)):
        return _ById(x)
    return _ById(x)
