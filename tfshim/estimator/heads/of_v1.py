"""Heads of TensorFlow 1's canned estimators, and what heads of libraries are made of."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_private
from tfshim.compat.v1 import metrics, summary
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection
from tfshim.compat.v1.losses.weighting import compute_weighted_loss
from tfshim.control_flow import group
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.estimator.export.outputs import DEFAULT, ClassificationOutput
from tfshim.estimator.heads.base import SimpleHead, training_step
from tfshim.estimator.heads.classes import BinaryClassHead, MultiClassHead
from tfshim.estimator.mode_keys import ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec

CLASSIFY, REGRESS, PREDICT = "classification", "regression", "predict"
DEFAULT_SERVING = DEFAULT
tf_private(
    "tensorflow_estimator.python.estimator.canned.head._DEFAULT_SERVING_KEY",
    "tensorflow_estimator.python.estimator.head.base_head.DEFAULT_SERVING_KEY",
)(DEFAULT_SERVING)
tf_private(
    "tensorflow_estimator.python.estimator.canned.head._CLASSIFY_SERVING_KEY",
    "tensorflow_estimator.python.estimator.head.base_head.CLASSIFY_SERVING_KEY",
)(CLASSIFY)
tf_private(
    "tensorflow_estimator.python.estimator.canned.head._REGRESS_SERVING_KEY",
    "tensorflow_estimator.python.estimator.head.base_head.REGRESS_SERVING_KEY",
)(REGRESS)
tf_private(
    "tensorflow_estimator.python.estimator.canned.head._PREDICT_SERVING_KEY",
    "tensorflow_estimator.python.estimator.head.base_head.PREDICT_SERVING_KEY",
)(PREDICT)

LossSpec = collections.namedtuple("LossSpec", "training_loss unreduced_loss weights processed_labels")
tf_private("tensorflow_estimator.python.estimator.canned.head.LossSpec")(LossSpec)


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._summary_key", "tensorflow_estimator.python.estimator.head.base_head.summary_key"
)
def summary_key(head_name: str | None, val: str) -> str:
    """The name of the summary or metric `val` of a head that is named `head_name`, or has no name."""
    return f"{val}/{head_name}" if head_name else val


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._check_logits_final_dim",
    "tensorflow_estimator.python.estimator.head.base_head.check_logits_final_dim",
)
def check_logits_final_dim(logits: Any, expected_logits_dimension: int) -> Any:
    """`logits` as float32 [..., expected_logits_dimension]; ValueError for another size."""
    logits = tf.cast(convert_to_tensor(logits), dtypes.float32)
    if logits.shape.rank is not None and logits.shape[-1] not in (None, expected_logits_dimension):
        raise ValueError(f"logits shape must be [D0, D1, ... DN, logits_dimension={expected_logits_dimension}], got {logits.shape}.")
    return logits


def _for_each(row: Any, logits: Any) -> Any:
    """`row` once for each example of `logits`."""
    return tf.tile(tf.expand_dims(row, 0), [tf.shape(logits)[0], 1])


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._all_class_ids", "tensorflow_estimator.python.estimator.head.base_head.all_class_ids"
)
def all_class_ids(logits: Any, n_classes: int) -> Any:
    """The numbers of all classes, for each example of `logits`."""
    return _for_each(tf.range(n_classes), logits)


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._all_classes", "tensorflow_estimator.python.estimator.head.base_head.all_classes"
)
def all_classes(logits: Any, n_classes: int, label_vocabulary: Sequence[str] | None = None) -> Any:
    """The names of all classes, or their numbers as texts, for each example of `logits`."""
    return _for_each(tf.constant([str(w) for w in (label_vocabulary or range(n_classes))]), logits)


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._classification_output",
    "tensorflow_estimator.python.estimator.head.base_head.classification_output",
)
def classification_output(scores: Any, n_classes: int, label_vocabulary: Sequence[str] | None = None) -> ClassificationOutput:
    """What is served of `scores` [batch, n_classes], with the names of all classes."""
    return ClassificationOutput(scores=scores, classes=all_classes(scores, n_classes, label_vocabulary))


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._create_eval_metrics_tuple",
    "tensorflow_estimator.python.estimator.head.base_head.create_eval_metrics_tuple",
)
def create_eval_metrics_tuple(fn: Callable[..., Any], kwargs: Mapping[str, Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """`fn` and the tensors among its keywords; the function that is returned has the others of `kwargs` already."""
    tensors = {k: v for k, v in kwargs.items() if tf.is_tensor(v)}
    others = {k: v for k, v in kwargs.items() if k not in tensors}

    def called(**given: Any) -> Any:
        return fn(**given, **others)

    return called, tensors


@tf_private(
    "tensorflow_estimator.python.estimator.canned.head._validate_loss_fn_args",
    "tensorflow_estimator.python.estimator.head.base_head.validate_loss_fn_args",
)
def validate_loss_fn_args(loss_fn: Callable[..., Any]) -> None:
    """ValueError unless `loss_fn` takes `labels` and `logits`, and besides at most `features` and `loss_reduction`."""
    code = loss_fn.__code__
    known = code.co_varnames[: code.co_argcount]
    for wanted in ("labels", "logits"):
        if wanted not in known:
            raise ValueError(f"loss_fn must contain argument: {wanted}. Given arguments: {known}")
    others = sorted({*known} - {"labels", "logits", "features", "loss_reduction"})
    if others:
        raise ValueError(f"loss_fn has unexpected args: {others}")


@tf_private("tensorflow_estimator.python.estimator.canned.head._append_update_ops")
def append_update_ops(train_op: Any) -> Any:
    """`train_op` together with the operations of the collection of updates, such as those of batch normalisation."""
    more = get_collection(GraphKeys.UPDATE_OPS)
    return group(train_op, *more) if more else train_op


@tf_private("tensorflow_estimator.python.estimator.head.base_head.create_estimator_spec_train_op")
def create_estimator_spec_train_op(
    head_name: str | None,
    optimizer: Any = None,
    trainable_variables: Iterable[Any] | None = None,
    train_op_fn: Callable[[Any], Any] | None = None,
    update_ops: Iterable[Any] | None = None,
    regularized_training_loss: Any = None,
    loss_reduction: str | None = None,
) -> Any:
    """The operation of a training step, in the scope `head_name`. ValueError unless `optimizer` or `train_op_fn` is given, or for
    `loss_reduction` "none" with a loss of more than one number."""
    with tf.compat.v1.name_scope(head_name, "head"):
        if loss_reduction == "none" and regularized_training_loss.shape.rank == 0:
            raise ValueError(f"The loss of each example is wanted, given one for all: {regularized_training_loss}")
        return training_step(regularized_training_loss, optimizer, trainable_variables, train_op_fn, update_ops)


@tf_private("tensorflow_estimator.python.estimator.head.base_head.create_estimator_spec_summary")
def create_estimator_spec_summary(
    regularized_training_loss: Any, regularization_losses: Any = None, summary_key_fn: Callable[[str], str] | None = None
) -> None:
    """Write the loss, and what regularization adds to it, as summaries under the names that `summary_key_fn` gives them."""
    with tf.compat.v1.name_scope(""):
        named = summary_key_fn or (lambda name: name)
        summary.scalar(named("loss"), regularized_training_loss)
        if regularization_losses is not None:
            summary.scalar(named("regularization_loss"), tf.add_n(regularization_losses))


@tf_private("tensorflow_estimator.python.estimator.canned.head._Head")
class HeadV1:
    """What every head of TensorFlow 1 is: libraries derive heads of their own from it."""

    @property
    def name(self) -> str | None:
        """The name of the head, in summaries and metrics. NotImplementedError unless a class says it."""
        raise NotImplementedError("Calling an abstract method.")

    @property
    def logits_dimension(self) -> int:
        """The size of the last dimension of the logits. NotImplementedError unless a class says it."""
        raise NotImplementedError("Calling an abstract method.")

    def create_loss(self, features: Any, mode: str, logits: Any, labels: Any) -> Any:
        """The loss of a batch. NotImplementedError unless a class says it."""
        raise NotImplementedError("Calling an abstract method.")

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """The EstimatorSpec for `mode`, from `_create_tpu_estimator_spec`. NotImplementedError unless a class has one of both."""
        make = getattr(self, "_create_tpu_estimator_spec", None)
        if make is None:
            raise NotImplementedError("Subclasses of _Head must implement `create_estimator_spec()` or _create_tpu_estimator_spec().")
        return make(features, mode, logits, labels, optimizer, train_op_fn, regularization_losses).as_estimator_spec()


class _OfV1:
    """What heads of TensorFlow 1 have beside those of TensorFlow 2: losses in parts, and metrics as pairs of operations."""

    _with_average = True
    _REDUCTIONS = {**SimpleHead._REDUCTIONS, "none": "none"}

    def create_loss(self: Any, features: Any, mode: str, logits: Any, labels: Any) -> Any:
        """The LossSpec of a batch: one loss, that of each example, their weights and the labels as they are compared. `mode`: for which
        it is; it is the same for all."""
        logits = check_logits_final_dim(logits, self.logits_dimension)
        losses, weights = self._unweighted(labels, logits, features), self._weights(features)
        weights = 1.0 if weights is None else weights
        total = compute_weighted_loss(losses, weights=weights, reduction=self._loss_reduction)
        return LossSpec(total, losses, weights, self._processed(labels))

    def create_estimator_spec(
        self: Any,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """The EstimatorSpec for `mode`; training needs either `optimizer` or `train_op_fn(loss)`, ValueError otherwise."""
        if self._create_tpu_estimator_spec is not None:
            return self._create_tpu_estimator_spec(
                features, mode, logits, labels, optimizer, train_op_fn, regularization_losses
            ).as_estimator_spec()
        made = self.predictions(logits)
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(mode, predictions=made, export_outputs=self._outputs(made))
        spec = self.create_loss(features, mode, logits, labels)
        added = tf.add_n(regularization_losses) if regularization_losses else None
        loss = spec.training_loss if added is None else spec.training_loss + added
        if mode == ModeKeys.EVAL:
            known = {"class_ids": made["class_ids"], "logits": made["logits"], "logistic": made.get("logistic")}
            wanted = {k: v for k, v in known.items() if k in self._METRIC_ARGUMENTS}
            pairs = self._eval_metric_ops(
                labels=spec.processed_labels,
                weights=spec.weights,
                unreduced_loss=spec.unreduced_loss,
                regularization_loss=added,
                **wanted,
            )
            return EstimatorSpec(mode, predictions=made, loss=loss, eval_metric_ops=pairs)
        train_op = training_step(loss, optimizer, None, train_op_fn, None)
        with tf.compat.v1.name_scope(""):
            summary.scalar(self._key("loss"), loss)
            if self._loss_reduction == "weighted_sum":
                applied = tf.reduce_sum(spec.weights * tf.ones_like(spec.unreduced_loss))
                summary.scalar(self._key("average_loss"), spec.training_loss / applied)
            if added is not None:
                summary.scalar(self._key("regularization_loss"), added)
        return EstimatorSpec(mode, predictions=made, loss=loss, train_op=train_op)

    def _means(self: Any, unreduced_loss: Any, weights: Any, regularization_loss: Any) -> dict[str, Any]:
        made = {self._key("average_loss"): metrics.mean(unreduced_loss, weights)}
        if regularization_loss is not None:
            made[self._key("regularization_loss")] = metrics.mean(regularization_loss)
        return made


@tf_private("tensorflow_estimator.python.estimator.canned.head._MultiClassHeadWithSoftmaxCrossEntropyLoss")
class MultiClassHeadV1(_OfV1, MultiClassHead, HeadV1):
    """The head of TensorFlow 1's classifiers of more than two classes, which sums the losses of a batch unless it is told otherwise."""

    _METRIC_ARGUMENTS = ("class_ids",)

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = "weighted_sum",
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)

    def _eval_metric_ops(self, labels: Any, class_ids: Any, weights: Any, unreduced_loss: Any, regularization_loss: Any) -> Any:
        made = self._means(unreduced_loss, weights, regularization_loss)
        made[self._key("accuracy")] = metrics.accuracy(labels, class_ids, weights)
        return made


@tf_private("tensorflow_estimator.python.estimator.canned.head._BinaryLogisticHeadWithSigmoidCrossEntropyLoss")
class BinaryClassHeadV1(_OfV1, BinaryClassHead, HeadV1):
    """The head of TensorFlow 1's classifiers of two classes, which sums the losses of a batch unless it is told otherwise."""

    _METRIC_ARGUMENTS = ("class_ids", "logits", "logistic")

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Sequence[float] | None = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = "weighted_sum",
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(weight_column, thresholds, label_vocabulary, loss_reduction, loss_fn, name)

    def _eval_metric_ops(
        self, labels: Any, logits: Any, logistic: Any, class_ids: Any, weights: Any, unreduced_loss: Any, regularization_loss: Any
    ) -> Any:
        key, made = self._key, self._means(unreduced_loss, weights, regularization_loss)
        logistic = tf.sigmoid(logits) if logistic is None else logistic
        made[key("accuracy")] = metrics.accuracy(labels, class_ids, weights)
        made[key("precision")] = metrics.precision(labels, class_ids, weights)
        made[key("recall")] = metrics.recall(labels, class_ids, weights)
        made[key("prediction/mean")] = metrics.mean(logistic, weights)
        mean, update = made[key("label/mean")] = metrics.mean(labels, weights)
        made[key("accuracy_baseline")] = tf.maximum(mean, 1.0 - mean), tf.maximum(update, 1.0 - update)
        made[key("auc")] = metrics.auc(labels, logistic, weights)
        made[key("auc_precision_recall")] = metrics.auc(labels, logistic, weights, curve="PR")
        for threshold in self._thresholds:
            end = f"positive_threshold_{threshold:g}"
            chosen = tf.cast(logistic > threshold, dtypes.float32)
            made[key(f"accuracy/{end}")] = metrics.accuracy(labels, chosen, weights)
            for name, kind in (("precision", metrics.precision_at_thresholds), ("recall", metrics.recall_at_thresholds)):
                value, change = kind(labels, logistic, (threshold,), weights)
                made[key(f"{name}/{end}")] = tf.squeeze(value), tf.squeeze(change)
        return made


@tf_private("tensorflow_estimator.python.estimator.canned.head._binary_logistic_or_multi_class_head")
def binary_logistic_or_multi_class_head(n_classes: int, weight_column: Any, label_vocabulary: Any, loss_reduction: str) -> Any:
    """The head of TensorFlow 1's classifiers of `n_classes`."""
    if n_classes == 2:
        return BinaryClassHeadV1(weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction)
    return MultiClassHeadV1(n_classes, weight_column, label_vocabulary, loss_reduction)
