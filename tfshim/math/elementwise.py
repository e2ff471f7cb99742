"""Rounding, sign, exponentials, logarithms and roots, element by element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math._gradients import with_derivative

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


REAL_SIGNED = dt.REALS | dt.SIGNED_INTS
_REAL_SIGNED = REAL_SIGNED


def as_tensor_kind(x):
    """`x` itself if it is a tensor (dense, ragged, symbolic ...), else `x` converted to a tensor.

    What is returned as it is must not change with a variable: of one, it is the value that counts.
    """
    return x if isinstance(getattr(x, "dtype", None), dt.DType) and not hasattr(x, "_tfshim_value") else convert_to_tensor(x)


def signs(x):
    """-1, 0 or 1 for each element of a real torch tensor; NaN stays NaN."""
    return torch.where(torch.isnan(x), x, torch.sign(x)) if x.is_floating_point() else torch.sign(x)


_sign = with_derivative(signs, lambda x, y: torch.zeros_like(y))
_abs_values = with_derivative(torch.abs, lambda x, y: _sign(x))


@op("Abs", x="T", T=REAL_SIGNED, direct=torch.abs)
def _abs(x, name=None):
    return _abs_values(x)


@op("ComplexAbs", x="T", T=dt.COMPLEX)
def _complex_abs(x, name=None):
    return torch.abs(x)


@tf_export("math.abs", "abs", elementwise="unary")
@composite
def abs(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The absolute value, element by element. Mirrors `tf.math.abs` and `abs(tensor)`.

    `x`: a signed real tensor, whose type the result has, or a complex one: then the result is its modulus,
    in the real type of the same precision.
    """
    if type(x) is EagerTensor and x._dt.mask & _REAL_SIGNED:
        return _abs(x, name)
    x = as_tensor_kind(x)
    return _complex_abs(x, name=name) if x.dtype.is_complex else _abs(x, name=name)


@tf_export("math.sign", "sign", elementwise="unary")
@op("Sign", x="T", T=REAL_SIGNED | dt.COMPLEX)
def sign(x: TensorLike, name: str | None = None) -> AnyTensor:
    """-1, 0 or 1 by the sign of each element; `x / abs(x)` for complex numbers (0 at 0). Mirrors `tf.math.sign`.

    `x`: a signed real or complex tensor. NaN stays NaN. The gradient for a real one is 0.
    """
    return torch.sgn(x) if x.is_complex() else _sign(x)


@tf_export("math.floor", "floor", elementwise="unary")
@op("Floor", x="T", T=dt.REALS, grad=None)
def floor(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The greatest whole number not above each element. Mirrors `tf.math.floor`. `x`: a float tensor. No gradient."""
    return torch.floor(x)


@tf_export("math.ceil", v1=["math.ceil", "ceil"], elementwise="unary")
@op("Ceil", x="T", T=dt.REALS, grad=None)
def ceil(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The least whole number not below each element. Mirrors `tf.math.ceil`. `x`: a float tensor. No gradient."""
    return torch.ceil(x)


@tf_export("math.rint", v1=["math.rint", "rint"], elementwise="unary", keras_defaults=True)
@op("Rint", x="T", T=dt.REALS, grad=None)
def rint(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The whole number nearest to each element, halves to the even one. Mirrors `tf.math.rint`. `x`: a float tensor."""
    return torch.round(x)


@op("Round", x="T", T=REAL_SIGNED | dt.COMPLEX, grad=None)
def _round(x, name=None):
    if x.is_complex():
        return torch.view_as_complex(torch.round(torch.view_as_real(x.resolve_conj())))
    return torch.round(x)


@tf_export("math.round", "round", elementwise="unary")
@composite
def round(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The whole number nearest to each element, halves to the even one. Mirrors `tf.math.round`.

    `x`: a real or complex tensor; an integer tensor is returned as it is. There is no gradient.
    """
    x = as_tensor_kind(x)
    return x if x.dtype.is_integer else _round(x, name=name)


@tf_export("math.is_finite", v1=["math.is_finite", "debugging.is_finite", "is_finite"], elementwise="unary", keras_defaults=True)
@op("IsFinite", x="T", T=dt.REALS, grad=None, out=dt.bool)
def is_finite(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether each element is a number and not infinite. Mirrors `tf.math.is_finite`. `x`: a float tensor."""
    return torch.isfinite(x)


@tf_export("math.is_inf", v1=["math.is_inf", "debugging.is_inf", "is_inf"], elementwise="unary", keras_defaults=True)
@op("IsInf", x="T", T=dt.REALS, grad=None, out=dt.bool)
def is_inf(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether each element is infinite. Mirrors `tf.math.is_inf`. `x`: a float tensor."""
    return torch.isinf(x)


@tf_export("math.is_nan", v1=["math.is_nan", "debugging.is_nan", "is_nan"], elementwise="unary", keras_defaults=True)
@op("IsNan", x="T", T=dt.REALS, grad=None, out=dt.bool)
def is_nan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether each element is NaN. Mirrors `tf.math.is_nan`. `x`: a float tensor."""
    return torch.isnan(x)


@tf_export("math.exp", "exp", elementwise="unary")
@op("Exp", x="T", T=dt.INEXACT, direct=torch.exp)
def exp(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The exponential of each element. Mirrors `tf.math.exp`. `x`: a float or complex tensor."""
    return torch.exp(x)


@tf_export("math.expm1", v1=["math.expm1", "expm1"], elementwise="unary", keras_defaults=True)
@op("Expm1", x="T", T=dt.INEXACT)
def expm1(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`exp(x) - 1`, exact near 0. Mirrors `tf.math.expm1`. `x`: a float or complex tensor."""
    return torch.expm1(x)


@tf_export("math.log", v1=["math.log", "log"], elementwise="unary", keras_defaults=True)
@op("Log", x="T", T=dt.INEXACT, scope="", direct=torch.log)
def log(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The natural logarithm; NaN for negative numbers. Mirrors `tf.math.log`. `x`: a float or complex tensor."""
    return torch.log(x)


@tf_export("math.log1p", v1=["math.log1p", "log1p"], elementwise="unary", keras_defaults=True)
@op("Log1p", x="T", T=dt.INEXACT)
def log1p(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`log(1 + x)`, exact near 0. Mirrors `tf.math.log1p`. `x`: a float or complex tensor."""
    return torch.log1p(x)


class _Root(Function):
    """A root whose gradient at its pole is 0 where nothing comes back, as TensorFlow's: 0 times infinity would be NaN."""

    @staticmethod
    def forward(ctx: Any, inverse: bool, x: torch.Tensor) -> torch.Tensor:
        y = torch.rsqrt(x) if inverse else torch.sqrt(x)
        ctx.inverse, ctx.accumulators = inverse, [t for t in TS.tapes if hasattr(t, "asking")]
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        (y,) = ctx.saved_tensors
        if not any(a.asking for a in ctx.accumulators):  # their products are the derivatives by this very zero
            away = (grad == 0) & (torch.isinf(y) if ctx.inverse else y == 0)
            y = torch.where(away, torch.ones_like(y), y)
        y = y.conj()
        return None, grad * (y * y * y) * -0.5 if ctx.inverse else 0.5 * grad / y


def _root(inverse, x):
    if x.requires_grad:
        # Away from the pole torch's own gradient is the same, and takes half the time. On a GPU looking would wait for it.
        positive = x.is_cpu and x.is_floating_point() and x.numel() and readable(x) and x.detach().amin().item() > 0
        if not positive:
            return _Root.apply(inverse, x)
    return torch.rsqrt(x) if inverse else torch.sqrt(x)


@tf_export("math.sqrt", "sqrt", elementwise="unary")
@op("Sqrt", x="T", T=dt.INEXACT, scope="")
def sqrt(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The square root; NaN for negative numbers. Mirrors `tf.math.sqrt`. `x`: a float or complex tensor."""
    return _root(False, x)


@tf_export("math.rsqrt", v1=["math.rsqrt", "rsqrt"], elementwise="unary")
@op("Rsqrt", x="T", T=dt.INEXACT)
def rsqrt(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`1 / sqrt(x)`. Mirrors `tf.math.rsqrt`. `x`: a float or complex tensor."""
    return _root(True, x)


@tf_export("math.sigmoid", "nn.sigmoid", "sigmoid", elementwise="unary")
@op("Sigmoid", x="T", T=dt.INEXACT, direct=torch.sigmoid)
def sigmoid(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`1 / (1 + exp(-x))`. Mirrors `tf.math.sigmoid`. `x`: a float or complex tensor."""
    return torch.sigmoid(x)
