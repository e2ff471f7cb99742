"""`tf.audio`: WAV files to tensors and back."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import float32, int32, string
from tfshim.engine.values.shapes import dims_text
from tfshim.io._wav import parse_wav, wav_bytes

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


__all__, __getattr__, __dir__ = exported(globals())

DecodeWav = namedtuple("DecodeWav", ["audio", "sample_rate"])  # the name is in reprs that people print


def _encoded_shape(audio, sample_rate):
    return string, ()


@tf_export("audio.encode_wav")
@op("EncodeWav", audio="float32", sample_rate="int32", scope="", grad=None, out=string, shape_fn=_encoded_shape)
def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """A scalar string with the WAV file (16-bit PCM) of `audio`, float32 `[samples, channels]` from -1 to 1.

    `sample_rate` is a positive int32 scalar in Hz; what is beyond the range is clipped. Raises `InvalidArgumentError`
    for another rank or rate. Mirrors `tf.audio.encode_wav`.
    """
    if audio.dim() != 2:
        raise invalid(f"audio must be 2-dimensional{dims_text(audio.shape)}")
    if sample_rate.dim() != 0:
        raise invalid(f"Input sample_rate should be a scalar tensor, got {dims_text(sample_rate.shape)} instead.")
    out = np.empty((), dtype=object)
    out[()] = wav_bytes(audio.detach().cpu().numpy(), int(sample_rate))
    return out


def _decoded_shapes(contents, desired_channels=-1, desired_samples=-1):
    sizes = [None if n < 0 else n for n in (desired_samples, desired_channels)]
    return DecodeWav((float32, tuple(sizes)), (int32, ()))


@tf_export("audio.decode_wav")
@op("DecodeWav", contents="string", shape_fn=_decoded_shapes, grad=None)
def decode_wav(contents: TensorLike, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None) -> DecodeWav:
    """The samples of the WAV file in the scalar string `contents`: `(audio, sample_rate)`.

    `audio` is float32 `[samples, channels]` from -1 to 1, `sample_rate` an int32 scalar. `desired_samples` cuts, or
    appends zeros; `desired_channels` cuts, or repeats the last channel; -1 leaves what the file has. Raises
    `InvalidArgumentError` unless it is a whole file of 16-bit PCM. Mirrors `tf.audio.decode_wav`.
    """
    if contents.ndim:
        raise invalid(f"contents must be scalar, got shape {dims_text(contents.shape)}")
    for argument, value in (("desired_channels", desired_channels), ("desired_samples", desired_samples)):
        errors.check_int32(argument, value)
        if value < -1:
            raise invalid(f"{argument} must be -1 or at least 0, got {value}")
    samples, rate = parse_wav(contents[()])
    audio = torch.from_numpy(samples.astype(np.float32) / np.float32(32768))
    frames, channels = audio.shape
    if desired_channels > channels:
        audio = torch.cat([audio, audio[:, -1:].expand(frames, desired_channels - channels)], dim=1)
    elif desired_channels >= 0:
        audio = audio[:, :desired_channels].contiguous()
    if desired_samples > frames:
        audio = torch.cat([audio, audio.new_zeros(desired_samples - frames, audio.shape[1])])
    elif desired_samples >= 0:
        audio = audio[:desired_samples].contiguous()
    return DecodeWav(audio, torch.tensor(rate, dtype=torch.int32))
