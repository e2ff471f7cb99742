"""Elements as bytes, and specs as JSON, for the files that datasets write. Reading runs no code of a file."""

import collections
import functools
import json
import struct

import numpy as np
import torch

from tfshim.data.structures import Composer, component_storages
from tfshim.engine.graphs.own_nodes import NotPlain
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.specs.none import NoneTensorSpec
from tfshim.engine.values.tensor_messages import as_bytes
from tfshim.engine.values.typespec import TensorSpec
from tfshim.ragged.ragged_tensor_spec import RaggedTensorSpec
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec

# Tensors of a run share their memory, so one that is kept keeps the others: no more than small ones, whose objects are as large.
RUN, _SHORT = 64, 1024
_DAMAGED = (struct.error, ValueError, TypeError, IndexError, OverflowError, RuntimeError)


def put_tensor(storage, dtype, out):
    """Append the bytes of a tensor to the list `out`."""
    shape = storage.shape
    out.append(struct.pack(f"<ib{len(shape)}q", dtype.as_datatype_enum, len(shape), *shape))
    if type(storage) is np.ndarray:
        items = storage.ravel().tolist()
        out.append(struct.pack(f"<{len(items)}q", *map(len, items)))
        out.extend(items)
    else:
        out.append(as_bytes(storage.detach().cpu().contiguous()).numpy().tobytes())


class ElementSpecs:
    """The specs of the leaves of an element, as an argument of nodes that are written for other processes."""

    def __init__(self, specs):
        self.specs = specs

    @functools.cached_property
    def compose(self):
        """Makes slots of the storages of all components."""
        return Composer(self.specs)

    def _as_plain(self):
        """The specs as text. NotPlain for specs that have none."""
        try:
            return [json.dumps(spec_to_json(s)) for s in self.specs]
        except errors.UnimplementedError as e:
            raise NotPlain(e.message) from None

    @classmethod
    def _from_plain(cls, value):
        """Of what `_as_plain` gave."""
        return cls([spec_from_json(json.loads(text)) for text in value])


class Codec:
    """Turns elements of `spec`, as slots, into bytes and back."""

    def __init__(self, spec):
        self._specs = nest.flatten(spec)
        flat = nest.flatten(spec, expand_composites=True)
        for s in flat:
            if s.dtype.name in ("variant", "resource"):
                raise errors.UnimplementedError(None, None, f"Elements with components of {s} cannot be written to files.")
        self._dtypes = [s.dtype for s in flat]
        self._compose = Composer(spec)
        self._runs = "string" not in (d.name for d in self._dtypes)

    def encode(self, flat):
        """The bytes of an element."""
        out = []
        for storage, dtype in zip(component_storages(self._specs, flat), self._dtypes):
            put_tensor(storage, dtype, out)
        return b"".join(out)

    def decode(self, data):
        """The element that `encode` gave. Raises DataLossError for other bytes."""
        try:
            at, made = 0, []
            for dtype in self._dtypes:
                storage, at = take_tensor(data, at, dtype)
                made.append(storage)
            return self._compose(made)
        except _DAMAGED as e:
            raise errors.DataLossError(None, None, f"An element of a saved dataset is damaged or of another kind: {e}") from None

    def decode_run(self, records):
        """What `decode` gives for each of `records`, made at once; None where they are not all short and of the same shapes."""
        length = len(records[0])
        if not (self._runs and self._dtypes and length <= _SHORT and len(records) > 1 and set(map(len, records)) == {length}):
            return None
        rows = np.frombuffer(b"".join(records), np.uint8).reshape(len(records), length)
        at, columns = 0, []
        try:
            for dtype in self._dtypes:
                shape, count, begin = _take_shape(records[0], at, dtype)
                end = begin + count * dtype.torch.itemsize
                if end > length or (rows[1:, at:begin] != rows[0, at:begin]).any():
                    return None
                # A copy, because numbers in the records are not where those of their dtype may be, and it can be written.
                column = torch.from_numpy(rows[:, begin:end].copy()) if count else None
                made = torch.empty((len(records), *shape), dtype=dtype.torch) if column is None else column.view(dtype.torch)
                columns.append(made.reshape(len(records), *shape).unbind(0))
                at = end
            return list(map(self._compose, zip(*columns)))
        except (*_DAMAGED, errors.OpError):  # `decode` tells of it, for the element that it is about
            return None


def _take_shape(data, at, dtype):
    """(shape, count of items, where they begin) of the tensor of `dtype` at `at`. Raises ValueError and the like for other bytes."""
    kind, rank = struct.unpack_from("<ib", data, at)
    if kind != dtype.as_datatype_enum:
        raise invalid(f"Data type mismatch at component: expected {dtype.name} but got type number {kind}.")
    shape = struct.unpack_from(f"<{rank}q", data, at + 5)
    at += 5 + 8 * rank
    count = 1
    for n in shape:
        if n < 0:
            raise ValueError("negative dimension")
        count *= n
    return shape, count, at


def take_tensor(data, at, dtype):
    """(the storage of `dtype` that begins at `at`, where it ends). Raises ValueError and the like for other bytes."""
    shape, count, at = _take_shape(data, at, dtype)
    if dtype.name == "string":
        lengths = struct.unpack_from(f"<{count}q", data, at)
        at += 8 * count
        made = np.empty(count, dtype=object)
        for i, n in enumerate(lengths):
            if n < 0 or at + n > len(data):
                raise ValueError("a string reaches beyond the end")
            made[i] = data[at : at + n]
            at += n
        return made.reshape(shape), at
    size = count * dtype.torch.itemsize
    if at + size > len(data):
        raise ValueError("the numbers reach beyond the end")
    if not count:
        return torch.empty(shape, dtype=dtype.torch), at
    raw = torch.frombuffer(bytearray(memoryview(data)[at : at + size]), dtype=dtype.torch)
    return raw if len(shape) == 1 else raw.view(shape), at + size


# ---------------------------------------------------------------------- specs
def _dims(shape):
    return None if shape.rank is None else shape.as_list()


def spec_to_json(spec):
    """A structure of specs as plain values."""
    kind = type(spec).__name__
    if isinstance(spec, TensorSpec):
        return {"tensor": [_dims(spec.shape), spec.dtype.name, spec.name]}
    if kind == "RaggedTensorSpec":
        return {"ragged": [_dims(spec.shape), spec.dtype.name, spec.ragged_rank, spec.row_splits_dtype.name]}
    if kind == "SparseTensorSpec":
        return {"sparse": [_dims(spec.shape), spec.dtype.name]}
    if kind == "NoneTensorSpec":
        return {"none": []}
    if nest.is_mapping(spec):
        return {"mapping": [[k, spec_to_json(v)] for k, v in spec.items()]}
    if isinstance(spec, tuple):
        return {"tuple": [spec_to_json(s) for s in spec], "names": list(getattr(spec, "_fields", ())), "type": kind}
    raise errors.UnimplementedError(None, None, f"Elements with components of {kind} cannot be written to files.")


def spec_from_json(value):
    """The structure that `spec_to_json` gave."""
    if "tensor" in value:
        shape, dtype, name = value["tensor"]
        return TensorSpec(shape, dtype, name)
    if "ragged" in value:
        shape, dtype, rank, splits = value["ragged"]
        return RaggedTensorSpec(TensorShape(shape), as_dtype(dtype), rank, as_dtype(splits))
    if "sparse" in value:
        return SparseTensorSpec(*value["sparse"])
    if "none" in value:
        return NoneTensorSpec()
    if "mapping" in value:
        return {k: spec_from_json(v) for k, v in value["mapping"]}
    items = [spec_from_json(v) for v in value["tuple"]]
    if value["names"]:
        return collections.namedtuple(value["type"], value["names"])(*items)
    return tuple(items)
