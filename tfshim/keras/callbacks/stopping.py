"""`EarlyStopping`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.utils.interaction import print_message


@tf_export("keras.callbacks.EarlyStopping")
class EarlyStopping(Callback):
    """Stops the training when a metric has not improved for a number of epochs.

    Mirrors `tf.keras.callbacks.EarlyStopping`. `stopped_epoch` is the epoch (from 0) after which it stopped, 0 if it did not; `best` is the
    best value.

    Arguments:
        monitor: the name of the metric in the logs; "val_loss" by default, which needs validation data; a missing one gives a warning.
        min_delta: by how much a value must be better to count as an improvement; 0 by default.
        patience: how many epochs without one are waited for; 0 by default.
        verbose: 1: says when it stops; 0 by default.
        mode: "min", "max" or "auto" (default): by the name: greater is better for "acc", "auc" and "fmeasure".
        baseline: a value that has to be beaten at all; None (default): none.
        restore_best_weights: whether the weights of the best epoch are set when it stops; False by default.
        start_from_epoch: epochs before that do not count; 0 by default.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
        >>> model.compile(tf.keras.optimizers.SGD(0.0), "mse")
        >>> stopping = tf.keras.callbacks.EarlyStopping(monitor="loss", patience=2)
        >>> history = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=10, verbose=0, callbacks=[stopping])
        >>> history.epoch, stopping.stopped_epoch
        ([0, 1, 2], 2)
    """

    __module__ = "keras.src.callbacks"

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
        start_from_epoch: int = 0,
    ) -> None:
        super().__init__()
        self.monitor, self.patience, self.verbose, self.baseline = monitor, patience, verbose, baseline
        self.restore_best_weights, self.start_from_epoch = restore_best_weights, start_from_epoch
        self.wait = self.stopped_epoch = 0
        self.best_weights: list[np.ndarray] | None = None
        if mode not in ("auto", "min", "max"):
            get_logger().warning(f"EarlyStopping mode {mode} is unknown, fallback to auto mode.")
            mode = "auto"
        greater = mode == "max" or mode == "auto" and monitor.endswith(("acc", "accuracy", "auc"))
        self.monitor_op = np.greater if greater else np.less
        # It is subtracted from the value: the sign makes the improvement harder in either direction.
        self.min_delta = abs(min_delta) if greater else -abs(min_delta)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self.wait = self.stopped_epoch = self.best_epoch = 0
        self.best = -np.inf if self.monitor_op is np.greater else np.inf
        self.best_weights = None

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        current = self.get_monitor_value(logs)
        if current is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights = self.model.get_weights()  # in case no epoch ever improves
        self.wait += 1
        if self._is_improvement(current, self.best):
            self.best, self.best_epoch = current, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            # An improvement that stays behind the baseline does not end the waiting.
            if self.baseline is None or self._is_improvement(current, self.baseline):
                self.wait = 0
            return
        # As in Keras, training never stops after its first epoch.
        if self.wait >= self.patience and epoch > 0:
            self.stopped_epoch = epoch
            self.model.stop_training = True
            if self.restore_best_weights and self.best_weights is not None:
                if self.verbose > 0:
                    print_message(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        if self.stopped_epoch > 0 and self.verbose > 0:
            print_message(f"Epoch {self.stopped_epoch + 1}: early stopping")

    def get_monitor_value(self, logs: dict[str, Any] | None) -> float | None:
        """The present value of the metric that decides. Mirrors `tf.keras.callbacks.EarlyStopping.get_monitor_value`.

        `on_epoch_end` calls it with what the epoch gave. A subclass that stops by something else, as the sum of two metrics or a mean over
        several epochs, overrides it and keeps all else: patience, baseline and best weights.

        Arguments:
            logs: the dictionary of the epoch's results by name, as "val_loss"; None: an empty one.

        Returns:
            A number, or None where there is none of the name `monitor`: the training then goes on, and a warning says which names there
            are.

        Example:
            >>> class Both(tf.keras.callbacks.EarlyStopping):
            ...     def get_monitor_value(self, logs):
            ...         return logs["loss"] + logs["val_loss"]
            >>> Both().get_monitor_value({"loss": 1.0, "val_loss": 2.0})
            3.0
            >>> tf.keras.callbacks.EarlyStopping(monitor="loss").get_monitor_value({"loss": 1.0})
            1.0
        """
        logs = logs or {}
        value = logs.get(self.monitor)
        if value is None:
            get_logger().warning(
                f"Early stopping conditioned on metric `{self.monitor}` which is not available. Available metrics are: {','.join(logs)}"
            )
        return value

    def _is_improvement(self, value, reference):
        return self.monitor_op(value - self.min_delta, reference)
