"""Pools: windows, and whole images."""

from tfshim import math, nn
from tfshim.engine.shapes import TensorShape
from tfshim.keras import backend
from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.layers.convolutional import output_size, sizes
from tfshim.keras.layers.input_spec import InputSpec


class _Pooling2D(Layer):
    _function = None

    def __init__(self, pool_size=(2, 2), strides=None, padding="valid", data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.pool_size = sizes(pool_size, 2, "pool_size")
        self.strides = sizes(pool_size if strides is None else strides, 2, "strides")
        self.padding = padding.lower()
        if self.padding not in ("valid", "same"):
            raise ValueError(f'The `padding` argument must be one of "valid", "same". Received: {padding}')
        self.data_format = data_format or backend.image_data_format()
        self.input_spec = InputSpec(ndim=4)

    def call(self, inputs):
        last = self.data_format == "channels_last"
        return type(self)._function(inputs, list(self.pool_size), list(self.strides), self.padding.upper(),
                                    data_format="NHWC" if last else "NCHW")

    def compute_output_shape(self, input_shape):
        shape = TensorShape(input_shape).as_list()
        first = 1 if self.data_format == "channels_last" else 2
        for i in range(2):
            shape[first + i] = output_size(shape[first + i], self.pool_size[i], self.padding, self.strides[i])
        return TensorShape(shape)

    def get_config(self):
        return {**super().get_config(), "pool_size": self.pool_size, "padding": self.padding, "strides": self.strides,
                "data_format": self.data_format}


class MaxPooling2D(_Pooling2D):
    """The greatest value of each window; mirrors `tf.keras.layers.MaxPooling2D`."""

    __module__ = "keras.src.layers.pooling.max_pooling2d"
    _function = staticmethod(lambda x, *args, **kwargs: nn.max_pool2d(x, *args, **kwargs))


class AveragePooling2D(_Pooling2D):
    """The mean of each window; mirrors `tf.keras.layers.AveragePooling2D`."""

    __module__ = "keras.src.layers.pooling.average_pooling2d"
    _function = staticmethod(lambda x, *args, **kwargs: nn.avg_pool2d(x, *args, **kwargs))


class _Global(Layer):
    """One figure for each channel."""

    _rank, _reduce = 2, None

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.data_format, self.keepdims = data_format or backend.image_data_format(), keepdims
        self.input_spec = InputSpec(ndim=self._rank + 2)

    @property
    def _axes(self):
        first = 1 if self.data_format == "channels_last" else 2
        return list(range(first, first + self._rank))

    def call(self, inputs):
        return type(self)._reduce(inputs, axis=self._axes, keepdims=self.keepdims)

    def compute_output_shape(self, input_shape):
        axes = self._axes
        return TensorShape([1 if i in axes else d for i, d in enumerate(TensorShape(input_shape).as_list())
                            if self.keepdims or i not in axes])

    def get_config(self):
        return {**super().get_config(), "data_format": self.data_format, "keepdims": self.keepdims}


class GlobalAveragePooling2D(_Global):
    """The mean over rows and columns; mirrors `tf.keras.layers.GlobalAveragePooling2D`."""

    __module__ = "keras.src.layers.pooling.global_average_pooling2d"
    _reduce = staticmethod(math.reduce_mean)


class GlobalMaxPooling2D(_Global):
    """The greatest over rows and columns; mirrors `tf.keras.layers.GlobalMaxPooling2D`."""

    __module__ = "keras.src.layers.pooling.global_max_pooling2d"
    _reduce = staticmethod(math.reduce_max)


MaxPool2D, AvgPool2D, GlobalAvgPool2D, GlobalMaxPool2D = MaxPooling2D, AveragePooling2D, GlobalAveragePooling2D, GlobalMaxPooling2D
