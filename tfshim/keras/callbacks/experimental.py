"""`tf.keras.callbacks.experimental`."""

from __future__ import annotations

from typing import Any

from tfshim._listing import listing
from tfshim.engine.runtime.logger import get_logger
from tfshim.keras.callbacks import checkpoints


class BackupAndRestore(checkpoints.BackupAndRestore):
    """The old name of `tf.keras.callbacks.BackupAndRestore`; mirrors `tf.keras.callbacks.experimental.BackupAndRestore`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        get_logger().warning(
            "`tf.keras.callbacks.experimental.BackupAndRestore` endpoint is deprecated and will be removed in a future release. Please use "
            "`tf.keras.callbacks.BackupAndRestore`."
        )
        super().__init__(*args, **kwargs)


__all__ = ["BackupAndRestore"]
__dir__ = listing(globals())
