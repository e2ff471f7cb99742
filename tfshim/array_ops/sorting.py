"""Order: `sort`, `argsort`, `searchsorted`, and the kernel that puts numbers between boundaries."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.type_errors import not_allowed
from tfshim.engine.ops.vectorized import sorted_keys
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.readable import exported

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


_INTEGERS = (torch.int32, torch.int64)
_SIGNED = {torch.uint16: torch.int32, torch.uint32: torch.int64}


def _order(values, axis, direction):
    """The indices that sort `values`; the sort is stable."""
    rank = values.ndim
    if not -rank <= axis < rank:
        # The text of the strided slice by which TensorFlow reads the size of the axis.
        raise invalid(f"slice index {axis + rank if axis < -1 else axis} of dimension 0 out of bounds.")
    if values.dtype in _SIGNED:
        values = values.to(_SIGNED[values.dtype])
    elif values.dtype is torch.uint64:  # the same order in int64, with the top bit turned
        values = values.view(torch.int64) ^ torch.iinfo(torch.int64).min
    # Indices have no gradient: `gather` gives that of the values.
    return stably_sorted(values.detach(), axis, direction == "DESCENDING")[1]


def stably_sorted(x, axis, descending):
    """(`x` sorted along `axis`, the places of its elements); equal ones keep their order."""
    if exported(x):
        # The sort that ONNX has is stable, but the exporter has no form for torch's stable one.
        return torch.sort(x, axis, descending)
    if (axis == -1 or axis == x.ndim - 1) and sorted_keys.suits(x) and not x.requires_grad:
        order = sorted_keys.places(x.numpy(), descending)
        if order is not None:
            order = torch.from_numpy(order)
            return x.gather(-1, order), order
    return torch.sort(x, dim=axis, descending=descending, stable=True)


# TensorFlow sorts with its operation for the greatest k elements.
@op("TopKV2", values="T", T=dt.REAL_NUMBERS, register=False)
def _sort(values, axis, direction, name=None):
    if values.dtype in _INTEGERS and axis in (-1, values.ndim - 1) and sorted_keys.suits(values):
        made = np.sort(values.numpy())
        return torch.from_numpy(made if direction == "ASCENDING" else made[..., ::-1].copy())
    order = _order(values, axis, direction)
    # torch's `gather` lacks these types: their bits are gathered instead.
    if values.dtype in (torch.uint16, torch.uint32, torch.uint64):
        narrow = {2: torch.int16, 4: torch.int32, 8: torch.int64}[values.dtype.itemsize]
        return values.view(narrow).gather(axis, order).view(values.dtype)
    return values.gather(axis, order)


@op("TopKV2", values="T", T=dt.REAL_NUMBERS, grad=None, register=False)
def _argsort(values, axis, direction, name=None):
    return _order(values, axis, direction).to(torch.int32)


def _prepared(values, axis, direction):
    """The values as a tensor and the axis as a number, both checked."""
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction={direction}")
    values = convert_to_tensor(values)
    if values.dtype._kind in "sb":
        raise not_allowed(_sort._tfshim_op, None, "T", values.dtype, dt.REAL_NUMBERS)
    if isinstance(axis, int):
        return values, int(axis)
    given, axis = axis, convert_to_tensor(axis)
    static = static_value(axis)
    if static is None or static.ndim:
        raise ValueError(f"Argument `axis` must be a constant scalar. Received: axis={given}.")
    return values, int(static)


@tf_export("sort")
@composite
def sort(values: TensorLike, axis: Axis = -1, direction: str = "ASCENDING", name: str | None = None) -> Tensor:
    """The elements of a tensor in order along an axis. Mirrors `tf.sort`.

    Arguments:
        values: a tensor of real numbers with at least one dimension.
        axis: the axis, the last one (-1) by default.
        direction: "ASCENDING" (the default) or "DESCENDING".
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape and dtype of `values`.

    Raises:
        InvalidArgumentError: the axis is not there.
        ValueError: the direction is another one.

    The gradient goes to where the elements came from. `tf.argsort` gives the order, `tf.math.top_k` only the greatest.

    Example:
        >>> tf.sort([3, 1, 2])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 3], dtype=int32)>
        >>> tf.sort([[3, 1], [2, 4]], axis=0, direction="DESCENDING")
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[3, 4],
               [2, 1]], dtype=int32)>
    """
    values, axis = _prepared(values, axis, direction)
    return _sort(values, axis, direction, name)


@tf_export("argsort")
@composite
def argsort(values: TensorLike, axis: Axis = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None) -> Tensor:
    """The indices that put a tensor in order along an axis. Mirrors `tf.argsort`.

    Arguments:
        values: a tensor of real numbers with at least one dimension.
        axis: the axis, the last one (-1) by default.
        direction: "ASCENDING" (the default) or "DESCENDING".
        stable: whether equal elements must keep their order. They always do, so it changes nothing.
        name: a name for the operation in graphs.

    Returns:
        An int32 tensor of the shape of `values`. `tf.gather` sorts that tensor, and others in the same order, by it.

    Raises:
        InvalidArgumentError: the axis is not there.
        ValueError: the direction is another one.

    Example:
        >>> scores = tf.constant([0.2, 0.9, 0.5])
        >>> order = tf.argsort(scores, direction="DESCENDING")
        >>> order
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 2, 0], dtype=int32)>
        >>> tf.gather(["a", "b", "c"], order)
        <tf.Tensor: shape=(3,), dtype=string, numpy=array([b'b', b'c', b'a'], dtype=object)>
    """
    values, axis = _prepared(values, axis, direction)
    return _argsort(values, axis, direction, name)


def _bound(sorted_sequence, values, out_type, right):
    """For each of `values` how many elements of its row are less or, if `right`, not greater."""
    for x in (sorted_sequence, values):
        if x.ndim == 0:
            raise invalid("slice index -1 of dimension 0 out of bounds.")
    rows = sorted_sequence.reshape(sorted_sequence.shape[:-1].numel(), sorted_sequence.shape[-1])
    wanted = values.reshape(values.shape[:-1].numel(), values.shape[-1])
    if rows.shape[0] != wanted.shape[0]:
        raise invalid("Leading dim_size of both tensors must match.")
    if rows.is_floating_point() and not rows.is_meta and bool(torch.isnan(rows).any() | torch.isnan(wanted).any()):
        return _halved(rows, wanted, right).reshape(values.shape).to(out_type.torch)
    if rows.shape[0] == 1 and rows.dtype is wanted.dtype and sorted_keys.suits(wanted) and sorted_keys.suits(rows):
        order = sorted_keys.places(wanted[0].numpy())
        if order is not None:
            return _bound_in_order(rows[0].numpy(), wanted[0].numpy(), order, right, out_type).reshape(values.shape)
    # torch warns of what is not contiguous.
    made = torch.searchsorted(rows.contiguous(), wanted.contiguous(), right=right, out_int32=out_type is dt.int32)
    return made.reshape(values.shape)


def _bound_in_order(row, wanted, order, right, out_type):
    """The places of `wanted`, which `order` sorts, in a row: each search begins where the one before ended."""
    made = np.empty(len(wanted), out_type.as_numpy_dtype)
    made[order] = np.searchsorted(row, wanted[order], "right" if right else "left")
    return torch.from_numpy(made)


def _halved(rows, wanted, right):
    """The places of `wanted` in `rows`, found by halving: NaN is neither less nor greater than anything, so rows with it have no order."""
    first = torch.zeros(wanted.shape, dtype=torch.int64, device=rows.device)
    count = torch.full_like(first, rows.shape[-1])
    while bool((count > 0).any()):
        half = count // 2
        middle = rows.gather(-1, (first + half).clamp(max=max(rows.shape[-1] - 1, 0)))
        behind = (~(wanted < middle) if right else middle < wanted) & (count > 0)
        first = torch.where(behind, first + half + 1, first)
        count = torch.where(behind, count - half - 1, half)
    return first


def _found_places(sorted_sequence, values, out_type):
    if 0 in (sorted_sequence.shape.rank, values.shape.rank):
        raise ShapeMismatch("slice index -1 of dimension 0 out of bounds.")
    return out_type, values.shape


@op("LowerBound", sorted_sequence="T", values="T", grad=None, scope="", shape_fn=_found_places)
def _lower_bound(sorted_sequence, values, out_type, name=None):
    return _bound(sorted_sequence, values, out_type, False)


@op("UpperBound", sorted_sequence="T", values="T", grad=None, scope="", shape_fn=_found_places)
def _upper_bound(sorted_sequence, values, out_type, name=None):
    return _bound(sorted_sequence, values, out_type, True)


@tf_export("searchsorted")
@composite
def searchsorted(
    sorted_sequence: TensorLike, values: TensorLike, side: str = "left", out_type: DTypeLike = dt.int32, name: str | None = None
) -> Tensor:
    """Where values would be put into sorted sequences to keep them sorted. Mirrors `tf.searchsorted`.

    Arguments:
        sorted_sequence: a tensor of real numbers of shape [..., n], ascending along the last axis.
        values: a tensor of the same dtype of shape [..., m]; the other sizes agree.
        side: "left" (the default) puts a value before equal elements, "right" behind them.
        out_type: int32 (the default) or int64.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `values`, numbers from 0 to n.

    Raises:
        ValueError: the side is another one.
        InvalidArgumentError: the other sizes differ.

    It finds the bin of each value among boundaries.

    Example:
        >>> tf.searchsorted([1, 3, 5], [0, 3, 9])
        <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 1, 3], dtype=int32)>
        >>> tf.searchsorted([1, 3, 5], [3], side="right")
        <tf.Tensor: shape=(1,), dtype=int32, numpy=array([2], dtype=int32)>
    """
    if side not in ("left", "right"):
        raise ValueError(f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'.")
    out_type = as_dtype(out_type).base_dtype
    function: Any = _lower_bound if side == "left" else _upper_bound
    if not out_type.mask & dt.INDEX:
        raise not_allowed(function._tfshim_op, name, "out_type", out_type, dt.INDEX)
    # Each is converted by itself: two that differ raise, whichever is the tensor.
    return function(convert_to_tensor(sorted_sequence), convert_to_tensor(values), out_type, name)


@op("Bucketize", input="T", grad=None, out=dt.int32, T=dt.float32.mask | dt.float64.mask | dt.int32.mask | dt.int64.mask)
def bucketize(input, boundaries, name=None):
    """For each value how many of the ascending `boundaries` are not above it, int32. Mirrors `tf.raw_ops.Bucketize`."""
    if not input.is_meta and any(a > b for a, b in itertools.pairwise(boundaries)):
        raise invalid("Expected sorted boundaries")
    edges = torch.tensor(boundaries, dtype=torch.float32, device=input.device)
    # A double may lie just below the float that it rounds to.
    kind = torch.float64 if input.dtype is torch.float64 else torch.float32
    return torch.bucketize(input.to(kind), edges.to(kind), out_int32=True, right=True)
