"""Intersection over union of classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math
from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.metrics.base import Metric

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import PolicyLike


class _IoUBase(Metric):
    """Counts pairs of true and predicted classes in a matrix [num_classes, num_classes]."""

    _keeps_arrays = True

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: PolicyLike = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self.num_classes, self.ignore_class, self.axis = num_classes, ignore_class, axis
        self.sparse_y_true, self.sparse_y_pred = sparse_y_true, sparse_y_pred
        self.total_cm = self.add_weight("total_confusion_matrix", shape=(num_classes, num_classes), initializer="zeros")

    def _classes(self, x, sparse):
        return x if sparse else math.argmax(convert_to_tensor(x), axis=self.axis)

    @staticmethod
    def _flat(x):
        return x if x.shape.rank in (0, 1) else array_ops.reshape(x, [-1])

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Count the pairs of true and predicted classes of a batch. Mirrors `tf.keras.metrics.IoU.update_state`.

        Arguments:
            y_true: the classes, integers from 0 to `num_classes - 1`, of any shape, such as images [batch, height, width]; where the
                metric has `sparse_y_true=False`, scores or one-hot vectors along its `axis`.
            y_pred: the predicted classes, as many; where the metric has `sparse_y_pred=False`, scores, of which the greatest counts.
            sample_weight: None (default): each counts 1. Else a tensor with a weight for each of them.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Example:
            >>> metric = tf.keras.metrics.IoU(num_classes=2, target_class_ids=[1])
            >>> _ = metric.update_state([0, 0, 1, 1], [0, 1, 0, 1])
            >>> round(float(metric.result()), 4)
            0.3333
            >>> _ = metric.update_state([1, 1], [1, 1], sample_weight=[0.5, 0.5])
            >>> float(metric.result())
            0.5
        """
        y_true, y_pred = self._classes(y_true, self.sparse_y_true), self._classes(y_pred, self.sparse_y_pred)
        y_true, y_pred = self._number(y_true), self._number(y_pred)
        y_pred, y_true = self._flat(y_pred), self._flat(y_true)  # in Keras' order, which pages of graphs show
        # Weights are never scores of classes, whatever the predictions are.
        weights = None if sample_weight is None else self._flat(self._number(sample_weight))
        if self.ignore_class is not None:
            valid = math.not_equal(y_true, array_ops.cast(self.ignore_class, y_true.dtype))
            y_true, y_pred = array_ops.boolean_mask(y_true, valid), array_ops.boolean_mask(y_pred, valid)
            weights = None if weights is None else array_ops.boolean_mask(weights, valid)
        return self.total_cm.assign_add(math.confusion_matrix(y_true, y_pred, self.num_classes, weights=weights, dtype=self._dtype))


@tf_export("keras.metrics.IoU")
class IoU(_IoUBase):
    """The mean over chosen classes of intersection over union: how well predicted regions cover the true ones.

    Mirrors `tf.keras.metrics.IoU`. For a class: true positives over true positives, false positives and false negatives. Classes that occur
    nowhere do not count. `update_state(y_true, y_pred, sample_weight=None)` takes numbers of classes of one shape, or with the arguments
    below one-hot labels and predictions over classes.

    Arguments:
        num_classes: how many classes there are.
        target_class_ids: a list of those that count.
        name: the name; None: "io_u".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        ignore_class: labels of this number do not count; None (default): none.
        sparse_y_true, sparse_y_pred: whether labels and predictions are numbers of classes; True by default.
        axis: else that of the classes; -1.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a class that is not below `num_classes`.

    Example:
        >>> metric = tf.keras.metrics.IoU(num_classes=2, target_class_ids=[0])
        >>> round(float(metric([0, 0, 1, 1], [0, 1, 0, 1])), 3)
        0.333
    """

    __module__ = "keras.src.metrics.iou_metrics"

    def __init__(
        self,
        num_classes: int,
        target_class_ids: Sequence[int],
        name: str | None = None,
        dtype: PolicyLike = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, name, dtype, ignore_class, sparse_y_true, sparse_y_pred, axis)
        if max(target_class_ids) >= num_classes:
            raise ValueError(f"Target class id {max(target_class_ids)} is out of range, which is [0, {num_classes}).")
        self.target_class_ids = list(target_class_ids)

    def result(self) -> AnyTensor:
        """The mean intersection over union of the chosen classes.

        Mirrors `tf.keras.metrics.IoU.result` and that of the classes made of it. For each class: the weight of what has it in both,
        divided by the weight of what has it in labels or predictions. It is computed of all batches since the last reset together.

        Returns:
            A scalar tensor of the metric's dtype, between 0 and 1. A class that occurs in neither labels nor predictions is left out of
            the mean; where none occurs, as before the first update, it is 0.

        Example:
            >>> metric = tf.keras.metrics.MeanIoU(num_classes=3)
            >>> _ = metric.update_state([0, 0, 1, 1], [0, 1, 1, 1])
            >>> round(float(metric.result()), 4)
            0.5833
        """
        # Each reads the variable, as in Keras.
        rows, columns, both = (
            math.reduce_sum(self.total_cm, axis=0),
            math.reduce_sum(self.total_cm, axis=1),
            linalg.tensor_diag_part(self.total_cm),
        )
        either = rows + columns - both
        both, either = (array_ops.gather(x, self.target_class_ids) for x in (both, either))
        # Classes that did not occur are left out of the mean.
        occurring = math.reduce_sum(array_ops.cast(math.not_equal(either, 0), self._dtype))
        return math.divide_no_nan(math.reduce_sum(math.divide_no_nan(both, either), name="mean_iou"), occurring)

    _fields: tuple[str, ...] = (
        "name",
        "dtype",
        "num_classes",
        "target_class_ids",
        "ignore_class",
        "sparse_y_true",
        "sparse_y_pred",
        "axis",
    )

    def get_config(self) -> dict[str, Any]:
        return {n: getattr(self, n) for n in self._fields}


@tf_export("keras.metrics.BinaryIoU")
class BinaryIoU(IoU):
    """Intersection over union for masks: predictions from a threshold on count as class 1, others as class 0.

    Mirrors `tf.keras.metrics.BinaryIoU`. It is for segmentation into object and background. `update_state(y_true, y_pred,
    sample_weight=None)` takes labels of 0 and 1 and predictions of one shape.

    Arguments:
        target_class_ids: which classes count: (0, 1) by default: the mean of both; (1,): the object alone.
        threshold: 0.5 by default; 0.0 for logits.
        name: the name; None: "binary_io_u".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a class that is neither 0 nor 1.

    Example:
        >>> metric = tf.keras.metrics.BinaryIoU(target_class_ids=[1], threshold=0.3)
        >>> round(float(metric([0, 1, 0, 1], [0.1, 0.2, 0.4, 0.7])), 3)
        0.333
    """

    __module__ = "keras.src.metrics.iou_metrics"
    _fields = ("target_class_ids", "threshold", "name", "dtype")

    def __init__(
        self, target_class_ids: Sequence[int] = (0, 1), threshold: float = 0.5, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(2, target_class_ids, name, dtype)
        self.threshold = threshold

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Count a batch. Mirrors `tf.keras.metrics.BinaryIoU.update_state`.

        A prediction that reaches the threshold is class 1, the object, and any other class 0. The counts of the four cases, labels by
        predictions, are added to the metric's confusion matrix.

        Arguments:
            y_true: labels of 0 and 1, a tensor of any shape.
            y_pred: predictions of the same number of elements: probabilities, or logits with `threshold=0.0`.
            sample_weight: None (default): 1 each. Else a number for all, or a tensor that can be broadcast to the labels.

        Returns:
            The confusion matrix [2, 2] after the batch.

        Example:
            >>> metric = tf.keras.metrics.BinaryIoU(target_class_ids=[1], threshold=0.5)
            >>> _ = metric.update_state([0, 1, 1, 0], [0.1, 0.9, 0.3, 0.6])
            >>> round(float(metric.result()), 3)
            0.333
        """
        y_pred = self._number(y_pred)
        return super().update_state(y_true, array_ops.cast(y_pred >= self.threshold, self._dtype), sample_weight)


@tf_export("keras.metrics.MeanIoU")
class MeanIoU(IoU):
    """The mean over all classes of intersection over union.

    Mirrors `tf.keras.metrics.MeanIoU`. Classes that occur nowhere do not count. `update_state(y_true, y_pred, sample_weight=None)` takes
    numbers of classes of one shape, or with the arguments below one-hot labels and predictions over classes; `tf.argmax` of a model's
    output is not needed with `sparse_y_pred=False`.

    Arguments:
        num_classes: how many classes there are.
        name: the name; None: "mean_io_u".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        ignore_class: labels of this number do not count, as 255 for borders; None (default): none.
        sparse_y_true, sparse_y_pred: whether labels and predictions are numbers of classes; True by default.
        axis: the axis of the classes, where one of them is not; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.MeanIoU(num_classes=2)
        >>> round(float(metric([0, 0, 1, 1], [0, 1, 0, 1])), 3)
        0.333
    """

    __module__ = "keras.src.metrics.iou_metrics"
    _fields: tuple[str, ...] = ("num_classes", "name", "dtype", "ignore_class", "sparse_y_true", "sparse_y_pred", "axis")

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: PolicyLike = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, list(range(num_classes)), name, dtype, ignore_class, sparse_y_true, sparse_y_pred, axis)


@tf_export("keras.metrics.OneHotIoU")
class OneHotIoU(IoU):
    """The mean over chosen classes of intersection over union, for one-hot labels.

    Mirrors `tf.keras.metrics.OneHotIoU`. `update_state(y_true, y_pred, sample_weight=None)` takes one-hot labels and predictions over
    classes, [..., classes]; the greatest prediction counts. Classes that occur nowhere do not count.

    Arguments:
        num_classes: how many classes there are.
        target_class_ids: a list of those that count.
        name: the name; None: "one_hot_io_u".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        ignore_class: labels of this number do not count; None (default): none.
        sparse_y_pred: whether predictions are numbers of classes; False by default.
        axis: the axis of the classes; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Raises:
        ValueError: a class that is not below `num_classes`.

    Example:
        >>> metric = tf.keras.metrics.OneHotIoU(num_classes=2, target_class_ids=[1])
        >>> float(metric([[1.0, 0.0], [0.0, 1.0]], [[0.3, 0.7], [0.1, 0.9]]))
        0.5
    """

    __module__ = "keras.src.metrics.iou_metrics"
    _fields = ("num_classes", "target_class_ids", "name", "dtype", "ignore_class", "sparse_y_pred", "axis")

    def __init__(
        self,
        num_classes: int,
        target_class_ids: Sequence[int],
        name: str | None = None,
        dtype: PolicyLike = None,
        ignore_class: int | None = None,
        sparse_y_pred: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, target_class_ids, name, dtype, ignore_class, False, sparse_y_pred, axis)


@tf_export("keras.metrics.OneHotMeanIoU")
class OneHotMeanIoU(MeanIoU):
    """The mean over all classes of intersection over union, for one-hot labels.

    Mirrors `tf.keras.metrics.OneHotMeanIoU`. `update_state(y_true, y_pred, sample_weight=None)` takes one-hot labels and predictions over
    classes, [..., classes]; the greatest prediction counts. Classes that occur nowhere do not count.

    Arguments:
        num_classes: how many classes there are.
        name: the name; None: "one_hot_mean_io_u".
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        ignore_class: labels of this number do not count; None (default): none.
        sparse_y_pred: whether predictions are numbers of classes; False by default.
        axis: the axis of the classes; -1 by default.

    Returns:
        `result()` and calls: a scalar tensor.

    Example:
        >>> metric = tf.keras.metrics.OneHotMeanIoU(num_classes=2)
        >>> float(metric([[1.0, 0.0], [0.0, 1.0]], [[0.3, 0.7], [0.1, 0.9]]))
        0.25
    """

    __module__ = "keras.src.metrics.iou_metrics"
    _fields = ("num_classes", "name", "dtype", "ignore_class", "sparse_y_pred", "axis")

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: PolicyLike = None,
        ignore_class: int | None = None,
        sparse_y_pred: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, name, dtype, ignore_class, False, sparse_y_pred, axis)
