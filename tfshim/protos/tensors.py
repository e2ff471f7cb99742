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
    """A TensorProto message of a value. Mirrors `tf.make_tensor_proto`.

    Arguments:
        values: numbers, strings, nested lists of them, a NumPy array or an eager tensor.
        dtype: the dtype that the elements must fit; None (the default) takes what `tf.constant` would.
        shape: the shape of the tensor; fewer elements than it has are repeated from the last one.
        verify_shape: True demands that `values` have that shape; False by default.
        allow_broadcast: True lets one value stand for any shape with `verify_shape`; False by default.

    Returns:
        The message, which other programs and TensorFlow Serving read; `tf.make_ndarray` is the inverse.

    Raises:
        TypeError, ValueError: elements, dtype and shape do not go together.

    Example:
        >>> message = tf.make_tensor_proto([1.5, 2.5])
        >>> message.dtype == tf.float32.as_datatype_enum, [d.size for d in message.tensor_shape.dim]
        (True, [2])
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
    """The NumPy array that a TensorProto message holds. Mirrors `tf.make_ndarray`.

    Arguments:
        tensor: a `tf.compat.v1.TensorProto`, as `tf.make_tensor_proto` and files of TensorFlow have it.

    Returns:
        An array of its shape and dtype; strings give an object array of bytes, bfloat16 the type of ml_dtypes.

    Raises:
        TypeError: the dtype has no array.

    Values of summaries that were read from event files are decoded with it.

    Example:
        >>> tf.make_ndarray(tf.make_tensor_proto([[1, 2], [3, 4]]))
        array([[1, 2],
               [3, 4]], dtype=int32)
    """
    made = tensor_of(tensor)
    return np.asarray(made.numpy(), dtype=object if made.dtype == dtypes.string else None)


@tf_export("get_static_value")
def get_static_value(tensor: TensorLike, partial: bool = False) -> Any:
    """The value of a tensor, as far as it is known without running anything. Mirrors `tf.get_static_value`.

    Arguments:
        tensor: a tensor; what is none is returned as it is.
        partial: True gives a vector of which only some elements are known as an object array with None for the rest;
            False by default.

    Returns:
        A NumPy array (of eager tensors always, of those of graphs for constants and what follows from them), or None. A
        variable gives None.

    While a function is traced, sizes and axes that the caller computed can so be used as Python numbers.

    Example:
        >>> tf.get_static_value(tf.constant([1, 2]))
        array([1, 2], dtype=int32)
        >>> @tf.function
        ... def known(x):
        ...     print(tf.get_static_value(x), tf.get_static_value(tf.constant(2)))
        >>> known(tf.constant(1.0))
        None 2
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
    # A symbolic tensor keeps its value under two substitutions for unknown sizes (see `abstract`), which differ in each of them.
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
