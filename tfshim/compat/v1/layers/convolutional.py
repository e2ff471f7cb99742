"""Convolutions of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.initializers import zeros
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
    """A convolution over one dimension. Mirrors `tf.compat.v1.layers.Conv1D`."""

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
    """A convolution over two dimensions. Mirrors `tf.compat.v1.layers.Conv2D`."""

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
    """A convolution over three dimensions. Mirrors `tf.compat.v1.layers.Conv3D`."""

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
    """The transpose of a convolution over two dimensions. Mirrors `tf.compat.v1.layers.Conv2DTranspose`."""

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
    """The transpose of a convolution over three dimensions. Mirrors `tf.compat.v1.layers.Conv3DTranspose`."""

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
    """`SeparableConv2D` over one dimension. Mirrors `tf.compat.v1.layers.SeparableConv1D`."""

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
    """A convolution of each channel, then one of single points across channels. Mirrors `tf.compat.v1.layers.SeparableConv2D`."""

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


conv1d, conv2d, conv3d = function_of(Conv1D, "conv1d"), function_of(Conv2D, "conv2d"), function_of(Conv3D, "conv3d")
conv2d_transpose = function_of(Conv2DTranspose, "conv2d_transpose")
conv3d_transpose = function_of(Conv3DTranspose, "conv3d_transpose")
separable_conv1d = function_of(SeparableConv1D, "separable_conv1d")
separable_conv2d = function_of(SeparableConv2D, "separable_conv2d")

tf_export(v1=["layers.conv1d"])(conv1d)
tf_export(v1=["layers.conv2d"])(conv2d)
tf_export(v1=["layers.conv2d_transpose"])(conv2d_transpose)
tf_export(v1=["layers.conv3d"])(conv3d)
tf_export(v1=["layers.conv3d_transpose"])(conv3d_transpose)
tf_export(v1=["layers.separable_conv1d"])(separable_conv1d)
tf_export(v1=["layers.separable_conv2d"])(separable_conv2d)
