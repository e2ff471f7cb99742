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
    """Make the bytes of a WAV file, of 16-bit PCM, from samples. Mirrors `tf.audio.encode_wav`.

    Arguments:
        audio: a float32 matrix [samples, channels] with values from -1 to 1; what is beyond is clipped.
        sample_rate: a positive int32 scalar, the samples of a second.
        name: a name for the operation in graphs.

    Returns:
        A scalar string tensor, which `tf.io.write_file` writes.

    Raises:
        InvalidArgumentError: `audio` is no matrix, or `sample_rate` no positive scalar.

    There is no gradient. `tf.audio.decode_wav` is the way back, exact to the steps of 16 bits.

    Example:
        >>> tone = tf.sin(tf.range(8000, dtype=tf.float32)[:, tf.newaxis] * (440 * 2 * np.pi / 8000))
        >>> wav = tf.audio.encode_wav(tone, 8000)
        >>> len(wav.numpy()), wav.numpy()[:4]
        (16044, b'RIFF')
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
    """Read the samples of a WAV file of 16-bit PCM. Mirrors `tf.audio.decode_wav`.

    Arguments:
        contents: a scalar string with the bytes of a whole file, as `tf.io.read_file` gives it.
        desired_channels: how many channels the result has: more repeat the last one, fewer cut; -1, the default: what the file has.
        desired_samples: how many samples: more appends zeros, fewer cut; -1, the default: what the file has.
        name: a name for the operation in graphs.

    Returns:
        A named tuple `(audio, sample_rate)`: float32 [samples, channels] from -1 to 1, and an int32 scalar.

    Raises:
        InvalidArgumentError: `contents` is no scalar, or no such file.

    There is no gradient. `tf.audio.encode_wav` is the way back.

    Example:
        >>> wav = tf.audio.encode_wav([[0.0], [0.5], [-1.0]], sample_rate=8000)
        >>> audio, rate = tf.audio.decode_wav(wav, desired_samples=4)
        >>> audio.numpy().ravel(), rate.numpy()
        (array([ 0. ,  0.5, -1. ,  0. ], dtype=float32), 8000)
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
