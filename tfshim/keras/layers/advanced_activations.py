"""Activations that are layers: rectified units with slopes, thresholds and learnt parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations
from tfshim.keras.backend.settings import floatx
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Axes, ConstraintLike, InitializerLike, RegularizerLike


def _rounded(x):
    """`x` as the number of Keras' default dtype that takes part in the computation."""
    return float(np.asarray(x, dtype=floatx()))


class _Elementwise(Layer):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)


@tf_export("keras.layers.ReLU")
class ReLU(_Elementwise):
    """`max(x, 0)` as a layer, on request with a slope below, a bound above and another threshold than 0.

    Mirrors `tf.keras.layers.ReLU`. Element by element: `max_value` where `x >= max_value`, `x` where `threshold <= x < max_value`, and
    `negative_slope * (x - threshold)` below. No weights; shapes and masks stay.

    Arguments:
        max_value: the bound above, a float that is not negative, or None (default): none.
        negative_slope: the slope below the threshold; 0.0 by default.
        threshold: where the identity begins; 0.0 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Raises:
        ValueError: one of the three is negative, or None where a number is needed.

    Example:
        >>> x = tf.constant([-2.0, 0.5, 3.0, 9.0])
        >>> tf.keras.layers.ReLU()(x).numpy().tolist()
        [0.0, 0.5, 3.0, 9.0]
        >>> tf.keras.layers.ReLU(max_value=6.0, negative_slope=0.5)(x).numpy().tolist()
        [-1.0, 0.5, 3.0, 6.0]
        >>> tf.keras.layers.ReLU(threshold=1.0)(x).numpy().tolist()
        [-0.0, 0.0, 3.0, 9.0]
    """

    __module__ = "keras.src.layers.activation.relu"

    def __init__(self, max_value: float | None = None, negative_slope: float = 0.0, threshold: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name, value in (("max_value", max_value), ("negative_slope", negative_slope), ("threshold", threshold)):
            if value is None and name != "max_value" or value is not None and value < 0.0:
                raise ValueError(f"{name} of a ReLU layer cannot be a negative value. Received: {value}")
        self.max_value = None if max_value is None else _rounded(max_value)
        self.negative_slope, self.threshold = _rounded(negative_slope), _rounded(threshold)

    def call(self, inputs: TensorLike) -> AnyTensor:
        slope, bound, threshold = self.negative_slope, self.max_value, self.threshold
        if (bound is not None or threshold) and inputs.dtype.is_integer:
            # Keras has arrays in place of these numbers, which become integers where the inputs are.
            slope, bound, threshold = int(slope), None if bound is None else int(bound), int(threshold)
        return activations.relu(inputs, alpha=slope, max_value=bound, threshold=threshold)

    def get_config(self) -> dict[str, Any]:
        # Keras has arrays here, which its JSON has as numbers.
        numbers = {name: getattr(self, name) for name in ("max_value", "negative_slope", "threshold")}
        return {**super().get_config(), **{n: None if v is None else np.asarray(v, floatx()) for n, v in numbers.items()}}


@tf_export("keras.layers.LeakyReLU")
class LeakyReLU(_Elementwise):
    """A rectifier that lets a share of the negative numbers through: `x` where positive, else `alpha * x`.

    Mirrors `tf.keras.layers.LeakyReLU`. It has no weights, keeps shapes and passes masks on; inputs of any shape and floating-point dtype
    are taken. Unlike `ReLU` it has a gradient everywhere, so that no unit stays at zero for good. Where the slope should be learnt, see
    `PReLU`.

    Arguments:
        alpha: the slope below zero; 0.3 by default, where `tf.nn.leaky_relu` has 0.2.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Raises:
        ValueError: `alpha` is None.

    Example:
        >>> tf.keras.layers.LeakyReLU(alpha=0.5)(tf.constant([[-4.0, -1.0], [0.0, 3.0]])).numpy().tolist()
        [[-2.0, -0.5], [0.0, 3.0]]
    """

    __module__ = "keras.src.layers.activation.leaky_relu"

    def __init__(self, alpha: float = 0.3, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if alpha is None:
            raise ValueError(f"The alpha value of a Leaky ReLU layer cannot be None, Expecting a float. Received: {alpha}")
        self.alpha = _rounded(alpha)

    def call(self, inputs: TensorLike) -> AnyTensor:
        return nn.leaky_relu(inputs, alpha=self.alpha)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "alpha": self.alpha}


@tf_export("keras.layers.PReLU")
class PReLU(_Elementwise):
    """A rectifier whose slope below zero is learnt: `x` where positive, else `alpha * x`.

    Mirrors `tf.keras.layers.PReLU`. The weight `alpha` has one number for each place of an example, so that all its sizes must be known;
    `shared_axes` makes one number serve a whole axis. After convolutions of images that is usually `[1, 2]`: one slope for each channel.

    Arguments:
        alpha_initializer: "zeros" by default: begins as `ReLU`.
        alpha_regularizer, alpha_constraint: for the slopes; None.
        shared_axes: an axis or a list of them, counted with the batch as 0; None (default): none.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the inputs' shape.

    Example:
        >>> layer = tf.keras.layers.PReLU(alpha_initializer="ones", shared_axes=[1, 2])
        >>> layer(tf.constant([[[[-2.0], [3.0]]]])).numpy().ravel().tolist()
        [-2.0, 3.0]
        >>> layer.alpha.shape
        TensorShape([1, 1, 1])
    """

    __module__ = "keras.src.layers.activation.prelu"

    def __init__(
        self,
        alpha_initializer: InitializerLike = "zeros",
        alpha_regularizer: RegularizerLike = None,
        alpha_constraint: ConstraintLike = None,
        shared_axes: Axes | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        _arguments.take(self, locals(), "alpha")
        self.shared_axes = None if shared_axes is None else list(shared_axes) if isinstance(shared_axes, (list, tuple)) else [shared_axes]

    def build(self, input_shape: ShapeLike) -> None:
        shape = TensorShape(input_shape).as_list()
        own = shape[1:]
        for i in self.shared_axes or ():
            # `shared_axes` counts the batch, which `own` leaves out.
            own[i - 1] = 1
        self.alpha = _arguments.make(self, "alpha", own)
        axes = {i: shape[i] for i in range(1, len(shape)) if i not in self.shared_axes} if self.shared_axes else {}
        self.input_spec = InputSpec(ndim=len(shape), axes=axes)
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        return shown_parts.recorded(self._activated, inputs)

    def _activated(self, inputs):
        if one_by_one.wanted():
            above = nn.relu(inputs)
            return above + -self.alpha * nn.relu(-inputs)
        return nn.relu(inputs) - self.alpha * nn.relu(-inputs)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            **_arguments.weight_config(self, ("alpha",), activity=False),
            "shared_axes": None if self.shared_axes is None else list(self.shared_axes),
        }


@tf_export("keras.layers.ELU")
class ELU(_Elementwise):
    """The exponential linear unit: `x` where positive, else `alpha * (exp(x) - 1)`.

    Mirrors `tf.keras.layers.ELU`. It tends to `-alpha` for very negative numbers and is smooth at 0 for `alpha` 1. No weights; shapes stay
    and masks are passed on; inputs have any shape and a floating-point dtype. The function for itself is `tf.keras.activations.elu`.

    Arguments:
        alpha: what the result tends to, with the opposite sign; 1.0 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Raises:
        ValueError: `alpha` is None.

    Example:
        >>> tf.keras.layers.ELU(alpha=2.0)(tf.constant([-100.0, -1.0, 0.0, 3.0])).numpy().round(3)
        array([-2.   , -1.264,  0.   ,  3.   ], dtype=float32)
    """

    __module__ = "keras.src.layers.activation.elu"

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if alpha is None:
            raise ValueError(f"Alpha of an ELU layer cannot be None, expecting a float. Received: {alpha}")
        self.alpha = _rounded(alpha)

    def call(self, inputs: TensorLike) -> AnyTensor:
        return activations.elu(inputs, self.alpha)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "alpha": self.alpha}


@tf_export("keras.layers.ThresholdedReLU")
class ThresholdedReLU(_Elementwise):
    """A rectifier that begins above a threshold: `x` where `x > theta`, else 0.

    Mirrors `tf.keras.layers.ThresholdedReLU`. Unlike `ReLU(threshold=...)` the threshold itself gives 0. No weights; shapes stay, masks are
    passed on. Inputs have any shape and a floating-point dtype.

    Arguments:
        theta: the threshold, a float that is not negative; 1.0 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Raises:
        ValueError: `theta` is None or negative.

    Example:
        >>> tf.keras.layers.ThresholdedReLU(theta=1.0)(tf.constant([-2.0, 0.5, 1.0, 1.5])).numpy().tolist()
        [-0.0, 0.0, 0.0, 1.5]
    """

    __module__ = "keras.src.layers.activation.thresholded_relu"

    def __init__(self, theta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if theta is None:
            raise ValueError(f"Theta of a Thresholded ReLU layer cannot be None, expecting a float. Received: {theta}")
        if theta < 0:
            raise ValueError(f"The theta value of a Thresholded ReLU layer should be >=0. Received: {theta}")
        self.theta = np.asarray(theta, dtype=floatx())  # integers meet it as they meet arrays

    def call(self, inputs: TensorLike) -> AnyTensor:
        return inputs * array_ops.cast(math.greater(inputs, self.theta), self.compute_dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "theta": float(self.theta)}


@tf_export("keras.layers.Softmax")
class Softmax(_Elementwise):
    """Numbers to probabilities: the exponentials along `axis` over their sum.

    Mirrors `tf.keras.layers.Softmax`. The results lie between 0 and 1 and sum to 1 along the axis. No weights; shapes stay. The layer is
    called with the inputs and, on request, `mask`: a boolean tensor of their shape (or one that broadcasts to it) which is False where the
    result must be 0.

    Arguments:
        axis: the axis, an integer, -1 (the last) by default; or a list of several, over which the sum is taken together.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape and floating-point dtype.

    Example:
        >>> layer = tf.keras.layers.Softmax()
        >>> layer(tf.constant([[1.0, 2.0, 1.0]])).numpy().round(3)
        array([[0.212, 0.576, 0.212]], dtype=float32)
        >>> layer(tf.constant([[1.0, 2.0, 1.0]]), mask=[[True, False, True]]).numpy().round(3)
        array([[0.5, 0. , 0.5]], dtype=float32)
    """

    __module__ = "keras.src.layers.activation.softmax"

    def __init__(self, axis: Axes = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor:
        if mask is not None:
            # The lowest number of float16, in which -1e9 would be infinite.
            lowest = -65504.0 if inputs.dtype.name == "float16" else -1e9
            inputs = inputs + (1.0 - array_ops.cast(mask, inputs.dtype)) * lowest
        axis = self.axis
        if isinstance(axis, (tuple, list)):
            if len(axis) > 1:
                # By the logarithm of the sum: the exponentials of large inputs alone would be infinite.
                return math.exp(inputs - math.reduce_logsumexp(inputs, axis=list(axis), keepdims=True))
            axis = axis[0]
        return activations.softmax(inputs, axis)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis}
