"""`Optimizer`: what all optimizers share.

An optimizer changes all variables with a few calls of torch, whatever their number (`fused_update.py`). While a graph is built,
one node does the same when it runs. Subclasses of users override `update_step` instead, which sees one variable.

It is one class, whose public methods have their documentation here: that is half of the lines. What it keeps is in `state.py`.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import named_as_methods, tf_export
from tfshim.array_ops.casting import cast
from tfshim.control_flow import cond
from tfshim.distribute.replicas import apply_between
from tfshim.engine.functions.function import function
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import init_scope, name_scope
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.logger import absl_logger
from tfshim.engine.runtime.processor.denormals import flushed
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import bfloat16, float16
from tfshim.engine.values.tensor import EagerTensor
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.variable import Variable
from tfshim.keras._serializable import serializable
from tfshim.keras.optimizers import legacy, schedules
from tfshim.keras.optimizers.fused_update import Elsewhere, FusedUpdate, fits
from tfshim.keras.optimizers.gradients import (
    clip_gradients,
    dense,
    flattened,
    names_of_sums,
    parts_of,
    passed_on,
    recorded_loss,
    summed_rows,
    whole,
    without_missing,
)
from tfshim.keras.optimizers.graph_step import apply_within_graph
from tfshim.keras.optimizers.plain_numbers import number_of
from tfshim.keras.optimizers.schedules import LearningRateSchedule
from tfshim.keras.optimizers.state import OptimizerState
from tfshim.keras.v1.mode import building
from tfshim.math.comparison import equal
from tfshim.profiler import points

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.keras.annotations import GradientsAndVariables, LossToMinimize


_NARROW = (bfloat16, float16)


class _Groups(dict):
    """Groups of variables that earlier steps updated together, by identities of objects; a copy starts empty, as its objects are others."""

    def __reduce__(self):
        return _Groups, ()


# What may be given as a tensor with axes, and is then taken by operations instead of torch's kernels of steps.
_NUMBERS = ("_learning_rate", "weight_decay", "beta_1", "beta_2", "epsilon", "momentum", "rho")


@tf_export("keras.optimizers.Optimizer", "keras.optimizers.experimental.Optimizer")
@serializable
class Optimizer(OptimizerState, FusedUpdate):
    """The base of optimizers, which change variables by gradients so that a loss becomes smaller.

    Mirrors `tf.keras.optimizers.Optimizer`. `minimize` or `apply_gradients` make one step each. Subclasses have `build(var_list)`, which
    makes their slot variables by `add_variable_from_reference`, `update_step(gradient, variable)` and `get_config`.

    Arguments:
        name: the name.
        weight_decay: each step also takes this share, times the learning rate, off the weights; None: nothing.
        clipnorm, global_clipnorm, clipvalue: bounds of gradients: of the norm of each, of all together, or of each number; None. At most
            one of the first two.
        use_ema: whether moving averages of the weights are kept; False.
        ema_momentum: how slowly they move; 0.99.
        ema_overwrite_frequency: every how many steps they replace the weights; None: at the end of `fit` alone.
        jit_compile: is taken as in Keras; updates are fused calls of torch anyway.
        **kwargs: `is_legacy_optimizer`, which files of Keras have.

    Raises:
        ValueError: two norms at once, bounds that are not positive, a momentum outside of [0, 1]. TypeError: an unknown keyword.

    Example:
        >>> class Signs(tf.keras.optimizers.Optimizer):
        ...     def __init__(self, learning_rate=0.5, name="Signs", **kwargs):
        ...         super().__init__(name, **kwargs)
        ...         self._learning_rate = self._build_learning_rate(learning_rate)
        ...     def update_step(self, gradient, variable):
        ...         variable.assign_sub(self.learning_rate * tf.sign(gradient))
        >>> w = tf.Variable([1.0, -1.0])
        >>> _ = Signs().apply_gradients([(tf.constant([0.1, -7.0]), w)])
        >>> w.numpy().tolist()
        [0.5, -0.5]
    """

    __module__ = "keras.src.optimizers.optimizer"
    _object_identifier = "experimentalOptimizer"  # in a SavedModel

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        # Only the legacy optimizers make steps in the graphs of TensorFlow 1.
        if building() is not None and cls.__module__.startswith("keras.src."):
            if cls.__name__ in legacy.__all__:  # type: ignore[attr-defined]
                return getattr(legacy, cls.__name__)(*args, **kwargs)
        return super().__new__(cls)

    def __init__(
        self,
        name: str,
        weight_decay: FloatLike | None = 0,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        **kwargs: Any,
    ) -> None:
        if kwargs.pop("is_legacy_optimizer", False):
            raise NotImplementedError("Legacy optimizers are not supported.")
        if kwargs.pop("lr", None) is not None:
            absl_logger().warning(
                "`lr` is deprecated in Keras optimizer, please use `learning_rate` or use the legacy optimizer, e.g.,"
                f"tf.keras.optimizers.legacy.{type(self).__name__}."
            )
        if kwargs:
            if "decay" in kwargs:
                raise ValueError(
                    "decay is deprecated in the new Keras optimizer, please check the docstring for valid arguments, "
                    f"or use the legacy optimizer, e.g., tf.keras.optimizers.legacy.{type(self).__name__}."
                )
            raise TypeError(f"{sorted(kwargs)[0]} is not a valid argument, kwargs should be empty  for `optimizer_experimental.Optimizer`.")
        if clipnorm is not None and global_clipnorm is not None:
            raise ValueError(
                f"At most one of `clipnorm` and `global_clipnorm` can be set. Received: clipnorm={clipnorm}, "
                f"global_clipnorm={global_clipnorm}."
            )
        if use_ema and not 0 <= ema_momentum <= 1:
            raise ValueError(f"`ema_momentum` must be in the range [0, 1]. Received: ema_momentum={ema_momentum}")
        if use_ema and ema_overwrite_frequency and (not isinstance(ema_overwrite_frequency, int) or ema_overwrite_frequency < 1):
            raise ValueError(
                f"`ema_overwrite_frequency` must be an integer > 1 or None. Received: ema_overwrite_frequency={ema_overwrite_frequency}"
            )
        self._name = name
        self.weight_decay, self.clipnorm, self.clipvalue, self.global_clipnorm = weight_decay, clipnorm, clipvalue, global_clipnorm
        self.use_ema, self.ema_momentum, self.ema_overwrite_frequency = use_ema, ema_momentum, ema_overwrite_frequency
        self.jit_compile = bool(jit_compile and torch.cuda.is_available())  # a hint: updates are fused in any case
        self._excluded: set[int] = set()
        self._excluded_names: Any = ()
        self._variables = []
        self._built = False
        self._places = None  # id of a variable -> its number among those of `build`
        self.__dict__["_groups"] = _Groups()
        with init_scope(), name_scope(""):
            self._iterations = Variable(0, name="iteration", dtype="int64", trainable=False)
        self._variables.append(self._iterations)

    # ------------------------------------------------------------------ updating
    def aggregate_gradients(self, grads_and_vars: GradientsAndVariables) -> GradientsAndVariables:
        """Add up the gradients of all replicas of a strategy. Mirrors `tf.keras.optimizers.Optimizer.aggregate_gradients`.

        `apply_gradients` does so by itself; who does it before, as to clip the sums, calls that with `skip_gradients_aggregation=True`.

        Arguments:
            grads_and_vars: a list of pairs (gradient, variable).

        Returns:
            A list of pairs: the sums, and the variables. Outside of a strategy they are what was given.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD()
            >>> w = tf.Variable(1.0)
            >>> [(gradient, variable)] = optimizer.aggregate_gradients([(tf.constant(2.0), w)])
            >>> float(gradient), variable is w
            (2.0, True)
        """
        return grads_and_vars

    def minimize(self, loss: LossToMinimize, var_list: Any, tape: GradientTape | None = None) -> None:
        """Computes the gradients of a loss and applies them: one step.

        Mirrors `tf.keras.optimizers.Optimizer.minimize`.

        Arguments:
            loss: a function without arguments that gives the loss, or a tensor that was computed under `tape`.
            var_list: the variables to change, or a function that gives them.
            tape: the `tf.GradientTape` of a tensor; None (default) for functions.

        Returns:
            None.

        Raises:
            ValueError: a tensor without a tape, or no gradient at all.

        Example:
            >>> x = tf.Variable(10.0)
            >>> optimizer = tf.keras.optimizers.SGD(0.1)
            >>> for _ in range(3):
            ...     optimizer.minimize(lambda: x * x, [x])
            >>> round(float(x), 3), int(optimizer.iterations)
            (5.12, 3)
        """
        self.apply_gradients(self.compute_gradients(loss, var_list, tape))

    def compute_gradients(
        self, loss: LossToMinimize, var_list: Any, tape: GradientTape | None = None
    ) -> list[tuple[Tensor | None, Variable]]:
        """The gradients of a loss with the variables that they belong to, without applying them.

        Mirrors `tf.keras.optimizers.Optimizer.compute_gradients`. `minimize` is this and `apply_gradients`; between the two gradients can
        be looked at and changed.

        Arguments:
            loss: a function without arguments that gives the loss, or a tensor that was computed under `tape`.
            var_list: the variables, or a function that gives them.
            tape: the `tf.GradientTape` of a tensor; None (default) for functions.

        Returns:
            A list of pairs (gradient, variable); the gradient is None where the loss does not depend on the variable.

        Raises:
            ValueError: a tensor without a tape.

        Example:
            >>> x = tf.Variable(3.0)
            >>> pairs = tf.keras.optimizers.SGD().compute_gradients(lambda: x * x, [x])
            >>> float(pairs[0][0]), pairs[0][1] is x
            (6.0, True)
        """
        loss, var_list, tape = recorded_loss(loss, var_list, tape)
        return list(zip(tape.gradient(loss, var_list), var_list))

    def apply_gradients(
        self, grads_and_vars: GradientsAndVariables, name: str | None = None, skip_gradients_aggregation: bool = False, **kwargs: Any
    ) -> Any:
        """Changes variables by gradients: one step, all variables at once.

        Mirrors `tf.keras.optimizers.Optimizer.apply_gradients`. Bounds and weight decay are applied before, constraints and moving averages
        after. The first call makes what the optimizer keeps for each variable.

        Arguments:
            grads_and_vars: pairs (gradient, variable); gradients are tensors of the variables' shapes, or `tf.IndexedSlices`. Pairs with
                None are left out, with a warning.
            name: of the operation in a TF 1 graph; None.
            skip_gradients_aggregation: whether gradients of replicas of a strategy are already summed; False by default.
            **kwargs: `experimental_aggregate_gradients`, the opposite, from earlier versions.

        Returns:
            The variable `iterations`, which counts the steps.

        Raises:
            ValueError: no gradient at all. KeyError: a variable that the optimizer was not built for.

        Example:
            >>> w = tf.Variable([1.0, 2.0])
            >>> with tf.GradientTape() as tape:
            ...     loss = tf.reduce_sum(w * w)
            >>> _ = tf.keras.optimizers.SGD(0.25).apply_gradients(zip(tape.gradient(loss, [w]), [w]))
            >>> w.numpy().tolist()
            [0.5, 1.0]
        """
        if kwargs.pop("experimental_aggregate_gradients", True) is not True and not skip_gradients_aggregation:
            skip_gradients_aggregation = True
        if kwargs:  # which Keras drops without a word
            raise TypeError(f"Unknown keyword arguments: {sorted(kwargs)}")
        if not skip_gradients_aggregation:
            grads_and_vars = self.aggregate_gradients(grads_and_vars)
        pairs = list(grads_and_vars)
        if not pairs:
            return self._iterations
        if TS.replica is not None:
            return apply_between(self, pairs, not skip_gradients_aggregation)
        gradients, variables = [g for g, _ in pairs], [v for _, v in pairs]
        self._ready(variables)
        if [g for g in gradients if g is None]:  # half the time of `any`
            gradients, variables = without_missing(gradients, variables, 1 if skip_gradients_aggregation else 2)
        if TS.graph is not None and self._by_operations is not None and not (self._unusual or one_by_one.wanted()):
            if any(isinstance(g, IndexedSlices) for g in gradients):
                traced, parts = self._while_traced(len(variables)), [parts_of(g) for g in gradients]
                shown_parts.recorded(self._apply_rows, parts, variables, traced)
                self._constrain(variables)
                return self._iterations
        # Before rows that are there several times are added up, as in Keras.
        clipped = self._clips() and (self._unusual or any(isinstance(g, IndexedSlices) for g in gradients))
        if clipped:
            gradients = clip_gradients(gradients, self.clipnorm, self.global_clipnorm, self.clipvalue)
        by_operations = self._unusual and type(self)._step is not None and self._by_operations is not None
        if by_operations or type(self)._step is None:  # a step that the program defines sees rows as rows
            gradients = [g if isinstance(g, IndexedSlices) else convert_to_tensor(g) for g in gradients]
        else:
            gradients = [g if isinstance(g, EagerTensor) else self._taken(g, v) for g, v in zip(gradients, variables)]
        if type(self)._step is None:
            self._update_by_operations(gradients, variables, clipped=clipped)
        elif (one_by_one.wanted() or self._unusual) and (step := self._step_by_operations()) is not None:
            if TS.graph is not None and not by_operations:
                gradients = passed_on(gradients)
            self._update_by_operations(gradients, variables, step, clipped)
        elif TS.graph is None:
            flat, rows = flattened(gradients)
            try:
                flushed(self._update, variables, [g._t for g in flat], clipped, rows)
            except Elsewhere:
                self._update_by_function(whole(gradients, variables), variables)
        else:
            for v in variables:
                self._number(v)  # which raises while the function is traced, as Keras' own loop over the variables does
            if not all(map(fits, gradients, variables)):
                gradients = self._fitted(gradients, variables)
            names = names_of_sums(len(gradients)) if not skip_gradients_aggregation else None
            made = apply_within_graph(self._iterations, gradients, self, variables, self._while_traced(len(variables)), clipped)
            made.op.names_of_sums = names
        self._constrain(variables)
        return self._iterations

    def _apply_rows(self, parts, variables, traced):
        """A step within a graph on gradients some of which are of rows; pages of graphs show that only these rows change.

        `parts`: tensors, and the three of each IndexedSlices; `traced`: see `_while_traced`.
        """
        gradients = [IndexedSlices(*g) if type(g) is tuple else g for g in parts]
        if one_by_one.wanted():
            with self._counted_from(traced):
                self._update_by_operations(gradients, variables, self._one_by_operations)
            return
        for v in variables:
            self._number(v)
        clipped = self._clips()
        if clipped:
            gradients = clip_gradients(gradients, self.clipnorm, self.global_clipnorm, self.clipvalue)
        gradients = [self._given(g, v) for g, v in zip(gradients, variables)]
        if not all(type(g) is tuple or fits(g, v) for g, v in zip(gradients, variables)):
            gradients = self._fitted(whole(gradients, variables), variables)
        flat, rows = flattened(gradients)
        apply_within_graph(self._iterations, flat, self, variables, traced, clipped, rows)

    def _taken(self, gradient, variable):
        """A gradient that is no eager tensor, as the step takes it: rows only where torch's kernels make the step at once."""
        at_once = TS.graph is None and not (self._unusual or one_by_one.wanted())
        return self._given(gradient, variable) if at_once else dense(gradient, variable)

    def _update_by_function(self, gradients, variables):
        """One step of variables that other tasks of a cluster keep, by a function that these run."""
        steps = self.__dict__.setdefault("_steps_elsewhere", {})
        key = tuple(map(id, variables))
        if key not in steps:
            held = list(variables)  # so that their identities are theirs alone
            steps[key] = function(lambda *own: self.apply_gradients(list(zip(own, held))), autograph=False)
        steps[key](*gradients)

    # `_built` is said by `build` before all is there, of Keras' optimizers and of those of users: other threads go by this.
    _complete = False

    def _ready(self, variables):
        if not (self._complete and self._built):
            with lock_of(self):
                self._build_now(variables)
                self.__dict__["_complete"] = self._built

    def _build_now(self, variables):
        if not self._built:  # another thread may have just done it
            # A LossScaleOptimizer builds what it wraps itself, without its scope.
            wrapped = self.__dict__.get("_is_wrapped_by_loss_scale_optimizer", False)
            with init_scope(), contextlib.nullcontext() if wrapped else name_scope(self._name or "optimizer"):
                self.build(variables)
            self.__dict__["_unusual"] = self._is_unusual(variables)
            # Keras builds before each step; optimizers of users may count on it, or say themselves that they are built.
            self._built = self._built or type(self).__module__.startswith(("keras.src.", "tfshim."))

    _unusual = False
    _of_real_numbers: Any = None  # the operation by which Keras' update refuses complex variables

    def _is_unusual(self, variables):
        """Whether torch's kernels of steps lack what is asked for: complex variables, or numbers with axes. Raises what Keras does.

        Variables in half precision are among it: the kernels widen them, where Keras' operations round each number. So are those of
        integers and truth values, most of which Keras' operations refuse.
        """
        if any(len(getattr(getattr(self, name, None), "shape", ())) for name in _NUMBERS):
            return True
        complex_ones = [v for v in variables if v.dtype.is_complex]
        if complex_ones and self._of_real_numbers is not None and not self._clips():
            self._of_real_numbers(complex_ones[0], complex_ones[0])
        return any(v.dtype in _NARROW or not v.dtype.is_floating for v in variables)

    def _constrain(self, variables):
        constrained = [v for v in variables if v.constraint is not None]
        if not constrained:
            return
        # In the scope of the step, which has it already.
        with contextlib.nullcontext() if TS.graph is None else name_scope(f"{TS.name_scope or ''}{self._name or 'optimizer'}/"):
            for v in constrained:
                v.assign(v.constraint(v))

    def finalize_variable_values(self, var_list: Any) -> None:
        """Give variables their last values, after training. Mirrors `tf.keras.optimizers.Optimizer.finalize_variable_values`.

        With `use_ema=True` these are the moving averages; otherwise nothing happens. `fit` calls it at its end.

        Arguments:
            var_list: the variables that were trained.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD(1.0, use_ema=True, ema_momentum=0.5)
            >>> w = tf.Variable(0.0)
            >>> optimizer.build([w])
            >>> _ = optimizer.apply_gradients([(tf.constant(-8.0), w)])
            >>> before = float(w)
            >>> optimizer.finalize_variable_values([w])
            >>> before, float(w)
            (8.0, 4.0)
        """
        if self.use_ema:
            for v in var_list:
                v.assign(self._model_variables_moving_average[self._number(v)])

    # What follows is for optimizers whose `update_step` is written in operations.
    def _step_by_operations(self):
        """The update of one variable in operations, for who looks at each: a function of its gradient and the variable, or None."""
        if self._by_operations is None or self.use_ema and not self._unusual:
            return None
        return self._one_by_operations

    def _one_by_operations(self, gradient, variable):
        self._by_operations(gradient, variable, [slots[self._number(variable)] for slots in self._slot_lists()])

    _by_operations: Any = None  # of those that have a `_step`: the same for (gradient, variable, its slots), as Keras computes it

    def _rate_for(self, variable):
        rate = self.learning_rate
        return rate if rate.dtype == variable.dtype else cast(rate, variable.dtype)

    def _decay_weights(self, variables):
        """Take the share of `weight_decay` off the variables that decay."""
        if not hasattr(self.weight_decay, "shape") and not self.weight_decay:
            return
        for v in variables:
            if self._decays(v):
                v.assign_sub(v * number_of(self.weight_decay, v.dtype) * self._rate_for(v))

    def _update_by_operations(self, gradients, variables, step=None, clipped=False):
        step = step or self.update_step
        if isinstance(self._learning_rate, LearningRateSchedule):
            self._current_learning_rate.assign(self._learning_rate(self._iterations))
        with name_scope(self._name or "optimizer"):
            if not clipped:
                gradients = clip_gradients(gradients, self.clipnorm, self.global_clipnorm, self.clipvalue)
            gradients = [summed_rows(g) for g in gradients]
            self._decay_weights(variables)
            for g, v in zip(gradients, variables):
                step(g, v)
            if self.use_ema:
                self._average_by_operations(variables)
            self._iterations.assign_add(1)

    def _average_by_operations(self, variables):
        """Move the averages of `variables`, and now and then these to them."""
        averages = [self._model_variables_moving_average[self._number(v)] for v in variables]
        for v, average in zip(variables, averages):
            average.assign(self.ema_momentum * average + (1 - self.ema_momentum) * v)
        if self.ema_overwrite_frequency:
            now = equal((self._iterations + 1) % self.ema_overwrite_frequency, 0)

            def overwrite():
                for v, average in zip(variables, averages):
                    v.assign(average)

            cond(now, overwrite, lambda: None)

    def update_step(self, gradient: TensorLike, variable: Variable) -> None:
        """Change one variable by its gradient; each optimizer has its own. Mirrors `tf.keras.optimizers.Optimizer.update_step`.

        `apply_gradients` calls it for every variable, after clipping. A subclass need have no more than this, and `build` for its
        state.

        Arguments:
            gradient: a tensor, or `tf.IndexedSlices` for rows of an embedding.
            variable: the `tf.Variable`.

        Raises:
            NotImplementedError: a subclass has none.

        Example:
            >>> class Signs(tf.keras.optimizers.Optimizer):
            ...     def __init__(self, rate=0.5, name="signs"):
            ...         super().__init__(name=name)
            ...         self._learning_rate = self._build_learning_rate(rate)
            ...     def update_step(self, gradient, variable):
            ...         variable.assign_sub(tf.sign(gradient) * self.learning_rate)
            >>> w = tf.Variable([1.0, 1.0])
            >>> _ = Signs().apply_gradients([(tf.constant([3.0, -8.0]), w)])
            >>> w.numpy()
            array([0.5, 1.5], dtype=float32)
        """
        if type(self)._step is None:
            raise NotImplementedError("Abstract method. Please implement it in your subclass.")
        rate = self._rate()
        at = self._number(variable)
        with torch.no_grad(), in_place(self._iterations, variable, *[x[at] for x in self._slot_lists()]) as (iterations, storage, *slots):
            self._step([storage], [convert_to_tensor(gradient)._t], [[x] for x in slots], rate, iterations.item() + 1)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        # A subclass with an update of its own: the fused step of its base class is not what it wants.
        if "update_step" in cls.__dict__ and "_step" not in cls.__dict__:
            cls._step = None

    # ------------------------------------------------------------------ configurations
    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary. Mirrors `tf.keras.optimizers.Optimizer.get_config`.

        `type(optimizer).from_config(config)` makes an optimizer like it, without its state; saved models hold both. A class of one's own
        adds what its constructor takes to what `super().get_config()` gives.

        Returns:
            A dictionary that can be written as JSON: "name", "learning_rate" (the number that it has now, or the configuration of a
                schedule), what clips gradients and averages weights, and what subclasses add.

        Example:
            >>> config = tf.keras.optimizers.SGD(0.5, momentum=0.9).get_config()
            >>> config["learning_rate"], config["momentum"]
            (0.5, 0.9)
        """
        return {
            "name": self._name,
            "weight_decay": self.weight_decay,
            "clipnorm": self.clipnorm,
            "global_clipnorm": self.global_clipnorm,
            "clipvalue": self.clipvalue,
            "use_ema": self.use_ema,
            "ema_momentum": self.ema_momentum,
            "ema_overwrite_frequency": self.ema_overwrite_frequency,
            "jit_compile": self.jit_compile,
            "is_legacy_optimizer": False,
        }

    def _slot_for(self, var, slot_name, shape):
        """Where a checkpoint of a legacy optimizer is read into this one: its state has no place here, and would be lost."""
        raise ValueError(
            f"The checkpoint was written with a legacy Keras optimizer, whose state `{slot_name}` of {var.name} this "
            f"tf.keras.optimizers.{type(self).__name__} cannot take. Use an instance of `tf.keras.optimizers.legacy.Optimizer`, such as "
            f"tf.keras.optimizers.legacy.{type(self).__name__}, or leave the optimizer out of what is restored."
        )

    def _serialize_hyperparameter(self, value):
        """A number or configuration for a learning rate."""
        if isinstance(value, LearningRateSchedule):
            return schedules.serialize(value)
        if isinstance(value, Variable):
            return value.numpy()
        return value() if callable(value) else value

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """An optimizer from what `get_config` gave. Mirrors `tf.keras.optimizers.Optimizer.from_config`.

        Arguments:
            config: a dictionary of arguments of the constructor; a schedule stands in it as a dictionary of its own.
            custom_objects: a dictionary {name: class} for schedules of one's own; None by default.

        Returns:
            A new optimizer of the class that it is called on, without state.

        Moments and the number of steps are not in a configuration: `optimizer.variables` has them, and checkpoints save them.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD.from_config({"learning_rate": 0.5, "momentum": 0.9})
            >>> float(optimizer.learning_rate), optimizer.momentum
            (0.5, 0.9)
        """
        config = dict(config)
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = schedules.deserialize(config["learning_rate"], custom_objects)
        return cls(**config)


named_as_methods(Optimizer, OptimizerState)


# A step of all variables at once, where nothing is traced.
points.shown(Optimizer, "apply_gradients", lambda *_, **__: None if TS.graph is not None else points.eager("ApplyGradients"))
