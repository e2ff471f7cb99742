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
    """The greatest value of each window of steps. Mirrors `tf.compat.v1.layers.MaxPooling1D`.

    It has no variables. Unlike those of Keras, pooling layers of TensorFlow 1 have no default for `strides`: say the pool size for windows
    that lie side by side. New code takes `tf.keras.layers.MaxPooling1D`.

    Arguments:
        pool_size: how many steps a window has.
        strides: how far the windows lie from each other; required.
        padding: "valid" (default): whole windows alone; "same": the size is divided by the strides and rounded up.
        data_format: "channels_last" (default) or "channels_first".
        name: of the layer; None: one that is made.

    Returns:
        When called on [batch, steps, channels]: a tensor [batch, new steps, channels] of the same dtype.

    Raises:
        ValueError: no strides, or a padding or layout that is not known.

    Example:
        >>> layer = tf.compat.v1.layers.MaxPooling1D(2, 2)
        >>> layer(tf.constant([[[1.0], [4.0], [2.0], [6.0]]])).numpy().ravel().tolist()
        [4.0, 6.0]
    """

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
    """The greatest value of each window of an image. Mirrors `tf.compat.v1.layers.MaxPooling2D`.

    It has no variables. Unlike those of Keras, pooling layers of TensorFlow 1 have no default for `strides`: say the pool size for windows
    that lie side by side. New code takes `tf.keras.layers.MaxPooling2D`.

    Arguments:
        pool_size: rows and columns of a window, or one number for both.
        strides: how far the windows lie from each other; required.
        padding: "valid" (default): whole windows alone; "same": the size is divided by the strides and rounded up.
        data_format: "channels_last" (default) or "channels_first".
        name: of the layer; None: one that is made.

    Returns:
        When called on [batch, rows, columns, channels]: a tensor [batch, new rows, new columns, channels] of the same dtype.

    Raises:
        ValueError: no strides, or a padding or layout that is not known.

    Example:
        >>> layer = tf.compat.v1.layers.MaxPooling2D(2, 2)
        >>> layer(tf.reshape(tf.range(16.0), [1, 4, 4, 1])).numpy().ravel().tolist()
        [5.0, 7.0, 13.0, 15.0]
    """

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
    """The greatest value of each window of a volume. Mirrors `tf.compat.v1.layers.MaxPooling3D`.

    It has no variables. Unlike those of Keras, pooling layers of TensorFlow 1 have no default for `strides`: say the pool size for windows
    that lie side by side. New code takes `tf.keras.layers.MaxPooling3D`.

    Arguments:
        pool_size: three sizes of a window, or one number for all.
        strides: how far the windows lie from each other; required.
        padding: "valid" (default): whole windows alone; "same": the size is divided by the strides and rounded up.
        data_format: "channels_last" (default) or "channels_first".
        name: of the layer; None: one that is made.

    Returns:
        When called on [batch, d1, d2, d3, channels]: a tensor of rank 5 of the same dtype.

    Raises:
        ValueError: no strides, or a padding or layout that is not known.

    Example:
        >>> layer = tf.compat.v1.layers.MaxPooling3D(2, 2)
        >>> layer(tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])).numpy().ravel().tolist()
        [7.0]
    """

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
    """The mean of each window of steps. Mirrors `tf.compat.v1.layers.AveragePooling1D`.

    It has no variables. Unlike those of Keras, pooling layers of TensorFlow 1 have no default for `strides`: say the pool size for windows
    that lie side by side. New code takes `tf.keras.layers.AveragePooling1D`.

    Arguments:
        pool_size: how many steps a window has.
        strides: how far the windows lie from each other; required.
        padding: "valid" (default): whole windows alone; "same": the size is divided by the strides and rounded up.
        data_format: "channels_last" (default) or "channels_first".
        name: of the layer; None: one that is made.

    Returns:
        When called on [batch, steps, channels]: a tensor [batch, new steps, channels] of the same dtype.

    Raises:
        ValueError: no strides, or a padding or layout that is not known.

    Example:
        >>> layer = tf.compat.v1.layers.AveragePooling1D(2, 2)
        >>> layer(tf.constant([[[1.0], [4.0], [2.0], [6.0]]])).numpy().ravel().tolist()
        [2.5, 4.0]
    """

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
    """The mean of each window of an image. Mirrors `tf.compat.v1.layers.AveragePooling2D`.

    It has no variables. Unlike those of Keras, pooling layers of TensorFlow 1 have no default for `strides`: say the pool size for windows
    that lie side by side. New code takes `tf.keras.layers.AveragePooling2D`.

    Arguments:
        pool_size: rows and columns of a window, or one number for both.
        strides: how far the windows lie from each other; required.
        padding: "valid" (default): whole windows alone; "same": the size is divided by the strides and rounded up.
        data_format: "channels_last" (default) or "channels_first".
        name: of the layer; None: one that is made.

    Returns:
        When called on [batch, rows, columns, channels]: a tensor [batch, new rows, new columns, channels] of the same dtype.

    Raises:
        ValueError: no strides, or a padding or layout that is not known.

    Example:
        >>> layer = tf.compat.v1.layers.AveragePooling2D(2, 2)
        >>> layer(tf.reshape(tf.range(16.0), [1, 4, 4, 1])).numpy().ravel().tolist()
        [2.5, 4.5, 10.5, 12.5]
    """

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
    """The mean of each window of a volume. Mirrors `tf.compat.v1.layers.AveragePooling3D`.

    It has no variables. Unlike those of Keras, pooling layers of TensorFlow 1 have no default for `strides`: say the pool size for windows
    that lie side by side. New code takes `tf.keras.layers.AveragePooling3D`.

    Arguments:
        pool_size: three sizes of a window, or one number for all.
        strides: how far the windows lie from each other; required.
        padding: "valid" (default): whole windows alone; "same": the size is divided by the strides and rounded up.
        data_format: "channels_last" (default) or "channels_first".
        name: of the layer; None: one that is made.

    Returns:
        When called on [batch, d1, d2, d3, channels]: a tensor of rank 5 of the same dtype.

    Raises:
        ValueError: no strides, or a padding or layout that is not known.

    Example:
        >>> layer = tf.compat.v1.layers.AveragePooling3D(2, 2)
        >>> layer(tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])).numpy().ravel().tolist()
        [3.5]
    """

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


max_pooling1d = function_of(MaxPooling1D, "max_pooling1d", ("[1, 8, 3]", "2, 2", "(1, 4, 3)"))
max_pooling2d = function_of(MaxPooling2D, "max_pooling2d", ("[1, 8, 8, 3]", "2, 2", "(1, 4, 4, 3)"))
max_pooling3d = function_of(MaxPooling3D, "max_pooling3d", ("[1, 4, 4, 4, 2]", "2, 2", "(1, 2, 2, 2, 2)"))
average_pooling1d = function_of(AveragePooling1D, "average_pooling1d", ("[1, 8, 3]", "2, 2", "(1, 4, 3)"))
average_pooling2d = function_of(AveragePooling2D, "average_pooling2d", ("[1, 8, 8, 3]", "2, 2", "(1, 4, 4, 3)"))
average_pooling3d = function_of(AveragePooling3D, "average_pooling3d", ("[1, 4, 4, 4, 2]", "2, 2", "(1, 2, 2, 2, 2)"))

tf_export(v1=["layers.average_pooling1d"])(average_pooling1d)
tf_export(v1=["layers.average_pooling2d"])(average_pooling2d)
tf_export(v1=["layers.average_pooling3d"])(average_pooling3d)
tf_export(v1=["layers.max_pooling1d"])(max_pooling1d)
tf_export(v1=["layers.max_pooling2d"])(max_pooling2d)
tf_export(v1=["layers.max_pooling3d"])(max_pooling3d)
