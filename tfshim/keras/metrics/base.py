"""`Metric` and those that are sums and means."""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.creation import constant
from tfshim.control_flow import control_dependencies
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.variable import Variable
from tfshim.keras._converted import converted
from tfshim.keras._ranks import match_ranks
from tfshim.keras._serialization import KINDS
from tfshim.keras._weights import broadcast_weights, flat_values, spread_weights
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.context import CALLS
from tfshim.keras.engine.keras_tensor import holds_keras_tensors
from tfshim.keras.metrics._methods import as_tensors, in_graphs_converted, passed_on
from tfshim.keras.v1.metrics import call, drop_from_collections, prepare
from tfshim.keras.v1.mode import building
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import InitializerLike, PolicyLike


class _Results(dict[str, Any]):
    """The results of a metric by name, which can have attributes."""


@tf_export("keras.metrics.Metric")
class Metric(Layer, metaclass=abc.ABCMeta):
    """The base of metrics: numbers that are gathered over many batches.

    Mirrors `tf.keras.metrics.Metric`. Subclasses make their state in `__init__` by `add_weight(name, shape=(), initializer="zeros")`, and
    have `update_state(y_true, y_pred, sample_weight=None)`, which takes a batch into account, and `result()`. A call updates and gives the
    result of all batches so far; `reset_state()` begins anew, `merge_state(metrics)` adds the states of others.

    Arguments:
        name: the name under which `fit` shows it; None: made from the name of the class.
        dtype: of state and result; None (default): that of the global policy, float32 at first.
        **kwargs: those of `Layer`.

    Raises:
        TypeError: a subclass lacks `update_state` or `result`.

    Example:
        >>> class Largest(tf.keras.metrics.Metric):
        ...     def __init__(self, name="largest", **kwargs):
        ...         super().__init__(name=name, **kwargs)
        ...         self.value = self.add_weight("value", initializer="zeros")
        ...     def update_state(self, y_true, y_pred, sample_weight=None):
        ...         self.value.assign(tf.maximum(self.value, tf.reduce_max(tf.abs(y_true - y_pred))))
        ...     def result(self):
        ...         return self.value
        >>> metric = Largest()
        >>> metric.update_state(tf.constant([0.0, 0.0]), tf.constant([1.0, -3.0]))
        >>> metric.update_state(tf.constant([0.0]), tf.constant([2.0]))
        >>> float(metric.result())
        3.0
    """

    __module__ = "keras.src.metrics.base_metric"
    _is_metric = True
    _object_identifier = "_tf_keras_metric"
    _keeps_arrays = False

    def __init__(self, name: str | None = None, dtype: PolicyLike = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.stateful = True
        # The variables are made in the constructor: a call must not try to build.
        self.built = True
        if building() is not None:
            prepare(self)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = cls.__dict__
        # Metrics of this package are written in operations: nothing in them needs AutoGraph.
        if cls.__module__.startswith(("tfshim.", "keras.src.")):
            if "result" in own:
                cls.result = passed_on(own["result"])  # type: ignore[method-assign]
            return
        # A `tf.function` converts what it traces by itself.
        if "update_state" in own and not hasattr(own["update_state"], "get_concrete_function"):
            cls.update_state = in_graphs_converted(own["update_state"])  # type: ignore[method-assign]
        if "result" in own and not hasattr(own["result"], "get_concrete_function"):
            cls.result = passed_on(as_tensors(own["result"]))  # type: ignore[method-assign]

    def __call__(self, *args: Any, **kwargs: Any) -> AnyTensor:
        if building() is not None:
            return call(self, *args, **kwargs)
        # Keras tensors have no values that could be counted: the metric stays as it is.
        symbolic = holds_keras_tensors((args, kwargs))
        if not symbolic:
            self.update_state(*args, **kwargs)
        result = self.result()
        if (symbolic or CALLS.depth) and isinstance(result, (Tensor, dict)):
            if isinstance(result, dict):
                result = _Results(result)
            result._metric_obj = self  # `add_metric` of the layer that is being called takes the metric itself
        return result

    @property
    def updates(self) -> list[Any]:
        """In a TF 1 graph the operations that `update_state` gave, else empty."""
        return [*super().updates, *(self.__dict__.get("_graph_updates", ()) if building() is not None else ())]

    def __str__(self) -> str:
        args = ",".join(f"{k}={v}" for k, v in self.get_config().items())
        return f"{type(self).__name__}({args})"

    def add_weight(  # type: ignore[override]  # as in Keras
        self,
        name: str,
        shape: SizesLike = (),
        aggregation: VariableAggregation = VariableAggregation.SUM,
        synchronization: VariableSynchronization = VariableSynchronization.ON_READ,
        initializer: InitializerLike = None,
        dtype: DTypeLike | None = None,
    ) -> Variable:
        """Make a variable of the state, in the constructor of a subclass. Mirrors `tf.keras.metrics.Metric.add_weight`.

        It is not trained, is saved with the model, and is set to zeros by `reset_state`.

        Arguments:
            name: the name of the variable.
            shape: its shape; () by default, a number.
            aggregation: how replicas of a strategy are joined; `tf.VariableAggregation.SUM` by default.
            synchronization: when; `tf.VariableSynchronization.ON_READ` by default.
            initializer: what it begins with: a name, an initializer or a function of shape and dtype; None (default): zeros of
                integers, and small random numbers else, so that "zeros" is what most metrics give.
            dtype: None (default): that of the metric.

        Returns:
            A `tf.Variable`.

        Example:
            >>> metric = tf.keras.metrics.Mean()
            >>> largest = metric.add_weight("largest", shape=(2,), initializer="zeros")
            >>> largest.numpy(), largest.trainable
            (array([0., 0.], dtype=float32), False)
        """
        # Variables of metrics are named without the scopes of whoever makes the metric.
        scope, TS.name_scope = TS.name_scope, ""
        try:
            variable = super().add_weight(
                name=name,
                shape=shape,
                dtype=self._dtype if dtype is None else dtype,
                trainable=False,
                initializer=initializer,
                aggregation=aggregation,
                synchronization=synchronization,
            )
            if building() is not None:
                drop_from_collections(variable)
            return variable
        finally:
            TS.name_scope = scope

    def _once(self, flag, build, *shapes):
        """Call `build`, which sets the attribute `flag`, unless that is set; of several threads one does."""
        if not getattr(self, flag):
            with lock_of(self):
                if not getattr(self, flag):  # another thread may have just done it
                    build(*shapes)

    def reset_state(self) -> None:
        """Begin anew: set all variables of the state to zeros. Mirrors `tf.keras.metrics.Metric.reset_state`.

        `fit` does so before each epoch and each validation, `evaluate` before its first step. The zeros stand also where an initializer
        gave something else: a subclass whose state does not begin with zeros overrides `reset_state`.

        Returns:
            Nothing.

        In a loop of one's own call it where an epoch begins; otherwise the results of all epochs are taken together.

        Example:
            >>> metric = tf.keras.metrics.Sum()
            >>> _ = metric.update_state([1.0, 2.0])
            >>> metric.reset_state()
            >>> float(metric.result())
            0.0
        """
        for v in self.variables:
            # Zeros, whatever the initializers gave: that is Keras' meaning of a reset. Where a metric of a user keeps arrays it assigns
            # one zero all the same, which their shape refuses: such a metric has a `reset_state` of its own.
            sizes = v.shape.as_list() if self._keeps_arrays else []
            v.assign(constant(0, v.dtype, sizes) if one_by_one.wanted() else array_ops.zeros(sizes, v.dtype))

    def reset_states(self) -> None:
        """Begin anew: set all variables of the state to zeros. Mirrors `tf.keras.metrics.Metric.reset_states`.

        The older name of `reset_state`. `fit` does so before each epoch and each validation, `evaluate` before its first step. The
        zeros stand also where an initializer gave something else: a subclass whose state does not begin with zeros overrides `reset_state`.

        Returns:
            Nothing.

        New code calls `reset_state`, which subclasses override.

        Example:
            >>> metric = tf.keras.metrics.Sum()
            >>> _ = metric.update_state([1.0, 2.0])
            >>> metric.reset_states()
            >>> float(metric.result())
            0.0
        """
        return self.reset_state()

    @abc.abstractmethod
    def update_state(self, *args: Any, **kwargs: Any) -> Any:
        """Take a batch into account; each metric has its own. Mirrors `tf.keras.metrics.Metric.update_state`.

        In subclasses it may be written with Python's `if` and `for` over tensors, as in a `tf.function`.

        Arguments:
            *args, **kwargs: those of the metric, mostly `y_true` and `y_pred`, of which the first axis is the batch, and
                `sample_weight`: None (default), a number, or a tensor that can be broadcast to the values.

        Returns:
            Nothing while executing eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            NotImplementedError: a subclass has none.

        Example:
            >>> metric = tf.keras.metrics.MeanAbsoluteError()
            >>> _ = metric.update_state([1.0, 2.0], [1.0, 4.0])
            >>> _ = metric.update_state([0.0], [4.0], sample_weight=0.0)
            >>> float(metric.result())
            1.0
        """
        raise NotImplementedError("Must be implemented in subclasses.")

    def merge_state(self, metrics: Iterable[Metric]) -> list[Any]:
        """Add the states of other metrics, such as those of other workers. Mirrors `tf.keras.metrics.Metric.merge_state`.

        The result is then that of all batches together. It adds variable by variable, in the order in which they were made.

        Arguments:
            metrics: an iterable of metrics of the same class and with the same arguments.

        Returns:
            A list of what the additions gave.

        Raises:
            ValueError: one of them has another number of variables.

        Example:
            >>> a, b = tf.keras.metrics.Mean(), tf.keras.metrics.Mean()
            >>> _ = a.update_state([1.0])
            >>> _ = b.update_state([4.0, 7.0])
            >>> _ = a.merge_state([b])
            >>> float(a.result())
            4.0
        """
        done = []
        for other in metrics:
            if len(self.weights) != len(other.weights):
                raise ValueError(f"Metric {other} is not compatible with {self}")
            done += [mine.assign_add(its) for mine, its in zip(self.weights, other.weights)]
        return done

    @abc.abstractmethod
    def result(self) -> AnyTensor:
        """The value of all batches since the last reset. Mirrors `tf.keras.metrics.Metric.result`.

        It changes nothing, and may be asked for as often as one likes. `float(metric.result())` is the number.

        Returns:
            A tensor, mostly a scalar of the dtype of the metric; subclasses may give a dictionary of tensors, of which `fit` shows
                each.

        Raises:
            NotImplementedError: a subclass has none.

        Before the first update, and after `reset_state`, most metrics give 0. Subclasses compute it from the variables that
        `update_state`
        changes.

        Example:
            >>> metric = tf.keras.metrics.Mean()
            >>> _ = metric.update_state([1.0, 3.0])
            >>> metric.result()
            <tf.Tensor: shape=(), dtype=float32, numpy=2.0>
        """
        raise NotImplementedError("Must be implemented in subclasses.")

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary. Mirrors `tf.keras.metrics.Metric.get_config`.

        `type(metric).from_config(config)` makes a metric like it, with a state of its own; saved models hold it. A class of one's own whose
        constructor takes more arguments adds them to what `super().get_config()` gives, under their names.

        Returns:
            A dictionary that can be written as JSON: "name" and "dtype", and what subclasses add. What was counted so far is not in it:
                that is in `metric.get_weights()`.

        Example:
            >>> metric = tf.keras.metrics.MeanSquaredError(name="error")
            >>> metric.get_config()
            {'name': 'error', 'dtype': 'float32'}
            >>> tf.keras.metrics.MeanSquaredError.from_config(metric.get_config()).name
            'error'
        """
        return {"name": self.name, "dtype": self.dtype}

    def _number(self, value):
        """`value` as a tensor of the metric's dtype."""
        if not isinstance(value, Tensor):
            if isinstance(value, RaggedTensor):
                return value.with_flat_values(array_ops.cast(value.flat_values, self._dtype))
            value = value.value() if isinstance(value, Variable) else convert_to_tensor(value)
        return value if value.dtype is self._dtype else array_ops.cast(value, self._dtype)


def _number_of(values, dtype):
    number = None if one_by_one.wanted() else values.shape.num_elements()
    return array_ops.cast(array_ops.size(values) if number is None else number, dtype)


def _weighted_values(metric, values, sample_weight, combine):
    """Values times weights, and the weights; axes of the values that the weights lack are reduced by `combine`."""
    weights = metric._number(sample_weight)
    values, _, weights = match_ranks(values, None, weights)
    try:
        weights = (broadcast_weights if one_by_one.wanted() else spread_weights)(weights, values)
    except ValueError:
        values = combine(values, axis=list(range(weights.shape.rank, values.shape.rank)))
    return [math.multiply(values, weights), weights]


class Reduce(Metric):
    """The sum of values ("sum"), their mean by weight ("weighted_mean") or by number ("sum_over_batch_size")."""

    __module__ = "keras.src.metrics.base_metric"

    def __init__(self, reduction: str, name: str | None, dtype: PolicyLike = None) -> None:
        super().__init__(name=name, dtype=dtype)
        if reduction not in ("sum", "weighted_mean", "sum_over_batch_size"):
            raise NotImplementedError(
                f'Reduction "{reduction}" not implemented. Expected "sum", "weighted_mean", or "sum_over_batch_size".'
            )
        self.reduction = reduction
        self.total = self.add_weight("total", initializer="zeros")
        if reduction != "sum":
            self.count = self.add_weight("count", initializer="zeros")
            self.count.__dict__["_follows"] = self.total

    def update_state(self, values: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Add numbers to the sum or the mean. Mirrors `update_state` of `tf.keras.metrics.Mean` and `tf.keras.metrics.Sum`.

        Arguments:
            values: a tensor of any shape, a ragged tensor, a list or a number; it is cast to the metric's dtype. Every element counts.
            sample_weight: None (default): 1 each. Else what can be broadcast to `values`; a weight for each example of values with more
                axes weighs the mean (for `Sum`, the sum) of the example's elements.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            RuntimeError: what is no tensor and cannot be made one, such as a dictionary.

        Example:
            >>> mean = tf.keras.metrics.Mean()
            >>> _ = mean.update_state([[1.0, 3.0], [10.0, 10.0]], sample_weight=[1.0, 0.0])
            >>> float(mean.result())
            2.0
        """
        (values,), sample_weight = flat_values([values], sample_weight)
        try:
            values = self._number(values)
        except (ValueError, TypeError):
            hint = "To return a dict of values, implement a custom Metric subclass." if isinstance(values, dict) else ""
            raise RuntimeError(f"The output of a metric function can only be a single Tensor. Received: {values}. {hint}") from None
        weights = None
        if sample_weight is not None and one_by_one.wanted() and values.shape.rank == 0 and getattr(sample_weight, "shape", None) == ():
            weights = array_ops.cast(sample_weight, values.dtype)
            values = math.multiply(values, weights)
        elif sample_weight is not None:
            combine = math.reduce_sum if self.reduction == "sum" else math.reduce_mean
            values, weights = shown_parts.recorded(_weighted_values, self, values, sample_weight, combine, several=True)
        if TS.graph is not None and building() is not None:
            return self._update_in_turn(values, weights)
        added = self.total.assign_add(math.reduce_sum(values))
        return added if self.reduction == "sum" else self.count.assign_add(self._counted(values, weights))

    def _counted(self, values, weights):
        """By how much the number grows of what the mean is of."""
        if weights is not None and self.reduction == "weighted_mean":
            return math.reduce_sum(weights)
        return shown_parts.recorded(_number_of, values, self._dtype)

    def _update_in_turn(self, values, weights):
        """The update in a graph of TensorFlow 1, where nothing else says that one thing comes after the other."""
        total = math.reduce_sum(values)
        with control_dependencies([total]):
            added = self.total.assign_add(total)
        if self.reduction == "sum":
            return added
        number = self._counted(values, weights)
        with control_dependencies([added.op]):
            return self.count.assign_add(number)

    def result(self) -> AnyTensor:
        if self.reduction == "sum":
            return array_ops.identity(self.total)
        # Before the first update the mean is 0, not NaN.
        if one_by_one.wanted() and TS.graph is not None:
            with name_scope("div_no_nan") as scope:
                return math.divide_no_nan(self.total.value(), self.count.value(), name=scope)
        return math.divide_no_nan(self.total.value(), self.count.value())


@tf_export("keras.metrics.Sum")
class Sum(Reduce):
    """The sum of all numbers that it was given, times their weights.

    Mirrors `tf.keras.metrics.Sum`. `update_state(values, sample_weight=None)` takes a tensor of any shape, a list or a number; weights
    broadcast to it. Without any numbers the result is 0. For the mean there is `Mean`.

    Arguments:
        name: "sum" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise. float32 counts exactly up to 2 ** 24.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> total = tf.keras.metrics.Sum()
        >>> _ = total.update_state([1.0, 3.0])
        >>> _ = total.update_state([10.0, 10.0], sample_weight=[1.0, 0.5])
        >>> float(total.result())
        19.0
    """

    __module__ = "keras.src.metrics.base_metric"

    def __init__(self, name: str | None = "sum", dtype: PolicyLike = None) -> None:
        super().__init__("sum", name, dtype)


@tf_export("keras.metrics.Mean")
class Mean(Reduce):
    """The mean of all numbers that it was given, or their weighted mean.

    Mirrors `tf.keras.metrics.Mean`. It is for losses and other numbers in loops of one's own: `update_state(values, sample_weight=None)`
    takes a tensor of any shape, a list or a number; weights broadcast to it. Without any numbers the result is 0.

    Arguments:
        name: "mean" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> mean = tf.keras.metrics.Mean()
        >>> _ = mean.update_state([1.0, 3.0])
        >>> _ = mean.update_state(8.0)
        >>> float(mean.result())
        4.0
        >>> mean.reset_state()
        >>> float(mean([1.0, 3.0], sample_weight=[3.0, 1.0]))
        1.5
    """

    __module__ = "keras.src.metrics.base_metric"

    def __init__(self, name: str | None = "mean", dtype: PolicyLike = None) -> None:
        super().__init__("weighted_mean", name, dtype)


@tf_export("keras.metrics.MeanMetricWrapper")
class MeanMetricWrapper(Mean):
    """The mean of a function of targets and predictions over all examples.

    Mirrors `tf.keras.metrics.MeanMetricWrapper`. `compile` makes one of each function among its metrics; most metrics derive from it.
    `update_state(y_true, y_pred, sample_weight=None)` calls the function, which gives one number for each example.

    Arguments:
        fn: a function `(y_true, y_pred, **kwargs)`.
        name: the name; None: made from the name of the class.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        **kwargs: further keywords for the function.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> def within(y_true, y_pred, tolerance):
        ...     return tf.cast(tf.abs(y_true - y_pred) <= tolerance, tf.float32)
        >>> metric = tf.keras.metrics.MeanMetricWrapper(within, name="within", tolerance=0.5)
        >>> float(metric([1.0, 2.0], [1.25, 4.0]))
        0.5
    """

    __module__ = "keras.src.metrics.base_metric"

    def __init__(self, fn: Callable[..., Any], name: str | None = None, dtype: PolicyLike = None, **kwargs: Any) -> None:
        super().__init__(name=name, dtype=dtype)
        self._fn = fn
        self._fn_kwargs = kwargs

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]  # as in Keras
        """Take a batch into account. Mirrors `tf.keras.metrics.MeanMetricWrapper.update_state`.

        The function of the metric gives one number for each example (or each position of it); their sum and number are added up. Loops of
        one's own call it for each batch; `fit` and `evaluate` do so by themselves.

        Arguments:
            y_true: the targets, a tensor whose first axis is the batch; it is cast to the metric's dtype, as is `y_pred`.
            y_pred: the predictions. Where one of the two has one axis more, of size 1, that axis is left out.
            sample_weight: None (default): 1 each. Else a number for all, or a tensor that can be broadcast to the function's result, as
                [batch]; 0 leaves an example out of the mean.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Example:
            >>> metric = tf.keras.metrics.BinaryAccuracy()
            >>> _ = metric.update_state([[1.0], [0.0]], [[0.9], [0.8]])
            >>> _ = metric.update_state([[1.0], [0.0]], [[0.9], [0.8]], sample_weight=[1.0, 0.0])
            >>> round(float(metric.result()), 3)
            0.667
        """
        (y_true, y_pred), sample_weight = flat_values([self._number(y_true), self._number(y_pred)], sample_weight)
        y_pred, y_true, _ = match_ranks(y_pred, y_true)
        matches = converted(self._fn)(y_true, y_pred, **self._fn_kwargs)
        # Losses with `ignore_class` mark what they left out: it must not count in the mean.
        mask = getattr(matches, "_keras_mask", None)
        if mask is not None:
            mask = self._number(mask)
            if sample_weight is not None:
                mask, _, sample_weight = match_ranks(mask, None, self._number(sample_weight))
                mask = mask * sample_weight
            sample_weight = mask
        return super().update_state(matches, sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        own = {k: v.numpy() if isinstance(v, (Tensor, Variable)) else v for k, v in self._fn_kwargs.items()}
        if type(self) is MeanMetricWrapper:
            own["fn"] = self._fn
        return {**super().get_config(), **own}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A metric with the arguments that a dictionary holds. Mirrors `tf.keras.metrics.MeanMetricWrapper.from_config`.

        The new metric has a state of its own, which is zero. It is called on the class that is wanted: `tf.keras.metrics.deserialize`
        finds the class by its name.

        Arguments:
            config: what `get_config` gave; what is left out has its default. Subclasses take no notice of an entry "fn": they have their
                function; `MeanMetricWrapper` itself needs one, a function or a name.

        Returns:
            A new metric of this class.

        Raises:
            TypeError: an entry that is no argument of the constructor.

        Example:
            >>> config = tf.keras.metrics.TopKCategoricalAccuracy(k=3, name="best").get_config()
            >>> metric = tf.keras.metrics.TopKCategoricalAccuracy.from_config(config)
            >>> metric.name, metric.get_config()["k"]
            ('best', 3)
        """
        config = dict(config)
        fn = config.pop("fn", None)
        # Subclasses name their function themselves; it is not part of their configuration.
        if cls is MeanMetricWrapper:
            return cls(KINDS["keras.metrics"].get(fn), **config)
        return super().from_config(config)
