"""Images seen through projective transforms: each pixel of the result looks up a place in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, SizesLike, TensorLike


def _mapped(place, size, mode):
    """Coordinates `place` brought into an axis of `size` as the fill mode says."""
    if mode == "CONSTANT":
        return place
    if mode == "NEAREST":
        return place.clamp(0, size - 1)
    if size <= 1:
        return torch.where((place < 0) | (place > size - 1), 0.0, place)
    if mode == "REFLECT":
        twice = 2 * size
        below = torch.where(place < twice, twice * torch.trunc(-place / twice) + place, place)
        below = torch.where(below < -size, below + twice, -below - 1)
        above = place - twice * torch.trunc(place / twice)
        above = torch.where(above >= size, twice - above - 1, above)
    else:
        below = place + size * (torch.trunc(-place / (size - 1)) + 1)
        above = place - size * torch.trunc(place / (size - 1))
    return torch.where(place < 0, below, torch.where(place > size - 1, above, place)).clamp(0, size - 1)


def _read(images, rows, columns, fill):
    """The pixels at integer places, `fill` outside."""
    n, height, width, _ = images.shape
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    r, c = rows.clamp(0, height - 1).long(), columns.clamp(0, width - 1).long()
    batch = torch.arange(n, device=images.device)[:, None, None]
    return torch.where(inside[..., None], images[batch, r, c], fill)


def _shape(images, transforms, output_shape, *_):
    """The leaf where sizes are not known: those of the batch and of the channels are kept."""
    count, *_, channels = images.shape.as_list() if images.shape.rank == 4 else (None, None)
    return images.dtype, [count, *(sizes_of(output_shape) or (None, None)), channels]


@op(
    "ImageProjectiveTransformV3",
    images="T",
    transforms="float32",
    output_shape="ints",
    non_differentiable=("transforms",),
    T=dtypes.FLOATS | dtypes.uint8.mask | dtypes.int32.mask | dtypes.int64.mask,
    shape_fallback=_shape,
)
def image_projective_transform_v3(
    images: TensorLike,
    transforms: TensorLike,
    output_shape: SizesLike,
    fill_value: FloatLike,
    interpolation: str,
    fill_mode: str = "CONSTANT",
    name: str | None = None,
) -> AnyTensor:
    """`images` [batch, height, width, channels] through `transforms` [batch or 1, 8]; mirrors `tf.raw_ops.ImageProjectiveTransformV3`.

    Place (x, y) of the result shows ((a x + b y + c) / k, (d x + e y + f) / k), k = g x + h y + 1. `fill_mode`: "REFLECT", "WRAP",
    "CONSTANT" or "NEAREST" for places outside; `interpolation`: "NEAREST" or "BILINEAR".
    """
    height, width = output_shape
    if transforms.shape[1] != 8 and not transforms.is_meta:
        raise invalid("Input transform should be num_images x 8 or 1 x 8")
    a, b, c, d, e, f, g, h = (transforms[:, i, None, None] for i in range(8))
    y = torch.arange(height, dtype=torch.float32, device=images.device)[None, :, None]
    x = torch.arange(width, dtype=torch.float32, device=images.device)[None, None, :]
    k = g * x + h * y + 1
    columns, rows = (a * x + b * y + c) / k, (d * x + e * y + f) / k
    n = images.shape[0]
    # k is 0 where the plane is seen from its edge: nothing is there.
    seen = (k != 0).expand(n, height, width)
    columns, rows = (torch.where(k != 0, v, -1.0).expand(n, height, width) for v in (columns, rows))
    columns = _mapped(columns, images.shape[2], fill_mode.upper())
    rows = _mapped(rows, images.shape[1], fill_mode.upper())
    kind = images.dtype
    fill = torch.tensor(float(fill_value), dtype=kind, device=images.device)
    if interpolation.upper() == "NEAREST":
        # Halves are rounded away from zero, as TensorFlow's kernel does; `torch.round` rounds them to even numbers.
        result = _read(images, torch.floor(rows.abs() + 0.5) * rows.sign(), torch.floor(columns.abs() + 0.5) * columns.sign(), fill)
    else:
        work = images if kind.is_floating_point else images.float()
        fill_here = fill.to(work.dtype)
        top, left = torch.floor(rows), torch.floor(columns)
        down, right = (rows - top)[..., None].to(work.dtype), (columns - left)[..., None].to(work.dtype)
        up, across = (top + 1 - rows)[..., None].to(work.dtype), (left + 1 - columns)[..., None].to(work.dtype)
        first = across * _read(work, top, left, fill_here) + right * _read(work, top, left + 1, fill_here)
        second = across * _read(work, top + 1, left, fill_here) + right * _read(work, top + 1, left + 1, fill_here)
        result = (up * first + down * second).to(kind)
    return torch.where(seen[..., None], result, fill)
