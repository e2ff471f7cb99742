"""Checksums for files of safetensors: of every tensor, with its dtype and shape, and of every text in the file's metadata.

They stand in the metadata themselves, with the name of their algorithm. A file without them is an older one, and is taken as it is, unless
its form says that it has them.
"""

import json
import zlib

import numpy as np

from tfshim.engine.values.tensor_messages import as_bytes
from tfshim.files.mapped import in_threads
from tfshim.io.crc32c import crc32c

_KEY = "checksums"

# The functions that extend a checksum by further bytes, by the names of the algorithms in files. Earlier versions wrote the first.
_ALGORITHMS = {"crc32": zlib.crc32, "crc32c": crc32c}
_WRITTEN = "crc32c"


class Damaged(Exception):
    """The contents of a file do not match its checksums."""


def _of_tensor(extend, kind, shape, pieces):
    found = _of_text(extend, f"{kind}{list(shape)}")
    for piece in pieces:
        found = extend(piece, found)
    return found


def _of_text(extend, text):
    return extend(text.encode(), 0)


def _of_value(extend, value):
    """The checksum of a torch tensor or a NumPy array."""
    if isinstance(value, np.ndarray):
        kind, raw = value.dtype.name, np.ascontiguousarray(value).reshape(-1).view(np.uint8)
    else:
        kind, raw = str(value.dtype).removeprefix("torch."), as_bytes(value.contiguous()).numpy() if value.numel() else b""
    return _of_tensor(extend, kind, value.shape, [raw])


def sealed(tensors, texts):
    """The metadata for a file of `tensors` by name and `texts` by name: the texts, and the checksums of all."""
    found, extend = {}, _ALGORITHMS[_WRITTEN]

    def look(name):
        found[name] = _of_value(extend, tensors[name])

    in_threads(look, [(name, x.nbytes) for name, x in tensors.items()])
    sums = {
        "algorithm": _WRITTEN,
        "tensors": {name: found[name] for name in tensors},
        "texts": {name: _of_text(extend, text) for name, text in texts.items()},
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
        if not isinstance(algorithm, str) or algorithm not in _ALGORITHMS:
            raise Damaged(f"its checksums are of a kind that is not known here, {algorithm!r}")
        self._extend = _ALGORITHMS[algorithm]
        if {name: _of_text(self._extend, text) for name, text in metadata.items() if name != _KEY} != texts:
            raise Damaged("the checksum of its description does not match")

    def check_names(self, names):
        """Raise Damaged unless the file holds the tensors `names`, no more and no less."""
        if self._tensors is not None and set(names) != set(self._tensors):
            raise Damaged("it does not hold the tensors that were saved")

    def check(self, name, value):
        """`value`, if it is what was saved under `name`; else Damaged is raised."""
        if self._tensors is not None and _of_value(self._extend, value) != self._tensors.get(name):
            raise Damaged(f"the checksum of {name} does not match")
        return value

    def check_bytes(self, name, kind, shape, pieces):
        """The same for a tensor of the dtype `kind`, whose bytes are those of `pieces`, one after the other."""
        if self._tensors is not None and _of_tensor(self._extend, kind, shape, pieces) != self._tensors.get(name):
            raise Damaged(f"the checksum of {name} does not match")
