"""Choosing by condition: `where`, `boolean_mask`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.shapes import reshape, shape, squeeze
from tfshim.engine.graphs.symbolic_tensor import known_integer
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import comparisons, selections
from tfshim.engine.runtime.context import UNNAMED, name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, on_processor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, TensorLike


def _where_shape(condition):
    return dt.int64, [None, condition.shape.rank]


@op("Where", condition="T=bool", T=dt.NUMBERS | dt.BOOL | dt.QUANTIZED, grad=None, scope="", shape_fn=_where_shape)
def _where(condition, name=None):
    if condition.ndim == 0:
        raise invalid("WhereOp : Unhandled input dimensions: 0")
    return _places(condition) if at_least(condition.numel(), _MANY) and _known(condition) else condition.nonzero()


_MANY = 1 << 12  # elements from which NumPy, which looks at many at a time, takes less time


def _known(condition):
    return on_processor(condition) and not condition.is_complex() and condition.dtype not in _UNCOMPARED


_UNCOMPARED = (torch.uint16, torch.uint32, torch.uint64)  # by torch


def _places(condition):
    """The coordinates of what is not 0, in rows."""
    marks = condition if condition.dtype is torch.bool else comparisons.ne(condition, 0)
    found = np.flatnonzero(marks.numpy())
    if marks.ndim == 1:
        return torch.from_numpy(found)[:, None]
    made = np.empty((len(found), marks.ndim), np.int64)
    for axis in range(marks.ndim - 1, 0, -1):
        size = marks.shape[axis]
        rest = found // size
        np.subtract(found, rest * size, out=made[:, axis])
        found = rest
    made[:, 0] = found
    return torch.from_numpy(made)


@op("SelectV2", condition="bool", x="T", y="T", dtype_agnostic=True, shape_fallback=shape_fallbacks.selected)
def _select(condition, x, y, name=None):
    try:
        return selections.where(condition, x, y)
    except RuntimeError as e:
        try:
            torch.broadcast_shapes(condition.shape, x.shape, y.shape)
        except RuntimeError:
            shapes = f"condition {dims_text(condition.shape)}, then {dims_text(x.shape)}, and else {dims_text(y.shape)}"
            raise invalid(f"{shapes} must be broadcastable") from None
        raise e  # two devices, or a type that torch does not choose from


def _former_shape(condition, x, y):
    return x.dtype, x.shape.merge_with(y.shape)


@op("Select", condition="bool", x="T", y="T", dtype_agnostic=True, shape_fallback=_former_shape)
def select(condition, x, y, name=None):
    """`SelectV2` as TensorFlow 1 has it: nothing is broadcast but a scalar, and of a vector each element chooses a row."""
    if condition.ndim == 1 and x.ndim != 1:
        if x.ndim == 0:
            raise invalid("'then' must be at least a vector, but saw shape: []")
        if x.shape[0] != condition.shape[0]:
            raise invalid(f"Number of batches of 'then' must match size of 'cond', but saw: {x.shape[0]} vs. {condition.shape[0]}")
        condition = condition.reshape([-1] + [1] * (x.ndim - 1))
    elif condition.ndim:
        for i, other in enumerate((x, y), 1):
            if other.shape != condition.shape:
                raise invalid(
                    "Inputs to operation Select of type Select must have the same size and shape.  "
                    f"Input 0: {dims_text(condition.shape)} != input {i}: {dims_text(other.shape)}"
                )
    if y.shape != x.shape:
        raise invalid(f"'then' and 'else' must have the same size.  but received: {dims_text(x.shape)} vs. {dims_text(y.shape)}")
    return selections.where(condition, x, y)


@tf_export("where", v1=["where_v2"])
@composite
def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike = None, name: str | None = None) -> AnyTensor:
    """Elements of one tensor where a condition holds and of another elsewhere; or the places where it holds. Mirrors
    `tf.where`.

    Arguments:
        condition: a bool tensor; alone it may be of numbers too, of which those that are not 0 count.
        x: what to take where it is True.
        y: what to take elsewhere, of the dtype of `x`. Both are given, or neither.
        name: a name for the operation in graphs.

    Returns:
        With `x` and `y` a tensor of the shape that all three broadcast to. With the condition alone an int64 tensor of
        shape [number of True, rank]: their coordinates, in row-major order.

    Raises:
        ValueError: only one of `x` and `y` is given.
        InvalidArgumentError: dtypes differ or shapes do not broadcast.

    The gradient reaches both, with 0 for what was not chosen; if that is computed with NaN or infinity, the product
    still is NaN: replace the input before.

    Example:
        >>> x = tf.constant([-1.0, 2.0, -3.0])
        >>> tf.where(x > 0, x, 0.0)
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0., 2., 0.], dtype=float32)>
        >>> tf.where([[True, False], [False, True]])
        <tf.Tensor: shape=(2, 2), dtype=int64, numpy=
        array([[0, 0],
               [1, 1]])>
    """
    if x is None and y is None:
        return _where(convert_to_tensor(condition, dtype_hint=dt.bool), name)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _select(condition, x, y, name)


def _masked_in_graph(tensor, mask, axis):
    """The same by the operations that TensorFlow's graphs have for it."""
    graph, rank = TS.graph, mask.shape.rank
    tensor = tensor._tfshim_value() if hasattr(type(tensor), "_tfshim_value") else tensor
    tensor = graph._constant(tensor, "tensor") if type(tensor) is EagerTensor else tensor
    mask = graph._constant(mask, "mask") if type(mask) is EagerTensor else mask
    count = higher.reduce_prod(shape(tensor)[axis : axis + rank], [0])
    before, after = shape(tensor)[:axis], shape(tensor)[axis + rank :]
    sizes = concat([before, stack([count], name=UNNAMED), after], 0)
    if isinstance(axis, int) and tensor.shape.is_fully_defined() and mask.shape.is_fully_defined():
        known = tensor.shape.as_list()
        graph.given_inputs["Reshape", "shape"] = sizes  # which is shown; the numbers are known already
        sizes = [*known[:axis], mask.shape.num_elements(), *known[axis + rank :]]
    flat = reshape(tensor, sizes)
    places = squeeze(where(reshape(mask, [-1])), axis=[1])
    return gather(flat, places, axis=axis)


@tf_export("boolean_mask", keras="compat.v1.boolean_mask")
@composite
def boolean_mask(tensor: TensorLike, mask: TensorLike, axis: Axis = None, name: str | None = "boolean_mask") -> AnyTensor:
    """The elements or slices of a tensor for which a mask is True. Mirrors `tf.boolean_mask`.

    Arguments:
        tensor: a tensor of any dtype, or a ragged tensor.
        mask: a bool tensor of known rank K, at least 1, whose shape is that of K axes of `tensor`.
        axis: where these axes begin, 0 by default; in a graph it may be a tensor.
        name: a name for the operations in graphs, "boolean_mask" by default.

    Returns:
        A tensor in which the K axes have become one, as long as there are True elements.

    Raises:
        ValueError: the mask is a scalar, or the shapes do not fit.

    The gradient goes to what was kept. `tf.where` keeps the shape instead; the operator `tensor[mask]` does the same
    for axis 0.

    Example:
        >>> tf.boolean_mask([1, 2, 3], [True, False, True])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 3], dtype=int32)>
        >>> x = tf.constant([[1, 2], [3, 4], [5, 6]])
        >>> tf.boolean_mask(x, [True, False, True])
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[1, 2],
               [5, 6]], dtype=int32)>
        >>> tf.boolean_mask(x, x > 3)
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([4, 5, 6], dtype=int32)>
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
    if isinstance(axis, float):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    axis = 0 if axis is None else known_integer(axis)
    if isinstance(axis, int):
        tensor.shape[axis : axis + known.rank].assert_is_compatible_with(known)
    if TS.graph is not None:
        with name_scope(name or "boolean_mask"):
            return _masked_in_graph(tensor, mask, axis)
    dims = shape(tensor)
    if tensor.shape.is_fully_defined():
        before, after = tensor.shape.as_list()[:axis], tensor.shape.as_list()[axis + known.rank :]
        # -1 cannot be inferred beside a size of 0.
        flat = reshape(tensor, [*before, -1 if 0 not in before + after else known.num_elements(), *after])
    else:
        flat = reshape(tensor, concat([dims[:axis], [-1], dims[axis + known.rank :]], 0))
    places = squeeze(where(reshape(mask, [-1])), axis=[1])
    return gather(flat, places, axis=axis)
