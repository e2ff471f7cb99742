"""`make_parse_example_spec`: what parsing needs to know of the features of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tfshim._export import tf_export
from tfshim.feature_column._base import FeatureColumn


@tf_export("feature_column.make_parse_example_spec", v1=[])
def make_parse_example_spec(feature_columns: Sequence[Any]) -> dict[str, Any]:
    """{name: FixedLenFeature or VarLenFeature} for `tf.io.parse_example`, of all features that the columns use.

    Mirrors `tf.feature_column.make_parse_example_spec`. Raises ValueError for what is no column, and where two columns disagree.
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
