"""`Model.fit`, `evaluate`, `predict`, their steps, and their versions for one batch."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tfshim.engine.functions.function import inside_function
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.keras import callbacks as callback_kinds
from tfshim.keras.models import batch_sources, steps
from tfshim.keras.models.class_weights import ClassWeights
from tfshim.keras.models.compiling import CompilingMixin
from tfshim.keras.models.data_handler import DataHandler
from tfshim.keras.models.generators import GeneratorMixin
from tfshim.keras.models.scheduled import ScheduledStep, check_callbacks, check_one_batch, coordinator_of
from tfshim.keras.utils.interaction import is_interactive_logging_enabled
from tfshim.keras.utils.packing import unpack_x_y_sample_weight

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Batches
    from tfshim.keras.callbacks.base import History
    from tfshim.keras.callbacks.callback_list import CallbacksLike


class TrainingMixin(GeneratorMixin, CompilingMixin):
    """How a model is trained, evaluated and used for predictions."""

    # ------------------------------------------------------------------ what happens to one batch
    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training on `data`, a batch `(x, y, sample_weight)`; the metrics by name. Override it for steps of your own."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, sample_weight)
        self._validate_target_and_loss(y, loss)
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def _validate_target_and_loss(self, y, loss):
        if self.loss and y is None:
            raise ValueError(
                f"Target data is missing. Your model was compiled with loss={self.loss}, and therefore expects target data to "
                "be provided in `fit()`."
            )
        if loss is None:
            raise ValueError("No loss found. You may have forgotten to provide a `loss` argument in the `compile()` method.")

    def compute_loss(
        self,
        x: TensorLike | None = None,
        y: TensorLike | None = None,
        y_pred: TensorLike | None = None,
        sample_weight: TensorLike | None = None,
    ) -> AnyTensor | None:
        """The total of the compiled losses and of the penalties `losses`, a scalar tensor; None where there are none."""
        return self.compiled_loss(y, y_pred, sample_weight, regularization_losses=self.losses)

    def compute_metrics(
        self, x: TensorLike | None, y: TensorLike | None, y_pred: TensorLike, sample_weight: TensorLike | None
    ) -> dict[str, Any]:
        """Update the compiled metrics with a batch; the results of all metrics by name."""
        self.compiled_metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self) -> dict[str, Any]:
        """The present results of all metrics by name."""
        results = {}
        for metric in self.metrics:
            result = metric.result()
            if isinstance(result, dict):
                results.update(result)
            else:
                results[metric.name] = result
        return results

    def test_step(self, data: Any) -> dict[str, Any]:
        """One step of evaluation on a batch; the metrics by name."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        y_pred = self(x, training=False)
        # For the metric "loss", which it updates.
        self.compute_loss(x, y, y_pred, sample_weight)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def predict_step(self, data: Any) -> Any:
        """The outputs for a batch."""
        return self(unpack_x_y_sample_weight(data)[0], training=False)

    # ------------------------------------------------------------------ steps as functions of iterators
    def make_train_function(self, force: bool = False) -> Callable[[Iterator[Any]], Any]:
        """The function of an iterator that takes a training step, created again if `force`; what `fit` calls for every step."""
        with lock_of(self):
            if self.train_function is not None and not force:
                return self.train_function
            function = self._step_function("train_step", "_train_counter", steps.last)
            # Not by attribute: a layer looks for weights in every value that it is given.
            self.__dict__["train_function"] = self.__dict__["train_tf_function"] = function
            return function

    def make_test_function(self, force: bool = False) -> Callable[[Iterator[Any]], Any]:
        """The function of an iterator that takes a step of evaluation."""
        with lock_of(self):
            if self.test_function is not None and not force:
                return self.test_function
            function = self.__dict__["test_function"] = self._step_function("test_step", "_test_counter", steps.last)
            return function

    def make_predict_function(self, force: bool = False) -> Callable[[Iterator[Any]], Any]:
        """The function of an iterator that gives the outputs for the next batch."""
        with lock_of(self):
            if self.predict_function is not None and not force:
                return self.predict_function
            function = self.__dict__["predict_function"] = self._step_function("predict_step", "_predict_counter", steps.concatenated)
            return function

    def _strategy_of_several(self):
        """The strategy with several replicas that the model was made or compiled under, or None."""
        for variable in self.variables if self.built else ():
            strategy = variable.__dict__.get("_strategy")
            if strategy is not None and strategy.num_replicas_in_sync > 1:
                return strategy
        return self.__dict__.get("_compiled_under")

    def _step_function(self, method, counter, joined):
        # `predict` may be called without `compile`, which makes the counters.
        if counter not in self.__dict__:
            self._reset_compile_cache()
        counter = self.__dict__[counter]

        strategy = self._strategy_of_several()

        def run(data):
            if strategy is None:
                outputs = getattr(self, method)(data)
            else:
                outputs = steps.in_replicas(self, strategy, method, data)
            counter.assign_add(1)
            return outputs

        run.__name__ = run.__qualname__ = method.replace("_step", "_function")  # the name in error messages of the traced step
        coordinator = None if method == "predict_step" else coordinator_of(self)
        if coordinator is not None:
            if self.run_eagerly:
                raise ValueError("When using `Model` with `ParameterServerStrategy`, `run_eagerly` is not supported.")
            return ScheduledStep(coordinator, run, self.steps_per_execution)
        if self.run_eagerly:
            step = steps.eagerly(run)
        else:
            step = steps.Traced(run, self._jit_compile)
        each = self.steps_per_execution
        # A number that is tuned may grow after this.
        return step if each is None or int(each.numpy()) == 1 and not self._autotune else steps.repeated(step, each, joined)

    # ------------------------------------------------------------------ fit
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
        """Train the model; mirrors `tf.keras.Model.fit`.

        `x`: arrays or tensors (one, a list or a dictionary), a `tf.data.Dataset`, a generator or a `keras.utils.Sequence`;
        `y`: targets, unless the batches of `x` hold them. `verbose`: 0, 1 (progress bar), 2 (a line an epoch) or "auto".
        Returns the `History` callback. Raises RuntimeError before `compile`, ValueError for data that do not fit together.
        """
        self._assert_compile_was_called()
        self._check_call_args("fit")
        _disallow_inside_function("fit")
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
            logs = None
            for epoch, iterator in handler.enumerate_epochs():
                self.reset_metrics()
                callbacks.on_epoch_begin(epoch)
                logs = self._train_epoch(handler, iterator, callbacks, logs)
                if logs is None:
                    raise ValueError(
                        "Unexpected result of `train_function` (Empty logs). This could be due to issues in input pipeline "
                        "that resulted in an empty dataset. Otherwise, please use `Model.compile(..., run_eagerly=True)`, or "
                        "`tf.config.run_functions_eagerly(True)` for more information of where went wrong."
                    )
                epoch_logs = dict(self._final_results(steps.to_python(logs)))
                if validation is not None and steps.is_due(epoch, validation_freq):
                    size = validation_batch_size or batch_size
                    if self._eval_data_handler is None:
                        self.__dict__["_eval_data_handler"] = DataHandler(
                            *validation,
                            size,
                            validation_steps,
                            model=self,
                            steps_per_execution=self.steps_per_execution,
                            coordinator=coordinator_of(self),
                            **workers,
                        )
                    found = self.evaluate(
                        x=validation[0],
                        y=validation[1],
                        sample_weight=validation[2],
                        batch_size=size,
                        steps=validation_steps,
                        callbacks=callbacks,
                        return_dict=True,
                        _use_cached_eval_dataset=True,
                        **workers,
                    )
                    epoch_logs.update({"val_" + name: value for name, value in found.items()})
                callbacks.on_epoch_end(epoch, epoch_logs)
                logs = epoch_logs
                if self.stop_training:
                    break
            # Optimizers with `use_ema` let the averages take the place of the weights here; legacy ones have no such thing.
            if epochs > 0 and hasattr(self.optimizer, "finalize_variable_values"):
                self.optimizer.finalize_variable_values(self.trainable_variables)
            self.__dict__.pop("_eval_data_handler", None)
            callbacks.on_train_end(logs=logs)
        return self.history

    def _train_epoch(self, handler, iterator, callbacks, logs):
        train, begin, end = self.train_function, callbacks.on_train_batch_begin, callbacks.on_train_batch_end
        hooks = callbacks._should_call_train_batch_hooks
        with handler.catch_stop_iteration():
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
            return steps.to_python(now)
        return logs

    # ------------------------------------------------------------------ evaluate and predict
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
        """The loss and metrics for data; mirrors `tf.keras.Model.evaluate`.

        Returns one number, a list in the order of `metrics_names`, or with `return_dict` a dictionary.
        Raises RuntimeError before `compile`, ValueError for data that do not fit together.
        """
        self._assert_compile_was_called()
        self._check_call_args("evaluate")
        _disallow_inside_function("evaluate")
        cached = kwargs.pop("_use_cached_eval_dataset", False)
        if kwargs:
            raise TypeError(f"Invalid keyword arguments: {list(kwargs.keys())}")
        if sample_weight is not None and isinstance(x, batch_sources.Dataset):
            get_logger().warning("The `evaluate()` method of Keras models takes no `sample_weight` beside a dataset.")
        verbose = _verbosity(verbose, coordinator_of(self))
        if self._graph_training is not None:
            found = self._graph_training.evaluate(x, y, batch_size, verbose, sample_weight, steps, callbacks)
            return _by_names(self.metrics_names, found) if return_dict else found
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
        logs = self._final_results(_to_python(logs))
        callbacks.on_test_end(logs=logs)
        return logs if return_dict else _in_order(logs, self.metrics_names)

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
        """The outputs for all the data, as NumPy arrays; mirrors `tf.keras.Model.predict`. `steps`: batches to predict."""
        self._check_call_args("predict")
        _disallow_inside_function("predict")
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
                "run_eagerly=True)`, or `tf.config.run_functions_eagerly(True)` for more information of where went wrong."
            )
        callbacks.on_predict_end()
        return _to_python_arrays(_concatenated(results))

    # ------------------------------------------------------------------ one batch
    def train_on_batch(
        self,
        x: Batches,
        y: TensorLike | None = None,
        sample_weight: TensorLike | None = None,
        class_weight: Mapping[int, float] | None = None,
        reset_metrics: bool = True,
        return_dict: bool = False,
    ) -> Any:
        """One training step on a batch; the loss and metrics as `evaluate` gives them."""
        self._assert_compile_was_called()
        self._check_call_args("train_on_batch")
        check_one_batch(self)
        _disallow_inside_function("train_on_batch")
        if self._graph_training is not None:
            found = self._graph_training.on_batch("train", x, y, sample_weight, class_weight, reset_metrics)
            return _by_names(self.metrics_names, found) if return_dict else found
        if reset_metrics:
            self.reset_metrics()
        with self._as_compiled():
            iterator = _one_batch(x, y, sample_weight, class_weight)
            self.train_function = self.make_train_function()
            logs = steps.to_python(self.train_function(iterator))
        return logs if return_dict else _in_order(logs, self.metrics_names)

    def test_on_batch(
        self,
        x: Batches,
        y: TensorLike | None = None,
        sample_weight: TensorLike | None = None,
        reset_metrics: bool = True,
        return_dict: bool = False,
    ) -> Any:
        """One step of evaluation on a batch; the loss and metrics as `evaluate` gives them."""
        self._assert_compile_was_called()
        self._check_call_args("test_on_batch")
        check_one_batch(self)
        _disallow_inside_function("test_on_batch")
        if self._graph_training is not None:
            found = self._graph_training.on_batch("test", x, y, sample_weight, reset_metrics=reset_metrics)
            return _by_names(self.metrics_names, found) if return_dict else found
        if reset_metrics:
            self.reset_metrics()
        iterator = _one_batch(x, y, sample_weight)
        self.test_function = self.make_test_function()
        logs = steps.to_python(self.test_function(iterator))
        return logs if return_dict else _in_order(logs, self.metrics_names)

    def predict_on_batch(self, x: Batches) -> Any:
        """The outputs for one batch, as NumPy arrays."""
        self._check_call_args("predict_on_batch")
        _disallow_inside_function("predict_on_batch")
        if self._graph_training is not None:
            return self._graph_training.on_batch("predict", x)
        self.predict_function = self.make_predict_function()
        return _to_python_arrays(self.predict_function(_one_batch(x)))

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

    def _check_call_args(self, method):
        required = [
            p.name
            for p in inspect.signature(self.call).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty and p.name != "training"
        ]
        if len(required) > 1:
            raise ValueError(
                f"Models passed to `{method}` can only have `training` and the first argument in `call()` as positional "
                f"arguments, found: {required[1:]}."
            )


_to_python = steps.to_python


def _to_python_arrays(structure):
    return nest.map_structure(lambda x: x if nest.is_composite(x) else x.numpy() if hasattr(x, "numpy") else x, structure)


_concatenated = steps.concatenated


def _one_batch(x, y=None, sample_weight=None, class_weight=None):
    """An iterator over the one batch."""
    x, y, sample_weight = batch_sources.as_tensors((x, y, sample_weight))
    data = (x,) if y is None else (x, y) if sample_weight is None else (x, y, sample_weight)
    data = nest.map_structure(lambda v: v if nest.is_composite(v) else batch_sources.convert_to_tensor(v), data)
    batch_sources.check_cardinality(data)
    if class_weight:
        data = ClassWeights(class_weight)(*data)
    return iter([data])


def _in_order(logs, names):
    """The values of `logs` in the order of `names`, then the others by name; a single one by itself."""
    values = [logs[name] for name in names if name in logs] + [logs[k] for k in sorted(logs) if k not in names]
    return values[0] if len(values) == 1 else values


def _by_names(names, values):
    return dict(zip(names, values if isinstance(values, list) else [values]))


def _is_given(validation_data):
    return validation_data is not None and (not isinstance(validation_data, (list, tuple)) or len(validation_data) > 0)


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


def _disallow_inside_function(method):
    if inside_function():
        raise RuntimeError(
            f"Detected a call to `Model.{method}` inside a `tf.function`. `Model.{method} is a high-level endpoint that "
            f"manages its own `tf.function`. Please move the call to `Model.{method}` outside of all enclosing "
            "`tf.function`s. Note that you can call a `Model` directly on `Tensor`s inside a `tf.function` like: "
            "`model(x)`."
        )
