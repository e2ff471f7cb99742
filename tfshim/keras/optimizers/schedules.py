"""`tf.keras.optimizers.schedules`: learning rates that depend on the number of updates."""

from __future__ import annotations

import math as python_math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.control_flow import case, cond
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.pickling import PicklesAtHome
from tfshim.engine.values.tensor import Tensor
from tfshim.keras._serializable import serializable
from tfshim.keras._serialization import Kind, PublicNames

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, TensorLike

__all__, __getattr__, __dir__ = exported(globals())


@tf_export("keras.optimizers.schedules.LearningRateSchedule")
@serializable
class LearningRateSchedule(PicklesAtHome):
    """The base of schedules: the learning rate as a function of the number of steps.

    Mirrors `tf.keras.optimizers.schedules.LearningRateSchedule`. An optimizer that is given one as `learning_rate` calls it with its
    `iterations` before each step; then the learning rate cannot be set. Subclasses have `__call__(step)` and, to be saved, `get_config`.

    Arguments:
        step: when called, the number of steps so far, an integer tensor.

    Returns:
        When called, a scalar tensor.

    Raises:
        NotImplementedError: a subclass lacks one of the two.

    Example:
        >>> class Halving(tf.keras.optimizers.schedules.LearningRateSchedule):
        ...     def __call__(self, step):
        ...         return 0.5 ** tf.cast(step, tf.float32)
        >>> optimizer = tf.keras.optimizers.SGD(Halving())
        >>> w = tf.Variable(0.0)
        >>> for _ in range(3):
        ...     _ = optimizer.apply_gradients([(tf.constant(-1.0), w)])
        >>> float(w)
        1.75
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _home = __name__

    def __call__(self, step: TensorLike) -> AnyTensor:
        raise NotImplementedError(f"Learning rate schedule '{type(self).__name__}' must override `__call__(self, step)`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments with which the schedule was made. Mirrors `tf.keras.optimizers.schedules.LearningRateSchedule.get_config`.

        The configuration of an optimizer holds it beside the name of the class. The number of steps is not in it: the optimizer counts
        them. A subclass whose optimizer is to be saved overrides it.

        Returns:
            A dictionary that `from_config` of the same class takes. With the name of the class beside it:
            `tf.keras.optimizers.schedules.serialize`.

        Raises:
            NotImplementedError: a subclass without one.

        Example:
            >>> schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=100, decay_rate=0.5)
            >>> schedule.get_config()["decay_rate"], schedule.get_config()["staircase"]
            (0.5, False)
        """
        raise NotImplementedError(
            f"Learning rate schedule '{type(self).__name__}' must override `get_config()` in order to be serializable."
        )

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """A schedule with the arguments that a dictionary holds. Mirrors `tf.keras.optimizers.schedules.LearningRateSchedule.from_config`.

        It is called on the class that is wanted: `tf.keras.optimizers.schedules.deserialize` finds the class by its name.

        Arguments:
            config: what `get_config` gave: names of arguments and their values; what is left out has its default.

        Returns:
            A new schedule of this class.

        Raises:
            TypeError: an entry that is no argument of the constructor, or a needed one that is missing.

        Example:
            >>> config = {"boundaries": [10, 20], "values": [1.0, 0.5, 0.25]}
            >>> schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay.from_config(config)
            >>> float(schedule(tf.constant(15)))
            0.5
        """
        return cls(**config)


# A number, a schedule, or a function without arguments that gives the number of the moment.
LearningRate: TypeAlias = "FloatLike | LearningRateSchedule | Callable[[], FloatLike]"


def _initial(schedule):
    rate = schedule.initial_learning_rate
    return convert_to_tensor(rate) if TS.graph is None else array_ops.convert_to_tensor(rate, name="initial_learning_rate")


def _share(schedule, step):
    """The initial rate, and the factor and `step / decay_steps`, rounded down on request, in its dtype."""
    rate = _initial(schedule)
    steps, factor = array_ops.cast(schedule.decay_steps, rate.dtype), array_ops.cast(schedule.decay_rate, rate.dtype)
    share = array_ops.cast(step, rate.dtype) / steps
    return rate, factor, math.floor(share) if schedule.staircase else share


class _Decay(LearningRateSchedule):
    _fields: tuple[str, ...]  # the arguments of the constructor
    _scope: str  # of the operations, unless there is a name
    name: str | None
    _rate_at: Callable[[TensorLike, str], AnyTensor]  # of the step and the scope, whose name the last operation may take

    def __call__(self, step: TensorLike) -> AnyTensor:
        with name_scope(self.name or self._scope) as scope:
            return self._rate_at(step, scope)

    def get_config(self) -> dict[str, Any]:
        return {n: getattr(self, n) for n in self._fields}


@tf_export("keras.optimizers.schedules.ExponentialDecay")
class ExponentialDecay(_Decay):
    """`initial_learning_rate * decay_rate ** (step / decay_steps)`.

    Mirrors `tf.keras.optimizers.schedules.ExponentialDecay`. Given to an optimizer as `learning_rate`, it counts steps, that is batches,
    not epochs.

    Arguments:
        initial_learning_rate: the rate at step 0.
        decay_steps: after how many steps the rate has been multiplied by `decay_rate` once.
        decay_rate: the factor.
        staircase: whether the exponent is a whole number, so that the rate falls in stairs; False by default.
        name: a name; None.

    Returns:
        When called with a step, a scalar tensor.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.ExponentialDecay(1.0, decay_steps=10, decay_rate=0.5)
        >>> [float(schedule(step)) for step in (0, 10, 20)]
        [1.0, 0.5, 0.25]
        >>> stairs = tf.keras.optimizers.schedules.ExponentialDecay(1.0, 10, 0.5, staircase=True)
        >>> [float(stairs(step)) for step in (0, 9, 10)]
        [1.0, 1.0, 0.5]
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "decay_steps", "decay_rate", "staircase", "name")
    _scope = "ExponentialDecay"

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

    def _rate_at(self, step, scope):
        rate, factor, share = _share(self, step)
        return math.multiply(rate, math.pow(factor, share), name=scope)


@tf_export("keras.optimizers.schedules.InverseTimeDecay")
class InverseTimeDecay(_Decay):
    """`initial_learning_rate / (1 + decay_rate * step / decay_steps)`.

    Mirrors `tf.keras.optimizers.schedules.InverseTimeDecay`. The rate falls quickly at first, and ever more slowly. Given to an optimizer
    as `learning_rate`, it counts steps, that is batches, not epochs.

    Arguments:
        initial_learning_rate: the rate at step 0.
        decay_steps: how many steps are one unit of time.
        decay_rate: by how much the divisor grows in it.
        staircase: whether only whole units count; False by default.
        name: a name; None.

    Returns:
        When called with a step, a scalar tensor.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.InverseTimeDecay(1.0, decay_steps=10, decay_rate=1.0)
        >>> [float(schedule(step)) for step in (0, 10, 30)]
        [1.0, 0.5, 0.25]
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ExponentialDecay._fields
    _scope = "InverseTimeDecay"

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

    def _rate_at(self, step, scope):
        rate, factor, share = _share(self, step)
        return math.divide(rate, shown_parts.recorded(_one_more, factor, share), name=scope)


def _one_more(factor, share):
    if one_by_one.wanted():
        return math.add(array_ops.cast(array_ops.constant(1), share.dtype), math.multiply(factor, share))
    return 1.0 + factor * share


@tf_export("keras.optimizers.schedules.PolynomialDecay")
class PolynomialDecay(_Decay):
    """From one learning rate to another in a number of steps, along a straight line or a power of it.

    Mirrors `tf.keras.optimizers.schedules.PolynomialDecay`. `(initial - end) * (1 - step / decay_steps) ** power + end`; after
    `decay_steps` the rate stays.

    Arguments:
        initial_learning_rate: the rate at step 0.
        decay_steps: how many steps it takes.
        end_learning_rate: the rate at their end; 0.0001 by default.
        power: 1.0 by default: a straight line.
        cycle: whether it begins anew after `decay_steps`, from a lower rate and in a longer period; False by default.
        name: a name; None.

    Returns:
        When called with a step, a scalar tensor.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.PolynomialDecay(1.0, decay_steps=4, end_learning_rate=0.0)
        >>> [float(schedule(step)) for step in (0, 1, 2, 4, 9)]
        [1.0, 0.75, 0.5, 0.0, 0.0]
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "decay_steps", "end_learning_rate", "power", "cycle", "name")
    _scope = "PolynomialDecay"

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

    def _rate_at(self, step, scope):
        rate = _initial(self)
        end, power = array_ops.cast(self.end_learning_rate, rate.dtype), array_ops.cast(self.power, rate.dtype)
        step, steps = array_ops.cast(step, rate.dtype), array_ops.cast(self.decay_steps, rate.dtype)
        if self.cycle:
            # Step 0 belongs to the first period, though its quotient is 0.
            equal, done = math.equal(step, 0), math.ceil(step / (steps if isinstance(self.decay_steps, Tensor) else self.decay_steps))
            steps = math.multiply(steps, array_ops.where(equal, 1.0, done))
        else:
            step = math.minimum(step, steps)
        share = step / steps
        return math.add(math.multiply(rate - end, math.pow(1 - share, power)), end, name=scope)


@tf_export("keras.optimizers.schedules.CosineDecay", "keras.experimental.CosineDecay")
class CosineDecay(_Decay):
    """Half a cosine from the learning rate down, on request after a rise to it.

    Mirrors `tf.keras.optimizers.schedules.CosineDecay`. With `warmup_target` the rate rises along a straight line from
    `initial_learning_rate` to it in `warmup_steps`, and falls from it in the `decay_steps` that follow; afterwards it stays.

    Arguments:
        initial_learning_rate: the rate at step 0.
        decay_steps: how many steps the fall takes.
        alpha: the share of the rate that is left at the end; 0.0 by default.
        name: a name; None.
        warmup_target: what to rise to first; None (default): nothing, the fall begins at once.
        warmup_steps: how many steps the rise takes; 0 by default.

    Returns:
        When called with a step, a scalar tensor.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.CosineDecay(1.0, decay_steps=10)
        >>> [round(float(schedule(step)), 3) for step in (0, 5, 10)]
        [1.0, 0.5, 0.0]
        >>> warm = tf.keras.optimizers.schedules.CosineDecay(0.0, 10, warmup_target=1.0, warmup_steps=4)
        >>> [round(float(warm(step)), 3) for step in (0, 2, 4, 14)]
        [0.0, 0.5, 1.0, 0.0]
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "decay_steps", "alpha", "name", "warmup_target", "warmup_steps")
    _scope = "CosineDecay"

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
        with name_scope(self.name or self._scope) if TS.graph is not None else nullcontext():
            share = step / steps
            cosine = 0.5 * (1.0 + math.cos(array_ops.constant(python_math.pi, start.dtype) * share))
            return math.multiply(start, (1 - self.alpha) * cosine + self.alpha)

    def _rate_at(self, step, scope):
        rate = _initial(self)
        steps, step = array_ops.cast(self.decay_steps, rate.dtype), array_ops.cast(step, rate.dtype)
        if self.warmup_target is None:
            return self._falling(math.minimum(step, steps), steps, rate)
        target, warmup = array_ops.cast(self.warmup_target, rate.dtype), array_ops.cast(self.warmup_steps, rate.dtype)
        return shown_parts.recorded(self._risen_or_falling, step, steps, rate, target, warmup)

    def _risen_or_falling(self, step, steps, rate, target, warmup):
        if one_by_one.wanted() and TS.graph is not None:
            step = math.minimum(step, steps + warmup)

            def rising():
                with name_scope(self.name or self._scope):
                    share = step / warmup
                    return (target - rate) * share + rate

            return cond(step < warmup, rising, lambda: self._falling(step - warmup, steps, target))
        rising = (target - rate) * (math.minimum(step, warmup) / warmup) + rate
        falling = self._falling(math.minimum(math.maximum(step - warmup, 0.0), steps), steps, target)
        return array_ops.where(step < warmup, rising, falling)


def within_period(share, t_mul, longer):
    """How many periods `share` times the first has passed, and what share of the next; each is `longer`, `t_mul`, times the one before."""
    # Periods of one length: otherwise the logarithm of 1 would be divided by.
    return _even_period(share) if t_mul == 1.0 else _growing_period(share, longer)


def _even_period(share):
    period = math.floor(share)
    return period, share - period


def _growing_period(share, longer):
    period = math.floor(_exact_log(1.0 - share * (1.0 - longer)) / _exact_log(longer))
    return period, (share - (1.0 - longer**period) / (1.0 - longer)) / longer**period


def _exact_log(x):
    if one_by_one.wanted() and TS.graph is not None:
        return math.log(x)
    # In float64, rounded as TensorFlow's logarithm of a number is: where a period ends, the last digit decides.
    return array_ops.cast(math.log(array_ops.cast(x, "float64")), x.dtype)


@tf_export("keras.optimizers.schedules.CosineDecayRestarts", "keras.experimental.CosineDecayRestarts")
class CosineDecayRestarts(_Decay):
    """Half a cosine down, again and again in longer periods (Loshchilov and Hutter, 2016).

    Mirrors `tf.keras.optimizers.schedules.CosineDecayRestarts`. At the end of a period the rate jumps up again, which lets training leave a
    poor minimum.

    Arguments:
        initial_learning_rate: the rate at step 0.
        first_decay_steps: how many steps the first period takes.
        t_mul: how many times as long each period is as the one before; 2.0 by default.
        m_mul: how many times as high each period begins; 1.0 by default.
        alpha: the share of the rate that is left at the end of a period; 0.0 by default.
        name: a name; None.

    Returns:
        When called with a step, a scalar tensor.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.CosineDecayRestarts(1.0, first_decay_steps=10, m_mul=0.5)
        >>> [round(float(schedule(step)), 3) for step in (0, 5, 10, 20)]
        [1.0, 0.5, 0.5, 0.25]
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("initial_learning_rate", "first_decay_steps", "t_mul", "m_mul", "alpha", "name")
    _scope = "SGDRDecay"

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

    def _rate_at(self, step, scope):
        rate = _initial(self)
        others = (self.first_decay_steps, self.alpha, self._t_mul, self._m_mul)
        first, least, longer, higher = (array_ops.cast(x, rate.dtype) for x in others)
        share = array_ops.cast(step, rate.dtype) / first
        return shown_parts.recorded(self._restarted, rate, share, least, longer, higher, scope)

    def _restarted(self, rate, share, least, longer, higher, scope):
        if one_by_one.wanted() and TS.graph is not None:
            period, share = cond(math.equal(longer, 1.0), lambda: _even_period(share), lambda: _growing_period(share, longer))
        else:
            period, share = within_period(share, self._t_mul, longer)
        height = 0.5 * higher**period
        cosine = height * (1.0 + math.cos(array_ops.constant(python_math.pi, rate.dtype) * share))
        return math.multiply(rate, (1 - least) * cosine + least, name=scope)


@tf_export("keras.optimizers.schedules.PiecewiseConstantDecay")
class PiecewiseConstantDecay(_Decay):
    """Constant learning rates, which change at given steps.

    Mirrors `tf.keras.optimizers.schedules.PiecewiseConstantDecay`. `values[0]` holds up to and with the step `boundaries[0]`, `values[1]`
    up to and with `boundaries[1]`, and the last value after them all.

    Arguments:
        boundaries: ascending numbers of steps (batches, not epochs).
        values: the rates, one more than there are boundaries.
        name: a name; None.

    Returns:
        When called with a step, a scalar tensor.

    Raises:
        ValueError: numbers of `boundaries` and `values` that do not fit.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay([100, 200], [1.0, 0.5, 0.25])
        >>> [float(schedule(step)) for step in (0, 100, 101, 1000)]
        [1.0, 1.0, 0.5, 0.25]
    """

    __module__ = "keras.src.optimizers.schedules.learning_rate_schedule"
    _fields = ("boundaries", "values", "name")
    _scope = "PiecewiseConstant"

    def __init__(self, boundaries: Sequence[TensorLike], values: Sequence[TensorLike], name: str | None = None) -> None:
        if len(boundaries) != len(values) - 1:
            raise ValueError(
                "The length of boundaries should be 1 less than the length of values. Received: "
                f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of length {len(values)}."
            )
        self.boundaries, self.values, self.name = boundaries, values, name

    def _rate_at(self, step, scope):
        return shown_parts.recorded(piecewise, step, self.boundaries, self.values)


def piecewise(step, boundaries, values, scope=None):
    """The value of `values` at `step`; `scope`: of what is done after values are converted."""
    if one_by_one.wanted() and TS.graph is not None:
        return _by_cases(step, boundaries, values, scope)
    with name_scope(scope) if scope else nullcontext():
        step = convert_to_tensor(step)
        found = convert_to_tensor(values[-1])
        for bound, value in zip(reversed(boundaries), reversed(values[:-1])):
            found = array_ops.where(step <= array_ops.cast(bound, step.dtype), convert_to_tensor(value, found.dtype), found)
        return found


def _by_cases(step, boundaries, values, scope):
    limits = [array_ops.convert_to_tensor(b) for b in boundaries]
    rates = [array_ops.convert_to_tensor(v) for v in values]
    at = array_ops.convert_to_tensor(step)
    limits = [array_ops.cast(b, at.dtype) for b in limits]
    with name_scope(scope) if scope else nullcontext():
        at = array_ops.convert_to_tensor(step) if scope else at
        pairs = [(at <= limits[0], lambda: rates[0]), (at > limits[-1], lambda: rates[-1])]
        for low, high, rate in zip(limits, limits[1:], rates[1:]):
            pairs.append(((at > low) & (at <= high), lambda rate=rate: rate))
        return case(pairs, lambda: rates[0], exclusive=True)


_KIND = Kind("decay", "keras.optimizers.schedules", PublicNames("keras.optimizers.schedules"))


@tf_export("keras.optimizers.schedules.serialize")
def serialize(learning_rate_schedule: LearningRateSchedule, use_legacy_format: bool = False) -> dict[str, Any]:
    """The class and the arguments of a schedule, as a dictionary of plain values.

    Mirrors `tf.keras.optimizers.schedules.serialize`. `deserialize` makes a schedule of it again; the configuration of an optimizer
    contains it under "learning_rate". JSON can hold the dictionary.

    Arguments:
        learning_rate_schedule: a schedule with `get_config`.
        use_legacy_format: whether only "class_name" and "config" are given, as earlier versions of Keras wrote it; False by default.

    Returns:
        A dictionary.

    Example:
        >>> schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 100, 0.9)
        >>> config = tf.keras.optimizers.schedules.serialize(schedule)
        >>> config["class_name"], config["config"]["decay_steps"]
        ('ExponentialDecay', 100)
    """
    return _KIND.serialize(learning_rate_schedule, use_legacy_format)


@tf_export("keras.optimizers.schedules.deserialize")
def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None, use_legacy_format: bool = False) -> Any:
    """The schedule that a dictionary of `serialize` describes.

    Mirrors `tf.keras.optimizers.schedules.deserialize`. Both formats are recognized by their keys. Classes are looked up among those of
    Keras and those that were registered or are given.

    Arguments:
        config: the dictionary.
        custom_objects: classes by name; None (default): none.
        use_legacy_format: need not be said.

    Returns:
        A `LearningRateSchedule`.

    Raises:
        ValueError: an unknown class. TypeError: arguments that the class does not take.

    Example:
        >>> config = {"class_name": "ExponentialDecay", "config": {"initial_learning_rate": 1.0, "decay_steps": 1, "decay_rate": 0.5}}
        >>> float(tf.keras.optimizers.schedules.deserialize(config)(2))
        0.25
    """
    return _KIND.deserialize(config, custom_objects, use_legacy_format)
