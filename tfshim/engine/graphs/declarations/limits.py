"""What TensorFlow's declaration of an operation asks of its inputs and attributes, checked when the operation is added to a graph."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from tfshim.engine.graphs.declarations import input_shapes, known_limits, value_limits
from tfshim.engine.graphs.node_form import input_names, names_of
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.op_defs import AttrDef, definition_of
from tfshim.engine.ops.type_errors import of_no_allowed_type
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.tensor import Tensor

# Types whose kernels serve functions that take more than the operation: what TensorFlow makes of it before it calls that.
_WIDER = frozenset("Conv2D Conv3D LinSpace LowerBound SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits UpperBound".split())


def _places(o: Any) -> dict[str, int]:
    """{our name of an argument: its place}"""
    return {n: i for i, n in enumerate(n for n in o.names if n != "name")}


@functools.cache
def _inputs(o: Any) -> list[tuple[int, str]]:
    """[(place among the arguments, TensorFlow's name)] of the inputs of which something is asked."""
    wanted = input_shapes.asked(o.type)
    if not wanted or o.type in _WIDER:
        return []
    theirs, places = input_names(o), _places(o)
    return [(places[ours], name) for ours, (_, name) in theirs.items() if ours in places and name in wanted]


@functools.cache
def _limited(o: Any) -> list[tuple[int, AttrDef]]:
    """[(place among the arguments, attribute)] of the attributes that may not be everything."""
    definition = definition_of(o)
    if definition is None:
        return []
    theirs, places = names_of(o), _places(o)
    limited = (a for a in definition.attrs.values() if a.least is not None or a.allowed is not None)
    return [(places[theirs[a.name]], a) for a in limited if theirs.get(a.name) in places]


def check(o: Any, arguments: Sequence[Any]) -> None:
    """Raise for `arguments` of the operation `o` that its declaration does not allow: TypeError, ValueError or ShapeMismatch."""
    for at, attribute in _limited(o):
        _check_attribute(o, attribute, arguments[at])
    shapes = {}
    for at, name in _inputs(o):
        found = _sizes(arguments[at])
        if found is not None:
            shapes[name] = found
    if shapes and (text := input_shapes.wrong(o.type, shapes)):
        raise ShapeMismatch(text)
    if (why := value_limits.wrong(o, arguments)) is not None:
        raise ShapeMismatch(*why)


def _sizes(value: Any) -> Sequence[int | None] | None:
    """The sizes of an input, given as a tensor or as Python numbers; None if they are not known."""
    if isinstance(value, Tensor):
        return None if value.shape.rank is None else value.shape.as_list()
    if type(value) is tuple and all(type(v) is int for v in value):
        return [len(value)]
    if type(value) in (tuple, list) and value and type(value[0]) in (tuple, list):
        return known_limits.dims_of(value)
    return None


def _check_attribute(o: Any, attribute: AttrDef, value: Any) -> None:
    kind, name, allowed = attribute.kind, attribute.name, attribute.allowed
    if kind == "string" and isinstance(value, (str, bytes)):
        text = value.decode() if isinstance(value, bytes) else value
        if allowed is not None and text not in allowed:
            listed = ", ".join(f'"{a}"' for a in allowed)
            raise ValueError(f"Attr '{name}' of '{o.type}' Op passed string '{text}' not in: {listed}.")
    elif kind == "string" and isinstance(value, (int, float)):
        raise TypeError(f"Expected string for argument '{name}' not {value!r}.")
    elif kind == "int" and type(value) is int and attribute.least is not None and value < attribute.least:
        raise ValueError(f"Attr '{name}' of '{o.type}' Op passed {value} less than minimum {attribute.least}.")
    elif kind == "type" and isinstance(value, DType) and allowed is not None and value.base_dtype.name not in allowed:
        raise of_no_allowed_type(name, value, allowed)
