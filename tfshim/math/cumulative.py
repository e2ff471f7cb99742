"""Running sums, products and logarithms of sums along an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.values import dtypes as dt
from tfshim.math._axes import scanned_dim
from tfshim.math._gradients import needs_grad
from tfshim.math.division import div_no_nan_values

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _same_shape(x, *_):
    return x.dtype, x.shape


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


@tf_export("math.cumsum", "cumsum")
@op("Cumsum", x="T", axis="int", T=dt.NUMBERS, shape_fallback=_same_shape)
def cumsum(x: TensorLike, axis: IntLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> AnyTensor:
    """The running sum of `x` along `axis`. Mirrors `tf.math.cumsum`.

    `x`: a tensor of numbers, whose shape and dtype the result has; `exclusive`: each element is the sum of those before
    it, without itself; `reverse`: run from the end. Raises InvalidArgumentError for an axis out of range.
    """
    return _scan(x, axis, exclusive, reverse, lambda t, d: torch.cumsum(t, d, dtype=t.dtype), 0)


@tf_export("math.cumprod", v1=["math.cumprod", "cumprod"])
@op("Cumprod", x="T", axis="int", T=dt.NUMBERS, shape_fallback=_same_shape)
def cumprod(x: TensorLike, axis: IntLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """The running product of `x` along `axis`. Mirrors `tf.math.cumprod`.

    `x`: a tensor of numbers, whose shape and dtype the result has; `exclusive`: each element is the product of those
    before it, without itself; `reverse`: run from the end. Raises InvalidArgumentError for an axis out of range.
    """
    if needs_grad(x):
        d = scanned_dim(x, axis)
        return _products(x, d, exclusive, reverse)
    return _scan(x, axis, exclusive, reverse, lambda t, d: torch.cumprod(t, d, dtype=t.dtype), 1)


def _products(x, d, exclusive, reverse):
    """The running product with TensorFlow's gradient, which is 0 for an element that is 0, and conjugates nothing."""

    def products(t):
        return _scan(t, d, exclusive, reverse, torch.cumprod, 1)

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
            return div_no_nan_values(_scan(made * grad, d, exclusive, not reverse, torch.cumsum, 0), t)

        @staticmethod
        def jvp(ctx, tangent):
            t, made = ctx.saved_tensors
            return made * _scan(div_no_nan_values(tangent, t), d, exclusive, reverse, torch.cumsum, 0)

    return Products.apply(x)


@tf_export("math.cumulative_logsumexp")
@op("CumulativeLogsumexp", x="T", axis="int", T=dt.REALS, shape_fallback=_same_shape)
def cumulative_logsumexp(
    x: TensorLike, axis: IntLike = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running `log(sum(exp(x)))` along `axis`, computed without overflow. Mirrors `tf.math.cumulative_logsumexp`.

    `x`: a float tensor, whose shape and dtype the result has; `exclusive`: without the element itself, so that the
    first is minus infinity; `reverse`: run from the end. Raises InvalidArgumentError for an axis out of range.
    """
    return _scan(x, axis, exclusive, reverse, torch.logcumsumexp, float("-inf"))
