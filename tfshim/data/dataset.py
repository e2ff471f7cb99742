"""`tf.data.Dataset`: what every dataset can do, and the making of new ones."""

from __future__ import annotations

import collections.abc
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import LateBound
from tfshim.data import options, specs, transformations
from tfshim.data.programs import Program
from tfshim.data.structures import normalized
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.variables.trackable import Trackable
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import BoolLike, IntLike, Path, TensorLike, Window
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2
AUTOTUNE = -1
tf_export("data.AUTOTUNE", "data.experimental.AUTOTUNE")(AUTOTUNE)
tf_export("data.INFINITE_CARDINALITY", "data.experimental.INFINITE_CARDINALITY")(INFINITE_CARDINALITY)
tf_export("data.UNKNOWN_CARDINALITY", "data.experimental.UNKNOWN_CARDINALITY")(UNKNOWN_CARDINALITY)

# What methods of datasets and iterators do; these modules make datasets themselves.
above = LateBound(
    "tfshim.data",
    {
        "composing": "bucket_by_sequence_length group_by_window interleave ragged_batch scan",
        "files": "list_files",
        "graphs": "cardinality for_loop get_next get_next_as_optional make_iterator variant_of",
        "iterators": "NumpyIterator OwnedIterator",
        "reducing": "reduce single_element",
        "sampling": "choose_from_datasets rejection_resample sample_from_datasets",
        "saving": "load save snapshot",
    },
)


class Dataset(collections.abc.Iterable, Trackable, CompositeTensor):
    """A sequence of elements, each a nested structure of tensors of one `element_spec`; mirrors `tf.data.Dataset`.

    Iterating over it gives the elements. Methods make new datasets and leave this one as it is. Within a `tf.function`
    datasets are made, passed on and iterated over as part of the graph.
    """

    __module__ = "tensorflow.python.data.ops.dataset_ops"
    __hash__ = object.__hash__
    _spec: Any = None
    _inputs: tuple[Any, ...] = ()
    _own_options: options.Options | None = None

    def __init__(self, variant_tensor: Any) -> None:
        raise refused("tf.data.Dataset", "variant_tensor")

    # What a class of datasets has to define: `_spec`, `_count()` (a number, INFINITE or UNKNOWN), `_open(run)` (an
    # iterator over flat lists of slots) and, where elements are rows of a source, `_rows(run)`.
    def _rows(self, run):
        """(source, iterator over row numbers) for a new iteration; only where `_by_rows`."""
        raise NotImplementedError

    def _row_source(self):
        """The source of `_rows`, without a new iteration."""
        raise NotImplementedError

    _by_rows = False
    # Whether what rows are computed by may raise for some of them. What counts elements, or holds some back, has to see at which it
    # does, so over such rows it is no rows itself.
    _may_fail = False
    # Whether elements are strings that are read from files, so that nobody can tell when they are read.
    _by_records = False

    def _threads(self, run):
        """How many threads may work ahead on what its rows are computed from."""
        return 0

    def _open(self, run):
        source, indices = self._rows(run)
        return map(source.one, indices)

    def _count(self):
        return UNKNOWN_CARDINALITY

    def _at(self, index):
        """The slots of element number `index`, where that can be had without the ones before."""
        raise errors.op_error(
            errors.UnimplementedError, "Random access is not implemented for this dataset.", "GetElementAtIndex", counts={"output_types": 1}
        )

    # ------------------------------------------------------------------ as a value
    @property
    def element_spec(self) -> Any:
        """The structure of `tf.TypeSpec`s that describes an element."""
        return self._spec

    @property
    def _type_spec(self):
        return specs.DatasetSpec(self._spec)

    @property
    def _variant_tensor(self):
        return above.variant_of(self)

    def __repr__(self):
        return f"<{type(self).__name__} element_spec={self._spec}>"

    __str__ = __repr__

    def __iter__(self):
        return above.OwnedIterator(self)

    def _tfshim_for(self, *loop):
        """`for x in self` of converted code in a graph."""
        return above.for_loop(iter(self), *loop)

    def __bool__(self):
        return True

    def __len__(self):
        if TS.graph is not None and TS.graph.building_function is not True:
            raise TypeError("`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` instead.")
        count = self._count()
        if count == INFINITE_CARDINALITY:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN_CARDINALITY:
            raise TypeError("The dataset length is unknown.")
        return count

    def cardinality(self) -> Tensor:
        """The number of elements, an int64 scalar: -1 for infinitely many, -2 where it is not known."""
        return above.cardinality(self) if TS.graph is not None else convert_to_tensor(self._count(), int64)

    def as_numpy_iterator(self) -> Any:
        """An iterator over the elements with NumPy values for tensors. Raises RuntimeError inside a `tf.function` and
        TypeError for elements that NumPy cannot hold."""
        return above.NumpyIterator(self)

    def get_single_element(self, name: str | None = None) -> Any:
        """The one element. Raises InvalidArgumentError for an empty dataset and for more elements."""
        return above.single_element(self)

    def options(self) -> Any:
        """The `tf.data.Options` in force, merged from this dataset and its inputs; immutable."""
        return options.of_dataset(self)

    def with_options(self, options: Any, name: str | None = None) -> Dataset:
        """The same elements under `options` (a `tf.data.Options`), which are merged with those already set."""
        return _make("OptionsDataset", self, options)

    # ------------------------------------------------------------------ sources
    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset whose single element is `tensors`, a nested structure."""
        return _make("TensorDataset", _structure(tensors))

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """A dataset of the rows of `tensors`, a structure of tensors that agree in their first dimension.

        Raises ValueError for scalars and where first dimensions differ.
        """
        return _make("TensorSliceDataset", _structure(tensors))

    @staticmethod
    def range(*args: IntLike, **kwargs: Any) -> Dataset:
        """The numbers `range(*args)` as scalars of `output_type` (int64). Raises ValueError unless 1 to 3 numbers are given."""
        output_type = kwargs.pop("output_type", int64)
        kwargs.pop("name", None)
        if kwargs:
            raise TypeError(f"Dataset.range: unexpected arguments {sorted(kwargs)}; it takes `output_type` and `name`.")
        return _make("RangeDataset", tuple(_integer(a) for a in args), output_type)

    @staticmethod
    def from_generator(
        generator: Any,
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """A dataset of what `generator(*args)` yields; it is called again for every iteration.

        `output_signature`: the structure of specs of an element, or `output_types` with `output_shapes`. Raises
        TypeError without either, InvalidArgumentError when an element does not fit.
        """
        return _make("GeneratorDataset", generator, output_types, output_shapes, args, output_signature)

    @staticmethod
    def random(seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> Dataset:
        """Endless random int64 numbers below 2**32; other ones each iteration only with `rerandomize_each_iteration`."""
        return _make("RandomDataset", seed, rerandomize_each_iteration)

    @staticmethod
    def counter(start: TensorLike = 0, step: IntLike = 1, dtype: DTypeLike = int64, name: str | None = None) -> Dataset:
        """Endless numbers of `dtype` from `start` in steps of `step`."""
        start, step = convert_to_tensor(start, dtype), convert_to_tensor(step, dtype)
        return Dataset.from_tensors(0).repeat(None).scan(start, lambda state, _: (state + step, state))

    @staticmethod
    def list_files(file_pattern: Any, shuffle: bool | None = None, seed: int | None = None, name: str | None = None) -> Dataset:
        """The names of the files that match one or more glob patterns, in random order unless `shuffle` is False.

        Raises InvalidArgumentError where none matches.
        """
        return above.list_files(file_pattern, shuffle, seed)

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """A dataset of the elements of several, side by side; as long as the shortest. Takes datasets or a structure of them."""
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        return _make("ZipDataset", datasets if datasets is not None else args[0] if len(args) == 1 else args)

    @staticmethod
    def sample_from_datasets(
        datasets: Any,
        weights: Any = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Dataset:
        """The elements of `datasets` in random turns, with probabilities `weights` (a vector, or a dataset of vectors).

        `stop_on_empty_dataset`: whether to end with the first dataset that ends. Raises ValueError for no datasets or
        a wrong number of weights, TypeError where elements differ.
        """
        return above.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration)

    @staticmethod
    def choose_from_datasets(datasets: Any, choice_dataset: Any, stop_on_empty_dataset: bool = True) -> Dataset:
        """The elements of `datasets` in the turns that `choice_dataset`, of int64 scalars, names. Errors as above."""
        return above.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)

    @staticmethod
    def load(
        path: Path,
        element_spec: Any = None,
        compression: str | None = None,
        reader_func: Callable[..., Any] | None = None,
        wait: bool = False,
    ) -> Dataset:
        """What `save` wrote. `reader_func` puts the dataset of shards together. Raises NotFoundError where there is nothing."""
        return above.load(path, element_spec, compression, reader_func, wait)

    # ------------------------------------------------------------------ order and number
    def shuffle(
        self, buffer_size: IntLike, seed: int | None = None, reshuffle_each_iteration: Any = None, name: str | None = None
    ) -> Dataset:
        """The elements in the random order that a buffer of `buffer_size` elements gives, TensorFlow's for equal seeds.

        `reshuffle_each_iteration` (True unless given): whether each iteration has an order of its own.
        Raises InvalidArgumentError unless `buffer_size` is positive or UNKNOWN_CARDINALITY.
        """
        return _make("ShuffleDataset", self, _integer(buffer_size), seed, reshuffle_each_iteration)

    def take(self, count: IntLike, name: str | None = None) -> Dataset:
        """The first `count` elements; all for -1."""
        return _make("TakeDataset", self, _integer(count))

    def skip(self, count: IntLike, name: str | None = None) -> Dataset:
        """All but the first `count` elements; none for -1."""
        return _make("SkipDataset", self, _integer(count))

    def repeat(self, count: IntLike | None = None, name: str | None = None) -> Dataset:
        """The elements `count` times over; without end for None or -1."""
        return _make("RepeatDataset", self, -1 if count is None else _integer(count))

    def shard(self, num_shards: IntLike, index: IntLike, name: str | None = None) -> Dataset:
        """Every `num_shards`-th element, from number `index`. Raises InvalidArgumentError for an index out of range."""
        return _make("ShardDataset", self, _integer(num_shards), _integer(index))

    def concatenate(self, dataset: Any, name: str | None = None) -> Dataset:
        """These elements, then those of `dataset`. Raises TypeError where their structures or dtypes differ."""
        return _make("ConcatenateDataset", self, dataset)

    def enumerate(self, start: TensorLike = 0, name: str | None = None) -> Dataset:
        """Pairs (number, element), the numbers int64 from `start`."""
        return Dataset.zip((_make("RangeDataset", (_integer(start), 2**63 - 1), int64, True), self))

    def unique(self, name: str | None = None) -> Dataset:
        """The elements without repetitions. Raises TypeError unless they are int32, int64 or strings."""
        return _make("UniqueDataset", self)

    def cache(self, filename: TensorLike = "", name: str | None = None) -> Dataset:
        """The elements, computed in the first whole iteration and kept for the following ones: in memory, or in files
        that begin with `filename`. Raises AlreadyExistsError where another iteration is writing these files."""
        return _make("CacheDataset", self, filename)

    def prefetch(self, buffer_size: IntLike, name: str | None = None) -> Dataset:
        """The same elements, up to `buffer_size` of them (AUTOTUNE: a few) made ahead of time by a thread."""
        return _make("PrefetchDataset", self, _integer(buffer_size))

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Dataset:
        """The elements without those that raise; `log_warning`: log each error as a warning."""
        return _make("IgnoreErrorsDataset", self, log_warning)

    def save(self, path: Path, compression: str | None = None, shard_func: Any = None, checkpoint_args: Any = None) -> None:
        """Write the elements into the folder `path`, for `load`. `compression`: "GZIP" or None. `shard_func`: the number
        (int64) of an element's shard. `checkpoint_args`: arguments of a `tf.train.CheckpointManager`-like saver that
        let an interrupted save go on."""
        above.save(self, path, compression, shard_func, checkpoint_args)

    def snapshot(
        self,
        path: Path,
        compression: str = "AUTO",
        reader_func: Callable[..., Any] | None = None,
        shard_func: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements, written to the folder `path` the first time and read from there later.

        `compression`: "GZIP" or None; "SNAPPY" is refused, "AUTO" compresses nothing. Another dataset that is made alike reads
        the same snapshot. `shard_func`, `reader_func`: as of `save` and `load`.
        """
        return above.snapshot(self, path, compression, reader_func, shard_func)

    # ------------------------------------------------------------------ batches
    def batch(
        self,
        batch_size: IntLike,
        drop_remainder: BoolLike = False,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """`batch_size` elements at a time, stacked; the last may be fewer unless `drop_remainder`.

        The batches are the same, in the same order, for any `num_parallel_calls` and `deterministic`.
        Raises InvalidArgumentError for a size below one, and while iterating for elements of different shapes.
        """
        if num_parallel_calls is None:
            return _make("BatchDataset", self, _integer(batch_size), drop_remainder)
        return _make("ParallelBatchDataset", self, _integer(batch_size), drop_remainder, _integer(num_parallel_calls))

    def padded_batch(
        self,
        batch_size: IntLike,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Dataset:
        """`batch_size` elements at a time, padded at their ends to a common shape.

        `padded_shapes`: for each component, None for a dimension of the longest; `padding_values`: scalars, 0 or ""
        unless given. Raises TypeError and ValueError for what does not fit the elements.
        """
        return _make("PaddedBatchDataset", self, _integer(batch_size), padded_shapes, padding_values, drop_remainder)

    def ragged_batch(
        self, batch_size: IntLike, drop_remainder: BoolLike = False, row_splits_dtype: DTypeLike = int64, name: str | None = None
    ) -> Dataset:
        """`batch_size` elements at a time; components whose shape is not fully known become ragged tensors."""
        return above.ragged_batch(self, batch_size, drop_remainder, row_splits_dtype)

    def sparse_batch(self, batch_size: IntLike, row_shape: Any, name: str | None = None) -> Dataset:
        """`batch_size` tensors at a time, as a sparse tensor whose rows have `row_shape`."""
        return _make("DenseToSparseBatchDataset", self, _integer(batch_size), row_shape)

    def unbatch(self, name: str | None = None) -> Dataset:
        """The rows of the elements. Raises ValueError for scalars."""
        return _make("UnbatchDataset", self)

    def rebatch(self, batch_size: IntLike, drop_remainder: BoolLike = False, name: str | None = None) -> Dataset:
        """Elements batched again: into `batch_size` rows, or of the sizes of a vector in turn. Raises ValueError for scalars."""
        return _make("RebatchDataset", self, batch_size, drop_remainder)

    def window(
        self,
        size: TensorLike,
        shift: TensorLike | None = None,
        stride: Window = 1,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Dataset:
        """Datasets of `size` elements, each beginning `shift` (`size` unless given) after the one before and taking every
        `stride`-th element. For structures, a structure of datasets."""
        size = _integer(size)
        return _make("WindowDataset", self, size, size if shift is None else _integer(shift), _integer(stride), drop_remainder)

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: IntLike | None = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Elements with the same key (`key_func`: an int64 scalar), as many at a time as `window_size` or
        `window_size_func(key)` says, go through `reduce_func(key, dataset)`, which gives a dataset."""
        return above.group_by_window(self, key_func, reduce_func, window_size, window_size_func)

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Sequence[Any],
        bucket_batch_sizes: Sequence[Any],
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: BoolLike = False,
        name: str | None = None,
    ) -> Dataset:
        """Padded batches of elements of similar length.

        `element_length_func` gives an int32 scalar; lengths below `bucket_boundaries[i]` go into bucket i, which is
        batched by `bucket_batch_sizes[i]`. Raises ValueError where there is not one more size than boundaries.
        """
        return above.bucket_by_sequence_length(
            self,
            element_length_func,
            bucket_boundaries,
            bucket_batch_sizes,
            padded_shapes,
            padding_values,
            pad_to_bucket_boundary,
            no_padding,
            drop_remainder,
        )

    # ------------------------------------------------------------------ functions
    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """`map_func(element)` for each element; `map_func(*element)` where elements are tuples. It is traced once.

        `num_parallel_calls`: threads that work ahead (AUTOTUNE: as many as serve); the order stays unless `deterministic`
        is False.
        """
        if num_parallel_calls is None:
            return _make("MapDataset", self, _program(map_func, self._spec, "Dataset.map()"))
        return _make(
            "ParallelMapDataset", self, _program(map_func, self._spec, "Dataset.map()"), _integer(num_parallel_calls), deterministic
        )

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements for which `predicate` gives a true `tf.bool` scalar; ValueError if it gives anything else."""
        return _make("FilterDataset", self, _program(predicate, self._spec, "Dataset.filter()"))

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements of the datasets that `map_func` gives for the elements, one after the other."""
        return _make("FlatMapDataset", self, _program(map_func, self._spec, "Dataset.flat_map()"))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: IntLike | None = None,
        block_length: IntLike | None = None,
        num_parallel_calls: IntLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """The elements of the datasets that `map_func` gives: `block_length` (1) at a time from `cycle_length` of them in turn.

        `num_parallel_calls`: threads that read ahead; without order between them if `deterministic` is False.
        """
        return above.interleave(self, map_func, cycle_length, block_length, num_parallel_calls, deterministic)

    def scan(self, initial_state: TensorLike, scan_func: Callable[..., Any], name: str | None = None) -> Dataset:
        """The outputs of `state, output = scan_func(state, element)`, from `initial_state`. TypeError where states differ."""
        return above.scan(self, initial_state, scan_func)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
        """The elements before the first for which `predicate`, a `tf.bool` scalar (ValueError), is false."""
        return _make("TakeWhileDataset", self, _program(predicate, self._spec, "Dataset.take_while()"))

    def reduce(self, initial_state: TensorLike, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The final state after `state = reduce_func(state, element)` for every element, from `initial_state`."""
        return above.reduce(self, initial_state, reduce_func)

    def rejection_resample(
        self, class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: int | None = None, name: str | None = None
    ) -> Dataset:
        """Pairs (class, element), elements left out at random so that classes come as often as `target_dist` says.

        `class_func` gives an int32 scalar; `initial_dist`: how often classes come now, estimated unless given.
        """
        return above.rejection_resample(self, class_func, target_dist, initial_dist, seed)

    def apply(self, transformation_func: Callable[..., Any]) -> Any:
        """`transformation_func(self)`, which has to be a dataset (TypeError)."""
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}.")
        return dataset


Dataset.__name__ = Dataset.__qualname__ = "DatasetV2"
tf_export("data.Dataset", "__internal__.types.data.Dataset", v1=[])(Dataset)


def _make(kind, *args):
    return getattr(transformations, kind)(*args)


def _program(function, spec, what):
    return Program(function, spec, what)


def _structure(tensors):
    return normalized(tensors, "Dataset")


def _integer(value):
    """A Python int, or the int64 tensor of a graph, of an integer scalar. Raises TypeError or ValueError as the conversion does."""
    if type(value) is int:
        return value
    made = convert_to_tensor(value, int64)  # which refuses tensors of other dtypes
    return made if TS.graph is not None and hasattr(made, "_op") else int(made)
