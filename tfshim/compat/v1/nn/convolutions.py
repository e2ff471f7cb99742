"""Pooling and convolution in `tf.compat.v1.nn`, whose arguments TensorFlow 2 renamed, reordered or gave other defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.v1._renamed import one_of
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike, Window
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.tensor import Tensor
    from tfshim.nn.pooling import MaxPoolWithArgmax


@tf_export(v1=["nn.avg_pool", "nn.avg_pool2d"])
def avg_pool(
    value: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The mean of each window of `value`, floats [batch, height, width, channels] or in the order of `data_format`.

    `input` is another name of `value`; see `tf.nn.avg_pool2d` for the others. Mirrors `tf.compat.v1.nn.avg_pool`.
    """
    return tf.nn.avg_pool2d(one_of("input", input, "value", value), ksize, strides, padding, data_format, name or "AvgPool")


@tf_export(v1=["nn.max_pool"])
def max_pool(
    value: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The maximum of each window of `value`, numbers [batch, height, width, channels] or in the order of `data_format`.

    `input` is another name of `value`; see `tf.nn.max_pool2d` for the others. Mirrors `tf.compat.v1.nn.max_pool`.
    """
    window = [ksize] if isinstance(ksize, int) else ksize
    if isinstance(window, (list, tuple)) and 0 in window:
        if len(window) < 3:
            window = [window[0], window[-1]]
            window = [1, 1, *window] if (data_format or "").startswith("NC") else [1, *window, 1]
        raise ValueError(f"`ksize` cannot be zero. Received: ksize={window}")
    return tf.nn.max_pool2d(one_of("input", input, "value", value), ksize, strides, padding, data_format, name or "MaxPool")


@tf_export(v1=["nn.max_pool_with_argmax"])
def max_pool_with_argmax(
    input: TensorLike,
    ksize: Window,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    Targmax: DTypeLike | None = None,
    name: str | None = None,  # noqa: N803
    output_dtype: DTypeLike | None = None,
    include_batch_in_index: bool = False,
) -> MaxPoolWithArgmax:
    """(maximum of each window, its flat index of dtype `output_dtype`, int64 by default); see `tf.nn.max_pool_with_argmax`.

    `Targmax` is the older name of `output_dtype`. Mirrors `tf.compat.v1.nn.max_pool_with_argmax`.
    """
    dtype = one_of("output_dtype", output_dtype, "Targmax", Targmax)
    return tf.nn.max_pool_with_argmax(
        input, ksize, strides, padding, data_format, dtypes.int64 if dtype is None else dtype, include_batch_in_index, name
    )


@tf_export(v1=["nn.pool"])
def pool(
    input: TensorLike,
    window_shape: Sequence[int],
    pooling_type: str,
    padding: str | Sequence[Any],
    dilation_rate: Window | None = None,
    strides: Window | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """Pooling over any number of dimensions; see `tf.nn.pool`. Mirrors `tf.compat.v1.nn.pool`."""
    return tf.nn.pool(
        input,
        window_shape,
        pooling_type,
        strides,
        padding,
        data_format,
        one_of("dilations", dilations, "dilation_rate", dilation_rate),
        name,
    )


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
    """A convolution of `value` [batch, width, channels] with `filters` [width, channels, outputs]; see `tf.nn.conv1d`.

    `input` is another name of `value`; `use_cudnn_on_gpu` is a hint. Mirrors `tf.compat.v1.nn.conv1d`.
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
    """A convolution of `input` [batch, height, width, channels] with `filter` [height, width, channels, outputs]; see `tf.nn.conv2d`.

    `filters` is another name of `filter`; `use_cudnn_on_gpu` is a hint. Mirrors `tf.compat.v1.nn.conv2d`.
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
    """A convolution of `input` [batch, depth, height, width, channels] with `filter` [depth, height, width, channels, outputs].

    `filters` is another name of `filter`; see `tf.nn.conv3d`. Mirrors `tf.compat.v1.nn.conv3d`.
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
    """A convolution over any number of dimensions; see `tf.nn.convolution`. Mirrors `tf.compat.v1.nn.convolution`."""
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
    """The transpose of a convolution; see `tf.nn.conv2d_transpose`. Mirrors `tf.compat.v1.nn.conv2d_transpose`."""
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
    """The transpose of a convolution; see `tf.nn.conv3d_transpose`. Mirrors `tf.compat.v1.nn.conv3d_transpose`."""
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
    """The gradient of `conv2d` for its filter, a tensor of the shape `filter_sizes`, whose value has to be static.

    `out_backprop` is the gradient for the result of `conv2d`. Mirrors `tf.compat.v1.nn.conv2d_backprop_filter`.
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
    """The gradient of `conv3d` for its filter, a tensor of the shape `filter_sizes`.

    `input`: [batch, depth, height, width, channels], or as `data_format` says. `out_backprop` is the gradient for the result of
    `conv3d`. Mirrors `tf.compat.v1.nn.conv3d_backprop_filter`.
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
    """The gradient of `conv2d` for its input, a tensor of the shape `input_sizes`.

    `out_backprop` is the gradient for the result of `conv2d`. Mirrors `tf.compat.v1.nn.conv2d_backprop_input`.
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
    """A depthwise convolution; see `tf.nn.depthwise_conv2d`. Mirrors the function of TensorFlow 1."""
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
    """A depthwise convolution, with `dilations` for all four dimensions. Mirrors `tf.compat.v1.nn.depthwise_conv2d_native`."""
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
    """A depthwise convolution, then a pointwise one; see `tf.nn.separable_conv2d`. Mirrors the function of TensorFlow 1."""
    return tf.nn.separable_conv2d(
        input, depthwise_filter, pointwise_filter, strides, padding, data_format, one_of("dilations", dilations, "rate", rate), name
    )


@tf_export(v1=["nn.dilation2d"])
def dilation2d(
    input: TensorLike,
    filter: TensorLike | None = None,
    strides: Window | None = None,
    rates: Window | None = None,
    padding: str | Sequence[Any] | None = None,
    name: str | None = None,
    filters: TensorLike | None = None,
    dilations: Window | None = None,
) -> Tensor:
    """Morphological dilation; see `tf.nn.dilation2d`. Mirrors `tf.compat.v1.nn.dilation2d`."""
    return tf.nn.dilation2d(
        input, one_of("filters", filters, "filter", filter), strides, padding, "NHWC", one_of("dilations", dilations, "rates", rates), name
    )


@tf_export(v1=["nn.erosion2d"])
def erosion2d(
    value: TensorLike, kernel: TensorLike, strides: Window, rates: Window, padding: str | Sequence[Any], name: str | None = None
) -> Tensor:
    """Morphological erosion; see `tf.nn.erosion2d`. Mirrors `tf.compat.v1.nn.erosion2d`."""
    return tf.nn.erosion2d(value, kernel, strides, padding, "NHWC", rates, name)
