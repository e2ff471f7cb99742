"""Tensors as protocol messages: `tf.make_tensor_proto`, `tf.make_ndarray`, `tf.get_static_value`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.tensor_messages import fill_message, tensor_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("make_tensor_proto")
def make_tensor_proto(
    values: TensorLike,
    dtype: DTypeLike | None = None,
    shape: SizesLike | None = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """A TensorProto message of `values` (Python numbers or strings, nested lists, arrays, eager tensors).

    `dtype` is demanded of the elements. `shape` is the shape of the tensor; fewer elements than it has are repeated
    from the last one, more raise `ValueError`. With `verify_shape` the shape must be that of `values`, else
    `TypeError`. `allow_broadcast` allows one value for any `shape` with `verify_shape`. Mirrors `tf.make_tensor_proto`.
    """
    if isinstance(values, messages.tensor.TensorProto):
        return values
    if values is None:
        raise ValueError("None values not supported.")
    dtype = None if dtype is None else as_dtype(dtype)
    storage, dtype = _storage(values, dtype)
    own = tuple(storage.shape)
    count = int(np.prod(own, dtype=np.int64))
    if shape is None:
        shape = own
    else:
        shape = tuple(int(d) for d in (shape.as_list() if isinstance(shape, TensorShape) else shape))
        if verify_shape and shape != own and not (allow_broadcast and count == 1):
            raise TypeError(f"Expected Tensor's shape: {shape}, but got {own}.")
        room = int(np.prod(shape, dtype=np.int64))
        if count > room:
            raise ValueError(f"Too many elements provided. Takes at most {room}, but got {count}.")
    return fill_message(messages.tensor.TensorProto(), storage, dtype, shape)


def _storage(values, dtype):
    """The storage of `values` and its DType."""
    if isinstance(values, Tensor) and not isinstance(values, EagerTensor):
        raise TypeError(f"make_tensor_proto needs values, but {values!r} is a symbolic tensor of a graph.")
    try:
        made = convert_to_tensor(values, dtype)
    except TypeError:
        if dtype is None or isinstance(values, (list, tuple, np.ndarray)):
            raise
        raise TypeError(f"Expected {dtype.name}, but got {values} of type '{type(values).__name__}'.") from None
    except ValueError:
        # Messages may hold what NumPy makes of a list and tensors refuse: complex numbers beside real ones.
        if dtype is not None or not isinstance(values, (list, tuple)):
            raise
        array = np.array(values)
        if array.dtype.kind != "c":
            raise
        made = convert_to_tensor(array)
    return made._t, made._dt


@tf_export("make_ndarray")
def make_ndarray(tensor: TensorLike) -> np.ndarray:
    """The NumPy array of the TensorProto message `tensor`; strings give an object array of bytes.

    Raises `TypeError` for types that have no array. Mirrors `tf.make_ndarray`.
    """
    made = tensor_of(tensor)
    return np.asarray(made.numpy(), dtype=object if made.dtype == dtypes.string else None)


@tf_export("get_static_value")
def get_static_value(tensor: TensorLike, partial: bool = False) -> Any:
    """The value of `tensor` as far as it is known without running a graph: an array, or None.

    With `partial`, a vector of which only some elements are known gives an object array with None for the rest. What
    is no tensor is returned as it is, a variable gives None. Mirrors `tf.get_static_value`.
    """
    if isinstance(tensor, EagerTensor):
        return tensor.numpy()
    if hasattr(type(tensor), "_tfshim_value"):
        return None
    if not isinstance(tensor, Tensor):
        return tensor
    node = getattr(tensor, "op", None)
    if getattr(node, "type", None) == "Const" and isinstance(node.arguments[0], EagerTensor):
        return node.arguments[0].numpy()
    if getattr(tensor, "_static", None) is not None:
        return tensor._static.numpy()
    # A symbolic tensor keeps its value under two substitutions for unknown sizes (see `infer`), which differ in each of them.
    a, b = getattr(tensor, "_a", None), getattr(tensor, "_b", None)
    if a is None or a.is_meta or b.is_meta or a.shape != b.shape:
        return None
    if a is b or torch.equal(a, b):
        return a.numpy().copy()
    if not partial or a.dim() != 1:
        return None
    known = [np.asarray(x.numpy()) if bool(x == y) else None for x, y in zip(a, b, strict=True)]
    out = np.empty(len(known), dtype=object)
    for i, value in enumerate(known):
        out[i] = value
    return out


@tf_private("tensorflow.python.framework.tensor_util.constant_value_as_shape")
def constant_value_as_shape(tensor: TensorLike) -> TensorShape:
    """The `TensorShape` that `tensor`, a vector of sizes, says, as far as it is known without running a graph.

    -1 and what is not known are unknown sizes; a scalar -1 is a shape of unknown rank. Raises ValueError for what is neither.
    """
    if isinstance(tensor, EagerTensor):
        value: Any = tensor.numpy()
        if not value.ndim:
            _check_unknown(value)
            return TensorShape(None)
        return TensorShape([None if d == -1 else int(d) for d in value])
    shape = tensor.get_shape()
    value = get_static_value(tensor, partial=True)
    if shape.rank == 0:
        _check_unknown(value)
        return TensorShape(None)
    shape = shape.with_rank(1)
    if value is not None:
        return TensorShape([None if d is None or d == -1 else int(d) for d in value])
    return TensorShape(None if shape[0] is None else [None] * shape[0])


def _check_unknown(value: Any) -> None:
    if value is None:
        raise ValueError("Received a scalar with unknown value as shape; require a statically known scalar with value '-1'.")
    if value != -1:
        raise ValueError(
            f"Received a scalar value '{value}' as shape; require a statically known scalar with value '-1' to describe an unknown shape."
        )


@tf_private("tensorflow.python.framework.tensor_util.try_evaluate_constant")
def try_evaluate_constant(tensor: TensorLike) -> Any:
    """The value of the symbolic tensor `tensor` as an array, None where it is not known without running the graph."""
    if isinstance(tensor, EagerTensor):
        return tensor.graph  # raises what asking an eager tensor for its graph raises
    return get_static_value(tensor)
