"""Tensors as serialized messages, and as the raw bytes of their elements."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import numpy as np
import torch
from google.protobuf.message import DecodeError

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.type_errors import not_allowed
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype, string
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor_messages import describe, raw_bytes, tensor_of
from tfshim.engine.values.text import lengths_in
from tfshim.io._strings import boxed
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


__all__ = ["decode_raw", "parse_tensor", "serialize_tensor"]


@tf_export("io.serialize_tensor", v1=["io.serialize_tensor", "serialize_tensor"])
@op("SerializeTensor", tensor="any", grad=None, out=string, shape_fn=lambda *_: (string, ()))
def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """A tensor as a string: a serialized TensorProto message. Mirrors `tf.io.serialize_tensor`.

    Arguments:
        tensor: a tensor of any dtype and shape, or what converts to one.
        name: a name for the operation in graphs.

    Returns:
        A string scalar, which `tf.io.parse_tensor` reads, here and in TensorFlow.

    It puts arrays of any shape into the bytes of Example messages, which themselves hold only vectors.

    Example:
        >>> message = tf.io.serialize_tensor([1.5, 2.5])
        >>> tf.io.parse_tensor(message, tf.float32)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.5, 2.5], dtype=float32)>
    """
    message = messages.tensor.TensorProto()
    if isinstance(tensor, np.ndarray):
        describe(message, string, tensor.shape)
        message.string_val.extend(tensor.reshape(-1).tolist())
    else:
        describe(message, dtypes.FROM_TORCH[tensor.dtype], tensor.shape)
        message.tensor_content = raw_bytes(tensor)
    return boxed(message.SerializeToString())


@tf_export("io.parse_tensor", v1=["io.parse_tensor", "parse_tensor"])
def parse_tensor(serialized: TensorLike, out_type: DTypeLike, name: str | None = None) -> Tensor:
    """The tensor that a serialized TensorProto message holds. Mirrors `tf.io.parse_tensor`.

    Arguments:
        serialized: a string scalar, as `tf.io.serialize_tensor` gives it.
        out_type: the dtype of the tensor, which must be that of the message.
        name: a name for the operation in graphs.

    Returns:
        A tensor; in a graph its shape is not known before it runs: `tf.ensure_shape` says what it is.

    Raises:
        InvalidArgumentError: the string is no such message, or has another dtype.

    Example:
        >>> message = tf.io.serialize_tensor([[1, 2], [3, 4]])
        >>> tf.io.parse_tensor(message, tf.int32)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [3, 4]], dtype=int32)>
    """
    out_type = as_dtype(out_type)
    if out_type.is_quantized:
        raise refused("tf.io.parse_tensor", "quantized", out_type=out_type)
    return _parse_tensor(serialized, out_type, name=name)


@op(
    "ParseTensor",
    serialized="string",
    out_type="dtype",
    scope="",
    grad=None,
    shape_fn=lambda serialized, out_type: (out_type, None),
)
def _parse_tensor(serialized, out_type, name=None):
    if serialized.ndim:
        raise invalid(f"Expected `serialized` to be a scalar, got shape: {dims_text(serialized.shape)}")
    data = serialized[()]
    try:
        message = messages.tensor.TensorProto.FromString(data)
    except DecodeError as error:
        shown = base64.b64encode(data).decode()
        raise invalid(f"Could not parse `serialized` as TensorProto, base64: {shown}") from error
    if not message.dtype:
        raise invalid(f"Cannot parse tensor from proto: {message}")
    try:
        found = as_dtype(message.dtype)
    except TypeError as error:
        raise invalid(f"Cannot parse tensor from proto: {message}") from error
    if found != out_type:
        raise invalid(f"Type mismatch between parsed tensor ({found.proto_name}) and dtype ({out_type.proto_name})")
    try:
        return tensor_of(message)._t
    except (ValueError, RuntimeError, TypeError, errors.ResourceExhaustedError) as error:
        raise invalid(f"Cannot parse tensor from proto: {message}") from error


# The types TensorFlow decodes raw bytes to.
_RAW = dtypes.REALS | dtypes.COMPLEX | dtypes.SIGNED_INTS | dtypes.BOOL | dtypes.uint8.mask | dtypes.uint16.mask


@tf_export("io.decode_raw")
def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: IntLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The bytes of strings, read as numbers. Mirrors `tf.io.decode_raw`.

    Arguments:
        input_bytes: a string tensor, whose strings all have one length.
        out_type: the dtype of the numbers.
        little_endian: False reads the high byte first; True by default.
        fixed_length: how many bytes to take of each: longer ones are cut, shorter ones filled with zeros; None (the
            default) takes all.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the shape of `input_bytes` and one more axis.

    Raises:
        InvalidArgumentError: the lengths differ, or are no multiple of the size of `out_type`.

    Example:
        >>> tf.io.decode_raw(["abc", "xyz"], tf.uint8)
        <tf.Tensor: shape=(2, 3), dtype=uint8, numpy=
        array([[ 97,  98,  99],
               [120, 121, 122]], dtype=uint8)>
        >>> tf.io.decode_raw(np.float32([1.5, -2.0]).tobytes(), tf.float32)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 1.5, -2. ], dtype=float32)>
    """
    out_type = as_dtype(out_type)
    strings = convert_to_tensor(input_bytes, string)
    o = (_decode_raw if fixed_length is None else _decode_padded)._tfshim_op
    if not out_type.mask & _RAW:
        raise not_allowed(o, None, "out_type", out_type, _RAW)
    if fixed_length is None:
        return _decode_raw(strings, out_type, little_endian, name=name)
    return _decode_padded(strings, fixed_length, out_type, little_endian, name=name)


def _raw_shape(strings, *_):
    return strings.shape.concatenate([None])


def _padded_shape(strings, length, out_type):
    return strings.shape.concatenate([length // out_type.size if isinstance(length, int) else None])


@op(
    "DecodeRaw",
    input_bytes="string",
    out_type="dtype",
    grad=None,
    shape_fn=lambda strings, out_type, *_: (out_type, _raw_shape(strings)),
)
def _decode_raw(input_bytes, out_type, little_endian, name=None):
    flat = input_bytes.reshape(-1).tolist()
    size = len(flat[0]) if flat else 0
    others = np.flatnonzero(lengths_in(input_bytes) != size)
    if len(others):
        i = int(others[0])
        raise invalid(f"DecodeRaw requires input strings to all be the same size, but element {i} has size {size} != {len(flat[i])}")
    if size % out_type.size:
        raise invalid(f"Input to DecodeRaw has length {size} that is not a multiple of {out_type.size}, the size of {out_type.proto_name}")
    return _numbers(flat, input_bytes.shape, size, out_type, little_endian)


@op(
    "DecodePaddedRaw",
    input_bytes="string",
    fixed_length="int",
    out_type="dtype",
    grad=None,
    shape_fn=lambda strings, length, out_type, *_: (out_type, _padded_shape(strings, length, out_type)),
)
def _decode_padded(input_bytes, fixed_length, out_type, little_endian, name=None):
    if fixed_length <= 0 or fixed_length % out_type.size:
        raise invalid(f"fixed_length ({fixed_length}) must be a multiple of the size of out_type ({out_type.size})")
    flat = [item[:fixed_length].ljust(fixed_length, b"\0") for item in input_bytes.reshape(-1)]
    return _numbers(flat, input_bytes.shape, fixed_length, out_type, little_endian)


def _numbers(strings, shape, size, dtype, little_endian):
    """The torch tensor of `strings`, each of `size` bytes, as numbers."""
    count = size // dtype.size
    if not strings or not count:
        return torch.empty((*shape, count), dtype=dtype.torch)
    data = np.frombuffer(bytearray(b"".join(strings)), np.uint8)
    if not little_endian:
        part = dtype.size // 2 if dtype.is_complex else dtype.size
        data = data.reshape(-1, part)[:, ::-1].reshape(-1).copy()
    if dtype == dtypes.bool:
        return torch.from_numpy(data != 0).reshape(*shape, count)
    return torch.from_numpy(data).view(dtype.torch).reshape(*shape, count)
