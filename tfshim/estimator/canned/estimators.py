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
    """A linear model for classes. Mirrors `tf.estimator.LinearClassifier`.

    A logit is a weighted sum of what the columns make of the features; two classes have one logit, more have one each. Predictions have
    "class_ids", "classes", "probabilities" and "logits".

    Arguments:
        feature_columns: a list of columns of `tf.feature_column`, which say what is made of the features.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        n_classes: the number of classes, an int (default 2).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        label_vocabulary: the words that labels are, a list; None (default) for labels from 0 to n_classes - 1.
        optimizer: a Keras optimizer or its name (default "Ftrl").
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        sparse_combiner: "sum" (default), "mean" or "sqrtn", for columns with several values in an example.

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0], [-1.0]]}, [[1], [0]])).repeat(50)
        >>> estimator = tf.estimator.LinearClassifier([x], "linear_classifier", optimizer="SGD")
        >>> _ = estimator.train(data)
        >>> [int(p["class_ids"][0]) for p in estimator.predict(lambda: data().take(1))]
        [1, 0]
    """

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
    """A linear model for numbers. Mirrors `tf.estimator.LinearRegressor`.

    Predictions, under the name "predictions", are weighted sums of what the columns make of the features; the loss is the squared error.

    Arguments:
        feature_columns: a list of columns of `tf.feature_column`, which say what is made of the features.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        label_dimension: how many numbers are predicted for each example (default 1).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        optimizer: a Keras optimizer or its name (default "Ftrl").
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        sparse_combiner: "sum" (default), "mean" or "sqrtn", for columns with several values in an example.

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0], [-1.0]]}, [[3.0], [-1.0]])).repeat(50)
        >>> estimator = tf.estimator.LinearRegressor([x], "linear_regressor", optimizer="SGD")
        >>> _ = estimator.train(data)
        >>> len(list(estimator.predict(lambda: data().take(1))))
        2
    """

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
    """A linear model with a head of one's own. Mirrors `tf.estimator.LinearEstimator`.

    The head says what the weighted sums of the features are: logits of classes, counts, or several things at once.
    `tf.estimator.LinearClassifier` and `LinearRegressor` have the usual heads.

    Arguments:
        head: a `tf.estimator.Head`, which says loss, metrics and predictions.
        feature_columns: a list of columns of `tf.feature_column`, which say what is made of the features.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        optimizer: a Keras optimizer or its name (default "Ftrl").
        config: a `tf.estimator.RunConfig` (default None).
        sparse_combiner: "sum" (default), "mean" or "sqrtn", for columns with several values in an example.
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> head = tf.estimator.PoissonRegressionHead()
        >>> estimator = tf.estimator.LinearEstimator(head, [x], "linear_counts")
        >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[2.0]])))
        >>> "linear/linear_model/x/weights" in estimator.get_variable_names()
        True
    """

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
    """Dense layers for classes. Mirrors `tf.estimator.DNNClassifier`.

    What most courses on estimators begin with. Predictions have "class_ids", "classes", "probabilities" and "logits".

    Arguments:
        hidden_units: the sizes of the dense layers, a list of ints such as [64, 32].
        feature_columns: a list of dense columns of `tf.feature_column`; those of words or numbers of classes go through `indicator_column`
            or `embedding_column`.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        n_classes: the number of classes, an int (default 2).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        label_vocabulary: the words that labels are, a list; None (default) for labels from 0 to n_classes - 1.
        optimizer: a Keras optimizer or its name (default "Adagrad").
        activation_fn: the activation of the layers (default `tf.nn.relu`).
        dropout: the share of values that training drops, a float (default None).
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        batch_norm: whether a batch normalization follows each layer (default False).

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0], [-1.0]]}, [[1], [0]])).repeat(50)
        >>> estimator = tf.estimator.DNNClassifier([4], [x], "dnn_classifier")
        >>> _ = estimator.train(data, steps=2)
        >>> next(estimator.predict(lambda: data().take(1)))["probabilities"].shape
        (2,)
    """

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
    """Dense layers for numbers. Mirrors `tf.estimator.DNNRegressor`.

    Predictions are under the name "predictions"; the loss is the squared error.

    Arguments:
        hidden_units: the sizes of the dense layers, a list of ints such as [64, 32].
        feature_columns: a list of dense columns of `tf.feature_column`; those of words or numbers of classes go through `indicator_column`
            or `embedding_column`.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        label_dimension: how many numbers are predicted for each example (default 1).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        optimizer: a Keras optimizer or its name (default "Adagrad").
        activation_fn: the activation of the layers (default `tf.nn.relu`).
        dropout: the share of values that training drops, a float (default None).
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        batch_norm: whether a batch normalization follows each layer (default False).

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> def data():
        ...     return tf.data.Dataset.from_tensors(({"x": [[1.0], [-1.0]]}, [[3.0], [-1.0]])).repeat(50)
        >>> estimator = tf.estimator.DNNRegressor([4], [x], "dnn_regressor")
        >>> _ = estimator.train(data, steps=2)
        >>> next(estimator.predict(lambda: data().take(1)))["predictions"].shape
        (1,)
    """

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
    """Dense layers with a head of one's own. Mirrors `tf.estimator.DNNEstimator`.

    The head says what the last layer's numbers are. `tf.estimator.DNNClassifier` and `DNNRegressor` have the usual heads.

    Arguments:
        head: a `tf.estimator.Head`, which says loss, metrics and predictions.
        hidden_units: the sizes of the dense layers, a list of ints such as [64, 32].
        feature_columns: a list of dense columns of `tf.feature_column`; those of words or numbers of classes go through `indicator_column`
            or `embedding_column`.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        optimizer: a Keras optimizer or its name (default "Adagrad").
        activation_fn: the activation of the layers (default `tf.nn.relu`).
        dropout: the share of values that training drops, a float (default None).
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        batch_norm: whether a batch normalization follows each layer (default False).

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> head = tf.estimator.MultiLabelHead(n_classes=3)
        >>> estimator = tf.estimator.DNNEstimator(head, [4], [x], "dnn_labels")
        >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[1, 0, 1]])))
        >>> estimator.get_variable_value("dnn/logits/kernel").shape
        (4, 3)
    """

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
    """A linear model and dense layers side by side, for classes. Mirrors `tf.estimator.DNNLinearCombinedClassifier`.

    Wide and deep: their logits are added. Crossed columns go into the linear model, embeddings into the layers.

    Arguments:
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        linear_feature_columns, linear_optimizer, linear_sparse_combiner: columns, optimizer (default "Ftrl") and combiner of the linear
            model.
        dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm: those of the dense layers, which
            `tf.estimator.DNNClassifier` tells of.
        n_classes: the number of classes, an int (default 2).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        label_vocabulary: the words that labels are, a list; None (default) for labels from 0 to n_classes - 1.
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> estimator = tf.estimator.DNNLinearCombinedClassifier(
        ...     "wide_and_deep", linear_feature_columns=[x], dnn_feature_columns=[x], dnn_hidden_units=[4])
        >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[1]])))
        >>> estimator.get_variable_value("dnn/logits/kernel").shape
        (4, 1)
    """

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
    """A linear model and dense layers side by side, for numbers. Mirrors `tf.estimator.DNNLinearCombinedRegressor`.

    Wide and deep: what both give is added. Predictions are under the name "predictions"; the loss is the squared error.

    Arguments:
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        linear_feature_columns, linear_optimizer, linear_sparse_combiner: columns, optimizer (default "Ftrl") and combiner of the linear
            model.
        dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm: those of the dense layers, which
            `tf.estimator.DNNClassifier` tells of.
        label_dimension: how many numbers are predicted for each example (default 1).
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        config: a `tf.estimator.RunConfig` (default None).
        warm_start_from: a checkpoint, a folder or `tf.estimator.WarmStartSettings` with first values (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> estimator = tf.estimator.DNNLinearCombinedRegressor(
        ...     "wide_and_deep_numbers", linear_feature_columns=[x], dnn_feature_columns=[x], dnn_hidden_units=[4])
        >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[1.0]])))
        >>> estimator.get_variable_value("linear/linear_model/x/weights").shape
        (1, 1)
    """

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
    """A linear model and dense layers side by side, with a head of one's own. Mirrors `tf.estimator.DNNLinearCombinedEstimator`.

    Wide and deep: what both give is added, and the head says what it is.

    Arguments:
        head: a `tf.estimator.Head`, which says loss, metrics and predictions.
        model_dir: the folder of checkpoints and summaries, from which a training goes on (default None: a temporary one).
        linear_feature_columns, linear_optimizer, linear_sparse_combiner: columns, optimizer (default "Ftrl") and combiner of the linear
            model.
        dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm: those of the dense layers, which
            `tf.estimator.DNNClassifier` tells of.
        config: a `tf.estimator.RunConfig` (default None).

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> estimator = tf.estimator.DNNLinearCombinedEstimator(
        ...     tf.estimator.BinaryClassHead(), "wide_and_deep_head",
        ...     linear_feature_columns=[x], dnn_feature_columns=[x], dnn_hidden_units=[4])
        >>> _ = estimator.train(lambda: tf.data.Dataset.from_tensors(({"x": [[1.0]]}, [[1]])))
        >>> int(estimator.get_variable_value("global_step"))
        1
    """

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
