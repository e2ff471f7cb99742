"""Heads for classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.metrics.at_thresholds import auc
from tfshim.contrib.lookup import index_table_from_tensor
from tfshim.engine.values import dtypes
from tfshim.estimator.export.outputs import DEFAULT, ClassificationOutput, PredictOutput, RegressionOutput
from tfshim.estimator.heads.base import SimpleHead, only
from tfshim.keras.metrics.accuracies import BinaryAccuracy, SparseCategoricalAccuracy
from tfshim.keras.metrics.base import Mean
from tfshim.keras.metrics.confusion import Precision, Recall
from tfshim.keras.metrics.curves import AUC


class _Baseline(Mean):
    """The accuracy of whoever always gives the more frequent of two labels."""

    def result(self) -> Any:
        mean = super().result()
        return tf.maximum(mean, 1 - mean)


def _check_thresholds(thresholds):
    for threshold in thresholds or ():
        if not 0.0 < threshold < 1.0:
            raise ValueError(f"thresholds not in (0, 1): ({tuple(thresholds)},).")
    return tuple(thresholds or ())


def _at_thresholds(thresholds):
    """(name, class, arguments) of the metrics at each of `thresholds`."""
    for threshold in thresholds:
        for name, kind, argument in (
            ("accuracy", BinaryAccuracy, "threshold"),
            ("precision", Precision, "thresholds"),
            ("recall", Recall, "thresholds"),
        ):
            yield f"{name}/positive_threshold_{threshold:g}", kind, {argument: threshold}


class _ClassHead(SimpleHead):
    """A head whose labels are numbers of classes, or words of a vocabulary."""

    def __init__(self, dimension, classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name):
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(label_vocabulary)}")
        super().__init__(dimension, weight_column, loss_reduction, loss_fn, name)
        self._classes, self._vocabulary = classes, label_vocabulary
        self._n_classes, self._label_vocabulary = classes, label_vocabulary  # under which heads of libraries know them

    def _ids(self, labels):
        labels = tf.convert_to_tensor(labels)
        if self._vocabulary is None:
            if not labels.dtype.is_integer and not labels.dtype.is_floating and labels.dtype != tf.bool:
                raise ValueError(
                    f"Labels dtype should be integer. Instead got {labels.dtype}."
                    if not isinstance(self, BinaryClassHead)
                    else f"Labels dtype should be number. Instead got {labels.dtype}."
                )
            return labels
        if labels.dtype != tf.string:
            raise ValueError(f"Labels dtype should be string if there is a vocabulary. Instead got {labels.dtype}")
        return index_table_from_tensor(list(self._vocabulary), name="class_id_lookup").lookup(labels)

    def _all(self, logits):
        """The numbers and the names of all classes, for each example."""
        words = [str(w) for w in (self._vocabulary or range(self._classes))]
        count = tf.shape(logits)[0]
        ids = tf.tile(tf.expand_dims(tf.range(self._classes), 0), [count, 1])
        return ids, tf.tile(tf.expand_dims(tf.constant(words), 0), [count, 1])

    def _named(self, ids):
        return tf.strings.as_string(ids) if self._vocabulary is None else tf.gather(tf.constant(list(self._vocabulary)), ids)

    def _outputs(self, predictions):
        words = self._all(predictions["probabilities"])[1]
        if self._vocabulary is not None and "all_classes" in predictions:
            words = predictions["all_classes"]
        value = ClassificationOutput(predictions["probabilities"], words)
        return {DEFAULT: value, "classification": value, "predict": PredictOutput(predictions)}


@tf_private("tensorflow_estimator.python.estimator.head.multi_class_head.MultiClassHead")
@tf_export("estimator.MultiClassHead")
class MultiClassHead(_ClassHead):
    """A head for one of three or more classes, by softmax. Mirrors `tf.estimator.MultiClassHead`.

    Arguments:
        n_classes: the number of classes, an int from 3 on; for two use `tf.estimator.BinaryClassHead`.
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        label_vocabulary: the words that labels are, a list; None (default) for labels from 0 to n_classes - 1.
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        loss_fn: a function of `labels` and `logits`, and if it wants of `features` and `loss_reduction`, in place of the cross-entropy
            (default None).
        name: a name that is added to those of metrics (default None).

    Raises:
        ValueError: there are less than three classes, or the words are not as many.

    Example:
        >>> head = tf.estimator.MultiClassHead(3, label_vocabulary=["ant", "bee", "cow"])
        >>> head.predictions(tf.constant([[0.1, 0.7, 0.2]]), keys=["classes"])["classes"].numpy()
        array([[b'bee']], dtype=object)
    """

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = "sum_over_batch_size",
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None or n_classes <= 2:
            raise ValueError(f"n_classes must be > 2: {n_classes}.")
        if isinstance(label_vocabulary, (list, tuple)) and len(label_vocabulary) != n_classes:
            raise ValueError(
                f'"label_vocabulary" does not have "n_classes" items. len(label_vocabulary)={len(label_vocabulary)}, '
                f"n_classes={n_classes}, label_vocabulary={label_vocabulary}"
            )
        super().__init__(n_classes, n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)

    def _processed(self, labels):
        labels = self._as_rows(labels, 1)
        if self._vocabulary is None and not labels.dtype.is_integer:
            raise ValueError(f"Labels dtype should be integer. Instead got {labels.dtype}.")
        return self._ids(labels)

    def _losses(self, labels, logits):
        return tf.expand_dims(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.squeeze(labels, [-1]), logits=logits), -1)

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        logits = self._checked_logits(logits)
        ids = tf.expand_dims(tf.argmax(logits, -1), -1)
        numbers, words = self._all(logits)
        made = {
            "logits": logits,
            "probabilities": tf.nn.softmax(logits),
            "class_ids": ids,
            "classes": self._named(ids),
            "all_class_ids": numbers,
            "all_classes": words,
        }
        return only(made, keys)

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        return {**super().metrics(regularization_losses), self._key("accuracy"): SparseCategoricalAccuracy(name="accuracy")}

    def _update(self, metrics, logits, labels, weights):
        metrics[self._key("accuracy")].update_state(labels, tf.nn.softmax(logits), sample_weight=weights)


@tf_private("tensorflow_estimator.python.estimator.head.binary_class_head.BinaryClassHead")
@tf_export("estimator.BinaryClassHead")
class BinaryClassHead(_ClassHead):
    """A head for one of two classes, by one logit. Mirrors `tf.estimator.BinaryClassHead`.

    Arguments:
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        thresholds: probabilities at which accuracy, precision and recall are told too, a list of numbers between 0 and 1 (default None).
        label_vocabulary: the two words that labels are, a list; None (default) for 0 and 1.
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        loss_fn: a function of `labels` and `logits`, and if it wants of `features` and `loss_reduction`, in place of the cross-entropy
            (default None).
        name: a name that is added to those of metrics (default None).

    Raises:
        ValueError: a threshold is not between 0 and 1, or there are not two words.

    Example:
        >>> head = tf.estimator.BinaryClassHead(thresholds=[0.3])
        >>> round(float(head.loss([[1]], tf.constant([[2.0]]), features={})), 3)
        0.127
        >>> [name for name in head.metrics() if "0.3" in name]
        ['accuracy/positive_threshold_0.3', 'precision/positive_threshold_0.3', 'recall/positive_threshold_0.3']
    """

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Sequence[float] | None = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = "sum_over_batch_size",
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        self._thresholds = _check_thresholds(thresholds)
        super().__init__(1, 2, weight_column, label_vocabulary, loss_reduction, loss_fn, name)

    def _processed(self, labels):
        return tf.cast(self._ids(self._as_rows(labels, 1)), dtypes.float32)

    def _losses(self, labels, logits):
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        logits = self._checked_logits(logits)
        two = tf.concat([tf.zeros_like(logits), logits], -1)
        ids = tf.expand_dims(tf.argmax(two, -1), -1)
        numbers, words = self._all(logits)
        made = {
            "logits": logits,
            "logistic": tf.sigmoid(logits),
            "probabilities": tf.nn.softmax(two),
            "class_ids": ids,
            "classes": self._named(ids),
            "all_class_ids": numbers,
            "all_classes": words,
        }
        return only(made, keys)

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        key, made = self._key, super().metrics(regularization_losses)
        made[key("accuracy")] = Mean(name="accuracy")
        made[key("precision")], made[key("recall")] = Precision(name="precision"), Recall(name="recall")
        made[key("prediction/mean")], made[key("label/mean")] = Mean(name="prediction/mean"), Mean(name="label/mean")
        made[key("accuracy_baseline")] = _Baseline(name="accuracy_baseline")
        made[key("auc")], made[key("auc_precision_recall")] = AUC(name="auc"), AUC(curve="PR", name="auc_precision_recall")
        made.update({key(name): kind(name=name, **options) for name, kind, options in _at_thresholds(self._thresholds)})
        return made

    def _update(self, metrics, logits, labels, weights):
        probability, key = tf.sigmoid(logits), self._key
        chosen = tf.cast(logits > 0, dtypes.float32)
        for name, values in (
            ("accuracy", tf.cast(tf.equal(chosen, labels), dtypes.float32)),
            ("prediction/mean", probability),
            ("label/mean", labels),
            ("accuracy_baseline", labels),
        ):
            metrics[key(name)].update_state(values, sample_weight=weights)
        for name, values in (("precision", chosen), ("recall", chosen), ("auc", probability), ("auc_precision_recall", probability)):
            metrics[key(name)].update_state(labels, values, sample_weight=weights)
        if self._with_average:  # TensorFlow 1 interpolates the curve otherwise
            metrics[key("auc_precision_recall")] = auc(labels, probability, weights, curve="PR")
        for name, _, _ in _at_thresholds(self._thresholds):
            metrics[key(name)].update_state(labels, probability, sample_weight=weights)

    def _outputs(self, predictions):
        made = super()._outputs(predictions)
        return {**made, "regression": RegressionOutput(predictions["logistic"])}


@tf_private("tensorflow_estimator.python.estimator.head.multi_label_head.MultiLabelHead")
@tf_export("estimator.MultiLabelHead")
class MultiLabelHead(_ClassHead):
    """A head for several classes at once: each is there or not. Mirrors `tf.estimator.MultiLabelHead`.

    Labels are zeros and ones [batch, n_classes], or sparse or ragged numbers of classes or words. Each class has a logit, whose sigmoid is
    its probability.

    Arguments:
        n_classes: the number of classes, an int from 2 on.
        weight_column: the name of the feature with a weight for each example, or a numeric column (default None).
        thresholds: probabilities at which accuracy, precision and recall are told too (default None).
        label_vocabulary: the words that labels are, a list (default None).
        loss_reduction: how the losses of a batch become one (default "sum_over_batch_size").
        loss_fn: a function of `labels` and `logits` in place of the cross-entropy (default None).
        classes_for_class_based_metrics: classes with precision and recall of their own, a list (default None).
        name: a name that is added to those of metrics (default None).

    Example:
        >>> head = tf.estimator.MultiLabelHead(n_classes=3)
        >>> round(float(head.loss([[1, 0, 1]], tf.constant([[2.0, -2.0, 2.0]]), features={})), 3)
        0.127
        >>> head.predictions(tf.constant([[2.0, -2.0, 0.0]]))["probabilities"].numpy().round(2)
        array([[0.88, 0.12, 0.5 ]], dtype=float32)
    """

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        thresholds: Sequence[float] | None = None,
        label_vocabulary: Sequence[str] | None = None,
        loss_reduction: str = "sum_over_batch_size",
        loss_fn: Callable[..., Any] | None = None,
        classes_for_class_based_metrics: Sequence[int] | None = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None or n_classes < 2:
            raise ValueError(f"n_classes must be > 1 for multi-label classification. Given: {n_classes}")
        self._thresholds, self._watched = tuple(thresholds or ()), tuple(classes_for_class_based_metrics or ())
        for threshold in self._thresholds:
            if not 0.0 < threshold < 1.0:
                raise ValueError(f"thresholds must be in (0, 1) range. Given: {threshold}")
        for c in self._watched:
            if not 0 <= c < n_classes:
                raise ValueError(f"All classes_for_class_based_metrics must be in range [0, {n_classes - 1}]. Given: {c}")
        super().__init__(n_classes, n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)

    def _processed(self, labels):
        labels = tf.sparse.to_dense(labels) if isinstance(labels, tf.SparseTensor) else labels
        return tf.cast(self._as_rows(labels, self._dimension), dtypes.float32)

    def _losses(self, labels, logits):
        found = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
        return tf.reduce_mean(found, axis=-1, keepdims=True)  # each example counts once

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        logits = self._checked_logits(logits)
        made = {"logits": logits, "probabilities": tf.sigmoid(logits), "classes": self._all(logits)[1]}
        return only(made, keys)

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        key, made = self._key, super().metrics(regularization_losses)
        made[key("auc")], made[key("auc_precision_recall")] = AUC(name="auc"), AUC(curve="PR", name="auc_precision_recall")
        made.update({key(name): kind(name=name, **options) for name, kind, options in _at_thresholds(self._thresholds)})
        for number in self._watched:
            end = f"class{number}" if self._vocabulary is None else self._vocabulary[number]
            made[key(f"probability_mean/{end}")] = Mean(name=f"probability_mean/{end}")
            made[key(f"auc/{end}")] = AUC(name=f"auc/{end}")
            made[key(f"auc_precision_recall/{end}")] = AUC(curve="PR", name=f"auc_precision_recall/{end}")
        return made

    def _update(self, metrics, logits, labels, weights):
        probability, key = tf.sigmoid(logits), self._key
        for name in ("auc", "auc_precision_recall"):
            metrics[key(name)].update_state(labels, probability, sample_weight=weights)
        for name, _, _ in _at_thresholds(self._thresholds):
            metrics[key(name)].update_state(labels, probability, sample_weight=weights)
        for number in self._watched:
            end = f"class{number}" if self._vocabulary is None else self._vocabulary[number]
            one, wanted = probability[:, number : number + 1], labels[:, number : number + 1]
            metrics[key(f"probability_mean/{end}")].update_state(one, sample_weight=weights)
            for name in ("auc", "auc_precision_recall"):
                metrics[key(f"{name}/{end}")].update_state(wanted, one, sample_weight=weights)
