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
        """One step of training on a batch; override it to train in another way with all that `fit` brings.

        Mirrors `tf.keras.Model.train_step`. As it is, it calls the model under a tape, computes the compiled loss and the penalties, lets
        the optimizer change the weights, and updates the metrics. It runs in a graph, unless the model was compiled with
        `run_eagerly=True`.

        Arguments:
            data: what `fit` was given, for one batch: `x`, `(x, y)` or `(x, y, sample_weight)`; see
                `tf.keras.utils.unpack_x_y_sample_weight`.

        Returns:
            A dictionary of tensors by name, which `fit` shows and `History` keeps.

        Raises:
            ValueError: a compiled loss without targets, or no loss at all.

        Example:
            >>> class Counting(tf.keras.Model):
            ...     def __init__(self):
            ...         super().__init__()
            ...         self.total = self.add_weight(name="total", shape=(), initializer="zeros")
            ...     def call(self, inputs):
            ...         return inputs
            ...     def train_step(self, data):
            ...         self.total.assign_add(tf.reduce_sum(data))
            ...         return {"total": self.total}
            >>> model = Counting()
            >>> model.compile()
            >>> model.fit(tf.ones([6, 1]), batch_size=2, verbose=0).history
            {'total': [6.0]}
        """
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
        """The total loss of a batch, as `fit` and `evaluate` use it; override it for a loss that needs more than targets and outputs.

        Mirrors `tf.keras.Model.compute_loss`. As it is: the compiled losses, times their weights, and the sum of `model.losses` (penalties
        of weights and what `add_loss` was given). It also updates the metric "loss".

        Arguments:
            x: the inputs, which are not used here but by overrides.
            y: the targets; y_pred: the outputs of the model; sample_weight: a factor for each example. All None by default.

        Returns:
            A scalar tensor, or None where there is no loss.

        Example:
            >>> class Shrinking(tf.keras.Sequential):
            ...     def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
            ...         return tf.reduce_mean(tf.square(y_pred))
            >>> model = Shrinking([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model.compile("sgd")
            >>> _ = model.fit(np.ones([4, 1]), verbose=0)
            >>> round(model.get_weights()[0].item(), 3)
            0.98
        """
        return self.compiled_loss(y, y_pred, sample_weight, regularization_losses=self.losses)

    def compute_metrics(
        self, x: TensorLike | None, y: TensorLike | None, y_pred: TensorLike, sample_weight: TensorLike | None
    ) -> dict[str, Any]:
        """Updates the compiled metrics with a batch and gives the results of all metrics; `train_step` and `test_step` end with it.

        Mirrors `tf.keras.Model.compute_metrics`. Override it to add numbers that need the inputs, or more than one output: call it by
        `super()` and put them into the dictionary.

        Arguments:
            x: the inputs, which are not used here but by overrides.
            y: the targets, or None.
            y_pred: the outputs of the model.
            sample_weight: a factor for each example, for `weighted_metrics`, or None.

        Returns:
            A dictionary of scalar tensors by the names of the metrics.

        Example:
            >>> class Watched(tf.keras.Sequential):
            ...     def compute_metrics(self, x, y, y_pred, sample_weight):
            ...         return {**super().compute_metrics(x, y, y_pred, sample_weight), "largest": tf.reduce_max(y_pred)}
            >>> model = Watched([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model.compile(loss="mse")
            >>> model.evaluate(np.array([[1.0], [3.0]]), np.array([[1.0], [1.0]]), verbose=0, return_dict=True)
            {'loss': 2.0, 'largest': 3.0}
        """
        self.compiled_metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self) -> dict[str, Any]:
        """The present results of all metrics of the model by name: of the loss, the compiled metrics and those of layers.

        Mirrors `tf.keras.Model.get_metrics_result`. Steps that update metrics for themselves return it, so that `fit` shows the numbers. A
        metric whose result is a dictionary contributes its items.

        Returns:
            A dictionary of scalar tensors; for a metric that has seen nothing yet, its beginning, as a rule 0.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(loss="mse", metrics=["mae"])
            >>> _ = model.test_on_batch(np.ones([2, 1]), 3 * np.ones([2, 1]))
            >>> {name: float(value) for name, value in model.get_metrics_result().items()}
            {'loss': 9.0, 'mae': 3.0}
        """
        results = {}
        for metric in self.metrics:
            result = metric.result()
            if isinstance(result, dict):
                results.update(result)
            else:
                results[metric.name] = result
        return results

    def test_step(self, data: Any) -> dict[str, Any]:
        """One step of evaluation on a batch; override it to evaluate in another way with all that `evaluate` brings.

        Mirrors `tf.keras.Model.test_step`. As it is, it calls the model with `training=False`, computes the compiled loss, and updates the
        metrics. `evaluate`, and `fit` for validation data, call it, in a graph unless `run_eagerly=True`.

        Arguments:
            data: one batch of what `evaluate` was given: `x`, `(x, y)` or `(x, y, sample_weight)`.

        Returns:
            A dictionary of tensors by name; the last one of an evaluation counts, so that metrics, which gather, are what belongs there.

        Example:
            >>> class Ranged(tf.keras.Sequential):
            ...     def test_step(self, data):
            ...         x, y = data
            ...         return {"range": tf.reduce_max(x) - tf.reduce_min(x)}
            >>> model = Ranged([tf.keras.layers.Dense(1)])
            >>> model.compile(loss="mse")
            >>> model.evaluate(np.array([[1.0], [4.0]]), np.ones([2, 1]), verbose=0, return_dict=True)
            {'range': 3.0}
        """
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        y_pred = self(x, training=False)
        # For the metric "loss", which it updates.
        self.compute_loss(x, y, y_pred, sample_weight)
        return self.compute_metrics(x, y, y_pred, sample_weight)

    def predict_step(self, data: Any) -> Any:
        """What the model gives for a batch; override it to predict in another way with all that `predict` brings.

        Mirrors `tf.keras.Model.predict_step`. As it is, it calls the model on the inputs of the batch with `training=False`. `predict` and
        `predict_on_batch` call it, in a graph unless the model was compiled with `run_eagerly=True`, and join the results of the batches.

        Arguments:
            data: one batch of what `predict` was given: `x`, or a tuple, of which the first item are the inputs.

        Returns:
            A tensor with a row for each example, or a structure of them.

        Example:
            >>> class Classes(tf.keras.Sequential):
            ...     def predict_step(self, data):
            ...         return tf.argmax(super().predict_step(data), axis=-1)
            >>> model = Classes([tf.keras.layers.Softmax()])
            >>> model.predict(np.array([[1.0, 5.0, 2.0], [9.0, 0.0, 0.0]], np.float32), verbose=0).tolist()
            [1, 0]
        """
        return self(unpack_x_y_sample_weight(data)[0], training=False)

    # ------------------------------------------------------------------ steps as functions of iterators
    def make_train_function(self, force: bool = False) -> Callable[[Iterator[Any]], Any]:
        """The function of one step that `fit` calls. Mirrors `tf.keras.Model.make_train_function`.

        It takes a batch from an iterator (as many as `steps_per_execution` says) and calls `train_step` on it in a traced
        function. It is kept as `self.train_function` until the model is compiled anew. Subclasses may override it.

        Arguments:
            force: whether to make it anew, though there is one; False by default.

        Returns:
            A function of an iterator, which gives the loss and the metrics.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> step = model.make_train_function()
            >>> sorted(step(iter(tf.data.Dataset.from_tensors((tf.ones([2, 3]), tf.ones([2, 1]))))))
            ['loss', 'mae']
        """
        with lock_of(self):
            if self.train_function is not None and not force:
                return self.train_function
            function = self._step_function("train_step", "_train_counter", steps.last)
            # Not by attribute: a layer looks for weights in every value that it is given.
            self.__dict__["train_function"] = self.__dict__["train_tf_function"] = function
            return function

    def make_test_function(self, force: bool = False) -> Callable[[Iterator[Any]], Any]:
        """The function of one step that `evaluate` calls. Mirrors `tf.keras.Model.make_test_function`.

        It takes a batch from an iterator (as many as `steps_per_execution` says) and calls `test_step` on it in a traced
        function. It is kept as `self.test_function` until the model is compiled anew. Subclasses may override it.

        Arguments:
            force: whether to make it anew, though there is one; False by default.

        Returns:
            A function of an iterator, which gives the loss and the metrics.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> step = model.make_test_function()
            >>> sorted(step(iter(tf.data.Dataset.from_tensors((tf.ones([2, 3]), tf.ones([2, 1]))))))
            ['loss', 'mae']
        """
        with lock_of(self):
            if self.test_function is not None and not force:
                return self.test_function
            function = self.__dict__["test_function"] = self._step_function("test_step", "_test_counter", steps.last)
            return function

    def make_predict_function(self, force: bool = False) -> Callable[[Iterator[Any]], Any]:
        """The function of one step that `predict` calls. Mirrors `tf.keras.Model.make_predict_function`.

        It takes a batch from an iterator (as many as `steps_per_execution` says) and calls `predict_step` on it in a traced
        function. It is kept as `self.predict_function` until the model is compiled anew. Subclasses may override it.

        Arguments:
            force: whether to make it anew, though there is one; False by default.

        Returns:
            A function of an iterator, which gives the outputs.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> step = model.make_predict_function()
            >>> step(iter(tf.data.Dataset.from_tensors((tf.ones([2, 3]),)))).shape
            TensorShape([2, 1])
        """
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
            step = steps.Eager(run)
        else:
            step = steps.Traced(run, self._jit_compile)
        if method != "predict_step":
            step.shown_as = method.removesuffix("_step"), counter
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
        """Trains the model on data for a number of epochs.

        Mirrors `tf.keras.Model.fit`. The weights go on from what they are. After each batch the optimizer makes one step; after each epoch
        loss and metrics over the epoch are noted, and those for validation data, if there are any.

        Arguments:
            x: arrays or tensors with the examples along the first axis (one, a list, or a dictionary by names of inputs); or something that
                gives batches `(x, y)` or `(x, y, sample_weight)`: a `tf.data.Dataset`, a generator or a `tf.keras.utils.Sequence`.
            y: the targets, where `x` does not hold them.
            batch_size: how many examples make a batch; 32 by default; not for `x` that gives batches.
            epochs: up to which epoch to train; 1 by default. initial_epoch: at which to begin, 0.
            verbose: 0: silent; 1: a progress bar; 2: a line for each epoch; "auto" (default): 1, with a parameter server 2.
            callbacks: a list of `tf.keras.callbacks.Callback`.
            validation_split: the share at the end of arrays that is kept for validation; 0.0 by default.
            validation_data: `(x, y)` or `(x, y, sample_weight)`, or a dataset.
            shuffle: whether arrays are shuffled before each epoch; True by default; "batch": in chunks.
            class_weight: factors of the loss by class, a dictionary of integers. sample_weight: one for each example.
            steps_per_epoch, validation_steps: how many batches make an epoch; None: as many as there are.
            validation_batch_size: `batch_size` by default. validation_freq: every how many epochs to validate, or a list of epochs; 1.
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
        """One step of training on one batch, for loops of one's own.

        Mirrors `tf.keras.Model.train_on_batch`. It does what `fit` does for a batch, with the compiled loss, optimizer and metrics, but
        shuffles nothing and calls no callbacks.

        Arguments:
            x: the inputs: an array or tensor, a list of them, or a dictionary by names of inputs; all of them are one batch.
            y: the targets, in the same forms.
            sample_weight: a factor for each example. class_weight: factors of the loss by class, a dictionary.
            reset_metrics: whether the metrics are those of this batch alone; True by default. False: they go on from batch to batch.
            return_dict: whether a dictionary is returned; False by default.

        Returns:
            The loss before the step, a float; with metrics a list in the order of `model.metrics_names`; with `return_dict` a dictionary.

        Raises:
            RuntimeError: before `compile`. ValueError: data that do not fit together.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(tf.keras.optimizers.SGD(0.25), "mse")
            >>> model.train_on_batch(np.ones([2, 1]), np.ones([2, 1]))
            1.0
            >>> model.train_on_batch(np.ones([2, 1]), np.ones([2, 1]))
            0.0
        """
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
        """Loss and metrics for one batch, without training.

        Mirrors `tf.keras.Model.test_on_batch`. The model is called with `training=False`, with the compiled loss and metrics; no callback
        is called.

        Arguments:
            x: the inputs: an array or tensor, a list of them, or a dictionary by names of inputs; all of them are one batch.
            y: the targets, in the same forms.
            sample_weight: a factor for each example, for the loss and `weighted_metrics`.
            reset_metrics: whether the metrics are those of this batch alone; True by default. False: they go on from batch to batch.
            return_dict: whether a dictionary is returned; False by default.

        Returns:
            The loss, a float; with metrics a list in the order of `model.metrics_names`; with `return_dict` a dictionary.

        Raises:
            RuntimeError: before `compile`. ValueError: data that do not fit together.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(loss="mse", metrics=["mae"])
            >>> model.test_on_batch(np.ones([2, 1]), 3 * np.ones([2, 1]))
            [9.0, 3.0]
        """
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
        """What the model gives for one batch, as NumPy arrays.

        Mirrors `tf.keras.Model.predict_on_batch`. The model is called with `training=False`, as one batch whatever the size, without
        callbacks or a progress bar. It need not be compiled. Where a tensor serves as well, as within a `tf.function`, call `model(x)`.

        Arguments:
            x: the inputs: an array or tensor, a list of them, or a dictionary by names of inputs.

        Returns:
            An array with a row for each example, or a structure of them for several outputs.

        Raises:
            ValueError: data that do not fit the model.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model.predict_on_batch(np.array([[1.0, 2.0]], np.float32)).tolist()
            [[3.0]]
        """
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
