"""Dawson's, the exponential, Fresnel's and Spence's integrals, from series and rational approximations in float64."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import with_derivative
from tfshim.math.special._tables import Table, tabulated

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _in_double(function):
    """`function`, computed in float64 and rounded to the dtype of its argument."""

    def values(x):
        return function(x.to(torch.float64)).to(x.dtype)

    return values


def _horner(coefficients, x):
    """The polynomial with `coefficients`, the constant first."""
    total = torch.full_like(x, coefficients[-1])
    for c in reversed(coefficients[:-1]):
        total = total * x + c
    return total


# ---------------------------------------------------------------------- Dawson
def _dawson(x):
    """Rybicki's sum of Gaussians at odd multiples of a step; a power series near 0, an asymptotic one far out."""
    step = 0.2
    near, far = x.abs() < 0.2, x.abs() > 50
    small = torch.where(near, x, 0.0)
    square = small * small
    # x * (1 - 2/3 x**2 (1 - 2/5 x**2 (1 - 2/7 x**2 ...)))
    series = torch.ones_like(x)
    for n in range(19, 1, -2):
        series = 1 - 2 / n * square * series
    middle = torch.where(near | far | torch.isnan(x), 1.0, x)
    centre = 2 * torch.round(middle / (2 * step))
    rest = middle - centre * step
    total = torch.zeros_like(x)
    for n in range(-33, 34, 2):
        total = total + torch.exp(-((rest - n * step) ** 2)) / (n + centre)
    large = torch.where(far, x, 100.0)
    inverse = 1 / (2 * large * large)
    outer = _horner([1.0, 1.0, 3.0, 15.0, 105.0], inverse) / (2 * large)
    made = torch.where(near, small * series, torch.where(far, outer, total / math.sqrt(math.pi)))
    return torch.where(torch.isnan(x), x, made)


_DAWSON_BY_X = Table(lambda x: _dawson(x) / x, 50)
_dawsn_values = tabulated(_in_double(_dawson), lambda size, x: _DAWSON_BY_X(size) * x, 50)
_dawsn = with_derivative(_dawsn_values, lambda x, y: 1 - 2 * x * y)


@tf_export("math.special.dawsn", elementwise="unary")
@op("Dawsn", x="T", T=dt.REALS)
def dawsn(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Dawson's integral of each element: `exp(-x**2)` times the integral of `exp(t**2)` from 0 to `x`. Mirrors `tf.math.special.dawsn`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, between -0.542 and 0.542.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    It is computed in double precision and rounded to the dtype. The gradient is `1 - 2 * x * dawsn(x)`. It is odd, greatest near
    0.924, and about `1 / (2 * x)` far out; the error function along the imaginary axis is made of it.

    Example:
        >>> np.round(tf.math.special.dawsn([-1.0, 0.0, 1.0, 10.0]), 3)
        array([-0.538,  0.   ,  0.538,  0.05 ], dtype=float32)
    """
    return _dawsn(x)


# ---------------------------------------------------------------------- exponential integral
_EULER = 0.57721566490153286061


def _exponential_integral(x):
    """Ei: its power series up to 40, its asymptotic series beyond; not defined below 0."""
    small = torch.where((x > 0) & (x <= 40), x, 1.0)
    term, total = torch.ones_like(x), torch.zeros_like(x)
    for n in range(1, 140):
        term = term * small / n
        total = total + term / n
    power = _EULER + torch.log(small) + total
    large = torch.where(x > 40, x, 100.0)
    inverse, term = 1 / large, torch.ones_like(x)
    total = torch.ones_like(x)
    for n in range(1, 40):
        term = term * n * inverse
        total = total + term
    # The exponential is taken in two halves: it may overflow where the quotient does not.
    half = torch.exp(large / 2)
    asymptotic = half * (inverse * total) * half
    made = torch.where(x > 40, asymptotic, power)
    made = torch.where(x == 0, float("-inf"), torch.where(x < 0, float("nan"), made))
    made = torch.where(x == float("inf"), x, made)
    return torch.where(torch.isnan(x), x, made)


# Without its logarithm it has no singularity.
_ENTIRE = Table(lambda x: _exponential_integral(x) - torch.log(x), 40)
_expint_values = tabulated(_in_double(_exponential_integral), lambda size, x: _ENTIRE(size) + torch.log(size), 40, positive=True)
_expint = with_derivative(_expint_values, lambda x, y: torch.exp(x) / x)


@tf_export("math.special.expint", elementwise="unary")
@op("Expint", x="T", T=dt.REALS)
def expint(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The exponential integral Ei of each element: the integral of `exp(t) / t` from minus infinity to `x`. Mirrors
    `tf.math.special.expint`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: minus infinity at 0, NaN below.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    It is computed in double precision and rounded to the dtype. The gradient is `exp(x) / x`. The integral is taken around the pole
    at 0, as Cauchy's principal value. Below 0, where Ei is defined as well, TensorFlow gives NaN.

    Example:
        >>> np.round(tf.math.special.expint([0.0, 0.5, 1.0, 2.0]), 3)
        array([ -inf, 0.454, 1.895, 4.954], dtype=float32)
    """
    return _expint(x)


# ---------------------------------------------------------------------- Fresnel
@functools.lru_cache(maxsize=1)
def _weideman():
    """Coefficients of Weideman's rational expansion of the Faddeeva function (SIAM J. Numer. Anal. 31, 1994)."""
    n = 48
    scale = math.sqrt(n / math.sqrt(2))
    m = 4 * n
    sums = []
    angles = [math.pi * k / m for k in range(1 - m, m)]
    squares = [(scale * math.tan(a / 2)) ** 2 for a in angles]
    weights = [math.exp(-s) * (scale**2 + s) for s in squares]
    for j in range(n):
        sums.append(sum(w * math.cos((j + 1) * a) for w, a in zip(weights, angles)) / (2 * m))
    return scale, sums


def _faddeeva(z):
    """w(z) = exp(-z**2) erfc(-iz) for complex128 `z` in the upper half plane."""
    scale, coefficients = _weideman()
    quotient = (scale + 1j * z) / (scale - 1j * z)
    total = torch.zeros_like(z)
    for c in reversed(coefficients):
        total = total * quotient + c
    return 2 * total / (scale - 1j * z) ** 2 + (1 / math.sqrt(math.pi)) / (scale - 1j * z)


def _fresnel(x):
    """C(x) and S(x): power series up to 1.2, beyond it by the error function of a complex argument."""
    size = x.abs()
    near = size < 1.2
    t = torch.where(near, size, 0.0)
    phase = math.pi / 2 * t * t
    square = phase * phase
    cos_term, sin_term = t, t * phase
    cos_total, sin_total = cos_term, sin_term / 3
    for n in range(1, 16):
        cos_term = -cos_term * square / ((2 * n - 1) * (2 * n))
        sin_term = -sin_term * square / ((2 * n) * (2 * n + 1))
        cos_total = cos_total + cos_term / (4 * n + 1)
        sin_total = sin_total + sin_term / (4 * n + 3)
    far = torch.where(near | ~torch.isfinite(size), 2.0, size)
    # The phase matters modulo 2 pi only: (pi/2) far**2, with far split so that the square keeps its low digits.
    turns = torch.remainder(far * far, 4.0)
    w = _faddeeva(torch.complex(far, far) * (math.sqrt(math.pi) / 2))
    both = (1 - torch.polar(torch.ones_like(far), math.pi / 2 * turns) * w) * torch.complex(
        torch.full_like(far, 0.5), torch.full_like(far, 0.5)
    )
    sign = torch.sign(x)
    endless = torch.isinf(size)
    made = []
    for series, outer in ((cos_total, both.real), (sin_total, both.imag)):
        value = torch.where(endless, 0.5, torch.where(near, series, outer))
        made.append(torch.where(torch.isnan(x), x, sign * value))
    return made


# The integrands turn faster the farther out they are.
_COSINE_BY_X, _SINE_BY_CUBE = Table(lambda x: _fresnel(x)[0] / x, 8, 5), Table(lambda x: _fresnel(x)[1] / x**3, 8, 5)
_cosines = tabulated(_in_double(lambda x: _fresnel(x)[0]), lambda size, x: _COSINE_BY_X(size) * x, 8)
_sines = tabulated(_in_double(lambda x: _fresnel(x)[1]), lambda size, x: _SINE_BY_CUBE(size) * x * size * size, 8)
_fresnel_cos = with_derivative(_cosines, lambda x, y: torch.cos(math.pi / 2 * x * x))
_fresnel_sin = with_derivative(_sines, lambda x, y: torch.sin(math.pi / 2 * x * x))


@tf_export("math.special.fresnel_cos", elementwise="unary")
@op("FresnelCos", x="T", T=dt.REALS)
def fresnel_cos(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Fresnel's cosine integral of each element: the integral of `cos(pi * t**2 / 2)` from 0 to `x`. Mirrors
    `tf.math.special.fresnel_cos`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, which swings ever closer around 0.5 above 0.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    It is computed in double precision and rounded to the dtype. The gradient is `cos(pi * x**2 / 2)`. It is odd. With `fresnel_sin`
    as the other coordinate it draws the spiral by which roads and rails begin a bend.

    Example:
        >>> np.round(tf.math.special.fresnel_cos([-1.0, 0.0, 1.0, 10.0]), 3)
        array([-0.78,  0.  ,  0.78,  0.5 ], dtype=float32)
    """
    return _fresnel_cos(x)


@tf_export("math.special.fresnel_sin", elementwise="unary")
@op("FresnelSin", x="T", T=dt.REALS)
def fresnel_sin(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Fresnel's sine integral of each element: the integral of `sin(pi * t**2 / 2)` from 0 to `x`. Mirrors
    `tf.math.special.fresnel_sin`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, which swings ever closer around 0.5 above 0.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    It is computed in double precision and rounded to the dtype. The gradient is `sin(pi * x**2 / 2)`. It is odd. With `fresnel_cos`
    as the other coordinate it draws the spiral by which roads and rails begin a bend.

    Example:
        >>> np.round(tf.math.special.fresnel_sin([-1.0, 0.0, 1.0, 10.0]), 3)
        array([-0.438,  0.   ,  0.438,  0.468], dtype=float32)
    """
    return _fresnel_sin(x)


# ---------------------------------------------------------------------- Spence
# Bernoulli numbers B_2, B_4, ..., divided by (n + 1)!: the dilogarithm as a power series in -log(x).
_BERNOULLI = [
    b / math.factorial(2 * k + 3)
    for k, b in enumerate([1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798])
]


def _dilogarithm(x):
    """The dilogarithm of 1 - x: arguments above 1 are inverted, those below 1/2 reflected, the rest is a series."""
    valid = x >= 0
    inverted = x > 1
    y = torch.where(inverted, 1 / torch.where(inverted, x, 1.0), torch.where(valid, x, 1.0))
    reflected = y < 0.5
    z = torch.where(reflected, 1 - y, y)
    u = -torch.log(z)
    made = u - u * u / 4 + u * u * u * _horner(_BERNOULLI, u * u)
    log_y = torch.log(torch.where(y > 0, y, 1.0))
    made = torch.where(reflected, math.pi**2 / 6 - log_y * torch.log1p(-torch.where(reflected, y, 0.0)) - made, made)
    made = torch.where(inverted, -log_y * log_y / 2 - made, made)
    made = torch.where(x == float("inf"), float("-inf"), made)
    return torch.where(valid, made, float("nan"))


def _spence_slope(x, y):
    one = x == 1
    t = torch.where(one, 2.0, x)
    return torch.where(one, -1.0, torch.log(t) / (1 - t))


_spence = with_derivative(_in_double(_dilogarithm), _spence_slope)


@tf_export("math.special.spence", elementwise="unary")
@op("Spence", x="T", T=dt.REALS)
def spence(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Spence's integral of each element: minus the integral of `log(t) / (t - 1)` from 1 to `x`. Mirrors `tf.math.special.spence`.

    Arguments:
        x: a tensor of any shape, or what makes one: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: 0 at 1, NaN below 0.

    Raises:
        InvalidArgumentError: `x` holds integers, bools or complex numbers; cast them first.

    It is computed in double precision and rounded to the dtype. The gradient is `log(x) / (1 - x)`. It is the dilogarithm of `1 - x`,
    and `pi**2 / 6` at 0.

    Example:
        >>> np.round(tf.math.special.spence([0.0, 0.5, 1.0, 2.0]), 3)
        array([ 1.645,  0.582, -0.   , -0.822], dtype=float32)
    """
    return _spence(x)
