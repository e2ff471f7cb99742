"""The base of legacy optimizers: hyperparameters and slots are variables, each weight has slots of its own."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.autodiff import gradients
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import InvalidArgumentError, op_error
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import FROM_TORCH, as_dtype, float32, string
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor, wrap
from tfshim.engine.variables.gradient_forms import check, check_rows
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.synchronization import VariableAggregation
from tfshim.engine.variables.variable import Variable
from tfshim.keras._naming import snake_case, unique_object_name
from tfshim.keras._serializable import serializable
from tfshim.keras.backend.state import get_value, set_value
from tfshim.keras.optimizers import schedules
from tfshim.keras.optimizers.gradients import recorded_loss
from tfshim.keras.optimizers.legacy.applying import apply
from tfshim.keras.optimizers.legacy.hooks import Hooks
from tfshim.keras.optimizers.legacy.weights import OptimizerWeights
from tfshim.keras.optimizers.row_steps import Rows
from tfshim.keras.optimizers.schedules import LearningRateSchedule
from tfshim.keras.v1.mode import building
from tfshim.profiler import points

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.gradients.tape import GradientTape
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.keras.annotations import GradientsAndVariables, LossToMinimize


def _bound(name, doc):
    """A property for a bound of gradients, which excludes transformers."""

    def write(self, value):
        if value is not None and self.gradient_transformers:
            raise ValueError(
                f"`{name}` cannot be set when `gradient_transformers` is set. Instead, use the `gradient_transformers` to "
                f"specify clipping and other transformations. Received: val={value}, "
                f"gradient_transformers={self.gradient_transformers}."
            )
        self.__dict__["_" + name] = value

    return property(lambda self: self.__dict__["_" + name], write, doc=doc)


@tf_export("keras.optimizers.legacy.Optimizer")
@serializable
class Optimizer(OptimizerWeights, Hooks):
    """The base of optimizers as they were before Keras 2.11, whose hyperparameters and slots are variables.

    Mirrors `tf.keras.optimizers.legacy.Optimizer`. Programs that set `optimizer.lr`, ask for slots or override the methods below go on as
    they are with these; others take `tf.keras.optimizers`.

    Arguments:
        name: what variables are named after.
        gradient_aggregator: a function that sums the gradients of replicas; that of the strategy by default.
        gradient_transformers: functions from lists of pairs of gradient and variable to such lists, applied in order; none by default.
        clipnorm: the greatest norm of each gradient. clipvalue: the greatest absolute value in them. global_clipnorm: the greatest norm of
            all of them together. None of them by default.
        decay: the learning rate is divided by `1 + decay * step`; 0.0 by default.

    Raises:
        ValueError: negative numbers, or both norms. TypeError: other arguments.

    Subclasses override `_create_slots(var_list)`, which calls `add_slot`, `_resource_apply_dense(grad, var, apply_state)`,
    `_resource_apply_sparse(grad, var, indices, apply_state)` and `get_config`, and set hyperparameters with `_set_hyper`.

    Example:
        >>> class Signs(tf.keras.optimizers.legacy.Optimizer):
        ...     def __init__(self, learning_rate=0.1, name="Signs", **kwargs):
        ...         super().__init__(name, **kwargs)
        ...         self._set_hyper("learning_rate", learning_rate)
        ...     def _resource_apply_dense(self, grad, var, apply_state=None):
        ...         return var.assign_sub(self._get_hyper("learning_rate", tf.float32) * tf.sign(grad))
        >>> w = tf.Variable([1.0, 1.0])
        >>> _ = Signs().apply_gradients([(tf.constant([5.0, -0.01]), w)])
        >>> w.numpy()
        array([0.9, 1.1], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.optimizer_v2"
    _object_identifier = "optimizer"  # in a SavedModel
    _HAS_AGGREGATE_GRAD = False

    def __init__(
        self,
        name: str,
        gradient_aggregator: Callable[..., Any] | None = None,
        gradient_transformers: Sequence[Callable[..., Any]] | None = None,
        **kwargs: Any,
    ) -> None:
        allowed = {"clipnorm", "clipvalue", "lr", "decay", "global_clipnorm"}
        for k, value in kwargs.items():
            if k not in allowed:
                raise TypeError(f"Unexpected keyword argument passed to optimizer: {k}. Allowed kwargs are {allowed}.")
            if value is not None and value < 0:
                raise ValueError(f"Expected {k} >= 0, received: {value}")
            if k == "lr":
                warnings.warn("The `lr` argument is deprecated, use `learning_rate` instead.", stacklevel=2)
        decay = kwargs.get("decay", 0.0)
        if decay < 0.0:  # the loop lets None pass, which other arguments may be
            raise ValueError(f"decay cannot be less than 0. Received: decay={decay}.")
        own = self.__dict__
        own["_name"] = name if name else unique_object_name(snake_case(type(self).__name__), zero_based=True)
        own["_hyper"], own["_slots"], own["_slot_names"], own["_weights"] = {}, {}, [], []
        own["_iterations"], own["_hypers_created"] = None, False
        own["_initial_decay"] = decay
        own["gradient_aggregator"] = gradient_aggregator
        own["gradient_transformers"] = list(gradient_transformers or ())
        for bound in ("clipnorm", "clipvalue", "global_clipnorm"):
            setattr(self, bound, kwargs.get(bound))
        if self.clipnorm is not None and self.global_clipnorm is not None:
            raise ValueError(
                f"Cannot accept both `clipnorm` and `global_clipnorm`. Received: `clipnorm`={self.clipnorm}, "
                f"`global_clipnorm`={self.global_clipnorm}."
            )

    clipnorm = _bound("clipnorm", "The greatest norm of each gradient, or None.")
    clipvalue = _bound("clipvalue", "The greatest absolute value of gradients, or None.")
    global_clipnorm = _bound("global_clipnorm", "The greatest norm of all gradients together, or None.")

    # ------------------------------------------------------------------ hyperparameters
    def _set_hyper(self, name, value):
        hyper, before = self._hyper, self._hyper.get(name)
        if isinstance(before, Variable) and not callable(value) and not isinstance(value, LearningRateSchedule):
            if building() is None:
                before.assign(value)
            else:
                set_value(before, value)
        else:
            hyper[name] = value

    def _get_hyper(self, name, dtype=None):
        if not self._hypers_created:
            with lock_of(self):
                self._create_hypers()
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            return value
        if callable(value) and not isinstance(value, (Tensor, Variable)):
            value = value()
        if not dtype:
            return value
        if TS.graph is not None and isinstance(value, Variable) and value.dtype is as_dtype(dtype):
            if not getattr(TS.graph, "written_for", TS).graph.building_function:
                return value
            with name_scope("Cast"):
                return convert_to_tensor(value)
        return cast(value, dtype)

    def _create_hypers(self):
        if self._hypers_created:
            return
        # In the order of Keras, by which weights are saved.
        for name, value in sorted(self._hyper.items()):
            if isinstance(value, (Tensor, Variable)) or callable(value):
                continue
            self._hyper[name] = self.add_weight(
                name, shape=[], trainable=False, initializer=value, aggregation=VariableAggregation.ONLY_FIRST_REPLICA
            )
        self.__dict__["_hypers_created"] = True

    def _number(self, name):
        """The present value of a hyperparameter, as a Python number."""
        value = self._get_hyper(name)
        if not isinstance(value, (Tensor, Variable)):
            value = convert_to_tensor(value)
        if value.dtype == string:
            cast(value, float32)  # which says that strings are no numbers
        if value.shape.rank:
            shown = {"learning_rate": "lr", "beta_1": "beta1_power", "beta_2": "beta2_power"}.get(name, name)
            raise op_error(InvalidArgumentError, f"{shown} is not a scalar: {dims_text(value.shape)}", self._op_type or "Mul")
        return float(value._t if isinstance(value, Variable) else value.numpy())

    def __getattr__(self, name):
        hyper = self.__dict__.get("_hyper")
        if name == "lr":
            name = "learning_rate"
        if hyper is not None and name in hyper:
            return self._get_hyper(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        if name == "lr":
            name = "learning_rate"
        if name in self.__dict__.get("_hyper", ()):
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def __dir__(self):
        hyper = set(self.__dict__.get("_hyper", ()))
        return sorted(set(super().__dir__()) | hyper | ({"lr"} if "learning_rate" in hyper else set()))

    def _decayed_lr(self, var_dtype):
        rate = self._get_hyper("learning_rate", var_dtype)
        if isinstance(rate, LearningRateSchedule):
            rate = cast(rate(cast(self.iterations, var_dtype)), var_dtype)
        if self._initial_decay > 0.0:
            count = cast(self.iterations, var_dtype)
            rate = rate / (1.0 + cast(self._initial_decay, var_dtype) * count)
        return rate

    def _rate(self):
        """The present learning rate, as a Python number."""
        rate = self._get_hyper("learning_rate")
        count = int(self.iterations._t)
        rate = float(rate(convert_to_tensor(float(count)))) if isinstance(rate, LearningRateSchedule) else self._number("learning_rate")
        return rate / (1.0 + self._initial_decay * count) if self._initial_decay > 0.0 else rate

    # ------------------------------------------------------------------ variables
    @property
    def iterations(self) -> Variable:
        """The variable that counts the updates."""
        if self._iterations is None:
            self._create_iterations()
        return self._iterations

    @iterations.setter
    def iterations(self, variable: Variable) -> None:
        if self._iterations is not None:
            raise RuntimeError(
                "Cannot set `iterations` to a new Variable after the Optimizer weights have been created. Here it is "
                f"attempting to set `iterations` to {variable}."
            )
        self.__dict__["_iterations"] = variable
        self._weights.append(variable)

    def _create_iterations(self):
        with lock_of(self):
            if self._iterations is not None:
                return
            made = self.add_weight("iter", shape=[], dtype="int64", trainable=False, aggregation=VariableAggregation.ONLY_FIRST_REPLICA)
            self.__dict__["_iterations"] = made
            self._weights.append(made)

    def _create_slots(self, var_list):
        """Make the slots; subclasses override it with calls of `add_slot`."""

    def _create_all_weights(self, var_list):
        _ = self.iterations
        self._create_hypers()
        self._create_slots(var_list)

    # ------------------------------------------------------------------ updating
    def minimize(
        self,
        loss: LossToMinimize,
        var_list: Any,
        grad_loss: TensorLike | None = None,
        name: str | None = None,
        tape: GradientTape | None = None,
    ) -> Any:
        """Compute the gradients of a loss and update the variables by them: one step of training.

        Arguments:
            loss: a function without arguments that gives the loss, or a tensor; then `tape` is needed.
            var_list: the variables, a list, or a function that gives it once the loss is computed.
            grad_loss: the gradient to begin with, of the loss's shape; None: ones.
            name: a name for the operation in graphs.
            tape: the `tf.GradientTape` that recorded a `loss` which is a tensor.

        Returns:
            The number of the step; in graphs, the operation that updates.

        Raises:
            ValueError: no variable has a gradient, or a tensor comes without its tape.

        Example:
            >>> v = tf.Variable(3.0)
            >>> step = tf.keras.optimizers.legacy.SGD(0.5).minimize(lambda: v * v, [v])
            >>> v.numpy()
            0.0
        """
        return self.apply_gradients(self._compute_gradients(loss, var_list, grad_loss, tape), name=name)

    def _compute_gradients(self, loss, var_list, grad_loss=None, tape=None):
        loss, var_list, tape = recorded_loss(loss, var_list, tape)
        with tape:
            loss = self._transform_loss(loss)
        return self._get_gradients(tape, loss, nest.flatten(var_list), grad_loss)

    def _transform_loss(self, loss):
        return loss

    def _get_gradients(self, tape, loss, var_list, grad_loss=None):
        return list(zip(tape.gradient(loss, var_list, grad_loss), var_list))

    def get_gradients(self, loss: TensorLike, params: Any) -> list[Any]:
        """Compute the gradients of a loss within a graph. Mirrors `tf.keras.optimizers.legacy.Optimizer.get_gradients`, for programs of
        TensorFlow 1.

        Arguments:
            loss: a tensor of the graph that is being built.
            params: the variables, a list.

        Returns:
            A list with the gradient for each of `params`, clipped later, when they are applied.

        Raises:
            ValueError: the loss does not depend on one of `params`.
            RuntimeError: outside of graphs, where there is `tf.GradientTape`.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     v = tf.Variable(3.0)
            ...     gradient, = tf.keras.optimizers.legacy.SGD(0.5).get_gradients(v * v, [v])
            ...     session.run(v.initializer)
            ...     print(session.run(gradient))
            6.0
        """
        params = nest.flatten(params)
        with name_scope(f"{self._name}/gradients"):
            found = gradients(loss, params)
        for g, p in zip(found, params):
            if g is None:
                raise ValueError(
                    f"Variable {p} has `None` for gradient. Please make sure that all of your ops have a gradient defined "
                    "(i.e. are differentiable). Common ops without gradient: K.argmax, K.round, K.eval."
                )
        return found

    def get_updates(self, loss: TensorLike, params: Any) -> list[Any]:
        """Make the operation of one step of training within a graph. Mirrors `tf.keras.optimizers.legacy.Optimizer.get_updates`, for
        programs of TensorFlow 1 and old Keras.

        Arguments:
            loss: a tensor of the graph that is being built.
            params: the variables, a list.

        Returns:
            A list with the operation, for `session.run` or `tf.keras.backend.function(inputs, outputs, updates)`; an empty one without
            `params`.

        Raises:
            ValueError: the loss does not depend on one of `params`.

        Other programs call `minimize`.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     v = tf.Variable(3.0)
            ...     optimizer = tf.keras.optimizers.legacy.SGD(0.5)
            ...     updates = optimizer.get_updates(v * v, [v])
            ...     session.run(tf.compat.v1.global_variables_initializer())
            ...     _ = session.run(updates)
            ...     print(session.run(v))
            0.0
        """
        found = self.apply_gradients(list(zip(self.get_gradients(loss, params), params)))
        return [found] if found is not None else []

    def apply_gradients(
        self, grads_and_vars: GradientsAndVariables, name: str | None = None, experimental_aggregate_gradients: bool = True
    ) -> Any:
        """Update variables by gradients that are there already, as from `tf.GradientTape.gradient`.

        Arguments:
            grads_and_vars: pairs (gradient, variable), such as `zip(gradients, variables)`. Pairs whose gradient is None are left out,
                with a warning.
            name: a name for the operation in graphs.
            experimental_aggregate_gradients: whether the gradients of a strategy's replicas are added up first; True.

        Returns:
            The number of the step; in graphs, the operation that updates.

        Raises:
            ValueError: there is no gradient at all.

        Example:
            >>> v, opt = tf.Variable([1.0, 2.0]), tf.keras.optimizers.legacy.SGD(0.5)
            >>> step = opt.apply_gradients([(tf.constant([1.0, 1.0]), v)])
            >>> v.numpy().tolist(), int(opt.iterations)
            ([0.5, 1.5], 1)
        """
        return apply(self, self, grads_and_vars, experimental_aggregate_gradients)

    def _begin(self, count):
        """Called with the number of the step before its variables are updated; what it gives is handed to `_step`."""
        return None

    def _update(self, variables, gradients):
        with torch.no_grad():
            rate = self._rate()
            with in_place(self.iterations) as (iterations,):
                count = int(iterations) + 1
                state = self._begin(count)
                for v, g in zip(variables, gradients):
                    slots = self._slots.get(id(v), {})
                    if not isinstance(g, tuple):
                        g = self._fitted(g, v, slots)
                    with in_place(v, *slots.values()) as (weight, *storages):
                        slots = dict(zip(slots, storages))
                        if isinstance(g, tuple):
                            self._step_rows(weight, *g, slots, rate, count, state)
                        else:
                            self._step(weight, g.detach(), slots, rate, count, state)
                iterations.add_(1)

    _op_type: str | None = None  # TensorFlow's operation for a step

    def _meet(self, gradient, slots):
        """Where no operation makes the step: the variable that is assigned first, and its value."""
        raise NotImplementedError

    def _fitted(self, gradient, variable, slots):
        """A gradient of the variable's shape. Raises what TensorFlow raises of others."""
        weight = variable._t
        if self._op_type is not None:
            check(self._op_type, weight, gradient)
        elif gradient.shape != weight.shape or gradient.dtype is not weight.dtype:
            target, value = self._meet(wrap(gradient, FROM_TORCH[gradient.dtype]), slots)
            if value.shape.as_list() != target.shape.as_list():
                target.assign(value)
            gradient = gradient.expand(weight.shape)
        return gradient

    _lazy = True  # whether rows without a gradient stay as they are

    def _step_rows(self, weight, values, indices, slots, rate, count, state):
        """A step for a gradient of some rows only."""
        check_rows(indices, weight.shape[0])
        rows = Rows.summed(values, indices)
        part, *parts = tables = rows.of([weight, *slots.values()])
        if not self._lazy:
            self._step_without_gradient(weight, slots, rate, count, state)
        self._step(part, rows.gradients, dict(zip(slots, parts)), rate, count, state)
        rows.put([weight, *slots.values()], tables)

    def _step_without_gradient(self, weight, slots, rate, count, state):
        """What a step does to a variable, and what is kept for it, where its gradient is of other rows; of those that are not `_lazy`."""
        self._step(weight, torch.zeros_like(weight), slots, rate, count, state)

    # ------------------------------------------------------------------ configurations
    def get_config(self) -> dict[str, Any]:
        """Tell what makes an optimizer like this. Mirrors `tf.keras.optimizers.legacy.Optimizer.get_config`.

        Returns:
            A dictionary of plain values with `name`, and with `clipnorm`, `clipvalue` and `global_clipnorm` where they are set.

        A subclass adds its own arguments, with `self._serialize_hyperparameter(name)` for those that `_set_hyper` set: it gives the
        present number, or the configuration of a schedule. `from_config` hands all of it to the constructor.

        Example:
            >>> class Plain(tf.keras.optimizers.legacy.Optimizer):
            ...     def __init__(self, learning_rate=0.5, name="Plain", **kwargs):
            ...         super().__init__(name, **kwargs)
            ...         self._set_hyper("learning_rate", learning_rate)
            ...     def get_config(self):
            ...         return {**super().get_config(), "learning_rate": self._serialize_hyperparameter("learning_rate")}
            >>> Plain(clipvalue=2.0).get_config()
            {'name': 'Plain', 'clipvalue': 2.0, 'learning_rate': 0.5}
        """
        return {
            "name": self._name,
            **{k: getattr(self, k) for k in ("clipnorm", "clipvalue", "global_clipnorm") if getattr(self, k) is not None},
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """Make the optimizer that a configuration describes. Mirrors `tf.keras.optimizers.legacy.Optimizer.from_config`.

        Arguments:
            config: what `get_config` gave, a dictionary; "lr" may stand for "learning_rate", which may be the configuration of a
                schedule.
            custom_objects: a dictionary of names and the schedules of one's own that they mean; None.

        Returns:
            A new optimizer of this class, with no updates made and without slots.

        Raises:
            TypeError: a key that is no argument of the constructor.

        Example:
            >>> SGD = tf.keras.optimizers.legacy.SGD
            >>> again = SGD.from_config(SGD(0.5, momentum=0.25).get_config())
            >>> float(again.learning_rate), float(again.momentum), int(again.iterations)
            (0.5, 0.25, 0)
        """
        config = dict(config)
        if "lr" in config:
            config["learning_rate"] = config.pop("lr")
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = schedules.deserialize(config["learning_rate"], custom_objects)
        return cls(**config)

    def _serialize_hyperparameter(self, hyperparameter_name):
        value = self._hyper[hyperparameter_name]
        if isinstance(value, LearningRateSchedule):
            return schedules.serialize(value)
        if isinstance(value, (Tensor, Variable)):
            return get_value(value)
        return value() if callable(value) else value


# A step of all variables at once, where nothing is traced.
points.shown(Optimizer, "apply_gradients", lambda *_, **__: None if TS.graph is not None else points.eager("ApplyGradients"))
