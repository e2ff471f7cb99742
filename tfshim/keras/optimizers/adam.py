"""Adam and AdamW."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import torch

from tfshim import math
from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.engine.variables import updates
from tfshim.engine.variables.step_numbers import adam_rate
from tfshim.keras.optimizers import row_steps
from tfshim.keras.optimizers.gradients import approach
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.plain_numbers import number_of, plain

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


_is_contiguous = torch.Tensor.is_contiguous


@tf_export("keras.optimizers.Adam", "keras.optimizers.experimental.Adam")
class Adam(Optimizer):
    """Steps along a moving average of gradients, over the root of a moving average of their squares (Kingma and Ba, 2014).

    Mirrors `tf.keras.optimizers.Adam`. Steps are about as large as the learning rate, whatever the size of the gradients, each weight for
    itself; a good choice to begin with. Both averages begin at 0 and are corrected for that.

    Arguments:
        learning_rate: a number, a schedule of `tf.keras.optimizers.schedules`, or a function without arguments; 0.001 by default.
        beta_1, beta_2: how slowly the averages of gradients and of squares move; 0.9 and 0.999.
        epsilon: is added to the root; 1e-7. Larger ones, as 0.1, steady some models.
        amsgrad: whether the greatest average of squares so far is used; False by default.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Adam".

    Example:
        >>> w = tf.Variable([1.0, 1.0])
        >>> optimizer = tf.keras.optimizers.Adam(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.001, -50.0]), w)])
        >>> w.numpy().round(3)
        array([0.9, 1.1], dtype=float32)
    """

    __module__ = "keras.src.optimizers.adam"

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-07,
        amsgrad: bool = False,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Adam",
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
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad

    def build(self, var_list: Any) -> None:
        super().build(var_list)
        if getattr(self, "_built", False):
            return
        self._built = True
        self._momentums, self._velocities = [], []
        for v in var_list:
            self._momentums.append(self.add_variable_from_reference(v, "m"))
            self._velocities.append(self.add_variable_from_reference(v, "v"))
        if self.amsgrad:
            self._velocity_hats = [self.add_variable_from_reference(v, "vhat") for v in var_list]

    def _slot_lists(self):
        return [self._momentums, self._velocities, *([self._velocity_hats] if self.amsgrad else [])]

    def _meet(self, gradient, variable, slots):
        return [(slots[0], "assign_add", (gradient - slots[0]) * (1 - self.beta_1))]

    def _by_operations(self, g, v, slots):
        m, velocity, *greatest = slots
        rate, count = self._rate_for(v), cast(self.iterations + 1, v.dtype)
        first, second = (math.pow(number_of(beta, v.dtype), count) for beta in (self.beta_1, self.beta_2))
        alpha = rate * math.sqrt(1 - second) / (1 - first)
        approach(m, g, 1 - self.beta_1)
        approach(velocity, g, 1 - self.beta_2, math.square)
        if self.amsgrad:
            greatest[0].assign(math.maximum(greatest[0], velocity))
            velocity = greatest[0]
        v.assign_sub((m * alpha) / (math.sqrt(velocity) + self.epsilon))

    def _step(self, storages, gradients, slots, rate, count):
        beta_1, beta_2, epsilon = plain(self.beta_1), plain(self.beta_2), plain(self.epsilon, "AddV2")
        lists = [storages, gradients, *slots]
        # There is a list of the greatest averages in any case.
        if len(lists) < 5:
            lists.append([])
        if beta_1 >= 1 or beta_2 >= 1:  # the kernel would divide by one minus a power of them
            self._by_formula(lists, beta_1, beta_2, epsilon, rate, count)
            return
        copied = _contiguous(lists)
        for taken in updates.of_one_kind(lists):
            corrected = adam_rate(rate, beta_1, beta_2, count, taken[0][0].dtype)
            updates.adam(*taken, corrected, beta_1, beta_2, epsilon)
        for tensor, copy in copied:
            tensor.copy_(copy)

    def _step_without_gradient(self, table, kept, rate, count):
        tables = [table, *kept]
        if all(map(_is_contiguous, tables)):
            zeros, (weights, *slots) = row_steps.parts(tables)
        else:
            zeros, weights, slots = [torch.zeros_like(table)], [table], [[t] for t in kept]
        self._step(weights, zeros, slots, rate, count)

    def _by_formula(self, lists, beta_1, beta_2, epsilon, rate, count):
        for w, g, m, v, *most in zip(*filter(None, lists)):
            m.add_(g - m, alpha=1 - beta_1)
            v.add_(g * g - v, alpha=1 - beta_2)
            if most:
                v = torch.maximum(most[0], v, out=most[0])
            w.sub_(m * adam_rate(rate, beta_1, beta_2, count, w.dtype) / (torch.sqrt(v) + epsilon))

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "learning_rate": self._serialize_hyperparameter(self._learning_rate),
            "beta_1": self.beta_1,
            "beta_2": self.beta_2,
            "epsilon": self.epsilon,
            "amsgrad": self.amsgrad,
        }


@tf_export("keras.optimizers.AdamW", "keras.optimizers.experimental.AdamW")
class AdamW(Adam):
    """Adam with weight decay that does not pass through its averages (Loshchilov and Hutter, 2017).

    Mirrors `tf.keras.optimizers.AdamW`. Each step takes `learning_rate * weight_decay * w` off the weights, and then does what `Adam` does.
    A penalty in the loss would be scaled by the gradients' averages instead. The usual choice for transformers.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        weight_decay: 0.004 by default. `exclude_from_weight_decay` leaves out biases and the like.
        beta_1, beta_2, epsilon, amsgrad: as in `Adam`: 0.9, 0.999, 1e-7, False.
        clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "AdamW".

    Raises:
        ValueError: `weight_decay` None.

    Example:
        >>> w = tf.Variable([1.0, 10.0])
        >>> optimizer = tf.keras.optimizers.AdamW(learning_rate=0.1, weight_decay=0.5)
        >>> _ = optimizer.apply_gradients([(tf.constant([0.0, 0.0]), w)])
        >>> w.numpy().round(3)
        array([0.95, 9.5 ], dtype=float32)
    """

    __module__ = "keras.src.optimizers.adamw"

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        weight_decay: FloatLike | None = 0.004,
        beta_1: FloatLike = 0.9,
        beta_2: FloatLike = 0.999,
        epsilon: FloatLike = 1e-07,
        amsgrad: bool = False,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "AdamW",
        **kwargs: Any,
    ) -> None:
        if weight_decay is None:
            raise ValueError("Missing value of `weight_decay` which is required and must be a float value.")
        super().__init__(
            learning_rate,
            beta_1,
            beta_2,
            epsilon,
            amsgrad,
            weight_decay,
            clipnorm,
            clipvalue,
            global_clipnorm,
            use_ema,
            ema_momentum,
            ema_overwrite_frequency,
            jit_compile,
            name,
            **kwargs,
        )


def _contiguous(lists):
    """Put copies into `lists` for tensors that lie in another order: the fused kernel goes through memory as it lies.

    Gives the pairs of tensor and copy that have to be copied back, all but those of the gradients, the second list.
    """
    copied = ()
    if all(map(_is_contiguous, chain.from_iterable(lists))):
        return copied
    for at, tensors in enumerate(lists):
        if all(map(_is_contiguous, tensors)):
            continue
        made = [t.contiguous() for t in tensors]
        # Gradients are only read: nothing is to be copied back.
        if at != 1:
            copied += tuple((t, c) for t, c in zip(tensors, made) if c is not t)
        lists[at] = made
    return copied
