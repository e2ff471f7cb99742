"""Products and quotients in which a zero in the first operand wins over NaN and infinity in the second."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.values import dtypes as dt
from tfshim.math._gradients import with_derivatives

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


def _unless_zero(function):
    """`function(x, y)` where x is not 0, else 0; the branch not taken is kept finite for the sake of derivatives."""

    def values(x, y):
        zero = x == 0
        made = function(x, torch.where(zero, torch.ones_like(y), y))
        return torch.where(zero, torch.zeros_like(made), made)

    return values


def _not_zero(x):
    return (x != 0).to(x.dtype)


_xdivy_values = _unless_zero(torch.div)
_xlogy_values = _unless_zero(lambda x, y: x * torch.log(y))
_xlog1py_values = _unless_zero(lambda x, y: x * torch.log1p(y))

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
    """`x / y`, but 0 where `x` is 0.

    Mirrors `tf.math.xdivy`. `x`, `y`: float or complex tensors of one type, which broadcast.
    """
    return _xdivy(x, y)


@tf_export("math.xlogy", elementwise="binary", keras_defaults=True)
@op("Xlogy", x="T", y="T", T=dt.INEXACT)
def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * log(y)`, but 0 where `x` is 0. Mirrors `tf.math.xlogy`.

    `x`, `y`: float or complex tensors of one type, which broadcast.
    """
    return _xlogy(x, y)


@tf_export("math.xlog1py", elementwise="binary")
@op("Xlog1py", x="T", y="T", T=dt.INEXACT)
def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> AnyTensor:
    """`x * log(1 + y)`, but 0 where `x` is 0. Mirrors `tf.math.xlog1py`.

    `x`, `y`: float or complex tensors of one type, which broadcast.
    """
    return _xlog1py(x, y)
