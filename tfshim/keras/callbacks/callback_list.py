"""`CallbackList`, which calls several callbacks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.keras.callbacks.base import History
from tfshim.keras.callbacks.progress import ProgbarLogger
from tfshim.keras.callbacks.slow_hooks import tell_of_slow
from tfshim.keras.models.steps import to_python

if TYPE_CHECKING:
    from tfshim.keras.annotations import Model
    from tfshim.keras.callbacks.base import Callback


# One callback, or several.
CallbacksLike: TypeAlias = "Callback | Sequence[Callback] | CallbackList | None"


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
        self._should_call_train_batch_hooks = any(c._implements_train_batch_hooks() for c in self.callbacks)
        self._should_call_test_batch_hooks = any(c._implements_test_batch_hooks() for c in self.callbacks)
        self._should_call_predict_batch_hooks = any(c._implements_predict_batch_hooks() for c in self.callbacks)
        self._batch_hooks_support_tf_logs = all(k for c, k in zip(self.callbacks, known) if c._implements_batch_hooks())
        # Looking at the clock twice for each batch is worth it only for hooks of users, which may be slow.
        self._timing = any(not type(c).__module__.startswith(("tfshim.", "keras.src.callbacks")) for c in self.callbacks)
        self._times, self._batch_times, self._batch_began = {}, [], None

    def __iter__(self) -> Iterator[Callback]:
        return iter(self.callbacks)

    def append(self, callback: Callback) -> None:
        """Add a callback at the end of the list. Mirrors `tf.keras.callbacks.CallbackList.append`.

        Arguments:
            callback: a `tf.keras.callbacks.Callback`. It is called after those that are there.

        Returns:
            None.

        It gets neither the model nor the parameters by this, which `set_model` and `set_params` give to all callbacks of the list; and
        which hooks of batches anybody wants was found out when the list was made: with a list that had none of them, hand the callback
        to the constructor instead.

        Example:
            >>> callbacks = tf.keras.callbacks.CallbackList([tf.keras.callbacks.History()])
            >>> callbacks.append(tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print("done")))
            >>> [type(callback).__name__ for callback in callbacks]
            ['History', 'LambdaCallback']
            >>> callbacks.set_model(tf.keras.Sequential([tf.keras.layers.Dense(1)]))
            >>> callbacks.on_train_begin()
            >>> callbacks.on_epoch_end(0)
            done
        """
        self.callbacks.append(callback)

    def set_params(self, params: dict[str, Any]) -> None:
        """Tell all callbacks about the run. Mirrors `tf.keras.callbacks.CallbackList.set_params`.

        Arguments:
            params: a dictionary; Keras puts `verbose`, `epochs` and `steps` there, of which a progress bar needs all three.

        Returns:
            None. The dictionary is the attribute `params` of the list and of each callback.

        `fit` does this before training. In a loop of one's own, the keyword arguments of the constructor do the same:
        `CallbackList(callbacks, epochs=2, steps=10, verbose=1)`.

        Example:
            >>> callback = tf.keras.callbacks.Callback()
            >>> callbacks = tf.keras.callbacks.CallbackList([callback])
            >>> callbacks.set_params({"epochs": 2, "steps": 10, "verbose": 0})
            >>> callback.params["epochs"]
            2
        """
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model: Model) -> None:
        """Give all callbacks the model that is run. Mirrors `tf.keras.callbacks.CallbackList.set_model`.

        Arguments:
            model: a `tf.keras.Model`.

        Returns:
            None. The model is the attribute `model` of the list and of each callback; where the list has a `History`, it becomes the
            model's `history`.

        `fit` does this before training, and most callbacks need it: those that stop set `model.stop_training`, those that write save its
        weights. In a loop of one's own, the argument `model` of the constructor does the same.

        Example:
            >>> callback = tf.keras.callbacks.Callback()
            >>> callbacks = tf.keras.callbacks.CallbackList([callback], add_history=True)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> callbacks.set_model(model)
            >>> callback.model is model, type(model.history).__name__
            (True, 'History')
        """
        self.model = model
        if self._history is not None:
            model.history = self._history
        for callback in self.callbacks:
            callback.set_model(model)

    def make_logs(self, model: Model, logs: dict[str, Any], outputs: Sequence[Any], mode: str, prefix: str = "") -> dict[str, Any]:
        """Put the results of a step under the names of the model's metrics. Mirrors `tf.keras.callbacks.CallbackList.make_logs`.

        Arguments:
            model: a model with `metrics_names`.
            logs: a dictionary, which is filled.
            outputs: the results of the step, a list: the loss and the metrics in their order, or for "predict" the predictions.
            mode: "train" or "test", or "predict", which puts all under "outputs"; anything else adds nothing.
            prefix: what is put before the names, such as "val_"; "".

        Returns:
            `logs`; unchanged where the list has no callbacks.

        Loops of one's own that call `train_on_batch` get what callbacks want by it.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> loss = model.train_on_batch(tf.zeros([2, 1]), tf.ones([2, 1]))
            >>> callbacks = tf.keras.callbacks.CallbackList([tf.keras.callbacks.History()])
            >>> callbacks.make_logs(model, {}, [loss], "test", prefix="val_")
            {'val_loss': 1.0}
        """
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
            if not end:
                self._batch_began = time.time()
            elif tell_of_slow(mode, self._times, self._batch_times):
                self._timing, self._times, self._batch_times = False, {}, []

    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of training begins: the older name of `on_train_batch_begin`. Mirrors
        `tf.keras.callbacks.CallbackList.on_batch_begin`.

        Arguments:
            batch: the number of the step, from 0 in each epoch.
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        Callbacks that define `on_batch_begin`, as those written for older versions do, get it as well as those that define
        `on_train_batch_begin`, since the latter calls the former unless it is defined anew. New code uses the longer name.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_train_batch_begin(self, batch, logs=None):
            ...         print(batch, logs)
            >>> tf.keras.callbacks.CallbackList([Shown()]).on_batch_begin(0)
            0 {}
        """
        self.on_train_batch_begin(batch, logs)

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of training is done: the older name of `on_train_batch_end`. Mirrors
        `tf.keras.callbacks.CallbackList.on_batch_end`.

        Arguments:
            batch: the number of the step, from 0 in each epoch.
            logs: a dictionary of the values so far, such as the loss and the metrics. None: an empty one.

        Returns:
            None.

        Callbacks that define `on_batch_end`, as those written for older versions do, get it as well as those that define
        `on_train_batch_end`, since the latter calls the former unless it is defined anew. New code uses the longer name.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_train_batch_end(self, batch, logs=None):
            ...         print(batch, logs)
            >>> tf.keras.callbacks.CallbackList([Shown()]).on_batch_end(0, {"loss": 0.5})
            0 {'loss': 0.5}
        """
        self.on_train_batch_end(batch, logs)

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of training begins. Mirrors `tf.keras.callbacks.CallbackList.on_train_batch_begin`.

        Arguments:
            batch: the number of the step, from 0 in each epoch.
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `fit` calls it for each step, with `steps_per_execution` for each that many. Callbacks get it in their order, and only where one
        of them defines such a method: what no callback wants costs nothing. A loop of one's own calls it before each step.

        Example:
            >>> shown = tf.keras.callbacks.LambdaCallback(on_batch_begin=lambda batch, logs: print(batch, logs))
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_train_batch_begin(0)
            0 {}
        """
        if self._should_call_train_batch_hooks:
            self._batch("train", False, batch, logs)

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of training is done. Mirrors `tf.keras.callbacks.CallbackList.on_train_batch_end`.

        Arguments:
            batch: the number of the step, from 0 in each epoch.
            logs: a dictionary of the values so far, such as the loss and the metrics; None: an empty one.

        Returns:
            None.

        `fit` calls it for each step, with `steps_per_execution` for each that many. Callbacks get it in their order, and only where one
        of them defines such a method: what no callback wants costs nothing. Values that are tensors become Python's numbers, unless all
        callbacks take tensors.

        Example:
            >>> shown = tf.keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: print(batch, logs))
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_train_batch_end(0, {"loss": 0.5})
            0 {'loss': 0.5}
        """
        if self._should_call_train_batch_hooks:
            self._batch("train", True, batch, logs)

    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of evaluation begins. Mirrors `tf.keras.callbacks.CallbackList.on_test_batch_begin`.

        Arguments:
            batch: the number of the step, from 0.
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `evaluate` calls it for each step, and `fit` for those on its validation data. Callbacks get it in their order, and only where
        one of them defines such a method: what no callback wants costs nothing. A loop of one's own calls it before each step.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_batch_begin(self, batch, logs=None):
            ...         print(batch, logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_test_batch_begin(0)
            0 {}
        """
        if self._should_call_test_batch_hooks:
            self._batch("test", False, batch, logs)

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of evaluation is done. Mirrors `tf.keras.callbacks.CallbackList.on_test_batch_end`.

        Arguments:
            batch: the number of the step, from 0.
            logs: a dictionary of the values so far, such as the loss and the metrics; None: an empty one.

        Returns:
            None.

        `evaluate` calls it for each step, and `fit` for those on its validation data. Callbacks get it in their order, and only where
        one of them defines such a method: what no callback wants costs nothing. Values that are tensors become Python's numbers, unless
        all callbacks take tensors.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_batch_end(self, batch, logs=None):
            ...         print(batch, logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_test_batch_end(0, {"loss": 0.5})
            0 {'loss': 0.5}
        """
        if self._should_call_test_batch_hooks:
            self._batch("test", True, batch, logs)

    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of prediction begins. Mirrors `tf.keras.callbacks.CallbackList.on_predict_batch_begin`.

        Arguments:
            batch: the number of the step, from 0.
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `predict` calls it for each step. Callbacks get it in their order, and only where one of them defines such a method: what no
        callback wants costs nothing. A loop of one's own calls it before each step.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_batch_begin(self, batch, logs=None):
            ...         print(batch, logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_predict_batch_begin(0)
            0 {}
        """
        if self._should_call_predict_batch_hooks:
            self._batch("predict", False, batch, logs)

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a step of prediction is done. Mirrors `tf.keras.callbacks.CallbackList.on_predict_batch_end`.

        Arguments:
            batch: the number of the step, from 0.
            logs: a dictionary with the results of the step as "outputs"; None: an empty one.

        Returns:
            None.

        `predict` calls it for each step. Callbacks get it in their order, and only where one of them defines such a method: what no
        callback wants costs nothing. Values that are tensors become Python's numbers, unless all callbacks take tensors.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_batch_end(self, batch, logs=None):
            ...         print(batch, logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_predict_batch_end(0, {"outputs": [1.0]})
            0 {'outputs': [1.0]}
        """
        if self._should_call_predict_batch_hooks:
            self._batch("predict", True, batch, logs)

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that an epoch of training begins. Mirrors `tf.keras.callbacks.CallbackList.on_epoch_begin`.

        Arguments:
            epoch: the number of the epoch, from 0.
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `fit` calls it before the first step of the epoch. Callbacks get it in their order: learning rate schedules set the rate here,
        and progress bars begin anew. A loop of one's own calls it in the same place.

        Example:
            >>> shown = tf.keras.callbacks.LambdaCallback(on_epoch_begin=lambda epoch, logs: print(epoch, logs))
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_epoch_begin(2)
            2 {}
        """
        self._all("on_epoch_begin", epoch, logs=logs)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that an epoch of training is done. Mirrors `tf.keras.callbacks.CallbackList.on_epoch_end`.

        Arguments:
            epoch: the number of the epoch, from 0.
            logs: a dictionary of the loss and the metrics, those of validation with `val_` before their names; None: an empty one.

        Returns:
            None.

        `fit` calls it after the validation of the epoch. Callbacks get it in their order; most act here: they stop the training, write
        checkpoints and summaries, or lower the learning rate. Values that are tensors become Python's numbers, unless all callbacks take
        tensors.

        Example:
            >>> shown = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(epoch, logs))
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_epoch_end(2, {"loss": tf.constant(0.5)})
            2 {'loss': 0.5}
        """
        self._all("on_epoch_end", epoch, logs=logs)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that training begins. Mirrors `tf.keras.callbacks.CallbackList.on_train_begin`.

        Arguments:
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `fit` calls it once, however many epochs there are. Callbacks get it in their order: it is where they open what they write to, or
        note the time. A loop of one's own calls it before its first step, once `set_model` and `set_params`, or the arguments of the
        list, have told what is run.

        Example:
            >>> shown = tf.keras.callbacks.LambdaCallback(on_train_begin=lambda logs: print(logs))
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_train_begin()
            {}
        """
        self._all("on_train_begin", logs=logs)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that training is done. Mirrors `tf.keras.callbacks.CallbackList.on_train_end`.

        Arguments:
            logs: a dictionary of the values of the last epoch; None: an empty one.

        Returns:
            None.

        `fit` calls it once, however many epochs there are. Callbacks get it in their order: it is where they write what they have, or
        close files. A loop of one's own calls it after its last step, so that callbacks that write something finish it.

        Example:
            >>> shown = tf.keras.callbacks.LambdaCallback(on_train_end=lambda logs: print(logs))
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_train_end({"loss": 0.5})
            {'loss': 0.5}
        """
        self._all("on_train_end", logs=logs)

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that an evaluation begins. Mirrors `tf.keras.callbacks.CallbackList.on_test_begin`.

        Arguments:
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `evaluate` calls it, and `fit` for its validation data after each epoch. Callbacks get it in their order: it is where they open
        what they write to, or note the time. A loop of one's own calls it before its first step, once `set_model` and `set_params`, or
        the arguments of the list, have told what is run.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_begin(self, logs=None):
            ...         print(logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_test_begin()
            {}
        """
        self._all("on_test_begin", logs=logs)

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that an evaluation is done. Mirrors `tf.keras.callbacks.CallbackList.on_test_end`.

        Arguments:
            logs: a dictionary of the loss and the metrics; None: an empty one.

        Returns:
            None.

        `evaluate` calls it, and `fit` for its validation data after each epoch. Callbacks get it in their order: it is where they write
        what they have, or close files. A loop of one's own calls it after its last step, so that callbacks that write something finish
        it.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_end(self, logs=None):
            ...         print(logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_test_end({"loss": 0.5})
            {'loss': 0.5}
        """
        self._all("on_test_end", logs=logs)

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a prediction begins. Mirrors `tf.keras.callbacks.CallbackList.on_predict_begin`.

        Arguments:
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `predict` calls it once. Callbacks get it in their order: it is where they open what they write to, or note the time. A loop of
        one's own calls it before its first step, once `set_model` and `set_params`, or the arguments of the list, have told what is run.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_begin(self, logs=None):
            ...         print(logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_predict_begin()
            {}
        """
        self._all("on_predict_begin", logs=logs)

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """Tell all callbacks that a prediction is done. Mirrors `tf.keras.callbacks.CallbackList.on_predict_end`.

        Arguments:
            logs: a dictionary; Keras gives an empty one. None: an empty one.

        Returns:
            None.

        `predict` calls it once. Callbacks get it in their order: it is where they write what they have, or close files. A loop of one's
        own calls it after its last step, so that callbacks that write something finish it.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_end(self, logs=None):
            ...         print(logs)
            >>> shown = Shown()
            >>> callbacks = tf.keras.callbacks.CallbackList([shown])
            >>> callbacks.on_predict_end()
            {}
        """
        self._all("on_predict_end", logs=logs)
