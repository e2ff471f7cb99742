"""Specs by which Example messages with features, labels and weights are parsed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.feature_column.numeric import NumericColumn, numeric_column
from tfshim.feature_column.parse_spec import make_parse_example_spec
from tfshim.io.features import FixedLenFeature

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import DTypeLike


def _spec(feature_columns, label_key, label, weight_column):
    made = make_parse_example_spec(feature_columns)
    if label_key in made:
        raise ValueError(f"label should not be used as feature. label_key: {label_key}, features: {made.keys()}")
    made[label_key] = label
    if weight_column is None:
        return made
    if isinstance(weight_column, str):
        weight_column = numeric_column(weight_column)
    if not isinstance(weight_column, NumericColumn):
        raise ValueError(
            "weight_column should be an instance of tf.feature_column.numeric_column. "
            f"Given type: {type(weight_column)} value: {weight_column}"
        )
    if weight_column.key in made:
        raise ValueError(f"weight_column should not be used as feature. weight_column: {weight_column.key}, features: {made.keys()}")
    return {**made, **weight_column.parse_example_spec}


@tf_export("estimator.classifier_parse_example_spec")
def classifier_parse_example_spec(
    feature_columns: Iterable[Any],
    label_key: str,
    label_dtype: DTypeLike = dtypes.int64,
    label_default: Any = None,
    weight_column: Any = None,
) -> dict[str, Any]:
    """The spec by which `tf.io.parse_example` reads what a classifier is trained on. Mirrors `tf.estimator.classifier_parse_example_spec`.

    It has the features of the columns, as `tf.feature_column.make_parse_example_spec` gives them, and one for
    the labels and the weights.

    Arguments:
        feature_columns: the columns, an iterable.
        label_key: the name of the labels in the records.
        label_dtype: their dtype, int64 by default.
        label_default: the label of records without one; None (the default) refuses these.
        weight_column: a numeric column of the weights, or its name; None by default.

    Returns:
        A dictionary from names to `tf.io.FixedLenFeature`s and their relatives.

    Raises:
        ValueError: the labels or the weights are among the features.

    Example:
        >>> spec = tf.estimator.classifier_parse_example_spec([tf.feature_column.numeric_column("x")], "y", weight_column="w")
        >>> {name: feature.dtype.name for name, feature in sorted(spec.items())}
        {'w': 'float32', 'x': 'float32', 'y': 'int64'}
    """
    return _spec(feature_columns, label_key, FixedLenFeature((1,), label_dtype, label_default), weight_column)


@tf_export("estimator.regressor_parse_example_spec")
def regressor_parse_example_spec(
    feature_columns: Iterable[Any],
    label_key: str,
    label_dtype: DTypeLike = dtypes.float32,
    label_default: Any = None,
    label_dimension: int = 1,
    weight_column: Any = None,
) -> dict[str, Any]:
    """The spec by which `tf.io.parse_example` reads what a regressor is trained on. Mirrors `tf.estimator.regressor_parse_example_spec`.

    It has the features of the columns, as `tf.feature_column.make_parse_example_spec` gives them, and one for
    the labels and the weights.

    Arguments:
        feature_columns: the columns, an iterable.
        label_key: the name of the labels in the records.
        label_dtype: their dtype, float32 by default.
        label_default: the label of records without one; None (the default) refuses these.
        label_dimension: how many values a label has, 1 by default.
        weight_column: a numeric column of the weights, or its name; None by default.

    Returns:
        A dictionary from names to `tf.io.FixedLenFeature`s and their relatives.

    Raises:
        ValueError: the labels or the weights are among the features.

    Example:
        >>> spec = tf.estimator.regressor_parse_example_spec([tf.feature_column.numeric_column("x")], "y", label_dimension=2)
        >>> spec["y"].shape, spec["y"].dtype
        ((2,), tf.float32)
    """
    return _spec(feature_columns, label_key, FixedLenFeature((label_dimension,), label_dtype, label_default), weight_column)
