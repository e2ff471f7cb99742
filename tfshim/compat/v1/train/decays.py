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
    """`learning_rate * decay_rate ** (global_step / decay_steps)`, in whole steps with `staircase`. Mirrors the function of TF 1."""
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
    """`learning_rate * exp(-decay_rate * global_step / decay_steps)`. Mirrors `tf.compat.v1.train.natural_exp_decay`."""
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
    """`learning_rate / (1 + decay_rate * global_step / decay_steps)`. Mirrors `tf.compat.v1.train.inverse_time_decay`."""
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
    """`values[i]` for steps `x` up to `boundaries[i]`, the last value beyond. Mirrors `tf.compat.v1.train.piecewise_constant`.

    Raises ValueError unless there is one value more than there are boundaries.
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
    """From `learning_rate` to `end_learning_rate` in `decay_steps`, along a polynomial of degree `power`, once or in cycles.

    Mirrors `tf.compat.v1.train.polynomial_decay`.
    """
    schedule = PolynomialDecay(learning_rate, decay_steps, end_learning_rate, power, cycle, name)
    return _at("PolynomialDecay", global_step, lambda: schedule(global_step))


@tf_export(v1=["train.cosine_decay"])
def cosine_decay(
    learning_rate: FloatLike, global_step: TensorLike, decay_steps: FloatLike, alpha: FloatLike = 0.0, name: str | None = None
) -> Tensor | Callable[[], Tensor]:
    """From `learning_rate` to `alpha` times it in `decay_steps`, along half a cosine. Mirrors `tf.compat.v1.train.cosine_decay`."""

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
    """`cosine_decay` that restarts, each time `t_mul` times as long and `m_mul` times as high. Mirrors the function of TF 1."""
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
    """A straight line times `num_periods` of a cosine. Mirrors `tf.compat.v1.train.linear_cosine_decay`."""

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
    """`linear_cosine_decay` with noise whose variance falls. Mirrors `tf.compat.v1.train.noisy_linear_cosine_decay`."""

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
