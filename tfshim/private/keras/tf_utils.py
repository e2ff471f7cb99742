"""Replaces `keras.src.utils.tf_utils`: questions about tensors and their shapes that layers ask."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import tfshim
from tfshim import keras
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import is_tensor
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.keras.engine.keras_tensor import KerasTensor
from tfshim.ragged import RaggedTensor, RaggedTensorSpec
from tfshim.sparse import SparseTensor, SparseTensorSpec

_REPLACES = "keras.src.utils.tf_utils"

_symbolic_types: list[type] = []


def set_random_seed(seed: int) -> None:
    """As `tf.keras.utils.set_random_seed`."""
    keras.utils.set_random_seed(seed)


def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether it is a tensor of a graph, which has no value yet; parts of graphs count, variables of Keras' eager mode do not."""
    if isinstance(tensor, Tensor):
        return not isinstance(tensor, EagerTensor) and not isinstance(tensor, KerasTensor)
    if isinstance(tensor, CompositeTensor) and not isinstance(tensor, tfshim.Variable):
        return any(is_symbolic_tensor(t) for t in tfshim.nest.flatten(tensor, expand_composites=True))
    if isinstance(tensor, tfshim.Variable):
        return not tfshim.executing_eagerly() and not tfshim.compat.v1.executing_eagerly_outside_functions()
    return isinstance(tensor, tuple(_symbolic_types))


def are_all_symbolic_tensors(tensors: Iterable[Any]) -> bool:
    """Whether each of them is one."""
    return all(is_symbolic_tensor(t) for t in tensors)


def register_symbolic_tensor_type(cls: type) -> None:
    """From now on objects of `cls` are symbolic tensors for Keras. Mirrors `tf.keras.__internal__.utils.register_symbolic_tensor_type`."""
    _symbolic_types.append(cls)


def is_tensor_or_variable(x: Any) -> bool:
    """Whether it is a tensor, of Keras too, or a variable."""
    return is_tensor(x) or isinstance(x, (tfshim.Variable, KerasTensor))


def is_tensor_or_tensor_list(v: Any) -> bool:
    """Whether it is a plain tensor, or a list or tuple that begins with one."""
    if isinstance(v, (list, tuple)):
        return bool(v) and isinstance(v[0], Tensor)
    return isinstance(v, Tensor)


def is_extension_type(tensor: Any) -> bool:
    """Whether it consists of tensors; variables do, for TensorFlow."""
    return isinstance(tensor, (CompositeTensor, tfshim.Variable))


def is_tensor_or_extension_type(x: Any) -> bool:
    """Whether it is a tensor or consists of several."""
    return is_tensor(x) or is_extension_type(x)


def is_ragged(tensor: Any) -> bool:
    """Whether it is a ragged tensor, or one of Keras that stands for one."""
    spec = tensor.type_spec if isinstance(tensor, KerasTensor) else None
    return isinstance(tensor, (RaggedTensor, tfshim.compat.v1.ragged.RaggedTensorValue)) or isinstance(spec, RaggedTensorSpec)


def is_sparse(tensor: Any) -> bool:
    """Whether it is a sparse tensor, or one of Keras that stands for one."""
    spec = tensor.type_spec if isinstance(tensor, KerasTensor) else None
    return isinstance(tensor, (SparseTensor, tfshim.compat.v1.SparseTensorValue)) or isinstance(spec, SparseTensorSpec)


def get_shapes(tensors: Any) -> Any:
    """The shapes of a structure of tensors, in its form; what has none gives None."""
    return tfshim.nest.map_structure(lambda x: x.shape if hasattr(x, "shape") else None, tensors)


def convert_shapes(input_shape: Any, to_tuples: bool = True) -> Any:
    """A structure of shapes, each a TensorShape or a tuple or list of sizes, with tuples (or else TensorShapes) for shapes."""

    def is_size(x):
        return x is None or isinstance(x, (int, np.integer, tfshim.compat.v1.Dimension))

    def is_shape(x):
        return isinstance(x, tfshim.TensorShape) or (isinstance(x, (list, tuple)) and all(map(is_size, x)))

    def convert(shape):
        shape = tfshim.TensorShape(shape)
        return tuple(shape.as_list()) if to_tuples and shape.rank is not None else shape

    return map_structure_with_atomic(is_shape, convert, input_shape)


def map_structure_with_atomic(is_atomic_fn: Callable[[Any], bool], map_fn: Callable[[Any], Any], nested: Any) -> Any:
    """A structure of what `map_fn` gives for the parts of `nested` for which `is_atomic_fn` is true, and for all that holds nothing."""
    if is_atomic_fn(nested):
        return map_fn(nested)
    if isinstance(nested, dict):
        return type(nested)((key, map_structure_with_atomic(is_atomic_fn, map_fn, value)) for key, value in nested.items())
    if not isinstance(nested, (list, tuple)):
        raise ValueError(f"Received non-atomic and non-sequence element: {nested} of type {type(nested)}")
    parts = [map_structure_with_atomic(is_atomic_fn, map_fn, part) for part in nested]
    return type(nested)(*parts) if hasattr(nested, "_fields") else type(nested)(parts)


def shape_type_conversion(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of a method `fn(self, input_shape)`: it gets shapes as tuples and gives TensorShapes."""

    @functools.wraps(fn)
    def wrapper(instance: Any, input_shape: Any) -> Any:
        if input_shape is not None:
            input_shape = convert_shapes(input_shape, to_tuples=True)
        output_shape = fn(instance, input_shape)
        return output_shape if output_shape is None else convert_shapes(output_shape, to_tuples=False)

    return wrapper


def validate_axis(axis: Any, input_shape: Any) -> list[int]:
    """`axis`, an integer or several, as a list of integers >= 0. Raises ValueError for what the shape lacks, and for the same one twice."""
    input_shape = tfshim.TensorShape(input_shape)
    rank = input_shape.rank
    if not rank:
        raise ValueError(f"Input has undefined rank. Received: input_shape={input_shape}")
    made = [a + rank if a < 0 else a for a in (axis if isinstance(axis, (list, tuple)) else [axis])]
    for a in made:
        if a < 0 or a >= rank:
            wanted = f"Expected 0 <= axis < inputs.rank (with inputs.rank={rank})"
            raise ValueError(f"Invalid value for `axis` argument. {wanted}. Received: axis={tuple(made)}")
    if len(made) != len({*made}):
        raise ValueError(f"Duplicate axis: {tuple(made)}")
    return made


def get_tensor_spec(t: Any, dynamic_batch: bool = False, name: str | None = None) -> Any:
    """The TypeSpec of a tensor, one of Keras too; None of anything else. `dynamic_batch`: with a first size that is open."""
    if isinstance(t, tfshim.TypeSpec):
        spec = t
    elif isinstance(t, (KerasTensor, CompositeTensor)):
        spec = type_spec_from_value(t) if not isinstance(t, KerasTensor) else t.type_spec
    elif hasattr(t, "shape") and hasattr(t, "dtype"):
        spec = TensorSpec(shape=t.shape, dtype=t.dtype, name=name)
    else:
        return None
    if not dynamic_batch:
        return spec
    sizes = spec.shape.as_list() if spec.shape.rank is not None else None
    if not sizes:
        return spec
    shape = tfshim.TensorShape([None, *sizes[1:]])
    if isinstance(spec, TensorSpec):
        return TensorSpec(shape, spec.dtype, spec.name)
    made = spec.__class__._deserialize(spec._serialize()) if hasattr(spec, "_serialize") else spec
    made._shape = shape
    return made


def type_spec_from_value(value: Any) -> Any:
    """The TypeSpec of a tensor or of what consists of several."""
    if isinstance(value, CompositeTensor):
        return value._type_spec
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return TensorSpec(value.shape, value.dtype)
    return tfshim.type_spec_from_value(value)


def sync_to_numpy_or_python_type(tensors: Any) -> Any:
    """A structure of tensors with numbers for scalars and arrays for others; what is no tensor stays."""

    def convert(t):
        if not isinstance(t, EagerTensor):
            return t
        value = t.numpy()
        return value.item() if np.ndim(value) == 0 and not isinstance(value, bytes) else value

    return tfshim.nest.map_structure(convert, tensors)


def convert_variables_to_tensors(values: Any) -> Any:
    """A structure in which each variable is exchanged for its value."""
    return tfshim.nest.map_structure(lambda v: tfshim.convert_to_tensor(v) if isinstance(v, tfshim.Variable) else v, values)


def dataset_is_infinite(dataset: tfshim.data.Dataset) -> Tensor:
    """Whether it has no end: a scalar bool tensor."""
    return tfshim.equal(dataset.cardinality(), tfshim.data.INFINITE_CARDINALITY)
