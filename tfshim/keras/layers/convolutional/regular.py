"""Convolutions over one, two and three axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, nn
from tfshim._export import tf_export
from tfshim.array_ops.padding import pad
from tfshim.engine.functions.function import function
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import activations
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import output_size, sizes, weight_config
from tfshim.nn.convolutions import grouped_conv3d

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


class _Conv(Layer):
    """A convolution over `rank` axes: the base class of all."""

    rank = 2
    _causal = False

    def __init__(
        self,
        filters: int | None,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Window = 1,
        groups: int = 1,
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
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        n = self.rank
        filters = int(filters) if isinstance(filters, float) else filters
        if filters is not None and filters <= 0:
            raise ValueError(f"Invalid value for argument `filters`. Expected a strictly positive value. Received filters={filters}.")
        # As in Keras, where no groups are one; RegNetX080 asks for none where its blocks are narrower than a group.
        self.filters, self.groups = filters, groups or 1
        self.kernel_size = sizes(kernel_size, n, "kernel_size")
        self.strides = sizes(strides, n, "strides", zero=True)
        self.dilation_rate = sizes(dilation_rate, n, "dilation_rate")
        self.padding = _arguments.padding(padding)
        self.data_format = _arguments.data_format(data_format)
        self.activation, self.use_bias = activations.get(activation), use_bias
        _arguments.take(
            self,
            {
                "kernel_initializer": kernel_initializer,
                "kernel_regularizer": kernel_regularizer,
                "kernel_constraint": kernel_constraint,
                "bias_initializer": bias_initializer,
                "bias_regularizer": bias_regularizer,
                "bias_constraint": bias_constraint,
            },
            "kernel",
            "bias",
        )
        self.input_spec = InputSpec(min_ndim=n + 2)
        self._validate_init()

    def _validate_init(self):
        """Raise ValueError for arguments that do not go together; subclasses override it, as they do Keras'."""
        if self.filters is not None and self.filters % self.groups:
            raise ValueError(
                "The number of filters must be evenly divisible by the number of groups. "
                f"Received: groups={self.groups}, filters={self.filters}"
            )
        # Let through before, so that the message is the one that Keras has for zeros.
        if not all(self.strides):
            raise ValueError(f"The argument `strides` cannot contains 0(s). Received: {self.strides}")
        if self.padding == "causal" and not self._causal:
            raise ValueError("Causal padding is only supported for `Conv1D`and `SeparableConv1D`.")
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                f"`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides={self.strides} "
                f"and dilation_rate={self.dilation_rate}"
            )

    # Names of Keras, which subclasses of its layers use.
    _is_causal = property(lambda self: self.padding == "causal")
    _channels_first = property(lambda self: self.data_format == "channels_first")

    def _get_channel_axis(self):
        return -1 if self.data_format == "channels_last" else -1 - self.rank

    @property
    def _tf_data_format(self):
        return _arguments.format_name(self.rank, self.data_format)

    def _get_input_channel(self, shape, whose="inputs"):
        found = TensorShape(shape).as_list()[self._get_channel_axis()]
        if found is None:
            raise ValueError(
                f"The channel dimension of the {whose} should be defined. "
                f"The input_shape received is {TensorShape(shape)}, where axis {self._get_channel_axis()} "
                "(0-based) is the channel dimension, which found to be `None`."
            )
        return found

    def _get_padding_op(self):
        return "VALID" if self._is_causal else self.padding.upper()

    def build(self, input_shape: ShapeLike) -> None:
        channels = self._get_input_channel(input_shape)
        if channels % self.groups:
            raise ValueError(
                "The number of input channels must be evenly divisible by the number of groups. Received "
                f"groups={self.groups}, but the input has {channels} channels (full input shape is {input_shape})."
            )
        self.kernel = _arguments.make(self, "kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self.bias = _arguments.make(self, "bias", (self.filters,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={self._get_channel_axis(): channels})
        self.compute_output_shape(input_shape)  # says so if nothing is left
        self.built = True

    def _compute_causal_padding(self, inputs):
        """What is put around `inputs` for "causal" windows; subclasses over more axes override it, as they do Keras'."""
        # Only before the steps, so that none sees those that follow it.
        before = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
        around = [before, [0, 0]] if self.data_format == "channels_last" else [[0, 0], before]
        return [[0, 0]] * (1 if inputs.shape.rank is None else inputs.shape.rank - 2) + around

    def _pad_causally(self, inputs):
        return pad(inputs, self._compute_causal_padding(inputs))

    def convolution_op(self, inputs: TensorLike, kernel: TensorLike) -> AnyTensor:
        """The convolution of inputs with a kernel, without bias and activation. Mirrors `tf.keras.layers.Conv2D.convolution_op`.

        `call` uses it; a subclass overrides it to change the kernel before it is applied, as weights that are standardized or masked, and
        keeps all else: padding, bias and activation. The layer's strides, padding, dilation and layout hold; causal padding has been put
        around the inputs by `call` before.

        Arguments:
            inputs: a tensor [batch, ..., channels], or [batch, channels, ...] with `data_format="channels_first"`.
            kernel: a tensor of the shape of `layer.kernel`: [rows, columns, channels / groups, filters] for two dimensions.

        Returns:
            A tensor of the dtype of the inputs, with `filters` channels.

        Raises:
            tf.errors.InvalidArgumentError: shapes that do not fit each other; ValueError while a graph is made.

        Example:
            >>> class Centred(tf.keras.layers.Conv2D):
            ...     def convolution_op(self, inputs, kernel):
            ...         return super().convolution_op(inputs, kernel - tf.reduce_mean(kernel, [0, 1, 2]))
            >>> Centred(4, 3)(tf.ones([1, 5, 5, 1])).numpy().max().round(3) + 0.0
            0.0
        """
        padding = self._get_padding_op()
        strides, dilations = list(self.strides), list(self.dilation_rate)
        if self.rank == 3 and self.groups > 1:
            every = (lambda v: [1, *v, 1]) if self.data_format == "channels_last" else (lambda v: [1, 1, *v])
            return grouped_conv3d(inputs, kernel, every(strides), padding, self._tf_data_format, every(dilations))
        name = None if TS.graph is None else type(self).__name__
        return nn.convolution(inputs, kernel, strides, padding, self._tf_data_format, dilations, name)

    def _finish(self, y, added=None):
        """Add the bias to `y` and activate it. `added`: an axis of size 1 that the result does not have; None for none."""
        if self.bias is not None:
            y = nn.bias_add(y, self.bias, data_format="N..C" if self.data_format == "channels_last" else "NC..")
        if added is not None:
            y = array_ops.squeeze(y, [added])
        return y if self.activation is None else self.activation(y)

    def call(self, inputs: TensorLike) -> AnyTensor:
        if self.padding == "causal":
            inputs = self._pad_causally(inputs)
        if self.groups > 1 and TS.graph is not None:
            return self._finish(shown_parts.recorded(self._in_groups, inputs))
        return self._finish(self.convolution_op(inputs, self.kernel))

    def _in_groups(self, inputs):
        """The convolution where there are several groups, which pages of graphs show as Keras' call of a function that is compiled."""
        if not one_by_one.wanted():
            return self.convolution_op(inputs, self.kernel)

        def _jit_compiled_convolution_op(inputs, kernel):
            return self.convolution_op(inputs, kernel)

        return function(_jit_compiled_convolution_op, jit_compile=True, autograph=False)(inputs, convert_to_tensor(self.kernel))

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        n, last = self.rank, self.data_format == "channels_last"
        first = len(shape) - n - 1 if last else len(shape) - n
        space = self._spatial_output_shape(shape[first : first + n])
        for size in space:
            if size is not None and size < 0:
                raise ValueError(
                    f"One of the dimensions in the output is <= 0 due to downsampling in {self.name}. Consider increasing "
                    f"the input size. Received input shape {shape} which would produce output shape with a zero or "
                    "negative value in a dimension."
                )
        batch = shape[:first] if last else shape[: first - 1]
        channels = self._outputs(shape)
        return TensorShape([*batch, *space, channels] if last else [*batch, channels, *space])

    def _spatial_output_shape(self, spatial_input_shape):
        padding = "same" if self.padding == "causal" else self.padding
        return [
            output_size(size, self.kernel_size[i], padding, self.strides[i], self.dilation_rate[i])
            for i, size in enumerate(spatial_input_shape)
        ]

    def _outputs(self, shape):
        """The number of channels of the result for inputs of `shape`."""
        return self.filters

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "filters": self.filters,
            "kernel_size": self.kernel_size,
            "strides": self.strides,
            "padding": self.padding,
            "data_format": self.data_format,
            "dilation_rate": self.dilation_rate,
            "groups": self.groups,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            **weight_config(self),
        }


@tf_export("keras.layers.Conv1D", "keras.layers.Convolution1D")
class Conv1D(_Conv):
    """A convolution along sequences: windows of steps times learnt filters.

    Mirrors `tf.keras.layers.Conv1D`. [batch, steps, channels] give [batch, new steps, filters]; several axes in front are all batches.
    The weights are `kernel` [kernel_size, channels // groups, filters] and `bias` [filters].

    Arguments:
        filters: how many channels the result has, an integer.
        kernel_size: the steps of a window, an integer or a tuple of one.
        strides: by how much a window moves on; 1 by default.
        padding: "valid" (default): windows within the steps; "same": zeros at both ends, as many results as steps for a stride of 1;
            "causal": zeros in front only, so that no result sees later steps.
        data_format: "channels_last" (default) or "channels_first": [batch, channels, steps].
        dilation_rate: the distance of the steps within a window; 1 by default.
        groups: into how many parts the channels are cut, each of which has filters of its own; 1 by default.
        activation: a name or function; None (default): none.
        use_bias: whether `bias` is added; True.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, strides together with a dilation, channels or filters that `groups` does not divide,
            an unknown number of channels, or nothing left to convolve.

    Example:
        >>> layer = tf.keras.layers.Conv1D(1, 2, padding="causal", kernel_initializer="ones")
        >>> layer(tf.constant([[[1.0], [2.0], [3.0], [4.0]]])).numpy().ravel().tolist()
        [1.0, 3.0, 5.0, 7.0]
        >>> tf.keras.layers.Conv1D(8, 3, strides=2)(tf.ones([4, 10, 5])).shape
        TensorShape([4, 4, 8])
    """

    __module__ = "keras.src.layers.convolutional.conv1d"
    rank, _causal = 1, True

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = 1,
        padding: str = "valid",
        data_format: str | None = "channels_last",
        dilation_rate: Window = 1,
        groups: int = 1,
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
            groups,
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


@tf_export("keras.layers.Conv2D", "keras.layers.Convolution2D")
class Conv2D(_Conv):
    """A convolution over images: windows of pixels times learnt filters.

    Mirrors `tf.keras.layers.Conv2D`. [batch, rows, columns, channels] give [batch, new rows, new columns, filters]; several axes in front
    are all batches. The weights are `kernel` [rows, columns, channels // groups, filters] and `bias` [filters].

    Arguments:
        filters: how many channels the result has, an integer.
        kernel_size: rows and columns of a window, two integers or one for both.
        strides: by how much windows move on; (1, 1) by default.
        padding: "valid" (default): windows within the image; "same": zeros around it, so that a stride of 1 keeps rows and columns.
        data_format: "channels_last" or "channels_first" ([batch, channels, rows, columns]); None: as
            `tf.keras.backend.image_data_format()` says, which is "channels_last" at first.
        dilation_rate: the distance of the pixels within a window; (1, 1) by default.
        groups: into how many parts the channels are cut, each of which has filters of its own; 1 by default.
        activation: a name or function; None (default): none.
        use_bias: whether `bias` is added; True.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive, strides together with a dilation, channels or filters that `groups` does not divide,
            an unknown number of channels, or an image smaller than a window.

    Example:
        >>> layer = tf.keras.layers.Conv2D(8, 3, strides=2, padding="same", activation="relu")
        >>> layer(tf.ones([4, 28, 28, 3])).shape
        TensorShape([4, 14, 14, 8])
        >>> layer.kernel.shape
        TensorShape([3, 3, 3, 8])
    """

    __module__ = "keras.src.layers.convolutional.conv2d"
    rank = 2

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Window = (1, 1),
        groups: int = 1,
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
            groups,
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


@tf_export("keras.layers.Conv3D", "keras.layers.Convolution3D")
class Conv3D(_Conv):
    """A convolution over volumes or pieces of film: windows of voxels times learnt filters.

    Mirrors `tf.keras.layers.Conv3D`. [batch, d1, d2, d3, channels] give [batch, new d1, new d2, new d3, filters]. The weights are `kernel`
    [*kernel_size, channels // groups, filters] and `bias` [filters].

    Arguments:
        filters: how many channels the result has, an integer.
        kernel_size: the sizes of a window, three integers or one for all.
        strides: by how much windows move on; (1, 1, 1) by default.
        padding: "valid" (default): windows within the volume; "same": zeros around it.
        data_format: "channels_last" or "channels_first" ([batch, channels, d1, d2, d3]); None: as
            `tf.keras.backend.image_data_format()` says.
        dilation_rate: the distance of the voxels within a window; (1, 1, 1) by default.
        groups: into how many parts the channels are cut, each of which has filters of its own; 1 by default.
        activation: a name or function; None (default): none.
        use_bias: whether `bias` is added; True.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: as `Conv2D`: sizes that are not positive, strides together with a dilation, channels that `groups` does not divide.

    Example:
        >>> tf.keras.layers.Conv3D(4, (2, 3, 3))(tf.ones([1, 5, 8, 8, 2])).shape
        TensorShape([1, 4, 6, 6, 4])
    """

    __module__ = "keras.src.layers.convolutional.conv3d"
    rank = 3

    def __init__(
        self,
        filters: int,
        kernel_size: Window,
        strides: Window = (1, 1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Window = (1, 1, 1),
        groups: int = 1,
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
            groups,
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
