"""Transformations of `tf.data.experimental`: most give a function for `Dataset.apply`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, io
from tfshim._export import tf_export
from tfshim.data import composing, reducing, transformations
from tfshim.data.dataset import AUTOTUNE, Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.iterators import IteratorBase, elements
from tfshim.data.structures import boolean, integer
from tfshim.data.transformations.functions import ParseExampleDataset
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import int64, string
from tfshim.engine.values.typespec import TensorSpec
from tfshim.io.tf_record import TFRecordWriter as Writer

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, Path, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


# ---------------------------------------------------------------------- functions of a dataset
@tf_export("data.experimental.cardinality")
def cardinality(dataset: Dataset) -> Tensor:
    """The number of elements of a dataset, an int64 scalar; as `Dataset.cardinality`."""
    return dataset.cardinality()


@tf_export("data.experimental.get_single_element")
def get_single_element(dataset: Dataset) -> Any:
    """The one element of a dataset; as `Dataset.get_single_element`."""
    return dataset.get_single_element()


@tf_export("data.experimental.get_structure")
def get_structure(dataset_or_iterator: Any) -> Any:
    """The spec of the elements of a dataset or an iterator. Raises TypeError for anything else."""
    if isinstance(dataset_or_iterator, (Dataset, IteratorBase)):
        return dataset_or_iterator.element_spec
    raise TypeError(
        "Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or tf.data.Iterator object, but got "
        f"{type(dataset_or_iterator)}."
    )


@tf_export("data.experimental.get_next_as_optional")
def get_next_as_optional(iterator: IteratorBase) -> Any:
    """The next element of an iterator in a `tf.experimental.Optional`, which is empty at the end."""
    return iterator.get_next_as_optional()


@tf_export("data.experimental.at")
def at(dataset: Dataset, index: IntLike) -> Any:
    """Element number `index`, for datasets that can give it by itself (UnimplementedError). Raises OutOfRangeError."""
    return reducing.element_at(dataset, index)


@tf_export("data.experimental.to_variant")
def to_variant(dataset: Dataset) -> Tensor:
    """A variant tensor that holds a dataset."""
    return dataset._variant_tensor


@tf_export("data.experimental.from_variant")
def from_variant(variant: Any, structure: Any) -> Dataset:
    """The dataset that a variant tensor holds, with elements of the spec `structure`."""
    return transformations.VariantDataset(variant, structure)


@tf_export("data.experimental.save")
def save(
    dataset: Dataset,
    path: Path,
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: dict[str, Any] | None = None,
) -> None:
    """Write the elements of a dataset; as `Dataset.save`."""
    dataset.save(path, compression, shard_func, checkpoint_args)


@tf_export("data.experimental.load")
def load(path: Path, element_spec: Any = None, compression: str | None = None, reader_func: Callable[..., Any] | None = None) -> Dataset:
    """The dataset that was saved; as `Dataset.load`."""
    return Dataset.load(path, element_spec, compression, reader_func)


@tf_export("data.experimental.sample_from_datasets")
def sample_from_datasets(
    datasets: Sequence[Dataset], weights: TensorLike | None = None, seed: int | None = None, stop_on_empty_dataset: bool = False
) -> Dataset:
    """As `Dataset.sample_from_datasets`."""
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


@tf_export("data.experimental.choose_from_datasets")
def choose_from_datasets(datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False) -> Dataset:
    """As `Dataset.choose_from_datasets`."""
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


# ---------------------------------------------------------------------- functions for Dataset.apply
def _method(name: str | None, *args: Any, **kwargs: Any) -> Callable[[Dataset], Dataset]:
    return lambda dataset: getattr(dataset, name)(*args, **kwargs)


@tf_export("data.experimental.assert_cardinality")
def assert_cardinality(expected_cardinality: IntLike) -> Callable[[Dataset], Dataset]:
    """The same elements, of which there have to be so many: FailedPreconditionError while iterating otherwise."""
    expected = integer(expected_cardinality, "cardinality", "AssertCardinalityDataset")
    return lambda dataset: transformations.AssertCardinalityDataset(dataset, expected)


@tf_export("data.experimental.bucket_by_sequence_length")
def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Callable[[Dataset], Dataset]:
    """As `Dataset.bucket_by_sequence_length`."""
    return _method(
        "bucket_by_sequence_length",
        element_length_func,
        bucket_boundaries,
        bucket_batch_sizes,
        padded_shapes,
        padding_values,
        pad_to_bucket_boundary,
        no_padding,
        drop_remainder,
    )


@tf_export("data.experimental.copy_to_device")
def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Callable[[Dataset], Dataset]:
    """The elements, copied to `target_device`. `source_device` is where they are made, which is the CPU."""
    return lambda dataset: transformations.CopyToDeviceDataset(dataset, target_device)


@tf_export("data.experimental.prefetch_to_device")
def prefetch_to_device(device: str, buffer_size: IntLike | None = None) -> Callable[[Dataset], Dataset]:
    """The elements, moved to `device` ahead of time."""

    def apply(dataset):
        moved = transformations.CopyToDeviceDataset(dataset, device)
        return moved.prefetch(AUTOTUNE if buffer_size is None else buffer_size)

    return apply


@tf_export("data.experimental.dense_to_ragged_batch")
def dense_to_ragged_batch(
    batch_size: IntLike, drop_remainder: bool = False, row_splits_dtype: DTypeLike = int64
) -> Callable[[Dataset], Dataset]:
    """As `Dataset.ragged_batch`."""
    return _method("ragged_batch", batch_size, drop_remainder, row_splits_dtype)


@tf_export("data.experimental.dense_to_sparse_batch")
def dense_to_sparse_batch(batch_size: IntLike, row_shape: Any) -> Callable[[Dataset], Dataset]:
    """As `Dataset.sparse_batch`."""
    return _method("sparse_batch", batch_size, row_shape)


@tf_export("data.experimental.enumerate_dataset")
def enumerate_dataset(start: IntLike = 0) -> Callable[[Dataset], Dataset]:
    """As `Dataset.enumerate`."""
    return _method("enumerate", start)


@tf_export("data.experimental.group_by_window")
def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: IntLike | None = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Dataset]:
    """As `Dataset.group_by_window`."""
    return _method("group_by_window", key_func, reduce_func, window_size, window_size_func)


@tf_export("data.experimental.Reducer")
class Reducer:
    """Three functions of a reduction: the first state for a key, a step, and what becomes of the last state.

    Mirrors `tf.data.experimental.Reducer`.
    """

    __module__ = "tensorflow.python.data.experimental.ops.grouping"

    def __init__(self, init_func: Callable[..., Any], reduce_func: Callable[..., Any], finalize_func: Callable[..., Any]) -> None:
        self._init_func, self._reduce_func, self._finalize_func = init_func, reduce_func, finalize_func

    init_func = property(lambda self: self._init_func, doc="From a key to a state.")
    reduce_func = property(lambda self: self._reduce_func, doc="From a state and an element to a state.")
    finalize_func = property(lambda self: self._finalize_func, doc="From a state to an element.")


@tf_export("data.experimental.group_by_reducer")
def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Callable[[Dataset], Dataset]:
    """One element for each key (`key_func`: an int64 scalar): what `reducer` makes of the elements with it."""
    return lambda dataset: composing.group_by_reducer(dataset, key_func, reducer)


@tf_export("data.experimental.ignore_errors")
def ignore_errors(log_warning: bool = False) -> Callable[[Dataset], Dataset]:
    """As `Dataset.ignore_errors`."""
    return _method("ignore_errors", log_warning)


@tf_export("data.experimental.map_and_batch")
def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: IntLike,
    num_parallel_batches: IntLike | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: IntLike | None = None,
) -> Callable[[Dataset], Dataset]:
    """`map` and `batch` in one. Only one of `num_parallel_batches` and `num_parallel_calls` may be given (ValueError)."""
    if num_parallel_batches is not None and num_parallel_calls is not None:
        raise ValueError(
            "`map_and_batch` allows only one of `num_parallel_batches` and `num_parallel_calls` to be set, but "
            f"`num_parallel_batches` was set to {num_parallel_batches} and `num_parallel_calls` as set to "
            f"{num_parallel_calls}."
        )
    calls = (
        batch_size * num_parallel_batches if num_parallel_batches is not None else 1 if num_parallel_calls is None else num_parallel_calls
    )

    def apply(dataset):
        program = ElementFunction(map_func, dataset.element_spec, "tf.data.experimental.map_and_batch()")
        return transformations.MapAndBatchDataset(
            dataset, program, integer(batch_size), boolean(drop_remainder, "drop_remainder"), integer(calls)
        )

    return apply


@tf_export("data.experimental.pad_to_cardinality")
def pad_to_cardinality(cardinality: int, mask_key: str = "valid") -> Callable[[Dataset], Dataset]:
    """Dictionaries with a bool `mask_key`, filled up with zeros to `cardinality` elements, for which it is False.

    Raises ValueError for elements that are no dictionaries, and datasets whose number is unknown or larger.
    """

    def zeros(spec):
        dims = [] if spec.shape.rank is None else [0 if d is None else d for d in spec.shape.as_list()]
        return array_ops.zeros(dims, spec.dtype) if spec.dtype != string else array_ops.fill(dims, "")

    def apply(dataset):
        count = dataset._count()
        if count < 0:
            raise ValueError(f"The dataset passed into `pad_to_cardinality` must have a known cardinalty, but has cardinality {count}")
        if count > cardinality:
            raise ValueError(
                "The dataset passed into `pad_to_cardinality` must have a cardinalty less than the target cardinality "
                f"({cardinality}), but has cardinality {count}"
            )
        spec = dataset.element_spec
        if not isinstance(spec, dict):
            raise ValueError("`pad_to_cardinality` requires its input dataset to be a dictionary.")

        def marked(value):
            return lambda element: {**element, mask_key: value}

        padding = Dataset.from_tensors(nest.map_structure(zeros, spec)).repeat(cardinality - count)
        return dataset.map(marked(True)).concatenate(padding.map(marked(False)))

    return apply


@tf_export("data.experimental.parallel_interleave")
def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: IntLike,
    block_length: IntLike = 1,
    sloppy: bool = False,
    buffer_output_elements: IntLike | None = None,
    prefetch_input_elements: IntLike | None = None,
) -> Callable[[Dataset], Dataset]:
    """As `Dataset.interleave`, with threads that read ahead; in any order if `sloppy`. The two numbers of elements to
    read ahead are hints."""

    def apply(dataset):
        for name, count in (("buffer_output_elements", buffer_output_elements), ("prefetch_input_elements", prefetch_input_elements)):
            if count is not None:
                integer(count, name, "LegacyParallelInterleaveDatasetV2", {"Targuments": 0})
        return dataset.interleave(map_func, cycle_length, block_length, num_parallel_calls=cycle_length, deterministic=not sloppy)

    return apply


@tf_export("data.experimental.parse_example_dataset")
def parse_example_dataset(
    features: dict[str, Any] | None, num_parallel_calls: IntLike | None = 1, deterministic: bool | None = None
) -> Callable[[Dataset], Dataset]:
    """Vectors of serialized `tf.train.Example`s, parsed into dictionaries by `features` (see `tf.io.parse_example`).

    Raises ValueError for no features, TypeError for elements that are no vectors of strings.
    """
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")

    def parse(serialized):
        return io.parse_example(serialized, features)

    def apply(dataset):
        spec = dataset.element_spec
        if not (isinstance(spec, TensorSpec) and spec.dtype == string and spec.shape.rank in (1, None)):
            raise TypeError(f"Input dataset should be a dataset of vectors of strings. Instead it is `{spec}`.")
        return ParseExampleDataset(
            dataset, ElementFunction(parse, spec, "parse_example_dataset()"), integer(num_parallel_calls), deterministic
        )

    return apply


@tf_export("data.experimental.rejection_resample")
def rejection_resample(
    class_func: Callable[..., Any], target_dist: TensorLike, initial_dist: TensorLike | None = None, seed: int | None = None
) -> Callable[[Dataset], Dataset]:
    """As `Dataset.rejection_resample`."""
    return _method("rejection_resample", class_func, target_dist, initial_dist, seed)


@tf_export("data.experimental.scan")
def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Callable[[Dataset], Dataset]:
    """As `Dataset.scan`."""
    return _method("scan", initial_state, scan_func)


@tf_export("data.experimental.shuffle_and_repeat")
def shuffle_and_repeat(buffer_size: IntLike | None, count: IntLike | None = None, seed: int | None = None) -> Callable[[Dataset], Dataset]:
    """`shuffle` and then `repeat`."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


@tf_export("data.experimental.snapshot")
def snapshot(
    path: Path,
    compression: str | None = "AUTO",
    reader_func: Callable[..., Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Dataset]:
    """As `Dataset.snapshot`."""
    return _method("snapshot", path, compression, reader_func, shard_func)


@tf_export("data.experimental.take_while")
def take_while(predicate: Callable[..., Any]) -> Callable[[Dataset], Dataset]:
    """As `Dataset.take_while`."""
    return _method("take_while", predicate)


@tf_export("data.experimental.unbatch")
def unbatch() -> Callable[[Dataset], Dataset]:
    """As `Dataset.unbatch`."""
    return _method("unbatch")


@tf_export("data.experimental.unique")
def unique() -> Callable[[Dataset], Dataset]:
    """As `Dataset.unique`."""
    return _method("unique")


@tf_export("data.experimental.TFRecordWriter")
class TFRecordWriter:
    """Writes a dataset of strings into a TFRecord file. Mirrors `tf.data.experimental.TFRecordWriter`.

    compression_type: "", "GZIP" or "ZLIB".
    """

    __module__ = "tensorflow.python.data.experimental.ops.writers"

    def __init__(self, filename: Path, compression_type: str | None = None) -> None:
        self._filename, self._compression_type = filename, compression_type

    def write(self, dataset: Dataset) -> None:
        """Write all elements, which have to be string scalars. Raises TypeError for anything else."""
        if not isinstance(dataset, Dataset):
            raise TypeError(f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}.")
        spec = dataset.element_spec
        if not (isinstance(spec, TensorSpec) and spec.dtype == string and spec.shape.is_compatible_with([])):
            shapes, types = nest.map_structure(lambda s: s.shape, spec), nest.map_structure(lambda s: s.dtype, spec)
            raise TypeError(
                "Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, but got a dataset which "
                f"produces elements with shapes {shapes} and types {types}."
            )
        with Writer(self._filename, self._compression_type) as writer:
            for flat in elements(dataset):
                writer.write(flat[0][()])
