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
    """The base of callbacks: objects that `fit`, `evaluate` and `predict` call before and after epochs and batches.

    Mirrors `tf.keras.callbacks.Callback`. Subclasses override some of `on_train_begin`, `on_train_end`, `on_epoch_begin`, `on_epoch_end`,
    `on_train_batch_begin`, `on_train_batch_end`, and the same with `test` and `predict`. Each gets the number of the epoch or batch (from
    0) and `logs`, a dictionary with the loss and the metrics so far, those of validation as "val_...". `self.model` is the model, and
    `self.model.stop_training = True` ends the training; `self.params` has "verbose", "epochs" and "steps". Without methods for batches,
    nothing is called for batches, which is quicker.

    Example:
        >>> class Milestones(tf.keras.callbacks.Callback):
        ...     def on_epoch_end(self, epoch, logs=None):
        ...         print("epoch", epoch, sorted(logs))
        ...         self.model.stop_training = epoch == 1
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile("sgd", "mse")
        >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=10, verbose=0, callbacks=[Milestones()])
        epoch 0 ['loss']
        epoch 1 ['loss']
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
    """Keeps what every epoch gave; `fit` adds one and returns it.

    Mirrors `tf.keras.callbacks.History`. `history` is a dictionary {name: list of numbers, one for each epoch}: "loss", the metrics, the
    same with "val_" for validation data, and what other callbacks put into the logs, as "lr". `epoch` is the list of the epochs' numbers,
    from 0. `params` has what the training was started with. `model.history` is the one of the latest training; a further `fit` begins a new
    one.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
        >>> model.compile("sgd", "mse", metrics=["mae"])
        >>> history = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=3, verbose=0, validation_split=0.5)
        >>> sorted(history.history), history.epoch
        (['loss', 'mae', 'val_loss', 'val_mae'], [0, 1, 2])
        >>> history.history["loss"][0]
        1.0
    """

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
