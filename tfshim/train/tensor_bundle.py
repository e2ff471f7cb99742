"""Checkpoints that TensorFlow wrote: an index of tensors, a sorted table of strings, and files with their bytes.

Only reading: tfshim writes safetensors. The index is a table in LevelDB's form: blocks of entries whose keys leave out
what they share with the key before, found through a block of handles that a footer points to.
"""

import glob
import os
import struct

import numpy as np
import torch

from tfshim.engine import dtypes, errors
from tfshim.engine.tensor import wrap
from tfshim.example_protos import message
from tfshim.io.crc32c import masked_crc32c

INDEX = ".index"
GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_FOOTER, _MAGIC = 48, 0xDB4775248B80FB57


def exists(prefix):
    """Whether there is a checkpoint of TensorFlow's at `prefix`."""
    return os.path.isfile(prefix + INDEX)


def files(prefix):
    """The files of the checkpoint at `prefix`."""
    return [prefix + INDEX, *sorted(glob.glob(glob.escape(prefix) + ".data-[0-9]*-of-[0-9]*"))] if exists(prefix) else []


def read(prefix):
    """(tensors by key, object graph) of the checkpoint at `prefix`; the graph is empty where variables have names only.

    Raises DataLossError for what is damaged, and NotImplementedError for what cannot be read: parts of tensors that were
    saved in several pieces, and machines with another order of bytes.
    """
    from google.protobuf.message import DecodeError

    try:
        entries = dict(_table(prefix + INDEX))
        header = message("BundleHeaderProto").FromString(entries.pop(b"", b""))
        if header.endianness:
            raise NotImplementedError(f"{prefix}: the checkpoint has its numbers in big-endian order; save it on another machine.")
        bundle, entry_of = _Data(prefix, header.num_shards), message("BundleEntryProto").FromString
        tensors = {key.decode(): bundle.tensor(key.decode(), entry_of(entry)) for key, entry in entries.items()}
    except (IndexError, struct.error, ValueError, TypeError, DecodeError) as e:
        raise _damaged(prefix, e) from None
    graph = tensors.pop(GRAPH_KEY, None)
    return tensors, [] if graph is None else object_graph(graph._t.item())


def object_graph(serialized):
    """The nodes of TensorFlow's message about the objects of a checkpoint: children, and the keys of their values."""
    from tensorboard.compat.proto.trackable_object_graph_pb2 import TrackableObjectGraph

    graph = TrackableObjectGraph.FromString(serialized)
    return [{"children": [[child.local_name, child.node_id] for child in node.children],
             "attributes": [[a.name, a.checkpoint_key, a.full_name] for a in node.attributes],
             "slots": [[s.slot_name, s.original_variable_node_id, s.slot_variable_node_id] for s in node.slot_variables]}
            for node in graph.nodes]


def _damaged(prefix, reason):
    return errors.DataLossError(None, None, f"Unable to open checkpoint {prefix}: it is damaged or no checkpoint ({reason}).")


class _Data:
    """The files with the bytes of tensors."""

    def __init__(self, prefix, shards):
        self._prefix, self._shards = prefix, shards
        self._opened = {}

    def _bytes(self, shard, offset, size):
        path = f"{self._prefix}.data-{shard:05d}-of-{self._shards:05d}"
        if shard not in self._opened:
            try:
                self._opened[shard] = np.memmap(path, np.uint8, "r") if os.path.getsize(path) else np.empty(0, np.uint8)
            except OSError as e:
                raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from e
        found = self._opened[shard][offset : offset + size].tobytes()
        if len(found) != size:
            raise ValueError(f"{path} is cut off")
        return found

    def tensor(self, key, entry):
        """The tensor that `entry` describes."""
        if entry.slices:
            raise NotImplementedError(f"{self._prefix}: {key} was saved in parts (a partitioned variable); save it as one.")
        dtype, shape = dtypes.as_dtype(entry.dtype), [d.size for d in entry.shape.dim]
        raw = self._bytes(entry.shard_id, entry.offset, entry.size)
        if dtype is dtypes.string:
            return wrap(_strings(raw, shape), dtype)
        if dtype.torch is None:
            raise NotImplementedError(f"{self._prefix}: {key} is of type {dtype.name}, which checkpoints of tfshim do not hold.")
        if masked_crc32c(raw) != entry.crc32c:
            raise ValueError(f"the checksum of {key} does not match")
        stored = torch.frombuffer(bytearray(raw), dtype=dtype.torch) if raw else torch.empty(0, dtype=dtype.torch)
        return wrap(stored.reshape(shape), dtype)


def _strings(raw, shape):
    """An array of the strings in `raw`: their lengths, a checksum, their bytes."""
    count, at, lengths = int(np.prod(shape, dtype=np.int64)), 0, []
    for _ in range(count):
        length, at = _varint(raw, at)
        lengths.append(length)
    at += 4
    out = np.empty(count, dtype=object)
    for i, length in enumerate(lengths):
        out[i] = raw[at : at + length]
        at += length
    if at != len(raw):
        raise ValueError("the lengths of strings do not match")
    return out.reshape(shape)


# ---------------------------------------------------------------------- the table of the index
def _table(path):
    """The (key, value) pairs of the table in the file `path`, in order."""
    with open(path, "rb") as f:
        data = f.read()
    if len(data) < _FOOTER or struct.unpack("<Q", data[-8:])[0] != _MAGIC:
        raise ValueError("it has no footer of a table")
    at = len(data) - _FOOTER
    for _ in range(2):  # the handle of a block of no interest here
        _, at = _varint(data, at)
    offset, at = _varint(data, at)
    size, _ = _varint(data, at)
    for _, handle in _block(data, offset, size):
        offset, at = _varint(handle, 0)
        size, _ = _varint(handle, at)
        yield from _block(data, offset, size)


def _block(data, offset, size):
    """The (key, value) pairs of one block."""
    block = data[offset : offset + size]
    kind, checksum = struct.unpack_from("<BI", data, offset + size)
    if kind:
        raise NotImplementedError("The index of the checkpoint is compressed; save it again with TensorFlow 2.")
    if masked_crc32c(data[offset : offset + size + 1]) != checksum:
        raise ValueError("a checksum of the index does not match")
    restarts = struct.unpack_from("<I", block, size - 4)[0]
    end = size - 4 * (restarts + 1)
    at, key = 0, b""
    while at < end:
        shared, at = _varint(block, at)
        own, at = _varint(block, at)
        length, at = _varint(block, at)
        key = key[:shared] + block[at : at + own]
        at += own
        yield key, block[at : at + length]
        at += length


def _varint(data, at):
    """(the number of variable length at `at`, the place after it)"""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
