"""Pictures in another size: every method of `tf.image.resize`."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.array_ops.shape_fallbacks import sizes_of, stand_ins
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import leaf_of_sizes
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid, when_run
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import constant_of, convert_to_tensor
from tfshim.engine.values.readable import at_least
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.image import _banded, _filters, _stretched
from tfshim.image._layout import batch_of, checked, number, sizes
from tfshim.image.cropping import crop_to_bounding_box, pad_to_bounding_box
from tfshim.protos.tensors import get_static_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike


_TYPES = dt.REAL_NUMBERS & ~(dt.uint32.mask | dt.uint64.mask)


@tf_export("image.ResizeMethod")
class ResizeMethod:
    """The names of the methods of `tf.image.resize`. Mirrors `tf.image.ResizeMethod`.

    Arguments:

    Returns:
        Attributes `AREA`, `BICUBIC`, `BILINEAR`, `GAUSSIAN`, `LANCZOS3`, `LANCZOS5`, `MITCHELLCUBIC` and `NEAREST_NEIGHBOR`. Each is
         a string that `tf.image.resize` takes as well: "area", "bicubic" ..., and "nearest".

    "nearest" keeps the dtype and invents no values, as labels of pixels need it; "area" averages what a smaller picture has less of.

    Example:
        >>> tf.image.ResizeMethod.BILINEAR, tf.image.ResizeMethod.NEAREST_NEIGHBOR
        ('bilinear', 'nearest')
        >>> x = tf.reshape(tf.range(4), [2, 2, 1])
        >>> tf.image.resize(x, [4, 4], tf.image.ResizeMethod.NEAREST_NEIGHBOR)[0, :, 0].numpy().tolist()
        [0, 0, 1, 1]
    """

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


def _check(images, size):
    if images.ndim != 4:
        raise invalid(f"input must be 4-dimensional{dims_text(images.shape)}")
    if len(size) != 2:
        raise invalid(f"shape_t must have two elements [{len(size)}]")
    if size[0] <= 0 or size[1] <= 0:
        raise when_run("output dimensions must be positive")
    if 0 in images.shape[1:3]:
        raise invalid("input image must be of non-zero size")


def _sized(dtype=None):
    """The shape of a resized picture whose size is not known yet."""

    def shape_fallback(images, size, *_):
        known = images.shape.as_list() if images.shape.rank == 4 else [None] * 4
        places = sizes_of(size) or (None, None)
        return dtype or images.dtype, [known[0], *places, known[3]]

    return shape_fallback


def _resized(dtype=None):
    """The shape without running the kernel, whose weights take long to compute; None leaves it to the kernel."""

    def shape_fn(images, size, align_corners=False, half_pixel_centers=False, *_):
        if align_corners is True and half_pixel_centers is True:
            return None
        return _of_stand_ins(dtype or images.dtype, images, size)

    return shape_fn


def _of_stand_ins(dtype, images, size):
    if images.shape.rank != 4:
        return None
    places = stand_ins(size) if isinstance(size, Tensor) else (size, size)
    if type(images) is EagerTensor or images._a is None or places[0] is None or 0 in images.shape.as_list():
        return None
    if any(len(p) != 2 or min(p) <= 0 for p in places):
        return None
    a, b = ([x.shape[0], *(int(n) for n in p), x.shape[3]] for x, p in zip((images._a, images._b), places))
    return leaf_of_sizes(dtype, a, b)


def _weighed(images, rows, columns):
    """[batch, height, width, channels] with its rows and columns mixed by the matrices of weights."""
    x = images.float()
    batch, height, width, channels = x.shape
    out_height, out_width = rows.shape[0], columns.shape[0]
    if x.is_meta:
        return x.new_empty(batch, out_height, out_width, channels)
    if _banded.suits(x, rows, columns):
        return _banded.weighed(x, rows, columns)
    rows, columns = rows.to(x.device), columns.to(x.device)
    x = torch.matmul(rows, x.reshape(batch, height, width * channels))
    # One large product, with the columns in front, is far quicker than one with few channels for each row.
    x = x.reshape(batch * out_height, width, channels).permute(1, 0, 2).reshape(width, -1)
    return torch.matmul(columns, x).reshape(out_width, batch, out_height, channels).permute(1, 2, 0, 3).contiguous()


# From this many times less rows on, those that the result is made of are taken before anything is made float32.
_SHRINKS = 4


def _rows_between(images, count):
    """`images`, integers [batch, height, width, channels], with `count` rows, each between two of the others; float32."""
    below, above, share = _filters.rows_between(images.shape[1], count)
    return torch.lerp(images.index_select(1, below).float(), images.index_select(1, above).float(), share)


@op("ResizeBilinear", images="T", size="ints", T=_TYPES, scope="", shape_fn=_resized(dt.float32), shape_fallback=_sized(dt.float32))
def resize_bilinear(images, size, align_corners=False, half_pixel_centers=False, name=None):
    """Pictures [batch, height, width, channels] in `size` by linear interpolation; float32."""
    _check(images, size)
    _check_corners(align_corners, half_pixel_centers)
    if half_pixel_centers and images.is_cpu and not images.dtype.is_floating_point and at_least(images.shape[1], _SHRINKS * size[0]):
        x = _rows_between(images, size[0])
    else:
        x = images.float()
    if x.shape[1:3] == torch.Size(size):
        return x if x is not images else x.clone()
    if half_pixel_centers:
        if _stretched.suits(x, size):
            return _stretched.stretched(x, size)
        return torch._C._nn.upsample_bilinear2d(x.permute(0, 3, 1, 2), size, False, None).permute(0, 2, 3, 1)
    return _weighed(x, _legacy(x.shape[1], size[0], align_corners), _legacy(x.shape[2], size[1], align_corners))


def _check_corners(align_corners, half_pixel_centers):
    if align_corners and half_pixel_centers:
        raise invalid("If half_pixel_centers is True, align_corners must be False.")


def _legacy(count, out, align_corners):
    """The weights of linear interpolation where pixels start, rather than are centred, at whole numbers."""
    place = torch.from_numpy(_filters.legacy_places(count, out, align_corners))
    below = place.floor().long().clamp(max=count - 1)
    above = (below + 1).clamp(max=count - 1)
    share = (place - below)[:, None]
    made = torch.zeros(out, count)
    made.scatter_add_(1, below[:, None], 1 - share)
    return made.scatter_add_(1, above[:, None], share)


@op("ResizeNearestNeighbor", images="T", size="ints", T=_TYPES, scope="", shape_fn=_resized(), shape_fallback=_sized())
def resize_nearest(images, size, align_corners=False, half_pixel_centers=False, name=None):
    """Pictures [batch, height, width, channels] in `size`, each pixel a copy of the nearest."""
    _check(images, size)
    _check_corners(align_corners, half_pixel_centers)
    if half_pixel_centers and images.dtype in (torch.float32, torch.uint8) and images.numel():
        return F.interpolate(images.permute(0, 3, 1, 2), size, mode="nearest-exact").permute(0, 2, 3, 1)
    made = images
    for axis, out in ((1, size[0]), (2, size[1])):
        count = images.shape[axis]
        if count == out and half_pixel_centers:
            continue
        if half_pixel_centers:
            index = _filters.nearest(count, out)
        else:
            place = torch.from_numpy(_filters.legacy_places(count, out, align_corners))
            index = (place + 0.5 if align_corners else place).floor().long()
        index = index.clamp(max=count - 1)
        made = made.index_select(axis, index.to(images.device))
    return made if made is not images else images.clone()


@op("ResizeBicubic", images="T", size="ints", T=_TYPES, scope="", shape_fn=_resized(dt.float32), shape_fallback=_sized(dt.float32))
def resize_bicubic(images, size, align_corners=False, half_pixel_centers=False, name=None):
    """Pictures [batch, height, width, channels] in `size` by cubic convolution; float32."""
    _check(images, size)
    _check_corners(align_corners, half_pixel_centers)
    of = _filters.cubic if half_pixel_centers else functools.partial(_filters.legacy_cubic, align_corners=align_corners)
    return _weighed(images, of(images.shape[1], size[0]), of(images.shape[2], size[1]))


@op(
    "ResizeArea",
    images="T",
    size="ints",
    T=_TYPES,
    scope="",
    grad="missing",
    shape_fn=_resized(dt.float32),
    shape_fallback=_sized(dt.float32),
)
def resize_area(images, size, align_corners=False, name=None):
    """Pictures [batch, height, width, channels] in `size`, each pixel a mean over the area it covers; float32."""
    _check(images, size)
    return _weighed(images, _filters.area(images.shape[1], size[0], align_corners), _filters.area(images.shape[2], size[1], align_corners))


@op("ScaleAndTranslate", images="T", size="ints", T=_TYPES, scope="", shape_fn=_resized(dt.float32), shape_fallback=_sized(dt.float32))
def _resampled(images, size, kernel_type, antialias, name=None):
    """Pictures [batch, height, width, channels] in `size` by the filter named `kernel_type`; float32."""
    _check(images, size)
    rows = _filters.sampled(images.shape[1], size[0], kernel_type, antialias)
    columns = _filters.sampled(images.shape[2], size[1], kernel_type, antialias)
    return _weighed(images, rows, columns)


def placed(images, size, scale, translation, kernel_type, antialias):
    """Pictures [batch, height, width, channels] in `size`, where they lie `scale` times as large and moved by `translation` pixels."""
    places = zip(images.shape[1:3], size, scale, translation)
    return _weighed(images, *(_filters.sampled(n, out, kernel_type, antialias, times, by) for n, out, times, by in places))


_FILTERS = {"lanczos3": "lanczos3", "lanczos5": "lanczos5", "gaussian": "gaussian", "mitchellcubic": "mitchellcubic"}


# What is recorded for a size that is known, in one of these.
_SIZES = [(kind, "size") for kind in "ResizeArea ResizeBicubic ResizeBilinear ResizeNearestNeighbor".split()]


def _filtered(method, antialias):
    return method in _FILTERS or antialias and method in ("bilinear", "bicubic")


def _resizer(method, antialias, scope=None):
    """The function (images, size) -> images for a method; in a graph its operation is named within `scope`."""
    within = (lambda name: None) if scope is None else (lambda name: f"{scope}{name}/")
    if not isinstance(method, str):
        raise ValueError(f"Resize method is not implemented: {method}")
    if method in _FILTERS:
        return lambda x, s: _resampled(x, s, method, antialias, name=scope)
    if method == "bilinear":
        if antialias:
            return lambda x, s: _resampled(x, s, "triangle", antialias, name=scope)
        return lambda x, s: resize_bilinear(x, s, half_pixel_centers=True, name=within("ResizeBilinear"))
    if method == "bicubic":
        if antialias:
            return lambda x, s: _resampled(x, s, "keyscubic", antialias, name=scope)
        return lambda x, s: resize_bicubic(x, s, half_pixel_centers=True, name=within("ResizeBicubic"))
    if method == "nearest":
        return lambda x, s: resize_nearest(x, s, half_pixel_centers=True, name=within("ResizeNearestNeighbor"))
    if method == "area":
        return lambda x, s: resize_area(x, s, name=within("ResizeArea"))
    raise ValueError(f"Resize method is not implemented: {method}")


@tf_export("image.resize")
@composite
def resize(
    images: TensorLike,
    size: TensorLike,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> AnyTensor:
    """Pictures in another size. Mirrors `tf.image.resize`.

    Arguments:
        images: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        size: the new height and width, int32.
        method: "bilinear" (the default), "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian" or "mitchellcubic".
        preserve_aspect_ratio: whether `size` is the greatest size of a result with the old proportions; False by default.
        antialias: whether filters are wide enough for a smaller picture; without effect for "nearest" and "area". False by default.
        name: a name for the operation in graphs.

    Returns:
        A float32 tensor of the same rank; with "nearest" one of the dtype of `images`.

    Raises:
        ValueError: another rank, size or method.

    Example:
        >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0], [2, 2, 1])
        >>> tf.image.resize(x, [3, 3], "nearest")[..., 0].numpy().tolist()
        [[1.0, 2.0, 2.0], [3.0, 4.0, 4.0], [3.0, 4.0, 4.0]]
        >>> tf.image.resize(x, [2, 4])[..., 0].numpy().tolist()
        [[1.0, 1.25, 1.75, 2.0], [3.0, 3.25, 3.75, 4.0]]
        >>> tf.image.resize(tf.zeros([5, 100, 50, 3]), [20, 20], preserve_aspect_ratio=True).shape
        TensorShape([5, 20, 10, 3])
    """
    if TS.graph is None:
        return resized(images, size, _resizer(method, antialias), preserve_aspect_ratio)
    with name_scope(name or "resize") as scope:
        return resized(images, size, _resizer(method, antialias, scope), preserve_aspect_ratio, named=not _filtered(method, antialias))


def resized(images, size, run, preserve_aspect_ratio=False, skip_same=False, named=True):
    """`images`, one or a batch of them, resized by `run(batch, size)`; see `resize`.

    With `skip_same` pictures of the wanted size come back as they are, of whatever dtype. `named`: in graphs the size has a node here,
    and not only within what `run` records.
    """
    given, images = images, convert_to_tensor(images, name="images")
    rank = images.shape.rank
    if rank is None:
        raise ValueError("'images' contains no shape.")
    if rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    try:
        size = convert_to_tensor(size, dt.int32, name="size")
    except (TypeError, ValueError):
        raise ValueError("'size' must be a 1-D int32 Tensor") from None
    if not size.shape.is_compatible_with([2]):
        raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    single = rank == 3
    batch = array_ops.expand_dims(images, 0) if single else images
    if preserve_aspect_ratio:
        size = _proportional(batch, size)
    known = size.numpy() if isinstance(size, EagerTensor) else get_static_value(size)
    wanted = size if known is None else known.tolist()
    if skip_same and known is not None and wanted == batch.shape.as_list()[1:3]:
        return images if images is given else constant_of(images, "images")
    made = run(batch, wanted) if known is None or not named or TS.graph is None else _sized_run(run, batch, wanted, size)
    return array_ops.squeeze(made, axis=[0]) if single else made


def _sized_run(run, batch, wanted, size):
    """`run(batch, wanted)` in a graph, where the tensor `size` is shown as what gives the numbers `wanted`."""
    graph = TS.graph
    if type(size) is EagerTensor:
        size = graph._as_node(size, f"{TS.name_scope or ''}size/")
    graph.given_inputs.update(dict.fromkeys(_SIZES, size))
    try:
        return run(batch, wanted)
    finally:
        for key in _SIZES:
            graph.given_inputs.pop(key, None)


def _proportional(images, size):
    """The greatest size within `size` that has the proportions of `images`."""
    height, width = sizes(images)[1:3]
    height, width = array_ops.cast(height, dt.float32), array_ops.cast(width, dt.float32)
    wanted = array_ops.cast(size, dt.float32)
    factor = math.minimum(wanted[0] / height, wanted[1] / width)
    return array_ops.cast(math.round(array_ops.stack([factor * height, factor * width])), dt.int32)


def _cropped_or_padded(image, target_height, target_width):
    """The batch cut or filled with zeros about its centre."""
    target_height, target_width = number(target_height), number(target_width)
    image = checked(image, (target_width > 0, "target_width must be > 0."), (target_height > 0, "target_height must be > 0."))
    _, height, width, _ = sizes(image)
    half = lambda n: n // 2 if isinstance(n, int) else math.floordiv(n, 2)  # noqa: E731
    cut_y, cut_x = _at_least(half(height - target_height), 0), _at_least(half(width - target_width), 0)
    pad_y, pad_x = _at_least(half(target_height - height), 0), _at_least(half(target_width - width), 0)
    image = crop_to_bounding_box(image, cut_y, cut_x, _at_most(target_height, height), _at_most(target_width, width))
    return pad_to_bounding_box(image, pad_y, pad_x, target_height, target_width)


def _at_least(value, limit):
    return max(value, limit) if isinstance(value, int) else math.maximum(value, limit)


def _at_most(value, limit):
    return min(value, limit) if isinstance(value, int) and isinstance(limit, int) else math.minimum(value, limit)


@tf_export("image.resize_with_crop_or_pad", v1=["image.resize_with_crop_or_pad", "image.resize_image_with_crop_or_pad"])
@composite
def resize_with_crop_or_pad(image: TensorLike, target_height: IntLike, target_width: IntLike) -> Tensor:
    """Pictures cut or filled with zeros to a size, evenly on both sides. Mirrors `tf.image.resize_with_crop_or_pad`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        target_height, target_width: the size, integers in pixels.

    Returns:
        A tensor of the same rank and dtype.

    Raises:
        ValueError: another rank, or a size below one.

    Nothing is resampled: `tf.image.resize` and `tf.image.resize_with_pad` do that.

    Example:
        >>> x = tf.reshape(tf.range(1, 7), [2, 3, 1])
        >>> tf.image.resize_with_crop_or_pad(x, 4, 1)[..., 0].numpy().tolist()
        [[0], [2], [5], [0]]
        >>> tf.image.resize_with_crop_or_pad(tf.zeros([5, 8, 8, 3]), 6, 12).shape
        TensorShape([5, 6, 12, 3])
    """
    return _in_size(image, target_height, target_width)


@in_name_scope("resize_image_with_crop_or_pad")
def _in_size(image, target_height, target_width):
    image, single = batch_of(image)
    made = _known_size(_cropped_or_padded(image, target_height, target_width), number(target_height), number(target_width))
    return array_ops.squeeze(made, axis=[0]) if single else made


def _known_size(made, height, width):
    """`made` once it is seen in a graph that it has this height and width."""
    if TS.graph is None:
        return made
    checks = []
    for found, wanted, side in zip(sizes(made)[1:3], (height, width), ("height", "width")):
        same = math.equal if isinstance(found, Tensor) or isinstance(wanted, Tensor) else operator.eq
        checks.append((same(found, wanted), f"resized {side} is not correct."))
    return checked(made, *checks)


@tf_export("image.resize_with_pad", v1=[])
@composite
def resize_with_pad(
    image: TensorLike, target_height: IntLike, target_width: IntLike, method: str = ResizeMethod.BILINEAR, antialias: bool = False
) -> Tensor:
    """Pictures resized within a size in their own proportions, and padded. Mirrors `tf.image.resize_with_pad`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        target_height, target_width: the size, integers in pixels.
        method, antialias: those of `tf.image.resize`.

    Returns:
        A float32 tensor of the same rank; zeros fill the rest, evenly on both sides.

    Raises:
        ValueError: another rank, or a size below one.

    Example:
        >>> tf.image.resize_with_pad(tf.ones([1, 2, 1]), 4, 4)[..., 0].numpy().tolist()
        [[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]
        >>> tf.image.resize_with_pad(tf.zeros([5, 100, 50, 3]), 32, 32).shape
        TensorShape([5, 32, 32, 3])
    """
    return padded(image, target_height, target_width, functools.partial(resize, method=method, antialias=antialias))


def padded(image, target_height, target_width, run):
    """`resize_with_pad` where `run(batch, size)` resizes."""
    return _padded(image, target_height, target_width, run)


@in_name_scope("resize_image_with_pad")
def _padded(image, target_height, target_width, run):
    image, single = batch_of(image)
    target_height, target_width = number(target_height), number(target_width)
    image = checked(image, (target_width > 0, "target_width must be > 0."), (target_height > 0, "target_height must be > 0."))
    _, height, width, _ = sizes(image)
    f_height, f_width = array_ops.cast(height, dt.float32), array_ops.cast(width, dt.float32)
    f_target_height, f_target_width = array_ops.cast(target_height, dt.float32), array_ops.cast(target_width, dt.float32)
    ratio = math.maximum(f_width / f_target_width, f_height / f_target_height)
    resized_height, resized_width = f_height / ratio, f_width / ratio
    new_height, new_width = (array_ops.cast(math.floor(n), dt.int32) for n in (resized_height, resized_width))
    # The padding is that of the size before it is rounded down.
    pads = [math.floor((t - n) / 2) for t, n in ((f_target_height, resized_height), (f_target_width, resized_width))]
    pad_y, pad_x = [math.maximum(0, n) for n in [array_ops.cast(n, dt.int32) for n in pads]]
    made = run(image, [new_height, new_width])
    made = pad_to_bounding_box(made, number(pad_y), number(pad_x), target_height, target_width)
    if TS.graph is not None:
        sizes(made)
    return array_ops.squeeze(made, axis=[0]) if single else made
