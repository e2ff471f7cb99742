"""`tf.keras.optimizers.schedules`: learning rates that depend on the number of updates."""

from __future__ import annotations

import math as python_math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.keras._serializable import serializable
from tfshim.keras._serialization import Kind, PublicNames

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, TensorLike

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.optimizers.schedules.LearningRateSchedule")
@serializable
class LearningRateSchedule(PicklesAtHome):
    """The base: `schedule(step)` gives the learning rate. Mirrors `tf.keras.optimizers.schedules.LearningRateSchedule`."""

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _home = __name__

    def __call__(self, step: TensorLike) -> AnyTensor:
        raise NotImplementedError(f"Learning rate schedule '{type(self).__name__}' must override `__call__(self, step)`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary."""
        raise NotImplementedError(
            f"Learning rate schedule '{type(self).__name__}' must override `get_config()` in order to be serializable."
        )

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A schedule with the arguments `config`."""
        return cls(**config)


# A number, a schedule, or a function without arguments that gives the number of the moment.
LearningRate: TypeAlias = "FloatLike | LearningRateSchedule | Callable[[], FloatLike]"


def _share(schedule, step):
    """The initial rate, and `step / decay_steps` in its dtype."""
    rate = convert_to_tensor(schedule.initial_learning_rate)
    return rate, array_ops.cast(step, rate.dtype) / array_ops.cast(schedule.decay_steps, rate.dtype)


class _Decay(LearningRateSchedule):
    _fields: tuple[str, ...]  # the arguments of the constructor

    def get_config(self) -> dict[str, Any]:
        return {n: getattr(self, n) for n in self._fields}


@tf_export("keras.optimizers.schedules.ExponentialDecay")
class ExponentialDecay(_Decay):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`, in whole powers if `staircase`."""

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")

    def __init__(
        self,
        initial_learning_rate: FloatLike,
        decay_steps: FloatLike,
        decay_rate: FloatLike,
        staircase: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.decay_rate = initial_learning_rate, decay_steps, decay_rate
        self.staircase, self.name = staircase, name

    def __call__(self, step: TensorLike) -> AnyTensor:
        rate, p = _share(self, step)
        return math.multiply(rate, math.pow(array_ops.cast(self.decay_rate, rate.dtype), math.floor(p) if self.staircase else p))


@tf_export("keras.optimizers.schedules.InverseTimeDecay")
class InverseTimeDecay(_Decay):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`, with whole quotients if `staircase`."""

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ExponentialDecay._fields

    def __init__(
        self,
        initial_learning_rate: FloatLike,
        decay_steps: FloatLike,
        decay_rate: FloatLike,
        staircase: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.decay_rate = initial_learning_rate, decay_steps, decay_rate
        self.staircase, self.name = staircase, name

    def __call__(self, step: TensorLike) -> AnyTensor:
        rate, p = _share(self, step)
        return math.divide(rate, 1.0 + array_ops.cast(self.decay_rate, rate.dtype) * (math.floor(p) if self.staircase else p))


@tf_export("keras.optimizers.schedules.PolynomialDecay")
class PolynomialDecay(_Decay):
    """From `initial_learning_rate` to `end_learning_rate` in `decay_steps`, along a power; again and again if `cycle`."""

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "decay_steps", "end_learning_rate", "power", "cycle", "name")

    def __init__(
        self,
        initial_learning_rate: FloatLike,
        decay_steps: FloatLike,
        end_learning_rate: FloatLike = 0.0001,
        power: FloatLike = 1.0,
        cycle: bool = False,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.end_learning_rate = initial_learning_rate, decay_steps, end_learning_rate
        self.power, self.cycle, self.name = power, cycle, name

    def __call__(self, step: TensorLike) -> AnyTensor:
        rate = convert_to_tensor(self.initial_learning_rate)
        end = array_ops.cast(self.end_learning_rate, rate.dtype)
        step, steps = array_ops.cast(step, rate.dtype), array_ops.cast(self.decay_steps, rate.dtype)
        if self.cycle:
            # Step 0 belongs to the first period, though its quotient is 0.
            periods = array_ops.where(math.equal(step, 0), array_ops.ones_like(step), math.ceil(step / steps))
            steps = steps * periods
        else:
            step = math.minimum(step, steps)
        return (rate - end) * math.pow(1 - step / steps, array_ops.cast(self.power, rate.dtype)) + end


@tf_export("keras.optimizers.schedules.CosineDecay", "keras.experimental.CosineDecay")
class CosineDecay(_Decay):
    """A warm-up to `warmup_target` in `warmup_steps`, if any, then half a cosine down to `alpha` times the rate."""

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "decay_steps", "alpha", "name", "warmup_target", "warmup_steps")

    def __init__(
        self,
        initial_learning_rate: FloatLike,
        decay_steps: FloatLike,
        alpha: FloatLike = 0.0,
        name: str | None = None,
        warmup_target: FloatLike | None = None,
        warmup_steps: IntLike = 0,
    ) -> None:
        self.initial_learning_rate, self.decay_steps, self.alpha = initial_learning_rate, decay_steps, alpha
        self.name, self.warmup_target, self.warmup_steps = name, warmup_target, warmup_steps

    def _falling(self, step, steps, start):
        share = math.minimum(step, steps) / steps
        cosine = 0.5 * (1.0 + math.cos(python_math.pi * share))
        return start * ((1 - self.alpha) * cosine + self.alpha)

    def __call__(self, step: IntLike) -> AnyTensor:
        rate = convert_to_tensor(self.initial_learning_rate)
        steps, step = array_ops.cast(self.decay_steps, rate.dtype), array_ops.cast(step, rate.dtype)
        if self.warmup_target is None:
            return self._falling(step, steps, rate)
        target, warmup = array_ops.cast(self.warmup_target, rate.dtype), array_ops.cast(self.warmup_steps, rate.dtype)
        rising = (target - rate) * (math.minimum(step, warmup) / warmup) + rate
        return array_ops.where(step < warmup, rising, self._falling(math.maximum(step - warmup, 0.0), steps, target))


@tf_export("keras.optimizers.schedules.CosineDecayRestarts", "keras.experimental.CosineDecayRestarts")
class CosineDecayRestarts(_Decay):
    """Half a cosine down to `alpha` times the rate, again and again (Loshchilov and Hutter, 2016).

    Each period is `t_mul` times as long as that before, and starts `m_mul` times as high.
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "first_decay_steps", "t_mul", "m_mul", "alpha", "name")

    def __init__(
        self,
        initial_learning_rate: FloatLike,
        first_decay_steps: FloatLike,
        t_mul: FloatLike = 2.0,
        m_mul: FloatLike = 1.0,
        alpha: FloatLike = 0.0,
        name: str | None = None,
    ) -> None:
        self.initial_learning_rate, self.first_decay_steps, self.alpha = initial_learning_rate, first_decay_steps, alpha
        self._t_mul, self._m_mul, self.name = t_mul, m_mul, name

    t_mul = property(lambda self: self._t_mul, doc="By how much longer each period is than that before.")
    m_mul = property(lambda self: self._m_mul, doc="By how much higher each period starts than that before.")

    def __call__(self, step: IntLike) -> AnyTensor:
        rate = convert_to_tensor(self.initial_learning_rate)
        longer, higher, least = (array_ops.cast(x, rate.dtype) for x in (self._t_mul, self._m_mul, self.alpha))
        share = array_ops.cast(step, rate.dtype) / array_ops.cast(self.first_decay_steps, rate.dtype)
        # Periods of one length: below, the logarithm of 1 would be divided by.
        if self._t_mul == 1.0:
            period = math.floor(share)
            share = share - period
        else:
            period = math.floor(math.log(1.0 - share * (1.0 - longer)) / math.log(longer))
            share = (share - (1.0 - longer**period) / (1.0 - longer)) / longer**period
        cosine = 0.5 * higher**period * (1.0 + math.cos(python_math.pi * share))
        return math.multiply(rate, (1 - least) * cosine + least)


@tf_export("keras.optimizers.schedules.PiecewiseConstantDecay")
class PiecewiseConstantDecay(_Decay):
    """`values[i]` up to and with the step `boundaries[i]`, and the last value after them."""

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("boundaries", "values", "name")

    def __init__(self, boundaries: Sequence[TensorLike], values: Sequence[TensorLike], name: str | None = None) -> None:
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of length {len(values)}."
            )
        self.boundaries, self.values, self.name = boundaries, values, name

    def __call__(self, step: TensorLike) -> AnyTensor:
        step = convert_to_tensor(step)
        found = convert_to_tensor(self.values[-1])
        for bound, value in zip(reversed(self.boundaries), reversed(self.values[:-1])):
            found = array_ops.where(step <= array_ops.cast(bound, step.dtype), convert_to_tensor(value), found)
        return found


_KIND = Kind("decay", "keras.optimizers.schedules", PublicNames("keras.optimizers.schedules"))


@tf_export("keras.optimizers.schedules.serialize")
def serialize(learning_rate_schedule: LearningRateSchedule, use_legacy_format: bool = False) -> dict[str, Any]:
    """The configuration of a schedule; `use_legacy_format` leaves out the module."""
    return _KIND.serialize(learning_rate_schedule, use_legacy_format)


@tf_export("keras.optimizers.schedules.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The schedule that `config` describes. The format, legacy or not, is recognized from the keys."""
    return _KIND.deserialize(config, custom_objects)
