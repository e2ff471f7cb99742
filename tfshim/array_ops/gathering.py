"""Picking rows and elements by index: `gather`, `gather_nd`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.array_ops import shape_fallbacks
from tfshim.engine.gradients import row_gradients
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, forward_mode, on_processor, written_down
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, Axis, IntLike, TensorLike


# Without checks. `torch.sparse_coo_tensor(check_invariants=False)` is the same, but warns in torch 2.11.
_sparse_rows = torch.ops.aten._sparse_coo_tensor_unsafe.default


class _RowsOfSource(Function):
    """Rows of what a tape watches: the gradient is sparse, so that a large table is not filled with zeros."""

    @staticmethod
    def forward(ctx, params, indices):
        ctx.save_for_backward(indices)
        ctx.shape, ctx.table = params.shape, id(params)
        return params.index_select(0, indices)

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        # Neither a batch of gradients nor one that is differentiated again can be sparse.
        if torch._C._functorch.is_batchedtensor(grad) or torch.is_grad_enabled() and grad.requires_grad:
            return grad.new_zeros(ctx.shape).index_add(0, indices.long(), grad), None
        if written_down():
            return row_gradients.collect(ctx.table, ctx.shape, indices, grad), None
        return _sparse_rows(indices.unsqueeze(0).long(), grad, ctx.shape), None


def _watched(params):
    """Whether `params` is what the one tape that records watches, so that its gradient may be sparse."""
    return params.requires_grad and params.is_leaf and len(TS.tapes) == 1


def _rows_of_source(params, index, shape_dtype=torch.int32):
    params._index_dtypes = index.dtype, shape_dtype  # torch's sparse tensors have int64 only
    return _RowsOfSource.apply(params, index)


def outside(indices, size):
    """The error that names the first index outside of `[0, size)`; None if all are inside."""
    flat = indices.reshape(-1)
    wrong = ((flat < 0) | (flat >= size)).nonzero()
    if not len(wrong):
        return None
    at = int(wrong[0])
    value, place = int(flat[at]), []
    for d in reversed(indices.shape):
        place.insert(0, at % d)
        at //= d
    shown = f"indices{dims_text(place)}" if place else "indices"
    return invalid(f"{shown} = {value} is not in [0, {size})")


def _rows_gathered(params, indices, validate_indices=None, axis=None, batch_dims=0):
    first = batch_dims if axis is None else axis
    known = static_value(first) if isinstance(first, Tensor) else first
    return None if known is None or known else (indices, dt.int32)  # an axis that a graph computes may be any


def _gathered_sizes(params, indices, validate_indices=None, axis=None, batch_dims=0):
    """The sizes of what is gathered; None for axes that do not fit."""
    axis = batch_dims if axis is None else axis
    if (
        type(axis) is not int
        or type(batch_dims) is not int
        or not 0 <= batch_dims <= len(indices)
        or not -len(params) <= axis < len(params)
    ):
        return None
    axis %= len(params)
    if axis < batch_dims or params[:batch_dims] != indices[:batch_dims]:
        return None
    return [*params[:axis], *indices[batch_dims:], *params[axis + 1 :]]


def _picked(objects, places):
    """The objects of an array at `places` among all of them, an array of any shape."""
    flat = objects.reshape(-1)
    if places.ndim:
        return flat[places]
    box = np.empty((), object)
    box[()] = flat[int(places)]
    return box


def _gathered_by_place(kernel, params, *others):
    """What `kernel` gathers of objects: it moves their places."""
    return _picked(params, kernel(torch.arange(params.size).reshape(params.shape), *others).numpy())


def _gather_objects(params, indices, validate_indices=None, axis=None, batch_dims=0):
    if params.ndim != 1 or axis not in (None, 0, -1) or batch_dims:
        return _gathered_by_place(gather._tfshim_op.kernel, params, indices, validate_indices, axis, batch_dims)
    index, size = indices.numpy(), len(params)
    if index.size and (index.min() < 0 or index.max() >= size):
        raise outside(indices, size)
    return _picked(params, index)


@tf_export("gather", keras="compat.v1.gather", keras_defaults=True)
@op(
    "GatherV2",
    params="Tparams",
    indices="Tindices",
    axis="axis",
    Tindices=dt.INDEX | dt.int16.mask,
    dtype_agnostic=True,
    shape_fn=by_sizes(_gathered_sizes, 2),
    shape_fallback=shape_fallbacks.gathered,
    objects=_gather_objects,
    rows=_rows_gathered,
)
def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: bool | None = None,
    axis: Axis = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> AnyTensor:
    """The slices of a tensor that a tensor of indices names. Mirrors `tf.gather`.

    Arguments:
        params: a tensor of any dtype, ragged tensor or variable.
        indices: integers of any shape (int32 or int64), each from 0 to the size of the axis minus 1; negative ones do
            not count from the end.
        validate_indices: has no effect, as in TensorFlow.
        axis: the axis that is indexed; None (the default) is the first one after `batch_dims`.
        batch_dims: how many leading axes of both tensors belong together, so that each example has indices of its own;
            0 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis + 1:]`. On GPUs an index
        out of range gives zeros.

    Raises:
        InvalidArgumentError: an index is out of range (on CPUs), or the axis is.

    The gradient for `params` at axis 0 is an IndexedSlices.

    Example:
        >>> tf.gather(["a", "b", "c"], [2, 0, 2])
        <tf.Tensor: shape=(3,), dtype=string, numpy=array([b'c', b'a', b'c'], dtype=object)>
        >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
        >>> tf.gather(x, [2, 0], axis=1)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[3, 1],
               [6, 4]], dtype=int32)>
        >>> tf.gather(x, [[0], [2]], batch_dims=1)
        <tf.Tensor: shape=(2, 1), dtype=int32, numpy=
        array([[1],
               [6]], dtype=int32)>
    """
    if axis is None:
        axis = batch_dims
    if axis:
        return _gather_along(params, indices, axis, batch_dims)
    shape = params.shape
    if not shape:
        raise invalid("params must be at least 1 dimensional")
    index = indices if indices.ndim == 1 else indices.reshape(-1)
    # `index_select` takes int32 and int64 alone.
    if index.dtype is torch.int16:
        index = index.long()
    if params.is_cuda:
        return _within(params, index, 0).reshape(indices.shape + shape[1:])
    try:
        rows = _rows_of_source(params, index) if _watched(params) else params.index_select(0, index)
    except (IndexError, RuntimeError) as e:
        # torch does not say which index: it is looked for only now that one is wrong.
        raise outside(indices, shape[0]) or e from None
    return rows if indices.ndim == 1 else rows.reshape(indices.shape + shape[1:])


def _within(params, index, axis):
    """Slices at `index`, zeros for indices out of range: a GPU cannot report them."""
    size = params.shape[axis]
    if size == 0:
        return params.new_zeros([*params.shape[:axis], len(index), *params.shape[axis + 1 :]])
    valid = (index >= 0) & (index < size)
    if axis == 0 and _watched(params):
        rows = _rows_of_source(params, index.clamp(0, size - 1))
    else:
        rows = params.index_select(axis, index.clamp(0, size - 1))
    return torch.where(valid.reshape([-1] + [1] * (params.ndim - axis - 1)), rows, rows.new_zeros(()))


class _AlongLast(Function):
    """Elements along the last axis, which torch picks one by one for each of them."""

    @staticmethod
    def forward(ctx, params, index):
        ctx.save_for_backward(index)
        ctx.size = params.shape[-1]
        return _taken(params, index)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return grad.new_zeros((*grad.shape[:-1], ctx.size)).index_add(-1, index, grad), None


def _taken(params, index):
    made = torch.empty((*params.shape[:-1], len(index)), dtype=params.dtype)
    # In this mode NumPy writes into the result at once; all indices are inside.
    np.take(params.detach().numpy(), index.numpy(), axis=-1, out=made.numpy(), mode="clip")
    return made


def _along_last(params, index):
    """Many elements of `params` along the last axis. Raises IndexError where torch does."""
    if not on_processor(params) or not on_processor(index) or params.dtype is torch.bfloat16 or params.is_neg() or forward_mode():
        return params.index_select(-1, index)
    if len(index) and (index.amin() < 0 or index.amax() >= params.shape[-1]):
        raise IndexError
    return _AlongLast.apply(params, index) if params.requires_grad and torch.is_grad_enabled() else _taken(params, index)


def _gather_along(params, indices, axis, batch_dims):
    """`gather` along any axis, with batch dimensions or without."""
    rank = params.ndim
    if type(axis) is not int:
        raise invalid("axis must be scalar")
    if not -rank <= axis < rank:
        least = axis + 1 if axis >= 0 else -axis
        raise invalid(f"Shape must be at least rank {least} but is rank {rank}")
    axis %= rank
    if batch_dims < 0:
        batch_dims += indices.ndim
    if not 0 <= batch_dims <= min(indices.ndim, rank):
        raise invalid(
            f"Shape must be at least rank {abs(batch_dims) + 1} but is rank {min(rank, indices.ndim)}: batch_dims "
            f"{batch_dims} must be at most the rank of indices",
        )
    if batch_dims > axis:
        raise invalid(f"batch_dims ({batch_dims}) must be less than or equal to axis ({axis}).")
    shape = params.shape
    size = shape[axis]
    if not batch_dims:
        index = indices.reshape(-1)
        if index.dtype is torch.int16:
            index = index.long()
        if params.is_cuda:
            made = _within(params, index, axis)
        else:
            try:
                many = axis == rank - 1 and at_least(index.numel() * params.shape[:-1].numel(), _MANY_IN_BATCHES)
                made = _along_last(params, index) if many else params.index_select(axis, index)
            except (IndexError, RuntimeError) as e:
                raise outside(indices, size) or e from None
        return made.reshape(shape[:axis] + indices.shape + shape[axis + 1 :])
    for d in range(batch_dims):
        if shape[d] != indices.shape[d]:
            raise when_run(f"params.shape[{d}]: {shape[d]} should be equal to indices.shape[{d}]: {indices.shape[d]}")
    return _gather_batched(params, indices, axis, batch_dims)


_MANY_IN_BATCHES = 1 << 14  # gathered elements from which torch's way along an axis within others costs more than looking at the indices


def _gather_rows_of_batches(params, indices, batch, axis, batch_dims):
    """`gather` along the first dimension that does not belong together: of the rows of all examples."""
    shape, size = params.shape, params.shape[axis]
    least, most = indices.aminmax()
    if least < 0 or most >= size:
        raise outside(indices, size)
    index = indices.reshape(batch, -1).long()
    if shape[axis + 1 :].numel() == 1:
        made = params.reshape(batch, size).gather(1, index)
    else:
        starts = torch.arange(0, batch * size, size)
        made = params.reshape(batch * size, *shape[axis + 1 :]).index_select(0, index.add(starts[:, None]).view(-1))
    return made.reshape(shape[:axis] + indices.shape[batch_dims:] + shape[axis + 1 :])


def _gather_batched(params, indices, axis, batch_dims):
    """`gather` where the first `batch_dims` dimensions belong together in both tensors."""
    shape = params.shape
    batch, outer, inner = shape[:batch_dims].numel(), shape[batch_dims:axis].numel(), shape[axis + 1 :].numel()
    size = shape[axis]
    if outer == 1 and at_least(indices.numel() * inner, _MANY_IN_BATCHES) and on_processor(indices) and params.is_cpu:
        return _gather_rows_of_batches(params, indices, batch, axis, batch_dims)
    flat = params.reshape(batch, outer, size, inner)
    index = indices.reshape(batch, 1, indices.shape[batch_dims:].numel(), 1).long()
    valid = None
    if params.is_cuda:
        valid = (index >= 0) & (index < size)
        index = index.clamp(0, max(size - 1, 0))
    try:
        made = torch.gather(flat, 2, index.expand(batch, outer, index.shape[2], inner))
    except (IndexError, RuntimeError) as e:
        raise outside(indices, size) or e from None
    if valid is not None:
        made = torch.where(valid, made, made.new_zeros(()))
    return made.reshape(shape[:axis] + indices.shape[batch_dims:] + shape[axis + 1 :])


def places_outside(indices, dims, what):
    """The error that names the first coordinates outside of the shape `dims`; None if all are inside."""
    depth = indices.shape[-1]
    rows = indices.reshape(-1, depth).long().cpu()
    limits = torch.tensor(tuple(dims[:depth]), dtype=torch.int64)
    wrong = ((rows < 0) | (rows >= limits)).any(-1).nonzero()
    if not len(wrong):
        return None
    at, place = int(wrong[0]), []
    for d in reversed(indices.shape[:-1]):
        place.insert(0, at % d)
        at //= d
    shown = f"indices{dims_text(place)}" if place else "indices"
    ending = f"param shape {dims_text(dims)}, node name: GatherNd" if what == "param" else f"shape {dims_text(dims)}"
    return invalid(f"{shown} = {rows[int(wrong[0])].tolist()} does not index into {ending}")


def _rows_gathered_nd(params, indices, batch_dims=0):
    return (indices, indices.dtype) if not batch_dims and indices.shape.rank == 2 and indices.shape[-1] == 1 else None


def _gather_nd_objects(params, indices, batch_dims=0):
    if not params.ndim or not indices.ndim or indices.shape[-1] != params.ndim or batch_dims or not params.size:
        return _gathered_by_place(_gather_nd._tfshim_op.kernel, params, indices, batch_dims)
    try:
        array = indices.numpy()
        columns = array.T if array.ndim == 2 else np.moveaxis(array, -1, 0)
        places = np.ravel_multi_index(tuple(columns), params.shape)
    except ValueError:
        raise places_outside(indices, params.shape, "param") from None
    return _picked(params, np.asarray(places))


@op(
    "GatherNd",
    params="Tparams",
    indices="Tindices",
    Tindices=dt.INDEX | dt.int16.mask,
    dtype_agnostic=True,
    shape_fallback=shape_fallbacks.gathered_nd,
    objects=_gather_nd_objects,
    rows=_rows_gathered_nd,
)
def _gather_nd(params, indices, batch_dims=0, name=None):
    if params.ndim < 1:
        raise invalid("params must be at least a vector")
    if indices.ndim < 1:
        raise invalid("indices must be at least a vector")
    if batch_dims:
        indices = _with_batch(params, indices, batch_dims)
    depth, dims = indices.shape[-1], tuple(params.shape)
    if depth > params.ndim:
        raise invalid(f"index innermost dimension length must be <= params rank; saw: {depth} vs. {params.ndim}")
    if depth == 0:
        return params.expand(*indices.shape[:-1], *dims)
    if 0 in dims and indices.numel():
        raise invalid(f"Requested more than 0 entries, but params is empty.  Params shape: {dims_text(dims)}")
    if depth > 1 and at_least(indices.numel(), _MANY_PLACES) and params.is_cpu and on_processor(indices):
        flat = _flat_places(indices, dims)
        if flat is not None:
            return _at(params.reshape(-1, *dims[depth:]), flat)
    columns, inside = [], None
    for column, size in zip(indices.long().unbind(-1), dims):
        if params.is_cuda:
            fits = (column >= 0) & (column < size)
            inside = fits if inside is None else inside & fits
            columns.append(column.clamp(0, max(size - 1, 0)))
        else:
            # torch counts negative indices from the end: make them fail.
            columns.append(torch.where(column < 0, size, column))
    try:
        if depth == 1 and indices.ndim == 2 and _watched(params):
            made = _rows_of_source(params, columns[0].to(indices.dtype), indices.dtype)
        else:
            made = params[tuple(columns)] if depth > 1 else _at(params, columns[0])
    except (IndexError, RuntimeError) as e:
        raise places_outside(indices, dims, "param") or e from None
    if inside is not None:
        made = torch.where(inside.reshape(inside.shape + (1,) * (made.ndim - inside.ndim)), made, made.new_zeros(()))
    return made


_MANY_PLACES = 1 << 10  # from which one number is made of the coordinates of each


def _flat_places(indices, dims):
    """The coordinates `indices` [..., n] as numbers in the first n axes of a tensor of sizes `dims`; None if some are outside."""
    flat = None
    for column, size in zip(indices.unbind(-1), dims):
        least, most = torch.aminmax(column)
        if least < 0 or most >= size:
            return None
        flat = column.to(torch.int64, copy=True) if flat is None else flat.mul_(size).add_(column)
    return flat


def _at(params, places):
    """`params[places]`, which torch takes several times as long for."""
    return params.index_select(0, places.reshape(-1)).reshape(places.shape + params.shape[1:])


def _with_batch(params, indices, batch_dims):
    """Indices with the coordinates of the batch put before them."""
    batch = tuple(indices.shape[:batch_dims])
    if batch != tuple(params.shape[:batch_dims]):
        # The text of the reshape by which TensorFlow flattens the batch dimensions.
        raise invalid(
            f"Input to reshape is a tensor with {torch.Size(batch).numel()} values, but the requested shape has "
            f"{torch.Size(params.shape[:batch_dims]).numel()}: the first {batch_dims} dimensions of params "
            f"{dims_text(params.shape)} and indices {dims_text(indices.shape)} must be equal",
        )
    columns = []
    for d, size in enumerate(batch):
        column = torch.arange(size, device=indices.device, dtype=indices.dtype)
        column = column.reshape([size] + [1] * (indices.ndim - d - 1))
        columns.append(column.expand(*indices.shape[:-1], 1))
    return torch.cat([*columns, indices], -1)


@tf_export("gather_nd", keras="compat.v1.gather_nd", keras_defaults=True)
@composite
def gather_nd(params: TensorLike, indices: TensorLike, batch_dims: IntLike = 0, name: str | None = None) -> AnyTensor:
    """The elements or slices of a tensor at the coordinates in the last axis of another one. Mirrors `tf.gather_nd`.

    Arguments:
        params: a tensor of any dtype, ragged tensor or variable.
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes of
            `params`.
        batch_dims: how many leading axes of both tensors belong together; 0 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `indices.shape[:-1] + params.shape[n:]`: elements where n is the rank of `params`, slices
        where it is less. On GPUs a coordinate out of range gives zeros.

    Raises:
        InvalidArgumentError: a coordinate is out of range (on CPUs), or n exceeds the rank.
        ValueError: `batch_dims` does not fit.

    Example:
        >>> x = tf.constant([[1, 2], [3, 4]])
        >>> tf.gather_nd(x, [[0, 1], [1, 0]])
        <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
        >>> tf.gather_nd(x, [[1]])
        <tf.Tensor: shape=(1, 2), dtype=int32, numpy=array([[3, 4]], dtype=int32)>
    """
    if not isinstance(batch_dims, int):
        batch_dims = int(convert_to_tensor(batch_dims))
    if batch_dims < 0:
        raise ValueError("tf.gather_nd does not allow negative batch_dims.")
    if batch_dims:
        indices = convert_to_tensor(indices)
        rank = indices.shape.rank
        if rank is not None and batch_dims >= rank:
            raise ValueError(f"Argument `batch_dims` = {batch_dims} must be less than rank(`indices`) = {rank}")
        params = convert_to_tensor(params)
        rank = params.shape.rank
        if rank is not None and batch_dims >= rank:
            raise ValueError(f"Argument `batch_dims` = {batch_dims} must be less than rank(`params`) = {rank}")
    return _gather_nd(params, indices, batch_dims, name)


def _variable_gather_nd(self, indices, name=None):
    """The elements or slices of the variable at some coordinates. Mirrors `tf.Variable.gather_nd`.

    It is `tf.gather_nd` of the variable, which reads only what is asked for; the gradient has only these places.

    Arguments:
        indices: int32 or int64 of shape [..., n]: each vector of n numbers is a coordinate in the first n axes.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `indices.shape[:-1] + shape[n:]` and of the variable's dtype.

    Raises:
        InvalidArgumentError: a coordinate is out of range, or n exceeds the rank.

    Example:
        >>> tf.Variable([[1, 2], [3, 4]]).gather_nd([[1, 0], [0, 1]]).numpy()
        array([3, 2], dtype=int32)
    """
    return gather_nd(self, indices, name=name)


def _variable_sparse_read(self, indices, name=None):
    """The rows of the variable at some indices. Mirrors `tf.Variable.sparse_read`.

    It is `tf.gather` of the variable along its first axis, which reads only the rows that are asked for; the gradient has only these
    rows, as `tf.IndexedSlices`. Embeddings are read so.

    Arguments:
        indices: integers of any shape, each 0 or more and less than the number of rows.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `indices.shape + shape[1:]` and of the variable's dtype.

    Raises:
        InvalidArgumentError: an index is out of range.

    Example:
        >>> tf.Variable([[1, 2], [3, 4]]).sparse_read([1, 1]).numpy().tolist()
        [[3, 4], [3, 4]]
    """
    return gather(self, indices, name=name)


# Methods of variables that are operations: bound here, as the engine does not import operations.
Variable.gather_nd = _variable_gather_nd  # type: ignore[attr-defined]
Variable.sparse_read = _variable_sparse_read  # type: ignore[attr-defined]
