"""Dense, dropout and flatten layers of TensorFlow 1."""

from tfshim.compat.v1.initializers import zeros
from tfshim.compat.v1.layers.base import Layer, arguments, function_of
from tfshim.keras.layers import core, regularization

_ZEROS = zeros()


class Dense(core.Dense, Layer):
    """`activation(inputs @ kernel + bias)` with `units` outputs along the last dimension. Mirrors `tf.compat.v1.layers.Dense`."""

    __module__ = "keras.src.legacy_tf_layers.core"

    def __init__(
        self,
        units,
        activation=None,
        use_bias=True,
        kernel_initializer=None,
        bias_initializer=_ZEROS,
        kernel_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        kernel_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(**arguments(locals()))


class Dropout(regularization.Dropout, Layer):
    """Zeros instead of a part `rate` of the inputs while training, the others scaled up. Mirrors the layer of that name."""

    __module__ = "keras.src.legacy_tf_layers.core"

    def __init__(self, rate=0.5, noise_shape=None, seed=None, name=None, **kwargs):
        super().__init__(rate, noise_shape, seed, name=name, **kwargs)

    def call(self, inputs, training=False):
        """The outputs; `training` is a bool or a boolean tensor."""
        return super().call(inputs, training)


class Flatten(core.Flatten, Layer):
    """One row of numbers for each of the batch. Mirrors `tf.compat.v1.layers.Flatten`."""

    __module__ = "keras.src.legacy_tf_layers.core"


dense = function_of(Dense, "dense")


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    """A `Dropout` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.dropout`."""
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)


def flatten(inputs, name=None, data_format="channels_last"):
    """A `Flatten` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.flatten`."""
    return Flatten(data_format, name=name)(inputs)
