"""Functions of each element, with NumPy's names and promotion."""

from __future__ import annotations

import inspect
import math as pymath
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, bitwise, math
from tfshim._export import tf_export
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.experimental.numpy import _elementwise_texts, promotion
from tfshim.experimental.numpy._types import asarray, floating, named, promoted_pair

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor

# As the vector instructions of NumPy 1.26 have it, one bit below the nearest number; so the logarithm of 1000 is 3.
_LOG_10 = np.float64(2.3025850929940455)
_X = inspect.Signature([inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD)])


def _one(name: str, function: Callable[..., Any], floats: bool = False, may_be_weak: bool = True) -> Callable[..., Tensor]:
    def run(x: TensorLike) -> Tensor:
        return function(floating(x) if floats else asarray(x))

    run.__doc__ = _elementwise_texts.of_one(name, floats)
    return named(name, promotion.taking_numbers(run) if may_be_weak else run, _X)


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
log10 = _one("log10", lambda x: math.log(x) / _LOG_10, True)
deg2rad = _one("deg2rad", lambda x: x * (np.pi / 180.0), True)
floor = _one("floor", math.floor, True)
ceil = _one("ceil", math.ceil, True)
fix = _one("fix", lambda x: array_ops.where(x < 0, math.ceil(x), math.floor(x)), True)
cbrt = _one("cbrt", lambda x: array_ops.where(x < 0, -(math.abs(x) ** (1.0 / 3)), math.abs(x) ** (1.0 / 3)), True)


exp = _one("exp", math.exp, True)
exp2 = _one("exp2", lambda x: math.pow(asarray(2, x.dtype), x), True)
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


isinf = _infinite("isinf", lambda x: math.is_inf(floating(x)))
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

    Raises:
        TypeError: a list, or a tensor of integers while NumPy's behaviour is not enabled (`experimental_enable_numpy_behavior`).

    The argument is multiplied as it is: a number or an array of NumPy gives what NumPy makes of it, a tensor of floats a tensor, whose
    gradient is 180/pi everywhere. `deg2rad` is the inverse.

    Example:
        >>> tf.experimental.numpy.rad2deg(np.pi)
        180.0
        >>> tf.experimental.numpy.rad2deg(tf.constant([0.0, -1.0]))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([  0.     , -57.29578], dtype=float32)>
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
        InvalidArgumentError: booleans.

    NaN gives NaN. The gradient is 0 everywhere.

    Example:
        >>> tf.experimental.numpy.sign([-3, 0, 5])
        <tf.Tensor: shape=(3,), dtype=int64, numpy=array([-1,  0,  1])>
        >>> tf.experimental.numpy.sign([-0.5 + 2j, np.nan])
        <tf.Tensor: shape=(2,), dtype=complex128, numpy=array([-1.+0.j, nan+0.j])>
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

    Raises:
        InvalidArgumentError: complex numbers.

    It compares with 0, so it does not tell -0.0 from 0.0, as NumPy's does, and NaN is not less. Booleans are never less than 0. There is
    no gradient.

    Example:
        >>> tf.experimental.numpy.signbit([-1.0, 2.0])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
        >>> tf.experimental.numpy.signbit([-0.0, -np.inf, np.nan])
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True, False])>
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

    Negative `decimals` round before the point: 1250 becomes 1200 for -2.

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

    Halves go to the even neighbour: 2.5 becomes 2.0, and 3.5 becomes 4.0. Negative `decimals` round before the point: 1250 becomes 1200
    for -2.

    Example:
        >>> try:
        ...     print(tf.experimental.numpy.round([1.25, 2.5]))
        ... except AttributeError:
        ...     print("not enabled")
        not enabled
    """
    return around(a, decimals)


@tf_export("experimental.numpy.angle")
@promotion.taking_numbers
def angle(z: TensorLike, deg: bool = False) -> Tensor:
    """The angles of complex numbers; 0 or pi for real ones. Mirrors `tf.experimental.numpy.angle`.

    Arguments:
        z: a tensor, array, number or nested list.
        deg: whether in degrees instead of radians; False by default.

    Returns:
        A tensor of floats of the shape of `z`.

    Raises:
        AttributeError: integers or booleans, while NumPy's behaviour is not enabled.

    There is no gradient for real numbers; that of complex ones reaches both parts.

    Example:
        >>> tf.experimental.numpy.angle([1j, -1.0 + 0j])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1.57079633, 3.14159265])>
        >>> tf.experimental.numpy.angle([1j, -2 + 0j], deg=True)
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([ 90., 180.])>
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

    Raises:
        TypeError: strings or booleans.

    The result is float32 for complex64 and float64 for complex128. The gradient of a complex tensor is that of the real part, its
    imaginary part 0.

    Example:
        >>> tf.experimental.numpy.real([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([1., 3.])>
        >>> tf.experimental.numpy.real([1, 2])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([1, 2])>
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

    Raises:
        ValueError: nested lists of uneven lengths.

    The result is float32 for complex64 and float64 for complex128, and has the dtype of a real `val`. A complex tensor has its gradient in
    the imaginary part.

    Example:
        >>> tf.experimental.numpy.imag([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([2., 0.])>
        >>> tf.experimental.numpy.imag([1.5, 2.5])
        <tf.Tensor: shape=(2,), dtype=float64, numpy=array([0., 0.])>
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

    Raises:
        ValueError: nested lists of uneven lengths.

    It looks at values: a complex number whose imaginary part is 0 counts as real. For the dtype there is `iscomplexobj`. There is no
    gradient.

    Example:
        >>> tf.experimental.numpy.iscomplex([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
        >>> tf.experimental.numpy.iscomplex(tf.constant([1.0, 2.0]))
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False, False])>
    """
    return imag(x) != 0  # by the operators, which take booleans once NumPy's behaviour is enabled


@tf_export("experimental.numpy.isreal")
def isreal(x: TensorLike) -> Tensor:
    """Whether each element has no imaginary part, or one of 0. Mirrors `tf.experimental.numpy.isreal`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A tensor of booleans of the shape of `x`.

    Raises:
        ValueError: nested lists of uneven lengths.

    It looks at values: a complex number whose imaginary part is 0 counts as real. For the dtype there is `isrealobj`. There is no
    gradient.

    Example:
        >>> tf.experimental.numpy.isreal([1 + 2j, 3])
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([False,  True])>
        >>> tf.experimental.numpy.isreal(tf.constant([1.0, 2.0]))
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True,  True])>
    """
    return imag(x) == 0


@tf_export("experimental.numpy.iscomplexobj")
def iscomplexobj(x: TensorLike) -> bool:
    """Whether the dtype is complex, whatever the elements are. Mirrors `tf.experimental.numpy.iscomplexobj`.

    Arguments:
        x: a tensor, array, number or nested list.

    Returns:
        A Python bool.

    Raises:
        ValueError: nested lists of uneven lengths.

    The answer is known without running anything, so a graph can branch on it in Python. Which of the elements have an imaginary part is
    what `iscomplex` says.

    Example:
        >>> tf.experimental.numpy.iscomplexobj([1 + 0j])
        True
        >>> tf.experimental.numpy.iscomplexobj(tf.constant([1.0]))
        False
        >>> tf.experimental.numpy.iscomplexobj([1, 2j])
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

    Raises:
        ValueError: nested lists of uneven lengths.

    The answer is known without running anything, so a graph can branch on it in Python. Integers, booleans and strings are real as well.
    Which of the elements have no imaginary part is what `isreal` says.

    Example:
        >>> tf.experimental.numpy.isrealobj([1.0])
        True
        >>> tf.experimental.numpy.isrealobj([1, 2j])
        False
        >>> tf.experimental.numpy.isrealobj(tf.constant([True]))
        True
    """
    return not iscomplexobj(x)


@tf_export("experimental.numpy.isscalar")
def isscalar(num: TensorLike) -> bool:
    """Whether something is a number, or a tensor without axes. Mirrors `tf.experimental.numpy.isscalar`.

    Arguments:
        num: anything.

    Returns:
        A Python bool.

    Raises:
        ValueError: None, or nested lists of uneven lengths.

    Unlike NumPy's, it takes arrays without axes for scalars, tensors among them; text is a scalar in both. A list with one number is none.
    The answer is known without running anything, so a graph can branch on it in Python.

    Example:
        >>> tf.experimental.numpy.isscalar(3.0)
        True
        >>> tf.experimental.numpy.isscalar(tf.constant(1))
        True
        >>> tf.experimental.numpy.isscalar([1])
        False
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

    Raises:
        ValueError: coefficients whose number is not known.

    Coefficients and places are made of one dtype, and the gradient reaches both. No coefficients at all give 0.

    Example:
        >>> tf.experimental.numpy.polyval([1, 0, 2], [1, 3])
        <tf.Tensor: shape=(2,), dtype=int64, numpy=array([ 3, 11])>
        >>> tf.experimental.numpy.polyval([1.0, -1.0], tf.constant([[2.0], [3.0]]))
        <tf.Tensor: shape=(2, 1), dtype=float32, numpy=
        array([[1.],
               [2.]], dtype=float32)>
    """
    p, x = promoted_pair(p, x)
    coefficients = array_ops.unstack(array_ops.reshape(p, [1]) if p.shape.rank == 0 else p)
    made = math.polyval(coefficients, x)
    return array_ops.broadcast_to(made, array_ops.shape(x)) if len(coefficients) == 1 else made


tf_export("experimental.numpy.abs")(abs)
tf_export("experimental.numpy.absolute")(absolute)
tf_export("experimental.numpy.bitwise_not")(bitwise_not)
tf_export("experimental.numpy.conj")(conj)
tf_export("experimental.numpy.conjugate")(conjugate)
tf_export("experimental.numpy.exp")(exp)
tf_export("experimental.numpy.exp2")(exp2)
tf_export("experimental.numpy.fabs")(fabs)
tf_export("experimental.numpy.isfinite")(isfinite)
tf_export("experimental.numpy.isinf")(isinf)
tf_export("experimental.numpy.isnan")(isnan)
tf_export("experimental.numpy.isneginf")(isneginf)
tf_export("experimental.numpy.isposinf")(isposinf)
tf_export("experimental.numpy.log1p")(log1p)
tf_export("experimental.numpy.logical_not")(logical_not)
tf_export("experimental.numpy.negative")(negative)
tf_export("experimental.numpy.positive")(positive)
tf_export("experimental.numpy.reciprocal")(reciprocal)
tf_export("experimental.numpy.sinc")(sinc)
tf_export("experimental.numpy.sqrt")(sqrt)
tf_export("experimental.numpy.square")(square)
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
