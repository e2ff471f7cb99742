"""Loss scaling: float16 gradients that are too small to be represented are computed from a loss that is larger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.distribute.replicas import apply_between
from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import init_scope, name_scope
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.in_place import in_place
from tfshim.engine.variables.trackable import Trackable
from tfshim.engine.variables.variable import Variable
from tfshim.keras import optimizers
from tfshim.keras.mixed_precision.scaling import adapt, adapt_by_branches, all_finite, times
from tfshim.keras.optimizers import legacy
from tfshim.keras.optimizers.gradients import names_of_sums, without_missing
from tfshim.keras.optimizers.graph_step import apply_within_graph
from tfshim.keras.optimizers.legacy import applying
from tfshim.keras.optimizers.optimizer import Optimizer

if TYPE_CHECKING:
    from typing import Self

    import numpy as np

    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.keras.annotations import GradientsAndVariables, InitializerLike, LossToMinimize


class DynamicLossScaleState(AutoTrackable):
    """A loss scale that doubles after `growth_steps` good steps in a row, and halves where a gradient is not finite."""

    multiplier = 2.0

    def __init__(self, initial_loss_scale: FloatLike, growth_steps: IntLike) -> None:
        self.initial_loss_scale, self.growth_steps = float(initial_loss_scale), int(growth_steps)
        with init_scope(), name_scope(""):
            self.current_loss_scale = Variable(self.initial_loss_scale, name="current_loss_scale", dtype="float32", trainable=False)
            self.good_steps = Variable(0, name="good_steps", dtype="int64", trainable=False)

    def update(self, finite: bool) -> None:
        """Adjust the scale to whether the gradients of a step, `finite`, were all finite."""
        with in_place(self.current_loss_scale, self.good_steps) as (scale, good):
            if not finite:
                # Keras goes no lower than 1.
                scale.copy_(torch.clamp(scale / self.multiplier, min=1.0))
                good.zero_()
            elif good.item() + 1 >= self.growth_steps:
                grown = scale * self.multiplier
                # An infinite scale could never be halved back.
                if torch.isfinite(grown):
                    scale.copy_(grown)
                good.zero_()
            else:
                good.add_(1)


class _LossScaleMeta(type):
    def __call__(cls, inner_optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        if cls is not BaseLossScaleOptimizer:
            return super().__call__(inner_optimizer, *args, **kwargs)
        if isinstance(inner_optimizer, legacy.Optimizer):
            return LossScaleOptimizer(inner_optimizer, *args, **kwargs)
        if isinstance(inner_optimizer, Optimizer):
            return LossScaleOptimizerV3(inner_optimizer, *args, **kwargs)
        raise TypeError(
            '"inner_optimizer" must be an instance of `tf.keras.optimizers.Optimizer` or '
            f"`tf.keras.optimizers.experimental.Optimizer`, but got: {inner_optimizer}."
        )


@tf_export("keras.mixed_precision.LossScaleOptimizer")
class BaseLossScaleOptimizer(metaclass=_LossScaleMeta):
    """An optimizer around another that scales the loss, for training in float16. Mirrors `tf.keras.mixed_precision.LossScaleOptimizer`.

    Small gradients are zero in float16. The loss is multiplied by a scale, and the gradients are divided by it before they are used;
    steps with gradients that are not finite change no weights. `compile` puts it around the optimizer by itself where the policy is
    "mixed_float16". In a loop of your own use `get_scaled_loss` and `get_unscaled_gradients`; `minimize` scales by itself.

    Arguments:
        inner_optimizer: the optimizer that makes the steps.
        dynamic: whether the scale adapts itself (True, the default): halved after a step that was not finite, doubled after
            `dynamic_growth_steps` that were.
        initial_scale: the scale at first, 2 ** 15 by default; the fixed one where `dynamic` is False.
        dynamic_growth_steps: how many finite steps there are between two doublings, 2000 by default.

    Raises:
        TypeError: `inner_optimizer` is no optimizer.
        ValueError: a fixed scale is not given, or growth steps for one that is fixed.

    Example:
        >>> optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5))
        >>> w = tf.Variable(1.0)
        >>> with tf.GradientTape() as tape:
        ...     loss = optimizer.get_scaled_loss(w * w)
        >>> gradients = optimizer.get_unscaled_gradients(tape.gradient(loss, [w]))
        >>> _ = optimizer.apply_gradients(zip(gradients, [w]))
        >>> w.numpy(), float(optimizer.loss_scale)
        (0.0, 32768.0)
    """

    __module__ = "keras.src.mixed_precision.loss_scale_optimizer"
    _kind: type | None = None  # of what is wrapped

    def __init__(
        self,
        inner_optimizer: Any,
        dynamic: bool = True,
        initial_scale: FloatLike | None = None,
        dynamic_growth_steps: IntLike | None = None,
    ) -> None:
        if not isinstance(inner_optimizer, self._kind):
            raise TypeError(f'"inner_optimizer" must be an instance of Optimizer, but got: {inner_optimizer}.')
        if not isinstance(dynamic, bool):
            raise TypeError(f'"dynamic" argument to LossScaleOptimizer.__init__ must be a bool, but got: {dynamic!r}')
        if isinstance(inner_optimizer, BaseLossScaleOptimizer):
            raise TypeError(f"LossScaleOptimizer cannot wrap another LossScaleOptimizer, but got: {inner_optimizer}")
        if inner_optimizer.__dict__.get("_is_wrapped_by_loss_scale_optimizer", False):
            raise ValueError(
                '"inner_optimizer" is already wrapped by a LossScaleOptimizer. An optimizer can only be wrapped by a single '
                "LossScaleOptimizer"
            )
        inner_optimizer.__dict__["_is_wrapped_by_loss_scale_optimizer"] = True
        own = self.__dict__
        own["_loss_has_been_scaled"] = own["_gradients_have_been_unscaled"] = own["_warned"] = False
        if dynamic:
            state = DynamicLossScaleState(
                2**15 if initial_scale is None else initial_scale, 2000 if dynamic_growth_steps is None else dynamic_growth_steps
            )
            own["_loss_scale"] = state
        else:
            if initial_scale is None:
                raise ValueError('"initial_scale" must be specified if "dynamic" is False')
            if dynamic_growth_steps is not None:
                raise ValueError(f'"dynamic_growth_steps" must be None if "dynamic" is False, but got: {dynamic_growth_steps}')
            own["_loss_scale"] = float(initial_scale)
        own["_optimizer"] = inner_optimizer
        self._track_parts()

    dynamic = property(lambda self: isinstance(self._loss_scale, DynamicLossScaleState), doc="Whether the scale adapts itself.")
    inner_optimizer = property(lambda self: self._optimizer, doc="The optimizer that updates the weights.")

    @property
    def loss_scale(self) -> Tensor:
        """The present scale, a float32 tensor."""
        if self.dynamic:
            return convert_to_tensor(self._loss_scale.current_loss_scale.value())
        return constant_of(convert_to_tensor(self._loss_scale), "Const")

    @property
    def dynamic_counter(self) -> Variable | None:
        """The variable that counts good steps, or None."""
        return self._loss_scale.good_steps if self.dynamic else None

    @property
    def initial_scale(self) -> float:
        """The scale at first."""
        return self._loss_scale.initial_loss_scale if self.dynamic else self._loss_scale

    @property
    def dynamic_growth_steps(self) -> int | None:
        """The number of good steps after which the scale grows, or None."""
        return self._loss_scale.growth_steps if self.dynamic else None

    def get_scaled_loss(self, loss: Any) -> Any:
        """The loss times the present scale, for a loop of one's own.

        Mirrors `tf.keras.mixed_precision.LossScaleOptimizer.get_scaled_loss`. Gradients in float16 are often so small that they become 0;
        those of the scaled loss are not. Take the gradients of what this gives, and hand them to `get_unscaled_gradients` before
        `apply_gradients`. `minimize` and `fit` do all of it by themselves.

        Arguments:
            loss: a tensor, or a function without arguments that gives one.

        Returns:
            A tensor of the dtype of `loss`, or for a function another function.

        Example:
            >>> optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5), initial_scale=1024.0)
            >>> v = tf.Variable(3.0)
            >>> with tf.GradientTape() as tape:
            ...     loss = optimizer.get_scaled_loss(v * v)
            >>> gradients = optimizer.get_unscaled_gradients(tape.gradient(loss, [v]))
            >>> _ = optimizer.apply_gradients(zip(gradients, [v]))
            >>> loss.numpy(), v.numpy()
            (9216.0, 0.0)
        """
        self.__dict__["_loss_has_been_scaled"] = True
        if callable(loss):
            return lambda: self._scaled(loss())
        return self._scaled(loss)

    def _scaled(self, loss):
        return loss * array_ops.cast(self.loss_scale, loss.dtype)

    def get_unscaled_gradients(self, grads: TensorLike) -> list[Any]:
        """Gradients of a scaled loss, divided by the scale again.

        Mirrors `tf.keras.mixed_precision.LossScaleOptimizer.get_unscaled_gradients`.

        It goes between `tape.gradient` of what `get_scaled_loss` gave and `apply_gradients`. Infinite or undefined numbers stay what they
        are: `apply_gradients` then leaves the step out and makes the scale smaller.

        Arguments:
            grads: a list of tensors or `tf.IndexedSlices`; None among them, for what the loss does not depend on, stays None.

        Returns:
            A list of as many, each of its dtype.

        Example:
            >>> optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(), initial_scale=4.0)
            >>> one, none = optimizer.get_unscaled_gradients([tf.constant([8.0, float("inf")]), None])
            >>> one.numpy().tolist(), none
            ([2.0, inf], None)
        """
        self.__dict__["_gradients_have_been_unscaled"] = True
        factor = 1.0 / self.loss_scale
        return [None if g is None else times(g, factor) for g in grads]

    def _check_scaling(self):
        missing = [
            name
            for name, done in (
                ("get_scaled_loss", self._loss_has_been_scaled),
                ("get_unscaled_gradients", self._gradients_have_been_unscaled),
            )
            if not done
        ]
        if missing and not self._warned:
            self.__dict__["_warned"] = True
            get_logger().warning(
                f"LossScaleOptimizer.apply_gradients was called without {' and '.join(missing)} before it: scale the loss, compute "
                "gradients of that, and unscale them."
            )

    def _update(self, variables, gradients):
        """One step, on torch tensors."""
        inner = self._optimizer
        if self.dynamic:
            parts = [p for g in gradients for p in (g if isinstance(g, tuple) else (g,)) if p.is_floating_point()]
            finite = all(bool(torch.isfinite(p).all()) for p in parts)
            self._loss_scale.update(finite)
            if not finite:
                # as in Keras, a skipped step counts
                with in_place(inner.iterations) as (count,):
                    count.add_(1)
                return
        inner._update(variables, gradients)

    def _if_finite(self, gradients, update):
        """The same for an inner optimizer that is written in operations."""
        if not self.dynamic:
            return update()
        finite = all_finite(gradients)
        state = self._loss_scale
        adapting = adapt_by_branches if one_by_one.wanted() else adapt
        adapting(state.current_loss_scale, state.good_steps, finite, state.growth_steps, state.multiplier)

        def apply():
            update()

        def leave():
            self._optimizer.iterations.assign_add(1)

        cond(finite, apply, leave)
        return self.iterations

    def _update_by_operations(self, gradients, variables, *about):
        self._if_finite(gradients, lambda: self._optimizer._update_by_operations(gradients, variables, *about))

    def get_config(self) -> dict[str, Any]:
        """The inner optimizer and how it is scaled. Mirrors `tf.keras.mixed_precision.LossScaleOptimizer.get_config`.

        `from_config` makes an optimizer like it. The present scale and the number of steps are not in it: checkpoints hold them.

        Returns:
            A dictionary: "inner_optimizer", the name of its class and its configuration; "dynamic", whether the scale changes;
            "initial_scale", and "dynamic_growth_steps", after how many steps without infinite gradients it is doubled, which is None
            where `dynamic` is False.

        Example:
            >>> optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5))
            >>> config = optimizer.get_config()
            >>> config["inner_optimizer"]["class_name"], config["dynamic"], config["initial_scale"], config["dynamic_growth_steps"]
            ('SGD', True, 32768.0, 2000)
        """
        return {
            "inner_optimizer": optimizers.serialize(self._optimizer),
            "dynamic": self.dynamic,
            "initial_scale": self.initial_scale,
            "dynamic_growth_steps": self.dynamic_growth_steps,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """An optimizer that scales the loss, as a dictionary describes it.

        Mirrors `tf.keras.mixed_precision.LossScaleOptimizer.from_config`.

        Its scale begins anew, and the inner optimizer has counted no steps. In TensorFlow only the class of an optimizer that is there
        has it: `type(optimizer).from_config`.

        Arguments:
            config: what `get_config` gave. "inner_optimizer" may be an optimizer, too; it is not copied then.
            custom_objects: {name: class or function} for an inner optimizer or a schedule of one's own; None by default.

        Returns:
            A new `tf.keras.mixed_precision.LossScaleOptimizer`.

        Raises:
            KeyError: there is no "inner_optimizer". TypeError: an entry that is no argument.

        Example:
            >>> optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.5), dynamic=False, initial_scale=8.0)
            >>> again = type(optimizer).from_config(optimizer.get_config())
            >>> float(again.loss_scale), float(again.inner_optimizer.learning_rate)
            (8.0, 0.5)
        """
        config = dict(config)
        inner = config.pop("inner_optimizer")
        if isinstance(inner, dict):
            inner = optimizers.deserialize(inner, custom_objects, use_legacy_optimizer=cls._kind is legacy.Optimizer)
        return cls(inner, **config)

    # What belongs to the inner optimizer.
    name = property(lambda self: self._optimizer._name, doc="The name of the inner optimizer.")
    _name = property(lambda self: self._optimizer._name)

    @property
    def iterations(self) -> Variable:
        """The variable that counts the steps."""
        return self._optimizer.iterations

    @iterations.setter
    def iterations(self, variable: Variable) -> None:
        self._optimizer.iterations = variable

    @property
    def learning_rate(self) -> Any:
        """The learning rate of the inner optimizer."""
        return self._optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, value: TensorLike) -> None:
        self._optimizer.learning_rate = value

    lr = learning_rate

    def __getattr__(self, name):
        inner = self.__dict__.get("_optimizer")
        # `copy` and `pickle` look for special methods before there is an inner optimizer.
        if inner is None or name.startswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(inner, name)

    def __setattr__(self, name, value):
        inner = self.__dict__.get("_optimizer")
        # Users set what they know of their own optimizer, which this one only wraps.
        if inner is not None and name not in self.__dict__ and not isinstance(getattr(type(self), name, None), property):
            setattr(inner, name, value)
        else:
            object.__setattr__(self, name, value)


class LossScaleOptimizerV3(BaseLossScaleOptimizer, Optimizer):
    """Loss scaling around an optimizer, whose children are its own."""

    __module__ = "keras.src.mixed_precision.loss_scale_optimizer"
    _kind = Optimizer

    def _track_parts(self):
        if self.dynamic:
            self._optimizer._track_trackable(self._loss_scale, "loss_scale")
        self._optimizer._track_former(self._optimizer, "base_optimizer")

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        return self._optimizer._trackable_children(save_type, **kwargs)

    def _lookup_dependency(self, name, cached_dependencies=None):
        return self._optimizer._lookup_dependency(name, cached_dependencies)

    def _defer(self, name, restore):
        self._optimizer._defer(name, restore)

    variables = property(lambda self: self._optimizer.variables, doc="The variables of the inner optimizer.")

    def build(self, var_list: Any) -> None:
        """Make what the inner optimizer keeps for each variable."""
        return self._optimizer.build(var_list)

    def finalize_variable_values(self, var_list: Any) -> None:
        """Put moving averages into the variables, where the inner optimizer keeps them."""
        self._optimizer.finalize_variable_values(var_list)

    def compute_gradients(
        self, loss: LossToMinimize, var_list: Any, tape: GradientTape | None = None
    ) -> list[tuple[Tensor | None, Variable]]:
        """The pairs of gradient and variable, computed from the scaled loss and unscaled."""
        tape = GradientTape() if tape is None else tape
        with tape:
            loss = self.get_scaled_loss(loss)
        pairs = self._optimizer.compute_gradients(loss, var_list, tape=tape)
        return list(zip(self.get_unscaled_gradients([g for g, _ in pairs]), [v for _, v in pairs]))

    def apply_gradients(  # type: ignore[override]  # as in Keras
        self, grads_and_vars: GradientsAndVariables, skip_gradients_aggregation: bool = False, **kwargs: Any
    ) -> Any:
        """Update the variables, unless a gradient is not finite."""
        inner, pairs = self._optimizer, list(grads_and_vars)
        if not pairs:
            return self.iterations
        gradients, variables = [g for g, _ in pairs], [v for _, v in pairs]
        inner._ready(variables)
        self._check_scaling()
        aggregate = kwargs.pop("experimental_aggregate_gradients", True) and not skip_gradients_aggregation
        if TS.replica is not None:
            return apply_between(self, pairs, aggregate)
        if any(g is None for g in gradients):
            gradients, variables = without_missing(gradients, variables)
        if aggregate:
            gradients, variables = map(list, zip(*inner.aggregate_gradients(list(zip(gradients, variables)))))
        if type(inner)._step is None:
            return self._if_finite(gradients, lambda: inner.apply_gradients(list(zip(gradients, variables)), **kwargs))
        gradients = [convert_to_tensor(g) for g in gradients]
        if TS.graph is None:
            self._update(variables, [g._t for g in gradients])
        else:
            for v in variables:
                inner._number(v)  # which raises while the function is traced
            names = names_of_sums(len(gradients)) if aggregate else None
            made = apply_within_graph(self.iterations, gradients, self, variables, inner._while_traced(len(variables)), False)
            made.op.names_of_sums = names
        inner._constrain(variables)
        return self.iterations


class _BaseOptimizer(Trackable):
    """Where older checkpoints have the inner optimizer, which has no children there now."""

    def __init__(self, inner):
        self._inner = inner

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        return {}

    def _lookup_dependency(self, name, cached_dependencies=None):
        return self._inner._lookup_dependency(name, cached_dependencies)

    def _defer(self, name, restore):
        self._inner._defer(name, restore)

    def _slot_for(self, var, slot_name, shape):
        return self._inner._slot_for(var, slot_name, shape)


class LossScaleOptimizer(BaseLossScaleOptimizer, legacy.Optimizer):
    """Loss scaling around a legacy optimizer, whose children are beside its own."""

    __module__ = "keras.src.mixed_precision.loss_scale_optimizer"
    _kind = legacy.Optimizer

    def _track_parts(self):
        if self.dynamic:
            self._track_trackable(self._loss_scale, "loss_scale")
        self._track_trackable(_BaseOptimizer(self._optimizer), "base_optimizer")

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        return {**super()._trackable_children(save_type, **kwargs), **self._optimizer._trackable_children(save_type, **kwargs)}

    def _lookup_dependency(self, name, cached_dependencies=None):
        found = super()._lookup_dependency(name, cached_dependencies)
        return self._optimizer._lookup_dependency(name, cached_dependencies) if found is None else found

    def _defer(self, name, restore):
        self._optimizer._defer(name, restore)

    def _slot_for(self, var, slot_name, shape):
        return self._optimizer._slot_for(var, slot_name, shape)

    def variables(self) -> list[Variable]:
        """The variables of the inner optimizer."""
        return self._optimizer.variables()

    weights = property(lambda self: self._optimizer.weights, doc="The variables of the inner optimizer.")
    clipnorm = property(lambda self: self._optimizer.clipnorm, doc="As that of the inner optimizer.")
    clipvalue = property(lambda self: self._optimizer.clipvalue, doc="As that of the inner optimizer.")
    global_clipnorm = property(lambda self: self._optimizer.global_clipnorm, doc="As that of the inner optimizer.")

    def get_weights(self) -> list[np.ndarray]:
        """The values of the variables of the inner optimizer."""
        return self._optimizer.get_weights()

    def set_weights(self, weights: Sequence[np.ndarray]) -> None:
        """Set the variables of the inner optimizer."""
        return self._optimizer.set_weights(weights)

    def get_slot(self, var: Variable, slot_name: str) -> Variable:
        """A slot of the inner optimizer."""
        return self._optimizer.get_slot(var, slot_name)

    def get_slot_names(self) -> list[str]:
        """The names of the slots of the inner optimizer."""
        return self._optimizer.get_slot_names()

    def add_slot(  # type: ignore[override]  # as in Keras
        self, var: Variable, slot_name: str, initializer: InitializerLike = "zeros"
    ) -> Variable:
        """A slot of the inner optimizer, made at the first call."""
        return self._optimizer.add_slot(var, slot_name, initializer)

    def _compute_gradients(self, loss, var_list, grad_loss=None, tape=None):
        if not callable(loss) and tape is None:
            raise ValueError(f"`tape` is required when a `Tensor` loss is passed. Received: loss={loss}, tape={tape}.")
        tape = GradientTape() if tape is None else tape
        with tape:
            loss = self.get_scaled_loss(loss)
        pairs = self._optimizer._compute_gradients(loss, var_list, grad_loss, tape)
        return list(zip(self.get_unscaled_gradients([g for g, _ in pairs]), [v for _, v in pairs]))

    def get_gradients(self, loss: LossToMinimize, params: Any) -> list[Any]:
        """The gradients of `loss`, computed from the scaled one and unscaled."""
        return self.get_unscaled_gradients(self._optimizer.get_gradients(self.get_scaled_loss(loss), params))

    def apply_gradients(
        self, grads_and_vars: GradientsAndVariables, name: str | None = None, experimental_aggregate_gradients: bool = True
    ) -> Any:
        """Update the variables, unless a gradient is not finite."""
        self._check_scaling()
        return applying.apply(self._optimizer, self, grads_and_vars, experimental_aggregate_gradients)


def deserialize_loss_scale_optimizer(config, wants_legacy):
    """The loss-scaling optimizer that a configuration describes."""
    inner = config["config"].get("inner_optimizer")
    if isinstance(inner, dict):
        wants_legacy = inner.get("config", {}).get("is_legacy_optimizer", wants_legacy)
    return (LossScaleOptimizer if wants_legacy else LossScaleOptimizerV3).from_config(config["config"])
