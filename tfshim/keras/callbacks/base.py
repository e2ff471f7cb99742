"""`Callback` and `History`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values.pickling import PicklesAtHome

if TYPE_CHECKING:
    from tfshim.keras.annotations import Model


def _default(method):
    method._is_default = True
    return method


def _overridden(method):
    return not getattr(method, "_is_default", False)


@tf_export("keras.callbacks.Callback")
class Callback(PicklesAtHome):
    """Hooks that are called at the begin and end of training, epochs and batches; mirrors `tf.keras.callbacks.Callback`.

    `model` and `params` are set before training; `logs` are dictionaries of the loss and the metrics so far.
    """

    __module__ = "keras.src.callbacks"
    _home = "tfshim.keras.callbacks"

    # Whether batch hooks take tensors for the values of `logs`, which saves waiting for their values.
    _supports_tf_logs = False

    def __init__(self) -> None:
        self.validation_data = None
        self.model: Model | None = None

    def set_params(self, params: dict[str, Any]) -> None:
        """Take the facts of the training: "verbose", "epochs" and "steps"."""
        self.params = params

    def set_model(self, model: Model) -> None:
        """Take the model that is being trained."""
        self.model = model

    @_default
    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_begin`."""

    @_default
    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_end`."""

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Before an epoch of training."""

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """After an epoch of training; `logs` has the metrics, and those of validation with `val_` before the name."""

    @_default
    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a training step."""
        self.on_batch_begin(batch, logs=logs)

    @_default
    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a training step; `logs` has the metrics so far."""
        self.on_batch_end(batch, logs=logs)

    @_default
    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of evaluation."""

    @_default
    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of evaluation."""

    @_default
    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of prediction."""

    @_default
    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of prediction; `logs` has the "outputs"."""

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before training."""

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """After training."""

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before an evaluation or validation."""

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """After an evaluation or validation."""

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before predictions."""

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After predictions."""

    def _implements_train_batch_hooks(self):
        return any(map(_overridden, (self.on_batch_begin, self.on_batch_end, self.on_train_batch_begin, self.on_train_batch_end)))

    def _implements_test_batch_hooks(self):
        return _overridden(self.on_test_batch_begin) or _overridden(self.on_test_batch_end)

    def _implements_predict_batch_hooks(self):
        return _overridden(self.on_predict_batch_begin) or _overridden(self.on_predict_batch_end)

    def _implements_batch_hooks(self):
        return self._implements_train_batch_hooks() or self._implements_test_batch_hooks() or self._implements_predict_batch_hooks()


@tf_export("keras.callbacks.History")
class History(Callback):
    """Keeps what every epoch gave: `epoch`, a list of numbers, and `history`, lists by name; mirrors `tf.keras.callbacks.History`."""

    __module__ = "keras.src.callbacks"

    def __init__(self) -> None:
        super().__init__()
        self.history = {}

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self.epoch = []

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
        # The model keeps the history of the latest training only.
        self.model.history = self
