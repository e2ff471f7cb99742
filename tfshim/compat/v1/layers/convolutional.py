"""Convolutions of TensorFlow 1."""

import tfshim as tf
from tfshim.compat.v1.initializers import zeros
from tfshim.compat.v1.layers.base import Layer, activated, last_size

_ZEROS = zeros()


def _tuple(value, n):
    return (value,) * n if isinstance(value, int) else tuple(value)


def _format(data_format, rank):
    spatial = {1: "W", 2: "HW", 3: "DHW"}[rank]
    return f"N{spatial}C" if data_format == "channels_last" else f"NC{spatial}"


class _Conv(Layer):
    """A convolution over `rank` dimensions of space."""

    rank = 2

    def __init__(
        self,
        filters,
        kernel_size,
        strides=1,
        padding="valid",
        data_format="channels_last",
        dilation_rate=1,
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
        if data_format not in ("channels_last", "channels_first"):
            raise ValueError(f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {data_format}')
        if padding.lower() not in ("valid", "same"):
            raise ValueError(f'The `padding` argument must be one of "valid", "same". Received: {padding}')
        self.filters, self.kernel_size, self.strides = filters, _tuple(kernel_size, self.rank), _tuple(strides, self.rank)
        self.padding, self.data_format, self.dilation_rate = padding, data_format, _tuple(dilation_rate, self.rank)
        self.activation, self.use_bias = activation, use_bias
        self.kernel_initializer, self.bias_initializer = kernel_initializer, bias_initializer
        self.kernel_regularizer, self.bias_regularizer = kernel_regularizer, bias_regularizer
        self.activity_regularizer = activity_regularizer
        self.kernel_constraint, self.bias_constraint = kernel_constraint, bias_constraint

    def _kernel_shape(self, channels):
        return [*self.kernel_size, channels, self.filters]

    def build(self, input_shape):
        """Make `kernel` and `bias`."""
        channels = last_size(input_shape, -1 if self.data_format == "channels_last" else 1, type(self).__name__)
        self.kernel = self.add_weight(
            "kernel",
            self._kernel_shape(channels),
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self._make_bias()

    def _make_bias(self):
        self.bias = (
            self.add_weight(
                "bias",
                [self.filters],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
            if self.use_bias
            else None
        )

    def _finished(self, outputs):
        if self.bias is not None:
            if self.data_format == "channels_first":
                outputs = outputs + tf.reshape(self.bias, [1, self.filters, *[1] * self.rank])
            else:
                outputs = tf.nn.bias_add(outputs, self.bias)
        return activated(outputs, self.activation)

    def call(self, inputs):
        """The convolution of `inputs`."""
        return self._finished(
            tf.nn.convolution(
                inputs, self.kernel, self.strides, self.padding.upper(), _format(self.data_format, self.rank), self.dilation_rate
            )
        )


class Conv1D(_Conv):
    """A convolution over one dimension. Mirrors `tf.compat.v1.layers.Conv1D`."""

    rank = 1


class Conv2D(_Conv):
    """A convolution over two dimensions. Mirrors `tf.compat.v1.layers.Conv2D`."""


class Conv3D(_Conv):
    """A convolution over three dimensions. Mirrors `tf.compat.v1.layers.Conv3D`."""

    rank = 3


class Conv2DTranspose(_Conv):
    """The transpose of a convolution over two dimensions. Mirrors `tf.compat.v1.layers.Conv2DTranspose`."""

    def __init__(
        self,
        filters,
        kernel_size,
        strides=1,
        padding="valid",
        data_format="channels_last",
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
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            1,
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
            **kwargs,
        )

    def _kernel_shape(self, channels):
        return [*self.kernel_size, self.filters, channels]

    def call(self, inputs):
        """The transposed convolution of `inputs`."""
        first = 1 if self.data_format == "channels_last" else 2
        sizes, shape = [], tf.shape(inputs)
        for i, (kernel, stride) in enumerate(zip(self.kernel_size, self.strides)):
            static = inputs.shape.as_list()[first + i]
            size = shape[first + i] if static is None else static
            sizes.append(size * stride + (max(kernel - stride, 0) if self.padding.lower() == "valid" else 0))
        batch = inputs.shape.as_list()[0]
        batch = shape[0] if batch is None else batch
        dims = [batch, *sizes, self.filters] if first == 1 else [batch, self.filters, *sizes]
        function = tf.nn.conv2d_transpose if self.rank == 2 else tf.nn.conv3d_transpose
        output_shape = dims if all(isinstance(d, int) for d in dims) else tf.stack(dims)
        return self._finished(
            function(inputs, self.kernel, output_shape, self.strides, self.padding.upper(), _format(self.data_format, self.rank))
        )


class Conv3DTranspose(Conv2DTranspose):
    """The transpose of a convolution over three dimensions. Mirrors `tf.compat.v1.layers.Conv3DTranspose`."""

    rank = 3


class SeparableConv2D(_Conv):
    """A convolution of each channel, then one of single points across channels. Mirrors `tf.compat.v1.layers.SeparableConv2D`."""

    def __init__(
        self,
        filters,
        kernel_size,
        strides=1,
        padding="valid",
        data_format="channels_last",
        dilation_rate=1,
        depth_multiplier=1,
        activation=None,
        use_bias=True,
        depthwise_initializer=None,
        pointwise_initializer=None,
        bias_initializer=_ZEROS,
        depthwise_regularizer=None,
        pointwise_regularizer=None,
        bias_regularizer=None,
        activity_regularizer=None,
        depthwise_constraint=None,
        pointwise_constraint=None,
        bias_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            None,
            bias_initializer,
            None,
            bias_regularizer,
            activity_regularizer,
            None,
            bias_constraint,
            trainable,
            name,
            **kwargs,
        )
        self.depth_multiplier = depth_multiplier
        self.depthwise = depthwise_initializer, depthwise_regularizer, depthwise_constraint
        self.pointwise = pointwise_initializer, pointwise_regularizer, pointwise_constraint

    def build(self, input_shape):
        """Make `depthwise_kernel`, `pointwise_kernel` and `bias`."""
        channels = last_size(input_shape, -1 if self.data_format == "channels_last" else 1, type(self).__name__)
        made = {}
        for name, shape, (initializer, regularizer, constraint) in (
            ("depthwise_kernel", [*self.kernel_size, channels, self.depth_multiplier], self.depthwise),
            ("pointwise_kernel", [*[1] * self.rank, channels * self.depth_multiplier, self.filters], self.pointwise),
        ):
            made[name] = self.add_weight(name, shape, initializer=initializer, regularizer=regularizer, constraint=constraint)
        self.depthwise_kernel, self.pointwise_kernel = made["depthwise_kernel"], made["pointwise_kernel"]
        self._make_bias()

    def call(self, inputs):
        """The separable convolution of `inputs`."""
        last = self.data_format == "channels_last"
        depth, point = self.depthwise_kernel, self.pointwise_kernel
        strides, dilations = self.strides, self.dilation_rate
        if self.rank == 1:
            inputs = tf.expand_dims(inputs, 1 if last else 2)
            depth, point = tf.expand_dims(depth, 0), tf.expand_dims(point, 0)
            strides, dilations = strides * 2, (1, *dilations)
        every = [1, *strides, 1] if last else [1, 1, *strides]
        outputs = tf.nn.separable_conv2d(inputs, depth, point, every, self.padding.upper(), "NHWC" if last else "NCHW", list(dilations))
        if self.rank == 1:
            outputs = tf.squeeze(outputs, [1 if last else 2])
        return self._finished(outputs)


class SeparableConv1D(SeparableConv2D):
    """`SeparableConv2D` over one dimension. Mirrors `tf.compat.v1.layers.SeparableConv1D`."""

    rank = 1


def conv1d(
    inputs,
    filters,
    kernel_size,
    strides=1,
    padding="valid",
    data_format="channels_last",
    dilation_rate=1,
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
    """A `Conv1D` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.conv1d`."""
    return Conv1D(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
        dilation_rate,
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


def conv2d(
    inputs,
    filters,
    kernel_size,
    strides=(1, 1),
    padding="valid",
    data_format="channels_last",
    dilation_rate=(1, 1),
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
    """A `Conv2D` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.conv2d`."""
    return Conv2D(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
        dilation_rate,
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


def conv3d(
    inputs,
    filters,
    kernel_size,
    strides=(1, 1, 1),
    padding="valid",
    data_format="channels_last",
    dilation_rate=(1, 1, 1),
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
    """A `Conv3D` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.conv3d`."""
    return Conv3D(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
        dilation_rate,
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


def conv2d_transpose(
    inputs,
    filters,
    kernel_size,
    strides=(1, 1),
    padding="valid",
    data_format="channels_last",
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
    """A `Conv2DTranspose` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.conv2d_transpose`."""
    return Conv2DTranspose(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
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


def conv3d_transpose(
    inputs,
    filters,
    kernel_size,
    strides=(1, 1, 1),
    padding="valid",
    data_format="channels_last",
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
    """A `Conv3DTranspose` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.conv3d_transpose`."""
    return Conv3DTranspose(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
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


def separable_conv1d(
    inputs,
    filters,
    kernel_size,
    strides=1,
    padding="valid",
    data_format="channels_last",
    dilation_rate=1,
    depth_multiplier=1,
    activation=None,
    use_bias=True,
    depthwise_initializer=None,
    pointwise_initializer=None,
    bias_initializer=_ZEROS,
    depthwise_regularizer=None,
    pointwise_regularizer=None,
    bias_regularizer=None,
    activity_regularizer=None,
    depthwise_constraint=None,
    pointwise_constraint=None,
    bias_constraint=None,
    trainable=True,
    name=None,
    reuse=None,
):
    """A `SeparableConv1D` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.separable_conv1d`."""
    return SeparableConv1D(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
        dilation_rate,
        depth_multiplier,
        activation,
        use_bias,
        depthwise_initializer,
        pointwise_initializer,
        bias_initializer,
        depthwise_regularizer,
        pointwise_regularizer,
        bias_regularizer,
        activity_regularizer,
        depthwise_constraint,
        pointwise_constraint,
        bias_constraint,
        trainable,
        name,
        _scope=name,
        _reuse=reuse,
    )(inputs)


def separable_conv2d(
    inputs,
    filters,
    kernel_size,
    strides=(1, 1),
    padding="valid",
    data_format="channels_last",
    dilation_rate=(1, 1),
    depth_multiplier=1,
    activation=None,
    use_bias=True,
    depthwise_initializer=None,
    pointwise_initializer=None,
    bias_initializer=_ZEROS,
    depthwise_regularizer=None,
    pointwise_regularizer=None,
    bias_regularizer=None,
    activity_regularizer=None,
    depthwise_constraint=None,
    pointwise_constraint=None,
    bias_constraint=None,
    trainable=True,
    name=None,
    reuse=None,
):
    """A `SeparableConv2D` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.separable_conv2d`."""
    return SeparableConv2D(
        filters,
        kernel_size,
        strides,
        padding,
        data_format,
        dilation_rate,
        depth_multiplier,
        activation,
        use_bias,
        depthwise_initializer,
        pointwise_initializer,
        bias_initializer,
        depthwise_regularizer,
        pointwise_regularizer,
        bias_regularizer,
        activity_regularizer,
        depthwise_constraint,
        pointwise_constraint,
        bias_constraint,
        trainable,
        name,
        _scope=name,
        _reuse=reuse,
    )(inputs)
