"""`tf.summary.audio`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import float32, int32, string
from tfshim.io._wav import wav_bytes
from tfshim.summary._limits import output_limit, ranked
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_WAV = b"\x10\x0b"  # the audio plugin's data message, saying that the encoding is WAV


@op(
    "EncodeWav",
    clips="float32",
    rate="int32",
    limit="int",
    scope="",
    grad=None,
    out=string,
    register=False,
    shape_fn=lambda *_: (string, (None, 2)),
)
def _encode(clips, rate, limit, name=None):
    """Strings `[k, 2]`: the WAV files of the first `limit` clips `[k, frames, channels]`, each with an empty label."""
    clips, rate = clips.detach().cpu()[:limit].numpy(), int(rate)
    strings = np.full((len(clips), 2), b"", dtype=object)
    for row, clip in zip(strings, clips, strict=True):
        row[0] = wav_bytes(clip, rate)
    return strings


@tf_export("summary.audio", v1=[])
def audio(
    name: str,
    data: TensorLike,
    sample_rate: int,
    step: IntLike | None = None,
    max_outputs: IntLike = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes clips of sound at a step, as WAV files (16 bits) within the events.

    Mirrors `tf.summary.audio`. TensorBoard plays them on its page Audio. Without a default writer nothing happens.

    Arguments:
        name: the name; scopes of `tf.name_scope` come in front.
        data: float32 [k, frames, channels] from -1 to 1.
        sample_rate: in Hz, an integer.
        step: an integer; None (default): that of `tf.summary.experimental.set_step` or of the writer.
        max_outputs: how many of the k are written; 3 by default.
        encoding: "wav" or None.
        description: a text, which may be Markdown; None.

    Returns:
        A boolean tensor: whether they were recorded.

    Raises:
        ValueError: another rank or encoding, or there is a writer but no step.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.audio("silence", tf.zeros([1, 800, 1]), sample_rate=8000, step=0)))
        True
    """
    encoding = "wav" if encoding is None else encoding
    if encoding != "wav":
        raise ValueError(f"Unknown encoding: {encoding!r}")
    metadata = metadata_of("audio", description, _WAV)

    def encoded():
        clips = ranked(data, 3)
        limit = output_limit(max_outputs)
        if clips.dtype != float32:
            raise errors.dtype_mismatch("EncodeWav", 0, float32, clips.dtype)
        return _encode(clips, convert_to_tensor(sample_rate, int32), limit)

    with summary_scope(name, "audio_summary") as (tag, _):
        return write(tag, encoded, step, metadata)
