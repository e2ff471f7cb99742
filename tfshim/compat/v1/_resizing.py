"""Resizing as TensorFlow 1 does it: the pixel `i` of the result lies at `i * scale` of the image, without half pixels."""

import torch

from tfshim.engine import dtypes
from tfshim.engine.op import op
from tfshim.engine.shapes import TensorShape


def _places(size, target, align_corners, half_pixel_centers):
    """Where each pixel of the result lies in the image, along one side."""
    if align_corners and target > 1:
        scale = (size - 1) / (target - 1)
    else:
        scale = size / target
    at = torch.arange(target, dtype=torch.float32)
    return (at + 0.5) * scale - 0.5 if half_pixel_centers else at * scale


def _nearest_places(size, target, align_corners, half_pixel_centers):
    at = _places(size, target, align_corners, False)
    if half_pixel_centers:
        at = (torch.arange(target, dtype=torch.float32) + 0.5) * (size / target)
    at = torch.floor(at + 0.5) if align_corners else torch.floor(at)
    return at.clamp(0, size - 1).long()


def _blend(images, axis, target, align_corners, half_pixel_centers):
    size = images.shape[axis]
    at = _places(size, target, align_corners, half_pixel_centers).to(images.device)
    low = torch.floor(at)
    weight = (at - low).reshape([-1 if a == axis else 1 for a in range(images.dim())])
    first = images.index_select(axis, low.clamp(0, size - 1).long())
    second = images.index_select(axis, (low + 1).clamp(0, size - 1).long())
    return first + (second - first) * weight


@op("ResizeBilinear", images="T", size="vector", T=dtypes.REAL_NUMBERS, out=dtypes.float32, register=False)
def _bilinear(images, size, align_corners, half_pixel_centers, name=None):
    made = _blend(images.float(), 1, size[0], align_corners, half_pixel_centers)
    return _blend(made, 2, size[1], align_corners, half_pixel_centers)


@op("ResizeNearestNeighbor", images="T", size="vector", T=dtypes.REAL_NUMBERS, register=False)
def _nearest(images, size, align_corners, half_pixel_centers, name=None):
    rows = _nearest_places(images.shape[1], size[0], align_corners, half_pixel_centers).to(images.device)
    columns = _nearest_places(images.shape[2], size[1], align_corners, half_pixel_centers).to(images.device)
    return images.index_select(1, rows).index_select(2, columns)


def resize(images, size, method, align_corners, name, half_pixel_centers=False):
    """`images` (one or a batch) resized by `method`: "bilinear", "nearest"."""
    import tfshim as tf

    images = tf.convert_to_tensor(images)
    rank = images.shape.rank
    if rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    static = images.shape.as_list()
    wanted = TensorShape(tf.get_static_value(size)) if tf.get_static_value(size) is not None else TensorShape([None, None])
    if wanted.is_fully_defined() and wanted.as_list() == static[-3:-1]:
        return images  # TensorFlow 1 gives it back as it is
    batch = images if rank == 4 else tf.expand_dims(images, 0)
    if method == "bilinear":
        made = _bilinear(batch, size, align_corners, half_pixel_centers, name=name)
    elif method == "nearest":
        made = _nearest(batch, size, align_corners, half_pixel_centers, name=name)
    else:
        raise NotImplementedError(f"tf.compat.v1.image.resize: `method` {method} is not supported; use bilinear, nearest or "
                                  "tf.image.resize.")
    return made if rank == 4 else tf.squeeze(made, 0)
