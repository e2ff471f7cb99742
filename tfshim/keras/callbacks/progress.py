"""`ProgbarLogger`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tfshim._export import tf_export
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.models.steps import to_python
from tfshim.keras.utils.interaction import print_message
from tfshim.keras.utils.progress import Progbar


@tf_export("keras.callbacks.ProgbarLogger")
class ProgbarLogger(Callback):
    """Prints loss and metrics while the model is trained: the progress bar of `verbose=1`, or a line for each epoch of `verbose=2`.

    Mirrors `tf.keras.callbacks.ProgbarLogger`. `fit`, `evaluate` and `predict` add one unless `verbose=0`, so that it is seldom made by
    hand.

    Arguments:
        count_mode: "samples" (default): examples are counted; "steps": batches, as `fit` does.
        stateful_metrics: names of numbers that are shown as they are; of others the mean over batches is shown. None: none.

    Raises:
        ValueError: another `count_mode`.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", trainable=False)])
        >>> model.compile("sgd", "mse")
        >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=2)
        1/1 - ... - loss: 1.0000 - ...
    """

    __module__ = "keras.src.callbacks"
    _supports_tf_logs = True

    def __init__(self, count_mode: str = "samples", stateful_metrics: Iterable[str] | None = None) -> None:
        super().__init__()
        if count_mode not in ("samples", "steps"):
            raise ValueError(f'Unknown `count_mode`: {count_mode}. Expected values are ["samples", "steps"]')
        self.use_steps = count_mode == "steps"
        self.stateful_metrics = set(stateful_metrics or ())
        self.seen, self.target, self.progbar = 0, None, None
        self.verbose, self.epochs = 1, 1
        self._steps = {}  # counters of the model's steps, where the number of steps is not known
        self._in_fit = False
        self._batch_hooks = True

    def set_params(self, params: dict[str, Any]) -> None:
        self.verbose, self.epochs = params["verbose"], params["epochs"]
        self.target = params.get("steps" if self.use_steps else "samples")
        self._batch_hooks = self.verbose == 1
        self._steps = {}
        if self.target is None:
            for mode in ("train", "test", "predict"):
                counter = getattr(self.model, f"_{mode}_counter", None)
                if counter is None:
                    self._batch_hooks = True
                self._steps[mode] = counter

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._in_fit = True

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        # A validation within `fit` is shown in the line of its epoch.
        if not self._in_fit:
            self._new_bar()

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._new_bar()

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._new_bar()
        if self.verbose and self.epochs > 1:
            print_message(f"Epoch {epoch + 1}/{self.epochs}")

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._show(batch, logs)

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        if not self._in_fit:
            self._show(batch, logs)

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._show(batch, None)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._finish(logs, "train")

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        if not self._in_fit:
            self._finish(logs, "test")

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        self._finish(logs, "predict")

    def _implements_train_batch_hooks(self):
        return self._batch_hooks

    _implements_test_batch_hooks = _implements_predict_batch_hooks = _implements_train_batch_hooks

    def _new_bar(self):
        self.seen, self.progbar = 0, None
        self._bar()

    def _bar(self):
        if self.model:
            self.stateful_metrics |= {m.name for m in self.model.metrics}
        if self.progbar is None:
            self.progbar = Progbar(
                target=self.target,
                verbose=self.verbose,
                stateful_metrics=self.stateful_metrics,
                unit_name="step" if self.use_steps else "sample",
            )
        self.progbar._update_stateful_metrics(self.stateful_metrics)

    def _show(self, batch, logs):
        if logs is None:
            logs = {}
        # A step that returned no dictionary is told of its value.
        logs = dict((logs if isinstance(logs, dict) else to_python(logs)).items())
        self._bar()
        if self.use_steps:
            self.seen = batch + 1
        else:
            self.seen += logs.pop("num_steps", 1) * logs.pop("size", 0)
            logs.pop("batch", None)
        # Values that are not averaged need not be waited for while nothing is drawn.
        if self.verbose == 1 and (self.progbar._is_due() or not self.stateful_metrics.issuperset(logs)):
            self.progbar.update(self.seen, list(to_python(logs).items()), finalize=False)

    def _finish(self, logs, mode):
        logs = to_python(logs or {})
        if self.target is None:
            counter = self._steps.get(mode)
            done = 0 if counter is None else int(counter.numpy())
            if not self.use_steps:
                done *= logs.get("size", 1)
            self.target = self.progbar.target = done or self.seen
        self.progbar.update(self.target, list(logs.items()), finalize=True)
