"""The legacy optimizers but Adam and its kin: what each keeps for a weight, and its step on torch tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime.errors import InvalidArgumentError, op_error
from tfshim.engine.values.dtypes import bfloat16, complex64, complex128, int8, int16, int32, int64, uint8, uint16, uint32, uint64
from tfshim.engine.values.dtypes import bool as boolean
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables import updates
from tfshim.keras.backend import epsilon as default_epsilon
from tfshim.keras.initializers.fixed import Constant
from tfshim.keras.optimizers.ftrl import check_strengths, ftrl_step
from tfshim.keras.optimizers.legacy import formulas
from tfshim.keras.optimizers.legacy.optimizer import Optimizer
from tfshim.keras.optimizers.plain_numbers import plain as number
from tfshim.math.arithmetic import square

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


_COMPLEX = (complex64, complex128)
_DISCRETE = (boolean, int8, int16, int32, int64, uint8, uint16, uint32, uint64)


class _Legacy(Optimizer):
    """An optimizer whose configuration holds the names `_order`."""

    _HAS_AGGREGATE_GRAD = True

    def __init__(
        self, name: str | None, learning_rate: LearningRate, hypers: dict[str, Any], plain: dict[str, Any], kwargs: dict[str, Any]
    ) -> None:
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        for key, value in hypers.items():
            self._set_hyper(key, value)
        for key, value in plain.items():
            setattr(self, key, value)

    def _slot_list(self):
        """Pairs of the name of a slot and its initial value, None for zeros."""
        return []

    def _create_slots(self, var_list):
        # All slots of one name before those of the next: files and `get_weights` have them in this order.
        for name, first in self._slot_list():
            for v in var_list:
                self.add_slot(v, name, "zeros" if first is None else Constant(first))

    def get_config(self) -> dict[str, Any]:
        """Tell what makes an optimizer like this. Mirrors `get_config` of the classes of `tf.keras.optimizers.legacy`.

        Returns:
            A dictionary of plain values: the arguments of the constructor as they are now, the learning rate among them, or the
            configuration of its schedule; `clipnorm`, `clipvalue` and `global_clipnorm` where they are set. The count of updates and the
            slots are not in it.

        `from_config` makes the optimizer again. Models save it with what they were compiled with.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.SGD(0.5, momentum=0.25, clipnorm=1.0)
            >>> config = optimizer.get_config()
            >>> config["name"], float(config["learning_rate"]), float(config["momentum"]), config["clipnorm"]
            ('SGD', 0.5, 0.25, 1.0)
        """
        config = {**super().get_config(), "learning_rate": self._serialize_hyperparameter("learning_rate"), "decay": self._initial_decay}
        for name in self._order:
            config[name] = self._serialize_hyperparameter(name) if name in self._hyper else getattr(self, name)
        return config


class _AllowsMissingIterations(_Legacy):
    """An optimizer that takes weights without the count of updates too, as its older versions saved them."""

    def set_weights(self, weights: Sequence[np.ndarray]) -> None:
        """Set the optimizer's variables from arrays. Mirrors `set_weights` of `tf.keras.optimizers.legacy.Adagrad` and others.

        Arguments:
            weights: a list of arrays as `get_weights` gives it: the count of updates, then the slots. The count may be missing, as in
                what older versions of Keras saved; it is 0 then.

        Returns:
            None.

        Raises:
            ValueError: more or fewer arrays than the optimizer has variables, or another shape.

        The variables have to be there, which the first step makes.

        Example:
            >>> w = tf.Variable([1.0, 2.0])
            >>> optimizer = tf.keras.optimizers.legacy.Adagrad(0.1)
            >>> _ = optimizer.apply_gradients([(tf.zeros([2]), w)])
            >>> optimizer.set_weights([np.array([0.5, 0.25])])
            >>> int(optimizer.iterations), optimizer.get_slot(w, "accumulator").numpy().tolist()
            (0, [0.5, 0.25])
        """
        if len(self.weights) == len(weights) + 1:
            weights = [np.array(0), *weights]
        super().set_weights(weights)


@tf_export("keras.optimizers.legacy.SGD")
class SGD(formulas.SGDFormula, _Legacy):
    """Gradient descent, on request with momentum, as it was before Keras 2.11: `w -= learning_rate * g`.

    Mirrors `tf.keras.optimizers.legacy.SGD`. With `momentum` m each variable has a slot "momentum": `v = m * v - learning_rate * g`, then
    `w += v`; with `nesterov`, `w += m * v - learning_rate * g`.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.01 by default.
        momentum: m, from 0 to 1; 0.0 by default: no slot is kept.
        nesterov: whether the step looks ahead; False by default.
        name: "SGD".
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Raises:
        ValueError: a momentum outside of [0, 1].

    Example:
        >>> w = tf.Variable(1.0)
        >>> optimizer = tf.keras.optimizers.legacy.SGD(learning_rate=0.1, momentum=0.9)
        >>> for _ in range(2):
        ...     _ = optimizer.minimize(lambda: w * 1.0, [w])
        ...     print(round(float(w), 3))
        0.9
        0.71
        >>> optimizer.get_slot_names()
        ['momentum']
    """

    __module__ = "keras.src.optimizers.legacy.gradient_descent"
    _order = ("momentum", "nesterov")

    def __init__(
        self, learning_rate: LearningRate = 0.01, momentum: FloatLike = 0.0, nesterov: bool = False, name: str | None = "SGD", **kwargs: Any
    ) -> None:
        if isinstance(momentum, (int, float)) and (momentum < 0 or momentum > 1):
            raise ValueError(f"`momentum` must be between [0, 1]. Received: momentum={momentum} (of type {type(momentum)}).")
        super().__init__(name, learning_rate, {"momentum": momentum}, {"nesterov": nesterov}, kwargs)
        self.__dict__["_momentum"] = isinstance(momentum, Tensor) or callable(momentum) or bool(momentum > 0)

    @property
    def _op_type(self):
        return "ResourceApplyKerasMomentum" if self._momentum else "ResourceApplyGradientDescent"

    def _slot_list(self):
        return [("momentum", None)] if self._momentum else []

    def _kernel(self, sparse):
        if sparse:  # which adds rows where there is no momentum
            return "ResourceSparseApplyKerasMomentum", _DISCRETE if self._momentum else ()
        return self._op_type, _DISCRETE

    def _step(self, weight, gradient, slots, rate, count, state):
        if not self._momentum:
            weight.sub_(gradient, alpha=rate)
            return
        updates.momentum([weight], [gradient], [slots["momentum"]], rate, self._number("momentum"), self.nesterov)


@tf_export("keras.optimizers.legacy.RMSprop")
class RMSprop(formulas.RMSpropFormula, _Legacy):
    """Gradients over the root of the moving average of their squares, as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.RMSprop`. The average is the slot "rms" of each variable; momentum adds a slot "momentum", and
    `centered` one, "mg", for the average of gradients, whose square is taken off.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default.
        rho: how slowly the average moves; 0.9 by default.
        momentum: from 0 to 1; 0.0 by default.
        epsilon: 1e-7, added to the root, with momentum to what is below it.
        centered: whether the variance takes the place of the average of squares; False by default.
        name: "RMSprop".
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Raises:
        ValueError: a momentum outside of [0, 1].

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.legacy.RMSprop(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -2.0]), w)])
        >>> w.numpy().round(3)
        array([0.684, 1.316], dtype=float32)
        >>> optimizer.get_slot(w, "rms").numpy().round(3)
        array([0.025, 0.4  ], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.rmsprop"
    _order = ("rho", "momentum", "epsilon", "centered")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        rho: FloatLike = 0.9,
        momentum: FloatLike = 0.0,
        epsilon: FloatLike = 1e-07,
        centered: bool = False,
        name: str | None = "RMSprop",
        **kwargs: Any,
    ) -> None:
        if isinstance(momentum, (int, float)) and (momentum < 0 or momentum > 1):
            raise ValueError(f"`momentum` must be between [0, 1]. Received: momentum={momentum} (of type {type(momentum)}).")
        super().__init__(
            name, learning_rate, {"rho": rho, "momentum": momentum}, {"epsilon": epsilon or default_epsilon(), "centered": centered}, kwargs
        )
        self.__dict__["_momentum"] = isinstance(momentum, Tensor) or callable(momentum) or bool(momentum > 0)

    def _kernel(self, sparse):
        return f"ResourceSparseApply{'Centered' if self.centered else ''}RMSProp", (bfloat16,) if sparse and self._momentum else ()

    @property
    def _lazy(self):
        return self._momentum  # without momentum the averages of all rows decay

    def _slot_list(self):
        return [("rms", None)] + ([("momentum", None)] if self._momentum else []) + ([("mg", None)] if self.centered else [])

    def _meet(self, gradient, slots):
        return slots["rms"], self._number("rho") * slots["rms"] + (1 - self._number("rho")) * square(gradient)

    def _step_without_gradient(self, weight, slots, rate, count, state):
        for kept in slots.values():
            kept.mul_(self._number("rho"))

    def _step(self, weight, gradient, slots, rate, count, state):
        rho = self._number("rho")
        below = slots["rms"]
        updates.average_squares([below], [gradient], rho)
        if self.centered:
            mean = slots["mg"].mul_(rho).add_(gradient, alpha=1 - rho)
            below = below - mean * mean
        if not self._momentum:
            updates.divided([weight], [gradient], [below.sqrt().add_(number(self.epsilon, "AddV2"))], rate)
            return
        # With momentum, epsilon is inside the square root.
        below = (below + number(self.epsilon, "AddV2")).sqrt_()
        updates.divided([weight], [gradient], [below], rate, [slots["momentum"]], self._number("momentum"))


@tf_export("keras.optimizers.legacy.Adagrad")
class Adagrad(formulas.AdagradFormula, _AllowsMissingIterations):
    """Gradients over the root of the sum of all their squares (Duchi et al., 2011), as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.Adagrad`. The sum is the slot "accumulator" of each variable, so that what rarely has a gradient
    moves by larger steps, and all steps become smaller.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default.
        initial_accumulator_value: what sums begin with, not negative; 0.1 by default.
        epsilon: is added to the root; 1e-7, for which 0 stands as well.
        name: "Adagrad".
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Raises:
        ValueError: a negative `initial_accumulator_value`.

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.legacy.Adagrad(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -2.0]), w)])
        >>> w.numpy().round(3)
        array([0.915, 1.099], dtype=float32)
        >>> optimizer.get_slot(w, "accumulator").numpy().round(3)
        array([0.35, 4.1 ], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.adagrad"
    _op_type = "ResourceApplyAdagradV2"
    _order = ("initial_accumulator_value", "epsilon")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        initial_accumulator_value: FloatLike = 0.1,
        epsilon: FloatLike = 1e-07,
        name: str | None = "Adagrad",
        **kwargs: Any,
    ) -> None:
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value must be non-negative: {initial_accumulator_value}")
        super().__init__(
            name,
            learning_rate,
            {},
            {"initial_accumulator_value": initial_accumulator_value, "epsilon": epsilon or default_epsilon()},
            kwargs,
        )

    def _slot_list(self):
        return [("accumulator", self.initial_accumulator_value)]

    def _step(self, weight, gradient, slots, rate, count, state):
        updates.adagrad([weight], [gradient], [slots["accumulator"]], rate, number(self.epsilon, "AddV2"), within_root=False)


@tf_export("keras.optimizers.legacy.Adadelta")
class Adadelta(formulas.AdadeltaFormula, _AllowsMissingIterations):
    """Steps scaled by the averages of squares of gradients and of earlier steps (Zeiler, 2012), as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.Adadelta`. The averages are the slots "accum_grad" and "accum_var" of each variable; a step is the
    gradient times the root of the second over the root of the first, times the learning rate.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default, 1.0 in
            the paper.
        rho: how slowly the averages move; 0.95 by default.
        epsilon: is added to both averages; 1e-7, for which 0 stands as well.
        name: "Adadelta".
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.legacy.Adadelta(learning_rate=100.0)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -2.0]), w)])
        >>> w.numpy().round(3)
        array([0.859, 1.141], dtype=float32)
        >>> optimizer.get_slot_names()
        ['accum_grad', 'accum_var']
    """

    __module__ = "keras.src.optimizers.legacy.adadelta"
    _op_type = "ResourceApplyAdadelta"
    _order = ("rho", "epsilon")

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        rho: FloatLike = 0.95,
        epsilon: FloatLike = 1e-07,
        name: str | None = "Adadelta",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, learning_rate, {"rho": rho}, {"epsilon": epsilon or default_epsilon()}, kwargs)

    def _slot_list(self):
        return [("accum_grad", None), ("accum_var", None)]

    def _step(self, weight, gradient, slots, rate, count, state):
        kept = [slots["accum_grad"]], [slots["accum_var"]]
        updates.adadelta([weight], [gradient], *kept, rate, self._number("rho"), number(self.epsilon, "AddV2"))


@tf_export("keras.optimizers.legacy.Ftrl")
class Ftrl(formulas.FtrlFormula, _Legacy):
    """Follows the regularized leader: weights become exactly zero under an L1 penalty (McMahan et al., 2013), as before Keras 2.11.

    Mirrors `tf.keras.optimizers.legacy.Ftrl`. It is for wide linear models with many sparse features. Each variable has the slots
    "accumulator", the sum of squared gradients, and "linear", from which it is computed anew at each step.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default.
        learning_rate_power: how steps shrink with the sums, not positive; -0.5 by default.
        initial_accumulator_value: what sums begin with, not negative; 0.1.
        l1_regularization_strength, l2_regularization_strength: the penalties, not negative; 0.0.
        name: "Ftrl".
        l2_shrinkage_regularization_strength: a penalty that acts on the gradient alone; 0.0.
        beta: is added to the root of sums; 0.0.
        clipnorm, clipvalue, global_clipnorm, decay: as in `Optimizer`.

    Raises:
        ValueError: negative strengths or sums, or a positive `learning_rate_power`.

    Example:
        >>> w = tf.Variable([0.0, 0.0])
        >>> optimizer = tf.keras.optimizers.legacy.Ftrl(learning_rate=0.5, l1_regularization_strength=1.0)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -3.0]), w)])
        >>> w.numpy().round(3)
        array([0.   , 0.331], dtype=float32)
    """

    __module__ = "keras.src.optimizers.legacy.ftrl"
    _HAS_AGGREGATE_GRAD = False
    _op_type = "ResourceApplyFtrl"
    _order = (
        "initial_accumulator_value",
        "learning_rate_power",
        "l1_regularization_strength",
        "l2_regularization_strength",
        "beta",
        "l2_shrinkage_regularization_strength",
    )

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        learning_rate_power: FloatLike = -0.5,
        initial_accumulator_value: FloatLike = 0.1,
        l1_regularization_strength: FloatLike = 0.0,
        l2_regularization_strength: FloatLike = 0.0,
        name: str | None = "Ftrl",
        l2_shrinkage_regularization_strength: FloatLike = 0.0,
        beta: FloatLike = 0.0,
        **kwargs: Any,
    ) -> None:
        check_strengths(
            initial_accumulator_value,
            learning_rate_power,
            l1_regularization_strength,
            l2_regularization_strength,
            l2_shrinkage_regularization_strength,
        )
        super().__init__(
            name,
            learning_rate,
            {
                "learning_rate_power": learning_rate_power,
                "l1_regularization_strength": l1_regularization_strength,
                "l2_regularization_strength": l2_regularization_strength,
                "beta": beta,
            },
            {
                "initial_accumulator_value": initial_accumulator_value,
                "l2_shrinkage_regularization_strength": l2_shrinkage_regularization_strength,
            },
            kwargs,
        )
        self._hyper["learning_rate"] = learning_rate  # whatever `lr` is: this optimizer looks at `learning_rate` alone

    def _slot_list(self):
        return [("accumulator", self.initial_accumulator_value), ("linear", None)]

    def _kernel(self, sparse):
        return f"Resource{'Sparse' * sparse}ApplyFtrl{'V2' * (self.l2_shrinkage_regularization_strength > 0)}", _COMPLEX

    def _create_slots(self, var_list):
        for v in var_list:
            self.add_slot(v, "accumulator", Constant(self.initial_accumulator_value))
            self.add_slot(v, "linear")

    def _step(self, weight, gradient, slots, rate, count, state):
        power, l1, l2, beta = (
            self._number(n) for n in ("learning_rate_power", "l1_regularization_strength", "l2_regularization_strength", "beta")
        )
        linear = slots["linear"]
        ftrl_step(weight, gradient, slots["accumulator"], linear, rate, power, l1, l2, self.l2_shrinkage_regularization_strength, beta)
        if not rate:  # `linear` is infinite, then NaN, for which TensorFlow's kernel gives 0
            weight.masked_fill_((linear.abs() > l1).logical_not_(), 0)

    def _step_rows(self, weight, values, indices, slots, rate, count, state):
        if not rate > 0:  # of a dense gradient any rate is taken
            raise op_error(
                InvalidArgumentError, "lr is not a positive scalar (or zero if multiply_linear_by_lr is set): []", self._kernel(True)[0]
            )
        super()._step_rows(weight, values, indices, slots, rate, count, state)
