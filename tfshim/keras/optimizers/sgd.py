"""Gradient descent, with momentum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.variables import updates
from tfshim.keras.optimizers.gradients import add
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.plain_numbers import number_of, plain

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


@tf_export("keras.optimizers.SGD", "keras.optimizers.experimental.SGD")
class SGD(Optimizer):
    """Gradient descent: `w -= learning_rate * g`, on request with momentum.

    Mirrors `tf.keras.optimizers.SGD`. With `momentum` m each variable has a velocity, `v = m * v - learning_rate * g`, and `w += v`; with
    `nesterov`, `w += m * v - learning_rate * g`.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.01 by default.
        momentum: m, from 0 to 1; 0.0 by default: no velocity is kept.
        nesterov: whether the step looks ahead; False by default.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "SGD".

    Raises:
        ValueError: a momentum outside of [0, 1].

    Example:
        >>> w = tf.Variable(1.0)
        >>> optimizer = tf.keras.optimizers.SGD(learning_rate=0.1, momentum=0.9)
        >>> for _ in range(2):
        ...     _ = optimizer.apply_gradients([(tf.constant(1.0), w)])
        ...     print(round(float(w), 3))
        0.9
        0.71
    """

    __module__ = "keras.src.optimizers.sgd"

    def __init__(
        self,
        learning_rate: LearningRate = 0.01,
        momentum: FloatLike = 0.0,
        nesterov: bool = False,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "SGD",
        **kwargs: Any,
    ) -> None:
        super().__init__(
            name=name,
            weight_decay=weight_decay,
            clipnorm=clipnorm,
            clipvalue=clipvalue,
            global_clipnorm=global_clipnorm,
            use_ema=use_ema,
            ema_momentum=ema_momentum,
            ema_overwrite_frequency=ema_overwrite_frequency,
            jit_compile=jit_compile,
            **kwargs,
        )
        self._learning_rate = self._build_learning_rate(learning_rate)
        self.momentum, self.nesterov = momentum, nesterov
        if isinstance(momentum, (int, float)) and not 0 <= momentum <= 1:
            raise ValueError("`momentum` must be between [0, 1].")

    def build(self, var_list: Any) -> None:
        super().build(var_list)
        if getattr(self, "_built", False):
            return
        self.momentums = [self.add_variable_from_reference(v, "m") for v in var_list]
        self._built = True

    def _slot_lists(self):
        return (self.momentums,)

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign", -gradient * cast(self.learning_rate, variable.dtype) + slots[0] * self.momentum)]

    def _by_operations(self, g, v, slots):
        (m,), rate, momentum = slots, self._rate_for(v), number_of(self.momentum, v.dtype)
        if isinstance(g, IndexedSlices):
            change = IndexedSlices(-g.values * rate, g.indices)
            m.assign(m * momentum)
            add(m, change)
            if self.nesterov:
                add(v, change)
                v.assign_add(m * momentum)
                return
        else:
            m.assign(-g * rate + m * momentum)
        if self.nesterov:
            v.assign_add(-g * rate + m * momentum)
        else:
            v.assign_add(m)

    def _step(self, storages, gradients, slots, rate, count):
        # Without momentum the latest step is kept all the same, as Keras does.
        momentum = float(plain(self.momentum, "Cast"))
        if storages and not storages[0].dtype.is_floating_point and not storages[0].is_complex():
            rate, momentum = int(rate), int(momentum)  # as Keras casts them for variables of integers
        updates.momentum(storages, gradients, slots[0], rate, momentum, self.nesterov)

    _rows_from = 1 << 17  # without momentum nothing but rows changes

    def _step_without_gradient(self, table, kept, rate, count):
        (m,), momentum = kept, plain(self.momentum, "Cast")
        if momentum == 0:
            m.zero_()
            return
        m.mul_(float(momentum))
        table.add_(m, alpha=float(momentum) if self.nesterov else 1)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter(self._learning_rate),
            "momentum": self.momentum,
            "nesterov": self.nesterov,
        }
