"""Functions of two arrays and more, element by element."""

from __future__ import annotations

import builtins
import inspect
import numbers
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops, bitwise, math, nn
from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.experimental.numpy import _pairwise_texts
from tfshim.experimental.numpy._types import asarray, default_float, floating, inexact_dtype, is_tensor, named, promoted, promoted_pair
from tfshim.experimental.numpy.elementwise import exp, exp2, isnan, log1p, sqrt, square

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_X1X2 = inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in ("x1", "x2")])


def _two(
    name: str, function: Callable[..., Any], booleans: Callable[..., Any] | None = None, together: Callable[..., Any] = promoted_pair
) -> Callable[..., Tensor]:
    def run(x1: TensorLike, x2: TensorLike) -> Tensor:
        a, b = together(x1, x2)
        return booleans(a, b) if booleans is not None and a.dtype == dt.bool else function(a, b)

    run.__doc__ = _pairwise_texts.of_two(name)
    return named(name, run, _X1X2)


def _with_bools_as(dtype, function):
    def run(a, b):
        return function(array_ops.cast(a, dtype), array_ops.cast(b, dtype))

    return run


def _as_bools(a, b):
    """Each by itself, as their dtypes need none in common."""
    return asarray(a, bool), asarray(b, bool)


def _bools_as_floats(a, b):
    return _with_bools_as(default_float(), math.truediv)(a, b)


@tf_export("experimental.numpy.clip")
def clip(a: TensorLike, a_min: TensorLike | None, a_max: TensorLike | None) -> Tensor:
    """Numbers brought within limits. Mirrors `tf.experimental.numpy.clip`.

    Arguments:
        a: a tensor, array, number or nested list.
        a_min: the least number, or None for none; broadcast.
        a_max: the greatest number, likewise.

    Returns:
        A tensor.

    Raises:
        ValueError: neither limit is given.
        InvalidArgumentError: the shapes do not broadcast.

    Where the limits are crossed, the lower one counts, where NumPy takes the upper one. The gradient is 0 outside.

    Example:
        >>> tf.experimental.numpy.clip([-1, 5, 20], 0, 10)
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([ 0,  5, 10])>
        >>> tf.experimental.numpy.clip([-1.5, 0.5], None, [0, 1])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([-1.5,  0.5])>
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    if a_min is None:
        return minimum(a, a_max)
    if a_max is None:
        return maximum(a, a_min)
    a, low, high = promoted(a, a_min, a_max)
    return math.maximum(math.minimum(a, high), low)  # where the limits are crossed, the lower one counts


add = _two("add", math.add, booleans=math.logical_or)


subtract = _two("subtract", math.subtract)
multiply = _two("multiply", math.multiply, booleans=math.logical_and)
true_divide = _two("true_divide", math.truediv, booleans=_bools_as_floats)
divide = _two("divide", math.truediv, booleans=_bools_as_floats)
floor_divide = _two("floor_divide", math.floordiv, booleans=_with_bools_as(dt.int8, math.floordiv))
mod = _two("mod", math.floormod, booleans=_with_bools_as(dt.int8, math.floormod))
remainder = _two("remainder", math.floormod, booleans=_with_bools_as(dt.int8, math.floormod))
power = _two("power", math.pow)
_maximum = _two("maximum", math.maximum, booleans=math.logical_or)


@tf_export("experimental.numpy.maximum")
def maximum(x1: TensorLike, x2: TensorLike) -> Tensor:
    if isinstance(x2, numbers.Real) and not isinstance(x2, bool) and x2 == 0 and is_tensor(x1) and x1.dtype != dt.bool:
        return nn.relu(x1)  # which keeps the dtype, whatever that of the zero
    return _maximum(x1, x2)


maximum.__doc__ = _maximum.__doc__


minimum = _two("minimum", math.minimum, booleans=math.logical_and)
arctan2 = _two("arctan2", math.atan2)
nextafter = _two("nextafter", math.nextafter)


@tf_export("experimental.numpy.hypot")
def hypot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The length of the hypotenuse: the root of the sum of both squares. Mirrors `tf.experimental.numpy.hypot`.

    Arguments:
        x1, x2: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.

    Returns:
        A tensor of the broadcast shape.

    Raises:
        AttributeError: integers, while NumPy's behaviour is not enabled (`experimental_enable_numpy_behavior`).

    The squares are computed, so numbers beyond the root of the greatest one give infinity, where NumPy's do not. The gradient is NaN where
    both are 0.

    Example:
        >>> tf.experimental.numpy.hypot([3.0], [4.0])
        <tf.Tensor: shape=(1,), dtype=float64, numpy=array([5.])>
        >>> tf.experimental.numpy.hypot(tf.constant([1.0]), tf.constant([1.0, 2.0]))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.4142135, 2.236068 ], dtype=float32)>
    """
    return sqrt(square(x1) + square(x2))


float_power = _two("float_power", math.pow)


def _log_sum(name, exponential, scale):
    def run(x1, x2):
        greatest, gap = maximum(x1, x2), x1 - x2
        # What has no difference is NaN or an infinity of one sign.
        return array_ops.where(isnan(gap), *promoted(x1 + x2, greatest + log1p(exponential(-builtins.abs(gap))) / scale))

    run.__doc__ = _pairwise_texts.of_two(name)
    return named(name, run, _X1X2)


logaddexp = _log_sum("logaddexp", exp, 1.0)
logaddexp2 = _log_sum("logaddexp2", exp2, np.log(2))


@tf_export("experimental.numpy.heaviside")
def heaviside(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The step function: 0 for negative numbers, 1 for positive ones, and a given value for 0. Mirrors `tf.experimental.numpy.heaviside`.

    Arguments:
        x1: the numbers: a tensor, array, number or nested list.
        x2: the value for 0, broadcast with them.

    Returns:
        A tensor of floats.

    Raises:
        AttributeError: two of integers, while NumPy's behaviour is not enabled (`experimental_enable_numpy_behavior`).

    NaN gives the second argument. There is no gradient for `x1`.

    Example:
        >>> tf.experimental.numpy.heaviside([-1.0, 0.0, 2.0], 0.5)
        <tf.Tensor: shape=(3,), dtype=float64, numpy=array([0. , 0.5, 1. ])>
    """
    a, b = promoted_pair(x1, x2)
    one, zero = array_ops.constant(1, b.dtype), array_ops.constant(0, b.dtype)
    return floating(array_ops.where(a < 0, zero, array_ops.where(a > 0, one, b)))


@op("_Gcd", a="T", b="T", grad=None, register=False)
def _gcd(a, b, name=None):
    return torch.gcd(a, b)


def _integers(name, function):
    def run(a, b):
        if not a.dtype.is_integer:
            raise ValueError(f"Arguments to `{name}` must be integers.")
        return function(math.abs(a), math.abs(b))

    return run


def _lcm(a, b):
    divisor = _gcd(a, b)
    # Two zeros have the divisor 0: their multiple is 0, without a division.
    safe = array_ops.where(math.equal(divisor, 0), array_ops.ones_like(divisor), divisor)
    return array_ops.where(math.equal(divisor, 0), array_ops.zeros_like(divisor), a * (b // safe))


gcd = _two("gcd", _integers("gcd", _gcd))
lcm = _two("lcm", _integers("lcm", _lcm))
bitwise_and = _two("bitwise_and", bitwise.bitwise_and, booleans=math.logical_and)
bitwise_or = _two("bitwise_or", bitwise.bitwise_or, booleans=math.logical_or)
bitwise_xor = _two("bitwise_xor", bitwise.bitwise_xor, booleans=math.logical_xor)
equal = _two("equal", math.equal, together=promoted)
not_equal = _two("not_equal", math.not_equal, together=promoted)
greater = _two("greater", math.greater, booleans=_with_bools_as(dt.int8, math.greater), together=promoted)
greater_equal = _two("greater_equal", math.greater_equal, booleans=_with_bools_as(dt.int8, math.greater_equal), together=promoted)
less = _two("less", math.less, booleans=_with_bools_as(dt.int8, math.less), together=promoted)
less_equal = _two("less_equal", math.less_equal, booleans=_with_bools_as(dt.int8, math.less_equal), together=promoted)
logical_and = _two("logical_and", math.logical_and, together=_as_bools)
logical_or = _two("logical_or", math.logical_or, together=_as_bools)
logical_xor = _two("logical_xor", math.logical_xor, together=_as_bools)


@tf_export("experimental.numpy.divmod")
def divmod(x1: TensorLike, x2: TensorLike) -> tuple[Tensor, Tensor]:  # noqa: A001
    """The quotient rounded down and what is left: `floor_divide` and `mod` at once. Mirrors `tf.experimental.numpy.divmod`.

    Arguments:
        x1, x2: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.

    Returns:
        A pair of tensors of the broadcast shape.

    Raises:
        InvalidArgumentError: integers divided by 0, or shapes that do not broadcast.

    Both round towards minus infinity, so that `x2 * quotient + rest` is `x1`. The gradient reaches the rest only.

    Example:
        >>> tf.experimental.numpy.divmod(7, 2)
        (<tf.Tensor: shape=(), dtype=int64, numpy=3>, <tf.Tensor: shape=(), dtype=int64, numpy=1>)
        >>> tf.experimental.numpy.divmod(-7.5, 2)
        (<tf.Tensor: shape=(), dtype=float64, numpy=-4.0>, <tf.Tensor: shape=(), dtype=float64, numpy=0.5>)
    """
    return floor_divide(x1, x2), mod(x1, x2)


@tf_export("experimental.numpy.isclose")
def isclose(a: TensorLike, b: TensorLike, rtol: FloatLike = 1e-05, atol: FloatLike = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether the elements of two tensors differ by at most `atol + rtol * abs(b)`. Mirrors `tf.experimental.numpy.isclose`.

    Arguments:
        a, b: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.
        rtol: the tolerance as a share of `b`; 1e-5 by default.
        atol: the tolerance that does not depend on it; 1e-8 by default.
        equal_nan: whether NaN equals NaN; False by default.

    Returns:
        A tensor of booleans of the broadcast shape.

    Raises:
        InvalidArgumentError: floats whose shapes do not broadcast.

    Integers are compared exactly.

    Example:
        >>> tf.experimental.numpy.isclose([1.0, 2.0], [1.0 + 1e-9, 2.1])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
        >>> tf.experimental.numpy.isclose([np.nan, np.inf], [np.nan, np.inf], equal_nan=True)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    a, b = promoted_pair(a, b)
    if not inexact_dtype(a):
        return a == b  # False for shapes that do not broadcast
    rtol, atol = (array_ops.constant(limit, a.dtype.real_dtype) for limit in (rtol, atol))
    close = math.abs(a - b) <= atol + rtol * math.abs(b)
    return math.logical_or(close, math.logical_and(math.is_nan(a), math.is_nan(b))) if equal_nan else close


@tf_export("experimental.numpy.allclose")
def allclose(a: TensorLike, b: TensorLike, rtol: FloatLike = 1e-05, atol: FloatLike = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether the elements of two tensors differ nowhere by more than `atol + rtol * abs(b)`. Mirrors `tf.experimental.numpy.allclose`.

    Arguments:
        a, b: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.
        rtol: the tolerance as a share of `b`; 1e-5 by default.
        atol: the tolerance that does not depend on it; 1e-8 by default.
        equal_nan: whether NaN equals NaN; False by default.

    Returns:
        A boolean tensor without axes.

    Raises:
        InvalidArgumentError: floats whose shapes do not broadcast.

    Integers are compared exactly.

    Example:
        >>> tf.experimental.numpy.allclose([1.0, 2.0], [1.0 + 1e-9, 2.0])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
        >>> tf.experimental.numpy.allclose([np.nan], [np.nan], equal_nan=True)
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
    """
    return math.reduce_all(isclose(a, b, rtol, atol, equal_nan))


@tf_export("experimental.numpy.array_equal")
def array_equal(a1: TensorLike, a2: TensorLike) -> Tensor:
    """Whether two tensors have the same shape and the same elements. Mirrors `tf.experimental.numpy.array_equal`.

    Arguments:
        a1, a2: a tensor, array, number or nested list.

    Returns:
        A boolean tensor without axes.

    Raises:
        UnimplementedError: numbers and strings, which have no dtype in common.

    The dtypes may differ: both are compared in the dtype they have in common. NaN equals nothing, so an array with NaN does not equal
    itself; NumPy's `equal_nan` is not taken.

    Example:
        >>> tf.experimental.numpy.array_equal([1, 2], [1, 2])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
        >>> tf.experimental.numpy.array_equal([1, 2], [1.0, 2.0])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
        >>> tf.experimental.numpy.array_equal([1, 2], [[1, 2]])
        <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    a, b = promoted(a1, a2)
    if not a.shape.is_compatible_with(b.shape):
        return array_ops.constant(False)
    return math.reduce_all(math.equal(a, b))


tf_export("experimental.numpy.add")(add)
tf_export("experimental.numpy.arctan2")(arctan2)
tf_export("experimental.numpy.divide")(divide)
tf_export("experimental.numpy.float_power")(float_power)
tf_export("experimental.numpy.floor_divide")(floor_divide)
tf_export("experimental.numpy.gcd")(gcd)
tf_export("experimental.numpy.lcm")(lcm)
tf_export("experimental.numpy.logaddexp")(logaddexp)
tf_export("experimental.numpy.logaddexp2")(logaddexp2)
tf_export("experimental.numpy.minimum")(minimum)
tf_export("experimental.numpy.mod")(mod)
tf_export("experimental.numpy.multiply")(multiply)
tf_export("experimental.numpy.nextafter")(nextafter)
tf_export("experimental.numpy.power")(power)
tf_export("experimental.numpy.remainder")(remainder)
tf_export("experimental.numpy.subtract")(subtract)
tf_export("experimental.numpy.true_divide")(true_divide)
tf_export("experimental.numpy.bitwise_and")(bitwise_and)
tf_export("experimental.numpy.bitwise_or")(bitwise_or)
tf_export("experimental.numpy.bitwise_xor")(bitwise_xor)
tf_export("experimental.numpy.equal")(equal)
tf_export("experimental.numpy.not_equal")(not_equal)
tf_export("experimental.numpy.greater")(greater)
tf_export("experimental.numpy.greater_equal")(greater_equal)
tf_export("experimental.numpy.less")(less)
tf_export("experimental.numpy.less_equal")(less_equal)
tf_export("experimental.numpy.logical_and")(logical_and)
tf_export("experimental.numpy.logical_or")(logical_or)
tf_export("experimental.numpy.logical_xor")(logical_xor)
