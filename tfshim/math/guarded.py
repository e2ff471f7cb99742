"""Products and quotients in which a zero in the first operand wins over NaN and infinity in the second."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import comparisons, elementary, selections
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import needs_grad, with_derivatives

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _unless_zero(function):
    """`function` of two torch tensors, but 0 where the first of them is 0."""

    def values(x, y):
        zero = comparisons.eq(x, 0)
        if not needs_grad(x, y):
            return selections.zeroed_(function(x, y), zero)
        made = function(x, torch.where(zero, torch.ones_like(y), y))
        return torch.where(zero, torch.zeros_like(made), made)

    return values


def _not_zero(x):
    return (x != 0).to(x.dtype)


_xdivy_values = _unless_zero(torch.div)
_xlogy_values = _unless_zero(lambda x, y: x * elementary.log(y))
_xlog1py_values = _unless_zero(lambda x, y: x * elementary.log1p(y))

_xdivy = with_derivatives(
    _xdivy_values,
    lambda x, y, z: _xdivy_values(_not_zero(x), y),
    lambda x, y, z: _xdivy_values(-x, y * y),
    conjugate=False,
)
_xlogy = with_derivatives(
    _xlogy_values, lambda x, y, z: _xlogy_values(_not_zero(x), y), lambda x, y, z: _xdivy_values(x, y), conjugate=False
)
_xlog1py = with_derivatives(
    _xlog1py_values,
    lambda x, y, z: _xlog1py_values(_not_zero(x), y),
    lambda x, y, z: _xdivy_values(x, y + 1),
    conjugate=False,
)


@tf_export("math.xdivy", elementwise="binary")
@op("Xdivy", x="T", y="T", T=dt.INEXACT)
def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x / y`, but 0 wherever `x` is 0, even if `y` is 0 or NaN there. Mirrors `tf.math.xdivy`.

    Arguments:
        x: a tensor: float16, bfloat16, float32, float64, complex64 or complex128.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Other numbers divided by 0 give infinity.

    Raises:
        InvalidArgumentError: integers, dtypes that differ, or shapes that do not broadcast.

    Where `x` is 0 the gradient for `y` is 0 as well. `tf.math.divide_no_nan` looks at the zeros of `y` instead.

    Example:
        >>> tf.math.xdivy([0.0, 1.0, 3.0], [0.0, 0.0, 2.0])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0. , inf, 1.5], dtype=float32)>
    """
    return _xdivy(x, y)


@tf_export("math.xlogy", elementwise="binary", keras_defaults=True)
@op("Xlogy", x="T", y="T", T=dt.INEXACT)
def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * log(y)`, but 0 wherever `x` is 0, even if the logarithm is infinite or NaN there. Mirrors `tf.math.xlogy`.

    Arguments:
        x: a tensor: float16, bfloat16, float32, float64, complex64 or complex128.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype.

    Raises:
        InvalidArgumentError: integers, dtypes that differ, or shapes that do not broadcast.

    An entropy is minus the sum of it over probabilities, of which some may be 0; the gradients there are 0, not NaN.

    Example:
        >>> np.round(tf.math.xlogy([0.0, 2.0], [0.0, 2.7182818]), 3)
        array([0., 2.], dtype=float32)
        >>> p = tf.constant([0.5, 0.5, 0.0])
        >>> round(float(-tf.reduce_sum(tf.math.xlogy(p, p))), 3)
        0.693
    """
    return _xlogy(x, y)


@tf_export("math.xlog1py", elementwise="binary")
@op("Xlog1py", x="T", y="T", T=dt.INEXACT)
def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * log(1 + y)`, but 0 wherever `x` is 0; exact for `y` near 0. Mirrors `tf.math.xlog1py`.

    Arguments:
        x: a tensor: float16, bfloat16, float32, float64, complex64 or complex128.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype: 0 where `x` is 0, even for a `y` of -1, whose logarithm is
        infinite.

    Raises:
        InvalidArgumentError: integers, dtypes that differ, or shapes that do not broadcast.

    Where `x` is 0 the gradient for `y` is 0 as well. The log-likelihood of failures, `(n - k) * log(1 - p)`, is such a
    product.

    Example:
        >>> np.round(tf.math.xlog1py([0.0, 2.0, 3.0], [-1.0, 1.7182818, 0.0]), 3)
        array([0., 2., 0.], dtype=float32)
    """
    return _xlog1py(x, y)
