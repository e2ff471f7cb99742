"""Ftrl."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import fill
from tfshim.engine.variables import updates
from tfshim.keras.optimizers.adaptive import _Adaptive
from tfshim.keras.optimizers.gradients import operand
from tfshim.keras.optimizers.plain_numbers import plain
from tfshim.math.arithmetic import pow
from tfshim.math.clipping import clip_by_value
from tfshim.math.comparison import minimum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


def ftrl_step(weight, gradient, squares, linear, rate, power, l1, l2, shrinkage, beta):
    """The step of `updates.ftrl` with Keras' hyperparameters."""
    shrunk = gradient if shrinkage == 0.0 else gradient + 2 * shrinkage * weight
    # A rate of 0 makes Keras' weights NaN, too; Python's division would raise.
    more = beta / (2.0 * rate) if type(rate) is not float or rate else beta * math.inf
    updates.ftrl(weight, gradient, shrunk, squares, linear, rate, power, l1, l2 + more)


@tf_export("keras.optimizers.Ftrl", "keras.optimizers.experimental.Ftrl")
class Ftrl(_Adaptive):
    """Follows the regularized leader: weights become exactly zero under an L1 penalty (McMahan et al., 2013).

    Mirrors `tf.keras.optimizers.Ftrl`. It is for wide linear models with many sparse features. Each weight keeps the sum of its squared
    gradients and a linear term, from which it is computed anew at each step.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        learning_rate_power: how steps shrink with the sums, not positive; -0.5 by default.
        initial_accumulator_value: what sums begin with, not negative; 0.1.
        l1_regularization_strength, l2_regularization_strength: the penalties, not negative; 0.0.
        l2_shrinkage_regularization_strength: a penalty that acts on the gradient alone; 0.0.
        beta: is added to the root of sums; 0.0.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Ftrl".

    Raises:
        ValueError: negative strengths or sums, or a positive `learning_rate_power`.

    Example:
        >>> w = tf.Variable([0.0, 0.0])
        >>> optimizer = tf.keras.optimizers.Ftrl(learning_rate=0.5, l1_regularization_strength=1.0)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.5, -3.0]), w)])
        >>> w.numpy().round(3)
        array([0.   , 0.331], dtype=float32)
    """

    __module__ = "keras.src.optimizers.ftrl"
    _fields = (
        "learning_rate_power",
        "initial_accumulator_value",
        "l1_regularization_strength",
        "l2_regularization_strength",
        "l2_shrinkage_regularization_strength",
        "beta",
    )

    _of_real_numbers = staticmethod(minimum)

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        learning_rate_power: FloatLike = -0.5,
        initial_accumulator_value: FloatLike = 0.1,
        l1_regularization_strength: FloatLike = 0.0,
        l2_regularization_strength: FloatLike = 0.0,
        l2_shrinkage_regularization_strength: FloatLike = 0.0,
        beta: FloatLike = 0.0,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Ftrl",
        **kwargs: Any,
    ) -> None:
        check_strengths(
            initial_accumulator_value,
            learning_rate_power,
            l1_regularization_strength,
            l2_regularization_strength,
            l2_shrinkage_regularization_strength,
        )
        self._set_up(locals())

    def _kept(self):
        return {"_accumulators": "accumulator", "_linears": "linear"}

    def _first(self, variable, attribute):
        if attribute != "_accumulators":
            return None
        # As in Keras of the default dtype first, whatever the variable's.
        return cast(fill(variable.shape, self.initial_accumulator_value), variable.dtype)

    def _slot_lists(self):
        return self._accumulators, self._linears

    def _meet(self, gradient, variable, slots):
        return [(slots[1], "assign_add", gradient + 2.0 * self.l2_shrinkage_regularization_strength * variable)]

    def _by_operations(self, g, v, slots):
        (squares, linear), rate, power = slots, self._rate_for(v), -self.learning_rate_power
        most = self.l1_regularization_strength
        l2 = self.l2_regularization_strength + self.beta / (2.0 * rate)
        shrunk = operand(g) + 2 * self.l2_shrinkage_regularization_strength * v
        now = squares + pow(operand(g), 2)
        linear.assign_add(shrunk - (pow(now, power) - pow(squares, power)) / rate * v)
        v.assign((clip_by_value(linear, -most, most) - linear) / (pow(now, power) / rate + 2 * l2))
        squares.assign(now)

    def _step(self, storages, gradients, slots, rate, count):
        strengths = self.l1_regularization_strength, self.l2_regularization_strength, self.l2_shrinkage_regularization_strength, self.beta
        numbers = plain(self.learning_rate_power, "Pow"), *map(plain, strengths)
        for w, g, a, z in zip(storages, gradients, *slots):
            ftrl_step(w, g, a, z, rate, *numbers)


def check_strengths(initial_accumulator_value, learning_rate_power, l1, l2, shrinkage):
    """Raise ValueError for a value of the wrong sign."""
    for name, value in (
        ("initial_accumulator_value", initial_accumulator_value),
        ("l1_regularization_strength", l1),
        ("l2_regularization_strength", l2),
        ("l2_shrinkage_regularization_strength", shrinkage),
    ):
        if value < 0.0:
            raise ValueError(f"`{name}` needs to be positive or zero. Received: {name}={value}.")
    if learning_rate_power > 0.0:
        raise ValueError(f"`learning_rate_power` needs to be negative or zero. Received: learning_rate_power={learning_rate_power}.")
