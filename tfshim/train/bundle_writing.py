"""Writing checkpoints in TensorFlow's format; `tensor_bundle` reads them.

A checkpoint is a file with the bytes of its tensors and an index that says where each is. The index is put into its place last and at
once, so that whoever is killed on the way leaves the checkpoint that was there before.
"""

import contextlib
import functools
import itertools
import os

import numpy as np

from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor_messages import as_varint
from tfshim.files.mapped import Appending
from tfshim.files.places import on_disk
from tfshim.files.replacing import Replacement, write_beside
from tfshim.io.crc32c import crc32c, masked, masked_crc32c
from tfshim.protos.examples import message
from tfshim.refusals import refused
from tfshim.train import slices, tensor_bundle
from tfshim.train.object_graph import graph_proto, without_own_states
from tfshim.train.table_writing import table


def write(prefix, tensors, nodes=()):
    """Write a checkpoint in TensorFlow's format to the files of `prefix`.

    `tensors`: key -> tensor, NumPy array or `slices.Parts`; `nodes`: the object graph, as `ObjectGraph.serialize` gives it, none for
    checkpoints by name. Raises NotImplementedError for a tensor that is no value, a resource or a variant.
    """
    stored, nodes = without_own_states(tensors, nodes)
    if stored.keys() != tensors.keys():
        _warn_of_iterators()
    if nodes:
        graph = np.empty((), object)
        graph[()] = graph_proto(nodes).SerializeToString()
        stored[tensor_bundle.GRAPH_KEY] = graph
    pieces, entries = [], {}
    for name, value in stored.items():
        key = name.encode()
        if isinstance(value, slices.Parts):
            whole = entries[key] = message("BundleEntryProto")()
            for extents, part in value.parts:
                pieces.append((tensor_bundle.part_key(key, extents), storage_of(name, part)))
                whole.dtype = pieces[-1][1][1].as_datatype_enum
                slices.describe(whole.slices.add(), extents)
            _set_shape(whole, value.shape)
        else:
            pieces.append((key, storage_of(name, value)))
    _put(prefix, pieces, entries)


@functools.cache
def _warn_of_iterators():
    get_logger().warning(
        "The places of iterators are written in a form of tfshim's own. TensorFlow restores all else of the checkpoint, and leaves its "
        "iterators where they are."
    )


def storage_of(name, value):
    """(torch tensor or array of bytes, DType) of what is to be written under a key."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        return value, dtypes.string
    x = convert_to_tensor(value)
    if x.dtype is dtypes.variant and all(type(item) is bytes for item in x._t.reshape(-1)):  # as they were read
        return x._t, x.dtype
    if x.dtype in (dtypes.variant, dtypes.resource):
        raise refused("tf.train.Checkpoint.save", "type", key=name, dtype=x.dtype.name)
    return x._t, x.dtype


def _put(prefix, pieces, entries):
    """Write the files: the data beside what is there, then the index that leads to it."""
    prefix = on_disk(prefix)
    before = tensor_bundle.files(prefix)
    # The name of a file of data has the number of files in it, which the index states: under a number that is not in use it does not
    # disturb the checkpoint that is there.
    number = next(n for n in itertools.count(1) if not os.path.lexists(tensor_bundle.data_path(prefix, 0, n)))
    data = tensor_bundle.data_path(prefix, 0, number)
    with Replacement(data) as name, open(name, "wb", buffering=0) as file, Appending(file) as append:
        offset = 0
        for key, (storage, dtype) in pieces:
            entry = entries[key] = message("BundleEntryProto")()
            entry.dtype, entry.offset = dtype.as_datatype_enum, offset
            _set_shape(entry, storage.shape)
            entry.size, entry.crc32c = (_write_variants if dtype is dtypes.variant else _write)(append, storage)
            offset += entry.size
    write_beside(prefix + tensor_bundle.INDEX, _index(entries, number))
    if number > 1:
        # The usual name again, through a second name for the same bytes, so that there is a whole checkpoint at every moment.
        with contextlib.suppress(OSError):
            usual = tensor_bundle.data_path(prefix, 0, 1)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(usual)
            os.link(data, usual)
            write_beside(prefix + tensor_bundle.INDEX, _index(entries, 1))
            before.append(data)
            data = usual
    for path in before:
        if path not in (prefix + tensor_bundle.INDEX, data):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)


def _index(entries, files):
    header = message("BundleHeaderProto")(num_shards=files)
    header.version.producer = 1
    rows = [(key, entries[key].SerializeToString()) for key in sorted(entries)]
    return table([(b"", header.SerializeToString()), *rows])


def _set_shape(entry, sizes):
    entry.shape.SetInParent()  # of a scalar there is a shape too
    for n in sizes:
        entry.shape.dim.add(size=n)


def _write(append, storage):
    """Append a storage to a file; (number of bytes, checksum)."""
    if isinstance(storage, np.ndarray):
        return _write_strings(append, [bytes(x) for x in storage.reshape(-1)])
    raw = memoryview(tensor_bundle.bytes_of(storage.detach().cpu().resolve_conj().resolve_neg().contiguous()))
    append(raw)
    return len(raw), masked_crc32c(raw)


def _write_strings(append, items):
    """Their lengths, a checksum of these, their bytes. The checksums are over lengths of fixed size."""
    lengths = [len(item) for item in items]
    summed = b"".join(n.to_bytes(4 if n < 1 << 32 else 8, "little") for n in lengths)
    own = masked_crc32c(summed).to_bytes(4, "little")
    text = b"".join(items)
    raw = b"".join(map(as_varint, lengths)) + own + text
    append(raw)
    return len(raw), masked_crc32c(summed + own + text)


def _write_variants(append, storage):
    """For each its length, its bytes, and a checksum of all lengths, of a fixed size, bytes and checksums up to here."""
    raw, crc = bytearray(), 0
    for item in storage.reshape(-1):
        crc = crc32c(len(item).to_bytes(8, "little") + item, crc)
        own = masked(crc).to_bytes(4, "little")
        crc = crc32c(own, crc)
        raw += as_varint(len(item)) + item + own
    append(raw)
    return len(raw), masked(crc)
