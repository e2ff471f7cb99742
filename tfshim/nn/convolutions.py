"""Convolutions: `conv1d`, `conv2d`, `conv3d` and what calls them by rank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
from torch.autograd import forward_ad

from tfshim._export import tf_export
from tfshim.array_ops._framing import with_zeros
from tfshim.engine.graphs import fused_steps
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.ops.products import BLAS_IS_FASTEST, addmm, mm
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.readable import at_least, exported, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math._gradients import needs_grad
from tfshim.math.arithmetic import add
from tfshim.nn import _few_channels, _static, _within_images
from tfshim.nn._plans import FORMATS, check_five, check_text, check_windows, plan, plan_1d
from tfshim.nn._window import as_key, not_in_list, out_size, same_pads
from tfshim.nn.normalization import _bias_add

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike, Window
    from tfshim.engine.values.tensor import Tensor


CONV_TYPES = dt.REALS | dt.int32.mask

# Tensors keep TensorFlow's order of axes; torch's kernels see permuted views, which for channels-last data are in the
# memory format they run fastest on.
TO_FIRST = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}
TO_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
CONV = {4: torch.conv2d, 5: torch.conv3d}


def pads_for(sizes, windows, strides, padding):
    """(outputs, before, after) for each spatial axis; `windows` count dilation."""
    if padding == "SAME":
        return [same_pads(z, w, s) for z, w, s in zip(sizes, windows, strides)]
    if padding == "VALID":
        return [(out_size(z, w, s), 0, 0) for z, w, s in zip(sizes, windows, strides)]
    return [(out_size(z, w, s, b + a), b, a) for z, w, s, (b, a) in zip(sizes, windows, strides, padding)]


def pads_nothing(padding):
    """Whether `padding` gives no number of zeros to add; how many "SAME" adds depends on the sizes."""
    return padding in ("SAME", "VALID") or not any(b or a for b, a in padding)


def pad_spatial(x, pads, value=0.0):
    """`x` with its last axes padded by (_, before, after) of `pads`."""
    flat = []
    for _, before, after in reversed(pads):
        flat += [before, after]
    return F.pad(x, flat, value=value)


def nothing(x, shape, *others):
    """An empty result that still passes (zero) gradients to what it was computed from."""
    return x.new_zeros(shape) + 0 * sum((t.sum() for t in others), x.sum())


@lru_cache(maxsize=4096)
def geometry(shape, window, strides, padding, dilations):
    """How to run a convolution over spatial axes of `shape` with filters of shape `window`, (outputs, inputs,
    *spatial): (pads to add before | None, padding of the kernel, spatial shape of the result where it is empty | None).
    """
    spans = [(k - 1) * d + 1 for k, d in zip(window[2:], dilations, strict=True)]
    pads = pads_for(shape, spans, strides, padding)
    if 0 in window or not all(m for m, _, _ in pads):
        return None, 0, tuple(m for m, _, _ in pads)
    if all(b == a for _, b, a in pads):
        return None, tuple(b for _, b, _ in pads), None
    if all(a >= b for _, b, a in pads):  # torch adds what both ends have in common, without a copy of the whole
        return [v for _, b, a in reversed(pads) for v in (0, a - b)], tuple(b for _, b, _ in pads), None
    return [v for _, b, a in reversed(pads) for v in (b, a)], 0, None


def _padded(x, before):
    if x.ndim != 4:
        return F.pad(x, before)
    # In the order of memory, if the channels are last.
    left, right, top, bottom = before
    return with_zeros(x.permute(0, 2, 3, 1), ((0, 0), (top, bottom), (left, right), (0, 0))).permute(0, 3, 1, 2)


_HUGE = 1 << 18  # elements whose pass over memory takes longer than functions of Python in both directions


class _WithBiasGradient(Function):
    """A result that a bias was added to already, with the gradient for that bias."""

    @staticmethod
    def forward(ctx, y, bias):
        ctx.mark_dirty(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad, grad.sum((0, *range(2, grad.ndim))) if ctx.needs_input_grad[1] else None


def _biased(x, w, bias, *geometry):
    """The convolution with a bias; its gradient together with those of the filters would take torch longer than a sum of its own."""
    convolution = CONV[x.ndim]
    if not torch.is_grad_enabled() or not bias.requires_grad:
        return convolution(x, w, bias, *geometry)
    known = x.is_cpu and readable(x) and readable(w) and readable(bias) and forward_ad._current_level < 0
    if known and x.numel() // x.shape[1] * w.shape[0] // math.prod(geometry[0]) >= _HUGE:
        return _WithBiasGradient.apply(convolution(x, w, bias.detach(), *geometry), bias)
    y, across = convolution(x, w, None, *geometry), bias.view(-1, *[1] * (x.ndim - 2))
    return y.add_(across) if known else y + across


def correlate(x, w, strides, dilations, padding, groups, bias=None):
    """`x`, channels first, convolved with `w` of shape (out, in / groups, *window) under TensorFlow's padding."""
    before, around, empty = geometry(x.shape[2:], w.shape, strides, padding, dilations)
    if empty is not None:
        y = nothing(x, (x.shape[0], w.shape[0], *empty), w)
        return y if bias is None else y + bias.view(-1, *[1] * (y.ndim - 2))
    # torch pads both ends alike, "SAME" one more at the end where the sum is odd.
    if before is not None:
        x = _padded(x, before)
    if _few_channels.worth_it(x, w, strides, dilations, groups):
        around = (around, around) if isinstance(around, int) else around
        y = _few_channels.convolved(x, w, strides, around)
        return y if bias is None else y.add_(bias.view(-1, 1, 1))
    if bias is not None:
        return _biased(x, w, bias, strides, around, dilations, groups)
    if x.dtype is torch.int32:  # torch has no integer convolution; double holds sums below 2**53 exactly, and what exceeds int32 wraps
        return CONV[x.ndim](x.double(), w.double(), None, strides, around, dilations, groups).long().to(torch.int32)
    return CONV[x.ndim](x, w, None, strides, around, dilations, groups)


class _Reordered(Function):
    """The transpose of a matrix, in memory as well.

    The two dimensions are what torch has a fast copy for; left to autograd, the gradient would stay a view, and whoever needs it in
    order would copy all four axes of the filters one number at a time.
    """

    generate_vmap_rule = True

    @staticmethod
    def forward(matrix):
        return matrix.t().contiguous()

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, grad):
        return _Reordered.apply(grad) if needs_grad(grad) else grad.t().contiguous()

    @staticmethod
    def jvp(ctx, tangent):
        return _Reordered.apply(tangent)


_LARGE = 1 << 15  # elements whose order matters more than the call of a function of Python
_SMALL = 1 << 12  # elements that torch reorders itself in less time than the calls here take


def torch_filters(filters):
    """Filters in TensorFlow's order of axes as (outputs, inputs, *spatial)."""
    if (
        filters.ndim == 4
        and filters.numel() >= _SMALL
        and filters.dtype is torch.float32
        and filters.is_cpu
        and filters.shape[3] > 1
        and filters.is_contiguous()
        and not exported(filters)
    ):
        height, width, within, outputs = filters.shape
        matrix = filters.view(height * width * within, outputs)
        matrix = _Reordered.apply(matrix) if matrix.numel() >= _LARGE and needs_grad(matrix) else matrix.t().contiguous()
        return matrix.view(outputs, height, width, within).permute(0, 3, 1, 2)
    w = filters.permute(3, 2, 0, 1) if filters.ndim == 4 else filters.permute(4, 3, 0, 1, 2)
    # torch copies them into the layout it wants, but its gradient refuses these strides for a single output.
    return w.contiguous() if w.shape[0] == 1 or w.dtype is torch.float64 else w


# From so many channels in and out on, a product of matrices is faster than oneDNN's convolution, which reorders the filters first.
_PRODUCT = 64
# For filters of one pixel: BLAS that uses the whole width of the processor is faster for any number of them.
_PRODUCT_OF_PIXELS = 1 if BLAS_IS_FASTEST else _PRODUCT
PRODUCT_TYPES = (torch.float32, torch.float64)


def _is_product(x, filters, strides, padding, dilations, groups):
    """Whether the convolution of `x`, channels last, with `filters` is best computed as a product of matrices."""
    height, width, within, outputs = filters.shape
    pixels = height == width == 1
    least = _PRODUCT_OF_PIXELS if pixels else _PRODUCT
    if groups != 1 or within < least or outputs < least or x.dtype not in PRODUCT_TYPES or not x.is_cpu or 0 in x.shape:
        return False
    if exported(x):
        return False
    if pixels:
        return pads_nothing(padding)
    # With fewer pixels than filters, the windows are less to copy than the filters would be to reorder.
    if height * width == 0 or max(dilations) > 1 or not at_least(outputs - x.shape[0], 1):
        return False
    (rows, _, _), (columns, _, _) = pads_for(x.shape[1:3], (height, width), strides, padding)
    places = x.shape[0] * rows * columns
    return at_least(outputs - places, 1) and places > 0


class _Windows(Function):
    """All windows of images, channels last, as the rows of a matrix."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x, window, strides):
        made = x.unfold(1, window[0], strides[0]).unfold(2, window[1], strides[1]).permute(0, 1, 2, 4, 5, 3)
        return made.reshape(-1, window[0] * window[1] * x.shape[3])

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, ctx.window, ctx.strides = inputs
        ctx.shape = x.shape

    @staticmethod
    def backward(ctx, grad):
        (batch, rows, columns, channels), (height, width), (down, right) = ctx.shape, ctx.window, ctx.strides
        grad = grad.view(batch, (rows - height) // down + 1, (columns - width) // right + 1, height, width, channels)
        if needs_grad(grad) or not readable(grad):
            grad = grad.permute(0, 1, 2, 5, 3, 4)
            between = (batch, grad.shape[1], columns, channels, height)
            unfold_backward = torch.ops.aten.unfold_backward
            return unfold_backward(unfold_backward(grad, between, 2, width, right), ctx.shape, 1, height, down), None, None
        # Torch's own adds up number by number; here it is a few sums of large pieces.
        made = grad.new_zeros(ctx.shape)
        for i in range(height):
            for j in range(width):
                made[:, i : i + down * grad.shape[1] : down, j : j + right * grad.shape[2] : right] += grad[:, :, :, i, j]
        return made, None, None

    @staticmethod
    def jvp(ctx, tangent, *_):
        return _Windows.apply(tangent, ctx.window, ctx.strides)


def _product(x, filters, strides, padding, bias=None):
    """The same convolution, as that product."""
    height, width, within, outputs = filters.shape
    (rows, top, bottom), (columns, left, right) = pads_for(x.shape[1:3], (height, width), strides, padding)
    sizes = x.shape[0], rows, columns
    if top or bottom or left or right:
        x = with_zeros(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    if height > 1 or width > 1 or max(strides) > 1:
        x = _Windows.apply(x, (height, width), tuple(strides))
    places = height * width * within
    rows, columns = x.reshape(-1, places), filters.reshape(places, outputs)
    return (mm(rows, columns) if bias is None else addmm(bias, rows, columns)).view(*sizes, outputs)


def _small_images(x, filters, strides, padding, dilations, groups):
    """The same convolution by what lies within the images, or None where that does not pay."""
    if groups != 1 or not _within_images.may_suit(x, filters, strides) or exported(x):
        return None
    spans = [(k - 1) * d + 1 for k, d in zip(filters.shape[:2], dilations, strict=True)]
    (rows, top, _), (columns, left, _) = pads_for(x.shape[1:3], spans, strides, padding)
    if not _within_images.suits(x, filters, (rows, columns), x.shape[1:3], dilations, (top, left)):
        return None
    return _within_images.convolved(x, filters, (rows, columns), dilations, (top, left))


def convolve(x, filters, strides, padding, first, dilations, grouped=True, bias=None):
    """The convolution of `x` of any rank (further batch axes in front) with `filters` in TensorFlow's layout, and a bias."""
    axes = len(strides) + 2
    if x.ndim != axes:
        if x.ndim < axes or first:
            raise _wrong_rank("input", x, axes)
        batch = x.shape[: 1 - axes]
        y = convolve(x.reshape(-1, *x.shape[1 - axes :]), filters, strides, padding, first, dilations, grouped, bias)
        return y.reshape(*batch, *y.shape[1:])
    if filters.ndim != axes:
        raise _wrong_rank("filter", filters, axes)
    depth, within = x.shape[1 if first else -1], filters.shape[-2]
    groups = 1 if depth == within and depth else group_count(depth, within, filters, grouped)
    if first:
        return correlate(x, torch_filters(filters), strides, dilations, padding, groups, bias)
    if axes == 4:
        y = _small_images(x, filters, strides, padding, dilations, groups)
        if y is not None:
            return y if bias is None else y + bias
        if _is_product(x, filters, strides, padding, dilations, groups):
            return _product(x, filters, strides, padding, bias)
        y = correlate(x.permute(0, 3, 1, 2), torch_filters(filters), strides, dilations, padding, groups, bias)
        return y.permute(0, 2, 3, 1)
    x = x.permute(TO_FIRST[axes])
    return correlate(x, torch_filters(filters), strides, dilations, padding, groups, bias).permute(TO_LAST[axes])


def _wrong_rank(what, t, axes):
    text = f"{what} must be {axes}-dimensional"
    return invalid(text if axes == 5 else f"convolution {text}: {dims_text(t.shape)}")


def group_count(depth, within, filters, grouped):
    """How many groups of channels there are, from the channels of the input and of the filters."""
    if within == 0:
        raise invalid("filter depth must be stricly positive, got 0")  # spelt as TensorFlow does
    if depth % within:
        raise invalid(f"{'input' if grouped else 'Input'} depth must be evenly divisible by filter depth: {depth} vs {within}")
    if not grouped:
        raise invalid(f"Number of channels in filter ({within}) must match last dimension of input ({depth})")
    groups = depth // within
    if groups == 0 or filters.shape[-1] % groups:
        raise invalid(f"output depth must be evenly divisible by number of groups: {filters.shape[-1]} vs {groups}")
    return groups


def _before_conv2d(input, filters, strides, padding, data_format, dilations):
    check_windows(2, {"strides": strides, "dilations": dilations}, padding, data_format, True)
    _ = input.shape  # TensorFlow reads `input.shape` first: AttributeError for what has none


def _before_conv3d(input, filters, strides, padding, data_format, dilations):
    _ = input.shape
    check_five("Conv3D", "strides", as_key(strides))
    check_text(as_key(padding))


@tf_export("nn.conv2d")
@op(
    "Conv2D",
    input="T",
    filters="T",
    T=CONV_TYPES,
    scope="",
    before=_before_conv2d,
    shape_fn=_static.conv2d,
    shape_fallback=_static.partly_conv2d,
)
def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[Any] | None,
    data_format: str = "NHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of images with filters. Mirrors `tf.nn.conv2d`.

    Arguments:
        input: a float tensor of shape [..., height, width, channels], or [batch, channels, height, width] for "NCHW".
        filters: a tensor of shape [height, width, channels / groups, outputs] of the same dtype. With fewer channels
            than the input has, the channels are convolved in groups.
        strides: by how many places the filters move: one number, one for each of height and width, or one for every
            axis.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up), "VALID" (no padding), or a list
            of a pair (before, after) for every axis.
        data_format: "NHWC" (the default) or "NCHW", which has the channels second.
        dilations: the distance of the pixels that a filter looks at, 1 by default; as `strides`.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., new height, new width, outputs], or with the channels second. The filters are not turned
        round: it is a correlation.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    The layer with variables of its own is `tf.keras.layers.Conv2D`.

    Example:
        >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
        >>> mean = tf.fill([2, 2, 1, 1], 0.25)
        >>> tf.squeeze(tf.nn.conv2d(image, mean, strides=1, padding="VALID"))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[2., 3.],
               [5., 6.]], dtype=float32)>
        >>> tf.nn.conv2d(tf.zeros([8, 32, 32, 3]), tf.zeros([5, 5, 3, 16]), strides=2, padding="SAME").shape
        TensorShape([8, 16, 16, 16])
    """
    first, s, d, p = plan("Conv2D", 2, as_key(strides), as_key(padding), data_format, as_key(dilations))
    return convolve(input, filters, s, p, first, d)


def _with_bias(convolution, addition):
    (input, filters, strides, padding, data_format, dilations), (bias, channels_second) = convolution, addition
    first, s, d, p = plan("Conv2D", 2, as_key(strides), as_key(padding), data_format, as_key(dilations))
    if first != channels_second or bias.shape != filters.shape[3:] or not bias.dtype is filters.dtype is input.dtype:
        return None
    return convolve(input, filters, s, p, first, d, bias=bias)


def _with_vector(convolution, addition):
    """What `_with_bias` gives for a vector that is added to the last axis, as `+` does."""
    (vector,) = addition
    # For small images `_biased` adds it afterwards, which saves nothing here.
    if vector.requires_grad and torch.is_grad_enabled() and math.prod(convolution[0].shape[:-1]) * vector.shape[0] < _HUGE:
        return None
    return _with_bias(convolution, (vector, False))


_FAST = 1 << 16  # elements to which a vector is added in less time than it takes to find out whether it is a bias


def _adds_vector(convolution, addition):
    size = convolution.outputs[0].shape.num_elements()
    return addition.arguments[1].shape.rank == 1 and (size is None or size >= _FAST)


fused_steps.owns_result(conv2d)
fused_steps.as_one(conv2d, _bias_add, _with_bias)
fused_steps.as_one(conv2d, add, _with_vector, _adds_vector)


def _before_conv1d(input, filters, *others):
    return convert_to_tensor(input), convert_to_tensor(filters), *others


@tf_export("nn.conv1d")
@op(
    "Conv2D",
    input="T",
    filters="T",
    T=CONV_TYPES,
    scope="",
    register=False,
    before=_before_conv1d,
    shape_fn=_static.conv1d,
    shape_fallback=_static.partly_conv1d,
)
def conv1d(
    input: TensorLike,
    filters: TensorLike,
    stride: Window,
    padding: str | Sequence[Any],
    data_format: str = "NWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of sequences with filters along one axis. Mirrors `tf.nn.conv1d`.

    Arguments:
        input: a float tensor of shape [..., width, channels], or [batch, channels, width] for "NCW".
        filters: a tensor of shape [width, channels / groups, outputs] of the same dtype.
        stride: by how many places the filters move: a number, or a list of 1 or 3.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up) or "VALID" (no padding).
        data_format: "NWC" (the default) or "NCW", which has the channels second.
        dilations: the distance of the elements that a filter looks at, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., new width, outputs], or with the channels second. As in all of deep learning the filters
        are not turned round, so it is a correlation.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    Example:
        >>> x = tf.reshape([1.0, 2.0, 3.0, 4.0], [1, 4, 1])
        >>> differences = tf.reshape([-1.0, 1.0], [2, 1, 1])
        >>> tf.reshape(tf.nn.conv1d(x, differences, stride=1, padding="VALID"), [-1])
        <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 1., 1.], dtype=float32)>
    """
    if data_format not in ("NWC", "NCW", "NHWC", "NCHW", None):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    if data_format not in FORMATS[1]:
        data_format = "NCW" if data_format == "NCHW" else "NWC"
    first, s, d, p = plan_1d(as_key(stride), as_key(padding), data_format, as_key(dilations))
    if filters.ndim != 3:
        raise invalid(f"convolution filter must be 4-dimensional: {dims_text((1, *filters.shape))}")
    if input.ndim < 3:
        raise invalid(f"convolution input must be 4-dimensional: {dims_text((1, *input.shape))}")
    axis = 2 if first else -3
    return convolve(input.unsqueeze(axis), filters.unsqueeze(0), s, p, first, d).squeeze(axis)


fused_steps.owns_result(conv1d)


@tf_export("nn.conv3d")
@op(
    "Conv3D",
    input="T",
    filters="T",
    T=dt.REALS,
    scope="",
    before=_before_conv3d,
    shape_fn=_static.conv3d,
    shape_fallback=_static.partly_conv3d,
)
def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    data_format: str = "NDHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution of volumes, or of videos, with filters. Mirrors `tf.nn.conv3d`.

    Arguments:
        input: a float tensor of shape [..., depth, height, width, channels], or [batch, channels, depth, height, width]
            for "NCDHW".
        filters: a tensor of shape [depth, height, width, channels, outputs] of the same dtype.
        strides: one number for each of the five axes, 1 for batch and channels.
        padding: "SAME" (zeros around, so that the output is input / stride rounded up) or "VALID" (no padding).
        data_format: "NDHWC" (the default) or "NCDHW", which has the channels second.
        dilations: the distance of the elements that a filter looks at, for each of the five axes; 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., new depth, new height, new width, outputs], or with the channels second.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit. ValueError, UnimplementedError: another padding or
            format.

    Example:
        >>> volume = tf.ones([1, 4, 4, 4, 1])
        >>> tf.nn.conv3d(volume, tf.ones([2, 2, 2, 1, 3]), strides=[1, 1, 1, 1, 1], padding="VALID").shape
        TensorShape([1, 3, 3, 3, 3])
    """
    strides, dilations = as_key(strides), as_key(dilations)
    check_five("Conv3D", "strides", strides)
    if dilations is not None:
        check_five("Conv3D", "dilations", dilations)
    first, s, d, p = plan("Conv3D", 3, strides, as_key(padding), data_format, dilations, False)
    return convolve(input, filters, s, p, first, d, grouped=False)


fused_steps.owns_result(conv3d)


@op("Conv3D", input="T", filters="T", T=dt.REALS, scope="", register=False, shape_fn=_static.conv3d, shape_fallback=_static.partly_conv3d)
def grouped_conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: Window,
    padding: str | Sequence[int],
    data_format: str = "NDHWC",
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """As `conv3d`, where each group of outputs sees as many channels of `input` as `filters` have.

    TensorFlow has it on processors where its compiler makes the function, and Keras has a function made for its layers.
    """
    first, s, d, p = plan("Conv3D", 3, as_key(strides), as_key(padding), data_format, as_key(dilations), False)
    return convolve(input, filters, s, p, first, d)


def spatial_rank(x, filters, data_format):
    """The number of spatial axes that the filters have, checked; and whether channels come first."""
    rank = filters.shape.rank if filters.shape.rank is not None else x.shape.rank
    if rank is None:
        raise ValueError("rank of filter must be known")
    if x.shape.rank is not None and x.shape.rank < rank:
        raise ValueError(
            "`input` and `filter` must be tensors with the same rank, apart from extra batch axes in front. "
            f"Received: input.shape={x.shape} and filter.shape={filters.shape}"
        )
    n = rank - 2
    if not 1 <= n <= 3:
        raise ValueError(f"`num_spatial_dims` must be 1, 2, or 3. Received: num_spatial_dims={n}.")
    return n, bool(data_format) and str(data_format).startswith("NC")


def per_axis(value, n, name):
    """A list with one number for each of n spatial axes."""
    value = as_key(value)
    given = (1,) if value is None else tuple(value) if isinstance(value, (tuple, str)) else (value,)
    if len(given) == 1:
        given = given * n
    if len(given) != n:
        raise ValueError(f"`{name}` must have 1 or {n} entries, one for each spatial axis. Received: {name}={list(given)}")
    return list(given)


def not_both(strides, dilations):
    """Raise where both strides and dilations are larger than 1."""
    if max(strides, default=1) > 1 and max(dilations, default=1) > 1:
        raise ValueError(
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
            f"Received: strides=[{' '.join(map(str, strides))}] and dilation_rate=[{' '.join(map(str, dilations))}]"
        )


@tf_export("nn.convolution")
@composite
def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: Window | None = None,
    padding: str | Sequence[Any] | None = "VALID",
    data_format: str | None = None,
    dilations: Window | None = None,
    name: str | None = None,
) -> Tensor:
    """The convolution in 1, 2 or 3 dimensions, as many as the filters have. Mirrors `tf.nn.convolution`.

    Arguments:
        input: a float tensor of shape [..., *spatial, channels], or [batch, channels, *spatial] for a format that
            starts with "NC".
        filters: a tensor of shape [*sizes, channels / groups, outputs] of the same dtype.
        strides: one number, or one for each spatial axis; 1 by default.
        padding: "VALID" (the default), "SAME", or for two dimensions a list of pairs.
        data_format: such as "NHWC" or "NCHW"; None (the default) has the channels last.
        dilations: as `strides`; not both may exceed 1.
        name: a name for the operation in graphs.

    Returns:
        A tensor of shape [..., *new spatial, outputs], or with the channels second.

    Raises:
        ValueError: the ranks do not fit, or strides and dilations both exceed 1.
        InvalidArgumentError: the channels do not fit.

    Example:
        >>> tf.nn.convolution(tf.ones([1, 5, 2]), tf.ones([3, 2, 4])).shape
        TensorShape([1, 3, 4])
        >>> tf.nn.convolution(tf.ones([1, 5, 5, 2]), tf.ones([3, 3, 2, 4]), padding="SAME").shape
        TensorShape([1, 5, 5, 4])
    """
    input = convert_to_tensor(input)
    if not is_variable(filters):  # which the operation reads
        filters = convert_to_tensor(filters)
    n, first = spatial_rank(input, filters, data_format)
    strides, dilations = per_axis(strides, n, "strides"), per_axis(dilations, n, "dilations")
    not_both(strides, dilations)
    if not isinstance(padding, str):
        raise TypeError(f"Expected string for argument 'padding' not {padding!r}.")
    form = data_format or FORMATS[n][0]
    if n == 1:
        return conv1d(input, filters, strides, padding, form, dilations, name=name)
    if n == 2:
        return conv2d(input, filters, strides, padding, form, dilations, name=name)
    wrap = (lambda v: [1, 1, *v]) if first else (lambda v: [1, *v, 1])
    grouped = (
        TS.graph is not None
        and TS.graph.compiled()
        and input.shape.rank is not None
        and input.shape[1 if first else -1] != filters.shape[-2]
    )
    made = grouped_conv3d if grouped else conv3d
    return made(input, filters, wrap(strides), padding, form, wrap(dilations), name=name)


@tf_export("conv")
@op("Conv", input="T", filter="T", T=CONV_TYPES, scope="")
def conv(
    input: TensorLike,
    filter: TensorLike,
    strides: Window,
    padding: str | Sequence[Any],
    explicit_paddings: Sequence[int] = (),
    data_format: str = "CHANNELS_LAST",
    dilations: Window = (),
    batch_dims: int = 1,
    groups: int = 1,
    name: str | None = None,
) -> Tensor:
    """The convolution in 2 or 3 dimensions of an input with any number of batch axes. Mirrors `tf.conv`.

    Arguments:
        input: a float tensor of shape [*batch, *spatial, channels].
        filter: a tensor of shape [*sizes, channels / groups, outputs].
        strides: one number for each axis, the batch axes counted as one.
        padding: "SAME", "VALID" or "EXPLICIT".
        explicit_paddings: for "EXPLICIT", before and after for every axis, in one flat list.
        data_format: "CHANNELS_LAST" (the default) or "CHANNELS_FIRST".
        dilations: one number for each axis, 1 by default.
        batch_dims: how many batch axes there are, 1 by default.
        groups: into how many groups the channels fall, 1 by default.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the batch axes of `input`.

    Raises:
        InvalidArgumentError: ranks, channels or sizes do not fit.

    Example:
        >>> tf.conv(tf.ones([1, 5, 5, 2]), tf.ones([3, 3, 2, 4]), strides=[1, 1, 1, 1], padding="VALID").shape
        TensorShape([1, 3, 3, 4])
    """
    n = filter.ndim - 2
    if n not in (2, 3):
        raise invalid(f"The filter must have 4 or 5 dimensions, got {filter.ndim}.")
    if data_format not in ("CHANNELS_LAST", "CHANNELS_FIRST"):
        raise not_in_list("Conv", "data_format", data_format, ("CHANNELS_FIRST", "CHANNELS_LAST"))
    if input.ndim != n + 1 + batch_dims:
        raise invalid(f"Input tensor must be of rank {n} + 1 + batch_dims ({batch_dims}), got {input.ndim}.")
    strides = as_key(strides)
    if len(strides) != n + 2:
        raise invalid(f"Sliding window strides field must specify {n + 2} dimensions")
    if padding == "EXPLICIT":
        flat = as_key(explicit_paddings)
        if len(flat) != 2 * n + 4:
            raise invalid(f"explicit_paddings attribute must contain {2 * n + 4} values, but got: {len(flat)}")
        padding = tuple(zip(flat[::2], flat[1::2]))
    elif padding not in ("SAME", "VALID"):
        raise not_in_list("Conv", "padding", padding, ("SAME", "VALID", "EXPLICIT"))
    elif explicit_paddings:
        raise invalid("explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT")
    form = FORMATS[n][data_format == "CHANNELS_FIRST"]
    first, s, d, p = plan("Conv", n, strides, padding, form, as_key(dilations) or None)
    batch = input.shape[:batch_dims]
    x = input.reshape(-1, *input.shape[batch_dims:]) if batch_dims != 1 else input
    channels = x.shape[1 if first else -1]
    if channels != groups * filter.shape[-2]:
        raise invalid(f"input depth must be groups ({groups}) times filter depth: {channels} vs {filter.shape[-2]}")
    y = convolve(x, filter, s, p, first, d)
    return y.reshape(*batch, *y.shape[1:]) if batch_dims != 1 else y
