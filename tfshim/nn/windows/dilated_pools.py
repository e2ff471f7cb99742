"""Pools whose windows have gaps."""

from __future__ import annotations

import torch

from tfshim.engine.ops.op import op
from tfshim.nn.windows.paddings import pad_spatial, pads_for
from tfshim.nn.windows.pools import POOL_TYPES, lowest


def _taps(x, axis, window, dilation, stride, count):
    """For each place in the window the `count` elements along `axis` that are there."""
    span = (count - 1) * stride + 1 if count else 0
    step = (slice(None),) * axis + (slice(None, None, stride),)
    return [x.narrow(axis, j * dilation, span)[step] for j in range(window)]


@op("Pool", input="T", T=POOL_TYPES, scope="", register=False)
def _dilated_pool(input, n, kind, window, strides, dilations, padding, first, name=None):
    """Pools whose windows have gaps."""
    x = input if first else input.permute(0, -1, *range(1, n + 1))
    spans = [(k - 1) * d + 1 for k, d in zip(window, dilations)]
    pads = pads_for(x.shape[2:], spans, strides, padding)
    combine = sum if kind == "AVG" else lambda views: torch.stack(views).max(0).values
    parts = pad_spatial(x, pads, lowest(x) if kind == "MAX" else 0)
    mask = None if kind == "MAX" else pad_spatial(x.new_ones((1, 1, *x.shape[2:])), pads)
    for i, (k, d, s) in enumerate(zip(window, dilations, strides)):
        parts = combine(_taps(parts, i + 2, k, d, s, pads[i][0]))
        mask = None if mask is None else combine(_taps(mask, i + 2, k, d, s, pads[i][0]))
    y = parts if mask is None else parts / mask
    return y if first else y.permute(0, *range(2, n + 2), 1)
