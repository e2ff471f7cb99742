"""Transposed convolutions, and the gradients of convolutions as operations of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch

from tfshim._export import tf_export
from tfshim.array_ops._framing import inside, nothing, with_zeros
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.products import mm
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import dtype_mismatch, invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.readable import at_least, exported
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.nn.convolutions import CONV_TYPES, check_channels, conv2d
from tfshim.nn.windows import few_channels, static_shapes, within_images
from tfshim.nn.windows.arguments import as_key, padding_key
from tfshim.nn.windows.correlation import PRODUCT_TYPES, TO_FIRST, TO_LAST, torch_filters
from tfshim.nn.windows.paddings import pad_spatial, pads_for, pads_nothing
from tfshim.nn.windows.plans import FORMATS, check_windows, plan, plan_1d

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike, Window


_CONV_TRANSPOSE = {4: torch.conv_transpose2d, 5: torch.conv_transpose3d}


@lru_cache(maxsize=4096)
def reach(what, sizes, window, outputs, strides, padding, dilations):
    """For each axis of a transposed convolution to `sizes`: (padding, output_padding, first row to keep)."""
    spans = [(k - 1) * d + 1 for k, d in zip(window, dilations, strict=True)]
    pads = pads_for(sizes, spans, strides, padding)
    for i, (z, k, n, s, d, (m, _, _)) in enumerate(zip(sizes, window, outputs, strides, dilations, pads, strict=True)):
        if m != n:
            raise invalid(
                f"{what}: Size of out_backprop doesn't match computed: actual = {n}, computed = {m} "
                f"spatial_dim: {i + 1} input: {z} filter: {k} output: {n} stride: {s} dilation: {d}"
            )
    plain = []
    for z, k, n, s, (_, before, after) in zip(sizes, spans, outputs, strides, pads, strict=True):
        common = min(before, after)
        full = (n - 1) * s + k - 2 * common
        plain.append((common, max(0, before - common + z - full), before - common))
    return tuple(p for p, _, _ in plain), tuple(e for _, e, _ in plain), tuple(b for _, _, b in plain)


_LARGE = 1 << 15  # elements that are worth a function of Python


class _Cropped(Function):
    """The part of images, channels last, within a frame, in memory of its own: what comes next is slow on rows with gaps."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x, pads):
        return inside(x, pads).contiguous()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.pads = inputs[1]

    @staticmethod
    def backward(ctx, grad):
        return with_zeros(grad.contiguous(), ctx.pads), None

    @staticmethod
    def jvp(ctx, tangent, _):
        return inside(tangent, ctx.pads)


def _kept(y, start, sizes):
    """The part of `y`, channels first, that begins at `start` and has these sizes."""
    if y.ndim == 4 and y.requires_grad and at_least(y.numel(), _LARGE) and y.permute(0, 2, 3, 1).is_contiguous():
        pads = [(b, whole - b - z) for b, z, whole in zip(start, sizes, y.shape[2:], strict=True)]
        return _Cropped.apply(y.permute(0, 2, 3, 1), ((0, 0), *pads, (0, 0))).permute(0, 3, 1, 2)
    for axis, (b, z) in enumerate(zip(start, sizes, strict=True), 2):
        if y.shape[axis] != z:
            y = y.narrow(axis, b, z)
    return y


def spread(what, x, w, sizes, strides, padding, dilations, groups):
    """The transposed convolution of `x` with `w`, (inputs, outputs / groups, *window), both channels first."""
    if not x.numel():
        return nothing(x, (x.shape[0], w.shape[1] * groups, *sizes), w)
    around, extra, start = reach(what, sizes, tuple(w.shape[2:]), tuple(x.shape[2:]), strides, padding, dilations)
    # torch wants output_padding below the stride or the dilation; what lies further out is zero.
    inside = tuple(min(e, max(s, d) - 1) for e, s, d in zip(extra, strides, dilations, strict=True))
    kind = x.dtype
    if kind is torch.int32:
        # torch has no kernel for integers; float64 is exact up to 2 ** 53.
        x, w = x.double(), w.double()
    if few_channels.suits(x, w, dilations, groups):
        y = few_channels.transposed(x, w, strides, around, inside)
    else:
        y = _CONV_TRANSPOSE[x.ndim](x, w, None, strides, around, inside, groups, dilations)
    if inside != extra:
        y = pad_spatial(y, [(0, 0, e - i) for e, i in zip(extra, inside, strict=True)])
    if y.shape[2:] != sizes:
        y = _kept(y, start, sizes)
    return y.long().to(kind) if y.dtype is not kind else y


# Elements of a result up to which a product of matrices, whose rows are put in order afterwards, is faster than oneDNN's transposed
# convolution, which reorders the filters first; of windows of so many places, or where there are more filters than results.
_BLOCKS = 1 << 20
_PLACES = 4


def _is_blocks(x, filters, sizes, strides, padding, dilations, groups):
    """Whether each row of `x`, channels last, gives a block of the result of its own, best computed as a product of matrices."""
    height, width, within, _ = filters.shape
    # To few channels, `few_channels` has a product of its own.
    if within <= few_channels.FEW or groups != 1 or strides != (height, width):
        return False
    if max(dilations) > 1 or x.dtype not in PRODUCT_TYPES or not x.is_cpu or exported(x):
        return False
    if sizes != (x.shape[1] * height, x.shape[2] * width) or not pads_nothing(padding):
        return False
    count = x.shape[0] * sizes[0] * sizes[1] * within
    return 0 < count <= (_BLOCKS if height * width <= _PLACES else filters.numel())


def _blocks(x, filters):
    """The same transposed convolution, as that product."""
    (batch, rows, columns, depth), (height, width, within, _) = x.shape, filters.shape
    made = mm(x.reshape(-1, depth), filters.reshape(-1, depth).t()).view(batch, rows, columns, height, width, within)
    return made.permute(0, 1, 3, 2, 4, 5).reshape(batch, rows * height, columns * width, within)


def convolve_transposed(what, op_type, x, filters, sizes, s, padding, first, d, grouped=True):
    axes = len(s) + 2
    n = axes - 2
    if filters.ndim != axes:
        raise invalid(f"filter must be {axes}-dimensional: {dims_text(filters.shape)}")
    if x.ndim != axes:
        raise invalid(f"input_sizes must be {axes}-dimensional, got: {x.ndim}")
    within, depth = filters.shape[-2:]
    if len(sizes) == n and n == 2:
        sizes = (x.shape[0], within, *sizes) if first else (x.shape[0], *sizes, within)
    if len(sizes) != axes:
        raise invalid(f"{op_type} requires input_sizes to contain {axes} values or {n} values, but got: {len(sizes)}")
    for z in sizes:
        if z < 0:
            raise invalid(f"Dimension {z} must be >= 0")
    batch, channels, places = (sizes[0], sizes[1], sizes[2:]) if first else (sizes[0], sizes[-1], sizes[1:-1])
    if batch != x.shape[0]:
        raise invalid(
            f"{what}: input and out_backprop must have the same batch size. Input batch: {batch}, outbackprop batch: "
            f"{x.shape[0]}, batch_dim: 0"
        )
    if channels != within and (not grouped or not within or channels % within):
        raise invalid(
            f"{what}: input depth must be evenly divisible by filter depth"
            if grouped
            else f"input and filter_sizes must have the same number of channels. Got {channels} for input and {within} for filter_sizes"
        )
    if x.shape[1 if first else -1] != depth:
        raise invalid(
            f"{what}: filter and out_backprop must have the same out_depth"
            if grouped
            else "out_backprop and filter_sizes must have the same number of channels. "
            f"Got {x.shape[1 if first else -1]} for out_backprop and {depth} for filter_sizes"
        )
    groups = channels // within if within else 1
    if groups and depth % groups:
        raise invalid(f"output depth must be evenly divisible by number of groups: {depth} vs {groups}")
    if not first:
        if axes == 4 and groups == 1 and within_images.may_suit(x, filters, s):
            spans = [(k - 1) * e + 1 for k, e in zip(filters.shape[:2], d, strict=True)]
            (rows, top, _), (columns, left, _) = pads_for(places, spans, s, padding)
            windows = x.shape[1:3]
            if (rows, columns) == windows and within_images.suits(x, filters, windows, places, d, (top, left)):
                return within_images.transposed(x, filters, places, d, (top, left))
        if axes == 4 and _is_blocks(x, filters, tuple(places), tuple(s), padding, d, groups):
            return _blocks(x, filters)
        x = x.permute(TO_FIRST[axes])
    y = spread(what, x, torch_filters(filters), tuple(places), s, padding, d, groups)
    return y if first else y.permute(TO_LAST[axes])


def _before_conv2d(input, filters, output_shape, strides, padding, data_format, dilations):
    check_windows(2, {"strides": strides, "dilations": dilations}, padding, data_format, True)
    if isinstance(output_shape, Tensor) and output_shape.dtype == dt.int64:
        if isinstance(input, list) or isinstance(filters, list):  # what is no array goes another way in TensorFlow
            raise ValueError("Tensor conversion requested dtype int32 for `output_shape`, which has dtype int64. Cast it with tf.cast.")
        raise dtype_mismatch("Conv2DBackpropInput", 0, dt.int32, output_shape.dtype)
    if not isinstance(input, (Tensor, Variable)):  # the filters come first in TensorFlow's operation: their dtype holds
        filters = convert_to_tensor(filters)
        input = convert_to_tensor(input, filters.dtype)
    return input, filters, output_shape, strides, padding, data_format, dilations


@tf_export("nn.conv2d_transpose")
@op(
    "Conv2DBackpropInput",
    input="T",
    filters="T",
    output_shape="ints",
    T=CONV_TYPES,
    before=_before_conv2d,
    shape_fn=static_shapes.transposed("Conv2DBackpropInput", 2),
)
def conv2d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: SizesLike,
    strides: Window,
    padding: str | Sequence[Any] = "SAME",
    data_format: str = "NHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `tf.nn.conv2d`, often called deconvolution: it makes images larger. Mirrors
    `tf.nn.conv2d_transpose`.

    Arguments:
        input: a float tensor of shape [batch, height, width, channels], or channels second for "NCHW".
        filters: a tensor of shape [height, width, outputs, channels].
        output_shape: the shape of the result, or its height and width.
        strides: one number, one for each of height and width, or one for every axis.
        padding: "SAME" (the default), "VALID" or a list of pairs, as of the convolution that is transposed.
        data_format: "NHWC" (the default) or "NCHW".
        dilations: as `strides`; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `output_shape`; each element of the input is a copy of the filter in it, and copies that
        overlap are added.

    Raises:
        InvalidArgumentError: the convolution would not bring `output_shape` to the shape of `input`.

    Example:
        >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0], [1, 2, 2, 1])
        >>> tf.squeeze(tf.nn.conv2d_transpose(x, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], strides=2))
        <tf.Tensor: shape=(4, 4), dtype=float32, numpy=
        array([[1., 1., 2., 2.],
               [1., 1., 2., 2.],
               [3., 3., 4., 4.],
               [3., 3., 4., 4.]], dtype=float32)>
    """
    first, s, d, p = plan("Conv2DBackpropInput", 2, as_key(strides), padding_key(padding), data_format, as_key(dilations))
    return convolve_transposed("Conv2DCustomBackpropInput", "Conv2DBackpropInput", input, filters, output_shape, s, p, first, d)


def _before_conv1d(input, filters, output_shape, *others):
    if not isinstance(output_shape, Tensor):
        list(output_shape)  # a number is no shape of a batch of sequences
    return convert_to_tensor(input), convert_to_tensor(filters), output_shape, *others


@tf_export("nn.conv1d_transpose")
@op(
    "Conv2DBackpropInput",
    input="T",
    filters="T",
    output_shape="ints",
    T=CONV_TYPES,
    register=False,
    before=_before_conv1d,
    shape_fn=static_shapes.transposed("Conv2DBackpropInput", 1),
)
def conv1d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: SizesLike,
    strides: Window,
    padding: str | Sequence[Any] = "SAME",
    data_format: str = "NWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `tf.nn.conv1d`: the operation that its gradient for the input is, which makes sequences longer.
    Mirrors `tf.nn.conv1d_transpose`.

    Arguments:
        input: a float tensor of shape [batch, width, channels], or channels second for "NCW".
        filters: a tensor of shape [width, outputs, channels].
        output_shape: the three sizes of the result, which the input and the strides leave open.
        strides: a number or a list of 1 or 3.
        padding: "SAME" (the default) or "VALID", as of the convolution that is transposed.
        data_format: "NWC" (the default) or "NCW".
        dilations: a number or a list of 1 or 3; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `output_shape`.

    Raises:
        ValueError: another format.
        InvalidArgumentError: the convolution would not bring `output_shape` to the shape of `input`.

    Example:
        >>> x = tf.reshape([1.0, 2.0], [1, 2, 1])
        >>> tf.squeeze(tf.nn.conv1d_transpose(x, tf.ones([2, 1, 1]), [1, 4, 1], strides=2))
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([1., 1., 2., 2.], dtype=float32)>
    """
    if data_format not in FORMATS[1]:
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    first, s, d, p = plan_1d(as_key(strides), padding_key(padding, False), data_format, as_key(dilations))
    if input.ndim != 3 or filters.ndim != 3 or len(output_shape) != 3:
        raise invalid(f"input, filters and output_shape must have 3 dimensions, got {input.ndim}, {filters.ndim} and {len(output_shape)}")
    axis = 2 if first else 1
    # As in TensorFlow, a sequence is an image of height 1.
    sizes = (*output_shape[:axis], 1, *output_shape[axis:])
    y = convolve_transposed(
        "Conv2DCustomBackpropInput",
        "Conv2DBackpropInput",
        input.unsqueeze(axis),
        filters.unsqueeze(0),
        sizes,
        s,
        p,
        first,
        d,
    )
    return y.squeeze(axis)


@tf_export("nn.conv3d_transpose")
@op(
    "Conv3DBackpropInputV2",
    input="T",
    filters="T",
    output_shape="ints",
    T=dt.REALS,
    shape_fn=static_shapes.transposed("Conv3DBackpropInputV2", 3),
)
def conv3d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: SizesLike,
    strides: Window,
    padding: str | Sequence[Any] = "SAME",
    data_format: str = "NDHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `tf.nn.conv3d`: the operation that its gradient for the input is, which makes volumes larger.
    Mirrors `tf.nn.conv3d_transpose`.

    Arguments:
        input: a float tensor of shape [batch, depth, height, width, channels], or channels second for "NCDHW".
        filters: a tensor of shape [depth, height, width, outputs, channels].
        output_shape: the five sizes of the result.
        strides: 1, 3 or 5 numbers.
        padding: "SAME" (the default) or "VALID", as of the convolution that is transposed.
        data_format: "NDHWC" (the default) or "NCDHW".
        dilations: 1, 3 or 5 numbers; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `output_shape`.

    Raises:
        InvalidArgumentError: the convolution would not bring `output_shape` to the shape of `input`.

    Example:
        >>> x = tf.ones([1, 2, 2, 2, 4])
        >>> tf.nn.conv3d_transpose(x, tf.ones([2, 2, 2, 3, 4]), [1, 4, 4, 4, 3], strides=2).shape
        TensorShape([1, 4, 4, 4, 3])
    """
    first, s, d, p = plan("Conv3DBackpropInputV2", 3, as_key(strides), padding_key(padding, False), data_format, as_key(dilations), False)
    return convolve_transposed("Conv3DBackpropInputOp", "Conv3DBackpropInputV2", input, filters, output_shape, s, p, first, d, False)


for _operation in (conv2d_transpose, conv1d_transpose, conv3d_transpose):
    fused_steps.owns_result(_operation)


@tf_export("nn.conv_transpose")
@composite
def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: SizesLike,
    strides: Window,
    padding: str | Sequence[Any] = "SAME",
    data_format: str | None = None,
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The transpose of `tf.nn.convolution`, in 1, 2 or 3 dimensions by the length of `output_shape`. Mirrors
    `tf.nn.conv_transpose`.

    Arguments:
        input: a float tensor of shape [batch, *spatial, channels], or channels second.
        filters: a tensor of shape [*sizes, outputs, channels].
        output_shape: the 3, 4 or 5 sizes of the result.
        strides: one number, or one for each spatial axis.
        padding: "SAME" (the default) or "VALID", as of the convolution that is transposed.
        data_format: such as "NHWC" or "NCHW"; None (the default) has the channels last.
        dilations: as `strides`; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `output_shape`: what `conv1d_transpose`, `conv2d_transpose` or `conv3d_transpose` gives.

    Raises:
        ValueError: `output_shape` has another length.
        InvalidArgumentError: the sizes do not go together.

    Example:
        >>> x = tf.reshape([1.0, 2.0], [1, 2, 1])
        >>> tf.squeeze(tf.nn.conv_transpose(x, tf.ones([2, 1, 1]), [1, 4, 1], strides=2))
        <tf.Tensor: shape=(4,), dtype=float32, numpy=array([1., 1., 2., 2.], dtype=float32)>
    """
    if hasattr(output_shape, "shape"):
        length = output_shape.shape[0]
    elif hasattr(output_shape, "__len__"):
        length = len(output_shape)
    else:
        raise ValueError(f"`output_shape` must be a tensor or sized collection. Received: output_shape={output_shape}")
    if length not in (3, 4, 5):
        raise ValueError(f"`output_shape` must be of length 3, 4 or 5. Received: output_shape={output_shape} of length {length}.")
    call = {3: conv1d_transpose, 4: conv2d_transpose, 5: conv3d_transpose}[length]
    form = data_format or FORMATS[length - 2][0]
    name = name or (None if TS.graph is None else "conv_transpose")
    return call(input, filters, output_shape, strides, padding, form, dilations, name=name)


def _same_or_valid(padding, text):
    if padding not in ("SAME", "VALID"):
        raise ValueError(f"`padding` must be {text}. Received: padding={padding}")


@tf_export("nn.atrous_conv2d")
@composite
def atrous_conv2d(
    value: TensorLike, filters: TensorLike, rate: TensorLike, padding: str | Sequence[Any] | None, name: str | None = None
) -> Tensor:
    """`tf.nn.conv2d` with gaps between the values of the filters, which look at a larger field for the same number of
    products. Mirrors `tf.nn.atrous_conv2d`.

    Arguments:
        value: a float tensor of shape [batch, height, width, channels].
        filters: a tensor of shape [height, width, channels, outputs] of the same dtype.
        rate: the distance of the pixels that a filter looks at, a positive integer; 1 leaves no gaps.
        padding: "SAME" (the output is as large as the input) or "VALID" (no padding).
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [batch, new height, new width, outputs].

    Raises:
        ValueError, InvalidArgumentError: a rate, padding or sizes that do not fit.

    Example:
        >>> tf.nn.atrous_conv2d(tf.ones([1, 9, 9, 3]), tf.ones([3, 3, 3, 8]), rate=2, padding="VALID").shape
        TensorShape([1, 5, 5, 8])
    """
    filters, value = convert_to_tensor(filters), convert_to_tensor(value)
    if rate != 1 and (value.shape.rank or 4) < 4:
        raise ValueError(
            "`input.shape.rank` must be >= than `num_spatial_dims + 2`. Received: "
            f"input.shape={value.shape} of rank {value.shape.rank} and num_spatial_dims=2"
        )
    if rate < 1:
        raise ValueError(f"all values of `dilation_rate` must be positive. Received: dilation_rate=[{rate} {rate}]")
    if rate != 1:
        _same_or_valid(padding, "one of 'SAME' or 'VALID'")
        check_channels(value, filters, False)
    return conv2d(value, filters, 1, padding_key(padding, False), dilations=as_key(rate), name=name)


@tf_export("nn.atrous_conv2d_transpose")
@composite
def atrous_conv2d_transpose(
    value: TensorLike, filters: TensorLike, output_shape: SizesLike, rate: TensorLike, padding: str | Sequence[Any], name: str | None = None
) -> Tensor:
    """The transpose of `tf.nn.atrous_conv2d`: the operation that its gradient for the input is. Mirrors
    `tf.nn.atrous_conv2d_transpose`.

    Arguments:
        value: a float tensor of shape [batch, height, width, channels].
        filters: a tensor of shape [height, width, outputs, channels] of the same dtype.
        output_shape: the four sizes of the result.
        rate: the distance of the pixels that a filter looks at, a positive integer.
        padding: "SAME" or "VALID", as of the convolution that is transposed.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape `output_shape`.

    Raises:
        ValueError, InvalidArgumentError: a rate, padding or sizes that do not fit.

    Example:
        >>> x = tf.ones([1, 5, 5, 8])
        >>> tf.nn.atrous_conv2d_transpose(x, tf.ones([3, 3, 3, 8]), [1, 9, 9, 3], rate=2, padding="VALID").shape
        TensorShape([1, 9, 9, 3])
    """
    if rate < 1:
        raise ValueError(f"`rate` cannot be less than one. Received: rate={rate}")
    _same_or_valid(padding, "either 'VALID' or 'SAME'")
    value, filters = convert_to_tensor(value), convert_to_tensor(filters)
    if not value.shape[3:4].is_compatible_with(filters.shape[3:4]):
        raise ValueError(
            "`value` channel count must be compatible with `filters` input channel count. Received: "
            f"value.shape={value.shape} with channel count {value.shape[3]} and filters.shape={filters.shape} "
            f"with input channel count {filters.shape[3]}."
        )
    if isinstance(output_shape, (list, tuple)) and isinstance(output_shape[3], int):
        if filters.shape[2] is not None and output_shape[3] != filters.shape[2]:
            raise ValueError(
                "`output_shape` channel count must be compatible with `filters` output channel count. Received: "
                f"output_shape={output_shape} with channel count {output_shape[3]} and filters.shape={filters.shape} "
                f"with output channel count {filters.shape[3]}."
            )
    return conv2d_transpose(value, filters, output_shape, 1, padding, dilations=rate, name=name)
