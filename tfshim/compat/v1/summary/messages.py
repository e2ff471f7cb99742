"""The messages of summaries: of numbers, pictures and sounds."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.compat.messages_v1 import message
from tfshim.engine.runtime.errors import invalid
from tfshim.io._png import png_bytes
from tfshim.io._wav import wav_bytes

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message


@functools.cache
def _limits():
    """The upper limits of the buckets: a tenth wider each, from 1e-12 to 1e20, on both sides of zero."""
    limits, value = [], 1e-12
    while value < 1e20:
        limits.append(value)
        value *= 1.1
    limits.append(np.finfo(np.float64).max)
    return np.array([-x for x in reversed(limits)] + [0.0] + limits)


def histogram_message(values: Any, name: str = "") -> Message:
    """The HistogramProto of the numbers in an array. Buckets without numbers are left out, but for one before each that has some.

    Raises InvalidArgumentError for NaN and infinity.
    """
    flat = np.asarray(values, dtype=np.float64).reshape(-1)
    if not np.isfinite(flat).all():
        kind = "Nan" if np.isnan(flat).any() else "Infinity"
        raise invalid(f"{kind} in summary histogram for: {name}")
    made = message("HistogramProto")()
    # Without values the bounds are TensorFlow's: where a search for them starts.
    made.min, made.max = (float(flat.min()), float(flat.max())) if flat.size else (np.finfo(np.float64).max, -np.finfo(np.float64).max)
    made.num, made.sum, made.sum_squares = float(flat.size), float(flat.sum()), float((flat * flat).sum())
    limits = _limits()
    counts = np.bincount(np.searchsorted(limits, flat, side="right"), minlength=len(limits))[: len(limits)]
    # A run of empty buckets becomes one, its last, as in TensorFlow's messages.
    filled = counts > 0
    told = filled.copy()
    told[:-1] |= filled[1:]
    told[-1] = True
    made.bucket_limit.extend(limits[told].tolist())
    made.bucket.extend(counts[told].astype(np.float64).tolist())
    return made


def image_messages(images: np.ndarray, max_outputs: int, bad_color: Sequence[int] = (255, 0, 0, 255)) -> Iterator[Message]:
    """Summary.Image messages, PNG inside, for the first of a batch of images of uint8 or of numbers that are scaled.

    Pixels that are not finite get `bad_color`.
    """
    images = np.asarray(images)
    if images.ndim != 4 or images.shape[-1] not in (1, 3, 4):
        raise ValueError(f"Tensor must be 4-D with last dim 1, 3, or 4, not {list(images.shape)}")
    for picture in images[:max_outputs]:
        if picture.dtype != np.uint8:
            bad = ~np.isfinite(picture).all(-1)
            picture = _scaled(picture.astype(np.float32))
            picture[bad] = np.asarray(bad_color, np.uint8)[: picture.shape[-1]]
        yield message("Summary").Image(
            height=picture.shape[0], width=picture.shape[1], colorspace=picture.shape[-1], encoded_image_string=png_bytes(picture)
        )


def _scaled(picture):
    """Numbers as uint8: scaled to [0, 255] where none is negative, else by the greatest magnitude around 128."""
    finite = picture[np.isfinite(picture)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    if low < 0:
        greatest = np.float32(max(abs(low), abs(high)))
        picture = picture * (np.float32(127) / greatest if greatest else np.float32(0)) + np.float32(128)
    else:
        picture = picture * (np.float32(255) / np.float32(high) if high else np.float32(0))
    return np.clip(np.nan_to_num(picture), 0, 255).astype(np.uint8)


def audio_messages(sounds: np.ndarray, rate: float, max_outputs: int) -> Iterator[Message]:
    """Summary.Audio messages, WAV inside, for the first of a batch of audio clips [batch, length] or [batch, length, channels]."""
    sounds = sounds[..., None] if sounds.ndim == 2 else sounds
    for sound in sounds[:max_outputs]:
        yield message("Summary").Audio(
            sample_rate=rate,
            num_channels=sound.shape[1],
            length_frames=sound.shape[0],
            encoded_audio_string=wav_bytes(sound, max(1, int(np.rint(rate)))),
            content_type="audio/wav",
        )
