"""Metrics over many thresholds: areas under curves, and the best of one share while another is large enough."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.debugging import assert_non_negative, assert_shapes
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations
from tfshim.keras.backend import epsilon
from tfshim.keras.metrics.confusion import ConfusionMetric, evenly_distributed, share_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import PolicyLike


def _inner_thresholds(n):
    return [(i + 1) * 1.0 / (n - 1) for i in range(n - 2)]


class SensitivitySpecificityBase(ConfusionMetric):
    """The greatest of one share at the thresholds where another is at least `value`."""

    _argument = ""  # the name of that of the constructor which says the least share

    def __init__(
        self, value: float, num_thresholds: int = 200, class_id: int | None = None, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        if value < 0 or value > 1:
            raise ValueError(f"Argument `{self._argument}` must be in the range [0, 1]. Received: {self._argument}={value}")
        if num_thresholds <= 0:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 0. Received: num_thresholds={num_thresholds}")
        self.value, self.num_thresholds, self.class_id = value, num_thresholds, class_id
        setattr(self, self._argument, value)
        self._even = num_thresholds > 1
        self.thresholds = [0.0, *_inner_thresholds(num_thresholds), 1.0] if self._even else [0.5]
        self._make_counters((num_thresholds,))

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> None:
        """Count the predictions of a batch at every threshold. Mirrors `tf.keras.metrics.PrecisionAtRecall.update_state` and its like.

        Arguments:
            y_true: the labels, 0 and 1 or False and True, of the shape of `y_pred`.
            y_pred: predictions in [0, 1], of any shape. With `class_id` only that column counts.
            sample_weight: None (default): each counts 1. Else a number, or a tensor that can be broadcast to `y_true`.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            ValueError: shapes that differ. Predictions outside of [0, 1] are not refused.

        Example:
            >>> metric = tf.keras.metrics.RecallAtPrecision(0.8)
            >>> _ = metric.update_state([0, 0, 1, 1], [0.1, 0.5, 0.3, 0.9])
            >>> float(metric.result())
            0.5
        """
        self._count(y_true, y_pred, sample_weight, class_id=self.class_id)

    def _share(self, of, other):
        return share_of(getattr(self, of), getattr(self, other))

    _sensitivity = property(lambda self: self._share("true_positives", "false_negatives"))
    _specificity = property(lambda self: self._share("true_negatives", "false_positives"))
    _precision = property(lambda self: self._share("true_positives", "false_positives"))

    def _best(self, bounded, wanted):
        allowed = math.greater_equal(bounded, self.value)
        if one_by_one.wanted() and TS.graph is not None:
            places = array_ops.where(allowed)
            return array_ops.where(math.greater(array_ops.size(places), 0), math.reduce_max(array_ops.gather(wanted, places)), 0.0)
        # Below every share, so that what is not allowed never is the greatest.
        best = math.reduce_max(array_ops.where(allowed, wanted, -1.0))
        return array_ops.where(math.reduce_any(allowed), best, 0.0)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "class_id": self.class_id, "num_thresholds": self.num_thresholds, self._argument: self.value}


@tf_export("keras.metrics.SensitivityAtSpecificity")
class SensitivityAtSpecificity(SensitivitySpecificityBase):
    """The best sensitivity (share of labels of 1 found) at a threshold where the specificity is at least a given number.

    Mirrors `tf.keras.metrics.SensitivityAtSpecificity`. Specificity is the share of labels of 0 that are predicted as negative.
    `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions in [0, 1] of one shape.

    Arguments:
        specificity: the least specificity, in [0, 1].
        num_thresholds: how many thresholds are tried; 200 by default.
        class_id: only this class, a place along the last axis, counts; None (default): all.
        name: the name; None: "sensitivity_at_specificity".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a `specificity` outside of [0, 1], or `num_thresholds` that are not positive.

    Example:
        >>> metric = tf.keras.metrics.SensitivityAtSpecificity(0.5)
        >>> float(metric([0, 0, 0, 1, 1], [0.0, 0.3, 0.8, 0.3, 0.8]))
        0.5
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _argument = "specificity"

    def __init__(
        self, specificity: float, num_thresholds: int = 200, class_id: int | None = None, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(specificity, num_thresholds, class_id, name, dtype)

    def result(self) -> AnyTensor:
        return self._best(self._specificity, self._sensitivity)


@tf_export("keras.metrics.SpecificityAtSensitivity")
class SpecificityAtSensitivity(SensitivitySpecificityBase):
    """The best specificity (share of labels of 0 predicted as negative) at a threshold where the sensitivity is at least a given number.

    Mirrors `tf.keras.metrics.SpecificityAtSensitivity`. Sensitivity is the share of labels of 1 that are found.
    `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions in [0, 1] of one shape.

    Arguments:
        sensitivity: the least sensitivity, in [0, 1].
        num_thresholds: how many thresholds are tried; 200 by default.
        class_id: only this class, a place along the last axis, counts; None (default): all.
        name: the name; None: "specificity_at_sensitivity".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a `sensitivity` outside of [0, 1], or `num_thresholds` that are not positive.

    Example:
        >>> metric = tf.keras.metrics.SpecificityAtSensitivity(0.5)
        >>> round(float(metric([0, 0, 0, 1, 1], [0.0, 0.3, 0.8, 0.3, 0.8])), 3)
        0.667
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _argument = "sensitivity"

    def __init__(
        self, sensitivity: float, num_thresholds: int = 200, class_id: int | None = None, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(sensitivity, num_thresholds, class_id, name, dtype)

    def result(self) -> AnyTensor:
        return self._best(self._sensitivity, self._specificity)


@tf_export("keras.metrics.PrecisionAtRecall")
class PrecisionAtRecall(SensitivitySpecificityBase):
    """The best precision at a threshold where the recall is at least a given number.

    Mirrors `tf.keras.metrics.PrecisionAtRecall`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions
    in [0, 1] of one shape.

    Arguments:
        recall: the least recall, in [0, 1].
        num_thresholds: how many thresholds are tried; 200 by default.
        class_id: only this class, a place along the last axis, counts; None (default): all.
        name: the name; None: "precision_at_recall".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a `recall` outside of [0, 1], or `num_thresholds` that are not positive.

    Example:
        >>> metric = tf.keras.metrics.PrecisionAtRecall(0.5)
        >>> float(metric([0, 0, 0, 1, 1], [0.0, 0.3, 0.8, 0.3, 0.8]))
        0.5
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _argument = "recall"

    def __init__(
        self, recall: float, num_thresholds: int = 200, class_id: int | None = None, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(recall, num_thresholds, class_id, name, dtype)

    def result(self) -> AnyTensor:
        return self._best(self._sensitivity, self._precision)


@tf_export("keras.metrics.RecallAtPrecision")
class RecallAtPrecision(SensitivitySpecificityBase):
    """The best recall at a threshold where the precision is at least a given number.

    Mirrors `tf.keras.metrics.RecallAtPrecision`. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0 and 1 and predictions
    in [0, 1] of one shape. Where no threshold reaches the precision, the result is 0.

    Arguments:
        precision: the least precision, in [0, 1].
        num_thresholds: how many thresholds are tried; 200 by default.
        class_id: only this class, a place along the last axis, counts; None (default): all.
        name: the name; None: "recall_at_precision".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a `precision` outside of [0, 1], or `num_thresholds` that are not positive.

    Example:
        >>> metric = tf.keras.metrics.RecallAtPrecision(0.8)
        >>> float(metric([0, 0, 1, 1], [0.0, 0.5, 0.3, 0.9]))
        0.5
    """

    __module__ = "keras.src.metrics.confusion_metrics"
    _argument = "precision"

    def __init__(
        self, precision: float, num_thresholds: int = 200, class_id: int | None = None, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(precision, num_thresholds, class_id, name, dtype)

    def result(self) -> AnyTensor:
        return self._best(self._precision, self._sensitivity)


class AUCCurve(enum.Enum):
    """The curves that an area can be under."""

    ROC = "ROC"
    PR = "PR"

    @staticmethod
    def from_str(key: str) -> AUCCurve:
        """The curve of that name. Raises ValueError for another."""
        if key in ("pr", "PR", "roc", "ROC"):
            return AUCCurve[key.upper()]
        raise ValueError(f'Invalid AUC curve value: "{key}". Expected values are ["PR", "ROC"]')


class AUCSummationMethod(enum.Enum):
    """How the area between two points of a curve is estimated."""

    INTERPOLATION = "interpolation"
    MAJORING = "majoring"
    MINORING = "minoring"

    @staticmethod
    def from_str(key: str) -> AUCSummationMethod:
        """The method of that name. Raises ValueError for another."""
        for method in AUCSummationMethod:
            if key in (method.value, method.value.capitalize()):
                return method
        raise ValueError(f'Invalid AUC summation method value: "{key}". Expected values are ["interpolation", "majoring", "minoring"]')


@tf_export("keras.metrics.AUC")
class AUC(ConfusionMetric):
    """The area under the ROC curve, or under the curve of precision and recall: how well predictions order examples.

    Mirrors `tf.keras.metrics.AUC`. 1 means that all labels of 1 are predicted above those of 0, 0.5 that predictions say nothing (ROC). The
    curve is found at thresholds, so that the area is an approximation. `update_state(y_true, y_pred, sample_weight=None)` takes labels of 0
    and 1 and predictions in [0, 1] of one shape.

    Arguments:
        num_thresholds: how many thresholds divide [0, 1]; 200 by default.
        curve: "ROC" (default) or "PR".
        summation_method: "interpolation" (default), "majoring" or "minoring": how the area between two points is found.
        name: the name; None: "auc".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        thresholds: numbers in [0, 1] in place of `num_thresholds`.
        multi_label: whether each column has an area of its own, of which the mean is taken; False by default.
        num_labels: how many columns there are, to make the state at once; None.
        label_weights: weights of the columns; None.
        from_logits: whether predictions pass through a sigmoid; False by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: fewer than two thresholds, another curve or method, `num_labels` without `multi_label`.

    Example:
        >>> metric = tf.keras.metrics.AUC()
        >>> round(float(metric([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])), 2)
        0.75
    """

    __module__ = "keras.src.metrics.confusion_metrics"

    def __init__(
        self,
        num_thresholds: int = 200,
        curve: str = "ROC",
        summation_method: str = "interpolation",
        name: str | None = None,
        dtype: PolicyLike = None,
        thresholds: Sequence[float] | None = None,
        multi_label: bool = False,
        num_labels: int | None = None,
        label_weights: TensorLike | None = None,
        from_logits: bool = False,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self._init_from_thresholds = thresholds is not None
        if thresholds is not None:
            num_thresholds, inner = len(thresholds) + 2, sorted(thresholds)
        elif num_thresholds <= 1:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 1. Received: num_thresholds={num_thresholds}")
        else:
            inner = _inner_thresholds(num_thresholds)
        self.num_thresholds = num_thresholds
        self._even = thresholds is None or evenly_distributed([0.0, *inner, 1.0])
        # Widened beyond [0, 1], so that predictions of exactly 0 and 1 lie between two thresholds.
        self._thresholds = np.array([0.0 - epsilon(), *inner, 1.0 + epsilon()])
        self.curve = curve if isinstance(curve, AUCCurve) else AUCCurve.from_str(curve)
        given = summation_method
        self.summation_method = given if isinstance(given, AUCSummationMethod) else AUCSummationMethod.from_str(given)
        self.multi_label, self.num_labels, self._from_logits = multi_label, num_labels, from_logits
        self.label_weights = None
        if label_weights is not None:
            self.label_weights = array_ops.constant(label_weights, dtype=self._dtype)
            assert_non_negative(self.label_weights, message="All values of `label_weights` must be non-negative.")
        self._built = False
        if multi_label:
            if num_labels:
                self._build(TensorShape([None, num_labels]))
        elif num_labels:
            raise ValueError("`num_labels` is needed only when `multi_label` is True.")
        else:
            self._build(None)

    @property
    def thresholds(self) -> list[float]:
        """The thresholds, with one just below 0 and one just above 1."""
        return [float(t) for t in self._thresholds]

    def _build(self, shape):
        if self.multi_label:
            if shape.rank != 2:
                raise ValueError(
                    f"`y_pred` must have rank 2 when `multi_label=True`. Found rank {shape.rank}. Full shape received for `y_pred`: {shape}"
                )
            self._num_labels = shape[1]
            self._make_counters((self.num_thresholds, self._num_labels))
        else:
            self._make_counters((self.num_thresholds,))
        self._build_input_shape = shape
        self._built = True

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> None:
        """Count the predictions of a batch at every threshold. Mirrors `tf.keras.metrics.AUC.update_state`.

        Arguments:
            y_true: the labels, 0 and 1 or False and True, of the shape of `y_pred`; with `multi_label=True` [batch, labels].
            y_pred: predictions in [0, 1], of any shape; any numbers for a metric that was made with `from_logits=True`, which takes their
                sigmoid.
            sample_weight: None (default): each counts 1. Else a number, or a tensor that can be broadcast to `y_true`.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            ValueError: shapes that differ. Predictions outside of [0, 1] are not refused.

        Example:
            >>> metric = tf.keras.metrics.AUC()
            >>> _ = metric.update_state([0, 1], [0.1, 0.3])
            >>> _ = metric.update_state([0, 1], [0.5, 0.9])
            >>> round(float(metric.result()), 3)
            0.75
        """
        y_true, y_pred = self._number(y_true), self._number(y_pred)
        self._once("_built", self._build, y_pred.shape)
        if self.label_weights is not None:
            shapes = [(y_true, ("N", "L")), (self.label_weights, ("L",))]
            if self.multi_label:
                shapes += [(v.value(), ("T", "L")) for v in self._counters().values()]
            assert_shapes(shapes, message="Number of labels is not consistent.")
        if self._from_logits:
            y_pred = activations.sigmoid(y_pred)
        # With `multi_label` the weights go to the labels' areas in the end, so they must not go to the counts as well.
        self._count(
            y_true, y_pred, sample_weight, multi_label=self.multi_label, label_weights=None if self.multi_label else self.label_weights
        )

    def interpolate_pr_auc(self) -> AnyTensor:
        """The area under the precision-recall curve. Mirrors `tf.keras.metrics.AUC.interpolate_pr_auc`.

        `result` calls it for `curve="PR"` and `summation_method="interpolation"`. Between two thresholds precision is no straight line over
        recall: the numbers of true and false positives are, and the area is that of the curve they make (Davis and Goadrich, 2006). One
        calls it on a metric of the ROC curve to get this area from the same counts.

        Returns:
            A scalar tensor; with `multi_label` the mean over the labels, weighted by `label_weights`.

        Example:
            >>> metric = tf.keras.metrics.AUC(num_thresholds=3, curve="PR")
            >>> _ = metric.update_state([0, 0, 1, 1], [0.0, 0.5, 0.3, 0.9])
            >>> round(float(metric.interpolate_pr_auc()), 3), round(float(metric.result()), 3)
            (0.821, 0.821)
        """
        return self._over_labels(self._interpolated())

    def _interpolated(self):
        tp, fp, fn = self.true_positives.value(), self.false_positives.value(), self.false_negatives.value()
        p = tp + fp
        # Precision between two thresholds is no straight line: the formula is that of Davis and Goadrich, 2006.
        step = tp[:-1] - tp[1:]
        slope = math.divide_no_nan(step, math.maximum(p[:-1] - p[1:], 0.0))
        intercept = tp[1:] - slope * p[1:]
        both = math.logical_and(p[:-1] > 0, p[1:] > 0)
        ratio = array_ops.where(both, math.divide_no_nan(p[:-1], math.maximum(p[1:], 0.0)), array_ops.ones_like(p[1:]))
        return math.divide_no_nan(slope * (step + intercept * math.log(ratio)), math.maximum(tp[1:] + fn[1:], 0.0))

    def _over_labels(self, parts, name=None):
        if not self.multi_label:
            return math.reduce_sum(parts, name=name)
        by_label = math.reduce_sum(parts, axis=0)
        if self.label_weights is None:
            return math.reduce_mean(by_label)
        return math.divide_no_nan(math.reduce_sum(by_label * self.label_weights), math.reduce_sum(self.label_weights))

    def result(self) -> AnyTensor:
        """The area under the curve, of all batches since the last reset. Mirrors `tf.keras.metrics.AUC.result`.

        It comes from the counts at the metric's thresholds, so it is near the exact area but not equal to it; more `num_thresholds` come
        nearer. It changes nothing.

        Returns:
            A scalar tensor of the metric's dtype, between 0 and 1; with `multi_label=True` the mean over labels, by `label_weights` where
            there are any. Before the first update it is 0.

        Example:
            >>> metric = tf.keras.metrics.AUC(curve="PR")
            >>> float(metric.result())
            0.0
            >>> _ = metric.update_state([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9])
            >>> round(float(metric.result()), 3)
            1.0
        """
        interpolates = self.summation_method is AUCSummationMethod.INTERPOLATION
        if self.curve is AUCCurve.PR and interpolates:
            return self.interpolate_pr_auc()
        recall = share_of(self.true_positives, self.false_negatives)
        if self.curve is AUCCurve.ROC:
            x, y = share_of(self.false_positives, self.true_negatives), recall
        else:
            x, y = recall, share_of(self.true_positives, self.false_positives)
        if interpolates:
            heights = (y[:-1] + y[1:]) / 2.0
        else:
            heights = (math.minimum if self.summation_method is AUCSummationMethod.MINORING else math.maximum)(y[:-1], y[1:])
        # Thresholds rise, so `x` falls from each to the next.
        return self._over_labels(math.multiply(x[:-1] - x[1:], heights), self.name)

    def get_config(self) -> dict[str, Any]:
        weights = None if self.label_weights is None else self.label_weights.numpy()
        config = {
            **super().get_config(),
            "num_thresholds": self.num_thresholds,
            "curve": self.curve.value,
            "summation_method": self.summation_method.value,
            "multi_label": self.multi_label,
            "num_labels": self.num_labels,
            "label_weights": weights,
            "from_logits": self._from_logits,
        }
        if self._init_from_thresholds:
            config["thresholds"] = [float(t) for t in self._thresholds[1:-1]]
        return config
