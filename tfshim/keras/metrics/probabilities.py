"""Losses of predicted probabilities and rates, as metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.keras.losses import crossentropies, functions
from tfshim.keras.metrics.base import MeanMetricWrapper

if TYPE_CHECKING:
    from tfshim.keras.annotations import PolicyLike


@tf_export("keras.metrics.BinaryCrossentropy")
class BinaryCrossentropy(MeanMetricWrapper):
    """The mean cross-entropy of labels of 0 and 1 and predictions, over all examples.

    Mirrors `tf.keras.metrics.BinaryCrossentropy`. It watches the loss without penalties, or beside another loss.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "binary_crossentropy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        from_logits: whether predictions are any numbers, which pass through a sigmoid; False by default: they lie in [0, 1].
        label_smoothing: how far labels are pulled to 0.5; 0 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.BinaryCrossentropy()
        >>> round(float(metric([[0.0], [1.0]], [[0.2], [0.9]])), 3)
        0.164
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self, name: str | None = "binary_crossentropy", dtype: PolicyLike = None, from_logits: bool = False, label_smoothing: float = 0
    ) -> None:
        super().__init__(crossentropies.binary_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing)


@tf_export("keras.metrics.CategoricalCrossentropy")
class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross-entropy of one-hot labels and predictions, over all examples.

    Mirrors `tf.keras.metrics.CategoricalCrossentropy`. It watches the loss without penalties, or beside another loss.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., classes] of one shape.

    Arguments:
        name: "categorical_crossentropy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default.
        label_smoothing: the share of each label that is spread evenly over all classes; 0 by default.
        axis: the axis of the classes; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.CategoricalCrossentropy()
        >>> round(float(metric([[0.0, 1.0, 0.0]], [[0.1, 0.8, 0.1]])), 3)
        0.223
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self,
        name: str | None = "categorical_crossentropy",
        dtype: PolicyLike = None,
        from_logits: bool = False,
        label_smoothing: float = 0,
        axis: int = -1,
    ) -> None:
        super().__init__(
            crossentropies.categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis
        )


@tf_export("keras.metrics.SparseCategoricalCrossentropy")
class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross-entropy of numbers of classes and predictions, over all examples.

    Mirrors `tf.keras.metrics.SparseCategoricalCrossentropy`. `update_state(y_true, y_pred, sample_weight=None)` takes integers [batch, ...]
    and predictions [batch, ..., classes].

    Arguments:
        name: "sparse_categorical_crossentropy" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        from_logits: whether predictions are any numbers, which pass through a softmax; False by default.
        ignore_class: labels of this number count as 0; None (default): none.
        axis: the axis of the classes; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.SparseCategoricalCrossentropy()
        >>> round(float(metric([1, 2], [[0.1, 0.8, 0.1], [0.2, 0.3, 0.5]])), 3)
        0.458
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(
        self,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: PolicyLike = None,
        from_logits: bool = False,
        ignore_class: int | None = None,
        axis: int = -1,
    ) -> None:
        super().__init__(
            crossentropies.sparse_categorical_crossentropy, name, dtype=dtype, from_logits=from_logits, ignore_class=ignore_class, axis=axis
        )


@tf_export("keras.metrics.Poisson")
class Poisson(MeanMetricWrapper):
    """The mean loss of counts under Poisson's distribution: `y_pred - y_true * log(y_pred)`.

    Mirrors `tf.keras.metrics.Poisson`. Predictions are expected counts, which have to be positive; 1e-7 is added within the logarithm.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "poisson" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.Poisson()
        >>> round(float(metric([[2.0, 0.0]], [[2.0, 1.0]])), 3)
        0.807
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name: str | None = "poisson", dtype: PolicyLike = None) -> None:
        super().__init__(functions.poisson, name, dtype=dtype)


@tf_export("keras.metrics.KLDivergence")
class KLDivergence(MeanMetricWrapper):
    """The mean Kullback-Leibler divergence: `sum(y_true * log(y_true / y_pred))`.

    Mirrors `tf.keras.metrics.KLDivergence`. `update_state(y_true, y_pred, sample_weight=None)` takes probabilities of one shape [batch,
    ..., classes], which are kept within [1e-7, 1]; 0 means that they are the same.

    Arguments:
        name: "kullback_leibler_divergence" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.KLDivergence()
        >>> round(float(metric([[0.5, 0.5]], [[0.9, 0.1]])), 3)
        0.511
    """

    __module__ = "keras.src.metrics.probabilistic_metrics"

    def __init__(self, name: str | None = "kullback_leibler_divergence", dtype: PolicyLike = None) -> None:
        super().__init__(functions.kl_divergence, name, dtype=dtype)
