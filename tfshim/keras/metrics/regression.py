"""How far predicted numbers are from the targets, as metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import math
from tfshim._export import tf_export
from tfshim.keras._ranks import match_ranks
from tfshim.keras._weights import flat_values
from tfshim.keras.backend.state import get_value
from tfshim.keras.losses import functions
from tfshim.keras.metrics.base import Mean, MeanMetricWrapper
from tfshim.keras.metrics.functions import cosine_similarity

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Axes, PolicyLike


@tf_export("keras.metrics.RootMeanSquaredError")
class RootMeanSquaredError(Mean):
    """The root of the mean of squared differences, over all numbers so far.

    Mirrors `tf.keras.metrics.RootMeanSquaredError`. It has the units of the targets. It is not the mean of the batches' roots.
    `update_state(y_true, y_pred, sample_weight=None)` takes tensors of one shape; a last axis of size 1 may lack in one of them.

    Arguments:
        name: "root_mean_squared_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.RootMeanSquaredError()
        >>> _ = metric.update_state([0.0, 0.0], [3.0, 3.0])
        >>> _ = metric.update_state([0.0, 0.0], [0.0, 0.0])
        >>> round(float(metric.result()), 3)
        2.121
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "root_mean_squared_error", dtype: PolicyLike = None) -> None:
        super().__init__(name, dtype=dtype)

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]  # as in Keras
        y_pred, y_true, _ = match_ranks(self._number(y_pred), self._number(y_true))
        return super().update_state(math.squared_difference(y_pred, y_true), sample_weight=sample_weight)

    def result(self) -> AnyTensor:
        return math.sqrt(super().result())


@tf_export("keras.metrics.CosineSimilarity")
class CosineSimilarity(MeanMetricWrapper):
    """The mean cosine of the angle between targets and predictions: 1 where they point the same way, -1 where opposite.

    Mirrors `tf.keras.metrics.CosineSimilarity`. The loss of this name has the opposite sign. `update_state(y_true, y_pred,
    sample_weight=None)` takes tensors of one shape; a vector of zeros gives 0.

    Arguments:
        name: "cosine_similarity" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        axis: the axis of the vectors; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor from -1 to 1.

    Example:
        >>> metric = tf.keras.metrics.CosineSimilarity()
        >>> round(float(metric([[1.0, 0.0], [1.0, 0.0]], [[5.0, 0.0], [0.0, 2.0]])), 3)
        0.5
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "cosine_similarity", dtype: PolicyLike = None, axis: Axes = -1) -> None:
        super().__init__(cosine_similarity, name, dtype=dtype, axis=axis)


@tf_export("keras.metrics.MeanRelativeError")
class MeanRelativeError(Mean):
    """The mean of absolute differences over given numbers.

    Mirrors `tf.keras.metrics.MeanRelativeError`. Where a normalizer is 0 the quotient counts as 0. `update_state(y_true, y_pred,
    sample_weight=None)` takes tensors of one shape.

    Arguments:
        normalizer: what differences are divided by: a tensor or list of the shape of the predictions.
        name: the name; None: "mean_relative_error".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: shapes that do not fit. tf.errors.InvalidArgumentError: a normalizer of another shape.

    Example:
        >>> metric = tf.keras.metrics.MeanRelativeError(normalizer=[1.0, 2.0, 4.0])
        >>> float(metric([1.0, 2.0, 4.0], [2.0, 3.0, 4.0]))
        0.5
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, normalizer: TensorLike, name: str | None = None, dtype: PolicyLike = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.normalizer = self._number(normalizer)

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]  # as in Keras
        """Take a batch into account. Mirrors `tf.keras.metrics.MeanRelativeError.update_state`.

        The absolute differences are divided by the `normalizer` of the metric; where that is 0 the error counts as 0.

        Arguments:
            y_true: the targets, a tensor of a shape to which the normalizer can be broadcast.
            y_pred: the predictions, of the same shape; both are cast to the metric's dtype.
            sample_weight: None (default): 1 each. Else a number, or a tensor that can be broadcast to the errors.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            ValueError: shapes that do not fit each other or the normalizer.

        Example:
            >>> metric = tf.keras.metrics.MeanRelativeError(normalizer=[1.0, 2.0, 4.0])
            >>> _ = metric.update_state([1.0, 2.0, 3.0], [2.0, 2.0, 5.0])
            >>> float(metric.result())
            0.5
        """
        (y_pred, y_true), sample_weight = flat_values([self._number(y_pred), self._number(y_true)], sample_weight)
        y_pred, y_true, _ = match_ranks(y_pred, y_true)
        y_pred, normalizer, _ = match_ranks(y_pred, self.normalizer)
        y_pred.shape.assert_is_compatible_with(y_true.shape)
        return super().update_state(math.divide_no_nan(math.abs(y_true - y_pred), normalizer), sample_weight=sample_weight)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "normalizer": get_value(self.normalizer)}


@tf_export("keras.metrics.MeanSquaredError")
class MeanSquaredError(MeanMetricWrapper):
    """The mean of squared differences over all examples.

    Mirrors `tf.keras.metrics.MeanSquaredError`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one
    shape (a last axis of size 1 may lack in one of them); weights are for examples. Under `compile(metrics=["mse"])` it is shown as "mse".

    Arguments:
        name: "mean_squared_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanSquaredError()
        >>> float(metric([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [2.0, 0.0]]))
        1.25
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_squared_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_squared_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanAbsoluteError")
class MeanAbsoluteError(MeanMetricWrapper):
    """The mean of absolute differences over all examples.

    Mirrors `tf.keras.metrics.MeanAbsoluteError`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one
    shape (a last axis of size 1 may lack in one of them); weights are for examples. Under `compile(metrics=["mae"])` it is shown as "mae".

    Arguments:
        name: "mean_absolute_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanAbsoluteError()
        >>> float(metric([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [4.0, 0.0]]))
        1.25
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_absolute_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_absolute_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanAbsolutePercentageError")
class MeanAbsolutePercentageError(MeanMetricWrapper):
    """The mean of absolute differences in percent of the targets, over all examples.

    Mirrors `tf.keras.metrics.MeanAbsolutePercentageError`. Targets whose amount is below 1e-7 count as 1e-7, so that targets of 0 give very
    large numbers. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "mean_absolute_percentage_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanAbsolutePercentageError()
        >>> float(metric([[2.0, 4.0]], [[1.0, 5.0]]))
        37.5
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_absolute_percentage_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_absolute_percentage_error, name, dtype=dtype)


@tf_export("keras.metrics.MeanSquaredLogarithmicError")
class MeanSquaredLogarithmicError(MeanMetricWrapper):
    """The mean of squared differences of `log(y + 1)` over all examples.

    Mirrors `tf.keras.metrics.MeanSquaredLogarithmicError`. It is for targets over several orders of magnitude. Numbers below 1e-7 count as
    1e-7. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.

    Arguments:
        name: "mean_squared_logarithmic_error" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanSquaredLogarithmicError()
        >>> round(float(metric([[9.0, 99.0]], [[99.0, 99.0]])), 3)
        2.651
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "mean_squared_logarithmic_error", dtype: PolicyLike = None) -> None:
        super().__init__(functions.mean_squared_logarithmic_error, name, dtype=dtype)


@tf_export("keras.metrics.LogCoshError")
class LogCoshError(MeanMetricWrapper):
    """The mean of `log(cosh(y_pred - y_true))`: about half the square of small differences, and the amount of large ones.

    Mirrors `tf.keras.metrics.LogCoshError`. `update_state(y_true, y_pred, sample_weight=None)` takes tensors [batch, ..., n] of one shape.
    Large differences do not overflow.

    Arguments:
        name: "logcosh" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.LogCoshError()
        >>> round(float(metric([[0.0], [0.0]], [[0.1], [100.0]])), 3)
        49.656
    """

    __module__ = "keras.src.metrics.regression_metrics"

    def __init__(self, name: str | None = "logcosh", dtype: PolicyLike = None) -> None:
        super().__init__(functions.log_cosh, name, dtype=dtype)
