"""Transposed convolutions over one, two and three axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import sizes, transposed_size
from tfshim.keras.layers.convolutional.gaps import transposed_with_gaps
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
        channels = self._get_input_channel(shape, f"inputs to `{type(self).__name__}`")
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._get_channel_axis(): channels})
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
        return self._finish(shown_parts.recorded(self._transposed, inputs))

    def _transposed(self, inputs):
        """The transposed convolution of `inputs`, without bias and activation."""
        first = 2 if self.data_format == "channels_first" else 1
        shape = known_sizes = [None] * (self.rank + 2) if inputs.shape.rank is None else inputs.shape.as_list()
        if one_by_one.wanted():  # for images Keras takes what is known
            shape = [None, *shape[1:]] if self.rank == 2 else [None] * len(shape)
        if None in shape:
            known = array_ops.shape(inputs)
            shape = [known[i] if d is None and i != self._get_channel_axis() % len(shape) else d for i, d in enumerate(shape)]
        space = self._space(shape[first : first + self.rank])
        shape = [shape[0], self.filters, *space] if first == 2 else [shape[0], *space, self.filters]
        if not all(isinstance(d, int) for d in shape):
            shape = array_ops.stack(shape)
            if one_by_one.wanted() and self.rank == 2:
                shape[0]  # noqa: B018 -- Keras looks whether it is None
        y = self._as_operation(inputs, shape)
        if not isinstance(shape, list):
            # The shape was passed as a tensor: what is known of it statically would be lost.
            y.set_shape(self.compute_output_shape(known_sizes))
        return y

    def _as_operation(self, inputs, shape):
        call, strides, rates = getattr(nn, _CALLS[self.rank]), list(self.strides), list(self._rates)
        if not one_by_one.wanted():
            return call(inputs, self.kernel, shape, strides, self.padding.upper(), self._tf_data_format, rates)
        if self.rank == 2 and max(rates) > 1 and self.data_format == "channels_last":
            return transposed_with_gaps(inputs, self.kernel, convert_to_tensor(shape), rates[0], self.padding.upper())
        with name_scope(_CALLS[self.rank]) as scope:
            with name_scope(f"{scope}ExpandDims_1/" if self.rank == 1 else scope):  # for which the kernel is read
                kernel = convert_to_tensor(self.kernel)
            return call(inputs, kernel, shape, strides, self.padding.upper(), self._tf_data_format, rates, name=scope)

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
    """The transpose of `Conv1D`, which makes sequences longer: each step writes a window of steps.

    Mirrors `tf.keras.layers.Conv1DTranspose`. [batch, steps, channels] give [batch, new steps, filters]. The weights are `kernel`
    [kernel_size, filters, channels] and `bias` [filters].

    Arguments:
        filters: how many channels the result has, an integer.
        kernel_size: the steps of a window.
        strides: how many times as long the result is; 1 by default.
        padding: "valid" (default; `strides * steps`, and what the window reaches beyond its stride) or "same" (`strides * steps`).
        output_padding: steps to add at the end, fewer than `strides`, for another length; None (default): as `padding` says.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the steps within a window; 1 by default.
        activation, use_bias: as in `Conv1D`.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: inputs that are not of rank 3, an unknown number of channels, or `output_padding` that is not less than `strides`.

    Example:
        >>> layer = tf.keras.layers.Conv1DTranspose(1, 2, strides=2, kernel_initializer="ones")
        >>> layer(tf.constant([[[1.0], [5.0]]])).numpy().ravel().tolist()
        [1.0, 1.0, 5.0, 5.0]
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
    """The transpose of `Conv2D`, which makes images larger: each pixel writes a window of pixels.

    Mirrors `tf.keras.layers.Conv2DTranspose`. [batch, rows, columns, channels] give [batch, new rows, new columns, filters]. The weights
    are `kernel` [rows, columns, filters, channels] and `bias` [filters].

    Arguments:
        filters: how many channels the result has, an integer.
        kernel_size: rows and columns of a window, two integers or one for both.
        strides: how many times as large the result is; (1, 1) by default.
        padding: "same": `strides` times the size; "valid" (default): also what the window reaches beyond its stride.
        output_padding: rows and columns to add at the end, fewer than `strides`; None (default): as `padding` says.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the pixels within a window; (1, 1) by default.
        activation, use_bias: as in `Conv2D`.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: inputs that are not of rank 4, an unknown number of channels, or `output_padding` that is not less than `strides`.

    Example:
        >>> x = tf.ones([1, 7, 7, 3])
        >>> tf.keras.layers.Conv2DTranspose(4, 3, strides=2, padding="same")(x).shape
        TensorShape([1, 14, 14, 4])
        >>> tf.keras.layers.Conv2DTranspose(4, 3, strides=2)(x).shape
        TensorShape([1, 15, 15, 4])
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
    """The transpose of `Conv3D`, which makes volumes larger: each voxel writes a window of voxels.

    Mirrors `tf.keras.layers.Conv3DTranspose`. [batch, d1, d2, d3, channels] give [batch, new d1, new d2, new d3, filters]. The weights are
    `kernel` [*kernel_size, filters, channels] and `bias` [filters].

    Arguments:
        filters: how many channels the result has, an integer.
        kernel_size: the sizes of a window, three integers or one for all.
        strides: how many times as large the result is; (1, 1, 1) by default.
        padding: "same": `strides` times the size; "valid" (default): also what the window reaches beyond its stride.
        output_padding: sizes to add at the end, less than `strides`; None (default): as `padding` says.
        data_format: "channels_last" or "channels_first"; None: as `tf.keras.backend.image_data_format()` says.
        dilation_rate: must be valid, but changes nothing, as in Keras 2.15.
        activation, use_bias: as in `Conv3D`.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: inputs that are not of rank 5, an unknown number of channels, or `output_padding` that is not less than `strides`.

    Example:
        >>> tf.keras.layers.Conv3DTranspose(2, 2, strides=2)(tf.ones([1, 3, 4, 5, 1])).shape
        TensorShape([1, 6, 8, 10, 2])
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
