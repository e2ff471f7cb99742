"""Convolutions of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.layers.base import Layer, arguments, function_of
from tfshim.keras.layers.convolutional import depthwise, transposed
from tfshim.keras.layers.convolutional import regular as convolutional

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Constraint, Initializer, Regularizer
    from tfshim.engine.values.annotations import Window
    from tfshim.keras.annotations import ActivationLike

_ZEROS = zeros()


@tf_export(v1=["layers.Conv1D"])
class Conv1D(convolutional.Conv1D, Layer):
    """A convolution along sequences. Mirrors `tf.compat.v1.layers.Conv1D`.

    Its variables, `kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope of the layer's name. New code
    takes `tf.keras.layers.Conv1D`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: how many steps it sees.
        strides: by how much windows move on; 1 by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        dilation_rate: 1; beyond 1 it does not go with strides beyond 1.
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        kernel_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in REGULARIZATION_LOSSES; None.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, steps, channels]: a tensor [batch, new steps, filters].

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.Conv1D(4, 3, name="first")
        ...     y = layer(tf.ones([1, 8, 3]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 6, 4) ['first/kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Window = 1,
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


@tf_export(v1=["layers.Conv2D"])
class Conv2D(convolutional.Conv2D, Layer):
    """A convolution over images. Mirrors `tf.compat.v1.layers.Conv2D`.

    Its variables, `kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope of the layer's name. New code
    takes `tf.keras.layers.Conv2D`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: rows and columns that it sees, or one number for both.
        strides: by how much windows move on; (1, 1) by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        dilation_rate: (1, 1); beyond 1 it does not go with strides beyond 1.
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        kernel_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in REGULARIZATION_LOSSES; None.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, rows, columns, channels]: a tensor [batch, new rows, new columns, filters].

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.Conv2D(4, 3, name="first")
        ...     y = layer(tf.ones([1, 8, 8, 3]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 6, 6, 4) ['first/kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Window = (1, 1),
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


@tf_export(v1=["layers.Conv3D"])
class Conv3D(convolutional.Conv3D, Layer):
    """A convolution over volumes. Mirrors `tf.compat.v1.layers.Conv3D`.

    Its variables, `kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope of the layer's name. New code
    takes `tf.keras.layers.Conv3D`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: three sizes, or one number for all.
        strides: by how much windows move on; (1, 1, 1) by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        dilation_rate: (1, 1, 1); beyond 1 it does not go with strides beyond 1.
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        kernel_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in REGULARIZATION_LOSSES; None.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, d1, d2, d3, channels]: a tensor of rank 5 with `filters` channels.

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.Conv3D(4, 3, name="first")
        ...     y = layer(tf.ones([1, 5, 5, 5, 2]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 3, 3, 3, 4) ['first/kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1, 1),
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Window = (1, 1, 1),
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


@tf_export(v1=["layers.Conv2DTranspose"])
class Conv2DTranspose(transposed.Conv2DTranspose, Layer):
    """The transpose of a convolution over images, which enlarges them by its strides. Mirrors `tf.compat.v1.layers.Conv2DTranspose`.

    Its variables, `kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope of the layer's name. New code
    takes `tf.keras.layers.Conv2DTranspose`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: rows and columns of the kernel, or one number for both.
        strides: by how much windows move on; (1, 1) by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        kernel_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in REGULARIZATION_LOSSES; None.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, rows, columns, channels]: a tensor [batch, new rows, new columns, filters].

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.Conv2DTranspose(3, 2, strides=2, name="first")
        ...     y = layer(tf.ones([1, 4, 4, 2]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 8, 8, 3) ['first/kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        data_format: str = "channels_last",
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


@tf_export(v1=["layers.Conv3DTranspose"])
class Conv3DTranspose(transposed.Conv3DTranspose, Layer):
    """The transpose of a convolution over volumes, which enlarges them by its strides. Mirrors `tf.compat.v1.layers.Conv3DTranspose`.

    Its variables, `kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope of the layer's name. New code
    takes `tf.keras.layers.Conv3DTranspose`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: three sizes of the kernel, or one number for all.
        strides: by how much windows move on; (1, 1, 1) by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        kernel_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in REGULARIZATION_LOSSES; None.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, d1, d2, d3, channels]: a tensor of rank 5 with `filters` channels.

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.Conv3DTranspose(3, 2, strides=2, name="first")
        ...     y = layer(tf.ones([1, 2, 2, 2, 1]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 4, 4, 4, 3) ['first/kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1, 1),
        padding: str = "valid",
        data_format: str = "channels_last",
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


@tf_export(v1=["layers.SeparableConv1D"])
class SeparableConv1D(depthwise.SeparableConv1D, Layer):
    """A convolution of each channel of sequences by itself, then one across channels. Mirrors `tf.compat.v1.layers.SeparableConv1D`.

    Its variables, `depthwise_kernel`, `pointwise_kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope
    of the layer's name. New code takes `tf.keras.layers.SeparableConv1D`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: how many steps it sees.
        strides: by how much windows move on; 1 by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        dilation_rate: 1; beyond 1 it does not go with strides beyond 1.
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        depth_multiplier: how many filters each channel has in the first convolution; 1.
        depthwise_initializer, pointwise_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        depthwise_regularizer, pointwise_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in
            REGULARIZATION_LOSSES; None.
        depthwise_constraint, pointwise_constraint, bias_constraint: functions that the weights pass through after each step; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, steps, channels]: a tensor [batch, new steps, filters].

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.SeparableConv1D(4, 3, name="first")
        ...     y = layer(tf.ones([1, 8, 3]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 6, 4) ['first/depthwise_kernel:0', 'first/pointwise_kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Window = 1,
        depth_multiplier: int = 1,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        depthwise_initializer: Initializer | None = None,
        pointwise_initializer: Initializer | None = None,
        bias_initializer: Initializer = _ZEROS,
        depthwise_regularizer: Regularizer | None = None,
        pointwise_regularizer: Regularizer | None = None,
        bias_regularizer: Regularizer | None = None,
        activity_regularizer: Regularizer | None = None,
        depthwise_constraint: Constraint | None = None,
        pointwise_constraint: Constraint | None = None,
        bias_constraint: Constraint | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**arguments(locals()))


@tf_export(v1=["layers.SeparableConv2D"])
class SeparableConv2D(depthwise.SeparableConv2D, Layer):
    """A convolution of each channel of images by itself, then one across channels. Mirrors `tf.compat.v1.layers.SeparableConv2D`.

    Its variables, `depthwise_kernel`, `pointwise_kernel` and `bias`, are made at the first call by `tf.compat.v1.get_variable`, in a scope
    of the layer's name. New code takes `tf.keras.layers.SeparableConv2D`.

    Arguments:
        filters: how many channels the result has.
        kernel_size: rows and columns that it sees, or one number for both.
        strides: by how much windows move on; (1, 1) by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" (default) or "channels_first".
        dilation_rate: (1, 1); beyond 1 it does not go with strides beyond 1.
        activation: None (default): none.
        use_bias: whether a bias is added; True.
        depth_multiplier: how many filters each channel has in the first convolution; 1.
        depthwise_initializer, pointwise_initializer: None (default): that of the scope, else Glorot's uniform numbers.
        bias_initializer: zeros.
        depthwise_regularizer, pointwise_regularizer, bias_regularizer, activity_regularizer: penalties, which are collected in
            REGULARIZATION_LOSSES; None.
        depthwise_constraint, pointwise_constraint, bias_constraint: functions that the weights pass through after each step; None: none.
        trainable: whether variables go to TRAINABLE_VARIABLES; True.
        name: of the layer and its variable scope; None: one that is made.

    Returns:
        When called on [batch, rows, columns, channels]: a tensor [batch, new rows, new columns, filters].

    Raises:
        ValueError: a padding or layout that is not known, or an unknown number of channels.

    Example:
        >>> with tf.Graph().as_default():
        ...     layer = tf.compat.v1.layers.SeparableConv2D(4, 3, name="first")
        ...     y = layer(tf.ones([1, 8, 8, 3]))
        ...     print(y.shape, [variable.name for variable in layer.trainable_variables])
        (1, 6, 6, 4) ['first/depthwise_kernel:0', 'first/pointwise_kernel:0', 'first/bias:0']
    """

    __module__ = "keras.src.legacy_tf_layers.convolutional"

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Window = (1, 1),
        depth_multiplier: int = 1,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        depthwise_initializer: Initializer | None = None,
        pointwise_initializer: Initializer | None = None,
        bias_initializer: Initializer = _ZEROS,
        depthwise_regularizer: Regularizer | None = None,
        pointwise_regularizer: Regularizer | None = None,
        bias_regularizer: Regularizer | None = None,
        activity_regularizer: Regularizer | None = None,
        depthwise_constraint: Constraint | None = None,
        pointwise_constraint: Constraint | None = None,
        bias_constraint: Constraint | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**arguments(locals()))


conv1d, conv2d, conv3d = (
    function_of(Conv1D, "conv1d", ("[1, 8, 3]", "4, 3", "(1, 6, 4)")),
    function_of(Conv2D, "conv2d", ("[1, 8, 8, 3]", '4, 3, padding="same"', "(1, 8, 8, 4)")),
    function_of(Conv3D, "conv3d", ("[1, 5, 5, 5, 2]", "4, 3", "(1, 3, 3, 3, 4)")),
)
conv2d_transpose = function_of(Conv2DTranspose, "conv2d_transpose", ("[1, 4, 4, 2]", "3, 2, strides=2", "(1, 8, 8, 3)"))
conv3d_transpose = function_of(Conv3DTranspose, "conv3d_transpose", ("[1, 2, 2, 2, 1]", "3, 2, strides=2", "(1, 4, 4, 4, 3)"))
separable_conv1d = function_of(SeparableConv1D, "separable_conv1d", ("[1, 8, 3]", "4, 3", "(1, 6, 4)"))
separable_conv2d = function_of(SeparableConv2D, "separable_conv2d", ("[1, 8, 8, 3]", "4, 3", "(1, 6, 6, 4)"))

tf_export(v1=["layers.conv1d"])(conv1d)
tf_export(v1=["layers.conv2d"])(conv2d)
tf_export(v1=["layers.conv2d_transpose"])(conv2d_transpose)
tf_export(v1=["layers.conv3d"])(conv3d)
tf_export(v1=["layers.conv3d_transpose"])(conv3d_transpose)
tf_export(v1=["layers.separable_conv1d"])(separable_conv1d)
tf_export(v1=["layers.separable_conv2d"])(separable_conv2d)
