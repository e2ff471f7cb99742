"""Metrics that count true and false positives and negatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.control_flow import group
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.keras._ranks import match_ranks
from tfshim.keras._weights import broadcast_weights, flat_values, spread_weights
from tfshim.keras.backend import epsilon
from tfshim.keras.metrics.base import Metric
from tfshim.keras.metrics.own_methods import as_own

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import PolicyLike


LOWEST = -1e10  # "no prediction", where only the top k count
KINDS = ("true_positives", "true_negatives", "false_positives", "false_negatives")


def parse_thresholds(thresholds: float | Sequence[float] | None, default: float = 0.5) -> list[float]:
    """The list of thresholds. Raises ValueError for one outside of [0, 1]."""
    given = default if thresholds is None else thresholds
    values = list(given) if isinstance(given, (list, tuple)) else [given]
    if thresholds is not None:
        wrong = [t for t in values if t is None or t < 0 or t > 1]
        if wrong:
            raise ValueError(f"Threshold values must be in [0, 1]. Received: {wrong}")
    return values


def evenly_distributed(thresholds: Sequence[float]) -> bool:
    """Whether they divide [0, 1] evenly, so that predictions fall into buckets that can be computed."""
    n = len(thresholds)
    return n >= 3 and bool(np.allclose(thresholds, np.arange(n, dtype=np.float32) / (n - 1), atol=epsilon()))


def _top_k_only(predictions, k):
    _, places = nn.top_k(predictions, k, sorted=False)
    chosen = math.reduce_sum(array_ops.one_hot(places, array_ops.shape(predictions)[-1], axis=-1), axis=-2)
    return predictions * chosen + LOWEST * (1 - chosen)


def share_of(counted, others):
    """What share `counted` is of itself and `others`, two variables, 0 where both are 0."""
    if one_by_one.wanted():
        both = math.add(counted, others)
        with name_scope("div_no_nan") as scope:
            return math.divide_no_nan(counted.value(), both, name=scope)
    counted = counted.value()
    return math.divide_no_nan(counted, counted + others.value())


class ConfusionMetric(Metric):
    """A metric with a variable for each of `kinds` (true positives, ...), counted at each of `thresholds`."""

    _counted: tuple[str, ...] = KINDS
    _keeps_arrays = True

    def _make_counters(self, shape):
        for kind in self._counted:
            setattr(self, kind, self.add_weight(kind, shape=shape, initializer="zeros"))

    def _counters(self):
        return {kind: getattr(self, kind) for kind in self._counted}

    def _count(self, y_true, y_pred, sample_weight=None, top_k=None, class_id=None, multi_label=False, label_weights=None):
        """Update the counts at every threshold with a batch."""
        counted = (y_true, y_pred, sample_weight, top_k, class_id, multi_label, label_weights)
        if TS.graph is not None and not multi_label:
            shown_parts.recorded(self._count_in_graph, *counted)
        else:
            self._count_all(*counted)

    def _count_in_graph(self, y_true, y_pred, sample_weight, top_k, class_id, multi_label, label_weights):
        dense = isinstance(y_true, Tensor) and isinstance(y_pred, Tensor) and y_pred.shape.rank
        if not (dense and one_by_one.wanted()):
            self._count_all(y_true, y_pred, sample_weight, top_k, class_id, multi_label, label_weights)
            return
        limits = array_ops.constant(self.thresholds, self._dtype)
        y_true, y_pred, among_all = self._number(y_true), self._number(y_pred), array_ops.cast(True, "bool")
        weights = None if sample_weight is None else self._number(sample_weight)
        y_pred, y_true, weights = match_ranks(y_pred, y_true, weights)
        if top_k is not None:
            y_pred = _top_k_only(y_pred, top_k)
        if class_id is not None:
            y_true, y_pred = y_true[..., class_id, None], y_pred[..., class_id, None]
        weights = weights, label_weights
        if self._even:
            steps = self._steps_in_buckets(y_true, y_pred, *weights)
        else:
            steps = self._steps_by_threshold(limits, among_all, y_true, y_pred, *weights)
        group(*(variable.assign_add(n) for variable, n in steps))

    def _steps_by_threshold(self, limits, among_all, y_true, y_pred, weights, label_weights):
        """The counters and what is added to each, operation by operation as Keras computes them."""
        sizes = array_ops.shape(y_pred)
        rows, columns = sizes[0], math.reduce_prod(sizes[1:], axis=0)
        array_ops.where(among_all, columns, array_ops.ones([], "int32"))
        given, y_pred = y_pred, array_ops.reshape(y_pred, [1, -1])
        y_true = array_ops.reshape(array_ops.cast(y_true, "bool"), [1, -1])
        size, count = rows * columns, len(self.thresholds)
        limits = array_ops.tile(array_ops.reshape(limits, [count, 1]), array_ops.stack([1, size]))
        above = math.greater(array_ops.tile(y_pred, [count, 1]), limits)
        positive = array_ops.tile(y_true, [count, 1])
        tiled = None
        for w in (weights, None if label_weights is None else array_ops.expand_dims(label_weights, 0)):
            if w is not None:
                own = array_ops.tile(array_ops.reshape(broadcast_weights(w, given), [1, size]), [count, 1])
                tiled = own if tiled is None else math.multiply(tiled, own)
        below = math.logical_not(above) if {"true_negatives", "false_negatives"} & set(self._counted) else None
        negative = math.logical_not(positive) if {"true_negatives", "false_positives"} & set(self._counted) else None
        pairs = {
            "true_positives": (positive, above),
            "false_negatives": (positive, below),
            "false_positives": (negative, above),
            "true_negatives": (negative, below),
        }
        counters = self._counters()
        for kind, (labels, found) in pairs.items():
            if kind in counters:
                both = array_ops.cast(math.logical_and(labels, found), self._dtype)
                both = both if tiled is None else both * tiled
                yield counters[kind], math.reduce_sum(both, axis=1)

    def _steps_in_buckets(self, y_true, y_pred, weights, label_weights):
        """The same for thresholds that divide [0, 1] evenly."""
        count, counters = len(self.thresholds), self._counters()
        weight = self._product_of_weights(weights, label_weights, y_pred)
        y_pred = math.clip_by_value(y_pred, 0.0, 1.0)
        positive = array_ops.reshape(array_ops.cast(array_ops.cast(y_true, "bool"), self._dtype), [-1])
        y_pred = array_ops.reshape(y_pred, [-1])
        labels = [math.multiply(positive, weight)]
        labels.append(math.multiply(1.0 - positive, weight))
        place = math.ceil(y_pred * (count - 1)) - 1
        if self.thresholds[0] < 0.0 or self.thresholds[-1] > 1.0:
            place = nn.relu(place)
        place = array_ops.cast(place, "int32")
        sums = [math.unsorted_segment_sum(x, place, count) for x in labels]
        above = [math.cumsum(x, axis=0, reverse=True) for x in sums]
        below = {"true_negatives": 1, "false_negatives": 0}
        total = [math.reduce_sum(x) for x in labels] if below.keys() & counters.keys() else None
        for kind, x in zip(("true_positives", "false_positives"), above):
            if kind in counters:
                yield counters[kind], x
        for kind, at in below.items():
            if kind in counters:
                yield counters[kind], total[at] - above[at]

    def _product_of_weights(self, weights, label_weights, y_pred):
        """The weights of examples times those of labels, as vectors of one for each prediction; 1 where there are none."""
        factors = (weights, label_weights if label_weights is None else array_ops.expand_dims(label_weights, 0))
        factors = [None if w is None else array_ops.reshape(broadcast_weights(w, y_pred), [-1]) for w in factors]
        with name_scope("Mul") as scope:
            pair = [array_ops.constant(1.0, self._dtype, name=x) if w is None else w for w, x in zip(factors, "xy")]
            return math.multiply(*pair, name=scope)

    def _count_all(self, y_true, y_pred, sample_weight, top_k, class_id, multi_label, label_weights):
        y_true, y_pred = self._number(y_true), self._number(y_pred)
        if not multi_label:
            (y_pred, y_true), _ = flat_values([y_pred, y_true], sample_weight)
        weights = None if sample_weight is None else self._number(sample_weight)
        y_pred, y_true, weights = match_ranks(y_pred, y_true, weights)
        y_pred.shape.assert_is_compatible_with(y_true.shape)
        if top_k is not None:
            y_pred = _top_k_only(y_pred, top_k)
        if class_id is not None:
            y_true, y_pred = y_true[..., class_id, None], y_pred[..., class_id, None]
        factors = None if weights is None else spread_weights(weights, y_pred)
        if label_weights is not None:
            of_labels = spread_weights(array_ops.expand_dims(label_weights, 0), y_pred)
            factors = of_labels if factors is None else factors * of_labels
        positive, negative = _split(y_true, factors)
        if not multi_label:
            positive, negative, y_pred = (array_ops.reshape(x, [-1]) for x in (positive, negative, y_pred))
        counts = (_counts_in_buckets if self._even else _counts_by_threshold)(self._counted, positive, negative, y_pred, self.thresholds)
        for kind, variable in self._counters().items():
            variable.assign_add(counts[kind])

    def _at_one(self, result):
        return result[0] if len(self.thresholds) == 1 else result


def _split(y_true, factors):
    """The weights of the positive and of the negative labels."""
    # Any label but 0 is a positive one, as in Keras.
    positive = array_ops.cast(array_ops.cast(y_true, "bool"), y_true.dtype)
    negative = 1.0 - positive
    return (positive, negative) if factors is None else (positive * factors, negative * factors)


def _counts_by_threshold(kinds, positive, negative, y_pred, thresholds):
    """The weight of labels of each kind, for each threshold."""
    limits = array_ops.reshape(convert_to_tensor(thresholds, y_pred.dtype), [-1] + [1] * y_pred.shape.rank)
    above = array_ops.cast(math.greater(array_ops.expand_dims(y_pred, 0), limits), y_pred.dtype)
    pairs = {
        "true_positives": (above, positive),
        "false_positives": (above, negative),
        "false_negatives": (1.0 - above, positive),
        "true_negatives": (1.0 - above, negative),
    }
    return {kind: math.reduce_sum(pairs[kind][0] * pairs[kind][1], axis=1) for kind in kinds}


def _counts_in_buckets(kinds, positive, negative, y_pred, thresholds):
    """The same for thresholds that divide [0, 1] evenly, in one pass over the predictions."""
    n = len(thresholds)
    # A prediction equal to a threshold is not above it, hence `ceil - 1`; bucket -1 is left out of the sums.
    place = math.ceil(math.clip_by_value(y_pred, 0.0, 1.0) * (n - 1)) - 1
    if thresholds[0] < 0.0 or thresholds[-1] > 1.0:
        place = nn.relu(place)  # a prediction of 0 is above the first threshold
    place = array_ops.cast(place, "int32")
    if y_pred.shape.rank == 2:
        labels = y_pred.shape[1]
        # Bucket -1 stays what it is: moved, it would be the bucket of another label.
        place = array_ops.reshape(array_ops.where(place < 0, place, place * labels + array_ops.range(labels)), [-1])
        sums = [
            array_ops.reshape(math.unsorted_segment_sum(array_ops.reshape(x, [-1]), place, n * labels), [n, labels])
            for x in (positive, negative)
        ]
    else:
        sums = [math.unsorted_segment_sum(x, place, n) for x in (positive, negative)]
    # A prediction in a bucket is above the thresholds of all buckets up to this one.
    true_positives, false_positives = (math.cumsum(x, reverse=True, axis=0) for x in sums)
    counts = {"true_positives": true_positives, "false_positives": false_positives}
    if "false_negatives" in kinds:
        counts["false_negatives"] = math.reduce_sum(positive, axis=0) - true_positives
    if "true_negatives" in kinds:
        counts["true_negatives"] = math.reduce_sum(negative, axis=0) - false_positives
    return counts


class _ConfusionMatrixConditionCount(ConfusionMetric):
    """One of the four counts; a subclass names it."""

    def __init__(self, thresholds: float | Sequence[float] | None = None, name: str | None = None, dtype: PolicyLike = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds = thresholds
        self.thresholds = parse_thresholds(thresholds)
        self._even = evenly_distributed(self.thresholds)
        self.accumulator = self.add_weight("accumulator", shape=(len(self.thresholds),), initializer="zeros")

    def _counters(self):
        return {self._counted[0]: self.accumulator}

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> None:
        """Count the predictions of a batch.

        Mirrors `update_state` of the counting metrics, as `tf.keras.metrics.TruePositives.update_state`.

        Arguments:
            y_true: the labels, 0 and 1 or False and True, of the shape of `y_pred`.
            y_pred: predictions in [0, 1], of any shape; each element is compared with the thresholds, and counts as positive above one.
            sample_weight: None (default): each counts 1. Else a number, or a tensor that can be broadcast to `y_true`; a prediction then
                counts its weight, so that counts need not be whole.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            ValueError: shapes that differ. Predictions outside of [0, 1] are not refused.

        Example:
            >>> found = tf.keras.metrics.TruePositives()
            >>> _ = found.update_state([1, 1, 0], [0.9, 0.2, 0.8])
            >>> _ = found.update_state([1, 1], [0.9, 0.8], sample_weight=[0.5, 1.0])
            >>> float(found.result())
            2.5
        """
        self._count(y_true, y_pred, sample_weight)

    def result(self) -> AnyTensor:
        """The count since the last reset. Mirrors `result` of the counting metrics, as `tf.keras.metrics.TruePositives.result`.

        It changes nothing, and may be asked for as often as one likes.

        Returns:
            A tensor of the metric's dtype: a scalar for one threshold (0.5 where none was given), else a vector with one count for each,
            in the order in which the thresholds were given. Before the first update it is 0.

        Example:
            >>> found = tf.keras.metrics.TruePositives(thresholds=[0.25, 0.5, 0.75])
            >>> _ = found.update_state([1, 1, 0], [0.9, 0.6, 0.8])
            >>> found.result().numpy().tolist()
            [2.0, 2.0, 1.0]
            >>> found.reset_state()
            >>> found.result().numpy().tolist()
            [0.0, 0.0, 0.0]
        """
        return self._at_one(self.accumulator.value())

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "thresholds": self.init_thresholds}


@tf_export("keras.metrics.FalsePositives")
@as_own("__init__")
class FalsePositives(_ConfusionMatrixConditionCount):
    """The number of predictions above a threshold whose label is 0.

    Mirrors `tf.keras.metrics.FalsePositives`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions in
    [0, 1] of one shape; with weights, their sum is taken in place of the number.

    Arguments:
        thresholds: a number in [0, 1], or a list of them; None (default): 0.5.
        name: the name; None: "false_positives".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor; for a list, one number for each threshold.

    Raises:
        ValueError: thresholds outside of [0, 1]. Predictions outside of it are not refused.

    Example:
        >>> metric = tf.keras.metrics.FalsePositives(thresholds=[0.25, 0.75])
        >>> metric([0, 0, 1, 1], [0.5, 0.9, 0.1, 0.8]).numpy().tolist()
        [2.0, 1.0]
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _counted = ("false_positives",)


@tf_export("keras.metrics.FalseNegatives")
@as_own("__init__")
class FalseNegatives(_ConfusionMatrixConditionCount):
    """The number of predictions not above a threshold whose label is 1.

    Mirrors `tf.keras.metrics.FalseNegatives`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions in
    [0, 1] of one shape; with weights, their sum is taken in place of the number.

    Arguments:
        thresholds: a number in [0, 1], or a list of them; None (default): 0.5.
        name: the name; None: "false_negatives".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor; for a list, one number for each threshold.

    Raises:
        ValueError: thresholds outside of [0, 1]. Predictions outside of it are not refused.

    Example:
        >>> metric = tf.keras.metrics.FalseNegatives(thresholds=[0.25, 0.85])
        >>> metric([0, 0, 1, 1], [0.5, 0.9, 0.1, 0.8]).numpy().tolist()
        [1.0, 2.0]
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _counted = ("false_negatives",)


@tf_export("keras.metrics.TrueNegatives")
@as_own("__init__")
class TrueNegatives(_ConfusionMatrixConditionCount):
    """The number of predictions not above a threshold whose label is 0.

    Mirrors `tf.keras.metrics.TrueNegatives`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions in
    [0, 1] of one shape; with weights, their sum is taken in place of the number.

    Arguments:
        thresholds: a number in [0, 1], or a list of them; None (default): 0.5.
        name: the name; None: "true_negatives".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor; for a list, one number for each threshold.

    Raises:
        ValueError: thresholds outside of [0, 1]. Predictions outside of it are not refused.

    Example:
        >>> metric = tf.keras.metrics.TrueNegatives()
        >>> float(metric([0, 0, 1, 1], [0.5, 0.9, 0.1, 0.8]))
        1.0
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _counted = ("true_negatives",)


@tf_export("keras.metrics.TruePositives")
@as_own("__init__")
class TruePositives(_ConfusionMatrixConditionCount):
    """The number of predictions above a threshold whose label is 1.

    Mirrors `tf.keras.metrics.TruePositives`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions in
    [0, 1] of one shape; with weights, their sum is taken in place of the number.

    Arguments:
        thresholds: a number in [0, 1], or a list of them; None (default): 0.5.
        name: the name; None: "true_positives".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor; for a list, one number for each threshold.

    Raises:
        ValueError: thresholds outside of [0, 1]. Predictions outside of it are not refused.

    Example:
        >>> metric = tf.keras.metrics.TruePositives()
        >>> float(metric([0, 0, 1, 1], [0.5, 0.9, 0.1, 0.8], sample_weight=[1.0, 1.0, 1.0, 0.5]))
        0.5
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _counted = ("true_positives",)


class _Share(ConfusionMetric):
    """The true positives as a share of themselves and another count."""

    def __init__(
        self,
        thresholds: float | Sequence[float] | None = None,
        top_k: int | None = None,
        class_id: int | None = None,
        name: str | None = None,
        dtype: PolicyLike = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        # Among the top k all predictions count, however small; the others were set to LOWEST, which is not above it.
        self.thresholds = parse_thresholds(thresholds, default=0.5 if top_k is None else LOWEST)
        self._even = evenly_distributed(self.thresholds)
        self._make_counters((len(self.thresholds),))

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> None:
        """Count the predictions of a batch. Mirrors `update_state` of `tf.keras.metrics.Precision` and `tf.keras.metrics.Recall`.

        Arguments:
            y_true: the labels, 0 and 1 or False and True, of the shape of `y_pred`.
            y_pred: predictions in [0, 1], of any shape. With `top_k` the k greatest along the last axis count as positive, else those
                above a threshold. With `class_id` only that column counts.
            sample_weight: None (default): each counts 1. Else a number, or a tensor that can be broadcast to `y_true`.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            ValueError: shapes that differ. Predictions outside of [0, 1] are not refused.

        Example:
            >>> precision = tf.keras.metrics.Precision()
            >>> _ = precision.update_state([1, 0, 1], [0.9, 0.8, 0.1])
            >>> float(precision.result())
            0.5
            >>> _ = precision.update_state([1, 1], [0.9, 0.7])
            >>> float(precision.result())
            0.75
        """
        self._count(y_true, y_pred, sample_weight, self.top_k, self.class_id)

    def result(self) -> AnyTensor:
        """The share of all batches since the last reset. Mirrors `result` of `tf.keras.metrics.Precision` and `tf.keras.metrics.Recall`.

        It is computed of the counts of all batches together: it is not the mean of the shares of the batches.

        Returns:
            A tensor of the metric's dtype, between 0 and 1: a scalar for one threshold (0.5 where none was given), else a vector with one
            share for each. Where there is nothing to divide by, as before the first update, it is 0 and not NaN.

        Example:
            >>> recall = tf.keras.metrics.Recall(thresholds=[0.25, 0.75])
            >>> recall.result().numpy().tolist()
            [0.0, 0.0]
            >>> _ = recall.update_state([1, 1, 0], [0.9, 0.5, 0.8])
            >>> recall.result().numpy().tolist()
            [1.0, 0.5]
        """
        return self._at_one(share_of(*(getattr(self, kind) for kind in self._counted)))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}


@tf_export("keras.metrics.Precision")
@as_own("__init__", "update_state")
class Precision(_Share):
    """The share of positive predictions whose label is 1: true positives over all positives predicted.

    Mirrors `tf.keras.metrics.Precision`. Without any positive prediction it is 0. `update_state(y_true, y_pred, sample_weight=None)` takes
    labels of 0 and 1 and predictions in [0, 1] of one shape.

    Arguments:
        thresholds: a number in [0, 1], or a list of them; None (default): 0.5, or with `top_k` none.
        top_k: only the k greatest predictions of a row count as positive; None (default).
        class_id: only this class, a place along the last axis, counts; None (default): all.
        name: the name; None: "precision".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor; for a list, one number for each threshold.

    Raises:
        ValueError: thresholds outside of [0, 1], or a `class_id` that is no class.

    Example:
        >>> metric = tf.keras.metrics.Precision()
        >>> float(metric([0, 1, 1, 1], [0.9, 0.8, 0.1, 0.3]))
        0.5
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _counted = ("true_positives", "false_positives")


@tf_export("keras.metrics.Recall")
@as_own("__init__", "update_state")
class Recall(_Share):
    """The share of labels of 1 that are predicted as positive: true positives over all labels of 1.

    Mirrors `tf.keras.metrics.Recall`. Without any label of 1 it is 0. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0
    and 1 and predictions in [0, 1] of one shape.

    Arguments:
        thresholds: a number in [0, 1], or a list of them; None (default): 0.5, or with `top_k` none.
        top_k: only the k greatest predictions of a row count as positive; None (default).
        class_id: only this class, a place along the last axis, counts; None (default): all.
        name: the name; None: "recall".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor; for a list, one number for each threshold.

    Raises:
        ValueError: thresholds outside of [0, 1], or a `class_id` that is no class.

    Example:
        >>> metric = tf.keras.metrics.Recall(thresholds=[0.2, 0.5])
        >>> metric([0, 1, 1, 0], [0.9, 0.8, 0.3, 0.3]).numpy().tolist()
        [1.0, 0.5]
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _counted = ("true_positives", "false_negatives")
