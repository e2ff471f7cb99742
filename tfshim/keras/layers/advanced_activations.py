"""Activations that are layers: rectified units with slopes, thresholds and learnt parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
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
    """`max(x, 0)`, with a slope below, a bound above and a threshold; mirrors `tf.keras.layers.ReLU`.

    Gives `max_value` where x is not less, x from `threshold` on, and `negative_slope * (x - threshold)` below. Raises ValueError for
    negative ones.
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
        return activations.relu(inputs, alpha=self.negative_slope, max_value=self.max_value, threshold=self.threshold)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "max_value": self.max_value, "negative_slope": self.negative_slope, "threshold": self.threshold}


@tf_export("keras.layers.LeakyReLU")
class LeakyReLU(_Elementwise):
    """`x` where positive, else `alpha * x`; mirrors `tf.keras.layers.LeakyReLU`."""

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
    """`x` where positive, else `alpha * x` with a learnt `alpha`, one for each place but those of `shared_axes`.

    Mirrors `tf.keras.layers.PReLU`.
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
        return nn.relu(inputs) - self.alpha * nn.relu(-inputs)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            **_arguments.weight_config(self, ("alpha",), activity=False),
            "shared_axes": None if self.shared_axes is None else list(self.shared_axes),
        }


@tf_export("keras.layers.ELU")
class ELU(_Elementwise):
    """`x` where positive, else `alpha * (exp(x) - 1)`; mirrors `tf.keras.layers.ELU`."""

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
    """`x` where above `theta`, else 0; mirrors `tf.keras.layers.ThresholdedReLU`."""

    __module__ = "keras.src.layers.activation.thresholded_relu"

    def __init__(self, theta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if theta is None:
            raise ValueError(f"Theta of a Thresholded ReLU layer cannot be None, expecting a float. Received: {theta}")
        if theta < 0:
            raise ValueError(f"The theta value of a Thresholded ReLU layer should be >=0. Received: {theta}")
        self.theta = _rounded(theta)

    def call(self, inputs: TensorLike) -> AnyTensor:
        return inputs * array_ops.cast(inputs > self.theta, inputs.dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "theta": self.theta}


@tf_export("keras.layers.Softmax")
class Softmax(_Elementwise):
    """Exponentials along `axis` (or several), over their sum; mirrors `tf.keras.layers.Softmax`.

    `mask`, shaped like the inputs, is false where the result must be zero.
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
