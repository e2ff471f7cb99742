"""Tensors as protocol messages: `tf.make_tensor_proto`, `tf.make_ndarray`, `tf.get_static_value`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import constants_in_graphs, dtypes
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
    shown = callable(getattr(values, "__array__", None)) or isinstance(getattr(values, "__array_interface__", None), dict)
    if shown and not isinstance(values, (EagerTensor, TensorShape)):
        values = np.asarray(values)
        if values.dtype.kind == "O":
            unfit = next((x for x in values.reshape(-1) if not isinstance(x, (str, bytes))), None)
            if unfit is not None:
                raise TypeError(f"Expected binary or unicode string, got {unfit!r}")
        elif values.dtype.kind in "mM":
            as_dtype(values.dtype)  # which tells that there is none
    elif not isinstance(values, EagerTensor):
        # Messages hold what constants of a graph do, which NumPy makes of numbers and lists.
        if dtype is not None and dtype.name in _QUANTIZED:
            values = _of_tuples(values, dtype)
        elif dtype is not None and dtype._kind not in _OF_LISTS:
            raise TypeError(f"`dtype` {dtype} is not compatible with {values} of dtype {np.array(values).dtype}.")
        made = constants_in_graphs.constant(values, dtype)
        if made is not None:
            values, dtype = made
    made = convert_to_tensor(values, dtype)
    return made._t, made._dt


_OF_LISTS = "biufcs"  # kinds of dtypes that lists have elements of
_QUANTIZED = ("qint8", "quint8", "qint16", "quint16", "qint32")


def _of_tuples(values, dtype):
    """Elements of a quantized dtype are written as tuples of one number: what is in these, in lists as they are nested."""
    if isinstance(values, list):
        return [_of_tuples(v, dtype) for v in values]
    if not isinstance(values, tuple) or len(values) != 1:
        raise TypeError(f"Expected {dtype.name}, but got {values} of type '{type(values).__name__}'.")
    return values[0]


@tf_export("make_ndarray")
def make_ndarray(tensor: TensorLike) -> np.ndarray:
    """The NumPy array that a TensorProto message holds. Mirrors `tf.make_ndarray`.

    Values of summaries that were read from files of events are decoded with it, and the constants in a GraphDef. `tf.io.parse_tensor` is
    for the bytes of such a message, in graphs as well.

    Arguments:
        tensor: a `tf.compat.v1.TensorProto`, as `tf.make_tensor_proto` and files of TensorFlow have it.

    Returns:
        an array of its shape and dtype; strings give an object array of bytes, bfloat16 the type of ml_dtypes.

    Raises:
        TypeError: the dtype has no array.

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
        value = node.arguments[0].numpy()
        return np.asarray(value, object if isinstance(value, bytes) else None)  # numbers too are arrays here
    if getattr(tensor, "_static", None) is not None:
        return np.asarray(tensor._static.numpy())
    # A symbolic tensor keeps its value under two substitutions for unknown sizes (see `abstract`), which differ in each of them.
    a, b = getattr(tensor, "_a", None), getattr(tensor, "_b", None)
    if a is None or a.is_meta or b.is_meta or a.shape != b.shape:
        return _stacked(tensor) if partial else None
    if a is b or torch.equal(a, b):
        return a.numpy().copy()
    if not partial or a.dim() != 1:
        return None
    known = [np.asarray(x.numpy()) if bool(x == y) else None for x, y in zip(a, b, strict=True)]
    out = np.empty(len(known), dtype=object)
    for i, value in enumerate(known):
        out[i] = value
    return out


def _stacked(tensor: Tensor) -> Any:
    """What is known of the symbolic `tensor` where it is stacked along the first axis of values of which some are known, or one of
    those; None elsewhere."""
    node: Any = getattr(tensor, "op", None)
    kind = getattr(node, "type", None)
    if kind in ("Unpack", "Split"):
        of = node.inputs[0 if kind == "Unpack" else 1]
        axis = node.get_attr("axis") if kind == "Unpack" else get_static_value(node.inputs[0])
        known = _stacked(of) if axis == 0 else None
        if known is None or len(known) % len(node.outputs):
            return None
        at = next(i for i, x in enumerate(node.outputs) if x is tensor)
        return known[at] if kind == "Unpack" else np.split(known, len(node.outputs))[at]
    if kind != "Pack" or node.get_attr("axis") != 0:
        return None
    rows = [get_static_value(x, partial=True) for x in node.inputs]
    known = [row for row in rows if row is not None]
    if len(known) == len(rows) and len({np.shape(row) for row in rows}) == 1 and (tensor.shape.rank != 1):
        return np.array(rows)
    made = np.empty(len(rows), dtype=object)
    for i, row in enumerate(rows):
        made[i] = None if row is None else np.asarray(row)
    return made


def _sizes(tensor: Tensor) -> list[Any] | None:
    """The elements of the symbolic vector `tensor`, with None for those that are not known; None where not even their number is."""
    value = get_static_value(tensor, partial=True)
    if value is not None and np.ndim(value) == 1:
        return list(value)
    node: Any = getattr(tensor, "op", None)
    kind, found = getattr(node, "type", None), None
    if kind == "Cast":
        found = _sizes(node.inputs[0])
    elif kind == "_ShapeOfRows" and node.inputs[0].shape.rank is not None:  # of a gradient by rows
        found = node.inputs[0].shape.as_list()
    elif kind == "ConcatV2":
        # The axis is an input of nodes that are read from files, after what they join.
        parts = [_sizes(x) for x in node.inputs if x.shape.rank != 0]
        found = None if any(part is None for part in parts) else [n for part in parts for n in part]
    elif kind == "StridedSlice" and not any(node.get_attr(f"{which}_mask") for which in ("ellipsis", "new_axis", "shrink_axis")):
        whole, bounds = _sizes(node.inputs[0]), [_only(x) for x in node.arguments[1:4]]
        if whole is not None and None not in bounds:
            begin, end, step = bounds
            found = whole[slice(None if node.get_attr("begin_mask") else begin, None if node.get_attr("end_mask") else end, step)]
    if found is None and tensor.shape.rank == 1 and tensor.shape[0] is not None:
        found = [None] * tensor.shape[0]
    return found


def _only(bound: Any) -> int | None:
    """The one number of what bounds a slice, None where it is not known or not the only one."""
    if bound is None:  # no strides
        return 1
    value = get_static_value(bound) if isinstance(bound, Tensor) else bound
    return int(np.ravel(value)[0]) if value is not None and np.size(value) == 1 else None


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
    if shape.rank == 0:
        _check_unknown(get_static_value(tensor))
        return TensorShape(None)
    shape.assert_has_rank(1)
    sizes = _sizes(tensor)
    return TensorShape(None if sizes is None else [None if d is None or d == -1 else int(d) for d in sizes])


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


higher.install(shape_of_sizes=constant_value_as_shape)
