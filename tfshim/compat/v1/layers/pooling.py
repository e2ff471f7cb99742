"""Pooling layers of TensorFlow 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.layers.base import Layer, function_of
from tfshim.keras.layers import pooling

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Window


def _given(strides):
    """`strides`, which have no default here. Raises ValueError for None."""
    if strides is None:
        raise ValueError("Argument `strides` must not be None.")
    return strides


@tf_export(v1=["layers.MaxPooling1D"])
class MaxPooling1D(pooling.MaxPooling1D, Layer):
    """The greatest value of each window of steps. Mirrors `tf.compat.v1.layers.MaxPooling1D`."""

    __module__ = "keras.src.legacy_tf_layers.pooling"

    def __init__(
        self,
        pool_size: Window,
        strides: Window,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, _given(strides), padding, data_format, name=name, **kwargs)


@tf_export(v1=["layers.MaxPooling2D"])
class MaxPooling2D(pooling.MaxPooling2D, Layer):
    """The greatest value of each window of an image. Mirrors `tf.compat.v1.layers.MaxPooling2D`."""

    __module__ = "keras.src.legacy_tf_layers.pooling"

    def __init__(
        self,
        pool_size: Window,
        strides: Window,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, _given(strides), padding, data_format, name=name, **kwargs)


@tf_export(v1=["layers.MaxPooling3D"])
class MaxPooling3D(pooling.MaxPooling3D, Layer):
    """The greatest value of each window of a volume. Mirrors `tf.compat.v1.layers.MaxPooling3D`."""

    __module__ = "keras.src.legacy_tf_layers.pooling"

    def __init__(
        self,
        pool_size: Window,
        strides: Window,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, _given(strides), padding, data_format, name=name, **kwargs)


@tf_export(v1=["layers.AveragePooling1D"])
class AveragePooling1D(pooling.AveragePooling1D, Layer):
    """The mean of each window of steps. Mirrors `tf.compat.v1.layers.AveragePooling1D`."""

    __module__ = "keras.src.legacy_tf_layers.pooling"

    def __init__(
        self,
        pool_size: Window,
        strides: Window,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, _given(strides), padding, data_format, name=name, **kwargs)


@tf_export(v1=["layers.AveragePooling2D"])
class AveragePooling2D(pooling.AveragePooling2D, Layer):
    """The mean of each window of an image. Mirrors `tf.compat.v1.layers.AveragePooling2D`."""

    __module__ = "keras.src.legacy_tf_layers.pooling"

    def __init__(
        self,
        pool_size: Window,
        strides: Window,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, _given(strides), padding, data_format, name=name, **kwargs)


@tf_export(v1=["layers.AveragePooling3D"])
class AveragePooling3D(pooling.AveragePooling3D, Layer):
    """The mean of each window of a volume. Mirrors `tf.compat.v1.layers.AveragePooling3D`."""

    __module__ = "keras.src.legacy_tf_layers.pooling"

    def __init__(
        self,
        pool_size: Window,
        strides: Window,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, _given(strides), padding, data_format, name=name, **kwargs)


max_pooling1d = function_of(MaxPooling1D, "max_pooling1d")
max_pooling2d = function_of(MaxPooling2D, "max_pooling2d")
max_pooling3d = function_of(MaxPooling3D, "max_pooling3d")
average_pooling1d = function_of(AveragePooling1D, "average_pooling1d")
average_pooling2d = function_of(AveragePooling2D, "average_pooling2d")
average_pooling3d = function_of(AveragePooling3D, "average_pooling3d")

tf_export(v1=["layers.average_pooling1d"])(average_pooling1d)
tf_export(v1=["layers.average_pooling2d"])(average_pooling2d)
tf_export(v1=["layers.average_pooling3d"])(average_pooling3d)
tf_export(v1=["layers.max_pooling1d"])(max_pooling1d)
tf_export(v1=["layers.max_pooling2d"])(max_pooling2d)
tf_export(v1=["layers.max_pooling3d"])(max_pooling3d)
