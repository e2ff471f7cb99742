"""Sparse tensors put together and cut up: `concat`, `slice`, `split`."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import torch

from tfshim import array_ops, autodiff
from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import dtype_mismatch, invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.sparse._indices import check_within, columns, in_order, moved
from tfshim.sparse.picking import pick, pick_of_split
from tfshim.sparse.sparse_tensor import SparseTensor, convert_to_sparse

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike


__all__ = ["concat", "slice", "split"]


def _joined(indices, shapes, axis, expand):
    counts = [i.shape[0] if i.shape.rank else None for i in indices]
    rank = _first_known(s.shape[0] if s.shape.rank else None for s in shapes)
    return *moved(_first_known(columns(i.shape) for i in indices), None if None in counts else sum(counts)), (dt.int64, [rank])


def _first_known(sizes):
    return next((n for n in sizes if n is not None), None)


@op("SparseConcat", indices="int64*", shapes="int64*", grad=None, shape_fn=_joined, scope="", register=False)
def _sparse_concat(indices, shapes, axis, expand, name=None):
    """The indices, the number of the element at each, the shape."""
    sizes = [s.tolist() for s in shapes]
    rank = len(sizes[0])
    if not -rank <= axis < rank:
        raise invalid(f"Concat dimension must be in range [{-rank}, {rank}), got {axis}")
    axis %= rank
    made = list(sizes[0])
    for at, other in enumerate(sizes[1:], 1):
        if len(other) != rank:
            raise invalid(f"Ranks of all input tensors must match: expected {rank} but got {len(other)} at position {at}")
        for d in range(rank):
            if d == axis:
                continue
            if expand:
                made[d] = max(made[d], other[d])
            elif other[d] != made[d]:
                raise invalid(f"Input shapes must match: expected {made[d]} for dimension {d} but got {other[d]} at position {at}")
    moved_indices, start = [], 0
    for i, size in zip(indices, sizes, strict=True):
        i = i.clone()
        i[:, axis] += start
        start += size[axis]
        moved_indices.append(i)
    made[axis] = start
    every = torch.cat(moved_indices)
    order = in_order(every)
    return every[order], order, shapes[0].new_tensor(made)


@tf_export("sparse.concat")
def concat(axis: Axis, sp_inputs: TensorLike, expand_nonconcat_dims: bool = False, name: str | None = None) -> SparseTensor:
    """Sparse tensors one after the other along an axis. Mirrors `tf.sparse.concat`.

    Arguments:
        axis: the axis, an integer from -rank to rank - 1.
        sp_inputs: a list of SparseTensors of one dtype and rank, whose indices are in row-major order.
        expand_nonconcat_dims: whether sizes of the other axes may differ, the result having the greatest; False by default.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor. It has no gradient.

    Raises:
        TypeError: no list, or something in it is not sparse.
        InvalidArgumentError: ranks, dtypes or shapes differ, or there is no such axis.

    Example:
        >>> a, b = tf.sparse.from_dense([[1, 0]]), tf.sparse.from_dense([[0, 2, 3]])
        >>> tf.sparse.to_dense(tf.sparse.concat(1, [a, b]))
        <tf.Tensor: shape=(1, 5), dtype=int32, numpy=array([[1, 0, 0, 2, 3]], dtype=int32)>
        >>> tf.sparse.to_dense(tf.sparse.concat(0, [a, b], expand_nonconcat_dims=True))
        <tf.Tensor: shape=(2, 3), dtype=int32, numpy=
        array([[1, 0, 0],
               [0, 2, 3]], dtype=int32)>
    """
    if not isinstance(sp_inputs, (list, tuple)):
        raise TypeError("Inputs must be a list or tuple.")
    inputs = [convert_to_sparse(s) for s in sp_inputs]
    if not inputs:
        raise invalid("tf.sparse.concat: `sp_inputs` must hold at least one SparseTensor [Op:SparseConcat] name: ")
    if len(inputs) == 1:
        return inputs[0]
    try:
        axis = operator.index(axis.numpy() if hasattr(axis, "numpy") else axis)
    except TypeError:
        raise TypeError(f"Expected int for argument 'concat_dim' not {axis!r}.") from None
    for i, s in enumerate(inputs):  # the values stand behind the indices among the inputs of the operation
        if s.dtype != inputs[0].dtype:
            raise dtype_mismatch("SparseConcat", len(inputs) + i, inputs[0].dtype, s.dtype)
    indices, order, shape = _sparse_concat(
        [s.indices for s in inputs], [s.dense_shape for s in inputs], axis, expand_nonconcat_dims, name=name
    )
    values = pick(array_ops.concat([s.values for s in inputs], 0), order)
    counts = [_first_known(x.shape[0] for x in (s.indices, s.values) if x.shape.rank) for s in inputs]
    if None not in counts:
        indices.set_shape([sum(counts), None])
        values.set_shape([sum(counts)])
    # TensorFlow has no gradient for `SparseConcat`.
    made = SparseTensor(indices, autodiff.stop_gradient(values) if _differentiable(values) else values, shape)
    if all(s.shape.rank is not None for s in inputs):
        sizes = [s.shape.as_list() for s in inputs]
        along = axis % len(sizes[0])
        known = [None if None in n else sum(n) if d == along else max(n) for d, n in enumerate(zip(*sizes, strict=True))]
        made.set_shape(known)
    return made


def _differentiable(values):
    return values.dtype.is_floating or values.dtype.is_complex


@op("SparseSlice", indices="int64", shape="int64", start="int64", size="int64", grad=None, scope="", register=False,
    shape_fn=lambda i, *_: (*moved(columns(i.shape)), (dt.int64, [columns(i.shape)])))  # fmt: skip
def _sparse_slice(indices, shape, start, size, name=None):
    """The indices within the part, the number of the element at each, the shape."""
    rank = indices.shape[1]
    for label, given in (("start", start), ("size", size)):
        if given.ndim != 1:
            raise invalid(f"Input {label} should be a vector but received shape {dims_text(given.shape)}")
        if given.shape != (rank,):
            raise invalid(f"Expected {label} to be a vector of length {rank} but got length {given.numel()}")
    if bool((size < 0).any()):
        raise invalid(f"Expected a non-negative size, got {int(size[size < 0][0])}")
    inside = ((indices >= start) & (indices < start + size)).all(1).nonzero()[:, 0]
    return indices[inside] - start, inside, torch.minimum(size, (shape - start).clamp(min=0))


@tf_export("sparse.slice", v1=["sparse.slice", "sparse_slice"])
def slice(sp_input: TensorLike, start: TensorLike, size: TensorLike, name: str | None = None) -> SparseTensor:
    """The part of a sparse tensor that begins at a place and has a given shape. Mirrors `tf.sparse.slice`.

    Arguments:
        sp_input: a SparseTensor.
        start: where the part begins, an int64 vector with one number for each axis.
        size: its shape, likewise, not negative. What lies past the end of an axis is left out.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor, whose indices count from `start`.

    Raises:
        TypeError: input that is not sparse.
        InvalidArgumentError: vectors that have not one number for each axis, or negative sizes.

    Example:
        >>> s = tf.sparse.from_dense([[1, 0, 2], [0, 3, 0], [4, 0, 5]])
        >>> tf.sparse.to_dense(tf.sparse.slice(s, [1, 1], [2, 5]))
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[3, 0],
               [0, 5]], dtype=int32)>
    """
    sp_input = convert_to_sparse(sp_input)
    start, size = convert_to_tensor(start, dt.int64), convert_to_tensor(size, dt.int64)
    indices, which, shape = _sparse_slice(sp_input.indices, sp_input.dense_shape, start, size, name=name)
    return SparseTensor(indices, pick(sp_input.values, which), shape)


def _split_shape(indices, shape, num_split, axis):
    rank = columns(indices.shape)
    return [x for _ in range(num_split) for x in (*moved(rank), (dt.int64, [rank]))]


@op("SparseSplit", indices="int64", shape="int64", axis="int", grad=None, scope="", register=False, shape_fn=_split_shape)
def _sparse_split(indices, shape, num_split, axis, name=None):
    """Flat: indices, elements and shape of each part."""
    num_split = int(num_split)
    sizes = shape.tolist()
    rank = len(sizes)
    if not -rank <= axis < rank:
        raise invalid(f"Input axis should be in range [{-rank}, {rank}), got {axis}")
    axis %= rank
    if not 1 <= num_split <= sizes[axis]:
        raise invalid(f"Input num_split should be between 1 and the splitting dimension size ({sizes[axis]}), got {num_split}")
    check_within(indices, sizes)
    flat, start = [], 0
    for part in range(num_split):
        # The first parts are longer by one where the size does not divide evenly.
        width = sizes[axis] // num_split + (part < sizes[axis] % num_split)
        inside = ((indices[:, axis] >= start) & (indices[:, axis] < start + width)).nonzero()[:, 0]
        places = indices[inside]
        places[:, axis] -= start
        flat += [places, inside, shape.new_tensor([*sizes[:axis], width, *sizes[axis + 1 :]])]
        start += width
    return flat


@tf_export("sparse.split")
def split(
    sp_input: TensorLike | None = None, num_split: TensorLike | None = None, axis: Axis = None, name: str | None = None
) -> list[SparseTensor]:
    """A sparse tensor cut in parts along an axis. Mirrors `tf.sparse.split`.

    Arguments:
        sp_input: a SparseTensor.
        num_split: how many parts, a Python integer, at most the size of the axis. The first ones are one longer where it does not divide
            the size.
        axis: the axis, an integer from -rank to rank - 1.
        name: a name for the operation in graphs.

    Returns:
        A list of `num_split` SparseTensors.

    Raises:
        ValueError: an argument is missing.
        InvalidArgumentError: no such axis, or a number of parts that is out of range.

    Example:
        >>> s = tf.sparse.from_dense([[1, 0, 2], [0, 3, 0]])
        >>> for part in tf.sparse.split(s, num_split=2, axis=1):
        ...     print(tf.sparse.to_dense(part).numpy())
        [[1 0]
         [0 3]]
        [[2]
         [0]]
    """
    for label, given in (("sp_input", sp_input), ("num_split", num_split), ("axis", axis)):
        if given is None:
            raise ValueError(f"{label} is required")
    sp_input = convert_to_sparse(sp_input)
    if isinstance(num_split, Tensor) and type(num_split) is not EagerTensor:
        raise TypeError(f"Expected int for argument 'num_split' not {num_split!r}.")
    range(num_split)  # TypeError for what is no whole number
    if num_split < 1:
        raise invalid(f"Value for attr 'num_split' of {num_split} must be at least minimum 1 [Op:SparseSplit] name: ")
    flat = _sparse_split(sp_input.indices, sp_input.dense_shape, num_split, axis, name=name)
    triples = [flat[i : i + 3] for i in range(0, len(flat), 3)]
    return [SparseTensor(i, pick_of_split(sp_input.values, which), shape) for i, which, shape in triples]
