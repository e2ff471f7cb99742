"""Weights of resampling filters along one axis."""

from functools import lru_cache

import numpy as np
import torch

# TensorFlow's bound: weights whose sum is smaller are not scaled to a sum of 1.
_TINY = 1000 * np.finfo(np.float32).tiny


def _triangle(x):
    return np.where(x < 1, 1 - x, 0)


def _keys_cubic(x):
    near = ((1.5 * x - 2.5) * x) * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


def _mitchell_cubic(x):
    near = (((7 / 6) * x - 2) * x) * x + 8 / 9
    far = (((-7 / 18) * x + 2) * x - 10 / 3) * x + 16 / 9
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


def _gaussian(x):
    return np.where(x >= 1.5, 0, np.exp(-(x**2) / 0.5))


def _lanczos(radius):
    def weight(x):
        # Where TensorFlow takes the limit of sin(x) / x.
        safe = np.where(x <= 1e-3, 1, x)
        made = radius * np.sin(np.pi * safe) * np.sin(np.pi * safe / radius) / (np.pi * safe) ** 2
        return np.where(x > radius, 0, np.where(x <= 1e-3, 1, made))

    return weight


# name -> (radius, weight by distance)
KERNELS = {
    "lanczos1": (1, _lanczos(1)),
    "lanczos3": (3, _lanczos(3)),
    "lanczos5": (5, _lanczos(5)),
    "gaussian": (1.5, _gaussian),
    "box": (0.5, lambda x: np.where(x < 0.5, 1.0, np.where(x == 0.5, 0.5, 0.0))),
    "triangle": (1, _triangle),
    "keyscubic": (2, _keys_cubic),
    "mitchellcubic": (2, _mitchell_cubic),
}


@lru_cache(maxsize=256)
def sampled(size, out, kernel, antialias, scale=None, translate=0.0):
    """The weights [out, size] by which the filter `kernel` makes `out` values of `size`; float32.

    With `antialias` the filter widens as the picture shrinks. `scale` (out / size unless given) and `translate` place
    the input over the output, in pixels. Outputs that lie outside the input have no weights.
    """
    radius, function = KERNELS[kernel]
    # In float32 step by step, as TensorFlow computes: its roundings decide which pixels take part.
    inverse = np.float32(1) / np.float32(out / size if scale is None else scale)
    widened = max(inverse, np.float32(1)) if antialias else np.float32(1)
    centre = (np.arange(out, dtype=np.float32) + np.float32(0.5)) * inverse - np.float32(translate) * inverse
    start = np.clip(np.ceil(centre - radius * widened - 0.5), 0, size - 1)
    end = np.clip(np.floor(centre + radius * widened - 0.5), 0, size - 1)
    source = np.arange(size, dtype=np.float32)
    distance = np.abs((source[None, :] + np.float32(0.5) - centre[:, None]) / widened)
    weights = function(distance.astype(np.float64)).astype(np.float32)
    inside = (source >= start[:, None]) & (source <= end[:, None])
    weights = np.where(inside & (centre >= 0)[:, None] & (centre <= size)[:, None], weights, np.float32(0))
    total = weights.sum(1, keepdims=True)
    weights = np.where(np.abs(total) >= _TINY, weights / np.where(np.abs(total) >= _TINY, total, 1), weights)
    return torch.from_numpy(weights.astype(np.float32))


def _sparse(size, out, index, weights):
    """The matrix [out, size] that has each row's `weights` at the columns `index`, added up where they meet."""
    made = np.zeros((out, size), np.float32)
    np.add.at(made, (np.arange(out)[:, None], index), weights)
    return torch.from_numpy(made)


def _legacy_scale(size, out, align_corners):
    """How far apart the `out` places lie among `size` pixels."""
    return np.float32(size - 1) / np.float32(out - 1) if align_corners and out > 1 else np.float32(size) / np.float32(out)


def legacy_places(size, out, align_corners):
    """Where each of `out` pixels lies among `size` that start at whole numbers; float32.

    With `align_corners` the first and the last pixel lie on the first and the last.
    """
    return np.arange(out, dtype=np.float32) * _legacy_scale(size, out, align_corners)


def _cubic_taps(place, a):
    """The four pixels around each place [out, 4] and their weights, with the slope `a`, in steps of 1/1024 of a pixel."""
    below = np.floor(place)
    # TensorFlow looks the weights up in a table of 1024 steps.
    step = np.rint((place - below) * 1024) / 1024
    taps = below.astype(np.int64)[:, None] + np.arange(-1, 3)
    distance = np.stack([step + 1, step, 1 - step, 2 - step], 1)
    near = (((a + 2) * distance - (a + 3)) * distance) * distance + 1
    far = ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
    return taps, np.where(distance > 1, far, near).astype(np.float32)


@lru_cache(maxsize=256)
def cubic(size, out):
    """The weights [out, size] of Keys' cubic convolution at pixel centres, in steps of 1/1024 of a pixel.

    What lies outside the picture has no weight; the rest is brought to a sum of one.
    """
    scale = np.float32(size) / np.float32(out)
    taps, weights = _cubic_taps((np.arange(out, dtype=np.float32) + np.float32(0.5)) * scale - np.float32(0.5), -0.5)
    weights = np.where((taps >= 0) & (taps < size), weights, 0)
    return _sparse(size, out, np.clip(taps, 0, size - 1), weights / weights.sum(1, keepdims=True))


@lru_cache(maxsize=256)
def legacy_cubic(size, out, align_corners):
    """The weights [out, size] of the cubic convolution of slope -0.75 at `legacy_places`; the border repeats outside."""
    taps, weights = _cubic_taps(legacy_places(size, out, align_corners), -0.75)
    return _sparse(size, out, np.clip(taps, 0, size - 1), weights)


@lru_cache(maxsize=256)
def area(size, out, align_corners=False):
    """The weights [out, size] of means over equal shares of the axis."""
    scale = _legacy_scale(size, out, align_corners)
    low = np.arange(out, dtype=np.float32) * scale
    high = (np.arange(out, dtype=np.float32) + 1) * scale
    cell = np.arange(size, dtype=np.float32)[None, :]
    overlap = np.minimum(high[:, None], cell + 1) - np.maximum(low[:, None], cell)
    weights = np.maximum(overlap, 0) / scale
    # What reaches over the edge belongs to the last pixel.
    weights[:, -1] += np.maximum(high - size, 0) / scale
    return torch.from_numpy(weights.astype(np.float32))


@lru_cache(maxsize=256)
def nearest(size, out):
    """For each of `out` places, the index of the pixel whose centre is next; int64."""
    scale = np.float32(size) / np.float32(out)
    place = np.floor((np.arange(out, dtype=np.float32) + np.float32(0.5)) * scale)
    return torch.from_numpy(np.clip(place, 0, size - 1).astype(np.int64))


@lru_cache(maxsize=256)
def rows_between(size, out):
    """For each of `out` places at pixel centres: the index before, the one after, int64 [out], and the share of the second [out, 1, 1]."""
    scale = np.float32(size) / np.float32(out)
    place = np.maximum((np.arange(out, dtype=np.float32) + np.float32(0.5)) * scale - np.float32(0.5), np.float32(0))
    below = np.minimum(place.astype(np.int64), size - 1)
    share = (place - below).astype(np.float32)
    after = np.minimum(below + (share > 0), size - 1)  # where it lies at a pixel, the next one has no part
    return torch.from_numpy(below), torch.from_numpy(after), torch.from_numpy(share.reshape(-1, 1, 1))
