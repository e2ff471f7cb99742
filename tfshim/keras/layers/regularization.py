"""Dropout and noise: layers that act while training only."""

from tfshim import array_ops
from tfshim.engine.shapes import TensorShape
from tfshim.keras._random import RandomGenerator
from tfshim.keras.layers.base_layer import Layer


class _Random(Layer):
    """A layer with a generator of random numbers that keeps the shape of its input."""

    def __init__(self, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.seed = seed
        self._random_generator = RandomGenerator(seed, rng_type="legacy_stateful")

    def call(self, inputs, training=None):
        if training is None or isinstance(training, (bool, int)) and not training:
            return inputs
        if isinstance(training, (bool, int)):
            return self._draw(inputs)
        from tfshim.control_flow import cond

        return cond(training, lambda: self._draw(inputs), lambda: array_ops.identity(inputs))

    def compute_output_shape(self, input_shape):
        return TensorShape(input_shape)


class Dropout(_Random):
    """Sets a share `rate` of the inputs to zero while training and scales up the others; mirrors `tf.keras.layers.Dropout`."""

    __module__ = "keras.src.layers.regularization.dropout"

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        if isinstance(rate, (int, float)) and not 0 <= rate <= 1:
            raise ValueError(f"Invalid value {rate} received for `rate`, expected a value between 0 and 1.")
        self.rate, self.noise_shape = rate, noise_shape

    def _noise_shape(self, inputs):
        if self.noise_shape is None:
            return None
        sizes = array_ops.shape(inputs)
        return array_ops.stack([sizes[i] if d is None else d for i, d in enumerate(self.noise_shape)])

    def _draw(self, inputs):
        return self._random_generator.dropout(inputs, self.rate, noise_shape=self._noise_shape(inputs))

    def get_config(self):
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}


class GaussianNoise(_Random):
    """Adds normal noise of deviation `stddev` while training; mirrors `tf.keras.layers.GaussianNoise`."""

    __module__ = "keras.src.layers.regularization.gaussian_noise"

    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.stddev = stddev

    def _draw(self, inputs):
        return inputs + self._random_generator.random_normal(array_ops.shape(inputs), 0.0, self.stddev, inputs.dtype)

    def get_config(self):
        return {**super().get_config(), "stddev": self.stddev, "seed": self.seed}


class GaussianDropout(_Random):
    """Multiplies with normal noise around 1 while training; mirrors `tf.keras.layers.GaussianDropout`."""

    __module__ = "keras.src.layers.regularization.gaussian_dropout"

    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(seed=seed, **kwargs)
        self.rate = rate

    def _draw(self, inputs):
        if not 0 < self.rate < 1:
            return inputs
        deviation = (self.rate / (1.0 - self.rate)) ** 0.5
        return inputs * self._random_generator.random_normal(array_ops.shape(inputs), 1.0, deviation, inputs.dtype)

    def get_config(self):
        return {**super().get_config(), "rate": self.rate, "seed": self.seed}
