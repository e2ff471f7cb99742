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
    """A callback of functions, without a class of one's own.

    Mirrors `tf.keras.callbacks.LambdaCallback`. Each argument is a function that is called as the method of that name of `Callback`,
    without `self`; None (default) for all of them: nothing.

    Arguments:
        on_epoch_begin, on_epoch_end: functions of `(epoch, logs)`.
        on_batch_begin, on_batch_end: functions of `(batch, logs)`.
        on_train_begin, on_train_end: functions of `(logs)`.
        **kwargs: functions for other methods, as `on_test_begin` and `on_predict_end`.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", trainable=False)])
        >>> model.compile("sgd", "mse")
        >>> show = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(epoch, round(logs["loss"], 3)))
        >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=2, verbose=0, callbacks=[show])
        0 1.0
        1 1.0
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
    """Averages the logs of batches over an epoch, weighted by the sizes of the batches.

    Mirrors `tf.keras.callbacks.BaseLogger`. It is for loops of one's own that hand "size" and numbers of batches to `on_batch_end`; `fit`
    needs none, since metrics are gathered by the model.

    Arguments:
        stateful_metrics: names of numbers of which the last value is taken as it is; None: none.

    Example:
        >>> logger = tf.keras.callbacks.BaseLogger()
        >>> logger.set_params({"metrics": ["loss"]})
        >>> logger.on_epoch_begin(0)
        >>> logger.on_batch_end(0, {"size": 3, "loss": 1.0})
        >>> logger.on_batch_end(1, {"size": 1, "loss": 5.0})
        >>> logs = {}
        >>> logger.on_epoch_end(0, logs)
        >>> logs
        {'loss': 2.0}
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
    """Stops the training when the loss is NaN or infinite.

    Mirrors `tf.keras.callbacks.TerminateOnNaN`. It looks at the loss after every batch, says "Batch n: Invalid loss, terminating training"
    and sets `model.stop_training`. Put it before callbacks that would save the model. The loss over the epoch so far is what counts. To
    find out where the numbers come from, use `tf.debugging.enable_check_numerics()`.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile("sgd", "mse")
        >>> stop = tf.keras.callbacks.TerminateOnNaN()
        >>> history = model.fit(np.full([4, 2], np.nan), np.ones([4, 1]), epochs=5, verbose=0, callbacks=[stop])
        Batch 0: Invalid loss, terminating training
        >>> history.epoch
        [0]
    """

    __module__ = "keras.src.callbacks"
    _supports_tf_logs = True

    def __init__(self) -> None:
        super().__init__()

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        loss = (logs or {}).get("loss")
        if loss is not None and not math.isfinite(float(loss)):
            print_message(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True
