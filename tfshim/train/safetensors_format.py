"""Checkpoints in one safetensors file: tensors, the object graph, and checksums of all of it."""

import contextlib
import json
import math
import operator

import numpy as np
import torch
from safetensors import SafetensorError, safe_open

from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import wrap
from tfshim.files.mapped import Appending, MappedFile, in_threads, read_all
from tfshim.files.replacing import Replacement
from tfshim.io._sealing import Damaged, Seal, sealed
from tfshim.train.object_graph import checked_graph
from tfshim.train.slices import Parts
from tfshim.train.tensor_bundle import bytes_of, takes_bytes

SUFFIX = ".safetensors"
_FORMAT, _UNSEALED = "tfshim-checkpoint-2", "tfshim-checkpoint-1"  # the second had no checksums


def _pack(x):
    """The torch tensor that is stored for the eager tensor `x`."""
    t = x._t
    if type(t) is np.ndarray:
        items = [bytes(b) for b in t.reshape(-1)]
        lengths = np.array([len(b) for b in items], "<i8").tobytes()
        # `frombuffer` alone would give memory that must not be written.
        return torch.from_numpy(np.frombuffer(lengths + b"".join(items), np.uint8).copy())
    t = t.detach().cpu()
    if t.is_complex():
        t = torch.view_as_real(t.resolve_conj())
    return t.resolve_neg().contiguous()


def _unpack(stored, dtype, shape):
    """The eager tensor for what `_pack` gave. Raises ValueError or RuntimeError where the two do not fit."""
    if dtype is dtypes.string:
        raw = stored.numpy().tobytes()
        count = math.prod(shape)
        lengths = np.frombuffer(raw, "<i8", count) if count else []
        out, at = np.empty(count, dtype=object), 8 * count
        for i, n in enumerate(lengths):
            if not 0 <= n <= len(raw) - at:
                raise ValueError("the lengths of strings do not match")
            out[i] = raw[at : at + n]
            at += int(n)
        return wrap(out.reshape(shape), dtype)
    if dtype.is_complex:
        stored = torch.view_as_complex(stored)
    if stored.dtype != dtype.torch:
        raise ValueError(f"{dtype.name} was stored as {stored.dtype}")
    return wrap(stored.reshape(shape), dtype)


def write(prefix, tensors, nodes=()):
    """Write `tensors` (key -> tensor or `slices.Parts`) and the object graph to the file of `prefix`."""
    values = {key: x.whole() if isinstance(x, Parts) else convert_to_tensor(x) for key, x in tensors.items()}
    about = {key: [x.dtype.name, list(x.shape)] for key, x in values.items()}
    texts = {"format": _FORMAT, "graph": json.dumps(list(nodes)), "tensors": json.dumps(about)}
    packed = {key: _pack(x) for key, x in values.items()}
    # The library's own functions write from copies of all tensors, and leave files of their own behind when they are killed.
    header, offset = {"__metadata__": sealed(packed, texts)}, 0
    ordered = sorted(packed, key=lambda key: (-packed[key].element_size(), key))  # so that each begins at a multiple of its size
    for key in ordered:
        x = packed[key]
        header[key] = {"dtype": _NAMES[x.dtype], "shape": list(x.shape), "data_offsets": [offset, offset + x.nbytes]}
        offset += x.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with Replacement(prefix + SUFFIX) as name, open(name, "wb", buffering=0) as file, Appending(file) as append:
        append(len(text).to_bytes(8, "little") + text)
        for key in ordered:
            if packed[key].nbytes:
                append(bytes_of(packed[key]))


class Contents:
    """What the file of a checkpoint holds: `nodes` of the object graph, `specs` (key -> DType and shape), and tensors on demand.

    Raises DataLossError for a file that is damaged or no checkpoint.
    """

    def __init__(self, path):
        self._path = path
        with self._damage_errors():
            with safe_open(path, framework="pt") as looked_at:  # which checks that the header makes sense
                metadata, self._stored = looked_at.metadata() or {}, set(looked_at.keys())
            if metadata.get("format") not in (_FORMAT, _UNSEALED):
                raise Damaged("it is a safetensors file, but not one that tf.train.Checkpoint wrote")
            self._seal = Seal(metadata, required=metadata["format"] == _FORMAT)
            self._seal.check_names(self._stored)
            about = json.loads(metadata["tensors"])
            self.nodes = checked_graph(json.loads(metadata["graph"]))
            self.specs = {str(key): (dtypes.as_dtype(name), [operator.index(n) for n in shape]) for key, (name, shape) in about.items()}
            if not self._stored >= set(self.specs):
                raise Damaged("it does not hold all of its tensors")
            self._file = MappedFile(path)
            size = int.from_bytes(self._file.part(0, 8).tobytes(), "little")
            self._places = {name: place for name, place in json.loads(self._file.part(8, size).tobytes()).items() if name != "__metadata__"}
            self._start = 8 + size

    @contextlib.contextmanager
    def _damage_errors(self):
        try:
            yield
        except errors.OpError:
            raise
        except (
            Damaged,
            SafetensorError,
            LookupError,
            ValueError,
            TypeError,
            AttributeError,
            RuntimeError,
            OSError,
            OverflowError,
            MemoryError,
        ) as e:
            reason = str(e) if isinstance(e, Damaged) else f"it is damaged or no checkpoint: {e}"
            raise errors.DataLossError(None, None, f"Unable to open checkpoint file {self._path}: {reason}.") from None

    has_graph = property(lambda self: bool(self.nodes), doc="Whether it knows objects, not names of variables only.")

    def tensor(self, key):
        """The tensor of a key."""
        with self._damage_errors():
            start, size = self._place(key)
            raw = self._file.read(start, size)
            self._compare(key, [raw])
            return _unpack(self._stored_tensor(key, raw), *self.specs[key])

    def check(self):
        """Raise DataLossError if any tensor is damaged."""

        def look(key):
            if self.specs[key][0] is dtypes.string:
                self.tensor(key)
            else:
                self._compare(key, self._file.pieces(*self._place(key)))

        with self._damage_errors():
            in_threads(look, [(key, self._place(key)[1]) for key in self.specs])

    def fill(self, storages):
        """Put the values of keys into torch tensors in memory, {key: tensor}, but for those that are another kind of value.

        Returns the keys of these. The values are taken as they are: `check` has to have been called.
        """
        left, parts = [], []
        with self._damage_errors():
            for key, storage in storages.items():
                if not takes_bytes(storage, *self.specs[key]):
                    left.append(key)
                    continue
                start, size = self._place(key)
                if size != storage.nbytes:
                    raise ValueError(f"{key} does not have as many bytes as its shape says")
                if size:
                    parts.append((self._file, bytes_of(storage), start))
            read_all(parts)
        return left

    def _place(self, key):
        first, last = self._places[key]["data_offsets"]
        return self._start + first, last - first

    def _compare(self, key, pieces):
        """Raise Damaged unless the bytes of a key, in pieces, have its checksum."""
        dtype, shape = self._kind(key)
        self._seal.check_bytes(key, str(dtype).removeprefix("torch."), shape, pieces)

    def _kind(self, key):
        about = self._places[key]
        return _DTYPES[about["dtype"]], about["shape"]

    def _stored_tensor(self, key, raw):
        dtype, shape = self._kind(key)
        return (torch.from_numpy(raw).view(dtype) if len(raw) else torch.empty(0, dtype=dtype)).reshape(shape)


# As the format names them.
_DTYPES = {
    **{f"F{bits}": getattr(torch, f"float{bits}") for bits in (16, 32, 64)},
    **{f"{letter}{bits}": getattr(torch, f"{name}{bits}") for letter, name in (("I", "int"), ("U", "uint")) for bits in (8, 16, 32, 64)},
    "BF16": torch.bfloat16,
    "BOOL": torch.bool,
    "F8_E5M2": torch.float8_e5m2,
    "F8_E4M3": torch.float8_e4m3fn,
}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
