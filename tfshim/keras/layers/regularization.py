"""Dropout and noise: layers that act while training only."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras import regularizers
from tfshim.keras.backend.settings import image_data_format
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.engine.random_layer import BaseRandomLayer

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, FloatLike, SizesLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike


def _same(inputs):
    """`inputs` as a tensor; in a graph by way of a node of its own, as TensorFlow has there."""
    return inputs if TS.graph is None and isinstance(inputs, Tensor) else array_ops.identity(inputs)


class _Random(BaseRandomLayer):
    """A layer with a generator of random numbers that keeps the shape of its input."""

    def __init__(self, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(seed, rng_type="legacy_stateful", **kwargs)
        self.supports_masking = True
        self.seed = seed

    def call(self, inputs: TensorLike, training: BoolLike | None = None) -> AnyTensor:
        if training is None or isinstance(training, (bool, int)) and not training:
            return inputs
        if isinstance(training, (bool, int)) and training == 1:
            return self._draw(inputs)
        self._check_training(training)
        return cond(training, lambda: self._draw(inputs), lambda: array_ops.identity(inputs))

    def _check_training(self, training):
        """Raises for what is no condition as Keras' `in_train_phase` does, which asks for the dtype."""
        if not (isinstance(training, float) and training in (0, 1)):
            training.dtype  # noqa: B018

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)


@tf_export("keras.layers.Dropout")
class Dropout(_Random):
    """While training, sets a random share of the inputs to zero and scales up the others by `1 / (1 - rate)`; else does nothing.

    Mirrors `tf.keras.layers.Dropout`. It acts in `fit` and where it is called with `training=True`; `evaluate`, `predict` and a plain call
    leave the inputs as they are. Shapes and masks stay; the expected value of each number does as well. There are no weights.

    Arguments:
        rate: the share that is dropped, from 0 to 1.
        noise_shape: the shape of what is drawn, which broadcasts to the inputs; None for a size that is the inputs'. For inputs [batch,
            steps, features], `(None, 1, None)` drops the same features in all steps. None (default): each number for itself.
        seed: an integer from which is drawn, for results that repeat; None (default): from the global seed.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: a `rate` outside of [0, 1].

    Example:
        >>> tf.keras.utils.set_random_seed(2)
        >>> layer = tf.keras.layers.Dropout(0.5)
        >>> layer(tf.ones([2, 4]))[0].numpy().tolist()
        [1.0, 1.0, 1.0, 1.0]
        >>> layer(tf.ones([2, 4]), training=True).numpy().tolist()
        [[0.0, 0.0, 0.0, 0.0], [2.0, 2.0, 2.0, 0.0]]
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

    def _check_training(self, training):
        if not isinstance(training, (Tensor, Variable)) and training not in {0, 1}:  # for a list, that it cannot be hashed
            raise TypeError(
                "Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. "
                f"Received: pred={training} of type {type(training).__name__}"
            )

    def _draw(self, inputs):
        return self._random_generator.dropout(inputs, self.rate, noise_shape=self._get_noise_shape(inputs))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "rate": self.rate, "noise_shape": self.noise_shape, "seed": self.seed}


@tf_export("keras.layers.GaussianNoise")
class GaussianNoise(_Random):
    """While training, adds normal noise with mean 0 to the inputs; else does nothing.

    Mirrors `tf.keras.layers.GaussianNoise`. It acts in `fit` and where it is called with `training=True`. Each number gets noise of its
    own. Shapes, dtypes and masks stay, and there are no weights. For noise in proportion to the numbers, see `GaussianDropout`.

    Arguments:
        stddev: the standard deviation of the noise, a float; 0 adds nothing.
        seed: an integer from which is drawn; None (default): from the global seed.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Example:
        >>> layer = tf.keras.layers.GaussianNoise(0.1)
        >>> layer(tf.constant([1.0, 2.0])).numpy().tolist()
        [1.0, 2.0]
        >>> noisy = layer(tf.zeros([10000]), training=True)
        >>> round(float(tf.math.reduce_std(noisy)), 2)
        0.1
    """

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
    """While training, multiplies each input with normal noise around 1; else does nothing.

    Mirrors `tf.keras.layers.GaussianDropout`. The noise has the standard deviation `sqrt(rate / (1 - rate))`, which is that of `Dropout`
    with the same rate; no number becomes exactly zero, and the expected value stays. It acts in `fit` and with `training=True`. Shapes and
    masks stay, and there are no weights.

    Arguments:
        rate: a float between 0 and 1; outside of that (0 and 1 included) nothing is done.
        seed: an integer from which is drawn; None (default): from the global seed.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' shape.

    Example:
        >>> layer = tf.keras.layers.GaussianDropout(0.2)
        >>> layer(tf.constant([1.0, 2.0])).numpy().tolist()
        [1.0, 2.0]
        >>> noisy = layer(tf.ones([10000]), training=True)
        >>> round(float(tf.math.reduce_std(noisy)), 1)
        0.5
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
    """Dropout for networks of `selu` units, which keeps mean and variance of the inputs as they are.

    Mirrors `tf.keras.layers.AlphaDropout`. Dropped numbers take the value that `selu` tends to for very negative inputs, about -1.758, and
    all are scaled and shifted, so that inputs with mean 0 and variance 1 keep these. It acts in `fit` and with `training=True`. Use it with
    `activation="selu"` and `kernel_initializer="lecun_normal"`.

    Arguments:
        rate: the share that is dropped, between 0 and 1; outside of that nothing is done.
        noise_shape: the shape of the mask that is drawn, which broadcasts to the inputs; None (default): theirs.
        seed: an integer from which is drawn; None (default): from the global seed.
        **kwargs: those of `Layer`.

    Returns:
        When called, a tensor of the inputs' shape.

    Example:
        >>> layer = tf.keras.layers.AlphaDropout(0.3)
        >>> layer(tf.constant([1.0, 2.0])).numpy().tolist()
        [1.0, 2.0]
        >>> y = layer(tf.random.stateless_normal([20000], seed=[1, 2]), training=True)
        >>> round(float(tf.math.reduce_std(y)), 1)
        1.0
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
        shape = [None] * (self.rank + 2) if inputs.shape.rank is None else inputs.shape.as_list()
        ones = [1] * self.rank
        return (shape[0], shape[1], *ones) if self._place == "channels_first" else (shape[0], *ones, shape[-1])

    def _draw(self, inputs):
        made = super()._draw(inputs)
        if isinstance(made, SymbolicTensor):
            made.op.axes_asked_for = (0, 1) if self._place == "channels_first" else (0, self.rank + 1)
        return made


@tf_export("keras.layers.SpatialDropout1D")
class SpatialDropout1D(_SpatialDropout):
    """Dropout of whole channels of sequences: a channel is zero in all steps or in none.

    Mirrors `tf.keras.layers.SpatialDropout1D`. Steps beside each other are alike, so that dropping single numbers would hide little; this
    drops features as wholes, each for each example. Inputs [batch, steps, channels] keep their shape; what remains is scaled by
    `1 / (1 - rate)`. It acts in `fit` and with `training=True` only.

    Arguments:
        rate: the share of channels that is dropped, from 0 to 1.
        **kwargs: those of `Layer`, and `seed`: an integer from which is drawn.

    Raises:
        ValueError: a `rate` outside of [0, 1], or inputs that are not of rank 3.

    Example:
        >>> layer = tf.keras.layers.SpatialDropout1D(0.5, seed=1)
        >>> y = layer(tf.ones([1, 3, 8]), training=True).numpy()
        >>> sorted(set(y.ravel().tolist()))
        [0.0, 2.0]
        >>> bool((y == y[:, :1]).all())
        True
    """

    __module__ = "keras.src.layers.regularization.spatial_dropout1d"

    def __init__(self, rate: float, **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)


@tf_export("keras.layers.SpatialDropout2D")
class SpatialDropout2D(_SpatialDropout):
    """Dropout of whole channels of images: a channel is zero at all pixels or at none.

    Mirrors `tf.keras.layers.SpatialDropout2D`. Pixels beside each other are alike, so that dropping single numbers would hide little.
    Inputs of rank 4, [batch, rows, columns, channels], keep their shape; what remains is scaled by `1 / (1 - rate)`. It acts in `fit` and
    with `training=True` only, and has no weights.

    Arguments:
        rate: the share of channels that is dropped, from 0 to 1.
        data_format: "channels_last" or "channels_first" ([batch, channels, rows, columns]); None (default): as
            `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`, and `seed`: an integer from which is drawn.

    Raises:
        ValueError: a `rate` outside of [0, 1], another `data_format`, or inputs that are not of rank 4.

    Example:
        >>> layer = tf.keras.layers.SpatialDropout2D(0.5, seed=1)
        >>> y = layer(tf.ones([1, 4, 4, 6]), training=True).numpy()
        >>> bool((y == y[:, :1, :1]).all())
        True
    """

    __module__ = "keras.src.layers.regularization.spatial_dropout2d"
    rank = 2

    def __init__(self, rate: float, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(rate, data_format, **kwargs)
        self.data_format = self._place


@tf_export("keras.layers.SpatialDropout3D")
class SpatialDropout3D(_SpatialDropout):
    """Dropout of whole channels of volumes: a channel is zero at all voxels or at none.

    Mirrors `tf.keras.layers.SpatialDropout3D`. Inputs of rank 5, [batch, d1, d2, d3, channels], keep their shape; what remains is scaled by
    `1 / (1 - rate)`. It acts in `fit` and with `training=True` only, and has no weights. Use it behind convolutions, where places beside
    each other are alike.

    Arguments:
        rate: the share of channels that is dropped, from 0 to 1.
        data_format: "channels_last" or "channels_first" ([batch, channels, d1, d2, d3]); None (default): as
            `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`, and `seed`: an integer from which is drawn.

    Raises:
        ValueError: a `rate` outside of [0, 1], another `data_format`, or inputs that are not of rank 5.

    Example:
        >>> layer = tf.keras.layers.SpatialDropout3D(0.5, seed=1)
        >>> y = layer(tf.ones([1, 2, 3, 2, 4]), training=True).numpy()
        >>> bool((y == y[:, :1, :1, :1]).all())
        True
    """

    __module__ = "keras.src.layers.regularization.spatial_dropout3d"
    rank = 3

    def __init__(self, rate: float, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(rate, data_format, **kwargs)
        self.data_format = self._place


@tf_export("keras.layers.ActivityRegularization")
class ActivityRegularization(Layer):
    """Passes its inputs on and adds a penalty for their size to the losses of the model.

    Mirrors `tf.keras.layers.ActivityRegularization`. The penalty is `l1 * sum(abs(x)) + l2 * sum(x ** 2)`, over the number of examples of
    the batch; `fit` adds it to the loss, a loop of one's own finds it in `layer.losses` (or `model.losses`) after each call. Inputs have
    any shape, which stays, and masks are passed on. To do the same for a layer's own output, most layers have `activity_regularizer`.

    Arguments:
        l1: the factor of the absolute values; 0.0 by default.
        l2: the factor of the squares; 0.0 by default.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Example:
        >>> layer = tf.keras.layers.ActivityRegularization(l1=0.5)
        >>> layer(tf.constant([[1.0, -3.0], [0.0, 2.0]])).numpy().tolist()
        [[1.0, -3.0], [0.0, 2.0]]
        >>> [float(x) for x in layer.losses]
        [1.5]
    """

    __module__ = "keras.src.layers.regularization.activity_regularization"

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any) -> None:
        super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self.supports_masking = True
        self.l1, self.l2 = l1, l2

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "l1": self.l1, "l2": self.l2}
