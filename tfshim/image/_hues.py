"""Hue and saturation of pictures whose numbers NumPy can look at: a tenth of the time that whole tensors of choices take in torch.

What is computed is, rounding by rounding, what `colours` computes; only finite numbers are taken here.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from tfshim.engine.values.readable import readable

_ONE, _SIX = np.float32(1), np.float32(6)
_THIRD, _TWO_THIRDS = np.float32(1 / 3), np.float32(2 / 3)
# By 4 where red < green, 2 where blue is less than both and 1 where it is greater: the sixth of the circle, and whether it is an odd one.
_SIXTH_OF = np.array([5, 4, 0, 0, 2, 3, 1, 0], np.float32)
_IS_ODD = np.array([True, False, False, False, False, True, True, False])


def _planes(images: torch.Tensor) -> Any:
    """The colours of `images`, float32 [3, ...]; None where their numbers are not at hand or not all finite."""
    if not (images.is_cpu and readable(images)) or not images.numel():
        return None
    x = images.detach().float().numpy()
    flat = x.reshape(-1)
    # A finite sum of squares has finite terms alone; where it is not, the other way serves as well.
    return np.ascontiguousarray(np.moveaxis(x, -1, 0)) if math.isfinite(np.vdot(flat, flat)) else None


def _below(hue: np.ndarray) -> list[np.ndarray]:
    """Where `hue`, 0 to 6, is less than 1, 2, 3, 4, 5 and 6."""
    return [hue < np.float32(k) for k in range(1, 7)]


def _placed(below: list[np.ndarray], low: Any, middle: np.ndarray, high: np.ndarray) -> list[np.ndarray]:
    """Red, green and blue of colours with these parts, by the sixths of the circle; `low` where a hue is in none."""
    one, two, three, four, five, six = below
    second, fourth, sixth = one ^ two, three ^ four, five ^ six
    third, fifth = two ^ three, four ^ five
    return [
        np.where(one | sixth, high, np.where(second | fifth, middle, low)),
        np.where(second | third, high, np.where(one | fourth, middle, low)),
        np.where(fourth | fifth, high, np.where(third | sixth, middle, low)),
    ]


def _odd(below: list[np.ndarray]) -> np.ndarray:
    """Where a hue is in the second, fourth or last sixth."""
    one, two, three, four, five, six = below
    return one ^ two | three ^ four | five ^ six


def _joined(planes: list[np.ndarray], images: torch.Tensor) -> torch.Tensor:
    out = np.empty(images.shape, np.float32)
    for k, plane in enumerate(planes):
        out[..., k] = plane
    return torch.from_numpy(out).to(images.dtype)


def hue_adjusted(images: torch.Tensor, delta: torch.Tensor) -> torch.Tensor | None:
    """`images` [..., 3] with their hue turned by `delta`, -1 to 1, of a full turn; None where NumPy cannot do it."""
    planes = _planes(images)
    if planes is None or not (delta.is_cpu and readable(delta) and abs(float(delta)) <= 1):
        return None
    red, green, blue = planes
    rising = red < green
    less, greater = np.minimum(red, green), np.maximum(red, green)
    below, above = blue < less, blue > greater
    places = rising.view(np.uint8) << 2 | below.view(np.uint8) << 1 | above.view(np.uint8)
    low, high, middle = np.minimum(less, blue), np.maximum(greater, blue), np.maximum(less, np.minimum(greater, blue))
    span = high - low
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (middle - low) / span
    hue = _SIXTH_OF.take(places)
    hue += np.where(_IS_ODD.take(places), _ONE - along, along)
    np.putmask(hue, span == 0, 0)
    hue += np.float32(float(delta)) * _SIX
    np.add(hue, _SIX, out=hue, where=hue < 0)
    for _ in range(2):  # after a full turn from 6 the first leaves 6 again
        np.subtract(hue, _SIX, out=hue, where=hue >= _SIX)
    sixths = _below(hue)
    hue -= np.floor(hue)
    span *= np.where(_odd(sixths), _ONE - hue, hue)
    return _joined(_placed(sixths, low, low + span, high), images)


def saturation_adjusted(images: torch.Tensor, scale: torch.Tensor) -> torch.Tensor | None:
    """`images` [..., 3] with their saturation multiplied by `scale`; None where NumPy cannot do it."""
    planes = _planes(images)
    if planes is None or not (scale.is_cpu and readable(scale) and math.isfinite(scale)):
        return None
    red, green, blue = planes
    value = np.maximum(np.maximum(red, green), blue)
    span = value - np.minimum(np.minimum(red, green), blue)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        saturation = np.where(value > 0, span / value, np.float32(0))
        saturation *= np.float32(float(scale))
        np.clip(saturation, 0, 1, out=saturation)
        norm = _ONE / (_SIX * span)
        hue = np.where(
            red == value,
            norm * (green - blue),
            np.where(green == value, norm * (blue - red) + _THIRD, norm * (red - green) + _TWO_THIRDS),
        )
        np.putmask(hue, span <= 0, 0)
        np.add(hue, _ONE, out=hue, where=hue < 0)
        hue *= _SIX
        sixths = _below(hue)
        chroma = saturation * value
        middle = chroma * (_ONE - np.abs(hue - 2 * np.floor(hue * np.float32(0.5)) - _ONE))
    value -= chroma
    placed = _placed(sixths, np.float32(0), middle, chroma)
    for plane in placed:
        plane += value
    return _joined(placed, images)
