"""Sparse tensors as strings: `tf.io.serialize_sparse` and the like."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from google.protobuf.message import DecodeError

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor_messages import as_varint, describe, packed_strings, raw_bytes, tensor_of, varint
from tfshim.engine.values.text import text_storage
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _only_strings(out_type):
    if dt.as_dtype(out_type) != dt.string:
        raise refused("tf.io.serialize_sparse", "variant", out_type=dt.as_dtype(out_type))


@tf_export("io.serialize_sparse")
def serialize_sparse(sp_input: TensorLike, out_type: DTypeLike = dt.string, name: str | None = None) -> Tensor:
    """A sparse tensor as three strings. Mirrors `tf.io.serialize_sparse`.

    Arguments:
        sp_input: a `tf.SparseTensor`.
        out_type: string (the default).
        name: a name for the operation in graphs.

    Returns:
        A string vector of 3: the serialized indices, values and shape.

    Raises:
        TypeError: the input is not sparse.

    Several of them, stacked, are read by `tf.io.deserialize_many_sparse`.

    Example:
        >>> strings = tf.io.serialize_sparse(tf.sparse.from_dense([0, 5, 0]))
        >>> tf.io.parse_tensor(strings[1], tf.int32)
        <tf.Tensor: shape=(1,), dtype=int32, numpy=array([5], dtype=int32)>
    """
    sp_input = convert_to_sparse(sp_input)
    _only_strings(out_type)
    return serialize_parts(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)


def _message(storage):
    """A part of a sparse tensor as a message, which holds strings as bytes of its content, unlike that of `tf.io.serialize_tensor`."""
    return _written(*_described(storage), tuple(storage.shape))


def _described(storage):
    """The dtype of a storage, and its content as bytes."""
    if isinstance(storage, np.ndarray):
        return dt.string, packed_strings(storage.reshape(-1).tolist())
    return dt.FROM_TORCH[storage.dtype], raw_bytes(storage)


@functools.lru_cache(1024)
def _beginning(dtype, shape):
    """A message without content: this is its last field, and so what the message begins with."""
    message = messages.tensor.TensorProto()
    describe(message, dtype, shape)
    return message.SerializeToString()


_CONTENT = bytes([messages.tensor.TensorProto.TENSOR_CONTENT_FIELD_NUMBER << 3 | 2])  # bytes whose number comes first


def _written(dtype, content, shape):
    """The message of a tensor of these bytes."""
    beginning = _beginning(dtype, shape)
    return b"".join((beginning, _CONTENT, as_varint(len(content)), content)) if content else beginning


@op(
    "SerializeSparse",
    sparse_indices="int64",
    sparse_values="any",
    sparse_shape="int64",
    grad=None,
    out=dt.string,
    shape_fn=lambda *_: (dt.string, [3]),
)
def serialize_parts(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, name: str | None = None) -> Tensor:
    """The three strings of a sparse tensor."""
    out = np.empty(3, object)
    out[:] = [_message(part) for part in (sparse_indices, sparse_values, sparse_shape)]
    return out


@op(
    "SerializeManySparse",
    sparse_indices="int64",
    sparse_values="any",
    sparse_shape="int64",
    grad=None,
    out=dt.string,
    shape_fn=lambda *_: (dt.string, [None, 3]),
)
def serialize_rows(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, name: str | None = None) -> Tensor:
    """The serialized rows of a sparse tensor."""
    places, values, ends = _by_rows(sparse_indices, sparse_values, sparse_shape)
    shape, rank = _message(sparse_shape[1:]), places.shape[1]
    strings = isinstance(values, np.ndarray)
    kind = dt.string if strings else dt.FROM_TORCH[values.dtype]
    places, size = raw_bytes(places), 0 if strings else values.element_size()
    data = values.tolist() if strings else raw_bytes(values)
    made = []
    for a, b in itertools.pairwise(ends):
        content = packed_strings(data[a:b]) if strings else data[a * size : b * size]
        made += (
            _written(dt.int64, places[a * rank * 8 : b * rank * 8], (b - a, rank)),
            _written(kind, content, (b - a,)),
            shape,
        )
    return text_storage(made, (len(ends) - 1, 3))


def rows_of(indices: Any, values: Any, shape: Any) -> list[tuple[Any, Any, Any]]:
    """The storages of the indices, values and shape of each row of a sparse tensor. Raises InvalidArgumentError for a vector."""
    places, values, ends = _by_rows(indices, values, shape)
    return [(places[a:b], values[a:b], shape[1:]) for a, b in itertools.pairwise(ends)]


def _by_rows(indices: Any, values: Any, shape: Any) -> tuple[Any, Any, list[int]]:
    """The indices within rows and the values, those of each row together, and the places at which rows begin and end."""
    if shape.numel() < 2:
        raise invalid(f"Rank of input SparseTensor should be > 1, but saw rank: {shape.numel()}")
    first, places = indices[:, 0].contiguous(), indices[:, 1:]
    if bool((first[1:] < first[:-1]).any()):
        first, order = first.sort(stable=True)
        places, values = places[order], values[order.numpy(force=True)] if isinstance(values, np.ndarray) else values[order]
    ends = torch.searchsorted(first, torch.arange(int(shape[0]) + 1, device=first.device))
    return places.contiguous(), values, ends.tolist()


@tf_export("io.serialize_many_sparse")
def serialize_many_sparse(sp_input: TensorLike, out_type: DTypeLike = dt.string, name: str | None = None) -> Tensor:
    """The rows of a sparse tensor, each as three strings. Mirrors `tf.io.serialize_many_sparse`.

    Arguments:
        sp_input: a `tf.SparseTensor` of rank 2 or more; its rows lie along the first axis.
        out_type: string (the default).
        name: a name for the operation in graphs.

    Returns:
        A string tensor of shape [rows, 3]: what `tf.io.serialize_sparse` gives for each.

    Raises:
        InvalidArgumentError: the rank is below 2.

    `tf.io.deserialize_many_sparse` reads any of the rows, in any order.

    Example:
        >>> rows = tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 5], [7, 0]]))
        >>> tf.sparse.to_dense(tf.io.deserialize_many_sparse(rows[::-1], tf.int32))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[7, 0],
               [0, 5]], dtype=int32)>
    """
    sp_input = convert_to_sparse(sp_input)
    _only_strings(out_type)
    return serialize_rows(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)


@functools.lru_cache(1024)
def _what_begins(beginning):
    """The number of the dtype and the shape of a message that begins so."""
    message = messages.tensor.TensorProto.FromString(beginning)
    return message.dtype, tuple(d.size for d in message.tensor_shape.dim)


def _parted(message):
    """(number of the dtype, shape, content) of a message that is written as `_written` does. Raises ValueError or IndexError for others."""
    # The dtype, in a byte, the shape, whose length is one, and the content.
    end = 4 + message[3]
    if message[0] != 8 or message[1] > 127 or message[2] != 0x12 or message[3] > 127:
        raise ValueError("another message")
    size = 0
    if len(message) > end:
        size, at = varint(message, end + 1)
        if message[end] != _CONTENT[0] or len(message) != at + size:
            raise ValueError("another message")
    return (*_what_begins(message[:end]), message[len(message) - size :])


def _plain_rows(rows, dtype):
    """(indices, values, shape) of stacked rows of numbers; None where one is written in another way, or is not in order."""
    if dtype.torch is None or dtype._kind not in "fiubc":
        return None
    integers, number = dt.int64.as_datatype_enum, dtype.as_datatype_enum
    counts, contents, values, shapes, ranks = [], [], [], [], set()
    try:
        for index, value, shape in (map(_parted, row) for row in rows):
            if index[0] != integers or shape[0] != integers or value[0] != number:
                return None
            (count, rank), (length,), (sizes,) = index[1], value[1], shape[1]
            if count != length or rank != sizes or len(index[2]) != count * rank * 8 or len(value[2]) != count * dtype.size:
                return None
            if len(shape[2]) != rank * 8:
                return None
            ranks.add(rank)
            counts.append(count)
            contents.append(index[2])
            values.append(value[2])
            shapes.append(shape[2])
    except (DecodeError, TypeError, ValueError, IndexError):
        return None
    if len(ranks) != 1 or 0 in ranks:
        return None
    (rank,) = ranks
    number = np.repeat(np.arange(len(rows)), counts)[:, None]
    index = np.concatenate((number, np.frombuffer(b"".join(contents), "<i8").reshape(-1, rank)), 1)
    longest = np.frombuffer(b"".join(shapes), "<i8").reshape(-1, rank).max(0)
    joined = bytearray(b"".join(values))
    flat = torch.frombuffer(joined, dtype=dtype.torch) if joined else torch.zeros(0, dtype=dtype.torch)
    return torch.from_numpy(index), flat, torch.from_numpy(np.concatenate(([len(rows)], longest)))


@op(
    "DeserializeManySparse",
    serialized_sparse="string",
    dtype="dtype",
    grad=None,
    scope="",
    shape_fn=lambda s, dtype, *_: ((dt.int64, [None, None]), (dtype, [None]), (dt.int64, [None])),
)
def _deserialize_many(serialized_sparse, dtype, name=None):
    """(indices, values, shape) of the stacked rows."""
    if serialized_sparse.ndim != 2 or serialized_sparse.shape[1] != 3:
        raise invalid(f"Serialized sparse should have 3 columns but has shape {dims_text(serialized_sparse.shape)}")
    made = _plain_rows(serialized_sparse.tolist(), dtype)
    if made is not None:
        return made
    indices, values, shapes = [], [], []
    for i, row in enumerate(serialized_sparse):
        try:
            index, value, shape = (tensor_of(messages.tensor.TensorProto.FromString(part)) for part in row)
        except (DecodeError, TypeError, ValueError, RuntimeError):
            raise invalid(f"Could not parse serialized_sparse[{i}, 0]") from None
        if value.dtype != dtype:
            raise invalid(
                f"Requested SparseTensor of type {dtype.proto_name} but SparseTensor[{i}].values.dtype() == {value.dtype.proto_name}"
            )
        if index.dtype != dt.int64 or shape.dtype != dt.int64 or index._t.ndim != 2 or shape._t.ndim != 1:
            raise invalid(f"Expected serialized_sparse[{i}] to hold int64 indices and an int64 shape")
        if shapes and len(shapes[0]) != len(shape._t):
            raise invalid(
                f"Inconsistent rank across SparseTensors: rank prior to SparseTensor[{i}] was: {len(shapes[0])} but rank of "
                f"SparseTensor[{i}] is: {len(shape._t)}"
            )
        indices.append(torch.cat([torch.full((len(index._t), 1), i), index._t], 1))
        values.append(value._t)
        shapes.append(shape._t)
    rank = len(shapes[0]) if shapes else 0
    whole = torch.cat([torch.tensor([len(shapes)]), torch.stack(shapes).max(0).values if shapes else torch.zeros(rank, dtype=torch.int64)])
    index = torch.cat(indices) if indices else torch.zeros(0, 1 + rank, dtype=torch.int64)
    if dtype is dt.string:
        return index, np.concatenate(values) if values else np.empty(0, object), whole
    return index, torch.cat(values) if values else torch.zeros(0, dtype=dtype.torch), whole


@tf_export("io.deserialize_many_sparse", v1=["io.deserialize_many_sparse", "deserialize_many_sparse"])
def deserialize_many_sparse(
    serialized_sparse: TensorLike, dtype: DTypeLike, rank: TensorLike | None = None, name: str | None = None
) -> SparseTensor:
    """The sparse tensor whose rows are given as three strings each. Mirrors `tf.io.deserialize_many_sparse`.

    Arguments:
        serialized_sparse: a string tensor of shape [rows, 3], as `tf.io.serialize_many_sparse` gives it.
        dtype: the dtype of the values.
        rank: the rank of a row, for the static shape; None (the default) where it is not known.
        name: a name for the operation in graphs.

    Returns:
        A `tf.SparseTensor` with a first axis for the rows; each other axis is as long as its longest.

    Raises:
        InvalidArgumentError: other strings, or rows of different ranks.
        ValueError: another rank.

    Example:
        >>> rows = tf.io.serialize_many_sparse(tf.sparse.from_dense([[0, 5], [7, 0]]))
        >>> tf.io.deserialize_many_sparse(rows, tf.int32).values
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([5, 7], dtype=int32)>
    """
    indices, values, shape = _deserialize_many(convert_to_tensor(serialized_sparse, dt.string), dt.as_dtype(dtype), name=name)
    if rank is not None:
        for part, wanted in ((indices, [None, rank]), (shape, [rank])):
            if not part.shape.is_compatible_with(wanted):
                raise ValueError(f"Tensor's shape {part.shape} is not compatible with supplied shape {TensorShape(wanted).as_list()}.")
            part.set_shape(wanted)
    return SparseTensor(indices, values, shape)
