"""Callbacks that change the learning rate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.backend.state import get_value, set_value
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.utils.interaction import print_message


def _set_rate(optimizer, value):
    """The learning rate as Keras' callbacks set it: the variable, also where a schedule writes it anew at the next step."""
    rate = optimizer.lr
    if isinstance(rate, Variable):
        set_value(rate, value)
    else:
        optimizer.lr = value


@tf_export("keras.callbacks.LearningRateScheduler")
class LearningRateScheduler(Callback):
    """Sets the learning rate at the beginning of every epoch.

    Mirrors `tf.keras.callbacks.LearningRateScheduler`. The logs get "lr". For rates that change with every batch, give the optimizer a
    schedule of `tf.keras.optimizers.schedules` instead.

    Arguments:
        schedule: a function `(epoch, rate)`, or of the epoch alone (from 0), that gives the new rate, a float.
        verbose: 1: says what it sets; 0 by default.

    Raises:
        ValueError, while training: a rate that is no float, or an optimizer without a learning rate.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile(tf.keras.optimizers.SGD(1.0), "mse")
        >>> halving = tf.keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.5)
        >>> history = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=3, verbose=0, callbacks=[halving])
        >>> [float(rate) for rate in history.history["lr"]]
        [0.5, 0.25, 0.125]
    """

    __module__ = "keras.src.callbacks"

    def __init__(self, schedule: Callable[..., Any], verbose: int = 0) -> None:
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if not hasattr(self.model.optimizer, "lr"):
            raise ValueError('Optimizer must have a "lr" attribute.')
        try:
            rate = self.schedule(epoch, float(get_value(self.model.optimizer.lr)))
        except TypeError:  # a schedule of the epoch alone
            rate = self.schedule(epoch)
        if not isinstance(rate, (Tensor, float, np.float32, np.float64)):
            raise ValueError(f'The output of the "schedule" function should be float. Got: {rate}')
        if isinstance(rate, Tensor) and not rate.dtype.is_floating:
            raise ValueError(f"The dtype of `lr` Tensor should be float. Got: {rate.dtype}")
        _set_rate(self.model.optimizer, get_value(rate))
        if self.verbose > 0:
            print_message(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {rate}.")

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if logs is not None:
            logs["lr"] = get_value(self.model.optimizer.lr)


@tf_export("keras.callbacks.ReduceLROnPlateau")
class ReduceLROnPlateau(Callback):
    """Lowers the learning rate when a metric has not improved for a number of epochs.

    Mirrors `tf.keras.callbacks.ReduceLROnPlateau`. The logs get "lr". The learning rate must be a number, not a schedule.

    Arguments:
        monitor: the name of the metric in the logs; "val_loss" by default; a missing one gives a warning.
        factor: what the rate is multiplied by, below 1; 0.1 by default.
        patience: how many epochs without an improvement are waited for; 10 by default.
        verbose: 1: says when it lowers; 0 by default.
        mode: "min", "max" or "auto" (default): by the name: greater is better for "acc".
        min_delta: by how much a value must be better to count as an improvement; 0.0001 by default.
        cooldown: how many epochs after a change do not count; 0 by default.
        min_lr: the least rate; 0 by default.

    Raises:
        ValueError: a `factor` from 1 on. TypeError: an unknown keyword.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", trainable=False)])
        >>> model.compile(tf.keras.optimizers.SGD(1.0), "mse")
        >>> lowering = tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=1)
        >>> history = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=4, verbose=0, callbacks=[lowering])
        >>> [float(rate) for rate in history.history["lr"]]
        [1.0, 1.0, 0.5, 0.25]
    """

    __module__ = "keras.src.callbacks"

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 0.0001,
        cooldown: int = 0,
        min_lr: float = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0. Got {factor}")
        if "epsilon" in kwargs:
            min_delta = kwargs.pop("epsilon")
            get_logger().warning("`epsilon` argument is deprecated and will be removed, use `min_delta` instead.")
        if kwargs:
            # Keras lets them be without a word.
            get_logger().warning(f"ReduceLROnPlateau has no such arguments, which have no effect: {sorted(kwargs)}")
        self.monitor, self.factor, self.patience, self.verbose = monitor, factor, patience, verbose
        self.min_delta, self.cooldown, self.min_lr, self.mode = min_delta, cooldown, min_lr, mode
        self._reset()

    def _reset(self):
        if self.mode not in ("auto", "min", "max"):
            get_logger().warning(f"Learning rate reduction mode {self.mode} is unknown, fallback to auto mode.")
            self.mode = "auto"
        if self.mode == "min" or self.mode == "auto" and "acc" not in self.monitor:
            self.monitor_op, self.best = (lambda a, b: np.less(a, b - self.min_delta)), np.inf
        else:
            self.monitor_op, self.best = (lambda a, b: np.greater(a, b + self.min_delta)), -np.inf
        self.cooldown_counter = self.wait = 0

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._reset()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        logs = {} if logs is None else logs
        logs["lr"] = get_value(self.model.optimizer.lr)
        current = logs.get(self.monitor)
        if current is None:
            get_logger().warning(
                f"Learning rate reduction is conditioned on metric `{self.monitor}` which is not "
                f"available. Available metrics are: {','.join(logs)}"
            )
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self.monitor_op(current, self.best):
            self.best, self.wait = current, 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(epoch)

    def _reduce(self, epoch):
        # Multiplied in float64, as by TensorFlow's releases of NumPy, whichever is installed.
        old = float(get_value(self.model.optimizer.lr))
        # The rate is kept in float32: compared as such, one that has reached the minimum is not lowered again by rounding.
        if old <= np.float32(self.min_lr):
            return
        new = max(old * self.factor, self.min_lr)
        _set_rate(self.model.optimizer, new)
        if self.verbose > 0:
            print_message(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {new}.")
        self.cooldown_counter, self.wait = self.cooldown, 0

    def in_cooldown(self) -> bool:
        """Whether the learning rate was reduced so lately that the callback waits. Mirrors
        `tf.keras.callbacks.ReduceLROnPlateau.in_cooldown`.

        For `cooldown` epochs after a reduction epochs without progress do not count, so that the new rate has time to act. A subclass or a
        callback of one's own asks it, as to log in which phase the training is; with `cooldown=0`, the default, it is always False.

        Returns:
            A bool.

        Example:
            >>> callback = tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", patience=1, cooldown=2)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> callback.set_model(model)
            >>> callback.on_train_begin()
            >>> for epoch in range(2):
            ...     callback.on_epoch_end(epoch, {"loss": 1.0})
            >>> callback.in_cooldown()
            True
        """
        return self.cooldown_counter > 0
