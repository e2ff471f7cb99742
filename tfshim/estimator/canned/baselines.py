"""Canned estimators that look at no feature, with optimizers of tf.keras."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.estimator.canned.models import Canned, class_head, number_head

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.estimator.run_config import RunConfig


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineClassifierV2")
@tf_export("estimator.BaselineClassifier", v1=[])
class BaselineClassifierV2(Canned):
    """A classifier that looks at no feature. Mirrors `tf.estimator.BaselineClassifier`.

    It learns how frequent each class is, and predicts that for every example. A model that does not do better has learned nothing from the
    features.

    Arguments:
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        n_classes: the number of classes, an int (default 2).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        label_vocabulary: the words that labels are, a list; None (default) for labels from 0 to n_classes - 1.
        optimizer: a Keras optimizer or its name (default "Ftrl").
        config: a `tf.estimator.RunConfig` (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").

    Example:
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0], [-1.0]]}, [[1], [1]])).repeat(50)
        >>> estimator = tf.estimator.BaselineClassifier("baseline_classifier")
        >>> _ = estimator.train(data)
        >>> int(next(estimator.predict(data))["class_ids"][0])
        1
    """

    def __init__(
        self,
        model_dir: Path | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        loss_reduction: str = "sum_over_batch_size",
    ) -> None:
        self._begin(
            self._baseline(class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1), optimizer),
            model_dir,
            config,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineRegressorV2")
@tf_export("estimator.BaselineRegressor", v1=[])
class BaselineRegressorV2(Canned):
    """A regressor that looks at no feature. Mirrors `tf.estimator.BaselineRegressor`.

    It learns the mean of the labels, and predicts that for every example. A model whose error is not smaller has learned nothing from the
    features.

    Arguments:
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        label_dimension: how many numbers are predicted for each example (default 1).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        optimizer: a Keras optimizer or its name (default "Ftrl").
        config: a `tf.estimator.RunConfig` (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").

    Example:
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0], [-1.0]]}, [[3.0], [1.0]])).repeat(50)
        >>> estimator = tf.estimator.BaselineRegressor("baseline_regressor", optimizer=tf.keras.optimizers.legacy.SGD(0.5))
        >>> _ = estimator.train(data)
        >>> round(float(next(estimator.predict(data))["predictions"][0]), 3)
        2.0
    """

    def __init__(
        self,
        model_dir: Path | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        loss_reduction: str = "sum_over_batch_size",
    ) -> None:
        self._begin(self._baseline(number_head(label_dimension, weight_column, loss_reduction, self._OF_V1), optimizer), model_dir, config)


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineEstimatorV2")
@tf_export("estimator.BaselineEstimator", v1=[])
class BaselineEstimatorV2(Canned):
    """A model that looks at no feature, with a head of one's own. Mirrors `tf.estimator.BaselineEstimator`.

    It learns one row of logits, the same for every example: what the head makes of it is what a model has to do better than.

    Arguments:
        head: a `tf.estimator.Head`, which says loss, metrics and predictions.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        optimizer: a Keras optimizer or its name (default "Ftrl").
        config: a `tf.estimator.RunConfig` (default None).

    Example:
        >>> head = tf.estimator.MultiLabelHead(n_classes=3)
        >>> estimator = tf.estimator.BaselineEstimator(head, "baseline_labels")
        >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[1, 0, 1]])))
        >>> estimator.get_variable_value("baseline/bias").shape
        (3,)
    """

    def __init__(
        self,
        head: Any,
        model_dir: Path | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
    ) -> None:
        self._begin(self._baseline(head, optimizer), model_dir, config)
