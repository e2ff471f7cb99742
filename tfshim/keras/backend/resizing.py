"""Images and volumes that are larger by whole factors: what `tf.keras.backend` has of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, image
from tfshim._export import tf_export
from tfshim.keras.backend.arranging import repeat_elements
from tfshim.keras.backend.images import channels_come_last, with_channels_last

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


@tf_export("keras.backend.resize_images")
def resize_images(x: TensorLike, height_factor: int, width_factor: int, data_format: str, interpolation: str = "nearest") -> AnyTensor:
    """Images that are larger by whole factors.

    Mirrors `tf.keras.backend.resize_images`.

    Arguments:
        x: [batch, rows, columns, channels].
        height_factor, width_factor: integers.
        data_format: "channels_last" or "channels_first".
        interpolation: "nearest" (default), "bilinear", "area", "bicubic" and others.

    Returns:
        A tensor of rank 4.

    `tf.keras.layers.UpSampling2D` is the layer of it; `tf.image.resize` takes sizes in place of factors, and Keras' other way to
    enlarge, `Conv2DTranspose`, has weights.

    Example:
        >>> tf.keras.backend.resize_images(tf.ones([1, 2, 3, 1]), 2, 3, "channels_last").shape
        TensorShape([1, 4, 9, 1])
    """
    methods = ("nearest", "bilinear", "area", "bicubic", "gaussian", "lanczos3", "lanczos5", "mitchellcubic")
    if interpolation not in methods:
        raise ValueError(f"`interpolation` argument should be one of: {', '.join(map(repr, methods))}. Received: {interpolation}")
    if channels_come_last(data_format):
        known, sizes = x.shape[1:3], array_ops.shape(x)[1:3]
    else:
        known, sizes = x.shape[2:4], array_ops.shape(x)[2:4]
    if known.rank == 2 and known.is_fully_defined():
        sizes = [known[0] * height_factor, known[1] * width_factor]
    else:
        sizes = sizes * array_ops.constant([height_factor, width_factor], dtype="int32")
    return with_channels_last(x, data_format, lambda x: image.resize(x, sizes, method=interpolation))


@tf_export("keras.backend.resize_volumes")
def resize_volumes(x: TensorLike, depth_factor: int, height_factor: int, width_factor: int, data_format: str) -> AnyTensor:
    """Volumes that are larger by whole factors, by repeating.

    Mirrors `tf.keras.backend.resize_volumes`.

    Each voxel becomes a block of the same numbers: nothing is interpolated. The three factors are whole numbers.

    Arguments:
        x: volumes of rank 5.
        depth_factor: how often along the first axis of space.
        height_factor: along the second.
        width_factor: along the third.
        data_format: "channels_last" or "channels_first": where the channels stand.

    Returns:
        A tensor of rank 5.

    Example:
        >>> tf.keras.backend.resize_volumes(tf.ones([1, 2, 3, 4, 1]), 1, 2, 3, "channels_last").shape
        TensorShape([1, 2, 6, 12, 1])
    """
    first = 1 if channels_come_last(data_format) else 2
    for axis, factor in enumerate((depth_factor, height_factor, width_factor), first):
        x = repeat_elements(x, factor, axis=axis)
    return x
