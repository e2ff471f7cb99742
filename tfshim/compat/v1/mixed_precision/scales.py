"""By what a loss is multiplied so that small gradients are not lost in float16."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.variables.trackable import Trackable
from tfshim.keras.mixed_precision import scaling

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.tensor import Tensor
    from tfshim.engine.variables.variable import Variable


@tf_export(
    v1=["mixed_precision.LossScale", "mixed_precision.experimental.LossScale", "train.experimental.LossScale"],
)
class LossScale(Trackable, abc.ABC):
    """What losses of float16 are multiplied by: the base of its kinds. Mirrors `tf.compat.v1.mixed_precision.LossScale`.

    Small gradients would be rounded to zero in float16. A loss that is scaled up has larger ones, which are divided by the scale again
    before they are applied. Called, it gives the present scale, a float32 scalar tensor.

    `tf.compat.v1.mixed_precision.FixedLossScale` is one number, `tf.compat.v1.mixed_precision.DynamicLossScale` adapts itself. A class of
    one's own defines `__call__`, `update` and `get_config`.

    Example:
        >>> scale = tf.compat.v1.mixed_precision.FixedLossScale(128.0)
        >>> isinstance(scale, tf.compat.v1.mixed_precision.LossScale), float(scale())
        (True, 128.0)
    """

    __module__ = "tensorflow.python.training.experimental.loss_scale"

    def __init__(self) -> None:
        self._weights: dict[str, Variable] = {}

    @abc.abstractmethod
    def __call__(self) -> Tensor:
        """The present scale."""

    @abc.abstractmethod
    def update(self, grads: Any) -> tuple[Any, Any]:
        """Adapts the scale to the gradients of a step. Mirrors `tf.compat.v1.mixed_precision.LossScale.update`.

        Optimizers that scale losses call it with each step, and apply the gradients only where they may. Classes of one's own define it.

        Arguments:
            grads: a nest of gradients, divided by the scale already; None for some is allowed.

        Returns:
            A pair: an operation that adapts the scale, None while executing eagerly, where it is adapted at once; and whether the gradients
            may be applied, a bool or a scalar bool tensor.

        Example:
            >>> scale = tf.compat.v1.mixed_precision.DynamicLossScale(initial_loss_scale=8.0)
            >>> update, may_apply = scale.update([tf.constant([np.inf])])
            >>> bool(may_apply), float(scale())
            (False, 4.0)
        """

    def _add_weight(self, name: str, initial_value: Any, dtype: Any = None) -> Variable:
        made = tf.compat.v1.Variable(initial_value, trainable=False, name=name, dtype=dtype, use_resource=True)
        self._weights[name] = made
        self._track_trackable(made, name)
        return made

    @abc.abstractmethod
    def get_config(self) -> dict[str, Any]:
        """The arguments that the scale was made with. Mirrors `tf.compat.v1.mixed_precision.LossScale.get_config`.

        Keras' files of models hold them. `from_config` of the class makes a scale of them, which begins anew: the present scale of one that
        adapts itself is not in it, but in checkpoints. Classes of one's own define it.

        Returns:
            A dictionary from names of arguments to their values.

        Example:
            >>> tf.compat.v1.mixed_precision.FixedLossScale(2.0).get_config()
            {'loss_scale_value': 2.0}
            >>> sorted(tf.compat.v1.mixed_precision.DynamicLossScale().get_config().items())
            [('increment_period', 2000), ('initial_loss_scale', 32768.0), ('multiplier', 2.0)]
        """

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """The scale that a configuration describes. Mirrors `tf.compat.v1.mixed_precision.LossScale.from_config`.

        It is a method of the class, the counterpart of `get_config`. The scale begins anew, with its first value.

        Arguments:
            config: a dictionary, as `get_config` gives it.

        Returns:
            A scale of the class.

        Raises:
            TypeError: there is no such argument.

        Example:
            >>> first = tf.compat.v1.mixed_precision.DynamicLossScale(initial_loss_scale=64.0, increment_period=10)
            >>> second = tf.compat.v1.mixed_precision.DynamicLossScale.from_config(first.get_config())
            >>> float(second()), second.increment_period
            (64.0, 10)
        """
        return cls(**config)


@tf_export(
    v1=["mixed_precision.FixedLossScale", "mixed_precision.experimental.FixedLossScale", "train.experimental.FixedLossScale"],
)
class FixedLossScale(LossScale):
    """A scale of losses that is always the same number. Mirrors `tf.compat.v1.mixed_precision.FixedLossScale`.

    It is for models whose gradients are known to fit into float16 with it. All steps are applied, those with infinite gradients as well;
    `tf.compat.v1.mixed_precision.DynamicLossScale` leaves these out.

    Arguments:
        loss_scale_value: the number, at least 1.

    Raises:
        ValueError: it is no number, or less than 1.

    Example:
        >>> scale = tf.compat.v1.mixed_precision.FixedLossScale(128.0)
        >>> float(scale()), scale.get_config()
        (128.0, {'loss_scale_value': 128.0})
        >>> try:
        ...     tf.compat.v1.mixed_precision.FixedLossScale(0.5)
        ... except ValueError as error:
        ...     print(error)
        loss_scale_value must be at least 1.
    """

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
        """Changes nothing, and lets all gradients be applied. Mirrors `tf.compat.v1.mixed_precision.FixedLossScale.update`.

        Optimizers that scale losses call it with each step. A scale that adapts itself looks at the gradients here; this one does not.

        Arguments:
            grads: a nest of gradients, which are not looked at.

        Returns:
            A pair: an operation that does nothing, None while executing eagerly; and True.

        Example:
            >>> update, may_apply = tf.compat.v1.mixed_precision.FixedLossScale(128.0).update([tf.constant([np.inf])])
            >>> may_apply
            True
            >>> with tf.Graph().as_default():
            ...     update, may_apply = tf.compat.v1.mixed_precision.FixedLossScale(128.0).update([tf.constant([1.0])])
            ...     print(update.type, may_apply)
            NoOp True
        """
        return tf.no_op(), True

    def __repr__(self) -> str:
        return f"FixedLossScale({self._loss_scale_value})"

    def get_config(self) -> dict[str, Any]:
        """The number, as the argument that the scale was made with. Mirrors `tf.compat.v1.mixed_precision.FixedLossScale.get_config`.

        Keras' files of models hold it, and `from_config` makes a scale of it again.

        Optimizers that scale losses have the configuration of their scale within their own, so that a model that was trained with mixed
        precision goes on with it when it is loaded.

        Returns:
            A dictionary with the item "loss_scale_value".

        Example:
            >>> config = tf.compat.v1.mixed_precision.FixedLossScale(16.0).get_config()
            >>> config
            {'loss_scale_value': 16.0}
            >>> float(tf.compat.v1.mixed_precision.FixedLossScale.from_config(config)())
            16.0
        """
        return {"loss_scale_value": self._loss_scale_value}


@tf_export(
    v1=["mixed_precision.DynamicLossScale", "mixed_precision.experimental.DynamicLossScale", "train.experimental.DynamicLossScale"],
)
class DynamicLossScale(LossScale):
    """A scale of losses that grows while gradients are finite, and shrinks where they are not. Mirrors
    `tf.compat.v1.mixed_precision.DynamicLossScale`.

    So it is nearly as large as it can be, without anybody having to look for the number. Steps with gradients that are not finite are left
    out. It is never less than 1.

    Arguments:
        initial_loss_scale: where it begins, 32768 by default.
        increment_period: after how many steps with finite gradients it is multiplied, 2000 by default.
        multiplier: by what it is multiplied then, and divided after a step with others; 2.0 by default.

    Example:
        >>> scale = tf.compat.v1.mixed_precision.DynamicLossScale(initial_loss_scale=4.0, increment_period=2)
        >>> for gradient in (1.0, 1.0, np.inf, np.nan):
        ...     applied = scale.update([tf.constant(gradient)])[1]
        ...     print(bool(applied), float(scale()))
        True 4.0
        True 8.0
        False 4.0
        False 2.0
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
        """Adapts the scale: it grows or shrinks with the gradients of a step. Mirrors
        `tf.compat.v1.mixed_precision.DynamicLossScale.update`.

        Where all are finite a step is counted, and after `increment_period` of these the scale is multiplied. Where one is not, it is
        divided at once and the count begins anew.

        Arguments:
            grads: a nest of gradients; None for some is allowed.

        Returns:
            A pair: an operation that adapts the scale, None while executing eagerly, where it is adapted at once; and a scalar bool tensor,
            whether all gradients are finite.

        Example:
            >>> scale = tf.compat.v1.mixed_precision.DynamicLossScale(initial_loss_scale=4.0, increment_period=1)
            >>> bool(scale.update({"w": tf.constant(1.0), "b": None})[1]), float(scale())
            (True, 8.0)
            >>> bool(scale.update({"w": tf.constant(np.nan)})[1]), float(scale())
            (False, 4.0)
        """
        finite = scaling.all_finite(nest.flatten(grads))
        assigned = scaling.adapt(self._scale, self._good_steps, finite, self._period, self._multiplier)
        return None if TS.graph is None else tf.group(*assigned), finite

    def __repr__(self) -> str:
        now = ""
        if TS.graph is None:
            now = f"current_loss_scale={self._scale.numpy()}, num_good_steps={self._good_steps.numpy()}, "
        return f"DynamicLossScale({now}initial_loss_scale={self._initial}, increment_period={self._period}, multiplier={self._multiplier})"

    def get_config(self) -> dict[str, Any]:
        """The arguments that the scale was made with. Mirrors `tf.compat.v1.mixed_precision.DynamicLossScale.get_config`.

        The present scale and the count of steps are no part of it: those are variables, which checkpoints hold. `from_config` makes a scale
        of it that begins anew.

        Returns:
            A dictionary with "initial_loss_scale", "increment_period" and "multiplier".

        Example:
            >>> scale = tf.compat.v1.mixed_precision.DynamicLossScale(initial_loss_scale=4.0, increment_period=1)
            >>> update = scale.update([tf.constant(1.0)])
            >>> float(scale()), sorted(scale.get_config().items())
            (8.0, [('increment_period', 1), ('initial_loss_scale', 4.0), ('multiplier', 2.0)])
        """
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
