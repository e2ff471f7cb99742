"""`crossed_column`: several features hashed together."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import sparse
from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.feature_column import _base
from tfshim.feature_column.categorical import HashedCategoricalColumn, sparse_of
from tfshim.io.features import VarLenFeature

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


class CrossedColumn(_base.CategoricalColumn, collections.namedtuple("CrossedColumn", ("keys", "hash_bucket_size", "hash_key"))):
    """All combinations of the values of several features; see `crossed_column`."""

    __module__ = _base._MODULE

    @property
    def name(self):
        return "_X_".join(sorted(k if isinstance(k, str) else k.name for k in _leaves(self)))

    @property
    def parents(self):
        return list(self.keys)

    @property
    def parse_example_spec(self):
        spec = {}
        for key in self.keys:
            spec.update(key.parse_example_spec if isinstance(key, _base.FeatureColumn) else {key: VarLenFeature(dtypes.string)})
        return spec

    @property
    def num_buckets(self):
        return self.hash_bucket_size

    def transform_feature(self, transformation_cache, state_manager):
        tensors = []
        for key in _leaves(self):
            if isinstance(key, str):
                tensors.append(transformation_cache.get(key, state_manager))
            else:
                tensors.append(sparse_of(key, transformation_cache, state_manager))
        return sparse.cross_hashed(tensors, num_buckets=self.hash_bucket_size, hash_key=self.hash_key)


def _leaves(cross):
    """The features and columns of a cross, those of crosses within it in their place."""
    for key in cross.keys:
        if isinstance(key, CrossedColumn):
            yield from _leaves(key)
        else:
            yield key


@tf_export("feature_column.crossed_column")
def crossed_column(keys: Sequence[Any] | None, hash_bucket_size: int, hash_key: TensorLike | None = None) -> CrossedColumn:
    """The combinations of the values of several features, as categories. Mirrors `tf.feature_column.crossed_column`.

    Arguments:
        keys: two or more names of features (of strings or integers), or columns of categories other than by hash.
        hash_bucket_size: how many categories there are; the combinations are spread over them by their hash.
        hash_key: another start of the hash, an int.

    Returns:
        a column of categories, for `indicator_column`, `embedding_column` and others. The categories are those that TensorFlow gives.

    Raises:
        ValueError: there are fewer than two keys, or one that cannot be crossed.

    Example:
        >>> cross = tf.feature_column.crossed_column(["city", "kind"], hash_bucket_size=5)
        >>> dense = tf.keras.layers.DenseFeatures([tf.feature_column.indicator_column(cross)])
        >>> features = {"city": tf.constant([["Rome", "Oslo"]]), "kind": tf.constant([["old"]])}
        >>> dense(features).numpy().sum()
        2.0
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, _base.CategoricalColumn)):
            raise ValueError(
                f"Unsupported key type. All keys must be either string, or categorical column except HashedCategoricalColumn. Given: {key}"
            )
        if isinstance(key, HashedCategoricalColumn):
            raise ValueError(
                "categorical_column_with_hash_bucket is not supported for crossing. Hashing before crossing will increase "
                f"probability of collision. Instead, use the feature name as a string. Given: {key}"
            )
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)
