"""Operations on the splits and values of ragged tensors, and crosses of features."""

from tfshim import array_ops, ragged, sparse
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.ragged import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse import SparseTensor


@raw_op("RaggedGather")
def _gathered(params_nested_splits, params_dense_values, indices, OUTPUT_RAGGED_RANK):  # noqa: N803
    wanted = indices.shape.rank + len(params_nested_splits) - 1
    if OUTPUT_RAGGED_RANK != wanted:
        raise invalid(f"OUTPUT_RAGGED_RANK must be {wanted} for these indices, got {OUTPUT_RAGGED_RANK}.")
    params = RaggedTensor.from_nested_row_splits(params_dense_values, params_nested_splits)
    made = array_ops.gather(params, indices)
    return list(made.nested_row_splits), made.flat_values


@raw_op("RaggedTensorToTensor")
def _dense(shape, values, default_value, row_partition_tensors, row_partition_types):
    kinds = [k.decode() if isinstance(k, bytes) else k for k in row_partition_types]
    parts = list(zip(kinds, row_partition_tensors))
    rows = None
    if parts and parts[0][0] == "FIRST_DIM_SIZE":
        rows, parts = parts[0][1], parts[1:]
    made = values
    for kind, partition in reversed(parts):
        if kind == "ROW_SPLITS":
            made = RaggedTensor.from_row_splits(made, partition, validate=False)
        elif kind == "VALUE_ROWIDS":
            count = rows if partition is parts[0][1] else None
            made = RaggedTensor.from_value_rowids(made, partition, count, validate=False)
        else:
            raise refused("tf.raw_ops", "attribute", op_type="RaggedTensorToTensor", key=f"row_partition_types ({kind})")
    known = None if shape.shape.rank == 0 else [None if n == -1 else n for n in shape.numpy().tolist()] if hasattr(shape, "numpy") else None
    if known is None and shape.shape.rank:
        raise refused("tf.raw_ops", "attribute", op_type="RaggedTensorToTensor", key="shape (known when the graph runs)")
    return made.to_tensor(default_value, shape=known)


def _features(indices, values, shapes, dense_inputs):
    return [*(SparseTensor(*given) for given in zip(indices, values, shapes)), *dense_inputs]


def _pieces(x):
    return x.indices, x.values, x.dense_shape


@raw_op("SparseCrossV2")
def _crossed(indices, values, shapes, dense_inputs, sep):
    separator = sep.numpy() if hasattr(sep, "numpy") else sep
    return _pieces(sparse.cross(_features(indices, values, shapes, dense_inputs), separator=separator))


@raw_op("SparseCross")
def _crossed_or_hashed(indices, values, shapes, dense_inputs, hashed_output, num_buckets, hash_key, out_type, internal_type):
    del internal_type  # whether the parts are hashed before, which shows in none of the results
    if not hashed_output:
        if out_type != dt.string:
            raise invalid("SparseCross: without hashed_output the results are strings.")
        return _pieces(sparse.cross(_features(indices, values, shapes, dense_inputs)))
    return _pieces(sparse.cross_hashed(_features(indices, values, shapes, dense_inputs), num_buckets, hash_key))


@raw_op("RaggedCountSparseOutput")
def _ragged_counts(splits, values, weights, minlength, maxlength, binary_output):
    rows = RaggedTensor.from_row_splits(values, splits)
    given = None if weights.shape.num_elements() == 0 else rows.with_values(weights)
    return _counted(sparse.bincount(rows, given, -1, _length(minlength), _length(maxlength), binary_output), weights.dtype)


@raw_op("SparseCountSparseOutput")
def _sparse_counts(indices, values, dense_shape, weights, minlength, maxlength, binary_output):
    found = SparseTensor(indices, values, dense_shape)
    given = None if weights.shape.num_elements() == 0 else SparseTensor(indices, weights, dense_shape)
    axis = 0 if dense_shape.shape[0] == 1 else -1
    return _counted(sparse.bincount(found, given, axis, _length(minlength), _length(maxlength), binary_output), weights.dtype)


def _length(n):
    return None if n < 0 else n


def _counted(made, dtype):
    return made.indices, array_ops.cast(made.values, dtype), made.dense_shape


@raw_op("RaggedCross")
def _ragged_cross(
    ragged_values,
    ragged_row_splits,
    sparse_indices,
    sparse_values,
    sparse_shape,
    dense_inputs,
    input_order,
    hashed_output,
    num_buckets,
    hash_key,
    out_values_type,
    out_row_splits_type,
):
    if out_row_splits_type != dt.int64 or out_values_type != (dt.int64 if hashed_output else dt.string):
        raise invalid(f"RaggedCross: the results are int64 or string and have row splits of int64, not {out_row_splits_type!r}")
    parts = {
        "R": [RaggedTensor.from_row_splits(v, array_ops.cast(s, dt.int64)) for v, s in zip(ragged_values, ragged_row_splits)],
        "S": [SparseTensor(*s) for s in zip(sparse_indices, sparse_values, sparse_shape)],
        "D": list(dense_inputs),
    }
    inputs = [parts[kind].pop(0) for kind in input_order]
    made = ragged.cross_hashed(inputs, num_buckets, hash_key) if hashed_output else ragged.cross(inputs)
    return made.values, made.row_splits
