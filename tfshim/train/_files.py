"""Checkpoint files: tensors and the object graph in one safetensors file, and the state file that names the latest.

Where a prefix has files that TensorFlow wrote, those are read.
"""

import contextlib
import json
import math
import operator
import os
import re
import time

import numpy as np
import torch
from safetensors import SafetensorError, safe_open

from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes
from tfshim.engine.values.tensor import wrap
from tfshim.files.replacing import write_beside
from tfshim.io._sealing import Damaged, Seal, sealed
from tfshim.train import tensor_bundle
from tfshim.train.object_graph import checked_graph

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
    # safetensors refuses tensors that share memory.
    return t.contiguous().clone()


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


def write(prefix, tensors, graph):
    """Write `tensors` (key -> EagerTensor) and the object graph to the file of `prefix`."""
    from safetensors.torch import save

    about = {key: [x.dtype.name, list(x.shape)] for key, x in tensors.items()}
    texts = {"format": _FORMAT, "graph": json.dumps(graph), "tensors": json.dumps(about)}
    packed = {key: _pack(x) for key, x in tensors.items()}
    # Not the library's function that writes a file: that leaves a file of its own behind when it is killed.
    write_beside(prefix + SUFFIX, save(packed, sealed(packed, texts)))


class Contents:
    """What the file of a checkpoint holds: `nodes` of the object graph, `specs` (key -> DType and shape), and tensors on demand.

    Raises DataLossError for a file that is damaged or no checkpoint.
    """

    def __init__(self, path):
        self._path = path
        with self._damage_errors():
            self._file = safe_open(path, framework="pt")
            metadata = self._file.metadata() or {}
            if metadata.get("format") not in (_FORMAT, _UNSEALED):
                raise Damaged("it is a safetensors file, but not one that tf.train.Checkpoint wrote")
            self._seal = Seal(metadata, required=metadata["format"] == _FORMAT)
            self._stored = set(self._file.keys())
            self._seal.check_names(self._stored)
            about = json.loads(metadata["tensors"])
            self.nodes = checked_graph(json.loads(metadata["graph"]))
            self.specs = {str(key): (dtypes.as_dtype(name), [operator.index(n) for n in shape]) for key, (name, shape) in about.items()}
            if not self._stored >= set(self.specs):
                raise Damaged("it does not hold all of its tensors")

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
            return _unpack(self._seal.check(key, self._file.get_tensor(key)), *self.specs[key])


def opened(prefix):
    """The `Contents` of the checkpoint at `prefix`, or those of TensorFlow's files.

    Raises NotFoundError where there is no such file, DataLossError for one that is damaged or no checkpoint.
    """
    path = prefix + SUFFIX
    if os.path.isfile(path):
        return Contents(path)
    if tensor_bundle.exists(prefix):
        return tensor_bundle.Contents(prefix)
    raise errors.NotFoundError(None, None, f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}")


def read(prefix):
    """(tensors, object graph) of the checkpoint at `prefix`; see `opened`. Nothing is returned unless all of it is sound."""
    found = opened(prefix)
    return {key: found.tensor(key) for key in found.specs}, found.nodes


# ---------------------------------------------------------------------- the state file
def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def write_state(folder, latest, every, timestamps=None, last_preserved=None, name="checkpoint", relative_paths=True):
    """Write the file that says which checkpoint in `folder` is the latest.

    Paths below it are written relative to it; without `relative_paths` only where `folder` is relative itself.
    """

    def relative(path):
        if not relative_paths and os.path.isabs(folder):
            return path
        if folder and not os.path.isabs(path):
            return os.path.relpath(path, folder)
        return os.path.relpath(path, folder) if folder and path.startswith(os.path.abspath(folder) + os.sep) else path

    lines = [f"model_checkpoint_path: {_quoted(relative(latest))}"]
    lines += [f"all_model_checkpoint_paths: {_quoted(relative(p))}" for p in every]
    lines += [f"all_model_checkpoint_timestamps: {t!r}" for t in timestamps or ()]
    if last_preserved is not None:
        lines.append(f"last_preserved_timestamp: {last_preserved!r}")
    write_beside(os.path.join(folder, name), ("\n".join(lines) + "\n").encode())


class CheckpointState:
    """What the state file of a folder says; has the fields of TensorFlow's message of that name."""

    def __init__(self):
        self.model_checkpoint_path = ""
        self.all_model_checkpoint_paths = []
        self.all_model_checkpoint_timestamps = []
        self.last_preserved_timestamp = 0.0

    def __repr__(self):
        lines = [f"model_checkpoint_path: {_quoted(self.model_checkpoint_path)}" if self.model_checkpoint_path else ""]
        lines += [f"all_model_checkpoint_paths: {_quoted(path)}" for path in self.all_model_checkpoint_paths]
        lines += [f"all_model_checkpoint_timestamps: {time}" for time in self.all_model_checkpoint_timestamps]
        lines += [f"last_preserved_timestamp: {self.last_preserved_timestamp}" if self.last_preserved_timestamp else ""]
        return "".join(f"{line}\n" for line in lines if line)


def read_state(folder, name="checkpoint"):
    """The `CheckpointState` of `folder`, or None where it has no (readable) state file."""
    folder = os.fspath(folder)
    try:
        with open(os.path.join(folder, name or "checkpoint"), encoding="utf-8") as f:
            text = f.read()
    except (OSError, UnicodeDecodeError):
        return None
    state = CheckpointState()
    for line in text.splitlines():
        field, _, value = line.partition(": ")
        try:
            if field == "model_checkpoint_path":
                state.model_checkpoint_path = json.loads(value)
            elif field == "all_model_checkpoint_paths":
                state.all_model_checkpoint_paths.append(json.loads(value))
            elif field == "all_model_checkpoint_timestamps":
                state.all_model_checkpoint_timestamps.append(float(value))
            elif field == "last_preserved_timestamp":
                state.last_preserved_timestamp = float(value)
        except ValueError:
            return None
    if not state.model_checkpoint_path:
        return None
    state.model_checkpoint_path = _absolute(folder, state.model_checkpoint_path)
    state.all_model_checkpoint_paths = [_absolute(folder, p) for p in state.all_model_checkpoint_paths]
    return state


def _absolute(folder, path):
    return path if os.path.isabs(path) else os.path.join(folder, path)


def exists(prefix):
    """Whether there is a checkpoint at `prefix`."""
    return os.path.isfile(prefix + SUFFIX) or tensor_bundle.exists(prefix)


def files(prefix):
    """The files of the checkpoint at `prefix`."""
    return [path for path in (prefix + SUFFIX,) if os.path.isfile(path)] + tensor_bundle.files(prefix)


def remove(prefix):
    """Delete the checkpoint at `prefix`, if it is there."""
    for path in files(prefix):
        try:
            os.unlink(path)
        # Another process may have been quicker.
        except FileNotFoundError:
            pass


def saved_at(prefix):
    """When the checkpoint at `prefix` was written, in seconds since the epoch."""
    found = files(prefix)
    return os.path.getmtime(found[0]) if found else time.time()


_NUMBER = re.compile(r"-(\d+)$")


def number_of(prefix):
    """The number at the end of `prefix`, or None."""
    found = _NUMBER.search(prefix)
    return int(found.group(1)) if found else None
