"""Learning rates that change with the global step. In graphs they give a tensor, eagerly a function without arguments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops import cast, constant
from tfshim.array_ops import convert_to_tensor as named
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.optimizers.schedules import CosineDecayRestarts, ExponentialDecay, InverseTimeDecay, PolynomialDecay, piecewise
from tfshim.math import cos, exp, minimum, multiply
from tfshim.math import pow as power
from tfshim.math.arithmetic import negative
from tfshim.math.elementwise import sqrt
from tfshim.random.stateful import normal

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _rate(name, title, global_step, compute):
    """The learning rate as a tensor, or eagerly as a function that looks at the step when it is called."""

    def value():
        with name_scope(name, title) as scope:
            return compute(scope or None)  # the name of the last operation

    return _at(title, global_step, value)


def _at(title, global_step, value):
    if global_step is None:
        raise ValueError(f"Argument `global_step` is required for {title}.")
    return value() if TS.graph is not None else value


def _schedule(learning_rate, global_step, steps, *others):
    """The rate, and the others in its dtype, converted in the order in which TensorFlow does it: the step comes last."""
    rate = named(learning_rate, name="initial_learning_rate") if TS.graph is not None else convert_to_tensor(learning_rate)
    steps, *made = [cast(x, rate.dtype) for x in (steps, *others)]
    return (rate, cast(global_step, rate.dtype), steps, *made)


@tf_export(v1=["train.exponential_decay"])
def exponential_decay(
    learning_rate: FloatLike,
    global_step: TensorLike,
    decay_steps: FloatLike,
    decay_rate: FloatLike,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that is multiplied by a factor in each period. Mirrors `tf.compat.v1.train.exponential_decay`.

    `learning_rate * decay_rate ** (global_step / decay_steps)`, the exponent rounded down with `staircase`. In TensorFlow 2:
    `tf.keras.optimizers.schedules.ExponentialDecay`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        decay_rate: how far it falls, a number or scalar tensor.
        staircase: whether the rate stays until so many steps are full; False by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.exponential_decay(1.0, step, decay_steps=10, decay_rate=0.5)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 0.7071, 0.5, 0.25]
    """
    schedule = ExponentialDecay(learning_rate, decay_steps, decay_rate, staircase, name)
    return _at("ExponentialDecay", global_step, lambda: schedule(global_step))


@tf_export(v1=["train.natural_exp_decay"])
def natural_exp_decay(
    learning_rate: FloatLike,
    global_step: TensorLike,
    decay_steps: FloatLike,
    decay_rate: FloatLike,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that falls by the natural exponential function. Mirrors `tf.compat.v1.train.natural_exp_decay`.

    `learning_rate * exp(-decay_rate * global_step / decay_steps)`, the quotient of the steps rounded down with `staircase`. In
    TensorFlow 2: `tf.keras.optimizers.schedules.ExponentialDecay`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        decay_rate: how far it falls, a number or scalar tensor.
        staircase: whether the rate stays until so many steps are full; False by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.natural_exp_decay(1.0, step, decay_steps=10, decay_rate=0.5)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 0.7788, 0.6065, 0.3679]
    """
    schedule = ExponentialDecay(learning_rate, decay_steps, exp(negative(decay_rate)), staircase, name)
    return _at("ExponentialDecay", global_step, lambda: schedule(global_step))


@tf_export(v1=["train.inverse_time_decay"])
def inverse_time_decay(
    learning_rate: FloatLike,
    global_step: TensorLike,
    decay_steps: FloatLike,
    decay_rate: FloatLike,
    staircase: bool = False,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that falls as one over the steps. Mirrors `tf.compat.v1.train.inverse_time_decay`.

    `learning_rate / (1 + decay_rate * global_step / decay_steps)`, the quotient of the steps rounded down with `staircase`. In
    TensorFlow 2: `tf.keras.optimizers.schedules.InverseTimeDecay`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        decay_rate: how far it falls, a number or scalar tensor.
        staircase: whether the rate stays until so many steps are full; False by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.inverse_time_decay(1.0, step, decay_steps=10, decay_rate=0.5)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 0.8, 0.6667, 0.5]
    """
    schedule = InverseTimeDecay(learning_rate, decay_steps, decay_rate, staircase, name)
    return _at("InverseTimeDecay", global_step, lambda: schedule(global_step))


def _check_pieces(dtype, boundaries, values):
    """Raise ValueError for boundaries of another dtype than the steps, and values of several dtypes."""
    for boundary in map(convert_to_tensor, boundaries):
        if boundary.dtype != dtype and (boundary.dtype, dtype) != (dt.int32, dt.int64):
            raise ValueError(f"Boundaries ({boundary.dtype}) must have the same dtype as x ({dtype}).")
    first, *others = [convert_to_tensor(v).dtype for v in values]
    for other in others:
        if other != first:
            raise ValueError(f"Values must have elements all with the same dtype ({first} vs {other}).")


@tf_export(v1=["train.piecewise_constant", "train.piecewise_constant_decay"])
def piecewise_constant(
    x: TensorLike, boundaries: Sequence[TensorLike], values: Sequence[TensorLike], name: str | None = None
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that has a constant value in each of several stretches of steps. Mirrors `tf.compat.v1.train.piecewise_constant`.

    `values[0]` for steps up to `boundaries[0]`, `values[1]` for those after it up to `boundaries[1]`, and the last value beyond. In
    TensorFlow 2: `tf.keras.optimizers.schedules.PiecewiseConstantDecay`.

    Arguments:
        x: the step, a scalar tensor or variable; its dtype has to be that of the boundaries.
        boundaries: a list of increasing numbers of steps.
        values: a list of rates of one dtype, one more than boundaries.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: another number of values, several dtypes, or `x` is None.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.piecewise_constant(step, [5, 10], [1.0, 0.5, 0.1])
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 1.0, 0.5, 0.1]
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    _ = boundaries[0]  # IndexError without any, as in TensorFlow
    if x is not None:
        _check_pieces(getattr(x, "dtype", None) or convert_to_tensor(x).dtype, boundaries, values)
    pieces = (x, list(boundaries), list(values), name or "PiecewiseConstant")
    return _at("PiecewiseConstant", x, lambda: shown_parts.recorded(piecewise, *pieces))


@tf_export(v1=["train.polynomial_decay"])
def polynomial_decay(
    learning_rate: FloatLike,
    global_step: TensorLike,
    decay_steps: FloatLike,
    end_learning_rate: FloatLike = 0.0001,
    power: FloatLike = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that falls along a polynomial, a straight line by default. Mirrors `tf.compat.v1.train.polynomial_decay`.

    `(learning_rate - end_learning_rate) * (1 - global_step / decay_steps) ** power + end_learning_rate` for steps up to
    `decay_steps`. In TensorFlow 2: `tf.keras.optimizers.schedules.PolynomialDecay`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        end_learning_rate: where it ends and stays; 0.0001 by default.
        power: the degree; 1.0 by default.
        cycle: whether it begins again, each time in the next multiple of `decay_steps`, instead of staying; False by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.polynomial_decay(1.0, step, decay_steps=10, end_learning_rate=0.2)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 0.6, 0.2, 0.2]
    """
    schedule = PolynomialDecay(learning_rate, decay_steps, end_learning_rate, power, cycle, name)
    return _at("PolynomialDecay", global_step, lambda: schedule(global_step))


@tf_export(v1=["train.cosine_decay"])
def cosine_decay(
    learning_rate: FloatLike, global_step: TensorLike, decay_steps: FloatLike, alpha: FloatLike = 0.0, name: str | None = None
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that falls along half a cosine (Loshchilov and Hutter, 2016). Mirrors `tf.compat.v1.train.cosine_decay`.

    `learning_rate * ((1 - alpha) * (1 + cos(pi * global_step / decay_steps)) / 2 + alpha)` for steps up to `decay_steps`, then
    constant. In TensorFlow 2: `tf.keras.optimizers.schedules.CosineDecay`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        alpha: which share of the first rate is left in the end; 0.0 by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.cosine_decay(1.0, step, decay_steps=10)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 0.5, 0.0, 0.0]
    """

    def compute(name):
        rate, step, steps = _schedule(learning_rate, global_step, decay_steps)
        done = minimum(step, steps) / steps
        cosine = 0.5 * (1.0 + cos(constant(math.pi, rate.dtype) * done))
        return multiply(rate, (1 - alpha) * cosine + alpha)

    return _rate(name, "CosineDecay", global_step, compute)


@tf_export(v1=["train.cosine_decay_restarts"])
def cosine_decay_restarts(
    learning_rate: FloatLike,
    global_step: TensorLike,
    first_decay_steps: FloatLike,
    t_mul: FloatLike = 2.0,
    m_mul: FloatLike = 1.0,
    alpha: FloatLike = 0.0,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that falls along half a cosine again and again (Loshchilov and Hutter, 2016).

    Mirrors `tf.compat.v1.train.cosine_decay_restarts`. After the first period the next one begins, `t_mul` times as long and from
    `m_mul` times the rate. In TensorFlow 2: `tf.keras.optimizers.schedules.CosineDecayRestarts`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        first_decay_steps: how long the first period is, a number or scalar tensor.
        t_mul: how many times as long as the one before each period is; 2.0 by default.
        m_mul: the factor of the rate from one period to the next; 1.0 by default.
        alpha: which share of the first rate is left at the end of a period; 0.0 by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.cosine_decay_restarts(1.0, step, first_decay_steps=10)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.0, 0.5, 1.0, 0.5]
    """
    schedule = CosineDecayRestarts(learning_rate, first_decay_steps, t_mul, m_mul, alpha, name)
    return _at("SGDRDecay", global_step, lambda: schedule(global_step))


def _waves(step, steps, periods):
    """How much of `steps` is left at `step`, and `periods` of a cosine from 1 to 0."""
    step = minimum(step, steps)
    linear = (steps - step) / steps
    return linear, _wave(step, steps, periods)


def _wave(step, steps, periods):
    done = step / steps
    turns = 2.0 * periods * done
    return 0.5 * (1.0 + cos(constant(math.pi, step.dtype) * turns))


@tf_export(v1=["train.linear_cosine_decay"])
def linear_cosine_decay(
    learning_rate: FloatLike,
    global_step: TensorLike,
    decay_steps: FloatLike,
    num_periods: FloatLike = 0.5,
    alpha: FloatLike = 0.0,
    beta: FloatLike = 0.001,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """A learning rate that falls along a line times a cosine (Bello et al., 2017). Mirrors `tf.compat.v1.train.linear_cosine_decay`.

    `learning_rate * ((alpha + 1 - t) * (1 + cos(pi * 2 * num_periods * t)) / 2 + beta)`, where `t` is `global_step / decay_steps`, at
    most one. In TensorFlow 2: `tf.keras.optimizers.schedules.LearningRateSchedule`.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        num_periods: how many periods of the cosine there are; 0.5 by default.
        alpha: added to the line; 0.0 by default.
        beta: added to the product; 0.001 by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate, for an optimizer's `learning_rate`; while executing eagerly a function without
        arguments that gives it, which optimizers call in each step.

    Raises:
        ValueError: `global_step` is None; TensorFlow says so only when an eager function is called.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.linear_cosine_decay(1.0, step, decay_steps=10)
        ...     print([round(float(session.run(rate, {step: n})), 4) for n in (0, 5, 10, 20)])
        [1.001, 0.251, 0.001, 0.001]
    """

    def compute(name):
        rate, step, steps, periods, least, added = _schedule(learning_rate, global_step, decay_steps, num_periods, alpha, beta)
        linear, cosine = _waves(step, steps, periods)
        return multiply(rate, (least + linear) * cosine + added, name=name)

    return _rate(name, "LinearCosineDecay", global_step, compute)


@tf_export(v1=["train.noisy_linear_cosine_decay"])
def noisy_linear_cosine_decay(
    learning_rate: FloatLike,
    global_step: TensorLike,
    decay_steps: FloatLike,
    initial_variance: FloatLike = 1.0,
    variance_decay: FloatLike = 0.55,
    num_periods: FloatLike = 0.5,
    alpha: FloatLike = 0.0,
    beta: FloatLike = 0.001,
    name: str | None = None,
) -> Tensor | Callable[[], Tensor]:
    """`linear_cosine_decay` with noise on the line, whose variance falls (Bello et al., 2017).

    Mirrors `tf.compat.v1.train.noisy_linear_cosine_decay`. The noise is drawn from a normal distribution with the variance
    `initial_variance / (1 + global_step) ** variance_decay`, anew each time the rate is computed.

    Arguments:
        learning_rate: the first rate, a float or a float32 or float64 scalar tensor.
        global_step: an integer scalar tensor or variable, usually that of `tf.compat.v1.train.get_or_create_global_step()`.
        decay_steps: in how many steps the rate falls once, a number or scalar tensor above zero.
        initial_variance: of the noise in the first step; 1.0 by default.
        variance_decay: how fast it falls; 0.55 by default.
        num_periods: how many periods of the cosine there are; 0.5 by default.
        alpha: added to the line; 0.0 by default.
        beta: added to the product; 0.001 by default.
        name: a name for the operations.

    Returns:
        A scalar tensor of the dtype of the rate; while executing eagerly a function without arguments that gives it.

    Raises:
        ValueError: `global_step` is None.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     step = tf.compat.v1.placeholder(tf.int64, [])
        ...     rate = tf.compat.v1.train.noisy_linear_cosine_decay(1.0, step, decay_steps=10)
        ...     print(session.run(rate, {step: 3}) != session.run(rate, {step: 3}), round(float(session.run(rate, {step: 10})), 4))
        True 0.001
    """

    def compute(name):
        others = (decay_steps, initial_variance, variance_decay, num_periods, alpha, beta)
        rate, step, steps, variance, fall, periods, least, added = _schedule(learning_rate, global_step, *others)
        step = minimum(step, steps)
        linear = (steps - step) / steps
        deviation = sqrt(variance / power(1.0 + step, fall))
        noisy = linear + normal(linear.shape, stddev=deviation, dtype=rate.dtype)
        cosine = _wave(step, steps, periods)
        return multiply(rate, (least + noisy) * cosine + added, name=name)

    return _rate(name, "NoisyLinearCosineDecay", global_step, compute)
