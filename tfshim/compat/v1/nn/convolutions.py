"""Convolutions in `tf.compat.v1.nn`, whose arguments TensorFlow 2 renamed, reordered or gave other defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["nn.conv1d"])
def conv1d(
    value: TensorLike | None = None,
    filters: TensorLike | None = None,
    stride: Window | None = None,
    padding: str | Sequence[Any] | None = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: TensorLike | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """A convolution of sequences with filters. Mirrors `tf.compat.v1.nn.conv1d`.

    In TensorFlow 2: `tf.nn.conv1d`, where the first argument is called `input`.

    Arguments:
        value: a float tensor [batch, width, channels]; with `data_format="NCW"` channels come second.
        filters: a tensor [filter width, channels, outputs] of the same dtype.
        stride: how far the filter moves, an integer.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        use_cudnn_on_gpu: a hint, without effect.
        data_format: "NWC" (None, the default) or "NCW".
        name: a name for the operation.
        input: another name of `value`.
        dilations: the distance of the filter's elements, 1 by default.

    Returns:
        A tensor [batch, new width, outputs].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 5, 3]), tf.ones([2, 3, 4])
        >>> y = tf.compat.v1.nn.conv1d(x, w, stride=1, padding="VALID")
        >>> y.shape, float(y[0, 0, 0])
        (TensorShape([1, 4, 4]), 6.0)
    """
    return tf.nn.conv1d(one_of("input", input, "value", value), filters, stride, padding, data_format or "NWC", dilations, name)


@tf_export(v1=["nn.conv2d"])
def conv2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: Window | None = None,
    padding: str | Sequence[Any] | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Window = [1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """A convolution of images with filters. Mirrors `tf.compat.v1.nn.conv2d`.

    In TensorFlow 2: `tf.nn.conv2d`, which calls the second argument `filters`.

    Arguments:
        input: a float tensor [batch, height, width, channels]; with `data_format="NCHW"` channels come second.
        filter: a tensor [height, width, channels, outputs] of the same dtype.
        strides: how far the filter moves, a list with 1 for the batch and the channels.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        use_cudnn_on_gpu: a hint, without effect.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: the distance of the filter's elements, in the form of `strides`; 1 by default.
        name: a name for the operation.
        filters: another name of `filter`.

    Returns:
        A tensor of the same layout, with the number of outputs for channels.

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 4, 4, 3]), tf.ones([2, 2, 3, 5])
        >>> y = tf.compat.v1.nn.conv2d(x, w, strides=[1, 2, 2, 1], padding="VALID")
        >>> y.shape, float(tf.reduce_max(y))
        (TensorShape([1, 2, 2, 5]), 12.0)
    """
    return tf.nn.conv2d(input, one_of("filters", filters, "filter", filter), strides, padding, data_format, dilations, name)


@tf_export(v1=["nn.conv3d"])
def conv3d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: Window | None = None,
    padding: str | Sequence[Any] | None = None,
    data_format: str = "NDHWC",
    dilations: Window = [1, 1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """A convolution of volumes with filters. Mirrors `tf.compat.v1.nn.conv3d`.

    In TensorFlow 2: `tf.nn.conv3d`, which calls the second argument `filters`.

    Arguments:
        input: a float tensor [batch, depth, height, width, channels]; with `data_format="NCDHW"` channels come second.
        filter: a tensor [depth, height, width, channels, outputs] of the same dtype.
        strides: how far the filter moves, a list with 1 for the batch and the channels.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        data_format: "NDHWC" (the default) or "NCDHW".
        dilations: the distance of the filter's elements, in the form of `strides`; 1 by default.
        name: a name for the operation.
        filters: another name of `filter`.

    Returns:
        A tensor of the same layout, with the number of outputs for channels.

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 4, 4, 4, 3]), tf.ones([2, 2, 2, 3, 5])
        >>> y = tf.compat.v1.nn.conv3d(x, w, strides=[1, 2, 2, 2, 1], padding="VALID")
        >>> y.shape, float(tf.reduce_max(y))
        (TensorShape([1, 2, 2, 2, 5]), 24.0)
    """
    return tf.nn.conv3d(input, one_of("filters", filters, "filter", filter), strides, padding, data_format, dilations, name)


@tf_export(v1=["nn.convolution"])
def convolution(
    input: TensorLike,
    filter: TensorLike,
    padding: str | Sequence[Any],
    strides: Window | None = None,
    dilation_rate: Window | None = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: TensorLike | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """A convolution over one, two or three axes. Mirrors `tf.compat.v1.nn.convolution`.

    In TensorFlow 2: `tf.nn.convolution`, which calls the second argument `filters` and the rate `dilations`.

    Arguments:
        input: a float tensor [batch, sizes..., channels]; with a `data_format` that begins with "NC" channels come second.
        filter: a tensor [sizes..., channels, outputs] of the same dtype.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        strides: how far the filter moves, an integer for each axis; None (the default) for 1.
        dilation_rate: the distance of the filter's elements, in the same form; 1 by default.
        name: a name for the operation.
        data_format: such as "NWC", "NCHW"; None (the default) for channels last.
        filters, dilations: other names of `filter` and `dilation_rate`.

    Returns:
        A tensor [batch, new sizes..., outputs].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 6, 6, 1]), tf.ones([3, 3, 1, 2])
        >>> tf.compat.v1.nn.convolution(x, w, "VALID", dilation_rate=[2, 2]).shape
        TensorShape([1, 2, 2, 2])
    """
    return tf.nn.convolution(
        input,
        one_of("filters", filters, "filter", filter),
        strides,
        padding,
        data_format,
        one_of("dilations", dilations, "dilation_rate", dilation_rate),
        name,
    )


@tf_export(v1=["nn.conv2d_transpose"])
def conv2d_transpose(
    value: TensorLike | None = None,
    filter: TensorLike | None = None,
    output_shape: SizesLike | None = None,
    strides: Window | None = None,
    padding: str | Sequence[Any] = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
    filters: TensorLike | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """The transpose of a convolution of images, by which networks make larger ones. Mirrors `tf.compat.v1.nn.conv2d_transpose`.

    It is the gradient of `tf.compat.v1.nn.conv2d` by its input. In TensorFlow 2: `tf.nn.conv2d_transpose`.

    Arguments:
        value: a float tensor [batch, height, width, channels].
        filter: a tensor [height, width, outputs, channels] of the same dtype.
        output_shape: the shape of the result, a list or an integer vector.
        strides: how far the filter moves, a list with 1 for the batch and the channels, or a number.
        padding: "SAME" (the default) or "VALID".
        data_format: "NHWC" (the default) or "NCHW".
        name: a name for the operation.
        input, filters: other names of `value` and `filter`.
        dilations: the distance of the filter's elements, 1 by default.

    Returns:
        A tensor of the shape `output_shape`.

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 2, 2, 3]), tf.ones([2, 2, 5, 3])
        >>> tf.compat.v1.nn.conv2d_transpose(x, w, [1, 4, 4, 5], strides=[1, 2, 2, 1]).shape
        TensorShape([1, 4, 4, 5])
    """
    return tf.nn.conv2d_transpose(
        one_of("input", input, "value", value),
        one_of("filters", filters, "filter", filter),
        output_shape,
        strides,
        padding,
        data_format,
        dilations,
        name,
    )


@tf_export(v1=["nn.conv3d_transpose"])
def conv3d_transpose(
    value: TensorLike,
    filter: TensorLike | None = None,
    output_shape: SizesLike | None = None,
    strides: Window | None = None,
    padding: str | Sequence[Any] = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: TensorLike | None = None,
    filters: TensorLike | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """The transpose of a convolution of volumes, by which networks make larger ones. Mirrors `tf.compat.v1.nn.conv3d_transpose`.

    It is the gradient of `tf.compat.v1.nn.conv3d` by its input. In TensorFlow 2: `tf.nn.conv3d_transpose`.

    Arguments:
        value: a float tensor [batch, depth, height, width, channels].
        filter: a tensor [depth, height, width, outputs, channels] of the same dtype.
        output_shape: the shape of the result, a list or an integer vector.
        strides: how far the filter moves, a list with 1 for the batch and the channels, or a number.
        padding: "SAME" (the default) or "VALID".
        data_format: "NDHWC" (the default) or "NCDHW".
        name: a name for the operation.
        input, filters: other names of `value` and `filter`.
        dilations: the distance of the filter's elements, 1 by default.

    Returns:
        A tensor of the shape `output_shape`.

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 2, 2, 2, 3]), tf.ones([2, 2, 2, 5, 3])
        >>> tf.compat.v1.nn.conv3d_transpose(x, w, [1, 4, 4, 4, 5], strides=[1, 2, 2, 2, 1]).shape
        TensorShape([1, 4, 4, 4, 5])
    """
    return tf.nn.conv3d_transpose(
        one_of("input", input, "value", value),
        one_of("filters", filters, "filter", filter),
        output_shape,
        strides,
        padding,
        data_format,
        dilations,
        name,
    )


@tf_export(v1=["nn.conv2d_backprop_filter"])
def conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: SizesLike,
    out_backprop: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Window = [1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
) -> Tensor:
    """The gradient of a convolution of pictures for its filter. Mirrors `tf.compat.v1.nn.conv2d_backprop_filter`.

    Gradients take it by themselves; programs that write a gradient of their own call it.

    Arguments:
        input: the pictures, [batch, height, width, channels], or as `data_format` says.
        filter_sizes: the shape of the filter, four integers that are known.
        out_backprop: the gradient for the result of `tf.compat.v1.nn.conv2d`.
        strides, padding: those of the convolution.
        use_cudnn_on_gpu: a hint; True by default.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: the gaps of the convolution, ones by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of the shape `filter_sizes`.

    Raises:
        InvalidArgumentError: shapes do not fit each other.

    Example:
        >>> x = tf.reshape(tf.range(4.0), [1, 2, 2, 1])
        >>> gradient = tf.compat.v1.nn.conv2d_backprop_filter(x, [1, 1, 1, 1], tf.ones([1, 2, 2, 1]), [1, 1, 1, 1], "VALID")
        >>> gradient.numpy().tolist()
        [[[[6.0]]]]
    """
    x = convert_to_tensor(input)
    sizes = [int(s) for s in tf.get_static_value(filter_sizes)]
    return _gradient(lambda w: conv2d(x, w, strides, padding, data_format=data_format, dilations=dilations), sizes, x.dtype, out_backprop)


@tf_export(v1=["nn.conv3d_backprop_filter", "nn.conv3d_backprop_filter_v2"])
@tf_private("tensorflow.python.ops.nn_ops.conv3d_backprop_filter_v2")
def conv3d_backprop_filter(
    input: TensorLike,
    filter_sizes: SizesLike,
    out_backprop: TensorLike,
    strides: Window,
    padding: str,
    data_format: str = "NDHWC",
    dilations: Window = [1, 1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
) -> Tensor:
    """The gradient of a convolution of volumes for its filter. Mirrors `tf.compat.v1.nn.conv3d_backprop_filter` and
    `tf.compat.v1.nn.conv3d_backprop_filter_v2`.

    Gradients take it by themselves; programs that write a gradient of their own call it.

    Arguments:
        input: the volumes, [batch, depth, height, width, channels], or as `data_format` says.
        filter_sizes: the shape of the filter, five integers.
        out_backprop: the gradient for the result of `tf.compat.v1.nn.conv3d`.
        strides, padding: those of the convolution.
        data_format: "NDHWC" (the default) or "NCDHW".
        dilations: the gaps of the convolution, ones by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor of the shape `filter_sizes`.

    Raises:
        InvalidArgumentError: shapes do not fit each other.

    Example:
        >>> x = tf.reshape(tf.range(8.0), [1, 2, 2, 2, 1])
        >>> gradient = tf.compat.v1.nn.conv3d_backprop_filter(x, [1, 1, 1, 1, 1], tf.ones([1, 2, 2, 2, 1]), [1, 1, 1, 1, 1], "VALID")
        >>> gradient.numpy().tolist()
        [[[[[28.0]]]]]
    """
    return tf.raw_ops.Conv3DBackpropFilterV2(
        input=input,
        filter_sizes=filter_sizes,
        out_backprop=out_backprop,
        strides=strides,
        padding=padding,
        data_format=data_format,
        dilations=dilations,
        name=name,
    )


@tf_export(v1=["nn.conv2d_backprop_input"])
def conv2d_backprop_input(
    input_sizes: SizesLike,
    filter: TensorLike | None = None,
    out_backprop: TensorLike | None = None,
    strides: Window | None = None,
    padding: str | Sequence[Any] | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Window = [1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
    filters: TensorLike | None = None,
) -> Tensor:
    """The gradient of a convolution of pictures for these. Mirrors `tf.compat.v1.nn.conv2d_backprop_input`.

    It is `tf.compat.v1.nn.conv2d_transpose`, by which pictures are made larger, with arguments in another order.

    Arguments:
        input_sizes: the shape of the pictures, four integers.
        filter: the filter, [height, width, channels, results].
        out_backprop: the gradient for the result of `tf.compat.v1.nn.conv2d`.
        strides, padding: those of the convolution.
        use_cudnn_on_gpu: a hint; True by default.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: the gaps of the convolution, ones by default.
        name: a name for the operation in graphs; by default that of the function.
        filters: the newer name of `filter`.

    Returns:
        A tensor of the shape `input_sizes`.

    Raises:
        InvalidArgumentError, ValueError: shapes do not fit each other.

    Example:
        >>> w = tf.reshape(tf.constant([1.0, 10.0]), [1, 2, 1, 1])
        >>> gradient = tf.compat.v1.nn.conv2d_backprop_input([1, 1, 3, 1], w, tf.ones([1, 1, 2, 1]), [1, 1, 1, 1], "VALID")
        >>> gradient.numpy().ravel().tolist()
        [1.0, 11.0, 10.0]
    """
    return tf.nn.conv2d_transpose(
        out_backprop, one_of("filters", filters, "filter", filter), input_sizes, strides, padding, data_format, dilations, name
    )


def _gradient(function, sizes, dtype, upstream):
    # A convolution is linear in its filter: the gradient is the same wherever it is taken, so also at zero.
    start = tf.zeros(sizes, dtype)
    with tf.GradientTape() as tape:
        tape.watch(start)
        value = function(start)
    return tape.gradient(value, start, output_gradients=upstream)


@tf_export(v1=["nn.depthwise_conv2d"])
def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    rate: Window | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """A convolution of each channel of images with filters of its own. Mirrors `tf.compat.v1.nn.depthwise_conv2d`.

    In TensorFlow 2: `tf.nn.depthwise_conv2d`, which calls the rate `dilations`.

    Arguments:
        input: a float tensor [batch, height, width, channels].
        filter: a tensor [height, width, channels, multiplier]: so many filters for each channel.
        strides: how far the filter moves, a list of four with 1 for the batch and the channels.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        rate: the distance of the filter's elements, two integers; None (the default) for 1.
        name: a name for the operation.
        data_format: "NHWC" (None, the default) or "NCHW".
        dilations: another name of `rate`.

    Returns:
        A tensor [batch, new height, new width, channels * multiplier].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, w = tf.ones([1, 4, 4, 3]), tf.ones([2, 2, 3, 2])
        >>> tf.compat.v1.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "VALID").shape
        TensorShape([1, 3, 3, 6])
    """
    return tf.nn.depthwise_conv2d(input, filter, strides, padding, data_format, one_of("dilations", dilations, "rate", rate), name)


@tf_export(v1=["nn.depthwise_conv2d_native"])
def depthwise_conv2d_native(
    input: TensorLike,
    filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    dilations: Window = [1, 1, 1, 1],  # noqa: B006
    name: str | None = None,
) -> Tensor:
    """A convolution of each channel by itself. Mirrors `tf.compat.v1.nn.depthwise_conv2d_native`.

    It is the operation below `tf.compat.v1.nn.depthwise_conv2d`, with gaps given for all four axes.

    Arguments:
        input: pictures, [batch, height, width, channels], or as `data_format` says.
        filter: [height, width, channels, multiplier]: each channel gives so many results.
        strides: the distance of the windows, four integers, the same for height and width.
        padding: "SAME", "VALID", or a list of pairs of zeros at both ends of each axis.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: the gaps within a window, four integers, ones by default.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A tensor [batch, new height, new width, channels * multiplier].

    Raises:
        InvalidArgumentError, ValueError: shapes do not fit each other.

    Example:
        >>> x = tf.reshape(tf.constant([1.0, 2.0, 3.0, 4.0]), [1, 1, 2, 2])
        >>> w = tf.reshape(tf.constant([1.0, 10.0]), [1, 1, 2, 1])
        >>> tf.compat.v1.nn.depthwise_conv2d_native(x, w, [1, 1, 1, 1], "VALID").numpy().tolist()
        [[[[1.0, 20.0], [3.0, 40.0]]]]
    """
    spatial = dilations[1:3] if data_format == "NHWC" else dilations[2:4]
    return tf.nn.depthwise_conv2d(input, filter, strides, padding, data_format, spatial, name)


@tf_export(v1=["nn.separable_conv2d"])
def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    rate: Window | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """A convolution of each channel of images, and then one that mixes the channels. Mirrors `tf.compat.v1.nn.separable_conv2d`.

    In TensorFlow 2: `tf.nn.separable_conv2d`, which calls the rate `dilations`.

    Arguments:
        input: a float tensor [batch, height, width, channels].
        depthwise_filter: a tensor [height, width, channels, multiplier].
        pointwise_filter: a tensor [1, 1, channels * multiplier, outputs].
        strides: how far the first filter moves, a list of four with 1 for the batch and the channels.
        padding: "SAME", "VALID" or, where each axis has its own, a list of pairs.
        rate: the distance of the first filter's elements, two integers; None (the default) for 1.
        name: a name for the operation.
        data_format: "NHWC" (None, the default) or "NCHW".
        dilations: another name of `rate`.

    Returns:
        A tensor [batch, new height, new width, outputs].

    Raises:
        ValueError or InvalidArgumentError: sizes or the number of axes do not fit.

    Example:
        >>> x, d, p = tf.ones([1, 4, 4, 3]), tf.ones([2, 2, 3, 2]), tf.ones([1, 1, 6, 5])
        >>> tf.compat.v1.nn.separable_conv2d(x, d, p, [1, 1, 1, 1], "SAME").shape
        TensorShape([1, 4, 4, 5])
    """
    return tf.nn.separable_conv2d(
        input, depthwise_filter, pointwise_filter, strides, padding, data_format, one_of("dilations", dilations, "rate", rate), name
    )
