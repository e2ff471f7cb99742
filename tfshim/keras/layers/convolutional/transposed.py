"""Transposed convolutions over one, two and three axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, nn
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import sizes, transposed_size
from tfshim.keras.layers.convolutional.regular import _Conv

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


_CALLS = {1: "conv1d_transpose", 2: "conv2d_transpose", 3: "conv3d_transpose"}


class _ConvTranspose(_Conv):
    """The gradient of a convolution over `rank` axes as a layer."""

    def _take_output_padding(self, output_padding):
        self.output_padding = output_padding
        if output_padding is not None:
            self.output_padding = sizes(output_padding, self.rank, "output_padding", zero=True)
            if any(e >= s for e, s in zip(self.output_padding, self.strides)):
                raise ValueError(
                    f"Strides must be greater than output padding. Received strides={self.strides}, output_padding={self.output_padding}."
                )

    def build(self, input_shape: ShapeLike) -> None:
        shape = TensorShape(input_shape)
        if len(shape) != self.rank + 2:
            raise ValueError(f"Inputs should have rank {self.rank + 2}. Received input_shape={shape}.")
        channels = self._channels(shape, f"inputs to `{type(self).__name__}`")
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._channel_axis: channels})
        self.kernel = _arguments.make(self, "kernel", (*self.kernel_size, self.filters, channels))
        self.bias = _arguments.make(self, "bias", (self.filters,)) if self.use_bias else None
        self.built = True

    @property
    def _rates(self):
        return self.dilation_rate

    def _space(self, space):
        extra = self.output_padding or (None,) * self.rank
        return [
            transposed_size(*each) for each in zip(space, self.kernel_size, (self.padding,) * self.rank, extra, self.strides, self._rates)
        ]

    def call(self, inputs: TensorLike) -> AnyTensor:
        first = 2 if self.data_format == "channels_first" else 1
        shape = inputs.shape.as_list()
        if None in shape:
            known = array_ops.shape(inputs)
            shape = [known[i] if d is None else d for i, d in enumerate(shape)]
        space = self._space(shape[first : first + self.rank])
        shape = [shape[0], self.filters, *space] if first == 2 else [shape[0], *space, self.filters]
        if not all(isinstance(d, int) for d in shape):
            shape = array_ops.stack(shape)
        y = getattr(nn, _CALLS[self.rank])(
            inputs,
            self.kernel,
            shape,
            strides=list(self.strides),
            padding=self.padding.upper(),
            data_format=self._format,
            dilations=list(self._rates),
        )
        if not isinstance(shape, list):
            # The shape was passed as a tensor: what is known of it statically would be lost.
            y.set_shape(self.compute_output_shape(inputs.shape))
        return self._finish(y)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        if self.data_format == "channels_first":
            return TensorShape([shape[0], self.filters, *self._space(shape[2:])])
        return TensorShape([shape[0], *self._space(shape[1:-1]), self.filters])

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "output_padding": self.output_padding}
        return config


@tf_export("keras.layers.Conv1DTranspose", "keras.layers.Convolution1DTranspose")
class Conv1DTranspose(_ConvTranspose):
    """The transpose of `Conv1D`, inputs [batch, steps, channels]; mirrors `tf.keras.layers.Conv1DTranspose`.

    Arguments and errors as in `Conv2DTranspose`, with one size for one axis.
    """

    __module__ = "keras.src.layers.convolutional.conv1d_transpose"
    rank = 1

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        output_padding: Window | None = None,
        data_format: str | None = None,
        dilation_rate: Window = 1,
        activation: ActivationLike = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
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
            kwargs.pop("groups", 1),
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            **kwargs,
        )
        self._take_output_padding(output_padding)


@tf_export("keras.layers.Conv2DTranspose", "keras.layers.Convolution2DTranspose")
class Conv2DTranspose(_ConvTranspose):
    """The transpose of `Conv2D`, which enlarges images [batch, rows, columns, channels]; mirrors `tf.keras.layers.Conv2DTranspose`.

    `filters`: the channels of the result; `kernel_size`: the rows and columns of the window; `strides`: how many times as large the
    result is; `padding`: "valid" or "same"; `output_padding`: how many rows and columns to add at the end, less than the strides
    (None: none, but with "valid" as many as the window reaches beyond its stride); `data_format`, `dilation_rate`, `activation`,
    `use_bias` as in `Conv2D`. Raises ValueError for inputs of another rank, and where `output_padding` is not less than the strides.
    """

    __module__ = "keras.src.layers.convolutional.conv2d_transpose"
    rank = 2

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        output_padding: Window | None = None,
        data_format: str | None = None,
        dilation_rate: Window = (1, 1),
        activation: ActivationLike = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
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
            kwargs.pop("groups", 1),
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            **kwargs,
        )
        self._take_output_padding(output_padding)


@tf_export("keras.layers.Conv3DTranspose", "keras.layers.Convolution3DTranspose")
class Conv3DTranspose(_ConvTranspose):
    """The transpose of `Conv3D`, inputs [batch, d1, d2, d3, channels]; mirrors `tf.keras.layers.Conv3DTranspose`.

    Arguments and errors as in `Conv2DTranspose`, with three sizes for the three axes. As in Keras 2.15, `dilation_rate` must be valid
    but changes nothing.
    """

    __module__ = "keras.src.layers.convolutional.conv3d_transpose"
    rank = 3

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1, 1),
        padding: str = "valid",
        output_padding: Window | None = None,
        data_format: str | None = None,
        dilation_rate: Window = (1, 1, 1),
        activation: ActivationLike = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
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
            kwargs.pop("groups", 1),
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            **kwargs,
        )
        self._take_output_padding(output_padding)

    @property
    def _rates(self):
        # Keras takes a `dilation_rate` here, too, and computes without it.
        return (1, 1, 1)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        config.pop("dilation_rate")
        return config
