"""F scores and the coefficient of determination."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.keras._weights import broadcast_weights, spread_weights
from tfshim.keras.metrics.base import Metric

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import PolicyLike


def _check_matrices(what, y_true, y_pred):
    expects = f"{what} expects 2D inputs with shape (batch_size, output_dim)"
    shapes = f"Received input shapes: y_pred.shape={y_pred} and y_true.shape={y_true}."
    if len(y_pred) != 2 or len(y_true) != 2:
        raise ValueError(f"{expects}. {shapes}")
    if y_pred[-1] is None or y_true[-1] is None:
        raise ValueError(f"{expects}, with output_dim fully defined (not None). {shapes}")


def _quotient(variable, number):
    """A variable divided by a number, 0 where that is 0."""
    if TS.graph is None or not one_by_one.wanted():
        return math.divide_no_nan(variable.value(), number)
    with name_scope("div_no_nan") as scope:
        return math.divide_no_nan(variable.value(), number, name=scope)


@tf_export("keras.metrics.FBetaScore")
class FBetaScore(Metric):
    """The weighted harmonic mean of precision and recall: `(1 + beta ** 2) * p * r / (beta ** 2 * p + r)`.

    Mirrors `tf.keras.metrics.FBetaScore`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions of one
    shape [batch, classes].

    Arguments:
        average: None (default): a score for each class; "micro": of the counts of all classes; "macro": the mean of the classes';
            "weighted": that weighted by the numbers of labels.
        beta: how much more recall counts than precision, positive; 1.0 by default.
        threshold: predictions above it are positive, in (0, 1]; None (default): the greatest of a row is.
        name: "fbeta_score" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor, or [classes] for `average=None`.

    Raises:
        ValueError: other values of the arguments, or inputs of another rank. TypeError: `beta` or `threshold` that are no floats.

    Example:
        >>> metric = tf.keras.metrics.FBetaScore(beta=2.0, threshold=0.5)
        >>> y_true = np.array([[1, 1, 1], [1, 0, 0], [1, 1, 0]])
        >>> metric(y_true, np.array([[0.2, 0.6, 0.7], [0.2, 0.6, 0.6], [0.6, 0.8, 0.9]])).numpy().round(3)
        array([0.385, 0.909, 0.714], dtype=float32)
    """

    __module__ = "keras.src.metrics.f_score_metrics"
    _keeps_arrays = True
    _counters = ("true_positives", "false_positives", "false_negatives", "intermediate_weights")

    def __init__(
        self,
        average: str | None = None,
        beta: float = 1.0,
        threshold: float | None = None,
        name: str | None = "fbeta_score",
        dtype: PolicyLike = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        if average not in (None, "micro", "macro", "weighted"):
            raise ValueError(
                f"Invalid `average` argument value. Expected one of: {{None, 'micro', 'macro', 'weighted'}}. Received: average={average}"
            )
        if not isinstance(beta, float):
            raise ValueError(f"Invalid `beta` argument value. It should be a Python float. Received: beta={beta} of type '{type(beta)}'")
        if beta <= 0.0:
            raise ValueError(f"Invalid `beta` argument value. It should be > 0. Received: beta={beta}")
        if threshold is not None:
            if not isinstance(threshold, float):
                raise ValueError(
                    "Invalid `threshold` argument value. It should be a Python float. "
                    f"Received: threshold={threshold} of type '{type(threshold)}'"
                )
            if threshold > 1.0 or threshold <= 0.0:
                raise ValueError(
                    f"Invalid `threshold` argument value. It should verify 0 < threshold <= 1. Received: threshold={threshold}"
                )
        self.average, self.beta, self.threshold = average, beta, threshold
        self.axis = None if average == "micro" else 0
        self.built = False

    def build(self, y_true_shape: ShapeLike, y_pred_shape: ShapeLike) -> None:  # type: ignore[override]  # as in Keras
        """Make the counts, one of each kind for each class. Mirrors `tf.keras.metrics.FBetaScore.build`.

        The first `update_state` calls it, since the number of classes is not known before. One calls it oneself before weights are set or
        loaded: true positives, false positives, false negatives and the sum of the labels' weights, in this order.

        Arguments:
            y_true_shape: the shape of the labels, [batch, classes], of which the batch may be None.
            y_pred_shape: that of the predictions, the same.

        Returns:
            None.

        Raises:
            ValueError: not two axes, or an unknown number of classes.

        Example:
            >>> metric = tf.keras.metrics.FBetaScore()
            >>> metric.build((None, 3), (None, 3))
            >>> [variable.shape.as_list() for variable in metric.variables]
            [[3], [3], [3], [3]]
        """
        _check_matrices("FBetaScore", y_true_shape, y_pred_shape)
        for name in self._counters:
            setattr(self, name, self.add_weight(name, shape=[] if self.average == "micro" else [y_pred_shape[-1]], initializer="zeros"))
        self.built = True

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> None:
        """Count the predictions of a batch, class by class. Mirrors `tf.keras.metrics.FBetaScore.update_state`.

        Arguments:
            y_true: the labels, 0 and 1, [batch, classes]; a tensor has to be of the metric's dtype, a list or an array is converted.
            y_pred: the predictions, [batch, classes], likewise. Without a `threshold` the greatest of each row counts as positive; with
                one, each that is above it.
            sample_weight: None (default): each row counts 1. Else [batch], a weight for each row.

        Returns:
            Nothing.

        Raises:
            ValueError: labels or predictions that have not two axes, or are tensors of another dtype.

        Example:
            >>> metric = tf.keras.metrics.FBetaScore(beta=2.0, average="micro")
            >>> labels = tf.constant([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
            >>> metric.update_state(labels, tf.constant([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.7, 0.3]]))
            >>> round(float(metric.result()), 3)
            0.75
        """
        y_true, y_pred = convert_to_tensor(y_true, dtype=self._dtype), convert_to_tensor(y_pred, dtype=self._dtype)
        self._once("built", self.build, y_true.shape, y_pred.shape)
        if self.threshold is None:
            # A row of zeros predicts no class.
            chosen = math.logical_and(y_pred >= math.reduce_max(y_pred, axis=-1, keepdims=True), math.abs(y_pred) > 1e-9)
        else:
            chosen = y_pred > self.threshold
        chosen = array_ops.cast(chosen, self._dtype)
        weights = None if sample_weight is None else self._number(sample_weight)
        counted = (lambda: chosen * y_true, lambda: chosen * (1 - y_true), lambda: (1 - chosen) * y_true, lambda: y_true)
        for name, value in zip(self._counters, counted):
            weighted = value() if weights is None else math.multiply(value(), array_ops.expand_dims(weights, 1))
            getattr(self, name).assign_add(math.reduce_sum(weighted, axis=self.axis))

    def result(self) -> AnyTensor:
        """The score of all batches since the last reset. Mirrors `tf.keras.metrics.FBetaScore.result`.

        Returns:
            A tensor of the metric's dtype: [classes] where `average` is None (the default); else a scalar: "macro" is the mean over
            classes, "weighted" the mean by the number of labels of each class, and "micro" counts all classes together. A class without
            true positives has the score 0.

        Example:
            >>> metric = tf.keras.metrics.F1Score(threshold=0.5)
            >>> metric.update_state(np.array([[1, 1], [0, 1]]), tf.constant([[0.9, 0.2], [0.8, 0.7]]))
            >>> metric.result().numpy().round(3)
            array([0.667, 0.667], dtype=float32)
            >>> metric = tf.keras.metrics.F1Score(average="macro", threshold=0.5)
            >>> metric.update_state(np.array([[1, 1], [0, 1]]), tf.constant([[0.9, 0.2], [0.1, 0.7]]))
            >>> round(float(metric.result()), 3)
            0.833
        """
        right = self.true_positives
        precision, recall = (_quotient(right, right + others) for others in (self.false_positives, self.false_negatives))
        both = precision * recall
        score = math.divide_no_nan(both, self._square_of_beta() * precision + recall) * (1 + self._square_of_beta())
        if self.average == "weighted":
            numbers = self.intermediate_weights
            return math.reduce_sum(score * _quotient(numbers, math.reduce_sum(numbers)))
        return score if self.average is None else math.reduce_mean(score)

    def _square_of_beta(self):
        return math.square(self.beta) if one_by_one.wanted() and TS.graph is not None else self.beta * self.beta

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "average": self.average, "beta": self.beta, "threshold": self.threshold}


@tf_export("keras.metrics.F1Score")
class F1Score(FBetaScore):
    """The harmonic mean of precision and recall: `2 * p * r / (p + r)`.

    Mirrors `tf.keras.metrics.F1Score`; it is `FBetaScore` with `beta=1.0`. `update_state(y_true, y_pred, sample_weight=None)` takes labels
    of 0 and 1 and predictions of one shape [batch, classes]; for a single question [batch, 1], with a threshold.

    Arguments:
        average: None (default): a score for each class; "micro": of the counts of all classes; "macro": the mean of the classes';
            "weighted": that weighted by the numbers of labels.
        threshold: predictions above it are positive, in (0, 1]; None (default): the greatest of a row is.
        name: "f1_score" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor, or [classes] for `average=None`.

    Raises:
        ValueError: other values of the arguments, or inputs of another rank.

    Example:
        >>> metric = tf.keras.metrics.F1Score(threshold=0.5)
        >>> metric(np.array([[1], [0], [1], [1]]), np.array([[0.9], [0.8], [0.7], [0.2]])).numpy().round(3)
        array([0.667], dtype=float32)
    """

    __module__ = "keras.src.metrics.f_score_metrics"

    def __init__(
        self, average: str | None = None, threshold: float | None = None, name: str | None = "f1_score", dtype: PolicyLike = None
    ) -> None:
        super().__init__(average=average, beta=1.0, threshold=threshold, name=name, dtype=dtype)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["beta"]
        return config


@tf_export("keras.metrics.R2Score")
class R2Score(Metric):
    """The share of the variance of targets that predictions explain: 1 for perfect ones, 0 for the mean of the targets.

    Mirrors `tf.keras.metrics.R2Score`. Worse predictions than that give negative numbers. `update_state(y_true, y_pred,
    sample_weight=None)` takes tensors of one shape [batch, n].

    Arguments:
        class_aggregation: "uniform_average" (default): the mean over columns; "variance_weighted_average": weighted by their variances;
            None: one number for each column.
        num_regressors: for the adjusted score, the number of independent variables; 0 (default): not adjusted.
        name: "r2_score" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor, or [n] for `class_aggregation=None`.

    Raises:
        ValueError: another `class_aggregation`, negative `num_regressors`, or inputs of another rank.

    Example:
        >>> metric = tf.keras.metrics.R2Score()
        >>> round(float(metric(np.array([[1.0], [4.0], [3.0]], np.float32), np.array([[2.0], [4.0], [4.0]], np.float32))), 3)
        0.571
    """

    __module__ = "keras.src.metrics.regression_metrics"
    _keeps_arrays = True

    def __init__(
        self,
        class_aggregation: str | None = "uniform_average",
        num_regressors: int = 0,
        name: str | None = "r2_score",
        dtype: PolicyLike = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        valid = (None, "uniform_average", "variance_weighted_average")
        if class_aggregation not in valid:
            raise ValueError(
                f"Invalid value for argument `class_aggregation`. Expected one of {valid}. Received: class_aggregation={class_aggregation}"
            )
        if num_regressors < 0:
            raise ValueError(
                f"Invalid value for argument `num_regressors`. Expected a value >= 0. Received: num_regressors={num_regressors}"
            )
        self.class_aggregation, self.num_regressors = class_aggregation, num_regressors
        self.num_samples = self.add_weight("num_samples", dtype="int32", initializer="zeros")
        self.built = False

    def build(self, y_true_shape: ShapeLike, y_pred_shape: ShapeLike) -> None:  # type: ignore[override]  # as in Keras
        """Make the sums, one of each kind for each output. Mirrors `tf.keras.metrics.R2Score.build`.

        The first `update_state` calls it, since the number of outputs is not known before. One calls it oneself before weights are set or
        loaded: the sum of squares of the targets, their sum, the sum of squared errors, and the count, each with an element
        for an output; they follow the number of samples, which the constructor makes.

        Arguments:
            y_true_shape: the shape of the targets, [batch, outputs], of which the batch may be None.
            y_pred_shape: that of the predictions, the same.

        Returns:
            None.

        Raises:
            ValueError: not two axes, or an unknown number of outputs.

        Example:
            >>> metric = tf.keras.metrics.R2Score()
            >>> metric.build((None, 2), (None, 2))
            >>> metric.squared_sum.shape.as_list()
            [2]
        """
        _check_matrices("R2Score", y_true_shape, y_pred_shape)
        # Keras names the variables in files otherwise than the attributes.
        for attribute, name in (("squared_sum", "squared_sum"), ("sum", "sum"), ("total_mse", "residual"), ("count", "count")):
            setattr(self, attribute, self.add_weight(name, shape=[y_pred_shape[-1]], initializer="zeros"))
        self.built = True

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> None:
        """Take a batch into account. Mirrors `tf.keras.metrics.R2Score.update_state`.

        Arguments:
            y_true: the targets, [batch, outputs].
            y_pred: the predictions, of the same shape; both are cast to the metric's dtype.
            sample_weight: None (default): 1 each. Else a number for all, or [batch, 1], a weight for each row.

        Returns:
            Nothing.

        Raises:
            ValueError: targets or predictions that have not two axes, or whose number of outputs is not known.

        Example:
            >>> metric = tf.keras.metrics.R2Score()
            >>> metric.update_state(tf.constant([[1.0], [2.0], [3.0]]), tf.constant([[1.0], [2.0], [2.0]]))
            >>> float(metric.result())
            0.5
            >>> metric.update_state(tf.constant([[2.0]]), tf.constant([[2.0]]))
            >>> int(metric.num_samples.numpy())
            4
        """
        y_true, y_pred = convert_to_tensor(y_true, dtype=self._dtype), convert_to_tensor(y_pred, dtype=self._dtype)
        self._once("built", self.build, y_true.shape, y_pred.shape)
        weights = shown_parts.recorded(_weights_of_rows, 1 if sample_weight is None else sample_weight, y_true, self._dtype)
        weighted = y_true * weights
        self.sum.assign_add(math.reduce_sum(weighted, axis=0))
        self.squared_sum.assign_add(math.reduce_sum(y_true * weighted, axis=0))
        self.total_mse.assign_add(math.reduce_sum((y_true - y_pred) ** 2 * weights, axis=0))
        self.count.assign_add(math.reduce_sum(weights, axis=0))
        self.num_samples.assign_add(array_ops.size(y_true))

    def result(self) -> AnyTensor:
        """The coefficient of determination of all batches since the last reset. Mirrors `tf.keras.metrics.R2Score.result`.

        1 means that the predictions are the targets, 0 that they are no better than the mean of the targets, and less that they are worse.
        Outputs whose targets do not vary give 0. With `num_regressors` it is adjusted for their number.

        Returns:
            A scalar tensor: the mean over the outputs, weighted by their variance where `class_aggregation` says so; a tensor [outputs]
                where it is None.

        Example:
            >>> metric = tf.keras.metrics.R2Score(class_aggregation=None)
            >>> _ = metric.update_state(np.float32([[1, 1], [2, 2], [3, 3]]), np.float32([[1, 2], [2, 2], [3, 2]]))
            >>> metric.result().numpy().tolist()
            [1.0, 0.0]
        """
        mean = self.sum / self.count
        total = self.squared_sum - self.sum * mean
        scores = 1 - self.total_mse / total
        # Where the targets do not vary there is nothing to explain.
        scores = array_ops.where(math.is_inf(scores), 0.0, scores)
        if self.class_aggregation == "uniform_average":
            scores = math.reduce_mean(scores)
        elif self.class_aggregation == "variance_weighted_average":
            scores = math.reduce_sum(total * scores) / math.reduce_sum(total)
        return self._adjusted(scores) if self.num_regressors != 0 else scores

    def _adjusted(self, scores):
        n, p = array_ops.cast(self.num_samples.value(), scores.dtype), float(self.num_regressors)
        # Within a graph the number is not known, so there is no warning; the choice below is the same.
        if hasattr(n, "numpy"):
            spare = int(n) - 1 - self.num_regressors
            if spare < 0:
                warnings.warn(
                    "More independent predictors than datapoints in adjusted R2 score. Falling back to standard R2 score.", stacklevel=3
                )
            elif spare == 0:
                warnings.warn("Division by zero in Adjusted R2 score. Falling back to standard R2 score.", stacklevel=3)
        return array_ops.where(n - 1.0 > p, 1.0 - (1.0 - scores) * (n - 1.0) / (n - p - 1.0), scores)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "class_aggregation": self.class_aggregation, "num_regressors": self.num_regressors}


def _weights_of_rows(weights, values, dtype):
    """`weights`, of which a vector has one for each row, for every one of `values`."""
    weights = constant_of(convert_to_tensor(weights, dtype=dtype), "Const")
    if weights.shape.rank == 1:
        weights = array_ops.expand_dims(weights, axis=1)
    return (broadcast_weights if one_by_one.wanted() else spread_weights)(weights, values)
