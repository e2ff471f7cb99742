"""Asserts about types; they hold or fail when they are called, in graphs as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.debugging.assertion import nothing, prefix
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import constant_of, convert_to_tensor, is_tensor
from tfshim.engine.values.dtypes import as_dtype, float32
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DType, DTypeLike


def _typed(x):
    return x if is_tensor(x) else convert_to_tensor(x)


def _named(x):
    return "" if isinstance(x, EagerTensor) or not isinstance(x, Tensor) else f"{x.name} "


@tf_export("debugging.assert_integer")
def assert_integer(x: TensorLike, message: str | None = None, name: str | None = None) -> None:
    """Raise TypeError unless the tensor `x` is of an integer type. `message` is put before our text.

    Mirrors `tf.debugging.assert_integer`.
    """
    certainly_integer(x, message, name)


def certainly_integer(x: TensorLike, message: str | None, name: str | None) -> Operation | None:
    """The same; while a graph is built an operation that does nothing, for others to wait for."""
    with name_scope(name or "assert_integer"):
        x = constant_of(_typed(x), "x")
        if not x.dtype.is_integer:
            raise TypeError(f'{prefix(message)}Expected "x" to be integer type.  Found: {_named(x) or "tensor "}of dtype {x.dtype}')
        return None if TS.graph is None else nothing("statically_determined_was_integer")


@tf_export("debugging.assert_type")
def assert_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None = None, name: str | None = None) -> None:
    """Raise TypeError unless the tensor `tensor` (dense, sparse or ragged) is of the type `tf_type`.

    message: text to put before ours. Mirrors `tf.debugging.assert_type`.
    """
    certainly_of_type(tensor, tf_type, message, name)


def certainly_of_type(tensor: TensorLike, tf_type: DTypeLike, message: str | None, name: str | None) -> Operation | None:
    """The same; while a graph is built an operation that does nothing, for others to wait for."""
    with name_scope(name or "assert_type"):
        tensor = constant_of(_typed(tensor), "tensor")
        check_type(tensor, as_dtype(tf_type), message)
        return None if TS.graph is None else nothing("statically_determined_correct_type")


def check_type(tensor: Tensor, tf_type: DType, message: str | None = None) -> None:
    """Raise TypeError unless the tensor is of the type `tf_type`."""
    if tensor.dtype.base_dtype != tf_type:
        raise TypeError(f"{prefix(message)}{_named(tensor) or 'tensor '}must be of type {_public(tf_type)}; got {_public(tensor.dtype)}")


def _public(dtype):
    return f"tf.{dtype.name}"


@tf_export("debugging.assert_proper_iterable", v1=["debugging.assert_proper_iterable", "assert_proper_iterable"])
def assert_proper_iterable(values: TensorLike) -> None:
    """Raise TypeError unless `values` is an iterable that is no tensor, array or string.

    Mirrors `tf.debugging.assert_proper_iterable`.
    """
    if is_tensor(values) or nest.is_composite(values) or isinstance(values, (np.ndarray, bytes, str)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


@tf_export("debugging.assert_same_float_dtype", v1=["debugging.assert_same_float_dtype", "assert_same_float_dtype"])
def assert_same_float_dtype(tensors: TensorLike | None = None, dtype: DTypeLike | None = None) -> DType:
    """The one float type that the list `tensors` and `dtype` have; float32 where neither is given.

    None among the tensors is passed over. Raises ValueError where they differ or are no floats.
    Mirrors `tf.debugging.assert_same_float_dtype`.
    """
    found = None if dtype is None else as_dtype(dtype)
    decided_by = None
    for tensor in tensors or ():
        if tensor is None:
            continue
        if found is None:
            found, decided_by = tensor.dtype.base_dtype, tensor
        elif tensor.dtype.base_dtype != found:
            beside = "" if decided_by is None else f" as {_shown(decided_by)}"
            raise ValueError(f"{_shown(tensor)}, type={tensor.dtype}, must be of the same type ({found}){beside}.")
    found = float32 if found is None else found
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found}.")
    return found


def _shown(tensor):
    return str(tensor) if isinstance(tensor, EagerTensor) else getattr(tensor, "name", tensor)


@tf_export("debugging.is_numeric_tensor", v1=["debugging.is_numeric_tensor", "is_numeric_tensor"])
def is_numeric_tensor(tensor: TensorLike) -> bool:
    """Whether `tensor` is a tensor of integers, floats, complex or quantized numbers (a variable is none).

    Mirrors `tf.debugging.is_numeric_tensor`.
    """
    return isinstance(tensor, Tensor) and tensor.dtype._kind in "iufcq"
