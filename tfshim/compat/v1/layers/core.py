"""Dense, dropout and flatten layers of TensorFlow 1."""

import tfshim as tf
from tfshim.compat.v1.initializers import zeros
from tfshim.compat.v1.layers.base import Layer, activated, last_size
from tfshim.engine.values.tensor import Tensor

_ZEROS = zeros()


class Dense(Layer):
    """`activation(inputs @ kernel + bias)` with `units` outputs along the last dimension. Mirrors `tf.compat.v1.layers.Dense`."""

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
        super().__init__(trainable, name, **kwargs)
        self.units, self.activation, self.use_bias = int(units), activation, use_bias
        self.kernel_initializer, self.bias_initializer = kernel_initializer, bias_initializer
        self.kernel_regularizer, self.bias_regularizer = kernel_regularizer, bias_regularizer
        self.activity_regularizer = activity_regularizer
        self.kernel_constraint, self.bias_constraint = kernel_constraint, bias_constraint

    def build(self, input_shape):
        """Make `kernel` and `bias`."""
        size = last_size(input_shape, -1, "Dense")
        self.kernel = self.add_weight(
            "kernel",
            [size, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = (
            self.add_weight(
                "bias", [self.units], initializer=self.bias_initializer, regularizer=self.bias_regularizer, constraint=self.bias_constraint
            )
            if self.use_bias
            else None
        )

    def call(self, inputs):
        """The outputs for `inputs`, of rank two or more."""
        if inputs.shape.rank is not None and inputs.shape.rank > 2:
            outputs = tf.tensordot(inputs, self.kernel, [[inputs.shape.rank - 1], [0]])
        else:
            outputs = tf.matmul(inputs, self.kernel)
        if self.bias is not None:
            outputs = tf.nn.bias_add(outputs, self.bias)
        return activated(outputs, self.activation)


def dense(
    inputs,
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
    reuse=None,
):
    """A `Dense` layer applied to `inputs`; with `reuse` the variables of the layer `name`. Mirrors `tf.compat.v1.layers.dense`."""
    return Dense(
        units,
        activation,
        use_bias,
        kernel_initializer,
        bias_initializer,
        kernel_regularizer,
        bias_regularizer,
        activity_regularizer,
        kernel_constraint,
        bias_constraint,
        trainable,
        name,
        _scope=name,
        _reuse=reuse,
    )(inputs)


def chosen(training, when_training, otherwise):
    """`when_training()` or `otherwise()`, by a Python truth value or a boolean tensor."""
    if isinstance(training, Tensor) or hasattr(training, "_alias"):
        static = tf.get_static_value(training) if isinstance(training, Tensor) else None
        if static is None:
            return tf.cond(tf.cast(training, tf.bool), when_training, otherwise)
        training = bool(static)
    return when_training() if training else otherwise()


class Dropout(Layer):
    """Zeros instead of a part `rate` of the inputs while training, the others scaled up. Mirrors the layer of that name."""

    def __init__(self, rate=0.5, noise_shape=None, seed=None, name=None, **kwargs):
        super().__init__(name=name, **kwargs)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs, training=False):
        """The outputs; `training` is a bool or a boolean tensor."""
        return chosen(training, lambda: tf.nn.dropout(inputs, self.rate, self.noise_shape, self.seed), lambda: tf.identity(inputs))


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    """A `Dropout` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.dropout`."""
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)


class Flatten(Layer):
    """One row of numbers for each of the batch. Mirrors `tf.compat.v1.layers.Flatten`."""

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format = data_format or "channels_last"

    def call(self, inputs):
        """The flat rows."""
        shape = inputs.shape
        if self.data_format == "channels_first" and shape.rank is not None and shape.rank > 1:
            inputs = tf.transpose(inputs, [0, *range(2, shape.rank), 1])
        if shape.rank is not None and shape.rank and shape[1:].is_fully_defined():
            size = shape[1:].num_elements()
            batch = -1 if size else tf.shape(inputs)[0]
            return tf.reshape(inputs, [batch, size])
        return tf.reshape(inputs, [tf.shape(inputs)[0], -1])


def flatten(inputs, name=None, data_format="channels_last"):
    """A `Flatten` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.flatten`."""
    return Flatten(data_format, name=name)(inputs)
