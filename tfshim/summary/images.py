"""`tf.summary.image`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from tfshim._export import tf_export
from tfshim.engine.ops.op import op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values.dtypes import string
from tfshim.io._png import png_bytes
from tfshim.summary._limits import output_limit, ranked
from tfshim.summary._protos import metadata_of
from tfshim.summary.recording import summary_scope, write

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@op(
    "EncodePng",
    images="any",
    limit="int",
    scope="",
    grad=None,
    out=string,
    register=False,
    shape_fn=lambda *_: (string, (None,)),
)
def _encode(images, limit, name=None):
    """A vector of strings: width, height, and the PNG files of the first `limit` images `[k, h, w, c]`."""
    _, height, width, channels = images.shape
    if not 1 <= channels <= 4:
        raise invalid(f"image must have 1, 2, 3, or 4 channels, got {channels}")
    if not height or not width:
        raise invalid(f"image must not be empty, got height {height}, width {width}")
    pixels = _as_uint8(images.detach().cpu()[:limit])
    out = [str(width).encode(), str(height).encode(), *map(png_bytes, pixels)]
    strings = np.empty(len(out), dtype=object)
    strings[:] = out
    return strings


def _as_uint8(images):
    """The pixels in 0..255: floats are from 0 to 1, integers from 0 to the greatest of their type."""
    if images.dtype.is_floating_point:
        scaled = images * 255.5  # in its own precision, as TensorFlow rounds
        return torch.nan_to_num(scaled.clamp(0, 255), nan=0).to(torch.uint8).numpy()
    values = images.numpy()
    bits = 8 * values.dtype.itemsize - (values.dtype.kind == "i")
    values = np.maximum(values, 0)
    shifted = values >> values.dtype.type(bits - 8) if bits >= 8 else values.astype(np.int16) << (8 - bits)
    return shifted.astype(np.uint8)


@tf_export("summary.image", v1=[])
def image(name: str, data: TensorLike, step: IntLike | None = None, max_outputs: IntLike = 3, description: str | None = None) -> Tensor:
    """Writes images at a step, as PNG files within the events.

    Mirrors `tf.summary.image`. TensorBoard shows them on its page Images. Without a default writer nothing happens.

    Arguments:
        name: the name; scopes of `tf.name_scope` come in front.
        data: [k, height, width, channels]: floats from 0 to 1, or integers from 0 to the greatest of their type; what is beyond is cut. 1
            channel is grayscale, 3 RGB, 2 and 4 have alpha.
        step: an integer; None (default): that of `tf.summary.experimental.set_step` or of the writer.
        max_outputs: how many of the k are written; 3 by default.
        description: a text, which may be Markdown; None.

    Returns:
        A boolean tensor: whether they were recorded.

    Raises:
        ValueError: another rank, or there is a writer but no step.

    Example:
        >>> with tf.summary.create_file_writer("logs").as_default():
        ...     print(bool(tf.summary.image("noise", tf.random.uniform([2, 8, 8, 3]), step=0)))
        True
    """
    metadata = metadata_of("images", description)

    def encoded():
        images = ranked(data, 4)
        limit = output_limit(max_outputs)
        if not images.dtype.is_floating and not images.dtype.is_integer:
            raise AttributeError("image dtype must be either floating point or integer")
        return _encode(images, limit)

    with summary_scope(name, "image_summary") as (tag, _):
        return write(tag, encoded, step, metadata)
