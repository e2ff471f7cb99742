"""The operations that make serialized summaries of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tfshim.compat.messages_v1 import message
from tfshim.compat.v1.summary.messages import audio_messages, histogram_message, image_messages
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.summary._protos import fill_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


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
