"""Operations on the splits and values of ragged tensors, and crosses of features."""

from tfshim import array_ops, ragged, sparse
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.graphs.declarations import output_shapes
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.tensor import Tensor
from tfshim.ragged import RaggedTensor
from tfshim.raw_forms._nodes import unknown, when_run
from tfshim.raw_forms._ranks import of_rank
from tfshim.refusals import refused
from tfshim.sparse import SparseTensor


@raw_op("RaggedGather")
def _gathered(params_nested_splits, params_dense_values, indices, OUTPUT_RAGGED_RANK):  # noqa: N803
    if indices.shape.rank is None or params_dense_values.shape.rank is None or any(s.shape.rank is None for s in params_nested_splits):
        given = {"params_nested_splits": list(params_nested_splits), "params_dense_values": params_dense_values, "indices": indices}
        inner = params_dense_values.shape
        leaves = [
            *((s.dtype, [None]) for s in [params_nested_splits[0]] * OUTPUT_RAGGED_RANK),
            (params_dense_values.dtype, None if inner.rank is None else [None, *inner[1:]]),
        ]
        *splits, values = when_run("RaggedGather", _gathered, given, leaves, OUTPUT_RAGGED_RANK=OUTPUT_RAGGED_RANK)
        return splits, values
    wanted = indices.shape.rank + len(params_nested_splits) - 1
    if OUTPUT_RAGGED_RANK != wanted:
        raise invalid(f"OUTPUT_RAGGED_RANK must be {wanted} for these indices, got {OUTPUT_RAGGED_RANK}.")
    params = RaggedTensor.from_nested_row_splits(params_dense_values, params_nested_splits)
    made = array_ops.gather(params, indices)
    return list(made.nested_row_splits), made.flat_values


@raw_op("RaggedTensorToTensor")
def _dense(shape, values, default_value, row_partition_tensors, row_partition_types):
    if unknown(shape) and shape.shape.rank == 0:
        raise ValueError(
            "Received a shape scalar with unknown static value.  A static value of '-1' is required to represent an unknown shape."
        )
    if unknown(shape) or values.shape.rank is None:
        given = {"shape": shape, "values": values, "default_value": default_value, "row_partition_tensors": list(row_partition_tensors)}
        sizes = sizes_of(shape) if shape.shape.rank == 1 else None
        return when_run("RaggedTensorToTensor", _dense, given, [(values.dtype, sizes)], row_partition_types=row_partition_types)
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
    known = static_value(shape)
    return made.to_tensor(default_value, shape=None if known.ndim == 0 else [None if n == -1 else n for n in known.tolist()])


def _dense_sizes(known, call):
    """The sizes of what is made dense: rows and their length follow from the argument `shape` alone, as in TensorFlow."""
    if known is None:
        return None
    sizes = sizes_of(call["shape"]) if call["shape"].shape.rank == 1 else None
    ragged = sum(k not in ("FIRST_DIM_SIZE", b"FIRST_DIM_SIZE") for k in call["row_partition_types"])
    given = [None] * len(known) if sizes is None or len(sizes) != len(known) else sizes
    return [g if i <= ragged or g is not None else k for i, (g, k) in enumerate(zip(given, known))]


output_shapes.RULES["RaggedTensorToTensor"] = _dense_sizes


def _features(indices, values, shapes, dense_inputs):
    return [*(SparseTensor(*given) for given in zip(indices, values, shapes)), *dense_inputs]


def _pieces(x):
    return x.indices, x.values, x.dense_shape


def _open(values, dense_inputs):
    """Whether the rank of a feature is known when the graph runs only."""
    return any(x.shape.rank is None for x in (*values, *dense_inputs))


def _crossed_when_run(kind, form, lists, dtype, **given):
    tensors = {k: given.pop(k) for k in [k for k, v in given.items() if isinstance(v, Tensor)]}
    names = ("indices", "values", "shapes", "dense_inputs")
    leaves = [(dt.int64, [None, 2]), (dtype, [None]), (dt.int64, [2])]
    return when_run(kind, form, {**{k: list(v) for k, v in zip(names, lists)}, **tensors}, leaves, **given)


@raw_op("SparseCrossV2")
def _crossed(indices, values, shapes, dense_inputs, sep):
    if _open((*indices, *values, *shapes), dense_inputs) or unknown(sep):
        return _crossed_when_run("SparseCrossV2", _crossed, (indices, values, shapes, dense_inputs), dt.string, sep=sep)
    return _pieces(sparse.cross(_features(indices, values, shapes, dense_inputs), separator=bytes(static_value(sep))))


@raw_op("SparseCross")
def _crossed_or_hashed(indices, values, shapes, dense_inputs, hashed_output, num_buckets, hash_key, out_type, internal_type):
    if not hashed_output and out_type != dt.string:
        raise invalid("SparseCross: without hashed_output the results are strings.")
    if _open((*indices, *values, *shapes), dense_inputs):
        options = {"hashed_output": hashed_output, "num_buckets": num_buckets, "hash_key": hash_key, "out_type": out_type}
        lists = indices, values, shapes, dense_inputs
        return _crossed_when_run("SparseCross", _crossed_or_hashed, lists, out_type, **options, internal_type=internal_type)
    del internal_type  # whether the parts are hashed before, which shows in none of the results
    if not hashed_output:
        return _pieces(sparse.cross(_features(indices, values, shapes, dense_inputs)))
    return _pieces(sparse.cross_hashed(_features(indices, values, shapes, dense_inputs), num_buckets, hash_key))


@raw_op("RaggedCountSparseOutput")
def _ragged_counts(splits, values, weights, minlength, maxlength, binary_output):
    splits, values = of_rank(splits, 1), of_rank(values, 1)
    if weights.shape.num_elements() is None:
        given = {"splits": splits, "values": values, "weights": weights}
        return counts_when_run("RaggedCountSparseOutput", _ragged_counts, given, minlength, maxlength, binary_output)
    rows = RaggedTensor.from_row_splits(values, splits)
    given = None if weights.shape.num_elements() == 0 else rows.with_values(weights)
    return _counted(sparse.bincount(rows, given, -1, length_of(minlength), length_of(maxlength), binary_output), weights.dtype)


@raw_op("SparseCountSparseOutput")
def _sparse_counts(indices, values, dense_shape, weights, minlength, maxlength, binary_output):
    if weights.shape.num_elements() is None or dense_shape.shape.rank is None or dense_shape.shape[0] is None:
        given = {"indices": indices, "values": values, "dense_shape": dense_shape, "weights": weights}
        return counts_when_run("SparseCountSparseOutput", _sparse_counts, given, minlength, maxlength, binary_output)
    indices = array_ops.ensure_shape(indices, [None, dense_shape.shape[0]])
    found = SparseTensor(indices, of_rank(values, 1), dense_shape)
    given = None if weights.shape.num_elements() == 0 else SparseTensor(indices, weights, dense_shape)
    axis = 0 if dense_shape.shape[0] == 1 else -1
    return _counted(sparse.bincount(found, given, axis, length_of(minlength), length_of(maxlength), binary_output), weights.dtype)


def counts_when_run(kind, form, given, minlength, maxlength, binary_output):
    """Indices, counts and shape that are counted when the graph runs: by whether there are weights, or by a rank, that it does not know."""
    leaves = [(dt.int64, [None, None]), (given["weights"].dtype, [None]), (dt.int64, [None])]
    return when_run(kind, form, given, leaves, minlength=minlength, maxlength=maxlength, binary_output=binary_output)


def length_of(n):
    """The size that an attribute gives, where it gives one."""
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
    if _open((*ragged_values, *ragged_row_splits, *sparse_indices, *sparse_values, *sparse_shape), dense_inputs):
        given = {
            "ragged_values": list(ragged_values), "ragged_row_splits": list(ragged_row_splits), "sparse_indices": list(sparse_indices),
            "sparse_values": list(sparse_values), "sparse_shape": list(sparse_shape), "dense_inputs": list(dense_inputs),
        }  # fmt: skip
        options = {"hashed_output": hashed_output, "num_buckets": num_buckets, "hash_key": hash_key}
        options |= {"out_values_type": out_values_type, "out_row_splits_type": out_row_splits_type, "input_order": input_order}
        rows = ragged_row_splits[0].shape if ragged_row_splits and ragged_row_splits[0].shape.rank is not None else [None]
        return when_run("RaggedCross", _ragged_cross, given, [(out_values_type, [None]), (dt.int64, rows)], **options)
    parts = {
        "R": [RaggedTensor.from_row_splits(v, array_ops.cast(s, dt.int64)) for v, s in zip(ragged_values, ragged_row_splits)],
        "S": [SparseTensor(*s) for s in zip(sparse_indices, sparse_values, sparse_shape)],
        "D": list(dense_inputs),
    }
    inputs = [parts[kind].pop(0) for kind in input_order]
    made = ragged.cross_hashed(inputs, num_buckets, hash_key) if hashed_output else ragged.cross(inputs)
    return made.values, made.row_splits
