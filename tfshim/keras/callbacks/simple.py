"""Callbacks of a few lines: `LambdaCallback`, `BaseLogger` and `TerminateOnNaN`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from tfshim._export import tf_export
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.utils.interaction import print_message

_HOOKS = ("on_epoch_begin", "on_epoch_end", "on_batch_begin", "on_batch_end", "on_train_begin", "on_train_end")


@tf_export("keras.callbacks.LambdaCallback")
class LambdaCallback(Callback):
    """A callback whose hooks are the given functions; mirrors `tf.keras.callbacks.LambdaCallback`.

    Each argument is a function with the arguments of the hook of that name; other hooks are keyword arguments.
    """

    __module__ = "keras.src.callbacks"

    def __init__(
        self,
        on_epoch_begin: Callable[..., Any] | None = None,
        on_epoch_end: Callable[..., Any] | None = None,
        on_batch_begin: Callable[..., Any] | None = None,
        on_batch_end: Callable[..., Any] | None = None,
        on_train_begin: Callable[..., Any] | None = None,
        on_train_end: Callable[..., Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.__dict__.update(kwargs)
        for name, function in zip(_HOOKS, (on_epoch_begin, on_epoch_end, on_batch_begin, on_batch_end, on_train_begin, on_train_end)):
            if function is not None:
                setattr(self, name, function)


@tf_export("keras.callbacks.BaseLogger")
class BaseLogger(Callback):
    """Averages the metrics of batches, weighted by their sizes, over an epoch; mirrors `tf.keras.callbacks.BaseLogger`.

    `stateful_metrics`: names of metrics whose last value is taken as it is.
    """

    __module__ = "keras.src.callbacks"

    def __init__(self, stateful_metrics: Iterable[str] | None = None) -> None:
        super().__init__()
        self.stateful_metrics = set(stateful_metrics or ())

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.seen, self.totals = 0, {}

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        logs = logs or {}
        size = logs.get("size", 0)
        self.seen += size * logs.get("num_steps", 1)
        for name, value in logs.items():
            self.totals[name] = value if name in self.stateful_metrics else self.totals.get(name, 0) + value * size

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if logs is None:
            return
        for name in self.params["metrics"]:
            if name in self.totals:
                logs[name] = self.totals[name] if name in self.stateful_metrics else self.totals[name] / self.seen


@tf_export("keras.callbacks.TerminateOnNaN")
class TerminateOnNaN(Callback):
    """Stops the training when the loss is not finite; mirrors `tf.keras.callbacks.TerminateOnNaN`."""

    __module__ = "keras.src.callbacks"
    _supports_tf_logs = True

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        loss = (logs or {}).get("loss")
        if loss is not None and not math.isfinite(float(loss)):
            print_message(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True
