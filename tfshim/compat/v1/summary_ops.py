"""The operations that make summaries of TensorFlow 1: serialized Summary messages as string tensors."""

from __future__ import annotations

import functools
import io
import wave
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.compat.messages_v1 import message
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.summary._protos import fill_tensor

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


# ---------------------------------------------------------------------- messages
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
    from PIL import Image

    images = np.asarray(images)
    if images.ndim != 4 or images.shape[-1] not in (1, 3, 4):
        raise ValueError(f"Tensor must be 4-D with last dim 1, 3, or 4, not {list(images.shape)}")
    for picture in images[:max_outputs]:
        if picture.dtype != np.uint8:
            bad = ~np.isfinite(picture).all(-1)
            picture = _scaled(picture.astype(np.float32))
            picture[bad] = np.asarray(bad_color, np.uint8)[: picture.shape[-1]]
        buffer = io.BytesIO()
        Image.fromarray(picture[..., 0] if picture.shape[-1] == 1 else picture).save(buffer, "PNG")
        yield message("Summary").Image(
            height=picture.shape[0], width=picture.shape[1], colorspace=picture.shape[-1], encoded_image_string=buffer.getvalue()
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
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as f:
            f.setnchannels(sound.shape[1])
            f.setsampwidth(2)
            f.setframerate(int(rate))
            f.writeframes(np.clip(np.round(sound * np.float32(32768)), -32768, 32767).astype("<i2").tobytes())
        yield message("Summary").Audio(
            sample_rate=rate,
            num_channels=sound.shape[1],
            length_frames=sound.shape[0],
            encoded_audio_string=buffer.getvalue(),
            content_type="audio/wav",
        )


# ---------------------------------------------------------------------- operations
def _text(tag):
    value = tag.item()
    return value.decode() if isinstance(value, bytes) else value


def _serialized(made):
    out = np.empty((), dtype=object)
    out[()] = made.SerializeToString()
    return out


def _scalar(*_):
    return dt.string, []


def _array(x):
    return (
        x
        if isinstance(x, np.ndarray)
        else x.detach().float().numpy()
        if x.dtype.is_floating_point and x.itemsize < 4
        else x.detach().cpu().numpy()
    )


@op("ScalarSummary", tags="string", values="T", T=dt.REAL_NUMBERS, grad=None, out=dt.string, shape_fn=_scalar)
def scalar_summary(tags: TensorLike, values: TensorLike, name: str | None = None) -> Tensor:
    """A Summary of one number."""
    if values.numel() != 1:
        raise invalid(f"tags and values are not the same shape: [] != {list(values.shape)} (tag '{_text(tags)}')")
    made = message("Summary")()
    made.value.add(tag=_text(tags), simple_value=values.detach().item())
    return _serialized(made)


@op("HistogramSummary", tag="string", values="T", T=dt.REAL_NUMBERS, grad=None, out=dt.string, shape_fn=_scalar)
def histogram_summary(tag: TensorLike, values: TensorLike, name: str | None = None) -> Tensor:
    """A Summary of the distribution of numbers."""
    made = message("Summary")()
    text = _text(tag)
    made.value.add(tag=text).histo.CopyFrom(histogram_message(_array(values), text))
    return _serialized(made)


def image_tag(tag: str, number: int, most: int) -> str:
    """The tag of the image `number` of a summary of `most` images."""
    return f"{tag}/image" + (f"/{number}" if most > 1 else "")


@op("ImageSummary", tag="string", tensor="T", T=dt.uint8.mask | dt.REALS, grad=None, out=dt.string, shape_fn=_scalar)
def image_summary(tag: TensorLike, tensor: TensorLike, max_images: int = 3, name: str | None = None) -> Tensor:
    """A Summary of the first `max_images` of a batch of images."""
    made, text = message("Summary")(), _text(tag)
    for i, picture in enumerate(image_messages(_array(tensor), max_images)):
        made.value.add(tag=image_tag(text, i, max_images)).image.CopyFrom(picture)
    return _serialized(made)


@op("AudioSummaryV2", tag="string", tensor="float32", sample_rate="float32", grad=None, out=dt.string, shape_fn=_scalar)
def audio_summary(tag: TensorLike, tensor: TensorLike, sample_rate: TensorLike, max_outputs: int = 3, name: str | None = None) -> Tensor:
    """A Summary of the first `max_outputs` of a batch of audio clips."""
    made, text = message("Summary")(), _text(tag)
    for i, sound in enumerate(audio_messages(_array(tensor), float(sample_rate), max_outputs)):
        made.value.add(tag=f"{text}/audio" + (f"/{i}" if max_outputs > 1 else "")).audio.CopyFrom(sound)
    return _serialized(made)


@op("TensorSummaryV2", tag="string", tensor="any", serialized_summary_metadata="string", grad=None, out=dt.string, shape_fn=_scalar)
def tensor_summary(tag: TensorLike, tensor: TensorLike, serialized_summary_metadata: TensorLike, name: str | None = None) -> Tensor:
    """A Summary of a tensor as it is."""
    made = message("Summary")()
    value = made.value.add(tag=_text(tag))
    value.metadata.ParseFromString(serialized_summary_metadata.item())
    fill_tensor(value.tensor, tensor)
    return _serialized(made)


@op("MergeSummary", inputs="string*", grad=None, out=dt.string, shape_fn=_scalar)
def merge_summary(inputs: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """One Summary of the values of all."""
    made, seen = message("Summary")(), set()
    for part in inputs:
        for serialized in part.reshape(-1):
            for value in message("Summary").FromString(serialized).value:
                if value.tag in seen:
                    raise invalid(f"Duplicate tag {value.tag} found in summary inputs")
                seen.add(value.tag)
                made.value.add().CopyFrom(value)
    return _serialized(made)
