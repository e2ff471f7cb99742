"""Operations on the indices, values and shapes of sparse tensors."""

from tfshim import array_ops, math, sparse
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import InvalidArgumentError, op_error
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor
from tfshim.raw_forms._nodes import unknown, when_run
from tfshim.sparse import SparseTensor
from tfshim.sparse._indices import raise_unless_parts


def _pieces(x):
    return x.indices, x.values, x.dense_shape


@raw_op("SparseConcat")
def _joined(indices, values, shapes, concat_dim):
    return _pieces(sparse.concat(concat_dim, [SparseTensor(*given) for given in zip(indices, values, shapes)]))


@raw_op("SparseSlice")
def _sliced(indices, values, shape, start, size):
    raise_unless_parts("SparseSlice", indices, values, shape)
    return _pieces(sparse.slice(SparseTensor(indices, values, shape), start, size))


@raw_op("SparseSliceGrad")
def _slice_grad(backprop_val_grad, input_indices, input_start, output_indices):
    """The gradients at the places that were taken, zeros at the others."""
    moved = input_indices - input_start[None]
    found = math.reduce_all(math.equal(array_ops.expand_dims(moved, 1), array_ops.expand_dims(output_indices, 0)), -1)
    return math.reduce_sum(array_ops.where(found, backprop_val_grad[None], array_ops.zeros([], backprop_val_grad.dtype)), 1)


@raw_op("SparseSplit")
def _split(split_dim, indices, values, shape, num_split):
    if unknown(split_dim):
        given = {"split_dim": split_dim, "indices": indices, "values": values, "shape": shape}
        rank, sizes = (None if x.shape.rank is None else x.shape[-1] for x in (indices, shape))
        leaf = dt.int64, None if shape.shape.rank is None else [sizes]
        leaves = [*[(dt.int64, [None, rank])] * num_split, *[(values.dtype, [None])] * num_split, *[leaf] * num_split]
        made = when_run("SparseSplit", _split, given, leaves, num_split=num_split)
        return tuple(made[i * num_split : (i + 1) * num_split] for i in range(3))
    parts = [_pieces(x) for x in sparse.split(SparseTensor(indices, values, shape), num_split, int(static_value(split_dim)))]
    return tuple(list(piece) for piece in zip(*parts))


@raw_op("SparseFillEmptyRows")
def _filled(indices, values, dense_shape, default_value):
    """Also which rows were empty, and where each given entry has gone."""
    filled, empty = sparse.fill_empty_rows(SparseTensor(indices, values, dense_shape), default_value)
    added = array_ops.gather(empty, filled.indices[:, 0])
    places = array_ops.reshape(array_ops.where(math.logical_not(added)), [-1])
    order = array_ops.argsort(indices[:, 0], stable=True)
    moved = array_ops.scatter_nd(order[:, None], places, array_ops.shape(places))
    return filled.indices, filled.values, empty, moved


@raw_op("SparseFillEmptyRowsGrad")
def _filled_grad(reverse_index_map, grad_values):
    for what, vector in (("reverse_index_map", reverse_index_map), ("grad_values", grad_values)):
        if vector.shape.rank not in (None, 1):
            raise op_error(InvalidArgumentError, f"{what} must be a vector, saw: {dims_text(vector.shape)}", "SparseFillEmptyRowsGrad")
    if type(reverse_index_map) is EagerTensor and type(grad_values) is EagerTensor:
        count = grad_values.shape[0]
        outside = (reverse_index_map._t < 0) | (reverse_index_map._t >= count)
        if bool(outside.any()):
            text = f"Elements in reverse index must be in [0, {count}) but got {int(reverse_index_map._t[outside][0])}"
            raise op_error(InvalidArgumentError, text, "SparseFillEmptyRowsGrad")
    given = array_ops.gather(grad_values, reverse_index_map)
    return given, math.reduce_sum(grad_values) - math.reduce_sum(given)


def _with_dense(function):
    def form(sp_indices, sp_values, sp_shape, dense):
        """The values; `dense` is broadcast to the sparse shape."""
        whole = array_ops.broadcast_to(dense, sp_shape)
        return function(sp_values, array_ops.gather_nd(whole, sp_indices))

    return form


for _name, _function in (("Add", math.add), ("Mul", math.multiply), ("Div", math.divide)):
    raw_op(f"SparseDenseCwise{_name}")(_with_dense(_function))


@raw_op("SparseAddGrad")
def _sum_grad(backprop_val_grad, a_indices, b_indices, sum_indices):
    def taken(indices):
        same = math.reduce_all(math.equal(array_ops.expand_dims(indices, 1), array_ops.expand_dims(sum_indices, 0)), -1)
        return math.reduce_sum(array_ops.where(same, backprop_val_grad[None], array_ops.zeros([], backprop_val_grad.dtype)), 1)

    return taken(a_indices), taken(b_indices)


@raw_op("RaggedTensorToSparse")
def _ragged_to_sparse(rt_nested_splits, rt_dense_values):
    """(indices, values, shape) of the elements of rows within rows."""
    ends = [array_ops.cast(s, dt.int64) for s in rt_nested_splits]
    values = rt_dense_values
    lengths = [s[1:] - s[:-1] for s in ends]
    inner = array_ops.shape(values, dt.int64)[1:]
    sizes = [array_ops.shape(lengths[0], dt.int64)[:1]] + [math.reduce_max(array_ops.concat([[0], n], 0))[None] for n in lengths]
    columns = [array_ops.range(array_ops.size(lengths[0], dt.int64))]
    for start, count in zip(ends, lengths):
        columns = [array_ops.repeat(c, count) for c in columns]
        columns.append(array_ops.range(start[-1]) - array_ops.repeat(start[:-1], count))
    indices = array_ops.stack(columns, -1)
    shape = array_ops.concat([*sizes, inner], 0)
    if values.shape.rank != 1:
        places = array_ops.where(array_ops.ones(array_ops.shape(values)[1:], dt.bool))
        outer = array_ops.repeat(indices, array_ops.shape(places)[0], axis=0)
        indices = array_ops.concat([outer, array_ops.tile(places, [array_ops.shape(values)[0], 1])], 1)
        values = array_ops.reshape(values, [-1])
    return indices, values, shape
