"""How pictures differ, how rough they are, and their gradients."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from tfshim import array_ops, math, nn
from tfshim._export import tf_export
from tfshim.debugging.assertion import Assert
from tfshim.engine.graph_export.splicing import only_shown
from tfshim.engine.ops.composite import composite, in_name_scope
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.image import turning
from tfshim.image._layout import images_of
from tfshim.image.adjusting import convert_image_dtype

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("image.per_image_standardization")
@composite
def per_image_standardization(image: TensorLike) -> Tensor:
    """Pictures with mean 0 and variance 1, each for itself. Mirrors `tf.image.per_image_standardization`.

    Arguments:
        image: a tensor `[..., height, width, channels]` of numbers.

    Returns:
        A float32 tensor of the same shape.

    Raises:
        ValueError: fewer than three dimensions.

    A deviation below one over the root of the number of values counts as that, so that a picture of one colour gives zeros.

    Example:
        >>> np.round(tf.image.per_image_standardization([[[1.0], [3.0]]]), 4).tolist()
        [[[-1.0], [1.0]]]
        >>> tf.image.per_image_standardization(tf.fill([2, 2, 1], 7)).numpy().ravel().tolist()
        [0.0, 0.0, 0.0, 0.0]
    """
    return _standardized(image)


@in_name_scope("per_image_standardization", last=True)
def _standardized(image, name=None):
    image = array_ops.cast(turning.checked(images_of(image)), dt.float32)
    count = math.reduce_prod(array_ops.shape(image)[-3:])
    mean = math.reduce_mean(image, axis=[-1, -2, -3], keepdims=True)
    deviation = math.reduce_std(image, axis=[-1, -2, -3], keepdims=True)
    least = math.rsqrt(array_ops.cast(count, image.dtype))
    return math.divide(image - mean, math.maximum(deviation, least), name=name)


@tf_export("image.image_gradients")
@composite
def image_gradients(image: TensorLike) -> tuple[Tensor, ...]:
    """The differences of each pixel from the one below and the one to the right. Mirrors `tf.image.image_gradients`.

    Arguments:
        image: a tensor `[batch, height, width, channels]` of numbers.

    Returns:
        A pair (dy, dx) of tensors of the same shape and dtype, zero in the last row of dy and the last column of dx.

    Raises:
        ValueError: another rank.

    Example:
        >>> x = tf.reshape(tf.constant([1.0, 2.0, 4.0, 8.0]), [1, 2, 2, 1])
        >>> dy, dx = tf.image.image_gradients(x)
        >>> dy[0, ..., 0].numpy().tolist(), dx[0, ..., 0].numpy().tolist()
        ([[3.0, 6.0], [0.0, 0.0]], [[1.0, 0.0], [4.0, 0.0]])
    """
    shape = image.get_shape()
    if shape.rank != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {shape}.")
    dy, dx = _differences(image) if TS.graph is None else higher.recorded(_differences, image, several=True)
    return dy, dx


def _differences(image):
    if only_shown():
        return _shown_differences(image)
    dy = array_ops.pad(image[:, 1:] - image[:, :-1], [[0, 0], [0, 1], [0, 0], [0, 0]])
    dx = array_ops.pad(image[:, :, 1:] - image[:, :, :-1], [[0, 0], [0, 0], [0, 1], [0, 0]])
    return [dy, dx]


def _shown_differences(image):
    """The same with a row, and a column, of zeros behind, as TensorFlow has it."""
    size = array_ops.shape(image)
    batch, height, width, depth = array_ops.unstack(size)
    dy = image[:, 1:, :, :] - image[:, :-1, :, :]
    dx = image[:, :, 1:, :] - image[:, :, :-1, :]
    made = []
    for x, axis, part in ((dy, 1, [batch, 1, width, depth]), (dx, 2, [batch, height, 1, depth])):
        nothing = array_ops.zeros(array_ops.stack(part), image.dtype)
        made.append(array_ops.reshape(array_ops.concat([x, nothing], axis), size))
    return made


@tf_export("image.sobel_edges")
@composite
def sobel_edges(image: TensorLike) -> Tensor:
    """Sobel's estimates of the slope in both directions. Mirrors `tf.image.sobel_edges`.

    Arguments:
        image: a float tensor `[batch, height, width, channels]`; it is reflected at its edges.

    Returns:
        A tensor `[batch, height, width, channels, 2]` of the same dtype: down, and to the right.

    Edges are where the two together are large: `tf.norm(tf.image.sobel_edges(x), axis=-1)`.

    Example:
        >>> x = tf.tile(tf.reshape([0.0, 0.0, 1.0, 1.0], [1, 1, 4, 1]), [1, 3, 1, 1])
        >>> edges = tf.image.sobel_edges(x)
        >>> edges.shape, edges[0, 1, :, 0, 1].numpy().tolist()
        (TensorShape([1, 3, 4, 1, 2]), [0.0, 4.0, 4.0, 0.0])
        >>> float(tf.reduce_max(tf.abs(edges[..., 0])))
        0.0
    """
    return _slopes(image) if TS.graph is None else higher.recorded(_slopes, image)


def _slopes(image):
    shape = image.get_shape()
    kernels = np.array([[[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]], np.float32)
    if only_shown():
        return _shown_slopes(image, kernels.transpose(1, 2, 0)[:, :, None, :])
    padded = array_ops.pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    depth = None if shape.rank is None else shape[3]
    if depth is None:
        filters = array_ops.tile(
            convert_to_tensor(kernels.transpose(1, 2, 0)[:, :, None, :], image.dtype), array_ops.stack([1, 1, array_ops.shape(image)[3], 1])
        )
    else:
        filters = convert_to_tensor(np.tile(kernels.transpose(1, 2, 0)[:, :, None, :], [1, 1, depth, 1]), image.dtype)
    made = nn.depthwise_conv2d(padded, filters, [1, 1, 1, 1], "VALID")
    out = array_ops.reshape(made, array_ops.concat([array_ops.shape(image), [2]], 0))
    return array_ops.ensure_shape(out, shape.concatenate(2))


def _shown_slopes(image, kernels):
    """The same as TensorFlow has it."""
    size = array_ops.shape(image)
    filters = TS.graph._constant(convert_to_tensor(kernels, image.dtype), "Const")
    filters = array_ops.tile(filters, [1, 1, size[-1], 1], name="sobel_filters")
    padded = array_ops.pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    made = nn.depthwise_conv2d(padded, filters, [1, 1, 1, 1], "VALID")
    made = array_ops.reshape(made, array_ops.concat([size, [2]], 0))
    made.set_shape(image.get_shape().concatenate(2))
    return made


@tf_export("image.total_variation")
@composite
@in_name_scope("total_variation", last=True)
def total_variation(images: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the absolute differences of neighbouring pixels, a measure of noise. Mirrors `tf.image.total_variation`.

    Arguments:
        images: a tensor `[batch, height, width, channels]`, or `[height, width, channels]`, of numbers.
        name: a name for the operation in graphs.

    Returns:
        A tensor `[batch]`, or a scalar, of the same dtype.

    Raises:
        ValueError: another rank.

    As a part of a loss it makes pictures smooth: `tf.reduce_sum(tf.image.total_variation(images))`.

    Example:
        >>> float(tf.image.total_variation(tf.constant([[[1.0], [2.0]], [[4.0], [4.0]]])))
        6.0
        >>> tf.image.total_variation(tf.ones([3, 4, 4, 1])).numpy().tolist()
        [0.0, 0.0, 0.0]
    """
    rank = images.get_shape().rank
    if rank == 3:
        down, right, axes = images[1:] - images[:-1], images[:, 1:] - images[:, :-1], None
    elif rank == 4:
        down, right, axes = images[:, 1:] - images[:, :-1], images[:, :, 1:] - images[:, :, :-1], [1, 2, 3]
    else:
        raise ValueError("'images' must be either 3 or 4-dimensional.")
    return math.reduce_sum(math.abs(down), axis=axes) + math.reduce_sum(math.abs(right), axis=axes)


def _scaled(a, b, max_val):
    """Both pictures and the greatest value as float32."""
    max_val = convert_image_dtype(array_ops.cast(max_val, a.dtype), dt.float32)
    return convert_image_dtype(a, dt.float32), convert_image_dtype(b, dt.float32), max_val


@tf_export("image.psnr")
@composite
def psnr(a: TensorLike, b: TensorLike, max_val: TensorLike, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of pictures, in decibels. Mirrors `tf.image.psnr`.

    Arguments:
        a, b: tensors `[..., height, width, channels]` of one shape and dtype.
        max_val: the greatest minus the least value that there may be: 1.0 or 255.
        name: a name for the operation in graphs.

    Returns:
        A float32 tensor `[...]`, the greater the more alike; infinity for equal pictures.

    Raises:
        InvalidArgumentError: the shapes differ.

    Example:
        >>> a = tf.zeros([4, 4, 1])
        >>> round(float(tf.image.psnr(a, a + 0.1, max_val=1.0)), 3)
        20.0
        >>> float(tf.image.psnr(a, a, max_val=1.0))
        inf
        >>> tf.image.psnr(tf.zeros([3, 4, 4, 1]), tf.ones([3, 4, 4, 1]), 255).shape
        TensorShape([3])
    """
    a, b, max_val = _scaled(a, b, max_val)
    error = math.reduce_mean(math.squared_difference(a, b), [-3, -2, -1])
    ten = np.float32(np.log(10.0))
    made = math.subtract(20 * math.log(max_val) / ten, np.float32(10 / np.log(10)) * math.log(error), name=name)
    # Last, as in TensorFlow: pictures that do not broadcast have raised another error by now.
    _compatible(a, b)
    return made


@lru_cache(maxsize=32)
def _window(size, sigma):
    """The Gaussian weights [size, size] of SSIM, which sum to one."""
    at = np.arange(size, dtype=np.float32) - np.float32((size - 1) / 2)
    exponent = at**2 * np.float32(-0.5 / sigma**2)
    exponent = exponent[None, :] + exponent[:, None]
    weights = np.exp(exponent - exponent.max())
    return (weights / weights.sum()).astype(np.float32)


def _compatible(a, b):
    """Raise where pictures cannot be compared."""
    for image in (a, b):
        if image.shape.rank is not None and image.shape.rank < 3:
            raise ValueError(f"Shape {image.shape} must have rank at least 3")
    first, second = a.shape, b.shape
    if first.rank is not None and second.rank is not None:
        if not first[-3:].is_compatible_with(second[-3:]):
            raise ValueError(f"Shapes {first[-3:]} and {second[-3:]} are incompatible")
        for x, y in zip(reversed(first.as_list()[:-3]), reversed(second.as_list()[:-3])):
            if x is not None and y is not None and x != 1 and y != 1 and x != y:
                raise ValueError(f"Two images are not compatible: {first} and {second}")


def _similarity(a, b, max_val, size, sigma, k1, k2, mean=True):
    """(SSIM, contrast and structure alone) for each channel, averaged over the picture unless `mean` is false."""
    for image in (a, b):
        known = [None] if image.shape.rank is None else image.shape.as_list()[-3:-1]
        dims = array_ops.shape(image)
        if None in known or min(known) < size:
            Assert(math.reduce_all(math.greater_equal(dims[-3:-1], size)), [dims, size], summarize=8)
    depth = None if a.shape.rank is None else a.shape[-1]
    weights = convert_to_tensor(_window(int(size), float(sigma))[:, :, None, None])
    weights = array_ops.tile(weights, [1, 1, array_ops.shape(a)[-1] if depth is None else depth, 1])

    def smooth(x):
        dims = array_ops.shape(x)
        made = nn.depthwise_conv2d(array_ops.reshape(x, array_ops.concat([[-1], dims[-3:]], 0)), weights, [1, 1, 1, 1], "VALID")
        return array_ops.reshape(made, array_ops.concat([dims[:-3], array_ops.shape(made)[1:]], 0))

    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean_a, mean_b = smooth(a), smooth(b)
    product, squares = mean_a * mean_b * 2.0, math.square(mean_a) + math.square(mean_b)
    luminance = (product + c1) / (squares + c1)
    both, own = smooth(a * b) * 2.0, smooth(math.square(a) + math.square(b))
    rest = (both - product + c2) / (own - squares + c2)
    whole = luminance * rest
    if mean:
        whole = math.reduce_mean(whole, [-3, -2])
    return whole, math.reduce_mean(rest, [-3, -2])


@tf_export("image.ssim")
@composite
def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    filter_size: IntLike = 11,
    filter_sigma: FloatLike = 1.5,
    k1: FloatLike = 0.01,
    k2: FloatLike = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """The structural similarity of pictures. Mirrors `tf.image.ssim`.

    Arguments:
        img1, img2: tensors `[..., height, width, channels]` of one shape and dtype.
        max_val: the greatest minus the least value that there may be: 1.0 or 255.
        filter_size, filter_sigma: the Gaussian window, in pixels; 11 and 1.5 by default.
        k1, k2: constants of the measure, 0.01 and 0.03 by default.
        return_index_map: whether the similarity around each pixel is wanted, not the mean; False by default.

    Returns:
        A float32 tensor `[...]`: 1 for equal pictures, about 0 for those that have nothing in common.

    Raises:
        ValueError: the shapes differ.
        InvalidArgumentError: the pictures are smaller than the window.

    Example:
        >>> a = tf.random.stateless_uniform([16, 16, 1], [1, 2])
        >>> round(float(tf.image.ssim(a, a, max_val=1.0)), 4)
        1.0
        >>> bool(tf.image.ssim(a, 1.0 - a, max_val=1.0) < 0.0)
        True
        >>> tf.image.ssim(a, a, 1.0, return_index_map=True).shape
        TensorShape([6, 6])
    """
    img1, img2 = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
    _compatible(img1, img2)
    array_ops.shape_n([img1, img2])  # the error for two types
    img1, img2, max_val = _scaled(img1, img2, max_val)
    made, _ = _similarity(img1, img2, max_val, filter_size, filter_sigma, k1, k2, not return_index_map)
    return math.reduce_mean(made, [-1])


# The weights of the five scales of Wang, Simoncelli and Bovik (2003).
_POWERS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def _halved(image):
    """The means of blocks of 2 x 2 pixels; an odd row or column is repeated."""
    dims = array_ops.shape(image)
    flat = array_ops.reshape(image, array_ops.concat([[-1], dims[-3:]], 0))
    known = [None, None] if flat.shape.rank is None else flat.shape.as_list()[1:3]
    odd = [k % 2 if k is not None else math.floormod(dims[-3 + i], 2) for i, k in enumerate(known)]
    if any(not isinstance(o, int) or o for o in odd):
        paddings = [[0, 0], [0, odd[0]], [0, odd[1]], [0, 0]]
        if not all(isinstance(o, int) for o in odd):
            paddings = array_ops.reshape(array_ops.stack([0, 0, 0, odd[0], 0, odd[1], 0, 0]), [4, 2])
        flat = array_ops.pad(flat, paddings, mode="SYMMETRIC")
    made = nn.avg_pool2d(flat, 2, 2, "VALID")
    return array_ops.reshape(made, array_ops.concat([dims[:-3], array_ops.shape(made)[1:]], 0))


@tf_export("image.ssim_multiscale")
@composite
def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    power_factors: TensorLike = _POWERS,
    filter_size: IntLike = 11,
    filter_sigma: FloatLike = 1.5,
    k1: FloatLike = 0.01,
    k2: FloatLike = 0.03,
) -> Tensor:
    """The structural similarity of pictures over several scales. Mirrors `tf.image.ssim_multiscale`.

    Arguments:
        img1, img2, max_val, filter_size, filter_sigma, k1, k2: as for `tf.image.ssim`.
        power_factors: the exponents of the scales, from the original down, each half the size of the last; five by default.

    Returns:
        A float32 tensor `[...]`: 1 for equal pictures.

    Raises:
        ValueError: the shapes differ.
        InvalidArgumentError: the pictures are smaller than the window, on the last scale.

    Five scales and a window of 11 need pictures of 176 pixels at least.

    Example:
        >>> a = tf.random.stateless_uniform([32, 32, 1], [1, 2])
        >>> round(float(tf.image.ssim_multiscale(a, a, 1.0, power_factors=[0.5, 0.5], filter_size=7)), 4)
        1.0
        >>> bool(tf.image.ssim_multiscale(a, a * 0.5, 1.0, power_factors=[0.5, 0.5], filter_size=7) < 1.0)
        True
    """
    img1, img2 = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
    _compatible(img1, img2)
    array_ops.shape_n([img1, img2])  # the error for two types
    img1, img2, max_val = _scaled(img1, img2, max_val)
    parts = []
    for level in range(len(power_factors)):
        if level:
            img1, img2 = _halved(img1), _halved(img2)
        whole, rest = _similarity(img1, img2, max_val, filter_size, filter_sigma, k1, k2)
        parts.append(nn.relu(rest))
    # Luminance counts at the last scale alone.
    parts[-1] = nn.relu(whole)
    made = math.reduce_prod(math.pow(array_ops.stack(parts, -1), list(power_factors)), [-1])
    return math.reduce_mean(made, [-1])
