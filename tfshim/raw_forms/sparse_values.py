"""Sparse tensors as values: in strings, in variants and in maps of a session."""

import itertools
import threading

import numpy as np
import torch
from google.protobuf.message import DecodeError

from tfshim.engine.graphs.executor import as_object
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.io.sparse_messages import rows_of, serialize_parts, serialize_rows
from tfshim.raw_forms._nodes import computed


def serialized(x):
    """A variant tensor [3] with the indices, values and shape of a SparseTensor."""
    return _serialize(x.indices, x.values, x.dense_shape, dt.variant)


@raw_op("SerializeSparse")
def _serialize(sparse_indices, sparse_values, sparse_shape, out_type):
    if sparse_indices.shape.rank not in (None, 2):
        raise invalid(f"Input indices should be a matrix but received shape {sparse_indices.shape}")
    if sparse_values.shape.rank not in (None, 1):
        raise invalid(f"Input values should be a vector but received shape {sparse_values.shape}")
    if sparse_shape.shape.rank not in (None, 1):
        raise invalid(f"Input shape should be a vector but received shape {sparse_shape.shape}")
    parts = [sparse_indices, sparse_values, sparse_shape]
    if out_type == dt.string:
        return serialize_parts(*parts)

    def kernel(*storages):
        made = np.empty(3, object)
        for i, s in enumerate(storages):
            made[i] = as_object(s)
        return [made]

    return computed("SerializeSparse", kernel, parts, [(dt.variant, [3])], declared={"out_type": dt.variant})


@raw_op("SerializeManySparse")
def _serialize_rows(sparse_indices, sparse_values, sparse_shape, out_type):
    parts = [sparse_indices, sparse_values, sparse_shape]
    if out_type == dt.string:
        return serialize_rows(*parts)

    def kernel(*storages):
        rows = rows_of(*storages)
        made = np.empty((len(rows), 3), object)
        for i, row in enumerate(rows):
            for k, part in enumerate(row):
                made[i, k] = as_object(part)
        return [made]

    return computed("SerializeManySparse", kernel, parts, [(dt.variant, [None, 3])], declared={"out_type": dt.variant})


@raw_op("DeserializeSparse")
def _deserialize(serialized_sparse, dtype):
    kernel = _deserializer(dt.as_dtype(dtype))
    leaves = [(dt.int64, [None, None]), (dtype, [None]), (dt.int64, [None])]
    return computed("DeserializeSparse", kernel, [serialized_sparse], leaves, declared={"dtype": dt.as_dtype(dtype)})


def _parts(row, at):
    """The storages and dtype of the three tensors of a row: strings, or boxes in a variant."""
    if isinstance(row[0], np.ndarray):
        return [p[()] for p in row]
    try:
        return [tensor_of(messages.tensor.TensorProto.FromString(part)) for part in row]
    except (DecodeError, TypeError, ValueError, RuntimeError):
        raise invalid(f"Could not parse serialized_sparse[{at}, 0]") from None


def _deserializer(dtype):
    def kernel(rows):
        if rows.ndim < 1 or rows.shape[-1] != 3:
            raise invalid(f"Serialized sparse should have 3 as the last dimension but has shape {dims_text(rows.shape)}")
        leading = rows.shape[:-1]
        found = []
        for i, row in enumerate(rows.reshape(-1, 3)):
            parts = _parts(row, i)
            if hasattr(parts[1], "dtype") and hasattr(parts[1], "_t"):
                if parts[1].dtype != dtype:
                    raise invalid(
                        f"Requested SparseTensor of type {dtype.proto_name} but SparseTensor[{i}].values.dtype() == "
                        f"{parts[1].dtype.proto_name}"
                    )
                parts = [p._t for p in parts]
            found.append(parts)
        return _stacked(found, leading, dtype)

    return kernel


def _stacked(found, leading, dtype):
    """(indices, values, shape) of sparse tensors as rows behind `leading` dimensions."""
    if len({len(shape) for _, _, shape in found}) > 1:
        first = len(found[0][2])
        i = next(i for i, (_, _, shape) in enumerate(found) if len(shape) != first)
        raise invalid(
            f"Inconsistent rank across SparseTensors: rank prior to SparseTensor[{i}] was: {first} but rank of SparseTensor[{i}] is: "
            f"{len(found[i][2])}"
        )
    if not leading:
        return list(found[0])
    indices = []
    for (index, _, _), place in zip(found, itertools.product(*map(range, leading))):
        indices.append(torch.cat([torch.tensor(place).expand(len(index), len(leading)), index], 1))
    shapes = [shape for _, _, shape in found]
    rank = len(shapes[0]) if shapes else 0
    inner = torch.stack(shapes).max(0).values if shapes else torch.zeros(0, dtype=torch.int64)
    values = [value for _, value, _ in found]
    if dtype is dt.string:
        joined = np.concatenate(values) if values else np.empty(0, object)
    else:
        joined = torch.cat(values) if values else torch.zeros(0, dtype=dtype.torch)
    index = torch.cat(indices) if indices else torch.zeros(0, rank + len(leading), dtype=torch.int64)
    return [index, joined, torch.cat([torch.tensor(leading, dtype=torch.int64), inner])]


# ---------------------------------------------------------------------- maps
_maps, _lock = {}, threading.Lock()


def _map(container, shared_name, op_type):
    """{handle: parts} of a map, which all operations of its name share."""
    return _maps.setdefault((container, shared_name or op_type), ({}, itertools.count()))


@raw_op("AddSparseToTensorsMap")
def _added(sparse_indices, sparse_values, sparse_shape, container, shared_name):
    held, numbers = _map(container, shared_name, "AddSparseToTensorsMap")
    dtype = sparse_values.dtype

    def kernel(*parts):
        with _lock:
            handle = next(numbers)
            held[handle] = dtype, parts
        return [torch.tensor(handle)]

    return computed("AddSparseToTensorsMap", kernel, [sparse_indices, sparse_values, sparse_shape], [(dt.int64, [])], stateful=True)


@raw_op("AddManySparseToTensorsMap")
def _added_rows(sparse_indices, sparse_values, sparse_shape, container, shared_name):
    held, numbers = _map(container, shared_name, "AddManySparseToTensorsMap")
    dtype = sparse_values.dtype

    def kernel(indices, values, shape):
        if shape.numel() < 2:
            raise invalid(f"Rank of input SparseTensor should be > 1, but saw rank: {shape.numel()}")
        handles = []
        with _lock:
            for i in range(int(shape[0])):
                mine = (indices[:, 0] == i).nonzero().reshape(-1)
                handles.append(next(numbers))
                taken = values[mine.numpy()] if isinstance(values, np.ndarray) else values[mine]
                held[handles[-1]] = dtype, (indices[mine, 1:].contiguous(), taken, shape[1:])
        return [torch.tensor(handles, dtype=torch.int64)]

    return computed("AddManySparseToTensorsMap", kernel, [sparse_indices, sparse_values, sparse_shape], [(dt.int64, [None])], stateful=True)


@raw_op("TakeManySparseFromTensorsMap")
def _taken(sparse_handles, dtype, container, shared_name):
    """The sparse tensors of the handles as rows; the map has them no more."""
    held, _ = _map(container, shared_name, "TakeManySparseFromTensorsMap")
    wanted = dt.as_dtype(dtype)

    def kernel(handles):
        found = []
        with _lock:
            for handle in handles.tolist():
                if handle not in held:
                    raise invalid(f"Unable to find SparseTensor: {handle} in map: {shared_name or 'TakeManySparseFromTensorsMap'}")
                kept, parts = held.pop(handle)
                if kept != wanted:
                    raise invalid(
                        f"Requested SparseTensor of type {wanted.proto_name} but SparseTensor[{len(found)}].values.dtype() "
                        f"== {kept.proto_name}"
                    )
                found.append(parts)
        return _stacked(found, (len(found),), wanted)

    leaves = [(dt.int64, [None, None]), (wanted, [None]), (dt.int64, [None])]
    return computed("TakeManySparseFromTensorsMap", kernel, [sparse_handles], leaves, stateful=True)
