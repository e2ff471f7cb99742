"""`Model.compile` and what it leaves behind."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import distribute
from tfshim._export import tf_private
from tfshim.engine.functions.function import functions_run_eagerly
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.variables.variable import Variable
from tfshim.keras import mixed_precision, optimizers, v1
from tfshim.keras.engine.own_metrics import metrics_of
from tfshim.keras.models import scopes
from tfshim.keras.models.compiled_loss import LossesContainer
from tfshim.keras.models.compiled_metrics import MetricsContainer
from tfshim.keras.saving.serialization import deserialize_keras_object, serialize_keras_object
from tfshim.keras.v1.mode import building
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.keras.annotations import LossLike, MetricLike, OptimizerLike
    from tfshim.keras.callbacks.base import History
    from tfshim.keras.metrics.base import Metric


_OLD_ARGUMENTS = ("cloning", "experimental_run_tf_function")


_BEFORE_COMPILING = (
    "stop_training",
    "history",
    "compiled_loss",
    "compiled_metrics",
    "optimizer",
    "train_function",
    "test_function",
    "predict_function",
    "train_tf_function",
)


def _of_its_own(cls):
    """The names of `_BEFORE_COMPILING` that a class of the user defines anew, as properties: instances set them as Keras does."""
    names = cls.__dict__.get("_names_of_its_own")
    if names is None:
        owners = {n: next(c for c in cls.__mro__ if n in c.__dict__).__module__.partition(".")[0] for n in _BEFORE_COMPILING}
        names = cls._names_of_its_own = tuple(n for n, owner in owners.items() if owner not in ("tfshim", "keras"))
    return names


class CompilingMixin:
    """How a model is configured for training."""

    # Set by `compile` only: whether a model has it tells wrappers of models whether they have to compile it.
    loss: LossLike
    # What a model has before it is compiled.
    optimizer: OptimizerLike = None
    compiled_loss: LossesContainer | None = None
    compiled_metrics: MetricsContainer | None = None
    stop_training = False
    history: History | None = None
    train_function: Callable[[Iterator[Any]], Any] | None = None
    test_function: Callable[[Iterator[Any]], Any] | None = None
    predict_function: Callable[[Iterator[Any]], Any] | None = None
    train_tf_function: Callable[[Iterator[Any]], Any] | None = None
    _is_compiled = False
    _run_eagerly = _jit_compile = None
    _compile_arguments = None
    _autotune = False
    _eval_data_handler = None
    _compiled_trainable = None
    _graph_training = None  # what trains a model of a TF 1 graph

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _of_its_own(type(self)):
            if name != "optimizer" or not hasattr(self, name):
                setattr(self, name, getattr(CompilingMixin, name))
        if building() is not None:
            self.__dict__["_graph_training"] = v1.GraphTraining(self)
        distribute = sys.modules.get("tfshim.distribute")  # a program with a strategy has imported it already
        if distribute is not None and distribute.has_strategy():
            self.__dict__["_distribution_strategy"] = distribute.get_strategy()

    def compile(
        self,
        optimizer: OptimizerLike = "rmsprop",
        loss: LossLike = None,
        metrics: MetricLike = None,
        loss_weights: float | Sequence[Any] | Mapping[str, Any] | None = None,
        weighted_metrics: MetricLike = None,
        run_eagerly: bool | None = None,
        steps_per_execution: int | str | None = None,
        jit_compile: bool | None = None,
        pss_evaluation_shards: int = 0,
        **kwargs: Any,
    ) -> None:
        """Says how the model is trained: optimizer, loss and metrics. `fit` and `evaluate` need it, `predict` does not.

        Mirrors `tf.keras.Model.compile`. Weights stay as they are; calling it again begins with a new optimizer state.

        Arguments:
            optimizer: a name as "adam" or an instance as `tf.keras.optimizers.Adam(1e-3)`; "rmsprop" by default.
            loss: a name as "mse", a `Loss`, or a function `(y_true, y_pred)` of tensors that gives one number for each example; for several
                outputs a list or a dictionary by their names. None: `add_loss` and penalties alone.
            metrics: a list of names, `Metric`s and functions; for several outputs a list of lists or a dictionary. "accuracy" becomes the
                binary, categorical or sparse one, by the loss and the shapes.
            loss_weights: factors of the losses of several outputs, a list or dictionary.
            weighted_metrics: like `metrics`, but they take account of `sample_weight` and `class_weight`.
            run_eagerly: whether steps run without a graph, so that a debugger and `print` see them; False unless
                `tf.config.run_functions_eagerly(True)`.
            steps_per_execution: how many batches are run between two calls of callbacks' batch methods; 1 by default, or "auto".
            jit_compile: whether steps are compiled by torch's compiler; None (default): no.
            pss_evaluation_shards: in how many parts a ParameterServerStrategy evaluates; 0: not in parts.

        Raises:
            ValueError: unknown names, or losses and metrics that do not fit the outputs. TypeError: an unknown keyword.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", input_shape=(2,))])
            >>> model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse", metrics=["mae"])
            >>> model.evaluate(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0)
            [1.0, 1.0]
        """
        arguments = {
            "optimizer": optimizer,
            "loss": loss,
            "metrics": metrics,
            "loss_weights": loss_weights,
            "weighted_metrics": weighted_metrics,
            "run_eagerly": run_eagerly,
            "steps_per_execution": steps_per_execution,
            "jit_compile": jit_compile,
        }
        if pss_evaluation_shards not in (0, None):
            raise refused("tf.keras.Model.compile", "pss_evaluation_shards")
        each = kwargs.pop("experimental_steps_per_execution", None)
        steps_per_execution = steps_per_execution or each
        from_serialized = kwargs.pop("from_serialized", False)
        if building() is not None and self.dynamic:
            raise ValueError(
                "Your model contains layers that can only be successfully run in eager execution (layers constructed with `dynamic=True`). "
                "You must enable eager execution with `tf.enable_eager_execution()`."
            )
        if self._graph_training is not None:
            self._compile_in_graph(arguments, kwargs)
            return
        _check_old_arguments(kwargs)
        scopes.check(self, optimizer, metrics)
        # Not by attribute: a layer would track what it is given, and list it among its own.
        own = self.__dict__
        self.optimizer = nest.map_structure(self._get_optimizer, optimizer)
        names = self._compiled_output_names()
        own["_compile_arguments"] = arguments
        own["_compiled_under"] = _strategy_of_several()
        own["compiled_loss"] = loss if isinstance(loss, LossesContainer) else LossesContainer(loss, loss_weights, output_names=names)
        own["compiled_metrics"] = MetricsContainer(metrics, weighted_metrics, output_names=names, from_serialized=from_serialized)
        own["_run_eagerly"] = run_eagerly
        own["_autotune"] = steps_per_execution == "auto"
        own["_steps_per_execution"] = _counter(1 if steps_per_execution in (None, "auto") else steps_per_execution)
        self._reset_compile_cache()
        own["_is_compiled"] = True
        own["loss"] = loss or {}
        if (run_eagerly or self.dynamic) and jit_compile:
            raise ValueError("You cannot enable `run_eagerly` and `jit_compile` at the same time.")
        own["_jit_compile"] = jit_compile

    def _compile_in_graph(self, arguments, kwargs):
        targets, mode = kwargs.pop("target_tensors", None), kwargs.pop("sample_weight_mode", None)
        # After these were taken out: what is left is an argument that does not exist.
        _check_old_arguments(kwargs)
        for name in ("run_eagerly", "jit_compile", "steps_per_execution"):
            if arguments[name] not in (None, False, 1):
                raise ValueError(f"Model.compile: `{name}`={arguments[name]!r} has no meaning for a model in a TF 1 graph; leave it out.")
        self.__dict__["_compile_arguments"] = arguments
        chosen = [arguments[n] for n in ("optimizer", "loss", "metrics", "loss_weights", "weighted_metrics")]
        self._graph_training.compile(*chosen, targets, mode)

    def _get_optimizer(self, given):
        found = optimizers.get(given)
        policy = getattr(self, "dtype_policy", None)
        if getattr(policy, "name", None) == "mixed_float16":
            if not isinstance(found, mixed_precision.LossScaleOptimizer):
                return mixed_precision.LossScaleOptimizer(found)
        return found

    def _compiled_output_names(self):
        """The names of the outputs, or None where they are known only after a call."""
        return getattr(self, "output_names", None)

    def _reset_compile_cache(self):
        own = self.__dict__
        for name in ("train_function", "test_function", "predict_function", "train_tf_function"):
            own[name] = None
        # Changing `trainable` takes effect at the next `compile`: until then `fit` uses what was in force here, as in Keras.
        own["_compiled_trainable"] = {id(layer): layer._trainable for layer in self._flatten_layers()}
        self._make_counters()

    def _make_counters(self):
        for name in ("_train_counter", "_test_counter", "_predict_counter"):
            if name not in self.__dict__:
                self.__dict__[name] = _counter(0)

    @contextlib.contextmanager
    def _as_compiled(self):
        """Within it, layers are trainable or not as they were when the model was compiled."""
        compiled, changed = self._compiled_trainable or {}, []
        for layer in self._flatten_layers():
            # By identity, as layers of users need not be hashable; one that was added since is trained as it is.
            wanted = compiled.get(id(layer))
            if wanted is not None and wanted != layer._trainable:
                changed.append((layer, layer._trainable))
                layer.__dict__["_trainable"] = wanted
        try:
            yield
        finally:
            for layer, now in changed:
                layer.__dict__["_trainable"] = now

    def _assert_compile_was_called(self):
        if not self._is_compiled:
            raise RuntimeError("You must compile your model before training/testing. Use `model.compile(optimizer, loss)`.")

    # ------------------------------------------------------------------ facts
    @property
    def run_eagerly(self) -> bool:
        """Whether steps run operation by operation, to be read and set. Mirrors `tf.keras.Model.run_eagerly`.

        That is slower, and allows `print`, debuggers and values of tensors within `train_step`. `compile(run_eagerly=True)` and
        `tf.config.run_functions_eagerly(True)` do the same.

        Returns:
            A bool, False mostly.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> model.run_eagerly
            False
            >>> model.run_eagerly = True
            >>> model.run_eagerly
            True
        """
        if self.dynamic and self._run_eagerly is False:
            raise ValueError(
                "Your model contains layers that can only be successfully run in eager execution (layers constructed with "
                "`dynamic=True`). You cannot set `run_eagerly=False`."
            )
        return bool(self.dynamic or self._run_eagerly or functions_run_eagerly() and self._run_eagerly is None)

    @run_eagerly.setter
    def run_eagerly(self, value: bool | None) -> None:
        self.__dict__["_run_eagerly"] = value

    @property
    def jit_compile(self) -> bool | None:
        """Whether steps are lowered through torch's compiler, or None."""
        return self._jit_compile

    @jit_compile.setter
    def jit_compile(self, value: bool | None) -> None:
        # The steps were traced with the old value.
        if self._jit_compile != value:
            self._reset_compile_cache()
        self.__dict__["_jit_compile"] = value

    @property
    def steps_per_execution(self) -> Variable | None:
        """The number of batches between two calls of batch hooks, a variable; None before the model is compiled."""
        return self.__dict__.get("_steps_per_execution")

    @steps_per_execution.setter
    def steps_per_execution(self, value: int) -> None:
        if self.steps_per_execution is None:
            self.__dict__["_steps_per_execution"] = _counter(value)
        else:
            self.steps_per_execution.assign(value)

    @property
    def autotune_steps_per_execution(self) -> bool:
        """Whether that number was left to the library."""
        return self._autotune

    @autotune_steps_per_execution.setter
    def autotune_steps_per_execution(self, value: bool) -> None:
        if value and self.steps_per_execution is None:
            self.__dict__["_steps_per_execution"] = _counter(1)
        self.__dict__["_autotune"] = bool(value)

    @property
    def distribute_strategy(self) -> Any:
        """The `tf.distribute` strategy that the model is trained with."""
        return self.__dict__.get("_distribution_strategy") or distribute.get_strategy()

    @property
    def distribute_reduction_method(self) -> str:
        """How the results of several replicas become one: "auto" unless set."""
        return self.__dict__.get("_reduction_method") or "auto"

    @distribute_reduction_method.setter
    def distribute_reduction_method(self, value: str) -> None:
        self.__dict__["_reduction_method"] = value

    # ------------------------------------------------------------------ metrics
    @property
    def metrics(self) -> list[Metric]:
        """The metrics of the model. Mirrors `tf.keras.Model.metrics`.

        They are the means of the losses, those given to `compile`, and those that layers hold. `fit` resets them before each epoch.
        Those of
        `compile` are there from the first step on, when it is known what the model gives.

        Returns:
            A list of `tf.keras.metrics.Metric`.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> _ = model.evaluate(np.ones([2, 3]), np.ones([2, 1]), verbose=0)
            >>> [metric.name for metric in model.metrics]
            ['loss', 'mae']
        """
        found = []
        if self._graph_training is not None:
            return self._graph_training.metrics
        if self._is_compiled:
            for made in (self.compiled_loss, self.compiled_metrics):  # which a `compile` of the model's own need not make
                found += [] if made is None else made.metrics
        for layer in self._flatten_layers():
            found += metrics_of(layer)
        return found

    @property
    def metrics_names(self) -> list[str]:
        """The names under which `fit` and `evaluate` show losses and metrics. Mirrors `tf.keras.Model.metrics_names`.

        They are in the order in which `evaluate` and `train_on_batch` give numbers. The list is empty before the first step.

        Returns:
            A list of strings.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> _ = model.evaluate(np.ones([2, 3]), np.ones([2, 1]), verbose=0)
            >>> model.metrics_names
            ['loss', 'mae']
        """
        if self._graph_training is not None:
            return self._graph_training.metrics_names
        return [m.name for m in self.metrics]

    def reset_metrics(self) -> None:
        """Sets all metrics of the model back to their beginning, the mean of the loss included.

        Mirrors `tf.keras.Model.reset_metrics`. `fit` does so at the beginning of each epoch and `evaluate` at its own; it is needed between
        calls of `train_on_batch` and `test_on_batch` with `reset_metrics=False`, which go on gathering. Weights and the optimizer stay as
        they are.

        Returns:
            None.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile("sgd", "mse")
            >>> model.test_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
            1.0
            >>> model.test_on_batch(tf.ones([2, 1]), 3 * tf.ones([2, 1]), reset_metrics=False)
            5.0
            >>> model.reset_metrics()
            >>> float(model.metrics[0].result())
            0.0
        """
        if self._graph_training is not None:
            self._graph_training.reset_metrics()
            return
        for m in self.metrics:
            m.reset_state()

    def reset_states(self) -> None:
        """Sets the states of all recurrent layers made with `stateful=True` back to zero; other layers are left alone.

        Mirrors `tf.keras.Model.reset_states`. Such layers go on from one batch to the next as if examples at the same place were one long
        sequence: call it where a new sequence begins, usually after each epoch. Weights stay as they are, and so do metrics, for which
        there is `reset_metrics`.

        Returns:
            None.

        Example:
            >>> layer = tf.keras.layers.SimpleRNN(1, stateful=True, batch_input_shape=(1, 2, 1))
            >>> model = tf.keras.Sequential([layer])
            >>> _ = model(tf.ones([1, 2, 1]))
            >>> model.reset_states()
            >>> layer.states[0].numpy().tolist()
            [[0.0]]
        """
        for layer in self.layers:
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    # ------------------------------------------------------------------ configurations
    def get_compile_config(self) -> dict[str, Any] | None:
        """The arguments that `compile` was given, as a dictionary. Mirrors `tf.keras.Model.get_compile_config`.

        A `.keras` file holds it, so that the loaded model can go on training; `compile_from_config` takes it. A model whose own `compile`
        takes further arguments, as several optimizers, overrides both methods.

        Returns:
            A dictionary that can be written as JSON, with "optimizer", "loss", "metrics" and the others by name: texts stay texts, objects
            become dictionaries of class and configuration. None where the model was not compiled.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> model.get_compile_config()["metrics"]
            ['mae']
        """
        if not self._is_compiled or self._compile_arguments is None:  # a `compile` of the model's own need not call this class's
            return None

        def plain(value):
            if value is None or isinstance(value, (bool, int, float, str)):
                return value
            # With "class_name" it is a configuration already.
            if isinstance(value, dict) and "class_name" not in value:
                return {k: plain(v) for k, v in value.items()}
            if isinstance(value, (list, tuple)):
                return [plain(v) for v in value]
            return serialize_keras_object(value)

        return {k: plain(v) for k, v in self._compile_arguments.items()}

    def compile_from_config(self, config: dict[str, Any]) -> None:
        """Compile the model with what `get_compile_config` gave. Mirrors `tf.keras.Model.compile_from_config`.

        Loading a `.keras` file does so. The optimizer is a new one; the state of the old one is not in the dictionary, but in the file. A
        class whose `compile` is its own has to override this method as well: a warning says so, and nothing is compiled.

        Arguments:
            config: the dictionary.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
            >>> model.compile("sgd", "mse", metrics=["mae"])
            >>> other = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
            >>> other.compile_from_config(model.get_compile_config())
            >>> type(other.optimizer).__name__
            'SGD'
        """
        if type(self).compile is not CompilingMixin.compile:
            get_logger().warning(
                "`compile()` was not called as part of model loading because the model's `compile()` method is custom. All subclassed "
                "Models that have `compile()` overridden should also override `get_compile_config()` and "
                "`compile_from_config(config)`. Alternatively, you can call `compile()` manually after loading."
            )
            return
        self.compile(**_objects(config))
        # Its variables have to be there when their values are loaded.
        if self.built and hasattr(self.optimizer, "build"):
            self.optimizer.build(self.trainable_variables)


@tf_private("keras.src.engine.training_utils.RespectCompiledTrainableState")
def as_compiled(model: CompilingMixin) -> contextlib.AbstractContextManager[None]:
    """A scope within which the layers of `model` are trainable or not as they were when it was compiled."""
    return model._as_compiled()


def _objects(config):
    if isinstance(config, dict):
        if "class_name" in config:
            return deserialize_keras_object(config)
        return {k: _objects(v) for k, v in config.items()}
    return [_objects(v) for v in config] if isinstance(config, (list, tuple)) else config


def _strategy_of_several():
    """The strategy in force if it has several replicas, or None."""
    strategy = higher.strategy_in_scope() if "tfshim.distribute.strategies" in sys.modules else None
    return None if strategy is None or strategy.num_replicas_in_sync == 1 else strategy


def _counter(value):
    return Variable(value, dtype="int64", trainable=False)


def _check_old_arguments(kwargs):
    for name in _OLD_ARGUMENTS:
        kwargs.pop(name, None)
    if kwargs.pop("distribute", None) is not None:
        raise ValueError(
            "`distribute` argument in compile is not available in TF 2.0. Please create the model under the `strategy.scope()`."
        )
    if kwargs.pop("target_tensors", None) is not None:
        raise ValueError("`target_tensors` argument is not supported when executing eagerly.")
    kwargs.pop("sample_weight_mode", None)  # which says nothing in Keras either: weights of every step are known by their shape
    if kwargs:
        raise TypeError(
            f'Invalid keyword argument(s) in `compile()`: {(set(kwargs),)}. Valid keyword arguments include "cloning", '
            '"experimental_run_tf_function", "distribute", "target_tensors", or "sample_weight_mode".'
        )
