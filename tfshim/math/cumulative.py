"""Running sums, products and logarithms of sums along an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import forward_mode, on_processor
from tfshim.math._axes import scanned_dim
from tfshim.math._gradients import needs_grad
from tfshim.math.division import div_no_nan_values

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _same_shape(x, *_):
    return x.dtype, x.shape


_scanned = by_sizes(lambda x, axis, *_: x if type(axis) is int and -len(x) <= axis < len(x) else None)


def _scan(x, axis, exclusive, reverse, scan, identity):
    """`scan(x, dim)` in the order asked for; an exclusive one begins with `identity`."""
    d = scanned_dim(x, axis)
    if reverse:
        x = torch.flip(x, (d,))
    if exclusive and x.shape[d]:
        shape = list(x.shape)
        shape[d] = 1
        x = torch.cat([x.new_full(shape, identity), x.narrow(d, 0, x.shape[d] - 1)], d)
    t = scan(x, d)
    return torch.flip(t, (d,)) if reverse else t


# What torch adds up in more bits than TensorFlow, whose sums are rounded to the dtype after each element.
_ROUNDED = (torch.float32, torch.float16, torch.complex64)


def _rounded(t):
    return t.dtype in _ROUNDED and on_processor(t) and t.numel() > 0 and not forward_mode()


def _accumulated(t, d, ufunc):
    return torch.from_numpy(ufunc.accumulate(t.detach().resolve_conj().resolve_neg().numpy(), axis=d))


def _sums(t, d):
    """The running sum along dimension `d`, with TensorFlow's roundings on the processor."""
    if not _rounded(t):
        return torch.cumsum(t, d, dtype=t.dtype)
    return _Sums.apply(t, d) if needs_grad(t) else _accumulated(t, d, np.add)


def _running_products(t, d):
    return _accumulated(t, d, np.multiply) if _rounded(t) else torch.cumprod(t, d, dtype=t.dtype)


class _Sums(Function):
    @staticmethod
    def forward(ctx, t, d):
        ctx.d = d
        return _accumulated(t, d, np.add)

    @staticmethod
    def backward(ctx, grad):
        return _scan(grad, ctx.d, False, True, _sums, 0), None


@tf_export("math.cumsum", "cumsum")
@op("Cumsum", x="T", axis="int", T=dt.NUMBERS, shape_fn=_scanned, shape_fallback=_same_shape)
def cumsum(x: TensorLike, axis: IntLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> AnyTensor:
    """The running sum along an axis. Mirrors `tf.math.cumsum` and `tf.cumsum`.

    Arguments:
        x: a tensor of numbers with at least one dimension, or what converts to one.
        axis: one integer, 0 by default.
        exclusive: True leaves each element itself out of its sum, so that the first one is 0; False by default.
        reverse: True sums from the end of the axis; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`.

    Raises:
        InvalidArgumentError: the axis is out of range.

    Example:
        >>> tf.cumsum([1, 2, 3, 4])
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([ 1,  3,  6, 10], dtype=int32)>
        >>> tf.cumsum([1, 2, 3, 4], exclusive=True)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([0, 1, 3, 6], dtype=int32)>
        >>> tf.cumsum([1, 2, 3, 4], reverse=True)
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([10,  9,  7,  4], dtype=int32)>
        >>> tf.cumsum([[1, 2], [3, 4]], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 3],
               [3, 7]], dtype=int32)>
    """
    return _scan(x, axis, exclusive, reverse, _sums, 0)


@tf_export("math.cumprod", v1=["math.cumprod", "cumprod"])
@op("Cumprod", x="T", axis="int", T=dt.NUMBERS, shape_fn=_scanned, shape_fallback=_same_shape)
def cumprod(x: TensorLike, axis: IntLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """The running product along an axis. Mirrors `tf.math.cumprod`.

    Arguments:
        x: a tensor of numbers with at least one dimension, or what converts to one.
        axis: one integer, 0 by default.
        exclusive: True leaves each element itself out of its product, so that the first one is 1; False by default.
        reverse: True multiplies from the end of the axis; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`; integers wrap around.

    Raises:
        InvalidArgumentError: the axis is out of range.

    Example:
        >>> tf.math.cumprod([1, 2, 3, 4])
        <tf.Tensor: shape=(4,), dtype=int32, numpy=array([ 1,  2,  6, 24], dtype=int32)>
        >>> tf.math.cumprod([0.5, 0.5, 0.5], exclusive=True)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1.  , 0.5 , 0.25], dtype=float32)>
        >>> tf.math.cumprod([[1, 2], [3, 4]], axis=1, reverse=True)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[ 2,  2],
               [12,  4]], dtype=int32)>
    """
    if needs_grad(x):
        d = scanned_dim(x, axis)
        return _products(x, d, exclusive, reverse)
    return _scan(x, axis, exclusive, reverse, _running_products, 1)


def _products(x, d, exclusive, reverse):
    """The running product with TensorFlow's gradient, which is 0 for an element that is 0, and conjugates nothing."""

    def products(t):
        return _scan(t, d, exclusive, reverse, _running_products, 1)

    class Products(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(t):
            return products(t)

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(inputs[0], output)
            ctx.save_for_forward(inputs[0], output)

        @staticmethod
        def backward(ctx, grad):
            t, made = ctx.saved_tensors
            return div_no_nan_values(_scan(made * grad, d, exclusive, not reverse, _sums, 0), t)

        @staticmethod
        def jvp(ctx, tangent):
            t, made = ctx.saved_tensors
            return made * _scan(div_no_nan_values(tangent, t), d, exclusive, reverse, torch.cumsum, 0)

    return Products.apply(x)


@tf_export("math.cumulative_logsumexp")
@op("CumulativeLogsumexp", x="T", axis="int", T=dt.REALS, shape_fn=_scanned, shape_fallback=_same_shape)
def cumulative_logsumexp(
    x: TensorLike, axis: IntLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running `log(sum(exp(x)))` along an axis, without overflow. Mirrors `tf.math.cumulative_logsumexp`.

    Arguments:
        x: a tensor with at least one dimension: float16, bfloat16, float32 or float64.
        axis: one integer, 0 by default.
        exclusive: True leaves each element itself out, so that the first one is minus infinity; False by default.
        reverse: True runs from the end of the axis; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `x`. Exact also where the exponentials are beyond what a float holds: from
        logarithms of probabilities it gives those of the cumulative distribution.

    Raises:
        InvalidArgumentError: the axis is out of range, or `x` holds integers.

    Example:
        >>> np.round(tf.math.cumulative_logsumexp([0.0, 0.0, 1000.0]), 3)
        array([0.00e+00, 6.93e-01, 1.00e+03], dtype=float32)
    """
    return _scan(x, axis, exclusive, reverse, torch.logcumsumexp, float("-inf"))
