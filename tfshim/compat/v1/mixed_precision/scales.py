"""By what a loss is multiplied so that small gradients are not lost in float16."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.variables.trackable import Trackable
from tfshim.keras.mixed_precision import loss_scale

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.tensor import Tensor
    from tfshim.engine.variables.variable import Variable


@tf_export(
    v1=["mixed_precision.LossScale", "mixed_precision.experimental.LossScale", "train.experimental.LossScale"],
)
class LossScale(Trackable, abc.ABC):
    """Base of the scales: called, it gives the present one, a float32 scalar. Mirrors `tf.compat.v1.mixed_precision.LossScale`."""

    __module__ = "tensorflow.python.training.experimental.loss_scale"

    def __init__(self) -> None:
        self._weights: dict[str, Variable] = {}

    @abc.abstractmethod
    def __call__(self) -> Tensor:
        """The present scale."""

    @abc.abstractmethod
    def update(self, grads: Any) -> tuple[Any, Any]:
        """(operation that adapts the scale to the gradients, whether these may be applied)."""

    def _add_weight(self, name: str, initial_value: Any, dtype: Any = None) -> Variable:
        made = tf.compat.v1.Variable(initial_value, trainable=False, name=name, dtype=dtype, use_resource=True)
        self._weights[name] = made
        self._track_trackable(made, name)
        return made

    @abc.abstractmethod
    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor."""

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """The scale that `get_config` describes."""
        return cls(**config)


@tf_export(
    v1=["mixed_precision.FixedLossScale", "mixed_precision.experimental.FixedLossScale", "train.experimental.FixedLossScale"],
)
class FixedLossScale(LossScale):
    """The same number always, at least 1. Mirrors `tf.compat.v1.mixed_precision.FixedLossScale`; ValueError for other values."""

    __module__ = "tensorflow.python.training.experimental.loss_scale"

    def __init__(self, loss_scale_value: float) -> None:
        super().__init__()
        if not isinstance(loss_scale_value, (int, float)):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._loss_scale_value = float(loss_scale_value)

    def __call__(self) -> Tensor:
        return tf.convert_to_tensor(self._loss_scale_value)

    def update(self, grads: Any) -> tuple[Any, bool]:
        """(nothing to do, True): all gradients are applied."""
        return tf.no_op(), True

    def __repr__(self) -> str:
        return f"FixedLossScale({self._loss_scale_value})"

    def get_config(self) -> dict[str, Any]:
        """The number."""
        return {"loss_scale_value": self._loss_scale_value}


@tf_export(
    v1=["mixed_precision.DynamicLossScale", "mixed_precision.experimental.DynamicLossScale", "train.experimental.DynamicLossScale"],
)
class DynamicLossScale(LossScale):
    """A number that is multiplied by `multiplier` after `increment_period` steps with finite gradients, and divided by it after others.

    It begins at `initial_loss_scale` and is at least 1. Mirrors `tf.compat.v1.mixed_precision.DynamicLossScale`.
    """

    __module__ = "tensorflow.python.training.experimental.loss_scale"

    def __init__(self, initial_loss_scale: float = 2**15, increment_period: int = 2000, multiplier: float = 2.0) -> None:
        super().__init__()
        self._initial, self._period, self._multiplier = float(initial_loss_scale), int(increment_period), float(multiplier)
        self._scale = self._add_weight("current_loss_scale", self._initial, dtypes.float32)
        self._good_steps = self._add_weight("good_steps", 0, dtypes.int64)

    initial_loss_scale = property(lambda self: self._initial, doc="The first scale.")
    increment_period = property(lambda self: self._period, doc="After how many steps with finite gradients it grows.")
    multiplier = property(lambda self: self._multiplier, doc="The factor.")

    def __call__(self) -> Tensor:
        return tf.convert_to_tensor(self._scale)

    def update(self, grads: Any) -> tuple[Any, Any]:
        """(operation that adapts the scale, whether all gradients are finite); eagerly it is adapted, and the first is None."""
        finite = loss_scale.all_finite(nest.flatten(grads))
        assigned = loss_scale.adapt(self._scale, self._good_steps, finite, self._period, self._multiplier)
        return None if TS.graph is None else tf.group(*assigned), finite

    def __repr__(self) -> str:
        now = ""
        if TS.graph is None:
            now = f"current_loss_scale={self._scale.numpy()}, num_good_steps={self._good_steps.numpy()}, "
        return f"DynamicLossScale({now}initial_loss_scale={self._initial}, increment_period={self._period}, multiplier={self._multiplier})"

    def get_config(self) -> dict[str, Any]:
        """The arguments."""
        return {"initial_loss_scale": self._initial, "increment_period": self._period, "multiplier": self._multiplier}


def loss_scale_of(given: Any) -> LossScale:
    """The scale that is given as itself, "dynamic" or a number. ValueError for other texts and numbers below 1."""
    if isinstance(given, LossScale):
        return given
    if isinstance(given, (int, float)):
        return FixedLossScale(given)
    if given == "dynamic":
        return DynamicLossScale()
    if given is None:
        raise ValueError("loss_scale cannot be None")
    raise ValueError(f"Could not interpret loss scale identifier: {given}")
