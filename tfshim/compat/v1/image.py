"""`tf.compat.v1.image`: as `tf.image`, with the arguments and the resizing of TensorFlow 1."""

import tfshim as tf
from tfshim.compat.v1._fallback import elsewhere
from tfshim.compat.v1._renamed import one_of
from tfshim.compat.v1.arrays import extract_image_patches  # noqa: F401 - a name of this namespace

__getattr__ = elsewhere("image", "resize_image_with_crop_or_pad=image.resize_with_crop_or_pad transpose_image=image.transpose",
                        "tfshim.image")


class ResizeMethod:
    """The numbers of the ways to resize. Mirrors `tf.compat.v1.image.ResizeMethod`."""

    BILINEAR, NEAREST_NEIGHBOR, BICUBIC, AREA = 0, 1, 2, 3


_METHODS = {0: "bilinear", 1: "nearest", 2: "bicubic", 3: "area"}


def resize_images(images, size, method=ResizeMethod.BILINEAR, align_corners=False, preserve_aspect_ratio=False, name=None):
    """`images` resized to `size`, the corners of pixels being aligned as TensorFlow 1 does.

    `method` is a ResizeMethod; `align_corners` lets the centres of the corner pixels meet. `preserve_aspect_ratio` keeps the
    ratio of the sides. Mirrors `tf.compat.v1.image.resize`.
    """
    method = _METHODS.get(method, method)
    images = tf.convert_to_tensor(images)
    if preserve_aspect_ratio:
        rank = images.shape.rank
        height, width = (images.shape.as_list()[-3:-1] if rank in (3, 4) else (None, None))
        if height is None or width is None:
            raise NotImplementedError("resize_images: `preserve_aspect_ratio` needs images of known size.")
        scale = min(int(size[0]) / height, int(size[1]) / width)
        size = [round(scale * height), round(scale * width)]
    from tfshim.compat.v1._resizing import resize as resized

    return resized(images, size, method, align_corners, name)


resize = resize_images


def resize_bilinear(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """`images` resized by bilinear interpolation. Mirrors `tf.compat.v1.image.resize_bilinear`."""
    from tfshim.compat.v1._resizing import resize as resized

    return resized(images, size, "bilinear", align_corners, name, half_pixel_centers)


def resize_nearest_neighbor(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """`images` resized by taking the nearest pixel. Mirrors `tf.compat.v1.image.resize_nearest_neighbor`."""
    from tfshim.compat.v1._resizing import resize as resized

    return resized(images, size, "nearest", align_corners, name, half_pixel_centers)


def crop_and_resize(image, boxes, box_ind=None, crop_size=None, method="bilinear", extrapolation_value=0, name=None, box_indices=None):
    """Boxes of images, resized; see `tf.image.crop_and_resize`. Mirrors `tf.compat.v1.image.crop_and_resize`."""
    return tf.image.crop_and_resize(image, boxes, one_of("box_indices", box_indices, "box_ind", box_ind), crop_size, method,
                                    extrapolation_value, name)


def draw_bounding_boxes(images, boxes, name=None, colors=None):
    """`images` with boxes drawn in; see `tf.image.draw_bounding_boxes`. Mirrors the function of TensorFlow 1."""
    return tf.image.draw_bounding_boxes(images, boxes, colors, name)


def resize_image_with_pad(image, target_height, target_width, method=ResizeMethod.BILINEAR, align_corners=False):
    """`image` resized and padded, its ratio kept; see `tf.image.resize_with_pad`. `align_corners` is refused."""
    if align_corners:
        raise NotImplementedError("resize_image_with_pad: `align_corners` is not supported.")
    return tf.image.resize_with_pad(image, target_height, target_width, _METHODS.get(method, method))
