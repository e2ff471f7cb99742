"""Comparisons, and the greater and the lesser of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import comparisons, selections
from tfshim.engine.ops.vectorized.bounds import kept_within
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.wanted import wanted
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import at_least, forward_mode, on_processor, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math._gradients import needs_grad, with_derivatives
from tfshim.math._unsigned import ordered, restored

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _unsigned(compare):
    """`compare` for all real types: torch's own comparison where it has one, else on values of the same order."""

    def kernel(x, y):
        if x.dtype in _NO_ORDER:
            return compare(ordered(x), ordered(y))
        return compare(x, y)

    return kernel


_NO_ORDER = (torch.uint16, torch.uint32, torch.uint64)
_lt, _le, _gt, _ge = map(_unsigned, (comparisons.lt, comparisons.le, comparisons.gt, comparisons.ge))


@tf_export("math.less", "less", elementwise="binary", keras_defaults=True)
@op("Less", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=comparisons.lt, out=dt.bool)
def less(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x < y`, element by element with broadcasting. Mirrors `tf.math.less`, and the operator `<` of tensors.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape. Every comparison with NaN is False.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    There is no gradient; `tf.where` and `tf.boolean_mask` take the result. Bools, strings and complex numbers have no
    order: InvalidArgumentError.

    Example:
        >>> tf.less([1, 2, 3], 2)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False, False])>
        >>> tf.less(tf.constant([1.0, 5.0]), [[2.0], [9.0]])
        <tf.Tensor: shape=(2, 2), dtype=bool, numpy=
        array([[ True, False],
               [ True,  True]])>
    """
    return _lt(x, y)


@tf_export("math.less_equal", "less_equal", elementwise="binary", keras_defaults=True)
@op("LessEqual", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=comparisons.le, out=dt.bool)
def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x <= y`, element by element with broadcasting. Mirrors `tf.math.less_equal`, and the operator `<=` of
    tensors.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape. Every comparison with NaN is False.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    There is no gradient. Bools, strings and complex numbers have no order: InvalidArgumentError.

    Example:
        >>> tf.less_equal([1, 2, 3], 2)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True,  True, False])>
        >>> x = tf.constant([0.1, 0.5, 0.9])
        >>> tf.boolean_mask(x, x <= 0.5)
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0.1, 0.5], dtype=float32)>
    """
    return _le(x, y)


@tf_export("math.greater", "greater", elementwise="binary", keras_defaults=True)
@op("Greater", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=comparisons.gt, out=dt.bool)
def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x > y`, element by element with broadcasting. Mirrors `tf.math.greater`, and the operator `>` of tensors.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape. Every comparison with NaN is False.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    There is no gradient. To count with it, cast the result. Bools, strings and complex numbers have no order:
    InvalidArgumentError.

    Example:
        >>> tf.greater([1, 2, 3], 2)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([False, False,  True])>
        >>> tf.reduce_mean(tf.cast(tf.constant([0.2, 0.7, 0.9, 0.6]) > 0.5, tf.float32))
        <tf.Tensor: shape=(), dtype=float32, numpy=0.75>
    """
    return _gt(x, y)


@tf_export("math.greater_equal", "greater_equal", elementwise="binary", keras_defaults=True)
@op("GreaterEqual", x="T", y="T", T=dt.REAL_NUMBERS, grad=None, scalar="y", direct=comparisons.ge, out=dt.bool)
def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x >= y`, element by element with broadcasting. Mirrors `tf.math.greater_equal`, and the operator `>=` of
    tensors.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape. Every comparison with NaN is False.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    There is no gradient. Bools, strings and complex numbers have no order: InvalidArgumentError.

    Example:
        >>> tf.greater_equal([1, 2, 3], 2)
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([False,  True,  True])>
        >>> tf.greater_equal([0.0, float("nan")], 0.0)
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    return _ge(x, y)


def _objects_equal(x, y):
    return torch.from_numpy(np.asarray(np.equal(x, y), dtype=bool))


def _objects_not_equal(x, y):
    return torch.from_numpy(np.asarray(np.not_equal(x, y), dtype=bool))


_EQUAL = dt.NATIVE | dt.QUANTIZED | dt.STRING


@tf_export("math.equal", "equal", elementwise="binary")
@op("Equal", x="T", y="T", T=_EQUAL, grad=None, scalar="y", direct=comparisons.eq, objects=_objects_equal, out=dt.bool)
def equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x == y`, element by element with broadcasting. Mirrors `tf.math.equal`, and the operator `==` of tensors.

    Arguments:
        x: a tensor of numbers, bools or strings, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape. NaN is equal to nothing, not even to itself.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast. The operator `==` gives False for
            shapes that do not broadcast.

    There is no gradient.

    Example:
        >>> tf.equal([1, 2, 3], [1, 0, 3])
        <tf.Tensor: shape=(3,), dtype=bool, numpy=array([ True, False,  True])>
        >>> tf.equal(["a", "b"], "a")
        <tf.Tensor: shape=(2,), dtype=bool, numpy=array([ True, False])>
    """
    return comparisons.eq(x, y)


@tf_export("math.not_equal", "not_equal", elementwise="binary")
@op("NotEqual", x="T", y="T", T=_EQUAL, grad=None, scalar="y", direct=comparisons.ne, objects=_objects_not_equal, out=dt.bool)
def not_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """Whether `x != y`, element by element with broadcasting. Mirrors `tf.math.not_equal`, and the operator `!=` of
    tensors.

    Arguments:
        x: a tensor of numbers, bools or strings, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A bool tensor of the broadcast shape. NaN differs from everything, itself included.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast. The operator `!=` gives True for shapes
            that do not broadcast.

    There is no gradient. The mask of a padded sequence is made with it.

    Example:
        >>> tf.not_equal([[5, 7, 0], [3, 0, 0]], 0)
        <tf.Tensor: shape=(2, 3), dtype=bool, numpy=
        array([[ True,  True, False],
               [ True, False, False]])>
    """
    return comparisons.ne(x, y)


_MANY = 1 << 14  # elements from which the call of an autograd function costs less than what it saves


class _Extreme(Function):
    """`extreme(x, y)`, with the gradient of `x` where `first` is true and of `y` elsewhere."""

    @staticmethod
    def forward(ctx, x, y, first, extreme):
        ctx.save_for_backward(first)
        ctx.shapes = x.shape, y.shape
        return extreme(x, y)

    @staticmethod
    def backward(ctx, grad):
        (first,) = ctx.saved_tensors
        grad, nothing = grad.contiguous(), grad.new_zeros(())
        return (
            selections.where(first, grad, nothing).sum_to_size(ctx.shapes[0]) if wanted(ctx, 0) else None,
            selections.where(first, nothing, grad).sum_to_size(ctx.shapes[1]) if wanted(ctx, 1) else None,
            None,
            None,
        )


class _Bounded(Function):
    """`extreme(x, bound)` for a number `bound`, with the gradient of `x` where `x` lies on the right side of it, or at it."""

    @staticmethod
    def forward(ctx, x, bound, wins, extreme):
        ctx.save_for_backward(x, bound)
        ctx.wins, ctx.upper = wins, extreme is torch.minimum
        return extreme(x, bound)

    @staticmethod
    def backward(ctx, grad):
        x, bound = ctx.saved_tensors
        limits = {"high" if ctx.upper else "low": bound.item()}
        made = None if needs_grad(grad) else kept_within(grad, x, **limits)
        if made is None:
            grad = grad.contiguous()
            made = selections.where(ctx.wins(x, bound), grad, grad.new_zeros(()))
        return made, None, None, None


def _select(wins, extreme):
    """The kernel of maximum and minimum. At a tie the gradient belongs to the first operand, as in TensorFlow."""

    def kernel(x, y):
        if x.dtype in _NO_ORDER:
            return restored(extreme(ordered(x), ordered(y)), x.dtype)
        if needs_grad(x, y):
            # A NaN in x makes the result NaN, yet the gradient goes to y: the comparison is what decides.
            if at_least(x.numel(), _MANY) and on_processor(x) and readable(y) and not forward_mode():
                if not y.dim() and not y.requires_grad and x.dtype is y.dtype and x.dtype in (torch.float32, torch.float64):
                    return _Bounded.apply(x, y, wins, extreme)
                return _Extreme.apply(x, y, wins(x.detach(), y.detach()), extreme)
            return selections.where(wins(x, y), x, selections.where(comparisons.isnan(x), y + x.detach(), y))
        return extreme(x, y)

    return kernel


_maximum, _minimum = _select(comparisons.ge, torch.maximum), _select(comparisons.le, torch.minimum)


@tf_export("math.maximum", "maximum", elementwise="binary", keras_defaults=True)
@op("Maximum", x="T", y="T", T=dt.REAL_NUMBERS, scalar="y", direct=torch.maximum)
def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The greater of `x` and `y`, element by element with broadcasting. Mirrors `tf.math.maximum`.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Where one of the two is NaN, so is the result.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    The gradient goes to the greater one, at a tie to `x`. For the greatest element of one tensor there is
    `tf.reduce_max`.

    Example:
        >>> tf.maximum([1.0, -2.0, 3.0], 0.0)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 0., 3.], dtype=float32)>
    """
    return _maximum(x, y)


@tf_export("math.minimum", "minimum", elementwise="binary", keras_defaults=True)
@op("Minimum", x="T", y="T", T=dt.REAL_NUMBERS, scalar="y", direct=torch.minimum)
def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """The lesser of `x` and `y`, element by element with broadcasting. Mirrors `tf.math.minimum`.

    Arguments:
        x: a tensor of real numbers, or what converts to one.
        y: a tensor of the same dtype, or a Python value, which takes it.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype. Where one of the two is NaN, so is the result.

    Raises:
        TypeError: a Python value does not fit the dtype of the other argument.
        InvalidArgumentError: the dtypes differ, or the shapes do not broadcast.

    The gradient goes to the lesser one, at a tie to `x`. For the least element of one tensor there is `tf.reduce_min`.

    Example:
        >>> tf.minimum([[1, 8], [6, 4]], [5, 5])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 5],
               [5, 4]], dtype=int32)>
    """
    return _minimum(x, y)


_nextafter = with_derivatives(torch.nextafter, lambda x1, x2, z: torch.ones_like(z), lambda x1, x2, z: torch.zeros_like(z))


@tf_export("math.nextafter", elementwise="unary")
@op("NextAfter", x1="T=float32", x2="T=float32", T=dt.float32.mask | dt.float64.mask)
def nextafter(x1: TensorLike, x2: TensorLike, name: str | None = None) -> AnyTensor:
    """The number next to `x1` in the direction of `x2`, element by element with broadcasting. Mirrors `tf.math.nextafter`.

    Arguments:
        x1: a tensor: float32 or float64.
        x2: a tensor of the same dtype; where it is equal to `x1`, the result is that number.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the broadcast shape and the common dtype: the closest value that the dtype can represent. The
        distance to it is the precision that numbers of this size have.

    Raises:
        InvalidArgumentError: other dtypes, dtypes that differ, or shapes that do not broadcast.

    There is no gradient.

    Example:
        >>> tf.math.nextafter(1.0, 2.0) - 1.0
        <tf.Tensor: shape=(), dtype=float32, numpy=1.1920929e-07>
        >>> tf.math.nextafter(tf.constant(0.0, tf.float64), -1.0)
        <tf.Tensor: shape=(), dtype=float64, numpy=-5e-324>
    """
    return _nextafter(x1, x2)


@op("ApproximateEqual", x="T", y="T", T=dt.NUMBERS, grad=None, scope="", register=False, as_declared=True,
    shape_fn=lambda x, y, tolerance: (dt.bool, x.shape) if x.shape.is_compatible_with(y.shape) else None)  # fmt: skip
def approximate_equal(x, y, tolerance, name=None):
    """Whether two tensors of one shape differ by less than `tolerance`, element by element."""
    if x.shape != y.shape:
        raise invalid(f"x and y must be of the same shape. x shape: {dims_text(x.shape)}. y shape: {dims_text(y.shape)}")
    apart = (x - y).abs() if x.is_complex() else (x - y).abs_()
    return comparisons.lt(apart, torch.tensor(tolerance, device=x.device).to(apart.dtype))
