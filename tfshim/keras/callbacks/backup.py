"""`BackupAndRestore`: a training that was interrupted goes on where it was."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.functions.function import inside_function
from tfshim.engine.runtime.state import TS
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.callbacks.training_state import TrainingState

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export("keras.callbacks.BackupAndRestore")
class BackupAndRestore(Callback):
    """Keeps a copy of the state of a training, from which the same program goes on when it is started again after an interruption.

    Mirrors `tf.keras.callbacks.BackupAndRestore`. Weights, optimizer, epoch and batch are kept; `fit` then begins at the epoch that was
    interrupted.

    Arguments:
        backup_dir: a folder for nothing else, of this training alone.
        save_freq: "epoch" (default) or a number of batches: how often the copy is made.
        delete_checkpoint: whether the copy is removed when training ends; True by default.
        save_before_preemption: whether a SIGTERM, of any worker, makes all save after one more batch and leave with status 42; False.

    Raises:
        ValueError: neither `save_freq` nor `save_before_preemption`, or use within a `tf.function`.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
        >>> model.compile("sgd", "mse")
        >>> def interrupt(epoch, logs):
        ...     if epoch == 1:
        ...         raise KeyboardInterrupt
        >>> backup = tf.keras.callbacks.BackupAndRestore("backup")
        >>> try:
        ...     model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=3, verbose=0,
        ...               callbacks=[backup, tf.keras.callbacks.LambdaCallback(on_epoch_end=interrupt)])
        ... except KeyboardInterrupt:
        ...     pass
        >>> backup = tf.keras.callbacks.BackupAndRestore("backup")
        >>> model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=3, verbose=0, callbacks=[backup]).epoch
        [2]
    """

    __module__ = "keras.src.callbacks"
    _supports_tf_logs = True

    def __init__(
        self, backup_dir: Path, save_freq: str | int = "epoch", delete_checkpoint: bool = True, save_before_preemption: bool = False
    ) -> None:
        super().__init__()
        if TS.graph is not None:
            if inside_function():
                raise ValueError("This Callback's method contains Python state and should be called outside of `tf.function`s.")
            raise ValueError(
                "BackupAndRestore only supports eager mode. In graph mode, consider using ModelCheckpoint to manually save "
                "and restore weights with `model.load_weights()` and by providing `initial_epoch` in `model.fit()` for fault "
                "tolerance."
            )
        if not save_freq and not save_before_preemption:
            raise ValueError("Either `save_freq` or `save_before_preemption` must be set.")
        self.backup_dir, self.save_freq = os.fspath(backup_dir), save_freq
        self.delete_checkpoint, self.save_before_preemption = delete_checkpoint, save_before_preemption
        self._batches, self._epoch = 0, 0

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._state = self.model.__dict__["_training_state"] = TrainingState(
            self.model, self.backup_dir, self.save_freq, self.save_before_preemption
        )
        self._state.restore()

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._state.epoch.assign(epoch)
        self._epoch = epoch

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._state.batch.assign(batch)

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._state.save_if_preempted()
        if not self.save_freq or self.save_freq == "epoch":
            return
        self._state.batch.assign(batch)
        self._batches += 1
        if self._batches >= self.save_freq:
            self._batches = 0
            self._state.save()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if self.save_freq == "epoch":
            self._state.save()

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        if self.delete_checkpoint:
            self._state.delete()
        self._state.stop()
        del self._state
        self.model.__dict__.pop("_training_state", None)

    def _implements_train_batch_hooks(self):
        return self.save_freq != "epoch" or self.save_before_preemption
