"""Raw operations that make datasets of other datasets."""

from tfshim import array_ops, io
from tfshim.data import reducing, transformations
from tfshim.data.dataset import Dataset
from tfshim.data.iterators import elements
from tfshim.data.raw import options_message
from tfshim.data.raw._common import call, dataset_of, dataset_op, declared, known, names, program
from tfshim.data.raw.sources import _pair, _with_seeds, resource_of
from tfshim.data.specs import DatasetSpec, boxed
from tfshim.data.structures import spec_of
from tfshim.data.transformations.base import UNKNOWN_CARDINALITY, UnaryDatasetOp, by_rows_as_source, named
from tfshim.data.transformations.wrapping import CacheDataset, VariantDataset
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.raw_forms import tables
from tfshim.raw_forms._nodes import computed, unknown, when_run
from tfshim.raw_forms._resources import handle as tables_handle
from tfshim.raw_forms.sparse_values import serialized
from tfshim.refusals import refused


@named("_OptionsDataset", "options_op")
class UncountedDataset(UnaryDatasetOp):
    """The same elements, of which nobody says how many there are."""

    _by_rows = by_rows_as_source

    def _count(self):
        return UNKNOWN_CARDINALITY

    def _ordered(self, open_input, run):
        return open_input()


@named("_SlidingWindowDataset", "window_op")
class _Sliding(UncountedDataset):
    """Windows of the elements of another dataset, counted as TensorFlow does: one for each shift."""

    def _count(self):
        n = self._args[1]._count()
        return n if n < 0 else n // int(self._args[2])


@named("_ZipDataset", "zip_op")
class _Zipped(transformations.ZipDataset):
    """Several datasets side by side, whose components stand in one row."""

    def _setup(self, datasets, specs):
        super()._setup(datasets)
        self._spec = tuple(specs)


def _counted(dataset, preserved):
    return dataset if preserved else UncountedDataset(dataset)


# ---------------------------------------------------------------------- order and number
@dataset_op("TakeDataset")
def _taken(source, count):
    return source.take(count)


@dataset_op("SkipDataset")
def _skipped(source, count):
    return source.skip(count)


@dataset_op("RepeatDataset")
def _repeated(source, count):
    return source.repeat(count)


@dataset_op("ConcatenateDataset")
def _joined(source, another_dataset, specs):
    return source.concatenate(dataset_of(another_dataset, specs))


@dataset_op("ShardDataset")
def _shard(source, num_shards, index, require_non_empty=False):
    if require_non_empty:
        raise refused("tf.raw_ops", "attribute", op_type="ShardDataset", key="require_non_empty")
    return source.shard(num_shards, index)


@dataset_op("ShuffleDataset", wanted="seed seed2")
def _shuffled(source, buffer_size, seed, seed2, reshuffle_each_iteration):
    return transformations.ShuffleDataset(source, buffer_size, _pair(seed, seed2, "ShuffleDataset"), reshuffle_each_iteration)


@dataset_op("ShuffleDatasetV3", wanted="seed seed2 seed_generator")
def _shuffled_from(source, buffer_size, seed, seed2, seed_generator, reshuffle_each_iteration):
    made = transformations.ShuffleDataset(source, buffer_size, _pair(seed, seed2, "ShuffleDatasetV3"), reshuffle_each_iteration)
    return _with_seeds(made, seed_generator)


@dataset_op("ShuffleDatasetV2")
def _shuffled_by(source, buffer_size, seed_generator):
    return _with_seeds(transformations.ShuffleDataset(source, buffer_size, (0, 0), True), seed_generator)


@dataset_op("UniqueDataset", "ExperimentalUniqueDataset")
def _unique(source):
    return source.unique()


@dataset_op("SamplingDataset", wanted="seed seed2 rate")
def _sampled(source, rate, seed, seed2):
    """Each element with the probability `rate`."""
    first, second = _pair(seed, seed2, "SamplingDataset")
    numbers = transformations.RandomDataset((first, second), False)

    def admitted(element, word):
        # A number from [0, 1) of the 23 low bits, as TensorFlow makes floats of words.
        share = array_ops.cast(word & 0x7FFFFF, dt.float32) * 2.0**-23
        return share < rate

    return Dataset.zip((source, numbers)).filter(admitted).map(lambda element, word: element)


@dataset_op(*names("DirectedInterleaveDataset"))
def _directed(selector_input_dataset, data_input_datasets, specs, stop_on_empty_dataset=False):
    selector = dataset_of(selector_input_dataset, (TensorSpec([], dt.int64),)).map(lambda i: i)
    inputs = tuple(dataset_of(d, specs) for d in data_input_datasets)
    return transformations.DirectedInterleaveDataset(selector, inputs, stop_on_empty_dataset)


@dataset_op("ZipDataset")
def _zipped(input_datasets, specs):
    """Elements with the components of all. Of datasets that a function is given nobody knows which of the components are theirs."""
    return _Zipped(tuple(dataset_of(d, specs if len(input_datasets) == 1 else ()) for d in input_datasets), specs)


@dataset_op(*names("ChooseFastestDataset"))
def _fastest(input_datasets, num_experiments, specs):
    """The first of datasets that all give the same elements."""
    if not input_datasets:
        raise invalid("At least one dataset is needed.")
    del num_experiments  # as many as there are are looked at until one is chosen
    return dataset_of(input_datasets[0], specs)


# ---------------------------------------------------------------------- batches
@dataset_op("BatchDataset")
def _batched(source, batch_size):
    return source.batch(batch_size)


@dataset_op("BatchDatasetV2", wanted="drop_remainder")
def _batched_whole(source, batch_size, drop_remainder):
    return source.batch(batch_size, drop_remainder)


@dataset_op("ParallelBatchDataset", wanted="drop_remainder num_parallel_calls")
def _batched_ahead(source, batch_size, num_parallel_calls, drop_remainder, deterministic="default"):
    return source.batch(batch_size, drop_remainder, num_parallel_calls, _deterministic(deterministic))


def _deterministic(text):
    known_ones = {"default": None, "true": True, "false": False}
    if text not in known_ones:
        raise invalid(f"Unrecognized determinism policy: {text}")
    return known_ones[text]


@dataset_op("PaddedBatchDataset", "PaddedBatchDatasetV2", wanted="drop_remainder padded_shapes")
def _padded(source, batch_size, padded_shapes, padding_values, drop_remainder=False):
    return source.padded_batch(batch_size, tuple(padded_shapes), tuple(padding_values), drop_remainder)


@dataset_op(*names("DenseToSparseBatchDataset"), wanted="batch_size row_shape")
def _sparse_batches(source, batch_size, row_shape):
    return source.map(lambda x: x).sparse_batch(batch_size, row_shape).map(serialized)


@dataset_op(*names("UnbatchDataset"))
def _unbatched(source):
    return source.unbatch()


@dataset_op("RebatchDatasetV2", wanted="batch_sizes drop_remainder")
def _rebatched(source, batch_sizes, drop_remainder):
    return source.rebatch(batch_sizes, drop_remainder)


@dataset_op("WindowDataset", wanted="size shift stride drop_remainder")
def _windows(source, size, shift, stride, drop_remainder):
    return source.window(size, shift, stride, drop_remainder)


@dataset_op(*names("SlidingWindowDataset"))
def _sliding(source, window_size, window_shift, window_stride, drop_remainder=True):
    """Batches of elements that stand `window_stride` apart, each `window_shift` elements after the one before."""
    windows = source.window(window_size, window_shift, window_stride, drop_remainder)
    return _Sliding(windows.flat_map(lambda *parts: Dataset.zip(tuple(parts)).batch(window_size)), source, window_shift)


# ---------------------------------------------------------------------- functions of elements
@dataset_op("MapDataset", "ExperimentalMapDataset")
def _mapped(source, other_arguments, f, preserve_cardinality):
    made = transformations.MapDataset(source, program(f, source._spec, "MapDataset", other_arguments))
    return _counted(made, preserve_cardinality)


@dataset_op("ParallelMapDataset")
def _mapped_ahead(source, other_arguments, num_parallel_calls, f, sloppy=False, preserve_cardinality=False):
    own = program(f, source._spec, "ParallelMapDataset", other_arguments)
    return _counted(
        transformations.ParallelMapDataset(source, own, num_parallel_calls, None if not sloppy else False), preserve_cardinality
    )


@dataset_op("ParallelMapDatasetV2")
def _mapped_by_threads(source, other_arguments, num_parallel_calls, f, deterministic="default", preserve_cardinality=False):
    own = program(f, source._spec, "ParallelMapDatasetV2", other_arguments)
    return _counted(
        transformations.ParallelMapDataset(source, own, num_parallel_calls, _deterministic(deterministic)), preserve_cardinality
    )


@dataset_op(*names("MapAndBatchDataset"))
def _mapped_batches(source, other_arguments, batch_size, num_parallel_calls, drop_remainder, f, preserve_cardinality=False):
    own = program(f, source._spec, "MapAndBatchDataset", other_arguments)
    made = transformations.MapAndBatchDataset(source, own, batch_size, drop_remainder, num_parallel_calls)
    return _counted(made, preserve_cardinality)


@dataset_op("FilterDataset")
def _filtered(source, other_arguments, predicate):
    return transformations.FilterDataset(source, _predicate(predicate, source, other_arguments))


@dataset_op("ParallelFilterDataset")
def _filtered_ahead(source, other_arguments, num_parallel_calls, predicate, deterministic="default"):
    """In order, whatever `deterministic` allows: that one thread decides changes nothing that can be seen."""
    _deterministic(deterministic)
    calls = known(num_parallel_calls, "ParallelFilterDataset", "num_parallel_calls")
    if calls < 1 and calls != -1:
        raise invalid("num_parallel_calls must be greater than zero.")
    return transformations.FilterDataset(source, _predicate(predicate, source, other_arguments))


@dataset_op(*names("TakeWhileDataset"))
def _taken_while(source, other_arguments, predicate):
    return transformations.TakeWhileDataset(source, _predicate(predicate, source, other_arguments))


def _predicate(function, source, others):
    return program(function, source._spec, "a predicate", others, lambda flat: flat[0])


@dataset_op(*names("ScanDataset"))
def _scanned(source, initial_state, other_arguments, f, preserve_cardinality=False):
    width = len(initial_state)
    state = tuple(convert_to_tensor(x) for x in initial_state)

    def split(flat):
        return tuple(flat[:width]), tuple(flat[width:])

    own = program(f, (spec_of(state), source._spec), "ScanDataset", other_arguments, split)
    return _counted(transformations.ScanDataset(source, state, spec_of(state), own), preserve_cardinality)


def _to_dataset(specs):
    return lambda flat: VariantDataset(flat[0], specs)


@dataset_op("FlatMapDataset")
def _flat(source, other_arguments, f, specs):
    return transformations.FlatMapDataset(source, program(f, source._spec, "FlatMapDataset", other_arguments, _to_dataset(specs)))


@dataset_op("InterleaveDataset")
def _interleaved(source, other_arguments, cycle_length, block_length, f, specs):
    own = program(f, source._spec, "InterleaveDataset", other_arguments, _to_dataset(specs))
    return transformations.InterleaveDataset(source, own, cycle_length, block_length)


def _interleaved_ahead(source, others, cycle_length, block_length, calls, f, specs, deterministic, op_type):
    own = program(f, source._spec, op_type, others, _to_dataset(specs))
    return transformations.ParallelInterleaveDataset(source, own, cycle_length, block_length, calls, deterministic)


@dataset_op(*names("ParallelInterleaveDataset"))
def _interleaved_sloppily(
    source, other_arguments, cycle_length, block_length, sloppy, buffer_output_elements, prefetch_input_elements, f, specs
):
    _check_ahead(buffer_output_elements, prefetch_input_elements)
    order = not known(sloppy, "ParallelInterleaveDataset", "sloppy")
    return _interleaved_ahead(
        source, other_arguments, cycle_length, block_length, cycle_length, f, specs, order, "ParallelInterleaveDataset"
    )


@dataset_op("LegacyParallelInterleaveDatasetV2")
def _interleaved_legacy(
    source, other_arguments, cycle_length, block_length, buffer_output_elements, prefetch_input_elements, f, specs, deterministic
):
    _check_ahead(buffer_output_elements, prefetch_input_elements)
    order = _deterministic(deterministic)
    return _interleaved_ahead(
        source, other_arguments, cycle_length, block_length, cycle_length, f, specs, order, "LegacyParallelInterleaveDatasetV2"
    )


def _check_ahead(output, given):
    """How many elements are read ahead is a hint that has to be a number of them."""
    for what, n in (("buffer_output_elements", output), ("prefetch_input_elements", given)):
        if known(n, "ParallelInterleaveDataset", what) < 0:
            raise invalid(f"`{what}` must be >= 0")


@dataset_op("ParallelInterleaveDatasetV2")
def _interleaved_2(source, other_arguments, cycle_length, block_length, num_parallel_calls, f, specs, sloppy=False):
    return _interleaved_ahead(
        source, other_arguments, cycle_length, block_length, num_parallel_calls, f, specs, not sloppy, "ParallelInterleaveDatasetV2"
    )


@dataset_op("ParallelInterleaveDatasetV3")
def _interleaved_3(source, other_arguments, cycle_length, block_length, num_parallel_calls, f, specs, deterministic):
    order = _deterministic(deterministic)
    return _interleaved_ahead(
        source, other_arguments, cycle_length, block_length, num_parallel_calls, f, specs, order, "ParallelInterleaveDatasetV3"
    )


@dataset_op("ParallelInterleaveDatasetV4")
def _interleaved_4(
    source, other_arguments, cycle_length, block_length, buffer_output_elements, prefetch_input_elements, num_parallel_calls, f, specs,
    deterministic,
):  # fmt: skip
    for what, n in (("buffer_output_elements", buffer_output_elements), ("prefetch_input_elements", prefetch_input_elements)):
        if known(n, "ParallelInterleaveDatasetV4", what) < -1:
            raise invalid(f"`{what}` must be -1 or >= 0")
    order = _deterministic(deterministic)
    return _interleaved_ahead(
        source, other_arguments, cycle_length, block_length, num_parallel_calls, f, specs, order, "ParallelInterleaveDatasetV4"
    )


# ---------------------------------------------------------------------- groups
_KEY = TensorSpec([], dt.int64)


def _first(flat):
    return flat[0]


@dataset_op(*names("GroupByWindowDataset"))
def _grouped(
    source, key_func_other_arguments, reduce_func_other_arguments, window_size_func_other_arguments, key_func, reduce_func,
    window_size_func, specs,
):  # fmt: skip
    keys = program(key_func, source._spec, "GroupByWindowDataset", key_func_other_arguments, _first)
    sizes = program(window_size_func, (_KEY,), "GroupByWindowDataset", window_size_func_other_arguments, _first)
    reduced = program(
        reduce_func, (_KEY, DatasetSpec(source._spec)), "GroupByWindowDataset", reduce_func_other_arguments, _to_dataset(specs)
    )
    return transformations.GroupByWindowDataset(source, keys, reduced, sizes)


@dataset_op(*names("GroupByReducerDataset"))
def _reduced_by_key(
    source, key_func_other_arguments, init_func_other_arguments, reduce_func_other_arguments, finalize_func_other_arguments, key_func,
    init_func, reduce_func, finalize_func,
):  # fmt: skip
    what = "GroupByReducerDataset"
    keys = program(key_func, source._spec, what, key_func_other_arguments, _first)
    start = program(init_func, (_KEY,), what, init_func_other_arguments)
    step = program(reduce_func, (start.element_spec, source._spec), what, reduce_func_other_arguments)
    last = program(finalize_func, start.element_spec, what, finalize_func_other_arguments)
    return transformations.GroupByReducerDataset(source, keys, start, step, last)


# ---------------------------------------------------------------------- the same elements
class _SharedCache(CacheDataset):
    """A cache whose elements belong to a resource, which several datasets may have."""

    _memory = None

    @property
    def _kept(self):
        return self._memory.kept if self._memory is not None else self.__dict__.get("_own")

    @_kept.setter
    def _kept(self, elements):
        if self._memory is not None:
            self._memory.kept = elements
        else:
            self.__dict__["_own"] = elements


class Memory:
    """The elements of a cache, None until an iteration was complete."""

    kept = None


@dataset_op("CacheDataset")
def _cached(source, filename):
    return source.cache(filename)


@dataset_op("CacheDatasetV2", wanted="cache")
def _cached_in(source, filename, cache):
    made = _SharedCache(source, filename)
    made._memory = resource_of(cache, (Memory, type(None)), "memory cache")
    return made


@dataset_op("OptionsDataset")
def _under_options(source, serialized_options):
    text = serialized_options.encode("latin-1") if isinstance(serialized_options, str) else serialized_options
    return source.with_options(options_message.decoded(text))


@dataset_op("PrefetchDataset")
def _ahead(source, buffer_size):
    return source.prefetch(buffer_size)


@dataset_op(*names("IgnoreErrorsDataset"))
def _without_errors(source, log_warning=False):
    return source.ignore_errors(log_warning)


@dataset_op("AssertCardinalityDataset")
def _of_number(source, cardinality):
    return transformations.AssertCardinalityDataset(source, cardinality)


@dataset_op(*names("NonSerializableDataset"), "FinalizeDataset")
def _same(source, has_captured_ref=False):
    """The same elements. `has_captured_ref` keeps TensorFlow from optimizing."""
    del has_captured_ref
    return source


@dataset_op("ModelDataset")
def _tuned(source, algorithm=0, cpu_budget=0, ram_budget=0):
    """The same elements: the arguments say how TensorFlow finds out how many threads pay."""
    del algorithm, cpu_budget, ram_budget
    return source


@dataset_op("RewriteDataset")
def _rewritten(source, rewrite_name):
    """The same elements: rewriting is for speed."""
    del rewrite_name
    return source


@dataset_op("OptimizeDataset", "OptimizeDatasetV2")
def _optimized(
    source, optimizations=(), optimizations_enabled=(), optimizations_disabled=(), optimizations_default=(), optimization_configs=()
):
    """The same elements: what is optimized changes none."""
    del optimizations, optimizations_enabled, optimizations_disabled, optimizations_default, optimization_configs
    return source


@dataset_op(*names("BytesProducedStatsDataset"), *names("LatencyStatsDataset"))
def _observed(source, tag):
    """The same elements: without an aggregator, which nothing sets here, nobody asks for the numbers."""
    if convert_to_tensor(tag).shape.rank:
        raise invalid("`tag` must be a scalar")
    return source


@dataset_op(*names("MaxIntraOpParallelismDataset"), wanted="max_intra_op_parallelism")
def _within_threads(source, max_intra_op_parallelism):
    if known(max_intra_op_parallelism, "MaxIntraOpParallelismDataset", "max_intra_op_parallelism") < 0:
        raise invalid("`max_intra_op_parallelism` must be >= 0")
    return source


@dataset_op(*names("PrivateThreadPoolDataset"), wanted="num_threads")
def _with_threads(source, num_threads):
    if known(num_threads, "PrivateThreadPoolDataset", "num_threads") < 0:
        raise invalid("`num_threads` must be >= 0")
    return source


# ---------------------------------------------------------------------- values of datasets
@raw_op("DatasetCardinality", "ExperimentalDatasetCardinality")
def _cardinality(input_dataset, cardinality_options=b""):
    del cardinality_options  # how much may be computed to find out: nothing needs to be
    return dataset_of(input_dataset, ()).cardinality()


@raw_op("DatasetToSingleElement")
def _only(dataset, output_types, output_shapes, metadata):
    del metadata
    return list(dataset_of(dataset, declared(output_types, output_shapes)).get_single_element())


@raw_op("GetElementAtIndex")
def _at(dataset, index, output_types, output_shapes):
    specs = declared(output_types, output_shapes)

    def at(dataset, index):
        return list(reducing.element_at(dataset_of(dataset, specs), int(index)))

    if isinstance(dataset, SymbolicTensor) or unknown(index):
        return when_run("GetElementAtIndex", at, {"dataset": dataset, "index": index}, [(s.dtype, s.shape) for s in specs], several=True)
    return at(dataset, known(index, "GetElementAtIndex", "index"))


@raw_op("ReduceDataset")
def _reduced(input_dataset, initial_state, other_arguments, f, output_types, output_shapes, use_inter_op_parallelism, metadata):
    del use_inter_op_parallelism, metadata
    specs = nest.flatten(f.structured_input_signature)[len(initial_state) :]
    source = dataset_of(input_dataset, specs[: len(specs) - len(other_arguments)])
    state = tuple(convert_to_tensor(x) for x in initial_state)
    return list(source.reduce(state, lambda old, element: tuple(call(f, [*old, *element], other_arguments))))


@raw_op("DatasetToTFRecord", "ExperimentalDatasetToTFRecord")
def _written(input_dataset, filename, compression_type):
    """Write a file of the elements of a dataset of strings; in a graph when it runs."""

    def kernel(variant, filename, compression_type):
        source = boxed(variant)
        specs = nest.flatten(source._spec)
        if len(specs) != 1:
            raise invalid(f"ToTFRecordOp currently only support datasets of 1 single column, but got {len(specs)}")
        if specs[0].dtype != dt.string:
            raise invalid(f"ToTFRecordOp currently only supports DT_STRING dataypes, but got {specs[0].dtype.proto_name}")
        with io.TFRecordWriter(filename.item().decode(), compression_type.item().decode()) as writer:
            for (record,) in elements(source):
                writer.write(record.item())
        return []

    return computed("DatasetToTFRecord", kernel, [input_dataset, filename, compression_type], [], stateful=True)


@raw_op("InitializeTableFromDataset")
def _fill_table(table_handle, dataset):
    """Fill a table with the elements of a dataset, of a key and a value each."""

    def kernel(storage, variant):
        source = boxed(variant)
        specs = nest.flatten(source._spec)
        if len(specs) != 2:
            raise invalid(f"Invalid dataset element spec: {len(specs)} components, a table needs a key and a value.")
        keys, values = [], []
        for key, value in elements(source):
            keys.append(key.item())
            values.append(value.item() if not value.ndim else value.numpy())
        tables.fill(tables.table_in(storage), keys, values)
        return []

    return computed("InitializeTableFromDataset", kernel, [tables_handle(table_handle), dataset], [], stateful=True)


@dataset_op("ShuffleAndRepeatDataset", wanted="seed seed2 count buffer_size")
def _shuffled_repeatedly(source, buffer_size, seed, seed2, count, reshuffle_each_iteration):
    made = transformations.ShuffleDataset(source, buffer_size, _pair(seed, seed2, "ShuffleAndRepeatDataset"), reshuffle_each_iteration)
    return made.repeat(count)
