"""The gradients of convolutions as operations of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shapes import dims_text
from tfshim.nn.windows.arguments import as_key, in_pairs, padding_key
from tfshim.nn.windows.paddings import geometry
from tfshim.nn.windows.plans import plan

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike, Window
from tfshim.nn.transposed import convolve_transposed, reach


def filter_gradient(x, window, grad, strides, padding, dilations, groups):
    """The gradient for the filters, (outputs, inputs / groups, *window), of a convolution; all channels first."""
    outputs = grad.shape[1]
    before, around, empty = geometry(x.shape[2:], (outputs, 1, *window), strides, padding, dilations)
    shape = (outputs, x.shape[1] // groups, *window)
    if empty is not None or not x.numel():
        return x.new_zeros(shape)
    if before is not None:
        x = torch.nn.functional.pad(x, before)
    weight = x.new_empty(1).expand(shape)  # only its shape is looked at
    return torch.ops.aten.convolution_backward(
        grad, x, weight, None, strides, around, dilations, False, (0,) * len(window), groups, (False, True, False)
    )[1]


def _of_filter(input, filter, out_backprop, *others):  # noqa: A002
    """The leaf where the sizes of the filter are not all known; the kernel tells where they are."""
    shape = filter.shape
    return None if shape.is_fully_defined() else (filter.dtype, [None] * 4 if shape.rank is None else shape)


@tf_export("conv2d_backprop_filter_v2")
@op("Conv2DBackpropFilterV2", input="T", filter="T", out_backprop="T", T=dt.REALS, scope="", shape_fn=_of_filter)
def conv2d_backprop_filter_v2(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str = "NHWC",
    dilations: Window = (1, 1, 1, 1),
    name: str | None = None,
) -> AnyTensor:
    """The gradient of a convolution of images for its filters. Mirrors `tf.conv2d_backprop_filter_v2`.

    Arguments:
        input: the input of the convolution, a float tensor of shape [batch, height, width, channels].
        filter: a tensor of the shape of the filters; its values are not used.
        out_backprop: the gradient for the result of the convolution.
        strides: those of the convolution, one number for every axis.
        padding: that of the convolution: "SAME", "VALID" or "EXPLICIT".
        use_cudnn_on_gpu: has no effect; True by default.
        explicit_paddings: for "EXPLICIT", before and after for every axis, in one flat list.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: one number for every axis, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `filter`. `tf.GradientTape` takes it by itself.

    Raises:
        InvalidArgumentError: the sizes do not go together.

    Example:
        >>> image, gradient = tf.ones([1, 3, 3, 1]), tf.ones([1, 2, 2, 1])
        >>> tf.squeeze(tf.conv2d_backprop_filter_v2(image, tf.zeros([2, 2, 1, 1]), gradient, [1, 1, 1, 1], "VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[4., 4.],
               [4., 4.]], dtype=float32)>
    """
    padding = in_pairs(padding, explicit_paddings)
    first, s, d, p = plan("Conv2DBackpropFilterV2", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    what = "Conv2DCustomBackpropFilter"
    for label, t in (("input", input), ("filter", filter), ("out_backprop", out_backprop)):
        if t.ndim != 4:
            raise invalid(f"{what}: {label} must be 4-dimensional: {dims_text(t.shape)}")
    x, grad = (input, out_backprop) if first else (input.permute(0, 3, 1, 2), out_backprop.permute(0, 3, 1, 2))
    *window, depth, outputs = filter.shape
    if grad.shape[0] != x.shape[0]:
        raise invalid(
            f"{what}: input and out_backprop must have the same batch size. Input batch: {x.shape[0]}, outbackprop batch: "
            f"{grad.shape[0]}, batch_dim: 0"
        )
    if not depth or x.shape[1] % depth:
        raise invalid(f"{what}: input depth must be evenly divisible by filter depth: {x.shape[1]} vs {depth}")
    if grad.shape[1] != outputs:
        raise invalid(f"{what}: filter and out_backprop must have the same out_depth. Filter: {outputs}, out_backprop: {grad.shape[1]}")
    reach(what, tuple(x.shape[2:]), tuple(window), tuple(grad.shape[2:]), s, p, d)
    groups = x.shape[1] // depth
    return filter_gradient(x, tuple(filter.shape[:2]), grad, s, p, d, groups).permute(2, 3, 1, 0)


@tf_export("conv2d_backprop_input_v2")
@op("Conv2DBackpropInputV2", input="T", filter="T", out_backprop="T", T=dt.REALS, scope="")
def conv2d_backprop_input_v2(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str = "NHWC",
    dilations: Window = (1, 1, 1, 1),
    name: str | None = None,
) -> AnyTensor:
    """The gradient of a convolution of images for its input. Mirrors `tf.conv2d_backprop_input_v2`.

    Arguments:
        input: a tensor of the shape of the input; its values are not used.
        filter: the filters, a float tensor of shape [height, width, channels, outputs].
        out_backprop: the gradient for the result of the convolution.
        strides: those of the convolution, one number for every axis.
        padding: that of the convolution: "SAME", "VALID" or "EXPLICIT".
        use_cudnn_on_gpu: has no effect; True by default.
        explicit_paddings: for "EXPLICIT", before and after for every axis, in one flat list.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: one number for every axis, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the shape of `input`. `tf.nn.conv2d_transpose` is the same with other arguments.

    Raises:
        InvalidArgumentError: the sizes do not go together.

    Example:
        >>> gradient = tf.ones([1, 2, 2, 1])
        >>> tf.squeeze(tf.conv2d_backprop_input_v2(tf.zeros([1, 3, 3, 1]), tf.ones([2, 2, 1, 1]), gradient, [1, 1, 1, 1], "VALID"))
        <tf.Tensor: shape=(3, 3), dtype=float32, numpy=
        array([[1., 2., 1.],
               [2., 4., 2.],
               [1., 2., 1.]], dtype=float32)>
    """
    padding = in_pairs(padding, explicit_paddings)
    first, s, d, p = plan("Conv2DBackpropInputV2", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    return convolve_transposed(
        "Conv2DCustomBackpropInput", "Conv2DBackpropInputV2", out_backprop, filter, tuple(input.shape), s, p, first, d
    )
