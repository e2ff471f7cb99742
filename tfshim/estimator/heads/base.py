"""What all heads share."""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1 import summary
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.control_flow import group
from tfshim.distribute import replicas
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.estimator.export.outputs import DEFAULT, PredictOutput
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec
from tfshim.feature_column.numeric import NumericColumn
from tfshim.keras.metrics.base import Mean

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

_REDUCTIONS = {
    "sum": "sum",
    "weighted_sum": "sum",
    "sum_over_batch_size": "sum_over_batch_size",
    "weighted_sum_over_batch_size": "sum_over_batch_size",
    "weighted_mean": "mean",
    "weighted_sum_by_nonzero_weights": "nonzero",
}


@tf_private("tensorflow_estimator.python.estimator.head.base_head.Head")
@tf_export("estimator.Head")
class Head(abc.ABC):
    """The base of heads: what the last numbers of a model mean. Mirrors `tf.estimator.Head`.

    A head makes the loss, the metrics and the predictions of logits, and with `create_estimator_spec` all that a model function gives back.
    `tf.estimator.BinaryClassHead`, `MultiClassHead`, `MultiLabelHead`, `RegressionHead`, `PoissonRegressionHead`, `LogisticRegressionHead`
    and `MultiHead` are the ones that there are.

    A head of one's own defines the properties `name`, `logits_dimension` and `loss_reduction`, and the methods `loss`, `predictions`,
    `metrics` and `update_metrics`.

    Example:
        >>> head = tf.estimator.MultiClassHead(n_classes=3)
        >>> isinstance(head, tf.estimator.Head), head.logits_dimension, head.loss_reduction
        (True, 3, 'sum_over_batch_size')
        >>> sorted(head.predictions(tf.constant([[0.1, 0.7, 0.2]])))
        ['all_class_ids', 'all_classes', 'class_ids', 'classes', 'logits', 'probabilities']
        >>> round(float(head.loss([[1]], tf.constant([[0.0, 5.0, 0.0]]), features={})), 3)
        0.013
    """

    _name: str | None = None
    _weight_column: Any = None
    _reduction = "sum_over_batch_size"
    # What heads of libraries have in place of `create_estimator_spec`: it gives a spec in TPUs' form.
    _create_tpu_estimator_spec: Callable[..., Any] | None = None

    @property
    @abc.abstractmethod
    def name(self) -> str | None:
        """The name of the head, or None."""

    @property
    @abc.abstractmethod
    def logits_dimension(self) -> int:
        """How many logits there are for an example."""

    @property
    @abc.abstractmethod
    def loss_reduction(self) -> str:
        """How the losses of a batch become one."""

    @abc.abstractmethod
    def loss(
        self,
        labels: Any,
        logits: Any,
        features: Any = None,
        mode: str | None = None,
        regularization_losses: Any = None,
    ) -> Tensor:
        """The loss of a batch. Mirrors `tf.estimator.Head.loss`.

        Arguments:
            labels: the labels, of the shape and dtype that the head takes: numbers of classes or numbers, [batch, 1], words where it has a
                vocabulary, zeros and ones for several labels.
            logits: the last numbers of the model, floats [batch, logits_dimension].
            features: the features by name, which a `weight_column` is looked up in (default None).
            mode: a member of `tf.estimator.ModeKeys`; it makes no difference for most heads (default None).
            regularization_losses: a list of losses that are added (default None).

        Returns:
            a float tensor of shape []: the losses of the examples, weighted and put together as `loss_reduction` says.

        Raises:
            ValueError: labels or logits have another shape; in graphs the values of labels are checked when it runs.

        Example:
            >>> head = tf.estimator.RegressionHead()
            >>> float(head.loss([[1.0], [2.0]], tf.constant([[1.0], [4.0]]), features={}))
            2.0
            >>> float(head.loss([[1.0]], tf.constant([[1.0]]), {}, regularization_losses=[tf.constant(0.5)]))
            0.5
        """

    @abc.abstractmethod
    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        """The predictions by name. Mirrors `tf.estimator.Head.predictions`.

        Arguments:
            logits: the last numbers of the model, floats [batch, logits_dimension].
            keys: the names that are wanted, a list (default None: all). Not all heads take it.

        Returns:
            a dictionary {name: tensor}. Heads of classes give "logits", "probabilities", "class_ids", "classes" and, with one label of each
            example, "all_class_ids" and "all_classes"; a binary one "logistic" too. Heads of numbers give "predictions", and "logits" where
            these are something else. The tensors have one row for each example.

        Example:
            >>> head = tf.estimator.BinaryClassHead()
            >>> made = head.predictions(tf.constant([[-1.0], [2.0]]), keys=["class_ids", "logistic"])
            >>> sorted(made), made["class_ids"].numpy().ravel()
            (['class_ids', 'logistic'], array([0, 1]))
            >>> list(tf.estimator.RegressionHead().predictions(tf.constant([[1.5]])))
            ['predictions']
        """

    @abc.abstractmethod
    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        """New metrics for an evaluation, by name. Mirrors `tf.estimator.Head.metrics`.

        `create_estimator_spec` makes them for EVAL, and `update_metrics` adds a batch to them. In a program that runs eagerly both can be
        called directly.

        Arguments:
            regularization_losses: a list of losses, for which a metric of their own is made (default None).

        Returns:
            a dictionary {name: Keras metric}: "average_loss" for every head, "accuracy" and others for classes, "prediction/mean" and
            "label/mean" for numbers. A head with a name adds "/name" to each.

        Example:
            >>> sorted(tf.estimator.RegressionHead().metrics())
            ['average_loss', 'label/mean', 'prediction/mean']
            >>> sorted(tf.estimator.MultiClassHead(3, name="kind").metrics())
            ['accuracy/kind', 'average_loss/kind']
            >>> "auc" in tf.estimator.BinaryClassHead().metrics()
            True
        """

    @abc.abstractmethod
    def update_metrics(
        self, eval_metrics: dict[str, Any], features: Any, logits: Any, labels: Any, mode: Any = None, regularization_losses: Any = None
    ) -> dict[str, Any]:
        """Add a batch to the metrics of an evaluation. Mirrors `tf.estimator.Head.update_metrics`.

        Arguments:
            eval_metrics: the metrics that `metrics()` gave, {name: Keras metric}.
            features: the features by name, which a `weight_column` is looked up in.
            logits: the last numbers of the model, floats [batch, logits_dimension].
            labels: the labels, as `loss` takes them.
            mode: a member of `tf.estimator.ModeKeys` (default None).
            regularization_losses: a list of losses (default None).

        Returns:
            the dictionary itself, whose metrics now count the batch.

        Example:
            >>> head = tf.estimator.BinaryClassHead()
            >>> metrics = head.metrics()
            >>> _ = head.update_metrics(metrics, {}, tf.constant([[2.0], [-2.0], [1.0], [3.0]]), [[1], [0], [0], [1]])
            >>> float(metrics["accuracy"].result()), float(metrics["label/mean"].result())
            (0.75, 0.5)
        """

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Iterable[Any] | None = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        update_ops: Iterable[Any] | None = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """All that a model function gives back, made of logits. Mirrors `tf.estimator.Head.create_estimator_spec`.

        Arguments:
            features: the features by name.
            mode: a member of `tf.estimator.ModeKeys`.
            logits: the last numbers of the model, floats [batch, logits_dimension].
            labels: the labels, which TRAIN and EVAL need (default None).
            optimizer: for TRAIN, a `tf.keras.optimizers.legacy.Optimizer`, with `trainable_variables` (default None).
            trainable_variables: what is trained, a list of variables (default None).
            train_op_fn: for TRAIN in place of `optimizer`, a function that makes the operation of a step of the loss (default None).
            update_ops: operations that run with each step, such as those of batch normalization (default None).
            regularization_losses: a list of losses that are added (default None).

        Returns:
            a `tf.estimator.EstimatorSpec`.

        Raises:
            ValueError: TRAIN has both `optimizer` and `train_op_fn`, or neither.

        Example:
            >>> head = tf.estimator.MultiClassHead(n_classes=3)
            >>> with tf.Graph().as_default():
            ...     spec = head.create_estimator_spec({}, tf.estimator.ModeKeys.PREDICT, logits=tf.constant([[0.1, 0.7, 0.2]]))
            >>> spec.predictions["class_ids"].shape
            TensorShape([1, 1])
        """
        if self._create_tpu_estimator_spec is not None:
            return self._create_tpu_estimator_spec(
                features, mode, logits, labels, optimizer, trainable_variables, train_op_fn, update_ops, regularization_losses
            ).as_estimator_spec()
        made = self.predictions(logits)
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(mode, predictions=made, export_outputs=self._outputs(made))
        loss = self.loss(labels, logits, features, mode, regularization_losses)
        if mode == ModeKeys.EVAL:
            metrics = self.update_metrics(self.metrics(regularization_losses), features, logits, labels, mode, regularization_losses)
            return EstimatorSpec(mode, predictions=made, loss=loss, eval_metric_ops=metrics)
        train_op = training_step(loss, optimizer, trainable_variables, train_op_fn, update_ops, self.loss_reduction)
        self._write_summaries(loss)
        return EstimatorSpec(mode, predictions=made, loss=loss, train_op=train_op)

    def _write_summaries(self, loss):
        summary.scalar(f"loss/{self._name}" if self._name else "loss", loss)

    def _key(self, name):
        return f"{name}/{self._name}" if self._name else name

    _summary_key = _key

    def _outputs(self, predictions):
        return {DEFAULT: PredictOutput(predictions)}


def training_step(loss: Any, optimizer: Any, variables: Any, train_op_fn: Any, update_ops: Any, reduction: str = "") -> Any:
    """The operation of a training step. ValueError unless one of `optimizer` and `train_op_fn` is given.

    `reduction`: how the loss was made of the losses of examples. In replicas of a strategy gradients are added up, also those of means.
    """
    if optimizer is not None and train_op_fn is not None:
        raise ValueError("train_op_fn and optimizer cannot both be set.")
    if optimizer is None and train_op_fn is None:
        raise ValueError("train_op_fn and optimizer cannot both be None.")
    if train_op_fn is not None:
        step = train_op_fn(loss)
    elif hasattr(optimizer, "get_updates"):
        if not variables:
            raise ValueError(f"trainable_variables cannot be None or empty. Given {variables}")
        optimizer.iterations = get_global_step()
        strategy = replicas.strategy_here()
        if strategy is not None and strategy.num_replicas_in_sync > 1 and reduction == "sum_over_batch_size":
            loss = loss * (1.0 / strategy.num_replicas_in_sync)
        with loss.graph.name_scope("training"):
            step = group(*optimizer.get_updates(loss, list(variables)))
    elif not hasattr(optimizer, "minimize") or isinstance(optimizer, type):
        raise ValueError(
            f"The given optimizer is not a tf.keras.optimizers.Optimizer instance. Received optimizer of type {type(optimizer)}"
        )
    else:
        step = optimizer.minimize(loss, global_step=get_global_step())
    more = [*(update_ops or ()), *get_collection(GraphKeys.UPDATE_OPS)]
    return group(step, *more) if more else step


class SimpleHead(Head):
    """A head with one matrix of logits."""

    _REDUCTIONS = _REDUCTIONS
    _with_average = False  # whether a training writes the average loss, too

    def __init__(
        self, dimension: int, weight_column: Any, loss_reduction: str, loss_fn: Callable[..., Any] | None, name: str | None
    ) -> None:
        if loss_reduction not in self._REDUCTIONS:
            raise ValueError(f"Invalid loss_reduction: {loss_reduction}. See `tf.losses.Reduction` for valid options.")
        self._dimension, self._weight_column, self._name, self._loss_fn = dimension, weight_column, name, loss_fn
        self._loss_reduction, self._reduction = loss_reduction, self._REDUCTIONS[loss_reduction]

    @property
    def name(self) -> str | None:
        return self._name

    @property
    def logits_dimension(self) -> int:
        return self._dimension

    @property
    def loss_reduction(self) -> str:
        return self._loss_reduction

    def _weights(self, features):
        """The weights of the examples [batch, 1], or None."""
        if self._weight_column is None:
            return None
        column = self._weight_column
        if isinstance(column, NumericColumn):
            found = features[column.key]
            found = column.normalizer_fn(found) if column.normalizer_fn else found
        else:
            found = features[column]
        found = tf.cast(convert_to_tensor(found), dtypes.float32)
        return tf.expand_dims(found, -1) if found.shape.rank == 1 else found

    def _checked_logits(self, logits):
        logits = tf.cast(convert_to_tensor(logits), dtypes.float32)
        if logits.shape.rank is not None and logits.shape[-1] not in (None, self._dimension):
            raise ValueError(f"logits shape must be [D0, D1, ... DN, {self._dimension}]. Received shape: {logits.shape}")
        return logits

    def _as_rows(self, labels, width):
        if labels is None:
            raise ValueError(
                "You must provide a labels Tensor. Given: None. Suggested troubleshooting steps: Check that your data contains your label "
                "feature. Check that your input_fn properly parses and returns labels."
            )
        labels = convert_to_tensor(labels)
        if labels.shape.rank == 1:
            labels = tf.expand_dims(labels, -1)
        if labels.shape.rank is not None and labels.shape[-1] not in (None, width):
            raise ValueError(
                f"Mismatched label shape. Expected labels dimension={width}.  Received {labels.shape[-1]}. Suggested Fix:"
                "If your classifier expects one-hot encoding label,check your n_classes argument to the estimator and/or the shape of "
                "your label. Otherwise, check the shape of your label."
            )
        return labels

    def _own_loss(self, labels, logits, features):
        known = self._loss_fn.__code__.co_varnames[: self._loss_fn.__code__.co_argcount]
        more = {"features": features} if "features" in known else {}
        made = self._loss_fn(labels=labels, logits=logits, **more)
        made = made if made.shape.rank == 2 else tf.reshape(made, [-1, 1])
        return made

    @abc.abstractmethod
    def _processed(self, labels: Any) -> Any:
        """The labels in the form of the losses."""

    @abc.abstractmethod
    def _losses(self, labels: Any, logits: Any) -> Any:
        """The losses [batch, values] of such labels."""

    def _unweighted(self, labels, logits, features):
        labels = self._processed(labels)
        logits = self._checked_logits(logits)
        return self._own_loss(labels, logits, features) if self._loss_fn else self._losses(labels, logits)

    def _processed_labels(self, logits, labels):
        """The labels in the form of the losses; ValueError where `logits` have another size than the head's."""
        self._checked_logits(logits)
        return self._processed(labels)

    def _unweighted_loss_and_weights(self, logits, labels, features):
        """The losses [batch, 1] of such labels, and their weights, 1 if there are none."""
        made = self._own_loss(labels, logits, features) if self._loss_fn else self._losses(labels, logits)
        weights = self._weights(features)
        return made, 1.0 if weights is None else weights

    def loss(
        self,
        labels: Any,
        logits: Any,
        features: Any = None,
        mode: str | None = None,
        regularization_losses: Any = None,
    ) -> Tensor:
        losses, weights = self._unweighted(labels, logits, features), self._weights(features)
        weighted = losses if weights is None else losses * weights
        total = tf.math.reduce_sum(weighted)
        if self._with_average and mode == ModeKeys.TRAIN:
            applied = tf.ones_like(losses) if weights is None else tf.ones_like(losses) * weights
            summary.scalar(self._key("average_loss"), tf.math.divide_no_nan(total, tf.reduce_sum(applied)))
        if TS.graph is not None:
            TS.graph._last_loss_reduction = self._reduction  # which says how a strategy puts the losses of replicas together
        if self._reduction == "sum_over_batch_size":
            total = tf.math.divide_no_nan(total, tf.cast(tf.math.reduce_prod(tf.shape(weighted)), dtypes.float32))
        elif self._reduction != "sum":
            applied = tf.ones_like(losses) if weights is None else tf.ones_like(losses) * weights
            applied = applied if self._reduction == "mean" else tf.cast(tf.math.not_equal(applied, 0.0), dtypes.float32)
            total = tf.math.divide_no_nan(total, tf.math.reduce_sum(applied))
        return total + tf.math.add_n(regularization_losses) if regularization_losses else total

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        made = {self._key("average_loss"): Mean(name="average_loss")}
        if regularization_losses is not None:
            made[self._key("regularization_loss")] = Mean(name="regularization_loss")
        return made

    def update_metrics(
        self, eval_metrics: dict[str, Any], features: Any, logits: Any, labels: Any, mode: Any = None, regularization_losses: Any = None
    ) -> dict[str, Any]:
        weights = self._weights(features)
        eval_metrics[self._key("average_loss")].update_state(self._unweighted(labels, logits, features), sample_weight=weights)
        if regularization_losses is not None:
            eval_metrics[self._key("regularization_loss")].update_state(tf.math.add_n(regularization_losses))
        self._update(eval_metrics, self._checked_logits(logits), self._processed(labels), weights)
        return eval_metrics

    @abc.abstractmethod
    def _update(self, metrics: Any, logits: Any, labels: Any, weights: Any) -> None:
        """Update the metrics of the kind of head."""


def only(made: Mapping[Any, Any], keys: Any) -> dict[Any, Any]:
    """Those of the predictions that `keys` asks for, None for all."""
    return dict(made) if keys is None else {k: made[k] for k in keys}
