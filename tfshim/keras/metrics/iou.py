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
        self.total_cm = self.add_weight("total_confusion_matrix", shape=(num_classes, num_classes))

    def _flat(self, x, sparse):
        if not sparse:
            x = math.argmax(convert_to_tensor(x), axis=self.axis)
        x = self._number(x)
        return array_ops.reshape(x, [-1]) if x.shape.rank != 1 else x

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Update the state with classes, or with `sparse_... = False` scores along `axis`."""
        y_true, y_pred = self._flat(y_true, self.sparse_y_true), self._flat(y_pred, self.sparse_y_pred)
        # Weights are never scores of classes, whatever the predictions are.
        weights = None if sample_weight is None else self._flat(sample_weight, True)
        if self.ignore_class is not None:
            valid = math.not_equal(y_true, array_ops.cast(self.ignore_class, y_true.dtype))
            y_true, y_pred = array_ops.boolean_mask(y_true, valid), array_ops.boolean_mask(y_pred, valid)
            weights = None if weights is None else array_ops.boolean_mask(weights, valid)
        return self.total_cm.assign_add(math.confusion_matrix(y_true, y_pred, self.num_classes, weights=weights, dtype=self._dtype))


@tf_export("keras.metrics.IoU")
class IoU(_IoUBase):
    """The mean over `target_class_ids` of intersection over union; mirrors `tf.keras.metrics.IoU`.

    `ignore_class`: labels that do not count. Raises ValueError for a class outside of `num_classes`.
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
        """The mean, a scalar; classes that never occur do not count."""
        matrix = self.total_cm.value()
        both = linalg.tensor_diag_part(matrix)
        either = math.reduce_sum(matrix, axis=0) + math.reduce_sum(matrix, axis=1) - both
        both, either = (array_ops.gather(x, self.target_class_ids) for x in (both, either))
        # Classes that did not occur are left out of the mean.
        occurring = math.reduce_sum(array_ops.cast(math.not_equal(either, 0), self._dtype))
        return math.divide_no_nan(math.reduce_sum(math.divide_no_nan(both, either)), occurring)

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
    """The same for predictions of one class, which count from `threshold` on; mirrors `tf.keras.metrics.BinaryIoU`."""

    __module__ = "keras.src.metrics.iou_metrics"
    _fields = ("target_class_ids", "threshold", "name", "dtype")

    def __init__(
        self, target_class_ids: Sequence[int] = (0, 1), threshold: float = 0.5, name: str | None = None, dtype: PolicyLike = None
    ) -> None:
        super().__init__(2, target_class_ids, name, dtype)
        self.threshold = threshold

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Update the state with labels of 0 and 1, and predictions."""
        y_pred = self._number(y_pred)
        return super().update_state(y_true, array_ops.cast(y_pred >= self.threshold, self._dtype), sample_weight)


@tf_export("keras.metrics.MeanIoU")
class MeanIoU(IoU):
    """The mean over all classes; mirrors `tf.keras.metrics.MeanIoU`."""

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
    """`IoU` for one-hot labels; mirrors `tf.keras.metrics.OneHotIoU`."""

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
    """`MeanIoU` for one-hot labels; mirrors `tf.keras.metrics.OneHotMeanIoU`."""

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
