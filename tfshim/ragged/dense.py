"""Ragged tensors as dense and sparse ones."""

from tfshim import debugging
from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones_like, zeros
from tfshim.array_ops.creation import range as tf_range
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import stack
from tfshim.array_ops.masking import boolean_mask, where
from tfshim.array_ops.scattering import tensor_scatter_nd_update
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.array_ops.shapes import reshape
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.math.reductions import reduce_all
from tfshim.ragged.indexing import taken_in_order
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor


def coordinates(x):
    """For each innermost value of `x` its place along each ragged dimension: a list of `ragged_rank + 1` vectors."""
    ids = x.value_rowids()
    within = tf_range(x.row_splits[-1]) - gather(x.row_splits, ids)
    if not isinstance(x.values, RaggedTensor):
        return [ids, within]
    first, *rest = coordinates(x.values)
    return [gather(ids, first), gather(within, first), *rest]


def to_dense(x, default_value=None, shape=None):
    """The rows of `x` in a dense tensor, see `RaggedTensor.to_tensor`."""
    flat = x.flat_values
    default = None if default_value is None else convert_to_tensor(default_value, flat.dtype)
    if default is not None and default.shape.rank and default.shape.rank >= flat.shape.rank:
        raise invalid(
            f"default_value.shape={default.shape.as_list()} and rt_input.flat_values.shape={flat.shape.as_list()} are "
            f"incompatible: default_value.rank = {default.shape.rank}  must be less than rt_input.flat_values.rank = "
            f"{flat.shape.rank}",
        )
    sizes = x.bounding_shape()
    places = stack(coordinates(x), axis=1)
    static = x.shape
    if shape is not None:
        wanted, given = _wanted(shape, sizes.dtype)
        if len(wanted) != x.shape.rank:
            raise invalid(
                f"rt_input.shape and shape={TensorShape(wanted)} are incompatible: rt_input.rank = {x.shape.rank} but "
                f"shape.rank = {len(wanted)}",
            )
        if given is not None:
            sizes = where(given < 0, sizes, given)
        else:
            sizes = stack([sizes[i] if n is None else convert_to_tensor(n, sizes.dtype) for i, n in enumerate(wanted)])
        keep = reduce_all(places < sizes[: x.ragged_rank + 1], axis=1)
        places = boolean_mask(places, keep)
        flat = gather(flat, cast(where(keep)[:, 0], dt.int32)) if TS.tapes else boolean_mask(flat, keep)
        static = TensorShape(wanted).merge_with(x.shape) if wanted[0] is None else TensorShape(wanted)
    else:
        flat = taken_in_order(flat, dt.int32)
    base = zeros(sizes, flat.dtype) if default is None else broadcast_to(default, sizes)
    made = tensor_scatter_nd_update(base, places, flat)
    if not hasattr(made, "_t"):
        made.set_shape(static)
    return made


def _wanted(shape, dtype):
    """(sizes that `shape` says, None for each that it leaves open; the tensor of `dtype` that holds them where a graph computes them)."""
    if isinstance(shape, (list, tuple)) and any(isinstance(n, Tensor) for n in shape) and None not in shape:
        shape = convert_to_tensor(shape)
    if not isinstance(shape, Tensor):
        return TensorShape(shape).as_list(), None
    if isinstance(shape, EagerTensor):
        return [None if n < 0 else int(n) for n in shape.numpy()], None
    sizes = sizes_of(shape)
    if sizes is None:
        raise ValueError(f"The number of sizes has to be known statically, but `shape` is {shape}.")
    return sizes, cast(shape, dtype)


def to_sparse(x):
    """The SparseTensor of the values of `x`, see `RaggedTensor.to_sparse`."""
    flat = x.flat_values
    if flat.shape.rank == 1:
        places = stack(coordinates(x), axis=1)
    else:
        places = where(x.with_flat_values(ones_like(flat, dtype=dt.bool)))
        flat = reshape(flat, [-1])
    return SparseTensor(cast(places, dt.int64), flat, cast(x.bounding_shape(), dt.int64))


def from_sparse(st, splits_dtype):
    """The rows of a sparse matrix without gaps, see `RaggedTensor.from_sparse`."""
    if not isinstance(st, SparseTensor):
        raise TypeError(f"Argument `st_input` must be of type SparseTensor, but is of type {type(st).__name__}.")
    rank = st.shape.rank
    if rank is not None and rank != 2:
        raise ValueError(f"rank(st_input) must be 2, got {rank}.")
    rows, columns = (cast(st.indices[:, i], splits_dtype) for i in (0, 1))
    count = st.shape[0] if rank is not None and st.shape[0] is not None else cast(st.dense_shape[0], splits_dtype)
    made = RaggedTensor.from_value_rowids(st.values, rows, nrows=count, validate=False)
    within = coordinates(made)[1]
    debugging.assert_equal(
        columns, cast(within, columns.dtype), message="SparseTensor is not right-ragged: a row has a gap or does not begin at column 0"
    )
    return made
