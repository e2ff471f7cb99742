"""The files of checkpoints: which there are at a prefix, and in what format."""

import contextlib
import os
import re
import time

from tfshim.engine.runtime import errors
from tfshim.files.places import on_disk
from tfshim.io._oserrors import raising_for
from tfshim.train import bundle_writing, file_format, safetensors_format, slice_tables, tensor_bundle

_SMALLEST_TABLE = 48  # the footer of a table of TensorFlow's formats


def write(prefix, tensors, nodes=(), form=None):
    """Write `tensors` (key -> tensor or `slices.Parts`) and the object graph to the files of `prefix`, in the format `form` or the chosen.

    What was there in another format is removed afterwards.
    """
    with raising_for(prefix):
        _write(on_disk(prefix), tensors, nodes, form)


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
        prefix = on_disk(prefix)
        slice_tables.write(prefix, tensors)
        _remove(path for path in before if path != prefix)


def opened(prefix, form=None):
    """The contents of the checkpoint at `prefix`: `specs`, `nodes`, `tensor(key)`.

    Where there is one in either format, that of safetensors is opened, or with `form` the other. Raises NotFoundError where there is no
    such file, DataLossError for one that is damaged or no checkpoint.
    """
    given, prefix = prefix, on_disk(prefix)
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
            why = f"FAILED_PRECONDITION: {given}; Is a directory"
        raise errors.DataLossError(
            None,
            None,
            f"Unable to open table file {given}: {why}: perhaps your file is in a different file format and you need to use a different "
            "restore operator?",
        )
    raise errors.NotFoundError(None, None, f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {given}")


def read(prefix):
    """(tensors, object graph) of the checkpoint at `prefix`; see `opened`. Nothing is returned unless all of it is sound."""
    found = opened(prefix)
    return {key: found.tensor(key) for key in found.specs}, found.nodes


def exists(prefix):
    """Whether there is a checkpoint at `prefix`."""
    prefix = on_disk(prefix)
    return os.path.isfile(prefix + safetensors_format.SUFFIX) or tensor_bundle.exists(prefix) or bool(slice_tables.files(prefix))


def prefix_of(path):
    """The prefix of a checkpoint that `path` is a file of, by its name; else `path` itself."""
    return _OF_FILE.sub("", path)


_OF_FILE = re.compile(r"(\.index|\.data-\d{5}-of-\d{5}|-\d{5}-of-\d{5}|" + re.escape(safetensors_format.SUFFIX) + ")$")


def files(prefix):
    """The files of the checkpoint at `prefix`."""
    prefix = on_disk(prefix)
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
