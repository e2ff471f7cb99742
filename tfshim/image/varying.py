"""Random changes to pictures, from op seeds (`random_*`) or from seeds alone (`stateless_random_*`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math, random
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.debugging.assertion import Assert
from tfshim.engine.ops.composite import composite
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.image import adjusting, colours, turning
from tfshim.image._layout import images_of
from tfshim.image.compressing import adjust_jpeg_quality

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, FloatLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


def _limited(max_delta, greatest=None):
    if greatest is not None and max_delta > greatest:
        raise ValueError(f"max_delta must be <= {greatest}.")
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")


def _span(lower, upper):
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")


@tf_export("image.random_brightness", elementwise="unary")
@composite
def random_brightness(image: TensorLike, max_delta: FloatLike, seed: int | None = None) -> AnyTensor:
    """`adjust_brightness` by a random amount in [-max_delta, max_delta). Mirrors `tf.image.random_brightness`.

    Raises ValueError for a negative `max_delta`.
    """
    _limited(max_delta)
    return adjusting.adjust_brightness(image, random.uniform([], -max_delta, max_delta, seed=seed))


@tf_export("image.stateless_random_brightness", v1=[], elementwise="unary")
@composite
def stateless_random_brightness(image: TensorLike, max_delta: FloatLike, seed: TensorLike) -> AnyTensor:
    """`random_brightness` with the same result for the same `seed`, two integers.

    Mirrors `tf.image.stateless_random_brightness`. Other arguments and errors as in `random_brightness`.
    """
    _limited(max_delta)
    return adjusting.adjust_brightness(image, random.stateless_uniform([], seed, -max_delta, max_delta))


@tf_export("image.random_contrast")
@composite
def random_contrast(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: int | None = None) -> Tensor:
    """`adjust_contrast` by a random factor in [lower, upper). Mirrors `tf.image.random_contrast`.

    Raises ValueError unless 0 <= lower < upper.
    """
    _span(lower, upper)
    return adjusting.adjust_contrast(image, random.uniform([], lower, upper, seed=seed))


@tf_export("image.stateless_random_contrast", v1=[])
@composite
def stateless_random_contrast(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: TensorLike) -> Tensor:
    """`random_contrast` with the same result for the same `seed`, two integers.

    Mirrors `tf.image.stateless_random_contrast`. Other arguments and errors as in `random_contrast`.
    """
    _span(lower, upper)
    return adjusting.adjust_contrast(image, random.stateless_uniform([], seed, lower, upper))


@tf_export("image.random_hue")
@composite
def random_hue(image: TensorLike, max_delta: FloatLike, seed: int | None = None) -> Tensor:
    """`adjust_hue` by a random turn in [-max_delta, max_delta). Mirrors `tf.image.random_hue`.

    Raises ValueError unless `max_delta` is in [0, 0.5].
    """
    _limited(max_delta, 0.5)
    return colours.adjust_hue(image, random.uniform([], -max_delta, max_delta, seed=seed))


@tf_export("image.stateless_random_hue", v1=[])
@composite
def stateless_random_hue(image: TensorLike, max_delta: FloatLike, seed: TensorLike) -> Tensor:
    """`random_hue` with the same result for the same `seed`, two integers.

    Mirrors `tf.image.stateless_random_hue`. Other arguments and errors as in `random_hue`.
    """
    _limited(max_delta, 0.5)
    return colours.adjust_hue(image, random.stateless_uniform([], seed, -max_delta, max_delta))


@tf_export("image.random_saturation")
@composite
def random_saturation(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: int | None = None) -> Tensor:
    """`adjust_saturation` by a random factor in [lower, upper). Mirrors `tf.image.random_saturation`.

    Raises ValueError unless 0 <= lower < upper.
    """
    _span(lower, upper)
    return colours.adjust_saturation(image, random.uniform([], lower, upper, seed=seed))


@tf_export("image.stateless_random_saturation", v1=[])
@composite
def stateless_random_saturation(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: TensorLike = None) -> Tensor:
    """`random_saturation` with the same result for the same `seed`, two integers.

    Mirrors `tf.image.stateless_random_saturation`. Other arguments and errors as in `random_saturation`.
    """
    _span(lower, upper)
    return colours.adjust_saturation(image, random.stateless_uniform([], seed, lower, upper))


def _qualities(low, high):
    if low < 0 or high < 0 or low > 100 or high > 100:
        raise ValueError("jpeg encoding range must be between 0 and 100.")
    if low >= high:
        raise ValueError("`min_jpeg_quality` must be less than `max_jpeg_quality`.")


@tf_export("image.random_jpeg_quality")
@composite
def random_jpeg_quality(image: TensorLike, min_jpeg_quality: IntLike, max_jpeg_quality: IntLike, seed: int | None = None) -> Tensor:
    """`adjust_jpeg_quality` with a random integer in [min_jpeg_quality, max_jpeg_quality).

    Mirrors `tf.image.random_jpeg_quality`. Raises ValueError unless 0 <= min < max <= 100.
    """
    _qualities(min_jpeg_quality, max_jpeg_quality)
    return adjust_jpeg_quality(image, random.uniform([], min_jpeg_quality, max_jpeg_quality, dtype=dt.int32, seed=seed))


@tf_export("image.stateless_random_jpeg_quality", v1=[])
@composite
def stateless_random_jpeg_quality(image: TensorLike, min_jpeg_quality: IntLike, max_jpeg_quality: IntLike, seed: TensorLike) -> Tensor:
    """`random_jpeg_quality` with the same result for the same `seed`, two integers.

    Mirrors `tf.image.stateless_random_jpeg_quality`. Other arguments and errors as in `random_jpeg_quality`.
    """
    _qualities(min_jpeg_quality, max_jpeg_quality)
    quality = random.stateless_uniform([], seed, min_jpeg_quality, max_jpeg_quality, dtype=dt.int32)
    return adjust_jpeg_quality(image, quality)


def _mirrored_at_random(image, axis, draw):
    """`image` mirrored along `axis` or not; each image of a batch independently."""
    image = images_of(image)
    rank = image.shape.rank

    def one():
        return cond(math.less(draw([]), 0.5), lambda: turning.mirrored(image, axis), lambda: image)

    def several():
        count = None if rank is None else image.shape.as_list()[0]
        drawn = draw([array_ops.shape(image)[0] if count is None else count])
        flips = array_ops.cast(math.round(array_ops.reshape(drawn, [-1, 1, 1, 1])), image.dtype)
        return flips * turning.mirrored(image, axis) + (1 - flips) * image

    if rank is None:
        return cond(math.equal(array_ops.rank(image), 3), one, several)
    if rank not in (3, 4):
        raise ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")
    return one() if rank == 3 else several()


@tf_export("image.random_flip_left_right")
@composite
def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """`flip_left_right` or nothing, equally likely, independently for each image. Mirrors `tf.image.random_flip_left_right`."""
    return _mirrored_at_random(image, 1, lambda shape: random.uniform(shape, 0, 1.0, seed=seed))


@tf_export("image.random_flip_up_down")
@composite
def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """`flip_up_down` or nothing, equally likely, independently for each image. Mirrors `tf.image.random_flip_up_down`."""
    return _mirrored_at_random(image, 0, lambda shape: random.uniform(shape, 0, 1.0, seed=seed))


@tf_export("image.stateless_random_flip_left_right", v1=[])
@composite
def stateless_random_flip_left_right(image: TensorLike, seed: TensorLike) -> Tensor:
    """As `random_flip_left_right`, a function of `seed`, two integers. Mirrors `tf.image.stateless_random_flip_left_right`."""
    return _mirrored_at_random(image, 1, lambda shape: random.stateless_uniform(shape, seed))


@tf_export("image.stateless_random_flip_up_down", v1=[])
@composite
def stateless_random_flip_up_down(image: TensorLike, seed: TensorLike) -> Tensor:
    """As `random_flip_up_down`, a function of `seed`, two integers. Mirrors `tf.image.stateless_random_flip_up_down`."""
    return _mirrored_at_random(image, 0, lambda shape: random.stateless_uniform(shape, seed))


def _cropped_at_random(value, size, draw):
    """A part of `value` at the place that `draw(shape, dtype)`, random integers, gives."""
    value = convert_to_tensor(value, name="value")
    size = convert_to_tensor(size, dt.int32, name="size")
    shape = array_ops.shape(value)
    Assert(math.reduce_all(math.greater_equal(shape, size)), ["Need value.shape >= size, got ", shape, size], summarize=1000)
    # The remainder of a number from the whole range, as TensorFlow draws it.
    offset = draw(array_ops.shape(shape), size.dtype) % (shape - size + 1)
    return array_ops.slice(value, offset, size)


@tf_export("image.random_crop", v1=["image.random_crop", "random_crop"])
@composite
def random_crop(value: TensorLike, size: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """A part of `value`, of any rank, of the given `size`, from a random place. Mirrors `tf.image.random_crop`.

    `size`: an integer for each axis of `value`. Raises InvalidArgumentError where `value` is smaller.
    """
    return _cropped_at_random(value, size, lambda shape, dtype: random.uniform(shape, dtype=dtype, maxval=dtype.max, seed=seed))


@tf_export("image.stateless_random_crop", v1=[])
@composite
def stateless_random_crop(value: TensorLike, size: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """`random_crop` with the same result for the same `seed`, two integers.

    Mirrors `tf.image.stateless_random_crop`. Other arguments and errors as in `random_crop`.
    """
    return _cropped_at_random(value, size, lambda shape, dtype: random.stateless_uniform(shape, seed, maxval=dtype.max, dtype=dtype))
