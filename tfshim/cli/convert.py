"""`tfshim convert`: a checkpoint in TensorFlow's files as safetensors, or the other way."""

import os

from tfshim.engine.runtime import errors
from tfshim.train import _files, file_format, safetensors_format
from tfshim.train.reading import latest_checkpoint


def convert(source, target, form=None, force=False):
    """Write the checkpoint `source` to `target` in the format `form`, by default the other one; what was done is printed.

    `source`: a prefix, a folder of checkpoints (the latest is meant) or of a saved model (its variables). Returns the exit status: 2 where
    there is no checkpoint, one that is damaged, or something at `target` already that `force` does not allow to replace.
    """
    try:
        prefix = _prefix_of(source)
        if os.path.isdir(target):
            target = os.path.join(target, os.path.basename(prefix))
        found = _files.opened(prefix)
        of_ours = isinstance(found, safetensors_format.Contents)
        form = form or (file_format.TENSORFLOW if of_ours else file_format.SAFETENSORS)
        there = _files.files(target)
        if there and not force:
            print(f"tfshim: {', '.join(there)} would be replaced: give another name, or --force")
            return 2
        found.check()
        tensors = {key: found.tensor(key) for key in found.specs}
        _files.write(target, tensors, found.nodes, form)
    except (errors.OpError, NotImplementedError, OSError) as e:
        print(f"tfshim: {getattr(e, 'message', e)}")
        return 2
    was = "safetensors" if of_ours else "TensorFlow's format"
    print(f"{prefix} ({was}, {len(tensors)} tensors{', an object graph' if found.nodes else ''})")
    for path in _files.files(target):
        print(f"  -> {path} ({os.path.getsize(path):,} bytes)")
    return 0


def _prefix_of(source):
    """The prefix of the checkpoint that is meant."""
    if _files.exists(source) or not os.path.isdir(source):
        return source
    variables = os.path.join(source, "variables", "variables")
    return variables if _files.exists(variables) else latest_checkpoint(source) or source
