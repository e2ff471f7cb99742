"""`Model.fit`, `evaluate` and `predict`: the loops over batches and epochs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.tracebacks import for_callers
from tfshim.keras import callbacks as callback_kinds
from tfshim.keras.models import ended_steps
from tfshim.keras.models.batches import batch_sources
from tfshim.keras.models.batches.data_handler import DataHandler
from tfshim.keras.models.compiling import CompilingMixin
from tfshim.keras.models.generators import GeneratorMixin
from tfshim.keras.models.model_steps import disallow_inside_function
from tfshim.keras.models.one_batch import OneBatchMixin
from tfshim.keras.models.scheduled import check_callbacks, coordinator_of
from tfshim.keras.models.steps import by_names, concatenated, in_order, is_due, note_epoch, to_python, to_python_arrays
from tfshim.keras.utils.interaction import is_interactive_logging_enabled
from tfshim.keras.utils.packing import unpack_x_y_sample_weight

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.keras.annotations import Batches
    from tfshim.keras.callbacks.base import History
    from tfshim.keras.callbacks.callback_list import CallbacksLike


_WEIGHTS_WITHOUT_METRICS = (
    "`evaluate()` received a value for `sample_weight`, but `weighted_metrics` were not provided.  Did you mean to pass metrics to "
    "`weighted_metrics` in `compile()`?  If this is intentional you can pass `weighted_metrics=[]` to `compile()` in order to silence "
    "this warning."
)


class TrainingMixin(GeneratorMixin, OneBatchMixin, CompilingMixin):
    """How a model is trained, evaluated and used for predictions."""

    # ------------------------------------------------------------------ fit
    @for_callers
    def fit(
        self,
        x: Batches = None,
        y: TensorLike | None = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: str | int = "auto",
        callbacks: CallbacksLike = None,
        validation_split: float = 0.0,
        validation_data: Batches | None = None,
        shuffle: bool | str = True,
        class_weight: Mapping[int, float] | None = None,
        sample_weight: TensorLike | None = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_batch_size: int | None = None,
        validation_freq: int | Collection[int] = 1,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> History:
        """Trains the model on data for a number of epochs.

        Mirrors `tf.keras.Model.fit`. The weights go on from what they are. After each batch the optimizer makes one step; after each epoch
        loss and metrics over the epoch are noted, and those for validation data, if there are any.

        Arguments:
            x: arrays or tensors with the examples along the first axis (one, a list, or a dictionary by names of inputs); or something that
                gives batches `(x, y)` or `(x, y, sample_weight)`: a `tf.data.Dataset`, a generator or a `tf.keras.utils.Sequence`.
            y: the targets, where `x` does not hold them.
            batch_size: how many examples make a batch; 32 by default; not for `x` that gives batches.
            epochs: up to which epoch to train; 1 by default.
            initial_epoch: at which to begin, 0.
            verbose: 0: silent; 1: a progress bar; 2: a line for each epoch; "auto" (default): 1, with a parameter server 2.
            callbacks: a list of `tf.keras.callbacks.Callback`.
            validation_split: the share at the end of arrays that is kept for validation; 0.0 by default.
            validation_data: `(x, y)` or `(x, y, sample_weight)`, or a dataset.
            shuffle: whether arrays are shuffled before each epoch; True by default; "batch": in chunks.
            class_weight: factors of the loss by class, a dictionary of integers.
            sample_weight: one for each example.
            steps_per_epoch, validation_steps: how many batches make an epoch; None: as many as there are.
            validation_batch_size: `batch_size` by default.
            validation_freq: every how many epochs to validate, or a list of epochs; 1.
            max_queue_size, workers, use_multiprocessing: how batches of generators and `Sequence`s are made beside the training: 10, 1,
                False.

        Returns:
            The `History` callback, whose `history` has a list with a number for each epoch under "loss", the metrics, and "val_..." of
                both.

        Raises:
            RuntimeError: before `compile`. ValueError: data that do not fit together or do not fit the model.

        Example:
            >>> x = tf.constant([[0.0], [1.0], [2.0], [3.0]])
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(tf.keras.optimizers.SGD(0.05), loss="mse")
            >>> history = model.fit(x, 2 * x + 1, batch_size=4, epochs=30, verbose=0)
            >>> len(history.history["loss"]), history.history["loss"][-1] < 1
            (30, True)
        """
        self._assert_compile_was_called()
        self._check_call_args("fit")
        disallow_inside_function("fit")
        verbose = _verbosity(verbose, coordinator_of(self))
        if self._graph_training is not None:
            return self._graph_training.fit(
                x,
                y,
                batch_size,
                epochs,
                verbose,
                callbacks,
                validation_split,
                validation_data,
                shuffle,
                class_weight,
                sample_weight,
                initial_epoch,
                steps_per_epoch,
                validation_steps,
                validation_batch_size,
                validation_freq,
            )
        for left in ("_eval_data_handler", "_training_state"):  # by a training that was interrupted
            self.__dict__.pop(left, None)
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = batch_sources.split((x, y, sample_weight), validation_split)
        validation = unpack_x_y_sample_weight(validation_data) if _is_given(validation_data) else None
        workers = {"max_queue_size": max_queue_size, "workers": workers, "use_multiprocessing": use_multiprocessing}
        with self._as_compiled():
            handler = DataHandler(
                x,
                y,
                sample_weight,
                batch_size,
                steps_per_epoch,
                initial_epoch,
                epochs,
                shuffle,
                class_weight,
                model=self,
                steps_per_execution=self.steps_per_execution,
                coordinator=coordinator_of(self),
                **workers,
            )
            callbacks = self._callback_list(callbacks, verbose, epochs, handler)
            self.stop_training = False
            # `make_train_function` sets it too, but may be overridden.
            self.train_function = self.make_train_function()
            self._train_counter.assign(0)
            callbacks.on_train_begin()
            # After `on_train_begin`, in which `BackupAndRestore` reads its checkpoint.
            self._resume(handler, initial_epoch)
            size = validation_batch_size or batch_size

            def validated(epoch):
                if validation is None or not is_due(epoch, validation_freq):
                    return {}
                return _validation_logs(self, validation, size, validation_steps, callbacks, workers)

            logs = _fit_epochs(self, handler, callbacks, batch_size, validated)
            # Optimizers with `use_ema` let the averages take the place of the weights here; legacy ones have no such thing.
            if epochs > 0 and hasattr(self.optimizer, "finalize_variable_values"):
                self.optimizer.finalize_variable_values(self.trainable_variables)
            self.__dict__.pop("_eval_data_handler", None)
            callbacks.on_train_end(logs=logs)
        return self.history

    def _train_epoch(self, handler, iterator, callbacks, logs):
        train, begin, end = self.train_function, callbacks.on_train_batch_begin, callbacks.on_train_batch_end
        hooks = callbacks._should_call_train_batch_hooks
        with handler.catch_stop_iteration(), ended_steps.counted(self, handler):
            for step in handler.steps():
                # No callback asks for batches: the logs stay tensors until the end of the epoch, and nothing waits for their
                # values.
                if not hooks:
                    logs = train(iterator)
                else:
                    begin(step)
                    logs = train(iterator)
                    end(step + handler.step_increment, logs)
                if self.stop_training:
                    break
            logs = handler.resolved(logs)
        return logs

    def _resume(self, handler, initial_epoch):
        """Go on where an interrupted training was, if `BackupAndRestore` has found one."""
        state = self.__dict__.get("_training_state")
        if state is not None:
            handler._initial_epoch, handler._initial_step = state.initial_counters(handler.inferred_steps, initial_epoch)

    def _final_results(self, logs):
        """`logs` with the results that the metrics have now, where `logs` are just those."""
        try:
            now = self.get_metrics_result()
        except TypeError:  # a metric of the user's that must be called within a step
            return logs
        if isinstance(logs, dict) and set(logs) == set(now):
            return to_python(now)
        return logs

    # ------------------------------------------------------------------ evaluate and predict
    @for_callers
    def evaluate(
        self,
        x: Batches = None,
        y: TensorLike | None = None,
        batch_size: int | None = None,
        verbose: str | int = "auto",
        sample_weight: TensorLike | None = None,
        steps: int | None = None,
        callbacks: CallbacksLike = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        return_dict: bool = False,
        **kwargs: Any,
    ) -> Any:
        """Loss and metrics of the model for data, without training.

        Mirrors `tf.keras.Model.evaluate`. The model is called with `training=False`; the numbers are means over all examples, batch by
        batch.

        Arguments:
            x: arrays or tensors with the examples along the first axis, or something that gives batches `(x, y)` or `(x, y,
                sample_weight)`, as for `fit`.
            y: the targets, where `x` does not hold them.
            batch_size: how many examples make a batch; 32 by default.
            verbose: 0: silent; 1: a progress bar; 2: a line; "auto" (default): 1.
            sample_weight: a factor for each example, for the loss and `weighted_metrics`.
            steps: how many batches to take; None (default): all.
            callbacks: a list of callbacks, whose `on_test_...` methods are called.
            max_queue_size, workers, use_multiprocessing: as in `fit`.
            return_dict: whether a dictionary is returned; False by default.

        Returns:
            The loss, a float; with metrics a list of floats in the order of `model.metrics_names`; with `return_dict` a dictionary by them.

        Raises:
            RuntimeError: before `compile`. ValueError: data that do not fit together or do not fit the model.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(loss="mse", metrics=["mae"])
            >>> model.evaluate(tf.ones([6, 1]), 2 * tf.ones([6, 1]), verbose=0, return_dict=True)
            {'loss': 4.0, 'mae': 2.0}
        """
        self._assert_compile_was_called()
        self._check_call_args("evaluate")
        disallow_inside_function("evaluate")
        cached = kwargs.pop("_use_cached_eval_dataset", False)
        if kwargs:
            raise TypeError(f"Invalid keyword arguments: {list(kwargs.keys())}")
        verbose = _verbosity(verbose, coordinator_of(self))
        if self._graph_training is not None:
            found = self._graph_training.evaluate(x, y, batch_size, verbose, sample_weight, steps, callbacks)
            return by_names(self.metrics_names, found) if return_dict else found
        if sample_weight is not None and isinstance(x, batch_sources.Dataset):
            get_logger().warning("The `evaluate()` method of Keras models takes no `sample_weight` beside a dataset.")
        weighted = (
            sample_weight is not None
            or isinstance(x, batch_sources.Dataset)
            and isinstance(x.element_spec, tuple)
            and len(x.element_spec) == 3
        )
        if weighted and self.compiled_metrics._user_weighted_metrics is None:
            get_logger().warning(_WEIGHTS_WITHOUT_METRICS)
        handler = self._eval_data_handler if cached else None
        if handler is None:
            handler = DataHandler(
                x,
                y,
                sample_weight,
                batch_size,
                steps,
                max_queue_size=max_queue_size,
                workers=workers,
                use_multiprocessing=use_multiprocessing,
                model=self,
                steps_per_execution=self.steps_per_execution,
                coordinator=coordinator_of(self),
            )
        callbacks = self._callback_list(callbacks, verbose, 1, handler)
        test = self.test_function = self.make_test_function()
        self._test_counter.assign(0)
        callbacks.on_test_begin()
        logs, hooks = {}, callbacks._should_call_test_batch_hooks
        for _, iterator in handler.enumerate_epochs():
            self.reset_metrics()
            with handler.catch_stop_iteration():
                for step in handler.steps():
                    if hooks:
                        callbacks.on_test_batch_begin(step)
                    logs = test(iterator)
                    if hooks:
                        callbacks.on_test_batch_end(step + handler.step_increment, logs)
                logs = handler.resolved(logs)
        logs = self._final_results(to_python(logs))
        callbacks.on_test_end(logs=logs)
        return logs if return_dict else in_order(logs, self.metrics_names)

    @for_callers
    def predict(
        self,
        x: Batches,
        batch_size: int | None = None,
        verbose: str | int = "auto",
        steps: int | None = None,
        callbacks: CallbacksLike = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> Any:
        """What the model gives for data, batch by batch, as NumPy arrays.

        Mirrors `tf.keras.Model.predict`. The model is called with `training=False` and need not be compiled. It is made for much data; for
        one batch, and within a loop of one's own, calling `model(x)` is quicker and gives a tensor.

        Arguments:
            x: arrays or tensors with the examples along the first axis, or something that gives batches: a `tf.data.Dataset`, a generator,
                a `tf.keras.utils.Sequence`; of tuples the first item is taken.
            batch_size: how many examples make a batch; 32 by default.
            verbose: 0: silent; 1: a progress bar; 2: a line; "auto" (default): 1.
            steps: how many batches to take; None (default): all.
            callbacks: a list of callbacks, whose `on_predict_...` methods are called.
            max_queue_size, workers, use_multiprocessing: as in `fit`.

        Returns:
            An array with a row for each example, or a structure of them for several outputs.

        Raises:
            ValueError: data that do not fit the model, or no data at all.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model.predict(np.array([[1.0, 2.0], [3.0, 4.0]], np.float32), verbose=0)
            array([[3.],
                   [7.]], dtype=float32)
        """
        self._check_call_args("predict")
        disallow_inside_function("predict")
        verbose = _verbosity(verbose)
        if self._graph_training is not None:
            return self._graph_training.predict(x, batch_size, verbose, steps, callbacks)
        handler = DataHandler(
            x,
            batch_size=batch_size,
            steps_per_epoch=steps,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            model=self,
            steps_per_execution=self.steps_per_execution,
        )
        callbacks = self._callback_list(callbacks, verbose, 1, handler)
        predict = self.predict_function = self.make_predict_function()
        self._predict_counter.assign(0)
        callbacks.on_predict_begin()
        results, hooks = [], callbacks._should_call_predict_batch_hooks
        for _, iterator in handler.enumerate_epochs():
            with handler.catch_stop_iteration():
                for step in handler.steps():
                    if hooks:
                        callbacks.on_predict_batch_begin(step)
                    results.append(predict(iterator))
                    if hooks:
                        callbacks.on_predict_batch_end(step + handler.step_increment, {"outputs": results[-1]})
        if not results:
            raise ValueError(
                "Unexpected result of `predict_function` (Empty batch_outputs). Please use `Model.compile(..., "
                "run_eagerly=True)`, or `tf.config.run_functions_eagerly(True)` for more information of where went wrong, or file a "
                "issue/bug to `tf.keras`."
            )
        callbacks.on_predict_end()
        return to_python_arrays(concatenated(results))

    # ------------------------------------------------------------------ helpers
    def _callback_list(self, callbacks, verbose, epochs, handler):
        if isinstance(callbacks, callback_kinds.CallbackList):
            return callbacks
        made = callback_kinds.CallbackList(
            callbacks, add_history=True, add_progbar=verbose != 0, model=self, verbose=verbose, epochs=epochs, steps=handler.inferred_steps
        )
        if handler.is_scheduled:
            check_callbacks(made)
        return made


_EMPTY_LOGS = (
    "Unexpected result of `train_function` (Empty logs). This could be due to issues in input pipeline that resulted in an empty dataset. "
    "Otherwise, please use `Model.compile(..., run_eagerly=True)`, or `tf.config.run_functions_eagerly(True)` for more information of "
    "where went wrong, or file a issue/bug to `tf.keras`."
)


# Functions, so that no method of a user's model takes their place.
def _fit_epochs(model, handler, callbacks, batch_size, validated):
    """Train `model` on the epochs of `handler`; the logs of the last. validated: gives what an epoch adds to the logs."""
    logs = None
    for epoch, iterator in handler.enumerate_epochs():
        model.reset_metrics()
        callbacks.on_epoch_begin(epoch)
        note_epoch(model.train_function, epoch, batch_size)
        logs = model._train_epoch(handler, iterator, callbacks, logs)
        if logs is None:
            raise ValueError(_EMPTY_LOGS)
        epoch_logs = dict(model._final_results(to_python(logs)).items())  # which a step that returned no dictionary has not
        epoch_logs.update(validated(epoch))
        callbacks.on_epoch_end(epoch, epoch_logs)
        logs = epoch_logs
        if model.stop_training:
            break
    return logs


def _validation_logs(model, validation, batch_size, steps, callbacks, workers):
    """Loss and metrics for the data `validation`, as the logs of an epoch name them. Where batches come from is kept until `fit` ends."""
    x, y, sample_weight = validation
    if model._eval_data_handler is None:
        model.__dict__["_eval_data_handler"] = DataHandler(
            x,
            y,
            sample_weight,
            batch_size,
            steps,
            model=model,
            steps_per_execution=model.steps_per_execution,
            coordinator=coordinator_of(model),
            **workers,
        )
    found = model.evaluate(
        x=x,
        y=y,
        sample_weight=sample_weight,
        batch_size=batch_size,
        steps=steps,
        callbacks=callbacks,
        return_dict=True,
        _use_cached_eval_dataset=True,
        **workers,
    )
    return {"val_" + name: value for name, value in found.items()}


def _is_given(validation_data):
    return bool(validation_data)  # which an array, given instead of a pair, refuses


def _verbosity(verbose, coordinator=None):
    if coordinator is not None:
        if verbose == 1:
            raise ValueError(
                f"`verbose=1` is not allowed with `ParameterServerStrategy` for performance reasons. Received: verbose={verbose}"
            )
        return 2 if verbose == "auto" else verbose
    if verbose == "auto":
        return 1 if is_interactive_logging_enabled() else 2
    return verbose
