"""Products, sums along rows and the like of ragged tensors: `matmul`, `softmax`, `cumsum`, `dropout`, embeddings."""

import numpy as np
import torch

from tfshim import debugging, nn, sparse
from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import ones_like
from tfshim.array_ops.gathering import gather, gather_nd
from tfshim.array_ops.joining import stack
from tfshim.array_ops.repeating import repeat
from tfshim.array_ops.shapes import shape, size
from tfshim.autodiff import stop_gradient
from tfshim.control_flow import control_dependencies
from tfshim.engine.graph_export.splicing import only_shown, raw_node
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS, S
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.tensor import EagerTensor, Tensor, wrap
from tfshim.linalg.products import matmul as multiply
from tfshim.math.comparison import maximum, minimum
from tfshim.math.cumulative import cumsum as accumulate
from tfshim.math.elementwise import exp
from tfshim.math.reductions import reduce_max, reduce_sum
from tfshim.math.segments import unsorted_segment_max, unsorted_segment_sum
from tfshim.ragged import row_checks
from tfshim.ragged.broadcasting import same_splits
from tfshim.ragged.dense import coordinates
from tfshim.ragged.partitions import lengths_to_splits, ragged_range
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.ragged_tensor_value import ragged_or_tensor
from tfshim.ragged.rearranging import _axis
from tfshim.sparse.counting import counts_of_rows
from tfshim.sparse.sparse_tensor import SparseTensor

_UNEVEN = "The matrices in `a` and `b` may not be ragged in their innermost dimension."


def matmul(a, b, **options):
    """`tf.linalg.matmul` where `a` or `b` is ragged: each pair of matrices multiplied, rows and columns of their own."""
    turned = {side: options.get(f"transpose_{side}") or options.get(f"adjoint_{side}") for side in "ab"}
    for side in "ab":
        if options.get(f"transpose_{side}") and options.get(f"adjoint_{side}"):
            raise ValueError(f"Only one of transpose_{side} and adjoint_{side} can be True.")
    x, y = (ragged_or_tensor(v) for v in (a, b))
    if x.dtype != y.dtype:
        raise ValueError("`a` and `b` must have the same dtype.")
    if x.shape.rank is None or y.shape.rank is None:
        raise ValueError("matmul requires at least one input to have known rank if either input is ragged.")
    rank = x.shape.rank
    if rank < 2 or rank != y.shape.rank:
        raise ValueError("`a` and `b` must have the same rank.")
    if rank > 3:
        return _of_batches(x, y, options)
    # Padding must not get into the products: matrices are even, and the sizes that are multiplied and added agree.
    checks = [_check_even(v) for v in (x, y) if isinstance(v, RaggedTensor)]
    p, q = _dense(x), _dense(y)
    if rank == 3:
        # What is a row of the product is a row of `a`, or a column where it is transposed.
        rows = _lengths(x, -1 if turned["a"] else -2)
        columns = _lengths(y, -2 if turned["b"] else -1)
        checks.append(_check_inner(x, p, -2 if turned["a"] else -1, y, q, -1 if turned["b"] else -2))
    with control_dependencies([check for check in checks if check is not None]):
        made = multiply(p, q, **options)
    return made if rank == 2 or rows is None and columns is None else _cut(made, rows, columns)


def _of_batches(x, y, options):
    """The product of what has several batch dimensions: the outer two become one, which the result has again as two."""
    x, y = (v if isinstance(v, RaggedTensor) else RaggedTensor.from_tensor(v) for v in (x, y))
    same = debugging.assert_equal(x.row_splits, y.row_splits, message="Batch dimensions of `a` and `b` do not have the same size.")
    with control_dependencies([] if same is None else [same]):
        return x.with_values(matmul(x.values, y.values, **options))


def _check_even(x):
    """Check that the rows of each matrix of `x` are of one length."""
    if x.shape.rank == 2:
        return debugging.assert_equal(size(x.flat_values, x.row_splits.dtype), size(x.to_tensor(), x.row_splits.dtype), message=_UNEVEN)
    lengths = _lengths(x, -1)
    if lengths is None:
        return None
    return debugging.assert_equal(x.values.row_lengths(), repeat(lengths, x.row_lengths()), message=_UNEVEN)


def _cut(dense, rows, columns):
    """The matrices of `dense` with only the first `rows` rows and `columns` columns of each; None leaves all."""
    length = None
    if rows is None:
        length = shape(dense, out_type=columns.dtype)[1]
        rows = ones_like(columns) * length
    splits = lengths_to_splits(rows)
    kept = RaggedTensor._make(ragged_range(splits[:-1], splits[1:], ones_like(rows), rows.dtype)[1], splits, length)
    kept = kept.with_values(gather_nd(dense, stack(coordinates(kept), axis=1)))
    if columns is None:
        return kept
    return kept.with_values(RaggedTensor.from_tensor(kept.values, repeat(columns, rows), row_splits_dtype=rows.dtype))


def _dense(x):
    return x.to_tensor() if isinstance(x, RaggedTensor) else x


def _lengths(x, axis):
    """The size of `x` along its last or last but one dimension in each matrix, where that is ragged; else None."""
    if not isinstance(x, RaggedTensor) or x.shape.rank != 3:
        return None
    if axis == -2:
        return None if x._uniform is not None else x.row_lengths()
    if x.ragged_rank < 2 or x.values._uniform is not None:
        return None
    return maximum(reduce_max(x.row_lengths(2), 1), 0)  # a matrix without rows has no columns


def _check_inner(x, dense_x, axis_x, y, dense_y, axis_y):
    """Check that the axes agree which the product sums over; where both are the same in all matrices, the product itself does."""
    a, b = _lengths(x, axis_x), _lengths(y, axis_y)
    if a is None and b is None:
        return None
    if a is None:
        a = shape(dense_x, out_type=b.dtype)[axis_x]
    elif b is None:
        b = shape(dense_y, out_type=a.dtype)[axis_y]
    return debugging.assert_equal(a, b, message="Matrix size-incompatible: the sizes that are summed over differ.")


def softmax(logits, axis=None):
    """`tf.nn.softmax` along the last dimension, ragged or not."""
    rank = logits.shape.rank
    axis = _axis(-1 if axis is None else axis, rank)
    if axis > logits.ragged_rank:
        return logits.with_flat_values(nn.softmax(logits.flat_values, axis - logits.ragged_rank))
    if axis > 1:
        return logits.with_values(softmax(logits.values, axis - 1))
    if axis == 0 or isinstance(logits.values, RaggedTensor):
        shifted = exp(logits - reduce_max(logits, axis, keepdims=True))
        return shifted / reduce_sum(shifted, axis, keepdims=True)
    rows, count = logits.value_rowids(), logits.nrows()
    # The shift cancels out: gradients need not go through it.
    greatest = stop_gradient(unsorted_segment_max(logits.values, rows, count))
    weights = exp(logits.values - gather(greatest, rows))
    return logits.with_values(weights / gather(unsorted_segment_sum(weights, rows, count), rows))


def cumsum(x, axis=0, exclusive=False, reverse=False):
    """`tf.cumsum` along any dimension of a ragged tensor."""
    axis = _axis(axis, x.shape.rank)
    if axis > x.ragged_rank:
        return x.with_flat_values(accumulate(x.flat_values, axis - x.ragged_rank, exclusive, reverse))
    # Padding is at the end of rows, where it adds nothing in either direction.
    dense = accumulate(x.to_tensor(), axis, exclusive, reverse)
    return x.with_flat_values(gather_nd(dense, stack(coordinates(x), axis=1)))


def dropout(function, arguments):
    """Dropout of the values; `noise_shape` cannot be given."""
    if arguments.get("noise_shape") is not None:
        raise ValueError("noise_shape is not supported yet for RaggedTensor x")
    x = arguments["x"]
    return x.with_flat_values(function(**{**arguments, "x": x.flat_values}))


def embedding_lookup(params, ids, max_norm=None):
    """`tf.nn.embedding_lookup` of ragged ids."""
    if params is None:
        raise ValueError("params must be specified.")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("params should not be empty.")
    if ids.dtype not in (dt.int32, dt.int64):
        wanted = "All values should be indices, either of type `int32` or `int64`."
        raise ValueError(f"The values contained by the inputs have type {ids.dtype} and cannot be processed. {wanted}")
    return ids.with_flat_values(nn.embedding_lookup(params, ids.flat_values, max_norm))


def _sparse(x):
    return x.to_sparse() if isinstance(x, RaggedTensor) else x


def embedding_of_rows(function, arguments):
    """The combined embeddings of the rows of ragged ids, by way of the sparse form."""
    ids, weights = arguments.get("sp_ids"), arguments.get("sp_weights")
    if isinstance(ids, RaggedTensor) and isinstance(weights, SparseTensor):
        raise TypeError(f"sp_ids must be of the same type as sp_weights, received {type(ids).__name__!r} and {type(weights).__name__!r}.")
    if isinstance(ids, SparseTensor) and isinstance(weights, RaggedTensor):
        raise TypeError(f"sp_weights must be either None or SparseTensor,got {type(weights)}")
    return function(**{k: _sparse(v) for k, v in arguments.items()})


def bincount(function, arguments):
    """`tf.math.bincount` and `tf.sparse.bincount` of ragged numbers: by rows for axis -1, else of all."""
    if arguments.get("axis") in (None, 0):
        return function(**{k: v.flat_values if isinstance(v, RaggedTensor) else v for k, v in arguments.items()})
    values, weights = arguments["arr" if "arr" in arguments else "values"], arguments.get("weights")
    if isinstance(values, RaggedTensor) and weights is not None:
        if not isinstance(weights, RaggedTensor):
            raise ValueError(
                "`weights` must be a RaggedTensor if `values` is a RaggedTensor. "
                f"Received argument weights={weights} of type: {type(weights).__name__}."
            )
        same = same_splits(weights.row_splits, values.row_splits, "'weights' and 'values' must have the same row splits.")
        arguments["weights"] = row_checks.after([same], weights)
    elif isinstance(weights, RaggedTensor):
        kind = "SparseTensor" if isinstance(values, SparseTensor) else "tf.Tensor"
        raise ValueError(
            f"Argument `weights` must be a {kind} if `values` is a {kind}. Received weights={weights} of type: {type(weights).__name__}"
        )
    made = _counts_at_once(**arguments) if "arr" in arguments else None
    if made is not None:
        return made
    arr = arguments.get("arr")
    if TS.graph is not None and isinstance(arr, RaggedTensor) and weights is None and isinstance(arr.values, Tensor):

        def both(numbers, splits):
            if not only_shown():
                return _counts(arguments)
            told = {k: arguments.get(k) for k in ("minlength", "maxlength", "binary_output", "name")}
            return _shown_counts(numbers, splits, dtype=arguments.get("dtype", dt.int32), **told)

        return higher.recorded(both, arr.values, arr.row_splits)
    return _counts(arguments)


def _shown_counts(numbers, splits, minlength, maxlength, dtype, binary_output, name):
    """How often each number is in each row."""
    with name_scope(name or "bincount"):
        there = cast(size(numbers) > 0, numbers.dtype)
        most = raw_node(
            "Max", [numbers, TS.graph._constant(convert_to_tensor([0], dt.int32), "Const")], [(numbers.dtype, [])], name="RaggedReduceMax"
        ).outputs[0]
        width = there * (most + 1)
        if minlength is not None:
            width = maximum(_limit(minlength, numbers.dtype, "minlength"), width)
        if maxlength is not None:
            width = minimum(_limit(maxlength, numbers.dtype, "maxlength"), width)
        nothing = TS.graph._constant(convert_to_tensor([], dtype), "Const")
        about = {"binary_output": bool(binary_output)}
        columns = maxlength if isinstance(maxlength, int) and minlength == maxlength else None
        known = [None if splits.shape[0] is None else splits.shape[0] - 1, columns]
        return raw_node("RaggedBincount", [splits, numbers, width, nothing], [(as_dtype(dtype), known)], about).outputs[0]


def _limit(value, dtype, name: str):
    return cast(value, dtype) if isinstance(value, Tensor) else TS.graph._constant(convert_to_tensor(value, dtype), name)


def _counts(arguments):
    """The counts of rows, by sparse tensors in place of ragged ones."""
    arguments = {k: _sparse(v) for k, v in arguments.items()}
    return counts_of_rows(**arguments) if "arr" in arguments else sparse.bincount(**arguments)


def _counts_at_once(arr, weights=None, minlength=None, maxlength=None, dtype=dt.int32, name=None, axis=None, binary_output=False):
    """What `counts_of_rows` gives of rows of integers that are there, without a sparse tensor on the way; None for others."""
    flat = arr.values if isinstance(arr, RaggedTensor) else None
    known = all(n is None or isinstance(n, int) for n in (minlength, maxlength)) and (maxlength is None or maxlength > 0)
    if type(flat) is not EagerTensor or S.special or flat._t.ndim != 1 or flat.dtype not in (dt.int32, dt.int64) or not known:
        return None
    numbers, splits = flat._t.long(), arr.row_splits._t
    if weights is not None and (binary_output or weights.values.dtype not in (dt.float32, dt.float64) or weights.values._t.requires_grad):
        return None
    if not (numbers.is_cpu and len(numbers)) or bool(numbers.min() < 0):
        return None
    weighed = None if weights is None else weights.values._t
    rows = torch.from_numpy(np.repeat(np.arange(len(splits) - 1), (splits[1:] - splits[:-1]).numpy()))
    greatest = int(numbers.max())
    width = max(greatest + 1, minlength or 0)
    width = width if maxlength is None else min(width, maxlength)
    if greatest >= width:
        inside = numbers < width
        numbers, rows, weighed = numbers[inside], rows[inside], None if weighed is None else weighed[inside]
    if not len(numbers):
        return None
    size = (len(splits) - 1) * width
    counts = torch.bincount(torch.add(numbers, rows, alpha=width), weighed, minlength=size)
    if weights is None:
        kind = dt.as_dtype(dtype).torch
        counts = (counts.clamp_(max=1) if binary_output else counts).to(kind)
    return wrap(counts.view(len(splits) - 1, width))
