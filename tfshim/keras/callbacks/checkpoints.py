"""Callbacks that save models: `ModelCheckpoint` and `SidecarEvaluatorModelExport`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.files.places import on_disk
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.callbacks.worker_files import file_to_write
from tfshim.keras.models.steps import to_python
from tfshim.keras.utils.interaction import print_message
from tfshim.train.reading import latest_checkpoint

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


def _warn(text):
    get_logger().warning(text)


@tf_export("keras.callbacks.ModelCheckpoint")
class ModelCheckpoint(Callback):
    """Saves the model, or its weights, while it is trained: after each epoch, after a number of batches, or when a metric has improved.

    Mirrors `tf.keras.callbacks.ModelCheckpoint`.

    Arguments:
        filepath: where to; it may have fields, as "{epoch:02d}-{val_loss:.2f}.keras": `epoch` (from 1), `batch` and the names of the logs.
            The ending chooses the format, as in `model.save`, or for weights in `model.save_weights`.
        monitor: the name of the metric; "val_loss" by default.
        verbose: 1: says what it saves; 0 by default.
        save_best_only: whether to save only when the metric has improved; False by default.
        save_weights_only: whether only the weights are saved; False by default.
        mode: "min", "max" or "auto" (default): by the name: greater is better for "acc" and "fmeasure".
        save_freq: "epoch" (default), or a number of batches.
        options: a `tf.train.CheckpointOptions` or `tf.saved_model.SaveOptions`.
        initial_value_threshold: what the first save has to improve upon; None.

    Raises:
        ValueError: another `save_freq`, `options` for a ".keras" file. TypeError: options of the other format, an unknown keyword.
        KeyError, while training: an unknown field.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile("sgd", "mse")
        >>> saving = tf.keras.callbacks.ModelCheckpoint("{epoch}.weights.h5", save_weights_only=True)
        >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=2, verbose=0, callbacks=[saving])
        >>> sorted(tf.io.gfile.glob("*.h5"))
        ['./1.weights.h5', './2.weights.h5']
    """

    __module__ = "keras.src.callbacks"
    _supports_tf_logs = True

    def __init__(
        self,
        filepath: Path,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: str | int = "epoch",
        options: Any = None,
        initial_value_threshold: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.filepath = os.fspath(filepath) if isinstance(filepath, os.PathLike) else filepath
        self.monitor, self.verbose = monitor, verbose
        self.save_best_only, self.save_weights_only, self.save_freq = save_best_only, save_weights_only, save_freq
        if not save_weights_only and str(self.filepath).endswith(".keras") and options is not None:
            raise ValueError(
                "The native Keras format does not support the `options` argument. Please remove the `options` argument, or "
                "use the SavedModel format by removing the `.keras` extension from the model filepath."
            )
        _check_options(save_weights_only, options)
        self._options = options
        self.load_weights_on_restart = kwargs.pop("load_weights_on_restart", False)
        if self.load_weights_on_restart:
            _warn(
                "`load_weights_on_restart` argument is deprecated. Please use `model.load_weights()` for loading weights before the "
                "start of `model.fit()`."
            )
        self.period = kwargs.get("period", 1)
        if "period" in kwargs:
            kwargs.pop("period")
            _warn("`period` argument is deprecated. Please use `save_freq` to specify the frequency in number of batches seen.")
        if kwargs:
            # Keras lets them be without a word.
            get_logger().warning(f"ModelCheckpoint has no such arguments, which have no effect: {sorted(kwargs)}")
        if mode not in ("auto", "min", "max"):
            _warn(f"ModelCheckpoint mode {mode} is unknown, fallback to auto mode.")
            mode = "auto"
        greater = mode == "max" or mode == "auto" and ("acc" in monitor or monitor.startswith("fmeasure"))
        self.monitor_op = np.greater if greater else np.less
        self.best = initial_value_threshold if initial_value_threshold is not None else -np.inf if greater else np.inf
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f'Unrecognized save_freq: {save_freq}. Expected save_freq are "epoch" or integer')
        self.epochs_since_last_save = 0
        self._batches_since, self._last_batch, self._current_epoch = 0, -1, 0

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        if not self.load_weights_on_restart:
            return
        path = self._get_most_recently_modified_file_matching_pattern(self.filepath)
        if path is not None:
            try:
                self.model.load_weights(path)
            except (OSError, ValueError) as e:
                raise ValueError(f"Error loading file from {path}. Reason: {e}") from e

    def _get_most_recently_modified_file_matching_pattern(self, pattern):
        """The file written last whose name is `pattern` with its fields filled in, or None."""
        folder, name = os.path.split(on_disk(pattern))
        wanted = re.compile("^" + re.sub(r"\\{.*\\}", ".*", re.escape(name)) + "$")
        latest = latest_checkpoint(folder or ".")
        if latest is not None and wanted.match(os.path.basename(latest)):
            return latest
        if not os.path.isdir(folder or "."):
            return None
        found = [os.path.join(folder, n) for n in os.listdir(folder or ".") if wanted.match(n)]
        # By name where files were written within one tick of the clock.
        return max(found, key=lambda p: (os.path.getmtime(p), p), default=None)

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._current_epoch = epoch

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        if self.save_freq == "epoch":
            return
        # Batch numbers start again in each epoch, and skip some where `steps_per_execution` is more than 1.
        self._batches_since += batch + 1 if batch <= self._last_batch else batch - self._last_batch
        self._last_batch = batch
        if self._batches_since >= self.save_freq:
            self._batches_since = 0
            self._save_model(self._current_epoch, batch, logs)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.epochs_since_last_save += 1
        if self.save_freq == "epoch" and self.epochs_since_last_save >= self.period:
            self._save_model(epoch, None, logs)

    def _implements_train_batch_hooks(self):
        # Batches are called for only where they save: each call costs time.
        return self.save_freq != "epoch"

    def _save_model(self, epoch, batch, logs):
        logs = to_python(logs or {})
        self.epochs_since_last_save = 0
        path = self._get_file_path(epoch, batch, logs)
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(on_disk(folder), exist_ok=True)
        if not self.save_best_only:
            if self.verbose > 0:
                print_message(f"\nEpoch {epoch + 1}: saving model to {path}")
            self._write(path)
            return
        current = logs.get(self.monitor)
        if current is None:
            _warn(f"Can save best model only with {self.monitor} available, skipping.")
        elif self.monitor_op(current, self.best):
            if self.verbose > 0:
                print_message(f"\nEpoch {epoch + 1}: {self.monitor} improved from {self.best:.5f} to {current:.5f}, saving model to {path}")
            self.best = current
            self._write(path)
        elif self.verbose > 0:
            print_message(f"\nEpoch {epoch + 1}: {self.monitor} did not improve from {self.best:.5f}")

    def _write(self, path):
        options = {} if self._options is None else {"options": self._options}
        try:
            with file_to_write(path, self.model) as written:
                if self.save_weights_only:
                    self.model.save_weights(written, overwrite=True, **options)
                else:
                    self.model.save(written, overwrite=True, **options)
        except IsADirectoryError as e:
            raise OSError(
                f"Please specify a non-directory filepath for ModelCheckpoint. Filepath used is an existing directory: {path}"
            ) from e

    def _get_file_path(self, epoch, batch, logs):
        fields = {"epoch": epoch + 1, **logs}
        if batch is not None:
            fields.setdefault("batch", batch + 1)
        try:
            return self.filepath.format(**fields)
        except KeyError as e:
            raise KeyError(f'Failed to format this callback filepath: "{self.filepath}". Reason: {e}') from e


def _check_options(weights_only, options):
    """Raise TypeError for options that belong to the other file format."""
    if options is None:
        return
    wanted = "CheckpointOptions" if weights_only else "SaveOptions"
    if type(options).__name__ != wanted:
        module = "tf.train" if weights_only else "tf.saved_model"
        raise TypeError(
            f"If save_weights_only is {weights_only}, then `options` must be either None or a {module}.{wanted}. Got {options}."
        )


@tf_export("keras.callbacks.SidecarEvaluatorModelExport")
class SidecarEvaluatorModelExport(ModelCheckpoint):
    """Saves the best model that a program which only evaluates has found among the checkpoints of a training.

    Mirrors `tf.keras.callbacks.SidecarEvaluatorModelExport`. It goes with `tf.keras.utils.SidecarEvaluator`: that program reads each new
    checkpoint, evaluates it, and this saves the model when its metric is the best so far.

    Arguments:
        export_filepath: where the model is saved, with fields as in `ModelCheckpoint`.
        checkpoint_filepath: where the training saves its checkpoints, with a number, as the epoch, in the names.
        **kwargs: those of `ModelCheckpoint` but `save_best_only`: `monitor`, `mode`, `save_weights_only`, ...

    Raises:
        ValueError, after an evaluation: names of checkpoints without a number.

    Example:
        >>> export = tf.keras.callbacks.SidecarEvaluatorModelExport("best/{epoch}", "checkpoints/ckpt-{epoch}", monitor="val_loss")
        >>> export.save_best_only, export.monitor
        (True, 'val_loss')
    """

    __module__ = "keras.src.callbacks"

    def __init__(self, export_filepath: Path, checkpoint_filepath: Path, **kwargs: Any) -> None:
        super().__init__(filepath=export_filepath, save_best_only=True, **kwargs)
        self.checkpoint_filepath = checkpoint_filepath

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Find out which checkpoint is evaluated now. Mirrors `tf.keras.callbacks.SidecarEvaluatorModelExport.on_test_begin`.

        `evaluate` calls it before the first step. It looks for the latest checkpoint in the folder of `checkpoint_filepath`, which is the
        one that the evaluator has just loaded: that the training may write another one meanwhile is why it is settled here and not at the
        end.

        Arguments:
            logs: an empty dictionary, or None.

        Returns:
            None.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
            >>> model.compile("sgd", "mse")
            >>> _ = tf.train.Checkpoint(model=model, optimizer=model.optimizer).save("run/ckpt")
            >>> export = tf.keras.callbacks.SidecarEvaluatorModelExport("best", "run/ckpt-{epoch}", monitor="loss")
            >>> export.on_test_begin()
        """
        latest = latest_checkpoint(os.path.dirname(self.checkpoint_filepath) or ".")
        self._latest = latest or self._get_most_recently_modified_file_matching_pattern(self.checkpoint_filepath)

    def on_test_end(self, logs: dict[str, Any]) -> None:  # type: ignore[override]  # as in Keras
        """Save the model if its metric is the best so far. Mirrors `tf.keras.callbacks.SidecarEvaluatorModelExport.on_test_end`.

        `evaluate` calls it after the last step. The number at the end of the checkpoint's name is the epoch that the file name of the
        export may have, as "{epoch}". Names of metrics are those of `evaluate`, without "val_".

        Arguments:
            logs: a dictionary of the results of the evaluation by name: the loss and the metrics.

        Returns:
            None. The model is written to `export_filepath`, or nothing is.

        Raises:
            ValueError: the name of the checkpoint has no number.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
            >>> model.compile("sgd", "mse")
            >>> _ = tf.train.Checkpoint(model=model, optimizer=model.optimizer).save("run/ckpt")
            >>> export = tf.keras.callbacks.SidecarEvaluatorModelExport("best.keras", "run/ckpt-{epoch}", monitor="loss", mode="min")
            >>> results = model.evaluate(np.ones([2, 1]), np.ones([2, 1]), callbacks=[export], verbose=0)
            >>> tf.io.gfile.exists("best.keras")
            True
        """
        numbers = re.findall(r"(\d+)", os.path.basename(self._latest or ""))
        if not numbers:
            raise ValueError(
                f"SidecarEvaluatorModelExport: no epoch can be found in the names of the checkpoints at "
                f"'{self.checkpoint_filepath}'; put {{epoch}} into them."
            )
        self._save_model(int(numbers[-1]), None, logs)
