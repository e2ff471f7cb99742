"""Random changes to pictures, from op seeds (`random_*`) or from seeds alone (`stateless_random_*`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim import array_ops, math, random
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.debugging.assertion import Assert, with_dependencies
from tfshim.engine.ops.composite import composite
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
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
    """Pictures with a random number added to all values. Mirrors `tf.image.random_brightness`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        max_delta: a number, not negative: what is added lies in [-max_delta, max_delta), on the scale from 0 to 1.
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: a negative `max_delta`.

    All pictures of a batch get the same: `tf.image.adjust_brightness` with one number. In a pipeline
    `tf.image.stateless_random_brightness` gives the same for the same seed.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.random_brightness(x, 0.2)
        >>> y.shape, y.dtype
        (TensorShape([2, 2, 3]), tf.float32)
        >>> bool(tf.reduce_all(x == y))
        False
    """
    _limited(max_delta)
    return adjusting.adjust_brightness(image, random.uniform([], -max_delta, max_delta, seed=seed))


@tf_export("image.stateless_random_brightness", v1=[], elementwise="unary")
@composite
def stateless_random_brightness(image: TensorLike, max_delta: FloatLike, seed: TensorLike) -> AnyTensor:
    """Pictures with a random number added to all values. Mirrors `tf.image.stateless_random_brightness`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        max_delta: a number, not negative: what is added lies in [-max_delta, max_delta), on the scale from 0 to 1.
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: a negative `max_delta`.

    All pictures of a batch get the same: `tf.image.adjust_brightness` with one number. The same seed gives the same result, unlike with
    `tf.image.random_brightness`.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.stateless_random_brightness(x, 0.2, seed=[1, 2])
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_brightness(x, 0.2, seed=[1, 2]))), y.shape
        (True, TensorShape([2, 2, 3]))
    """
    _limited(max_delta)
    return adjusting.adjust_brightness(image, random.stateless_uniform([], seed, -max_delta, max_delta))


@tf_export("image.random_contrast")
@composite
def random_contrast(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: int | None = None) -> Tensor:
    """Pictures with a random contrast. Mirrors `tf.image.random_contrast`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        lower, upper: numbers; the factor lies in [lower, upper).
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: not 0 <= lower < upper.

    All pictures of a batch get the same: `tf.image.adjust_contrast` with one number. In a pipeline
    `tf.image.stateless_random_contrast` gives the same for the same seed.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.random_contrast(x, 0.5, 1.5)
        >>> y.shape, y.dtype
        (TensorShape([2, 2, 3]), tf.float32)
        >>> bool(tf.reduce_all(x == y))
        False
    """
    _span(lower, upper)
    return adjusting.adjust_contrast(image, random.uniform([], lower, upper, seed=seed))


@tf_export("image.stateless_random_contrast", v1=[])
@composite
def stateless_random_contrast(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: TensorLike) -> Tensor:
    """Pictures with a random contrast. Mirrors `tf.image.stateless_random_contrast`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        lower, upper: numbers; the factor lies in [lower, upper).
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: not 0 <= lower < upper.

    All pictures of a batch get the same: `tf.image.adjust_contrast` with one number. The same seed gives the same result, unlike with
    `tf.image.random_contrast`.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.stateless_random_contrast(x, 0.5, 1.5, seed=[1, 2])
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_contrast(x, 0.5, 1.5, seed=[1, 2]))), y.shape
        (True, TensorShape([2, 2, 3]))
    """
    _span(lower, upper)
    return adjusting.adjust_contrast(image, random.stateless_uniform([], seed, lower, upper))


@tf_export("image.random_hue")
@composite
def random_hue(image: TensorLike, max_delta: FloatLike, seed: int | None = None) -> Tensor:
    """Pictures with their hue turned at random. Mirrors `tf.image.random_hue`.

    Arguments:
        image: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        max_delta: a number in [0, 0.5]; the turn lies in [-max_delta, max_delta), as a part of a full one.
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another `max_delta`.

    All pictures of a batch get the same: `tf.image.adjust_hue` with one number. In a pipeline
    `tf.image.stateless_random_hue` gives the same for the same seed.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.random_hue(x, 0.2)
        >>> y.shape, y.dtype
        (TensorShape([2, 2, 3]), tf.float32)
        >>> bool(tf.reduce_all(x == y))
        False
    """
    _limited(max_delta, 0.5)
    return colours.adjust_hue(image, random.uniform([], -max_delta, max_delta, seed=seed))


@tf_export("image.stateless_random_hue", v1=[])
@composite
def stateless_random_hue(image: TensorLike, max_delta: FloatLike, seed: TensorLike) -> Tensor:
    """Pictures with their hue turned at random. Mirrors `tf.image.stateless_random_hue`.

    Arguments:
        image: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        max_delta: a number in [0, 0.5]; the turn lies in [-max_delta, max_delta), as a part of a full one.
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another `max_delta`.

    All pictures of a batch get the same: `tf.image.adjust_hue` with one number. The same seed gives the same result, unlike with
    `tf.image.random_hue`.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.stateless_random_hue(x, 0.2, seed=[1, 2])
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_hue(x, 0.2, seed=[1, 2]))), y.shape
        (True, TensorShape([2, 2, 3]))
    """
    _limited(max_delta, 0.5)
    return colours.adjust_hue(image, random.stateless_uniform([], seed, -max_delta, max_delta))


@tf_export("image.random_saturation")
@composite
def random_saturation(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: int | None = None) -> Tensor:
    """Pictures with a random saturation. Mirrors `tf.image.random_saturation`.

    Arguments:
        image: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        lower, upper: numbers; the factor lies in [lower, upper).
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: not 0 <= lower < upper.

    All pictures of a batch get the same: `tf.image.adjust_saturation` with one number. In a pipeline
    `tf.image.stateless_random_saturation` gives the same for the same seed.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.random_saturation(x, 0.5, 1.5)
        >>> y.shape, y.dtype
        (TensorShape([2, 2, 3]), tf.float32)
        >>> bool(tf.reduce_all(x == y))
        False
    """
    _span(lower, upper)
    return colours.adjust_saturation(image, random.uniform([], lower, upper, seed=seed))


@tf_export("image.stateless_random_saturation", v1=[])
@composite
def stateless_random_saturation(image: TensorLike, lower: TensorLike, upper: TensorLike, seed: TensorLike = None) -> Tensor:
    """Pictures with a random saturation. Mirrors `tf.image.stateless_random_saturation`.

    Arguments:
        image: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        lower, upper: numbers; the factor lies in [lower, upper).
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: not 0 <= lower < upper.

    All pictures of a batch get the same: `tf.image.adjust_saturation` with one number. The same seed gives the same result, unlike with
    `tf.image.random_saturation`.

    Example:
        >>> x = tf.reshape(tf.range(12.0) / 12.0, [2, 2, 3])
        >>> y = tf.image.stateless_random_saturation(x, 0.5, 1.5, seed=[1, 2])
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_saturation(x, 0.5, 1.5, seed=[1, 2]))), y.shape
        (True, TensorShape([2, 2, 3]))
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
    """A picture after it was written as a JPEG file of random quality, and read back.

    Mirrors `tf.image.random_jpeg_quality`.

    Arguments:
        image: a tensor `[height, width, 1 or 3]` of floats from 0 to 1, or uint8.
        min_jpeg_quality, max_jpeg_quality: integers from 0 to 100; the quality lies in [min, max).
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: not 0 <= min < max <= 100.

    A model that is trained so does not mind how pictures were compressed. `tf.image.adjust_jpeg_quality` takes one quality.

    Example:
        >>> x = tf.fill([8, 8, 3], 0.5)
        >>> y = tf.image.random_jpeg_quality(x, 60, 90)
        >>> y.shape, y.dtype, bool(tf.reduce_max(tf.abs(x - y)) < 0.05)
        (TensorShape([8, 8, 3]), tf.float32, True)
    """
    _qualities(min_jpeg_quality, max_jpeg_quality)
    return adjust_jpeg_quality(image, random.uniform([], min_jpeg_quality, max_jpeg_quality, dtype=dt.int32, seed=seed))


@tf_export("image.stateless_random_jpeg_quality", v1=[])
@composite
def stateless_random_jpeg_quality(image: TensorLike, min_jpeg_quality: IntLike, max_jpeg_quality: IntLike, seed: TensorLike) -> Tensor:
    """A picture after it was written as a JPEG file of random quality, and read back.

    Mirrors `tf.image.stateless_random_jpeg_quality`.

    Arguments:
        image: a tensor `[height, width, 1 or 3]` of floats from 0 to 1, or uint8.
        min_jpeg_quality, max_jpeg_quality: integers from 0 to 100; the quality lies in [min, max).
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: not 0 <= min < max <= 100.

    A model that is trained so does not mind how pictures were compressed. `tf.image.adjust_jpeg_quality` takes one quality.

    Example:
        >>> x = tf.fill([8, 8, 3], 0.5)
        >>> y = tf.image.stateless_random_jpeg_quality(x, 60, 90, seed=[1, 2])
        >>> y.shape, y.dtype, bool(tf.reduce_max(tf.abs(x - y)) < 0.05)
        (TensorShape([8, 8, 3]), tf.float32, True)
    """
    _qualities(min_jpeg_quality, max_jpeg_quality)
    quality = random.stateless_uniform([], seed, min_jpeg_quality, max_jpeg_quality, dtype=dt.int32)
    return adjust_jpeg_quality(image, quality)


def _mirrored_at_random(image, axis, draw, scope):
    """`image` mirrored along `axis` or not; each image of a batch independently. `scope`: what names of its operations begin with."""
    if TS.graph is None:
        return _mirrored_or_not(images_of(image), axis, draw)
    with name_scope(scope) as full:
        return _mirrored_or_not(turning.checked(images_of(image)), axis, draw, full)


def _mirrored_or_not(image, axis, draw, name=None):
    rank = image.shape.rank

    def one():
        return cond(math.less(draw([]), 0.5), lambda: turning.reversed_along(image, axis), lambda: image, name=name)

    def several():
        count = None if rank is None else image.shape.as_list()[0]
        count = array_ops.shape(image)[0] if count is None or TS.graph is not None else count
        flips = array_ops.cast(math.round(array_ops.reshape(draw([count]), [count, 1, 1, 1])), image.dtype)
        return flips * turning.reversed_along(image, axis) + (1 - flips) * image

    if rank is None:
        return cond(math.equal(array_ops.rank(image), 3), one, several)
    if rank not in (3, 4):
        raise ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")
    return one() if rank == 3 else several()


@tf_export("image.random_flip_left_right")
@composite
def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """Pictures mirrored or not, equally likely, each for itself. Mirrors `tf.image.random_flip_left_right`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another rank.

    On average `tf.image.flip_left_right` happens to half of the pictures.

    Example:
        >>> x = tf.reshape(tf.range(24), [2, 3, 4, 1])
        >>> y = tf.image.random_flip_left_right(x)
        >>> z = tf.image.flip_left_right(x)
        >>> [bool(tf.reduce_all(y[i] == x[i]) | tf.reduce_all(y[i] == z[i])) for i in range(2)]
        [True, True]
    """
    return _mirrored_at_random(image, 1, lambda shape: random.uniform(shape, 0, 1.0, seed=seed), "random_flip_left_right")


@tf_export("image.random_flip_up_down")
@composite
def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """Pictures upside down or not, equally likely, each for itself. Mirrors `tf.image.random_flip_up_down`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another rank.

    On average `tf.image.flip_up_down` happens to half of the pictures.

    Example:
        >>> x = tf.reshape(tf.range(24), [2, 3, 4, 1])
        >>> y = tf.image.random_flip_up_down(x)
        >>> z = tf.image.flip_up_down(x)
        >>> [bool(tf.reduce_all(y[i] == x[i]) | tf.reduce_all(y[i] == z[i])) for i in range(2)]
        [True, True]
    """
    return _mirrored_at_random(image, 0, lambda shape: random.uniform(shape, 0, 1.0, seed=seed), "random_flip_up_down")


@tf_export("image.stateless_random_flip_left_right", v1=[])
@composite
def stateless_random_flip_left_right(image: TensorLike, seed: TensorLike) -> Tensor:
    """Pictures mirrored or not, equally likely, each for itself. Mirrors `tf.image.stateless_random_flip_left_right`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another rank.

    On average `tf.image.flip_left_right` happens to half of the pictures. The same seed gives the same result.

    Example:
        >>> x = tf.reshape(tf.range(24), [2, 3, 4, 1])
        >>> y = tf.image.stateless_random_flip_left_right(x, seed=[1, 2])
        >>> z = tf.image.flip_left_right(x)
        >>> [bool(tf.reduce_all(y[i] == x[i]) | tf.reduce_all(y[i] == z[i])) for i in range(2)]
        [True, True]
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_flip_left_right(x, seed=[1, 2])))
        True
    """
    return _mirrored_at_random(image, 1, lambda shape: random.stateless_uniform(shape, seed), "stateless_random_flip_left_right")


@tf_export("image.stateless_random_flip_up_down", v1=[])
@composite
def stateless_random_flip_up_down(image: TensorLike, seed: TensorLike) -> Tensor:
    """Pictures upside down or not, equally likely, each for itself. Mirrors `tf.image.stateless_random_flip_up_down`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        seed: two integers, int32 or int64, of which the result is a function.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another rank.

    On average `tf.image.flip_up_down` happens to half of the pictures. The same seed gives the same result.

    Example:
        >>> x = tf.reshape(tf.range(24), [2, 3, 4, 1])
        >>> y = tf.image.stateless_random_flip_up_down(x, seed=[1, 2])
        >>> z = tf.image.flip_up_down(x)
        >>> [bool(tf.reduce_all(y[i] == x[i]) | tf.reduce_all(y[i] == z[i])) for i in range(2)]
        [True, True]
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_flip_up_down(x, seed=[1, 2])))
        True
    """
    return _mirrored_at_random(image, 0, lambda shape: random.stateless_uniform(shape, seed), "stateless_random_flip_up_down")


def _cropped_at_random(value, size, draw, name):
    """A part of `value` at the place that `draw(shape, dtype)`, random integers, gives."""
    with name_scope(name) as scope:
        value = convert_to_tensor(value, name="value")
        size = convert_to_tensor(size, dt.int32, name="size")
        if TS.graph is not None and isinstance(size, EagerTensor):
            size = TS.graph._constant(size, "size")
        shape = array_ops.shape(value)
        fits = math.reduce_all(math.greater_equal(shape, size))
        check = Assert(fits, ["Need value.shape >= size, got ", shape, size], summarize=1000)
        if TS.graph is not None:  # in those of TensorFlow 1 nothing else runs the check before what would fail for another reason
            shape = with_dependencies([check], shape)
        # The remainder of a number from the whole range, as TensorFlow draws it.
        offset = draw(array_ops.shape(shape), size.dtype) % (shape - size + 1)
        return array_ops.slice(value, offset, size, name=scope)


@tf_export("image.random_crop", v1=["image.random_crop", "random_crop"])
@composite
def random_crop(value: TensorLike, size: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """A part of a tensor from a random place. Mirrors `tf.image.random_crop`.

    Arguments:
        value: a tensor of any rank and dtype.
        size: an integer for each axis of `value`: the shape of the part. Of a batch all is taken by its size.
        seed: an integer; with `tf.random.set_seed` the same numbers come in each run. None (the default) for others.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape `size` and the dtype of `value`.

    Raises:
        InvalidArgumentError: `value` is smaller than `size` somewhere.

    All pictures of a batch are cut at the same place; in a pipeline it is mapped before `batch`.

    Example:
        >>> x = tf.reshape(tf.range(16), [4, 4, 1])
        >>> y = tf.image.random_crop(x, [2, 2, 1])
        >>> y.shape, int(y[1, 1, 0] - y[0, 0, 0])
        (TensorShape([2, 2, 1]), 5)
    """

    def draw(shape, dtype):
        return random.uniform(shape, dtype=dtype, maxval=dtype.max, seed=seed)

    return _cropped_at_random(value, size, draw, name or "random_crop")


@tf_export("image.stateless_random_crop", v1=[])
@composite
def stateless_random_crop(value: TensorLike, size: TensorLike, seed: TensorLike, name: str | None = None) -> Tensor:
    """A part of a tensor from a random place. Mirrors `tf.image.stateless_random_crop`.

    Arguments:
        value: a tensor of any rank and dtype.
        size: an integer for each axis of `value`: the shape of the part. Of a batch all is taken by its size.
        seed: two integers, int32 or int64, of which the result is a function.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape `size` and the dtype of `value`.

    Raises:
        InvalidArgumentError: `value` is smaller than `size` somewhere.

    All pictures of a batch are cut at the same place; in a pipeline it is mapped before `batch`.

    Example:
        >>> x = tf.reshape(tf.range(16), [4, 4, 1])
        >>> y = tf.image.stateless_random_crop(x, [2, 2, 1], seed=[1, 2])
        >>> y.shape, int(y[1, 1, 0] - y[0, 0, 0])
        (TensorShape([2, 2, 1]), 5)
        >>> bool(tf.reduce_all(y == tf.image.stateless_random_crop(x, [2, 2, 1], seed=[1, 2])))
        True
    """

    def draw(shape, dtype):
        return random.stateless_uniform(shape, seed, maxval=dtype.max, dtype=dtype)

    return _cropped_at_random(value, size, draw, name or "random_crop")
