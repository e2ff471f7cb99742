"""Nested values as messages `StructuredValue`, and back: how functions in SavedModels have their arguments and results."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import Any

import numpy as np

from tfshim.array_ops.creation import constant
from tfshim.data.optional import OptionalSpec
from tfshim.data.specs import DatasetSpec
from tfshim.engine.ops.attr_values import shape_of
from tfshim.engine.ops.indexed_slices_spec import IndexedSlicesSpec
from tfshim.engine.runtime import messages
from tfshim.engine.values import nest, type_spec_base
from tfshim.engine.values.dtypes import DType, as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.engine.values.typespec import BoundedTensorSpec, TensorSpec
from tfshim.engine.variables.variable_spec import VariableSpec
from tfshim.protos.tensors import make_ndarray, make_tensor_proto
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec
from tfshim.tensor_array.spec import TensorArraySpec

_KINDS = {
    "SPARSE_TENSOR_SPEC": SparseTensorSpec,
    "INDEXED_SLICES_SPEC": IndexedSlicesSpec,
    "RAGGED_TENSOR_SPEC": RaggedTensorSpec,
    "TENSOR_ARRAY_SPEC": TensorArraySpec,
    "DATA_DATASET_SPEC": DatasetSpec,
    "OPTIONAL_SPEC": OptionalSpec,
    "VARIABLE_SPEC": VariableSpec,
}
_NUMBERS = {bool: "bool_value", int: "int64_value", float: "float64_value", str: "string_value"}


class NotEncodableError(Exception):
    """There is no message for a value."""


def can_encode(nested: Any) -> bool:
    """Whether `encode_structure` has a message for it."""
    try:
        encode_structure(nested)
    except NotEncodableError:
        return False
    return True


def encode_structure(nested: Any) -> Any:
    """`nested` (lists, tuples, dictionaries with texts for keys, of numbers, texts, None, shapes, dtypes, specs, tensors and arrays) as
    a StructuredValue. Raises NotEncodableError for anything else. Mirrors `tf.__internal__.saved_model.encode_structure`.
    """
    made = messages.struct.StructuredValue()
    _encode(nested, made)
    return made


def _encode(value, made):
    if value is None:
        made.none_value.SetInParent()
    elif type(value) in _NUMBERS:
        setattr(made, _NUMBERS[type(value)], value)
    elif isinstance(value, TensorShape):
        made.tensor_shape_value.CopyFrom(value.as_proto())
    elif isinstance(value, DType):
        made.tensor_dtype_value = value.as_datatype_enum
    elif type(value) is TensorSpec:
        made.tensor_spec_value.CopyFrom(value.experimental_as_proto())
    elif type(value) is BoundedTensorSpec:
        made.bounded_tensor_spec_value.CopyFrom(value.experimental_as_proto())
    elif isinstance(value, TypeSpec):
        _encode_spec(value, made.type_spec_value)
    elif isinstance(value, EagerTensor):
        made.tensor_value.CopyFrom(make_tensor_proto(value.numpy(), value.dtype, value.shape))
    elif isinstance(value, np.ndarray):
        made.numpy_value.CopyFrom(make_tensor_proto(value))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        made.named_tuple_value.name = type(value).__name__
        for key in value._fields:
            pair = made.named_tuple_value.values.add(key=key)
            _encode(getattr(value, key), pair.value)
    elif isinstance(value, (list, tuple)):
        target = made.list_value if isinstance(value, list) else made.tuple_value
        target.SetInParent()
        for part in value:
            _encode(part, target.values.add())
    elif isinstance(value, Mapping):
        made.dict_value.SetInParent()
        for key, part in value.items():
            _encode(part, made.dict_value.fields[key])
    else:
        raise NotEncodableError(f"No encoder for object {value} of type {type(value)}.")


def _encode_spec(spec, made):
    cls = type(spec)
    made.type_spec_class_name = cls.__name__
    builtin = [kind for kind, known in _KINDS.items() if known is cls]
    if builtin:
        made.type_spec_class = made.TypeSpecClass.Value(builtin[0])
    else:
        try:
            made.type_spec_class_name = type_spec_base.get_name(cls)
        except ValueError:
            raise NotEncodableError(f"No encoder for object {spec} of type {cls}.") from None
        made.type_spec_class = made.REGISTERED_TYPE_SPEC
    made.num_flat_components = len(nest.flatten(spec._component_specs, expand_composites=True))
    _encode(spec._serialize(), made.type_state)


def decode_proto(proto: Any) -> Any:
    """The value that a StructuredValue holds. Raises ValueError for a class of specs that nobody has registered. Mirrors
    `tf.__internal__.saved_model.decode_proto`.
    """
    kind = proto.WhichOneof("kind")
    if kind in (None, "none_value"):
        return None
    content = getattr(proto, kind)
    if kind in ("float64_value", "int64_value", "string_value", "bool_value"):
        return content
    if kind == "tensor_spec_value":
        return TensorSpec(shape_of(content.shape), as_dtype(content.dtype), content.name or None)
    if kind == "bounded_tensor_spec_value":
        bounds = make_ndarray(content.minimum), make_ndarray(content.maximum)
        return BoundedTensorSpec(shape_of(content.shape), as_dtype(content.dtype), *bounds, content.name or None)
    if kind == "tensor_shape_value":
        return shape_of(content)
    if kind == "tensor_dtype_value":
        return as_dtype(content)
    if kind == "tensor_value":
        return constant(make_ndarray(content), as_dtype(content.dtype))
    if kind == "numpy_value":
        return make_ndarray(content)
    if kind == "list_value":
        return [decode_proto(v) for v in content.values]
    if kind == "tuple_value":
        return tuple(decode_proto(v) for v in content.values)
    if kind == "dict_value":
        return {key: decode_proto(content.fields[key]) for key in sorted(content.fields)}
    if kind == "named_tuple_value":
        made = collections.namedtuple(content.name or "structure", [v.key for v in content.values])
        return made(*(decode_proto(v.value) for v in content.values))
    return _spec(content)


def _spec(content):
    kind = content.TypeSpecClass.Name(content.type_spec_class)
    cls = _KINDS.get(kind)
    if cls is None:
        try:
            cls = type_spec_base.lookup(content.type_spec_class_name)
        except ValueError as e:
            raise ValueError(
                f"The type '{content.type_spec_class_name}' has not been registered. It must be registered before you load this object "
                "(typically by importing its module)."
            ) from e
    return cls._deserialize(decode_proto(content.type_state))
