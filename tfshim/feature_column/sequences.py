"""Columns of sequences: for each row of a batch, as many values as it has."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, sparse
from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.feature_column import _base, categorical, numeric
from tfshim.io.features import VarLenFeature
from tfshim.sparse import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DTypeLike


class SequenceCategoricalColumn(_base.CategoricalColumn, collections.namedtuple("SequenceCategoricalColumn", ("categorical_column",))):
    """The categories of another column, each a step."""

    __module__ = _base._MODULE

    @property
    def name(self):
        return self.categorical_column.name

    @property
    def parents(self):
        return [self.categorical_column]

    @property
    def parse_example_spec(self):
        return self.categorical_column.parse_example_spec

    @property
    def num_buckets(self):
        return self.categorical_column.num_buckets

    def transform_feature(self, transformation_cache, state_manager):
        return self.categorical_column.transform_feature(transformation_cache, state_manager)

    def get_sparse_tensors(self, transformation_cache, state_manager):
        pair = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return _base.IdWeightPair(*(None if x is None else _with_steps(x) for x in pair))


def _with_steps(x):
    """Ids [batch, steps] as [batch, steps, 1], as each step has one; those of three axes as they are."""
    return sparse.expand_dims(x, -1) if x.dense_shape.shape[0] == 2 else x


@tf_export("feature_column.sequence_categorical_column_with_identity")
def sequence_categorical_column_with_identity(key: str, num_buckets: int, default_value: Any = None) -> SequenceCategoricalColumn:
    """Integers at each step of a sequence, which are their own categories. Mirrors
    `tf.feature_column.sequence_categorical_column_with_identity`.

    Arguments:
        key: the name of the feature, a str; a SparseTensor [batch, steps] of integers.
        num_buckets: how many categories there are: 0 up to `num_buckets` - 1.
        default_value: the category of integers out of this range; by default (None) they count as nothing.

    Returns:
        a column for `tf.keras.experimental.SequenceFeatures`, within an `indicator_column` or `embedding_column`.

    Raises:
        ValueError: `num_buckets` is less than 1, or `default_value` is out of range.

    Example:
        >>> note = tf.feature_column.sequence_categorical_column_with_identity("note", 2)
        >>> layer = tf.keras.experimental.SequenceFeatures([tf.feature_column.indicator_column(note)])
        >>> values, lengths = layer({"note": tf.sparse.from_dense([[1, 1], [1, 0]])})
        >>> values.shape, lengths.numpy()
        (TensorShape([2, 2, 2]), array([2, 1]))
    """
    return SequenceCategoricalColumn(categorical.categorical_column_with_identity(key, num_buckets, default_value))


@tf_export("feature_column.sequence_categorical_column_with_hash_bucket")
def sequence_categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DTypeLike = dtypes.string
) -> SequenceCategoricalColumn:
    """Strings or integers at each step of a sequence, whose categories are their hash. Mirrors
    `tf.feature_column.sequence_categorical_column_with_hash_bucket`.

    Arguments:
        key: the name of the feature, a str; a SparseTensor [batch, steps].
        hash_bucket_size: how many categories there are, an int from 1.
        dtype: `tf.string` (default) or an integer dtype.

    Returns:
        a column for `tf.keras.experimental.SequenceFeatures`, within an `indicator_column` or `embedding_column`.

    Raises:
        ValueError: `hash_bucket_size` is None or less than 1, or `dtype` is another one.

    Example:
        >>> word = tf.feature_column.sequence_categorical_column_with_hash_bucket("word", 3)
        >>> layer = tf.keras.experimental.SequenceFeatures([tf.feature_column.indicator_column(word)])
        >>> values, lengths = layer({"word": tf.sparse.from_dense([["a", "b"], ["c", ""]])})
        >>> values.shape, lengths.numpy()
        (TensorShape([2, 2, 3]), array([2, 1]))
    """
    return SequenceCategoricalColumn(categorical.categorical_column_with_hash_bucket(key, hash_bucket_size, dtype))


@tf_export("feature_column.sequence_categorical_column_with_vocabulary_list")
def sequence_categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Sequence[Any], dtype: DTypeLike | None = None, default_value: Any = -1, num_oov_buckets: int = 0
) -> SequenceCategoricalColumn:
    """Strings or integers at each step of a sequence, whose categories are their places in a list. Mirrors
    `tf.feature_column.sequence_categorical_column_with_vocabulary_list`.

    Arguments:
        key: the name of the feature, a str; a SparseTensor [batch, steps].
        vocabulary_list, dtype, default_value, num_oov_buckets: as of `tf.feature_column.categorical_column_with_vocabulary_list`.

    Returns:
        a column for `tf.keras.experimental.SequenceFeatures`, within an `indicator_column` or `embedding_column`.

    Raises:
        ValueError: the list is empty or has a value twice, or both `default_value` and `num_oov_buckets` are given.

    Example:
        >>> word = tf.feature_column.sequence_categorical_column_with_vocabulary_list("word", ["a", "b"])
        >>> layer = tf.keras.experimental.SequenceFeatures([tf.feature_column.indicator_column(word)])
        >>> values, lengths = layer({"word": tf.sparse.from_dense([["b", "a"]])})
        >>> values.numpy()
        array([[[0., 1.],
                [1., 0.]]], dtype=float32)
    """
    return SequenceCategoricalColumn(
        categorical.categorical_column_with_vocabulary_list(key, vocabulary_list, dtype, default_value, num_oov_buckets)
    )


@tf_export("feature_column.sequence_categorical_column_with_vocabulary_file")
def sequence_categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: Any = None,
    dtype: DTypeLike = dtypes.string,
) -> SequenceCategoricalColumn:
    r"""Strings or integers at each step of a sequence, whose categories are their lines in a file. Mirrors
    `tf.feature_column.sequence_categorical_column_with_vocabulary_file`.

    Arguments:
        key: the name of the feature, a str; a SparseTensor [batch, steps].
        vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype: as of
            `tf.feature_column.categorical_column_with_vocabulary_file`.

    Returns:
        a column for `tf.keras.experimental.SequenceFeatures`, within an `indicator_column` or `embedding_column`.

    Raises:
        ValueError: the file is not there, or the arguments do not go together.

    Example:
        >>> with open("words.txt", "w") as file:
        ...     _ = file.write("a\nb\n")
        >>> word = tf.feature_column.sequence_categorical_column_with_vocabulary_file("word", "words.txt")
        >>> layer = tf.keras.experimental.SequenceFeatures([tf.feature_column.indicator_column(word)])
        >>> layer({"word": tf.sparse.from_dense([["b"]])})[0].numpy()
        array([[[0., 1.]]], dtype=float32)
    """
    return SequenceCategoricalColumn(
        categorical.categorical_column_with_vocabulary_file(key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets)
    )


class SequenceNumericColumn(
    _base.OneFeature,
    _base.SequenceDenseColumn,
    collections.namedtuple("SequenceNumericColumn", ("key", "shape", "default_value", "dtype", "normalizer_fn")),
):
    """Numbers at each step; see `sequence_numeric_column`."""

    __module__ = "tensorflow.python.feature_column.sequence_feature_column"

    @property
    def parse_example_spec(self):
        return {self.key: VarLenFeature(self.dtype)}

    @property
    def variable_shape(self):
        return TensorShape(self.shape)

    def transform_feature(self, transformation_cache, state_manager):
        x = transformation_cache.get(self.key, state_manager)
        return x if self.normalizer_fn is None else self.normalizer_fn(x)

    def get_sequence_dense_tensor(self, transformation_cache, state_manager):
        x = transformation_cache.get(self, state_manager)
        if not isinstance(x, SparseTensor):
            raise TypeError(f"Input must be a SparseTensor. sequence_numeric_column {self.key!r} was given {x}")
        dense = sparse.to_dense(x, default_value=self.default_value)
        dense = array_ops.reshape(dense, [array_ops.shape(dense)[0], -1, *self.shape])
        # In a matrix the elements of a step are adjacent columns; with three axes a step is a row.
        elements = self.variable_shape.num_elements() if x.dense_shape.shape[0] == 2 else 1
        return _base.TensorSequenceLengthPair(dense, _base.sequence_length(x, elements))


@tf_export("feature_column.sequence_numeric_column")
def sequence_numeric_column(
    key: str,
    shape: SizesLike = (1,),
    default_value: Any = 0.0,
    dtype: DTypeLike = dtypes.float32,
    normalizer_fn: Callable[..., Any] | None = None,
) -> SequenceNumericColumn:
    """Numbers at each step of a sequence. Mirrors `tf.feature_column.sequence_numeric_column`.

    Arguments:
        key: the name of the feature, a str; a SparseTensor [batch, steps * numbers].
        shape: the shape of the numbers of one step, a sequence of ints (default (1,)).
        default_value: what shorter sequences are filled up with (default 0.0).
        dtype: the dtype of the feature (default `tf.float32`), a number.
        normalizer_fn: from the SparseTensor to one of the same shape.

    Returns:
        a column for `tf.keras.experimental.SequenceFeatures`, float32 [batch, steps, *shape].

    Raises:
        TypeError, ValueError: other shapes and dtypes.

    Example:
        >>> level = tf.feature_column.sequence_numeric_column("level")
        >>> values, lengths = tf.keras.experimental.SequenceFeatures([level])({"level": tf.sparse.from_dense([[2.0, 3.0], [4.0, 0.0]])})
        >>> values.numpy().squeeze(-1)
        array([[2., 3.],
               [4., 0.]], dtype=float32)
        >>> lengths.numpy()
        array([2, 1])
    """
    shape, dtype = numeric.checked_shape(shape, key), dtypes.as_dtype(dtype)
    numeric.check_number(dtype, key)
    numeric.check_normalizer(normalizer_fn)
    return SequenceNumericColumn(key, shape, default_value, dtype, normalizer_fn)
