"""Dense, dropout and flatten layers of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.initializers import zeros
from tfshim.compat.v1.layers.base import Layer, arguments, function_of
from tfshim.keras.layers import core, regularization

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Initializer, Regularizer
    from tfshim.engine.values.annotations import BoolLike, FloatLike, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike

_ZEROS = zeros()


@tf_export(v1=["layers.Dense"])
class Dense(core.Dense, Layer):
    """`activation(inputs @ kernel + bias)` with `units` outputs along the last dimension. Mirrors `tf.compat.v1.layers.Dense`."""

    __module__ = "keras.src.legacy_tf_layers.core"

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        kernel_initializer: Initializer | None = None,
        bias_initializer: Initializer = _ZEROS,
        kernel_regularizer: Regularizer | None = None,
        bias_regularizer: Regularizer | None = None,
        activity_regularizer: Regularizer | None = None,
        kernel_constraint: Constraint | None = None,
        bias_constraint: Constraint | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**arguments(locals()))


@tf_export(v1=["layers.Dropout"])
class Dropout(regularization.Dropout, Layer):
    """Zeros instead of a part `rate` of the inputs while training, the others scaled up. Mirrors the layer of that name."""

    __module__ = "keras.src.legacy_tf_layers.core"

    def __init__(
        self, rate: FloatLike = 0.5, noise_shape: SizesLike | None = None, seed: int | None = None, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(rate, noise_shape, seed, name=name, **kwargs)

    def call(self, inputs: TensorLike, training: BoolLike = False) -> Any:
        """The outputs; `training` is a bool or a boolean tensor."""
        return super().call(inputs, training)


@tf_export(v1=["layers.Flatten"])
class Flatten(core.Flatten, Layer):
    """One row of numbers for each of the batch. Mirrors `tf.compat.v1.layers.Flatten`."""

    __module__ = "keras.src.legacy_tf_layers.core"


dense = function_of(Dense, "dense")


@tf_export(v1=["layers.dropout"])
def dropout(
    inputs: TensorLike,
    rate: FloatLike = 0.5,
    noise_shape: SizesLike | None = None,
    seed: int | None = None,
    training: BoolLike = False,
    name: str | None = None,
) -> Any:
    """A `Dropout` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.dropout`."""
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)


@tf_export(v1=["layers.flatten"])
def flatten(inputs: TensorLike, name: str | None = None, data_format: str = "channels_last") -> Any:
    """A `Flatten` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.flatten`."""
    return Flatten(data_format, name=name)(inputs)


tf_export(v1=["layers.dense"])(dense)
