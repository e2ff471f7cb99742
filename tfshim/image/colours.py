"""Colour spaces, hue, saturation and gamma."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from tfshim import array_ops, linalg
from tfshim._export import tf_export
from tfshim.control_flow import control_dependencies
from tfshim.debugging.assertion import Assert
from tfshim.debugging.comparing import assert_greater_equal
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import by_sizes
from tfshim.engine.ops.vectorized.comparisons import eq, gt, lt
from tfshim.engine.ops.vectorized.selections import where
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.image import _hues
from tfshim.image._layout import named, three_channels, three_channels_in_graph
from tfshim.image.adjusting import convert_image_dtype
from tfshim.math._gradients import needs_grad

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike


_YIQ = [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]]
_FROM_YIQ = [[1.0, 1.0, 1.0], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
_YUV = [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026]]
_FROM_YUV = [[1.0, 1.0, 1.0], [0.0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0.0]]
# TensorFlow's weights: the standard (ITU-R BT.601) has 0.299.
_GREY = [0.2989, 0.5870, 0.1140]


def _transformed(images, matrix):
    """The channels of `images`, floats, multiplied by a 3 x 3 matrix."""
    images, make = convert_to_tensor(images, name="images"), convert_to_tensor if TS.graph is None else named
    kernel = make(matrix, images.dtype, name="kernel")
    return linalg.tensordot(images, kernel, axes=[[images.shape.rank - 1], [0]])


@tf_export("image.rgb_to_yiq")
@composite
def rgb_to_yiq(images: TensorLike) -> Tensor:
    """YIQ from RGB. Mirrors `tf.image.rgb_to_yiq`.

    Arguments:
        images: a float tensor `[..., 3]`: red, green and blue in the last dimension, from 0 to 1.

    Returns:
        A tensor of the same shape and dtype: brightness, and two of colour, as in NTSC television.

    Raises:
        InvalidArgumentError: the last dimension is not 3.

    It is a product with a matrix of 3 by 3, and `tf.image.yiq_to_rgb` undoes it.

    Example:
        >>> np.round(tf.image.rgb_to_yiq([[[1.0, 1.0, 1.0]]]), 3).tolist()[0][0][0]
        1.0
        >>> x = tf.constant([[[0.75, 0.5, 0.25]]])
        >>> np.allclose(tf.image.yiq_to_rgb(tf.image.rgb_to_yiq(x)), x, atol=1e-3)
        True
    """
    return _transformed(images, _YIQ)


@tf_export("image.yiq_to_rgb")
@composite
def yiq_to_rgb(images: TensorLike) -> Tensor:
    """RGB from YIQ. Mirrors `tf.image.yiq_to_rgb`.

    Nothing is cut off to [0, 1].

    Arguments:
        images: a float tensor `[..., 3]`: what `tf.image.rgb_to_yiq` gives.

    Returns:
        A tensor of the same shape and dtype: red, green and blue.

    Raises:
        InvalidArgumentError: the last dimension is not 3.

    It is a product with a matrix of 3 by 3, and `tf.image.rgb_to_yiq` undoes it.

    Example:
        >>> np.round(tf.image.yiq_to_rgb([[[1.0, 1.0, 1.0]]]), 3).tolist()[0][0][0]
        2.5769999027252197
        >>> x = tf.constant([[[0.75, 0.5, 0.25]]])
        >>> np.allclose(tf.image.rgb_to_yiq(tf.image.yiq_to_rgb(x)), x, atol=1e-3)
        True
    """
    return _transformed(images, _FROM_YIQ)


@tf_export("image.rgb_to_yuv")
@composite
def rgb_to_yuv(images: TensorLike) -> Tensor:
    """YUV from RGB. Mirrors `tf.image.rgb_to_yuv`.

    Arguments:
        images: a float tensor `[..., 3]`: red, green and blue in the last dimension, from 0 to 1.

    Returns:
        A tensor of the same shape and dtype: brightness, and two of colour, as in PAL television.

    Raises:
        InvalidArgumentError: the last dimension is not 3.

    It is a product with a matrix of 3 by 3, and `tf.image.yuv_to_rgb` undoes it.

    Example:
        >>> np.round(tf.image.rgb_to_yuv([[[1.0, 1.0, 1.0]]]), 3).tolist()[0][0][0]
        1.0
        >>> x = tf.constant([[[0.75, 0.5, 0.25]]])
        >>> np.allclose(tf.image.yuv_to_rgb(tf.image.rgb_to_yuv(x)), x, atol=1e-3)
        True
    """
    return _transformed(images, _YUV)


@tf_export("image.yuv_to_rgb")
@composite
def yuv_to_rgb(images: TensorLike) -> Tensor:
    """RGB from YUV. Mirrors `tf.image.yuv_to_rgb`.

    Nothing is cut off to [0, 1].

    Arguments:
        images: a float tensor `[..., 3]`: what `tf.image.rgb_to_yuv` gives.

    Returns:
        A tensor of the same shape and dtype: red, green and blue.

    Raises:
        InvalidArgumentError: the last dimension is not 3.

    It is a product with a matrix of 3 by 3, and `tf.image.rgb_to_yuv` undoes it.

    Example:
        >>> np.round(tf.image.yuv_to_rgb([[[1.0, 1.0, 1.0]]]), 3).tolist()[0][0][0]
        2.140000104904175
        >>> x = tf.constant([[[0.75, 0.5, 0.25]]])
        >>> np.allclose(tf.image.rgb_to_yuv(tf.image.yuv_to_rgb(x)), x, atol=1e-3)
        True
    """
    return _transformed(images, _FROM_YUV)


@tf_export("image.rgb_to_grayscale")
@composite
@in_name_scope("rgb_to_grayscale", last=True)
def rgb_to_grayscale(images: TensorLike, name: str | None = None) -> Tensor:
    """The brightness of colours, in one channel. Mirrors `tf.image.rgb_to_grayscale`.

    Arguments:
        images: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[..., 1]` of the same dtype: 0.2989 of red, 0.587 of green and 0.114 of blue.

    Raises:
        InvalidArgumentError: the last dimension is not 3.

    Integers are weighed as floats and come back as integers.

    Example:
        >>> np.round(tf.image.rgb_to_grayscale([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]), 4).tolist()
        [[[0.2989000082015991], [0.5870000123977661]]]
        >>> tf.image.rgb_to_grayscale(tf.zeros([4, 32, 32, 3])).shape
        TensorShape([4, 32, 32, 1])
    """
    images = convert_to_tensor(images, name="images")
    floats = convert_image_dtype(images, dt.float32)
    grey = array_ops.expand_dims(linalg.tensordot(floats, _GREY, [-1, -1]), -1) if _three(images) else _mismatch(floats)
    return convert_image_dtype(grey, images.dtype, name=name)


def _three(images):
    return images.shape.rank is None or images.shape.as_list()[-1] in (3, None)


def _mismatch(floats):
    depth = floats.shape.as_list()[-1]
    # It raises: TensorFlow, which composes this of a product of matrices, has the error of that.
    return linalg.matmul(array_ops.reshape(floats, [-1, depth]), [[w] for w in _GREY])


@tf_export("image.grayscale_to_rgb")
@composite
def grayscale_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Grey pictures in three equal channels. Mirrors `tf.image.grayscale_to_rgb`.

    Models that were trained on colours take grey pictures so, with three times the memory. `tf.image.rgb_to_grayscale` goes the other way.

    Arguments:
        images: a tensor `[..., 1]` of any dtype: one picture or a batch of them.
        name: a name for the operation in graphs, a str (default None).

    Returns:
        a tensor `[..., 3]` of the same dtype, whose three channels are the one that was given.

    Raises:
        ValueError: the last dimension is not 1.

    Example:
        >>> tf.image.grayscale_to_rgb(tf.constant([[[1], [2]]])).numpy().tolist()
        [[[1, 1, 1], [2, 2, 2]]]
        >>> tf.image.grayscale_to_rgb(tf.zeros([4, 28, 28, 1])).shape
        TensorShape([4, 28, 28, 3])
    """
    shape = images.get_shape()
    rank = shape.rank
    if rank is not None and rank < 2:
        raise ValueError("A grayscale image must be at least two-dimensional.")
    if rank is not None and shape.as_list()[-1] not in (1, None):
        raise ValueError("Last dimension of a grayscale image should be size 1.")
    return three_channels(images) if TS.graph is None else three_channels_in_graph(images, name=name)


# ---------------------------------------------------------------------- hue, saturation, value
def _check_channels(images):
    if images.ndim < 1:
        raise invalid("input must be at least 1D")
    if images.shape[-1] != 3:
        raise errors.FailedPreconditionError(None, None, f"input must have 3 channels but input only has {images.shape[-1]} channels.")


_MANY = 1 << 10  # numbers from which on that is worth the calls


def _at_hand(x):
    """Whether NumPy may work on the numbers of `x`: it takes channels apart, and puts them together, in a fraction of the time."""
    return at_least(x.numel(), _MANY) and x.is_cpu and x.dtype is not torch.bfloat16 and readable(x) and not needs_grad(x)


def _apart(images):
    """The three channels of `images`, each by itself."""
    if not _at_hand(images):
        return images.unbind(-1)
    channels = images.detach().numpy().reshape(-1, 3).T.copy()
    return torch.from_numpy(channels).reshape(3, *images.shape[:-1]).unbind(0)


def _joined(channels):
    """The picture of these channels."""
    if not all(map(_at_hand, channels)):
        return torch.stack(channels, -1)
    made = torch.empty((*channels[0].shape, len(channels)), dtype=channels[0].dtype)
    into = made.numpy()
    for i, channel in enumerate(channels):
        into[..., i] = channel.detach().numpy()
    return made


def _hsv(r, g, b):
    # Of a comparison with NaN, TensorFlow's vectors take the second value.
    value, low = where(gt(r, g), r, g), where(lt(r, g), r, g)
    value, low = where(gt(value, b), value, b), where(lt(low, b), low, b)
    span = value - low
    some, bright, one, nothing = gt(span, 0.0), gt(value, 0.0), span.new_ones(()), span.new_zeros(())
    # Divisions by zero are kept out of both branches, for the sake of gradients.
    norm = 1.0 / (6.0 * where(some, span, one))
    saturation = where(bright, span / where(bright, value, one), nothing)
    hue = where(eq(r, value), norm * (g - b), where(eq(g, value), norm * (b - r) + 2 / 6, norm * (r - g) + 4 / 6))
    hue = where(some, hue, nothing)
    return where(lt(hue, 0.0), hue + 1, hue), saturation, value


def _rgb(hue, saturation, value):
    """RGB of hue, saturation and value, each from 0 to 1."""
    place = hue * 6
    red = (place - 3).abs_().sub_(1)
    green = (place - 2).abs_().neg_().add_(2)
    blue = (place - 4).abs_().neg_().add_(2)
    return _joined([c.clamp_(0, 1).sub_(1).mul_(saturation).add_(1).mul_(value) for c in (red, green, blue)])


def _same(images, *_):
    return images.dtype, images.shape


def _three_channels(images, *_):
    return images.dtype, None if images.shape.rank is None else [*images.shape.as_list()[:-1], 3]


class _ToHSV(Function):
    """Hue, saturation and value with TensorFlow's choices where the derivative is not unique."""

    @staticmethod
    def forward(ctx, images):
        ctx.save_for_backward(images)
        return _joined(_hsv(*_apart(images)))

    @staticmethod
    def backward(ctx, grad):
        (images,) = ctx.saved_tensors
        r, g, b = images.unbind(-1)
        d_hue, d_saturation, d_value = grad.unbind(-1)
        red_top, green_top, blue_top = (r >= b) & (r >= g), (g > r) & (g >= b), (b > r) & (b > g)
        tops = [red_top, green_top, blue_top]
        lows = [(r < b) & (r < g), (g <= r) & (g < b), (b <= r) & (b <= g)]
        # Of equal channels one alone is the greatest, for derivatives of higher order too.
        value = torch.where(red_top, r, torch.where(green_top, g, b))
        low = torch.where(lows[0], r, torch.where(lows[1], g, b))
        span = value - low
        zero = torch.zeros_like(value)
        inverse = torch.where(span > 0, 1 / torch.where(span > 0, span, torch.ones_like(span)), zero)
        share = torch.where(value > 0, low / torch.where(value > 0, value, torch.ones_like(value)) ** 2, zero)
        over = torch.where(value > 0, 1 / torch.where(value > 0, value, torch.ones_like(value)), zero)
        out = []
        for i, colour in enumerate((r, g, b)):
            saturated = d_saturation * (torch.where(tops[i], share, zero) - torch.where(lows[i], over, zero))
            # TensorFlow takes a channel that is 0 for one that the saturation does not depend on.
            out.append(torch.where(tops[i], d_value, zero) + torch.where(colour > 0, saturated, zero))
        hue_grads = [zero, zero, zero]
        # hue = offset + (x - y) / (6 * (max - min)): x and y are the channels after the greatest, in turn.
        channels = (r, g, b)
        for i in range(3):
            x, y = (i + 1) % 3, (i + 2) % 3
            part = (channels[x] - channels[y]) * inverse * inverse / 6
            terms = [zero, zero, zero]
            terms[x] = terms[x] + inverse / 6
            terms[y] = terms[y] - inverse / 6
            terms[i] = terms[i] - part
            for k in range(3):
                terms[k] = terms[k] + torch.where(lows[k], part, zero)
                hue_grads[k] = hue_grads[k] + torch.where(tops[i], terms[k], zero)
        out = [o + d_hue * h for o, h in zip(out, hue_grads, strict=True)]
        return torch.stack(out, -1)


@tf_export("image.rgb_to_hsv")
@op("RGBToHSV", images="T=float32", T=dt.REALS, scope="", shape_fallback=_three_channels)
def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Hue, saturation and value of colours. Mirrors `tf.image.rgb_to_hsv`.

    Arguments:
        images: a float tensor `[..., 3]`: red, green and blue in the last dimension, from 0 to 1.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype, each of the three from 0 to 1: red is 0, green a third, blue two thirds.

    Raises:
        FailedPreconditionError: the last dimension is not 3.

    `tf.image.hsv_to_rgb` undoes it.

    Example:
        >>> np.round(tf.image.rgb_to_hsv([[[1.0, 0.0, 0.0], [0.0, 0.5, 0.0]]]), 4).tolist()
        [[[0.0, 1.0, 1.0], [0.33329999446868896, 1.0, 0.5]]]
        >>> np.round(tf.image.hsv_to_rgb(tf.image.rgb_to_hsv([[[0.75, 0.5, 0.25]]])), 4).tolist()
        [[[0.75, 0.5, 0.25]]]
    """
    _check_channels(images)
    return _ToHSV.apply(images)


@tf_export("image.hsv_to_rgb")
@op("HSVToRGB", images="T=float32", T=dt.REALS, scope="", grad=None, shape_fallback=_three_channels)
def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Colours from hue, saturation and value. Mirrors `tf.image.hsv_to_rgb`.

    Arguments:
        images: a float tensor `[..., 3]`: hue, saturation and value in the last dimension, each from 0 to 1.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype: red, green and blue.

    Raises:
        FailedPreconditionError: the last dimension is not 3.

    There is no gradient, as in TensorFlow. `tf.image.rgb_to_hsv` undoes it.

    Example:
        >>> np.round(tf.image.hsv_to_rgb([[[0.0, 1.0, 1.0], [0.5, 0.5, 1.0]]]), 4).tolist()
        [[[1.0, 0.0, 0.0], [0.5, 1.0, 1.0]]]
        >>> tf.image.hsv_to_rgb(tf.zeros([4, 8, 8, 3])).shape
        TensorShape([4, 8, 8, 3])
    """
    _check_channels(images)
    return _rgb(*_apart(images))


def _check_picture(images):
    if images.ndim < 3:
        raise invalid(f"input must be at least 3-D, got shape{dims_text(images.shape)}")
    if images.shape[-1] != 3:
        raise invalid(f"input must have 3 channels but instead has {images.shape[-1]} channels.")


# For each sixth of the circle, from red on: where the largest (2), middle (1) and smallest (0) part of a colour goes.
_SIXTHS = ((2, 1, 0), (1, 2, 0), (0, 2, 1), (0, 1, 2), (1, 0, 2), (2, 0, 1))
# And which of red, green and blue is the smallest, the middle and the largest part there.
_PARTS = tuple(tuple(places.index(part) for part in range(3)) for places in _SIXTHS)


def _hue_and_parts(red, green, blue):
    """The hue, 0 to 6, and the smallest and largest part of colours, each part as it was."""
    sixth = torch.where(
        red < green,
        torch.where(blue < red, 1, torch.where(blue > green, 3, 2)),
        torch.where(blue < green, 0, torch.where(blue > red, 4, 5)),
    )
    places = torch.tensor(_PARTS, device=red.device)[sixth]
    low, middle, high = torch.stack((red, green, blue), -1).gather(-1, places).unbind(-1)
    along = (middle - low) / (high - low)
    hue = sixth + torch.where(sixth % 2 == 0, along, 1 - along)
    return torch.where(high == low, torch.zeros_like(hue), hue), low, high


_of_picture = by_sizes(lambda images, by: images if len(images) > 2 and images[-1] == 3 and by == () else None, 2)
_ADJUSTED = {"T": dt.float16.mask | dt.float32.mask, "scope": "", "grad": "missing", "shape_fn": _of_picture, "shape_fallback": _same}


@op("AdjustHue", images="T", delta="float32", **_ADJUSTED)
def _hue_adjusted(images, delta, name=None):
    """`images` with their hue turned by `delta` of a full turn."""
    _check_picture(images)
    made = _hues.hue_adjusted(images, delta)
    if made is not None:
        return made
    red, green, blue = images.float().unbind(-1)
    hue, low, high = _hue_and_parts(red, green, blue)
    # The extremes of a colour stay as they are and only its middle part changes, so that whole numbers remain whole.
    hue = hue + delta * 6
    hue = torch.where(hue < 0, hue + 6, hue)
    hue = torch.where(hue >= 6, hue - 6, hue)
    # Once more: after a full turn from 6, the first subtraction leaves 6 again.
    hue = torch.where(hue >= 6, hue - 6, hue)
    sixth = torch.where(hue.isnan(), 5, hue.long())
    along = hue - sixth
    middle = low + torch.where(sixth % 2 == 0, along, 1 - along) * (high - low)
    places = torch.tensor(_SIXTHS, device=images.device)[sixth.clamp(0, 5)]
    return torch.stack((low, middle, high), -1).gather(-1, places).to(images.dtype)


@op("AdjustSaturation", images="T", scale="float32", **_ADJUSTED)
def _saturation_adjusted(images, scale, name=None):
    """`images` with their saturation multiplied by `scale`."""
    _check_picture(images)
    made = _hues.saturation_adjusted(images, scale)
    if made is not None:
        return made
    red, green, blue = images.float().unbind(-1)
    value, low = _first_unless(torch.lt, red, green, blue), _first_unless(torch.gt, red, green, blue)
    span = value - low
    saturation = torch.where(value > 0, span / value, torch.zeros_like(value)) * scale
    saturation = torch.where(saturation > 0, saturation, torch.zeros_like(saturation)).clamp(max=1)
    norm = 1 / (6 * span)
    hue = torch.where(
        red == value, norm * (green - blue), torch.where(green == value, norm * (blue - red) + 2 / 6, norm * (red - green) + 4 / 6)
    )
    hue = torch.where(span < torch.finfo(torch.float32).tiny, torch.zeros_like(hue), hue)
    hue = torch.where(hue < 0, hue + 1, hue) * 6
    chroma = saturation * value
    middle = chroma * (1 - (hue % 2 - 1).abs())
    nothing = torch.zeros_like(value)
    sixth = torch.where(hue.isnan(), 6, hue.long())
    # A hue that is NaN has no colour at all.
    places = torch.tensor((*_SIXTHS, (0, 0, 0)), device=images.device)[sixth.clamp(0, 6)]
    parts = torch.stack((nothing, middle, chroma), -1).gather(-1, places)
    return (parts + (value - chroma)[..., None]).to(images.dtype)


def _first_unless(worse, first, second, third):
    """The first of three numbers unless another is better; NaN is never better and nothing is better than it."""
    second = torch.where(worse(second, third), third, second)
    return torch.where(worse(first, second), second, first)


def _as_floats(image):
    """`image` as float16 or float32, and the dtype to return to."""
    image = convert_to_tensor(image, name="image")
    if image.dtype in (dt.float16, dt.float32):
        return image, image.dtype
    return convert_image_dtype(image, dt.float32), image.dtype


@tf_export("image.adjust_hue")
@composite
@in_name_scope("adjust_hue")
def adjust_hue(image: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """Pictures with their hue turned. Mirrors `tf.image.adjust_hue`.

    Arguments:
        image: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        delta: a scalar in [-1, 1], the part of a full turn: a third makes green of red.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        ValueError: another `delta`.

    There is no gradient, as in TensorFlow. `tf.image.random_hue` turns by chance.

    Example:
        >>> np.round(tf.image.adjust_hue([[[1.0, 0.0, 0.0]]], 1 / 3), 3).tolist()
        [[[0.0, 1.0, 0.0]]]
        >>> tf.image.adjust_hue(tf.constant([[[200, 100, 100]]], tf.uint8), 0.5).numpy().tolist()
        [[[100, 200, 200]]]
    """
    if TS.graph is None and (delta < -1 or delta > 1):  # which graphs do not look at
        raise ValueError("delta must be in the interval [-1, 1]")
    image, original = _as_floats(image)
    return convert_image_dtype(_hue_adjusted(image, delta), original)


@tf_export("image.adjust_saturation")
@composite
@in_name_scope("adjust_saturation")
def adjust_saturation(image: TensorLike, saturation_factor: TensorLike, name: str | None = None) -> Tensor:
    """Pictures with their saturation multiplied, and cut at 1. Mirrors `tf.image.adjust_saturation`.

    Arguments:
        image: a tensor `[..., 3]` of red, green and blue; floats from 0 to 1, or integers up to their greatest value.
        saturation_factor: a scalar; 0 gives grey, above 1 colours are stronger.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype.

    The hue and the greatest of the three values stay. There is no gradient, as in TensorFlow.

    Example:
        >>> np.round(tf.image.adjust_saturation([[[0.75, 0.5, 0.25]]], 0.0), 3).tolist()
        [[[0.75, 0.75, 0.75]]]
        >>> np.round(tf.image.adjust_saturation([[[0.75, 0.5, 0.25]]], 1.5), 3).tolist()
        [[[0.75, 0.375, 0.0]]]
    """
    image, original = _as_floats(image)
    return convert_image_dtype(_saturation_adjusted(image, saturation_factor), original)


@tf_export("image.adjust_gamma", elementwise="unary")
@composite
@in_name_scope("adjust_gamma")
def adjust_gamma(image: TensorLike, gamma: TensorLike | None = 1, gain: TensorLike = 1) -> AnyTensor:
    """Pictures with `gain * image ** gamma`, on the scale from 0 to 1. Mirrors `tf.image.adjust_gamma`.

    Arguments:
        image: a tensor `[batch, height, width, channels]`, or `[height, width, channels]` for one picture, of any dtype.
        gamma: a scalar, 1 by default; above 1 the picture is darker, below it brighter.
        gain: a scalar, 1 by default.

    Returns:
        A tensor of the same shape and dtype. Integers are brought to floats from 0 to 1 and back.

    Raises:
        ValueError: a negative `gamma`.
        InvalidArgumentError: one that is a tensor.

    Example:
        >>> tf.image.adjust_gamma([[[0.25], [0.5]]], 2.0).numpy().tolist()
        [[[0.0625], [0.25]]]
        >>> tf.image.adjust_gamma([[[0.25], [1.0]]], 0.5, gain=0.5).numpy().tolist()
        [[[0.25], [0.5]]]
        >>> tf.image.adjust_gamma(tf.constant([[[51]]], tf.uint8), 2.0).numpy().tolist()
        [[[10]]]
    """
    image, original = _as_floats(image)
    if isinstance(gamma, Tensor) and not isinstance(gamma, EagerTensor):
        zero = array_ops.cast(0, gamma.dtype)
        with control_dependencies([assert_greater_equal(gamma, zero, message="Gamma should be a non-negative real number.")]):
            gamma = array_ops.identity(gamma)
    elif isinstance(gamma, (EagerTensor, Variable)):
        Assert(gamma >= 0, ["Gamma should be a non-negative real number."])
    elif not gamma >= 0:  # nor NaN
        raise ValueError("Gamma should be a non-negative real number.")
    made = gain * image**gamma
    return convert_image_dtype(made, original, saturate=True)
