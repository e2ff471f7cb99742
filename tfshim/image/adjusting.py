"""Brightness and contrast, and the types that pictures come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.array_ops.identities import identity
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.image._layout import named
from tfshim.math import add
from tfshim.math.arithmetic import multiply
from tfshim.math.saturating import saturate_cast

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor


@op(
    "AdjustContrastv2",
    images="T",
    contrast_factor="float32",
    T=dt.float16.mask | dt.float32.mask,
    grad="missing",
    scope="",
    shape_fn=by_sizes(lambda images, factor: images if len(images) > 2 and factor == () else None, 2),
)
def _adjust_contrast(images, contrast_factor, name=None):
    """`(x - mean) * contrast_factor + mean`, the mean being that of each channel of each picture."""
    if images.ndim < 3:
        raise invalid(f"input must be at least 3-D, got shape{dims_text(images.shape)}")
    if contrast_factor.ndim:
        raise invalid(f"contrast_factor must be scalar: {dims_text(contrast_factor.shape)}")
    return spread(images, contrast_factor)


_MANY = 1 << 12  # numbers from which on other shapes are worth the calls that make them


def spread(images, factor):
    """Torch's `images` with the distances from the means of their channels multiplied by `factor`, which broadcasts."""
    wide = images.float()
    if not factor.ndim and at_least(wide.numel(), _MANY):
        # Whole rows meet a row of means: torch is slow where an axis as short as that of the channels broadcasts.
        *batch, height, width, channels = wide.shape
        rows = wide.reshape(*batch, height, width * channels)
        mean = rows.mean(-2).view(*batch, width, channels).mean(-2)
        mean = mean[..., None, None, :].expand(*batch, 1, width, channels).reshape(*batch, 1, width * channels)
        apart = rows - mean
        apart = apart.mul_(factor).add_(mean) if readable(apart) else apart * factor + mean
        return apart.reshape(images.shape).to(images.dtype)
    mean = wide.mean((-3, -2), keepdim=True)
    return ((wide - mean) * factor + mean).to(images.dtype)


def _as_float(images):
    """`images` as float32 in [0, 1] where they are integers or of another precision, and the type to return to."""
    original = images.dtype
    if original in (dt.float16, dt.float32):
        return images, original
    return convert_image_dtype(images, dt.float32), original


@tf_export("image.adjust_contrast")
@composite
def adjust_contrast(images: TensorLike, contrast_factor: TensorLike) -> Tensor:
    """Pictures whose values are spread about the mean of their channel. Mirrors `tf.image.adjust_contrast`.

    Arguments:
        images: a tensor `[..., height, width, channels]` of numbers.
        contrast_factor: a float scalar; below 1 there is less contrast, above it more.

    Returns:
        A tensor of the same shape and dtype: `(x - mean) * contrast_factor + mean`, with the mean of each channel of each picture.

    Raises:
        InvalidArgumentError: fewer than three dimensions.

    There is no gradient, as in TensorFlow: asking a tape for it raises LookupError.

    Example:
        >>> tf.image.adjust_contrast([[[1.0], [3.0]]], 2.0).numpy().tolist()
        [[[0.0], [4.0]]]
        >>> tf.image.adjust_contrast([[[1.0], [3.0]]], 0.0).numpy().tolist()
        [[[2.0], [2.0]]]
    """
    return _spread_as(images, contrast_factor)


@in_name_scope("adjust_contrast", last=True)
def _spread_as(images, contrast_factor, name=None):
    images, original = _as_float(convert_to_tensor(images, name="images"))
    return convert_image_dtype(_adjust_contrast(images, contrast_factor, name=name), original, saturate=True)


@tf_export("image.adjust_brightness", elementwise="unary")
@composite
def adjust_brightness(image: TensorLike, delta: TensorLike) -> AnyTensor:
    """Pictures with a number added to all values. Mirrors `tf.image.adjust_brightness`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        delta: a scalar on the scale from 0 to 1, which integers are brought to as well; it may be negative.

    Returns:
        A tensor of the same shape and dtype.

    Floats are not cut at 1; integers are, as `tf.image.convert_image_dtype` does it with `saturate=True`.

    Example:
        >>> tf.image.adjust_brightness([[[0.25], [0.5]]], 0.25).numpy().tolist()
        [[[0.5], [0.75]]]
        >>> tf.image.adjust_brightness(tf.constant([[[100], [250]]], tf.uint8), 0.1).numpy().tolist()
        [[[125], [255]]]
    """
    return _brighter(image, delta)


@in_name_scope("adjust_brightness", last=True)
def _brighter(image, delta, name=None):
    floats, original = _as_float(convert_to_tensor(image, name="image"))
    return convert_image_dtype(add(floats, named(delta, floats.dtype, "Cast/x"), name=name), original, saturate=True)


@tf_export("image.convert_image_dtype", elementwise="unary")
@composite
def convert_image_dtype(image: TensorLike, dtype: DTypeLike, saturate: bool = False, name: str | None = None) -> AnyTensor:
    """Pictures in another dtype, with their values rescaled. Mirrors `tf.image.convert_image_dtype`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        dtype: a float dtype, whose values lie in [0, 1], or an integer one, whose values lie in [0, its greatest value].
        saturate: whether what does not fit is cut rather than wrapped around; False by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape.

    Raises:
        AttributeError: another dtype.

    `tf.cast` leaves the values as they are instead.

    Example:
        >>> tf.image.convert_image_dtype(tf.constant([0, 51, 255], tf.uint8), tf.float32).numpy().tolist()
        [0.0, 0.20000001788139343, 1.0]
        >>> tf.image.convert_image_dtype([0.0, 0.5, 1.0], tf.uint8).numpy().tolist()
        [0, 127, 255]
        >>> tf.image.convert_image_dtype(tf.constant([0, 255], tf.uint8), tf.uint16).numpy().tolist()
        [0, 65280]
    """
    image, dtype = convert_to_tensor(image, name="image"), dt.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_integer):
        raise AttributeError("dtype must be either floating point or integer")
    if not (image.dtype.is_floating or image.dtype.is_integer):
        raise AttributeError("image dtype must be either floating point or integer")
    if image.dtype == dtype:
        return image if TS.graph is None else identity(image, name=name)
    return _converted(image, dtype, saturate, name)


@in_name_scope("convert_image", last=True)
def _converted(image, dtype, saturate, name=None):
    """`image` with its values rescaled to another `dtype`."""
    to = saturate_cast if saturate else cast
    if image.dtype.is_integer and dtype.is_integer:
        inner, outer = int(image.dtype.max), int(dtype.max)
        if inner > outer:
            return to(image // cast((inner + 1) // (outer + 1), image.dtype), dtype, name=name)
        scale = (outer + 1) // (inner + 1)
        if saturate and image.dtype.min < 0 <= dtype.min:
            return multiply(saturate_cast(image, dtype), scale, name=name)
        return multiply(cast(image, dtype), scale, name=name)
    if image.dtype.is_floating and dtype.is_floating:
        return to(image, dtype, name=name)
    if image.dtype.is_integer:
        return multiply(cast(image, dtype), 1.0 / int(image.dtype.max), name=name)
    # Half a step more than the greatest value, so that rounding down reaches it.
    return to(multiply(image, int(dtype.max) + 0.5), dtype, name=name)
