"""Pooling layers of TensorFlow 1."""

import tfshim as tf
from tfshim.compat.v1.layers.base import Layer


def _tuple(value, n):
    return (value,) * n if isinstance(value, int) else tuple(value)


class _Pooling(Layer):
    rank, _function = 2, None

    def __init__(self, pool_size, strides, padding="valid", data_format="channels_last", name=None, **kwargs):
        if strides is None:
            strides = pool_size
        super().__init__(name=name, **kwargs)
        self.pool_size, self.strides = _tuple(pool_size, self.rank), _tuple(strides, self.rank)
        self.padding, self.data_format = padding, data_format

    def call(self, inputs):
        """The pooled `inputs`."""
        spatial = {1: "W", 2: "HW", 3: "DHW"}[self.rank]
        layout = f"N{spatial}C" if self.data_format == "channels_last" else f"NC{spatial}"
        return getattr(tf.nn, self._function)(inputs, self.pool_size, self.strides, self.padding.upper(), layout)


def _layer(name, function, rank):
    return type(
        name,
        (_Pooling,),
        {
            "rank": rank,
            "_function": function,
            "__module__": "tensorflow.python.keras.legacy_tf_layers.pooling",
            "__doc__": f"Pooling over {rank} dimensions of space. Mirrors `tf.compat.v1.layers.{name}`.",
        },
    )


MaxPooling1D, AveragePooling1D = _layer("MaxPooling1D", "max_pool1d", 1), _layer("AveragePooling1D", "avg_pool1d", 1)
MaxPooling2D, AveragePooling2D = _layer("MaxPooling2D", "max_pool2d", 2), _layer("AveragePooling2D", "avg_pool2d", 2)
MaxPooling3D, AveragePooling3D = _layer("MaxPooling3D", "max_pool3d", 3), _layer("AveragePooling3D", "avg_pool3d", 3)


def _functional(layer, public):
    def pool(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
        return layer(pool_size, strides, padding, data_format, name)(inputs)

    pool.__name__ = pool.__qualname__ = public
    pool.__doc__ = f"A `{layer.__name__}` layer applied to `inputs`. Mirrors `tf.compat.v1.layers.{public}`."
    return pool


max_pooling1d, average_pooling1d = _functional(MaxPooling1D, "max_pooling1d"), _functional(AveragePooling1D, "average_pooling1d")
max_pooling2d, average_pooling2d = _functional(MaxPooling2D, "max_pooling2d"), _functional(AveragePooling2D, "average_pooling2d")
max_pooling3d, average_pooling3d = _functional(MaxPooling3D, "max_pooling3d"), _functional(AveragePooling3D, "average_pooling3d")
