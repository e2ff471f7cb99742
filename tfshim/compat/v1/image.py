"""`tf.compat.v1.image`: as `tf.image`, with the arguments and the resizing of TensorFlow 1."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1._renamed import one_of
from tfshim.image import resizing

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.image")


@tf_export(v1=["image.ResizeMethod"])
class ResizeMethod:
    """The numbers of the ways to resize. Mirrors `tf.compat.v1.image.ResizeMethod`."""

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
    """`images`, one or a batch, resized to `size`, pixels lying at whole numbers as in TensorFlow 1.

    `method` is a ResizeMethod; `align_corners` lays the centres of the corner pixels
    on each other. With `preserve_aspect_ratio`, `size` is the greatest size. Images of that size come back as they are.
    Mirrors `tf.compat.v1.image.resize`.
    """
    with tf.name_scope(name or "resize"):
        return resizing.resized(images, size, _resizer(method, align_corners), preserve_aspect_ratio, skip_same=True)


def _size(size):
    static = tf.get_static_value(size)
    return size if static is None or not getattr(static, "ndim", 1) else [int(n) for n in static]


@tf_export(v1=["image.resize_bilinear"])
def resize_bilinear(
    images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """`images` [batch, height, width, channels] resized to `size` by linear interpolation; float32.

    Mirrors `tf.compat.v1.image.resize_bilinear`.
    """
    return resizing.resize_bilinear(images, _size(size), align_corners, half_pixel_centers, name=name)


@tf_export(v1=["image.resize_nearest_neighbor"])
def resize_nearest_neighbor(
    images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """`images` [batch, height, width, channels] resized by taking the nearest pixel.

    Mirrors `tf.compat.v1.image.resize_nearest_neighbor`.
    """
    return resizing.resize_nearest(images, _size(size), align_corners, half_pixel_centers, name=name)


@tf_export(v1=["image.resize_bicubic"])
def resize_bicubic(
    images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None, half_pixel_centers: bool = False
) -> Tensor:
    """`images` [batch, height, width, channels] resized to `size` by cubic convolution; float32.

    Mirrors `tf.compat.v1.image.resize_bicubic`.
    """
    return resizing.resize_bicubic(images, _size(size), align_corners, half_pixel_centers, name=name)


@tf_export(v1=["image.resize_area"])
def resize_area(images: TensorLike, size: SizesLike, align_corners: bool = False, name: str | None = None) -> Tensor:
    """`images`, a batch, resized by the mean over the area of each pixel; float32. Mirrors `tf.compat.v1.image.resize_area`."""
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
    """Boxes of images, resized; see `tf.image.crop_and_resize`. Mirrors `tf.compat.v1.image.crop_and_resize`."""
    return tf.image.crop_and_resize(
        image, boxes, one_of("box_indices", box_indices, "box_ind", box_ind), crop_size, method, extrapolation_value, name
    )


@tf_export(v1=["image.draw_bounding_boxes"])
def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, name: str | None = None, colors: TensorLike | None = None) -> Tensor:
    """`images` with boxes drawn in; see `tf.image.draw_bounding_boxes`. Mirrors the function of TensorFlow 1."""
    return tf.image.draw_bounding_boxes(images, boxes, colors, name)


@tf_export(v1=["image.resize_image_with_pad"])
def resize_image_with_pad(
    image: TensorLike, target_height: IntLike, target_width: IntLike, method: int = ResizeMethod.BILINEAR, align_corners: bool = False
) -> Tensor:
    """`image` resized by `method` within the size, its proportions kept, and padded with zeros; see `tf.image.resize_with_pad`.

    Resizes as `resize_images` does. Mirrors `tf.compat.v1.image.resize_image_with_pad`.
    """
    return resizing.padded(image, target_height, target_width, functools.partial(resize_images, method=method, align_corners=align_corners))
