"""`MeanTensor`, a mean that keeps the shape of what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.variable import Variable
from tfshim.keras.metrics.base import Metric, _weighted_values
from tfshim.keras.v1.mode import building
from tfshim.keras.v1.session import get_session

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike
    from tfshim.keras.annotations import PolicyLike


@tf_export("keras.metrics.MeanTensor")
class MeanTensor(Metric):
    """The mean of tensors of one shape, place by place.

    Mirrors `tf.keras.metrics.MeanTensor`. Unlike `Mean` it keeps the shape. `update_state(values, sample_weight=None)`: weights broadcast
    to the values, and places whose weights are 0 in all updates give 0.

    Arguments:
        name: "mean_tensor" by default.
        dtype: of state and result; None (default): float32, unless the global policy says otherwise.
        shape: of the tensors; None (default): that of the first update.

    Returns:
        `result()` and calls: a tensor of that shape.

    Raises:
        ValueError: values of another shape than the first, or a result before them.

    Example:
        >>> mean = tf.keras.metrics.MeanTensor()
        >>> _ = mean.update_state([1.0, 2.0])
        >>> _ = mean.update_state([3.0, 8.0])
        >>> mean.result().numpy().tolist()
        [2.0, 5.0]
    """

    __module__ = "keras.src.metrics.base_metric"

    _keeps_arrays = True

    def __init__(self, name: str | None = "mean_tensor", dtype: PolicyLike = None, shape: SizesLike | None = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self._shape = self._total = self._count = None
        self._built = False
        if shape is not None:
            self._build(shape)

    def _build(self, shape):
        self._shape = TensorShape(shape)
        self._build_input_shape = self._shape
        self._total = self.add_weight("total", shape=shape, initializer="zeros")
        self._count = self.add_weight("count", shape=shape, initializer="zeros")
        self._count.__dict__["_follows"] = self._total
        with init_scope():
            if building() is not None:
                get_session()  # which initializes them: nothing else would before the update that made them
        self._built = True

    @property
    def total(self) -> Variable | None:
        """The sum of the values, or None before the shape is known."""
        return self._total

    @property
    def count(self) -> Variable | None:
        """The sum of the weights, or None before the shape is known."""
        return self._count

    def update_state(self, values: TensorLike, sample_weight: TensorLike | None = None) -> Any:
        """Add a tensor to the mean, place by place. Mirrors `tf.keras.metrics.MeanTensor.update_state`.

        Arguments:
            values: a tensor of the shape that the first update, or the argument `shape` of the constructor, has set. It is cast to the
                metric's dtype.
            sample_weight: None (default): 1 each. Else what can be broadcast to `values`; 0 leaves a place out.

        Returns:
            Nothing that is of use eagerly; in graphs of TensorFlow 1 the operation.

        Raises:
            ValueError: values of another shape.

        Example:
            >>> mean = tf.keras.metrics.MeanTensor()
            >>> _ = mean.update_state([1.0, 2.0])
            >>> _ = mean.update_state([5.0, 8.0], sample_weight=[1.0, 0.0])
            >>> mean.result().numpy().tolist()
            [3.0, 2.0]
        """
        values = self._number(values)
        self._once("_built", self._build, values.shape)
        if values.shape != self._shape:
            raise ValueError(
                "MeanTensor input values must always have the same shape. Expected shape (set during the first call): "
                f"{self._shape}. Got: {values.shape}."
            )
        number = array_ops.ones_like(values)
        if sample_weight is not None:
            values, weights = _weighted_values(self, values, sample_weight, math.reduce_mean)
            number = number * weights
        self._total.assign_add(values)
        return self._count.assign_add(number)

    def result(self) -> AnyTensor:
        """The mean of the tensors so far, element by element. Mirrors `tf.keras.metrics.MeanTensor.result`.

        Elements whose weights add up to 0 give 0, not NaN. It changes nothing, and may be asked for as often as one likes.

        Returns:
            A tensor of the shape of the first values that `update_state` was given.

        Raises:
            ValueError: there were none yet, so that the shape is unknown; `shape` of the constructor settles it before.

        Example:
            >>> metric = tf.keras.metrics.MeanTensor()
            >>> _ = metric.update_state([1.0, 4.0])
            >>> _ = metric.update_state([3.0, 0.0])
            >>> metric.result().numpy().tolist()
            [2.0, 2.0]
            >>> tf.keras.metrics.MeanTensor(shape=(2,)).result().numpy().tolist()
            [0.0, 0.0]
        """
        if not self._built:
            raise ValueError(
                "MeanTensor does not have any value yet. Please call the MeanTensor instance or use `.update_state(value)` "
                "before retrieving the result."
            )
        return math.divide_no_nan(self._total.value(), self._count.value())
