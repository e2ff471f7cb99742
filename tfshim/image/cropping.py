"""Parts of pictures: crops at whole pixels, crops resampled, glimpses, patches; and borders of zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from tfshim._export import tf_export
from tfshim.array_ops._framing import nothing
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.vectorized import selections
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import at_least, forward_mode, on_processor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.image import _parts as parts
from tfshim.nn.windows.arguments import as_key, not_in_list, unimplemented
from tfshim.nn.windows.paddings import same_pads

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, SizesLike, TensorLike, Window


@tf_export("image.crop_to_bounding_box")
@composite
def crop_to_bounding_box(
    image: TensorLike, offset_height: IntLike, offset_width: IntLike, target_height: IntLike, target_width: IntLike
) -> Tensor:
    """A part of pictures. Mirrors `tf.image.crop_to_bounding_box`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        offset_height, offset_width: integers in pixels, where the upper left corner is.
        target_height, target_width: integers in pixels, the size.

    Returns:
        A tensor of the same rank and dtype.

    Raises:
        ValueError: the part does not lie inside.

    It is slicing, with checks; `tf.image.pad_to_bounding_box` goes the other way.

    Example:
        >>> x = tf.reshape(tf.range(12), [3, 4, 1])
        >>> tf.image.crop_to_bounding_box(x, 1, 1, 2, 3)[..., 0].numpy().tolist()
        [[5, 6, 7], [9, 10, 11]]
        >>> tf.image.crop_to_bounding_box(tf.zeros([5, 8, 8, 3]), 0, 4, 8, 4).shape
        TensorShape([5, 8, 4, 3])
    """
    return parts.in_scope("crop_to_bounding_box", parts.cropped, image, offset_height, offset_width, target_height, target_width)


@tf_export("image.pad_to_bounding_box")
@composite
def pad_to_bounding_box(
    image: TensorLike, offset_height: IntLike, offset_width: IntLike, target_height: IntLike, target_width: IntLike
) -> Tensor:
    """Pictures in a field of zeros. Mirrors `tf.image.pad_to_bounding_box`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        offset_height, offset_width: integers in pixels, where the upper left corner is.
        target_height, target_width: integers in pixels, the size.

    Returns:
        A tensor of the same rank and dtype, of the target size, with the picture at the offsets.

    Raises:
        ValueError: the picture does not fit.

    `tf.image.crop_to_bounding_box` with the same offsets undoes it.

    Example:
        >>> tf.image.pad_to_bounding_box(tf.ones([1, 2, 1]), 1, 0, 3, 3)[..., 0].numpy().tolist()
        [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
        >>> tf.image.pad_to_bounding_box(tf.zeros([5, 8, 8, 3]), 2, 2, 12, 12).shape
        TensorShape([5, 12, 12, 3])
    """
    return parts.in_scope("pad_to_bounding_box", parts.padded, image, offset_height, offset_width, target_height, target_width)


@tf_export("image.central_crop")
@composite
def central_crop(image: TensorLike, central_fraction: TensorLike) -> Tensor:
    """The middle of pictures. Mirrors `tf.image.central_crop`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        central_fraction: a number in (0, 1], the share of the height and of the width that is left.

    Returns:
        A tensor of the same rank and dtype.

    Raises:
        ValueError: another fraction or rank.

    What is cut off is the same on both sides, or a pixel less at the lower right.

    Example:
        >>> x = tf.reshape(tf.range(16), [4, 4, 1])
        >>> tf.image.central_crop(x, 0.5)[..., 0].numpy().tolist()
        [[5, 6], [9, 10]]
        >>> tf.image.central_crop(tf.zeros([2, 10, 20, 3]), 0.8).shape
        TensorShape([2, 8, 16, 3])
    """
    return parts.in_scope("central_crop", parts.middle, image, central_fraction)


# ---------------------------------------------------------------------- crops that are resampled
_METHODS = ("bilinear", "nearest")


def _crop_shape(image, boxes, box_indices, crop_size, *_):
    if not isinstance(crop_size, tuple):
        crop_size = (None, None)
    depth = image.shape.as_list()[3] if image.shape.rank == 4 else None
    rows = boxes.shape.as_list()[0] if boxes.shape.rank == 2 else None
    if rows is None and box_indices.shape.rank == 1:
        rows = box_indices.shape.as_list()[0]
    return dt.float32, [rows, *crop_size, depth]


def _places(low, high, count, size):
    """Where the samples of an axis lie, [boxes, count], in pixels."""
    if count == 1:
        return (0.5 * (low + high) * (size - 1))[:, None]
    step = (high - low) * (size - 1) / (count - 1)
    return (low * (size - 1))[:, None] + torch.arange(count, dtype=low.dtype, device=low.device) * step[:, None]


class _NearestCrop(Function):
    """Crops of nearest pixels, with the gradient for boxes that linear interpolation has, as in TensorFlow."""

    @staticmethod
    def forward(ctx, image, boxes, box_indices, crop_size, extrapolation_value):
        ctx.save_for_backward(image, boxes, box_indices)
        ctx.rest = crop_size, extrapolation_value
        return _crops(image, boxes, box_indices, crop_size, "nearest", extrapolation_value)

    @staticmethod
    def backward(ctx, grad):
        image, boxes, box_indices = ctx.saved_tensors
        with torch.enable_grad():
            image, boxes = image.detach(), boxes.detach().requires_grad_()
            if ctx.needs_input_grad[0]:
                image.requires_grad_()
            near = _crops(image, boxes.detach(), box_indices, ctx.rest[0], "nearest", ctx.rest[1])
            linear = _crops(image.detach(), boxes, box_indices, ctx.rest[0], "bilinear", ctx.rest[1])
            d_image = torch.autograd.grad(near, image, grad)[0] if ctx.needs_input_grad[0] else None
            (d_boxes,) = torch.autograd.grad(linear, boxes, grad)
        return d_image, d_boxes, None, None, None


_MANY_SAMPLES, _MANY_CHANNELS = 1 << 10, 8  # from which torch's weighted sums of rows take less time than corners one after the other


def _in_bags(wide, image, boxes, inside):
    return (
        wide.dtype is torch.float32
        and wide.shape[3] >= _MANY_CHANNELS
        and at_least(inside.numel(), _MANY_SAMPLES)
        and on_processor(wide)
        and not forward_mode()
        and not (torch.is_grad_enabled() and (image.requires_grad or boxes.requires_grad))
    )


def _bags(pixels, picture, rows, columns, sizes):
    """The samples as sums of four pixels each: `rows` and `columns` are the first, the second and the place between them."""
    fours = []
    for (first, second, place), size, order in zip((rows, columns), sizes, ([0, 0, 1, 1], [0, 1, 0, 1]), strict=True):
        share = place - first
        numbers = torch.stack((first, second), -1)[..., order].long().clamp_(0, size - 1)
        fours.append((numbers, torch.stack((1 - share, share), -1)[..., order]))
    (lines, down), (across_of, across) = fours
    # The columns of a line with their four pixels are one axis: all are then computed a vector at a time.
    count = across.shape[1]
    places = ((picture * sizes[0] + lines) * sizes[1]).repeat(1, 1, count).add_(across_of.flatten(1)[:, None])
    weights = down.repeat(1, 1, count).mul_(across.flatten(1)[:, None])
    starts = torch.arange(0, places.numel() + 1, 4)
    return torch._embedding_bag_forward_only(pixels, places.view(-1), starts, False, 0, False, weights.view(-1), True)[0]


def _crops(image, boxes, box_indices, crop_size, method, extrapolation_value):
    """The parts of pictures in `boxes`, resampled to `crop_size`."""
    wide = image if image.dtype in (torch.float32, torch.float64) else image.float()
    height, width = image.shape[1:3]
    y = _places(boxes[:, 0], boxes[:, 2], crop_size[0], height)
    x = _places(boxes[:, 1], boxes[:, 3], crop_size[1], width)
    inside = ((y >= 0) & (y <= height - 1))[:, :, None] & ((x >= 0) & (x <= width - 1))[:, None, :]
    n = box_indices.long()[:, None, None]

    pixels, channels = wide.flatten(0, 2), wide.shape[3]
    # Columns with their channels are one axis: all are then computed a vector at a time.
    shape = len(boxes), crop_size[0], crop_size[1] * channels

    def pick(rows, columns):
        lines = n * height + rows.long().clamp_(0, height - 1)[:, :, None]
        places = lines * width + columns.long().clamp_(0, width - 1)[:, None, :]
        return pixels.index_select(0, places.view(-1)).view(shape)

    if method == "nearest":
        made = pick(_away(y.detach()), _away(x.detach())).float()
    else:
        top, left = y.detach().floor(), x.detach().floor()
        bottom, right = y.detach().ceil(), x.detach().ceil()
        if _in_bags(wide, image, boxes, inside):
            made = _bags(pixels, n, (top, bottom, y), (left, right, x), (height, width))
            return selections.filled_outside(made.view(*inside.shape, channels), inside, extrapolation_value)
        dy, dx = (y - top)[:, :, None], (x - left).repeat_interleave(channels, 1)[:, None]
        corners = pick(top, left), pick(top, right), pick(bottom, left), pick(bottom, right)
        if wide.dtype is torch.float32:
            made = torch.lerp(torch.lerp(corners[0], corners[1], dx), torch.lerp(corners[2], corners[3], dx), dy)
        else:
            upper = corners[0].float() + (corners[1] - corners[0]).float() * dx
            lower = corners[2].float() + (corners[3] - corners[2]).float() * dx
            made = upper + (lower - upper) * dy
    return selections.filled_outside(made.view(*inside.shape, channels), inside, extrapolation_value)


def _away(x):
    """Rounded, halves away from zero."""
    return torch.where(x >= 0, (x + 0.5).floor(), (x - 0.5).ceil())


@tf_export("image.crop_and_resize")
@op(
    "CropAndResize",
    image="T",
    boxes="float32",
    box_indices="int32",
    crop_size="ints",
    shape_fn=_crop_shape,
    T=dt.REAL_NUMBERS & ~(dt.uint32.mask | dt.uint64.mask | dt.bfloat16.mask),
)
def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: TensorLike,
    crop_size: SizesLike,
    method: str = "bilinear",
    extrapolation_value: FloatLike = 0.0,
    name: str | None = None,
) -> Tensor:
    """Parts of pictures, each resampled to one size. Mirrors `tf.image.crop_and_resize`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`.
        boxes: float32 `[boxes, 4]`, (y1, x1, y2, x2) as fractions of height and width minus one; upside down gives a flipped crop.
        box_indices: int32 `[boxes]`, the picture of each.
        crop_size: the height and width of the results, int32.
        method: "bilinear" (the default) or "nearest".
        extrapolation_value: what stands for pixels outside, 0.0 by default.
        name: a name for the operation in graphs.

    Returns:
        A float32 tensor `[boxes, *crop_size, channels]`.

    Raises:
        InvalidArgumentError: shapes that do not fit, or a box of no picture.

    Example:
        >>> x = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
        >>> tf.image.crop_and_resize(x, [[0.0, 0.0, 1.0, 1.0]], [0], [2, 2])[0, ..., 0].numpy().tolist()
        [[0.0, 3.0], [12.0, 15.0]]
        >>> tf.image.crop_and_resize(x, [[1.0, 0.0, 0.0, 1.0]], [0], [2, 2])[0, ..., 0].numpy().tolist()
        [[12.0, 15.0], [0.0, 3.0]]
    """
    if method not in _METHODS:
        raise not_in_list("CropAndResize", "method", method, _METHODS)
    if image.ndim != 4:
        raise invalid(f"input image must be 4-D{dims_text(image.shape)}")
    if boxes.ndim != 2:
        raise invalid(f"boxes must be 2-D{dims_text(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise invalid("boxes must have 4 columns")
    if box_indices.ndim != 1:
        raise invalid(f"box_indices must be rank 1 but is shape {dims_text(box_indices.shape)}")
    if box_indices.shape != boxes.shape[:1]:
        raise invalid("box_index has incompatible shape")
    if len(crop_size) != 2:
        raise invalid(f"crop_size must have two elements[{len(crop_size)}]")
    if min(crop_size) <= 0:
        raise when_run("crop dimensions must be positive")
    if not all(image.shape[1:3]):
        raise invalid("image dimensions must be positive")
    if not image.is_meta and ((box_indices < 0) | (box_indices >= image.shape[0])).any():
        raise errors.OutOfRangeError(None, None, "box_index has values outside [0, batch_size)")
    if not boxes.is_meta and not torch.isfinite(boxes).all():
        raise invalid("Boxes contains at least one element that is not finite")
    if method == "nearest" and (image.requires_grad or boxes.requires_grad):
        return _NearestCrop.apply(image, boxes, box_indices, crop_size, float(extrapolation_value))
    return _crops(image, boxes, box_indices, crop_size, method, float(extrapolation_value))


# ---------------------------------------------------------------------- glimpses
def _glimpse_shape(input, size, offsets, *_):
    size = size if isinstance(size, tuple) else (None, None)
    known = input.shape.as_list() if input.shape.rank == 4 else [None] * 4
    if known[0] is None and offsets.shape.rank == 2:
        known[0] = offsets.shape.as_list()[0]
    return dt.float32, [known[0], *size, known[3]]


@op("ExtractGlimpseV2", input="float32", size="ints", offsets="float32", grad="missing", stateful=True, shape_fn=_glimpse_shape)
def glimpses_of_corners(input, size, offsets, centered, normalized, noise, name=None):
    """Windows around one point of each picture."""

    def corner(at, size, window):
        if normalized:
            at = at * size
        if centered:
            # Only what is a fraction names the middle of the window; pixels name its corner.
            at = (at / 2 - window / 2 if normalized else at) + size / 2
        return at

    return _glimpses(input, size, offsets, corner, noise)


@op("ExtractGlimpse", input="float32", size="ints", offsets="float32", grad="missing", stateful=True, shape_fn=_glimpse_shape)
def glimpses_of_middles(input, size, offsets, centered, normalized, noise, name=None):
    """The same where every offset names the middle of the window."""

    def corner(at, size, window):
        if normalized:
            at = at * size
        if centered:
            at = at / 2 + size / 2
        return at - window / 2

    return _glimpses(input, size, offsets, corner, noise)


def _glimpses(input, size, offsets, corner, noise):
    """The windows whose corners are at `corner(offset, size of the picture, size of the window)` in each direction."""
    if input.ndim != 4:
        raise invalid(f"input must be 4-dimensional (batch_size, height, width, depth){dims_text(input.shape)}")
    if len(size) != 2:
        raise invalid("input must be a vector of size 2 (height, width)")
    if offsets.ndim != 2:
        raise invalid(f"input must be a matrix{dims_text(offsets.shape)}")
    if offsets.shape[0] != input.shape[0]:
        raise invalid(f"first dimension should be batch{dims_text(offsets.shape)}")
    if offsets.shape[1] != 2:
        raise invalid(f"second dimension should be of size 2 (y,x){dims_text(offsets.shape)}")
    if noise not in ("uniform", "gaussian", "zero"):
        raise invalid(f"The noise could only be uniform, gaussian, or zero, got{noise}")
    batch, height, width, depth = input.shape
    rows, columns = size
    made = input.new_zeros(batch, rows, columns, depth)
    corners = [(int(corner(y, height, rows)), int(corner(x, width, columns))) for y, x in offsets.tolist()]
    for b, (y, x) in enumerate(corners):
        top, left, bottom, right = max(y, 0), max(x, 0), min(y + rows, height), min(x + columns, width)
        if (bottom - top, right - left) != (rows, columns):
            if noise == "uniform":
                low, high = (input.min(), input.max()) if input.numel() else (0.0, 0.0)
                made[b] = torch.rand(rows, columns, depth) * (high - low) + low
            elif noise == "gaussian":
                made[b] = torch.randn(rows, columns, depth)
        if bottom > top and right > left:
            made[b, top - y : bottom - y, left - x : right - x] = input[b, top:bottom, left:right]
    return made


@tf_export("image.extract_glimpse", v1=[])
@composite
def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Tensor:
    """A window around a point of each picture. Mirrors `tf.image.extract_glimpse`.

    Arguments:
        input: float32 `[batch, height, width, channels]`.
        size: the height and width of the window, int32.
        offsets: float32 `[batch, 2]`, the middle of each window as (y, x).
        centered: whether offsets count from the middle of the picture, where 1 is the edge; True by default. Else from its corner.
        normalized: whether they are fractions of the size; True by default. Else they are pixels, of the window's upper left corner.
        noise: what is outside of the picture: "uniform" (the default, between the extremes of `input`), "gaussian" or "zero".
        name: a name for the operation in graphs.

    Returns:
        A float32 tensor `[batch, *size, channels]`.

    Raises:
        InvalidArgumentError: another shape or `noise`.

    Example:
        >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
        >>> tf.image.extract_glimpse(x, [1, 1], [[0.0, 0.0]])[0, ..., 0].numpy().tolist()
        [[4.0]]
        >>> tf.image.extract_glimpse(x, [3, 3], [[1.0, 1.0]], noise='zero').shape
        TensorShape([1, 3, 3, 1])
    """
    return glimpses_of_corners(input, size, offsets, centered, normalized, noise, name=name)


@tf_export(v1=["image.extract_glimpse"])
@composite
def extract_glimpse_v1(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    name: str | None = None,
) -> Tensor:
    """Windows of pictures around given places. Mirrors `tf.compat.v1.image.extract_glimpse`.

    It is the older form of `tf.image.extract_glimpse`. What lies outside of the picture is noise.

    Arguments:
        input: float32 pictures, [batch, height, width, channels].
        size: the height and width of the windows, two integers.
        offsets: the middle of each window, numbers of shape [batch, 2], rows and columns.
        centered: whether places are counted from the middle of the picture, True by default, or from its upper left corner.
        normalized: whether they are parts of the picture, from -1 to 1 around the middle, True by default, or pixels.
        uniform_noise: False gives uniform noise too, as in TensorFlow.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor [batch, window height, window width, channels].

    Example:
        >>> x = tf.reshape(tf.range(25.0), [1, 5, 5, 1])
        >>> tf.compat.v1.image.extract_glimpse(x, [3, 3], [[0.0, 0.0]])[0, :, :, 0].numpy().tolist()
        [[6.0, 7.0, 8.0], [11.0, 12.0, 13.0], [16.0, 17.0, 18.0]]
    """
    return glimpses_of_middles(input, size, offsets, centered, normalized, "uniform", name=name)


# ---------------------------------------------------------------------- patches
@tf_export("image.extract_patches")
@op("ExtractImagePatches", images="T", T=dt.REAL_NUMBERS | dt.COMPLEX | dt.bool.mask, scope="")
def extract_patches(
    images: TensorLike, sizes: Window, strides: Window, rates: Window | None, padding: str | Sequence[Any], name: str | None = None
) -> Tensor:
    """The patches of pictures as vectors. Mirrors `tf.image.extract_patches`.

    Arguments:
        images: a tensor `[batch, height, width, channels]` of numbers.
        sizes: `[1, height, width, 1]` of a patch.
        strides: `[1, down, right, 1]`, the distances between patches.
        rates: `[1, down, right, 1]`, the distances between the pixels of one patch; ones for neighbours.
        padding: "VALID", or "SAME" for zeros around the picture.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[batch, rows, columns, height * width of a patch * channels]` of the same dtype.

    Raises:
        InvalidArgumentError, UnimplementedError or OutOfRangeError: other arguments.

    Example:
        >>> x = tf.reshape(tf.range(16), [1, 4, 4, 1])
        >>> tf.image.extract_patches(x, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID")[0].numpy().tolist()
        [[[0, 1, 4, 5], [2, 3, 6, 7]], [[8, 9, 12, 13], [10, 11, 14, 15]]]
        >>> tf.image.extract_patches(tf.zeros([3, 8, 8, 3]), [1, 4, 4, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME").shape
        TensorShape([3, 8, 8, 48])
    """
    given = {"ksizes": as_key(sizes), "strides": as_key(strides), "rates": as_key(rates)}
    for label, value in zip(given, (sizes, strides, rates), strict=True):
        if value is not None and not isinstance(value, (list, tuple)):
            raise TypeError(f"Expected list for '{label}' argument to 'extract_image_patches' Op, not {value!r}.")
    for label, value in given.items():
        count = len(value) if isinstance(value, tuple) else 0
        if count < 4:
            raise invalid(f"Length for attr '{label}' of {count} must be at least minimum 4\n\t; NodeDef: {{{{node ExtractImagePatches}}}}")
    if padding not in ("SAME", "VALID"):
        raise not_in_list("ExtractImagePatches", "padding", padding, ("SAME", "VALID"))
    for label, value in given.items():
        if len(value) > 4:
            raise invalid(f"Sliding window {label} field must specify 4 dimensions")
        if value[0] != 1 or value[3] != 1:
            raise unimplemented(f"Only support {label} across space.")
        if value[1] < 1 or value[2] < 1:
            raise errors.OutOfRangeError(None, None, f"{label} is out of range.")
    if images.ndim != 4:
        raise invalid(f"input must be 4-dimensional{dims_text(images.shape)}")
    window, step, rate = (v[1:3] for v in given.values())
    spans = [(k - 1) * r + 1 for k, r in zip(window, rate, strict=True)]
    places, around = [], []
    for size, span, stride in zip(images.shape[1:3], spans, step, strict=True):
        if padding == "SAME":
            count, before, after = same_pads(size, span, stride)
        else:
            count, before, after = max(0, (size - span) // stride + 1), 0, 0
        places.append(count)
        around = [before, after, *around]
    batch, depth = images.shape[0], images.shape[3]
    if not all(places) or not images.numel() and not images.is_meta:
        return nothing(images, (batch, *places, window[0] * window[1] * depth))
    x = F.pad(images, [0, 0, *around]) if any(around) else images
    for axis in (0, 1):
        x = x.unfold(axis + 1, spans[axis], step[axis]).narrow(axis + 1, 0, places[axis])
    x = x[..., :: rate[0], :: rate[1]]
    # [batch, rows, columns, channels, *window] with the channels moved to the end of each patch
    return x.movedim(3, -1).flatten(3)
