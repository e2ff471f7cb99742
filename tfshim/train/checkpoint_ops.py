"""The operations that write and read checkpoints inside graphs."""

import os

import numpy as np

from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.recording import record
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import wrap
from tfshim.protos.tensors import get_static_value
from tfshim.train import _files, slices
from tfshim.train.object_graph import graph_proto
from tfshim.train.tensor_bundle import GRAPH_KEY


def _texts(x):
    return [s.decode() for s in np.asarray(x).reshape(-1)]


def _dtype(t):
    return dt.string if isinstance(t, np.ndarray) else dt.FROM_TORCH[t.dtype]


@op(
    "SaveV2",
    prefix="string",
    tensor_names="string",
    shape_and_slices="string",
    tensors="any*",
    stateful=True,
    grad=None,
    outside="files",
    shape_fn=lambda *_: (),
)
def save_v2(prefix, tensor_names, shape_and_slices, tensors, name=None):
    """Write `tensors` under `tensor_names` to the checkpoint `prefix`."""
    _files.write(_texts(prefix)[0], _by_key(tensor_names, shape_and_slices, tensors), [])
    return ()


@op(
    "SaveSlices",
    filename="string",
    tensor_names="string",
    shapes_and_slices="string",
    data="any*",
    stateful=True,
    grad=None,
    outside="files",
    shape_fn=lambda *_: (),
)
def save_slices(filename, tensor_names, shapes_and_slices, data, name=None):
    """Write `data` under `tensor_names` to the checkpoint `filename`, in TensorFlow's first format."""
    _files.write_slice_table(_texts(filename)[0], _by_key(tensor_names, shapes_and_slices, data))
    return ()


def _by_key(tensor_names, shape_and_slices, tensors):
    """{key: tensor, or the parts of one}."""
    values: dict = {}
    for key, text, t in zip(_texts(tensor_names), _texts(shape_and_slices), tensors, strict=True):
        part = slices.parsed(text)
        if part is None:
            values[key] = wrap(t, _dtype(t))
        else:
            values.setdefault(key, slices.Parts(part[0], [])).parts.append((part[1], wrap(t, _dtype(t))))
    return values


def _restored_shapes(prefix, tensor_names, shape_and_slices, dtypes):
    """(dtype, shape) of what is read: that of a part is in its text, if the graph knows it."""
    known = get_static_value(shape_and_slices)
    parts = [slices.parsed(text) for text in _texts(known)] if known is not None else [None] * len(dtypes)
    if len(parts) != len(dtypes):
        raise ValueError(f"Shapes must be equal rank: there are {len(parts)} slices for {len(dtypes)} tensors.")
    return [(d, None if part is None else slices.sizes_of(part[1], part[0])) for d, part in zip(dtypes, parts)]


@op(
    "RestoreV2",
    prefix="string",
    tensor_names="string",
    shape_and_slices="string",
    stateful=True,
    grad=None,
    outside="files",
    shape_fn=_restored_shapes,
)
def restore_v2(prefix, tensor_names, shape_and_slices, dtypes, name=None):
    """The tensors `tensor_names` of the checkpoint `prefix`, of the dtypes given. Raises NotFoundError for what is not there."""
    found = _files.opened(_texts(prefix)[0])
    made = []
    for key, text, dtype in zip(_texts(tensor_names), _texts(shape_and_slices), dtypes, strict=True):
        is_graph = key == GRAPH_KEY and found.has_graph
        if key not in found.specs and not is_graph:
            raise errors.NotFoundError(None, None, f"Key {key} not found in checkpoint")
        kind, sizes = (dt.string, []) if is_graph else found.specs[key]
        if kind != dtype:
            raise invalid(f"tensor_name = {key}; expected dtype {dtype.proto_name} does not equal original dtype {kind.proto_name}")
        part = slices.parsed(text)
        if part is not None and part[0] != list(sizes):
            raise invalid(
                f"tensor_name = {key}; shape in shape_and_slice spec {part[0]} does not match the shape stored in checkpoint: {sizes}"
            )
        value = np.array(graph_proto(found.nodes).SerializeToString(), object) if is_graph else found.tensor(key)._t
        made.append(value if part is None else value[slices.place_of(part[1])])
    return made


@op("ShardedFilename", basename="string", shard="int32", num_shards="int32", grad=None, out=dt.string, shape_fn=lambda *_: (dt.string, []))
def sharded_filename(basename, shard, num_shards, name=None):
    """The name of one of the parts of a checkpoint."""
    _check_scalars(basename=basename, shard=shard, num_shards=num_shards)
    out = np.empty((), dtype=object)
    out[()] = f"{_texts(basename)[0]}-{int(shard):05d}-of-{int(num_shards):05d}".encode()
    return out


@op("ShardedFilespec", basename="string", num_shards="int32", grad=None, out=dt.string, shape_fn=lambda *_: (dt.string, []))
def sharded_filespec(basename, num_shards, name=None):
    """The name that stands for all of the parts of a checkpoint."""
    _check_scalars(basename=basename, num_shards=num_shards)
    out = np.empty((), dtype=object)
    out[()] = f"{_texts(basename)[0]}-?????-of-{int(num_shards):05d}".encode()
    return out


def _check_scalars(**given):
    """Raise InvalidArgumentError for the first argument that is no scalar."""
    for name, value in given.items():
        if value.ndim:
            raise invalid(f"{name} must be a scalar, got shape {dims_text(value.shape)}")


@op(
    "MergeV2Checkpoints",
    checkpoint_prefixes="string",
    destination_prefix="string",
    stateful=True,
    grad=None,
    outside="files",
    shape_fn=lambda *_: (),
)
def merge_v2_checkpoints(checkpoint_prefixes, destination_prefix, delete_old_dirs=True, allow_missing_files=False, name=None):
    """Put the tensors of several checkpoints into one."""
    merged = {}
    for prefix in _texts(checkpoint_prefixes):
        if allow_missing_files and not _files.exists(prefix):
            continue
        merged.update(_files.read(prefix)[0])
        if delete_old_dirs:
            _files.remove(prefix)
            folder = os.path.dirname(prefix)
            if os.path.isdir(folder) and not os.listdir(folder) and folder != os.path.dirname(_texts(destination_prefix)[0]):
                os.rmdir(folder)
    _files.write(_texts(destination_prefix)[0], merged, [])
    return ()


@handles("RestoreV2")
def _import_restore(importer, node, inputs, name):
    record(importer.graph, restore_v2._tfshim_op, [*inputs, list(attribute(node, "dtypes"))], name, False)
    return importer.graph._by_name[name[:-1]]


__all__ = ["merge_v2_checkpoints", "restore_v2", "save_slices", "save_v2", "sharded_filename"]
