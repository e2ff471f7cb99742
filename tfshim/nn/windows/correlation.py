"""Convolutions of torch tensors: the fastest way for their sizes, with its gradients."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from tfshim.array_ops._framing import nothing, with_zeros
from tfshim.engine.ops.products import BLAS_IS_FASTEST, addmm, mm
from tfshim.engine.runtime.autograd_function import Function
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.readable import at_least, exported, forward_mode, on_processor, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.math._gradients import needs_grad
from tfshim.nn.windows import few_channels, within_images
from tfshim.nn.windows.paddings import geometry, pads_for, pads_nothing

# Tensors keep TensorFlow's order of axes; torch's kernels see permuted views, which for channels-last data are in the
# memory format they run fastest on.
TO_FIRST = {4: (0, 3, 1, 2), 5: (0, 4, 1, 2, 3)}
TO_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
CONV = {4: torch.conv2d, 5: torch.conv3d}


def _padded(x, before):
    if x.ndim != 4:
        return F.pad(x, before)
    # In the order of memory, if the channels are last.
    left, right, top, bottom = before
    return with_zeros(x.permute(0, 2, 3, 1), ((0, 0), (top, bottom), (left, right), (0, 0))).permute(0, 3, 1, 2)


# Elements up to which torch keeps single images from oneDNN, and multiplications from which that costs time.
_SMALL_IMAGE, _MANY = 20480, 5 << 19


def _convolution(x, w, bias, strides, around, dilations, groups):
    """torch's convolution of tensors with their channels first."""
    order = _turned(x, w) if x.ndim == 5 and needs_grad(x, w) else None
    if order is not None:
        back = [order.index(axis) for axis in range(5)]
        x = x.permute(order).contiguous(memory_format=torch.channels_last_3d)
        strides, around, dilations = ([of_axes[axis - 2] for axis in order[2:]] for of_axes in (strides, around, dilations))
        return torch.conv3d(x, w.permute(order), bias, strides, around, dilations, groups).permute(back)
    if (
        at_least(math.prod(x.shape[2:]) * w.numel(), _MANY)
        and x.shape[0] == 1
        and math.prod(x.shape[:4]) <= _SMALL_IMAGE
        and (x.ndim == 5 or max(strides) == 1 == max(dilations))
        and x.dtype is torch.float32 is w.dtype
        and on_processor(x)
        and readable(w)
        and not forward_mode()
        and torch._C._get_mkldnn_enabled()
    ):
        return torch.mkldnn_convolution(x, w, bias, around, strides, dilations, groups)
    return CONV[x.ndim](x, w, bias, strides, around, dilations, groups)


def _turned(x, w):
    """The order of the axes of the volume `x` in which torch leaves it to oneDNN; None where it does anyway, or it is not worth it.

    torch takes a volume for small by all its sizes but the last, and the gradients of a convolution then take up to ten times as long.
    """
    sizes = x.shape[2:]
    if not at_least(math.prod(sizes) * w.numel(), _MANY) or x.shape[0] != 1:
        return None
    last = min(range(3), key=sizes.__getitem__)
    small, turned = x.shape[1] * sizes[0] * sizes[1], x.numel() // sizes[last]
    if small > _SMALL_IMAGE or turned <= _SMALL_IMAGE or x.dtype is not torch.float32 or not on_processor(x) or forward_mode():
        return None
    return [0, 1, *(2 + axis for axis in range(3) if axis != last), 2 + last]


HUGE = 1 << 18  # elements whose pass over memory takes longer than functions of Python in both directions


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
    """The convolution with a bias; for large results its gradient together with those of the filters would take torch longer than a sum."""
    if not torch.is_grad_enabled() or not bias.requires_grad:
        return _convolution(x, w, bias, *geometry)
    known = on_processor(x) and readable(w) and readable(bias) and not forward_mode()
    if known and x.numel() // x.shape[1] * w.shape[0] // math.prod(geometry[0]) >= HUGE:
        return _WithBiasGradient.apply(_convolution(x, w, bias.detach(), *geometry), bias)
    return _convolution(x, w, bias, *geometry)


def correlate(x, w, strides, dilations, padding, groups, bias=None):
    """`x`, channels first, convolved with `w` of shape (out, in / groups, *window) under TensorFlow's padding."""
    before, around, empty = geometry(x.shape[2:], w.shape, strides, padding, dilations)
    if empty is not None:
        y = nothing(x, (x.shape[0], w.shape[0], *empty), w)
        return y if bias is None else y + bias.view(-1, *[1] * (y.ndim - 2))
    # torch pads both ends alike, "SAME" one more at the end where the sum is odd.
    if before is not None:
        x = _padded(x, before)
    if few_channels.worth_it(x, w, strides, dilations, groups):
        y = few_channels.convolved(x, w, strides, around)
        return y if bias is None else y.add_(bias.view(-1, 1, 1))
    if few_channels.ends_in_few(x, w, strides, dilations, groups, around):
        y = few_channels.to_few(x, w, around)
        return y if bias is None else y.add_(bias.view(-1, 1, 1))
    if bias is not None:
        return _biased(x, w, bias, strides, around, dilations, groups)
    if x.dtype is torch.int32:  # torch has no integer convolution; double holds sums below 2**53 exactly, and what exceeds int32 wraps
        return CONV[x.ndim](x.double(), w.double(), None, strides, around, dilations, groups).long().to(torch.int32)
    return _convolution(x, w, None, strides, around, dilations, groups)


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
# Fewer images than this torch does not give to oneDNN on a single thread, where its own convolution of pixels takes twice as long as the
# product of so many channels.
_FEW_IMAGES, _PRODUCT_OF_FEW = 16, 16
PRODUCT_TYPES = (torch.float32, torch.float64)


def _least_of_pixels(x):
    """The channels from which filters of one pixel are a product of matrices."""
    few = at_least(_FEW_IMAGES - x.shape[0], 1) and torch.get_num_threads() == 1
    return min(_PRODUCT_OF_PIXELS, _PRODUCT_OF_FEW) if few else _PRODUCT_OF_PIXELS


def _is_product(x, filters, strides, padding, dilations, groups):
    """Whether the convolution of `x`, channels last, with `filters` is best computed as a product of matrices."""
    height, width, within, outputs = filters.shape
    pixels = height == width == 1
    least = _least_of_pixels(x) if pixels else _PRODUCT
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
    if groups != 1 or not within_images.may_suit(x, filters, strides) or exported(x):
        return None
    spans = [(k - 1) * d + 1 for k, d in zip(filters.shape[:2], dilations, strict=True)]
    (rows, top, _), (columns, left, _) = pads_for(x.shape[1:3], spans, strides, padding)
    if not within_images.suits(x, filters, (rows, columns), x.shape[1:3], dilations, (top, left)):
        return None
    return within_images.convolved(x, filters, (rows, columns), dilations, (top, left))


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
    if not filters.numel() and not filters.is_meta:
        _check_window(x, filters)
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
    y = _as_images(x, filters, strides, padding, dilations, grouped, bias)
    if y is not None:
        return y
    x = x.permute(TO_FIRST[axes])
    return correlate(x, torch_filters(filters), strides, dilations, padding, groups, bias).permute(TO_LAST[axes])


def _as_images(x, filters, strides, padding, dilations, grouped, bias):
    """The convolution of volumes with filters along one axis or two, as one of images, which takes a third of the time; or None."""
    if padding not in ("SAME", "VALID"):
        return None
    if filters.shape[0] == 1:
        batch, depth = x[:, :: strides[0]].shape[:2]
        images = x[:, :: strides[0]].reshape(batch * depth, *x.shape[2:])
        y = convolve(images, filters[0], strides[1:], padding, False, dilations[1:], grouped, bias)
        return y.view(batch, depth, *y.shape[1:])
    if filters.shape[1] == filters.shape[2] == 1:
        x = x[:, :, :: strides[1], :: strides[2]]
        images = x.reshape(*x.shape[:2], x.shape[2] * x.shape[3], x.shape[4])
        y = convolve(images, filters[:, 0], (strides[0], 1), padding, False, (dilations[0], 1), grouped, bias)
        return y.reshape(*y.shape[:2], *x.shape[2:4], y.shape[3])
    return None


def _check_window(x, filters):
    """Raise InvalidArgumentError for empty filters that are no sum of nothing in TensorFlow either: it gives images no channels."""
    if filters.shape[-2] and x.numel() and (filters.ndim == 5 or 0 in filters.shape[:-2]):
        raise invalid("filter must not have zero elements (i.e. all dimensions must be non-zero)")


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
