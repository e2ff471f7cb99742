"""The files of checkpoints: which there are at a prefix, in what format, and the state file that names the latest of a folder."""

import contextlib
import json
import os
import re
import time

from tfshim.engine.runtime import errors
from tfshim.files.replacing import write_beside
from tfshim.train import bundle_writing, file_format, safetensors_format, slice_tables, tensor_bundle


def write(prefix, tensors, nodes=(), form=None):
    """Write `tensors` (key -> tensor or `slices.Parts`) and the object graph to the files of `prefix`, in the format `form` or the chosen.

    What was there in another format is removed afterwards.
    """
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
        why = f"FAILED_PRECONDITION: {prefix}; Is a directory" if os.path.isdir(prefix) else "DATA_LOSS: not an sstable (bad magic number)"
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
        except (ValueError, RecursionError):  # the last where brackets stand in brackets without end
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
