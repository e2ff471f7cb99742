"""`numeric_column` and `bucketized_column`."""

from __future__ import annotations

import collections
import numbers
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.sorting import bucketize
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.feature_column import _base
from tfshim.feature_column._serialization import as_tuples
from tfshim.io.features import FixedLenFeature
from tfshim.sparse import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DTypeLike


def checked_shape(shape, key):
    """A shape as a tuple of positive integers. Raises TypeError and ValueError for others."""
    shape = tuple(shape) if isinstance(shape, (collections.abc.Iterable, TensorShape)) else (shape,)
    for size in shape:
        if not isinstance(size, numbers.Integral):
            raise TypeError(f"shape dimensions must be integer. shape: {shape}, key: {key}")
        if size < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {shape}, key: {key}")
    return shape


def check_number(dtype, key):
    """Raise ValueError unless numbers can have the dtype."""
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")


def check_normalizer(function):
    """Raise TypeError unless it is None or callable."""
    if function is not None and not callable(function):
        raise TypeError(f"normalizer_fn must be a callable. Given: {function}")


def _checked_default(default, shape, dtype, key):
    """The default of a column as nested tuples of `shape`."""
    if default is None:
        return None
    array = np.array(default)
    fits = array.dtype.kind in "iub" or array.dtype.kind == "f" and dtype.is_floating
    if not fits:
        raise TypeError(f"default_value must be compatible with dtype. default_value: {default}, dtype: {dtype}, key: {key}")
    if array.ndim == 0:
        return as_tuples(np.full(shape, array).tolist())
    if array.shape != shape:
        raise ValueError(f"The shape of default_value must be equal to given shape. default_value: {default}, shape: {shape}, key: {key}")
    return as_tuples(array.tolist())


class NumericColumn(
    _base.OneFeature,
    _base.DenseColumn,
    collections.namedtuple("NumericColumn", ("key", "shape", "default_value", "dtype", "normalizer_fn")),
):
    """Numbers as they are; see `numeric_column`."""

    __module__ = _base._MODULE

    @property
    def parse_example_spec(self):
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    @property
    def variable_shape(self):
        return TensorShape(self.shape)

    def transform_feature(self, transformation_cache, state_manager):
        x = transformation_cache.get(self.key, state_manager)
        if isinstance(x, SparseTensor):
            raise ValueError(
                f"The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. key: {self.key}"
            )
        if self.normalizer_fn is not None:
            x = self.normalizer_fn(x)
        return array_ops.cast(x, "float32")

    def get_dense_tensor(self, transformation_cache, state_manager):
        return transformation_cache.get(self, state_manager)


@tf_export("feature_column.numeric_column")
def numeric_column(
    key: str,
    shape: SizesLike = (1,),
    default_value: Any = None,
    dtype: DTypeLike = dtypes.float32,
    normalizer_fn: Callable[..., Any] | None = None,
) -> NumericColumn:
    """A column of numbers. Mirrors `tf.feature_column.numeric_column`.

    Arguments:
        key: the name of the feature, a str; its values have the shape [batch, *shape].
        shape: the shape of one example's values, an int or a sequence of ints (default (1,)).
        default_value: what `tf.io.parse_example` puts where the feature is missing: one number, or as many as `shape` has; by default
            a missing feature is an error.
        dtype: the dtype of the feature (default `tf.float32`), a number; the column is float32.
        normalizer_fn: from the tensor to one of the same shape, such as a scaling.

    Returns:
        a dense column.

    Raises:
        TypeError, ValueError: shape, dtype and default do not go together.

    Example:
        >>> age = tf.feature_column.numeric_column("age", normalizer_fn=lambda x: x / 100)
        >>> tf.keras.layers.DenseFeatures([age])({"age": tf.constant([[25.0], [50.0]])}).numpy()
        array([[0.25],
               [0.5 ]], dtype=float32)
    """
    shape, dtype = checked_shape(shape, key), dtypes.as_dtype(dtype)
    check_number(dtype, key)
    default_value = _checked_default(default_value, shape, dtype, key)
    check_normalizer(normalizer_fn)
    _base.check_key(key)
    return NumericColumn(key, shape, default_value, dtype, normalizer_fn)


class BucketizedColumn(
    _base.DenseColumn, _base.CategoricalColumn, collections.namedtuple("BucketizedColumn", ("source_column", "boundaries"))
):
    """Numbers as the ranges they fall into; see `bucketized_column`."""

    __module__ = _base._MODULE

    @property
    def name(self):
        return f"{self.source_column.name}_bucketized"

    @property
    def parents(self):
        return [self.source_column]

    @property
    def parse_example_spec(self):
        return self.source_column.parse_example_spec

    @property
    def variable_shape(self):
        return TensorShape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self):
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def transform_feature(self, transformation_cache, state_manager):
        return bucketize(transformation_cache.get(self.source_column, state_manager), list(self.boundaries))

    def get_dense_tensor(self, transformation_cache, state_manager):
        return array_ops.one_hot(transformation_cache.get(self, state_manager), len(self.boundaries) + 1, on_value=1.0, off_value=0.0)

    def get_sparse_tensors(self, transformation_cache, state_manager):
        found = array_ops.cast(transformation_cache.get(self, state_manager), "int64")
        # The ranges of each element of a row are numbers of their own.
        first = array_ops.range(self.source_column.shape[0], dtype="int64") * (len(self.boundaries) + 1)
        # A bucket is never negative: these are the indices of all elements.
        places = array_ops.where(math.greater_equal(found, array_ops.constant(0, "int64")))
        ids = array_ops.reshape(found + first, [-1])
        return _base.IdWeightPair(SparseTensor(places, ids, array_ops.shape(found, out_type="int64")), None)


@tf_export("feature_column.bucketized_column")
def bucketized_column(source_column: Any, boundaries: Sequence[Any] | None) -> BucketizedColumn:
    """The ranges that numbers fall into, as categories. Mirrors `tf.feature_column.bucketized_column`.

    Arguments:
        source_column: a `numeric_column` whose shape has one dimension.
        boundaries: where the next range begins, a sequence of ascending numbers; a number at a boundary is in the range above.

    Returns:
        a column that is dense, with a one for the range of each number, [batch, numbers * (boundaries + 1)], and a column of categories
        too, for `embedding_column` and `crossed_column`.

    Raises:
        ValueError: another column, or boundaries that do not ascend.

    Example:
        >>> age = tf.feature_column.bucketized_column(tf.feature_column.numeric_column("age"), [18, 65])
        >>> tf.keras.layers.DenseFeatures([age])({"age": tf.constant([[17.0], [18.0], [80.0]])}).numpy()
        array([[1., 0., 0.],
               [0., 1., 0.],
               [0., 0., 1.]], dtype=float32)
    """
    if not isinstance(source_column, NumericColumn):
        raise ValueError(f"source_column must be a column generated with numeric_column(). Given: {source_column}")
    if len(source_column.shape) > 1:
        raise ValueError(f"source_column must be one-dimensional column. Given: {source_column}")
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    if not isinstance(boundaries, (list, tuple)) or any(a >= b for a, b in zip(boundaries, boundaries[1:])):
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))
