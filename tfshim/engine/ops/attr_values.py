"""Attributes of operations as AttrValue messages, and back."""

from typing import Any

import numpy as np

from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes
from tfshim.engine.values.dtypes import DType, as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.tensor_messages import tensor_message, tensor_of


def shape_message(shape: TensorShape) -> Any:
    """The TensorShapeProto of a shape."""
    shape = shape if isinstance(shape, TensorShape) else TensorShape(shape)
    if shape.rank is None:
        return messages.tensor_shape.TensorShapeProto(unknown_rank=True)
    return messages.tensor_shape.TensorShapeProto(
        dim=[messages.tensor_shape.TensorShapeProto.Dim(size=-1 if d is None else d) for d in shape.as_list()]
    )


def shape_of(message: Any) -> TensorShape:
    """The TensorShape of a TensorShapeProto."""
    if message.unknown_rank:
        return TensorShape(None)
    return TensorShape([None if d.size < 0 else d.size for d in message.dim])


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


# By the kind of an attribute: the types of the Python values for it, and how its field is set.
_SINGLE = {
    "string": ((str, bytes), lambda m, v: setattr(m, "s", _bytes(v))),
    "int": ((int, np.integer), lambda m, v: setattr(m, "i", int(v))),
    "float": ((float, int, np.floating), lambda m, v: setattr(m, "f", float(v))),
    "bool": ((bool, np.bool_), lambda m, v: setattr(m, "b", bool(v))),
    "type": ((DType,), lambda m, v: setattr(m, "type", v.as_datatype_enum)),
    "shape": ((TensorShape, list, tuple), lambda m, v: m.shape.CopyFrom(shape_message(v))),
    "tensor": ((EagerTensor,), lambda m, v: m.tensor.CopyFrom(tensor_message(v))),
    "func": ((str,), lambda m, v: setattr(m.func, "name", v)),
}
_LISTED = {
    "string": lambda m, v: m.s.append(_bytes(v)),
    "int": lambda m, v: m.i.append(int(v)),
    "float": lambda m, v: m.f.append(float(v)),
    "bool": lambda m, v: m.b.append(bool(v)),
    "type": lambda m, v: m.type.append(v.as_datatype_enum),
    "shape": lambda m, v: m.shape.append(shape_message(v)),
    "func": lambda m, v: m.func.add(name=v),
}


def put(message: Any, kind: str, value: Any) -> bool:
    """Set the AttrValue `message` of an attribute of `kind` ("int", "list(type)" ...); False where `value` is no such thing."""
    if kind.startswith("list("):
        kind = kind[5:-1]
        if not isinstance(value, (list, tuple)) or kind not in _LISTED:
            return False
        if not all(isinstance(v, _SINGLE[kind][0]) for v in value):
            return False
        message.list.SetInParent()
        for v in value:
            _LISTED[kind](message.list, v)
        return True
    if kind not in _SINGLE or not isinstance(value, _SINGLE[kind][0]):
        return False
    _SINGLE[kind][1](message, value)
    return True


def put_any(message: Any, value: Any) -> bool:
    """The same for a value of which only the Python type is known."""
    for kind in ("bool", "int", "float", "string", "type", "tensor"):
        if put(message, kind, value):
            return True
    if isinstance(value, TensorShape):
        return put(message, "shape", value)
    if isinstance(value, (list, tuple)):
        return any(put(message, f"list({kind})", value) for kind in ("bool", "int", "float", "string", "type"))
    return False


def value_of(message: Any) -> Any:
    """The Python value of an AttrValue: strings are bytes, functions their names, lists are lists."""
    kind = message.WhichOneof("value")
    if kind == "list":
        values = message.list
        for field, turn in (
            ("s", None),
            ("i", None),
            ("f", None),
            ("b", None),
            ("type", as_dtype),
            ("shape", shape_of),
            ("tensor", tensor_of),
            ("func", lambda f: f.name),
        ):
            items = list(getattr(values, field))
            if items:
                return items if turn is None else [turn(i) for i in items]
        return []
    if kind == "type":
        return as_dtype(message.type) if message.type else dtypes.DType
    if kind == "shape":
        return shape_of(message.shape)
    if kind == "tensor":
        return tensor_of(message.tensor)
    if kind == "func":
        return message.func.name
    return None if kind is None else getattr(message, kind)
