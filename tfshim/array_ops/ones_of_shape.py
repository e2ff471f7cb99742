"""Ones of the shape of a tensor, as the functions of TensorFlow 1 make them: filled, though the shape may be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.array_ops.creation import fill, ones_like
from tfshim.array_ops.shapes import shape
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def ones_of_shape(x: AnyTensor, dtype: DTypeLike | None = None, name: str = "ones_like") -> AnyTensor:
    """`tf.ones_like`, which pages of graphs show as it is in TensorFlow 1."""
    return shown_parts.recorded(_ones, x, dtype, name)


def _ones(x: Tensor, dtype: DTypeLike | None, name: str) -> AnyTensor:
    if not one_by_one.wanted() or TS.graph is None:
        return ones_like(x, dtype, name)
    with name_scope(name) as scope:
        wanted = x.dtype if dtype is None else as_dtype(dtype)
        if x.shape.is_fully_defined():
            dims = TS.graph._constant(convert_to_tensor(x.shape.as_list(), dt.int32), "Shape/shape_as_tensor")
        else:
            dims = shape(x, name="Shape")
        return fill(dims, TS.graph._constant(convert_to_tensor(1, wanted), "Const"), name=scope)
