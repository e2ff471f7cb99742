"""Heads for numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.engine.values import dtypes
from tfshim.estimator.export.outputs import DEFAULT, PredictOutput, RegressionOutput
from tfshim.estimator.heads.base import SimpleHead
from tfshim.keras.metrics.base import Mean


@tf_private("tensorflow_estimator.python.estimator.head.regression_head.RegressionHead")
@tf_export("estimator.RegressionHead")
class RegressionHead(SimpleHead):
    """A head for numbers, with the squared error as its loss. Mirrors `tf.estimator.RegressionHead`.

    Arguments:
        label_dimension: how many numbers are predicted for each example, an int (default 1).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        loss_fn: a function of `labels` and `logits`, and if it wants of `features` and `loss_reduction`, in place of the squared error
            (default None).
        inverse_link_fn: a function from logits to predictions (default None: they are the same).
        name: a name that is added to those of metrics (default None).

    Raises:
        ValueError: `label_dimension` is less than 1, or another reduction.

    Example:
        >>> head = tf.estimator.RegressionHead()
        >>> float(head.loss([[1.0], [2.0]], tf.constant([[1.0], [4.0]]), features={}))
        2.0
        >>> head.predictions(tf.constant([[1.5]]))["predictions"].numpy()
        array([[1.5]], dtype=float32)
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        loss_fn: Callable[..., Any] | None = None,
        inverse_link_fn: Callable[[Any], Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        super().__init__(label_dimension, weight_column, loss_reduction, loss_fn, name)
        self._inverse = inverse_link_fn

    def _processed(self, labels):
        return tf.cast(self._as_rows(labels, self._dimension), dtypes.float32)

    def _losses(self, labels, logits):
        return tf.math.squared_difference(logits, labels)

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        logits = self._checked_logits(logits)
        if self._inverse is None:
            return {"predictions": logits}
        return {"predictions": self._inverse(logits), "logits": logits}

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        made = super().metrics(regularization_losses)
        for name in ("prediction/mean", "label/mean"):
            made[self._key(name)] = Mean(name=name)
        return made

    def _update(self, metrics, logits, labels, weights):
        predicted = self.predictions(logits)["predictions"]
        for name, values in (("prediction/mean", predicted), ("label/mean", labels)):
            given = None if weights is None else weights * tf.ones_like(values)
            metrics[self._key(name)].update_state(values, sample_weight=given)

    def _outputs(self, predictions):
        value = RegressionOutput(predictions["predictions"])
        return {DEFAULT: value, "regression": value, "predict": PredictOutput(predictions)}


@tf_private("tensorflow_estimator.python.estimator.head.regression_head.PoissonRegressionHead")
@tf_export("estimator.PoissonRegressionHead")
class PoissonRegressionHead(RegressionHead):
    """A head for counts, whose logarithms the logits are. Mirrors `tf.estimator.PoissonRegressionHead`.

    The predictions are the exponentials of the logits, and the loss is the negative logarithm of the probability of the labels by a Poisson
    distribution.

    Arguments:
        label_dimension: how many counts are predicted for each example, an int (default 1).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        compute_full_loss: whether the part that depends on the labels alone is added, by Stirling's approximation (default True).
        name: a name that is added to those of metrics (default None).

    Example:
        >>> head = tf.estimator.PoissonRegressionHead()
        >>> made = head.predictions(tf.constant([[0.0], [1.0]]))
        >>> made["predictions"].numpy().round(3).ravel()
        array([1.   , 2.718], dtype=float32)
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        compute_full_loss: bool = True,
        name: str | None = None,
    ) -> None:
        self._full = compute_full_loss
        super().__init__(label_dimension, weight_column, loss_reduction, None, tf.math.exp, name)

    def _losses(self, labels, logits):
        return tf.nn.log_poisson_loss(labels, logits, compute_full_loss=self._full)


@tf_private("tensorflow_estimator.python.estimator.head.regression_head.LogisticRegressionHead")
@tf_export("estimator.LogisticRegressionHead")
class LogisticRegressionHead(RegressionHead):
    """A head for probabilities. Mirrors `tf.estimator.LogisticRegressionHead`.

    Labels and predictions are numbers from 0 to 1; the loss is the cross-entropy of the labels and the sigmoid of the logits. For labels
    that are classes, `tf.estimator.BinaryClassHead` has more metrics and predictions.

    Arguments:
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        name: a name that is added to those of metrics (default None).

    Raises:
        ValueError: another reduction.

    Example:
        >>> head = tf.estimator.LogisticRegressionHead()
        >>> head.predictions(tf.constant([[0.0]]))["predictions"].numpy()
        array([[0.5]], dtype=float32)
        >>> round(float(head.loss([[0.5]], tf.constant([[0.0]]), features={})), 3)
        0.693
    """

    def __init__(self, weight_column: Any = None, loss_reduction: str = "sum_over_batch_size", name: str | None = None) -> None:
        super().__init__(1, weight_column, loss_reduction, None, tf.math.sigmoid, name)

    def _losses(self, labels, logits):
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
