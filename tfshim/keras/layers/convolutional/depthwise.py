"""Convolutions of each channel with its own filters, alone or followed by one that mixes the channels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, nn
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers.convolutional.regular import _Conv

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


_KERNEL = ("filters", "kernel_initializer", "kernel_regularizer", "kernel_constraint")


class _PerChannel(_Conv):
    """What depthwise and separable convolutions share; those over one axis run as images of one row."""

    def _taken(self, given, *names):
        self.depth_multiplier = given["depth_multiplier"]
        _arguments.take(self, given, *names)

    def _as_images(self, inputs, *kernels):
        """Inputs and kernels of images, how windows move, padding, format and dilation, and the axis that was put in, or None."""
        last = self.data_format == "channels_last"
        if self.padding == "causal":
            inputs = self._pad_causally(inputs)
        steps, rates, at = self.strides, list(self.dilation_rate), None
        if self.rank == 1:
            at = 1 if last else 2
            inputs, kernels = array_ops.expand_dims(inputs, at), [array_ops.expand_dims(k, 0) for k in kernels]
            # depthwise_conv2d takes equal strides only; along the added axis of size 1 the stride has no effect
            steps, rates = steps * 2, [1, *rates]
        strides = [1, *steps, 1] if last else [1, 1, *steps]
        padding = self._get_padding_op()
        return [inputs, *kernels, strides, padding, _arguments.format_name(2, self.data_format), rates], at


class _DepthwiseConv(_PerChannel):
    def build(self, input_shape: ShapeLike) -> None:
        shape = TensorShape(input_shape)
        if len(shape) != self.rank + 2:
            raise ValueError(f"Inputs to `DepthwiseConv` should have rank {self.rank + 2}. Received input_shape={shape}.")
        channels = self._get_input_channel(shape, "inputs to `DepthwiseConv`")
        self.depthwise_kernel = _arguments.make(self, "depthwise", (*self.kernel_size, channels, self.depth_multiplier), "depthwise_kernel")
        self.bias = _arguments.make(self, "bias", (channels * self.depth_multiplier,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={self._get_channel_axis(): channels})
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        images, at = self._as_images(inputs, self.depthwise_kernel)
        return self._finish(nn.depthwise_conv2d(*images), at)

    def _outputs(self, shape):
        return shape[self._get_channel_axis()] * self.depth_multiplier

    def get_config(self) -> dict[str, Any]:
        config = {k: v for k, v in super().get_config().items() if k not in _KERNEL}
        return {**config, "depth_multiplier": self.depth_multiplier, **_arguments.weight_config(self, ("depthwise",), activity=False)}


@tf_export("keras.layers.DepthwiseConv1D")
class DepthwiseConv1D(_DepthwiseConv):
    """A convolution along sequences in which each channel has filters of its own: channels are not mixed.

    Mirrors `tf.keras.layers.DepthwiseConv1D`. [batch, steps, channels] give [batch, new steps, channels * depth_multiplier]. The weights
    are `depthwise_kernel` [kernel_size, channels, depth_multiplier] and `bias`.

    Arguments:
        kernel_size: the steps of a window.
        strides: by how much a window moves on; 1 by default.
        padding: "valid" (default) or "same".
        depth_multiplier: how many filters each channel has; 1 by default.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the steps within a window; 1 by default.
        activation, use_bias: as in `Conv1D`.
        depthwise_initializer, depthwise_regularizer, depthwise_constraint: for the filters; "glorot_uniform", None and None.
        bias_initializer, bias_regularizer, bias_constraint, activity_regularizer: "zeros" and None.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: inputs that are not of rank 3, or an unknown number of channels.

    Example:
        >>> layer = tf.keras.layers.DepthwiseConv1D(2, depthwise_initializer="ones")
        >>> layer(tf.constant([[[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]])).numpy().tolist()
        [[[3.0, 30.0], [5.0, 50.0]]]
    """

    __module__ = "keras.src.layers.convolutional.depthwise_conv1d"
    rank = 1

    def __init__(
        self,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        dilation_rate: Window = 1,
        activation: ActivationLike = None,
        use_bias: bool = True,
        depthwise_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        depthwise_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        depthwise_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            None,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation=activation,
            use_bias=use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            bias_constraint=bias_constraint,
            activity_regularizer=activity_regularizer,
            **kwargs,
        )
        self._taken(locals(), "depthwise")


@tf_export("keras.layers.DepthwiseConv2D")
class DepthwiseConv2D(_DepthwiseConv):
    """A convolution over images in which each channel has filters of its own: channels are not mixed.

    Mirrors `tf.keras.layers.DepthwiseConv2D`. [batch, rows, columns, channels] give [batch, new rows, new columns, channels *
    depth_multiplier]. The weights are `depthwise_kernel` [rows, columns, channels, depth_multiplier] and `bias`.

    Arguments:
        kernel_size: rows and columns of a window, two integers or one for both.
        strides: by how much windows move on, the same for both; (1, 1) by default.
        padding: "valid" (default) or "same".
        depth_multiplier: how many filters each channel has; 1 by default.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the pixels within a window; (1, 1) by default.
        activation, use_bias: as in `Conv2D`.
        depthwise_initializer, depthwise_regularizer, depthwise_constraint: for the filters; "glorot_uniform", None and None.
        bias_initializer, bias_regularizer, bias_constraint, activity_regularizer: "zeros" and None.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: inputs that are not of rank 4, or an unknown number of channels.

    Example:
        >>> layer = tf.keras.layers.DepthwiseConv2D(3, padding="same", depth_multiplier=2)
        >>> layer(tf.ones([1, 8, 8, 4])).shape
        TensorShape([1, 8, 8, 8])
        >>> layer.depthwise_kernel.shape
        TensorShape([3, 3, 4, 2])
    """

    __module__ = "keras.src.layers.convolutional.depthwise_conv2d"
    rank = 2

    def __init__(
        self,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        dilation_rate: Window = (1, 1),
        activation: ActivationLike = None,
        use_bias: bool = True,
        depthwise_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        depthwise_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        depthwise_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            None,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation=activation,
            use_bias=use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            bias_constraint=bias_constraint,
            activity_regularizer=activity_regularizer,
            **kwargs,
        )
        self._taken(locals(), "depthwise")


class _SeparableConv(_PerChannel):
    def build(self, input_shape: ShapeLike) -> None:
        channels = self._get_input_channel(input_shape)
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._get_channel_axis(): channels})
        self.depthwise_kernel = _arguments.make(self, "depthwise", (*self.kernel_size, channels, self.depth_multiplier), "depthwise_kernel")
        self.pointwise_kernel = _arguments.make(
            self, "pointwise", (*(1,) * self.rank, self.depth_multiplier * channels, self.filters), "pointwise_kernel"
        )
        self.bias = _arguments.make(self, "bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        images, at = self._as_images(inputs, self.depthwise_kernel, self.pointwise_kernel)
        return self._finish(nn.separable_conv2d(*images), at)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "depth_multiplier": self.depth_multiplier,
            **_arguments.weight_config(self, ("depthwise", "pointwise"), activity=False),
        }


@tf_export("keras.layers.SeparableConv1D", "keras.layers.SeparableConvolution1D")
class SeparableConv1D(_SeparableConv):
    """A depthwise convolution along sequences, and then a product that mixes the channels.

    Mirrors `tf.keras.layers.SeparableConv1D`. It needs fewer weights than `Conv1D`: `depthwise_kernel` [kernel_size, channels,
    depth_multiplier], `pointwise_kernel` [1, channels * depth_multiplier, filters] and `bias` [filters]. [batch, steps, channels] give
    [batch, new steps, filters].

    Arguments:
        filters: how many channels the result has.
        kernel_size: the steps of a window.
        strides: by how much it moves on; 1 by default.
        padding: "valid" (default), "same" or "causal", as in `Conv1D`.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the steps within a window; 1 by default.
        depth_multiplier: how many filters each channel has in the first part; 1 by default.
        activation, use_bias: as in `Conv1D`.
        depthwise_initializer, pointwise_initializer: what the two kernels are at first: "glorot_uniform".
        depthwise_regularizer, pointwise_regularizer: penalties on them, by name or as a function; None: none.
        depthwise_constraint, pointwise_constraint: functions that they pass through after each step of an optimizer; None: none.
        bias_initializer, bias_regularizer, bias_constraint, activity_regularizer: "zeros" and None.
        **kwargs: those of `Layer`.

    Example:
        >>> layer = tf.keras.layers.SeparableConv1D(6, 3, padding="causal")
        >>> layer(tf.ones([2, 10, 4])).shape
        TensorShape([2, 10, 6])
        >>> layer.count_params()
        42
    """

    __module__ = "keras.src.layers.convolutional.separable_conv1d"
    rank, _causal = 1, True

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Window = 1,
        depth_multiplier: int = 1,
        activation: ActivationLike = None,
        use_bias: bool = True,
        depthwise_initializer: InitializerLike = "glorot_uniform",
        pointwise_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        depthwise_regularizer: RegularizerLike = None,
        pointwise_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        depthwise_constraint: ConstraintLike = None,
        pointwise_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation=activation,
            use_bias=use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            bias_constraint=bias_constraint,
            activity_regularizer=activity_regularizer,
            **kwargs,
        )
        self._taken(locals(), "depthwise", "pointwise")


@tf_export("keras.layers.SeparableConv2D", "keras.layers.SeparableConvolution2D")
class SeparableConv2D(_SeparableConv):
    """A depthwise convolution over images, and then a product that mixes the channels.

    Mirrors `tf.keras.layers.SeparableConv2D`. It needs far fewer weights than `Conv2D` (below 116 in place of 592): `depthwise_kernel`
    [rows, columns, channels, depth_multiplier], `pointwise_kernel` [1, 1, channels * depth_multiplier, filters] and `bias` [filters].
    [batch, rows, columns, channels] give [batch, new rows, new columns, filters].

    Arguments:
        filters: how many channels the result has.
        kernel_size: rows and columns of a window, two integers or one for both.
        strides: by how much windows move on, the same for both; (1, 1) by default.
        padding: "valid" (default) or "same".
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the pixels within a window; (1, 1) by default.
        depth_multiplier: how many filters each channel has in the first part; 1 by default.
        activation, use_bias: as in `Conv2D`.
        depthwise_initializer, pointwise_initializer: what the two kernels are at first: "glorot_uniform".
        depthwise_regularizer, pointwise_regularizer: penalties on them, by name or as a function; None: none.
        depthwise_constraint, pointwise_constraint: functions that they pass through after each step of an optimizer; None: none.
        bias_initializer, bias_regularizer, bias_constraint, activity_regularizer: "zeros" and None.
        **kwargs: those of `Layer`.

    Example:
        >>> layer = tf.keras.layers.SeparableConv2D(16, 3)
        >>> layer(tf.ones([1, 8, 8, 4])).shape
        TensorShape([1, 6, 6, 16])
        >>> layer.count_params()
        116
    """

    __module__ = "keras.src.layers.convolutional.separable_conv2d"
    rank = 2

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Window = (1, 1),
        depth_multiplier: int = 1,
        activation: ActivationLike = None,
        use_bias: bool = True,
        depthwise_initializer: InitializerLike = "glorot_uniform",
        pointwise_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        depthwise_regularizer: RegularizerLike = None,
        pointwise_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        depthwise_constraint: ConstraintLike = None,
        pointwise_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation=activation,
            use_bias=use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            bias_constraint=bias_constraint,
            activity_regularizer=activity_regularizer,
            **kwargs,
        )
        self._taken(locals(), "depthwise", "pointwise")
