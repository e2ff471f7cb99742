"""`tf.compat.v1.image`: as `tf.image`, with the arguments and the resizing of TensorFlow 1."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values.protocol import is_ragged
from tfshim.image import resizing
from tfshim.ragged import rearranging

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.image")


@tf_export(v1=["image.ResizeMethod"])
class ResizeMethod:
    """The numbers by which ways to resize a picture are told. Mirrors `tf.compat.v1.image.ResizeMethod`.

    They are the argument `method` of `tf.compat.v1.image.resize_images` and `tf.compat.v1.image.resize_image_with_pad`. In TensorFlow 2
    `tf.image.ResizeMethod` has strings instead, and further ways.

    Attributes:
        BILINEAR: 0, the default: linear interpolation between the four pixels around.
        NEAREST_NEIGHBOR: 1: the nearest pixel, which keeps the dtype.
        BICUBIC: 2: cubic interpolation between sixteen pixels.
        AREA: 3: the mean over the area of the new pixel, for smaller pictures.

    Example:
        >>> tf.compat.v1.image.ResizeMethod.BILINEAR, tf.compat.v1.image.ResizeMethod.AREA
        (0, 3)
        >>> picture = tf.reshape(tf.range(16.0), [4, 4, 1])
        >>> tf.compat.v1.image.resize_images(picture, [2, 2], tf.compat.v1.image.ResizeMethod.AREA)[..., 0].numpy().tolist()
        [[2.5, 4.5], [10.5, 12.5]]
    """

    BILINEAR, NEAREST_NEIGHBOR, BICUBIC, AREA = 0, 1, 2, 3


def _resizer(method, align_corners):
    """The function (images, size) -> images for a method, which is a number or a name."""
    by_name = {"bilinear": resize_bilinear, "nearest": resize_nearest_neighbor, "bicubic": resize_bicubic, "area": resize_area}
    made = by_name.get(method) if isinstance(method, str) else dict(enumerate(by_name.values())).get(method)
    if made is None:
        raise ValueError(f"Resize method is not implemented: {method}")
    return functools.partial(made, align_corners=align_corners)


@tf_export(v1=["image.resize_images", "image.resize"])
def resize_images(
    images: TensorLike,
    size: SizesLike,
    method: int = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """Resizes pictures as TensorFlow 1 did. Mirrors `tf.compat.v1.image.resize_images` and `tf.compat.v1.image.resize`.

    Pixels lie at whole numbers, not at their middles as for `tf.image.resize`, so that results of the two differ by a shift; models that
    were trained with one need it for ever. Pictures that have the size already come back as they are.

    Arguments:
        images: [height, width, channels], or [batch, height, width, channels].
        size: the new height and width, two integers.
        method: a `tf.compat.v1.image.ResizeMethod`, BILINEAR by default.
        align_corners: True lays the middles of the corner pixels on each other; False by default.
        preserve_aspect_ratio: True makes the picture as large as it can be within `size` in its own proportions; False by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A float32 tensor, or one of the dtype of `images` for NEAREST_NEIGHBOR and for pictures of that size.

    Raises:
        ValueError: it is no picture, or `size` not two integers.

    Example:
        >>> picture = tf.reshape(tf.constant([0.0, 2.0, 4.0, 6.0]), [2, 2, 1])
        >>> tf.compat.v1.image.resize_images(picture, [2, 4])[..., 0].numpy().tolist()
        [[0.0, 1.0, 2.0, 2.0], [4.0, 5.0, 6.0, 6.0]]
        >>> tf.compat.v1.image.resize_images(picture, [2, 4], align_corners=True)[0, :, 0].numpy().round(2)
        array([0.  , 0.67, 1.33, 2.  ], dtype=float32)
    """
    if is_ragged(images):
        options = {"method": method, "align_corners": align_corners, "preserve_aspect_ratio": preserve_aspect_ratio, "name": name}
        return rearranging.resize(resize_images, {"images": images, "size": size, **options})
    with tf.name_scope(name or "resize"):
        return resizing.resized(images, size, _resizer(method, align_corners), preserve_aspect_ratio, skip_same=True)


def _size(size):
    static = tf.get_static_value(size)
    return size if static is None or not getattr(static, "ndim", 1) else [int(n) for n in static]


@tf_export(v1=["image.resize_bilinear"])
def resize_bilinear(
    images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """Resizes a batch of pictures by linear interpolation. Mirrors `tf.compat.v1.image.resize_bilinear`.

    It is the operation below `tf.compat.v1.image.resize_images`. Each new pixel lies between four old ones, whose mean is taken, weighted
    by their nearness.

    Arguments:
        images: numbers of shape [batch, height, width, channels].
        size: the new height and width, two integers.
        align_corners: True lays the middles of the corner pixels on each other; False by default.
        name: a name for the operation in graphs; by default that of the function.
        half_pixel_centers: True takes a pixel's middle as its place, as `tf.image.resize` does; False by default.

    Returns:
        A float32 tensor [batch, new height, new width, channels].

    Raises:
        InvalidArgumentError: a size is not positive, or both flags are set.

    Example:
        >>> picture = tf.reshape(tf.constant([0.0, 2.0]), [1, 1, 2, 1])
        >>> tf.compat.v1.image.resize_bilinear(picture, [1, 4])[0, 0, :, 0].numpy().tolist()
        [0.0, 1.0, 2.0, 2.0]
        >>> tf.compat.v1.image.resize_bilinear(picture, [1, 4], half_pixel_centers=True)[0, 0, :, 0].numpy().tolist()
        [0.0, 0.5, 1.5, 2.0]
    """
    return resizing.resize_bilinear(images, _size(size), align_corners, half_pixel_centers, name=name)


@tf_export(v1=["image.resize_nearest_neighbor"])
def resize_nearest_neighbor(
    images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """Resizes a batch of pictures by taking the nearest pixel. Mirrors `tf.compat.v1.image.resize_nearest_neighbor`.

    No values are mixed, so that it serves for pictures of class numbers, and keeps the dtype. It is the operation below
    `tf.compat.v1.image.resize_images` with that method.

    Arguments:
        images: numbers of shape [batch, height, width, channels].
        size: the new height and width, two integers.
        align_corners: True lays the middles of the corner pixels on each other; False by default.
        name: a name for the operation in graphs; by default that of the function.
        half_pixel_centers: True takes a pixel's middle as its place, as `tf.image.resize` does; False by default.

    Returns:
        A tensor [batch, new height, new width, channels] of the dtype of `images`.

    Raises:
        InvalidArgumentError: a size is not positive, or both flags are set.

    Example:
        >>> picture = tf.reshape(tf.constant([1, 2, 3, 4]), [1, 1, 4, 1])
        >>> tf.compat.v1.image.resize_nearest_neighbor(picture, [1, 2])[0, 0, :, 0].numpy().tolist()
        [1, 3]
        >>> tf.compat.v1.image.resize_nearest_neighbor(picture, [1, 2], half_pixel_centers=True)[0, 0, :, 0].numpy().tolist()
        [2, 4]
    """
    return resizing.resize_nearest(images, _size(size), align_corners, half_pixel_centers, name=name)


@tf_export(v1=["image.resize_bicubic"])
def resize_bicubic(
    images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """Resizes a batch of pictures by cubic interpolation. Mirrors `tf.compat.v1.image.resize_bicubic`.

    Each new pixel is a weighted sum of the sixteen around it, some with negative weights, so that edges stay sharper than with
    `tf.compat.v1.image.resize_bilinear`; values may go beyond the old ones.

    Arguments:
        images: numbers of shape [batch, height, width, channels].
        size: the new height and width, two integers.
        align_corners: True lays the middles of the corner pixels on each other; False by default.
        name: a name for the operation in graphs; by default that of the function.
        half_pixel_centers: True takes a pixel's middle as its place, as `tf.image.resize` does; False by default.

    Returns:
        A float32 tensor [batch, new height, new width, channels].

    Raises:
        InvalidArgumentError: a size is not positive, or both flags are set.

    Example:
        >>> picture = tf.reshape(tf.constant([0.0, 0.0, 8.0, 8.0]), [1, 1, 4, 1])
        >>> tf.compat.v1.image.resize_bicubic(picture, [1, 8])[0, 0, :, 0].numpy().tolist()
        [0.0, -0.75, 0.0, 4.0, 8.0, 8.75, 8.0, 8.0]
    """
    return resizing.resize_bicubic(images, _size(size), align_corners, half_pixel_centers, name=name)


@tf_export(v1=["image.resize_area"])
def resize_area(images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None) -> Tensor:
    """Resizes a batch of pictures by the mean over the area of each new pixel. Mirrors `tf.compat.v1.image.resize_area`.

    It is the one for smaller pictures: each old pixel enters with the part of it that the new one covers, so that nothing is skipped. For
    whole factors it is an average pooling.

    Arguments:
        images: numbers of shape [batch, height, width, channels].
        size: the new height and width, two integers.
        align_corners: True lays the middles of the corner pixels on each other; False by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A float32 tensor [batch, new height, new width, channels]. No gradient goes through it.

    Raises:
        InvalidArgumentError: a size is not positive.

    Example:
        >>> picture = tf.reshape(tf.constant([0.0, 2.0, 4.0, 6.0]), [1, 1, 4, 1])
        >>> tf.compat.v1.image.resize_area(picture, [1, 2])[0, 0, :, 0].numpy().tolist()
        [1.0, 5.0]
    """
    return resizing.resize_area(images, _size(size), align_corners, name=name)


@tf_export(v1=["image.crop_and_resize"])
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_ind: TensorLike | None = None,
    crop_size: SizesLike | None = None,
    method: str = "bilinear",
    extrapolation_value: FloatLike = 0,
    name: str | None = None,
    box_indices: TensorLike | None = None,
) -> Tensor:
    """Cuts boxes out of pictures and resizes them to one size. Mirrors `tf.compat.v1.image.crop_and_resize`.

    Detectors of objects feed the regions that they found to a classifier so. It is `tf.image.crop_and_resize`, with older names of
    arguments besides.

    Arguments:
        image: numbers of shape [batch, height, width, channels].
        boxes: float32 numbers of shape [boxes, 4]: top, left, bottom and right, 0 and 1 being the middles of the first and last pixels. A
            bottom above the top turns the crop over.
        box_ind: a vector of int32 numbers, the picture of each box.
        crop_size: the height and width of the crops, two integers.
        method: "bilinear" (the default) or "nearest".
        extrapolation_value: what stands outside of the picture, 0 by default.
        name: a name for the operation in graphs; by default that of the function.
        box_indices: the newer name of `box_ind`.

    Returns:
        A float32 tensor [boxes, crop height, crop width, channels].

    Raises:
        InvalidArgumentError: shapes do not fit each other.

    Example:
        >>> picture = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
        >>> tf.compat.v1.image.crop_and_resize(picture, [[0.0, 0.5, 1.0, 1.0]], [0], [3, 2])[0, :, :, 0].numpy().tolist()
        [[1.0, 2.0], [4.0, 5.0], [7.0, 8.0]]
    """
    return tf.image.crop_and_resize(
        image, boxes, one_of("box_indices", box_indices, "box_ind", box_ind), crop_size, method, extrapolation_value, name
    )


@tf_export(v1=["image.draw_bounding_boxes"])
def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, name: str | None = None, colors: TensorLike | None = None) -> Tensor:
    """Pictures with boxes drawn in. Mirrors `tf.compat.v1.image.draw_bounding_boxes`.

    It is `tf.image.draw_bounding_boxes`, whose colours need not be given. Lines are one pixel wide, and lie within the picture.

    Arguments:
        images: float32 or float16 numbers of shape [batch, height, width, channels].
        boxes: float32 numbers of shape [batch, boxes, 4]: top, left, bottom and right as parts of height and width.
        name: a name for the operation in graphs; by default that of the function.
        colors: numbers of shape [colours, channels], which are taken in turns; None (the default) for a list of ten.

    Returns:
        A tensor like `images`.

    Raises:
        InvalidArgumentError: shapes do not fit each other.

    Example:
        >>> made = tf.compat.v1.image.draw_bounding_boxes(tf.zeros([1, 4, 4, 3]), [[[0.0, 0.0, 0.7, 0.7]]], colors=[[1.0, 1.0, 1.0]])
        >>> made[0, :, :, 0].numpy().astype(int).tolist()
        [[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]
    """
    return tf.image.draw_bounding_boxes(images, boxes, colors, name)


@tf_export(v1=["image.resize_image_with_pad"])
def resize_image_with_pad(
    image: TensorLike, target_height: IntLike, target_width: IntLike, method: int = ResizeMethod.BILINEAR, align_corners: bool = False
) -> Tensor:
    """Resizes pictures within a size in their own proportions, and pads them with zeros. Mirrors
    `tf.compat.v1.image.resize_image_with_pad`.

    The picture stands in the middle of the result. It is resized as `tf.compat.v1.image.resize_images` does; `tf.image.resize_with_pad`
    does the same by the rules of TensorFlow 2.

    Arguments:
        image: [height, width, channels], or [batch, height, width, channels].
        target_height, target_width: the size of the result, integers.
        method: a `tf.compat.v1.image.ResizeMethod`, BILINEAR by default.
        align_corners: True lays the middles of the corner pixels on each other; False by default.

    Returns:
        A float32 tensor of that height and width; of the dtype of `image` for NEAREST_NEIGHBOR.

    Raises:
        ValueError: a size is not positive, or it is no picture.

    Example:
        >>> picture = tf.ones([2, 4, 1])
        >>> tf.compat.v1.image.resize_image_with_pad(picture, 4, 4)[..., 0].numpy().astype(int).tolist()
        [[0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0]]
    """
    return resizing.padded(image, target_height, target_width, functools.partial(resize_images, method=method, align_corners=align_corners))
