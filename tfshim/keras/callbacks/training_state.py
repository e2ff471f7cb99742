"""Where a training was, which `BackupAndRestore` keeps."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from tfshim.distribute.experimental import PreemptionCheckpointHandler, TerminationConfig
from tfshim.engine.variables.variable import Variable
from tfshim.keras.callbacks.worker_files import folder_to_write, remove_temporary
from tfshim.train import Checkpoint, CheckpointManager

if TYPE_CHECKING:
    from tfshim.keras.annotations import Model


class TrainingState:
    """Where a training was: the model, its optimizer, and the epoch and batch; kept in a checkpoint."""

    def __init__(self, model: Model, folder: str, save_freq: str | int | None, before_preemption: bool) -> None:
        self._by_batches = isinstance(save_freq, int) or before_preemption
        self.epoch, self.batch = (Variable(-1, dtype="int64", trainable=False, name=n) for n in ("ckpt_saved_epoch", "ckpt_saved_batch"))
        model._make_counters()  # which a model that was not compiled has not counted with yet
        # Keras keeps the backup of the first worker, or the only one, in a folder of this name.
        checkpoint = Checkpoint(model=model, ckpt_saved_epoch=self.epoch, ckpt_saved_batch=self.batch, train_counter=model._train_counter)
        self._model, self._folder = model, folder
        kept = os.path.join(folder, "chief")
        written = folder_to_write(folder, model)
        self._kept = CheckpointManager(checkpoint, directory=kept, max_to_keep=1)
        self._written = self._kept if written == folder else CheckpointManager(checkpoint, directory=written, max_to_keep=1)
        self._handler = None
        if before_preemption:
            resolver = getattr(model.distribute_strategy, "cluster_resolver", None)
            self._handler = PreemptionCheckpointHandler(resolver, self._written, termination_config=TerminationConfig(save_fn=self.save))

    def save_if_preempted(self) -> None:
        if self._handler is not None:
            self._handler.save_checkpoint_if_preempted()

    def stop(self) -> None:
        if self._handler is not None:
            self._handler._stop()

    def restore(self) -> None:
        self._kept.restore_or_initialize()

    def save(self) -> None:
        self._written.save()
        remove_temporary(self._folder, self._model)

    def delete(self) -> None:
        if self._written is self._kept:
            shutil.rmtree(self._kept.directory, ignore_errors=True)

    def initial_counters(self, steps: int | None, initial_epoch: int) -> tuple[int, int]:
        """(epoch, step) to go on with."""
        epoch, batch = int(self.epoch.numpy()), int(self.batch.numpy())
        if not self._by_batches:
            return (epoch + 1, 0) if epoch >= 0 else (initial_epoch, 0)
        if batch < 0:
            return initial_epoch, 0
        return (epoch + 1, 0) if steps is not None and batch == steps - 1 else (epoch, batch + 1)
