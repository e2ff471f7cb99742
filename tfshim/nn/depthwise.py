"""Convolutions that treat each channel apart: depthwise and separable ones, and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops.shapes import shape
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.nn.convolution_gradients import filter_gradient
from tfshim.nn.convolutions import conv2d
from tfshim.nn.space import with_space_to_batch
from tfshim.nn.transposed import spread
from tfshim.nn.windows import static_shapes
from tfshim.nn.windows.arguments import as_key, padding_key, whole_list
from tfshim.nn.windows.correlation import correlate
from tfshim.nn.windows.paddings import pads_for
from tfshim.nn.windows.plans import plan

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike, Window


def _four_strides(strides, op_type):
    strides = as_key(strides)
    if not isinstance(strides, tuple):
        raise TypeError(f"Expected list for 'strides' argument to '{op_type}' Op, not {strides}.")
    if len(strides) != 4:
        raise invalid("Sliding window strides field must specify 4 dimensions")
    return strides


def _per_channel(filters):
    """[height, width, channels, multiplier] as torch's (channels * multiplier, 1, height, width)."""
    height, width, channels, multiplier = filters.shape
    return filters.permute(2, 3, 0, 1).reshape(channels * multiplier, 1, height, width)


def _before_depthwise(input, filter, strides, *others):
    input = convert_to_tensor(input)
    if input.shape.rank is not None and input.shape.rank < 3:
        raise ValueError(f"`input` must have 4 axes. Received: input.shape={input.shape}")
    whole_list("depthwise_conv2d_native", "strides", strides)
    _four_strides(strides, "depthwise_conv2d_native")
    return input, convert_to_tensor(filter), strides, *others


@op(
    "DepthwiseConv2dNative",
    input="T",
    filter="T",
    T=dt.REALS,
    scope="",
    before=_before_depthwise,
    shape_fn=static_shapes.depthwise,
    shape_fallback=static_shapes.partly_depthwise,
)
def _depthwise(input, filter, strides, padding, data_format, dilations, name=None):
    """The convolution of each channel with its own filters."""
    strides = _four_strides(strides, "depthwise_conv2d_native")
    first, s, d, p = plan("DepthwiseConv2dNative", 2, strides, padding_key(padding), data_format, as_key(dilations))
    # oneDNN's kernels, which TensorFlow has for these dtypes, take others.
    if s[0] != s[1] and input.dtype not in (torch.float32, torch.bfloat16):
        raise invalid("Current implementation only supports equal length strides in the row and column dimensions.")
    if input.ndim != 4:
        raise invalid(f"input must be 4-dimensional{dims_text(input.shape)}")
    if filter.ndim != 4:
        raise invalid(f"filter must be 4-dimensional: {dims_text(filter.shape)}")
    channels = input.shape[1 if first else 3]
    if channels != filter.shape[2]:
        raise invalid(f"input and filter must have the same depth: {channels} vs {filter.shape[2]}")
    x = input if first else input.permute(0, 3, 1, 2)
    y = correlate(x, _per_channel(filter), s, d, p, channels)
    return y if first else y.permute(0, 2, 3, 1)


fused_steps.owns_result(_depthwise)


@tf_export("nn.depthwise_conv2d")
@composite
def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str | None = None,
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of each channel of images with filters of its own. Mirrors `tf.nn.depthwise_conv2d`.

    Arguments:
        input: a float tensor of shape [batch, height, width, channels], or channels second for "NCHW".
        filter: a tensor of shape [height, width, channels, multiplier]: so many filters for each channel.
        strides: one number for every axis, 1 for batch and channels; of float64 and float16 equal for height and width.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up), "VALID" (no padding), or a list
            of a pair (before, after) for every axis.
        data_format: "NHWC" (None, the default) or "NCHW".
        dilations: two numbers, for height and width; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, channels * multiplier]; the results of one channel are next to
        each other.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    Example:
        >>> x = tf.stack([tf.ones([3, 3]), 2 * tf.ones([3, 3])], axis=-1)[tf.newaxis]
        >>> tf.nn.depthwise_conv2d(x, tf.ones([3, 3, 2, 1]), [1, 1, 1, 1], "VALID")[0, 0]
        <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[ 9., 18.]], dtype=float32)>
    """
    rates = (1, 1) if dilations is None else as_key(dilations)
    if isinstance(rates, str):
        raise TypeError(f"`dilations` must be two numbers. Received: dilations={rates!r}")
    if not isinstance(rates, tuple):
        raise ValueError(f"`dilation_rate.shape.rank` must be 1. Received: dilation_rate={rates} of rank 0")
    if len(rates) != 2:
        raise ValueError(f"`dilations` must have two entries, for height and width. Received: dilations={list(rates)}")
    if min(rates) < 1:
        raise ValueError(f"`dilation_rate` must be positive. Received: dilation_rate=[{rates[0]} {rates[1]}]")
    form = data_format or "NHWC"
    if max(rates) > 1 and isinstance(steps := as_key(strides, "strides"), tuple) and max(steps) > 1:
        # TensorFlow dilates by space_to_batch and applies the stride to the interleaved images, which the result depends on.
        input, filter = convert_to_tensor(input), convert_to_tensor(filter)
        return with_space_to_batch(
            input,
            list(rates),
            padding,
            lambda x, _, p: _depthwise(x, filter, strides, p, form, (1, 1)),
            filter.shape[:2].as_list(),
            data_format=form,
        )
    if TS.graph is None:
        return _depthwise(input, filter, strides, padding, form, rates, name=name)
    with name_scope(name or "depthwise") as scope:
        filter = convert_to_tensor(filter)  # noqa: A001
        note_filter(filter, rates)
        return _depthwise(input, filter, strides, padding, form, rates, name=scope)


def note_filter(filter, rates):
    """What TensorFlow's graphs have of a depthwise filter and its gaps, beside the operation."""
    if isinstance(filter, Tensor):
        shape(filter)
    if max(rates) == 1:  # else the operation is written with it
        TS.graph._constant(convert_to_tensor(rates, dt.int32), "dilation_rate")


def _outputs(out_backprop, first, channels, multiplier, what):
    grad = out_backprop if first else out_backprop.permute(0, 3, 1, 2)
    if grad.shape[1] != channels * multiplier:
        raise invalid(f"{what}: depth_multiplier * in_depth not equal to out_depth")
    return grad


def _sized(which):
    """The static shape that the list of sizes, argument number `which`, gives."""

    def shapes(*arguments):
        sizes, grad = arguments[which], arguments[2]
        return grad.dtype, [None] * 4 if isinstance(sizes, Tensor) else list(sizes)

    return shapes


@tf_export("nn.depthwise_conv2d_backprop_input", v1=["nn.depthwise_conv2d_backprop_input", "nn.depthwise_conv2d_native_backprop_input"])
@op(
    "DepthwiseConv2dNativeBackpropInput",
    input_sizes="ints",
    filter="T",
    out_backprop="T",
    T=dt.REALS,
    shape_fallback=_sized(0),
)
def depthwise_conv2d_backprop_input(
    input_sizes: SizesLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    dilations: Window = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of a depthwise convolution for its input. Mirrors `tf.nn.depthwise_conv2d_backprop_input`.

    Arguments:
        input_sizes: the four sizes of the input.
        filter: the filters, a float tensor of shape [height, width, channels, multiplier].
        out_backprop: the gradient for the result of the convolution.
        strides: those of the convolution, one number for every axis.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up), "VALID" (no padding), or a list
            of a pair (before, after) for every axis.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: one number for every axis, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `input_sizes`. `tf.GradientTape` takes it by itself.

    Raises:
        InvalidArgumentError: the sizes do not go together.

    Example:
        >>> gradient = tf.ones([1, 2, 2, 1])
        >>> tf.squeeze(tf.nn.depthwise_conv2d_backprop_input([1, 3, 3, 1], tf.ones([2, 2, 1, 1]), gradient, [1, 1, 1, 1], "VALID"))
        <tf.Tensor: shape=(3, 3), dtype=float32, numpy=
        array([[1., 2., 1.],
               [2., 4., 2.],
               [1., 2., 1.]], dtype=float32)>
    """
    strides = _four_strides(strides, "depthwise_conv2d_native_backprop_input")
    first, s, d, p = plan("DepthwiseConv2dNativeBackpropInput", 2, strides, padding_key(padding), data_format, as_key(dilations))
    if len(input_sizes) != 4:
        raise invalid(f"DepthwiseConv2DBackpropInput: input_sizes must contain 4 values, but got: {len(input_sizes)}")
    channels, places = (input_sizes[1], input_sizes[2:]) if first else (input_sizes[3], input_sizes[1:3])
    what = "DepthwiseConv2DBackpropInput"
    if channels != filter.shape[2]:
        raise invalid(f"{what}: input and filter must have the same in_depth: {channels} vs {filter.shape[2]}")
    grad = _outputs(out_backprop, first, channels, filter.shape[3], what)
    if grad.shape[0] != input_sizes[0]:
        raise invalid(f"{what}: input and out_backprop must have the same batch size")
    y = spread(what, grad, _per_channel(filter), tuple(places), s, p, d, channels)
    return y if first else y.permute(0, 2, 3, 1)


@tf_export("nn.depthwise_conv2d_backprop_filter", v1=["nn.depthwise_conv2d_backprop_filter", "nn.depthwise_conv2d_native_backprop_filter"])
@op(
    "DepthwiseConv2dNativeBackpropFilter",
    input="T",
    filter_sizes="ints",
    out_backprop="T",
    T=dt.REALS,
    shape_fallback=_sized(1),
)
def depthwise_conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: SizesLike,
    out_backprop: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NHWC",
    dilations: Window = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of a depthwise convolution for its filters. Mirrors `tf.nn.depthwise_conv2d_backprop_filter`.

    Arguments:
        input: the input of the convolution, a float tensor of shape [batch, height, width, channels].
        filter_sizes: the four sizes of the filters, [height, width, channels, multiplier].
        out_backprop: the gradient for the result of the convolution.
        strides: those of the convolution, one number for every axis.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up), "VALID" (no padding), or a list
            of a pair (before, after) for every axis.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: one number for every axis, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `filter_sizes`. `tf.GradientTape` takes it by itself.

    Raises:
        InvalidArgumentError: the sizes do not go together.

    Example:
        >>> image, gradient = tf.ones([1, 3, 3, 1]), tf.ones([1, 2, 2, 1])
        >>> tf.squeeze(tf.nn.depthwise_conv2d_backprop_filter(image, [2, 2, 1, 1], gradient, [1, 1, 1, 1], "VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[4., 4.],
               [4., 4.]], dtype=float32)>
    """
    strides = _four_strides(strides, "depthwise_conv2d_native_backprop_filter")
    first, s, d, p = plan("DepthwiseConv2dNativeBackpropFilter", 2, strides, padding_key(padding), data_format, as_key(dilations))
    what = "DepthwiseConv2DBackpropFilter"
    if len(filter_sizes) != 4:
        raise invalid(f"{what}: filter_sizes must contain 4 values, but got: {len(filter_sizes)}")
    height, width, channels, multiplier = filter_sizes
    x = input if first else input.permute(0, 3, 1, 2)
    if x.shape[1] != channels:
        raise invalid(f"{what}: input and filter must have the same in_depth: {x.shape[1]} vs {channels}")
    grad = _outputs(out_backprop, first, channels, multiplier, what)
    if grad.shape[0] != x.shape[0]:
        raise invalid(f"{what}: input and out_backprop must have the same batch size")
    spans = [(k - 1) * g + 1 for k, g in zip((height, width), d, strict=True)]
    for axis, got, (want, _, _) in zip(("rows", "cols"), grad.shape[2:], pads_for(x.shape[2:], spans, s, p), strict=True):
        if got != want:
            raise invalid(f"{what}: Number of {axis} of out_backprop doesn't match computed: actual = {got}, computed = {want}")
    g = filter_gradient(x, (height, width), grad, s, p, d, channels)
    return g.reshape(channels, multiplier, height, width).permute(2, 3, 0, 1)


@tf_export("nn.separable_conv2d")
@composite
def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str | None = None,
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """A convolution of each channel, and then one of single pixels that mixes the channels. Mirrors
    `tf.nn.separable_conv2d`.

    Arguments:
        input: a float tensor of shape [batch, height, width, channels], or channels second for "NCHW".
        depthwise_filter: a tensor of shape [height, width, channels, multiplier].
        pointwise_filter: a tensor of shape [1, 1, channels * multiplier, outputs].
        strides: one number for every axis, 1 for batch and channels.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up), "VALID" (no padding), or a list
            of a pair (before, after) for every axis.
        data_format: "NHWC" (None, the default) or "NCHW".
        dilations: two numbers, for height and width; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, outputs], for far fewer products than `tf.nn.conv2d` takes.

    Raises:
        ValueError: `pointwise_filter` has another form.
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    Example:
        >>> x = tf.ones([1, 5, 5, 3])
        >>> tf.nn.separable_conv2d(x, tf.ones([3, 3, 3, 1]), tf.ones([1, 1, 3, 8]), [1, 1, 1, 1], "SAME").shape
        TensorShape([1, 5, 5, 8])
    """
    form = data_format or "NHWC"
    rates = (1, 1) if dilations is None else as_key(dilations)
    steps = as_key(strides, "strides")
    if TS.graph is None or rates != (1, 1) and not (_two_rates(rates) and isinstance(steps, tuple) and max(steps) == 1):
        pointwise_filter = _of_single_pixels(pointwise_filter)
        mixed = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations, name="depthwise")
        return conv2d(mixed, pointwise_filter, 1, "VALID", form, name=name)
    with name_scope(name or "separable_conv2d") as scope:
        depthwise_filter, pointwise_filter = convert_to_tensor(depthwise_filter), _of_single_pixels(pointwise_filter)
        note_filter(depthwise_filter, rates)
        mixed = _depthwise(input, depthwise_filter, strides, padding, form, rates, name="depthwise")
        return conv2d(mixed, pointwise_filter, 1, "VALID", form, name=scope)


def _two_rates(rates):
    return isinstance(rates, tuple) and len(rates) == 2 and min(rates) >= 1


def _of_single_pixels(pointwise_filter):
    made = convert_to_tensor(pointwise_filter)
    shape = made.shape
    if shape.rank is not None:
        if shape.rank != 4:
            raise ValueError(f"Shape {shape} must have rank 4")
        for size in (shape[0], shape[1]):
            if size not in (1, None):
                raise ValueError(f"Dimensions {size} and 1 are not compatible")
    return made
