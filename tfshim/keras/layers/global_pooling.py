"""One value for each channel: pools over all steps, pixels or voxels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike


class _Global(Layer):
    rank = 2
    _reduce: Callable[..., Any] | None = None

    def __init__(self, data_format: str | None = None, keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format, self.keepdims = _arguments.data_format(data_format), keepdims
        self.input_spec = InputSpec(ndim=self.rank + 2)

    @property
    def _axes(self):
        first = 1 if self.data_format == "channels_last" else 2
        return list(range(first, first + self.rank))

    @property
    def _axis(self):
        """The axes as Keras gives them to its functions."""
        return self._axes[0] if self.rank == 1 else self._axes

    def build(self, input_shape: ShapeLike) -> None:
        sizes = TensorShape(input_shape).as_list()
        for axis in self._axes:
            if sizes[axis] == 0:
                raise ValueError(f"Incorrect input shape {sizes} with dimension 0 at reduction axis {axis}.")
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        return type(self)._reduce(inputs, axis=self._axis, keepdims=self.keepdims)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        axes = self._axes
        return TensorShape(
            [1 if i in axes else d for i, d in enumerate(TensorShape(input_shape).as_list()) if self.keepdims or i not in axes]
        )

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format, "keepdims": self.keepdims}


@tf_export("keras.layers.GlobalAveragePooling1D", "keras.layers.GlobalAvgPool1D")
class GlobalAveragePooling1D(_Global):
    """The mean over all steps of each sequence: one number for each channel.

    Mirrors `tf.keras.layers.GlobalAveragePooling1D`, also under the name `GlobalAvgPool1D`. [batch, steps, channels] give [batch,
    channels]. Where a layer before made a mask (`Embedding(mask_zero=True)`, `Masking`), or the call is given `mask` [batch, steps], only
    steps where it is True count; a sequence without any gives NaN. Sequences may have any length.

    Arguments:
        data_format: "channels_last" (default) or "channels_first": [batch, channels, steps].
        keepdims: whether the axis of the steps stays, with size 1; False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: another `data_format`, inputs that are not of rank 3.

    Example:
        >>> layer = tf.keras.layers.GlobalAveragePooling1D()
        >>> x = tf.constant([[[1.0, 10.0], [3.0, 20.0], [8.0, 60.0]]])
        >>> layer(x).numpy().tolist()
        [[4.0, 30.0]]
        >>> layer(x, mask=tf.constant([[True, True, False]])).numpy().tolist()
        [[2.0, 15.0]]
    """

    __module__ = "keras.src.layers.pooling.global_average_pooling1d"
    rank, _reduce = 1, staticmethod(math.reduce_mean)

    def __init__(self, data_format: str | None = "channels_last", **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.supports_masking = True

    def call(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor:
        if mask is None:
            return math.reduce_mean(inputs, axis=self._axis, keepdims=self.keepdims)
        mask = array_ops.expand_dims(array_ops.cast(mask, inputs.dtype), 2 if self.data_format == "channels_last" else 1)
        return math.reduce_sum(inputs * mask, axis=self._axis, keepdims=self.keepdims) / math.reduce_sum(
            mask, axis=self._axis, keepdims=self.keepdims
        )

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor | None:
        # The steps are gone, and with them what a mask would say.
        return None


@tf_export("keras.layers.GlobalAveragePooling2D", "keras.layers.GlobalAvgPool2D")
class GlobalAveragePooling2D(_Global):
    """The mean over all pixels of each image: one number for each channel.

    Mirrors `tf.keras.layers.GlobalAveragePooling2D`, also under the name `GlobalAvgPool2D`. [batch, rows, columns, channels] give [batch,
    channels]. Images may have any size, so that a model with this in front of its `Dense` layers takes images of several sizes. There are
    no weights.

    Arguments:
        data_format: "channels_last" or "channels_first" ([batch, channels, rows, columns]); None (default): as
            `tf.keras.backend.image_data_format()` says.
        keepdims: whether the axes of rows and columns stay, with size 1; False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: another `data_format`, inputs that are not of rank 4.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2])
        >>> tf.keras.layers.GlobalAveragePooling2D()(x).numpy().tolist()
        [[3.0, 4.0]]
        >>> tf.keras.layers.GlobalAveragePooling2D(keepdims=True)(x).shape
        TensorShape([1, 1, 1, 2])
    """

    __module__ = "keras.src.layers.pooling.global_average_pooling2d"
    _reduce = staticmethod(math.reduce_mean)


@tf_export("keras.layers.GlobalAveragePooling3D", "keras.layers.GlobalAvgPool3D")
class GlobalAveragePooling3D(_Global):
    """The mean over all voxels of each volume: one number for each channel.

    Mirrors `tf.keras.layers.GlobalAveragePooling3D`, also under the name `GlobalAvgPool3D`. [batch, d1, d2, d3, channels] give [batch,
    channels]. Volumes may have any size. There are no weights.

    Arguments:
        data_format: "channels_last" or "channels_first" ([batch, channels, d1, d2, d3]); None (default): as
            `tf.keras.backend.image_data_format()` says.
        keepdims: whether the three axes of space stay, with size 1; False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: another `data_format`, inputs that are not of rank 5.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 2, 2, 2, 2])
        >>> tf.keras.layers.GlobalAveragePooling3D()(x).numpy().tolist()
        [[7.0, 8.0]]
    """

    __module__ = "keras.src.layers.pooling.global_average_pooling3d"
    rank, _reduce = 3, staticmethod(math.reduce_mean)


@tf_export("keras.layers.GlobalMaxPooling1D", "keras.layers.GlobalMaxPool1D")
class GlobalMaxPooling1D(_Global):
    """The greatest number over all steps of each sequence, channel by channel.

    Mirrors `tf.keras.layers.GlobalMaxPooling1D`, also under the name `GlobalMaxPool1D`. [batch, steps, channels] give [batch, channels].
    Sequences may have any length. Unlike `GlobalAveragePooling1D` it takes no mask: steps of padding count. There are no weights.

    Arguments:
        data_format: "channels_last" (default) or "channels_first": [batch, channels, steps].
        keepdims: whether the axis of the steps stays, with size 1; False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: another `data_format`, inputs that are not of rank 3.

    Example:
        >>> x = tf.constant([[[1.0, 60.0], [3.0, 20.0], [8.0, 10.0]]])
        >>> tf.keras.layers.GlobalMaxPooling1D()(x).numpy().tolist()
        [[8.0, 60.0]]
        >>> tf.keras.layers.GlobalMaxPooling1D(keepdims=True)(x).shape
        TensorShape([1, 1, 2])
    """

    __module__ = "keras.src.layers.pooling.global_max_pooling1d"
    rank, _reduce = 1, staticmethod(math.reduce_max)

    def __init__(self, data_format: str | None = "channels_last", keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(data_format, keepdims, **kwargs)


@tf_export("keras.layers.GlobalMaxPooling2D", "keras.layers.GlobalMaxPool2D")
class GlobalMaxPooling2D(_Global):
    """The greatest number over all pixels of each image, channel by channel.

    Mirrors `tf.keras.layers.GlobalMaxPooling2D`, also under the name `GlobalMaxPool2D`. [batch, rows, columns, channels] give [batch,
    channels]. Images may have any size. There are no weights.

    Arguments:
        data_format: "channels_last" or "channels_first" ([batch, channels, rows, columns]); None (default): as
            `tf.keras.backend.image_data_format()` says.
        keepdims: whether the axes of rows and columns stay, with size 1; False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: another `data_format`, inputs that are not of rank 4.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2])
        >>> tf.keras.layers.GlobalMaxPooling2D()(x).numpy().tolist()
        [[6.0, 7.0]]
    """

    __module__ = "keras.src.layers.pooling.global_max_pooling2d"
    _reduce = staticmethod(math.reduce_max)


@tf_export("keras.layers.GlobalMaxPooling3D", "keras.layers.GlobalMaxPool3D")
class GlobalMaxPooling3D(_Global):
    """The greatest number over all voxels of each volume, channel by channel.

    Mirrors `tf.keras.layers.GlobalMaxPooling3D`, also under the name `GlobalMaxPool3D`. [batch, d1, d2, d3, channels] give [batch,
    channels]. Volumes may have any size. There are no weights.

    Arguments:
        data_format: "channels_last" or "channels_first" ([batch, channels, d1, d2, d3]); None (default): as
            `tf.keras.backend.image_data_format()` says.
        keepdims: whether the three axes of space stay, with size 1; False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: another `data_format`, inputs that are not of rank 5.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 2, 2, 2, 2])
        >>> tf.keras.layers.GlobalMaxPooling3D()(x).numpy().tolist()
        [[14.0, 15.0]]
    """

    __module__ = "keras.src.layers.pooling.global_max_pooling3d"
    rank, _reduce = 3, staticmethod(math.reduce_max)
