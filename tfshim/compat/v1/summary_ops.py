"""The operations that make summaries of TensorFlow 1: serialized Summary messages as string tensors."""

import io
import wave

import numpy as np

from tfshim.compat.messages_v1 import message
from tfshim.engine import dtypes as dt
from tfshim.engine import errors
from tfshim.engine.op import op
from tfshim.tensor_protos import make_tensor_proto


# ---------------------------------------------------------------------- messages
def histogram_message(values):
    """The HistogramProto of the numbers in an array: counts in 30 buckets of one width."""
    flat = np.asarray(values, dtype=np.float64).reshape(-1)
    made = message("HistogramProto")()
    if not flat.size:
        return made
    made.min, made.max, made.num = float(flat.min()), float(flat.max()), float(flat.size)
    made.sum, made.sum_squares = float(flat.sum()), float((flat * flat).sum())
    counts, edges = np.histogram(flat, bins=30) if made.max > made.min else (np.array([flat.size]), np.array([made.min, made.max]))
    made.bucket_limit.extend(float(e) for e in edges[1:])
    made.bucket.extend(float(c) for c in counts)
    return made


def image_messages(images, max_outputs):
    """Summary.Image messages, PNG inside, for the first of a batch of images of uint8 or of numbers that are scaled."""
    from PIL import Image

    images = np.asarray(images)
    if images.ndim != 4 or images.shape[-1] not in (1, 3, 4):
        raise ValueError(f"Tensor must be 4-D with last dim 1, 3, or 4, not {list(images.shape)}")
    for picture in images[:max_outputs]:
        if picture.dtype != np.uint8:
            picture = _scaled(picture.astype(np.float64))
        buffer = io.BytesIO()
        Image.fromarray(picture[..., 0] if picture.shape[-1] == 1 else picture).save(buffer, "PNG")
        yield message("Summary").Image(height=picture.shape[0], width=picture.shape[1], colorspace=picture.shape[-1],
                                       encoded_image_string=buffer.getvalue())


def _scaled(picture):
    """Numbers as uint8: from 0 to 255 where none is negative, else around 127."""
    finite = picture[np.isfinite(picture)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    if low < 0:
        greatest = max(abs(low), abs(high))
        picture = picture * (127.0 / greatest if greatest else 0.0) + 128.0
    else:
        picture = picture * (255.0 / high if high else 0.0)
    return np.clip(np.nan_to_num(picture), 0, 255).astype(np.uint8)


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
    return x if isinstance(x, np.ndarray) else x.detach().float().numpy() if x.dtype.is_floating_point and x.itemsize < 4 else \
        x.detach().cpu().numpy()


@op("ScalarSummary", tags="string", values="T", T=dt.REALS, grad=None, out=dt.string, shape_fn=_scalar)
def scalar_summary(tags, values, name=None):
    """A Summary of one number."""
    if values.numel() != 1:
        raise errors.InvalidArgumentError(None, None, f"tags and values are not the same shape: [] != {list(values.shape)} "
                                          f"(tag '{_text(tags)}')")
    made = message("Summary")()
    made.value.add(tag=_text(tags), simple_value=float(values.reshape(())))
    return _serialized(made)


@op("HistogramSummary", tag="string", values="T", T=dt.REALS, grad=None, out=dt.string, shape_fn=_scalar)
def histogram_summary(tag, values, name=None):
    """A Summary of the distribution of numbers."""
    made = message("Summary")()
    made.value.add(tag=_text(tag)).histo.CopyFrom(histogram_message(_array(values)))
    return _serialized(made)


@op("ImageSummary", tag="string", tensor="T", T=dt.REALS, grad=None, out=dt.string, shape_fn=_scalar)
def image_summary(tag, tensor, max_images=3, name=None):
    """A Summary of the first `max_images` of a batch of images."""
    made, text = message("Summary")(), _text(tag)
    for i, picture in enumerate(image_messages(_array(tensor), max_images)):
        made.value.add(tag=f"{text}/image" + (f"/{i}" if max_images > 1 else "")).image.CopyFrom(picture)
    return _serialized(made)


@op("AudioSummaryV2", tag="string", tensor="float32", sample_rate="float32", grad=None, out=dt.string, shape_fn=_scalar)
def audio_summary(tag, tensor, sample_rate, max_outputs=3, name=None):
    """A Summary of the first `max_outputs` of a batch of sounds."""
    array, rate, text = _array(tensor), float(sample_rate), _text(tag)
    array = array[..., None] if array.ndim == 2 else array
    made = message("Summary")()
    for i, sound in enumerate(array[:max_outputs]):
        buffer = io.BytesIO()
        with wave.open(buffer, "wb") as f:
            f.setnchannels(sound.shape[1])
            f.setsampwidth(2)
            f.setframerate(int(rate))
            f.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
        value = made.value.add(tag=f"{text}/audio" + (f"/{i}" if max_outputs > 1 else "")).audio
        value.sample_rate, value.num_channels = rate, sound.shape[1]
        value.length_frames, value.encoded_audio_string, value.content_type = sound.shape[0], buffer.getvalue(), "audio/wav"
    return _serialized(made)


@op("TensorSummaryV2", tag="string", tensor="any", serialized_summary_metadata="string", grad=None, out=dt.string,
    shape_fn=_scalar)
def tensor_summary(tag, tensor, serialized_summary_metadata, name=None):
    """A Summary of a tensor as it is."""
    made = message("Summary")()
    value = made.value.add(tag=_text(tag))
    value.metadata.ParseFromString(serialized_summary_metadata.item())
    value.tensor.CopyFrom(make_tensor_proto(_array(tensor)))
    return _serialized(made)


@op("MergeSummary", inputs="string*", grad=None, out=dt.string, shape_fn=_scalar)
def merge_summary(inputs, name=None):
    """One Summary of the values of all."""
    made, seen = message("Summary")(), set()
    for part in inputs:
        for serialized in part.reshape(-1):
            for value in message("Summary").FromString(serialized).value:
                if value.tag in seen:
                    raise errors.InvalidArgumentError(None, None, f"Duplicate tag {value.tag} found in summary inputs")
                seen.add(value.tag)
                made.value.add().CopyFrom(value)
    return _serialized(made)
