"""Which files checkpoints are written in: safetensors, or TensorFlow's own, for where TensorFlow reads them.

What `tf.train.CheckpointOptions` says comes first, then `tfshim.set_checkpoint_format`, then the environment variable
TFSHIM_CHECKPOINT_FORMAT. Both formats are read everywhere.
"""

import os

SAFETENSORS, TENSORFLOW = "safetensors", "tensorflow"
VARIABLE = "TFSHIM_CHECKPOINT_FORMAT"
_chosen = None


def set_checkpoint_format(file_format):
    """Write checkpoints as "tensorflow" (TensorFlow's files, which it reads) or "safetensors" (the default) from now on, in this process.

    It holds for `tf.train.Checkpoint`, `CheckpointManager`, `tf.compat.v1.train.Saver` and weights of Keras. None goes back to what the
    environment variable TFSHIM_CHECKPOINT_FORMAT says. Raises ValueError for another name.
    """
    global _chosen
    _chosen = checked(file_format, "file_format")


def checked(name, where):
    """`name`, if it is that of a format or None. Raises ValueError for another."""
    if name not in (None, SAFETENSORS, TENSORFLOW):
        raise ValueError(f"{where} is {name!r}, but checkpoints are written as {SAFETENSORS!r} or {TENSORFLOW!r}.")
    return name


def chosen(options=None):
    """The format to write in; `options`: a CheckpointOptions or None."""
    asked = getattr(options, "file_format", None) or _chosen
    return asked or checked(os.environ.get(VARIABLE) or None, f"The environment variable {VARIABLE}") or SAFETENSORS
