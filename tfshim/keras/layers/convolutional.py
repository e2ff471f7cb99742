"""Convolutions over one, two and three axes."""

from tfshim import nn
from tfshim.engine.shapes import TensorShape
from tfshim.keras import activations, backend, constraints, initializers, regularizers
from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.layers.core import weight_config
from tfshim.keras.layers.input_spec import InputSpec


def sizes(value, n, name, zero=False):
    """`value`, an integer or n of them, as a tuple of n. Raises ValueError otherwise."""
    if isinstance(value, int):
        value = (value,) * n
    try:
        made = tuple(int(v) for v in value)
    except (TypeError, ValueError):
        made = ()
    if len(made) != n or any(v < (0 if zero else 1) for v in made):
        raise ValueError(f"The `{name}` argument must be a tuple of {n} integers. Received: {value}")
    return made


def output_size(size, window, padding, stride, dilation=1):
    """How many places a window of `window` has along an axis of `size`."""
    if size is None:
        return None
    reach = window + (window - 1) * (dilation - 1)
    left = size - reach + 1 if padding == "valid" else size
    return (left + stride - 1) // stride


class _Conv(Layer):
    """A convolution over `_rank` axes."""

    _rank = 2

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1, groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        n = self._rank
        if filters is not None and (isinstance(filters, float) or filters <= 0):
            raise ValueError(f"Invalid value for argument `filters`. Expected a strictly positive value. Received filters={filters}.")
        if filters % groups:
            raise ValueError(f"The number of filters must be evenly divisible by the number of groups. Received: groups={groups}, "
                             f"filters={filters}.")
        self.filters, self.groups = filters, groups
        self.kernel_size, self.strides = sizes(kernel_size, n, "kernel_size"), sizes(strides, n, "strides")
        self.dilation_rate = sizes(dilation_rate, n, "dilation_rate")
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(f"`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides={self.strides} "
                             f"and dilation_rate={self.dilation_rate}")
        self.padding = padding.lower()
        allowed = {"valid", "same", "causal"} if n == 1 else {"valid", "same"}
        if self.padding not in allowed:
            raise ValueError(f"The `padding` argument must be one of {sorted(allowed)}. Received: {padding}")
        self.data_format = data_format or backend.image_data_format()
        self.activation, self.use_bias = activations.get(activation), use_bias
        self.kernel_initializer, self.bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)
        self.kernel_constraint, self.bias_constraint = constraints.get(kernel_constraint), constraints.get(bias_constraint)
        self.input_spec = InputSpec(min_ndim=n + 2)

    @property
    def _channel_axis(self):
        return -1 if self.data_format == "channels_last" else -1 - self._rank

    def _channels(self, shape):
        found = TensorShape(shape).as_list()[self._channel_axis]
        if found is None:
            raise ValueError("The channel dimension of the inputs should be defined. "
                             f"The input_shape received is {TensorShape(shape)}, where axis {self._channel_axis} "
                             "(0-based) is the channel dimension, which found to be `None`.")
        return found

    def build(self, input_shape):
        channels = self._channels(input_shape)
        if channels % self.groups:
            raise ValueError("The number of input channels must be evenly divisible by the number of groups. Received "
                             f"groups={self.groups}, but the input has {channels} channels (full input shape is {input_shape}).")
        self.kernel = self.add_weight("kernel", shape=(*self.kernel_size, channels // self.groups, self.filters),
                                      initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint)
        self.bias = self.add_weight("bias", shape=(self.filters,), initializer=self.bias_initializer,
                                    regularizer=self.bias_regularizer, constraint=self.bias_constraint) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=self._rank + 2, axes={self._channel_axis: channels})
        self.built = True

    def call(self, inputs):
        padding = self.padding
        if padding == "causal":
            from tfshim.array_ops import pad

            before = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
            inputs = pad(inputs, [[0, 0], before, [0, 0]] if self.data_format == "channels_last" else [[0, 0], [0, 0], before])
            padding = "valid"
        formats = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}[self._rank]
        data_format = formats[self.data_format != "channels_last"]
        y = nn.convolution(inputs, self.kernel, strides=list(self.strides), padding=padding.upper(), data_format=data_format,
                           dilations=list(self.dilation_rate))
        if self.bias is not None:
            y = nn.bias_add(y, self.bias, data_format="N..C" if self.data_format == "channels_last" else "NC..")
        return self.activation(y)

    def compute_output_shape(self, input_shape):
        shape = TensorShape(input_shape).as_list()
        n, last = self._rank, self.data_format == "channels_last"
        first = len(shape) - n - 1 if last else len(shape) - n
        padding = "same" if self.padding == "causal" else self.padding
        space = [output_size(shape[first + i], self.kernel_size[i], padding, self.strides[i], self.dilation_rate[i]) for i in range(n)]
        for size in space:
            if size is not None and size <= 0:
                raise ValueError(f"One of the dimensions in the output is <= 0 due to downsampling in {self.name}. Consider increasing "
                                 f"the input size. Received input shape {shape} which would produce output shape with a zero or "
                                 "negative value in a dimension.")
        batch = shape[:first] if last else shape[:first - 1]
        return TensorShape([*batch, *space, self.filters] if last else [*batch, self.filters, *space])

    def get_config(self):
        return {**super().get_config(), "filters": self.filters, "kernel_size": self.kernel_size, "strides": self.strides,
                "padding": self.padding, "data_format": self.data_format, "dilation_rate": self.dilation_rate,
                "groups": self.groups, "activation": activations.serialize(self.activation), "use_bias": self.use_bias,
                **weight_config(self)}


class Conv1D(_Conv):
    """A convolution along one axis, inputs [batch, steps, channels]; mirrors `tf.keras.layers.Conv1D`."""

    __module__ = "keras.src.layers.convolutional.conv1d"
    _rank = 1

    def __init__(self, filters, kernel_size, strides=1, padding="valid", data_format="channels_last", dilation_rate=1, groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation, use_bias,
                         kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                         kernel_constraint, bias_constraint, **kwargs)


class Conv2D(_Conv):
    """A convolution over images, inputs [batch, rows, columns, channels]; mirrors `tf.keras.layers.Conv2D`."""

    __module__ = "keras.src.layers.convolutional.conv2d"
    _rank = 2

    def __init__(self, filters, kernel_size, strides=(1, 1), padding="valid", data_format=None, dilation_rate=(1, 1), groups=1,
                 activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation, use_bias,
                         kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                         kernel_constraint, bias_constraint, **kwargs)


class Conv3D(_Conv):
    """A convolution over volumes, inputs [batch, d1, d2, d3, channels]; mirrors `tf.keras.layers.Conv3D`."""

    __module__ = "keras.src.layers.convolutional.conv3d"
    _rank = 3

    def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding="valid", data_format=None, dilation_rate=(1, 1, 1),
                 groups=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform", bias_initializer="zeros",
                 kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                 bias_constraint=None, **kwargs):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation, use_bias,
                         kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                         kernel_constraint, bias_constraint, **kwargs)


Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D
