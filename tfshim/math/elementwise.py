"""Rounding, sign, exponentials, logarithms and roots, element by element."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite, constant_called
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import comparisons, complex_numbers, elementary, selections
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import is_above_zero, number_is, on_processor, readable
from tfshim.engine.values.tensor import EagerTensor
from tfshim.math._gradients import needs_grad, with_derivative

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


REAL_SIGNED = dt.REALS | dt.SIGNED_INTS
_REAL_SIGNED = REAL_SIGNED
_MANY = 1 << 12  # from which a sum that shows that none is NaN costs less than looking at each


def as_tensor_kind(x):
    """`x` itself if it is a tensor (dense, ragged, symbolic ...), else `x` converted to a tensor.

    What is returned as it is must not change with a variable: of one, it is the value that counts.
    """
    return x if isinstance(getattr(x, "dtype", None), dt.DType) and not hasattr(x, "_tfshim_value") else convert_to_tensor(x)


def signs(x):
    """-1, 0 or 1 for each element of a real torch tensor; NaN stays NaN."""
    made, count = torch.sign(x), x.numel()
    if not x.is_floating_point() or type(count) is int and count >= _MANY and on_processor(x) and not math.isnan(x.sum()):
        return made
    return selections.where(comparisons.isnan(x), x, made)


_sign = with_derivative(signs, lambda x, y: torch.zeros_like(y))
_abs_values = with_derivative(torch.abs, lambda x, y: _sign(x))


@op("Abs", x="T", T=REAL_SIGNED, direct=torch.abs)
def _abs(x, name=None):
    return _abs_values(x)


@op("ComplexAbs", x="T", T=dt.COMPLEX)
def _complex_abs(x, name=None):
    return complex_numbers.absolute(x) if complex_numbers.suits(x) and not needs_grad(x) else torch.abs(x)


@tf_export("math.abs", "abs", elementwise="unary")
@composite
def abs(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The absolute value of each element. Mirrors `tf.math.abs`, and what Python's `abs(tensor)` gives.

    Arguments:
        x: a tensor of any shape, or what converts to one: floats, signed integers or complex numbers. A ragged or
            sparse tensor keeps its structure.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `x`. Its dtype is that of `x`; for complex numbers it is the real dtype of the same
        precision, and the elements are the moduli. The least integer of a dtype has no positive counterpart and stays
        what it is.

    Raises:
        InvalidArgumentError: `x` holds unsigned integers, bools or strings.

    The gradient is the sign of the element, so 0 at 0.

    Example:
        >>> tf.abs([-2.5, 0.0, 3.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([2.5, 0. , 3. ], dtype=float32)>
        >>> tf.abs(tf.constant(3.0 - 4.0j, tf.complex64))
        <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
    """
    if (type(x) is EagerTensor or is_variable(x)) and x._dt.mask & _REAL_SIGNED:
        return _abs(x, name)
    x = as_tensor_kind(x)
    return _complex_abs(x, name=name) if x.dtype.is_complex else _abs(x, name=name)


@tf_export("math.sign", "sign", elementwise="unary")
@op("Sign", x="T", T=REAL_SIGNED | dt.COMPLEX)
def sign(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The sign of each element: -1, 0 or 1. Mirrors `tf.math.sign`.

    Arguments:
        x: a tensor of any shape: floats, signed integers or complex numbers.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. NaN stays NaN. For a complex number it is `x / abs(x)`, the number of
        length 1 with the same angle, and 0 for 0.

    Raises:
        InvalidArgumentError: `x` holds unsigned integers, bools or strings.

    The gradient for real numbers is 0 everywhere, so a loss that is made of signs does not train anything.

    Example:
        >>> tf.sign([-2.5, 0.0, 3.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([-1.,  0.,  1.], dtype=float32)>
        >>> tf.sign(tf.constant(0.0 + 4.0j, tf.complex64))
        <tf.Tensor: shape=(), dtype=complex64, numpy=1j>
    """
    return torch.sgn(x) if x.is_complex() else _sign(x)


@tf_export("math.floor", "floor", elementwise="unary")
@op("Floor", x="T", T=dt.REALS, grad=None)
def floor(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The greatest whole number that is not above each element. Mirrors `tf.math.floor`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: the values are whole, but stay floats (`tf.cast` makes integers of
        them). NaN and infinities stay what they are.

    Raises:
        InvalidArgumentError: `x` holds integers, which have nothing to round.

    There is no gradient: `GradientTape.gradient` gives None through it.

    Example:
        >>> tf.floor([-1.5, 0.5, 2.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([-2.,  0.,  2.], dtype=float32)>
        >>> tf.cast(tf.floor(2.9), tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=2>
    """
    return torch.floor(x)


@tf_export("math.ceil", v1=["math.ceil", "ceil"], elementwise="unary")
@op("Ceil", x="T", T=dt.REALS, grad=None)
def ceil(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The least whole number that is not below each element. Mirrors `tf.math.ceil`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: the values are whole, but stay floats. NaN and infinities stay what they
        are, and a number between -1 and 0 becomes -0.

    Raises:
        InvalidArgumentError: `x` holds integers, which have nothing to round.

    There is no gradient: `GradientTape.gradient` gives None through it.

    Example:
        >>> tf.math.ceil([-1.5, 0.5, 2.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([-1.,  1.,  2.], dtype=float32)>
        >>> tf.cast(tf.math.ceil(2.1), tf.int32)
        <tf.Tensor: shape=(), dtype=int32, numpy=3>
    """
    return torch.ceil(x)


@tf_export("math.rint", v1=["math.rint", "rint"], elementwise="unary", keras_defaults=True)
@op("Rint", x="T", T=dt.REALS, grad=None)
def rint(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The whole number nearest to each element, where a half goes to the even neighbour. Mirrors `tf.math.rint`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; the values are whole, but stay floats. NaN and infinities stay what they
        are.

    Raises:
        InvalidArgumentError: `x` holds integers; `tf.round` lets them through unchanged.

    There is no gradient: `GradientTape.gradient` gives None through it.

    Example:
        >>> tf.math.rint([0.5, 1.5, 2.5, -1.7])
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([ 0.,  2.,  2., -2.], dtype=float32)>
    """
    return torch.round(x)


@op("Round", x="T", T=REAL_SIGNED | dt.COMPLEX, grad=None)
def _round(x, name=None):
    if x.is_complex():
        return torch.view_as_complex(torch.round(torch.view_as_real(x.resolve_conj())))
    return torch.round(x)


@tf_export("math.round", "round", elementwise="unary")
@constant_called("/x")
@composite
def round(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The whole number nearest to each element, where a half goes to the even neighbour. Mirrors `tf.math.round`.

    Arguments:
        x: a tensor of any shape: floats, or integers, which are returned as they are.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: rounding does not make integers of floats, `tf.cast` does.

    There is no gradient: `GradientTape.gradient` gives None through it. To round to parts of 1, multiply before and
    divide after: here to quarters.

    Example:
        >>> tf.round([0.5, 1.5, 2.5, -1.7])
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([ 0.,  2.,  2., -2.], dtype=float32)>
        >>> tf.round(tf.constant([3.14159, 2.71828]) * 4) / 4
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([3.25, 2.75], dtype=float32)>
    """
    x = as_tensor_kind(x)
    return x if x.dtype.is_integer else _round(x, name=name)


@tf_export("math.is_finite", v1=["math.is_finite", "debugging.is_finite", "is_finite"], elementwise="unary", keras_defaults=True)
@op("IsFinite", x="T", T=dt.REALS, grad=None, out=dt.bool)
def is_finite(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether each element is a number that is neither infinite nor NaN. Mirrors `tf.math.is_finite`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the shape of `x`.

    Raises:
        InvalidArgumentError: `x` holds integers, which are always finite, or complex numbers.

    With `tf.reduce_all` it tells whether a whole tensor may be gone on with; with `tf.boolean_mask` or `tf.where` it
    drops or replaces what may not.

    Example:
        >>> x = tf.constant([1.0, float("inf"), float("nan")])
        >>> tf.math.is_finite(x)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>
        >>> tf.where(tf.math.is_finite(x), x, 0.0)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 0., 0.], dtype=float32)>
    """
    return comparisons.isfinite(x)


@tf_export("math.is_inf", v1=["math.is_inf", "debugging.is_inf", "is_inf"], elementwise="unary", keras_defaults=True)
@op("IsInf", x="T", T=dt.REALS, grad=None, out=dt.bool)
def is_inf(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether each element is infinite, plus or minus. Mirrors `tf.math.is_inf`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the shape of `x`; False for NaN.

    Raises:
        InvalidArgumentError: `x` holds integers, which are always finite, or complex numbers.

    Floats overflow to infinity and a division of something other than 0 by 0 gives it; 0 divided by 0 gives NaN, for
    which there is `tf.math.is_nan`.

    Example:
        >>> x = tf.constant([1.0, -2.0, 0.0]) / 0.0
        >>> tf.math.is_inf(x)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True,  True, False])>
    """
    return comparisons.isinf(x)


@tf_export("math.is_nan", v1=["math.is_nan", "debugging.is_nan", "is_nan"], elementwise="unary", keras_defaults=True)
@op("IsNan", x="T", T=dt.REALS, grad=None, out=dt.bool)
def is_nan(x: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether each element is NaN, which stands for what is not a number. Mirrors `tf.math.is_nan`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32 or float64.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the shape of `x`; False for infinities.

    Raises:
        InvalidArgumentError: `x` holds integers, which are never NaN, or complex numbers.

    NaN is not equal to itself, so `x == x` finds it as well; `tf.debugging.check_numerics` raises where there is one.

    Example:
        >>> x = tf.constant([1.0, float("nan"), float("inf")])
        >>> tf.math.is_nan(x)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True, False])>
        >>> tf.reduce_any(tf.math.is_nan(x))
        <tf.Tensor: shape=(), dtype=bool, numpy=True>
    """
    return comparisons.isnan(x)


@tf_export("math.exp", "exp", elementwise="unary")
@op("Exp", x="T", T=dt.INEXACT, direct=elementary.exp)
def exp(x: TensorLike, name: str | None = None) -> AnyTensor:
    """e to the power of each element. Mirrors `tf.math.exp`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
            A ragged tensor gives a ragged one.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. What is too large for the dtype is infinite (from about 88.73 on in
        float32, 11.1 in float16), what is too small is 0.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is the result itself. Near 0, `tf.math.expm1` is more exact than `exp(x) - 1`; `tf.reduce_logsumexp`
    and `tf.nn.softmax` do not overflow where sums of exponentials would.

    Example:
        >>> np.round(tf.exp([0.0, 1.0, 100.0]), 3)
        array([1.   , 2.718,   inf], dtype=float32)
        >>> np.round(tf.exp(tf.constant([3.141592653589793j], tf.complex128)), 3)
        array([-1.+0.j])
    """
    return elementary.exp(x)


# torch's derivative, the result and 1, has no digits left where the result is nearly -1.
_expm1 = with_derivative(torch.expm1, lambda x, y: torch.exp(x))


@tf_export("math.expm1", v1=["math.expm1", "expm1"], elementwise="unary", keras_defaults=True)
@op("Expm1", x="T", T=dt.INEXACT)
def expm1(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`exp(x) - 1` of each element, without the digits that the subtraction would lose near 0. Mirrors `tf.math.expm1`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; -1 for minus infinity.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    Its inverse is `tf.math.log1p`. The gradient is `exp(x)`.

    Example:
        >>> tf.math.expm1([1e-10, 0.0])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.e-10, 0.e+00], dtype=float32)>
        >>> tf.exp(1e-10) - 1.0
        <tf.Tensor: shape=(), dtype=float32, numpy=0.0>
    """
    return _expm1(x)


@tf_export("math.log", v1=["math.log", "log"], elementwise="unary", keras_defaults=True)
@op("Log", x="T", T=dt.INEXACT, scope="", direct=elementary.log)
def log(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The natural logarithm of each element. Mirrors `tf.math.log`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. A negative real number gives NaN, 0 gives minus infinity. Of a complex
        number it is the logarithm whose imaginary part is in (-pi, pi].

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `1 / x`. For another base divide by the logarithm of it; near 1, `tf.math.log1p` is more exact, and
    `tf.math.xlogy` multiplies without NaN at 0.

    Example:
        >>> np.round(tf.math.log([1.0, 2.0, 0.0]), 3)
        array([0.   , 0.693,  -inf], dtype=float32)
        >>> np.round(tf.math.log([2.0, 8.0]) / tf.math.log(2.0), 3)
        array([1., 3.], dtype=float32)
    """
    return elementary.log(x)


@tf_export("math.log1p", v1=["math.log1p", "log1p"], elementwise="unary", keras_defaults=True)
@op("Log1p", x="T", T=dt.INEXACT)
def log1p(x: TensorLike, name: str | None = None) -> AnyTensor:
    """`log(1 + x)` of each element, without the digits that the addition would lose near 0. Mirrors `tf.math.log1p`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: minus infinity for -1, NaN for real numbers below.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    Its inverse is `tf.math.expm1`; `tf.math.log1p(tf.exp(x))` is `tf.nn.softplus`, which does not overflow. The
    gradient is `1 / (1 + x)`.

    Example:
        >>> tf.math.log1p([1e-10, 0.0, -1.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1.e-10, 0.e+00,   -inf], dtype=float32)>
        >>> tf.math.log(1.0 + 1e-10)
        <tf.Tensor: shape=(), dtype=float32, numpy=0.0>
    """
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
        positive = x.is_cpu and x.is_floating_point() and x.numel() and readable(x) and number_is(is_above_zero, x.detach().amin())
        if not positive:
            return _Root.apply(inverse, x)
    elif not inverse and x.is_complex() and complex_numbers.suits(x) and not needs_grad(x):
        return complex_numbers.sqrt(x)
    return torch.rsqrt(x) if inverse else torch.sqrt(x)


@tf_export("math.sqrt", "sqrt", elementwise="unary")
@op("Sqrt", x="T", T=dt.INEXACT, scope="")
def sqrt(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The square root of each element. Mirrors `tf.math.sqrt`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. A negative real number gives NaN; of a complex number it is the root
        with the real part that is not negative.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `0.5 / sqrt(x)`, which is infinite at 0, except where what flows back is 0: then it is 0, not NaN.

    Example:
        >>> tf.sqrt([4.0, 2.25, -1.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([2. , 1.5, nan], dtype=float32)>
        >>> tf.sqrt(tf.constant(-1.0, tf.complex64))
        <tf.Tensor: shape=(), dtype=complex64, numpy=1j>
    """
    return _root(False, x)


@tf_export("math.rsqrt", v1=["math.rsqrt", "rsqrt"], elementwise="unary")
@op("Rsqrt", x="T", T=dt.INEXACT)
def rsqrt(x: TensorLike, name: str | None = None) -> AnyTensor:
    """One divided by the square root of each element. Mirrors `tf.math.rsqrt`.

    Arguments:
        x: a tensor of any shape: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`: infinity for 0, NaN for a negative real number, 0 for infinity.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    It is what vectors are multiplied by to have length 1: see `tf.math.l2_normalize`, which keeps away from 0. The
    gradient is `-0.5 * rsqrt(x) ** 3`.

    Example:
        >>> tf.math.rsqrt([4.0, 0.25, 0.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0.5, 2. , inf], dtype=float32)>
    """
    return _root(True, x)


@tf_export("math.sigmoid", "nn.sigmoid", "sigmoid", elementwise="unary")
@op("Sigmoid", x="T", T=dt.INEXACT, direct=torch.sigmoid)
def sigmoid(x: TensorLike, name: str | None = None) -> AnyTensor:
    """The logistic function `1 / (1 + exp(-x))` of each element. Mirrors `tf.math.sigmoid`, `tf.nn.sigmoid` and
    `tf.sigmoid`.

    Arguments:
        x: a tensor of any shape, or what converts to one: float16, bfloat16, float32, float64, complex64 or complex128.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`, real values in [0, 1]: 0.5 at 0, and exactly 0 or 1 where the dtype has
        nothing in between.

    Raises:
        InvalidArgumentError: `x` holds integers or bools.

    The gradient is `y * (1 - y)` for the result `y`. For a loss of probabilities give the logits themselves to
    `tf.nn.sigmoid_cross_entropy_with_logits`, which stays exact for large ones.

    Example:
        >>> np.round(tf.sigmoid([-100.0, 0.0, 1.0]), 3)
        array([0.   , 0.5  , 0.731], dtype=float32)
    """
    return torch.sigmoid(x)
