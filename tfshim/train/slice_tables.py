"""Checkpoints in the first of TensorFlow's formats, as its Saver writes them with `write_version=1`: tables of slices of tensors.

Each file, of which a sharded one has several, is a sorted table with a list of the tensors in it and a message for every slice.
"""

import glob
import os
import re

from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import wrap
from tfshim.engine.values.tensor_messages import describe, message_of_values, tensor_of
from tfshim.files.replacing import write_beside
from tfshim.protos.examples import message
from tfshim.refusals import refused
from tfshim.train import slices, sorted_table
from tfshim.train.bundle_writing import storage_of
from tfshim.train.sorted_table import damage_errors
from tfshim.train.table_writing import table
from tfshim.train.tensor_bundle import part_key

_VERSION = 1  # of the format


def files(prefix):
    """The files of the checkpoint at `prefix`, none where there is no such checkpoint."""
    found = [prefix] if os.path.isfile(prefix) and sorted_table.is_table(prefix) else []
    shards = sorted(glob.glob(glob.escape(prefix) + "-[0-9][0-9][0-9][0-9][0-9]-of-[0-9][0-9][0-9][0-9][0-9]"))
    return found or [path for path in shards if sorted_table.is_table(path)]


class Contents:
    """What the checkpoint at `prefix` holds: `specs` (key -> DType and shape), and tensors on demand; it has names only.

    Raises DataLossError for what is damaged, in a tensor when it is read.
    """

    nodes, has_graph = [], False

    def __init__(self, prefix):
        self._prefix, self._parts, self.specs = prefix, {}, {}
        with damage_errors(self._prefix):
            paths = files(prefix)
            self._check_number(paths)
            for path in paths:
                rows = dict(sorted_table.pairs(path))
                meta = message("SavedTensorSlices").FromString(rows.pop(b"")).meta
                if meta.versions.min_consumer > _VERSION or _VERSION in meta.versions.bad_consumers:
                    raise refused("tf.train.load_checkpoint", "version", prefix=prefix, needed=meta.versions.min_consumer, own=_VERSION)
                for about in meta.tensor:
                    spec = dtypes.as_dtype(about.type), [d.size for d in about.shape.dim]
                    if self.specs.setdefault(about.name, spec) != spec or any(n < 0 for n in spec[1]):
                        raise ValueError(f"the shape of {about.name} is not known")
                    for part in about.slice:
                        extents = slices.extents_of(part)
                        self._parts.setdefault(about.name, []).append((extents, rows[part_key(about.name.encode(), extents)]))

    def _check_number(self, paths):
        told = re.search(r"-of-(\d{5})$", paths[0])
        if paths[0] != self._prefix and told and int(told[1]) != len(paths):
            raise ValueError(f"{len(paths)} of its {int(told[1])} files are there")

    def tensor(self, key):
        """The tensor of a key."""
        dtype, shape = self.specs[key]
        with damage_errors(self._prefix):
            parts = [(extents, self._part(key, extents, raw)) for extents, raw in self._parts.get(key, ())]
            return wrap(slices.joined(parts, shape, key), dtype)

    def _part(self, key, extents, raw):
        """The storage of one part."""
        dtype, shape = self.specs[key]
        saved = message("SavedTensorSlices").FromString(raw).data
        if saved.name != key or len(extents) != len(shape):
            raise ValueError(f"a part of {key} is not where it should be")
        sizes = slices.sizes_of(extents, shape)
        values = messages.tensor.TensorProto.FromString(saved.data)
        describe(values, dtype, sizes)
        return tensor_of(values, whole=True)._t

    def check(self):
        """Raise DataLossError if any tensor is damaged."""
        for key in self.specs:
            self.tensor(key)

    def fill(self, storages):
        """The keys of {key: tensor} whose values were not put there: all, values are not stored as memory has them."""
        return list(storages)


def write(prefix, tensors):
    """Write `tensors`, key -> tensor, array or `slices.Parts`, by name to the file `prefix` itself."""
    meta, rows = message("SavedTensorSlices")(), {}
    for name, value in tensors.items():
        whole = isinstance(value, slices.Parts)
        parts = value.parts if whole else [([slices.ALL] * len(value.shape), value)]
        about = meta.meta.tensor.add(name=name)
        about.shape.SetInParent()
        for n in value.shape:
            about.shape.dim.add(size=int(n))
        for extents, part in parts:
            storage, dtype = storage_of(name, part)
            about.type = dtype.as_datatype_enum
            slices.describe(about.slice.add(), extents)
            row = message("SavedTensorSlices")()
            row.data.name = name
            slices.describe(row.data.slice, extents)
            row.data.slice.SetInParent()
            row.data.data = message_of_values(storage, dtype).SerializeToString()
            rows[part_key(name.encode(), extents)] = row.SerializeToString()
    meta.meta.versions.producer = _VERSION
    write_beside(prefix, table([(b"", meta.SerializeToString()), *sorted(rows.items())]))
