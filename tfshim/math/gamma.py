"""The gamma function and its relatives: incomplete gamma and beta functions, polygamma and zeta."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.named_dimensions import merged
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.math import _incomplete
from tfshim.math._gradients import with_derivative, with_derivatives
from tfshim.math.reductions import reduce_sum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.tensor import Tensor


_SINGLE_OR_DOUBLE = dt.float32.mask | dt.float64.mask


def _digamma_values(x):
    return torch.where(x == 0, float("nan"), torch.digamma(x))  # torch has -inf at 0


def _trigamma(x, y):
    return torch.where((x <= 0) & (x == torch.floor(x)), float("inf"), torch.polygamma(1, x))


_digamma = with_derivative(_digamma_values, _trigamma)
_lgamma = with_derivative(torch.lgamma, lambda x, y: _digamma(x))


@tf_export("math.lgamma", v1=["math.lgamma", "lgamma"], elementwise="unary", keras_defaults=True)
@op("Lgamma", x="T", T=dt.REALS)
def lgamma(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The logarithm of the absolute value of the gamma function of each element. Mirrors `tf.math.lgamma`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; infinity at 0, -1, -2, ...

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    For a whole number n from 1 on it is the logarithm of the factorial of n - 1, so that binomial coefficients can be
    computed without overflow. The gradient is `tf.math.digamma`.

    Example:
        >>> np.round(tf.math.lgamma([1.0, 5.0, 0.5]), 3)
        array([0.   , 3.178, 0.572], dtype=float32)
        >>> np.round(tf.exp(tf.math.lgamma([5.0, 6.0])), 3)
        array([ 24., 120.], dtype=float32)
    """
    return _lgamma(x)


@tf_export("math.digamma", v1=["math.digamma", "digamma"], elementwise="unary", keras_defaults=True)
@op("Digamma", x="T", T=dt.REALS)
def digamma(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The derivative of `tf.math.lgamma` at each element. Mirrors `tf.math.digamma`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; NaN at 0, -1, -2, ... where the gamma function has poles. At 1 it is
        minus Euler's constant, and from a number to the next it grows by 1 over the number.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    Its own derivatives are `tf.math.polygamma`.

    Example:
        >>> np.round(tf.math.digamma([1.0, 2.0, 10.0]), 3)
        array([-0.577,  0.423,  2.252], dtype=float32)
    """
    return _digamma(x)


@tf_export("math.lbeta", v1=["math.lbeta", "lbeta"])
@composite
@in_name_scope("lbeta")
def lbeta(x: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the multivariate beta function, along the last axis. Mirrors `tf.math.lbeta`.

    Arguments:
        x: a tensor of shape [..., n]: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [...] of the dtype of `x`: the sum of `lgamma(x)` minus `lgamma` of the sum. Minus infinity
        for n = 0.

    Raises:
        InvalidArgumentError: `x` is a scalar, or holds integers.

    For positive `x` it is the logarithm of what the density of a Dirichlet distribution is divided by.

    Example:
        >>> np.round(tf.math.lbeta([[1.0, 1.0], [2.0, 3.0]]), 3)
        array([ 0.   , -2.485], dtype=float32)
    """
    x = convert_to_tensor(x)
    return reduce_sum(lgamma(x), axis=[-1]) - lgamma(reduce_sum(x, axis=[-1]))


def _density(a, x):
    """The derivative of the incomplete gamma function with respect to `x`."""
    return torch.exp(-x + torch.special.xlogy(a - 1, x) - torch.lgamma(a))


def _positive(function):
    """`function(a, x)`, NaN where `a` is not positive."""
    return lambda a, x: torch.where(a > 0, function(a, x), float("nan"))


def _lower(a, x):
    return torch.where(x == 0, 0.0, _positive(torch.special.gammainc)(a, x))  # an empty integral, whatever `a`


_igamma = with_derivatives(_lower, lambda a, x, z: _incomplete.gamma_by_a(a, x), lambda a, x, z: _density(a, x))
_igammac = with_derivatives(
    _positive(torch.special.gammaincc), lambda a, x, z: -_incomplete.gamma_by_a(a, x), lambda a, x, z: -_density(a, x)
)


@tf_export("math.igamma", v1=["math.igamma", "igamma"], keras_defaults=True)
@op("Igamma", a="T", x="T", T=dt.REALS)
def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The lower regularized incomplete gamma function P(a, x), element by element with broadcasting. Mirrors
    `tf.math.igamma`.

    Arguments:
        a: positive numbers: float32 or float64.
        x: numbers that are not negative, of the same dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype, values in [0, 1]; NaN where an argument is out of its
        range.

    Raises:
        InvalidArgumentError: other dtypes, dtypes that differ, or shapes that do not broadcast.

    It is the distribution function of the gamma distribution with shape `a` and rate 1. There are gradients for both
    arguments.

    Example:
        >>> np.round(tf.math.igamma([1.0, 2.0], [1.0, 1.0]), 3)
        array([0.632, 0.264], dtype=float32)
    """
    return _igamma(a, x)


@op("IgammaGradA", a="T", x="T", T=_SINGLE_OR_DOUBLE, grad="missing")
def igamma_grad_a(a, x, name=None):
    """The derivative of `igamma(a, x)` with respect to `a`, with broadcasting."""
    return _positive(_incomplete.gamma_by_a)(a, x)


@tf_export("math.igammac", v1=["math.igammac", "igammac"], keras_defaults=True)
@op("Igammac", a="T", x="T", T=dt.REALS)
def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The upper regularized incomplete gamma function 1 - P(a, x), element by element with broadcasting. Mirrors
    `tf.math.igammac`.

    Arguments:
        a: positive numbers: float32 or float64.
        x: numbers that are not negative, of the same dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype, values in [0, 1], exact where P is close to 1; NaN where
        an argument is out of its range.

    Raises:
        InvalidArgumentError: other dtypes, dtypes that differ, or shapes that do not broadcast.

    With half the degrees of freedom and half the statistic it gives the p-value of a chi-squared test.

    Example:
        >>> np.round(tf.math.igammac([1.0, 2.0], [1.0, 1.0]), 3)
        array([0.368, 0.736], dtype=float32)
    """
    return _igammac(a, x)


_betainc = with_derivatives(_incomplete.beta, None, None, lambda a, b, x, z: _incomplete.beta_by_x(a, b, x))


def _without_scalars(a, b, x):
    """The shape of the operands, of which some may be scalars."""
    given = [v for v in (a, b, x) if v.shape.rank != 0]
    return merged(given) if given else (a.dtype, [])


@tf_export("math.betainc", v1=["math.betainc", "betainc"], keras_defaults=True)
@op("Betainc", a="T", b="T", x="T", T=_SINGLE_OR_DOUBLE, non_differentiable=("a", "b"), shape_fallback=_without_scalars)
def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The regularized incomplete beta function I_x(a, b), element by element. Mirrors `tf.math.betainc`.

    Arguments:
        a: positive numbers, float32 or float64.
        b: positive numbers of the same dtype.
        x: numbers in [0, 1] of the same dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the common shape and dtype, values in [0, 1]; NaN where an argument is out of its range. It is the
        distribution function of the beta distribution.

    Raises:
        InvalidArgumentError: shapes differ (only scalars are broadcast), or the dtype is another one.

    There is a gradient for `x` only.

    Example:
        >>> np.round(tf.math.betainc([1.0, 2.0], [1.0, 2.0], [0.25, 0.5]), 3)
        array([0.25, 0.5 ], dtype=float32)
    """
    # As in TensorFlow: scalars are broadcast, tensors of different shapes are not.
    for (one, s), (other, t) in ((("a", a), ("b", b)), (("a", a), ("x", x)), (("b", b), ("x", x))):
        if s.dim() and t.dim() and s.shape != t.shape:
            raise invalid(f"Shapes of {one} and {other} are inconsistent: {dims_text(s.shape)} vs. {dims_text(t.shape)}")
    return _betainc(a, b, x)


def _polygamma_values(a, x):
    a, x = torch.broadcast_tensors(a, x)
    # (-1)**(a + 1) * a! * zeta(a + 1, x)
    order = torch.where(a > 0, a, torch.ones_like(a))
    sign = torch.where(order % 2 == 0, -torch.ones_like(a), torch.ones_like(a))
    made = sign * torch.exp(torch.lgamma(order + 1)) * _zeta_values(order + 1, x)
    made = torch.where(a == 0, torch.digamma(x), made)
    return torch.where((a >= 0) & (a == torch.floor(a)), made, torch.full_like(made, float("nan")))


_polygamma = with_derivatives(_polygamma_values, None, lambda a, x, z: _polygamma(a + 1, x))


@tf_export("math.polygamma", v1=["math.polygamma", "polygamma"])
@op("Polygamma", a="T", x="T", T=_SINGLE_OR_DOUBLE, non_differentiable=("a",))
def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The derivative of order `a` of the digamma function at `x`, element by element with broadcasting. Mirrors
    `tf.math.polygamma`.

    Arguments:
        a: the orders: whole numbers from 0 on as float32 or float64; 0 is the digamma function itself.
        x: where to take it, a tensor of the same dtype.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype; NaN for an order that is negative or not whole.

    Raises:
        InvalidArgumentError: other dtypes, dtypes that differ, or shapes that do not broadcast.

    There is a gradient for `x` only. Order 1 at 1 is pi * pi / 6.

    Example:
        >>> np.round(tf.math.polygamma([0.0, 1.0, 2.0], 1.0), 3)
        array([-0.577,  1.645, -2.404], dtype=float32)
    """
    return _polygamma(a, x)


def _zeta_values(x, q):
    made = torch.special.zeta(x, q)
    pole = (q <= 0) & (q == torch.floor(q))
    # Eigen's value at a pole, where terms of odd powers change their sign.
    return torch.where(pole, torch.where(x % 2 == 0, float("inf"), float("nan")), made)


_zeta = with_derivatives(_zeta_values, None, lambda x, q, z: -x * _zeta(x + 1, q))


@tf_export("math.zeta", v1=["math.zeta", "zeta"], elementwise="binary")
@op("Zeta", x="T", q="T", T=_SINGLE_OR_DOUBLE, non_differentiable=("x",))
def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> AnyTensor:
    """The Hurwitz zeta function: the sum of `(q + n) ** -x` over n = 0, 1, 2, ..., element by element with broadcasting.
    Mirrors `tf.math.zeta`.

    Arguments:
        x: the exponents, above 1, float32 or float64: infinite at 1, NaN below.
        q: where the sum begins, a tensor of the same dtype; 1 gives Riemann's zeta function.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype.

    Raises:
        InvalidArgumentError: other dtypes, dtypes that differ, or shapes that do not broadcast.

    There is a gradient for `q` only.

    Example:
        >>> np.round(tf.math.zeta([2.0, 4.0], 1.0), 3)
        array([1.645, 1.082], dtype=float32)
    """
    return _zeta(x, q)
