"""The files of checkpoints, and the file that names the latest of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.engine.runtime import errors
from tfshim.files.places import on_disk
from tfshim.io import gfile
from tfshim.train import _files, state_file

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["train.checkpoint_exists"])
def checkpoint_exists(checkpoint_prefix: Path) -> bool:
    """Whether there is a checkpoint of a prefix. Mirrors `tf.compat.v1.train.checkpoint_exists`.

    A checkpoint consists of several files whose names begin with the prefix that `tf.compat.v1.train.Saver.save` gives, so that there need
    be no file of that very name. `tf.train.latest_checkpoint` gives the prefix of the last one in a directory.

    Arguments:
        checkpoint_prefix: the prefix, a str or path; a pattern of names is looked for as well.

    Returns:
        A bool.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> tf.compat.v1.train.checkpoint_exists(prefix), tf.compat.v1.train.checkpoint_exists("./other")
        (True, False)
    """
    prefix = os.fsdecode(checkpoint_prefix)
    return _files.exists(prefix) or bool(gfile.glob(prefix))


@tf_export(v1=["train.get_checkpoint_mtimes"])
def get_checkpoint_mtimes(checkpoint_prefixes: Iterable[str]) -> list[float]:
    """When checkpoints were written. Mirrors `tf.compat.v1.train.get_checkpoint_mtimes`.

    The time is that of a checkpoint's first file. Savers keep these times with the names of the checkpoints, to decide which of them to
    delete: `tf.compat.v1.train.Saver.recover_last_checkpoints` asks for them.

    Arguments:
        checkpoint_prefixes: a list of prefixes, as `tf.compat.v1.train.Saver.save` gives them.

    Returns:
        A list of seconds since 1970, floats; those of prefixes without a checkpoint are left out.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> times = tf.compat.v1.train.get_checkpoint_mtimes([prefix, "./other"])
        >>> len(times), times[0] > 1.5e9
        (1, True)
    """
    found = (_files.files(p) or gfile.glob(p) for p in checkpoint_prefixes)
    return [os.path.getmtime(on_disk(paths[0])) for paths in found if paths]


@tf_export(v1=["train.remove_checkpoint"])
def remove_checkpoint(checkpoint_prefix: str, checkpoint_format_version: int = 2, meta_graph_suffix: str = "meta") -> None:
    """Deletes the files of a checkpoint. Mirrors `tf.compat.v1.train.remove_checkpoint`.

    Those with the values go, and the graph beside them, whose name ends with `.meta`. The file `checkpoint`, which names the last one of
    the directory, stays as it is. There is no way back.

    Arguments:
        checkpoint_prefix: the prefix, as `tf.compat.v1.train.Saver.save` gives it.
        checkpoint_format_version: 1 or 2, the format of the checkpoint; whichever it is is found here.
        meta_graph_suffix: how the name of the graph's file ends, "meta" by default.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> tf.compat.v1.train.remove_checkpoint(prefix)
        >>> tf.compat.v1.train.checkpoint_exists(prefix), tf.compat.v1.gfile.Exists(prefix + ".meta")
        (False, False)
    """
    _files.remove(checkpoint_prefix)
    meta = f"{on_disk(checkpoint_prefix)}.{meta_graph_suffix}"
    if os.path.exists(meta):
        os.unlink(meta)


@tf_export(v1=["train.update_checkpoint_state"])
def update_checkpoint_state(
    save_dir: Path,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Iterable[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Iterable[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Writes the file that names the latest checkpoint of a directory. Mirrors `tf.compat.v1.train.update_checkpoint_state`.

    Savers do so themselves with each checkpoint; programs call it to go back to an older one, or for files they have moved.
    `tf.train.latest_checkpoint` and `tf.train.get_checkpoint_state` read it.

    Arguments:
        save_dir: the directory.
        model_checkpoint_path: the prefix of the latest checkpoint.
        all_model_checkpoint_paths: a list of those that are there, oldest first; None (the default) for the latest alone. The latest is put
            last.
        latest_filename: the name of the file, "checkpoint" by default.
        all_model_checkpoint_timestamps: as many times, in seconds since 1970; None by default.
        last_preserved_timestamp: the time of the last one that is kept for good; None by default.

    Raises:
        RuntimeError: `model_checkpoint_path` is the file itself.
        ValueError: there are more or fewer times than paths.

    Example:
        >>> tf.compat.v1.train.update_checkpoint_state(".", "./model-2", ["./model-1", "./model-2"])
        >>> tf.train.get_checkpoint_state(".").model_checkpoint_path
        './model-2'
    """
    state = generate_checkpoint_state_proto(
        save_dir, model_checkpoint_path, all_model_checkpoint_paths, all_model_checkpoint_timestamps, last_preserved_timestamp
    )
    folder, name = os.fsdecode(save_dir), latest_filename or "checkpoint"
    if folder and not os.path.isdir(on_disk(folder)):
        raise errors.NotFoundError(None, None, f"{os.path.join(folder, name)}; No such file or directory")
    state_file.write(folder, state, name)


@tf_export(v1=["train.generate_checkpoint_state_proto"])
def generate_checkpoint_state_proto(
    save_dir: Path,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Iterable[str] | None = None,
    all_model_checkpoint_timestamps: Iterable[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> Message:
    """The message that names the checkpoints of a directory. Mirrors `tf.compat.v1.train.generate_checkpoint_state_proto`.

    It is what `tf.compat.v1.train.update_checkpoint_state` writes as text into the file `checkpoint`. Where paths are absolute, and the
    directory is too, they are left so; otherwise they are told relative to it.

    Arguments:
        save_dir: the directory.
        model_checkpoint_path: the prefix of the latest checkpoint.
        all_model_checkpoint_paths: a list of those that are there, oldest first; None (the default) for the latest alone. The latest is put
            last.
        all_model_checkpoint_timestamps: as many times, in seconds since 1970; None by default.
        last_preserved_timestamp: the time of the last one that is kept for good; None by default.

    Returns:
        A CheckpointState message.

    Raises:
        ValueError: there are more or fewer times than paths.

    Example:
        >>> state = tf.compat.v1.train.generate_checkpoint_state_proto("/models", "/models/m-2", ["/models/m-1"])
        >>> state.model_checkpoint_path, list(state.all_model_checkpoint_paths)
        ('/models/m-2', ['/models/m-1', '/models/m-2'])
    """
    every = list(all_model_checkpoint_paths or [])
    if every[-1:] != [model_checkpoint_path]:
        logging.info("%s is not in all_model_checkpoint_paths. Manually adding it.", model_checkpoint_path)
        every.append(model_checkpoint_path)
    times = list(all_model_checkpoint_timestamps or [])
    if times and len(times) != len(every):
        raise ValueError(f"Checkpoint timestamps, if provided, must match checkpoint paths (got paths {every} and timestamps {times})")
    return state_file.made(os.fsdecode(save_dir), model_checkpoint_path, every, times, last_preserved_timestamp, relative_paths=False)
