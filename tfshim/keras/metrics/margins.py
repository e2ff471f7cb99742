"""Losses that ask for a margin, as metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.keras.losses import functions
from tfshim.keras.metrics.base import MeanMetricWrapper

if TYPE_CHECKING:
    from tfshim.keras.annotations import PolicyLike


@tf_export("keras.metrics.Hinge")
class Hinge(MeanMetricWrapper):
    """The mean hinge loss of labels of -1 and 1, over all examples.

    Mirrors `tf.keras.metrics.Hinge`. `max(1 - y_true * y_pred, 0)`; labels that are all 0 or 1 become -1 and 1. `update_state(y_true,
    y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape; predictions are any numbers, whose sign is the class.

    Arguments:
        name: "hinge" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.Hinge()
        >>> float(metric([[1.0], [-1.0], [1.0], [1.0]], [[2.0], [-0.5], [-1.0], [0.5]]))
        0.75
    """

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.hinge, name, dtype=dtype)


@tf_export("keras.metrics.CategoricalHinge")
class CategoricalHinge(MeanMetricWrapper):
    """The mean hinge loss over several classes: `max(1 + greatest wrong - right, 0)`.

    Mirrors `tf.keras.metrics.CategoricalHinge`. `update_state(y_true, y_pred, sample_weight=None)` takes one-hot labels and predictions of
    one shape [batch, ..., classes]; an example counts 0 where the prediction of its class is greater by 1 than all others.

    Arguments:
        name: "categorical_hinge" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.CategoricalHinge()
        >>> float(metric([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], [[0.0, 3.0, 1.0], [0.5, 1.0, 0.0]]))
        0.75
    """

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "categorical_hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.categorical_hinge, name, dtype=dtype)


@tf_export("keras.metrics.SquaredHinge")
class SquaredHinge(MeanMetricWrapper):
    """The mean squared hinge loss of labels of -1 and 1, over all examples.

    Mirrors `tf.keras.metrics.SquaredHinge`. `max(1 - y_true * y_pred, 0) ** 2`; labels that are all 0 or 1 become -1 and 1.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape; predictions are any numbers.

    Arguments:
        name: "squared_hinge" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.SquaredHinge()
        >>> float(metric([[1.0], [-1.0], [1.0], [1.0]], [[2.0], [-0.5], [-1.0], [0.5]]))
        1.125
    """

    __module__ = "keras.src.metrics.hinge_metrics"

    def __init__(self, name: str | None = "squared_hinge", dtype: PolicyLike = None) -> None:
        super().__init__(functions.squared_hinge, name, dtype=dtype)
