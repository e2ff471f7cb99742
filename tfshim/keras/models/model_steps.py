"""What a model does with one batch: `train_step` and the like, and the functions of iterators that are made of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tfshim.engine.functions.function import inside_function
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import is_variable
from tfshim.keras.models import steps
from tfshim.keras.models.scheduled import ScheduledStep, coordinator_of
from tfshim.keras.utils.packing import unpack_x_y_sample_weight

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _check_first(outputs):
    """Raise TypeError where a step that runs in a graph returned nothing: the counter waits for the first result that is no variable."""
    for x in nest.flatten(outputs):
        if x is None:
            raise TypeError("Can not convert a NoneType into a Tensor or Operation.")
        if not is_variable(x):
            return


class StepsMixin:
    """The steps of a model, which subclasses may override, and the functions that `fit`, `evaluate` and `predict` call."""

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
            y: the targets.
            y_pred: the outputs of the model.
            sample_weight: a factor for each example. All None by default.

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
        try:
            variables = self.variables if self.built else ()
        except ValueError:  # a model within that is not built yet refuses to list its weights
            variables = ()
        for variable in variables:
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
            if TS.graph is not None:
                _check_first(outputs)
            counter.assign_add(1)
            return outputs

        run.__name__ = name = method.replace("_step", "_function")  # the name in error messages of the traced step
        run.__qualname__ = f"Model.make_{name}.<locals>.{name}"  # and in warnings of retracing
        coordinator = None if method == "predict_step" else coordinator_of(self)
        if coordinator is not None:
            if self.run_eagerly:
                raise ValueError("When using `Model` with `ParameterServerStrategy`, `run_eagerly` is not supported.")
            return ScheduledStep(coordinator, run, self.steps_per_execution)
        each = self.steps_per_execution
        # A number that is tuned may grow after this.
        one_by_one = each is None or int(each.numpy()) == 1 and not self._autotune
        if self.run_eagerly:
            step = steps.Eager(run)
        else:
            step = steps.Traced(run, self._jit_compile, in_loop=not one_by_one)
        if method != "predict_step":
            step.shown_as = method.removesuffix("_step"), counter
        return step if one_by_one else steps.repeated(step, each, joined)

    # ------------------------------------------------------------------ checks of those that call them
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


def disallow_inside_function(method: str) -> None:
    """Raise RuntimeError where a traced function calls `method`, which has functions of its own."""
    if inside_function():
        raise RuntimeError(
            f"Detected a call to `Model.{method}` inside a `tf.function`. `Model.{method} is a high-level endpoint that "
            f"manages its own `tf.function`. Please move the call to `Model.{method}` outside of all enclosing "
            "`tf.function`s. Note that you can call a `Model` directly on `Tensor`s inside a `tf.function` like: "
            "`model(x)`."
        )
