"""Lion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.optimizers.adaptive import _Adaptive
from tfshim.keras.optimizers.gradients import add
from tfshim.keras.optimizers.plain_numbers import number_of, plain
from tfshim.math.elementwise import sign

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


@tf_export("keras.optimizers.Lion")
class Lion(_Adaptive):
    """Steps of one size along the sign of a mixture of gradient and momentum (Chen et al., 2023).

    Mirrors `tf.keras.optimizers.Lion`. `w -= learning_rate * sign(beta_1 * m + (1 - beta_1) * g)`, then `m = beta_2 * m + (1 - beta_2) *
    g`. It keeps one number for each weight, Adam two. The learning rate is usually a third to a tenth of Adam's, and weight decay as much
    larger.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.0001 by default.
        beta_1: the share of the momentum in a step, in (0, 1]; 0.9. beta_2: how slowly the momentum moves; 0.99.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Lion".

    Raises:
        ValueError: `beta_1` outside of (0, 1].

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> _ = tf.keras.optimizers.Lion(learning_rate=0.1).apply_gradients([(tf.constant([0.001, -50.0]), w)])
        >>> w.numpy().round(3)
        array([0.9, 1.1], dtype=float32)
    """

    __module__ = "keras.src.optimizers.lion"
    _fields = ("beta_1", "beta_2")

    def __init__(
        self,
        learning_rate: LearningRate = 0.0001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.99,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Lion",
        **kwargs: Any,
    ) -> None:
        if beta_1 <= 0 or beta_1 > 1:
            raise ValueError(f"`beta_1`={beta_1} must be between ]0, 1]. Otherwise, the optimizer degenerates to SignSGD.")
        self._set_up(locals())

    def _kept(self):
        return {"momentums": "m"}

    def _slot_lists(self):
        return (self.momentums,)

    def _meet(self, gradient, variable, slots):
        return [(variable, "assign_sub", slots[0] * self.beta_1 + gradient * cast(1.0 - self.beta_1, variable.dtype))]

    def _by_operations(self, g, v, slots):
        (m,), rate, (beta_1, beta_2) = slots, self._rate_for(v), (number_of(beta, v.dtype) for beta in (self.beta_1, self.beta_2))
        if isinstance(g, IndexedSlices):
            m.assign(m * beta_1)
            add(m, g, lambda rows: rows * (1.0 - beta_1))
            v.assign_sub(rate * sign(convert_to_tensor(m)))
            m.assign(m * beta_2 / beta_1)
            add(m, g, lambda rows: rows * (1.0 - beta_2 / beta_1))
        else:
            v.assign_sub(rate * sign(m * beta_1 + g * (1.0 - beta_1)))
            m.assign(m * beta_2 + g * (1.0 - beta_2))

    def _step(self, storages, gradients, slots, rate, count):
        (m,) = slots
        direction = torch._foreach_lerp(m, gradients, 1 - plain(self.beta_1, "Cast"))
        if any(d.is_complex() for d in direction):
            direction = [d.sgn() if d.is_complex() else d.sign() for d in direction]
        else:
            torch._foreach_sign_(direction)
        torch._foreach_add_(storages, direction, alpha=-rate)
        torch._foreach_lerp_(m, gradients, 1 - plain(self.beta_2, "Cast"))
