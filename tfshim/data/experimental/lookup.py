"""Lookup tables from datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, lookup
from tfshim._export import tf_export
from tfshim.data.batching import stacked_slots
from tfshim.data.iterators import Cursor
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype, int64, string
from tfshim.engine.values.tensor import wrap
from tfshim.engine.values.typespec import TensorSpec
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.data.dataset import Dataset
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


def _pair(dataset: Dataset, what: str) -> tuple[TensorSpec, TensorSpec]:
    spec = dataset.element_spec
    if not (type(spec) is tuple and len(spec) == 2):
        raise ValueError(f"{what}: the dataset must have elements (key, value), got {spec}.")
    for s in spec:
        if not (isinstance(s, TensorSpec) and s.shape.is_compatible_with([])):
            raise ValueError(f"{what}: keys and values must be scalars, got {spec}.")
    return spec


def columns(dataset: Dataset) -> list[Tensor]:
    """The elements of a dataset of scalars (or tuples of them), each component as one vector."""
    specs = nest.flatten(dataset.element_spec)
    rows = []
    cursor = Cursor(dataset)
    while True:
        try:
            rows.append(cursor.next())
        except StopIteration:
            break
    if not rows:
        return [array_ops.constant([], s.dtype) if s.dtype != string else array_ops.zeros([0], string) for s in specs]
    return [wrap(slot, s.dtype) for s, slot in zip(specs, stacked_slots(specs, rows))]


@tf_export("data.experimental.DatasetInitializer")
class DatasetInitializer:
    """Fills a lookup table with the pairs (key, value) of a dataset. Mirrors `tf.data.experimental.DatasetInitializer`.

    Arguments:
        dataset: a `tf.data.Dataset` whose elements are pairs of scalars; it has to end, and all of it is read into the table.

    It is the initializer of `tf.lookup.StaticHashTable` and `tf.lookup.StaticVocabularyTable`; `key_dtype` and `value_dtype` are those of
    the dataset.

    Raises:
        ValueError: the elements are no pairs of scalars.

    Example:
        >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [1, 2]))
        >>> table = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), default_value=0)
        >>> table.lookup(tf.constant(["b", "z"])).numpy()
        array([2, 0], dtype=int32)
    """

    __module__ = "tensorflow.python.data.experimental.ops.lookup_ops"

    def __init__(self, dataset: Dataset) -> None:
        self._spec = _pair(dataset, "DatasetInitializer")
        self.dataset = dataset

    key_dtype = property(lambda self: self._spec[0].dtype, doc="The dtype of keys.")
    value_dtype = property(lambda self: self._spec[1].dtype, doc="The dtype of values.")
    _shared_name = "dataset_initializer"

    def initialize(self, table: Any) -> Any:
        """Put the pairs of the dataset into a table. Mirrors `tf.data.experimental.DatasetInitializer.initialize`.

        The table calls it when it is made, so programs do not. The dataset is run over once, to its end, and later changes of the
        files it reads are not seen.

        Arguments:
            table: a table that is empty, with the dtypes of keys and values that the dataset's pairs have.

        Returns:
            None eagerly; in a graph the operation that does it, which `tf.compat.v1.tables_initializer()` runs.

        Raises:
            InvalidArgumentError: a key stands there twice with different values.

        Example:
            >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], tf.constant([1, 2], tf.int64)))
            >>> table = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), default_value=0)
            >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
            [2, 0]
        """
        keys, values = columns(self.dataset)
        return lookup.KeyValueTensorInitializer(keys, values).initialize(table)


@tf_export("data.experimental.table_from_dataset")
def table_from_dataset(
    dataset: Dataset | None = None,
    num_oov_buckets: int = 0,
    vocab_size: IntLike | None = None,
    default_value: TensorLike | None = None,
    hasher_spec: Any = None,
    key_dtype: DTypeLike = string,
    name: str | None = None,
) -> Any:
    """A lookup table of the pairs (key, value) of a dataset. Mirrors `tf.data.experimental.table_from_dataset`.

    Arguments:
        dataset: a `tf.data.Dataset` of pairs of scalars.
        num_oov_buckets: how many numbers other keys are spread over by their hash (default 0: they get `default_value`); values
            are int64 then.
        vocab_size: how many of the pairs to take, an integer; all by default.
        default_value: what other keys get, a scalar; by default -1, or "" for strings.
        hasher_spec: how keys are hashed; only the default is there.
        key_dtype: `tf.string` (default) or an integer dtype.
        name: a name for the table.

    Returns:
        a `tf.lookup.StaticHashTable`, or with buckets a `tf.lookup.StaticVocabularyTable`.

    Raises:
        ValueError: a negative number of buckets, or a dataset that is missing or has other elements.
        TypeError: keys are neither strings nor integers.
        tf.errors.FailedPreconditionError: fewer pairs than `vocab_size`.

    Example:
        >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [10, 20]))
        >>> table = tf.data.experimental.table_from_dataset(pairs, default_value=0)
        >>> table.lookup(tf.constant(["b", "z"])).numpy()
        array([20,  0], dtype=int32)
    """
    spec = _pair(dataset, "table_from_dataset")
    if vocab_size is not None and (vocab_size < 1 if not hasattr(vocab_size, "_dt") else False):
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size}.")
    if num_oov_buckets < 0:
        raise ValueError(f"`num_oov_buckets` must be greater than or equal to 0, got {num_oov_buckets}.")
    key_dtype = as_dtype(key_dtype)
    if key_dtype != string and not key_dtype.is_integer:
        raise TypeError(f"`key_dtype` must be either an integer or string type, but got {key_dtype}")
    if num_oov_buckets and spec[1].dtype != int64:
        raise TypeError(f"With `num_oov_buckets` values must be int64, got {spec[1].dtype.name}.")
    if default_value is None:
        default_value = -1 if spec[1].dtype.is_integer or spec[1].dtype.is_floating else ""
    limited = dataset if vocab_size is None else dataset.take(vocab_size)
    keys, values = columns(limited)
    if vocab_size is not None and keys.shape[0] < int(vocab_size):
        raise errors.op_error(
            errors.FailedPreconditionError,
            f"Input dataset was expected to contain {int(vocab_size)} elements but contained only {keys.shape[0]} elements.",
            "InitializeTableFromDataset",
        )
    convert_to_tensor(default_value, spec[1].dtype).shape.merge_with([])  # with buckets too, which have no use for it
    initializer = lookup.KeyValueTensorInitializer(keys, values)
    if num_oov_buckets:
        kwargs = {} if hasher_spec is None else {"hasher_spec": hasher_spec}
        return _with_buckets(lookup, initializer, num_oov_buckets, key_dtype, name, kwargs)
    return lookup.StaticHashTable(initializer, default_value, name=name)


def _with_buckets(lookup: Any, initializer: Any, buckets: int, key_dtype: DTypeLike, name: str | None, kwargs: Any) -> Any:
    if kwargs:
        raise refused("tf.data.experimental.table_from_dataset", "hasher_spec")
    return lookup.StaticVocabularyTable(initializer, buckets, lookup_key_dtype=key_dtype, name=name)


@tf_export("data.experimental.index_table_from_dataset")
def index_table_from_dataset(
    dataset: Dataset | None = None,
    num_oov_buckets: int = 0,
    vocab_size: IntLike | None = None,
    default_value: TensorLike | None = -1,
    hasher_spec: Any = None,
    key_dtype: DTypeLike = string,
    name: str | None = None,
) -> Any:
    """A lookup table from the elements of a dataset to their numbers. Mirrors `tf.data.experimental.index_table_from_dataset`.

    Arguments:
        dataset: a `tf.data.Dataset` of scalars, each of them once: the vocabulary.
        num_oov_buckets: how many further numbers other keys are spread over by their hash (default 0: they get `default_value`).
        vocab_size: how many of the elements to take, an integer; all by default.
        default_value: what other keys get, an integer scalar (default -1).
        hasher_spec: how keys are hashed; only the default is there.
        key_dtype: `tf.string` (default) or an integer dtype.
        name: a name for the table.

    Returns:
        a table whose `lookup` gives int64 numbers, from 0.

    Example:
        >>> words = tf.data.Dataset.from_tensor_slices(["the", "a"])
        >>> table = tf.data.experimental.index_table_from_dataset(words)
        >>> table.lookup(tf.constant(["a", "the", "an"])).numpy()
        array([ 1,  0, -1])
    """
    return table_from_dataset(
        dataset.enumerate().map(lambda i, key: (key, i)), num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype, name
    )
