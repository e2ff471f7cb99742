"""Choosing by condition: `where`, `boolean_mask`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat
from tfshim.array_ops.shapes import reshape, shape, squeeze
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


def _where_shape(condition):
    return dt.int64, [None, condition.shape.rank]


@op("Where", condition="T=bool", T=dt.NUMBERS | dt.BOOL | dt.QUANTIZED, grad=None, scope="", shape_fn=_where_shape)
def _where(condition, name=None):
    if condition.ndim == 0:
        raise invalid("WhereOp : Unhandled input dimensions: 0")
    return condition.nonzero()


@op("SelectV2", condition="bool", x="T", y="T", dtype_agnostic=True, shape_fallback=shape_fallbacks.selected)
def _select(condition, x, y, name=None):
    try:
        return torch.where(condition, x, y)
    except RuntimeError as e:
        try:
            torch.broadcast_shapes(condition.shape, x.shape, y.shape)
        except RuntimeError:
            shapes = f"condition {dims_text(condition.shape)}, then {dims_text(x.shape)}, and else {dims_text(y.shape)}"
            raise invalid(f"{shapes} must be broadcastable") from None
        raise e  # two devices, or a type that torch does not choose from


@tf_export("where", v1=["where_v2"])
@composite
def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike = None, name: str | None = None) -> AnyTensor:
    """Elements of `x` where `condition` is True and of `y` elsewhere; or, of `condition` alone, where it is not
    zero.

    With `x` and `y`: tensors of one type that broadcast with the boolean `condition` and each other. Without: the
    result is an int64 matrix with one row of coordinates for each True. Mirrors `tf.where`. Raises ValueError if
    only one of the two is given.
    """
    if x is None and y is None:
        return _where(convert_to_tensor(condition, dtype_hint=dt.bool), name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _select(condition, x, y, name)


@tf_export("boolean_mask")
@composite
def boolean_mask(tensor: TensorLike, mask: TensorLike, axis: Axis = None, name: str | None = "boolean_mask") -> AnyTensor:
    """The elements or slices of `tensor` where `mask` is True. Mirrors `tf.boolean_mask`.

    `mask`: a boolean tensor whose shape is that of as many dimensions of `tensor` as it has, from `axis` (0) on; they
    become one dimension. Raises ValueError where the shapes differ or the mask is a scalar.
    """
    tensor = tensor if hasattr(type(tensor), "_tfshim_value") else convert_to_tensor(tensor)
    mask = convert_to_tensor(mask)
    known = mask.shape
    if known.rank == 0:
        raise ValueError("mask cannot be scalar.")
    if known.rank is None:
        raise ValueError(
            "Number of mask dimensions must be specified, even if some dimensions are None.  E.g. shape=[None] is ok, "
            "but shape=None is not."
        )
    axis = 0 if axis is None else int(axis)
    tensor.shape[axis : axis + known.rank].assert_is_compatible_with(known)
    dims = shape(tensor)
    if tensor.shape.is_fully_defined():
        before, after = tensor.shape.as_list()[:axis], tensor.shape.as_list()[axis + known.rank :]
        # -1 cannot be inferred beside a size of 0.
        flat = reshape(tensor, [*before, -1 if 0 not in before + after else known.num_elements(), *after])
    else:
        flat = reshape(tensor, concat([dims[:axis], [-1], dims[axis + known.rank :]], 0))
    places = squeeze(where(reshape(mask, [-1])), axis=[1])
    return gather(flat, places, axis=axis)
