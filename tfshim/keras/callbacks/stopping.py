"""`EarlyStopping`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.utils.interaction import print_message

if TYPE_CHECKING:
    pass


@tf_export("keras.callbacks.EarlyStopping")
class EarlyStopping(Callback):
    """Stops the training when a metric has not improved for `patience` epochs; mirrors `tf.keras.callbacks.EarlyStopping`.

    `monitor`: the name of the metric; `min_delta`: what counts as an improvement; `mode`: "min", "max" or "auto" (by the name);
    `baseline`: a value to be reached at all; `restore_best_weights`: whether to go back to the best epoch;
    `start_from_epoch`: epochs before that do not count; `verbose` 1 says when it stops.
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
        """The present value of the metric, or None (with a warning) where there is none of that name."""
        logs = logs or {}
        value = logs.get(self.monitor)
        if value is None:
            get_logger().warning(
                f"Early stopping conditioned on metric `{self.monitor}` which is not available. Available metrics are: {','.join(logs)}"
            )
        return value

    def _is_improvement(self, value, reference):
        return self.monitor_op(value - self.min_delta, reference)
