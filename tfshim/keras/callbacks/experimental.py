"""`tf.keras.callbacks.experimental`: an older name of a callback."""

from __future__ import annotations

from typing import Any

from tfshim._listing import listing
from tfshim.engine.runtime.logger import get_logger
from tfshim.keras.callbacks import backup


class BackupAndRestore(backup.BackupAndRestore):
    """The old name of `tf.keras.callbacks.BackupAndRestore`. Mirrors `tf.keras.callbacks.experimental.BackupAndRestore`.

    A training that was broken off goes on at the epoch, or the step, where it was, when it is begun again: weights, optimizer and epoch are
    saved while it runs, and removed when it ends. To make one logs a warning that the name is deprecated; all else is the same.

    Arguments:
        *args, **kwargs: those of `tf.keras.callbacks.BackupAndRestore`: `backup_dir`, the folder; `save_freq`, "epoch" or a number of
            steps; `delete_checkpoint`, True; `save_before_preemption`, False.

    Raises:
        ValueError: an empty `backup_dir`, or arguments that do not fit each other.

    Example:
        >>> callback = tf.keras.callbacks.experimental.BackupAndRestore("backup")
        >>> isinstance(callback, tf.keras.callbacks.BackupAndRestore)
        True
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        get_logger().warning(
            "`tf.keras.callbacks.experimental.BackupAndRestore` endpoint is deprecated and will be removed in a future release. Please use "
            "`tf.keras.callbacks.BackupAndRestore`."
        )
        super().__init__(*args, **kwargs)


__all__ = ["BackupAndRestore"]
__dir__ = listing(globals())
