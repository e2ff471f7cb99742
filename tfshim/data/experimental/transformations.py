"""Transformations of `tf.data.experimental`: most give a function for `Dataset.apply`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, io
from tfshim._export import tf_export
from tfshim.data import saving, transformations
from tfshim.data.dataset import AUTOTUNE, Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.iterators import elements
from tfshim.data.structures import integer
from tfshim.data.transformations.functions import ParseExampleDataset
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import string
from tfshim.engine.values.typespec import TensorSpec
from tfshim.io.tf_record import TFRecordWriter as Writer

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import IntLike, Path, TensorLike


def apply_method(name: str | None, *args: Any, **kwargs: Any) -> Callable[[Dataset], Dataset]:
    return lambda dataset: getattr(dataset, name)(*args, **kwargs)


@tf_export("data.experimental.assert_cardinality")
def assert_cardinality(expected_cardinality: IntLike) -> Callable[[Dataset], Dataset]:
    """Says, and checks, how many elements a dataset has where that is not known. Mirrors `tf.data.experimental.assert_cardinality`.

    Arguments:
        expected_cardinality: the number, an integer scalar; `tf.data.INFINITE_CARDINALITY` for a dataset without end.

    Returns:
        a function for `Dataset.apply`. The dataset has the same elements, and `cardinality()` gives the number, so that Keras knows
        the steps of an epoch. Iterating raises tf.errors.FailedPreconditionError where there are fewer or more.

    Example:
        >>> even = tf.data.Dataset.range(10).filter(lambda x: x % 2 == 0)
        >>> int(even.cardinality())
        -2
        >>> int(even.apply(tf.data.experimental.assert_cardinality(5)).cardinality())
        5
    """
    expected = integer(expected_cardinality, "cardinality", "AssertCardinalityDataset")
    return lambda dataset: transformations.AssertCardinalityDataset(dataset, expected)


@tf_export("data.experimental.copy_to_device")
def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Callable[[Dataset], Dataset]:
    """Copies the elements to a device as they come. Mirrors `tf.data.experimental.copy_to_device`.

    Arguments:
        target_device: the name of the device, such as "/gpu:0".
        source_device: where the elements are made, "/cpu:0" (default).

    Returns:
        a function for `Dataset.apply`. The elements are the same, on that device; add `prefetch(1)` after it, so that the copy of the next
        one runs beside the step that uses this one.

    Example:
        >>> dataset = tf.data.Dataset.range(2).apply(tf.data.experimental.copy_to_device("/cpu:0")).prefetch(1)
        >>> [x.device.rsplit("/", 1)[1] for x in dataset]
        ['device:CPU:0', 'device:CPU:0']
    """
    return lambda dataset: transformations.CopyToDeviceDataset(dataset, target_device)


@tf_export("data.experimental.prefetch_to_device")
def prefetch_to_device(device: str, buffer_size: IntLike | None = None) -> Callable[[Dataset], Dataset]:
    """Copies elements to a device ahead of time; the last step of a pipeline. Mirrors `tf.data.experimental.prefetch_to_device`.

    Arguments:
        device: the name of the device, such as "/gpu:0".
        buffer_size: how many elements wait there, an integer; by default that is chosen (`tf.data.AUTOTUNE`).

    Returns:
        a function for `Dataset.apply`, to be applied last: whatever came after it would take the elements back to the CPU.

    Example:
        >>> dataset = tf.data.Dataset.range(4).batch(2)
        >>> dataset = dataset.apply(tf.data.experimental.prefetch_to_device("/cpu:0", buffer_size=1))
        >>> [x.numpy().tolist() for x in dataset]
        [[0, 1], [2, 3]]
    """

    def apply(dataset):
        moved = transformations.CopyToDeviceDataset(dataset, device)
        return moved.prefetch(AUTOTUNE if buffer_size is None else buffer_size)

    return apply


@tf_export("data.experimental.enumerate_dataset")
def enumerate_dataset(start: IntLike = 0) -> Callable[[Dataset], Dataset]:
    """Counts the elements of a dataset, as Python's `enumerate`. Mirrors `tf.data.experimental.enumerate_dataset`; `Dataset.enumerate`
    is newer and does the same.

    A number beside each element is of use where it names a file, or picks every tenth element out for validation.

    Arguments:
        start: the first number, an integer scalar (default 0).

    Returns:
        a function for `Dataset.apply`, which gives pairs (number, element); numbers are int64 scalars.

    Example:
        >>> names = tf.data.Dataset.from_tensor_slices(["a", "b"])
        >>> list(names.apply(tf.data.experimental.enumerate_dataset(start=5)).as_numpy_iterator())
        [(5, b'a'), (6, b'b')]
    """
    return apply_method("enumerate", start)


@tf_export("data.experimental.ignore_errors")
def ignore_errors(log_warning: bool = False) -> Callable[[Dataset], Dataset]:
    """Leaves out the elements that cannot be made. Mirrors `tf.data.experimental.ignore_errors`; `Dataset.ignore_errors` is newer and
    does the same.

    Arguments:
        log_warning: whether each error is told on the standard error stream (default False).

    Returns:
        a function for `Dataset.apply`. Where making an element raises a `tf.errors.OpError`, the next one comes in its place.

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
        >>> dataset = dataset.map(lambda x: tf.debugging.check_numerics(1.0 / x, "division"))
        >>> list(dataset.apply(tf.data.experimental.ignore_errors()).as_numpy_iterator())
        [1.0, 0.25]
    """
    return apply_method("ignore_errors", log_warning)


@tf_export("data.experimental.pad_to_cardinality")
def pad_to_cardinality(cardinality: int, mask_key: str = "valid") -> Callable[[Dataset], Dataset]:
    """Fills a dataset of dictionaries up to a number of elements. Mirrors `tf.data.experimental.pad_to_cardinality`.

    Arguments:
        cardinality: how many elements there shall be, an int.
        mask_key: the name of a new bool component, True for elements of the dataset and False for those filled in ("valid" by default).

    Returns:
        a function for `Dataset.apply`. Elements that are filled in are zeros and empty strings. So each worker of several has the same
        number of steps.

    Raises:
        ValueError: elements are no dictionaries, or the number of elements is unknown or larger.

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices({"x": [7, 8]})
        >>> for element in dataset.apply(tf.data.experimental.pad_to_cardinality(3)).as_numpy_iterator():
        ...     print(int(element["x"]), bool(element["valid"]))
        7 True
        8 True
        0 False
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
    """Elements of several datasets in turn, which threads read ahead. Mirrors `tf.data.experimental.parallel_interleave`;
    `Dataset.interleave` with `num_parallel_calls` is newer.

    Arguments:
        map_func: from the components of an element to a dataset.
        cycle_length: how many of these are read at a time, an integer scalar.
        block_length: how many elements of each come in a row (default 1).
        sloppy: whether elements may come in any order, as they are ready (default False).
        buffer_output_elements: how many elements of each dataset to hold ready: a hint.
        prefetch_input_elements: how many further elements to make datasets of ahead of time: a hint.

    Returns:
        a function for `Dataset.apply`.

    Example:
        >>> twice = tf.data.experimental.parallel_interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), cycle_length=2)
        >>> list(tf.data.Dataset.range(3).apply(twice).as_numpy_iterator())
        [0, 1, 0, 1, 2, 2]
    """

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
    """Parses batches of serialized `tf.train.Example`s. Mirrors `tf.data.experimental.parse_example_dataset`.

    Arguments:
        features: a dict from names to `tf.io.FixedLenFeature`, `tf.io.VarLenFeature` and others, as of `tf.io.parse_example`.
        num_parallel_calls: how many batches are parsed side by side (default 1).
        deterministic: whether they keep their order then; by default what the options of the dataset say.

    Returns:
        a function for `Dataset.apply`; elements become dicts of tensors, with the batch as first dimension.

    Raises:
        ValueError: `features` is missing.
        TypeError: the elements are no vectors of strings.

    Example:
        >>> def example(x):
        ...     feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[x]))
        ...     return tf.train.Example(features=tf.train.Features(feature={"x": feature})).SerializeToString()
        >>> dataset = tf.data.Dataset.from_tensor_slices([example(3), example(4)]).batch(2)
        >>> parse = tf.data.experimental.parse_example_dataset({"x": tf.io.FixedLenFeature([], tf.int64)})
        >>> next(iter(dataset.apply(parse)))["x"].numpy()
        array([3, 4])
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
    """Drops elements at random, so that classes come as often as asked for. Mirrors `tf.data.experimental.rejection_resample`;
    `Dataset.rejection_resample` is newer and does the same.

    Arguments:
        class_func: from the components of an element to its class, an int32 scalar.
        target_dist: how often each class shall come, a vector of floats that add up to 1.
        initial_dist: how often it comes now; estimated while running by default.
        seed: an int, so that the same elements are dropped each time.

    Returns:
        a function for `Dataset.apply`, which gives pairs (class, element).

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices([0, 0, 0, 1]).repeat(200)
        >>> even = tf.data.experimental.rejection_resample(lambda x: x, [0.5, 0.5], [0.75, 0.25], seed=1)
        >>> drawn = [int(x) for _, x in dataset.apply(even)]
        >>> 0.4 < sum(drawn) / len(drawn) < 0.6
        True
    """
    return apply_method("rejection_resample", class_func, target_dist, initial_dist, seed)


@tf_export("data.experimental.scan")
def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Callable[[Dataset], Dataset]:
    """Maps elements with a state that goes from one to the next. Mirrors `tf.data.experimental.scan`; `Dataset.scan` is newer and does
    the same.

    Arguments:
        initial_state: the first state, a nest of tensors.
        scan_func: from a state and an element to a pair: the next state, of the same structure, and what comes out.

    Returns:
        a function for `Dataset.apply`.

    Raises:
        TypeError: `scan_func` does not return a pair, or the state changes its structure or dtypes.

    Example:
        >>> sums = tf.data.experimental.scan(tf.constant(0, tf.int64), lambda state, x: (state + x, state + x))
        >>> list(tf.data.Dataset.range(1, 5).apply(sums).as_numpy_iterator())
        [1, 3, 6, 10]
    """
    return apply_method("scan", initial_state, scan_func)


@tf_export("data.experimental.shuffle_and_repeat")
def shuffle_and_repeat(buffer_size: IntLike | None, count: IntLike | None = None, seed: int | None = None) -> Callable[[Dataset], Dataset]:
    """`shuffle` and then `repeat`. Mirrors `tf.data.experimental.shuffle_and_repeat`; `dataset.shuffle(...).repeat(...)` is newer.

    Arguments:
        buffer_size: how many elements are held to draw the next one from, an integer scalar.
        count: how often the dataset comes, an integer scalar; None or -1 (default) for without end.
        seed: an int, so that the order is the same each time the program runs; each round has its own order.

    Returns:
        a function for `Dataset.apply`; each round has ended before the next one begins.

    Example:
        >>> dataset = tf.data.Dataset.range(3).apply(tf.data.experimental.shuffle_and_repeat(3, count=2))
        >>> drawn = [int(x) for x in dataset]
        >>> sorted(drawn[:3]), sorted(drawn[3:])
        ([0, 1, 2], [0, 1, 2])
    """
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


@tf_export("data.experimental.snapshot")
def snapshot(
    path: Path,
    compression: str | None = "AUTO",
    reader_func: Callable[..., Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Dataset]:
    """Writes elements into files as they come for the first time, and reads them from there later on. Mirrors
    `tf.data.experimental.snapshot`; `Dataset.snapshot` is newer and does the same.

    Arguments:
        path: the folder of the files, which stays there for later runs of the program.
        compression: "AUTO" (default), "GZIP" or None; "SNAPPY" raises tf.errors.InvalidArgumentError.
        reader_func: from a dataset of the files' datasets to the dataset of their elements.
        shard_func: from an element to an int64 scalar, the number of the file it goes to.

    Returns:
        a function for `Dataset.apply`; what changes afterwards before this step in the pipeline is a snapshot of its own.

    Example:
        >>> dataset = tf.data.Dataset.range(3).map(lambda x: x * 2).apply(tf.data.experimental.snapshot("kept"))
        >>> list(dataset.as_numpy_iterator()), list(dataset.as_numpy_iterator())
        ([0, 2, 4], [0, 2, 4])
    """
    return apply_method("snapshot", path, compression, reader_func, shard_func)


@tf_export("data.experimental.take_while")
def take_while(predicate: Callable[..., Any]) -> Callable[[Dataset], Dataset]:
    """The elements up to the first for which something does not hold. Mirrors `tf.data.experimental.take_while`; `Dataset.take_while`
    is newer and does the same.

    Arguments:
        predicate: from the components of an element to a bool scalar.

    Returns:
        a function for `Dataset.apply`. The dataset ends with the first element for which it is False, unlike `filter`, which goes on.

    Raises:
        ValueError: `predicate` returns something else.

    Example:
        >>> small = tf.data.experimental.take_while(lambda x: x < 3)
        >>> list(tf.data.Dataset.from_tensor_slices([1, 2, 5, 0]).apply(small).as_numpy_iterator())
        [1, 2]
    """
    return apply_method("take_while", predicate)


@tf_export("data.experimental.unique")
def unique() -> Callable[[Dataset], Dataset]:
    """Each element once, where it comes first. Mirrors `tf.data.experimental.unique`; `Dataset.unique` is newer and does the same.

    Memory grows with the number of different elements, so it is for ids and words rather than for data without an end.

    Returns:
        a function for `Dataset.apply`. Elements that came before are left out; all that came are kept in memory.

    Raises:
        TypeError: elements are no single tensors of the dtype int32, int64 or string.

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices([3, 1, 3, 2, 1])
        >>> list(dataset.apply(tf.data.experimental.unique()).as_numpy_iterator())
        [3, 1, 2]
    """
    return apply_method("unique")


@tf_export("data.experimental.TFRecordWriter")
class TFRecordWriter:
    """Writes a dataset of strings into a TFRecord file. Mirrors `tf.data.experimental.TFRecordWriter`; `tf.io.TFRecordWriter` writes
    one record at a time.

    Arguments:
        filename: the file, which is replaced.
        compression_type: None or "" (default) for none, "GZIP" or "ZLIB"; `tf.data.TFRecordDataset` has to be told.

    Elements are string scalars, such as serialized `tf.train.Example`s; other datasets are mapped by `tf.io.serialize_tensor` first.

    Example:
        >>> dataset = tf.data.Dataset.from_tensor_slices(["a", "b"])
        >>> tf.data.experimental.TFRecordWriter("letters.tfrecord").write(dataset)
        >>> list(tf.data.TFRecordDataset("letters.tfrecord").as_numpy_iterator())
        [b'a', b'b']
    """

    __module__ = "tensorflow.python.data.experimental.ops.writers"

    def __init__(self, filename: Path, compression_type: str | None = None) -> None:
        self._filename, self._compression_type = filename, compression_type

    def write(self, dataset: Dataset) -> Operation | None:
        """Write all elements of a dataset into the file. Mirrors `tf.data.experimental.TFRecordWriter.write`.

        Each element is one record; a file that is there is replaced. `tf.io.TFRecordWriter` writes records one by one, and is newer;
        `tf.data.TFRecordDataset` reads them.

        Arguments:
            dataset: a `tf.data.Dataset` of string scalars, such as serialized `tf.train.Example`s.

        Returns:
            None. In a graph, as in a `tf.function`, the operation that does it when it runs.

        Raises:
            TypeError: it is no dataset, or its elements are no string scalars.

        Example:
            >>> tf.data.experimental.TFRecordWriter("words.tfrecord").write(tf.data.Dataset.from_tensor_slices(["a", "b"]))
            >>> [x.numpy() for x in tf.data.TFRecordDataset("words.tfrecord")]
            [b'a', b'b']
        """
        if not hasattr(type(dataset), "_variant_tensor"):  # datasets of TensorFlow 1's graphs have it, too
            raise TypeError(f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}.")
        spec = dataset.element_spec
        if not (isinstance(spec, TensorSpec) and spec.dtype == string and spec.shape.is_compatible_with([])):
            shapes, types = nest.map_structure(lambda s: s.shape, spec), nest.map_structure(lambda s: s.dtype, spec)
            raise TypeError(
                "Invalid `dataset`. Expected a`dataset` that produces scalar `tf.string` elements, but got a dataset which "
                f"produces elements with shapes {shapes} and types {types}."
            )
        if TS.graph is not None:
            return saving.write_when_run("DatasetToTFRecord", _write, dataset, self._filename, self._compression_type or "")
        try:
            _write(dataset, self._filename, self._compression_type)
        except errors.OpError as error:
            raise error if "[Op:" in error.message else errors.op_error(type(error), error.message, "DatasetToTFRecord") from None
        return None


def _write(dataset, filename, compression_type):
    with Writer(filename, compression_type) as writer:
        for flat in elements(dataset):
            writer.write(flat[0][()])
