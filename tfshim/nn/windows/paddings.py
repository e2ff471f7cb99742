"""Where the windows of an axis lie: how many fit, and what is padded."""

from functools import lru_cache

import torch.nn.functional as F

from tfshim.engine.runtime.errors import invalid


def out_size(size, window, stride, pads=0):
    """The number of windows that fit; raises where TensorFlow does."""
    room = size + pads - window + stride
    n = room // stride if room >= 0 else -(-room // stride)
    if n < 0:
        raise invalid(
            f"Computed output size would be negative: {n} [input_size: {size}, effective_filter_size: {window}, stride: {stride}]"
        )
    return n


def same_pads(size, window, stride):
    """(windows, before, after) for SAME padding: what does not divide evenly goes to the end."""
    n = -(-size // stride)
    total = (n - 1) * stride + window - size
    if total <= 0:
        return n, 0, 0
    return n, total >> 1, total - (total >> 1)


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


@lru_cache(maxsize=4096)
def geometry(shape, window, strides, padding, dilations):
    """How to run a convolution over spatial axes of `shape` with filters of shape `window`, (outputs, inputs,
    *spatial): (pads to add before | None, padding of the kernel, spatial shape of the result where it is empty | None).
    """
    spans = [(k - 1) * d + 1 for k, d in zip(window[2:], dilations, strict=True)]
    pads = pads_for(shape, spans, strides, padding)
    nothing = (0,) * len(pads)
    if 0 in window or not all(m for m, _, _ in pads):
        return None, nothing, tuple(m for m, _, _ in pads)
    if all(b == a for _, b, a in pads):
        return None, tuple(b for _, b, _ in pads), None
    if all(a >= b for _, b, a in pads):  # torch adds what both ends have in common, without a copy of the whole
        return [v for _, b, a in reversed(pads) for v in (0, a - b)], tuple(b for _, b, _ in pads), None
    return [v for _, b, a in reversed(pads) for v in (b, a)], nothing, None
