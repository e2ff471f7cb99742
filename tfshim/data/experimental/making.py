"""Datasets that `tf.data.experimental` makes."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.data import csv, transformations
from tfshim.data.dataset import AUTOTUNE, Dataset
from tfshim.data.experimental.transformations import parse_example_dataset
from tfshim.data.transformations.base import named
from tfshim.data.transformations.making import RandomDataset as _Random
from tfshim.data.transformations.readers import TFRecordDataset
from tfshim.data.transformations.tables import CsvDataset
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.io import gfile

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("data.experimental.Counter")
def Counter(start: IntLike = 0, step: TensorLike = 1, dtype: DTypeLike = int64) -> Dataset:  # noqa: N802 - TensorFlow's name
    """Numbers without end, in equal steps. Mirrors `tf.data.experimental.Counter`; `Dataset.counter` is newer and does the same.

    Arguments:
        start: the first number (default 0).
        step: the difference from one to the next (default 1), negative for counting down.
        dtype: the dtype of the numbers (default `tf.int64`).

    Returns:
        a `tf.data.Dataset` of scalars; `take` ends it, and `tf.data.Dataset.zip` with another numbers that one's elements.

    Example:
        >>> list(tf.data.experimental.Counter(start=2, step=3).take(4).as_numpy_iterator())
        [2, 5, 8, 11]
        >>> list(tf.data.experimental.Counter(dtype=tf.float32).take(2).as_numpy_iterator())
        [0.0, 1.0]
    """
    return Dataset.counter(start, step, dtype)


@tf_export("data.experimental.RandomDataset")
@named("RandomDatasetV2", "random_ops", "experimental.ops")
class RandomDataset(_Random):
    """Random numbers without end. Mirrors `tf.data.experimental.RandomDataset`; `Dataset.random` is newer and does the same.

    Arguments:
        seed: an int, so that the numbers are the same each time the program runs; drawn by default.
        rerandomize_each_iteration: whether each iteration over the dataset has other numbers; by default they are the same where there
            is a seed.
        name: a name for the operation.

    Elements are int64 scalars from 0 up to 2**32 - 1.

    Example:
        >>> first = list(tf.data.experimental.RandomDataset(seed=4).take(3).as_numpy_iterator())
        >>> first == list(tf.data.experimental.RandomDataset(seed=4).take(3).as_numpy_iterator())
        True
        >>> all(0 <= x < 2**32 for x in first)
        True
    """

    def __init__(self, seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> None:
        super().__init__(seed, rerandomize_each_iteration)


@tf_export("data.experimental.from_list")
def from_list(elements: list[Any], name: str | None = None) -> Dataset:
    """A dataset of the structures in a list. Mirrors `tf.data.experimental.from_list`.

    Arguments:
        elements: a list that is not empty, of nests of tensors with the same structure and dtypes. Shapes may differ: dimensions in which
            they do are unknown in the `element_spec`.
        name: a name for the operation.

    Returns:
        a `tf.data.Dataset`, whose elements can be had by number too, as by a global shuffle. `from_tensor_slices` takes the columns
        in place of the rows.

    Raises:
        ValueError: the list is empty, or the structures differ.
        TypeError: the dtypes differ.

    Example:
        >>> dataset = tf.data.experimental.from_list([(1, "a"), (2, "b")])
        >>> list(dataset.as_numpy_iterator())
        [(1, b'a'), (2, b'b')]
    """
    return transformations.ListDataset(elements)


def _file_names(pattern: Any, shuffle: bool) -> list[str]:
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    if isinstance(pattern, (list, tuple)) and not pattern:
        raise ValueError("Argument `file_pattern` should not be empty.")
    found = sorted(f for p in patterns for f in gfile.glob(p))
    if not found:
        raise ValueError(f"No files match `file_pattern` {pattern}.")
    return found


def _read(names: Dataset, records: Callable[..., Dataset], threads: int | None, deterministic: bool) -> Dataset:
    """The elements of `records(name)` for each name: one after the other (`threads` 1 or None), or by threads in turn."""
    if threads is None or threads == 1:
        return names.flat_map(records)
    cycle = {} if threads == AUTOTUNE else {"cycle_length": threads}
    return names.interleave(records, **cycle, num_parallel_calls=threads, deterministic=deterministic)


def _shuffled_and_repeated(
    dataset: Dataset, num_epochs: int | None, shuffle: bool, buffer_size: IntLike | None, seed: int | None
) -> Dataset:
    if shuffle:
        dataset = dataset.shuffle(buffer_size, seed)
    return dataset if num_epochs == 1 else dataset.repeat(num_epochs)


@tf_export("data.experimental.make_csv_dataset")
def make_csv_dataset(
    file_pattern: Any,
    batch_size: IntLike,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[int | str] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: int | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    r"""Batches of the records of comma-separated files, by the names of their columns. Mirrors `tf.data.experimental.make_csv_dataset`.

    Arguments:
        file_pattern: a file, a pattern such as "data/*.csv", or a list of these.
        batch_size: how many records make a batch.
        column_names: their names; by default those in the first line of the files, which has to be the same in all.
        column_defaults: for each selected column a dtype (the field is required) or a value for empty fields; by default found out from
            the first `num_rows_for_inference` records (100; None for all).
        label_name: the column that becomes the label: elements are pairs (features, label) then.
        select_columns: the names or numbers of the columns to take; all by default.
        field_delim: what separates fields (",").
        use_quote_delim: whether '"' encloses fields (True).
        na_value: what counts as missing ("").
        header: whether the first line has names (True).
        num_epochs: how often to read; None (default) for without end.
        shuffle: whether to shuffle files and records (True), with `shuffle_buffer_size` (10000) and `shuffle_seed`.
        prefetch_buffer_size: how many batches to make ahead.
        num_parallel_reads: how many files to read at a time, in any order if `sloppy`.
        compression_type: None, "GZIP" or "ZLIB".
        ignore_errors: whether to leave out malformed records (False).
        encoding: of the names of columns, and of what dtypes are inferred from; the fields of text are the bytes of the file.

    Returns:
        a `tf.data.Dataset` of ordered dicts from names to vectors of the length of the batch.

    Raises:
        ValueError: no files match, or names of columns do not go together.

    Example:
        >>> with open("scores.csv", "w") as file:
        ...     _ = file.write("name,score\nann,1.5\nbob,2.5\n")
        >>> dataset = tf.data.experimental.make_csv_dataset("scores.csv", 2, label_name="score", num_epochs=1, shuffle=False)
        >>> features, label = next(iter(dataset))
        >>> features["name"].numpy().tolist(), label.numpy().tolist()
        ([b'ann', b'bob'], [1.5, 2.5])
    """
    paths = _file_names(file_pattern, False)
    files = Dataset.from_tensor_slices(paths)
    if shuffle:
        files = files.shuffle(len(paths), shuffle_seed)
    if column_names is None and not header:
        raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
    delimiter, kind = field_delim.encode(), compression_type or ""
    if column_names is None:
        column_names = csv.column_names(paths, delimiter, use_quote_delim, kind, encoding)
    if len(column_names) != len(set(column_names)):
        twice = {n for n in column_names if list(column_names).count(n) > 1}
        raise ValueError(f"Either `column_names` argument or CSV header row contains duplicate column names: {twice}.")
    selected = None if select_columns is None else _columns(select_columns, column_names)
    if column_defaults is not None:
        defaults = list(column_defaults)
    else:
        types = csv.inferred_types(
            paths,
            len(column_names),
            delimiter,
            use_quote_delim,
            na_value.encode(),
            header,
            num_rows_for_inference,
            list(range(len(column_names))) if selected is None else selected,
            kind,
            encoding,
        )
        defaults = [convert_to_tensor("" if d.name == "string" else np.zeros((), d.as_numpy_dtype), d) for d in types]
    if selected is not None and len(defaults) != len(selected):
        raise ValueError(
            "If specified, `column_defaults` and `select_columns` must have the same length: `column_defaults` has length "
            f"{len(defaults)}, `select_columns` has length {len(selected)}."
        )
    if selected is not None and len(column_names) > len(selected):
        column_names = [column_names[i] for i in selected]
    if label_name is not None and label_name not in column_names:
        raise ValueError(f"`label_name` provided must be one of the columns: {column_names}. Received: {label_name}.")

    def records(name):
        made = CsvDataset(
            name,
            record_defaults=defaults,
            field_delim=field_delim,
            use_quote_delim=use_quote_delim,
            na_value=na_value,
            select_cols=selected,
            header=header,
            compression_type=compression_type,
        )
        return made.ignore_errors() if ignore_errors else made

    def features(*columns):
        made = collections.OrderedDict(zip(column_names, columns))
        if label_name is None:
            return made
        label = made.pop(label_name)
        return made, label

    dataset = _read(files, records, num_parallel_reads, not sloppy)
    dataset = _shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(features)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def _columns(selected: Sequence[int | str], names: Sequence[str]) -> list[int]:
    """The sorted numbers of columns that are given by number or by name."""
    if len(selected) == 0:
        raise ValueError("`select_columns` should not be empty.")
    numbers = {n: i for i, n in enumerate(names)}
    made = []
    for s in selected:
        if isinstance(s, int):
            if not 0 <= s < len(names):
                raise ValueError(
                    f"Column index {s} specified in `select_columns` should be > 0  and <= {len(names)}, which is the number of columns."
                )
            made.append(s)
        elif s not in numbers:
            raise ValueError(f"Column {s} specified in `select_columns` must be of one of the columns: {numbers.keys()}.")
        else:
            made.append(numbers[s])
    if len(made) != len(set(made)):
        raise ValueError("Argument `select_columns` contains duplicate columns.")
    return sorted(made)


@tf_export("data.experimental.make_batched_features_dataset")
def make_batched_features_dataset(
    file_pattern: Any,
    batch_size: IntLike,
    features: dict[str, Any] | None,
    reader: Callable[..., Dataset] | None = None,
    label_key: str | None = None,
    reader_args: Sequence[Any] | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:
    """Batches of parsed `tf.train.Example`s from files. Mirrors `tf.data.experimental.make_batched_features_dataset`.

    Arguments:
        file_pattern: a file, a pattern such as "data/*.tfrecord", or a list of these.
        batch_size: how many records make a batch.
        features: a dict from names to `tf.io.FixedLenFeature`, `tf.io.VarLenFeature` and others, as of `tf.io.parse_example`.
        reader: what makes a dataset of a file name (`tf.data.TFRecordDataset` by default), with `reader_args` as further arguments.
        label_key: the feature that becomes the label: elements are pairs (features, label) then.
        num_epochs: how often to read; None (default) for without end.
        shuffle: whether to shuffle files and records (True), with `shuffle_buffer_size` (10000) and `shuffle_seed`.
        prefetch_buffer_size: how many batches to make ahead.
        reader_num_threads, parser_num_threads: how many files to read, and batches to parse, at a time.
        sloppy_ordering: whether files may be read in any order then (False).
        drop_final_batch: drop a last batch that is not full (False).

    Returns:
        a `tf.data.Dataset` of dicts of tensors, with the batch as first dimension.

    Raises:
        ValueError: `label_key` is none of the features.
        TypeError: `reader` is a reader of TensorFlow 1.

    Example:
        >>> with tf.io.TFRecordWriter("sizes.tfrecord") as writer:
        ...     feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))
        ...     writer.write(tf.train.Example(features=tf.train.Features(feature={"size": feature})).SerializeToString())
        >>> features = {"size": tf.io.FixedLenFeature([], tf.int64)}
        >>> dataset = tf.data.experimental.make_batched_features_dataset("sizes.tfrecord", 1, features, num_epochs=1)
        >>> [batch["size"].numpy().tolist() for batch in dataset]
        [[7]]
    """
    if label_key is not None and label_key not in features:
        raise ValueError(f"The `label_key` provided ({label_key}) must be one of the `features` keys: {features.keys()}.")
    reader = TFRecordDataset if reader is None else reader
    # Readers of TensorFlow 1 are known by what none of the classes of datasets has.
    if isinstance(reader, type) and hasattr(reader, "reader_ref"):
        raise TypeError(
            "The `reader` argument must return a `Dataset` object. `tf.ReaderBase` subclasses are not supported. For example, pass "
            "`tf.data.TFRecordDataset` instead of `tf.TFRecordReader`."
        )
    arguments = list(reader_args or ())
    names = Dataset.list_files(file_pattern, shuffle, shuffle_seed)

    def records(name):
        return reader(name, *arguments)

    dataset = _read(names, records, reader_num_threads, not sloppy_ordering)
    if len(nest.flatten(dataset.element_spec)) == 2:
        dataset = dataset.map(lambda _, value: value)
    dataset = _shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    dataset = dataset.apply(parse_example_dataset(features, num_parallel_calls=2 if parser_num_threads is None else parser_num_threads))

    def with_label(parsed):
        parsed = dict(parsed)
        label = parsed.pop(label_key)
        return parsed, label

    if label_key is not None:
        dataset = dataset.map(with_label)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)
