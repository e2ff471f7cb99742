"""Convolutions, pools, paddings and sizes of images and sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim import array_ops, linalg, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.backend.products import batch_dot
from tfshim.keras.backend.settings import image_data_format
from tfshim.keras.backend.values import int_shape, ndim

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike, Window


def channels_come_last(data_format):
    """Whether channels come last. Raises ValueError for an unknown layout."""
    data_format = image_data_format() if data_format is None else data_format
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f"Unknown data_format: {data_format}")
    return data_format == "channels_last"


def _padding(padding):
    if padding not in ("same", "valid"):
        raise ValueError(f"Invalid padding: {padding}")
    return padding.upper()


def _last(x):
    rank = 4 if ndim(x) is None else ndim(x)  # most are pictures
    return array_ops.transpose(x, [0, *range(2, rank), 1])


def _first(x):
    rank = 4 if ndim(x) is None else ndim(x)
    return array_ops.transpose(x, [0, rank - 1, *range(1, rank - 1)])


def with_channels_last(x, data_format, run):
    """`run(x)` on `x` with its channels last, in the layout that `x` came in."""
    if channels_come_last(data_format):
        return run(x)
    return _first(run(_last(convert_to_tensor(x) if isinstance(x, (list, np.ndarray)) else x)))


def _pair(v, n):
    return (v,) * n if isinstance(v, int) else tuple(v)


def _convolution(x, kernel, strides, padding, data_format, dilation_rate):
    name = _padding(padding)
    return with_channels_last(x, data_format, lambda x: nn.convolution(x, kernel, strides=strides, padding=name, dilations=dilation_rate))


@tf_export("keras.backend.conv1d")
def conv1d(
    x: TensorLike, kernel: TensorLike, strides: Any = 1, padding: Any = "valid", data_format: str | None = None, dilation_rate: Window = 1
) -> AnyTensor:
    """A convolution along sequences.

    Mirrors `tf.keras.backend.conv1d`.

    The kernel slides over the steps and is not turned round, so it is a correlation. "causal" pads the beginning alone: no result sees a
    later step.

    Arguments:
        x: [batch, steps, channels].
        kernel: [window, channels, filters].
        strides: by how much windows move on; 1 by default.
        dilation_rate: the distance of the elements within a window; 1 by default.
        padding: "valid", "same" or "causal" (zeros in front only).
        data_format: None: the default.

    Returns:
        A tensor [batch, new steps, filters].

    `tf.nn.conv1d` and `tf.keras.layers.Conv1D` do the same.

    Example:
        >>> tf.keras.backend.conv1d(tf.ones([1, 5, 2]), tf.ones([3, 2, 4])).shape
        TensorShape([1, 3, 4])
    """
    if padding == "causal":
        left = dilation_rate * (kernel.shape.as_list()[0] - 1)
        shape = [[0, 0], [left, 0], [0, 0]] if channels_come_last(data_format) else [[0, 0], [0, 0], [left, 0]]
        x, padding = array_ops.pad(x, shape), "valid"
    return _convolution(x, kernel, strides, padding, data_format, dilation_rate)


@tf_export("keras.backend.conv2d")
def conv2d(
    x: TensorLike,
    kernel: TensorLike,
    strides: Any = (1, 1),
    padding: Any = "valid",
    data_format: str | None = None,
    dilation_rate: Window = (1, 1),
) -> AnyTensor:
    """A convolution over images.

    Mirrors `tf.keras.backend.conv2d`.

    The kernel slides over rows and columns and is not turned round, so it is a correlation. Strides and dilations beyond 1 do not go
    together.

    Arguments:
        x: [batch, rows, columns, channels].
        kernel: [rows, columns, channels, filters].
        strides, dilation_rate: by how much windows move on, and the distance of the elements within one; (1, 1) both.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor [batch, new rows, new columns, filters].

    Example:
        >>> tf.keras.backend.conv2d(tf.ones([1, 5, 5, 2]), tf.ones([3, 3, 2, 4]), padding="same").shape
        TensorShape([1, 5, 5, 4])
    """
    return _convolution(x, kernel, strides, padding, data_format, dilation_rate)


@tf_export("keras.backend.conv3d")
def conv3d(
    x: TensorLike,
    kernel: TensorLike,
    strides: Any = (1, 1, 1),
    padding: Any = "valid",
    data_format: str | None = None,
    dilation_rate: Window = (1, 1, 1),
) -> AnyTensor:
    """A convolution over volumes.

    Mirrors `tf.keras.backend.conv3d`.

    The kernel slides over three axes and is not turned round, so it is a correlation. Strides and dilations beyond 1 do not go together.

    Arguments:
        x: [batch, d1, d2, d3, channels].
        kernel: [*window, channels, filters].
        strides, dilation_rate: by how much windows move on, and the distance of the elements within one; (1, 1, 1) both.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor of rank 5.

    `tf.nn.conv3d` is the same, with strides of 5.

    Example:
        >>> tf.keras.backend.conv3d(tf.ones([1, 4, 5, 6, 2]), tf.ones([2, 2, 2, 2, 3])).shape
        TensorShape([1, 3, 4, 5, 3])
    """
    return _convolution(x, kernel, strides, padding, data_format, dilation_rate)


@tf_export("keras.backend.conv2d_transpose")
def conv2d_transpose(
    x: TensorLike,
    kernel: TensorLike,
    output_shape: SizesLike,
    strides: Any = (1, 1),
    padding: Any = "valid",
    data_format: str | None = None,
    dilation_rate: Window = (1, 1),
) -> AnyTensor:
    """The transpose of a convolution over images, which makes them larger.

    Mirrors `tf.keras.backend.conv2d_transpose`.

    Arguments:
        x: [batch, rows, columns, channels].
        kernel: [rows, columns, filters, channels].
        strides, dilation_rate: by how much windows move on, and the distance of the elements within one; (1, 1) both.
        output_shape: the shape of the result with the batch, which may be None.
        padding: "valid" or "same" data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor of that shape.

    Example:
        >>> x, kernel = tf.ones([1, 2, 2, 3]), tf.ones([2, 2, 4, 3])
        >>> tf.keras.backend.conv2d_transpose(x, kernel, (1, 4, 4, 4), strides=(2, 2)).shape
        TensorShape([1, 4, 4, 4])
    """
    name, last = _padding(padding), channels_come_last(data_format)
    sizes = list(output_shape) if isinstance(output_shape, (tuple, list)) else output_shape
    if isinstance(sizes, list):
        if sizes[0] is None:
            sizes[0] = array_ops.shape(x)[0]
        if not last:
            sizes = [sizes[0], sizes[2], sizes[3], sizes[1]]
        sizes = array_ops.stack(sizes)
    elif not last:
        sizes = array_ops.gather(sizes, [0, 2, 3, 1])
    dilations = _pair(dilation_rate, 2)

    def run(x):
        if dilations == (1, 1):
            return nn.conv2d_transpose(x, kernel, sizes, strides=_pair(strides, 2), padding=name)
        if dilations[0] != dilations[1]:
            raise ValueError(
                f"Expected the 2 dimensions of the `dilation_rate` argument to be equal to each other. Received: "
                f"dilation_rate={dilation_rate}"
            )
        return nn.atrous_conv2d_transpose(x, kernel, sizes, rate=dilations[0], padding=name)

    return with_channels_last(x, data_format, run)


@tf_export("keras.backend.depthwise_conv2d")
def depthwise_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    strides: Any = (1, 1),
    padding: Any = "valid",
    data_format: str | None = None,
    dilation_rate: Window = (1, 1),
) -> AnyTensor:
    """A convolution over images in which each channel has filters of its own.

    Mirrors `tf.keras.backend.depthwise_conv2d`.

    Arguments:
        x: [batch, rows, columns, channels].
        depthwise_kernel: [rows, columns, channels, filters of each].
        strides, dilation_rate: by how much windows move on, and the distance of the elements within one; (1, 1) both.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor [batch, new rows, new columns, channels * filters of each].

    `tf.nn.depthwise_conv2d` is the same, with strides of 4.

    Example:
        >>> tf.keras.backend.depthwise_conv2d(tf.ones([1, 5, 5, 2]), tf.ones([3, 3, 2, 1])).shape
        TensorShape([1, 3, 3, 2])
    """
    name, steps = _padding(padding), (1, *strides, 1)
    return with_channels_last(
        x, data_format, lambda x: nn.depthwise_conv2d(x, depthwise_kernel, strides=steps, padding=name, dilations=_pair(dilation_rate, 2))
    )


@tf_export("keras.backend.separable_conv2d")
def separable_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    strides: Any = (1, 1),
    padding: Any = "valid",
    data_format: str | None = None,
    dilation_rate: Window = (1, 1),
) -> AnyTensor:
    """A convolution of each channel by itself, and then a product that mixes the channels.

    Mirrors `tf.keras.backend.separable_conv2d`.

    Arguments:
        x: [batch, rows, columns, channels].
        depthwise_kernel: [rows, columns, channels, m].
        pointwise_kernel: [1, 1, channels * m, filters].
        strides, dilation_rate: by how much windows move on, and the distance of the elements within one; (1, 1) both.
        padding: "valid" or "same" data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor [batch, new rows, new columns, filters].

    Example:
        >>> kernels = tf.ones([3, 3, 2, 1]), tf.ones([1, 1, 2, 6])
        >>> tf.keras.backend.separable_conv2d(tf.ones([1, 5, 5, 2]), *kernels).shape
        TensorShape([1, 3, 3, 6])
    """
    name = _padding(padding)
    if len(strides) != 2:
        raise ValueError(f"`strides` must be a tuple of 2 integers. Received: {strides}")
    return with_channels_last(
        x,
        data_format,
        lambda x: nn.separable_conv2d(
            x, depthwise_kernel, pointwise_kernel, strides=(1, *strides, 1), padding=name, dilations=_pair(dilation_rate, 2)
        ),
    )


def _pool(x, size, strides, padding, data_format, pool_mode):
    name = _padding(padding)
    if pool_mode not in ("max", "avg"):
        raise ValueError(f"Invalid pooling mode: {pool_mode}")
    by_axes = {"max": (nn.max_pool2d, nn.max_pool3d), "avg": (nn.avg_pool2d, nn.avg_pool3d)}[pool_mode]
    return with_channels_last(x, data_format, lambda x: by_axes[len(size) == 3](x, size, strides, name))


@tf_export("keras.backend.pool2d")
def pool2d(
    x: TensorLike, pool_size: Any, strides: Any = (1, 1), padding: Any = "valid", data_format: str | None = None, pool_mode: str = "max"
) -> AnyTensor:
    """The greatest number or the mean of windows of images.

    Mirrors `tf.keras.backend.pool2d`.

    Without overlap the strides are the size of the windows. In "same" mode what lies outside of the image counts for neither maximum nor
    mean.

    Arguments:
        x: [batch, rows, columns, channels].
        pool_size: two integers.
        strides: by how much windows move on; (1, 1) by default.
        pool_mode: "max" (default) or "avg".
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor of rank 4.

    Example:
        >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
        >>> float(tf.keras.backend.pool2d(x, (2, 2), pool_mode="avg")[0, 0, 0, 0])
        1.5
    """
    for name, value in (("pool_size", pool_size), ("strides", strides)):
        if len(value) != 2:
            raise ValueError(f"`{name}` must be a tuple of 2 integers. Received: {value}")
    return _pool(x, pool_size, strides, padding, data_format, pool_mode)


@tf_export("keras.backend.pool3d")
def pool3d(
    x: TensorLike, pool_size: Any, strides: Any = (1, 1, 1), padding: Any = "valid", data_format: str | None = None, pool_mode: str = "max"
) -> AnyTensor:
    """The greatest number or the mean of windows of volumes.

    Mirrors `tf.keras.backend.pool3d`.

    Without overlap the strides are the size of the windows. In "same" mode what lies outside of the volume counts for neither maximum nor
    mean.

    Arguments:
        x: [batch, d1, d2, d3, channels].
        pool_size: three integers.
        strides: by how much windows move on; (1, 1, 1) by default.
        pool_mode: "max" (default) or "avg".
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first"; None: the default.

    Returns:
        A tensor of rank 5.

    Example:
        >>> tf.keras.backend.pool3d(tf.ones([1, 2, 3, 4, 1]), (2, 2, 2)).shape
        TensorShape([1, 1, 2, 3, 1])
    """
    return _pool(x, pool_size, strides, padding, data_format, pool_mode)


@tf_export("keras.backend.local_conv1d")
def local_conv1d(inputs: TensorLike, kernel: TensorLike, kernel_size: Any, strides: Any, data_format: str | None = None) -> AnyTensor:
    """A convolution of sequences with a kernel for each place.

    Mirrors `tf.keras.backend.local_conv1d`.

    Every place has a kernel of its own, unlike in `conv1d`: that takes as many weights more as there are places.

    Arguments:
        inputs: [batch, steps, channels].
        kernel: [places, window * channels, filters].
        kernel_size, strides: tuples of one integer.
        data_format: None: the default.

    Returns:
        A tensor [batch, places, filters].

    `tf.keras.layers.LocallyConnected1D` is made of it.

    Example:
        >>> tf.keras.backend.local_conv1d(tf.ones([1, 5, 2]), tf.ones([3, 6, 4]), (3,), (1,)).shape
        TensorShape([1, 3, 4])
    """
    return _local(inputs, kernel, kernel_size, strides, (kernel.shape[0],), data_format)


@tf_export("keras.backend.local_conv2d")
def local_conv2d(
    inputs: TensorLike, kernel: TensorLike, kernel_size: Any, strides: Any, output_shape: SizesLike, data_format: str | None = None
) -> AnyTensor:
    """A convolution of images with a kernel for each place.

    Mirrors `tf.keras.backend.local_conv2d`.

    Arguments:
        inputs: [batch, rows, columns, channels].
        kernel: [places, window * channels, filters].
        kernel_size, strides: pairs of integers.
        output_shape: rows and columns of the result.
        data_format: None: the default.

    Returns:
        A tensor [batch, rows, columns, filters].

    Every place has a kernel of its own, unlike in `conv2d`. `tf.keras.layers.LocallyConnected2D` is made of it.

    Example:
        >>> kernel = tf.ones([4, 4, 3])
        >>> tf.keras.backend.local_conv2d(tf.ones([1, 3, 3, 1]), kernel, (2, 2), (1, 1), (2, 2)).shape
        TensorShape([1, 2, 2, 3])
    """
    return _local(inputs, kernel, kernel_size, strides, output_shape, data_format)


def _local(inputs, kernel, kernel_size, strides, output_shape, data_format):
    return shown_parts.recorded(_of_windows, inputs, kernel, kernel_size, strides, output_shape, channels_come_last(data_format))


def _of_windows(inputs, kernel, kernel_size, strides, output_shape, last):
    _, features, filters = kernel.shape
    at = [()]
    for n in output_shape:
        at = [(*p, i) for p in at for i in range(n)]
    windows = []
    for p in at:
        part = tuple(slice(i * s, i * s + k) for i, s, k in zip(p, strides, kernel_size))
        key = (slice(None), *part, slice(None)) if last else (slice(None), slice(None), *part)
        windows.append(array_ops.reshape(inputs[key], [1, -1, features] if one_by_one.wanted() else [-1, features]))
    if one_by_one.wanted():
        found = array_ops.reshape(batch_dot(array_ops.concat(windows, 0), kernel), (*output_shape, -1, filters))
        count = len(output_shape)
        space = list(range(count))
        return array_ops.transpose(found, [count, *space, count + 1] if last else [count, count + 1, *space])
    found = linalg.einsum("pbf,pfo->bpo", array_ops.stack(windows), kernel)
    found = array_ops.reshape(found, (-1, *output_shape, filters))
    return found if last else _first(found)


@tf_export("keras.backend.bias_add")
def bias_add(x: TensorLike, bias: TensorLike, data_format: str | None = None) -> AnyTensor:
    """A tensor plus a bias: a vector over the channels, or a tensor of all axes but the batch.

    Mirrors `tf.keras.backend.bias_add`. Raises ValueError for a bias of another rank.

    The bias may also have an axis for each axis of `x` but the batch: then every place has a bias of its own.

    Arguments:
        x: [batch, ..., channels].
        bias: [channels], or the shape of an example.
        data_format: where the channels are; None: the default.

    Returns:
        A tensor of the shape of `x`.

    Example:
        >>> tf.keras.backend.bias_add(tf.zeros([1, 2, 2]), tf.constant([1.0, 2.0])).numpy().tolist()
        [[[1.0, 2.0], [1.0, 2.0]]]
    """
    last, of_bias = channels_come_last(data_format), len(int_shape(bias))
    if of_bias == 1:
        return nn.bias_add(x, bias, data_format="NHWC" if last else "NCHW")
    if of_bias != ndim(x) - 1:
        raise ValueError(f"Unexpected bias dimensions {of_bias}, expect to be 1 or {ndim(x) - 1} dimensions")
    if ndim(x) not in (3, 4, 5):
        return nn.bias_add(x, bias)
    sizes = int_shape(bias)  # with the channels last in any case: Keras moves none of the elements
    return x + array_ops.reshape(bias, (1, *sizes) if last else (1, sizes[-1], *sizes[:-1]))


@tf_export("keras.backend.temporal_padding")
def temporal_padding(x: TensorLike, padding: Any = (1, 1)) -> AnyTensor:
    """Zeros before and after the steps of sequences.

    Mirrors `tf.keras.backend.temporal_padding`.

    [batch, steps, channels] become [batch, steps + padding[0] + padding[1], channels]. Causal convolutions pad the beginning alone: (size
    - 1, 0).

    Arguments:
        x: a tensor of rank 3, of any dtype of numbers.
        padding: two integers: steps added before and after; (1, 1) by default.

    Returns:
        A tensor of rank 3.

    Raises:
        AssertionError: not two of them.

    `tf.keras.layers.ZeroPadding1D` is the layer of it.

    Example:
        >>> tf.keras.backend.temporal_padding(tf.ones([1, 2, 1]), (0, 2)).numpy().ravel().tolist()
        [1.0, 1.0, 0.0, 0.0]
    """
    assert len(padding) == 2
    return array_ops.pad(x, [[0, 0], list(padding), [0, 0]])


def _pad_spatially(x, padding, data_format):
    for sides in padding:
        assert len(sides) == 2
    inner = [list(p) for p in padding]
    return array_ops.pad(x, [[0, 0], *inner, [0, 0]] if channels_come_last(data_format) else [[0, 0], [0, 0], *inner])


@tf_export("keras.backend.spatial_2d_padding")
def spatial_2d_padding(x: TensorLike, padding: Any = ((1, 1), (1, 1)), data_format: str | None = None) -> AnyTensor:
    """Zeros around images.

    Mirrors `tf.keras.backend.spatial_2d_padding`.

    Rows and columns of zeros are added around images, so that a convolution without padding of its own keeps their size.

    Arguments:
        x: images [batch, rows, columns, channels], or channels second.
        padding: ((above, below), (left, right)); 1 each by default.
        data_format: "channels_last", "channels_first"; None (the default): `image_data_format()`.

    Returns:
        A tensor of rank 4.

    Raises:
        ValueError: another data format. AssertionError: not two pairs.

    Example:
        >>> tf.keras.backend.spatial_2d_padding(tf.ones([1, 2, 3, 1])).shape
        TensorShape([1, 4, 5, 1])
    """
    assert len(padding) == 2
    return _pad_spatially(x, padding, data_format)


@tf_export("keras.backend.spatial_3d_padding")
def spatial_3d_padding(x: TensorLike, padding: Any = ((1, 1), (1, 1), (1, 1)), data_format: str | None = None) -> AnyTensor:
    """Zeros around volumes.

    Mirrors `tf.keras.backend.spatial_3d_padding`.

    Zeros are added around volumes, on either side of each of the three axes of space, so that a convolution without padding of its own
    keeps their size.

    Arguments:
        x: volumes [batch, depth, rows, columns, channels], or channels second.
        padding: three pairs (before, after); 1 each by default.
        data_format: "channels_last", "channels_first"; None (the default): `image_data_format()`.

    Returns:
        A tensor of rank 5.

    Raises:
        ValueError: another data format. AssertionError: not three pairs.

    Example:
        >>> tf.keras.backend.spatial_3d_padding(tf.ones([1, 2, 3, 4, 1])).shape
        TensorShape([1, 4, 5, 6, 1])
    """
    assert len(padding) == 3
    return _pad_spatially(x, padding, data_format)
