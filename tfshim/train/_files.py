"""The files of checkpoints: which there are at a prefix, in what format, and the state file that names the latest of a folder."""

import contextlib
import os
import re
import time

from tfshim.engine.runtime import errors
from tfshim.engine.runtime.logger import get_logger
from tfshim.files.replacing import write_beside
from tfshim.io._oserrors import raising_for
from tfshim.train import bundle_writing, file_format, safetensors_format, slice_tables, tensor_bundle
from tfshim.train.state_text import number, parsed, quoted

_SMALLEST_TABLE = 48  # the footer of a table of TensorFlow's formats


def write(prefix, tensors, nodes=(), form=None):
    """Write `tensors` (key -> tensor or `slices.Parts`) and the object graph to the files of `prefix`, in the format `form` or the chosen.

    What was there in another format is removed afterwards.
    """
    with raising_for(prefix):
        _write(prefix, tensors, nodes, form)


def _write(prefix, tensors, nodes, form):
    before = files(prefix)
    if (form or file_format.chosen()) == file_format.TENSORFLOW:
        bundle_writing.write(prefix, tensors, nodes)
        now = tensor_bundle.files(prefix)
    else:
        safetensors_format.write(prefix, tensors, nodes)
        now = [prefix + safetensors_format.SUFFIX]
    _remove(path for path in before if path not in now)


def write_slice_table(prefix, tensors):
    """Write `tensors` in TensorFlow's first format, to the file `prefix` itself."""
    before = files(prefix)
    with raising_for(prefix):
        slice_tables.write(prefix, tensors)
        _remove(path for path in before if path != prefix)


def opened(prefix, form=None):
    """The contents of the checkpoint at `prefix`: `specs`, `nodes`, `tensor(key)`.

    Where there is one in either format, that of safetensors is opened, or with `form` the other. Raises NotFoundError where there is no
    such file, DataLossError for one that is damaged or no checkpoint.
    """
    path = prefix + safetensors_format.SUFFIX
    if os.path.isfile(path) and not (form == file_format.TENSORFLOW and tensor_bundle.exists(prefix)):
        return safetensors_format.Contents(path)
    if tensor_bundle.exists(prefix):
        return tensor_bundle.Contents(prefix)
    if slice_tables.files(prefix):
        return slice_tables.Contents(prefix)
    if os.path.exists(prefix):
        short = os.path.getsize(prefix) < _SMALLEST_TABLE
        why = f"DATA_LOSS: {'file is too short to be an sstable' if short else 'not an sstable (bad magic number)'}"
        if os.path.isdir(prefix):
            why = f"FAILED_PRECONDITION: {prefix}; Is a directory"
        raise errors.DataLossError(
            None,
            None,
            f"Unable to open table file {prefix}: {why}: perhaps your file is in a different file format and you need to use a different "
            "restore operator?",
        )
    raise errors.NotFoundError(None, None, f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}")


def read(prefix):
    """(tensors, object graph) of the checkpoint at `prefix`; see `opened`. Nothing is returned unless all of it is sound."""
    found = opened(prefix)
    return {key: found.tensor(key) for key in found.specs}, found.nodes


# ---------------------------------------------------------------------- the state file
def write_state(folder, latest, every, timestamps=None, last_preserved=None, name="checkpoint", relative_paths=True):
    """Write the file that says which checkpoint in `folder` is the latest.

    Paths below it are written relative to it; without `relative_paths` only where `folder` is relative itself.
    """

    def relative(path):
        if not relative_paths and (os.path.isabs(folder) or os.path.isabs(path)):
            return path
        if not os.path.isabs(path) and (folder or path):
            return os.path.relpath(path, folder or os.curdir)
        return os.path.relpath(path, folder) if folder and path.startswith(os.path.abspath(folder) + os.sep) else path

    lines = [f"model_checkpoint_path: {quoted(relative(latest))}"]
    lines += [f"all_model_checkpoint_paths: {quoted(relative(p))}" for p in every]
    lines += [f"all_model_checkpoint_timestamps: {float(t)!r}" for t in timestamps or ()]
    if last_preserved is not None:
        lines.append(f"last_preserved_timestamp: {float(last_preserved)!r}")
    path = os.path.join(folder, name)
    with raising_for(path):
        write_beside(path, ("\n".join(lines) + "\n").encode())


class CheckpointState:
    """What the state file of a folder says; has the fields of TensorFlow's message of that name."""

    def __init__(self):
        self.model_checkpoint_path = ""
        self.all_model_checkpoint_paths = []
        self.all_model_checkpoint_timestamps = []
        self.last_preserved_timestamp = 0.0

    def __repr__(self):
        lines = [f"model_checkpoint_path: {quoted(self.model_checkpoint_path, ascii_only=False)}" if self.model_checkpoint_path else ""]
        lines += [f"all_model_checkpoint_paths: {quoted(path, ascii_only=False)}" for path in self.all_model_checkpoint_paths]
        lines += [f"all_model_checkpoint_timestamps: {number(time)}" for time in self.all_model_checkpoint_timestamps]
        lines += [f"last_preserved_timestamp: {number(self.last_preserved_timestamp)}" if self.last_preserved_timestamp else ""]
        return "".join(f"{line}\n" for line in lines if line)


def read_state(folder, name="checkpoint"):
    """The `CheckpointState` of `folder`, or None where it has no (readable) state file.

    Raises ValueError where the file names no checkpoint.
    """
    folder = os.fspath(folder)
    path = os.path.join(folder, name or "checkpoint")
    try:
        with open(path, encoding="utf-8") as f:
            found = parsed(f.read())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as e:
        # Not silently: the program that called begins anew.
        get_logger().warning("%s: %s", type(e).__name__, e)
        get_logger().warning("%s: Checkpoint ignored", path)
        return None
    if not "".join(found["model_checkpoint_path"]):
        raise ValueError(f"Invalid checkpoint state loaded from {folder}")
    state = CheckpointState()
    state.model_checkpoint_path = _absolute(folder, found["model_checkpoint_path"][-1])
    state.all_model_checkpoint_paths = [_absolute(folder, p) for p in found["all_model_checkpoint_paths"]]
    state.all_model_checkpoint_timestamps = found["all_model_checkpoint_timestamps"]
    state.last_preserved_timestamp = (found["last_preserved_timestamp"] or [0.0])[-1]
    return state


def _absolute(folder, path):
    return path if os.path.isabs(path) else os.path.join(folder, path)


def exists(prefix):
    """Whether there is a checkpoint at `prefix`."""
    return os.path.isfile(prefix + safetensors_format.SUFFIX) or tensor_bundle.exists(prefix) or bool(slice_tables.files(prefix))


def prefix_of(path):
    """The prefix of a checkpoint that `path` is a file of, by its name; else `path` itself."""
    return _OF_FILE.sub("", path)


_OF_FILE = re.compile(r"(\.index|\.data-\d{5}-of-\d{5}|-\d{5}-of-\d{5}|" + re.escape(safetensors_format.SUFFIX) + ")$")


def files(prefix):
    """The files of the checkpoint at `prefix`."""
    own = [path for path in (prefix + safetensors_format.SUFFIX,) if os.path.isfile(path)]
    return own + tensor_bundle.files(prefix) + slice_tables.files(prefix)


def remove(prefix):
    """Delete the checkpoint at `prefix`, if it is there."""
    _remove(files(prefix))


def _remove(paths):
    for path in paths:
        # Another process may have been quicker.
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


def saved_at(prefix):
    """When the checkpoint at `prefix` was written, in seconds since the epoch."""
    found = files(prefix)
    return os.path.getmtime(found[0]) if found else time.time()


_NUMBER = re.compile(r"-(\d+)$")


def number_of(prefix):
    """The number at the end of `prefix`, or None."""
    found = _NUMBER.search(prefix)
    return int(found.group(1)) if found else None
