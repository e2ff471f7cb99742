"""Gradient descent, with momentum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.variables import updates
from tfshim.keras.optimizers.optimizer import Optimizer

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


@tf_export("keras.optimizers.SGD", "keras.optimizers.experimental.SGD")
class SGD(Optimizer):
    """`w -= learning_rate * g`, or with `momentum` along a decaying sum of such steps; mirrors `tf.keras.optimizers.SGD`.

    Raises ValueError for a momentum outside of [0, 1].
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

    def _step(self, storages, gradients, slots, rate, count):
        # Without momentum the latest step is kept all the same, as Keras does.
        updates.momentum(storages, gradients, slots[0], rate, float(self.momentum), self.nesterov)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter(self._learning_rate),
            "momentum": self.momentum,
            "nesterov": self.nesterov,
        }
