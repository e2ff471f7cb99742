"""Functions of each element, with NumPy's names and promotion."""

from __future__ import annotations

import builtins
import inspect
import math as pymath
import numbers
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops, bitwise, math, nn
from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.experimental.numpy import _elementwise_texts, promotion
from tfshim.experimental.numpy._types import asarray, default_float, floating, inexact_dtype, is_tensor, named, promoted, promoted_pair

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

_X = inspect.Signature([inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD)])
_X1X2 = inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in ("x1", "x2")])


def _one(name: str, function: Callable[..., Any], floats: bool = False, may_be_weak: bool = True) -> Callable[..., Tensor]:
    def run(x: TensorLike) -> Tensor:
        return function(floating(x) if floats else asarray(x))

    run.__doc__ = _elementwise_texts.of_one(name, floats)
    return named(name, promotion.taking_numbers(run) if may_be_weak else run, _X)


def _two(
    name: str, function: Callable[..., Any], booleans: Callable[..., Any] | None = None, together: Callable[..., Any] = promoted_pair
) -> Callable[..., Tensor]:
    def run(x1: TensorLike, x2: TensorLike) -> Tensor:
        a, b = together(x1, x2)
        return booleans(a, b) if booleans is not None and a.dtype == dt.bool else function(a, b)

    run.__doc__ = _elementwise_texts.of_two(name)
    return named(name, run, _X1X2)


def _with_bools_as(dtype, function):
    def run(a, b):
        return function(array_ops.cast(a, dtype), array_ops.cast(b, dtype))

    return run


def _bools_as_floats(a, b):
    return _with_bools_as(default_float(), math.truediv)(a, b)


# Names that mean something else in Python are used with `builtins` below.
abs = _one("abs", math.abs)  # noqa: A001
absolute = _one("absolute", math.abs)
fabs = _one("fabs", math.abs)
arccos = _one("arccos", math.acos, True)
# Alone among its like, of a weak tensor it gives one that is not, as in TensorFlow.
arccosh = _one("arccosh", lambda x: math.acosh(convert_to_tensor(x)), True, may_be_weak=False)
arcsin = _one("arcsin", math.asin, True)
arcsinh = _one("arcsinh", math.asinh, True)
arctan = _one("arctan", math.atan, True)
arctanh = _one("arctanh", math.atanh, True)
cos = _one("cos", math.cos, True)
cosh = _one("cosh", math.cosh, True)
expm1 = _one("expm1", math.expm1, True)
log = _one("log", math.log, True)
sin = _one("sin", math.sin, True)
sinh = _one("sinh", math.sinh, True)
tan = _one("tan", math.tan, True)
tanh = _one("tanh", math.tanh, True)
log2 = _one("log2", lambda x: math.log(x) / np.log(2.0), True)
log10 = _one("log10", lambda x: math.log(x) / np.log(10.0), True)
deg2rad = _one("deg2rad", lambda x: x * (np.pi / 180.0), True)
floor = _one("floor", math.floor, True)
ceil = _one("ceil", math.ceil, True)
fix = _one("fix", lambda x: array_ops.where(x < 0, math.ceil(x), math.floor(x)), True)
cbrt = _one("cbrt", lambda x: array_ops.where(x < 0, -(math.abs(x) ** (1.0 / 3)), math.abs(x) ** (1.0 / 3)), True)


exp = _one("exp", math.exp, True)
exp2 = _one("exp2", lambda x: math.pow(2, x), True)
log1p = _one("log1p", math.log1p, True)
sqrt = _one("sqrt", math.sqrt, True)


def _sinc(x):
    x = x * np.pi
    # Without it the branch that is not taken would make the gradient at 0 NaN.
    safe = array_ops.where(math.equal(x, 0), array_ops.ones_like(x), x)
    return array_ops.where(math.equal(x, 0), array_ops.ones_like(x), math.sin(safe) / safe)


sinc = _one("sinc", _sinc, True)
negative = _one("negative", lambda x: math.negative(x))
positive = _one("positive", lambda x: array_ops.identity(x))
square = _one("square", math.square)
reciprocal = _one("reciprocal", math.reciprocal)
conj = _one("conj", math.conj)
conjugate = _one("conjugate", math.conj)
logical_not = _one("logical_not", lambda x: math.logical_not(array_ops.cast(x, dt.bool)), may_be_weak=False)
bitwise_not = _one("bitwise_not", lambda x: math.logical_not(x) if x.dtype == dt.bool else bitwise.invert(x))


isfinite = _one("isfinite", math.is_finite, True, may_be_weak=False)
isnan = _one("isnan", math.is_nan, True, may_be_weak=False)


def _infinite(name: str, function: Callable[..., Any]) -> Callable[..., Tensor | bool]:
    def run(x):
        return function(x) if x.dtype.is_floating else False

    run.__doc__ = _elementwise_texts.of_one(name, only_tensors=True)
    return named(name, run, _X)


isinf = _infinite("isinf", math.is_inf)
isneginf = _infinite("isneginf", lambda x: math.equal(x, -np.inf))
isposinf = _infinite("isposinf", lambda x: math.equal(x, np.inf))


@tf_export("experimental.numpy.rad2deg")
@promotion.taking_numbers
def rad2deg(x: TensorLike) -> Tensor:
    """Degrees for radians. Mirrors `tf.experimental.numpy.rad2deg`.

    Arguments:
        x: a tensor, array or number.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.experimental.numpy.rad2deg(np.pi)
        180.0
    """
    return x * (180.0 / np.pi)


@tf_export("experimental.numpy.sign")
def sign(x: TensorLike, out: None = None, where: None = None, **kwargs: Any) -> Tensor:
    """The sign of each element, -1, 0 or 1; of complex numbers that of the real part. Mirrors `tf.experimental.numpy.sign`.

    Arguments:
        x: a tensor, array, number or nested list.
        out, where, kwargs: are refused.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        ValueError: any other argument than `x`.

    Example:
        >>> tf.experimental.numpy.sign([-3, 0, 5])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([-1,  0,  1])>
    """
    if out is not None or where is not None or kwargs:
        raise ValueError("tf.numpy doesn't support the following arguments for sign: out, where, kwargs")
    x = asarray(x)
    if not x.dtype.is_complex:
        return math.sign(x)
    return array_ops.cast(math.sign(math.real(x)), x.dtype)


@tf_export("experimental.numpy.signbit")
def signbit(x: TensorLike) -> Tensor:
    """Whether each element is less than 0. Mirrors `tf.experimental.numpy.signbit`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A tensor of booleans of the shape of `x`.

    Example:
        >>> tf.experimental.numpy.signbit([-1.0, 2.0])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    x = asarray(x)
    return array_ops.zeros_like(x) if x.dtype == dt.bool else x < 0


@tf_export("experimental.numpy.around")
@promotion.taking_numbers
def around(a: TensorLike, decimals: int = 0) -> Tensor:
    """Numbers rounded to some decimal places, halves to the even neighbour. Mirrors `tf.experimental.numpy.around`.

    Arguments:
        a: a tensor, array, number or nested list.
        decimals: how many places; 0 by default, negative ones before the point.

    Returns:
        A tensor of the shape and dtype of `a`.

    Raises:
        AttributeError: NumPy's behaviour of tensors is not enabled (`experimental_enable_numpy_behavior`), as in TensorFlow.

    Example:
        >>> try:
        ...     print(tf.experimental.numpy.around([1.25, 2.5]))
        ... except AttributeError:
        ...     print("not enabled")
        not enabled
    """
    a = asarray(a)
    working = floating(a)
    factor = array_ops.cast(pymath.pow(10, decimals), working.dtype)
    return (math.round(working * factor) / factor).astype(a.dtype)


@tf_export("experimental.numpy.round")
@promotion.taking_numbers
def round(a: TensorLike, decimals: int = 0) -> Tensor:  # noqa: A001
    """Numbers rounded to some decimal places, as `around`. Mirrors `tf.experimental.numpy.round`.

    Arguments:
        a: a tensor, array, number or nested list.
        decimals: how many places; 0 by default.

    Returns:
        A tensor of the shape and dtype of `a`.

    Raises:
        AttributeError: NumPy's behaviour of tensors is not enabled (`experimental_enable_numpy_behavior`), as in TensorFlow.

    Example:
        >>> try:
        ...     print(tf.experimental.numpy.round([1.25, 2.5]))
        ... except AttributeError:
        ...     print("not enabled")
        not enabled
    """
    return around(a, decimals)


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

    Example:
        >>> tf.experimental.numpy.clip([-1, 5, 20], 0, 10)
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([ 0,  5, 10])>
    """
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    if a_min is None:
        return minimum(a, a_max)
    if a_max is None:
        return maximum(a, a_min)
    a, low, high = promoted(a, a_min, a_max)
    return math.minimum(math.maximum(a, low), high)


@tf_export("experimental.numpy.angle")
@promotion.taking_numbers
def angle(z: TensorLike, deg: bool = False) -> Tensor:
    """The angles of complex numbers; 0 or pi for real ones. Mirrors `tf.experimental.numpy.angle`.

    Arguments:
        z: a tensor, array, number or nested list.
        deg: whether in degrees instead of radians; False by default.

    Returns:
        A tensor of floats of the shape of `z`.

    Example:
        >>> tf.experimental.numpy.angle([1j, -1.0 + 0j])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.57079633, 3.14159265])>
    """
    z = floating(z)
    made = math.angle(z) if z.dtype.is_complex else array_ops.where(z < 0, np.pi, 0)
    return rad2deg(made) if deg else made


@tf_export("experimental.numpy.real")
@promotion.taking_numbers
def real(val: TensorLike) -> Tensor:
    """The real parts of complex numbers; other numbers as they are. Mirrors `tf.experimental.numpy.real`.

    Arguments:
        val: a tensor, array, number or nested list.

    Returns:
        A tensor of the shape of `val`.

    Example:
        >>> tf.experimental.numpy.real([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 3.])>
    """
    return math.real(asarray(val))


@tf_export("experimental.numpy.imag")
@promotion.taking_numbers
def imag(val: TensorLike) -> Tensor:
    """The imaginary parts of complex numbers; of others 0. Mirrors `tf.experimental.numpy.imag`.

    Arguments:
        val: a tensor, array, number or nested list.

    Returns:
        A tensor of the shape of `val`.

    Example:
        >>> tf.experimental.numpy.imag([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 0.])>
    """
    val = asarray(val)
    return math.imag(val) if val.dtype.is_complex else array_ops.zeros_like(val)


@tf_export("experimental.numpy.iscomplex")
def iscomplex(x: TensorLike) -> Tensor:
    """Whether each element has an imaginary part that is not 0. Mirrors `tf.experimental.numpy.iscomplex`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A tensor of booleans of the shape of `x`.

    Example:
        >>> tf.experimental.numpy.iscomplex([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    return math.not_equal(imag(x), 0)


@tf_export("experimental.numpy.isreal")
def isreal(x: TensorLike) -> Tensor:
    """Whether each element has no imaginary part, or one of 0. Mirrors `tf.experimental.numpy.isreal`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A tensor of booleans of the shape of `x`.

    Example:
        >>> tf.experimental.numpy.isreal([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
    """
    return math.equal(imag(x), 0)


@tf_export("experimental.numpy.iscomplexobj")
def iscomplexobj(x: TensorLike) -> bool:
    """Whether the dtype is complex, whatever the elements are. Mirrors `tf.experimental.numpy.iscomplexobj`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A Python bool.

    Example:
        >>> tf.experimental.numpy.iscomplexobj([1 + 0j])
        True
    """
    return asarray(x).dtype.is_complex


@tf_export("experimental.numpy.isrealobj")
def isrealobj(x: TensorLike) -> bool:
    """Whether the dtype is not complex, whatever the elements are. Mirrors `tf.experimental.numpy.isrealobj`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A Python bool.

    Example:
        >>> tf.experimental.numpy.isrealobj([1.0])
        True
    """
    return not iscomplexobj(x)


# ---------------------------------------------------------------------- two operands
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

    Example:
        >>> tf.experimental.numpy.hypot([3.0], [4.0])
        <tf.Tensor: shape=(1,), dtype=float64, numpy=array([5.])>
    """
    return sqrt(square(x1) + square(x2))


float_power = _two("float_power", math.pow)


def _log_sum(name, exponential, scale):
    def run(x1, x2):
        greatest, gap = maximum(x1, x2), x1 - x2
        # What has no difference is NaN or an infinity of one sign.
        return array_ops.where(isnan(gap), *promoted(x1 + x2, greatest + log1p(exponential(-builtins.abs(gap))) / scale))

    run.__doc__ = _elementwise_texts.of_two(name)
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
logical_and = _two("logical_and", _with_bools_as(dt.bool, math.logical_and))
logical_or = _two("logical_or", _with_bools_as(dt.bool, math.logical_or))
logical_xor = _two("logical_xor", _with_bools_as(dt.bool, math.logical_xor))


@tf_export("experimental.numpy.divmod")
def divmod(x1: TensorLike, x2: TensorLike) -> tuple[Tensor, Tensor]:  # noqa: A001
    """The quotient rounded down and what is left: `floor_divide` and `mod` at once. Mirrors `tf.experimental.numpy.divmod`.

    Arguments:
        x1, x2: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.

    Returns:
        A pair of tensors of the broadcast shape.

    Example:
        >>> tf.experimental.numpy.divmod(7, 2)
        (<tf.Tensor: shape=(), dtype=int64, numpy=3>, <tf.Tensor: shape=(), dtype=int64, numpy=1>)
    """
    return floor_divide(x1, x2), mod(x1, x2)


@tf_export("experimental.numpy.isclose")
def isclose(a: TensorLike, b: TensorLike, rtol: FloatLike = 1e-05, atol: FloatLike = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether the elements of two tensors differ by at most `atol + rtol * abs(b)`. Mirrors `tf.experimental.numpy.isclose`.

    Arguments:
        a, b: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.
        rtol: 1e-5 by default. atol: 1e-8 by default.
        equal_nan: whether NaN equals NaN; False by default.

    Returns:
        A tensor of booleans of the broadcast shape.

    Example:
        >>> tf.experimental.numpy.isclose([1.0, 2.0], [1.0 + 1e-9, 2.1])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    a, b = promoted_pair(a, b)
    if not inexact_dtype(a):
        return math.equal(a, b)
    rtol, atol = (array_ops.constant(limit, a.dtype.real_dtype) for limit in (rtol, atol))
    close = math.abs(a - b) <= atol + rtol * math.abs(b)
    return math.logical_or(close, math.logical_and(math.is_nan(a), math.is_nan(b))) if equal_nan else close


@tf_export("experimental.numpy.allclose")
def allclose(a: TensorLike, b: TensorLike, rtol: FloatLike = 1e-05, atol: FloatLike = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether the elements of two tensors differ nowhere by more than `atol + rtol * abs(b)`. Mirrors `tf.experimental.numpy.allclose`.

    Arguments:
        a, b: tensors, arrays, numbers or nested lists, broadcast together, their dtypes promoted as NumPy does.
        rtol: 1e-5 by default. atol: 1e-8 by default.
        equal_nan: whether NaN equals NaN; False by default.

    Returns:
        A boolean tensor without axes.

    Example:
        >>> tf.experimental.numpy.allclose([1.0, 2.0], [1.0 + 1e-9, 2.0])
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

    Example:
        >>> tf.experimental.numpy.array_equal([1, 2], [1, 2])
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
    """
    a, b = promoted(a1, a2)
    if not a.shape.is_compatible_with(b.shape):
        return array_ops.constant(False)
    return math.reduce_all(math.equal(a, b))


@tf_export("experimental.numpy.isscalar")
def isscalar(num: TensorLike) -> bool:
    """Whether something is a number, or a tensor without axes. Mirrors `tf.experimental.numpy.isscalar`.

    Arguments:
        num: anything.

    Returns:
        A Python bool.

    Example:
        >>> tf.experimental.numpy.isscalar(3.0)
        True
    """
    return asarray(num).shape.rank == 0


@tf_export("experimental.numpy.polyval")
def polyval(p: TensorLike, x: TensorLike) -> Tensor:
    """The values of a polynomial. Mirrors `tf.experimental.numpy.polyval`.

    Arguments:
        p: a vector of the coefficients, that of the highest power first.
        x: where: a tensor, array, number or nested list.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.experimental.numpy.polyval([1, 0, 2], [1, 3])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 3, 11])>
    """
    p, x = promoted_pair(p, x)
    coefficients = array_ops.unstack(array_ops.reshape(p, [1]) if p.shape.rank == 0 else p)
    made = math.polyval(coefficients, x)
    return array_ops.broadcast_to(made, array_ops.shape(x)) if len(coefficients) == 1 else made


tf_export("experimental.numpy.abs")(abs)
tf_export("experimental.numpy.absolute")(absolute)
tf_export("experimental.numpy.add")(add)
tf_export("experimental.numpy.arctan2")(arctan2)
tf_export("experimental.numpy.bitwise_not")(bitwise_not)
tf_export("experimental.numpy.conj")(conj)
tf_export("experimental.numpy.conjugate")(conjugate)
tf_export("experimental.numpy.divide")(divide)
tf_export("experimental.numpy.exp")(exp)
tf_export("experimental.numpy.exp2")(exp2)
tf_export("experimental.numpy.fabs")(fabs)
tf_export("experimental.numpy.float_power")(float_power)
tf_export("experimental.numpy.floor_divide")(floor_divide)
tf_export("experimental.numpy.gcd")(gcd)
tf_export("experimental.numpy.isfinite")(isfinite)
tf_export("experimental.numpy.isinf")(isinf)
tf_export("experimental.numpy.isnan")(isnan)
tf_export("experimental.numpy.isneginf")(isneginf)
tf_export("experimental.numpy.isposinf")(isposinf)
tf_export("experimental.numpy.lcm")(lcm)
tf_export("experimental.numpy.log1p")(log1p)
tf_export("experimental.numpy.logaddexp")(logaddexp)
tf_export("experimental.numpy.logaddexp2")(logaddexp2)
tf_export("experimental.numpy.logical_not")(logical_not)
tf_export("experimental.numpy.minimum")(minimum)
tf_export("experimental.numpy.mod")(mod)
tf_export("experimental.numpy.multiply")(multiply)
tf_export("experimental.numpy.negative")(negative)
tf_export("experimental.numpy.nextafter")(nextafter)
tf_export("experimental.numpy.positive")(positive)
tf_export("experimental.numpy.power")(power)
tf_export("experimental.numpy.reciprocal")(reciprocal)
tf_export("experimental.numpy.remainder")(remainder)
tf_export("experimental.numpy.sinc")(sinc)
tf_export("experimental.numpy.sqrt")(sqrt)
tf_export("experimental.numpy.square")(square)
tf_export("experimental.numpy.subtract")(subtract)
tf_export("experimental.numpy.true_divide")(true_divide)
tf_export("experimental.numpy.arccos")(arccos)
tf_export("experimental.numpy.arccosh")(arccosh)
tf_export("experimental.numpy.arcsin")(arcsin)
tf_export("experimental.numpy.arcsinh")(arcsinh)
tf_export("experimental.numpy.arctan")(arctan)
tf_export("experimental.numpy.arctanh")(arctanh)
tf_export("experimental.numpy.cos")(cos)
tf_export("experimental.numpy.cosh")(cosh)
tf_export("experimental.numpy.expm1")(expm1)
tf_export("experimental.numpy.log")(log)
tf_export("experimental.numpy.sin")(sin)
tf_export("experimental.numpy.sinh")(sinh)
tf_export("experimental.numpy.tan")(tan)
tf_export("experimental.numpy.tanh")(tanh)
tf_export("experimental.numpy.log2")(log2)
tf_export("experimental.numpy.log10")(log10)
tf_export("experimental.numpy.deg2rad")(deg2rad)
tf_export("experimental.numpy.floor")(floor)
tf_export("experimental.numpy.ceil")(ceil)
tf_export("experimental.numpy.fix")(fix)
tf_export("experimental.numpy.cbrt")(cbrt)
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
