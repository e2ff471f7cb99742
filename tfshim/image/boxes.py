"""Boxes on pictures: drawn, sampled, and the best of many that overlap."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.ops.attributes import attribute
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.random import seeds
from tfshim.engine.random.candidates import below32
from tfshim.engine.random.philox import WordStream
from tfshim.engine.random.stateless import scramble
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.image._layout import scalar

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


# Red, green, blue, opacity: the colours that boxes take in turn where none are given.
_COLOURS = (
    (1, 1, 0, 1),
    (0, 0, 1, 1),
    (1, 0, 0, 1),
    (0, 1, 0, 1),
    (0.5, 0, 0.5, 1),
    (0.5, 0.5, 0, 1),
    (0.5, 0, 0, 1),
    (0, 0, 0.5, 1),
    (0, 1, 1, 1),
    (1, 0, 1, 1),
)


def _same(images, *_):
    return images.dtype, images.shape


@op(
    "DrawBoundingBoxesV2",
    images="T",
    boxes="float32",
    colors="float32",
    T=dt.float16.mask | dt.float32.mask,
    grad="missing",
    shape_fn=_same,
)
def _draw(images, boxes, colors, name=None):
    """`images` with the edges of boxes drawn."""
    if images.ndim != 4:
        raise invalid("The rank of the images should be 4")
    if boxes.ndim != 3:
        raise invalid("The rank of the boxes tensor should be 3")
    if images.shape[0] != boxes.shape[0]:
        raise invalid("The batch sizes should be the same")
    if boxes.shape[2] != 4:
        raise invalid(f"The size of the third dimension of the box must be 4. Received: {boxes.shape[2]}")
    _, height, width, depth = images.shape
    if depth not in (1, 3, 4):
        raise invalid("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    table = torch.tensor(_COLOURS, dtype=torch.float32)
    if colors.ndim != 2:
        raise invalid(f"colors must be a 2-D matrix{dims_text(colors.shape)}")
    if colors.numel():
        if colors.shape[1] < depth:
            raise invalid(f"colors must have equal or more channels than the image provided: {dims_text(colors.shape)}")
        table = colors.cpu()
    elif depth == 1:
        table = torch.ones(len(_COLOURS), 4)
    made = images.detach().clone()
    # NumPy takes a fraction of the time for an assignment of few pixels.
    pixels, table = (made.numpy(), table.numpy().astype(made.numpy().dtype)) if made.is_cpu else (made, table.to(made))
    for b, of_image in enumerate(boxes.tolist()):
        for i, (y1, x1, y2, x2) in enumerate(of_image):
            top, left, bottom, right = (int(v) for v in (y1 * (height - 1), x1 * (width - 1), y2 * (height - 1), x2 * (width - 1)))
            if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
                continue
            colour = table[i % len(table), :depth]
            rows, columns = slice(max(top, 0), min(bottom, height - 1) + 1), slice(max(left, 0), min(right, width - 1) + 1)
            if top >= 0:
                pixels[b, top, columns] = colour
            if bottom < height:
                pixels[b, bottom, columns] = colour
            if left >= 0:
                pixels[b, rows, left] = colour
            if right < width:
                pixels[b, rows, right] = colour
    return made


@tf_export("image.draw_bounding_boxes")
@composite
def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, colors: TensorLike, name: str | None = None) -> Tensor:
    """Pictures with the edges of boxes drawn, one pixel wide. Mirrors `tf.image.draw_bounding_boxes`.

    Arguments:
        images: float16 or float32 `[batch, height, width, 1, 3 or 4]`.
        boxes: float32 `[batch, boxes, 4]`, (y1, x1, y2, x2) as fractions of height and width.
        colors: float32 `[colours, channels]`, taken in turn; None for ten of our own.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        InvalidArgumentError: another shape.

    There is no gradient.

    Example:
        >>> x = tf.zeros([1, 4, 4, 3])
        >>> y = tf.image.draw_bounding_boxes(x, [[[0.0, 0.0, 1.0, 1.0]]], [[1.0, 0.0, 0.0]])
        >>> y[0, ..., 0].numpy().tolist()
        [[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
    """
    if colors is None:
        colors = array_ops.zeros([0, 4], dt.float32)
    return _draw(images, boxes, colors, name=name)


# ---------------------------------------------------------------------- a random part of a picture that keeps its objects
SampleDistortedBoundingBox = namedtuple("SampleDistortedBoundingBoxV2", ["begin", "size", "bboxes"])  # type: ignore[name-match]
StatelessSampleDistortedBoundingBox = namedtuple("StatelessSampleDistortedBoundingBox", ["begin", "size", "bboxes"])


def _f(x):
    return float(np.float32(x))


def _round(x):
    # To the even number at a half, as C's `lrintf`.
    return int(np.rint(np.float32(x)))


def _crop(width, height, low, high, aspect, words):
    """A part (top, left, rows, columns) with the aspect ratio and an area between the fractions; None where there is none."""
    # All in float32, as in TensorFlow: its roundings decide on the size.
    aspect = np.float32(aspect)
    if high <= 0 or aspect <= 0 or width <= 0 or height <= 0 or low > high:
        return None
    least = np.float32(np.float32(low) * np.float32(width) * np.float32(height))
    most = np.float32(np.float32(high) * np.float32(width) * np.float32(height))
    rows, limit = _round(np.sqrt(least / aspect)), _round(np.sqrt(most / aspect))
    if _round(limit * aspect) > width:
        # The most rows whose columns, once rounded, still fit.
        limit = int((width + 0.5 - 1e-7) / float(aspect))
        if _round(limit * aspect) > width:
            limit -= 1
    limit = min(limit, height)
    rows = min(rows, limit)
    if rows < limit:
        rows += below32(words, limit - rows + 1)
    columns = _round(rows * aspect)
    # Rounding may have left the limits; one row more or less may lead back.
    if rows * columns < least:
        rows += 1
        columns = _round(rows * aspect)
    if rows * columns > most:
        rows -= 1
        columns = _round(rows * aspect)
    area = rows * columns
    if area < least or area > most or columns > width or rows > height or columns <= 0 or rows <= 0:
        return None
    top = below32(words, height - rows) if rows < height else 0
    left = below32(words, width - columns) if columns < width else 0
    return top, left, rows, columns


def _covers(part, boxes, share):
    """Whether `part` holds at least `share` of one of the boxes (top, left, bottom, right)."""
    top, left, rows, columns = part
    if rows * columns < 1:
        return False
    for y1, x1, y2, x2 in boxes:
        area = (y2 - y1) * (x2 - x1)
        if area < 1:
            continue
        common = max(0, min(y2, top + rows) - max(y1, top)) * max(0, min(x2, left + columns) - max(x1, left))
        if np.float32(common) / np.float32(area) >= np.float32(share):
            return True
    return False


def _sample(image_size, bounding_boxes, min_object_covered, aspect_ratio_range, area_range, max_attempts, whole, words, cls):
    """The offset, the size and the box of a random part of a picture."""
    if image_size.ndim != 1:
        raise invalid(f"image_size must be 1-dimensional{dims_text(image_size.shape)}")
    if image_size.shape[0] != 3:
        raise invalid(f"image_size must contain 3 elements{dims_text(image_size.shape)}")
    height, width, _ = image_size.tolist()
    if height <= 0:
        raise invalid(f"image height must be positive{height}")
    if width <= 0:
        raise invalid(f"image width must be positive{width}")
    if bounding_boxes.ndim != 3:
        raise invalid(f"input boxes must be 3-dimensional [batch, num_boxes, coords]: {dims_text(bounding_boxes.shape)}")
    if bounding_boxes.shape[-1] != 4:
        raise invalid(f"bounding boxes must have shape [4] {dims_text(bounding_boxes.shape)}")
    if not min_object_covered >= 0:
        raise invalid(f"Min object covered must be non-negative: {min_object_covered:g}")
    boxes = []
    for y1, x1, y2, x2 in bounding_boxes.reshape(-1, 4).tolist():
        for value in (y1, x1, y2, x2):
            if not 0 <= value <= 1:
                raise invalid(f"All bounding box coordinates must be in [0.0, 1.0]: {value:g}")
        if not y1 < y2:
            raise invalid(f"The top of a bounding box must lie above its bottom: {y1:g}, {y2:g}")
        boxes.append((int(_f(y1) * height), int(_f(x1) * width), int(_f(y2) * height), int(_f(x2) * width)))
    if not boxes:
        if not whole:
            raise invalid(
                "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to not "
                "provide any bounding boxes."
            )
        boxes = [(0, 0, height, width)]
    low, high = (np.float32(v) for v in aspect_ratio_range)
    part = (0, 0, height, width)
    for _ in range(max_attempts):
        # TensorFlow fills the 23 bits of a mantissa, so that every value is a multiple of 2 ** -23.
        unit = np.float32((next(words) & 0x7FFFFF) * 2.0**-23)
        tried = _crop(width, height, area_range[0], area_range[1], unit * (high - low) + low, words)
        if tried is not None and _covers(tried, boxes, min_object_covered):
            part = tried
            break
    top, left, rows, columns = part
    kind = image_size.dtype
    box = np.array([top / height, left / width, (top + rows) / height, (left + columns) / width], np.float32)
    return cls(
        torch.tensor([top, left, 0], dtype=kind), torch.tensor([rows, columns, -1], dtype=kind), torch.from_numpy(box).reshape(1, 1, 4)
    )


def _sample_shapes(cls):
    def shapes(image_size, *_):
        return cls((image_size.dtype, [3]), (image_size.dtype, [3]), (dt.float32, [1, 1, 4]))

    return shapes


_SIZES = dt.uint8.mask | dt.SIGNED_INTS


def _range(value, name):
    if len(value) != 2:
        raise invalid(f"{name} field must specify 2 dimensions")
    if not (value[0] > 0 and value[1] > 0):
        raise invalid(f"{name} must be non-negative: [{value[0]:g}, {value[1]:g}]")
    if name == "area_range" and (value[0] > 1 or value[1] > 1):
        raise invalid(f"{name} must be less then or equal to 1.0: [{value[0]:g}, {value[1]:g}]")


def _options(aspect_ratio_range, area_range, max_attempts):
    """The options, TensorFlow's where there are none, checked."""
    aspect = tuple(float(v) for v in ((0.75, 1.33) if aspect_ratio_range is None else aspect_ratio_range))
    area = tuple(float(v) for v in ((0.05, 1.0) if area_range is None else area_range))
    _range(aspect, "aspect_ratio_range")
    _range(area, "area_range")
    attempts = 100 if max_attempts is None else int(max_attempts)
    if attempts <= 0:
        raise invalid(f"Max attempts must be non-negative: {attempts}")
    return aspect, area, attempts


@op(
    "SampleDistortedBoundingBoxV2",
    image_size="T",
    bounding_boxes="float32",
    min_object_covered="float32",
    T=_SIZES,
    grad=None,
    stateful=True,
    scope="",
    shape_fn=_sample_shapes(SampleDistortedBoundingBox),
)
def _sample_stateful(
    image_size,
    bounding_boxes,
    min_object_covered,
    seed=0,
    seed2=0,
    aspect_ratio_range=None,
    area_range=None,
    max_attempts=None,
    use_image_if_no_bounding_boxes=None,
    name=None,
):
    """A random part of a picture, from the stream of an op seed."""
    aspect, area, attempts = _options(aspect_ratio_range, area_range, max_attempts)
    position = seeds.reserve("SampleDistortedBoundingBoxV2", (aspect, area, attempts), seed, seed2, 4 * attempts)
    return _sample(
        image_size,
        bounding_boxes,
        scalar(min_object_covered, "min_object_covered"),
        aspect,
        area,
        attempts,
        use_image_if_no_bounding_boxes,
        WordStream(*position),
        SampleDistortedBoundingBox,
    )


@op(
    "StatelessSampleDistortedBoundingBox",
    image_size="T",
    bounding_boxes="float32",
    min_object_covered="float32",
    seed="S",
    T=_SIZES,
    S=dt.INDEX,
    grad=None,
    shape_fn=_sample_shapes(StatelessSampleDistortedBoundingBox),
)
def _sample_stateless(
    image_size,
    bounding_boxes,
    min_object_covered,
    seed,
    aspect_ratio_range=None,
    area_range=None,
    max_attempts=None,
    use_image_if_no_bounding_boxes=None,
    name=None,
):
    """A random part of a picture, a function of the seed."""
    aspect, area, attempts = _options(aspect_ratio_range, area_range, max_attempts)
    if seed.shape != (2,):
        raise invalid(f"seed must have shape [2], not {dims_text(seed.shape)}")
    return _sample(
        image_size,
        bounding_boxes,
        scalar(min_object_covered, "min_object_covered"),
        aspect,
        area,
        attempts,
        use_image_if_no_bounding_boxes,
        WordStream(*scramble(*seed.tolist())),
        StatelessSampleDistortedBoundingBox,
    )


@tf_export("image.sample_distorted_bounding_box", v1=[])
@composite
def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: int | None = 0,
    min_object_covered: FloatLike = 0.1,
    aspect_ratio_range: TensorLike | None = None,
    area_range: TensorLike | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """A random part of a picture that keeps enough of an object. Mirrors `tf.image.sample_distorted_bounding_box`.

    Arguments:
        image_size: integers `[height, width, channels]`.
        bounding_boxes: float32 `[batch, boxes, 4]`, the objects as fractions (y1, x1, y2, x2).
        seed: the op seed, 0 (the default) for none.
        min_object_covered: the least share of one object that is kept, 0.1 by default.
        aspect_ratio_range: limits of width / height, (0.75, 1.33) by default.
        area_range: limits of the share of the picture, (0.05, 1) by default.
        max_attempts: after so many, 100 by default, the whole picture is taken.
        use_image_if_no_bounding_boxes: whether no objects mean the whole picture; otherwise they are an error.
        name: a name for the operation in graphs.

    Returns:
        (begin, size, box): the first two for `tf.slice`, the last for `tf.image.draw_bounding_boxes`.

    Raises:
        InvalidArgumentError: other boxes or limits.

    Example:
        >>> x = tf.zeros([20, 20, 3])
        >>> begin, size, box = tf.image.sample_distorted_bounding_box(x.shape, [[[0.2, 0.2, 0.8, 0.8]]], min_object_covered=0.5)
        >>> part = tf.slice(x, begin, size)
        >>> part.shape[2], box.shape, bool(tf.reduce_all(begin + size <= [20, 20, 3]))
        (3, TensorShape([1, 1, 4]), True)
    """
    # As in TensorFlow, a seed of 0 means that there is none.
    pair = seeds.op_pair(seed) if seed else (0, 0)
    return _sample_stateful(
        image_size,
        bounding_boxes,
        min_object_covered,
        *pair,
        aspect_ratio_range,
        area_range,
        max_attempts,
        attribute("bool", use_image_if_no_bounding_boxes, "use_image_if_no_bounding_boxes", False),
        name=name,
    )


@tf_export(v1=["image.sample_distorted_bounding_box"])
@composite
def sample_distorted_bounding_box_v1(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: int | None = None,
    seed2: int | None = None,
    min_object_covered: FloatLike = 0.1,
    aspect_ratio_range: TensorLike | None = None,
    area_range: TensorLike | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """As `tf.image.sample_distorted_bounding_box`, with both seeds of the operation, whatever the global seed.

    Mirrors `tf.compat.v1.image.sample_distorted_bounding_box`.
    """
    return _sample_stateful(
        image_size,
        bounding_boxes,
        min_object_covered,
        seed or 0,
        seed2 or 0,
        aspect_ratio_range,
        area_range,
        max_attempts,
        attribute("bool", use_image_if_no_bounding_boxes, "use_image_if_no_bounding_boxes", False),
        name=name,
    )


@tf_export("image.stateless_sample_distorted_bounding_box", v1=[])
@composite
def stateless_sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: TensorLike,
    min_object_covered: FloatLike = 0.1,
    aspect_ratio_range: TensorLike | None = None,
    area_range: TensorLike | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """A random part of a picture that keeps enough of an object.

    Mirrors `tf.image.stateless_sample_distorted_bounding_box`.

    Arguments:
        image_size: integers `[height, width, channels]`.
        bounding_boxes: float32 `[batch, boxes, 4]`, the objects as fractions (y1, x1, y2, x2).
        seed: two integers, int32 or int64, of which the result is a function.
        min_object_covered: the least share of one object that is kept, 0.1 by default.
        aspect_ratio_range: limits of width / height, (0.75, 1.33) by default.
        area_range: limits of the share of the picture, (0.05, 1) by default.
        max_attempts: after so many, 100 by default, the whole picture is taken.
        use_image_if_no_bounding_boxes: whether no objects mean the whole picture; otherwise they are an error.
        name: a name for the operation in graphs.

    Returns:
        (begin, size, box): the first two for `tf.slice`, the last for `tf.image.draw_bounding_boxes`.

    Raises:
        InvalidArgumentError: other boxes or limits.

    Example:
        >>> x = tf.zeros([20, 20, 3])
        >>> begin, size, box = tf.image.stateless_sample_distorted_bounding_box(x.shape, [[[0.2, 0.2, 0.8, 0.8]]], seed=[1, 2])
        >>> part = tf.slice(x, begin, size)
        >>> part.shape[2], box.shape, bool(tf.reduce_all(begin + size <= [20, 20, 3]))
        (3, TensorShape([1, 1, 4]), True)
    """
    return _sample_stateless(
        image_size,
        bounding_boxes,
        min_object_covered,
        convert_to_tensor(seed),
        aspect_ratio_range,
        area_range,
        max_attempts,
        attribute("bool", use_image_if_no_bounding_boxes, "use_image_if_no_bounding_boxes", False),
        name=name,
    )
