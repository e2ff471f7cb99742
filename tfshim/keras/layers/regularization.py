"""Dropout and noise: layers that act while training only."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import regularizers
from tfshim.keras.backend.settings import image_data_format
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.engine.random_layer import BaseRandomLayer

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike


def _same(inputs):
    """`inputs`; in a graph by way of a node of its own, as TensorFlow has there."""
    return inputs if TS.graph is None else array_ops.identity(inputs)


class _Random(BaseRandomLayer):
    """A layer with a generator of random numbers that keeps the shape of its input."""

    def __init__(self, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, rng_type="legacy_stateful", **kwargs)
        self.supports_masking = True
        self.seed = seed

    def call(self, inputs: TensorLike, training: BoolLike | None = None) -> AnyTensor:
        if training is None or isinstance(training, (bool, int)) and not training:
            return inputs
        if isinstance(training, (bool, int)):
            return self._draw(inputs)
        return cond(training, lambda: self._draw(inputs), lambda: array_ops.identity(inputs))

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)


@tf_export("keras.layers.Dropout")
class Dropout(_Random):
    """Sets a share `rate` of the inputs to zero while training and scales up the others; mirrors `tf.keras.layers.Dropout`.

    `noise_shape`: the shape of what is drawn, which broadcasts to the inputs: [None, 1, None] drops the same features of all steps;
    `seed`: what is drawn from. Raises ValueError for a rate outside of [0, 1].
    """

    __module__ = "keras.src.layers.regularization.dropout"

    def __init__(self, rate: FloatLike, noise_shape: Sequence[int | None] | None = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed=seed, **kwargs)
        if isinstance(rate, (int, float)) and not 0 <= rate <= 1:
            raise ValueError(f"Invalid value {rate} received for `rate`, expected a value between 0 and 1.")
        self.rate, self.noise_shape = rate, noise_shape

    def _get_noise_shape(self, inputs):
        if self.noise_shape is None:
            return None
        sizes = array_ops.shape(inputs)
        return array_ops.stack([sizes[i] if d is None else d for i, d in enumerate(self.noise_shape)])

    def call(self, inputs: TensorLike, training: BoolLike | None = None) -> AnyTensor:
        off = training is None or isinstance(training, (bool, int)) and not training
        if off or isinstance(self.rate, numbers.Real) and self.rate == 0:
            return _same(inputs)
        return super().call(inputs, training)

    def _draw(self, inputs):
        return self._random_generator.dropout(inputs, self.rate, noise_shape=self._get_noise_shape(inputs))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}


@tf_export("keras.layers.GaussianNoise")
class GaussianNoise(_Random):
    """Adds normal noise of deviation `stddev` while training; mirrors `tf.keras.layers.GaussianNoise`. `seed`: what is drawn from."""

    __module__ = "keras.src.layers.regularization.gaussian_noise"

    def __init__(self, stddev: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed=seed, **kwargs)
        self.stddev = stddev

    def _draw(self, inputs):
        return inputs + self._random_generator.random_normal(array_ops.shape(inputs), 0.0, self.stddev, inputs.dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "stddev": self.stddev, "seed": self.seed}


@tf_export("keras.layers.GaussianDropout")
class GaussianDropout(_Random):
    """Multiplies with normal noise around 1 while training; mirrors `tf.keras.layers.GaussianDropout`.

    `rate`: noise of the deviation sqrt(rate / (1 - rate)), as `Dropout` of that rate has; `seed`: what is drawn from.
    """

    __module__ = "keras.src.layers.regularization.gaussian_dropout"

    def __init__(self, rate: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed=seed, **kwargs)
        self.rate = rate

    def _draw(self, inputs):
        if not 0 < self.rate < 1:
            return inputs
        # The variance that dropout with this rate has.
        deviation = (self.rate / (1.0 - self.rate)) ** 0.5
        return inputs * self._random_generator.random_normal(array_ops.shape(inputs), 1.0, deviation, inputs.dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate, "seed": self.seed}


@tf_export("keras.layers.AlphaDropout")
class AlphaDropout(_Random):
    """Dropout that keeps mean and variance of what `selu` gives; mirrors `tf.keras.layers.AlphaDropout`.

    `rate` and `seed` as in `Dropout`; `noise_shape`: the shape of the mask that is drawn, the inputs' by default.
    """

    __module__ = "keras.src.layers.regularization.alpha_dropout"
    # What selu tends to for very negative inputs: the value of dropped places.
    _LOWEST = -1.6732632423543772848170429916717 * 1.0507009873554804934193349852946

    def __init__(self, rate: float, noise_shape: SizesLike | None = None, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed=seed, **kwargs)
        self.rate, self.noise_shape = rate, noise_shape

    def _draw(self, inputs):
        if not 0 < self.rate < 1:
            return inputs
        shape = self.noise_shape if self.noise_shape else array_ops.shape(inputs)
        kept = array_ops.cast(self._random_generator.random_uniform(shape) >= self.rate, inputs.dtype)
        # So that mean and variance stay those of the inputs.
        a = ((1 - self.rate) * (1 + self.rate * self._LOWEST**2)) ** -0.5
        b = -a * self._LOWEST * self.rate
        return a * (inputs * kept + self._LOWEST * (1 - kept)) + b

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate, "seed": self.seed}


class _SpatialDropout(Dropout):
    """Dropout of whole channels."""

    rank = 1

    def __init__(self, rate: float, data_format: str | None = "channels_last", **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)
        data_format = image_data_format() if data_format is None else data_format
        if data_format not in ("channels_last", "channels_first"):
            raise ValueError(f'`data_format` must be "channels_last" or "channels_first". Received: data_format={data_format}.')
        self.__dict__["_place"] = data_format
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _get_noise_shape(self, inputs):
        shape = inputs.shape.as_list()
        if None in shape:
            known = array_ops.shape(inputs)
            shape = [known[i] if d is None else d for i, d in enumerate(shape)]
        ones = [1] * self.rank
        shape = [shape[0], shape[1], *ones] if self._place == "channels_first" else [shape[0], *ones, shape[-1]]
        return shape if all(isinstance(d, int) for d in shape) else array_ops.stack(shape)


@tf_export("keras.layers.SpatialDropout1D")
class SpatialDropout1D(_SpatialDropout):
    """Dropout of whole channels of [batch, steps, channels], a share `rate` of them; mirrors `tf.keras.layers.SpatialDropout1D`."""

    __module__ = "keras.src.layers.regularization.spatial_dropout1d"

    def __init__(self, rate: float, **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)


@tf_export("keras.layers.SpatialDropout2D")
class SpatialDropout2D(_SpatialDropout):
    """Dropout of whole channels of images, a share `rate` of them; mirrors `tf.keras.layers.SpatialDropout2D`.

    `data_format`: "channels_last" (default) or "channels_first". Raises ValueError for other values.
    """

    __module__ = "keras.src.layers.regularization.spatial_dropout2d"
    rank = 2

    def __init__(self, rate: float, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(rate, data_format, **kwargs)
        self.data_format = self._place


@tf_export("keras.layers.SpatialDropout3D")
class SpatialDropout3D(_SpatialDropout):
    """Dropout of whole channels of volumes, a share `rate` of them; mirrors `tf.keras.layers.SpatialDropout3D`.

    `data_format`: "channels_last" (default) or "channels_first". Raises ValueError for other values.
    """

    __module__ = "keras.src.layers.regularization.spatial_dropout3d"
    rank = 3

    def __init__(self, rate: float, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(rate, data_format, **kwargs)
        self.data_format = self._place


@tf_export("keras.layers.ActivityRegularization")
class ActivityRegularization(Layer):
    """Adds `l1 * sum(|x|) + l2 * sum(x ** 2)` of its inputs to the losses; mirrors `tf.keras.layers.ActivityRegularization`."""

    __module__ = "keras.src.layers.regularization.activity_regularization"

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any) -> None:
        super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self.supports_masking = True
        self.l1, self.l2 = l1, l2

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "l1": self.l1, "l2": self.l2}
