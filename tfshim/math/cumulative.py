"""Running sums, products and logarithms of sums along an axis."""

import torch

from tfshim.engine import dtypes as dt
from tfshim.engine.op import op
from tfshim.math._axes import scanned_dim


def _scan(x, axis, exclusive, reverse, scan, identity):
    d = scanned_dim(x, axis)
    if reverse:
        x = torch.flip(x, (d,))
    if exclusive and x.shape[d]:
        shape = list(x.shape)
        shape[d] = 1
        x = torch.cat([x.new_full(shape, identity), x.narrow(d, 0, x.shape[d] - 1)], d)
    t = scan(x, d)
    return torch.flip(t, (d,)) if reverse else t


@op("Cumsum", x="T", axis="int", T=dt.NUMBERS)
def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
    """The running sum of `x` along `axis`. Mirrors `tf.math.cumsum`.

    `x`: a tensor of numbers, whose shape and dtype the result has; `exclusive`: each element is the sum of those before
    it, without itself; `reverse`: run from the end. Raises InvalidArgumentError for an axis out of range.
    """
    return _scan(x, axis, exclusive, reverse, lambda t, d: torch.cumsum(t, d, dtype=t.dtype), 0)


@op("Cumprod", x="T", axis="int", T=dt.NUMBERS)
def cumprod(x, axis=0, exclusive=False, reverse=False, name=None):
    """The running product of `x` along `axis`. Mirrors `tf.math.cumprod`.

    `x`: a tensor of numbers, whose shape and dtype the result has; `exclusive`: each element is the product of those
    before it, without itself; `reverse`: run from the end. Raises InvalidArgumentError for an axis out of range.
    """
    return _scan(x, axis, exclusive, reverse, lambda t, d: torch.cumprod(t, d, dtype=t.dtype), 1)


@op("CumulativeLogsumexp", x="T", axis="int", T=dt.REALS)
def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
    """The running `log(sum(exp(x)))` along `axis`, computed without overflow. Mirrors `tf.math.cumulative_logsumexp`.

    `x`: a float tensor, whose shape and dtype the result has; `exclusive`: without the element itself, so that the first
    is minus infinity; `reverse`: run from the end. Raises InvalidArgumentError for an axis out of range.
    """
    return _scan(x, axis, exclusive, reverse, torch.logcumsumexp, float("-inf"))
