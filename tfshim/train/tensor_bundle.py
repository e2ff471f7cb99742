"""Checkpoints in TensorFlow's format: an index of tensors, a sorted table of strings, and files with their bytes.

This is the reading of them; `bundle_writing` writes.
"""

import functools
import glob
import math
import os
import re

import numpy as np
import torch

from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import wrap
from tfshim.engine.values.tensor_messages import as_bytes, varint
from tfshim.files.mapped import MappedFile, in_threads, read_all
from tfshim.io.crc32c import crc32c, crc32c_of, masked, masked_crc32c
from tfshim.protos.examples import message
from tfshim.refusals import refused
from tfshim.train import slices, sorted_table
from tfshim.train.object_graph import checked_graph, parsed_graph, with_own_states
from tfshim.train.sorted_table import damage_errors

INDEX = ".index"
GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_VERSION = 1  # of the form, as the header counts it


def exists(prefix):
    """Whether there is a checkpoint of TensorFlow's at `prefix`."""
    return os.path.isfile(prefix + INDEX)


def data_path(prefix, number, count):
    """The file of that number with the bytes of tensors, of `count` ones."""
    return f"{prefix}.data-{number:05d}-of-{count:05d}"


def files(prefix):
    """The files of the checkpoint at `prefix`."""
    return [prefix + INDEX, *sorted(glob.glob(glob.escape(prefix) + ".data-[0-9]*-of-[0-9]*"))] if exists(prefix) else []


def read(prefix):
    """(tensors by key, object graph) of the checkpoint at `prefix`; the graph is empty where variables have names only. See `Contents`."""
    found = Contents(prefix)
    return {key: found.tensor(key) for key in found.specs}, found.nodes


class Contents:
    """What the checkpoint at `prefix` holds: `specs` (key -> DType and shape), and tensors and the object graph on demand.

    Raises DataLossError for what is damaged, in the index at once and in a tensor when it is read, and NotImplementedError for what
    cannot be read: types that are unknown here, and machines with another order of bytes.
    """

    def __init__(self, prefix):
        self._prefix = prefix
        with damage_errors(self._prefix):
            entries = dict(sorted_table.pairs(prefix + INDEX))
            if b"" not in entries:
                raise ValueError("its index has no header")
            self._shards = self._checked_header(message("BundleHeaderProto").FromString(entries.pop(b""))).num_shards
            parse = message("BundleEntryProto").FromString
            self._entries = {key: parse(entry) for key, entry in entries.items()}
            # The keys of parts of tensors begin with a zero byte: no name does.
            names = [key.decode() for key in self._entries if not key.startswith(b"\0")]
            self.specs = {name: self._spec(name, self._entries[name.encode()]) for name in names if name != GRAPH_KEY}
        self._opened = {}

    def _checked_header(self, header):
        if header.endianness:
            raise refused("tf.train.load_checkpoint", "big-endian", prefix=self._prefix)
        if header.version.min_consumer > _VERSION or _VERSION in header.version.bad_consumers:
            raise refused("tf.train.load_checkpoint", "version", prefix=self._prefix, needed=header.version.min_consumer, own=_VERSION)
        return header

    def _spec(self, key, entry):
        dtype, shape = dtypes.as_dtype(entry.dtype), [d.size for d in entry.shape.dim]
        if entry.shape.unknown_rank or any(n < 0 for n in shape):
            raise ValueError(f"the shape of {key} is not known")
        return dtype, shape

    has_graph = property(lambda self: GRAPH_KEY.encode() in self._entries, doc="Whether it knows objects, not names of variables only.")

    @functools.cached_property
    def nodes(self):
        """The object graph, empty where variables have names only."""
        if not self.has_graph:
            return []
        with damage_errors(self._prefix):
            nodes = checked_graph(parsed_graph(self._tensor(GRAPH_KEY.encode())._t.item()))
            return with_own_states(nodes, self.specs)

    def tensor(self, key):
        """The tensor of a key."""
        with damage_errors(self._prefix):
            return self._tensor(key.encode())

    def check(self):
        """Raise DataLossError if any tensor is damaged, and NotImplementedError if it cannot be read."""
        whole = [(key, entry.size) for key, entry in self._entries.items() if not entry.slices]
        with damage_errors(self._prefix):
            in_threads(self._check, whole)
            for key, entry in self._entries.items():
                if entry.slices:
                    self._tensor(key)
            _ = self.nodes

    def _check(self, key):
        entry = self._entries[key]
        if self._spec(key, entry)[0] in _SEVERAL:
            self._tensor(key)
        else:
            self._compare(key, self._file(entry.shard_id).pieces(entry.offset, entry.size))

    def fill(self, storages):
        """Put the values of keys into torch tensors in memory, {key: tensor}, but for those that are another kind of value.

        Returns the keys of these. The values are taken as they are: `check` has to have been called.
        """
        left, parts = [], []
        with damage_errors(self._prefix):
            for key, storage in storages.items():
                entry = self._entries[key.encode()]
                if entry.slices or not takes_bytes(storage, *self._spec(key, entry)):
                    left.append(key)
                elif entry.size:
                    parts.append((self._file(entry.shard_id), bytes_of(storage), entry.offset))
            read_all(parts)
        return left

    def _file(self, shard):
        if shard not in self._opened:
            path = data_path(self._prefix, shard, self._shards)
            try:
                self._opened[shard] = MappedFile(path)
            except OSError as e:
                raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from e
        return self._opened[shard]

    def _compare(self, key, pieces):
        """Raise ValueError unless the bytes of a numeric tensor, in pieces, are as many as they should, and have its checksum."""
        entry, name = self._entries[key], key.decode(errors="replace")
        dtype, shape = self._spec(name, entry)
        if dtype.torch is None:
            raise refused("tf.train.load_checkpoint", "type", prefix=self._prefix, key=name, dtype=dtype.name)
        if math.prod(shape) * dtype.size != entry.size:
            raise ValueError(f"{name} does not have as many bytes as its shape says")
        if masked(crc32c_of(pieces)) != entry.crc32c:
            raise ValueError(f"the checksum of {name} does not match")

    def _tensor(self, key):
        entry, name = self._entries[key], key.decode(errors="replace")
        dtype, shape = self._spec(name, entry)
        if entry.slices:
            return wrap(self._joined(key, entry, shape), dtype)
        if dtype in _SEVERAL:
            raw = self._file(entry.shard_id).part(entry.offset, entry.size).tobytes()
            return wrap(_SEVERAL[dtype](raw, shape, name, entry.crc32c), dtype)
        raw = self._file(entry.shard_id).read(entry.offset, entry.size)
        self._compare(key, [raw])
        stored = torch.from_numpy(raw).view(dtype.torch) if len(raw) else torch.empty(0, dtype=dtype.torch)
        return wrap(stored.reshape(shape), dtype)

    def _joined(self, key, entry, shape):
        """The storage of a tensor that was saved in parts, those of a partitioned variable."""
        parts = []
        for part in entry.slices:
            extents = slices.extents_of(part)
            parts.append((extents, self._tensor(part_key(key, extents))._t))
        return slices.joined(parts, shape, key.decode())


def bytes_of(storage):
    """The memory of a contiguous torch tensor as an array of bytes."""
    if not storage.numel():
        return np.empty(0, np.uint8)
    return as_bytes(storage).numpy()


def takes_bytes(storage, dtype, shape):
    """Whether the bytes of a tensor of that kind can be read right into the memory of a variable's `storage`."""
    if not isinstance(storage, torch.Tensor) or storage.dtype != dtype.torch or list(storage.shape) != list(shape):
        return False
    return storage.device.type == "cpu" and storage.is_contiguous() and not storage.is_conj() and not storage.is_neg()


def _strings(raw, shape, name, checksum):
    """An array of the strings in `raw`: their lengths, a checksum of these, their bytes."""
    count, at, lengths = math.prod(shape), 0, []
    if count > len(raw):
        raise ValueError(f"the lengths of the strings of {name} are cut off")
    for _ in range(count):
        length, at = varint(raw, at)
        lengths.append(length)
    summed = b"".join(length.to_bytes(4 if length < 1 << 32 else 8, "little") for length in lengths)
    own, at = raw[at : at + 4], at + 4
    if masked_crc32c(summed) != int.from_bytes(own, "little") or masked_crc32c(summed + own + raw[at:]) != checksum:
        raise ValueError(f"the checksum of {name} does not match")
    if at + sum(lengths) != len(raw):
        raise ValueError(f"the lengths of the strings of {name} do not match")
    out = np.empty(count, dtype=object)
    for i, length in enumerate(lengths):
        out[i] = raw[at : at + length]
        at += length
    return out.reshape(shape)


def _variants(raw, shape, name, checksum):
    """An array of variants as messages in bytes: for each its length, its bytes, and a checksum of all up to here."""
    count, at, crc = math.prod(shape), 0, 0
    if count > len(raw):
        raise ValueError(f"{name} is cut off")
    out = np.empty(count, dtype=object)
    for i in range(count):
        length, at = varint(raw, at)
        out[i] = raw[at : at + length]
        at += length
        own, at = raw[at : at + 4], at + 4
        crc = crc32c(length.to_bytes(8, "little") + out[i], crc)
        if masked(crc) != int.from_bytes(own, "little"):
            raise ValueError(f"the checksum of {name} does not match")
        crc = crc32c(own, crc)
    if at != len(raw) or masked(crc) != checksum:
        raise ValueError(f"the checksum of {name} does not match")
    return out.reshape(shape)


# What tensors whose elements are of several bytes each are read by.
_SEVERAL = {dtypes.string: _strings, dtypes.variant: _variants}


# ---------------------------------------------------------------------- keys of parts
def part_key(key, extents):
    """The key of a part of the tensor `key`, with (start, length) for each dimension, in the form that keeps the order of all keys."""
    ends = b"".join(_signed(start) + _signed(length) for start, length in extents)
    escaped = re.sub(rb"[\0\xff]", lambda found: b"\0\xff" if found[0] == b"\0" else b"\xff\0", key)
    return _counted(0) + escaped + b"\0\1" + _counted(len(extents)) + ends


def _counted(number):
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes([len(raw)]) + raw


def _signed(number):
    """A signed number of 7 * n - 1 bits in n bytes, whose first bits say how many there are."""
    size = (number if number >= 0 else ~number).bit_length() // 7 + 1
    mark = ((1 << size) - 1) << 7 * size
    return ((number & ((1 << 8 * size) - 1)) ^ mark).to_bytes(size, "big")
