"""Adafactor."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.shapes import expand_dims
from tfshim.engine.runtime.context import init_scope, name_scope
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras.optimizers.adaptive import _Adaptive
from tfshim.keras.optimizers.gradients import operand
from tfshim.keras.optimizers.plain_numbers import plain
from tfshim.keras.optimizers.schedules import LearningRateSchedule
from tfshim.math.arithmetic import pow, square
from tfshim.math.comparison import maximum, minimum
from tfshim.math.elementwise import rsqrt, sqrt
from tfshim.math.reductions import reduce_mean

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike
    from tfshim.keras.optimizers.schedules import LearningRate


def _rms(x):
    return torch.sqrt(torch.mean(x * x))


def _size(x):
    return sqrt(reduce_mean(square(x)))


@tf_export("keras.optimizers.Adafactor", "keras.optimizers.experimental.Adafactor")
class Adafactor(_Adaptive):
    """Adam with little memory: average squares of the gradients of a matrix are kept as rows and columns (Shazeer and Stern, 2018).

    Mirrors `tf.keras.optimizers.Adafactor`. There is no average of gradients; steps are in proportion to the root mean square of the
    weights.

    Arguments:
        learning_rate: a number, a schedule, or a function without arguments; 0.001 by default.
        beta_2_decay: the average keeps the share `1 - t ** beta_2_decay` in step t; -0.8.
        epsilon_1: is added to squares; 1e-30.
        epsilon_2: the least scale of a weight; 0.001.
        clip_threshold: the greatest root mean square of a step before it is scaled; 1.0.
        relative_step: whether the learning rate is at most `1 / sqrt(t)`; True by default.
        weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum, ema_overwrite_frequency, jit_compile: as in `Optimizer`.
        name: "Adafactor".

    Example:
        >>> w = tf.Variable(tf.ones([8, 4]))
        >>> optimizer = tf.keras.optimizers.Adafactor(learning_rate=0.1)
        >>> _ = optimizer.apply_gradients([(tf.ones([8, 4]), w)])
        >>> round(float(w[0, 0]), 3)
        0.9
    """

    __module__ = "keras.src.optimizers.adafactor"
    _fields = ("beta_2_decay", "epsilon_1", "epsilon_2", "clip_threshold", "relative_step")

    _of_real_numbers = staticmethod(minimum)

    def __init__(
        self,
        learning_rate: LearningRate = 0.001,
        beta_2_decay: FloatLike = -0.8,
        epsilon_1: FloatLike = 1e-30,
        epsilon_2: FloatLike = 1e-3,
        clip_threshold: FloatLike = 1.0,
        relative_step: bool = True,
        weight_decay: FloatLike | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        use_ema: bool = False,
        ema_momentum: FloatLike = 0.99,
        ema_overwrite_frequency: int | None = None,
        jit_compile: bool = True,
        name: str | None = "Adafactor",
        **kwargs: Any,
    ) -> None:
        self._set_up(locals())

    def build(self, var_list: Any) -> None:
        built = getattr(self, "_built", False)
        super().build(var_list)
        if built:
            return
        self._r, self._c, self._v = [], [], []
        for v in var_list:
            name, shape = v._handle_name, tuple(v.shape.as_list())
            if len(shape) < 2:  # nothing to factor; the placeholder is not a variable of the optimizer
                with init_scope(), name_scope(""):
                    self._r.append(Variable(0, name=f"r/{name}"))
                    # Keras calls this one "r" as well; only where there are rows and columns is there a "c".
                    self._c.append(Variable(0, name=f"r/{name}"))
            else:
                self._r.append(self.add_variable(shape[:-1], v.dtype, name=f"r/{name}"))
                self._c.append(self.add_variable((*shape[:-2], shape[-1]), v.dtype, name=f"c/{name}"))
            self._v.append(self.add_variable_from_reference(v, "v"))

    def _kept(self):
        return {}

    def _slot_lists(self):
        return self._v, self._r, self._c

    def _meet(self, gradient, variable, slots):
        squares = square(gradient) + self.epsilon_1
        half = cast(0.5, variable.dtype)  # some part: what Keras takes depends on the number of the step
        if variable.shape.rank < 2:
            yield slots[0], "assign", 0.5 * slots[0] + half * squares
        else:
            for axis, mean in zip((-1, -2), slots[1:]):
                yield mean, "assign", 0.5 * mean + half * reduce_mean(squares, axis=axis)

    def _by_operations(self, g, v, slots):
        squares, *means = slots
        rate, least, one = self._rate_for(v), cast(self.epsilon_2, v.dtype), cast(1.0, v.dtype)
        count = cast(self.iterations + 1, v.dtype)
        if self.relative_step and not isinstance(self._learning_rate, LearningRateSchedule):
            rate = minimum(rate, rsqrt(count))
        reduced = minimum(rate, rsqrt(count))
        scale = maximum(least, _size(v)) * reduced
        now, kept = square(operand(g)) + self.epsilon_1, 1 - pow(count, self.beta_2_decay)
        if v.shape.rank < 2:
            squares.assign(kept * squares + (1 - kept) * now)
        else:
            for axis, mean in zip((-1, -2), means):
                mean.assign(kept * mean + (1 - kept) * reduce_mean(now, axis=axis))
            r, c = means
            squares.assign(expand_dims(r / reduce_mean(r, axis=-1, keepdims=True), -1) * expand_dims(c, -2))
        step = convert_to_tensor(g) * rsqrt(squares)
        v.assign_add(-scale * (step / maximum(one, _size(step) / self.clip_threshold)))

    def _step(self, storages, gradients, slots, rate, count):
        if self.relative_step and not isinstance(self._learning_rate, LearningRateSchedule):
            rate = min(rate, count**-0.5)
        # Keras takes this minimum once more, whatever `relative_step` says.
        rate = min(rate, count**-0.5)
        epsilon_1, epsilon_2, threshold = plain(self.epsilon_1, "AddV2"), plain(self.epsilon_2), plain(self.clip_threshold)
        keep = 1 - count ** plain(self.beta_2_decay)
        for w, g, v, r, c in zip(storages, gradients, *slots):
            scale = max(epsilon_2, _rms(w).item()) * rate
            squares = g * g + epsilon_1
            if w.dim() >= 2:
                r.mul_(keep).add_(squares.mean(-1), alpha=1 - keep)
                c.mul_(keep).add_(squares.mean(-2), alpha=1 - keep)
                v.copy_((r / r.mean(-1, keepdim=True)).unsqueeze(-1) * c.unsqueeze(-2))
            else:
                v.mul_(keep).add_(squares, alpha=1 - keep)
            step = g * torch.rsqrt(v)
            w.sub_(step, alpha=scale / max(1.0, _rms(step).item() / threshold if threshold else math.inf))
