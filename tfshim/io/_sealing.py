"""Checksums for files of safetensors: of every tensor, with its dtype and shape, and of every text in the file's metadata.

They stand in the metadata themselves, with the name of their algorithm. A file without them is an older one, and is taken as it is, unless
its form says that it has them.
"""

import json
import zlib

import numpy as np

from tfshim.engine.values.raw_bytes import as_bytes
from tfshim.files.crc32 import crc32_of
from tfshim.files.mapped import in_threads

_KEY, _ALGORITHM = "checksums", "crc32"


class Damaged(Exception):
    """The contents of a file do not match its checksums."""


def _checksum(value):
    """The checksum of a torch tensor or a NumPy array."""
    if isinstance(value, np.ndarray):
        kind, raw = value.dtype.name, np.ascontiguousarray(value).reshape(-1).view(np.uint8)
    else:
        kind, raw = str(value.dtype).removeprefix("torch."), as_bytes(value.contiguous()).numpy() if value.numel() else b""
    return _sum(kind, value.shape, [raw])


def _sum(kind, shape, pieces):
    return crc32_of(pieces, zlib.crc32(f"{kind}{list(shape)}".encode()))


def sealed(tensors, texts):
    """The metadata for a file of `tensors` by name and `texts` by name: the texts, and the checksums of all."""
    found = {}

    def look(name):
        found[name] = _checksum(tensors[name])

    in_threads(look, [(name, x.nbytes) for name, x in tensors.items()])
    sums = {
        "algorithm": _ALGORITHM,
        "tensors": {name: found[name] for name in tensors},
        "texts": {name: zlib.crc32(text.encode()) for name, text in texts.items()},
    }
    return {**texts, _KEY: json.dumps(sums)}


class Seal:
    """The checksums in the metadata of a file. Raises Damaged where its texts differ, or with `required` where there are none."""

    def __init__(self, metadata, required=False):
        self._tensors = None
        if _KEY not in metadata:
            if required:
                raise Damaged("it has no checksums")
            return
        try:
            sums = json.loads(metadata[_KEY])
            algorithm, self._tensors, texts = sums["algorithm"], dict(sums["tensors"]), dict(sums["texts"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Damaged("its checksums cannot be read") from None
        if algorithm != _ALGORITHM:
            raise Damaged(f"its checksums are of a kind that is not known here, {algorithm!r}")
        if {name: zlib.crc32(text.encode()) for name, text in metadata.items() if name != _KEY} != texts:
            raise Damaged("the checksum of its description does not match")

    def check_names(self, names):
        """Raise Damaged unless the file holds the tensors `names`, no more and no less."""
        if self._tensors is not None and set(names) != set(self._tensors):
            raise Damaged("it does not hold the tensors that were saved")

    def check(self, name, value):
        """`value`, if it is what was saved under `name`; else Damaged is raised."""
        if self._tensors is not None and _checksum(value) != self._tensors.get(name):
            raise Damaged(f"the checksum of {name} does not match")
        return value

    def check_bytes(self, name, kind, shape, pieces):
        """The same for a tensor of the dtype `kind`, whose bytes are those of `pieces`, one after the other."""
        if self._tensors is not None and _sum(kind, shape, pieces) != self._tensors.get(name):
            raise Damaged(f"the checksum of {name} does not match")
