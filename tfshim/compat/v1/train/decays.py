"""Learning rates that change with the global step. In graphs they give a tensor, eagerly a function without arguments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops import cast, constant
from tfshim.array_ops.masking import where
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.optimizers.schedules import within_period
from tfshim.math import add, ceil, cos, divide, exp, floor, minimum, multiply
from tfshim.math import pow as power
from tfshim.math.arithmetic import pow as raised
from tfshim.math.comparison import equal
from tfshim.math.elementwise import sqrt
from tfshim.random.stateful import normal

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _rate(name, title, global_step, compute):
    """The learning rate as a tensor, or eagerly as a function that looks at the step when it is called."""
    if global_step is None:
        raise ValueError(f"Argument `global_step` is required for {title}.")

    def value():
        with name_scope(name, title) as scope:
            return compute(scope or None)  # the name of the last operation

    return value() if TS.graph is not None else value


def _schedule(learning_rate, global_step, *others):
    rate = convert_to_tensor(learning_rate, name="learning_rate")
    made = [cast(x, rate.dtype) for x in (global_step, *others)]
    return (rate, *made)


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

    def compute(name):
        rate, step, steps, decay = _schedule(learning_rate, global_step, decay_steps, decay_rate)
        p = step / steps
        return multiply(rate, power(decay, floor(p) if staircase else p), name=name)

    return _rate(name, "ExponentialDecay", global_step, compute)


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
    made = convert_to_tensor(decay_rate)
    if not made.dtype.is_floating:
        exp(-made)  # which TensorFlow computes first, and which refuses integers

    def compute(name):
        rate, step, steps, decay = _schedule(learning_rate, global_step, decay_steps, decay_rate)
        p = step / steps
        return multiply(rate, exp(-decay * (floor(p) if staircase else p)), name=name)

    return _rate(name, "ExponentialDecay", global_step, compute)


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

    def compute(name):
        rate, step, steps, decay = _schedule(learning_rate, global_step, decay_steps, decay_rate)
        p = step / steps
        return divide(rate, 1.0 + decay * (floor(p) if staircase else p), name=name)

    return _rate(name, "InverseTimeDecay", global_step, compute)


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
    if x is not None:
        _check_pieces(convert_to_tensor(x).dtype, boundaries, values)

    def compute(name):
        step = convert_to_tensor(x)
        made = convert_to_tensor(values[-1])
        _ = list(boundaries)[0]  # IndexError without any, as in TensorFlow
        for boundary, value in reversed(list(zip(boundaries, values))):
            made = where(step <= cast(boundary, step.dtype), convert_to_tensor(value, made.dtype), made)
        return made

    return _rate(name, "PiecewiseConstant", x, compute)


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

    def compute(name):
        rate, step, steps, end, exponent = _schedule(learning_rate, global_step, decay_steps, end_learning_rate, power)
        if cycle:
            # Step 0 belongs to the first period, though its quotient is 0.
            steps = steps * where(step == 0 if TS.graph is None else _is_zero(step), constant(1.0, rate.dtype), ceil(step / steps))
        else:
            step = minimum(step, steps)
        return add((rate - end) * raised(1 - step / steps, exponent), end, name=name)

    return _rate(name, "PolynomialDecay", global_step, compute)


def _is_zero(step):
    return equal(step, 0.0)


@tf_export(v1=["train.cosine_decay"])
def cosine_decay(
    learning_rate: FloatLike, global_step: TensorLike, decay_steps: FloatLike, alpha: FloatLike = 0.0, name: str | None = None
) -> Tensor | Callable[[], Tensor]:
    """From `learning_rate` to `alpha` times it in `decay_steps`, along half a cosine. Mirrors `tf.compat.v1.train.cosine_decay`."""

    def compute(name):
        rate, step, steps = _schedule(learning_rate, global_step, decay_steps)
        done = minimum(step, steps) / steps
        return rate * ((1 - alpha) * 0.5 * (1.0 + cos(constant(math.pi, rate.dtype) * done)) + alpha)

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

    def compute(name):
        rate, step, first, longer, higher = _schedule(learning_rate, global_step, first_decay_steps, t_mul, m_mul)
        restart, done = within_period(step / first, t_mul, longer)
        wave = 1.0 + cos(constant(math.pi, rate.dtype) * done)
        return multiply(rate, (1 - alpha) * 0.5 * power(higher, restart) * wave + alpha, name=name)

    return _rate(name, "SGDRDecay", global_step, compute)


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
        rate, step, steps = _schedule(learning_rate, global_step, decay_steps)
        step = minimum(step, steps)
        linear = (steps - step) / steps
        cosine = 0.5 * (1.0 + cos(constant(2.0 * math.pi * num_periods, rate.dtype) * step / steps))
        return multiply(rate, (alpha + linear) * cosine + beta, name=name)

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
        rate, step, steps = _schedule(learning_rate, global_step, decay_steps)
        step = minimum(step, steps)
        linear = (steps - step) / steps
        deviation = sqrt(initial_variance / power(1.0 + step, variance_decay))
        noisy = linear + normal(linear.shape, dtype=rate.dtype) * deviation
        cosine = 0.5 * (1.0 + cos(constant(2.0 * math.pi * num_periods, rate.dtype) * step / steps))
        return multiply(rate, (alpha + noisy) * cosine + beta, name=name)

    return _rate(name, "NoisyLinearCosineDecay", global_step, compute)
