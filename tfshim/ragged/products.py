"""Products, sums along rows and the like of ragged tensors: `matmul`, `softmax`, `cumsum`, `dropout`, embeddings."""

from tfshim import debugging, nn, sparse
from tfshim.array_ops.creation import ones_like
from tfshim.array_ops.gathering import gather, gather_nd
from tfshim.array_ops.joining import stack
from tfshim.array_ops.repeating import repeat
from tfshim.array_ops.shapes import shape
from tfshim.autodiff import stop_gradient
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.linalg.products import matmul as multiply
from tfshim.math.cumulative import cumsum as accumulate
from tfshim.math.elementwise import exp
from tfshim.math.reductions import reduce_max, reduce_sum
from tfshim.math.segments import unsorted_segment_max, unsorted_segment_sum
from tfshim.ragged.dense import coordinates
from tfshim.ragged.partitions import lengths_to_splits, ragged_range
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.rearranging import _axis
from tfshim.refusals import refused
from tfshim.sparse.counting import counts_of_rows


def matmul(a, b, **options):
    """`tf.linalg.matmul` where `a` or `b` is ragged: each pair of matrices multiplied, rows and columns of their own."""
    turned = {"a": options.get("transpose_a") or options.get("adjoint_a"), "b": options.get("transpose_b") or options.get("adjoint_b")}
    x, y = (v if isinstance(v, RaggedTensor) else convert_to_tensor(v) for v in (a, b))
    if x.shape.rank is None or y.shape.rank is None:
        raise ValueError("matmul requires at least one input to have known rank if either input is ragged.")
    if x.shape.rank < 2 or x.shape.rank != y.shape.rank:
        raise ValueError("'a' and 'b' must have the same rank, which must be at least 2.")
    made = multiply(_dense(x), _dense(y), **options)
    if x.shape.rank == 2:
        return made
    # What is a row of the product is a row of `a`, or a column where it is transposed.
    rows = _lengths(x, -1 if turned["a"] else -2)
    columns = _lengths(y, -2 if turned["b"] else -1)
    _check_inner(_lengths(x, -2 if turned["a"] else -1), _lengths(y, -1 if turned["b"] else -2))
    if rows is None and columns is None:
        return made
    if x.shape.rank > 3:
        raise refused("tf.linalg.matmul", "ragged")
    return _cut(made, rows, columns)


def _cut(dense, rows, columns):
    """The matrices of `dense` with only the first `rows` rows and `columns` columns of each; None leaves all."""
    if rows is None:
        rows = ones_like(columns) * shape(dense, out_type=columns.dtype)[1]
    splits = lengths_to_splits(rows)
    kept = RaggedTensor._make(ragged_range(splits[:-1], splits[1:], ones_like(rows), rows.dtype)[1], splits)
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
    return reduce_max(x.row_lengths(2), 1)


def _check_inner(a, b):
    if a is not None and b is not None:
        debugging.assert_equal(a, b, message="Matrix size-incompatible")


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
    return ids.with_flat_values(nn.embedding_lookup(params, ids.flat_values, max_norm))


def _sparse(x):
    return x.to_sparse() if isinstance(x, RaggedTensor) else x


def embedding_of_rows(function, arguments):
    """The combined embeddings of the rows of ragged ids, by way of the sparse form."""
    return function(**{k: _sparse(v) for k, v in arguments.items()})


def bincount(function, arguments):
    """`tf.math.bincount` and `tf.sparse.bincount` of ragged numbers: by rows for axis -1, else of all."""
    if arguments.get("axis") in (None, 0):
        return function(**{k: v.flat_values if isinstance(v, RaggedTensor) else v for k, v in arguments.items()})
    arguments = {k: _sparse(v) for k, v in arguments.items()}
    return counts_of_rows(**arguments) if "arr" in arguments else sparse.bincount(**arguments)
