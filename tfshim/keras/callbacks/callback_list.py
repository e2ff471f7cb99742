"""`CallbackList`, which calls several callbacks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.keras.callbacks.base import History
from tfshim.keras.callbacks.progress import ProgbarLogger
from tfshim.keras.models.steps import to_python

if TYPE_CHECKING:
    from tfshim.keras.annotations import Model
    from tfshim.keras.callbacks.base import Callback


# One callback, or several.
CallbacksLike: TypeAlias = "Callback | Sequence[Callback] | CallbackList | None"

_SLOW_AFTER = 5  # batches that are timed before a slow hook is reported


@tf_export("keras.callbacks.CallbackList")
class CallbackList:
    """Calls several callbacks one after the other; what `fit` makes of its `callbacks`, and loops of one's own can use.

    Mirrors `tf.keras.callbacks.CallbackList`. It has the methods of a callback and passes them on.

    Arguments:
        callbacks: a callback or a list of them; None: none.
        add_history, add_progbar: whether a `History` and a `ProgbarLogger` are added where there is none; False.
        model: the model that is trained, which callbacks get; None.
        **params: what callbacks get as `params`: `verbose`, `epochs`, `steps`.

    Example:
        >>> calls = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(epoch, logs))
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> callbacks = tf.keras.callbacks.CallbackList([calls], model=model, epochs=2)
        >>> callbacks.on_train_begin()
        >>> for epoch in range(2):
        ...     callbacks.on_epoch_begin(epoch)
        ...     callbacks.on_epoch_end(epoch, {"loss": 0.5})
        0 {'loss': 0.5}
        1 {'loss': 0.5}
    """

    __module__ = "keras.src.callbacks"

    def __init__(
        self,
        callbacks: CallbacksLike = None,
        add_history: bool = False,
        add_progbar: bool = False,
        model: Model | None = None,
        **params: Any,
    ) -> None:
        self.callbacks = nest.flatten(callbacks) if callbacks else []
        self._history = next((c for c in reversed(self.callbacks) if isinstance(c, History)), None)
        self._progbar = next((c for c in reversed(self.callbacks) if isinstance(c, ProgbarLogger)), None)
        if self._history is None and add_history:
            self._history = History()
            self.callbacks.append(self._history)
        if self._progbar is None and add_progbar:
            self._progbar = ProgbarLogger(count_mode="steps")
            self.callbacks.append(self._progbar)
        if model:
            self.set_model(model)
        if params:
            self.set_params(params)
        known = [getattr(c, "_supports_tf_logs", False) for c in self.callbacks]
        self._supports_tf_logs = all(known)
        self._batch_hooks_support_tf_logs = all(k for c, k in zip(self.callbacks, known) if c._implements_batch_hooks())
        self._should_call_train_batch_hooks = any(c._implements_train_batch_hooks() for c in self.callbacks)
        self._should_call_test_batch_hooks = any(c._implements_test_batch_hooks() for c in self.callbacks)
        self._should_call_predict_batch_hooks = any(c._implements_predict_batch_hooks() for c in self.callbacks)
        # Looking at the clock twice for each batch is worth it only for hooks of users, which may be slow.
        self._timing = any(not type(c).__module__.startswith(("tfshim.", "keras.src.callbacks")) for c in self.callbacks)
        self._times, self._batch_times, self._batch_began = {}, [], None

    def __iter__(self) -> Iterator[Callback]:
        return iter(self.callbacks)

    def append(self, callback: Callback) -> None:
        """Add a callback at the end."""
        self.callbacks.append(callback)

    def set_params(self, params: dict[str, Any]) -> None:
        """Give the facts of the training to all."""
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model: Model) -> None:
        """Give the model to all."""
        self.model = model
        if self._history is not None:
            model.history = self._history
        for callback in self.callbacks:
            callback.set_model(model)

    def make_logs(self, model: Model, logs: dict[str, Any], outputs: Sequence[Any], mode: str, prefix: str = "") -> dict[str, Any]:
        """`logs` with the values of `outputs` under the names of the model's metrics, with `prefix` before them."""
        if not self.callbacks:
            return logs
        for name, value in zip(getattr(model, "metrics_names", ()) if mode in ("train", "test") else (), outputs):
            logs[prefix + name] = value
        if mode == "predict":
            logs["outputs"] = outputs
        return logs

    def _logs(self, logs, batch=False):
        if logs is None:
            return {}
        if self._supports_tf_logs or batch and self._batch_hooks_support_tf_logs:
            return logs
        return to_python(logs)

    def _all(self, hook, *arguments, logs):
        logs = self._logs(logs)
        for callback in self.callbacks:
            getattr(callback, hook)(*arguments, logs)

    def _batch(self, mode, end, batch, logs):
        hook = f"on_{mode}_batch_{'end' if end else 'begin'}"
        timing = self._timing
        # The first batch is left out: it includes the tracing of the step.
        if timing and end and batch >= 1 and self._batch_began is not None:
            self._batch_times.append(time.time() - self._batch_began)
        began = time.time()
        logs = self._logs(logs, batch=True)
        for callback in self.callbacks:
            getattr(callback, hook)(batch, logs)
        if timing:
            self._times.setdefault(hook, []).append(time.time() - began)
            if end:
                self._report_slow(mode)
            else:
                self._batch_began = time.time()

    def _report_slow(self, mode):
        """Say once if hooks take longer than the batches themselves."""
        if len(self._batch_times) < _SLOW_AFTER:
            return
        batch = sum(self._batch_times) / len(self._batch_times)
        for hook in (f"on_{mode}_batch_begin", f"on_{mode}_batch_end"):
            times = self._times.get(hook, [0.0])
            took = sum(times) / len(times)
            if took > batch:
                get_logger().warning(
                    f"Callback method `{hook}` is slow compared to the batch time (batch time: {batch:.4f}s vs `{hook}` time: "
                    f"{took:.4f}s). Check your callbacks."
                )
        self._timing, self._times, self._batch_times = False, {}, []

    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_begin`."""
        self.on_train_batch_begin(batch, logs)

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_end`."""
        self.on_train_batch_end(batch, logs)

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a training step."""
        if self._should_call_train_batch_hooks:
            self._batch("train", False, batch, logs)

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a training step."""
        if self._should_call_train_batch_hooks:
            self._batch("train", True, batch, logs)

    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of evaluation."""
        if self._should_call_test_batch_hooks:
            self._batch("test", False, batch, logs)

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of evaluation."""
        if self._should_call_test_batch_hooks:
            self._batch("test", True, batch, logs)

    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of prediction."""
        if self._should_call_predict_batch_hooks:
            self._batch("predict", False, batch, logs)

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of prediction."""
        if self._should_call_predict_batch_hooks:
            self._batch("predict", True, batch, logs)

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Before an epoch of training."""
        self._all("on_epoch_begin", epoch, logs=logs)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """After an epoch of training."""
        self._all("on_epoch_end", epoch, logs=logs)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before training."""
        self._all("on_train_begin", logs=logs)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """After training."""
        self._all("on_train_end", logs=logs)

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before an evaluation."""
        self._all("on_test_begin", logs=logs)

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """After an evaluation."""
        self._all("on_test_end", logs=logs)

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before predictions."""
        self._all("on_predict_begin", logs=logs)

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After predictions."""
        self._all("on_predict_end", logs=logs)
