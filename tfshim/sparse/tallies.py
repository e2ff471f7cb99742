"""How often each integer below a size occurs, in vectors and in the rows of sparse and ragged matrices."""

import torch

from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.sparse._indices import check_within

_WEIGHTS = dt.INDEX | dt.float32.mask | dt.float64.mask


def _of_rows(splits, values, size, weights, binary_output):
    known = splits.shape.rank is not None and splits.shape[0] is not None
    return weights.dtype, [splits.shape[0] - 1 if known else None, _bins(size)]


def _of_places(indices, values, dense_shape, size, weights, binary_output):
    rank = None if dense_shape.shape.rank is None else dense_shape.shape[0]
    if not rank:
        return weights.dtype, None
    return weights.dtype, [_bins(size)] if rank == 1 else [sizes_of(dense_shape)[0], _bins(size)]


def _bins(size):
    """The number of bins, where the graph knows it."""
    known = static_value(size)
    return None if known is None or known.ndim else int(known)


def _check(values, size, weights):
    """The number of bins. Raises InvalidArgumentError where it or the number of weights does not fit."""
    if size.dim():
        raise invalid(f"Shape must be rank 0 but is rank {size.dim()}")
    if weights.numel() and weights.numel() != values.numel():
        raise invalid("Input indices and weights must have the same size.")
    count = int(size)
    if count < 0:
        raise invalid(f"size ({count}) must be non-negative")
    return count


def _tallied(rows, row_count, values, size, weights, binary_output, negative):
    """Counts of shape [row_count, size]. `rows`: the row of each value, None for one row; `negative`: what to say of a value below 0."""
    if values.numel() and bool((values < 0).any()):
        raise invalid(negative)
    # One bin more takes what is too large.
    at = torch.where(values < size, values, size).long()
    if rows is not None:
        at = at + rows * (size + 1)
    added = weights.reshape(-1) if weights.numel() and not binary_output else weights.new_ones(values.shape)
    found = weights.new_zeros(row_count * (size + 1)).scatter_add(0, at, added).reshape(row_count, size + 1)[:, :size]
    return (found != 0).to(weights.dtype) if binary_output else found


@op("Bincount", arr="int32", size="int32", weights="T", T=_WEIGHTS, grad="missing", scope="", register=False, as_declared=True,
    shape_fn=lambda arr, size, weights: (weights.dtype, [_bins(size)]))  # fmt: skip
def of_vector(arr, size, weights, name=None):
    """The counts, or sums of weights, of all elements."""
    count = _check(arr, size, weights)
    return _tallied(None, 1, arr.reshape(-1), count, weights, False, "Input arr must be non-negative!")[0]


@op("SparseBincount", indices="int64", values="I", dense_shape="int64", size="I", weights="T", I=dt.INDEX, T=_WEIGHTS,
    grad="missing", scope="", register=False, as_declared=True, shape_fn=_of_places)  # fmt: skip
def of_sparse(indices, values, dense_shape, size, weights, binary_output, name=None):
    """A vector of counts for a sparse vector, otherwise one for each row."""
    count = _check(values, size, weights)
    if indices.dim() != 2 or indices.shape[1] != dense_shape.numel():
        shown = indices.shape[1] if indices.dim() == 2 else dims_text(indices.shape)
        raise invalid(f"Index rank ({shown}) and shape rank ({dense_shape.numel()}) do not match")
    if indices.shape[0] != values.numel():
        raise invalid(f"Number of elements in indices ({indices.shape[0]}) and values ({values.numel()}) do not match")
    sizes = dense_shape.tolist()
    check_within(indices, sizes)
    if len(sizes) == 1:
        return _tallied(None, 1, values, count, weights, binary_output, "Input arr must be non-negative!")[0]
    return _tallied(indices[:, 0], sizes[0], values, count, weights, binary_output, "Input must be non-negative")


@op("RaggedBincount", splits="int64", values="I", size="I", weights="T", I=dt.INDEX, T=_WEIGHTS, grad="missing", scope="",
    register=False, as_declared=True, shape_fn=_of_rows)  # fmt: skip
def of_ragged(splits, values, size, weights, binary_output, name=None):
    """One vector of counts for each row."""
    count = _check(values, size, weights)
    if not splits.numel():
        raise invalid("Splits must be non-empty")
    if int(splits[0]):
        raise invalid(f"Splits must start with 0, not with {int(splits[0])}")
    if int(splits[-1]) != values.numel():
        raise invalid(f"Splits must end with the number of values, got {int(splits[-1])} instead of {values.numel()}")
    lengths = splits.diff()
    if bool((lengths < 0).any()):
        raise invalid("Splits must not decrease")
    rows = torch.arange(lengths.numel(), device=splits.device).repeat_interleave(lengths)
    return _tallied(rows, lengths.numel(), values, count, weights, binary_output, "Input must be non-negative")
