"""What of the arguments of a traced function a trace depends on."""

import types
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.trace_type import TraceType
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.engine.variables.variable import Variable


class _ById:
    """Compares by identity without keeping the object alive."""

    __slots__ = ("ref", "id")

    def __init__(self, x: Any) -> None:
        self.id = id(x)
        try:
            self.ref: Any = weakref.ref(x)
        except TypeError:
            self.ref = lambda: x  # such objects are kept, so that their id stays theirs

    def __hash__(self) -> int:
        return self.id

    def __eq__(self, other: object) -> bool:
        # The id of an object that is gone may have been given to a new one.
        return type(other) is type(self) and self.id == other.id and self.ref() is not None and self.ref() is other.ref()


class VariableKey(_ById):
    """The key of a variable: nodes refer to this very one."""

    __slots__ = ()

    def kind(self, place: int) -> Any:
        """The key that it shares with others for which the same trace would do; `place`: the first variable of the call that it is."""
        v = self.ref()
        return (v.dtype, None if v.shape.rank is None else tuple(v.shape.as_list())), ("variable", v.trainable, place)


def variables_of(key: Any) -> list[VariableKey]:
    """The keys of variables in the key of a call, in order."""
    if type(key) is VariableKey:
        return [key]
    return [v for part in key for v in variables_of(part)] if type(key) is tuple else []


def by_kind(key: Any, variables: list[VariableKey]) -> Any:
    """The key of a call with the kinds of its `variables` in their places."""
    if type(key) is VariableKey:
        return key.kind(variables.index(key))
    return tuple([by_kind(part, variables) for part in key]) if type(key) is tuple else key


class _ByValue:
    """Compares as the object does, without keeping it alive: what is equal shares a trace, as in TensorFlow."""

    __slots__ = ("ref", "hash")

    def __init__(self, x: Any) -> None:
        self.ref, self.hash = weakref.ref(x), hash(x)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if type(other) is not _ByValue:
            return False
        # One that is gone is equal to nothing: what it was equal to can no longer be told.
        mine, theirs = self.ref(), other.ref()
        return mine is not None and theirs is not None and (mine is theirs or bool(mine == theirs))


def _of_object(x: Any) -> Any:
    """The key of an object of which nothing is known. Raises TypeError for one without a hash, which may be changed."""
    t = type(x)
    if isinstance(x, weakref.ref):
        raise TypeError(f"weakref input {x} not supported for tf.function.")
    if t.__hash__ is object.__hash__ and t.__eq__ is object.__eq__:
        return _ById(x)
    try:
        hash(x)
    except TypeError:
        raise TypeError(
            f"Could not generate a generic TraceType for {x!r}.Please verify that it is immutable/hashable. Otheriwse, consider "
            "implementing the Tracing Protocol for it."
        ) from None
    try:
        return _ByValue(x)
    except TypeError:  # without weak references
        return "literal", x


class TracingContext:
    """What `__tf_tracing_type__` is given. Mirrors `tf.types.experimental.TracingContext`; a trace type of a user needs nothing of it."""

    __module__ = "tensorflow.core.function.trace_type.trace_type_builder"
    is_legacy_signature = False


ARRAYS = (np.ndarray, np.number, np.bool_, np.bytes_)
PLAIN = (int, float, bool, str, bytes, complex, type(None))
_NAN = object()  # in a key: equal to itself, which the number is not


def key_of(x: Any) -> Any:
    """What of the argument `x` a trace depends on."""
    t = type(x)
    if t is EagerTensor:
        return x._dt, x._t.shape
    if t in PLAIN:
        return "literal", x if x == x else _NAN  # 1, 1.0 and True are equal and share a trace, as in TensorFlow
    if t is tuple or t is list:
        return t, tuple([key_of(i) for i in x])
    # By sorted keys, the order in which `nest` flattens dictionaries.
    if t is dict:
        return dict, tuple([(k, key_of(x[k])) for k in sorted(x, key=str)])
    if isinstance(x, SymbolicTensor):
        return x._dt, None if x._shape.rank is None else tuple(x._shape.as_list())
    if isinstance(x, Variable):
        return VariableKey(x)
    # Inputs, like tensors: the trace must not depend on their values. An array of no elements tells the dtype without a copy.
    if isinstance(x, ARRAYS):
        return convert_to_tensor(x[:0] if x.ndim else x)._dt, torch.Size(x.shape)  # type: ignore[index]
    if isinstance(x, np.generic):
        return t, x.item()
    if t is TensorSpec:
        return x.dtype, None if x.shape.rank is None else tuple(x.shape.as_list())
    if isinstance(x, TypeSpec):
        return x
    if isinstance(x, TensorShape):
        return t, x
    spec = getattr(x, "_type_spec", None)
    if spec is not None:
        held = _variables(x) if getattr(t, "_holds_variables", True) else ()
        # As for variables that are arguments themselves, the trace captures these very ones.
        return ("composite", spec, held) if held else spec
    if hasattr(t, "__tf_tracing_type__"):
        return x.__tf_tracing_type__(TracingContext())
    if isinstance(x, Mapping):
        return dict, tuple([(k, key_of(x[k])) for k in sorted(x, key=str)])
    if isinstance(x, tuple) and hasattr(t, "_fields"):
        # Named tuples of one name with the same fields are of one kind, whichever class was made first.
        return (t.__name__, t._fields), tuple([key_of(i) for i in x])
    if isinstance(x, (list, tuple)):
        return list if isinstance(x, list) else tuple, tuple([key_of(i) for i in x])
    if hasattr(t, "__tf_flatten__") and hasattr(t, "__tf_unflatten__"):
        metadata, components = x.__tf_flatten__()
        return (t, key_of(metadata)), tuple([key_of(i) for i in nest.flatten(components)])
    if nest.is_nested(x):
        return t, tuple([key_of(i) for i in nest.flatten(x)])
    if isinstance(x, (types.FunctionType, type)):
        return _ById(x)
    return _of_object(x)


def _variables(composite: Any) -> tuple[VariableKey, ...]:
    """The variables among the components of a composite tensor."""
    return tuple([VariableKey(v) for v in nest.flatten(composite, expand_composites=True) if isinstance(v, Variable)])


def takes_others(key: Any) -> bool:
    """Whether a trace with `key` may serve calls with other keys: some size is unknown, or a type decides for itself."""
    if isinstance(key, TraceType):
        return True
    if type(key) is not tuple:
        return False
    if len(key) == 2 and isinstance(key[0], DType):
        return key[1] is None or None in key[1]
    return any(map(takes_others, key))


def takes(general: Any, key: Any) -> bool:
    """Whether a trace with the key `general` serves a call with `key`: its tensors may have more of their sizes unknown."""
    if general is key or general == key:
        return True
    if isinstance(general, TraceType):
        return isinstance(key, TraceType) and key.is_subtype_of(general)
    if type(general) is not tuple or type(key) is not tuple or len(general) != len(key):
        return False
    if len(general) == 2 and isinstance(general[0], DType):
        return general[0] is key[0] and _takes_shape(general[1], key[1])
    return all(map(takes, general, key))


def _takes_shape(general: Any, dims: Sequence[int | None]) -> bool:
    if general is None or dims is None:
        return general is None
    return len(general) == len(dims) and all(g is None or g == d for g, d in zip(general, dims))


def common(a: Any, b: Any) -> Any:
    """The key of a trace that would serve calls with `a` and calls with `b`; None if there is none."""
    if a is b or a == b:
        return a
    if isinstance(a, TraceType):
        return a.most_specific_common_supertype([b]) if isinstance(b, TraceType) else None
    if type(a) is not tuple or type(b) is not tuple or len(a) != len(b):
        return None
    if len(a) == 2 and isinstance(a[0], DType):
        return (a[0], _common_shape(a[1], b[1])) if a[0] is b[0] else None
    made = []
    for x, y in zip(a, b):
        # The types of structures are put into keys as they are.
        found = x if x is y else None if isinstance(x, (type, str, DType)) else common(x, y)
        if found is None and x is not y:
            return None
        made.append(found)
    return tuple(made)


def _common_shape(a: Sequence[int | None] | None, b: Sequence[int | None] | None) -> tuple[int | None, ...] | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple([m if m == n else None for m, n in zip(a, b)])
