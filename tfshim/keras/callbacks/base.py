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
        """Take the facts of a training. Mirrors `tf.keras.callbacks.Callback.set_params`.

        `fit`, `evaluate` and `predict` call it before anything else; a loop of one's own may do so through
        `tf.keras.callbacks.CallbackList`. Hooks then find in `self.params` how long the training is, to show a share of it, or to act in
        its last epoch alone.

        Arguments:
            params: a dictionary, kept as `self.params`: "verbose" (0, 1 or 2), "epochs" (1 outside of `fit`) and "steps", the number of
                steps of an epoch, None where it is not known yet.

        Example:
            >>> callback = tf.keras.callbacks.Callback()
            >>> callback.set_params({"verbose": 0, "epochs": 3, "steps": 10})
            >>> callback.params["epochs"]
            3
        """
        self.params = params

    def set_model(self, model: Model) -> None:
        """Take the model that is trained. Mirrors `tf.keras.callbacks.Callback.set_model`.

        `fit`, `evaluate` and `predict` call it before anything else. Subclasses that override it call this one, or set `self.model`. At
        this time the weights of a model that was not built yet do not exist: what needs them belongs to `on_train_begin` or later.

        Arguments:
            model: the `tf.keras.Model`, kept as `self.model`: a callback reads its weights and its optimizer there, saves it, or ends the
                training by `self.model.stop_training = True`.

        Example:
            >>> callback = tf.keras.callbacks.Callback()
            >>> model = tf.keras.Sequential()
            >>> callback.set_model(model)
            >>> callback.model is model
            True
        """
        self.model = model

    @_default
    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_begin`, which calls it. Mirrors `tf.keras.callbacks.Callback.on_batch_begin`.

        It is called before each step of `fit`, unless a subclass has `on_train_batch_begin` and does not call this. The base class does
        nothing.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_batch_begin(self, batch, logs=None):
            ...         print("step", batch)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            step 0
            step 1
            step 0
            step 1
        """

    @_default
    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_end`, which calls it. Mirrors `tf.keras.callbacks.Callback.on_batch_end`.

        It is called after each step of `fit`, unless a subclass has `on_train_batch_end` and does not call this. The base class does
        nothing.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: a dictionary of Python numbers: the loss and the metrics since the epoch began.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_batch_end(self, batch, logs=None):
            ...         print("step", batch, sorted(logs))
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            step 0 ['loss']
            step 1 ['loss']
            step 0 ['loss']
            step 1 ['loss']
        """

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `fit` before an epoch. Mirrors `tf.keras.callbacks.Callback.on_epoch_begin`.

        The place to set what changes from epoch to epoch, such as a learning rate. The base class does nothing.

        Arguments:
            epoch: the number of the epoch, from 0, or from `initial_epoch` of `fit`.
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_epoch_begin(self, epoch, logs=None):
            ...         print("epoch", epoch, logs)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            epoch 0 {}
            epoch 1 {}
        """

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `fit` after an epoch and its validation. Mirrors `tf.keras.callbacks.Callback.on_epoch_end`.

        The place to print, to save, and to end the training with `self.model.stop_training = True`. What is put into `logs` reaches the
        callbacks that come later, `History` among them. The base class does nothing.

        Arguments:
            epoch: the number of the epoch, from 0, or from `initial_epoch` of `fit`.
            logs: a dictionary of Python numbers: the loss and the metrics of the epoch, and those of validation with `val_` before the
                name.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_epoch_end(self, epoch, logs=None):
            ...         print("epoch", epoch, sorted(logs))
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=1, verbose=0, validation_split=0.5, callbacks=[Shown()])
            epoch 0 ['loss', 'val_loss']
        """

    @_default
    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `fit` before a step. Mirrors `tf.keras.callbacks.Callback.on_train_batch_begin`.

        With `steps_per_execution` it is called before so many steps at once. The base class calls `on_batch_begin`.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_train_batch_begin(self, batch, logs=None):
            ...         print("step", batch)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            step 0
            step 1
            step 0
            step 1
        """
        self.on_batch_begin(batch, logs=logs)

    @_default
    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `fit` after a step. Mirrors `tf.keras.callbacks.Callback.on_train_batch_end`.

        With `steps_per_execution` it is called after so many steps, with the number of the last. Callbacks that have it make `fit` wait
        for the numbers of each step. The base class calls `on_batch_end`.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: a dictionary of Python numbers: the loss and the metrics since the epoch began.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_train_batch_end(self, batch, logs=None):
            ...         print("step", batch, sorted(logs))
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            step 0 ['loss']
            step 1 ['loss']
            step 0 ['loss']
            step 1 ['loss']
        """
        self.on_batch_end(batch, logs=logs)

    @_default
    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `evaluate`, and by the validation of `fit`, before a step. Mirrors `tf.keras.callbacks.Callback.on_test_batch_begin`.

        With `steps_per_execution` it is called before so many steps at once. The base class does nothing.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_batch_begin(self, batch, logs=None):
            ...         print("step", batch)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.evaluate(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, verbose=0, callbacks=[Shown()])
            step 0
            step 1
        """

    @_default
    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `evaluate`, and by the validation of `fit`, after a step. Mirrors `tf.keras.callbacks.Callback.on_test_batch_end`.

        With `steps_per_execution` it is called after so many steps, with the number of the last. The base class does nothing.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: a dictionary of Python numbers: the loss and the metrics of the steps so far, without `val_`.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_batch_end(self, batch, logs=None):
            ...         print("step", batch, sorted(logs))
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.evaluate(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, verbose=0, callbacks=[Shown()])
            step 0 ['loss']
            step 1 ['loss']
        """

    @_default
    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `predict` before a step. Mirrors `tf.keras.callbacks.Callback.on_predict_batch_begin`.

        With `steps_per_execution` it is called before so many steps at once. The base class does nothing.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_batch_begin(self, batch, logs=None):
            ...         print("step", batch)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.predict(np.ones([4, 2]), batch_size=2, verbose=0, callbacks=[Shown()])
            step 0
            step 1
        """

    @_default
    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Called by `predict` after a step. Mirrors `tf.keras.callbacks.Callback.on_predict_batch_end`.

        The place to use results that do not fit into memory together. The base class does nothing.

        Arguments:
            batch: the number of the step within the epoch, from 0.
            logs: {"outputs": what the model gave for the step, with the batch as first axis}.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_batch_end(self, batch, logs=None):
            ...         print("step", batch, logs["outputs"].shape)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.predict(np.ones([4, 2]), batch_size=2, verbose=0, callbacks=[Shown()])
            step 0 (2, 1)
            step 1 (2, 1)
        """

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Called by `fit` once, before the first epoch. Mirrors `tf.keras.callbacks.Callback.on_train_begin`.

        `self.model` and `self.params` are set by then; the weights of a model without input shape are not yet made. The base class does
        nothing.

        Arguments:
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_train_begin(self, logs=None):
            ...         print(self.params["epochs"], self.params["steps"])
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            2 2
        """

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """Called by `fit` once, after the last epoch. Mirrors `tf.keras.callbacks.Callback.on_train_end`.

        It is not called where the training ended by an exception. The base class does nothing.

        Arguments:
            logs: a dictionary of Python numbers: what the last epoch gave.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_train_end(self, logs=None):
            ...         print("end", sorted(logs))
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, epochs=2, verbose=0, callbacks=[Shown()])
            end ['loss']
        """

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Called by `evaluate`, and by `fit` before each validation. Mirrors `tf.keras.callbacks.Callback.on_test_begin`.

        The base class does nothing.

        Arguments:
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_begin(self, logs=None):
            ...         print("validation")
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=2, verbose=0, validation_split=0.5, callbacks=[Shown()])
            validation
            validation
        """

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """Called by `evaluate`, and by `fit` after each validation. Mirrors `tf.keras.callbacks.Callback.on_test_end`.

        The base class does nothing.

        Arguments:
            logs: a dictionary of Python numbers: the loss and the metrics over all steps, without `val_`.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_test_end(self, logs=None):
            ...         print(sorted(logs))
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.evaluate(np.ones([4, 2]), np.ones([4, 1]), batch_size=2, verbose=0, callbacks=[Shown()])
            ['loss']
        """

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Called by `predict` once, before the first step. Mirrors `tf.keras.callbacks.Callback.on_predict_begin`.

        The base class does nothing.

        Arguments:
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_begin(self, logs=None):
            ...         print("predictions of", self.params["steps"], "steps")
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.predict(np.ones([4, 2]), batch_size=2, verbose=0, callbacks=[Shown()])
            predictions of 2 steps
        """

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """Called by `predict` once, after the last step. Mirrors `tf.keras.callbacks.Callback.on_predict_end`.

        The results are not in `logs`; `on_predict_batch_end` gets them. The base class does nothing.

        Arguments:
            logs: an empty dictionary.

        Returns:
            Nothing; what a subclass gives back is not looked at.

        Example:
            >>> class Shown(tf.keras.callbacks.Callback):
            ...     def on_predict_end(self, logs=None):
            ...         print("end", logs)
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse")
            >>> _ = model.predict(np.ones([4, 2]), batch_size=2, verbose=0, callbacks=[Shown()])
            end {}
        """

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
