"""Hue and saturation of pictures whose numbers NumPy can look at: a tenth of the time that whole tensors of choices take in torch.

What is computed is, rounding by rounding, what `colours` computes; only finite numbers are taken here.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import torch

from tfshim.engine.values.readable import on_processor

_ZERO, _ONE, _SIX = np.float32(0), np.float32(1), np.float32(6)
_THIRD, _TWO_THIRDS = np.float32(1 / 3), np.float32(2 / 3)
# Pixels at a time: what is computed on the way stays in a processor's cache, and in memory that the process has already.
_PIECE = 8192
# The smallest number, and the smallest whose inverse is finite with a few digits to spare.
_LEAST, _NORMAL = np.float32(1e-45), np.finfo(np.float32).tiny
# By 4 where red < green, 2 where blue is less than both and 1 where it is greater: the sixth of the circle, and 1 for an odd one.
_SIXTH_OF = np.array([5, 4, 0, 0, 2, 3, 1, 0], np.float32)
_ODD_OF = np.array([1, 0, 0, 0, 0, 1, 1, 0], np.float32)
# Which part, smallest, middle or largest, each of red, green and blue is in a sixth of the circle, and outside of it.
_PARTS_OF = np.array([(2, 1, 0), (1, 2, 0), (0, 2, 1), (0, 1, 2), (1, 0, 2), (2, 0, 1), (0, 0, 0)])
_TWO, _FOUR = np.uint8(2), np.uint8(4)


def _colours(images: torch.Tensor) -> Any:
    """The colours of `images`, float32 [pixels, 3]; None where their numbers are not at hand or not all finite."""
    if not on_processor(images) or not images.numel():
        return None
    flat = images.detach().float().numpy().reshape(-1)
    # A finite sum of squares has finite terms alone; where it is not, the other way serves as well.
    return flat.reshape(-1, 3) if math.isfinite(np.vdot(flat, flat)) else None


def _made(adjusted: Any, colours: np.ndarray, by: Any, images: torch.Tensor) -> torch.Tensor:
    """Pictures like `images` of what `adjusted` makes of `colours`, piece by piece; `by`: a number, or one for each picture."""
    if by.ndim:
        by = by.repeat(len(colours) // len(by))
        parts = [adjusted(*colours[i : i + _PIECE].T.copy(), by[i : i + _PIECE]) for i in range(0, len(colours), _PIECE)]
    else:
        parts = [adjusted(*colours[i : i + _PIECE].T.copy(), by) for i in range(0, len(colours), _PIECE)]
    made = parts[0] if len(parts) == 1 else np.concatenate(parts)
    return torch.from_numpy(made).view(images.shape).to(images.dtype)


@functools.lru_cache(16)
def _places_of(pixels: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the parts of so many colours lie, one part behind the other: the part of each channel by sixths, and the colours."""
    return _PARTS_OF * pixels, np.arange(pixels)[:, None]


def _placed(sixth: np.ndarray, low: np.ndarray, middle: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The colours, [pixels, 3], with these parts, by the sixths of the circle; `low` where that is none of the six."""
    # Taken by places, as choosing by conditions that look like chance costs a processor several times as much.
    parts, colours = _places_of(len(low))
    places = parts.take(sixth, axis=0)
    places += colours
    return np.concatenate((low, middle, high)).take(places)


def hue_adjusted(images: torch.Tensor, delta: torch.Tensor) -> torch.Tensor | None:
    """`images` [..., 3] with their hue turned by `delta`, -1 to 1, of a full turn; None where NumPy cannot do it.

    `delta` is a number, or a vector with one for each of the pictures along the first axis.
    """
    colours = _colours(images)
    if colours is None or not on_processor(delta):
        return None
    by = delta.numpy()[()]
    return _made(_turned, colours, by * _SIX, images) if abs(by).max() <= 1 else None


def _turned(red: np.ndarray, green: np.ndarray, blue: np.ndarray, by: Any) -> np.ndarray:
    """The colours, [pixels, 3], turned by so many sixths of the circle."""
    less, greater = np.minimum(red, green), np.maximum(red, green)
    places = (red < green).view(np.uint8) * _FOUR
    places += (blue < less).view(np.uint8) * _TWO
    places += (blue > greater).view(np.uint8)
    low, high, middle = np.minimum(less, blue), np.maximum(greater, blue), np.maximum(less, np.minimum(greater, blue))
    span = high - low
    # Where the parts are equal any hue gives what they are, so that none need be told from the others, but NaN.
    hue = _ODD_OF.take(places)
    hue -= (middle - low) / np.maximum(span, _LEAST)
    np.abs(hue, out=hue)  # along the sixth, or what is left of an odd one
    hue += _SIXTH_OF.take(places)
    hue += by
    if by.min() < 0:
        hue += (hue < _ZERO) * _SIX
    hue -= (hue >= _SIX) * _SIX
    if by.max() > 5:  # after a full turn from 6 the first leaves 6 again
        hue -= (hue >= _SIX) * _SIX
    whole = np.floor(hue)
    sixth = whole.astype(np.uint8)
    hue -= whole
    span *= np.abs((sixth & 1).astype(np.float32) - hue)
    span += low
    return _placed(sixth, low, span, high)


def saturation_adjusted(images: torch.Tensor, scale: torch.Tensor) -> torch.Tensor | None:
    """`images` [..., 3] with their saturation multiplied by `scale`, as of `hue_adjusted`; None where NumPy cannot do it."""
    colours = _colours(images)
    if colours is None or not on_processor(scale):
        return None
    by = scale.numpy()[()]
    return _made(_saturated, colours, by, images) if np.isfinite(by).all() else None


def _saturated(red: np.ndarray, green: np.ndarray, blue: np.ndarray, by: Any) -> np.ndarray:
    """The colours, [pixels, 3], with their saturation multiplied."""
    value = np.maximum(np.maximum(red, green), blue)
    span = value - np.minimum(np.minimum(red, green), blue)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        chroma = span / value
        np.putmask(chroma, value <= _ZERO, _ZERO)
        chroma *= by
        chroma = np.minimum(np.maximum(chroma, _ZERO), _ONE)
        chroma *= value
        norm = _ONE / (_SIX * span)
        hue = norm * (red - green)
        hue += _TWO_THIRDS
        other = norm * (blue - red)
        other += _THIRD
        np.putmask(hue, green == value, other)
        np.putmask(hue, red == value, norm * (green - blue))
        np.putmask(hue, span < _NORMAL, _ZERO)
        hue += hue < _ZERO
        hue *= _SIX
        sixth = hue.astype(np.uint8)
        middle = chroma * (_ONE - np.abs(hue - 2 * np.floor(hue * np.float32(0.5)) - _ONE))
    value -= chroma
    middle += value
    chroma += value
    return _placed(sixth, value, middle, chroma)
