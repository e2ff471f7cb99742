"""Dense, dropout and flatten layers of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.layers.base import Layer, arguments, function_of
from tfshim.keras.layers import core, regularization

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Initializer, Regularizer
    from tfshim.engine.values.annotations import BoolLike, FloatLike, SizesLike, TensorLike
    from tfshim.keras.annotations import ActivationLike

_ZEROS = zeros()


@tf_export(v1=["layers.Dense"])
class Dense(core.Dense, Layer):
    """`activation(inputs @ kernel + bias)` along the last axis. Mirrors `tf.compat.v1.layers.Dense`.

    Its variables, `kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope of the layer's name. New code
    takes `tf.keras.layers.Dense`.

    Arguments:
        units: how many numbers the result has along the last axis.
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        kernel_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in REGULARIZATION_LOSSES; None.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on a tensor [..., features]: a tensor [..., units].

    Raises:
        ValueError: an unknown number of features.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.Dense(4, name="first")
        ...     y = layer(tf.ones([2, 3]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (2, 4) ['first/kernel:0', 'first/bias:0']
    """

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
    """Zeros in place of a share of the inputs while training, the others scaled up. Mirrors `tf.compat.v1.layers.Dropout`.

    Unlike Keras' layer it does not find out by itself whether the model trains: `training=True` has to be said at the call, or a
    placeholder that is fed; otherwise nothing is dropped. New code takes `tf.keras.layers.Dropout`.

    Arguments:
        rate: the share that is dropped; 0.5. What is kept is divided by 1 - rate.
        noise_shape: the shape of what is drawn, with 1 along axes that keep or drop together; None (default): that of the inputs.
        seed: an integer; None.
        name: of the layer; None: one that is made.

    Returns:
        When called: a tensor of the shape of the inputs.

    Example:
        >>> layer = tf.compat.v1.layers.Dropout(0.5)
        >>> y = layer(tf.ones([100]), training=True)
        >>> sorted(set(y.numpy().tolist())), layer(tf.ones([2])).numpy().tolist()
        ([0.0, 2.0], [1.0, 1.0])
    """

    __module__ = "keras.src.legacy_tf_layers.core"

    def __init__(
        self, rate: FloatLike = 0.5, noise_shape: SizesLike | None = None, seed: int | None = None, name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(rate, noise_shape, seed, name=name, **kwargs)

    def call(self, inputs: TensorLike, training: BoolLike = False) -> Any:
        """The inputs, a share of them dropped while training. Mirrors `tf.compat.v1.layers.Dropout.call`.

        Calling the layer does so. What is drawn is new at each run, and for each call in a graph; with `seed` it is the same sequence in
        each program.

        Arguments:
            inputs: a floating-point tensor of any shape.
            training: a bool, or a boolean tensor that decides when the graph runs, as `tf.compat.v1.placeholder_with_default(False, [])`;
                False by default: the inputs come back as they are.

        Returns:
            A tensor of the shape and dtype of the inputs.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     training = tf.compat.v1.placeholder_with_default(False, [])
            ...     y = tf.compat.v1.layers.Dropout(0.5)(tf.ones([100]), training=training)
            ...     print(session.run(y).mean(), sorted(set(session.run(y, {training: True}).tolist())))
            1.0 [0.0, 2.0]
        """
        return super().call(inputs, training)


@tf_export(v1=["layers.Flatten"])
class Flatten(core.Flatten, Layer):
    """All axes but the batch made one. Mirrors `tf.compat.v1.layers.Flatten`.

    Each example becomes a row, in row-major order, so that a dense layer can follow a convolution. It has no variables. The size of the
    batch may be unknown while a graph is made; the others, if one of them is unknown, make a row of unknown length, to which no dense layer
    can be applied. New code takes `tf.keras.layers.Flatten`.

    Arguments:
        data_format: "channels_last" (default) or "channels_first": the channels are brought to the end first, so that weights that were
            trained with either layout fit.
        name: of the layer; None: one that is made.

    Returns:
        When called on a tensor [batch, ...]: a tensor [batch, product of the others].

    Example:
        >>> tf.compat.v1.layers.Flatten()(tf.ones([2, 3, 4])).shape
        TensorShape([2, 12])
    """

    __module__ = "keras.src.legacy_tf_layers.core"


dense = function_of(Dense, "dense", ("[2, 3]", '4, activation=tf.nn.relu, name="first"', "(2, 4)"))


@tf_export(v1=["layers.dropout"])
def dropout(
    inputs: TensorLike,
    rate: FloatLike = 0.5,
    noise_shape: SizesLike | None = None,
    seed: int | None = None,
    training: BoolLike = False,
    name: str | None = None,
) -> Any:
    """Zeros in place of a share of the inputs while training, the others scaled up. Mirrors `tf.compat.v1.layers.dropout`.

    A `Dropout` layer is made and called. Without `training=True` nothing is dropped: a program feeds a placeholder, True for steps of
    training. New code takes `tf.keras.layers.Dropout`, or `tf.nn.dropout`, which always drops.

    Arguments:
        inputs: a floating-point tensor of any shape.
        rate: the share that is dropped; 0.5. What is kept is divided by 1 - rate.
        noise_shape: the shape of what is drawn, with 1 along axes that keep or drop together; None (default): that of the inputs.
        seed: an integer; None.
        training: a bool or a boolean tensor; False.
        name: of the layer; None: one that is made.

    Returns:
        A tensor of the shape and dtype of the inputs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     y = tf.compat.v1.layers.dropout(tf.ones([100]), 0.5, training=True)
        ...     print(sorted(set(session.run(y).tolist())))
        [0.0, 2.0]
    """
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)


@tf_export(v1=["layers.flatten"])
def flatten(inputs: TensorLike, name: str | None = None, data_format: str = "channels_last") -> Any:
    """All axes but the batch made one. Mirrors `tf.compat.v1.layers.flatten`.

    A `Flatten` layer is made and called: each example becomes a row, in row-major order, so that `dense` can follow `conv2d`. The size of
    the batch may be unknown while the graph is made, which `tf.reshape(x, [-1, size])` needs a known size for. New code takes
    `tf.keras.layers.Flatten`.

    Arguments:
        inputs: a tensor [batch, ...] of any dtype.
        name: of the layer; None: one that is made.
        data_format: "channels_last" (default) or "channels_first": the channels are brought to the end first.

    Returns:
        A tensor [batch, product of the others].

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 4, 4, 2])
        ...     print(tf.compat.v1.layers.flatten(x).shape)
        (None, 32)
    """
    return Flatten(data_format, name=name)(inputs)


tf_export(v1=["layers.dense"])(dense)
