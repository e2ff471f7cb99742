"""Canned estimators, with optimizers of tf.keras."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.estimator.canned.models import Canned, class_head, number_head

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.estimator.run_config import RunConfig


@tf_private("tensorflow_estimator.python.estimator.canned.linear.LinearClassifierV2")
@tf_export("estimator.LinearClassifier", v1=[])
class LinearClassifierV2(Canned):
    """A linear classifier. Mirrors `tf.estimator.LinearClassifier`."""

    def __init__(
        self,
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._linear(
                class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1),
                feature_columns,
                optimizer,
                sparse_combiner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.linear.LinearRegressorV2")
@tf_export("estimator.LinearRegressor", v1=[])
class LinearRegressorV2(Canned):
    """A linear regressor. Mirrors `tf.estimator.LinearRegressor`."""

    def __init__(
        self,
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._linear(
                number_head(label_dimension, weight_column, loss_reduction, self._OF_V1), feature_columns, optimizer, sparse_combiner
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.linear.LinearEstimatorV2")
@tf_export("estimator.LinearEstimator", v1=[])
class LinearEstimatorV2(Canned):
    """A linear model with a head. Mirrors `tf.estimator.LinearEstimator`."""

    def __init__(
        self,
        head: Any,
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        sparse_combiner: str = "sum",
        warm_start_from: Any = None,
    ) -> None:
        self._begin(self._linear(head, feature_columns, optimizer, sparse_combiner), model_dir, config, warm_start_from)


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.DNNClassifierV2")
@tf_export("estimator.DNNClassifier", v1=[])
class DNNClassifierV2(Canned):
    """A classifier of dense layers. Mirrors `tf.estimator.DNNClassifier`."""

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        optimizer: Any = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        batch_norm: bool = False,
    ) -> None:
        self._begin(
            self._dnn(
                class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1),
                hidden_units,
                feature_columns,
                optimizer,
                activation_fn,
                dropout,
                batch_norm,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.DNNRegressorV2")
@tf_export("estimator.DNNRegressor", v1=[])
class DNNRegressorV2(Canned):
    """A regressor of dense layers. Mirrors `tf.estimator.DNNRegressor`."""

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        batch_norm: bool = False,
    ) -> None:
        self._begin(
            self._dnn(
                number_head(label_dimension, weight_column, loss_reduction, self._OF_V1),
                hidden_units,
                feature_columns,
                optimizer,
                activation_fn,
                dropout,
                batch_norm,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.DNNEstimatorV2")
@tf_export("estimator.DNNEstimator", v1=[])
class DNNEstimatorV2(Canned):
    """Dense layers with a head. Mirrors `tf.estimator.DNNEstimator`."""

    def __init__(
        self,
        head: Any,
        hidden_units: Sequence[int],
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        optimizer: Any = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        batch_norm: bool = False,
    ) -> None:
        self._begin(
            self._dnn(head, hidden_units, feature_columns, optimizer, activation_fn, dropout, batch_norm),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn_linear_combined.DNNLinearCombinedClassifierV2")
@tf_export("estimator.DNNLinearCombinedClassifier", v1=[])
class DNNLinearCombinedClassifierV2(Canned):
    """A classifier of a linear model beside dense layers. Mirrors `tf.estimator.DNNLinearCombinedClassifier`."""

    def __init__(
        self,
        model_dir: Path | None = None,
        linear_feature_columns: Sequence[Any] | None = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._both(
                class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1),
                (linear_feature_columns, linear_optimizer, linear_sparse_combiner),
                (dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm),
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn_linear_combined.DNNLinearCombinedRegressorV2")
@tf_export("estimator.DNNLinearCombinedRegressor", v1=[])
class DNNLinearCombinedRegressorV2(Canned):
    """A regressor of a linear model beside dense layers. Mirrors `tf.estimator.DNNLinearCombinedRegressor`."""

    def __init__(
        self,
        model_dir: Path | None = None,
        linear_feature_columns: Sequence[Any] | None = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "sum_over_batch_size",
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._both(
                number_head(label_dimension, weight_column, loss_reduction, self._OF_V1),
                (linear_feature_columns, linear_optimizer, linear_sparse_combiner),
                (dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm),
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn_linear_combined.DNNLinearCombinedEstimatorV2")
@tf_export("estimator.DNNLinearCombinedEstimator", v1=[])
class DNNLinearCombinedEstimatorV2(Canned):
    """A linear model beside dense layers, with a head. Mirrors `tf.estimator.DNNLinearCombinedEstimator`."""

    def __init__(
        self,
        head: Any,
        model_dir: Path | None = None,
        linear_feature_columns: Sequence[Any] | None = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Sequence[Any] | None = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Sequence[int] | None = None,
        dnn_activation_fn: Callable[..., Any] = tf.nn.relu,
        dnn_dropout: float | None = None,
        config: RunConfig | None = None,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._both(
                head,
                (linear_feature_columns, linear_optimizer, linear_sparse_combiner),
                (dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm),
            ),
            model_dir,
            config,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineClassifierV2")
@tf_export("estimator.BaselineClassifier", v1=[])
class BaselineClassifierV2(Canned):
    """A classifier that learns how frequent the classes are, and nothing of the features. Mirrors `tf.estimator.BaselineClassifier`."""

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
    """A regressor that learns the mean of the labels, and nothing of the features. Mirrors `tf.estimator.BaselineRegressor`."""

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
    """A model that learns one vector of logits, with a head. Mirrors `tf.estimator.BaselineEstimator`."""

    def __init__(
        self,
        head: Any,
        model_dir: Path | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
    ) -> None:
        self._begin(self._baseline(head, optimizer), model_dir, config)
