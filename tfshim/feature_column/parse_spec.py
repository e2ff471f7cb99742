"""`make_parse_example_spec`: what parsing needs to know of the features of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim._export import tf_export
from tfshim.feature_column._base import FeatureColumn


@tf_export("feature_column.make_parse_example_spec", v1=[])
def make_parse_example_spec(feature_columns: Sequence[Any]) -> dict[str, Any]:
    """What `tf.io.parse_example` has to be told of the features that columns use. Mirrors `tf.feature_column.make_parse_example_spec`.

    Arguments:
        feature_columns: a list of columns, of any kind; the columns in them count too.

    Returns:
        a dict from names to `tf.io.FixedLenFeature` (of numbers) or `tf.io.VarLenFeature` (of categories).

    Raises:
        ValueError: there is something that is no column, or two columns disagree about a feature.

    Example:
        >>> age = tf.feature_column.numeric_column("age")
        >>> city = tf.feature_column.categorical_column_with_hash_bucket("city", 10)
        >>> spec = tf.feature_column.make_parse_example_spec([age, tf.feature_column.indicator_column(city)])
        >>> spec["age"]
        FixedLenFeature(shape=(1,), dtype=tf.float32, default_value=None)
        >>> spec["city"]
        VarLenFeature(dtype=tf.string)
    """
    spec = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(f"All feature_columns must be FeatureColumn instances. Given: {column}")
        for key, value in column.parse_example_spec.items():
            if key in spec and value != spec[key]:
                raise ValueError(f"feature_columns contain different parse_spec for key {key}. Given {value} and {spec[key]}")
            spec[key] = value
    return spec
