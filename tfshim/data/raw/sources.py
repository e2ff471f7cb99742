"""Raw operations that make datasets of tensors, of files and of numbers."""

from tfshim import array_ops, io
from tfshim.data import saving, transformations
from tfshim.data.dataset import Dataset
from tfshim.data.raw._common import DUMMIES, call, dataset_of, dataset_op, declared, known, names, program
from tfshim.data.transformations.wrapping import VariantDataset
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor, static_value
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.random.shuffle_buffer import DatasetSeeds
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import nest
from tfshim.engine.values.typespec import TensorSpec
from tfshim.raw_forms._resources import Holder
from tfshim.refusals import refused
from tfshim.sparse import SparseTensor


# ---------------------------------------------------------------------- tensors
@dataset_op("TensorDataset")
def _one(components):
    return Dataset.from_tensors(tuple(components))


@dataset_op("TensorSliceDataset")
def _rows(components, is_files=False, replicate_on_split=False):
    del is_files, replicate_on_split  # said to services that split the work
    sizes = [x.shape[0] if x.shape.rank else None for x in components]
    if any(x.shape.rank == 0 for x in components):
        raise invalid("All components must be at least 1-dimensional")
    if len({n for n in sizes if n is not None}) > 1:
        raise invalid("All components must have the same size in the 0th dimension")
    return Dataset.from_tensor_slices(tuple(components))


@dataset_op("SparseTensorSliceDataset")
def _sparse_rows(indices, values, dense_shape):
    if dense_shape.shape.rank is not None and dense_shape.shape.rank != 1:
        raise invalid(f"Input shape must be a vector. Received shape {dense_shape.shape}")
    rows = Dataset.from_tensor_slices(SparseTensor(indices, values, dense_shape))
    return rows.map(lambda row: (row.indices, row.values, row.dense_shape))


@dataset_op("ListDataset")
def _listed(tensors, specs):
    width = len(specs)
    items = [tuple(tensors[i : i + width]) for i in range(0, len(tensors), width)]
    return transformations.ListDataset(items)


@raw_op("WindowOp")
def _window(inputs, output_types, output_shapes, Tinputs=None):  # noqa: N803
    """A dataset of the elements whose components stand one behind the other."""
    width = len(declared(output_types, output_shapes))
    if len(inputs) % width:
        raise invalid(f"Window elements have {width} components, {len(inputs)} tensors are no whole number of them.")
    return transformations.ListDataset([tuple(inputs[i : i + width]) for i in range(0, len(inputs), width)])._variant_tensor


@raw_op("WrapDatasetVariant", "UnwrapDatasetVariant")
def _wrapped(input_handle):
    """A dataset as a value that moves between devices; here it needs no other form."""
    return array_ops.identity(input_handle)


# ---------------------------------------------------------------------- numbers
@dataset_op("RangeDataset")
def _numbers(start, stop, step, specs, replicate_on_split=False):
    del replicate_on_split
    return Dataset.range(start, stop, step, output_type=specs[0].dtype)


@dataset_op(*names("RandomDataset"), wanted="seed seed2")
def _random(seed, seed2):
    return transformations.RandomDataset(_pair(seed, seed2, "RandomDataset"), False)


@dataset_op("RandomDatasetV2", wanted="seed seed2 seed_generator")
def _random_again(seed, seed2, seed_generator, rerandomize_each_iteration):
    made = transformations.RandomDataset(_pair(seed, seed2, "RandomDatasetV2"), rerandomize_each_iteration)
    return _with_seeds(made, seed_generator)


def _pair(seed, seed2, op_type):
    return int(known(seed, op_type, "seed")), int(known(seed2, op_type, "seed2"))


def _with_seeds(dataset, generator):
    """The dataset with the seeds of a generator; a dummy stands for its own."""
    seeds = resource_of(generator, (DatasetSeeds, type(None)), "seed generator")
    if seeds is not None:
        dataset._seeds = seeds
    return dataset


def resource_of(handle, kind, what):
    """What the handle of a resource refers to. Raises InvalidArgumentError for another kind of thing."""
    if isinstance(handle, SymbolicTensor) and handle.op.kind in DUMMIES and isinstance(None, kind):
        return None
    held = handle._t[()] if hasattr(handle, "_t") else None
    found = held.held if isinstance(held, Holder) else held
    if not isinstance(held, Holder) or not isinstance(found, kind):
        raise invalid(f"Expected the handle of a {what}, got {handle!r}.")
    return found


# ---------------------------------------------------------------------- files
@dataset_op("TextLineDataset", wanted="compression_type")
def _lines(filenames, compression_type, buffer_size):
    kind = known(compression_type, "TextLineDataset", "compression_type")
    return transformations.TextLineDataset(array_ops.reshape(filenames, [-1]), kind, buffer_size)


@dataset_op("TFRecordDataset", wanted="compression_type")
def _records(filenames, compression_type, buffer_size):
    kind = known(compression_type, "TFRecordDataset", "compression_type")
    return transformations.TFRecordDataset(array_ops.reshape(filenames, [-1]), kind, buffer_size)


@dataset_op("TFRecordDatasetV2", wanted="compression_type byte_offsets")
def _records_from(filenames, compression_type, buffer_size, byte_offsets):
    if byte_offsets.shape.num_elements() != 0:
        raise refused("tf.raw_ops", "attribute", op_type="TFRecordDatasetV2", key="byte_offsets (other than none)")
    return _records(filenames, compression_type, buffer_size)


def _pieces(filenames, header_bytes, record_bytes, footer_bytes, buffer_size, compression_type=None):
    if static_value(record_bytes) is not None and static_value(record_bytes) <= 0:
        raise invalid("`record_bytes` must be > 0")
    return transformations.FixedLengthRecordDataset(
        array_ops.reshape(filenames, [-1]), record_bytes, header_bytes, footer_bytes, buffer_size, compression_type
    )


dataset_op("FixedLengthRecordDataset")(_pieces)
dataset_op("FixedLengthRecordDatasetV2", wanted="compression_type")(_pieces)


@dataset_op(*names("MatchingFilesDataset"))
def _matching(patterns):
    return Dataset.from_tensors(patterns).flat_map(lambda p: Dataset.from_tensor_slices(io.matching_files(p)))


@dataset_op(
    *names("CSVDataset"),
    "CSVDatasetV2",
    wanted="compression_type buffer_size header field_delim use_quote_delim na_value select_cols exclude_cols record_defaults",
)
def _csv(
    filenames,
    compression_type,
    buffer_size,
    header,
    field_delim,
    use_quote_delim,
    na_value,
    select_cols,
    record_defaults,
    exclude_cols=None,
):
    chosen = None if select_cols.shape.num_elements() == 0 else select_cols
    left_out = None if exclude_cols is None or exclude_cols.shape.num_elements() == 0 else exclude_cols
    return transformations.CsvDataset(
        array_ops.reshape(filenames, [-1]), record_defaults, compression_type, buffer_size, header, field_delim, use_quote_delim, na_value,
        chosen, left_out,
    )  # fmt: skip


@dataset_op(*names("SqlDataset"), wanted="driver_name data_source_name query")
def _sql(driver_name, data_source_name, query, specs):
    return transformations.SqlDataset(driver_name, data_source_name, query, tuple(s.dtype for s in specs))


@dataset_op("LoadDataset")
def _loaded(path, reader_func_other_args, specs, compression, reader_func):
    def read(shards):
        made = call(reader_func, [shards._variant_tensor], reader_func_other_args)[0]
        return VariantDataset(made, specs)

    return saving.load(known(path, "LoadDataset", "path").decode(), tuple(specs), compression or None, read, False)


@raw_op("SaveDataset")
def _saved(input_dataset, path, shard_func_other_args, compression, shard_func, use_shard_func):
    dataset = dataset_of(input_dataset)
    shard = _shard_of(shard_func, shard_func_other_args) if use_shard_func else None
    saving.save(dataset, known(path, "SaveDataset", "path").decode(), compression or None, shard, None)


def _shard_of(function, others):
    return lambda *element: call(function, element, others)[0]


@dataset_op("SnapshotDatasetV2")
def _snapshot(source, path, reader_func_other_args, shard_func_other_args, specs, compression, reader_func, shard_func):
    def read(shards):
        return VariantDataset(call(reader_func, [shards._variant_tensor], reader_func_other_args)[0], specs)

    shard = _shard_of(shard_func, shard_func_other_args)
    return saving.snapshot(source, known(path, "SnapshotDatasetV2", "path").decode(), compression or None, read, shard)


# ---------------------------------------------------------------------- functions
@dataset_op("GeneratorDataset")
def _generated(init_func_other_args, next_func_other_args, finalize_func_other_args, init_func, next_func, finalize_func, specs):
    """Elements of `next_func` until it raises OutOfRangeError; `finalize_func` is called behind the last one."""
    state = tuple(TensorSpec(x.shape, x.dtype) for x in nest.flatten(init_func.structured_outputs, expand_composites=True))
    start = program(init_func, (), "GeneratorDataset", init_func_other_args)
    step = program(next_func, state, "GeneratorDataset", next_func_other_args)
    end = program(finalize_func, state, "GeneratorDataset", finalize_func_other_args)
    return transformations.FunctionGeneratorDataset(start, step, end, specs)
