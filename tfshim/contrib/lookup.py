"""`tf.contrib.lookup` of TensorFlow 1: tables from keys to values."""

import tfshim as tf
from tfshim.contrib._names import absent, bound
from tfshim.engine.values import dtypes
from tfshim.lookup import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer  # noqa: F401 - names of this namespace
from tfshim.lookup import StaticHashTable as HashTable  # noqa: F401 - a name of this namespace
from tfshim.lookup import StaticVocabularyTable as IdTableWithHashBuckets  # noqa: F401 - a name of this namespace
from tfshim.lookup.experimental import DenseHashTable as MutableDenseHashTable  # noqa: F401 - a name of this namespace
from tfshim.lookup.experimental import MutableHashTable  # noqa: F401 - a name of this namespace
from tfshim.refusals import refused


def _text_type(key_dtype):
    key_dtype = tf.as_dtype(key_dtype)
    if not (key_dtype == dtypes.string or key_dtype.is_integer):
        raise TypeError("Only integer and string keys are supported.")
    return key_dtype


def _indexed(initializer, num_oov_buckets, default_value, hasher_spec, key_dtype):
    """The table of an initializer, with buckets for other keys where they are asked for."""
    if num_oov_buckets < 0:
        raise ValueError(f"num_oov_buckets must be greater or equal than 0, got {num_oov_buckets}.")
    if hasher_spec is not None:
        raise refused("tf.contrib.lookup.index_table_from_file", "hasher_spec")
    if num_oov_buckets:
        if default_value != -1:
            raise ValueError(f"`default_value` {default_value} has no effect with out-of-vocabulary buckets; leave it out.")
        return IdTableWithHashBuckets(initializer, num_oov_buckets, lookup_key_dtype=key_dtype)
    return HashTable(initializer, default_value)


def index_table_from_tensor(mapping, num_oov_buckets=0, default_value=-1, hasher_spec=None, dtype=dtypes.string, name=None):
    """A table from the elements of the vector `mapping` to their positions, int64.

    Other keys give `default_value`, or with `num_oov_buckets` a bucket after the last position, by their hash. Raises ValueError without
    a mapping, for keys of another type than `dtype`, and for buckets beside a default; TypeError for a `dtype` other than string and
    integers.
    """
    if mapping is None:
        raise ValueError("mapping must be specified.")
    dtype = _text_type(dtype)
    keys = tf.convert_to_tensor(mapping)
    if keys.dtype.is_integer != dtype.is_integer:
        raise ValueError(f"Invalid `dtype`: Expected {'integer' if dtype.is_integer else 'non-integer'}, got {keys.dtype}.")
    if keys.dtype.is_integer:
        keys = tf.cast(keys, dtypes.int64)  # the keys of every such table, for whatever integers it is asked
    values = tf.range(keys.shape.num_elements(), dtype=dtypes.int64) if tf.executing_eagerly() else list(range(keys.shape.num_elements()))
    return _indexed(KeyValueTensorInitializer(keys, values, None, dtypes.int64), num_oov_buckets, default_value, hasher_spec, dtype)


def index_table_from_file(
    vocabulary_file=None,
    num_oov_buckets=0,
    vocab_size=None,
    default_value=-1,
    hasher_spec=None,
    key_dtype=dtypes.string,
    name=None,
    key_column_index=TextFileIndex.WHOLE_LINE,
    value_column_index=TextFileIndex.LINE_NUMBER,
    delimiter="\t",
):
    """A table from the lines of a file to their numbers, int64; see `index_table_from_tensor`."""
    if not vocabulary_file:
        raise ValueError("vocabulary_file must be specified and must not be empty.")
    if vocab_size is not None and vocab_size < 1:
        shown = vocabulary_file.numpy().decode() if isinstance(vocabulary_file, tf.Tensor) else vocabulary_file
        raise ValueError(f"`vocab_size` must be greater than 0, got {vocab_size} for vocabulary_file: {shown}.")
    key_dtype = _text_type(key_dtype)
    held = dtypes.int64 if key_dtype.is_integer else key_dtype
    initializer = TextFileInitializer(vocabulary_file, held, key_column_index, dtypes.int64, value_column_index, vocab_size, delimiter)
    return _indexed(initializer, num_oov_buckets, default_value, hasher_spec, key_dtype)


def index_to_string_table_from_tensor(mapping, default_value="UNK", name=None):
    """A table from positions, int64, to the strings of the vector `mapping`; other keys give `default_value`."""
    if mapping is None:
        raise ValueError("mapping must be specified.")
    values = tf.convert_to_tensor(mapping, dtypes.string)
    keys = list(range(values.shape.num_elements()))
    return HashTable(KeyValueTensorInitializer(keys, values, dtypes.int64), default_value)


def index_to_string_table_from_file(
    vocabulary_file,
    vocab_size=None,
    default_value="UNK",
    name=None,
    key_column_index=TextFileIndex.LINE_NUMBER,
    value_column_index=TextFileIndex.WHOLE_LINE,
    delimiter="\t",
):
    """A table from line numbers, int64, to the lines of a file; other keys give `default_value`."""
    if not vocabulary_file:
        raise ValueError("vocabulary_file must be specified and must not be empty.")
    initializer = TextFileInitializer(
        vocabulary_file, dtypes.int64, key_column_index, dtypes.string, value_column_index, vocab_size, delimiter
    )
    return HashTable(initializer, default_value)


# The same as TensorFlow's own module has them, where the argument has another name.
def _index_table_of_list(vocabulary_list, num_oov_buckets=0, default_value=-1, hasher_spec=None, dtype=dtypes.string, name=None):
    """See `index_table_from_tensor`."""
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` must be specified.")
    return index_table_from_tensor(vocabulary_list, num_oov_buckets, default_value, hasher_spec, dtype, name)


def _index_to_string_table_of_list(vocabulary_list, default_value="UNK", name=None):
    """See `index_to_string_table_from_tensor`."""
    if vocabulary_list is None:
        raise ValueError("`vocabulary_list` argument must be specified.")
    return index_to_string_table_from_tensor(vocabulary_list, default_value, name)


def string_to_index_table_from_tensor(mapping, num_oov_buckets=0, default_value=-1, hasher_spec=None, name=None):
    """See `index_table_from_tensor`."""
    return index_table_from_tensor(mapping, num_oov_buckets, default_value, hasher_spec, name=name)


def TextFileIdTableInitializer(
    filename,
    key_column_index=TextFileIndex.WHOLE_LINE,
    value_column_index=TextFileIndex.LINE_NUMBER,  # noqa: N802
    vocab_size=None,
    delimiter="\t",
    name=None,
    key_dtype=dtypes.string,
):
    """A `TextFileInitializer` from lines to their numbers."""
    return TextFileInitializer(filename, key_dtype, key_column_index, dtypes.int64, value_column_index, vocab_size, delimiter)


def TextFileStringTableInitializer(
    filename,
    key_column_index=TextFileIndex.LINE_NUMBER,  # noqa: N802
    value_column_index=TextFileIndex.WHOLE_LINE,
    vocab_size=None,
    delimiter="\t",
    name=None,
):
    """A `TextFileInitializer` from numbers to lines."""
    return TextFileInitializer(filename, dtypes.int64, key_column_index, dtypes.string, value_column_index, vocab_size, delimiter)


__all__ = bound(globals())
__getattr__ = absent("lookup", globals())
