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
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike


@tf_export("data.experimental.Counter")
def Counter(start: IntLike = 0, step: TensorLike = 1, dtype: DTypeLike = int64) -> Dataset:  # noqa: N802 - TensorFlow's name
    """Endless numbers of `dtype` from `start` in steps of `step`; as `Dataset.counter`."""
    return Dataset.counter(start, step, dtype)


@tf_export("data.experimental.RandomDataset")
@named("RandomDatasetV2", "random_ops")
class RandomDataset(_Random):
    """Endless random int64 numbers below 2**32; as `Dataset.random`."""

    def __init__(self, seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None) -> None:
        super().__init__(seed, rerandomize_each_iteration)


@tf_export("data.experimental.from_list")
def from_list(elements: list[Any], name: str | None = None) -> Dataset:
    """A dataset of the structures in the list `elements`, which have the same dtypes. Raises ValueError for an empty list."""
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
    """Batches of the records of comma-separated files, as ordered dictionaries from column names to vectors.

    Column names come from the first line of each file, dtypes from the first `num_rows_for_inference` records, unless
    `column_names` and `column_defaults` give them. With `label_name` elements are pairs (features, label). Endless unless
    `num_epochs` is given. Mirrors `tf.data.experimental.make_csv_dataset`. Raises ValueError for columns that are not there.
    """
    if encoding.lower().replace("-", "").replace("_", "") not in ("utf8", "ascii", "usascii"):
        raise refused("tf.data.experimental.make_csv_dataset", "encoding", value=encoding)
    paths = _file_names(file_pattern, False)
    files = Dataset.from_tensor_slices(paths)
    if shuffle:
        files = files.shuffle(len(paths), shuffle_seed)
    if column_names is None and not header:
        raise ValueError("Expected `column_names` or `header` arguments, both are missing.")
    delimiter, kind = field_delim.encode(), compression_type or ""
    if column_names is None:
        column_names = csv.column_names(paths, delimiter, use_quote_delim, kind)
    if len(column_names) != len(set(column_names)):
        raise ValueError("Cannot have duplicate column names.")
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
                raise ValueError(f"Argument `select_columns` must be valid column numbers in the file, got {s} of {len(names)} columns.")
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
    """Batches of parsed `tf.train.Example`s from files.

    features: a dictionary from names to features, as of `tf.io.parse_example`. reader: what makes a dataset of a file name
    (TFRecordDataset). With `label_key` elements are pairs (features, label). Endless unless `num_epochs` is given. Mirrors
    `tf.data.experimental.make_batched_features_dataset`.
    """
    if label_key is not None and label_key not in features:
        raise ValueError(f"The `label_key` provided ({label_key}) must be one of the `features` keys: {features.keys()}.")
    reader = TFRecordDataset if reader is None else reader
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
