"""Replaces `tensorflow.python.feature_column.serialization`: columns as plain values, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tfshim.feature_column import _base, _serialization

_REPLACES = "tensorflow.python.feature_column.serialization"


def serialize_feature_column(fc: Any) -> Any:
    """A column as {"class_name", "config"}, a name as it is. Raises ValueError for anything else."""
    if isinstance(fc, str):
        return fc
    if isinstance(fc, _base.FeatureColumn):
        return {"class_name": type(fc).__name__, "config": fc.get_config()}
    raise ValueError(f"Instance: {fc} is not a FeatureColumn")


def deserialize_feature_column(
    config: Any, custom_objects: dict[str, Any] | None = None, columns_by_name: dict[Any, Any] | None = None
) -> Any:
    """The column that `config` describes, a name as it is; equal ones are one by `columns_by_name`."""
    return config if isinstance(config, str) else _serialization.deserialize(config, custom_objects, columns_by_name)


def serialize_feature_columns(feature_columns: Iterable[Any]) -> list[Any]:
    """Each of the columns as `serialize_feature_column` gives it."""
    return [serialize_feature_column(fc) for fc in feature_columns]


def deserialize_feature_columns(configs: Sequence[Any], custom_objects: dict[str, Any] | None = None) -> list[Any]:
    """The columns that `configs` describe; those that are equal are one."""
    columns: dict[Any, Any] = {}
    return [deserialize_feature_column(config, custom_objects, columns) for config in configs]


def is_feature_column_v2(feature_columns: Iterable[Any]) -> bool:
    """Whether each of them is a column of TensorFlow 2, as all of tfshim's are."""
    return all(isinstance(fc, _base.FeatureColumn) for fc in feature_columns)
