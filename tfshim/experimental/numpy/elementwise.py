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
from tfshim.experimental.numpy import promotion
from tfshim.experimental.numpy._types import asarray, default_float, floating, inexact_dtype, is_tensor, named, promoted, promoted_pair

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

_X = inspect.Signature([inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD)])
_X1X2 = inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in ("x1", "x2")])


def _one(name: str, function: Callable[..., Any], floats: bool = False, may_be_weak: bool = True) -> Callable[..., Tensor]:
    def run(x: TensorLike) -> Tensor:
        return function(floating(x) if floats else asarray(x))

    run.__doc__ = f"`{name}` of each element of `x`, by NumPy's rules for dtypes. Mirrors `tf.experimental.numpy.{name}`."
    return named(name, promotion.taking_numbers(run) if may_be_weak else run, _X)


def _two(
    name: str, function: Callable[..., Any], booleans: Callable[..., Any] | None = None, together: Callable[..., Any] = promoted_pair
) -> Callable[..., Tensor]:
    def run(x1: TensorLike, x2: TensorLike) -> Tensor:
        a, b = together(x1, x2)
        return booleans(a, b) if booleans is not None and a.dtype == dt.bool else function(a, b)

    run.__doc__ = (
        f"`{name}` of each element of `x1` and `x2`, broadcast and promoted as NumPy does. Mirrors `tf.experimental.numpy.{name}`."
    )
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

    run.__doc__ = f"Whether each element of the tensor `x` is; False where its dtype has none. Mirrors `tf.experimental.numpy.{name}`."
    return named(name, run, _X)


isinf = _infinite("isinf", math.is_inf)
isneginf = _infinite("isneginf", lambda x: math.equal(x, -np.inf))
isposinf = _infinite("isposinf", lambda x: math.equal(x, np.inf))


@tf_export("experimental.numpy.rad2deg")
@promotion.taking_numbers
def rad2deg(x: TensorLike) -> Tensor:
    """Degrees for radians; `x` is a tensor, an array or a number. Mirrors `tf.experimental.numpy.rad2deg`."""
    return x * (180.0 / np.pi)


@tf_export("experimental.numpy.sign")
def sign(x: TensorLike, out: None = None, where: None = None, **kwargs: Any) -> Tensor:
    """-1, 0 or 1 for each element of `x`, for complex numbers by the real part.

    `out`, `where` and others raise ValueError. Mirrors `tf.experimental.numpy.sign`.
    """
    if out is not None or where is not None or kwargs:
        raise ValueError("tf.numpy doesn't support the following arguments for sign: out, where, kwargs")
    x = asarray(x)
    if not x.dtype.is_complex:
        return math.sign(x)
    return array_ops.cast(math.sign(math.real(x)), x.dtype)


@tf_export("experimental.numpy.signbit")
def signbit(x: TensorLike) -> Tensor:
    """Whether each element of `x` is less than zero. Mirrors `tf.experimental.numpy.signbit`."""
    x = asarray(x)
    return array_ops.zeros_like(x) if x.dtype == dt.bool else x < 0


@tf_export("experimental.numpy.around")
@promotion.taking_numbers
def around(a: TensorLike, decimals: int = 0) -> Tensor:
    """`a` rounded to `decimals` places, halves to even. Mirrors `tf.experimental.numpy.around`.

    Raises AttributeError unless NumPy's behaviour of tensors is enabled, as TensorFlow does.
    """
    a = asarray(a)
    working = floating(a)
    factor = array_ops.cast(pymath.pow(10, decimals), working.dtype)
    return (math.round(working * factor) / factor).astype(a.dtype)


@tf_export("experimental.numpy.round")
@promotion.taking_numbers
def round(a: TensorLike, decimals: int = 0) -> Tensor:  # noqa: A001
    """The same as `around`. Mirrors `tf.experimental.numpy.round`."""
    return around(a, decimals)


@tf_export("experimental.numpy.clip")
def clip(a: TensorLike, a_min: TensorLike | None, a_max: TensorLike | None) -> Tensor:
    """`a` within limits, either of which may be None. Mirrors `tf.experimental.numpy.clip`. ValueError if both are None."""
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
    """The angles of complex numbers, in degrees if `deg`. Mirrors `tf.experimental.numpy.angle`."""
    z = floating(z)
    made = math.angle(z) if z.dtype.is_complex else array_ops.where(z < 0, np.pi, 0)
    return rad2deg(made) if deg else made


@tf_export("experimental.numpy.real")
@promotion.taking_numbers
def real(val: TensorLike) -> Tensor:
    """The real parts. Mirrors `tf.experimental.numpy.real`."""
    return math.real(asarray(val))


@tf_export("experimental.numpy.imag")
@promotion.taking_numbers
def imag(val: TensorLike) -> Tensor:
    """The imaginary parts. Mirrors `tf.experimental.numpy.imag`."""
    val = asarray(val)
    return math.imag(val) if val.dtype.is_complex else array_ops.zeros_like(val)


@tf_export("experimental.numpy.iscomplex")
def iscomplex(x: TensorLike) -> Tensor:
    """Whether each element has an imaginary part. Mirrors `tf.experimental.numpy.iscomplex`."""
    return math.not_equal(imag(x), 0)


@tf_export("experimental.numpy.isreal")
def isreal(x: TensorLike) -> Tensor:
    """Whether each element has no imaginary part. Mirrors `tf.experimental.numpy.isreal`."""
    return math.equal(imag(x), 0)


@tf_export("experimental.numpy.iscomplexobj")
def iscomplexobj(x: TensorLike) -> bool:
    """Whether the dtype is complex. Mirrors `tf.experimental.numpy.iscomplexobj`."""
    return asarray(x).dtype.is_complex


@tf_export("experimental.numpy.isrealobj")
def isrealobj(x: TensorLike) -> bool:
    """Whether the dtype is not complex. Mirrors `tf.experimental.numpy.isrealobj`."""
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
    """The greater of each element of `x1` and `x2`, broadcast and promoted as NumPy does. Mirrors `tf.experimental.numpy.maximum`."""
    if isinstance(x2, numbers.Real) and not isinstance(x2, bool) and x2 == 0 and is_tensor(x1) and x1.dtype != dt.bool:
        return nn.relu(x1)  # which keeps the dtype, whatever that of the zero
    return _maximum(x1, x2)


minimum = _two("minimum", math.minimum, booleans=math.logical_and)
arctan2 = _two("arctan2", math.atan2)
nextafter = _two("nextafter", math.nextafter)


@tf_export("experimental.numpy.hypot")
def hypot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The root of the sum of the squares of `x1` and `x2`. Mirrors `tf.experimental.numpy.hypot`."""
    return sqrt(square(x1) + square(x2))


float_power = _two("float_power", math.pow)


def _log_sum(name, exponential, scale):
    def run(x1, x2):
        greatest, gap = maximum(x1, x2), x1 - x2
        # What has no difference is NaN or an infinity of one sign.
        return array_ops.where(isnan(gap), *promoted(x1 + x2, greatest + log1p(exponential(-builtins.abs(gap))) / scale))

    run.__doc__ = f"`{name}` of each element of `x1` and `x2`, tensors or arrays. Mirrors `tf.experimental.numpy.{name}`."
    return named(name, run, _X1X2)


logaddexp = _log_sum("logaddexp", exp, 1.0)
logaddexp2 = _log_sum("logaddexp2", exp2, np.log(2))


@tf_export("experimental.numpy.heaviside")
def heaviside(x1: TensorLike, x2: TensorLike) -> Tensor:
    """0 where `x1` is negative, 1 where it is positive, else `x2`. Mirrors `tf.experimental.numpy.heaviside`."""
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
    """(`floor_divide`, `mod`) of each element. Mirrors `tf.experimental.numpy.divmod`."""
    return floor_divide(x1, x2), mod(x1, x2)


@tf_export("experimental.numpy.isclose")
def isclose(a: TensorLike, b: TensorLike, rtol: FloatLike = 1e-05, atol: FloatLike = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether elements differ by at most `atol + rtol * |b|`. Mirrors `tf.experimental.numpy.isclose`."""
    a, b = promoted_pair(a, b)
    if not inexact_dtype(a):
        return math.equal(a, b)
    rtol, atol = (array_ops.constant(limit, a.dtype.real_dtype) for limit in (rtol, atol))
    close = math.abs(a - b) <= atol + rtol * math.abs(b)
    return math.logical_or(close, math.logical_and(math.is_nan(a), math.is_nan(b))) if equal_nan else close


@tf_export("experimental.numpy.allclose")
def allclose(a: TensorLike, b: TensorLike, rtol: FloatLike = 1e-05, atol: FloatLike = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether `isclose` holds everywhere. Mirrors `tf.experimental.numpy.allclose`."""
    return math.reduce_all(isclose(a, b, rtol, atol, equal_nan))


@tf_export("experimental.numpy.array_equal")
def array_equal(a1: TensorLike, a2: TensorLike) -> Tensor:
    """Whether shapes and elements are equal. Mirrors `tf.experimental.numpy.array_equal`."""
    a, b = promoted(a1, a2)
    if not a.shape.is_compatible_with(b.shape):
        return array_ops.constant(False)
    return math.reduce_all(math.equal(a, b))


@tf_export("experimental.numpy.isscalar")
def isscalar(num: TensorLike) -> bool:
    """Whether `num` is a number or a tensor without dimensions. Mirrors `tf.experimental.numpy.isscalar`."""
    return asarray(num).shape.rank == 0


@tf_export("experimental.numpy.polyval")
def polyval(p: TensorLike, x: TensorLike) -> Tensor:
    """The polynomial with the coefficients `p`, that of the highest power first, at `x`. Mirrors `tf.experimental.numpy.polyval`."""
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
