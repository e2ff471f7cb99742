"""Images seen through projective transforms: each pixel of the result looks up a place in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.ops.op import op
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.memory import check_count
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shapes import dims_text

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, SizesLike, TensorLike


def _mapped(place, size, mode):
    """Coordinates `place` brought into an axis of `size` as the fill mode says."""
    if mode == "CONSTANT":
        return place
    if mode == "NEAREST":
        return place.clamp(0, size - 1)
    outside = (place < 0) | (place > size - 1)
    if size <= 1:
        return torch.where(outside, 0.0, place)
    fold = _reflected if mode == "REFLECT" else _wrapped
    if not readable(place):
        return torch.where(outside, fold(place, size), place)
    # Most places lie within.
    at = outside.flatten().nonzero().squeeze(1)
    places = place.flatten()
    return places.index_copy(0, at, fold(places[at], size)).view(place.shape)


def _reflected(place, size):
    """Where coordinates that lie outside meet the axis that is mirrored again and again."""
    twice = 2 * size
    below = torch.where(place < twice, twice * torch.trunc(-place / twice) + place, place)
    below = torch.where(below < -size, below + twice, -below - 1)
    above = place - twice * torch.trunc(place / twice)
    above = torch.where(above >= size, twice - above - 1, above)
    return torch.where(place < 0, below, above).clamp(0, size - 1)


def _wrapped(place, size):
    """The same for the axis that is repeated."""
    below = place + size * (torch.trunc(-place / (size - 1)) + 1)
    above = place - size * torch.trunc(place / (size - 1))
    return torch.where(place < 0, below, above).clamp(0, size - 1)


class _Pixels:
    """The pixels of `images` within an edge of `fill`, one row for each channel.

    Row by row the weights of a place meet whole vectors of pixels; beside the few channels of each they would not.
    """

    def __init__(self, images, fill):
        count, *sizes, channels = images.shape
        self._sizes = [size + 2 for size in sizes]
        framed = fill.to(images.dtype).expand(channels, count, *self._sizes).clone()
        framed[:, :, 1:-1, 1:-1] = images.permute(3, 0, 1, 2)
        self._rows = framed.view(channels, -1)
        self._first = torch.arange(count, device=images.device)[:, None, None] * (self._sizes[0] * self._sizes[1])

    def axis(self, places, axis):
        """Integer `places` along an axis as numbers of pixels; what is no number lies on the edge too."""
        numbers = places.long().add_(1).clamp_(0, self._sizes[axis] - 1)
        return numbers if axis else numbers.mul_(self._sizes[1]).add_(self._first)

    def at(self, down, across):
        """The pixels [channels, places] where what `axis` gives for the two axes meets."""
        return self._rows.index_select(1, (down + across).flatten())


def _away_from_zero(places):
    """`places` rounded as TensorFlow's kernel does; `torch.round` rounds halves to even numbers."""
    return torch.floor(places.abs() + 0.5) * places.sign()


def _shape(images, transforms, output_shape, *_):
    """The leaf where sizes are not known: those of the batch and of the channels are kept."""
    count, *_, channels = images.shape.as_list() if images.shape.rank == 4 else (None, None)
    return images.dtype, [count, *(sizes_of(output_shape) or (None, None)), channels]


def _check(images, transforms, sizes, fill):
    if images.ndim != 4:
        raise invalid("Input images must have rank 4")
    if transforms.ndim != 2 or transforms.shape[1] != 8 or transforms.shape[0] not in (1, images.shape[0]):
        raise invalid("Input transform should be num_images x 8 or 1 x 8")
    if len(sizes) != 2:
        raise invalid(f"output shape must have two elements[{len(sizes)}]")
    if np.ndim(fill):
        raise invalid(f"fill_value must be a scalar{dims_text(np.shape(fill))}")
    if min(sizes) <= 0:
        raise invalid("output dimensions must be positive")
    # Coordinates take memory before the result does: what has no place is noticed first.
    dims = [images.shape[0], *sizes, images.shape[3]]
    check_count(dims)
    images.new_empty(dims)


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

    Raises `InvalidArgumentError` for shapes that do not fit, and for sizes that are not positive or too large to be counted.
    """
    if not images.is_meta:
        _check(images, transforms, output_shape, fill_value)
    height, width = output_shape
    a, b, c, d, e, f, g, h = (transforms[:, i, None, None] for i in range(8))
    y = torch.arange(height, dtype=torch.float32, device=images.device)[None, :, None]
    x = torch.arange(width, dtype=torch.float32, device=images.device)[None, None, :]
    n = images.shape[0]
    columns, rows = a * x + b * y + c, d * x + e * y + f
    seen = None
    if not readable(transforms) or transforms[:, 6:].any():
        k = g * x + h * y + 1
        # k is 0 where the plane is seen from its edge: nothing is there.
        seen = (k != 0).expand(n, height, width).flatten()
        columns, rows = (torch.where(k != 0, v / k, -1.0) for v in (columns, rows))
    columns, rows = columns.expand(n, height, width), rows.expand(n, height, width)
    columns = _mapped(columns, images.shape[2], fill_mode.upper())
    rows = _mapped(rows, images.shape[1], fill_mode.upper())
    kind = images.dtype
    fill = torch.tensor(float(fill_value), dtype=kind, device=images.device)
    if interpolation.upper() == "NEAREST":
        pixels = _Pixels(images, fill)
        result = pixels.at(pixels.axis(_away_from_zero(rows), 0), pixels.axis(_away_from_zero(columns), 1))
    else:
        work = images if kind.is_floating_point else images.float()
        pixels = _Pixels(work, fill)
        top, left = torch.floor(rows), torch.floor(columns)
        down, right, up, across = (v.flatten().to(work.dtype) for v in (rows - top, columns - left, top + 1 - rows, left + 1 - columns))
        above, below = pixels.axis(top, 0), pixels.axis(top + 1, 0)
        before, after = pixels.axis(left, 1), pixels.axis(left + 1, 1)
        first = across * pixels.at(above, before) + right * pixels.at(above, after)
        second = across * pixels.at(below, before) + right * pixels.at(below, after)
        result = (up * first + down * second).to(kind)
    result = result if seen is None else torch.where(seen, result, fill)
    return result.t().reshape(n, height, width, images.shape[3])


@raw_op("ImageProjectiveTransformV2")
def _framed_by_zeros(images, transforms, output_shape, interpolation, fill_mode):
    return image_projective_transform_v3(images, transforms, output_shape, 0.0, interpolation, fill_mode)
