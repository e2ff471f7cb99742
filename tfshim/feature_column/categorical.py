"""Columns of categories: by identity, hash or vocabulary, and with weights."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, lookup, math, strings
from tfshim._export import tf_export
from tfshim.data.transformations.readers import TFRecordDataset
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.feature_column import _base
from tfshim.io import gfile
from tfshim.io.features import VarLenFeature
from tfshim.sparse import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DTypeLike


class _OneFeature(_base.OneFeature, _base.CategoricalColumn):
    """A column of the categories of one feature."""

    @property
    def parse_example_spec(self):
        return {self.key: VarLenFeature(getattr(self, "dtype", dtypes.int64))}

    def transform_feature(self, transformation_cache, state_manager):
        x = _base.as_sparse(transformation_cache.get(self.key, state_manager))
        return _base.with_values(x, self._ids(x.values))


class IdentityCategoricalColumn(
    _OneFeature, collections.namedtuple("IdentityCategoricalColumn", ("key", "number_buckets", "default_value"))
):
    """Integers as ids; see `categorical_column_with_identity`."""

    __module__ = _base._MODULE

    @property
    def num_buckets(self):
        return self.number_buckets

    def _ids(self, values):
        if not values.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {values.dtype}")
        values = array_ops.cast(values, "int64")
        if self.default_value is None:
            return values
        inside = math.logical_and(values >= 0, values < self.num_buckets)
        return array_ops.where(inside, values, array_ops.constant(self.default_value, "int64"))


@tf_export("feature_column.categorical_column_with_identity")
def categorical_column_with_identity(key: str, num_buckets: int, default_value: Any = None) -> IdentityCategoricalColumn:
    """A column of integers that are their own categories. Mirrors `tf.feature_column.categorical_column_with_identity`.

    Arguments:
        key: the name of the feature, a str; its values are int32 or int64, dense or sparse.
        num_buckets: how many categories there are: 0 up to `num_buckets` - 1.
        default_value: the category of integers out of this range; by default (None) they count as nothing.

    Returns:
        a column of categories, for `indicator_column`, `embedding_column` and others. -1 in a dense feature is a missing value.

    Raises:
        ValueError: `num_buckets` is less than 1, or `default_value` is out of range.

    Example:
        >>> color = tf.feature_column.categorical_column_with_identity("color", num_buckets=3)
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(color)])
        >>> dense({"color": tf.constant([[2], [0]])}).numpy()
        array([[0., 0., 1.],
               [1., 0., 0.]], dtype=float32)
    """
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}")
    _base.check_key(key)
    return IdentityCategoricalColumn(key, num_buckets, default_value)


class HashedCategoricalColumn(_OneFeature, collections.namedtuple("HashedCategoricalColumn", ("key", "hash_bucket_size", "dtype"))):
    """Strings or integers by their hash; see `categorical_column_with_hash_bucket`."""

    __module__ = _base._MODULE

    @property
    def num_buckets(self):
        return self.hash_bucket_size

    def _ids(self, values):
        check_category(values.dtype, self.key)
        _base.check_same_kind(self.dtype, values.dtype, self.key)
        # TensorFlow hashes integers by their digits.
        text = values if self.dtype == dtypes.string else strings.as_string(values)
        return strings.to_hash_bucket_fast(text, self.hash_bucket_size)


def check_category(dtype, key):
    """Raise ValueError unless values are strings or integers."""
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"column_name: {key} input_tensor dtype must be string or integer. dtype: {dtype}.")


@tf_export("feature_column.categorical_column_with_hash_bucket")
def categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int | None, dtype: DTypeLike = dtypes.string
) -> HashedCategoricalColumn:
    """A column of strings or integers whose categories are their hash. Mirrors `tf.feature_column.categorical_column_with_hash_bucket`.

    Arguments:
        key: the name of the feature, a str.
        hash_bucket_size: how many categories there are, an int from 1. Different values may share one.
        dtype: `tf.string` (default), or an integer dtype, whose values are hashed by their digits.

    Returns:
        a column of categories, for `indicator_column`, `embedding_column` and others. "" and -1 in a dense feature are missing values. The
        categories are those that TensorFlow gives.

    Raises:
        ValueError: `hash_bucket_size` is None or less than 1, or `dtype` is another one.

    Example:
        >>> city = tf.feature_column.categorical_column_with_hash_bucket("city", 4)
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(city)])
        >>> dense({"city": tf.constant([["Rome"], ["Rome"]])}).numpy().sum(axis=0).max()
        2.0
    """
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}")
    _base.check_key(key)
    dtype = dtypes.as_dtype(dtype)
    _base.check_dtype_kind(dtype, key)
    return HashedCategoricalColumn(key, hash_bucket_size, dtype)


class _Vocabulary(_OneFeature):
    """A column whose ids are places in a vocabulary, which is made into a table when it is first needed."""

    @property
    def num_buckets(self):
        return self._size() + self.num_oov_buckets

    def _ids(self, values):
        _base.check_same_kind(self.dtype, values.dtype, self.key)
        with init_scope():  # it outlives the function that is being traced
            table = self._table_in(TS.graph)
        return table.lookup(array_ops.cast(values, "int64") if values.dtype.is_integer else values)

    def _table_in(self, graph):
        # A graph of TensorFlow 1 has a table of its own, whose nodes are written with it. It keeps the column too: none other gets its id.
        kept = self.__dict__ if graph is None else graph.memory.setdefault("tables of columns", {})
        place = "_table" if graph is None else id(self)
        if place not in kept:
            table = self._make_table(self._initializer())
            kept[place] = table if graph is None else (self, table)
        return kept[place] if graph is None else kept[place][1]

    def _make_table(self, initializer):
        if self.num_oov_buckets:
            return lookup.StaticVocabularyTable(initializer, self.num_oov_buckets, lookup_key_dtype=initializer.key_dtype)
        return lookup.StaticHashTable(initializer, self.default_value)


class VocabularyListCategoricalColumn(
    _Vocabulary,
    collections.namedtuple("VocabularyListCategoricalColumn", ("key", "vocabulary_list", "dtype", "default_value", "num_oov_buckets")),
):
    """Strings or integers by their place in a list; see `categorical_column_with_vocabulary_list`."""

    __module__ = _base._MODULE

    def _size(self):
        return len(self.vocabulary_list)

    def _initializer(self):
        kind = "int64" if self.dtype.is_integer else "string"
        return lookup.KeyValueTensorInitializer(
            array_ops.constant(list(self.vocabulary_list), kind), array_ops.range(len(self.vocabulary_list), dtype="int64")
        )


def _check_unknown(key, default_value, num_oov_buckets):
    if num_oov_buckets:
        if default_value is not None and default_value != -1:
            raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
        if num_oov_buckets < 0:
            raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


@tf_export("feature_column.categorical_column_with_vocabulary_list")
def categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Sequence[Any], dtype: DTypeLike | None = None, default_value: Any = -1, num_oov_buckets: int = 0
) -> VocabularyListCategoricalColumn:
    """A column of strings or integers whose categories are their places in a list. Mirrors
    `tf.feature_column.categorical_column_with_vocabulary_list`.

    Arguments:
        key: the name of the feature, a str.
        vocabulary_list: the values, a sequence of strings or integers, each of them once.
        dtype: that of the list by default.
        default_value: the category of other values, an int; by default (-1) they count as nothing.
        num_oov_buckets: how many further categories other values are spread over by their hash (default 0); not with `default_value`.

    Returns:
        a column of categories, for `indicator_column`, `embedding_column` and others.

    Raises:
        ValueError: the list is empty or has a value twice, or both `default_value` and `num_oov_buckets` are given.

    Example:
        >>> size = tf.feature_column.categorical_column_with_vocabulary_list("size", ["small", "large"])
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(size)])
        >>> dense({"size": tf.constant([["large"], ["huge"]])}).numpy()
        array([[0., 1.],
               [0., 0.]], dtype=float32)
    """
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}")
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}")
    array = np.array(vocabulary_list)
    own = dtypes.string if array.dtype.kind in "USO" else dtypes.as_dtype(array.dtype)
    _check_unknown(key, default_value, num_oov_buckets)
    if own != dtypes.string and not own.is_integer:
        raise ValueError(f"column_name: {key} vocabulary dtype must be string or integer. dtype: {own}.")
    dtype = own if dtype is None else dtypes.as_dtype(dtype)
    if dtype.is_integer != own.is_integer:
        raise ValueError(f"dtype {dtype} and vocabulary dtype {own} do not match, column_name: {key}")
    _base.check_dtype_kind(dtype, key)
    _base.check_key(key)
    words = tuple(w.item() if isinstance(w, np.generic) else w for w in vocabulary_list)
    return VocabularyListCategoricalColumn(key, words, dtype, default_value, num_oov_buckets)


class VocabularyFileCategoricalColumn(
    _Vocabulary,
    collections.namedtuple(
        "VocabularyFileCategoricalColumn",
        ("key", "vocabulary_file", "vocabulary_size", "num_oov_buckets", "dtype", "default_value", "file_format"),
    ),
):
    """Strings or integers by their place in a file; see `categorical_column_with_vocabulary_file`."""

    __module__ = _base._MODULE

    def _size(self):
        return self.vocabulary_size

    def _initializer(self):
        kind = dtypes.int64 if self.dtype.is_integer else dtypes.string
        if self.file_format == "tfrecord_gzip":
            keys = [r.numpy() for r in TFRecordDataset(self.vocabulary_file, "GZIP").take(self.vocabulary_size)]
            keys = [int(k) for k in keys] if kind.is_integer else keys
            return lookup.KeyValueTensorInitializer(array_ops.constant(keys, kind), array_ops.range(len(keys), dtype="int64"))
        if self.file_format not in (None, "text"):
            raise ValueError(f"column_name: {self.key} file_format must be 'text' or 'tfrecord_gzip', got {self.file_format!r}.")
        return lookup.TextFileInitializer(
            self.vocabulary_file,
            kind,
            lookup.TextFileIndex.WHOLE_LINE,
            dtypes.int64,
            lookup.TextFileIndex.LINE_NUMBER,
            vocab_size=self.vocabulary_size,
        )


@tf_export("feature_column.categorical_column_with_vocabulary_file", v1=[])
def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: Any,
    vocabulary_size: int | None = None,
    dtype: DTypeLike = dtypes.string,
    default_value: Any = None,
    num_oov_buckets: int = 0,
    file_format: str | None = None,
) -> VocabularyFileCategoricalColumn:
    r"""A column of strings or integers whose categories are their lines in a file. Mirrors
    `tf.feature_column.categorical_column_with_vocabulary_file`.

    Arguments:
        key: the name of the feature, a str.
        vocabulary_file: the file, with one value on each line.
        vocabulary_size: how many of the lines to take; all by default.
        dtype: `tf.string` (default) or an integer dtype.
        default_value: the category of other values, an int; by default (None) they count as nothing.
        num_oov_buckets: how many further categories other values are spread over by their hash (default 0); not with `default_value`.
        file_format: None or "text", or "tfrecord_gzip" for compressed records.

    Returns:
        a column of categories, for `indicator_column`, `embedding_column` and others.

    Raises:
        ValueError: the file is not there, or the arguments do not go together.

    Example:
        >>> with open("sizes.txt", "w") as file:
        ...     _ = file.write("small\nlarge\n")
        >>> size = tf.feature_column.categorical_column_with_vocabulary_file("size", "sizes.txt")
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(size)])
        >>> dense({"size": tf.constant([["large"]])}).numpy()
        array([[0., 1.]], dtype=float32)
    """
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if vocabulary_size is None:
        if not gfile.exists(vocabulary_file):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        with gfile.GFile(vocabulary_file, mode="rb") as lines:
            vocabulary_size = sum(1 for _ in lines)
    if vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _check_unknown(key, default_value, num_oov_buckets)
    dtype = dtypes.as_dtype(dtype)
    _base.check_dtype_kind(dtype, key)
    _base.check_key(key)
    return VocabularyFileCategoricalColumn(
        key, vocabulary_file, vocabulary_size, num_oov_buckets, dtype, -1 if default_value is None else default_value, file_format
    )


class WeightedCategoricalColumn(
    _base.CategoricalColumn, collections.namedtuple("WeightedCategoricalColumn", ("categorical_column", "weight_feature_key", "dtype"))
):
    """Categories with weights from another feature; see `weighted_categorical_column`."""

    __module__ = _base._MODULE

    @property
    def name(self):
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parents(self):
        return [self.categorical_column, self.weight_feature_key]

    @property
    def parse_example_spec(self):
        spec = dict(self.categorical_column.parse_example_spec)
        if self.weight_feature_key in spec:
            raise ValueError(f"Parse config {spec[self.weight_feature_key]} already exists for {self.weight_feature_key}.")
        return {**spec, self.weight_feature_key: VarLenFeature(self.dtype)}

    @property
    def num_buckets(self):
        return self.categorical_column.num_buckets

    def transform_feature(self, transformation_cache, state_manager):
        weights = transformation_cache.get(self.weight_feature_key, state_manager)
        if weights.dtype != self.dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype}, but got {weights.dtype}.")
        weights = _base.as_sparse(weights, 0)
        if not weights.dtype.is_floating:
            weights = _base.with_values(weights, array_ops.cast(weights.values, "float32"))
        return transformation_cache.get(self.categorical_column, state_manager), weights

    def get_sparse_tensors(self, transformation_cache, state_manager):
        return _base.IdWeightPair(*transformation_cache.get(self, state_manager))


@tf_export("feature_column.weighted_categorical_column")
def weighted_categorical_column(
    categorical_column: Any, weight_feature_key: str, dtype: DTypeLike = dtypes.float32
) -> WeightedCategoricalColumn:
    """The categories of a column, each with a weight from another feature. Mirrors `tf.feature_column.weighted_categorical_column`.

    Arguments:
        categorical_column: a column of categories.
        weight_feature_key: the name of the feature with the weights, a str; it has values in the same places.
        dtype: the dtype of the weights, a number (default `tf.float32`).

    Returns:
        a column of categories: `indicator_column` adds up the weights in place of counting, `embedding_column` combines by them.

    Raises:
        ValueError: `dtype` is no number.

    Example:
        >>> word = tf.feature_column.categorical_column_with_identity("word", 3)
        >>> weighted = tf.feature_column.weighted_categorical_column(word, "weight")
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(weighted)])
        >>> dense({"word": tf.constant([[0, 2]]), "weight": tf.constant([[0.5, 2.0]])}).numpy()
        array([[0.5, 0. , 2. ]], dtype=float32)
    """
    if dtype is None or not (dtypes.as_dtype(dtype).is_integer or dtypes.as_dtype(dtype).is_floating):
        raise ValueError(f"dtype {dtype if dtype is None else dtypes.as_dtype(dtype)} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, dtypes.as_dtype(dtype))


def sparse_of(column, cache, state):
    """The ids of a column that crossing may use; ValueError where they have weights."""
    pair = column.get_sparse_tensors(cache, state)
    if pair.weight_tensor is not None:
        raise ValueError(
            f"crossed_column does not support weight_tensor, but the given column populates weight_tensor. Given column: {column.name}"
        )
    if isinstance(pair.id_tensor, SparseTensor):
        return pair.id_tensor
    return _base.as_sparse(pair.id_tensor)
