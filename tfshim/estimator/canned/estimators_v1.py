"""Canned estimators of TensorFlow 1: losses are added up, and optimizers are those of tf.compat.v1.train."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.estimator.canned.models import Canned, class_head, number_head

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.estimator.run_config import RunConfig


@tf_private("tensorflow_estimator.python.estimator.canned.linear.LinearClassifier")
@tf_export(v1=["estimator.LinearClassifier"])
class LinearClassifier(Canned):
    """A linear classifier. Mirrors `tf.compat.v1.estimator.LinearClassifier`."""

    _OF_V1 = True

    def __init__(
        self,
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        partitioner: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = "weighted_sum",
        sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._linear(
                class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1),
                feature_columns,
                optimizer,
                sparse_combiner,
                partitioner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.linear.LinearRegressor")
@tf_export(v1=["estimator.LinearRegressor"])
class LinearRegressor(Canned):
    """A linear regressor. Mirrors `tf.compat.v1.estimator.LinearRegressor`."""

    _OF_V1 = True

    def __init__(
        self,
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        partitioner: Any = None,
        warm_start_from: Any = None,
        loss_reduction: str = "weighted_sum",
        sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._linear(
                number_head(label_dimension, weight_column, loss_reduction, self._OF_V1),
                feature_columns,
                optimizer,
                sparse_combiner,
                partitioner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.linear.LinearEstimator")
@tf_export(v1=["estimator.LinearEstimator"])
class LinearEstimator(Canned):
    """A linear model with a head. Mirrors `tf.compat.v1.estimator.LinearEstimator`."""

    _OF_V1 = True

    def __init__(
        self,
        head: Any,
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        partitioner: Any = None,
        sparse_combiner: str = "sum",
        warm_start_from: Any = None,
    ) -> None:
        self._begin(self._linear(head, feature_columns, optimizer, sparse_combiner, partitioner), model_dir, config, warm_start_from)


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.DNNClassifier")
@tf_export(v1=["estimator.DNNClassifier"])
class DNNClassifier(Canned):
    """A classifier of dense layers. Mirrors `tf.compat.v1.estimator.DNNClassifier`."""

    _OF_V1 = True

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
        input_layer_partitioner: Any = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "weighted_sum",
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
                input_layer_partitioner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.DNNRegressor")
@tf_export(v1=["estimator.DNNRegressor"])
class DNNRegressor(Canned):
    """A regressor of dense layers. Mirrors `tf.compat.v1.estimator.DNNRegressor`."""

    _OF_V1 = True

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
        input_layer_partitioner: Any = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "weighted_sum",
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
                input_layer_partitioner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn.DNNEstimator")
@tf_export(v1=["estimator.DNNEstimator"])
class DNNEstimator(Canned):
    """Dense layers with a head. Mirrors `tf.compat.v1.estimator.DNNEstimator`."""

    _OF_V1 = True

    def __init__(
        self,
        head: Any,
        hidden_units: Sequence[int],
        feature_columns: Sequence[Any],
        model_dir: Path | None = None,
        optimizer: Any = "Adagrad",
        activation_fn: Callable[..., Any] = tf.nn.relu,
        dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        batch_norm: bool = False,
    ) -> None:
        self._begin(
            self._dnn(head, hidden_units, feature_columns, optimizer, activation_fn, dropout, batch_norm, input_layer_partitioner),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn_linear_combined.DNNLinearCombinedClassifier")
@tf_export(v1=["estimator.DNNLinearCombinedClassifier"])
class DNNLinearCombinedClassifier(Canned):
    """A classifier of a linear model beside dense layers. Mirrors `tf.compat.v1.estimator.DNNLinearCombinedClassifier`."""

    _OF_V1 = True

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
        input_layer_partitioner: Any = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "weighted_sum",
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._both(
                class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1),
                (linear_feature_columns, linear_optimizer, linear_sparse_combiner),
                (dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm),
                input_layer_partitioner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn_linear_combined.DNNLinearCombinedRegressor")
@tf_export(v1=["estimator.DNNLinearCombinedRegressor"])
class DNNLinearCombinedRegressor(Canned):
    """A regressor of a linear model beside dense layers. Mirrors `tf.compat.v1.estimator.DNNLinearCombinedRegressor`."""

    _OF_V1 = True

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
        input_layer_partitioner: Any = None,
        config: RunConfig | None = None,
        warm_start_from: Any = None,
        loss_reduction: str = "weighted_sum",
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._both(
                number_head(label_dimension, weight_column, loss_reduction, self._OF_V1),
                (linear_feature_columns, linear_optimizer, linear_sparse_combiner),
                (dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm),
                input_layer_partitioner,
            ),
            model_dir,
            config,
            warm_start_from,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.dnn_linear_combined.DNNLinearCombinedEstimator")
@tf_export(v1=["estimator.DNNLinearCombinedEstimator"])
class DNNLinearCombinedEstimator(Canned):
    """A linear model beside dense layers, with a head. Mirrors `tf.compat.v1.estimator.DNNLinearCombinedEstimator`."""

    _OF_V1 = True

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
        input_layer_partitioner: Any = None,
        config: RunConfig | None = None,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        self._begin(
            self._both(
                head,
                (linear_feature_columns, linear_optimizer, linear_sparse_combiner),
                (dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm),
                input_layer_partitioner,
            ),
            model_dir,
            config,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineClassifier")
@tf_export(v1=["estimator.BaselineClassifier"])
class BaselineClassifier(Canned):
    """A classifier that learns how frequent the classes are, no more. Mirrors `tf.compat.v1.estimator.BaselineClassifier`."""

    _OF_V1 = True

    def __init__(
        self,
        model_dir: Path | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        loss_reduction: str = "weighted_sum",
    ) -> None:
        self._begin(
            self._baseline(class_head(n_classes, weight_column, label_vocabulary, loss_reduction, self._OF_V1), optimizer),
            model_dir,
            config,
        )


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineRegressor")
@tf_export(v1=["estimator.BaselineRegressor"])
class BaselineRegressor(Canned):
    """A regressor that learns the mean of the labels, and nothing of the features. Mirrors `tf.compat.v1.estimator.BaselineRegressor`."""

    _OF_V1 = True

    def __init__(
        self,
        model_dir: Path | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
        loss_reduction: str = "weighted_sum",
    ) -> None:
        self._begin(self._baseline(number_head(label_dimension, weight_column, loss_reduction, self._OF_V1), optimizer), model_dir, config)


@tf_private("tensorflow_estimator.python.estimator.canned.baseline.BaselineEstimator")
@tf_export(v1=["estimator.BaselineEstimator"])
class BaselineEstimator(Canned):
    """A model that learns one vector of logits, with a head. Mirrors `tf.compat.v1.estimator.BaselineEstimator`."""

    _OF_V1 = True

    def __init__(
        self,
        head: Any,
        model_dir: Path | None = None,
        optimizer: Any = "Ftrl",
        config: RunConfig | None = None,
    ) -> None:
        self._begin(self._baseline(head, optimizer), model_dir, config)
