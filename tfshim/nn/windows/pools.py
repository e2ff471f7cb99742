"""The largest and the mean value of each window of a torch tensor."""

from __future__ import annotations

from functools import lru_cache

import torch

from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.readable import at_least, forward_mode, on_processor
from tfshim.math._gradients import needs_grad
from tfshim.nn.windows import mean_by_convolution
from tfshim.nn.windows.arguments import unimplemented
from tfshim.nn.windows.correlation import nothing
from tfshim.nn.windows.paddings import pad_spatial, pads_for
from tfshim.nn.windows.volumes import LargestOfVolumes, MeanOfSideBySide

POOL_TYPES = dt.REALS | sum(t.mask for t in (dt.int32, dt.int64, dt.uint8, dt.int16, dt.int8, dt.uint16))
# By the number of axes.
MAX_POOL = {4: torch.max_pool2d, 5: torch.max_pool3d}
AVG_POOL = {4: torch._C._nn.avg_pool2d, 5: torch._C._nn.avg_pool3d}


@lru_cache(maxsize=4096)
def placement(sizes, window, strides, padding):
    """((outputs, before, after) of each axis, ceil_mode, padding for torch, empty?).

    torch pads both ends alike; with ceil_mode it adds a last window that reaches past the end. Where neither gives
    TensorFlow's windows, ceil_mode is None and the input has to be padded beforehand.
    """
    pads = pads_for(sizes, window, strides, padding)
    floor = ceil = True
    for z, k, s, (n, before, _) in zip(sizes, window, strides, pads):
        room = z + 2 * before - k
        fits = room >= 0 and 2 * before <= k
        floor = floor and fits and room // s + 1 == n
        m = -(-room // s) + 1
        # With ceil_mode torch leaves out a last window that would begin in the padding.
        if (m - 1) * s >= z + before:
            m -= 1
        ceil = ceil and fits and m == n
    mode = False if floor else True if ceil else None
    return pads, mode, tuple(b for _, b, _ in pads), not all(n for n, _, _ in pads)


def over_channels(x, axis, depth, reduce):
    """Pool groups of `depth` channels."""
    if x.shape[axis] % depth:
        raise unimplemented("Depthwise max pooling requires the depth window to evenly divide the input depth")
    return reduce(x.unflatten(axis, (x.shape[axis] // depth, depth)), axis + 1 if axis >= 0 else axis)


def lowest(t):
    """The value that never wins a comparison for the largest."""
    return float("-inf") if t.is_floating_point() else torch.iinfo(t.dtype).min


def comparable(t):
    """`t` as TensorFlow compares it, which starts from the lowest finite number and takes what is greater: never NaN."""
    if not t.is_floating_point():
        return t
    least = torch.finfo(t.dtype).min
    return torch.nan_to_num(t, nan=least, posinf=float("inf"), neginf=least)


_PAIRS = (2, 2)
_ONES = (1, 1)
_sliced = torch.ops.aten.slice.Tensor
_LARGE = 1 << 15  # elements from which on several calls over all of them take less time than torch's pools


def _in_pairs(x, window, strides, pads, ceil):
    """Whether `_largest_of_pairs` gives the largest values of the windows of `x`, in less time than torch's pool."""
    return (
        window == _PAIRS == strides
        and ceil is False
        and at_least(x.numel(), _LARGE)
        and not needs_grad(x)
        and (x.dtype is torch.float32 or x.dtype is torch.float64)
        and x.stride(1) == 1
        and not any(before for _, before, _ in pads)
        and on_processor(x)
        and not forward_mode()
    )


def _largest_of_pairs(x, rows, columns):
    """The largest value of each window of two by two; torch's pool looks for where it lies as well, which only gradients need."""
    across = torch.maximum(x[..., 0 : 2 * columns : 2], x[..., 1 : 2 * columns : 2])
    return torch.maximum(across[:, :, 0 : 2 * rows : 2], across[:, :, 1 : 2 * rows : 2])


def _move_by_few(x, window, strides, pads, most=1):
    """Whether `_along_axes` gives what the windows of `x` make, in less time than torch's pools; they move by `most` elements at most."""
    return (
        max(strides) <= most
        and x.ndim == 4
        and window != _ONES
        and at_least(x.numel(), _LARGE)
        and not needs_grad(x)
        and (x.dtype is torch.float32 or x.dtype is torch.float64)
        and x.stride(1) == 1
        # Every window then holds the element at its own number times the stride.
        and all(before < k and (n - 1) * s < z for z, k, s, (n, before, _) in zip(x.shape[2:], window, strides, pads))
        and on_processor(x)
        and not forward_mode()
    )


def _side_by_side(x, window, strides, pads):
    """Whether the windows of the volume `x` begin where the one before ends, and are many enough for sums of large pieces."""
    return (
        x.ndim == 5
        and tuple(window) == tuple(strides) != (1, 1, 1)
        and at_least(x.numel(), _LARGE)
        and x.dtype is torch.float32
        and x.stride(1) == 1
        and all(n * k <= z for z, k, (n, _, _) in zip(x.shape[2:], window, pads))
        and on_processor(x)
        and not forward_mode()
    )


def _along_axes(combine, x, window, strides, pads, divisors=None):
    """The elements of each window, combined along one axis after the other, and divided if there are `divisors`."""
    (rows, _, _), (columns, _, _) = pads
    count, channels = x.shape[:2]
    made = x.new_empty((count, rows, columns, channels)).permute(0, 3, 1, 2)
    # Image by image, so that each is still in the processor's cache when it is gone over again.
    pieces = zip(x.split(1), made.split(1)) if x.numel() >= count * _LARGE else [(x, made)]
    for images, results in pieces:
        _along_both(combine, images, window, strides, pads, results)
        if divisors is not None:
            results.div_(divisors)
    return made


def _along_both(combine, x, window, strides, pads, out):
    axes = [of_axis for of_axis in zip((2, 3), window, strides, pads) if of_axis[1] > 1 or of_axis[2] > 1]
    for axis, size, stride, (count, before, _) in axes[:-1]:
        x = _along(combine, x, axis, size, stride, count, before)
    axis, size, stride, (count, before, _) = axes[-1]
    _along(combine, x, axis, size, stride, count, before, out)


def _along(combine, x, axis, size, stride, count, before, out=None):
    length = x.shape[axis]

    def elements(at, first, end):
        """Those at `at` of the windows from `first` to `end`."""
        return _sliced(x, axis, first * stride + at, (end - 1) * stride + at + 1, stride)

    # The first two of a window that lie in all of them make a tensor, which the others are put into.
    within = [at for at in range(-before, size - before) if at >= 0 and at + (count - 1) * stride < length]
    if len(within) > 1:
        made = combine(elements(within[0], 0, count), elements(within[1], 0, count), out=out)
        done = within[:2]
    else:
        made, done = elements(0, 0, count), [0]
        made = made.clone() if out is None else out.copy_(made)
    for at in range(-before, size - before):
        if at not in done:
            first, end = -(min(at, 0) // stride), min(count, (length - 1 - at) // stride + 1)
            if first < end:
                part = made.narrow(axis, first, end - first)
                combine(part, elements(at, first, end), out=part)
    return made


def _counts_of(x, window, strides, pads):
    return _counts(tuple(x.shape[2:]), tuple(window), tuple(strides), tuple(map(tuple, pads)), x.dtype)


@lru_cache(maxsize=64)
def _counts(sizes, window, strides, pads, dtype):
    """How many elements each window holds that are not padding."""
    within = []
    for length, size, stride, (count, before, _) in zip(sizes, window, strides, pads):
        first = torch.arange(count) * stride - before
        within.append((first + size).clamp(max=length) - first.clamp(min=0))
    return (within[0][:, None] * within[1]).to(dtype)


def max_windows(x, window, strides, padding):
    """The largest value of each window of `x`, channels first."""
    pads, ceil, around, empty = placement(x.shape[2:], window, strides, padding)
    if empty or not x.numel():
        return nothing(x, (*x.shape[:2], *(m for m, _, _ in pads)))
    if _in_pairs(x, window, strides, pads, ceil):
        return _largest_of_pairs(x, *(m for m, _, _ in pads))
    if _move_by_few(x, window, strides, pads, 2):
        return _along_axes(torch.maximum, x, window, strides, pads)
    if x.is_cuda and x.dtype is torch.float64:
        x = x.contiguous()  # with the channels last, torch's kernel reads doubles where ints end, which need not be theirs
    if x.ndim == 5 and needs_grad(x) and x.is_cpu and not forward_mode():
        y = _torchs_pool(x.detach(), window, strides, pads, ceil, around)
        return LargestOfVolumes.apply(x, y, window, strides, pads, lowest(x))
    return _torchs_pool(x, window, strides, pads, ceil, around)


def _torchs_pool(x, window, strides, pads, ceil, around):
    if ceil is None:
        return MAX_POOL[x.ndim](pad_spatial(x, pads, lowest(x)), window, strides)
    return MAX_POOL[x.ndim](x, window, strides, around, 1, ceil)


def mean_windows(x, window, strides, padding):
    """The mean of each window of `x`, channels first; what lies in the padding does not count."""
    pads, ceil, around, empty = placement(x.shape[2:], window, strides, padding)
    if empty or not x.numel():
        return nothing(x, (*x.shape[:2], *(m for m, _, _ in pads)))
    if mean_by_convolution.suits(x, window, pads, ceil):
        return mean_by_convolution.means(x, window, strides, around, _counts_of(x, window, strides, pads))
    if _move_by_few(x, window, strides, pads):
        # Within the window alone: a number that is not finite reaches no other.
        counts = _counts_of(x, window, strides, pads)
        return _along_axes(torch.add, x, window, strides, pads, counts)
    if _side_by_side(x, window, strides, pads):
        return MeanOfSideBySide.apply(x, tuple(window), tuple(n for n, _, _ in pads))
    pool = AVG_POOL[x.ndim]
    if x.is_cuda and any(w > s for w, s in zip(window, strides)):
        x = x.contiguous()  # with the channels last, torch's gradient of windows that overlap is wrong there
    # torch's pool of volumes refuses windows larger than the volume without its padding.
    if ceil is None or x.ndim == 5 and any(z < k for z, k in zip(x.shape[2:], window)):
        # A divisor of 1 makes sums; the sums of ones count what is not padding.
        sums = pool(pad_spatial(x, pads), window, strides, 0, False, True, 1)
        counts = pool(pad_spatial(x.new_ones((1, 1, *x.shape[2:])), pads), window, strides, 0, False, True, 1)
        return sums / counts
    return pool(x, window, strides, around, ceil, False)
