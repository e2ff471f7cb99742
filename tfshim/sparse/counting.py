"""How often each number occurs, as a sparse tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from tfshim import array_ops, debugging
from tfshim._export import tf_export
from tfshim.control_flow import control_dependencies
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, op_error
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.math.comparison import maximum, minimum
from tfshim.math.reductions import reduce_max
from tfshim.sparse._indices import distinct, outside, unlinear
from tfshim.sparse.conversion import to_dense
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


__all__ = ["bincount"]

# Counts are first kept for every place there may be, if those are at most this many for each value.
_ROOM = 8
# What TensorFlow calls the counting of dense values, which is that of sparse ones here.
_DENSE = "DenseCountSparseOutput"
_NEGATIVE = "Input values must all be non-negative"
# For so few values equal ones are found in less time.
_FEW = 32


def _counted_shape(row_ids, row_count, values, weights, minlength, maxlength, binary_output):
    rank = None if row_count.shape.rank is None or row_count.shape[0] is None else 2 if row_count.shape[0] else 1
    return (dt.int64, [None, rank]), (weights.dtype, [None]), (dt.int64, [rank])


def _check_indices(indices, sizes):
    wrong = outside(indices, sizes).nonzero()
    if not len(wrong):
        return
    row = int(wrong[0])
    axis, index = next((i, k) for i, (k, n) in enumerate(zip(indices[row].tolist(), sizes)) if not 0 <= k < n)
    raise invalid(
        f"Invalid index value at {row}: dimension {axis} has value {index} which is not in [0, {sizes[axis]}) "
        f"(as given by dense shape Tensor<type: int64 shape: [{len(sizes)}] values: {' '.join(map(str, sizes))}>"
    )


@op("SparseCountSparseOutput", row_ids="int64", row_count="int64", values="I", weights="T", I=dt.INDEX,
    T=dt.INDEX | dt.float32.mask | dt.float64.mask, grad="missing", scope="", register=False,
    shape_fn=_counted_shape)  # fmt: skip
def _count(row_ids, row_count, values, weights, minlength, maxlength, binary_output, name=None):
    """Indices, counts and shape. `row_count` is empty where the counts are a vector; without weights each counts 1.

    For sparse values `row_ids` are their indices, of which the first say the rows, and `row_count` is their shape.
    """
    if row_ids.ndim == 2:
        _check_indices(row_ids, row_count.tolist())
        row_ids, row_count = row_ids[:, 0], row_count[:1]
    if bool((values < 0).any()):
        raise invalid(_NEGATIVE)
    values = values.long()
    if maxlength >= 0:
        width = maxlength
        inside = values < maxlength
        row_ids, values = row_ids[inside], values[inside]
        weights = weights[inside] if weights.numel() else weights
    else:
        width = max(int(values.max()) + 1 if values.numel() else 1, minlength)
    rows = row_count.tolist()
    size = width * rows[0] if rows else width
    if len(values) > _FEW and size <= _ROOM * len(values):
        keys = row_ids * width + values if rows else values
        counts = torch.bincount(keys, minlength=size)
        found = counts.nonzero().squeeze(1)
        places = unlinear(found, [*rows, width])
        if binary_output:
            totals = weights.new_ones(found.shape[0])
        elif weights.numel():
            totals = weights.new_zeros(size).index_add(0, keys, weights)[found]
        else:
            totals = counts[found].to(weights.dtype)
        return places, totals, row_ids.new_tensor([*rows, width])
    places, which = distinct(torch.stack([row_ids, values], 1))
    if binary_output:
        totals = weights.new_ones(places.shape[0])
    else:
        added = weights if weights.numel() else weights.new_ones(values.shape[0])
        totals = weights.new_zeros(places.shape[0]).index_add(0, which, added)
    return places if rows else places[:, 1:], totals, row_ids.new_tensor([*rows, width])


@tf_export("sparse.bincount")
@composite
def bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: Axis = 0,
    minlength: IntLike | None = None,
    maxlength: IntLike | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each integer occurs, overall or in each row, as a sparse tensor. Mirrors `tf.sparse.bincount`.

    Arguments:
        values: int32 or int64 numbers from 0, a dense or sparse tensor with one or two axes.
        weights: what each value adds instead of 1, with the shape (and indices) of `values`; None by default.
        axis: 0, the default, or None for one count of all; -1 for one of each row.
        minlength: the least size of the last axis.
        maxlength: its size; values that are not below are left out.
        binary_output: whether every count is 1: which values occur; False by default.
        name: a name for the operation in graphs.

    Returns:
        A SparseTensor of the dtype of the weights, or of `values` without any, that stores the values that occur. It has no gradient.

    Raises:
        ValueError: another axis, weights with `binary_output`, or just one of values and weights is sparse.
        InvalidArgumentError: negative values, or shapes that differ.

    Example:
        >>> counts = tf.sparse.bincount(tf.constant([[1, 3, 3], [0, 0, 1]]), axis=-1)
        >>> tf.sparse.to_dense(counts)
        <tf.Tensor: shape=(2, 4), dtype=int32, numpy=
        array([[0, 1, 0, 2],
               [2, 1, 0, 0]], dtype=int32)>
    """
    if axis not in (None, 0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
    if binary_output and weights is not None:
        raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
    minlength, maxlength = 0 if minlength is None else int(minlength), -1 if maxlength is None else int(maxlength)
    if isinstance(values, SparseTensor):
        if weights is not None and not isinstance(weights, SparseTensor):
            weights = convert_to_tensor(weights)
            raise ValueError(
                "Argument `weights` must be a SparseTensor if `values` is a SparseTensor. "
                f"Received weights={weights} of type: {type(weights).__name__}"
            )
        if weights is not None:
            same = "'weights' and 'values' must have the same "
            checks = [debugging.assert_equal(weights.dense_shape, values.dense_shape, message=same + "dense shape.")]
            checks.append(debugging.assert_equal(weights.indices, values.indices, message=same + "indices."))
            with control_dependencies([c for c in checks if c is not None]):
                values = values.with_values(array_ops.identity(values.values))
        rank, flat, rows, shape = values.indices.shape[1], values.values, values.indices, values.dense_shape
        weights = None if weights is None else weights.values
    else:
        values = convert_to_tensor(values)
        rank, flat, shape = values.shape.rank, array_ops.reshape(values, [-1]), array_ops.shape(values, dt.int64)
        if weights is not None:
            weights = convert_to_tensor(weights)
            if not weights.shape.is_compatible_with(values.shape):
                message = (
                    f"Weights and data must have the same shape. Weight shape: {dims_text(weights.shape.as_list())}; "
                    f"data shape: {dims_text(values.shape.as_list())}"
                )
                raise op_error(InvalidArgumentError, message, _DENSE)
            weights = array_ops.reshape(weights, [-1])
        rows = None
    if rank not in (1, 2) and rows is None:
        raise invalid(f"tf.sparse.bincount: `values` must have one or two dimensions, got {rank}")
    if axis != -1 or rank == 1:
        rows, shape = array_ops.zeros_like(flat, dtype=dt.int64), shape[:0]
    elif rows is None:
        rows, shape = array_ops.repeat(array_ops.range(shape[0]), array_ops.fill([1], shape[1])), shape[:1]
    if weights is None:
        weights = array_ops.zeros([0], flat.dtype)
    try:
        return SparseTensor(*_count(rows, shape, flat, weights, minlength, maxlength, binary_output, name=name))
    except InvalidArgumentError as e:
        if isinstance(values, SparseTensor) or _NEGATIVE not in str(e):
            raise
        raise op_error(InvalidArgumentError, _NEGATIVE, _DENSE) from None


def counts_of_rows(arr: SparseTensor, weights: SparseTensor | None = None, dtype: DTypeLike = dt.int32, **options: Any) -> Tensor:
    """`tf.math.bincount` of the rows of a sparse matrix: dense, and of what are no integers after truncation."""
    if not arr.dtype.is_integer:
        arr = arr.with_values(array_ops.cast(arr.values, dt.int32))
    least, most = options.get("minlength"), options.get("maxlength")
    if most is not None and TS.graph is None and int(most) < 0:
        raise op_error(InvalidArgumentError, f"size ({int(most)}) must be non-negative", "SparseBincount")
    counted = _no_wider(to_dense(bincount(arr, weights, **options)), arr.values, least, most)
    return array_ops.cast(counted, dtype) if weights is None else counted


def _no_wider(counted, values, minlength, maxlength):
    """`counted` up to the greatest of `values`, unless `minlength` wants more: for dense counts `maxlength` only is a limit."""
    none = array_ops.size(values, values.dtype) == 0
    if maxlength is None and TS.graph is None and not bool(none):
        return counted
    most = reduce_max(array_ops.concat([values, array_ops.zeros([1], values.dtype)], 0)) + 1
    width = array_ops.where(none, array_ops.zeros_like(most), most)
    if minlength is not None:
        width = maximum(width, array_ops.cast(minlength, width.dtype))
    if maxlength is not None:
        width = minimum(width, array_ops.cast(maxlength, width.dtype))
    known = counted.shape
    counted = counted[:, :width]
    if TS.graph is not None and minlength is maxlength:
        counted.set_shape(known)
    return counted
