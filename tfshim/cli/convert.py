"""`tfshim convert`: a checkpoint in TensorFlow's files as safetensors, or the other way."""

import os
import sys

from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes
from tfshim.train import _files, file_format, safetensors_format, tensor_bundle
from tfshim.train.reading import latest_checkpoint


class _NotMeant(Exception):
    """What was given names no checkpoint, or several; the message says what to give."""


def convert(source, target, form=None, force=False):
    """Write the checkpoint `source` to `target` in the format `form`, by default the other one; what was done is printed.

    `source`: a prefix, one of the files at it, a folder of checkpoints (the latest is meant) or of a saved model (its variables). Returns
    the exit status: 2 where there is no checkpoint or one in either format and no `form`, one that is damaged, or something at `target`
    already that `force` does not allow to replace.
    """
    try:
        prefix = _prefix_of(source)
        target = os.path.join(target, os.path.basename(prefix)) if os.path.isdir(target) else _files.prefix_of(target)
        found = _opened(prefix, form)
        of_ours = isinstance(found, safetensors_format.Contents)
        form = form or (file_format.TENSORFLOW if of_ours else file_format.SAFETENSORS)
        there = _files.files(target)
        if there and not force:
            raise _NotMeant(f"{', '.join(there)} would be replaced: give another name, or --force")
        found.check()
        left = [] if form == file_format.TENSORFLOW else [key for key, (dtype, _) in found.specs.items() if dtype is dtypes.variant]
        tensors = {key: found.tensor(key) for key in found.specs if key not in left}
        _files.write(target, tensors, _with_values(found.nodes, tensors) if left else found.nodes, form)
    except (_NotMeant, errors.OpError, NotImplementedError, OSError) as e:
        print(f"tfshim: {getattr(e, 'message', e)}", file=sys.stderr)
        return 2
    was = "safetensors" if of_ours else "TensorFlow's format"
    number = f"{len(tensors)} tensor{'' if len(tensors) == 1 else 's'}"
    print(f"{prefix} ({was}, {number}{', an object graph' if found.nodes else ''})")
    for key in left:
        print(f"  left out: {key} (the place of an iterator, in a form that only TensorFlow reads)")
    for path in _files.files(target):
        print(f"  -> {path} ({os.path.getsize(path):,} bytes)")
    return 0


def _opened(prefix, form):
    """The contents of the checkpoint: of two in different formats the one that is not in `form` already."""
    ours, theirs = os.path.isfile(prefix + safetensors_format.SUFFIX), tensor_bundle.exists(prefix)
    if ours and theirs and form is None:
        raise _NotMeant(f"there is a checkpoint in either format at {prefix}: say with --to which one to write")
    return _files.opened(prefix, file_format.TENSORFLOW if form == file_format.SAFETENSORS else file_format.SAFETENSORS)


def _with_values(nodes, tensors):
    """The nodes of an object graph without what they keep in tensors that are not there; see `saved_values`."""
    return [{**node, "attributes": [a for a in node["attributes"] if any(key.startswith(a[1]) for key in tensors)]} for node in nodes]


def _prefix_of(source):
    """The prefix of the checkpoint that is meant."""
    named = _files.prefix_of(source)
    for prefix in (named, source) if named != source and os.path.exists(source) else (source,):
        if _files.exists(prefix):
            return prefix
    if not os.path.isdir(source):
        what = "is no file of a checkpoint" if os.path.exists(source) else "does not exist, and there is no checkpoint of that name"
        raise _NotMeant(f"{source} {what}: give what its files are called before .index, .data-... or {safetensors_format.SUFFIX}")
    variables, latest = os.path.join(source, "variables", "variables"), latest_checkpoint(source)
    if _files.exists(variables) or latest:
        return variables if _files.exists(variables) else latest
    inside = {_files.prefix_of(os.path.join(source, name)) for name in os.listdir(source)}
    several = sorted(os.path.basename(prefix) for prefix in inside if _files.exists(prefix))
    if len(several) == 1:
        return os.path.join(source, several[0])
    if several:
        raise _NotMeant(f"the folder {source} does not say which checkpoint is its latest: give one of {', '.join(several)} in it")
    raise _NotMeant(f"the folder {source} holds neither checkpoints nor a saved model")
